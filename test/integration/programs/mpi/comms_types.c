// SPDX-License-Identifier: BSD-3-Clause
// Makes, names and frees communicators, groups, datatypes and infos in every way that needs no second
// program. usage: comms_types
#include "check.h"

static int rank, size;
static int *no_weights;  // MPI_UNWEIGHTED: a mark, which compilers take for an array when they see it

static void communicators(void) {
  MPI_Comm dup, named, idup, split, shared, made, grouped, cart, row, graph, dist, adjacent, inter, merged;
  MPI_Group world, one, rest, others;
  MPI_Request request;
  MPI_Info info;
  int zero = 0;
  CALL(MPI_Comm_dup, MPI_COMM_WORLD, &dup);
  CALL(MPI_Comm_set_name, dup, "duplicate");
  CALL(MPI_Info_create, &info);
  CALL(MPI_Info_set, info, "recorder_key", "value of it");
  CALL(MPI_Comm_dup_with_info, dup, info, &named);
  CALL(MPI_Comm_set_info, named, info);
  CALL(MPI_Info_free, &info);
  CALL(MPI_Comm_get_info, named, &info);
  CALL(MPI_Info_free, &info);
  CALL(MPI_Comm_idup, MPI_COMM_WORLD, &idup, &request);
  CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE));
  CALL(MPI_Comm_split, MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 1, -rank, &split);
  EXPECT((split == MPI_COMM_NULL) == (rank == 0));
  if (rank != 0) CALL(MPI_Comm_free, &split);
  CALL(MPI_Comm_split_type, MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &shared);
  CALL(MPI_Comm_group, MPI_COMM_WORLD, &world);
  CALL(MPI_Group_incl, world, 1, &zero, &one);
  CALL(MPI_Group_excl, world, 1, &zero, &rest);
  CALL(MPI_Comm_create, MPI_COMM_WORLD, one, &made);
  EXPECT((made == MPI_COMM_NULL) == (rank != 0));
  if (rank == 0) CALL(MPI_Comm_free, &made);
  if (rank == 0) {
    CALL(MPI_Comm_create_group, MPI_COMM_WORLD, one, 7, &grouped);
    CALL(MPI_Comm_free, &grouped);
  }
  int dims[2] = {size, 1}, periods[2] = {1, 0}, remain[2] = {1, 0};
  CALL(MPI_Cart_create, MPI_COMM_WORLD, 2, dims, periods, 0, &cart);
  CALL(MPI_Cart_sub, cart, remain, &row);
  int index[1] = {1}, edges[1] = {0};
  CALL(MPI_Graph_create, MPI_COMM_WORLD, 1, index, edges, 0, &graph);
  if (graph != MPI_COMM_NULL) CALL(MPI_Comm_free, &graph);
  no_weights = MPI_UNWEIGHTED;
  int source = rank, degree = 1, target = (rank + 1) % size, from = (rank + size - 1) % size, weight = 3;
  CALL(MPI_Dist_graph_create, MPI_COMM_WORLD, 1, &source, &degree, &target, no_weights, MPI_INFO_NULL, 0,
       &dist);
  CALL(MPI_Dist_graph_create_adjacent, MPI_COMM_WORLD, 1, &from, &weight, 1, &target, &weight, MPI_INFO_NULL,
       0, &adjacent);
  if (size > 1) {
    CALL(MPI_Comm_split, MPI_COMM_WORLD, rank % 2, rank, &split);
    CALL(MPI_Intercomm_create, split, 0, MPI_COMM_WORLD, (rank + 1) % 2, 11, &inter);
    CALL(MPI_Comm_remote_group, inter, &others);
    CALL(MPI_Group_free, &others);
    CALL(MPI_Intercomm_merge, inter, rank % 2, &merged);
    CALL(MPI_Comm_free, &merged);
    CALL(MPI_Comm_free, &inter);
    CALL(MPI_Comm_disconnect, &split);
  }
  CALL(MPI_Comm_free, &adjacent);
  CALL(MPI_Comm_free, &dist);
  CALL(MPI_Comm_free, &row);
  CALL(MPI_Comm_free, &cart);
  CALL(MPI_Comm_free, &shared);
  CALL(MPI_Comm_free, &idup);
  CALL(MPI_Comm_free, &named);
  CALL(MPI_Comm_free, &dup);
  CALL(MPI_Group_free, &rest);
  CALL(MPI_Group_free, &one);
  CALL(MPI_Group_free, &world);
}

static void groups(void) {
  MPI_Group world, a, b, c;
  int range[1][3] = {{0, size - 1, 1}};
  CALL(MPI_Comm_group, MPI_COMM_WORLD, &world);
  CALL(MPI_Group_range_incl, world, 1, range, &a);
  CALL(MPI_Group_range_excl, world, 1, range, &b);
  CALL(MPI_Group_union, a, b, &c);
  CALL(MPI_Group_free, &c);
  CALL(MPI_Group_intersection, a, world, &c);
  CALL(MPI_Group_free, &c);
  CALL(MPI_Group_difference, world, a, &c);
  if (c != MPI_GROUP_EMPTY) CALL(MPI_Group_free, &c);
  if (b != MPI_GROUP_EMPTY) CALL(MPI_Group_free, &b);
  CALL(MPI_Group_free, &a);
  CALL(MPI_Group_free, &world);
}

