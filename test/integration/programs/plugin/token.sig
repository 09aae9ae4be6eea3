# SPDX-License-Identifier: BSD-3-Clause
# token.h with annotations: handles that are results, that come through pointers, and that end in both ways.
%layer token
%header "token.h"
%class TOKEN for token_t *

token_t *token_make(long address): new TOKEN fails(ret == nullptr);
token_t *token_copy(token_t *from, long address, long size): new TOKEN fails(ret == nullptr);
int token_two(token_t *from, token_t **made: new TOKEN = *made, long address, token_t **second: out *TOKEN, long other) fails(ret != 0);
int token_use(token_t *token, int size) fails(ret < 0);
int token_at(token_t *token, token_t *other, long offset: offset);
int token_some(token_t *const *tokens: [TOKEN; count], int count);
int token_each(token_t *token, token_visit visit: callback, void *user: none);
int token_close(token_t *token: TOKEN closes) fails(ret != 0);
int token_close_calling(token_t *token: TOKEN closes, token_visit visit: callback, void *user: none) fails(ret != 0);
token_t *token_close_making(token_t *token: TOKEN closes, long address): new TOKEN fails(ret == nullptr);
int token_free_all(token_t **tokens: in [TOKEN; count] frees, int count);
