// SPDX-License-Identifier: BSD-3-Clause
// Eight threads that open, write and close at the same time, descriptors handed from thread to
// thread, and a thread that starts after the others have ended.
// usage: threads8 [ROUNDS]
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kThreads = 8 };

static int rounds = 200;
static int passed_on[kThreads + 1];
static pthread_barrier_t meeting;

static void work(int number) {
  char name[64], data[256];
  memset(data, 'a' + number, sizeof data);
  for (int i = 0; i < rounds; i++) {
    snprintf(name, sizeof name, "t%d.%d", number, i % 5);
    const int fd = open(name, O_RDWR | O_CREAT, 0644);
    if (fd < 0) _exit(20);
    for (int k = 0; k < 4; k++) {
      if (write(fd, data, 64 + (size_t)k) != 64 + k) _exit(21);
    }
    if (pread(fd, data, 10, 5) != 10) _exit(22);
    close(fd);
  }
}

static void *thread_main(void *argument) {
  const int number = (int)(long)argument;
  work(number);
  char name[64];
  snprintf(name, sizeof name, "passed.%d", number);
  passed_on[number] = open(name, O_RDWR | O_CREAT, 0644);
  pthread_barrier_wait(&meeting);
  const int theirs = passed_on[(number + 1) % kThreads];  // opened by a neighbour
  if (write(theirs, "from a neighbour", 16) != 16) _exit(23);
  pthread_barrier_wait(&meeting);
  close(theirs);
  return NULL;
}

static void *late_main(void *argument) {
  (void)argument;
  work(kThreads);
  return NULL;
}

int main(int argc, char **argv) {
  if (argc > 1) rounds = atoi(argv[1]);
  pthread_t ids[kThreads], late;
  pthread_barrier_init(&meeting, NULL, kThreads);
  for (long i = 0; i < kThreads; i++) pthread_create(&ids[i], NULL, thread_main, (void *)i);
  for (int i = 0; i < kThreads; i++) pthread_join(ids[i], NULL);
  pthread_create(&late, NULL, late_main, NULL);
  pthread_join(late, NULL);
  puts("threads done");
  return 0;
}
