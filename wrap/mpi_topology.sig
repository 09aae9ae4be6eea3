# SPDX-License-Identifier: BSD-3-Clause
# MPI, virtual topologies: questions about them, and dimensions. What makes them is in mpi.sig.

%layer mpi
%real pmpi
%compact
%fails ret != MPI_SUCCESS
%errno mpi_error_class(ret)
%admit call.admits()

%header "runtime/mpi_arguments.h" "runtime/mpi_processes.h"

%type MPI_Aint, MPI_Count: int
%type int *, MPI_Aint *, MPI_Count *: out *int
%class MPI_Comm for MPI_Comm

# ---- of any kind

int MPI_Topo_test(MPI_Comm comm, int *status: out *enum mpi_topology);

# ---- cartesian

int MPI_Dims_create(int nnodes, int ndims, int dims[]: in [int; ndims], + chosen: out [int; ndims] = dims);
int MPI_Cartdim_get(MPI_Comm comm, int *ndims);
int MPI_Cart_get(MPI_Comm comm, int maxdims,
                 int dims[]: out [int; mpi_least(maxdims, mpi_cart_dims(comm, ret))],
                 int periods[]: out [int; mpi_least(maxdims, mpi_cart_dims(comm, ret))],
                 int coords[]: out [int; mpi_least(maxdims, mpi_cart_dims(comm, ret))]);
int MPI_Cart_rank(MPI_Comm comm, const int coords[]: [int; mpi_cart_dims(comm, ret)],
                  int *rank: out *enum mpi_rank);
int MPI_Cart_coords(MPI_Comm comm, int rank: enum mpi_rank, int maxdims,
                    int coords[]: out [int; mpi_least(maxdims, mpi_cart_dims(comm, ret))]);
int MPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source: out *enum mpi_rank,
                   int *rank_dest: out *enum mpi_rank);
int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[]: [int; ndims], const int periods[]: [int; ndims],
                 int *newrank: out *enum mpi_rank);

# ---- graphs

int MPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges);
int MPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges,
                  int offsets[] as index: out [int; mpi_least(maxindex, mpi_graph(comm, failed).nodes)],
                  int edges[]: out [int; mpi_least(maxedges, mpi_graph(comm, failed).edges)]);
int MPI_Graph_neighbors_count(MPI_Comm comm, int rank: enum mpi_rank, int *nneighbors);
int MPI_Graph_neighbors(
    MPI_Comm comm, int rank: enum mpi_rank, int maxneighbors,
    int neighbors[]: out [enum mpi_rank; mpi_least(maxneighbors, mpi_graph_degree(comm, rank, failed))]);
int MPI_Graph_map(MPI_Comm comm, int nnodes, const int offsets[] as index: [int; nnodes],
                  const int edges[]: [int; mpi_last(offsets, nnodes)], int *newrank: out *enum mpi_rank);

# ---- distributed graphs

int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted);
int MPI_Dist_graph_neighbors(
    MPI_Comm comm, int maxindegree,
    int sources[]: out [enum mpi_rank; mpi_least(maxindegree, around.sources(ret))],
    int sourceweights[]: [int; mpi_least(maxindegree, around.sources(ret))]
      if !failed && around.weighted(ret) && mpi_has_weights(sourceweights), int maxoutdegree,
    int destinations[]: out [enum mpi_rank; mpi_least(maxoutdegree, around.destinations(ret))],
    int destweights[]: [int; mpi_least(maxoutdegree, around.destinations(ret))]
      if !failed && around.weighted(ret) && mpi_has_weights(destweights)) before(const MpiNeighbors around(comm));
