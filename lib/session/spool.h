// SPDX-License-Identifier: BSD-3-Clause
// The spool file of a process: where its streams' arenas and time windows are mapped from and where closed
// segments go. Space is always allocated before it is mapped, so that a full disk is an error here and never
// a SIGBUS in the application.
#pragma once

#include <cstdint>

#include "format/bytes.h"
#include "session/lock.h"
#include "session/own_open.h"
#include "session/sys.h"

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
  // Like it, but what was given back will do from `least` bytes on.
  bool allocate_about(uint64_t least, uint64_t size, Extent *out);
  // What nobody refers to any more is used again. Its contents are arbitrary then.
  void give_back(Extent extent);
  // A shared mapping of an extent, or of its beginning; nullptr on failure.
  uint8_t *map(const Extent &extent, uint8_t *at = nullptr);
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
  static constexpr uint32_t kMostFree = 64;

  // The file while it is in use.
  class File {
   public:
    explicit File(Spool &spool) : fd_(spool.kept()), is_kept_(fd_ >= 0) {
      if (!is_kept_) fd_ = open_own(spool.path_, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    }
    ~File() {
      if (fd_ >= 0 && !is_kept_) sys::close(fd_);
    }
    File(const File &) = delete;
    File &operator=(const File &) = delete;
    int fd() const { return fd_; }

   private:
    int fd_;
    bool is_kept_;
  };

  bool try_directory(const char *directory, uint32_t size, uint32_t uid, uint32_t pid, uint64_t boot);
  int kept();
  bool take_free(uint64_t least, uint64_t most, Extent *out);
  bool extend(uint64_t size, Extent *out);

  // No initialisers: it is part of the session, which is zero before it starts.
  Lock lock_;
  bool open_;
  bool unlinked_;
  bool
      keeps_;  // kept_fd_, by its device and inode: the program may close it and open a file of its own there
  int kept_fd_;
  uint64_t kept_device_, kept_inode_;
  int error_;
  bool cannot_allocate_;  // the file system knows no fallocate: zeros are written instead
  uint64_t end_;
  Extent free_[kMostFree];  // by offset, no two adjacent
  uint32_t free_count_;
  char path_[kPathSize];
};

}  // namespace recorder