static void keep(MPI_Datatype *type) {
  CALL(MPI_Type_commit, type);
  CALL(MPI_Type_free, type);
}

static void datatypes(void) {
  MPI_Datatype type, other;
  int lengths[3] = {1, 2, 3}, places[3] = {0, 4, 8}, sizes[2] = {8, 6}, part[2] = {2, 3},
      start[2] = {rank % 4, 1};
  MPI_Aint bytes[3] = {0, 64, -128};
  MPI_Datatype types[3] = {MPI_INT, MPI_DOUBLE, MPI_CHAR};
  CALL(MPI_Type_contiguous, 7, MPI_DOUBLE, &type);
  CALL(MPI_Type_set_name, type, "seven doubles");
  CALL(MPI_Type_dup, type, &other);
  keep(&other);
  CALL(MPI_Type_create_resized, type, 0, 64, &other);
  keep(&other);
  keep(&type);
  CALL(MPI_Type_vector, 3, 2, 5, MPI_INT, &type);
  keep(&type);
  CALL(MPI_Type_create_hvector, 3, 2, 100, MPI_INT, &type);
  keep(&type);
  CALL(MPI_Type_indexed, 3, lengths, places, MPI_FLOAT, &type);
  keep(&type);
  CALL(MPI_Type_create_hindexed, 3, lengths, bytes, MPI_FLOAT, &type);
  keep(&type);
  CALL(MPI_Type_create_indexed_block, 3, 2, places, MPI_LONG, &type);
  keep(&type);
  CALL(MPI_Type_create_hindexed_block, 3, 2, bytes, MPI_LONG, &type);
  keep(&type);
  CALL(MPI_Type_create_struct, 3, lengths, bytes, types, &type);
  // As many as there are: some MPI libraries look at all elements of the arrays, filled or not.
  int integers[4];
  MPI_Aint addresses[3];
  MPI_Datatype inside[3];
  CALL(MPI_Type_get_contents, type, 4, 3, 3, integers, addresses, inside);
  keep(&type);
  CALL(MPI_Type_create_subarray, 2, sizes, part, start, MPI_ORDER_C, MPI_SHORT, &type);
  keep(&type);
  int blocks[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_NONE};
  int arguments[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, grid[2] = {size, 1},
      whole[2] = {64, 16};
  CALL(MPI_Type_create_darray, size, rank, 2, whole, blocks, arguments, grid, MPI_ORDER_FORTRAN, MPI_INT,
       &type);
  keep(&type);
  CALL(MPI_Type_match_size, MPI_TYPECLASS_REAL, 8, &type);
}

#if MPI_VERSION >= 4
static void large_datatypes(void) {
  MPI_Datatype type;
  const MPI_Count much = (MPI_Count)5 << 31;
  MPI_Count lengths[2] = {1, much}, places[2] = {0, much};
  MPI_Datatype types[2] = {MPI_INT, MPI_CHAR};
  CALL(MPI_Type_contiguous_c, much, MPI_BYTE, &type);
  keep(&type);
  CALL(MPI_Type_vector_c, 2, 1, much, MPI_BYTE, &type);
  keep(&type);
  CALL(MPI_Type_create_hvector_c, 2, 1, much, MPI_BYTE, &type);
  keep(&type);
  CALL(MPI_Type_indexed_c, 2, lengths, places, MPI_BYTE, &type);
  keep(&type);
  CALL(MPI_Type_create_hindexed_c, 2, lengths, places, MPI_BYTE, &type);
  keep(&type);
  CALL(MPI_Type_create_indexed_block_c, 2, 1, places, MPI_BYTE, &type);
  keep(&type);
  CALL(MPI_Type_create_hindexed_block_c, 2, 1, places, MPI_BYTE, &type);
  keep(&type);
  CALL(MPI_Type_create_struct_c, 2, lengths, places, types, &type);
  keep(&type);
  CALL(MPI_Type_create_resized_c, MPI_BYTE, 0, much, &type);
  keep(&type);
}
#endif

static void infos(void) {
  MPI_Info info, copy;
  CALL(MPI_Info_create, &info);
  CALL(MPI_Info_set, info, "access_style", "write_once,sequential");
  CALL(MPI_Info_set, info, "striping_factor", "4");
  CALL(MPI_Info_dup, info, &copy);
  CALL(MPI_Info_delete, copy, "striping_factor");
  CALL(MPI_Info_free, &copy);
  CALL(MPI_Info_free, &info);
}

int main(int argc, char **argv) {
  CHECK(MPI_Init(&argc, &argv));
  CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  CHECK(MPI_Comm_size(MPI_COMM_WORLD, &size));
  communicators();
  groups();
  datatypes();
#if MPI_VERSION >= 4
  large_datatypes();
#endif
  infos();
  save_calls(rank);
  CHECK(MPI_Finalize());
  return 0;
}
