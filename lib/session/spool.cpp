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
  const int fd = open_own(path_, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) {
    error_ = -fd;
    return false;
  }
  sys::close(fd);
  return true;
}

// No descriptor is kept while the file has a name: a program that closes all descriptors that it does not
// know would take it from us. What it may have put there since is not ours to close.
int Spool::kept() {
  if (!keeps_) return -1;
  struct stat now;
  if (sys::fstat(kept_fd_, &now) == 0 && now.st_dev == kept_device_ && now.st_ino == kept_inode_)
    return kept_fd_;
  keeps_ = false;
  return -1;
}

bool Spool::open(const char *directories, uint32_t uid, uint32_t pid, uint64_t boot) {
  lock_.remake();
  open_ = unlinked_ = keeps_ = false;
  end_ = 0;
  free_count_ = 0;
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

bool Spool::extend(uint64_t size, Extent *out) {
  const NoWriteSignals quiet;
  const File file(*this);
  int result = file.fd();
  if (file.fd() >= 0) {
    result = -EOPNOTSUPP;
    if (!cannot_allocate_)
      result = sys::fallocate(file.fd(), 0, static_cast<int64_t>(end_), static_cast<int64_t>(size));
    if (result == -EOPNOTSUPP || result == -ENOSYS) {
      cannot_allocate_ = true;
      result = write_zeros(file.fd(), end_, size);
    }
  }
  if (result < 0) {
    error_ = -result;
    return false;
  }
  *out = Extent{end_, size};
  end_ += size;
  return true;
}

// The smallest that is enough, else the largest from `least` on.
bool Spool::take_free(uint64_t least, uint64_t most, Extent *out) {
  Extent *best = nullptr;
  for (uint32_t i = 0; i < free_count_; ++i) {
    Extent &e = free_[i];
    if (e.size < least) continue;
    const bool enough = e.size >= most;
    if (best == nullptr || (best->size >= most ? enough && e.size < best->size : e.size > best->size))
      best = &e;
  }
  if (best == nullptr) return false;
  *out = Extent{best->offset, best->size < most ? best->size : most};
  best->offset += out->size;
  best->size -= out->size;
  if (best->size == 0) {
    --free_count_;
    memmove(best, best + 1, static_cast<uint64_t>(free_ + free_count_ - best) * sizeof(Extent));
  }
  return true;
}

bool Spool::allocate_about(uint64_t least, uint64_t size, Extent *out) {
  if (!open_) return false;
  Locked hold(lock_);
  return hold.held() && (take_free(least, size, out) || extend(size, out));
}

bool Spool::allocate(uint64_t size, Extent *out) { return allocate_about(size, size, out); }

void Spool::give_back(Extent extent) {
  if (!open_ || extent.size == 0) return;
  Locked hold(lock_);
  if (!hold.held()) return;
  uint32_t at = 0;
  while (at < free_count_ && free_[at].offset < extent.offset) ++at;
  const bool joins_last = at != 0 && free_[at - 1].offset + free_[at - 1].size == extent.offset;
  const bool joins_next = at != free_count_ && extent.offset + extent.size == free_[at].offset;
  if (joins_last) {
    free_[at - 1].size += extent.size + (joins_next ? free_[at].size : 0);
    if (!joins_next) return;
    --free_count_;
    memmove(free_ + at, free_ + at + 1, (free_count_ - at) * sizeof(Extent));
  } else if (joins_next) {
    free_[at] = Extent{extent.offset, extent.size + free_[at].size};
  } else if (free_count_ != kMostFree) {
    memmove(free_ + at + 1, free_ + at, (free_count_ - at) * sizeof(Extent));
    free_[at] = extent;
    ++free_count_;
  }
}

uint8_t *Spool::map(const Extent &extent, uint8_t *at) {
  const File file(*this);
  if (file.fd() < 0) return nullptr;
  void *const place = at != nullptr ? at : Memory::place_for(extent.size);
  void *p =
      sys::mmap(place, extent.size, PROT_READ | PROT_WRITE, MAP_SHARED | (at != nullptr ? MAP_FIXED : 0),
                file.fd(), static_cast<int64_t>(extent.offset));
  return sys::failed(p) ? nullptr : static_cast<uint8_t *>(p);
}

const uint8_t *Spool::map_all(uint64_t *size) {
  if (!open_ || end_ == 0) return nullptr;
  Locked hold(lock_);
  const File file(*this);
  if (file.fd() < 0) {
    error_ = -file.fd();
    return nullptr;
  }
  void *p = sys::mmap(Memory::place_for(end_), end_, PROT_READ, MAP_SHARED, file.fd(), 0);
  *size = end_;
  return sys::failed(p) ? nullptr : static_cast<const uint8_t *>(p);
}

void Spool::unmap(uint8_t *memory, uint64_t size) { sys::munmap(memory, size); }

// As high as it may be, out of the way of numbers that programs count on.
void Spool::keep_descriptor() {
  if (!open_ || unlinked_) return;
  const int fd = open_own(path_, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return;
  kept_fd_ = fd;
  for (const long lowest : {1000, 250}) {
    const int high = sys::fcntl(fd, F_DUPFD_CLOEXEC, lowest);
    if (high < 0) continue;
    kept_fd_ = high;
    sys::close(fd);
    break;
  }
  struct stat now {};
  const bool known = sys::fstat(kept_fd_, &now) == 0;
  kept_device_ = now.st_dev;
  kept_inode_ = now.st_ino;
  keeps_ = known;
}

void Spool::unlink() {
  if (open_ && !unlinked_) sys::unlink(path_);
  unlinked_ = true;
}

void Spool::forget() {
  if (const int fd = kept(); fd >= 0) sys::close(fd);
  keeps_ = open_ = false;
  path_[0] = '\0';
}

}  // namespace recorder
