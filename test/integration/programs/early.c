// SPDX-License-Identifier: BSD-3-Clause
// With -DLIBRARY a library that reads and writes files in its constructor, before Recorder's own start, also
// in a thread; without, a program that does a little more and prints what they read.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

extern char early_text[64];

#ifdef LIBRARY
char early_text[64];

static void *write_more(void *fd) {
  for (int i = 0; i < 20; i++) pwrite(*(int *)fd, "more", 4, 100 + 8 * i);
  return NULL;
}

__attribute__((constructor)) static void begin(void) {
  int fd = open("early", O_CREAT | O_RDWR | O_TRUNC, 0644);
  write(fd, "from the constructor", 20);
  pread(fd, early_text, sizeof early_text - 1, 5);
  pthread_t thread;
  if (pthread_create(&thread, NULL, write_more, &fd) == 0) pthread_join(thread, NULL);
  FILE *file = fopen("early", "a");
  if (file != NULL) fwrite("the end\n", 1, 8, file);
  if (file != NULL) fclose(file);
  // One stays open.
  lseek(fd, 0, SEEK_SET);
}
#else
int main(void) {
  const int fd = open("late", O_CREAT | O_WRONLY, 0644);
  write(fd, early_text, strlen(early_text));
  close(fd);
  puts(early_text);
  return 0;
}
#endif
