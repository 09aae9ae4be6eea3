// SPDX-License-Identifier: BSD-3-Clause
// Threads that write without a pause while the main thread makes the trace be written: by calls of exec that
// fail, after which all go on, or by the end of the program. usage: others_go_on exec|exit ROUNDS
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kThreads = 4, kAttempts = 20 };

static int rounds;
static int for_ever;
static atomic_int busy;  // threads that have made `rounds` calls

static void *thread_main(void *argument) {
  char name[32];
  snprintf(name, sizeof name, "busy.%d", (int)(long)argument);
  const int fd = open(name, O_RDWR | O_CREAT, 0644);
  if (fd < 0) _exit(20);
  for (long i = 0; i < rounds || for_ever; i++) {
    if (pwrite(fd, name, 16, i % 64 * 16) != 16) _exit(21);
    if (i + 1 == rounds) busy++;
    if (i % 64 == 63) usleep(200);  // so that the trace is also written while it is elsewhere
  }
  close(fd);
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  for_ever = strcmp(argv[1], "exit") == 0;
  rounds = atoi(argv[2]);
  pthread_t ids[kThreads];
  for (long i = 0; i < kThreads; i++) pthread_create(&ids[i], NULL, thread_main, (void *)i);
  if (for_ever) {
    while (busy < kThreads) usleep(1000);
    return 7;
  }
  for (int i = 0; i < kAttempts; i++) {
    execl("/absent/program", "program", (char *)NULL);
    usleep(500);
  }
  for (int i = 0; i < kThreads; i++) pthread_join(ids[i], NULL);
  puts("others done");
  return 0;
}
