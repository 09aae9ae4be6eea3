// SPDX-License-Identifier: BSD-3-Clause
// A generated program of what MPI messages need: communicators made and freed in all ways, groups, topologies
// and their collective operations, datatypes, windows, operators, attributes, infos, calls that fail. All
// ranks take the same decisions. Each call is announced (announce.h). usage: random_mpi_objects SEED STEPS
#include "mpi_objects.h"

enum { kComms = 6, kGroups = 4, kTypes = 8, kInfos = 3, kRanks = 8, kRoom = 4096 };

// A rank that is not in a communicator has MPI_COMM_NULL in its place.
static MPI_Comm comms[kComms];
static MPI_Group groups[kGroups];
static MPI_Datatype types[kTypes];
static MPI_Info infos[kInfos];
static int bytes[2][kRoom];

static MPI_Comm some_comm(void) { return comms[below(kComms)]; }
static int rank_in(MPI_Comm comm) {
  int rank;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}
static int size_of(MPI_Comm comm) {
  int size;
  PMPI_Comm_size(comm, &size);
  return size;
}

// ---- communicators

// `gently`, which all of its ranks must agree on: disconnected.
static void free_comm(MPI_Comm *comm, int gently) {
  const long long before = C(*comm);
  if (*comm == MPI_COMM_NULL || *comm == MPI_COMM_WORLD) return;
  if (gently)
    CALL(MPI_Comm_disconnect, (comm), "comm:cC", before);
  else
    CALL(MPI_Comm_free, (comm), "comm:cC", before);
}

static void duplicate(MPI_Comm parent, MPI_Comm *made, int how) {
  MPI_Request request = MPI_REQUEST_NULL;
  if (how == 0) {
    CALL(MPI_Comm_dup, (parent, made), "comm:hC newcomm:?nC", C(parent), C(*made));
  } else if (how == 1) {
    CALL(MPI_Comm_dup_with_info, (parent, MPI_INFO_NULL, made), "comm:hC info:hI newcomm:?nC", C(parent), 0LL,
         C(*made));
  } else {
    rc = MPI_Comm_idup(parent, made, &request);
    const long long before = R(request);
    announce("MPI_Comm_idup", rc, rc != MPI_SUCCESS, "comm:hC newcomm:?nC request:?nR", C(parent), C(*made),
             before);
    CALL(MPI_Wait, (&request, MPI_STATUS_IGNORE), "request:hR status:j", before, NULL);
    announce_end('R', before);
  }
}

static void split(MPI_Comm parent, MPI_Comm *made) {
  const int rank = rank_in(parent), left_out = one_in(3), key = one_in(2) ? -rank : rank;
  const int color = left_out && rank == 0 ? MPI_UNDEFINED : rank % 2;
  if (one_in(4))
    CALL(MPI_Comm_split_type, (parent, MPI_COMM_TYPE_SHARED, key, MPI_INFO_NULL, made),
         "comm:hC split_type:i key:i info:hI newcomm:?nC", C(parent), MPI_COMM_TYPE_SHARED, key, 0LL,
         C(*made));
  else
    CALL(MPI_Comm_split, (parent, color, key, made), "comm:hC color:i key:i newcomm:?nC", C(parent), color,
         key, C(*made));
}

// Of the first ranks of a communicator.
static void create_of_group(MPI_Comm parent, MPI_Comm *made) {
  MPI_Group all, some;
  int ranks[kRanks];
  const int n = 1 + below(size_of(parent)), alone = one_in(2);
  for (int i = 0; i < n; i++) ranks[i] = n - 1 - i;
  CALL(MPI_Comm_group, (parent, &all), "comm:hC group:?nG", C(parent), G(all));
  CALL(MPI_Group_incl, (all, n, ranks, &some), "group:hG n:i ranks:[i newgroup:?nG", G(all), n, n, ranks,
       G(some));
  if (!alone)
    CALL(MPI_Comm_create, (parent, some, made), "comm:hC group:hG newcomm:?nC", C(parent), G(some), C(*made));
  else if (rank_in(parent) < n)
    CALL(MPI_Comm_create_group, (parent, some, 4, made), "comm:hC group:hG tag:i newcomm:?nC", C(parent),
         G(some), 4, C(*made));
  long long before = G(some);
  CALL(MPI_Group_free, (&some), "group:cG", before);
  before = G(all);
  CALL(MPI_Group_free, (&all), "group:cG", before);
}

