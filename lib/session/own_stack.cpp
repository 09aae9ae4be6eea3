// SPDX-License-Identifier: BSD-3-Clause
// Changing stacks (see own_stack.h).
#include "session/own_stack.h"

#include <ucontext.h>

#include <cstdint>

#include "session/memory.h"

// Of a program that is built with a sanitizer.
extern "C" __attribute__((weak)) void __asan_init();
extern "C" __attribute__((weak)) void __tsan_init();

namespace recorder {

namespace {

constexpr uint64_t kStack = 512 << 10;

struct Room {
  ucontext_t caller, inside;
  void (*function)(void *);
  void *argument;
};

// makecontext() hands on whole numbers only.
void enter(uint32_t high, uint32_t low) {
  const auto *room = reinterpret_cast<const Room *>(static_cast<uintptr_t>(uint64_t{high} << 32 | low));
  room->function(room->argument);
}

}  // namespace

void on_own_stack(void (*function)(void *), void *argument) {
  constexpr uint64_t kSize = sizeof(Room) + kStack;
  // They keep books of each thread's stack, and say so of a program that changes it.
  const bool may_change = __asan_init == nullptr && __tsan_init == nullptr;
  auto *room = may_change ? static_cast<Room *>(Memory::map(kSize)) : nullptr;
  if (room == nullptr || getcontext(&room->inside) != 0) return function(argument);
  room->function = function;
  room->argument = argument;
  room->inside.uc_stack.ss_sp = room + 1;
  room->inside.uc_stack.ss_size = kStack;
  room->inside.uc_link = &room->caller;
  const auto place = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(room));
  makecontext(&room->inside, reinterpret_cast<void (*)()>(enter), 2, static_cast<uint32_t>(place >> 32),
              static_cast<uint32_t>(place));
  swapcontext(&room->caller, &room->inside);
  Memory::unmap(room, kSize);
}

}  // namespace recorder
