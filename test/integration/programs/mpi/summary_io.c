// SPDX-License-Identifier: BSD-3-Clause
// Each kind of transfer that MPI-IO has, in loops: independent, collective, split, nonblocking; through
// views, with derived datatypes, hints and data sieving; files of one rank and files of all.
#include <mpi.h>
#include <stdlib.h>

enum { COUNT = 64, TURNS = 12 };
static int values[4 * COUNT];

static void need(int result) {
  if (result != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
}

static MPI_File open_file(MPI_Comm comm, const char *name, const char *key, const char *value) {
  MPI_File file;
  MPI_Info info = MPI_INFO_NULL;
  if (key != NULL) {
    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
  }
  need(MPI_File_open(comm, name, MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file));
  if (key != NULL) MPI_Info_free(&info);
  return file;
}

static void at_offsets(MPI_File file, int rank) {
  MPI_Status status;
  for (int i = 0; i < TURNS; i++) {
    const MPI_Offset at = (MPI_Offset)(rank * TURNS + i) * (MPI_Offset)sizeof values;
    need(MPI_File_write_at(file, at, values, COUNT, MPI_INT, &status));
    need(MPI_File_write_at_all(file, at, values, 2 * COUNT, MPI_INT, &status));
    need(MPI_File_read_at(file, at, values, COUNT, MPI_INT, &status));
    need(MPI_File_read_at_all(file, at, values, COUNT / 2, MPI_DOUBLE, &status));
  }
}

static void split_and_nonblocking(MPI_File file, int rank) {
  MPI_Status status;
  MPI_Request request;
  for (int i = 0; i < TURNS; i++) {
    const MPI_Offset at = (MPI_Offset)(rank * TURNS + i) * 256;
    need(MPI_File_write_at_all_begin(file, at, values, COUNT, MPI_INT));
    need(MPI_File_write_at_all_end(file, values, &status));
    need(MPI_File_read_at_all_begin(file, at, values, COUNT, MPI_INT));
    need(MPI_File_read_at_all_end(file, values, &status));
    need(MPI_File_iwrite_at(file, at, values, COUNT, MPI_INT, &request));
    MPI_Wait(&request, &status);
    need(MPI_File_iread_at(file, at, values, COUNT, MPI_INT, &request));
    MPI_Wait(&request, &status);
  }
}

// Every second block of 16 integers: written with data sieving where the view is not collective.
static void views(MPI_File file, int rank, int ranks) {
  MPI_Datatype blocks;
  MPI_Status status;
  MPI_Type_vector(COUNT / 16, 16, 32 * ranks, MPI_INT, &blocks);
  MPI_Type_commit(&blocks);
  for (int i = 0; i < TURNS; i++) {
    const MPI_Offset at = (MPI_Offset)i * COUNT * 2 * ranks * 4 + (MPI_Offset)rank * 128;
    need(MPI_File_set_view(file, at, MPI_INT, blocks, "native", MPI_INFO_NULL));
    need(MPI_File_write_all(file, values, COUNT, MPI_INT, &status));
    need(MPI_File_set_view(file, at, MPI_INT, blocks, "native", MPI_INFO_NULL));
    need(MPI_File_write(file, values, COUNT, MPI_INT, &status));
    need(MPI_File_seek(file, 0, MPI_SEEK_SET));
    need(MPI_File_read(file, values, COUNT, MPI_INT, &status));
  }
  MPI_Type_free(&blocks);
}

// What the memory holds apart, and what fails.
static void datatypes(MPI_File file, int rank) {
  MPI_Datatype column, pairs;
  MPI_Status status;
  MPI_Type_vector(COUNT, 1, 4, MPI_INT, &column);
  MPI_Type_contiguous(2, MPI_INT, &pairs);
  MPI_Type_commit(&column);
  MPI_Type_commit(&pairs);
  MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
  for (int i = 0; i < TURNS; i++) {
    need(MPI_File_write_at(file, (rank * TURNS + i) * 256, values, 1, column, &status));
    need(MPI_File_write_at(file, (rank * TURNS + i) * 256, values, COUNT / 2, pairs, &status));
    MPI_File_write_at(file, -1, values, 1, MPI_INT, &status);
  }
  MPI_Type_free(&column);
  MPI_Type_free(&pairs);
}

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_File file = open_file(MPI_COMM_WORLD, "shared", "romio_ds_write", "enable");
  at_offsets(file, rank);
  split_and_nonblocking(file, rank);
  need(MPI_File_sync(file));
  views(file, rank, ranks);
  need(MPI_File_close(&file));
  char name[16] = "own.0";
  name[4] = (char)('0' + rank);
  file = open_file(MPI_COMM_SELF, name, NULL, NULL);
  datatypes(file, 0);
  need(MPI_File_close(&file));
  MPI_Finalize();
  return 0;
}
