// SPDX-License-Identifier: BSD-3-Clause
// The spool file of a process: where its streams' arenas and time windows are mapped from and where closed
// segments go. Space is always allocated before it is mapped, so that a full disk is an error here and never
// a SIGBUS in the application.
#pragma once

#include <cstdint>

#include "format/bytes.h"
#include "session/lock.h"

namespace recorder {

struct Extent {
  uint64_t offset;
  uint64_t size;
};

class Spool {
 public:
  static constexpr uint32_t kPathSize = 4096;

  // Creates the file in the first usable directory of `directories` (separated by ':'); false when there is
  // none. `boot` makes the name unique when process numbers come round.
  bool open(const char *directories, uint32_t uid, uint32_t pid, uint64_t boot);
  bool is_open() const { return open_; }
  const char *path() const { return path_; }
  // The name that open() gives the file of another process.
  static bool name_of(const char *directory, uint64_t size, uint32_t uid, uint32_t pid, uint64_t boot,
                      char *out, uint64_t out_size);
  int last_error() const { return error_; }

  // `size` bytes, a multiple of the page size, that exist on the disk. False when it is full.
  bool allocate(uint64_t size, Extent *out);
  // A shared mapping of an extent, or of its beginning; nullptr on failure.
  uint8_t *map(const Extent &extent, uint8_t *at = nullptr) const;
  // All that was allocated so far, to be read; nullptr on failure or when there is nothing.
  const uint8_t *map_all(uint64_t *size);
  static void unmap(uint8_t *memory, uint64_t size);

  // Before unlink() where the process goes on using the file (exec that may fail).
  void keep_descriptor();
  // The name goes at once, the space when the process ends.
  void unlink();
  // In fork's child: the file is the parent's.
  void forget();

 private:
  bool try_directory(const char *directory, uint32_t size, uint32_t uid, uint32_t pid, uint64_t boot);
  int descriptor() const;
  void done(int fd) const;

  // No initialisers: it is part of the session, which is zero before it starts.
  Lock lock_;
  bool open_;
  bool unlinked_;
  int kept_fd_;
  int error_;
  bool cannot_allocate_;  // the file system knows no fallocate: zeros are written instead
  uint64_t end_;
  char path_[kPathSize];
};

}  // namespace recorder
