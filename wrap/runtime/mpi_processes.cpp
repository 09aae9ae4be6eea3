// SPDX-License-Identifier: BSD-3-Clause
// Questions about communicators, never about one that the application's call has just been told is invalid.
#include "runtime/mpi_processes.h"

namespace recorder {

bool MpiPeers::is_inter() const {
  if (is_inter_ == kUnknown && RECORDER_PMPI(Comm_test_inter)(comm_, &is_inter_) != MPI_SUCCESS)
    is_inter_ = 0;
  return is_inter_ != 0;
}

bool MpiPeers::is_root(int root, int ret) const {
  if (root < 0) return root == MPI_ROOT;
  if (!mpi_comm_is_valid(ret)) return false;
  if (rank_ == kUnknown && RECORDER_PMPI(Comm_rank)(comm_, &rank_) != MPI_SUCCESS) return false;
  return rank_ == root && !is_inter();
}

int MpiPeers::size(int ret) const {
  if (size_ != kUnknown) return size_;
  if (!mpi_comm_is_valid(ret)) return 0;
  const int code =
      is_inter() ? RECORDER_PMPI(Comm_remote_size)(comm_, &size_) : RECORDER_PMPI(Comm_size)(comm_, &size_);
  if (code != MPI_SUCCESS) size_ = 0;
  return size_;
}

int MpiPeers::local_size(int ret) const {
  int size = 0;
  if (!mpi_comm_is_valid(ret) || RECORDER_PMPI(Comm_size)(comm_, &size) != MPI_SUCCESS) return 0;
  return size;
}

bool MpiNeighbors::known(int ret) const {
  if (asked_) return true;
  if (!mpi_comm_is_valid(ret)) return false;
  asked_ = true;
  ask();
  return true;
}

void MpiNeighbors::ask() const {
  int kind = MPI_UNDEFINED, rank = 0, dims = 0;
  if (RECORDER_PMPI(Topo_test)(comm_, &kind) != MPI_SUCCESS) return;
  if (kind == MPI_CART) {
    RECORDER_PMPI(Cartdim_get)(comm_, &dims);
    sources_ = destinations_ = 2 * dims;
  } else if (kind == MPI_GRAPH) {
    RECORDER_PMPI(Comm_rank)(comm_, &rank);
    RECORDER_PMPI(Graph_neighbors_count)(comm_, rank, &sources_);
    destinations_ = sources_;
  } else if (kind == MPI_DIST_GRAPH) {
    RECORDER_PMPI(Dist_graph_neighbors_count)(comm_, &sources_, &destinations_, &weighted_);
  }
}

int mpi_cart_dims(MPI_Comm comm, int ret) {
  int kind = MPI_CART, dims = 0;
  if (!mpi_comm_is_valid(ret)) return 0;
  if (ret != MPI_SUCCESS && RECORDER_PMPI(Topo_test)(comm, &kind) != MPI_SUCCESS) return 0;
  if (kind != MPI_CART || RECORDER_PMPI(Cartdim_get)(comm, &dims) != MPI_SUCCESS) return 0;
  return dims;
}

MpiGraph mpi_graph(MPI_Comm comm, bool failed) {
  MpiGraph graph = {0, 0};
  if (!failed) RECORDER_PMPI(Graphdims_get)(comm, &graph.nodes, &graph.edges);
  return graph;
}

int mpi_graph_degree(MPI_Comm comm, int rank, bool failed) {
  int degree = 0;
  if (!failed) RECORDER_PMPI(Graph_neighbors_count)(comm, rank, &degree);
  return degree;
}

}  // namespace recorder
