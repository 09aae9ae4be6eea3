// SPDX-License-Identifier: BSD-3-Clause
// Ways in which a process begets another or ends: the parent's and the children's I/O must each be
// traced once, and every exit status must arrive as it was.
// usage: forker WAY     (fork exec vforkexec spawn system popen daemon _exit _Exit abort quick_exit
//                        exit kill execself fexecve orphan)
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void put(const char *name, const char *text) {
  const int fd = open(name, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text)) _exit(30);
  close(fd);
}

static int reap(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) == -1 && errno == EINTR) continue;
  printf("child ended %d\n", WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status));
  return status;
}

static void child_io(int code) {
  put("child", "written by the child\n");
  put("child", "again\n");
  exit(code);
}

static void fork_io(void) {
  const int shared = open("shared", O_RDWR | O_CREAT, 0644);
  const pid_t child = fork();
  if (child == 0) {
    if (write(shared, "child", 5) != 5) _exit(31);
    child_io(7);
  }
  put("parent", "written meanwhile\n");
  reap(child);
  if (write(shared, "parent", 6) != 6) _exit(32);
  close(shared);
}

static void fork_exec(int flavour) {
  char *const args[] = {(char *)"sh", (char *)"-c", (char *)"echo executed >from-exec; exit 5", NULL};
  const pid_t child = fork();
  if (child == 0) {
    put("before-exec", "x");
    if (flavour == 0) execv("/bin/sh", args);
    if (flavour == 1) execvp("sh", args);
    if (flavour == 2) execve("/bin/sh", args, environ);
    if (flavour == 3) execl("/bin/sh", "sh", "-c", args[2], (char *)NULL);
    if (flavour == 4) execlp("sh", "sh", "-c", args[2], (char *)NULL);
    if (flavour == 5) execle("/bin/sh", "sh", "-c", args[2], (char *)NULL, environ);
    if (flavour == 6) execvpe("sh", args, environ);
    _exit(33);
  }
  reap(child);
}

static void failed_exec(void) {
  char *const args[] = {(char *)"absent", NULL};
  errno = 0;
  const int result = execv("./absent", args);
  printf("exec of an absent file: %d %d\n", result, errno == ENOENT);
  // Each of these has been in a trace for a while before it turns out not to be the last call.
  for (int i = 8; i < 12; i++) {
    char name[32];
    snprintf(name, sizeof name, "./absent.%d", i);
    execl(name, name, (char *)NULL);
  }
  put("after-failed-exec", "the trace goes on");
}

static void vfork_exec(void) {
  const pid_t child = vfork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", "echo vforked >from-vfork; exit 6", (char *)NULL);
    _exit(34);
  }
  put("parent", "after vfork\n");
  reap(child);
}

static void vfork_exit(void) {
  const pid_t child = vfork();
  if (child == 0) _exit(9);
  put("parent", "after vfork and _exit\n");
  reap(child);
}

static void spawn(void) {
  char *const args[] = {(char *)"sh", (char *)"-c", (char *)"echo spawned >from-spawn; exit 4", NULL};
  pid_t child;
  if (posix_spawn(&child, "/bin/sh", NULL, NULL, args, environ) != 0) _exit(35);
  reap(child);
  if (posix_spawnp(&child, "sh", NULL, NULL, args, environ) != 0) _exit(36);
  reap(child);
}

static void through_shell(void) {
  const int status = system("echo system >from-system; exit 8");
  printf("system returned %d\n", WEXITSTATUS(status));
  FILE *p = popen("cat from-system", "r");
  char line[100];
  if (p == NULL || fgets(line, sizeof line, p) == NULL) _exit(37);
  printf("popen read %s", line);
  printf("pclose returned %d\n", pclose(p));
}

static void many_children(void) {
  for (int i = 0; i < 5; i++) {
    const pid_t child = fork();
    if (child == 0) {
      const pid_t grandchild = fork();
      if (grandchild == 0) {
        put("grandchild", "g");
        _exit(1);
      }
      waitpid(grandchild, NULL, 0);
      put("child", "c");
      _exit(i);
    }
    reap(child);
  }
}

static void in_background(void) {
  const pid_t child = fork();
  if (child == 0) {
    if (daemon(1, 1) == 0) put("daemon", "in the background\n");
    _exit(0);
  }
  reap(child);
  for (int i = 0; i < 500 && access("daemon", F_OK) != 0; i++) usleep(10000);
}

static void exec_self(const char *program) {
  put("first", "before exec\n");
  char *const args[] = {(char *)program, (char *)"exit", NULL};
  const int fd = open(program, O_RDONLY | O_CLOEXEC);
  if (fd >= 0 && getenv("FORKER_FEXECVE")) fexecve(fd, args, environ);
  execv(program, args);
  _exit(38);
}

int main(int argc, char **argv) {
  const char *way = argc > 1 ? argv[1] : "fork";
  setvbuf(stdout, NULL, _IONBF, 0);
  put("parent", "start\n");
  if (!strcmp(way, "fork")) fork_io();
  if (!strcmp(way, "exec"))
    for (int i = 0; i < 7; i++) fork_exec(i);
  if (!strcmp(way, "exec")) failed_exec();
  if (!strcmp(way, "vforkexec")) vfork_exec(), vfork_exit();
  if (!strcmp(way, "spawn")) spawn();
  if (!strcmp(way, "system")) through_shell();
  if (!strcmp(way, "many")) many_children();
  if (!strcmp(way, "daemon")) in_background();
  if (!strcmp(way, "execself")) exec_self(argv[0]);
  put("parent", "end\n");
  if (!strcmp(way, "_exit")) _exit(11);
  if (!strcmp(way, "_Exit")) _Exit(12);
  if (!strcmp(way, "quick_exit")) quick_exit(13);
  if (!strcmp(way, "exit")) exit(14);
  if (!strcmp(way, "abort")) abort();
  if (!strcmp(way, "kill")) raise(SIGKILL);
  return 15;
}
