// SPDX-License-Identifier: BSD-3-Clause
// A strided writer in the manner of IOR: in each segment every rank has a block, which it writes in
// transfers. Word i of a shared file is i, of a rank's own file (-F, FILE.rank) rank * 2^32 + i, so that
// anybody can check them.
// usage: ior [-a posix|pwrite|mpiio|collective] [-b BLOCK] [-t TRANSFER] [-s SEGMENTS] [-F] FILE
//   sizes in bytes; posix is lseek and write. Rank 0 prints the number of bytes that each rank wrote.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct options {
  const char *interface, *file;
  long block, transfer, segments;
  int own_file, rank, ranks;
};

// An open file; fd is -1 where MPI-IO is used.
struct target {
  int fd;
  MPI_File mpi;
};

static void need(int condition, const char *what) {
  if (condition) return;
  fprintf(stderr, "ior: %s failed\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static int uses_mpi(const struct options *o) {
  return strcmp(o->interface, "mpiio") == 0 || strcmp(o->interface, "collective") == 0;
}

static struct target open_target(const struct options *o) {
  struct target target = {-1, MPI_FILE_NULL};
  char name[4096];
  snprintf(name, sizeof name, o->own_file ? "%s.%05d" : "%s", o->file, o->rank);
  if (uses_mpi(o)) {
    const int mode = MPI_MODE_CREATE | MPI_MODE_WRONLY;
    const MPI_Comm comm = o->own_file ? MPI_COMM_SELF : MPI_COMM_WORLD;
    need(MPI_File_open(comm, name, mode, MPI_INFO_NULL, &target.mpi) == MPI_SUCCESS, "MPI_File_open");
  } else {
    target.fd = open(name, O_CREAT | O_WRONLY, 0644);
    need(target.fd >= 0, "open");
  }
  return target;
}

static void close_target(struct target *target) {
  if (target->fd >= 0) {
    need(close(target->fd) == 0, "close");
  } else {
    need(MPI_File_close(&target->mpi) == MPI_SUCCESS, "MPI_File_close");
  }
}

static void transfer(const struct options *o, const struct target *target, const uint64_t *data,
                     off_t offset) {
  const size_t size = (size_t)o->transfer;
  MPI_Status status;
  switch (o->interface[0] == 'p' ? o->interface[1] : o->interface[0]) {
    case 'o':
      need(lseek(target->fd, offset, SEEK_SET) == offset, "lseek");
      need(write(target->fd, data, size) == (ssize_t)size, "write");
      break;
    case 'w':
      need(pwrite(target->fd, data, size, offset) == (ssize_t)size, "pwrite");
      break;
    case 'm':
      need(MPI_File_write_at(target->mpi, offset, data, (int)size, MPI_BYTE, &status) == MPI_SUCCESS,
           "write_at");
      break;
    default:
      need(MPI_File_write_at_all(target->mpi, offset, data, (int)size, MPI_BYTE, &status) == MPI_SUCCESS,
           "write_at_all");
  }
}

static void write_file(const struct options *o, const struct target *target) {
  uint64_t *data = malloc((size_t)o->transfer);
  need(data != NULL, "malloc");
  const long sharers = o->own_file ? 1 : o->ranks, place = o->own_file ? 0 : o->rank;
  const uint64_t base = o->own_file ? (uint64_t)o->rank << 32 : 0;
  for (long segment = 0; segment < o->segments; segment++) {
    const long begin = (segment * sharers + place) * o->block;
    for (long at = 0; at < o->block; at += o->transfer) {
      for (long i = 0; i < o->transfer / 8; i++) data[i] = base + (uint64_t)((begin + at) / 8 + i);
      transfer(o, target, data, begin + at);
    }
  }
  free(data);
}

static struct options read_options(int argc, char **argv) {
  struct options o = {"posix", NULL, 1048576, 4096, 1, 0, 0, 1};
  for (int option; (option = getopt(argc, argv, "a:b:t:s:F")) != -1;) {
    if (option == 'a') o.interface = optarg;
    if (option == 'b') o.block = atol(optarg);
    if (option == 't') o.transfer = atol(optarg);
    if (option == 's') o.segments = atol(optarg);
    if (option == 'F') o.own_file = 1;
  }
  o.file = argv[optind];
  const int known = uses_mpi(&o) || strcmp(o.interface, "posix") == 0 || strcmp(o.interface, "pwrite") == 0;
  need(known && o.file != NULL, "reading the command line");
  need(o.transfer >= 8 && o.transfer % 8 == 0 && o.block % o.transfer == 0,
       "fitting transfers into the block");
  return o;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  struct options o = read_options(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &o.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &o.ranks);
  MPI_Barrier(MPI_COMM_WORLD);
  struct target target = open_target(&o);
  write_file(&o, &target);
  close_target(&target);
  MPI_Barrier(MPI_COMM_WORLD);
  if (o.rank == 0) printf("%ld\n", o.block * o.segments);
  MPI_Finalize();
  return 0;
}
