// SPDX-License-Identifier: BSD-3-Clause
// Names and writes the trace of a process (see finish.h); lib/merge knows how.
#include "session/finish.h"

#include <stdlib.h>
#include <time.h>

#include "merge/trace_file.h"
#include "session/own_stack.h"
#include "session/plugins.h"
#include "session/quiet.h"
#include "session/raw_log.h"
#include "session/snapshot.h"
#include "session/text.h"

namespace recorder {

// ---- messages
// --------------------------------------------------------------------------------------------------

namespace {

// The rank as the launcher tells it, before MPI_Init and for programs without MPI; -1 without a launcher.
int64_t launcher_rank() {
  for (const char *name : {"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "SLURM_PROCID", "ALPS_APP_PE",
                           "MV2_COMM_WORLD_RANK"}) {
    const char *value = getenv(name);
    if (value != nullptr && *value >= '0' && *value <= '9') return atoll(value);
  }
  return -1;
}

int64_t known_rank() { return session.rank >= 0 ? session.rank : launcher_rank(); }

}  // namespace

void say(const char *message) {
  if (known_rank() > 0) return;
  char line[5000];
  Text text(line, sizeof line - 1);
  text.put("recorder: ").put(message);
  Text(line + text.size(), 2).put("\n");
  const NoWriteSignals quiet;
  sys::write_all(2, line, text.size() + 1);
}

void say(const char *what, const char *detail) {
  char line[4900];
  Text text(line, sizeof line);
  say(text.put(what).put(": ").put(detail).c_str());
}

namespace {

void say_failure(const char *path, const Status &status) {
  char line[4900];
  Text text(line, sizeof line);
  text.put("no trace was written: ").put(path[0] != '\0' ? path : session.settings.directories);
  text.put(": ").put(status.what);
  const char *reason = errno_text(status.error_number);
  if (status.error_number != 0 && reason[0] != '\0') text.put(": ").put(reason);
  text.put(" (see RECORDER_TRACE and RECORDER_TRACE_DIR in recorder(7))");
  say(line);
}

// A process that could keep nothing has said so already.
void say_failure_once(const char *path, const Status &status) {
  if (!session.said_loss.exchange(true)) say_failure(path, status);
}

}  // namespace

// ---- ancestors
// -------------------------------------------------------------------------------------------------

uint64_t process_start(uint32_t pid, uint32_t *parent) {
  char text[1024];
  Text name(text, sizeof text);
  name.put("/proc/").number(pid).put("/stat");
  const int fd = sys::open(text, O_RDONLY | O_CLOEXEC);
  const ssize_t n = fd >= 0 ? sys::read(fd, text, sizeof text - 1) : 0;
  if (fd >= 0) sys::close(fd);
  text[n > 0 ? n : 0] = '\0';
  // The command in parentheses may contain anything, so the fields are counted from the last parenthesis.
  const char *p = strrchr(text, ')');
  for (int field = 2; p != nullptr && field < 22; ++field) {
    p = strchr(p + 1, ' ');
    if (field == 3 && p != nullptr && parent != nullptr)
      *parent = static_cast<uint32_t>(strtoul(p, nullptr, 10));
  }
  return p != nullptr ? strtoull(p, nullptr, 10) : 0;
}

namespace {

bool is_traced(uint32_t pid, uint64_t boot) {
  char name[Spool::kPathSize];
  for (const char *d = session.settings.spool_directories; *d != '\0';) {
    const uint64_t n = strcspn(d, ":");
    if (n != 0 && Spool::name_of(d, n, sys::getuid(), pid, boot, name, sizeof name) &&
        sys::access(name, F_OK) == 0)
      return true;
    d += n + (d[n] == ':' ? 1 : 0);
  }
  return false;
}

}  // namespace

bool has_traced_parent() {
  const char *told = getenv("RECORDER_CHILD");
  if (told != nullptr && *told == '1') return true;
  uint32_t pid = session.pid;
  for (int generation = 0; generation < 64 && pid > 1; ++generation) {
    uint32_t parent = 0;
    process_start(pid, &parent);
    if (parent <= 1) return false;
    if (is_traced(parent, process_start(parent, nullptr))) return true;
    pid = parent;
  }
  return false;
}

// ---- names
// -----------------------------------------------------------------------------------------------------

namespace {

// Days since the epoch to a civil date (proleptic Gregorian, era of 400 years).
void put_date(Text *text, uint64_t seconds) {
  const uint64_t days = seconds / 86400 + 719468;
  const uint64_t era = days / 146097, doe = days % 146097;
  const uint64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  const uint64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  const uint64_t mp = (5 * doy + 2) / 153;
  const uint64_t month = mp < 10 ? mp + 3 : mp - 9;
  const uint64_t of_day = seconds % 86400;
  text->number(yoe + era * 400 + (month <= 2 ? 1 : 0), 4)
      .number(month, 2)
      .number(doy - (153 * mp + 2) / 5 + 1, 2);
  text->put("T").number(of_day / 3600, 2).number(of_day / 60 % 60, 2).number(of_day % 60, 2);
}

void put_job(Text *text) {
  if (session.settings.job[0] != '\0')
    text->put(session.settings.job);
  else
    text->number(session.pid);
}

void expand(const char *pattern, Text *text) {
  for (const char *p = pattern; *p != '\0'; ++p) {
    if (*p != '%' || p[1] == '\0') {
      text->put(*p);
      continue;
    }
    switch (*++p) {
      case 'e':
        text->put(session.program);
        break;
      case 'p':
        text->number(session.pid);
        break;
      case 'j':
        put_job(text);
        break;
      case '%':
        text->put('%');
        break;
      default:
        text->put('%').put(*p);
        break;
    }
  }
}

// RECORDER_TRACE names one file. Where several processes of a run would write it, all but one get a name of
// their own beside it.
bool exact_path(uint32_t attempt, char *out, uint64_t size) {
  if (attempt != 0) return false;
  Text text(out, size);
  const bool is_world = session.merging;
  const int64_t rank = known_rank();
  char expanded[Settings::kPathSize];
  Text whole(expanded, sizeof expanded);
  // Not where the program happens to be when it ends.
  if (session.settings.trace[0] != '/') whole.put(session.start_cwd).put("/");
  expand(session.settings.trace, &whole);
  uint64_t stem = whole.size();
  constexpr char kSuffix[] = ".recorder";
  const bool has_suffix = stem > 9 && strcmp(expanded + stem - 9, kSuffix) == 0;
  if (has_suffix) stem -= 9;
  text.put(expanded, stem);
  if (!is_world && rank > 0) text.put("-rank").number(static_cast<uint64_t>(rank));
  if (session.is_child) text.put("-").put(session.program).put("-").number(session.pid);
  if (has_suffix) text.put(kSuffix);
  return !text.cut() && !whole.cut();
}

// `<directory>/<program>-<job or pid>-<start>.recorder`; the second try in each directory adds the process
// number, for programs of one job that start in the same second, the third the host and the launcher's rank,
// for those on different nodes that have the same number.
bool default_path(uint32_t attempt, char *out, uint64_t size) {
  constexpr uint32_t kTries = 3;
  const char *d = session.settings.directories;
  for (uint32_t i = 0; i < attempt / kTries; ++i) {
    d += strcspn(d, ":");
    if (*d == '\0') return false;
    ++d;
  }
  const uint64_t n = strcspn(d, ":");
  Text text(out, size);
  if (n == 0) return false;
  if (*d != '/') text.put(session.start_cwd).put("/");
  text.put(d, n).put("/").put(session.program).put("-");
  put_job(&text);
  text.put("-");
  put_date(&text, session.start_realtime_ns / 1000000000);
  if (attempt % kTries != 0) text.put("-").number(session.pid);
  if (attempt % kTries == 2) {
    char host[128];
    if (sys::gethostname(host, sizeof host) == 0) text.put("-").put(host);
    if (const int64_t rank = known_rank(); rank >= 0) text.put("-rank").number(static_cast<uint64_t>(rank));
  }
  text.put(".recorder");
  return !text.cut();
}

}  // namespace

TraceOptions trace_options() {
  TraceOptions o;
  o.functions = describe_function;
  o.if_exists =
      session.settings.trace[0] != '\0' || session.trace_path[0] != '\0' ? IfExists::replace : IfExists::fail;
  return o;
}

bool choose_trace_path(uint32_t attempt, char *out, uint64_t size) {
  return session.settings.trace[0] != '\0' ? exact_path(attempt, out, size)
                                           : default_path(attempt, out, size);
}

// ---- writing
// ---------------------------------------------------------------------------------------------------

namespace {

Status write_somewhere(const ProcessImage &image, char *path, uint64_t size) {
  if (session.trace_path[0] != '\0') {
    Text(path, size).put(session.trace_path);
    return write_process_trace_file(image, trace_options(), path);
  }
  Status status = Status::argument("no directory is given");
  for (uint32_t attempt = 0; choose_trace_path(attempt, path, size); ++attempt) {
    status = write_process_trace_file(image, trace_options(), path);
    if (status.ok()) return status;
  }
  if (session.settings.trace[0] == '\0') path[0] = '\0';
  return status;
}

void say_losses(const ProcessImage &image) {
  if (image.lost == 0 || session.said_loss.exchange(true)) return;
  char line[256];
  Text text(line, sizeof line);
  text.number(image.lost)
      .put(
          " calls are not in the trace (no memory within RECORDER_MEMORY_LIMIT, or no room in "
          "RECORDER_SPOOL_DIR)");
  say(line);
}

void append_after_finalize() {
  Snapshot snapshot;
  if (!snapshot.take(true, nullptr) || snapshot.image().stream_count == 0) return;
  static char path[Settings::kPathSize];
  const Status status = append_late(snapshot.image(), trace_options(), session.trace_path);
  if (status.ok()) {
    snapshot.mark_written();
    raw_log::publish(session.trace_path);
    return;
  }
  // A file of its own is better than nothing.
  Text text(path, sizeof path);
  text.put(session.trace_path)
      .put(".late.")
      .number(session.rank >= 0 ? static_cast<uint64_t>(session.rank) : 0);
  text.put(".recorder");
  if (const Status own = write_process_trace_file(snapshot.image(), trace_options(), path); !own.ok())
    say_failure(path, own);
}

void write_all(const Provisional *last) {
  if (session.merged) return append_after_finalize();
  static char path[Settings::kPathSize];
  Snapshot snapshot;
  if (!snapshot.take(false, last)) {
    const int error = session.spool.last_error();
    return say_failure_once("", Status::from(error != 0 ? -error : -ENOMEM, "cannot put it together"));
  }
  const Status status = write_somewhere(snapshot.image(), path, sizeof path);
  if (!status.ok()) return say_failure_once(path, status);
  Text(session.trace_path, sizeof session.trace_path).put(path);
  raw_log::publish(path);
  say_losses(snapshot.image());
}

}  // namespace

// Other signals wait meanwhile: a handler that ends the process would find the trace half written.
void write_process_trace(const Provisional *last) {
  if (!session.active) return;
  const NoWriteSignals quiet(true);
  Locked hold(session.one_writer);
  if (!hold.held()) return;
  on_own_stack([](void *provisional) { write_all(static_cast<const Provisional *>(provisional)); },
               const_cast<Provisional *>(last));
}

namespace {

void stop_tracing() {
  session.active = false;
  for (uint32_t fn = 0; fn < kFunctionCount; ++fn) turn(fn, false);
  turn_plugins(false);
  check_layers();
  session.spool.unlink();
  raw_log::discard();
}

}  // namespace

void merge_at_finalize(MergeWriter write) {
  if (!session.active) return;
  static char path[4352];
  const NoWriteSignals quiet;
  Snapshot snapshot;
  session.merging = true;
  const bool taken = snapshot.take(false, nullptr);
  const Status status = write(taken ? &snapshot.image() : nullptr, trace_options(), path);
  session.merging = false;
  session.merged = true;
  if (!status.ok()) {
    say_failure(path, status);
    stop_tracing();  // there is nothing to append to
    return;
  }
  snapshot.mark_written();
  Text(session.trace_path, sizeof session.trace_path).put(path);
  raw_log::publish(path);
  say_losses(snapshot.image());
}

void mpi_started(int rank, int size) {
  session.rank = rank;
  session.ranks = size;
}

void leave_nothing_behind() {
  session.spool.keep_descriptor();
  session.spool.unlink();
}

namespace {

// The thread that ends the process is Recorder's from now on. A signal handler may have interrupted it in the
// middle of Recorder: what it was changing then is not touched.
class Ending {
 public:
  Ending() {
    const Stream *stream = thread_state.stream;
    thread_state.interrupted =
        thread_state.busy || (stream != nullptr && !stream->outside() && !stream->gone());
    session.merging = false;  // a merge that is interrupted here never ends
    recorder_guard_begin(&state_);
  }
  ~Ending() {
    recorder_guard_end(&state_);
    thread_state.interrupted = false;
  }
  Ending(const Ending &) = delete;
  Ending &operator=(const Ending &) = delete;

 private:
  GuardState state_;
};

// A child that only forked and ended has nothing to tell.
bool has_something_to_tell() { return !session.is_fork || total_calls() != 0; }

}  // namespace

void prepare_to_leave() {
  if (!session.active || thread_state.in_vfork || !is_our_process()) return;
  const Ending ending;
  if (has_something_to_tell()) write_process_trace();
  leave_nothing_behind();
}

void finish_process() {
  if (!session.active || thread_state.in_vfork || !is_our_process()) return;
  const Ending ending;
  if (has_something_to_tell()) write_process_trace();
  stop_tracing();
}

}  // namespace recorder
