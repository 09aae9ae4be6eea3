// SPDX-License-Identifier: BSD-3-Clause
// A binomial tree over ranks: each rank learns its offset from its parent, then serves its children, those
// with most below them first. So nobody waits for more than log(ranks) others, and rank 0 serves as few.
#include "merge/mpi_clocks.h"

#include "merge/mpi_transport.h"

namespace recorder {
namespace {

constexpr int kTag = 32749;  // every MPI has tags up to 32767
constexpr int kRoundTrips = 20;

constexpr const char *kFailed = "MPI cannot compare the clocks";

// What a parent says of itself.
struct Parent {
  uint64_t node, base;
  uint64_t known, ahead, uncertainty;
};
constexpr int kParentWords = sizeof(Parent) / sizeof(uint64_t);

bool send(MPI_Comm comm, int to, const void *words, int count) {
  return RECORDER_PMPI(Send)(const_cast<void *>(words), count, MPI_UINT64_T, to, kTag, comm) == MPI_SUCCESS;
}

bool receive(MPI_Comm comm, int from, void *words, int count) {
  return RECORDER_PMPI(Recv)(words, count, MPI_UINT64_T, from, kTag, comm, MPI_STATUS_IGNORE) == MPI_SUCCESS;
}

// Both sides make all their calls whatever fails, as the other one waits for them.
ClockOffset ask_parent(MPI_Comm comm, int parent, const LocalClock &clock) {
  Parent told{};
  bool ok = send(comm, parent, &clock.node, 1);
  ok &= receive(comm, parent, &told, kParentWords);
  const ClockOffset of_parent = {told.known != 0, static_cast<int64_t>(told.ahead), told.uncertainty, 0};
  ClockOffset to_parent = {true, static_cast<int64_t>(clock.base_ns - told.base), 0, clock.now()};
  if (told.node != clock.node) {
    RoundTrips trips;
    for (int i = 0; i < kRoundTrips; ++i) {
      uint64_t theirs = 0;
      const uint64_t sent = clock.now();
      ok &= send(comm, parent, &sent, 1);
      ok &= receive(comm, parent, &theirs, 1);
      trips.add(sent, theirs, clock.now());
    }
    to_parent = trips.offset();
  }
  to_parent.known &= ok;
  return through(to_parent, of_parent);
}

bool serve_child(MPI_Comm comm, int child, const LocalClock &clock, const ClockOffset &offset) {
  uint64_t node = 0;
  const Parent parent = {clock.node, clock.base_ns, offset.known ? 1u : 0u,
                         static_cast<uint64_t>(offset.ahead_ns), offset.uncertainty_ns};
  bool ok = receive(comm, child, &node, 1);
  ok &= send(comm, child, &parent, kParentWords);
  for (int i = 0; node != clock.node && i < kRoundTrips; ++i) {
    uint64_t ignored = 0;
    ok &= receive(comm, child, &ignored, 1);
    const uint64_t now = clock.now();
    ok &= send(comm, child, &now, 1);
  }
  return ok;
}

// A communicator that goes with the block that made it.
class Communicator {
 public:
  Communicator() = default;
  ~Communicator() {
    if (comm != MPI_COMM_NULL) RECORDER_PMPI(Comm_free)(&comm);
  }
  Communicator(const Communicator &) = delete;
  Communicator &operator=(const Communicator &) = delete;

