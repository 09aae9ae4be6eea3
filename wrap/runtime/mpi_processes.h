// SPDX-License-Identifier: BSD-3-Clause
// What the arguments of collective and topology functions depend on: how many processes a communicator has,
// which of them is the root, which are neighbours. A wrapper makes an object before the real call and asks it
// while it records; the object asks the MPI library then, and only once.
#pragma once

#include "merge/mpi_api.h"
#include "runtime/mpi_values.h"

namespace recorder {

// False when a question about the communicator of a call that gave `ret` would fail, and the application's
// error handler would hear of it. MPIs look at the communicator first: another error means that it is valid.
inline bool mpi_comm_is_valid(int ret) {
  return __builtin_expect(ret == MPI_SUCCESS, 1) || mpi_error_class(ret) != MPI_ERR_COMM;
}

// The processes that a collective operation goes to or comes from.
class MpiPeers {
 public:
  explicit MpiPeers(MPI_Comm comm) : comm_(comm) {}

  // Whether this process is the root. Of an intercommunicator's two groups one passes MPI_ROOT or
  // MPI_PROC_NULL, and the other the root's rank in the first.
  bool is_root(int root, int ret) const;
  // Processes of the remote group; of the only one, if the communicator has one. 0 if it is invalid.
  int size(int ret) const;
  // Those of the own group.
  int local_size(int ret) const;

 private:
  static constexpr int kUnknown = -1;
  bool is_inter() const;

  MPI_Comm comm_;
  mutable int rank_ = kUnknown;
  mutable int size_ = kUnknown;
  mutable int is_inter_ = kUnknown;
};

// The neighbours of this process in a communicator's topology; none if it has no topology.
class MpiNeighbors {
 public:
  explicit MpiNeighbors(MPI_Comm comm) : comm_(comm) {}

  int sources(int ret) const { return known(ret) ? sources_ : 0; }
  int destinations(int ret) const { return known(ret) ? destinations_ : 0; }
  bool weighted(int ret) const { return known(ret) && weighted_ != 0; }

 private:
  bool known(int ret) const;
  void ask() const;

  MPI_Comm comm_;
  mutable bool asked_ = false;
  mutable int sources_ = 0;
  mutable int destinations_ = 0;
  mutable int weighted_ = 0;
};

// Number of dimensions of a cartesian communicator; 0 when it is none.
int mpi_cart_dims(MPI_Comm comm, int ret);

// The size of a graph communicator, after a call that it made possible.
struct MpiGraph {
  int nodes, edges;
};
MpiGraph mpi_graph(MPI_Comm comm, bool failed);
int mpi_graph_degree(MPI_Comm comm, int rank, bool failed);

}  // namespace recorder
