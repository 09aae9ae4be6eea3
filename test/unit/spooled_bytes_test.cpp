// SPDX-License-Identifier: BSD-3-Clause
// Compressed times on their way through the spool: what goes in comes back, with a spool, without one, and
// with one that becomes full.
// links: core format merge
#include "merge/spooled_bytes.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace recorder::test {
namespace {

struct FakeSpool {
  std::vector<std::string> stored;
  size_t room = 0;
  int mapped = 0;
  int discarded = 0;

  SpoolAccess access() {
    return {this,
            [](void *, Bytes) {},
            [](void *self, Bytes bytes, uint64_t *place) {
              auto &spool = *static_cast<FakeSpool *>(self);
              if (spool.stored.size() == spool.room) return false;
              *place = spool.stored.size();
              spool.stored.emplace_back(reinterpret_cast<const char *>(bytes.data), bytes.size);
              return true;
            },
            [](void *self, uint64_t place, uint64_t) {
              auto &spool = *static_cast<FakeSpool *>(self);
              ++spool.mapped;
              return reinterpret_cast<const uint8_t *>(spool.stored[place].data());
            },
            [](void *self, Bytes) { --static_cast<FakeSpool *>(self)->mapped; },
            [](void *self, uint64_t, uint64_t) { ++static_cast<FakeSpool *>(self)->discarded; }};
  }
};

std::string read_back(const SpooledBytes &bytes) {
  std::string all;
  for (uint64_t i = 0; i < bytes.pieces() + 2; ++i) {  // other ranks may have more
    const SpooledBytes::Piece piece(bytes, i);
    EXPECT_TRUE(piece.ok());
    all.append(reinterpret_cast<const char *>(piece.bytes().data), piece.bytes().size);
  }
  return all;
}

void check(size_t size, const SpoolAccess *spool) {
  std::mt19937_64 random(size);
  std::string want;
  SpooledBytes bytes;
  bytes.use(spool);
  while (want.size() < size) {
    std::string some(std::min<size_t>(random() % 300000, size - want.size()), '\0');
    for (char &c : some) c = static_cast<char>(random());
    ASSERT_EQ(SpooledBytes::put(&bytes, some.data(), some.size()), 0);
    want += some;
  }
  EXPECT_EQ(bytes.pieces(), (size + SpooledBytes::kPiece - 1) / SpooledBytes::kPiece);
  EXPECT_TRUE(read_back(bytes) == want);
  EXPECT_TRUE(read_back(bytes) == want);  // a second directory is tried
}

const size_t kSizes[] = {0, 1, SpooledBytes::kPiece - 1, SpooledBytes::kPiece, 3 * SpooledBytes::kPiece + 7};

TEST(SpooledBytes, ComeBackFromMemory) {
  for (const size_t size : kSizes) check(size, nullptr);
}

TEST(SpooledBytes, ComeBackFromTheSpool) {
  for (const size_t size : kSizes) {
    FakeSpool spool;
    spool.room = 100;
    const SpoolAccess access = spool.access();
    check(size, &access);
    EXPECT_EQ(spool.stored.size(), size / SpooledBytes::kPiece);
    EXPECT_EQ(spool.mapped, 0);
    EXPECT_EQ(spool.discarded, static_cast<int>(spool.stored.size()));
  }
}

TEST(SpooledBytes, AFullSpoolIsNoLoss) {
  FakeSpool spool;
  spool.room = 1;
  const SpoolAccess access = spool.access();
  check(4 * SpooledBytes::kPiece, &access);
  EXPECT_EQ(spool.stored.size(), 1u);
}

}  // namespace
}  // namespace recorder::test
