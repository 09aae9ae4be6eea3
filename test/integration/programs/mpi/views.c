// SPDX-License-Identifier: BSD-3-Clause
// MPI-IO at offsets of views. Prints the byte of the file at which each call began as MPI itself counts it:
// "function offset byte".
#include <mpi.h>
#include <stdio.h>

static double values[256];
static int rank;

static void write_at(MPI_File file, MPI_Offset offset) {
  MPI_Offset byte = 0;
  MPI_Status status;
  MPI_File_get_byte_offset(file, offset, &byte);
  MPI_File_write_at(file, offset, values, 1, MPI_DOUBLE, &status);
  MPI_File_read_at_all(file, offset, values, 2, MPI_DOUBLE, &status);
  if (rank == 1)
    printf("MPI_File_write_at %lld\nMPI_File_read_at_all %lld\n", (long long)byte, (long long)byte);
}

static void try_view(MPI_File file, MPI_Offset start, MPI_Datatype unit, MPI_Datatype type) {
  MPI_Type_commit(&type);
  MPI_File_set_view(file, start, unit, type, "native", MPI_INFO_NULL);
  for (int i = 0; i < 12; i++) write_at(file, 2 * i);
  MPI_Type_free(&type);
}

int main(int argc, char **argv) {
  MPI_File file;
  MPI_Datatype type, inner;
  const int sizes[2] = {6, 8}, parts[2] = {3, 2};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int starts[2] = {1, 2 * rank}, turned[2] = {2, 4};
  MPI_File_open(MPI_COMM_WORLD, "views", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  for (int i = 0; i < 10; i++) write_at(file, 1000 * rank + 10 * i);
  MPI_File_set_view(file, 64 * rank, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
  for (int i = 0; i < 10; i++) write_at(file, i);
  MPI_Type_contiguous(3, MPI_DOUBLE, &type);
  try_view(file, 24, MPI_DOUBLE, type);
  MPI_Type_vector(3, 2, 5, MPI_DOUBLE, &type);
  try_view(file, 16 * rank, MPI_DOUBLE, type);
  MPI_Type_create_hvector(4, 1, 40, MPI_DOUBLE, &type);
  try_view(file, 8 * rank, MPI_DOUBLE, type);
  MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &type);
  try_view(file, 100, MPI_DOUBLE, type);
  MPI_Type_create_subarray(2, sizes, parts, turned, MPI_ORDER_FORTRAN, MPI_DOUBLE, &type);
  try_view(file, 0, MPI_DOUBLE, type);
  MPI_Type_vector(2, 1, 2, MPI_DOUBLE, &inner);
  MPI_Type_create_resized(inner, 0, 64, &type);
  try_view(file, 8, MPI_DOUBLE, type);
  MPI_Type_free(&inner);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
