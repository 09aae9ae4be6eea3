// SPDX-License-Identifier: BSD-3-Clause
// Numbers that grow from call to call, or differ in each: tags that count messages, packing, messages of
// random length from anybody, vectors of random length, records behind a header that is rewritten, counters
// of several rates, and some that begin anew, displacements in files and
// between addresses, files that somebody else opened. What they cost
// must not depend on how many there are. usage: steady_growth KIND N DIRECTORY
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MOST = 4096 };

static double values[2 * MOST];
static int rank, ranks;
static uint64_t state;

static int draw(int n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (int)(state % (uint64_t)n);
}

static void tags(int i) {
  MPI_Sendrecv(values, 4, MPI_DOUBLE, (rank + 1) % ranks, i, values + MOST, 4, MPI_DOUBLE,
               (rank + ranks - 1) % ranks, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void packs(void) {
  static char packed[1 << 20];
  static int position;
  MPI_Pack(values, 3, MPI_DOUBLE, packed, sizeof packed, &position, MPI_COMM_SELF);
}

static void probes(void) {
  MPI_Request request;
  MPI_Status status;
  int count;
  MPI_Isend(values, 1 + draw(MOST), MPI_DOUBLE, (rank + 1) % ranks, 7, MPI_COMM_WORLD, &request);
  MPI_Probe((rank + ranks - 1) % ranks, 7, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  MPI_Recv(values + MOST, count, MPI_DOUBLE, (rank + ranks - 1) % ranks, 7, MPI_COMM_WORLD, &status);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void vectors(int file) {
  const struct iovec parts[] = {{values, (size_t)draw(MOST)}, {values, (size_t)draw(MOST)}};
  if (pwritev(file, parts, 2, 0) < 0) abort();
}

// A header, an index that grows slowly, and the data.
static void records(int file, int i) {
  if (pwrite(file, values, 24, 0) < 0 || pwrite(file, values, 8, 1024 + 8 * i) < 0 ||
      pwrite(file, values, 256, (1 << 20) + 256 * i) < 0 || pread(file, values, 24, 0) < 0)
    abort();
}

// What is known to a buffer that is written when it is full; counters beside a constant.
static void counters(int file, int i) {
  if (pwrite(file, values, 8 + (size_t)i * 136 % 8192, 0) < 0) abort();
  const int lengths[3] = {i, 7, 5 * i}, places[3] = {i, i + 1, 1000 * i};
  MPI_Datatype type;
  MPI_Type_indexed(3, lengths, places, MPI_DOUBLE, &type);
  MPI_Type_free(&type);
  tags(17);
  tags(i);
}

static MPI_Datatype hindexed(int count, const MPI_Aint *displacements) {
  int lengths[40];
  for (int k = 0; k < count; k++) lengths[k] = 1 + k % 3;
  MPI_Datatype type;
  MPI_Type_create_hindexed(count, lengths, displacements, MPI_DOUBLE, &type);
  return type;
}

// What PnetCDF writes with one call: pieces of a file that advance, from buffers that are anywhere in the
// heap.
static void buffers(int i) {
  MPI_Aint places[6], addresses[6];
  for (int k = 0; k < 6; k++) {
    places[k] = i * 65536L + k * 4096L;
    addresses[k] = k == 0 ? 0 : draw(1 << 28) * 16L - (1L << 31);
  }
  MPI_Datatype in_file = hindexed(6, places), in_memory = hindexed(6, addresses);
  MPI_Type_free(&in_memory);
  MPI_Type_free(&in_file);
}

// Pieces of a file as collective I/O puts them together: distances that come again in every eighth, some of
// them beyond those that are remembered one by one.
static void types(int i) {
  static const int places[8] = {0, 11776, 23040, 34304, 45568, 56832, 68096, 79360};
  MPI_Aint displacements[40];
  for (int k = 0; k < 40; k++) displacements[k] = i / 8 * 92672L + places[i % 8] + k * k * 100000L;
  MPI_Datatype type = hindexed(40, displacements);
  MPI_Type_free(&type);
}

// Numbered files that were opened where nobody saw it, in a numbered directory for some steps each.
static void hidden(int i, const char *directory) {
  char name[4096];
  snprintf(name, sizeof name, "%s/%d.%03d", directory, rank, i / 20);
  if (i % 20 == 0 && (mkdir(name, 0755) != 0 || chdir(name) != 0)) abort();
  snprintf(name, sizeof name, "out.%05d", i);
  const int made = (int)syscall(SYS_openat, AT_FDCWD, name, O_CREAT | O_RDWR, 0644);
  if (write(made, values, 64) != 64 || close(made) != 0 || access("out.none", F_OK) == 0) abort();
}

static void turns(int i) { tags(i % 50); }

int main(int argc, char **argv) {
  char name[4096];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 4) MPI_Abort(MPI_COMM_WORLD, 2);
  state = 0x9E3779B97F4A7C15u * (uint64_t)(rank + 1);
  snprintf(name, sizeof name, "%s/vectors.%d", argv[3], rank);
  const int file = open(name, O_CREAT | O_RDWR, 0644);
  for (int i = 0, n = atoi(argv[2]); i < n; i++) {
    if (strcmp(argv[1], "tags") == 0) tags(i);
    if (strcmp(argv[1], "packs") == 0) packs();
    if (strcmp(argv[1], "probes") == 0) probes();
    if (strcmp(argv[1], "vectors") == 0) vectors(file);
    if (strcmp(argv[1], "records") == 0) records(file, i);
    if (strcmp(argv[1], "counters") == 0) counters(file, i);
    if (strcmp(argv[1], "turns") == 0) turns(i);
    if (strcmp(argv[1], "types") == 0) types(i);
    if (strcmp(argv[1], "buffers") == 0) buffers(i);
    if (strcmp(argv[1], "hidden") == 0) hidden(i, argv[3]);
  }
  close(file);
  MPI_Finalize();
  return 0;
}
