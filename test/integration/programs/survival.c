// SPDX-License-Identifier: BSD-3-Clause
// Things that programs do to the process they are in, while they do I/O. Exits with 0 when the program found
// all as it should be without Recorder. usage: survival WHAT [NUMBER]
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static int number;

// Irregular, so that there is much to remember of it.
static void seek(int fd, long calls) {
  for (long i = 0; i < calls; i++) lseek(fd, i * 7919 % 100003, SEEK_SET);
}

static int scratch_file(void) {
  const int fd = open("scratch", O_RDWR | O_CREAT, 0644);
  if (fd < 0 || write(fd, "a", 1) != 1) exit(90);
  return fd;
}

static long status_of(const char *key) {
  char line[256];
  long value = -1;
  FILE *f = fopen("/proc/self/status", "r");
  while (f != NULL && fgets(line, sizeof line, f) != NULL)
    if (strncmp(line, key, strlen(key)) == 0) value = atol(line + strlen(key));
  if (f != NULL) fclose(f);
  return value;
}

// After an exec that failed, all descriptors are closed and files of our own opened in their place.
static int failed_exec(void) {
  char *arguments[] = {"absent", NULL};
  struct stat s;
  int files[8];
  close(scratch_file());
  execv("/absent/program", arguments);
  for (int i = 3; i < 2000; i++) close(i);
  for (int i = 0; i < 4; i++) {
    char name[16];
    snprintf(name, sizeof name, "data.%d", i);
    files[i] = open(name, O_RDWR | O_CREAT, 0644);
    files[i + 4] = dup3(files[i], 1000 + i, 0);
    if (write(files[i], "data", 4) != 4) return 1;
  }
  seek(files[0], 200000);
  for (int i = 0; i < 8; i++)
    if (fstat(files[i], &s) != 0 || s.st_size != 4) return 2;
  return 0;
}

static int fork_keeps_stdin(void) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0) _exit(fcntl(0, F_GETFD) < 0 ? 1 : 0);
  return waitpid(child, &status, 0) == child ? WEXITSTATUS(status) : 2;
}

// No file may grow, not even the spool: no call is kept, but neither is memory.
static int no_room(void) {
  const int fd = open("scratch", O_RDWR | O_CREAT, 0644);
  const long before = status_of("VmSize:");
  seek(fd, 100000);
  return status_of("VmSize:") - before > 20000 ? 1 : 0;
}

static pthread_barrier_t together;

static void *many_main(void *unused) {
  const int fd = open("scratch", O_RDWR | O_CREAT, 0644);
  pthread_barrier_wait(&together);
  seek(fd, 2000);
  pthread_barrier_wait(&together);
  close(fd);
  return unused;
}

// More threads than Recorder's memory allows for.
static int many_threads(void) {
  static pthread_t ids[512];
  pthread_barrier_init(&together, NULL, (unsigned)number);
  for (int i = 0; i < number; i++) pthread_create(&ids[i], NULL, many_main, NULL);
  for (int i = 0; i < number; i++) pthread_join(ids[i], NULL);
  return 0;
}

static void *short_main(void *unused) {
  close(scratch_file());
  return unused;
}

// Short-lived threads, one after another; prints the KiB of the spool file, which only we know the name of.
static int short_threads(void) {
  char command[128];
  for (int i = 0; i < number; i++) {
    pthread_t id;
    pthread_create(&id, NULL, short_main, NULL);
    pthread_join(id, NULL);
  }
  snprintf(command, sizeof command, "du -k spool/recorder-*-%d-*.spool | cut -f1", (int)getpid());
  unsetenv("LD_PRELOAD");
  fflush(stdout);
  return system(command);
}

static void *forking_main(void *fd) {
  for (;;) {
    const pid_t child = fork();
    if (child == 0) {
      lseek(*(int *)fd, 0, SEEK_SET);
      _exit(0);
    }
    waitpid(child, NULL, 0);
  }
  return NULL;
}

// The process ends while a thread of it forks.
static int fork_at_exit(void) {
  pthread_t id;
  static int fd;
  fd = scratch_file();
  seek(fd, 50000);
  pthread_create(&id, NULL, forking_main, &fd);
  usleep(3000);
  exit(0);
}

