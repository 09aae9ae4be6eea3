/* SPDX-License-Identifier: BSD-3-Clause */
/* A library of ours whose handles are the numbers that the caller asks for, so that a test says which come
 * again. */
#ifndef TOKEN_H
#define TOKEN_H

typedef struct token token_t;
typedef int (*token_visit)(token_t *token, void *user);

/* NULL for address 0. */
token_t *token_make(long address);
token_t *token_copy(token_t *from, long address, long size);
/* 1, and nothing in *made, for address 0. */
int token_two(token_t *from, token_t **made, long address, token_t **second, long other);
int token_use(token_t *token, int size);
int token_at(token_t *token, token_t *other, long offset);
int token_some(token_t *const *tokens, int count);
int token_each(token_t *token, token_visit visit, void *user);
int token_close(token_t *token);
/* Closes the token and calls visit() in the middle of it. */
int token_close_calling(token_t *token, token_visit visit, void *user);
/* Closes the token, too, and is token_make(). */
token_t *token_close_making(token_t *token, long address);
/* Sets all to NULL whose number is not odd. */
int token_free_all(token_t **tokens, int count);

#endif