  bool split(MPI_Comm from, int color, int key) {
    return RECORDER_PMPI(Comm_split)(from, color, key, &comm) == MPI_SUCCESS;
  }
  MPI_Comm comm = MPI_COMM_NULL;
};

// Ranks with the same clock. Nodes that share memory share a clock, unless they are containers with clocks of
// their own.
bool make_node(MPI_Comm comm, int rank, const LocalClock &clock, Communicator *node) {
  Communicator shared;
  if (RECORDER_PMPI(Comm_split_type)(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &shared.comm) !=
      MPI_SUCCESS)
    return false;
  return node->split(shared.comm, static_cast<int>(clock.node & 0x7fffffff), rank);
}

void put_row(const char *host, const NodeClock &clock, Buffer *out) {
  out->put_str(host);
  for (const ClockOffset *offset : {&clock.start, &clock.end}) {
    out->put_u8(offset->known ? 1 : 0);
    if (!offset->known) continue;
    out->put_varint(offset->at_ns);
    out->put_zigzag(offset->ahead_ns);
    out->put_varint(offset->uncertainty_ns);
  }
}

// The rows of all leaders in the order of their ranks.
Status gather(MPI_Comm leaders, Buffer *rows, Buffer *section) {
  MpiTransport transport(leaders);
  const Status gathered = transport.reduce(
      [rows](const uint8_t *data, uint64_t size) {
        rows->put_bytes(data, size);
        return rows->ok() ? Status::good() : Status::no_memory(kFailed);
      },
      [rows](Buffer *packed) {
        packed->swap(*rows);
        return Status::good();
      });
  if (!gathered.ok() || transport.rank() != 0) return gathered;
  section->put_varint(static_cast<uint64_t>(transport.size()));
  section->put_bytes(rows->bytes());
  return section->ok() ? gathered : Status::no_memory(kFailed);
}

bool broadcast(MPI_Comm comm, NodeClock *clock) {
  uint64_t words[] = {clock->base_ns,
                      clock->start.known,
                      static_cast<uint64_t>(clock->start.ahead_ns),
                      clock->start.uncertainty_ns,
                      clock->start.at_ns,
                      clock->end.known,
                      static_cast<uint64_t>(clock->end.ahead_ns),
                      clock->end.uncertainty_ns,
                      clock->end.at_ns};
  if (RECORDER_PMPI(Bcast)(words, sizeof words / sizeof *words, MPI_UINT64_T, 0, comm) != MPI_SUCCESS)
    return false;
  *clock = {true,
            words[0],
            {words[1] != 0, static_cast<int64_t>(words[2]), words[3], words[4]},
            {words[5] != 0, static_cast<int64_t>(words[6]), words[7], words[8]}};
  return true;
}

// On several nodes: the first rank of each measures for all of them.
Status measure_nodes(MPI_Comm comm, const LocalClock &clock, const char *host, NodeClock *mine,
                     Buffer *section) {
  MpiTransport transport(comm);
  Communicator node, leaders;
  int place = 0;
  Status made = Status::good();
  if (!make_node(comm, transport.rank(), clock, &node) ||
      RECORDER_PMPI(Comm_rank)(node.comm, &place) != MPI_SUCCESS)
    made = {Error::system, 0, kFailed};
  if (Status s = transport.agree(made); !s.ok()) return s;
  if (!leaders.split(comm, place == 0 ? 0 : MPI_UNDEFINED, transport.rank()))
    made = {Error::system, 0, kFailed};
  if (Status s = transport.agree(made); !s.ok()) return s;
  if (leaders.comm != MPI_COMM_NULL) {
    Buffer rows;
    mine->end = measure_offset(leaders.comm, clock);
    put_row(host, *mine, &rows);
    made = gather(leaders.comm, &rows, section);
    if (!mine->end.known) made = {Error::system, 0, kFailed};
  }
  if (!broadcast(node.comm, mine)) made = {Error::system, 0, kFailed};
  return transport.agree(made);
}

}  // namespace

bool has_several_nodes(MPI_Comm comm, const LocalClock &clock, bool concerned) {
  const uint64_t mine[] = {clock.node, ~clock.node, concerned ? 0u : 1u};
  uint64_t least[3] = {0, ~uint64_t{0}, 1};
  if (RECORDER_PMPI(Allreduce)(mine, least, 3, MPI_UINT64_T, MPI_MIN, comm) != MPI_SUCCESS) return false;
  return least[2] == 0 && least[0] != ~least[1];
}

ClockOffset measure_offset(MPI_Comm comm, const LocalClock &clock) {
  int rank = 0, size = 1;
  RECORDER_PMPI(Comm_rank)(comm, &rank);
  RECORDER_PMPI(Comm_size)(comm, &size);
  const int64_t below = rank != 0 ? rank & -rank : int64_t{1} << 31;  // ranks that are below it in the tree
  ClockOffset offset = {true, 0, 0, clock.now()};
  if (rank != 0) offset = ask_parent(comm, static_cast<int>(rank - below), clock);
  for (int64_t step = below / 2; step > 0; step /= 2)
    if (rank + step < size && !serve_child(comm, static_cast<int>(rank + step), clock, offset))
      offset.known = false;
  return offset;
}

Status find_node_clock(MPI_Comm comm, const LocalClock &clock, const ClockOffset &start, const char *host,
                       NodeClock *mine, Buffer *section) {
  NodeClock found = {true, clock.base_ns, start, {}};
  Status status = Status::good();
  if (has_several_nodes(comm, clock, true)) {
    status = measure_nodes(comm, clock, host, &found, section);
  } else {
    found.start = {};
    if (!broadcast(comm, &found)) status = {Error::system, 0, kFailed};
    status = MpiTransport(comm).agree(status);
  }
  if (status.ok()) *mine = found;
  if (!status.ok()) section->clear();
  return status;
}

}  // namespace recorder
