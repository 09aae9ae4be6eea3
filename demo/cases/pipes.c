// SPDX-License-Identifier: BSD-3-Clause
// A case study of doc/guide.md: an MPI program of which each rank hands pieces of its work to another program
// through pipes, as some workflows do beside the messages of MPI.
// usage: mpiexec -n N pipes COMMAND PIECES
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

// Sends a piece to the command's standard input and reads what it answers; the number of bytes of that.
static long ask(const char *command, const char *piece, size_t size) {
  int to[2], from[2];
  if (pipe(to) != 0 || pipe(from) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    dup2(to[0], 0);
    dup2(from[1], 1);
    close(to[0]), close(to[1]), close(from[0]), close(from[1]);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
  }
  close(to[0]), close(from[1]);
  long answered = write(to[1], piece, size) == (ssize_t)size ? 0 : -1;
  close(to[1]);
  char answer[512];
  for (ssize_t n; (n = read(from[0], answer, sizeof answer)) > 0;) answered += n;
  close(from[0]);
  waitpid(child, NULL, 0);
  return answered;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char *command = argc > 1 ? argv[1] : "wc -c";
  const int pieces = argc > 2 ? atoi(argv[2]) : 3;
  static char piece[2048];
  long answered = 0;
  for (int i = 0; i < pieces; ++i) answered += ask(command, piece, sizeof piece);
  long all = 0;
  MPI_Reduce(&answered, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%ld bytes of answers\n", all);
  MPI_Finalize();
  return 0;
}
