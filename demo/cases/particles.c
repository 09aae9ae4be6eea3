// SPDX-License-Identifier: BSD-3-Clause
// Case studies of doc/guide.md: a checkpoint of particles, one array of records shared by all ranks. How it
// is written is the first argument:
//   small       each rank writes its records one by one, where they belong in the file
//   sieve       one write a step, through a view that picks the rank's records
//   collective  the same, by all ranks together
// usage: mpiexec -n N particles small|sieve|collective FILE [HINT=VALUE]...
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDS = 2000, STEPS = 2 };
typedef struct {
  double position[3], velocity[3];
  char kind[3];
} Record;  // 56 bytes

static MPI_Info hints(int argc, char **argv) {
  MPI_Info info;
  MPI_Info_create(&info);
  for (int i = 3; i < argc; ++i) {
    char *value = strchr(argv[i], '=');
    if (value == NULL) continue;
    *value = '\0';
    MPI_Info_set(info, argv[i], value + 1);
    *value = '=';
  }
  return info;
}

// Record i of a rank stands behind those with this number of the ranks before it.
static void write_one_by_one(MPI_File file, const Record *records, int rank, int ranks, MPI_Offset base) {
  for (int i = 0; i < RECORDS; ++i) {
    const MPI_Offset at = base + ((MPI_Offset)i * ranks + rank) * (MPI_Offset)sizeof(Record);
    MPI_File_write_at(file, at, &records[i], sizeof(Record), MPI_BYTE, MPI_STATUS_IGNORE);
  }
}

static void write_through_view(MPI_File file, const Record *records, int rank, int ranks, MPI_Offset base,
                               MPI_Info info, int together) {
  MPI_Datatype record, mine;
  MPI_Type_contiguous(sizeof(Record), MPI_BYTE, &record);
  MPI_Type_vector(RECORDS, 1, ranks, record, &mine);
  MPI_Type_commit(&record);
  MPI_Type_commit(&mine);
  MPI_File_set_view(file, base + rank * (MPI_Offset)sizeof(Record), record, mine, "native", info);
  if (together)
    MPI_File_write_all(file, records, RECORDS, record, MPI_STATUS_IGNORE);
  else
    MPI_File_write(file, records, RECORDS, record, MPI_STATUS_IGNORE);
  MPI_Type_free(&mine);
  MPI_Type_free(&record);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc < 3) {
    if (rank == 0) fprintf(stderr, "usage: particles small|sieve|collective FILE [HINT=VALUE]...\n");
    MPI_Finalize();
    return 2;
  }
  static Record records[RECORDS];
  MPI_Info info = hints(argc, argv);
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, argv[2], MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file);
  for (int step = 0; step < STEPS; ++step) {
    const MPI_Offset base = (MPI_Offset)step * RECORDS * ranks * (MPI_Offset)sizeof(Record);
    if (strcmp(argv[1], "small") == 0)
      write_one_by_one(file, records, rank, ranks, base);
    else
      write_through_view(file, records, rank, ranks, base, info, strcmp(argv[1], "collective") == 0);
  }
  MPI_File_close(&file);
  MPI_Info_free(&info);
  MPI_Finalize();
  return 0;
}
