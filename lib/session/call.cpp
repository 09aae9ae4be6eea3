// SPDX-License-Identifier: BSD-3-Clause
// What a call does rarely: paths against the filters, closing of handles (see call.h).
#include "session/call.h"

#include "session/finish.h"
#include "session/guard.h"
#include "session/maps.h"
#include "session/plugins.h"

namespace recorder {

bool Call::test_path_at(int dirfd, const char *path) {
  if (stream_ == nullptr) return false;
  if (path == nullptr || path[0] == '\0') return dirfd == AT_FDCWD ? true : test_fd(dirfd);
  if (is_normal(path)) return keep_path(path) == Keep::traced;
  char *absolute = stream_->path_scratch();
  if (!absolute_path(dirfd, path, absolute, Stream::kPathScratch)) return true;
  return keep_path(absolute) == Keep::traced;
}

bool Call::test_map(const void *address) {
  if (stream_ == nullptr) return false;
  return maps.find(address).start != 0;
}

namespace {

// The handle is gone for the process; `entry` is this stream's for it, or null.
void close_shared(Stream &stream, Class cls, uint64_t value, const LocalHandles::Entry *entry) {
  const uint32_t before = session.handles.epoch();
  session.handles.closed(cls, value, entry != nullptr ? entry->word : 0);
  // Nobody else closed anything meanwhile: all that the stream knows of its other handles still holds.
  if (session.handles.epoch() == before + 1 && stream.handles.epoch == before)
    stream.handles.epoch = before + 1;
}

}  // namespace

void Call::closing(Class cls, uint64_t value) {
  LocalHandles::Entry *entry = value != 0 || cls == Class::FD ? ensure_bound(*stream_, cls, value) : nullptr;
  close_shared(*stream_, cls, value, nullptr);
  if (entry == nullptr) return;
  closing_ = Closing{cls, value, stream_->handles.index_of(entry), entry->word, 0};
  entry->tag |= LocalHandles::kClosing;
}

void Call::closing_range(unsigned first, unsigned last) {
  if (last >= static_cast<unsigned>(SharedHandles::kMaxDescriptors))
    last = SharedHandles::kMaxDescriptors - 1;
  for (unsigned fd = first; fd <= last; ++fd)
    if (session.handles.descriptor(static_cast<int>(fd)).word != 0) session.handles.closed(Class::FD, fd);
}

void Call::closing_map(void *address, uint64_t size) {
  const MapTable::Found found = maps.find(address);
  if (found.start == 0 || !maps.remove(reinterpret_cast<uint64_t>(address), size)) return;
  closing(Class::MAP, found.start);
  closing_.size = found.size;
}

// The snapshot must not wait for this thread's own stream, which it closes like the others'.
void Call::process_leaves_now(const Provisional *last) {
  if (!session.is_fork || total_calls() != 0) write_process_trace(last);
  leave_nothing_behind();
}

// Unless the call made something new of the same value (freopen, dup2).
void finish_closing(Stream &stream, bool failed) {
  const Closing closing = stream.closing;
  stream.closing.index = 0;
  // A descriptor is gone even when close() fails; a mapping is not.
  if (failed && closing.cls == Class::MAP) maps.add(closing.value, closing.size);
  LocalHandles::Entry *entry = stream.handles.at(closing.index);
  if (is_entry_of(*entry, closing)) stream.handles.remove(entry);
}

namespace {

uint8_t layer_of(uint16_t fn) {
  return fn < kFunctionCount ? static_cast<uint8_t>(recorder_functions[fn].layer) : plugin_layer(fn);
}

}  // namespace

bool is_inside_layer(const Stream &stream, uint8_t layer) {
  return stream.depth <= Stream::kMaxFrames && layer_of(stream.frame_functions[stream.depth - 1]) == layer;
}

bool is_inside_layer(const Stream &stream, Fn fn) {
  return is_inside_layer(stream, layer_of(static_cast<uint16_t>(fn)));
}

void free_handle(Stream &stream, Class cls, uint64_t value) {
  LocalHandles::Entry *entry = stream.handles.find(cls, value);
  close_shared(stream, cls, value, entry);
  if (entry != nullptr) stream.handles.remove(entry);
}

void forget_handles(Class cls, bool (*gone)(uint64_t value)) {
  Stream *stream = thread_state.stream;
  if (!session.active || stream == nullptr) return;
  const Guard guard;
  stream->handles.sweep(cls, [cls, gone](const LocalHandles::Entry &entry) {
    if (!gone(entry.value)) return true;
    session.handles.closed(cls, entry.value, entry.word);
    return false;
  });
}

}  // namespace recorder
