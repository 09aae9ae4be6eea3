// SPDX-License-Identifier: BSD-3-Clause
// Memory that is not the application's: anonymous mappings, and an arena and a vector on top of them.
// Failures are soft: an object that could not grow says so in ok() and ignores what is put into it from then
// on.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <atomic>
#include <type_traits>
#include <utility>

#include "session/sys.h"

namespace recorder {

class Memory {
 public:
  static constexpr uint64_t kPage = 4096;  // the kernel rounds up further where its pages are larger

  static constexpr uint64_t round_up(uint64_t size) { return (size + kPage - 1) & ~(kPage - 1); }

  // Zeroed; nullptr when there is none. `size` is at least 1.
  static void *map(uint64_t size) {
    if (size > kMost) return nullptr;
    return size <= kPage ? map_page() : map_pages(size);
  }

  static void unmap(void *p, uint64_t size) {
    if (!p) return;
    used_.fetch_sub(round_up(size), std::memory_order_relaxed);
    if (size > kPage || !keep_spare(p)) sys::munmap(p, round_up(size));
  }

  // Keeps the contents, may move; nullptr leaves the old mapping as it was.
  static void *remap(void *p, uint64_t size, uint64_t new_size) {
    if (!p) return map(new_size);
    if (new_size > kMost) return nullptr;
    if (size <= kPage) return copy(p, new_size);
    void *place = place_for(new_size) != nullptr ? map(new_size) : nullptr;
    const int flags = MREMAP_MAYMOVE | (place != nullptr ? MREMAP_FIXED : 0);
    void *moved = sys::mremap(p, round_up(size), round_up(new_size), flags, place);
    // The place is not given back where the kernel might have done so already.
    const uint64_t more = place != nullptr ? 0 : round_up(new_size);
    if (sys::failed(moved)) return nullptr;
    used_.fetch_add(more - round_up(size), std::memory_order_relaxed);
    return moved;
  }

  // Where a mapping of this size should lie, if the kernel finds it free: far from where the program's own
  // ones are. Some programs give addresses back and count on finding them free, or free them once more; what
  // is mapped meanwhile without a place of its own comes to lie right there. nullptr where nothing is known
  // of the address space.
  static void *place_for(uint64_t size) {
#if defined(__x86_64__) && defined(__LP64__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
    uint64_t none = 0;
    if (next_place_.load(std::memory_order_relaxed) == 0)
      next_place_.compare_exchange_strong(none, first_place(), std::memory_order_relaxed);
    // A page between them, lest many small ones become one that the kernel takes for large.
    const uint64_t place = next_place_.fetch_add(round_up(size) + kPage, std::memory_order_relaxed);
    return place < kLastPlace ? reinterpret_cast<void *>(place) : nullptr;
#else
    return static_cast<void>(size), nullptr;
#endif
  }

  // Bytes mapped through this class in this process (address space; pages that were never touched cost
  // nothing).
  static uint64_t used() { return used_.load(std::memory_order_relaxed); }

 private:
  static constexpr uint64_t kMost = uint64_t{1} << 46;
  static void *map_pages(uint64_t size) {
    void *p = sys::mmap(place_for(size), round_up(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                        -1, 0);
    if (sys::failed(p)) return nullptr;
    used_.fetch_add(round_up(size), std::memory_order_relaxed);
    return p;
  }

  // At its end a process asks for a hundred buffers of a page, many of them soon given back: the kernel is
  // asked for some at once, and for none while there are spare ones. Nothing waits here, so that signal
  // handlers and forked children may come at any moment.
#ifdef __x86_64__
  static constexpr uint32_t kAtOnce = 16;
#else
  static constexpr uint32_t kAtOnce =
      1;  // the kernel's own pages may be larger, and are given back as a whole
#endif
  static constexpr uint32_t kSpares = 32;
  static void *copy(void *page, uint64_t new_size) {
    void *fresh = map(new_size);
    if (fresh == nullptr) return nullptr;
    memcpy(fresh, page, kPage);
    unmap(page, kPage);
    return fresh;
  }
  static void *map_page() {
    if (void *page = take_spare()) return page;
    auto *pages = static_cast<uint8_t *>(map_pages(kAtOnce * kPage));
    if (pages == nullptr) return map_pages(kPage);
    for (uint32_t i = 1; i < kAtOnce; ++i) unmap(pages + i * kPage, kPage);
    return pages;
  }
  static void *take_spare() {
    for (std::atomic<void *> &spare : spares_) {
      if (spare.load(std::memory_order_relaxed) == nullptr) continue;
      void *page = spare.exchange(nullptr, std::memory_order_acquire);
      if (page == nullptr) continue;
      memset(page, 0, kPage);
      used_.fetch_add(kPage, std::memory_order_relaxed);
      return page;
    }
    return nullptr;
  }
  static bool keep_spare(void *page) {
    for (std::atomic<void *> &spare : spares_) {
      void *none = spare.load(std::memory_order_relaxed);
      if (none == nullptr &&
          spare.compare_exchange_strong(none, page, std::memory_order_release, std::memory_order_relaxed))
        return true;
    }
    return false;
  }

  static constexpr uint64_t kFirstPlace = uint64_t{0x70} << 40, kLastPlace = uint64_t{0x78} << 40;

  // As little to be guessed as the stack's address is.
  static uint64_t first_place() {
    const char here = 0;
    const uint64_t hash = reinterpret_cast<uintptr_t>(&here) * 0x9E3779B97F4A7C15u;
    return kFirstPlace + (hash >> 23 & ~(kPage - 1));
  }
  static inline std::atomic<void *> spares_[kSpares] = {};
  static inline std::atomic<uint64_t> next_place_{0};
  static inline std::atomic<uint64_t> used_{0};
};

// Many small objects that die together.
class Arena {
 public:
  explicit Arena(uint64_t block = 64 * 1024) : block_(block) {}
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;
  ~Arena() { clear(); }