static void do_comm(void) {
  const int place = 1 + below(kComms - 1), how = below(5), gently = one_in(4);
  MPI_Comm parent = comms[below(place)], made = MPI_COMM_NULL;
  free_comm(&comms[place], gently);
  if (parent == MPI_COMM_NULL) return;
  if (how == 3)
    split(parent, &made);
  else if (how == 4)
    create_of_group(parent, &made);
  else
    duplicate(parent, &made, how);
  comms[place] = made;
}

static void ask_comm(void) {
  const MPI_Comm c = some_comm(), other = some_comm();
  int n = 0;
  char name[MPI_MAX_OBJECT_NAME] = "";
  if (c == MPI_COMM_NULL || other == MPI_COMM_NULL) return;
  switch (below(5)) {
    case 0:
      CALL(MPI_Comm_size, (c, &n), "comm:hC size:?i", C(c), n);
      return;
    case 1:
      CALL(MPI_Comm_rank, (c, &n), "comm:hC rank:?i", C(c), n);
      return;
    case 2:
      CALL(MPI_Comm_compare, (c, other, &n), "comm1:hC comm2:hC result:?i", C(c), C(other), n);
      return;
    case 3:
      CALL(MPI_Comm_set_name, (c, "a name"), "comm:hC comm_name:s", C(c), "a name");
      CALL(MPI_Comm_get_name, (c, name, &n), "comm:hC comm_name:?s resultlen:?i", C(c), name, n);
      return;
    default:
      CALL(MPI_Comm_test_inter, (c, &n), "comm:hC flag:?i", C(c), n);
      return;
  }
}

// A number that is there only under a condition, as JSON.
static const char *number_if(int there, const int *value) {
  static char text[16];
  snprintf(text, sizeof text, "%d", there ? *value : 0);
  return there ? text : NULL;
}

// Between the even and the odd ranks, made one again in the end.
static void do_intercomm(void) {
  MPI_Comm half, inter, merged;
  int n = 0;
  if (world_size < 2) return;
  CALL(MPI_Comm_split, (MPI_COMM_WORLD, world_rank % 2, 0, &half), "comm:hC color:i key:i newcomm:?nC",
       C(MPI_COMM_WORLD), world_rank % 2, 0, C(half));
  const int leads = rank_in(half) == 0, other = 1 - world_rank % 2;
  CALL(MPI_Intercomm_create, (half, 0, MPI_COMM_WORLD, other, 8, &inter),
       "local_comm:hC local_leader:i peer_comm:hC remote_leader:j tag:i newintercomm:?nC", C(half), 0,
       leads ? C(MPI_COMM_WORLD) : 0LL, number_if(leads, &other), 8, C(inter));
  CALL(MPI_Comm_remote_size, (inter, &n), "comm:hC size:?i", C(inter), n);
  int counts[kRanks], places[kRanks];
  for (int i = 0; i < n; i++) counts[i] = 1, places[i] = i;
  // The counts are those of the other side.
  CALL(MPI_Allgatherv, (bytes[0], 1, MPI_INT, bytes[1], counts, places, MPI_INT, inter),
       "sendcount:i sendtype:hT recvcounts:[i displs:[i recvtype:hT comm:hC", 1, T(MPI_INT), n, counts, n,
       places, T(MPI_INT), C(inter));
  CALL(MPI_Intercomm_merge, (inter, world_rank % 2, &merged), "intercomm:hC high:i newintracomm:?nC",
       C(inter), world_rank % 2, C(merged));
  free_comm(&merged, 0);
  free_comm(&inter, 0);
  free_comm(&half, 0);
}

// ---- attributes, infos

static void do_attribute(void) {
  const MPI_Comm c = some_comm();
  int key = MPI_KEYVAL_INVALID, flag = 0;
  void *value = NULL;
  if (c == MPI_COMM_NULL) return;
  CALL(MPI_Comm_get_attr, (c, MPI_TAG_UB, &value, &flag), "comm:hC comm_keyval:i attribute_val:j flag:?i",
       C(c), MPI_TAG_UB, number_if(flag, value), flag);
  CALL(MPI_Comm_create_keyval, (MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL), "comm_keyval:?i",
       key);
  CALL(MPI_Comm_get_attr, (c, key, &value, &flag), "comm:hC comm_keyval:i attribute_val:j flag:?i", C(c), key,
       NULL, flag);
  CALL(MPI_Comm_set_attr, (c, key, bytes), "comm:hC comm_keyval:i", C(c), key);
  CALL(MPI_Comm_delete_attr, (c, key), "comm:hC comm_keyval:i", C(c), key);
  const int before = key;
  CALL(MPI_Comm_free_keyval, (&key), "comm_keyval:i", before);
}

