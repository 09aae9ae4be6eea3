// SPDX-License-Identifier: BSD-3-Clause
// Freezing the streams and describing the process (see snapshot.h).
#include "session/snapshot.h"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>

#include "session/biased_lock.h"
#include "session/linkage.h"
#include "session/plugins.h"
#include "session/raw_log.h"
#include "session/text.h"

#ifndef RECORDER_VERSION
#define RECORDER_VERSION "0"
#endif

namespace recorder {

namespace {

// False when the thread does not come out of Recorder, which only a thread that was killed there does.
bool wait_idle(const Stream &stream) {
  const timespec pause{0, 50000};
  for (int tries = 0; stream.busy(); ++tries) {
    if (tries == 20000) return false;
    sys::nanosleep(&pause);
  }
  return true;
}

// While it lives, every other thread waits at its next call, and its stream is the caller's to close and to
// read. The caller holds the lock of the list.
class AllFrozen {
 public:
  AllFrozen() : own_(thread_state.stream) {
    for (Stream *s = session.streams; s != nullptr; s = s->next())
      if (s != own_) s->freeze();
    fence_all_threads();
    for (Stream *s = session.streams; s != nullptr; s = s->next()) s->is_closed = close(s);
  }
  ~AllFrozen() {
    for (Stream *s = session.streams; s != nullptr; s = s->next())
      if (s != own_) s->thaw();
  }
  AllFrozen(const AllFrozen &) = delete;
  AllFrozen &operator=(const AllFrozen &) = delete;

 private:
  bool close(Stream *s) {
    if (s->is_broken() || (s == own_ && thread_state.interrupted)) return s->salvage();
    return (s == own_ || wait_idle(*s)) && s->close();
  }

