// SPDX-License-Identifier: BSD-3-Clause
// Calls every MPI_File function of the MPI in use once or more, with its large-count form where there is one.
// usage: mpiio_full FILE
#include "check.h"

enum { N = 256 };

static int rank, size;
static int data[N], back[N];

static void fill(int seed) {
  for (int i = 0; i < N; ++i) data[i] = seed + i;
}

static MPI_Offset mine(void) { return (MPI_Offset)rank * N * (MPI_Offset)sizeof(int); }

static void finish(MPI_Request *request) {
  MPI_Status status;
  int count = 0;
  CHECK(MPI_Wait(request, &status));
  CHECK(MPI_Get_count(&status, MPI_INT, &count));
  EXPECT(count == N);
}

// Explicit offsets, in bytes: the view is still the default one.
static void explicit_offsets(MPI_File f) {
  MPI_Status status;
  MPI_Request request;
  fill(1000 * rank);
  CALL(MPI_File_write_at, f, mine(), data, N, MPI_INT, &status);
  CALL(MPI_File_write_at_all, f, mine(), data, N, MPI_INT, &status);
  CALL(MPI_File_iwrite_at, f, mine(), data, N, MPI_INT, &request);
  finish(&request);
  CALL(MPI_File_write_at_all_begin, f, mine(), data, N, MPI_INT);
  CALL(MPI_File_write_at_all_end, f, data, &status);
  CALL(MPI_File_read_at, f, mine(), back, N, MPI_INT, MPI_STATUS_IGNORE);
  CALL(MPI_File_read_at_all, f, mine(), back, N, MPI_INT, &status);
  CALL(MPI_File_iread_at, f, mine(), back, N, MPI_INT, &request);
  finish(&request);
  CALL(MPI_File_read_at_all_begin, f, mine(), back, N, MPI_INT);
  CALL(MPI_File_read_at_all_end, f, back, &status);
#if MPI_VERSION > 3 || (MPI_VERSION == 3 && MPI_SUBVERSION >= 1)
  CALL(MPI_File_iwrite_at_all, f, mine(), data, N, MPI_INT, &request);
  finish(&request);
  CALL(MPI_File_iread_at_all, f, mine(), back, N, MPI_INT, &request);
  finish(&request);
#endif
  EXPECT(back[N - 1] == data[N - 1]);
}

static void individual_pointer(MPI_File f) {
  MPI_Status status;
  MPI_Request request;
  MPI_Offset at = -1, disp = -1;
  CALL(MPI_File_seek, f, mine(), MPI_SEEK_SET);
  CALL(MPI_File_get_position, f, &at);
  EXPECT(at == mine());
  CALL(MPI_File_get_byte_offset, f, at, &disp);
  EXPECT(disp == mine());
  CALL(MPI_File_write, f, data, N, MPI_INT, &status);
  CALL(MPI_File_seek, f, -(MPI_Offset)sizeof data, MPI_SEEK_CUR);
  CALL(MPI_File_read, f, back, N, MPI_INT, &status);
  CALL(MPI_File_seek, f, mine(), MPI_SEEK_SET);
  CALL(MPI_File_iwrite, f, data, N, MPI_INT, &request);
  finish(&request);
  CALL(MPI_File_seek, f, mine(), MPI_SEEK_SET);
  CALL(MPI_File_iread, f, back, N, MPI_INT, &request);
  finish(&request);
  CALL(MPI_File_seek, f, mine(), MPI_SEEK_SET);
  CALL(MPI_File_write_all, f, data, N, MPI_INT, &status);
  CALL(MPI_File_seek, f, mine(), MPI_SEEK_SET);
  CALL(MPI_File_read_all, f, back, N, MPI_INT, &status);
  CALL(MPI_File_seek, f, mine(), MPI_SEEK_SET);
  CALL(MPI_File_write_all_begin, f, data, N, MPI_INT);
  CALL(MPI_File_write_all_end, f, data, &status);
  CALL(MPI_File_seek, f, mine(), MPI_SEEK_SET);
  CALL(MPI_File_read_all_begin, f, back, N, MPI_INT);
  CALL(MPI_File_read_all_end, f, back, MPI_STATUS_IGNORE);
#if MPI_VERSION > 3 || (MPI_VERSION == 3 && MPI_SUBVERSION >= 1)
  CALL(MPI_File_seek, f, mine(), MPI_SEEK_SET);
  CALL(MPI_File_iwrite_all, f, data, N, MPI_INT, &request);
  finish(&request);
  CALL(MPI_File_seek, f, mine(), MPI_SEEK_SET);
  CALL(MPI_File_iread_all, f, back, N, MPI_INT, &request);
  finish(&request);
#endif
  EXPECT(back[0] == data[0]);
}

