// SPDX-License-Identifier: BSD-3-Clause
// The spool file (see spool.h).
#include "session/spool.h"

#include "session/memory.h"
#include "session/quiet.h"
#include "session/text.h"

namespace recorder {

bool Spool::name_of(const char *directory, uint64_t size, uint32_t uid, uint32_t pid, uint64_t boot,
                    char *out, uint64_t out_size) {
  Text name(out, out_size);
  name.put(directory, size)
      .put("/recorder-")
      .number(uid)
      .put("-")
      .number(pid)
      .put("-")
      .number(boot)
      .put(".spool");
  return !name.cut();
}

bool Spool::try_directory(const char *directory, uint32_t size, uint32_t uid, uint32_t pid, uint64_t boot) {
  if (!name_of(directory, size, uid, pid, boot, path_, sizeof path_)) return false;
  const int fd = sys::open(path_, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) {
    error_ = -fd;
    return false;
  }
  sys::close(fd);
  return true;
}

// No descriptor is kept: a program that closes all descriptors that it does not know would take it from us.
int Spool::descriptor() const {
  return kept_fd_ >= 0 ? kept_fd_ : sys::open(path_, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
}

void Spool::done(int fd) const {
  if (fd != kept_fd_) sys::close(fd);
}

bool Spool::open(const char *directories, uint32_t uid, uint32_t pid, uint64_t boot) {
  lock_.remake();
  kept_fd_ = -1;
  open_ = unlinked_ = false;
  end_ = 0;
  cannot_allocate_ = false;
  for (const char *d = directories; *d != '\0';) {
    const char *end = d;
    while (*end != '\0' && *end != ':') ++end;
    if (end != d && try_directory(d, static_cast<uint32_t>(end - d), uid, pid, boot)) return open_ = true;
    d = *end == ':' ? end + 1 : end;
  }
  path_[0] = '\0';
  return false;
}

namespace {

// Where there is no fallocate, writing is the only way to be sure of the space.
int write_zeros(int fd, uint64_t offset, uint64_t size) {
  static const uint8_t zeros[4096] = {};
  for (uint64_t done = 0; done < size; done += sizeof zeros) {
    const int result = sys::pwrite_all(fd, zeros, sizeof zeros, offset + done);
    if (result < 0) return result;
  }
  return 0;
}

}  // namespace

bool Spool::allocate(uint64_t size, Extent *out) {
  if (!open_) return false;
  const NoFileSizeSignal quiet;
  Locked hold(lock_);
  const int fd = descriptor();
  int result = fd;
  if (fd >= 0) {
    result = -EOPNOTSUPP;
    if (!cannot_allocate_)
      result = sys::fallocate(fd, 0, static_cast<int64_t>(end_), static_cast<int64_t>(size));
    if (result == -EOPNOTSUPP || result == -ENOSYS) {
      cannot_allocate_ = true;
      result = write_zeros(fd, end_, size);
    }
    done(fd);
  }
  if (result < 0) {
    error_ = -result;
    return false;
  }
  *out = Extent{end_, size};
  end_ += size;
  return true;
}

uint8_t *Spool::map(const Extent &extent, uint8_t *at) const {
  const int fd = descriptor();
  if (fd < 0) return nullptr;
  void *p = sys::mmap(at, extent.size, PROT_READ | PROT_WRITE, MAP_SHARED | (at != nullptr ? MAP_FIXED : 0),
                      fd, static_cast<int64_t>(extent.offset));
  done(fd);
  return sys::failed(p) ? nullptr : static_cast<uint8_t *>(p);
}

const uint8_t *Spool::map_all(uint64_t *size) {
  if (!open_) return nullptr;
  Locked hold(lock_);
  const int fd = end_ != 0 ? descriptor() : -1;
  if (fd < 0) return nullptr;
  void *p = sys::mmap(nullptr, end_, PROT_READ, MAP_SHARED, fd, 0);
  done(fd);
  *size = end_;
  return sys::failed(p) ? nullptr : static_cast<const uint8_t *>(p);
}

void Spool::unmap(uint8_t *memory, uint64_t size) { sys::munmap(memory, size); }

void Spool::keep_descriptor() {
  if (open_ && kept_fd_ < 0) kept_fd_ = descriptor();
}

void Spool::unlink() {
  if (open_ && !unlinked_) sys::unlink(path_);
  unlinked_ = true;
}

void Spool::forget() {
  if (kept_fd_ >= 0) sys::close(kept_fd_);
  kept_fd_ = -1;
  open_ = false;
  path_[0] = '\0';
}

}  // namespace recorder