static void do_info(void) {
  MPI_Info *info = &infos[below(kInfos)];
  char key[32], value[32] = "";
  int flag = 0, n = 0;
  snprintf(key, sizeof key, "recorder_key%d", below(4));
  if (*info == MPI_INFO_NULL) {
    CALL(MPI_Info_create, (info), "info:?nI", I(*info));
    return;
  }
  const long long before = I(*info);
  switch (below(6)) {
    case 0:
    case 1:
      CALL(MPI_Info_set, (*info, key, "a value"), "info:hI key:s value:s", before, key, "a value");
      return;
    case 2:
      CALL(MPI_Info_get, (*info, key, 20, value, &flag), "info:hI key:s valuelen:i value:s flag:?i", before,
           key, 20, flag ? value : NULL, flag);
      return;
    case 3:
      CALL(MPI_Info_get_nkeys, (*info, &n), "info:hI nkeys:?i", before, n);
      return;
    case 4:
      CALL(MPI_Info_delete, (*info, key), "info:hI key:s", before, key);
      return;
    default:
      CALL(MPI_Info_free, (info), "info:cI", before);
      return;
  }
}

// ---- groups

static void make_group(MPI_Group *made, MPI_Group from) {
  int ranges[1][3] = {{0, 0, 1}}, size = 0, rank = 0;
  PMPI_Group_size(from, &size);
  ranges[0][1] = size - 1;
  const MPI_Group other = groups[below(kGroups)];
  switch (below(5)) {
    case 0:
      CALL(MPI_Group_excl, (from, 1, &rank, made), "group:hG n:i ranks:[i newgroup:?nG", G(from), 1, 1, &rank,
           G(*made));
      return;
    case 1:
      if (size == 0) return;
      char text[64];
      snprintf(text, sizeof text, "[{\"first\":0,\"last\":%d,\"stride\":1}]", size - 1);
      CALL(MPI_Group_range_incl, (from, 1, ranges, made), "group:hG n:i ranges:j newgroup:?nG", G(from), 1,
           text, G(*made));
      return;
    case 2:
      if (other == MPI_GROUP_NULL) return;
      CALL(MPI_Group_union, (from, other, made), "group1:hG group2:hG newgroup:?nG", G(from), G(other),
           G(*made));
      return;
    case 3:
      if (other == MPI_GROUP_NULL) return;
      CALL(MPI_Group_difference, (from, other, made), "group1:hG group2:hG newgroup:?nG", G(from), G(other),
           G(*made));
      return;
    default:
      CALL(MPI_Comm_group, (MPI_COMM_WORLD, made), "comm:hC group:?nG", C(MPI_COMM_WORLD), G(*made));
      return;
  }
}

static void do_group(void) {
  MPI_Group *group = &groups[below(kGroups)];
  int n = 0, ranks[kRanks] = {0}, other[kRanks] = {0};
  MPI_Group world;
  if (*group != MPI_GROUP_NULL && one_in(2)) {
    const long long before = G(*group);
    CALL(MPI_Group_size, (*group, &n), "group:hG size:?i", before, n);
    for (int i = 0; i < n; i++) ranks[i] = i;
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    CALL(MPI_Group_translate_ranks, (*group, n, ranks, world, other),
         "group1:hG n:i ranks1:[i group2:xG ranks2:?[i", before, n, n, ranks, G(world), n, other);
    PMPI_Group_free(&world);
    // The empty group is the library's own.
    if (*group == MPI_GROUP_EMPTY)
      *group = MPI_GROUP_NULL;
    else
      CALL(MPI_Group_free, (group), "group:cG", before);
    return;
  }
  if (*group != MPI_GROUP_NULL) return;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  make_group(group, world);
  // The library counts who uses a group: this one is the program's in a call of its own only.
  PMPI_Group_free(&world);
}

// ---- topologies

