// SPDX-License-Identifier: BSD-3-Clause
// How many objects each set of members has made (see mpi_identity.h).
#include "runtime/mpi_identity.h"

#include "core/bytes.h"
#include "session/lock.h"
#include "session/memory.h"

namespace recorder {

namespace {

struct Count {
  uint64_t key;  // 0: free
  int64_t made;
};

// Few programs have more than a handful of different sets of members; the table doubles when it is half full.
struct Counts {
  Lock lock;
  Count *entries;
  uint64_t mask;
  uint64_t used;
};
Counts counts;

constexpr uint64_t kInitial = 256;

Count *place(Count *entries, uint64_t mask, uint64_t key) {
  uint64_t at = mix(key) & mask;
  while (entries[at].key != 0 && entries[at].key != key) at = (at + 1) & mask;
  return &entries[at];
}

bool grow() {
  const uint64_t size = counts.entries != nullptr ? (counts.mask + 1) * 2 : kInitial;
  auto *fresh = static_cast<Count *>(Memory::map(size * sizeof(Count)));
  if (fresh == nullptr) return false;
  for (uint64_t i = 0; counts.entries != nullptr && i <= counts.mask; ++i)
    if (counts.entries[i].key != 0) *place(fresh, size - 1, counts.entries[i].key) = counts.entries[i];
  if (counts.entries != nullptr) Memory::unmap(counts.entries, (counts.mask + 1) * sizeof(Count));
  counts.entries = fresh;
  counts.mask = size - 1;
  return true;
}

// -1 without memory.
int64_t count_one(uint64_t key) {
  Locked hold(counts.lock);
  if ((counts.entries == nullptr || counts.used * 2 > counts.mask) && !grow()) return -1;
  Count *count = place(counts.entries, counts.mask, key);
  if (count->key == 0) ++counts.used;
  count->key = key;
  return count->made++;
}

// In pieces, so that a large communicator needs no more memory than a small one.
bool hash_members(MPI_Group group, MPI_Group world, uint64_t *hash) {
  constexpr int kPiece = 256;
  int size = 0, from[kPiece], to[kPiece];
  if (RECORDER_PMPI(Group_size)(group, &size) != MPI_SUCCESS) return false;
  uint64_t h = static_cast<uint64_t>(size);
  for (int first = 0; first < size; first += kPiece) {
    const int n = size - first < kPiece ? size - first : kPiece;
    for (int i = 0; i < n; ++i) from[i] = first + i;
    if (RECORDER_PMPI(Group_translate_ranks)(group, n, from, world, to) != MPI_SUCCESS) return false;
    for (int i = 0; i < n; ++i) h = mix(h ^ static_cast<uint32_t>(to[i]));
  }
  *hash = h;
  return true;
}

bool hash_members(MPI_Comm comm, uint64_t *hash) {
  int is_inter = 1;
  MPI_Group group, world;
  if (RECORDER_PMPI(Comm_test_inter)(comm, &is_inter) != MPI_SUCCESS || is_inter != 0) return false;
  if (RECORDER_PMPI(Comm_group)(comm, &group) != MPI_SUCCESS) return false;
  bool known = RECORDER_PMPI(Comm_group)(MPI_COMM_WORLD, &world) == MPI_SUCCESS;
  if (known) {
    known = hash_members(group, world, hash);
    RECORDER_PMPI(Group_free)(&world);
  }
  RECORDER_PMPI(Group_free)(&group);
  return known;
}

}  // namespace

MpiIdentity mpi_next_identity(MpiShared what, MPI_Comm comm) {
  MpiIdentity identity{false, 0, 0};
  int initialised = 0;
  if (comm == MPI_COMM_NULL || RECORDER_PMPI(Initialized)(&initialised) != MPI_SUCCESS || initialised == 0)
    return identity;
  if (!hash_members(comm, &identity.members)) return identity;
  identity.sequence = count_one((identity.members << 1 | static_cast<uint64_t>(what)) + 1);
  identity.known = identity.sequence >= 0;
  return identity;
}

}  // namespace recorder
