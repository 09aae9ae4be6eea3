// SPDX-License-Identifier: BSD-3-Clause
// Random loops over token.h, whose turns are alike but for what happens now and then: handles of the same
// numbers or of others, made inside another call, made again without an end or by the call that ends them,
// left for another thread to close, sizes that are random, ends that fail.
// usage: token_use SEED LOOPS THREADS
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "token.h"

enum { kMost = 8, kNumbers = 40, kSteps = 12, kMany = 40 };

struct worker {
  uint64_t state;
  long first;            // of its numbers
  token_t *held[kMost];  // NULL: none
  char taken[kNumbers];  // numbers in use
  int loops;
};

static int seed;

// Tokens of all threads that whoever comes next closes.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct left {
  token_t *token;
  char *taken;
} left[64];
static int left_count;

static unsigned below(struct worker *w, unsigned n) {
  w->state ^= w->state << 13;
  w->state ^= w->state >> 7;
  w->state ^= w->state << 17;
  return (unsigned)(w->state >> 20) % n;
}

// Most often the lowest one that is free, as an allocator's. Others' threads free some: so does the lock.
static long take_number(struct worker *w) {
  const unsigned from = below(w, 12) == 0 ? below(w, kNumbers) : 0;
  long number = 0;
  pthread_mutex_lock(&lock);
  for (unsigned k = 0; k < kNumbers && number == 0; k++) {
    const unsigned at = (from + k) % kNumbers;
    if (w->taken[at]) continue;
    w->taken[at] = 1;
    number = w->first + 2 * (long)at;
  }
  pthread_mutex_unlock(&lock);
  return number;
}

static void give_number(struct worker *w, const token_t *token) {
  pthread_mutex_lock(&lock);
  w->taken[((long)(intptr_t)token - w->first) / 2] = 0;
  pthread_mutex_unlock(&lock);
}

static int visit(token_t *token, void *user) {
  struct worker *w = user;
  const long number = take_number(w);
  if (number == 0) return 1;
  token_t *made = below(w, 2) == 0 ? token_make(number) : token_copy(token, number, 1);
  token_use(made, 5);
  token_close(made);
  give_number(w, made);
  return 0;
}

// Inside the call that ends the token, and which fails now and then though the token is gone.
static int visit_last(token_t *token, void *user) {
  struct worker *w = user;
  token_t *other = w->held[below(w, kMost)];
  return below(w, 12) == 0 || (other != NULL && token_use(other, token == other) < 0);
}

static void make(struct worker *w, int at, unsigned how) {
  if (w->held[at] != NULL) return;
  const long number = take_number(w);
  if (number == 0) return;
  token_t *from = w->held[(at + 1) % kMost], *second;
  // More than a thousand sizes make them random arguments.
  const long size = seed % 3 == 0 ? (long)below(w, 1u << 30) : 8;
  if (how == 0 || from == NULL)
    w->held[at] = token_make(number);
  else if (how == 1)
    w->held[at] = token_copy(from, number, size);
  else
    token_two(from, &w->held[at], number, how == 2 ? NULL : &second, (long)(intptr_t)from);
}

static void end(struct worker *w, int at, unsigned how) {
  token_t *token = w->held[at];
  if (token == NULL) return;
  w->held[at] = NULL;
  if (how == 0) {
    pthread_mutex_lock(&lock);
    const int leaves = left_count < 64;
    if (leaves) left[left_count++] = (struct left){token, &w->taken[((long)(intptr_t)token - w->first) / 2]};
    pthread_mutex_unlock(&lock);
    if (leaves) return;
  }
  if (how == 2)
    token_close_calling(token, visit_last, w);
  else
    token_close(token);
  give_number(w, token);
}

// The same number again, or another one, by a call that ends the handle or by one that does not know of it.
static void make_again(struct worker *w, int at, unsigned how) {
  token_t *token = w->held[at];
  if (token == NULL) return;
  const long number = (long)(intptr_t)token;
  if (how == 0) {
    token_make(number);
  } else if (how < 6) {
    token_close_making(token, number);
  } else if (how == 6) {
    w->held[at] = NULL;
    token_close_making(token, 0);
    give_number(w, token);
  } else {
    const long other = take_number(w);
    if (other == 0) return;
    w->held[at] = token_close_making(token, other);
    give_number(w, token);
  }
}