// The process forks without telling libc's handlers; child and parent record at the same time.
static int fork_by(pid_t (*fork_)(void)) {
  int status = 0;
  const int fd = scratch_file();
  seek(fd, 1000);
  const pid_t child = fork_();
  if (child == 0) {
    seek(dup(fd), 20000);
    _exit(0);
  }
  seek(fd, 100000);
  return waitpid(child, &status, 0) == child ? status : 2;
}

static pid_t clone_process(void) { return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }
static int raw_fork(void) { return fork_by(clone_process); }

// glibc has it since 2.34.
extern pid_t _Fork(void) __attribute__((weak));
static int libc_fork(void) { return fork_by(_Fork ? _Fork : clone_process); }

static int ends_at_once;

static void end_here(int signal) {
  (void)signal;
  if (ends_at_once) _exit(3);
  exit(3);
}

static void alarm_in(long microseconds) {
  const struct itimerval when = {{0, 0}, {0, microseconds}};
  setitimer(ITIMER_REAL, &when, NULL);
}

// A handler ends the process, which it interrupts anywhere in NUMBER microseconds.
static int exit_in_handler(void) {
  const int fd = scratch_file();
  signal(SIGALRM, end_here);
  alarm_in(number);
  for (unsigned x = 1;; x = x * 1103515245 + 12345) {
    for (volatile int i = 0; i < 500; i++) continue;
    if ((x >> 16) % 3 != 0)
      lseek(fd, (x >> 8) % 100000, SEEK_SET);
    else if (write(fd, "x", (x >> 20) & 1) < 0)
      return 1;
  }
}

static sigjmp_buf back;
static volatile sig_atomic_t jumps;
static volatile long calls;

static void jump_back(int signal) {
  (void)signal;
  siglongjmp(back, 1);
}

// A handler leaves what it interrupted; prints how many calls there were.
static int jump_from_handler(void) {
  const int fd = scratch_file();
  signal(SIGALRM, jump_back);
  sigsetjmp(back, 1);
  if (jumps < number) {
    jumps++;
    alarm_in(1000);
    for (;; calls++) lseek(fd, calls * 7919 % 100003, SEEK_SET);
  }
  for (int i = 0; i < 1000; i++)
    if (write(fd, "last", 4) != 4) return 1;
  printf("%ld\n", calls);
  return 0;
}

static int change_directory(void) {
  const int fd = scratch_file();
  if (chdir("/") != 0) return 1;
  seek(fd, 200000);
  return 0;
}

// For a while there is no descriptor to be had.
static int no_descriptors(void) {
  const struct rlimit few = {64, 64};
  const int fd = scratch_file();
  setrlimit(RLIMIT_NOFILE, &few);
  while (dup(fd) >= 0) {
  }
  seek(fd, 300000);
  for (int i = fd + 1; i < 64; i++) close(i);
  seek(fd, 100000);
  for (int i = 0; i < 1000; i++)
    if (write(fd, "last", 4) != 4) return 1;
  return 0;
}

// vfork and exec over and over; the address space stays as it is.
static int many_vforks(void) {
  char *arguments[] = {"true", NULL};
  long before = 0;
  for (int i = 0; i < number; i++) {
    if (i == 10) before = status_of("VmSize:");
    const pid_t child = vfork();
    if (child == 0) {
      execv("/bin/true", arguments);
      _exit(9);
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child || status != 0) return 1;
  }
  return status_of("VmSize:") - before > (number - 10) * 2 ? 2 : 0;
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    int (*run)(void);
  } all[] = {{"failed_exec", failed_exec},
             {"fork_keeps_stdin", fork_keeps_stdin},
             {"no_room", no_room},
             {"many_threads", many_threads},
             {"short_threads", short_threads},
             {"fork_at_exit", fork_at_exit},
             {"raw_fork", raw_fork},
             {"libc_fork", libc_fork},
             {"exit_in_handler", exit_in_handler},
             {"jump_from_handler", jump_from_handler},
             {"change_directory", change_directory},
             {"no_descriptors", no_descriptors},
             {"many_vforks", many_vforks}};
  if (argc < 2) return 2;
  number = argc > 2 ? atoi(argv[2]) : 0;
  ends_at_once = argc > 3;
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    if (strcmp(all[i].name, argv[1]) == 0) return all[i].run();
  return 2;
}