  // Zeroed, aligned to 16; nullptr when there is no memory.
  void *take(uint64_t size) {
    size = (size + 15) & ~uint64_t{15};
    if (!top_ || top_->size - top_->used < size) {
      const uint64_t want = Memory::round_up(size + sizeof(Block) > block_ ? size + sizeof(Block) : block_);
      if (want < size) return nullptr;
      Block *fresh = static_cast<Block *>(Memory::map(want));
      if (!fresh) return nullptr;
      fresh->below = top_;
      fresh->size = want;
      fresh->used = sizeof(Block);
      top_ = fresh;
    }
    void *p = reinterpret_cast<char *>(top_) + top_->used;
    top_->used += size;
    return p;
  }

  void clear() {
    while (top_) {
      Block *below = top_->below;
      Memory::unmap(top_, top_->size);
      top_ = below;
    }
  }

 private:
  struct alignas(16) Block {
    Block *below;
    uint64_t size;
    uint64_t used;
  };
  Block *top_ = nullptr;
  uint64_t block_;
};

// Elements are moved as bytes and new ones are zero.
template <class T>
class Vector {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= Memory::kPage);

 public:
  Vector() = default;
  Vector(const Vector &) = delete;
  Vector &operator=(const Vector &) = delete;
  Vector(Vector &&other) noexcept { swap(other); }
  Vector &operator=(Vector &&other) noexcept {
    Vector taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~Vector() { Memory::unmap(data_, capacity_ * sizeof(T)); }

  void swap(Vector &other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    std::swap(ok_, other.ok_);
  }

  bool ok() const { return ok_; }
  uint64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T *data() { return data_; }
  const T *data() const { return data_; }
  T &operator[](uint64_t i) { return data_[i]; }
  const T &operator[](uint64_t i) const { return data_[i]; }
  T *begin() { return data_; }
  T *end() { return data_ + size_; }
  const T *begin() const { return data_; }
  const T *end() const { return data_ + size_; }
  T &back() { return data_[size_ - 1]; }

  bool reserve(uint64_t count) {
    if (count <= capacity_) return ok_;
    if (!ok_ || count > ~uint64_t{0} / sizeof(T) / 2) return fail();
    const uint64_t bytes = Memory::round_up((count > 2 * capacity_ ? count : 2 * capacity_) * sizeof(T));
    // Doubling costs only address space: pages that were never touched are not there.
    T *moved = static_cast<T *>(Memory::remap(data_, capacity_ * sizeof(T), bytes));
    if (!moved) return fail();
    data_ = moved;
    capacity_ = bytes / sizeof(T);
    return true;
  }

  bool push(const T &value) {
    const T copy = value;  // may lie in this vector
    if (!ok_ || (size_ == capacity_ && !reserve(size_ + 1))) return false;
    data_[size_++] = copy;
    return true;
  }

  bool append(const T *from, uint64_t count) {
    if (count == 0) return ok_;
    if (count > ~uint64_t{0} / 2 - size_ || !reserve(size_ + count)) return fail();
    memcpy(static_cast<void *>(data_ + size_), from, count * sizeof(T));
    size_ += count;
    return true;
  }

  // Room for `count` more elements behind the last one, of which take() makes some part of the vector;
  // nullptr without memory.
  T *room(uint64_t count) {
    const bool enough = ok_ && count <= capacity_ - size_;
    return enough || (count <= ~uint64_t{0} / 2 - size_ && reserve(size_ + count)) ? data_ + size_ : nullptr;
  }
  void take(uint64_t count) { size_ += count; }

  bool resize(uint64_t count) {
    if (!reserve(count)) return false;
    if (count > size_) memset(static_cast<void *>(data_ + size_), 0, (count - size_) * sizeof(T));
    size_ = count;
    return true;
  }

  void truncate(uint64_t count) {
    if (count < size_) size_ = count;
  }
  // Keeps the memory.
  void clear() { size_ = 0; }

  // From now on ok() is false and nothing is added: a caller's own failure, passed on with the data.
  bool fail() {
    ok_ = false;
    return false;
  }

 private:
  T *data_ = nullptr;
  uint64_t size_ = 0;
  uint64_t capacity_ = 0;
  bool ok_ = true;
};

}  // namespace recorder
