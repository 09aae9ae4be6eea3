// SPDX-License-Identifier: BSD-3-Clause
// From the streams of each rank to one file: a tree of summaries to rank 0, which lays the file out, while
// the times, the bulk of a trace, go from each rank straight into the file. Every step ends in an agreement,
// so that the ranks take the same branches whatever happens to one of them.
#include "merge/mpi_finalize.h"

#include <string.h>

#include "format/format.h"
#include "merge/blocks.h"
#include "merge/emit.h"
#include "merge/mpi_file.h"
#include "merge/mpi_gathered_file.h"
#include "merge/mpi_transport.h"
#include "merge/spooled_bytes.h"
#include "merge/times.h"
#include "session/sys.h"

namespace recorder {
namespace {

class Merge {
 public:
  Merge(MPI_Comm comm, const ProcessImage *image, const TraceOptions &options)
      : transport_(comm), image_(image), options_(options) {}

  Status run(PathChooser choose, char *path);

 private:
  struct Places {
    uint64_t blocks, times, index, tail, end;
  };
  struct Candidate {
    uint64_t there;
    char path[kMpiPathSize];
    char temporary[kMpiPathSize];
  };

  Status summarise();
  Status reduce();
  Status lay_out_file();
  Status write_somewhere(PathChooser choose, char *path);
  Status create(const char *path, TraceFile *file);
  Status write_file(const char *temporary, int fd);
  template <class File>
  Status write_into(File &&file, const char *temporary);
  bool first() const { return transport_.rank() == 0; }

  MpiTransport transport_;
  const ProcessImage *image_;
  const TraceOptions &options_;
  SpooledBytes times_;
  Buffer index_;
  uint64_t before_[2] = {0, 0};  // stored bytes and streams of the lower ranks
  uint64_t blocks_before_ = 0;   // bytes of the lower ranks' blocks
  Share share_;
  Layout layout_;  // rank 0
  Places places_ = {0, 0, 0, 0, 0};
};

Status Merge::run(PathChooser choose, char *path) {
  if (Status s = transport_.agree(summarise()); !s.ok()) return s;
  if (Status s = transport_.agree(reduce()); !s.ok()) return s;
  if (Status s = transport_.agree(lay_out_file()); !s.ok()) return s;
  return write_somewhere(choose, path);
}

// The sum over the lower ranks is collective: a rank that has nothing to add takes part all the same.
Status Merge::summarise() {
  TimesPart part;
  Status mine = image_ ? Status::good() : Status::no_memory("cannot gather the streams");
  if (mine.ok()) times_.use(image_->spool);
  if (mine.ok()) mine = part.compress(*image_, options_.times_level, SpooledBytes::put, &times_);
  const uint64_t totals[2] = {mine.ok() ? part.totals().stored : 0, mine.ok() ? part.totals().streams : 0};
  if (Status s = transport_.sum_before(totals, before_, 2); !s.ok() && mine.ok()) mine = s;
  if (mine.ok()) mine = part.make_index(before_[0], &index_);
  share_.begin(static_cast<uint64_t>(transport_.rank()), options_.functions);
  if (mine.ok()) mine = share_.add(*image_, part.totals());
  return mine;
}

// Afterwards each rank keeps the blocks that it has sealed, and rank 0 knows of all.
Status Merge::reduce() {
  Status mine = transport_.reduce(
      [this](const uint8_t *data, uint64_t size) {
        return share_.unite({data, size});
      },
      [this](Buffer *packed) { return share_.pack(packed); });
  if (mine.ok() && first()) mine = share_.finish();
  const uint64_t bytes = share_.blocks().size();
  const Status placed = transport_.sum_before(&bytes, &blocks_before_, 1);
  return mine.ok() ? placed : mine;
}

Status Merge::lay_out_file() {
  Status mine = Status::good();
  if (first()) {
    mine = lay_out(share_, options_.functions, options_.clocks, &layout_);
    places_ = {layout_.blocks_offset, layout_.times_offset, layout_.index_offset, layout_.tail_offset,
               layout_.tail_offset + layout_.tail.size()};
  }
  const Status told = transport_.broadcast(&places_, sizeof places_);
  return mine.ok() ? told : mine;
}

// Goes through the candidates until one takes the whole trace.
Status Merge::write_somewhere(PathChooser choose, char *path) {
  Candidate candidate;
  Status status = {Error::argument, 0, "no directory for the trace"};
  for (uint32_t attempt = 0;; ++attempt) {
    TraceFile file;
    Status created = Status::good();
    memset(&candidate, 0, sizeof candidate);
    if (first() && choose(attempt, candidate.path, sizeof candidate.path)) {
      candidate.there = 1;
      created = create(candidate.path, &file);
      if (created.ok() && strlen(file.temporary_path()) < sizeof candidate.temporary)
        strcpy(candidate.temporary, file.temporary_path());
    }
    if (Status s = transport_.agree(transport_.broadcast(&candidate, sizeof candidate)); !s.ok()) return s;
    if (!candidate.there) return status;
    strcpy(path, candidate.path);
    status = transport_.agree(created);
    if (status.ok()) status = write_file(candidate.temporary, file.fd());
    if (status.ok()) status = transport_.agree(first() ? file.commit() : Status::good());
    if (status.ok()) return status;
  }
}

// Asks for the space at once where the file system can give it: a full disk is then known before anything is
// written, and some MPI libraries do not report that a collective write found none.
Status Merge::create(const char *path, TraceFile *file) {
  Status status = file->create(path, options_.if_exists);
  if (!status.ok()) return status;
  const int given = sys::fallocate(file->fd(), 0, 0, static_cast<int64_t>(places_.end));
  if (given == -ENOSPC || given == -EDQUOT || given == -EFBIG)
    return Status::from(given, "cannot write the trace");
  return Status::good();
}

// `fd` is rank 0's.
Status Merge::write_file(const char *temporary, int fd) {
  if (GatheredFile::takes(places_.end, transport_.size()))
    return write_into(GatheredFile(&transport_, fd), temporary);
  return write_into(MpiFile(&transport_), temporary);
}

// The trailer is written when all else is in the file, and the file gets its name when all of it has been
// read again: some MPI libraries do not say that bytes were lost.
template <class File>
Status Merge::write_into(File &&file, const char *temporary) {
  Status status = file.open(temporary);
  if (!status.ok()) return status;
  const uint64_t index_at = places_.index + format::kTimesEntrySize * before_[1];
  status = file.write(places_.times + before_[0], times_);
  if (status.ok()) status = file.write(index_at, index_.data(), index_.size());
  const Buffer &blocks = share_.blocks();
  if (status.ok()) status = file.write(places_.blocks + blocks_before_, blocks.data(), blocks.size());
  if (status.ok()) status = file.write(0, layout_.head.data(), layout_.head.size());
  if (status.ok()) status = file.write(places_.tail, layout_.tail.data(), layout_.tail.size());
  const Status closed = file.close();
  if (status.ok()) status = closed;
  return status.ok() ? file.verify(temporary) : status;
}

}  // namespace

Status write_mpi_trace(MPI_Comm comm, const ProcessImage *image, const TraceOptions &options,
                       PathChooser choose, char *path) {
  path[0] = '\0';
  Merge merge(comm, image, options);
  return merge.run(choose, path);
}

}  // namespace recorder
