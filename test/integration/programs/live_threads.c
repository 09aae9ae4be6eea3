// SPDX-License-Identifier: BSD-3-Clause
// Many threads that live at once, each with some I/O before and after the moment at which all are there; then
// as many again, which get what the first ones leave.
//   live_threads THREADS ROUNDS
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_barrier_t all_there;
static int file;

static void *work(void *number) {
  const long n = (long)number;
  char name[32];
  snprintf(name, sizeof name, "live.%ld", n % 7);
  const int own = open(name, O_CREAT | O_RDWR, 0644);
  for (int i = 0; i < 10; i++) pwrite(file, name, (size_t)i % 4, (n * 31 + i * i * 7) % 991);
  pthread_barrier_wait(&all_there);
  for (int i = 0; i < 3; i++) pread(own, name, 1, i * n);
  close(own);
  return NULL;
}

int main(int argc, char **argv) {
  const long threads = argc > 1 ? atol(argv[1]) : 100, rounds = argc > 2 ? atol(argv[2]) : 2;
  pthread_t *ids = malloc((size_t)threads * sizeof *ids);
  file = open("live.all", O_CREAT | O_RDWR, 0644);
  for (long round = 0; round < rounds; round++) {
    pthread_barrier_init(&all_there, NULL, (unsigned)threads);
    for (long n = 0; n < threads; n++)
      if (pthread_create(&ids[n], NULL, work, (void *)(round * threads + n)) != 0) return 1;
    for (long n = 0; n < threads; n++) pthread_join(ids[n], NULL);
    pthread_barrier_destroy(&all_there);
  }
  free(ids);
  puts("live done");
  return close(file);
}
