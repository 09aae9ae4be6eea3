// SPDX-License-Identifier: BSD-3-Clause
// vfork by hand: the child borrows the parent's memory and stack until it execs or exits, so that the wrapper
// can have no frame of its own and nothing may be recorded in between.
#include <unistd.h>

#include "runtime/process.h"

#if defined(__x86_64__)

namespace recorder {
namespace {

struct VforkState {
  Stream *stream;
  uintptr_t was;
  bool admitted;
  uint64_t start;
};
__thread VforkState vfork_state;

}  // namespace
}  // namespace recorder

extern "C" __attribute__((visibility("hidden"), used)) void recorder_vfork_begin() {
  using namespace recorder;
  VforkState &state = vfork_state;
  state = VforkState{};
  if (thread_state.in_vfork) return;
  Call call(Fn::vfork);
  state.admitted = on(Fn::vfork) && call.admits();
  call.admits_any(false);
  thread_state.in_vfork = true;
  state.stream = thread_state.stream;
  state.was = state.stream != nullptr ? state.stream->mute() : 0;
  state.start = session.clock.now();
}

// Of programs with AddressSanitizer, absent from all others.
extern "C" __attribute__((weak)) void __asan_unpoison_memory_region(const void *at, size_t size);

// In the parent, when the child has gone its own way.
extern "C" __attribute__((visibility("hidden"), used)) pid_t recorder_vfork_end(long result) {
  using namespace recorder;
  // The child's frames below ours are still marked, as its functions never returned. None goes deep before
  // exec.
  constexpr size_t kDeepest = 64 * 1024;
  if (__asan_unpoison_memory_region != nullptr)
    __asan_unpoison_memory_region(static_cast<char *>(__builtin_frame_address(0)) - kDeepest, kDeepest);
  VforkState &state = vfork_state;
  thread_state.in_vfork = false;
  ExecEnvironment::release();
  if (state.stream != nullptr) state.stream->restore(state.was);
  const pid_t ret = result < 0 ? -1 : static_cast<pid_t>(result);
  if (result < 0) errno = static_cast<int>(-result);
  if (!state.admitted) return ret;
  Call call(Fn::vfork);
  if (!call.admits()) return ret;
  call.start_at(state.start);
  call.stop(ret == -1);
  call.record([&](auto &s) { s.i("ret", ret); });
  return ret;
}

// The return address travels in a register that the kernel preserves: the child overwrites the stack below
// it.
__asm__(
    ".text\n"
    ".globl __wrap_vfork\n"
    ".type __wrap_vfork, @function\n"
    "__wrap_vfork:\n"
    "  subq $8, %rsp\n"
    "  call recorder_vfork_begin\n"
    "  addq $8, %rsp\n"
    "  popq %rdi\n"
    "  movl $58, %eax\n"
    "  syscall\n"
    "  pushq %rdi\n"
    "  testq %rax, %rax\n"
    "  jz 1f\n"
    "  subq $8, %rsp\n"
    "  movq %rax, %rdi\n"
    "  call recorder_vfork_end\n"
    "  addq $8, %rsp\n"
    "1: ret\n"
    ".size __wrap_vfork, .-__wrap_vfork\n"
#ifdef RECORDER_SHARED
    ".globl vfork\n"
    ".set vfork, __wrap_vfork\n"
#endif
);

#else

// Elsewhere fork does what vfork promises, only slower.
RECORDER_DECLARE(pid_t, vfork, (void))
RECORDER_DECLARE_REAL(pid_t, fork, (void))

pid_t RECORDER_WRAPPER(vfork)(void) { return RECORDER_REAL(fork)(); }

#endif