static void do_cartesian(void) {
  const MPI_Comm parent = some_comm();
  MPI_Comm cart, row;
  if (parent == MPI_COMM_NULL) return;
  const int n = 1 + below(3), size = size_of(parent), too_large = one_in(10);
  int dims[3] = {0}, asked[3] = {0}, periods[3], coords[3] = {0}, remain[3], source = 0, target = 0, rank = 0;
  for (int i = 0; i < 3; i++) {
    periods[i] = below(2);
    remain[i] = below(2);
  }
  CALL(MPI_Dims_create, (size, n, dims), "nnodes:i ndims:i dims:[i chosen:?[i", size, n, n, asked, n, dims);
  dims[0] += too_large * size;
  CALL(MPI_Cart_create, (parent, n, dims, periods, 0, &cart),
       "comm_old:hC ndims:i dims:[i periods:[i reorder:i comm_cart:?nC", C(parent), n, n, dims, n, periods, 0,
       C(cart));
  if (rc != MPI_SUCCESS || cart == MPI_COMM_NULL) return;
  CALL(MPI_Cartdim_get, (cart, &rank), "comm:hC ndims:?i", C(cart), rank);
  PMPI_Comm_rank(cart, &rank);
  CALL(MPI_Cart_coords, (cart, rank, 3, coords), "comm:hC rank:i maxdims:i coords:?[i", C(cart), rank, 3, n,
       coords);
  CALL(MPI_Cart_rank, (cart, coords, &rank), "comm:hC coords:[i rank:?i", C(cart), n, coords, rank);
  CALL(MPI_Cart_shift, (cart, n - 1, 1, &source, &target),
       "comm:hC direction:i disp:i rank_source:?i rank_dest:?i", C(cart), n - 1, 1, source, target);
  CALL(MPI_Cart_get, (cart, n, dims, periods, coords), "comm:hC maxdims:i dims:?[i periods:?[i coords:?[i",
       C(cart), n, n, dims, n, periods, n, coords);
  CALL(MPI_Neighbor_allgather, (bytes[0], 1, MPI_INT, bytes[1], 1, MPI_INT, cart),
       "sendcount:i sendtype:hT recvcount:i recvtype:hT comm:hC", 1, T(MPI_INT), 1, T(MPI_INT), C(cart));
  CALL(MPI_Cart_sub, (cart, remain, &row), "comm:hC remain_dims:[i newcomm:?nC", C(cart), n, remain, C(row));
  free_comm(&row, 0);
  free_comm(&cart, 0);
}

static void do_graph(void) {
  MPI_Comm graph;
  int index[kRanks], edges[kRanks], nodes = 0, nedges = 0, neighbors[kRanks];
  // A ring in one direction.
  for (int i = 0; i < world_size; i++) {
    index[i] = i + 1;
    edges[i] = (i + 1) % world_size;
  }
  const int n = world_size;
  CALL(MPI_Graph_create, (MPI_COMM_WORLD, n, index, edges, 0, &graph),
       "comm_old:hC nnodes:i index:[i edges:[i reorder:i comm_graph:?nC", C(MPI_COMM_WORLD), n, n, index, n,
       edges, 0, C(graph));
  if (rc != MPI_SUCCESS) return;
  CALL(MPI_Graphdims_get, (graph, &nodes, &nedges), "comm:hC nnodes:?i nedges:?i", C(graph), nodes, nedges);
  CALL(MPI_Graph_get, (graph, n, n, index, edges), "comm:hC maxindex:i maxedges:i index:?[i edges:?[i",
       C(graph), n, n, n, index, n, edges);
  CALL(MPI_Graph_neighbors, (graph, world_rank, kRanks, neighbors),
       "comm:hC rank:i maxneighbors:i neighbors:?[i", C(graph), world_rank, kRanks, 1, neighbors);
  free_comm(&graph, 0);
}

