// SPDX-License-Identifier: BSD-3-Clause
// Communicators and files that are one object on several ranks get an identity that is equal on all of them:
// the hash of the members' ranks in MPI_COMM_WORLD, and how many of the kind these members have made together
// before. Every member takes part in every such creation, in the same order, so nobody has to ask anybody.
#pragma once

#include "merge/mpi_api.h"

namespace recorder {

struct MpiIdentity {
  bool known;
  uint64_t members;
  int64_t sequence;
};

enum class MpiShared : uint8_t { communicator, file };

// Of the next object that the members of an intracommunicator share. Unknown for MPI_COMM_NULL,
// intercommunicators, and without MPI_COMM_WORLD.
MpiIdentity mpi_next_identity(MpiShared what, MPI_Comm comm);

// Puts {members, sequence}; nothing when the call failed. Called once a record: the raw log and the trace get
// the same.
template <class Sink>
void mpi_identity(Sink &sink, const char *name, const MpiIdentity &identity) {
  if (!identity.known) return sink.absent(name);
  sink.present(name);
  sink.open(name);
  sink.u("members", identity.members);
  sink.offset("sequence", identity.sequence);
  sink.end();
}

// After the call: asks once, however often the record is put.
class MpiMade {
 public:
  explicit MpiMade(MpiShared what) : what_(what) {}
  // `comm` is the new communicator, or the one that a file was opened on.
  const MpiIdentity &of(MPI_Comm comm, bool failed) const {
    if (!asked_ && !failed) identity_ = mpi_next_identity(what_, comm);
    asked_ = true;
    return identity_;
  }

 private:
  MpiShared what_;
  mutable bool asked_ = false;
  mutable MpiIdentity identity_{false, 0, 0};
};

}  // namespace recorder
