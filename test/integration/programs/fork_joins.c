// SPDX-License-Identifier: BSD-3-Clause
// A library that ends its thread before each fork and waits for it, as some that compute do, and a program
// that forks. Its handler is there before Recorder's, so that it runs behind that.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

void begin_work(void);

#ifdef LIBRARY
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int works, stops;
static pthread_t worker;

static void *work(void *unused) {
  const int fd = open("worker.txt", O_CREAT | O_WRONLY | O_APPEND, 0644);
  if (write(fd, "work", 4) != 4) perror("worker.txt");
  close(fd);
  pthread_mutex_lock(&mutex);
  works = 1;
  pthread_cond_broadcast(&changed);
  while (!stops) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void end_work(void) {
  pthread_mutex_lock(&mutex);
  const int is_there = works;
  works = 0;
  stops = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  if (is_there) pthread_join(worker, NULL);
}

void begin_work(void) {
  stops = 0;
  pthread_create(&worker, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  while (!works) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
}

__attribute__((constructor)) static void watch(void) { pthread_atfork(end_work, NULL, NULL); }
#else
int main(void) {
  alarm(60);  // should it hang
  for (int i = 0; i < 20; i++) {
    begin_work();
    const pid_t child = fork();
    if (child == 0) {
      close(open("child.txt", O_CREAT | O_WRONLY, 0644));
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) return 1;
  }
  puts("done");
  return 0;
}
#endif