// Every rank has the same number of neighbours on both sides, at different distances.
static void exchange_with_neighbors(MPI_Comm graph, int degree) {
  int counts[kRanks], places[kRanks];
  MPI_Aint offsets[kRanks];
  MPI_Datatype of[kRanks];
  long long handles[kRanks];
  for (int i = 0; i < degree; i++) {
    counts[i] = 2;
    places[i] = 3 * i;
    offsets[i] = 12 * i;
    of[i] = MPI_INT;
    handles[i] = T(MPI_INT);
  }
  switch (below(3)) {
    case 0:
      CALL(MPI_Neighbor_allgatherv, (bytes[0], 2, MPI_INT, bytes[1], counts, places, MPI_INT, graph),
           "sendcount:i sendtype:hT recvcounts:[i displs:[i recvtype:hT comm:hC", 2, T(MPI_INT), degree,
           counts, degree, places, T(MPI_INT), C(graph));
      return;
    case 1:
      CALL(MPI_Neighbor_alltoallv,
           (bytes[0], counts, places, MPI_INT, bytes[1], counts, places, MPI_INT, graph),
           "sendcounts:[i sdispls:[i sendtype:hT recvcounts:[i rdispls:[i recvtype:hT comm:hC", degree,
           counts, degree, places, T(MPI_INT), degree, counts, degree, places, T(MPI_INT), C(graph));
      return;
    default:
      CALL(MPI_Neighbor_alltoallw, (bytes[0], counts, offsets, of, bytes[1], counts, offsets, of, graph),
           "sendcounts:[i sdispls:[l sendtypes:[hT recvcounts:[i rdispls:[l recvtypes:[hT comm:hC", degree,
           counts, degree, offsets, degree, handles, degree, counts, degree, offsets, degree, handles,
           C(graph));
      return;
  }
}

static void do_neighbors(void) {
  MPI_Comm graph;
  int sources[kRanks], targets[kRanks], weights[kRanks], in = 0, out = 0, weighted = 0;
  const int degree = below(world_size), is_weighted = one_in(2), n = is_weighted ? degree : -1;
  int *unweighted = MPI_UNWEIGHTED, *given = is_weighted ? weights : unweighted;
  for (int i = 0; i < degree; i++) {
    sources[i] = (world_rank + world_size - i - 1) % world_size;
    targets[i] = (world_rank + i + 1) % world_size;
    weights[i] = 10 + i;
  }
  CALL(MPI_Dist_graph_create_adjacent,
       (MPI_COMM_WORLD, degree, sources, given, degree, targets, given, MPI_INFO_NULL, 0, &graph),
       "comm_old:hC indegree:i sources:[i sourceweights:[i outdegree:i destinations:[i destweights:[i "
       "info:hI reorder:i "
       "comm_dist_graph:?nC",
       C(MPI_COMM_WORLD), degree, degree, sources, n, weights, degree, degree, targets, n, weights, 0LL, 0,
       C(graph));
  if (rc != MPI_SUCCESS) return;
  CALL(MPI_Dist_graph_neighbors_count, (graph, &in, &out, &weighted),
       "comm:hC indegree:?i outdegree:?i weighted:?i", C(graph), in, out, weighted);
  CALL(MPI_Dist_graph_neighbors, (graph, kRanks, sources, weights, kRanks, targets, weights),
       "comm:hC maxindegree:i sources:?[i maxoutdegree:i destinations:?[i", C(graph), kRanks, degree, sources,
       kRanks, degree, targets);
  exchange_with_neighbors(graph, degree);
  free_comm(&graph, 0);
}

// ---- datatypes

static void make_indexed(MPI_Datatype *made) {
  int lengths[6], places[6];
  MPI_Aint offsets[6];
  long long handles[6];
  MPI_Datatype of[6];
  const int n = 1 + below(6);
  for (int i = 0; i < n; i++) {
    lengths[i] = 1 + below(3);
    places[i] = 5 * i + below(2);
    offsets[i] = 40 * i;
    of[i] = one_in(2) ? MPI_INT : MPI_DOUBLE;
    handles[i] = T(of[i]);
  }
  switch (below(4)) {
    case 0:
      CALL(MPI_Type_indexed, (n, lengths, places, MPI_INT, made),
           "count:i array_of_blocklengths:[i array_of_displacements:[i oldtype:hT newtype:?nT", n, n, lengths,
           n, places, T(MPI_INT), T(*made));
      return;
    case 1:
      CALL(MPI_Type_create_hindexed, (n, lengths, offsets, MPI_INT, made),
           "count:i array_of_blocklengths:[i array_of_displacements:[l oldtype:hT newtype:?nT", n, n, lengths,
           n, offsets, T(MPI_INT), T(*made));
      return;
    case 2:
      CALL(MPI_Type_create_indexed_block, (n, 2, places, MPI_INT, made),
           "count:i blocklength:i array_of_displacements:[i oldtype:hT newtype:?nT", n, 2, n, places,
           T(MPI_INT), T(*made));
      return;
    default:
      CALL(MPI_Type_create_struct, (n, lengths, offsets, of, made),
           "count:i array_of_blocklengths:[i array_of_displacements:[l array_of_types:[hT newtype:?nT", n, n,
           lengths, n, offsets, n, handles, T(*made));
      return;
  }
}