  Stream *own_;
};

}  // namespace

uint64_t total_calls() {
  uint64_t calls = session.ended != nullptr ? session.ended->calls() : 0;
  for (Stream *s = session.streams; s != nullptr; s = s->next()) calls += s->calls();
  return calls;
}

// What there is of a stream, of a thread that lives or of one that is gone.
struct Snapshot::Source {
  uint32_t thread, tid;
  bool has_asides, counts_offsets, is_closed, is_cut;
  const Stream::Part *parts;
  const Stream::TimeChunk *chunks;
  uint64_t calls, last_end;
  Stream::Closed upto;  // of it is taken
  uint64_t merged_parts, merged_chunks, merged_calls;
};

Snapshot::Source Snapshot::source_of(const Stream &s) {
  const Stream::Closed all{s.parts.size(), s.chunks.size(), s.calls(), 0, Extent{0, 0}, 0};
  return {s.thread,
          s.tid,
          s.has_asides,
          s.handles.counts_offsets,
          s.is_closed,
          s.is_cut,
          s.parts.data(),
          s.chunks.data(),
          s.calls(),
          s.last_end(),
          s.is_closed ? all : s.closed(),
          s.merged_parts,
          s.merged_chunks,
          s.merged_calls};
}

Snapshot::Source Snapshot::source_of(const EndedStream &s) {
  const Stream::Closed all{s.part_count, s.chunk_count, s.calls, 0, Extent{0, 0}, 0};
  return {s.thread,
          s.tid,
          s.has_asides,
          s.counts_offsets,
          s.is_closed,
          s.is_cut,
          session.ended->parts_of(s),
          session.ended->chunks_of(s),
          s.calls,
          0,
          all,
          s.merged_parts,
          s.merged_chunks,
          s.merged_calls};
}

bool Snapshot::take(bool only_new, const Provisional *last) {
  if (!take_streams(only_new, last)) return false;
  describe_job();
  return true;
}

bool Snapshot::take_streams(bool only_new, const Provisional *last) {
  Locked hold(session.streams_lock);
  if (!hold.held()) return false;
  // Until all of it is noted: a thread that went on meanwhile would leave more calls than times, say.
  const AllFrozen others;
  raw_log::mark();
  if (!spool_.map(&session.spool) && session.streams != nullptr) return false;
  image_.spool = spool_.access();
  if (!streams_.resize(session.next_thread + 1)) return false;
  for (Stream *s = session.streams; s != nullptr; s = s->next()) {
    if (!add_stream(source_of(*s), only_new, s == thread_state.stream ? last : nullptr)) return false;
    image_.dropped += s->dropped();
    image_.lost += s->losses();
  }
  if (session.ended != nullptr) {
    for (EndedStream &ended : session.ended->all()) {
      ended.is_closed = true;
      if (!add_stream(source_of(ended), only_new, nullptr)) return false;
    }
    image_.dropped += session.ended->dropped();
    image_.lost += session.ended->losses();
  }
  // Numbers without a stream (a main thread that made no call) leave no gap in the list.
  for (uint64_t i = 0; i < streams_.size(); ++i)
    if (streams_[i].calls != 0) streams_[stream_count_++] = streams_[i];
  image_.lost += session.lost.load(std::memory_order_relaxed);
  image_.stream_count = stream_count_;
  image_.streams = streams_.data();
  return true;
}

namespace {

// The table of a segment of one call.
uint8_t *put_statistics(const Provisional &last, uint64_t last_end, uint8_t *at) {
  CallStatistics one{};
  TimeStatistics table;
  table.init(&one);
  table.add(0, last.start > last_end ? last.start - last_end : 0, last.end - last.start);
  return table.put(at, 1);
}

// A segment of one record, as a part and a time chunk of their own. Its times end its values in any mode.
void put_provisional(const Provisional &last, uint64_t last_end, uint8_t *memory, PartImage *part,
                     Bytes *time) {
  uint8_t *at = put_varint(memory, 1);
  at = put_varint(at, last.size);
  memcpy(at, last.signature, last.size);
  at += last.size;
  part->cst = Bytes{memory, static_cast<uint64_t>(at - memory)};
  static const uint8_t one_symbol[] = {1, 1, 0, 1};  // one rule of one symbol: terminal 0, once
  part->cfg = Bytes{one_symbol, sizeof one_symbol};
  part->counts = Bytes{nullptr, 0};
  part->statistics = Bytes{nullptr, 0};
  if (session.settings.time_mode == TimeMode::statistics) {
    part->statistics = Bytes{at, static_cast<uint64_t>(put_statistics(last, last_end, at) - at)};
    at += part->statistics.size;
  }
  TimeBuffer times;
  times.set_window(at, at + 64);
  times.resume(last_end);
  times.append(last.start, last.end);
  *time = Bytes{at, static_cast<uint64_t>(times.position() - at)};
}

}  // namespace

bool Snapshot::add_stream(const Source &from, bool only_new, const Provisional *last) {
  const uint64_t first_part = only_new ? from.merged_parts : 0;
  const uint64_t first_chunk = only_new ? from.merged_chunks : 0;
  const uint64_t first_call = only_new ? from.merged_calls : 0;
  Stream::Closed upto = from.upto;
  // The time chunks are then counted with one that is not in the stream's list.
  if (only_new && (from.is_cut || !from.is_closed))
    upto = Stream::Closed{first_part, first_chunk, first_call, 0, Extent{0, 0}, 0};
  image_.lost += from.calls - upto.calls;
  const uint64_t part_count = upto.parts - first_part;
  const uint64_t whole_chunks = upto.chunks - first_chunk;
  const uint64_t chunk_count = whole_chunks + (upto.used != 0 ? 1 : 0);
  auto *parts = static_cast<PartImage *>(memory_.take((part_count + 1) * sizeof(PartImage)));
  auto *chunks = static_cast<Bytes *>(memory_.take((chunk_count + 1) * sizeof(Bytes)));
  if (parts == nullptr || chunks == nullptr) return false;
  for (uint64_t i = 0; i < part_count; ++i) {
    const Stream::Part &p = from.parts[first_part + i];
    parts[i].cst = spool_.at(p.extent.offset, p.cst_size);
    parts[i].cfg = spool_.at(p.extent.offset + p.cst_size, p.cfg_size);
    const uint64_t counts_at = p.extent.offset + p.cst_size + p.cfg_size;
    parts[i].counts = spool_.at(counts_at, p.counts_size);
    parts[i].statistics = spool_.at(counts_at + p.counts_size, p.statistics_size);
  }
  for (uint64_t i = 0; i < whole_chunks; ++i) {
    const Stream::TimeChunk &c = from.chunks[first_chunk + i];
    chunks[i] = spool_.at(c.extent.offset, c.used);
  }
  if (upto.used != 0) chunks[whole_chunks] = spool_.at(upto.window.offset, upto.used);
  StreamImage &out = streams_[from.thread];
  out.calls = upto.calls - first_call;
  if (last != nullptr) {
    auto *memory = static_cast<uint8_t *>(memory_.take(last->size + 192));
    if (memory == nullptr) return false;
    put_provisional(*last, from.last_end, memory, &parts[part_count], &chunks[chunk_count]);
    ++out.calls;
  }
  out.thread = from.thread;
  out.tid = from.tid;
  out.part_count = static_cast<uint32_t>(part_count + (last != nullptr ? 1 : 0));
  out.parts = parts;
  out.time_chunk_count = static_cast<uint32_t>(chunk_count + (last != nullptr ? 1 : 0));
  out.time_chunks = chunks;
  out.has_asides = from.has_asides;
  out.plain_offsets = !from.counts_offsets;
  out.spool = spool_.access();
  return true;
}

// They are in the order of their threads.
const StreamImage *Snapshot::taken(uint32_t thread) const {
  const StreamImage *end = streams_.begin() + stream_count_;
  const StreamImage *found = std::lower_bound(
      streams_.begin(), end, thread, [](const StreamImage &image, uint32_t of) { return image.thread < of; });
  return found != end && found->thread == thread ? found : nullptr;
}

template <class AnyStream>
void Snapshot::mark(AnyStream *stream, bool is_closed) const {
  const StreamImage *image = taken(stream->thread);
  if (image == nullptr) return;
  stream->merged_parts += image->part_count;
  stream->merged_chunks += image->time_chunk_count;
  stream->merged_calls += image->calls;
  stream->is_cut = stream->is_cut || !is_closed;
}

// A stream that was among the others may have become one of those whose threads are gone meanwhile.
void Snapshot::mark_written() {
  Locked hold(session.streams_lock);
  for (Stream *s = session.streams; s != nullptr; s = s->next()) mark(s, s->is_closed);
  if (session.ended == nullptr) return;
  for (EndedStream &ended : session.ended->all()) mark(&ended, ended.is_closed);
}

// ---- the job
// ---------------------------------------------------------------------------------------------------

void Snapshot::add_metadata(const char *key, const char *value) {
  if (value != nullptr && value[0] != '\0') metadata_[image_.metadata_count++] = Pair{key, value};
}

namespace {

// The whole of a small file of /proc, zeros turned into spaces; "" when it cannot be read.
char *read_text(Arena *memory, const char *path, uint64_t limit) {
  auto *text = static_cast<char *>(memory->take(limit));
  if (text == nullptr) return nullptr;
  const int fd = sys::open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd >= 0 ? sys::read(fd, text, limit - 1) : 0;
  if (fd >= 0) sys::close(fd);
  while (n > 0 && text[n - 1] == '\0') --n;
  for (ssize_t i = 0; i < n; ++i)
    if (text[i] == '\0' || text[i] == '\n') text[i] = ' ';
  text[n > 0 ? n : 0] = '\0';
  return text;
}

char *pattern_text(Arena *memory) {
  constexpr uint64_t kSize = 64;
  auto *text = static_cast<char *>(memory->take(kSize));
  if (text != nullptr) session.settings.put_patterns(text, kSize);
  return text;
}

char *number_text(Arena *memory, uint64_t v) {
  auto *text = static_cast<char *>(memory->take(24));
  if (text != nullptr) Text(text, 24).number(v);
  return text;
}

char *layer_text(Arena *memory) {
  constexpr uint64_t kSize = 1024;
  auto *text = static_cast<char *>(memory->take(kSize));
  if (text == nullptr) return nullptr;
  Text list(text, kSize);
  // Those that this build has, and that are on.
  uint32_t layers = 0;
  for (uint32_t fn = kFirstFunction; fn < kFunctionCount; ++fn)
    layers |= 1u << static_cast<uint8_t>(recorder_functions[fn].layer);
  for (uint32_t i = 0; i < kLayerCount; ++i)
    if ((session.settings.layers & layers & 1u << i) != 0)
      list.put(list.size() != 0 ? "," : "").put(kLayerNames[i]);
  for (const RecorderPlugin *p = plugins(); p != nullptr; p = p->next)
    if (session.settings.has_layer(p->layer)) list.put(list.size() != 0 ? "," : "").put(p->layer);
  return text;
}

const char *time_mode_text(Arena *memory) {
  const Settings &settings = session.settings;
  if (settings.time_mode == TimeMode::exact) return "exact";
  if (settings.time_mode == TimeMode::statistics) return "statistics";
  if (settings.time_mode == TimeMode::none) return "none";
  auto *text = static_cast<char *>(memory->take(32));
  if (text != nullptr) Text(text, 32).put("bounded:").number(settings.time_percent);
  return text;
}

char *library_text(Arena *memory) {
  constexpr uint64_t kSize = 1024;
  auto *text = static_cast<char *>(memory->take(kSize));
  if (text == nullptr) return nullptr;
  Text list(text, kSize);
  put_libraries(list);
  return text;
}

}  // namespace

void Snapshot::describe_job() {
  image_.rank = session.rank;
  image_.pid = session.pid;
  auto *host = static_cast<char *>(memory_.take(256));
  if (host == nullptr || sys::gethostname(host, 256) < 0) host = const_cast<char *>("");
  image_.host = host;
  image_.program = program_name();
  image_.own_functions = plugins() != nullptr ? kFunctionCount : 0;
  image_.functions = describe_function;
  image_.cwd = session.start_cwd;
  image_.start_realtime_ns = session.start_realtime_ns;
  session.clock.ratio(&image_.tick_num, &image_.tick_den);
  put_on_shared_time(session.node_clock, session.clock.origin_ns(), &image_);
  image_.end_realtime_ns =
      image_.start_realtime_ns + static_cast<uint64_t>(static_cast<unsigned __int128>(session.clock.now()) *
                                                       image_.tick_num / image_.tick_den);
  const char *user = getenv("USER");
  add_metadata("version", RECORDER_VERSION);
  add_metadata("program", image_.program);
  add_metadata("command", read_text(&memory_, "/proc/self/cmdline", 16384));
  add_metadata("user", user != nullptr ? user : getenv("LOGNAME"));
  add_metadata("uid", number_text(&memory_, sys::getuid()));
  add_metadata("cwd", session.start_cwd);
  add_metadata("jobid", session.settings.job);
  add_metadata("mpi", session.mpi_version);
  // Of one rank alone nothing else tells.
  if (session.rank >= 0 && !session.merging)
    add_metadata("world", number_text(&memory_, static_cast<uint64_t>(session.ranks)));
  add_metadata("layers", layer_text(&memory_));
  add_metadata("resolution_ns", number_text(&memory_, session.settings.resolution_ns));
  image_.ranks_apart = !session.settings.patterns.ranks;
  image_.time_mode = session.settings.time_mode;
  image_.time_percent = session.settings.time_percent;
  add_metadata("time_mode", time_mode_text(&memory_));
  add_metadata("patterns", pattern_text(&memory_));
  add_metadata("settings", session.settings.seen);
  add_metadata("store_pointers", session.settings.store_pointers ? "1" : "0");
  add_metadata("link", link_kind());
  add_metadata("trampolines", has_trampolines() ? "1" : "0");
  add_metadata("libraries", library_text(&memory_));
  image_.metadata = metadata_;
}

}  // namespace recorder