static void shared_pointer(MPI_File f) {
  MPI_Status status;
  MPI_Request request;
  MPI_Offset at = -1;
  CALL(MPI_File_seek_shared, f, 0, MPI_SEEK_SET);
  CALL(MPI_File_write_shared, f, data, N, MPI_INT, &status);
  CALL(MPI_File_iwrite_shared, f, data, N, MPI_INT, &request);
  finish(&request);
  CHECK(MPI_Barrier(MPI_COMM_WORLD));
  CALL(MPI_File_get_position_shared, f, &at);
  EXPECT(at == 2 * size * (MPI_Offset)sizeof data);
  CHECK(MPI_Barrier(MPI_COMM_WORLD));
  CALL(MPI_File_seek_shared, f, 0, MPI_SEEK_SET);
  CALL(MPI_File_read_shared, f, back, N, MPI_INT, &status);
  CALL(MPI_File_iread_shared, f, back, N, MPI_INT, &request);
  finish(&request);
  CHECK(MPI_Barrier(MPI_COMM_WORLD));
  CALL(MPI_File_seek_shared, f, 0, MPI_SEEK_SET);
  CALL(MPI_File_write_ordered, f, data, N, MPI_INT, &status);
  CALL(MPI_File_write_ordered_begin, f, data, N, MPI_INT);
  CALL(MPI_File_write_ordered_end, f, data, &status);
  CALL(MPI_File_seek_shared, f, 0, MPI_SEEK_SET);
  CALL(MPI_File_read_ordered, f, back, N, MPI_INT, &status);
  CALL(MPI_File_read_ordered_begin, f, back, N, MPI_INT);
  CALL(MPI_File_read_ordered_end, f, back, &status);
}