static void make_array(MPI_Datatype *made) {
  int sizes[4], parts[4], starts[4], distributions[4], arguments[4], processes[4] = {1, 1, 1, 1};
  const int n = 1 + below(4), order = one_in(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
  for (int i = 0; i < n; i++) {
    sizes[i] = 4 + below(4);
    parts[i] = 1 + below(sizes[i]);
    starts[i] = below(sizes[i] - parts[i] + 1);
    distributions[i] = one_in(2) ? MPI_DISTRIBUTE_BLOCK : MPI_DISTRIBUTE_CYCLIC;
    arguments[i] = MPI_DISTRIBUTE_DFLT_DARG;
  }
  if (one_in(2))
    CALL(MPI_Type_create_subarray, (n, sizes, parts, starts, order, MPI_INT, made),
         "ndims:i array_of_sizes:[i array_of_subsizes:[i array_of_starts:[i order:i oldtype:hT newtype:?nT",
         n, n, sizes, n, parts, n, starts, order, T(MPI_INT), T(*made));
  else
    CALL(MPI_Type_create_darray, (1, 0, n, sizes, distributions, arguments, processes, order, MPI_INT, made),
         "size:i rank:i ndims:i array_of_gsizes:[i array_of_distribs:[i array_of_dargs:[i array_of_psizes:[i "
         "order:i "
         "oldtype:hT newtype:?nT",
         1, 0, n, n, sizes, n, distributions, n, arguments, n, processes, order, T(MPI_INT), T(*made));
}

static void make_type(MPI_Datatype *made) {
  const MPI_Datatype old = one_in(3) && types[0] != MPI_DATATYPE_NULL ? types[0] : MPI_DOUBLE;
  switch (below(6)) {
    case 0:
      CALL(MPI_Type_contiguous, (3, old, made), "count:i oldtype:hT newtype:?nT", 3, T(old), T(*made));
      return;
    case 1:
      CALL(MPI_Type_vector, (3, 2, 4, old, made), "count:i blocklength:i stride:i oldtype:hT newtype:?nT", 3,
           2, 4, T(old), T(*made));
      return;
    case 2:
      CALL(MPI_Type_create_resized, (old, 0, 4096, made), "oldtype:hT lb:l extent:l newtype:?nT", T(old), 0LL,
           4096LL, T(*made));
      return;
    case 3:
      CALL(MPI_Type_dup, (old, made), "oldtype:hT newtype:?nT", T(old), T(*made));
      return;
    case 4:
      return make_array(made);
    default:
      return make_indexed(made);
  }
}

// What a type was made of, as far as it is all of MPI's own types.
static void ask_type(MPI_Datatype type) {
  int integers = 0, addresses = 0, datatypes = 0, combiner = 0, size = 0, list[64];
  MPI_Aint lower = 0, extent = 0, places[64];
  MPI_Datatype of[64];
  long long handles[64];
  CALL(MPI_Type_size, (type, &size), "datatype:hT size:?i", T(type), size);
  CALL(MPI_Type_get_extent, (type, &lower, &extent), "datatype:hT lb:?l extent:?l", T(type), (long long)lower,
       (long long)extent);
  CALL(MPI_Type_get_envelope, (type, &integers, &addresses, &datatypes, &combiner),
       "datatype:hT num_integers:?i num_addresses:?i num_datatypes:?i combiner:?i", T(type), integers,
       addresses, datatypes, combiner);
  if (combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_DUP || integers > 64) return;
  CALL(MPI_Type_get_contents, (type, integers, addresses, datatypes, list, places, of),
       "datatype:hT max_integers:i max_addresses:i max_datatypes:i array_of_integers:?[i "
       "array_of_addresses:?[l",
       T(type), integers, addresses, datatypes, integers, list, addresses, places);
  for (int i = 0; i < datatypes; i++) {
    handles[i] = T(of[i]);
    PMPI_Type_get_envelope(of[i], &integers, &addresses, &size, &combiner);
    if (combiner != MPI_COMBINER_NAMED) PMPI_Type_free(&of[i]);
  }
  digest_number(handles[0] != 0);
}

static void do_type(void) {
  MPI_Datatype *type = &types[below(kTypes)];
  if (*type == MPI_DATATYPE_NULL) {
    make_type(type);
    return;
  }
  const long long before = T(*type);
  switch (below(4)) {
    case 0:
      CALL(MPI_Type_commit, (type), "datatype:hT", before);
      return;
    case 1:
      return ask_type(*type);
    case 2:
      CALL(MPI_Type_set_name, (*type, "a type"), "datatype:hT type_name:s", before, "a type");
      return;
    default:
      CALL(MPI_Type_free, (type), "datatype:cT", before);
      return;
  }
}

// ---- operators

static void add_all(void *in, void *inout, int *length, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *length; i++) ((int *)inout)[i] += ((int *)in)[i];
}

