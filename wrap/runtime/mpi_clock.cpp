// SPDX-License-Identifier: BSD-3-Clause
// What tells clocks apart, and what they showed when the process started (see mpi_clock.h).
#include "runtime/mpi_clock.h"

#include <time.h>

#include "core/bytes.h"
#include "session/session.h"

namespace recorder {
namespace {

uint64_t with_text(uint64_t hash, const char *text) {
  for (; *text != '\0'; ++text) hash = mix(hash ^ static_cast<uint8_t>(*text));
  return hash;
}

// The host's name says to which node the reader counts a rank; the kernel's boot and the time namespace are
// what a monotonic clock belongs to.
uint64_t clock_identity(const char *host) {
  char text[256];
  uint64_t hash = with_text(1, host);
  const int fd = sys::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  const ssize_t n = fd >= 0 ? sys::read(fd, text, sizeof text - 1) : 0;
  if (fd >= 0) sys::close(fd);
  text[n > 0 ? n : 0] = '\0';
  hash = with_text(hash, text);
  const ssize_t size = sys::readlink("/proc/self/ns/time", text, sizeof text - 1);
  text[size > 0 ? size : 0] = '\0';
  return with_text(hash, text);
}

// A process that does not record has not looked at the clock when it started.
uint64_t base_of_clock() {
  if (session.clock.origin_ns() != 0) return session.start_realtime_ns - session.clock.origin_ns();
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec) -
         Clock::monotonic();
}

struct Host {
  char name[256];
  Host() {
    if (sys::gethostname(name, sizeof name) < 0) name[0] = '\0';
  }
};

LocalClock local_clock(const Host &host) {
  return {clock_identity(host.name), base_of_clock(), Clock::monotonic};
}

}  // namespace

ClockOffset mpi_clock_begin(MPI_Comm comm) {
  const LocalClock clock = local_clock(Host());
  if (!has_several_nodes(comm, clock, session.active)) return {};
  return measure_offset(comm, clock);
}

void mpi_clock_end(MPI_Comm comm, const ClockOffset &start, Buffer *section) {
  const Host host;
  session.node_clock = NodeClock{};
  if (!find_node_clock(comm, local_clock(host), start, host.name, &session.node_clock, section).ok())
    section->clear();
}

}  // namespace recorder