static void describe(MPI_File f) {
  MPI_Offset bytes = -1, disp = -1;
  MPI_Aint extent = 0;
  MPI_Group group;
  MPI_Info info, used;
  MPI_Datatype column, etype, filetype;
  MPI_Errhandler handler;
  char representation[MPI_MAX_DATAREP_STRING];
  int amode = 0, flag = -1;
  CALL(MPI_File_preallocate, f, 65536);
  CALL(MPI_File_set_size, f, 1 << 17);
  CALL(MPI_File_get_size, f, &bytes);
  EXPECT(bytes == 1 << 17);
  CALL(MPI_File_get_amode, f, &amode);
  EXPECT(amode == (MPI_MODE_CREATE | MPI_MODE_RDWR));
  CALL(MPI_File_get_group, f, &group);
  CALL(MPI_Group_free, &group);
  CALL(MPI_Info_create, &info);
  CALL(MPI_Info_set, info, "cb_buffer_size", "1048576");
  CALL(MPI_File_set_info, f, info);
  CALL(MPI_File_get_info, f, &used);
  CALL(MPI_Info_free, &used);
  CALL(MPI_Type_vector, N, 1, size, MPI_INT, &column);
  CALL(MPI_Type_commit, &column);
  CALL(MPI_File_set_view, f, (MPI_Offset)rank * (MPI_Offset)sizeof(int), MPI_INT, column, "native", info);
  CALL(MPI_File_get_view, f, &disp, &etype, &filetype, representation);
  EXPECT(disp == rank * (MPI_Offset)sizeof(int) && etype == MPI_INT);
  CALL(MPI_Type_free, &filetype);
  CALL(MPI_File_write_all, f, data, N, MPI_INT, MPI_STATUS_IGNORE);
  CALL(MPI_File_get_type_extent, f, MPI_INT, &extent);
  EXPECT(extent == (MPI_Aint)sizeof(int));
  CALL(MPI_File_set_view, f, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  CALL(MPI_Type_free, &column);
  CALL(MPI_Info_free, &info);
  CALL(MPI_File_set_atomicity, f, 1);
  CALL(MPI_File_get_atomicity, f, &flag);
  EXPECT(flag == 1);
  CALL(MPI_File_set_atomicity, f, 0);
  CALL(MPI_File_sync, f);
  CALL(MPI_File_get_errhandler, f, &handler);
  CALL(MPI_File_set_errhandler, f, handler);
  CHECK(MPI_Errhandler_free(&handler));
}

static void on_error(MPI_File *file, int *code, ...) {
  (void)file;
  (void)code;
}

static void error_handlers(MPI_File f) {
  MPI_Errhandler handler;
  CALL(MPI_File_create_errhandler, on_error, &handler);
  CALL(MPI_File_set_errhandler, f, handler);
  CALL(MPI_File_call_errhandler, f, MPI_ERR_OTHER);
  CHECK(MPI_Errhandler_free(&handler));
}

#if MPI_VERSION >= 4
static void large_counts(MPI_File f) {
  MPI_Status status;
  MPI_Request request;
  MPI_Count extent = 0;
  const MPI_Count n = N;
  CALL(MPI_File_write_at_c, f, mine(), data, n, MPI_INT, &status);
  CALL(MPI_File_write_at_all_c, f, mine(), data, n, MPI_INT, &status);
  CALL(MPI_File_iwrite_at_c, f, mine(), data, n, MPI_INT, &request);
  finish(&request);
  CALL(MPI_File_iwrite_at_all_c, f, mine(), data, n, MPI_INT, &request);
  finish(&request);
  CALL(MPI_File_write_at_all_begin_c, f, mine(), data, n, MPI_INT);
  CALL(MPI_File_write_at_all_end, f, data, &status);
  CALL(MPI_File_read_at_c, f, mine(), back, n, MPI_INT, &status);
  CALL(MPI_File_read_at_all_c, f, mine(), back, n, MPI_INT, &status);
  CALL(MPI_File_iread_at_c, f, mine(), back, n, MPI_INT, &request);
  finish(&request);
  CALL(MPI_File_iread_at_all_c, f, mine(), back, n, MPI_INT, &request);
  finish(&request);
  CALL(MPI_File_read_at_all_begin_c, f, mine(), back, n, MPI_INT);
  CALL(MPI_File_read_at_all_end, f, back, &status);
  CALL(MPI_File_seek, f, mine(), MPI_SEEK_SET);
  CALL(MPI_File_write_c, f, data, n, MPI_INT, &status);
  CALL(MPI_File_write_all_c, f, data, n, MPI_INT, &status);
  CALL(MPI_File_iwrite_c, f, data, n, MPI_INT, &request);
  finish(&request);
  CALL(MPI_File_iwrite_all_c, f, data, n, MPI_INT, &request);
  finish(&request);
  CALL(MPI_File_write_all_begin_c, f, data, n, MPI_INT);
  CALL(MPI_File_write_all_end, f, data, &status);
  CALL(MPI_File_seek, f, mine(), MPI_SEEK_SET);
  CALL(MPI_File_read_c, f, back, n, MPI_INT, &status);
  CALL(MPI_File_read_all_c, f, back, n, MPI_INT, &status);
  CALL(MPI_File_iread_c, f, back, n, MPI_INT, &request);
  finish(&request);
  CALL(MPI_File_iread_all_c, f, back, n, MPI_INT, &request);
  finish(&request);
  CALL(MPI_File_read_all_begin_c, f, back, n, MPI_INT);
  CALL(MPI_File_read_all_end, f, back, &status);
  CALL(MPI_File_seek_shared, f, 0, MPI_SEEK_SET);
  CALL(MPI_File_write_shared_c, f, data, n, MPI_INT, &status);
  CALL(MPI_File_iwrite_shared_c, f, data, n, MPI_INT, &request);
  finish(&request);
  CALL(MPI_File_write_ordered_c, f, data, n, MPI_INT, &status);
  CALL(MPI_File_write_ordered_begin_c, f, data, n, MPI_INT);
  CALL(MPI_File_write_ordered_end, f, data, &status);
  CALL(MPI_File_seek_shared, f, 0, MPI_SEEK_SET);
  CALL(MPI_File_read_shared_c, f, back, n, MPI_INT, &status);
  CALL(MPI_File_iread_shared_c, f, back, n, MPI_INT, &request);
  finish(&request);
  CALL(MPI_File_read_ordered_c, f, back, n, MPI_INT, &status);
  CALL(MPI_File_read_ordered_begin_c, f, back, n, MPI_INT);
  CALL(MPI_File_read_ordered_end, f, back, &status);
  CALL(MPI_File_get_type_extent_c, f, MPI_INT, &extent);
  EXPECT(extent == (MPI_Count)sizeof(int));
}
#endif

static int extent_of(MPI_Datatype type, MPI_Aint *extent, void *state) {
  MPI_Aint lb;
  (void)state;
  return MPI_Type_get_extent(type, &lb, extent);
}

int main(int argc, char **argv) {
  int provided = 0;
  MPI_File f;
  CHECK(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided));
  CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  CHECK(MPI_Comm_size(MPI_COMM_WORLD, &size));
  EXPECT(argc == 2);
  // The MPI library need not take user representations; the call counts.
  note_call("MPI_Register_datarep");
  MPI_Register_datarep("recorder_test", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent_of, NULL);
  CALL(MPI_File_open, MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);
  explicit_offsets(f);
  individual_pointer(f);
  shared_pointer(f);
  describe(f);
  error_handlers(f);
#if MPI_VERSION >= 4
  large_counts(f);
#endif
  CALL(MPI_File_close, &f);
  // A failing call: files return their errors unless told otherwise.
  note_call("MPI_File_open");
  EXPECT(MPI_File_open(MPI_COMM_SELF, "/nonexistent/directory/x", MPI_MODE_RDONLY, MPI_INFO_NULL, &f) !=
         MPI_SUCCESS);
  CHECK(MPI_Barrier(MPI_COMM_WORLD));
  if (rank == 0) CALL(MPI_File_delete, argv[1], MPI_INFO_NULL);
  save_calls(rank);
  CHECK(MPI_Finalize());
  return 0;
}