static void do_operator(void) {
  MPI_Op op;
  const int n = 1 + below(9);
  CALL(MPI_Op_create, (add_all, 1, &op), "commute:i op:?nO", 1, O(op));
  CALL(MPI_Reduce_local, (bytes[0], bytes[1], n, MPI_INT, op), "count:i datatype:hT op:hO", n, T(MPI_INT),
       O(op));
  CALL(MPI_Allreduce, (bytes[0], bytes[1], n, MPI_INT, op, MPI_COMM_WORLD),
       "count:i datatype:hT op:hO comm:hC", n, T(MPI_INT), O(op), C(MPI_COMM_WORLD));
  const long long before = O(op);
  CALL(MPI_Op_free, (&op), "op:cO", before);
}

// ---- windows

static void transfer(MPI_Win win, int target) {
  const MPI_Aint place = below(8);
  const int n = 1 + below(8);
  switch (below(5)) {
    case 0:
      CALL(MPI_Put, (bytes[0], n, MPI_INT, target, place, n, MPI_INT, win),
           "origin_count:i origin_datatype:hT target_rank:i target_disp:l target_count:i target_datatype:hT "
           "win:hW",
           n, T(MPI_INT), target, (long long)place, n, T(MPI_INT), W(win));
      return;
    case 1:
      CALL(MPI_Get, (bytes[1], n, MPI_INT, target, place, n, MPI_INT, win),
           "origin_count:i origin_datatype:hT target_rank:i target_disp:l target_count:i target_datatype:hT "
           "win:hW",
           n, T(MPI_INT), target, (long long)place, n, T(MPI_INT), W(win));
      return;
    case 2:
      CALL(MPI_Accumulate, (bytes[0], n, MPI_INT, target, place, n, MPI_INT, MPI_SUM, win),
           "origin_count:i origin_datatype:hT target_rank:i target_disp:l target_count:i target_datatype:hT "
           "op:hO win:hW",
           n, T(MPI_INT), target, (long long)place, n, T(MPI_INT), O(MPI_SUM), W(win));
      return;
    case 3:
      CALL(MPI_Fetch_and_op, (bytes[0], bytes[1], MPI_INT, target, place, MPI_SUM, win),
           "datatype:hT target_rank:i target_disp:l op:hO win:hW", T(MPI_INT), target, (long long)place,
           O(MPI_SUM), W(win));
      return;
    default:
      CALL(MPI_Get_accumulate,
           (bytes[0], n, MPI_INT, bytes[1], n, MPI_INT, target, place, n, MPI_INT, MPI_NO_OP, win),
           "origin_count:i origin_datatype:hT result_count:i result_datatype:hT target_rank:i target_disp:l "
           "target_count:i target_datatype:hT op:hO win:hW",
           n, T(MPI_INT), n, T(MPI_INT), target, (long long)place, n, T(MPI_INT), O(MPI_NO_OP), W(win));
      return;
  }
}

// With a lock: also with requests, which end with a wait.
static void locked_epoch(MPI_Win win, int target) {
  const int n = 1 + below(4), how = one_in(2) ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE;
  MPI_Request request = MPI_REQUEST_NULL;
  CALL(MPI_Win_lock, (how, target, 0, win), "lock_type:i rank:i assert:i win:hW", how, target, 0, W(win));
  transfer(win, target);
  CALL(MPI_Win_flush, (target, win), "rank:i win:hW", target, W(win));
  CALL(MPI_Rput, (bytes[0], n, MPI_INT, target, 0, n, MPI_INT, win, &request),
       "origin_count:i origin_datatype:hT target_rank:i target_disp:l target_count:i target_datatype:hT "
       "win:hW "
       "request:?nR",
       n, T(MPI_INT), target, 0LL, n, T(MPI_INT), W(win), R(request));
  const long long before = R(request);
  CALL(MPI_Wait, (&request, MPI_STATUS_IGNORE), "request:hR status:j", before, NULL);
  announce_end('R', before);
  CALL(MPI_Win_unlock, (target, win), "rank:i win:hW", target, W(win));
}