// As many as fit into what is predicted of a call, and more.
static void list_many(struct worker *w, int at) {
  token_t *many[kMany];
  for (int i = 0; i < kMany; i++) many[i] = w->held[(at + i) % kMost];
  token_some(many, at % 3 == 0 ? kMany : 4 * at);
}

static void end_all(struct worker *w) {
  token_t *all[kMost];
  int count = 0;
  for (int i = 0; i < kMost; i++) {
    if (w->held[i] != NULL) all[count++] = w->held[i];
    w->held[i] = NULL;
  }
  token_t *before[kMost];
  for (int i = 0; i < count; i++) before[i] = all[i];
  token_free_all(all, count);
  for (int i = 0; i < count; i++) give_number(w, before[i]);
}

// What another thread has left, if there is anything; closed before its number is given back.
static void end_left(void) {
  struct left one = {NULL, NULL};
  pthread_mutex_lock(&lock);
  if (left_count > 0) one = left[--left_count];
  pthread_mutex_unlock(&lock);
  if (one.token == NULL) return;
  token_close(one.token);
  pthread_mutex_lock(&lock);
  *one.taken = 0;
  pthread_mutex_unlock(&lock);
}

static void step(struct worker *w, unsigned what, int at, long turn) {
  switch (what) {
    case 0:
    case 1:
    case 2:
    case 3:
      return make(w, at, what);
    case 4:
      token_use(w->held[at], at);
      return;
    case 5:
      if (w->held[at] != NULL) token_at(w->held[at], w->held[(at + 3) % kMost], turn * 64);
      return;
    case 6:
      token_some(w->held + at / 2, kMost / 2);
      return;
    case 7:
      if (w->held[at] != NULL) token_each(w->held[at], visit, w);
      return;
    case 8:
      end(w, at, below(w, 8));
      return;
    case 9:
      end(w, at, 1);
      return;
    case 10:
      end_all(w);
      return;
    case 11:
      return end_left();
    case 12:
      return end(w, at, 2);
    case 13:
      return make_again(w, at, at % 4 == 0 ? below(w, 8) : (unsigned)at % 4 - 1);
    case 14:
      return list_many(w, at);
    default:
      token_close(w->held[at] != NULL && below(w, 2) == 0 ? (token_t *)(intptr_t)(w->first - 4) : NULL);
  }
}

static void *work(void *argument) {
  struct worker *w = argument;
  for (int loop = 0; loop < w->loops; loop++) {
    unsigned what[kSteps];
    int at[kSteps];
    const unsigned steps = 2 + below(w, kSteps - 1);
    for (unsigned i = 0; i < steps; i++) {
      what[i] = below(w, 16);
      at[i] = (int)below(w, kMost);
    }
    const long turns = 2 + (long)below(w, 40);
    for (long turn = 0; turn < turns; turn++)
      for (unsigned i = 0; i < steps; i++)
        if (below(w, 150) != 0) step(w, what[i], at[i], turn);
    if (below(w, 3) == 0) token_make(0);
    // A handle that nobody's call has made.
    if (below(w, 6) == 0) token_use((token_t *)(intptr_t)(w->first - 2), 1);
  }
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  seed = atoi(argv[1]);
  const int threads = atoi(argv[3]);
  static struct worker workers[8];
  pthread_t ids[8];
  for (int i = 0; i < threads; i++) {
    workers[i].state = (uint64_t)seed * 64 + (uint64_t)i + 0x9E3779B97F4A7C15u;
    workers[i].first = 1000 * (i + 1);
    workers[i].loops = atoi(argv[2]);
  }
  for (int i = 1; i < threads; i++) pthread_create(&ids[i], NULL, work, &workers[i]);
  work(&workers[0]);
  for (int i = 1; i < threads; i++) pthread_join(ids[i], NULL);
  puts("done");
  return 0;
}
