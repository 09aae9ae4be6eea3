// SPDX-License-Identifier: BSD-3-Clause
// What the hand-written wrappers of fork, exec, _exit and their like share: the trace must be written before
// the process ends or becomes another program.
#pragma once

#include <stdarg.h>
#include <unistd.h>

#include "runtime/wrapper.h"
#include "session/finish.h"
#include "session/snapshot.h"

namespace recorder {

// An array of strings that ends with a null pointer, as exec takes it.
template <class Sink>
void put_strings(Sink &s, const char *name, char *const *strings) {
  uint64_t count = 0;
  while (strings != nullptr && strings[count] != nullptr) ++count;
  const uint64_t stored = s.array(name, strings == nullptr, count);
  for (uint64_t k = 0; k < stored; ++k) s.str("", strings[k]);
  s.end();
}

// A child that only forked and went on as another program, or ended, has nothing to tell.
inline bool has_something_to_tell() { return !session.is_fork || total_calls() != 0; }

// For calls that end the process. The call itself is not recorded when it comes from a signal handler that
// interrupted Recorder.
template <class Arguments>
void process_ends(Fn fn, Arguments arguments, void (*at_end)()) {
  if (!session.active || thread_state.in_vfork || !is_our_process()) return;
  Call call(fn);
  if (!call.admits()) return at_end();
  if (on(fn) && has_something_to_tell()) {
    call.start();
    call.stop(false);
    call.record(arguments);
  } else {
    call.admits_any(false);
  }
  at_end();
}

// A call that replaces the process if it succeeds (exec, and daemon for the parent): the trace is written
// with the call as its last record, then `real` is tried; when it returns, it is recorded like any other.
template <class Real, class Arguments>
int process_leaves(Fn fn, Real real, Arguments arguments) {
  if (!session.active || thread_state.in_vfork || !is_our_process()) return real();
  Call call(fn);
  if (!call.admits()) {
    prepare_to_leave();
    return real();
  }
  call.start();
  call.leaving(arguments, on(fn));
  const int ret = real();
  call.stop(true);
  call.returned(on(fn), [&](auto &s) {
    arguments(s);
    s.i("ret", ret);
  });
  return ret;
}

// The environment for exec: a program that takes our place must not take RECORDER_TRACE's file as well. A
// child of vfork makes it in its parent's memory and does not come back to free it: vfork's wrapper does.
class ExecEnvironment {
 public:
  explicit ExecEnvironment(char *const *environment);
  ~ExecEnvironment();
  ExecEnvironment(const ExecEnvironment &) = delete;
  ExecEnvironment &operator=(const ExecEnvironment &) = delete;
  char *const *get() const { return copied_ ? copy() : given_; }
  static void release();

 private:
  static char **copy();

  char *const *given_;
  bool copied_ = false;
};

// execl, execlp and execle: `put_name` records what is to be run, `real` takes the arguments, which end with
// a null pointer, as an array. Behind them stands the environment, if it is given.
template <class PutName, class Real>
int exec_list(Fn fn, const char *first, va_list list, bool has_environment, PutName put_name, Real real) {
  uint64_t count = 0;
  va_list counted;
  va_copy(counted, list);
  for (const char *p = first; p != nullptr; p = va_arg(counted, const char *)) ++count;
  va_end(counted);
  // On the stack, since a child of vfork must not leave anything behind.
  auto **argv = static_cast<char **>(__builtin_alloca((count + 1) * sizeof(char *)));
  for (uint64_t k = 0; k < count; ++k) argv[k] = k == 0 ? const_cast<char *>(first) : va_arg(list, char *);
  argv[count] = nullptr;
  if (count != 0) va_arg(list, char *);  // the null pointer
  const ExecEnvironment environment(has_environment ? va_arg(list, char *const *) : environ);
  return process_leaves(
      fn, [&] { return real(argv, environment.get()); },
      [&](auto &s) {
        put_name(s);
        put_strings(s, "argv", argv);
      });
}

}  // namespace recorder
