// SPDX-License-Identifier: BSD-3-Clause
#include "token.h"

#include <stddef.h>
#include <stdint.h>

token_t *token_make(long address) { return (token_t *)(intptr_t)address; }
token_t *token_copy(token_t *from, long address, long size) {
  (void)size;
  return from != NULL ? token_make(address) : NULL;
}
int token_two(token_t *from, token_t **made, long address, token_t **second, long other) {
  if (address == 0) return 1;
  *made = token_copy(from, address, 3);
  if (second != NULL) *second = (token_t *)(intptr_t)other;
  return 0;
}
int token_use(token_t *token, int size) { return token != NULL ? size : -1; }
int token_at(token_t *token, token_t *other, long offset) { return token == other ? 0 : (int)(offset & 1); }
int token_some(token_t *const *tokens, int count) { return count > 0 && tokens[0] == NULL; }
int token_each(token_t *token, token_visit visit, void *user) { return visit(token, user); }
int token_close(token_t *token) { return token == NULL; }
int token_close_calling(token_t *token, token_visit visit, void *user) { return visit(token, user); }
// Calls none of the others, which would make the handle before this call is recorded.
token_t *token_close_making(token_t *token, long address) {
  return token != NULL ? (token_t *)(intptr_t)address : NULL;
}
int token_free_all(token_t **tokens, int count) {
  for (int i = 0; i < count; i++)
    if (((intptr_t)tokens[i] & 1) == 0) tokens[i] = NULL;
  return 0;
}