static void do_window(void) {
  static int memory[64];
  MPI_Win win = MPI_WIN_NULL;
  void *base = NULL;
  const int epochs = 1 + below(3), allocated = one_in(2), target = (world_rank + 1) % world_size;
  if (allocated)
    CALL(MPI_Win_allocate, (256, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win),
         "size:l disp_unit:i info:hI comm:hC win:?nW", 256LL, 4, 0LL, C(MPI_COMM_WORLD), W(win));
  else
    CALL(MPI_Win_create, (memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win),
         "size:l disp_unit:i info:hI comm:hC win:?nW", (long long)sizeof memory, 4, 0LL, C(MPI_COMM_WORLD),
         W(win));
  if (rc != MPI_SUCCESS) return;
  for (int i = 0; i < epochs; i++) {
    CALL(MPI_Win_fence, (0, win), "assert:i win:hW", 0, W(win));
    transfer(win, target);
    CALL(MPI_Win_fence, (MPI_MODE_NOSUCCEED, win), "assert:i win:hW", MPI_MODE_NOSUCCEED, W(win));
    locked_epoch(win, target);
  }
  const long long before = W(win);
  CALL(MPI_Win_free, (&win), "win:cW", before);
}

// ---- calls that fail

static void failing(void) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Group world, made = MPI_GROUP_NULL;
  const int far[] = {0, 1000};
  int n = 0;
  switch (below(5)) {
    case 0:
      CALL(MPI_Comm_size, (MPI_COMM_NULL, &n), "comm:hC size:?i", 0LL, n);
      return;
    case 1:
      CALL(MPI_Comm_dup, (MPI_COMM_NULL, &comm), "comm:hC newcomm:?nC", 0LL, 0LL);
      return;
    case 2:
      CALL(MPI_Type_contiguous, (-4, MPI_INT, &type), "count:i oldtype:hT newtype:?nT", -4, T(MPI_INT), 0LL);
      return;
    case 3:
      CALL(MPI_Type_vector, (2, 2, 2, MPI_DATATYPE_NULL, &type), "count:i oldtype:hT newtype:?nT", 2, 0LL,
           0LL);
      return;
    default:
      CALL(MPI_Comm_group, (MPI_COMM_WORLD, &world), "comm:hC group:?nG", C(MPI_COMM_WORLD), G(world));
      CALL(MPI_Group_incl, (world, 2, far, &made), "group:hG n:i ranks:[i newgroup:?nG", G(world), 2, 2, far,
           0LL);
      const long long before = G(world);
      CALL(MPI_Group_free, (&world), "group:cG", before);
      return;
  }
}

// ---- the whole

static void step(void) {
  const int what = below(100);
  if (what < 20) return do_comm();
  if (what < 28) return ask_comm();
  if (what < 30) return do_intercomm();
  if (what < 35) return do_attribute();
  if (what < 45) return do_info();
  if (what < 55) return do_group();
  if (what < 62) return do_cartesian();
  if (what < 65) return do_graph();
  if (what < 70) return do_neighbors();
  if (what < 88) return do_type();
  if (what < 91) return do_operator();
  if (what < 96) return do_window();
  failing();
}

static void clean_up(void) {
  for (int i = 1; i < kComms; i++) free_comm(&comms[i], i % 2);
  for (int i = 0; i < kTypes; i++) {
    const long long before = T(types[i]);
    if (before) CALL(MPI_Type_free, (&types[i]), "datatype:cT", before);
  }
}

int main(int argc, char **argv) {
  const long seed = argc > 1 ? atol(argv[1]) : 1;
  const int steps = argc > 2 ? atoi(argv[2]) : 100;
  begin(&argc, &argv);
  comms[0] = MPI_COMM_WORLD;
  for (int i = 1; i < kComms; i++) comms[i] = MPI_COMM_NULL;
  for (int i = 0; i < kGroups; i++) groups[i] = MPI_GROUP_NULL;
  for (int i = 0; i < kTypes; i++) types[i] = MPI_DATATYPE_NULL;
  for (int i = 0; i < kInfos; i++) infos[i] = MPI_INFO_NULL;
  for (int i = 0; i < steps; i++) {
    begin_step(seed, i);
    step();
  }
  begin_step(seed, steps);
  clean_up();
  MPI_Finalize();
  save(world_rank);
  return 0;
}
