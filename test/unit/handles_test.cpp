// SPDX-License-Identifier: BSD-3-Clause
// Handles and their slots: random programs against a model, what is predicted against what is done, and the
// lock of the process's table among threads. The session is not needed: its files are compiled into this.
// links: core format
#include "session/handles.cpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include "session/biased_lock.cpp"
#include "session/near_slots.cpp"

namespace recorder {

__thread char this_thread __attribute__((tls_model("initial-exec")));

namespace {

constexpr Class kClasses[] = {Class::FD, Class::FILE, Class::MPI_Request};

// What the table must do: the lowest free slot of the class for each new handle.
class Model {
 public:
  uint32_t insert(Class cls, uint64_t value) {
    auto &taken = slots_[cls];
    uint32_t slot = 0;
    while (taken.count(slot) != 0) ++slot;
    taken.insert(slot);
    handles_[{cls, value}] = slot;
    return slot;
  }
  void remove(Class cls, uint64_t value) {
    slots_[cls].erase(handles_.at({cls, value}));
    handles_.erase({cls, value});
  }
  const uint32_t *find(Class cls, uint64_t value) const {
    const auto found = handles_.find({cls, value});
    return found != handles_.end() ? &found->second : nullptr;
  }
  size_t size() const { return handles_.size(); }
  const auto &handles() const { return handles_; }

 private:
  std::map<std::pair<Class, uint64_t>, uint32_t> handles_;
  std::map<Class, std::set<uint32_t>> slots_;
};

class Handles : public testing::Test {
 protected:
  Handles() { EXPECT_TRUE(table.init()); }
  ~Handles() override { table.destroy(); }

  // As a call does that creates it, with the handle that the stream may know already.
  void create(Class cls, uint64_t value) {
    if (LocalHandles::Entry *old = table.find(cls, value)) remove(old);
    LocalHandles::Entry *entry = table.insert(cls, value);
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->slot, model.insert(cls, value));
    if (table.at_limit()) table.swept();
  }
  void remove(LocalHandles::Entry *entry) {
    model.remove(entry->cls(), entry->value);
    table.remove(entry);
  }
  void check() {
    EXPECT_EQ(table.count(), model.size());
    for (const auto &[handle, slot] : model.handles()) {
      const LocalHandles::Entry *entry = table.find(handle.first, handle.second);
      ASSERT_NE(entry, nullptr);
      EXPECT_EQ(entry->slot, slot);
    }
  }
  uint64_t any(uint64_t count) { return random() % count; }
  // Few that come again often, and many in a row.
  uint64_t any_value() { return any(4) == 0 ? ++counted : 0x7000 + 16 * any(40); }

  LocalHandles table{};
  Model model;
  std::mt19937_64 random{7};
  uint64_t counted = 1 << 20;
};

TEST_F(Handles, GetTheLowestFreeSlot) {
  for (uint32_t step = 0; step < 50000; ++step) {
    const Class cls = kClasses[any(3)];
    // Above and below the sizes at which tables grow, in turns.
    const bool grows = step / 2500 % 2 == 0;
    if (any(8) < (grows ? 6u : 2u)) {
      create(cls, any_value());
    } else if (model.size() != 0) {
      auto it = model.handles().lower_bound({cls, any_value()});
      if (it == model.handles().end()) it = model.handles().begin();
      remove(table.find(it->first.first, it->first.second));
    }
    if (step % 1000 == 0) check();
  }
  check();
  EXPECT_EQ(table.find(Class::H5D, 0x7000), nullptr);
}

TEST_F(Handles, HaveTheEntryOfTheirSlot) {
  std::map<std::pair<Class, uint32_t>, uint64_t> places;
  for (uint32_t step = 0; step < 20000; ++step) {
    const Class cls = kClasses[any(3)];
    const uint64_t value = 1 + any(300);
    if (LocalHandles::Entry *entry = table.find(cls, value)) {
      remove(entry);
      continue;
    }
    create(cls, value);
    const LocalHandles::Entry *entry = table.find(cls, value);
    const auto known = places.emplace(std::pair{cls, entry->slot}, table.place_of(entry)).first;
    EXPECT_EQ(known->second, table.place_of(entry));
    EXPECT_EQ(table.at_place(known->second), entry);
  }
}

// Of all entries that there have been exactly the one that the handle then gets is said to be next.
TEST_F(Handles, AreCreatedWhereTheyWerePredicted) {
  std::set<uint64_t> places;
  uint32_t predicted = 0;
  for (uint32_t step = 0; step < 20000; ++step) {
    const Class cls = kClasses[any(3)];
    const uint64_t value = 0x7000 + 16 * any(30);
    LocalHandles::Entry *known = table.find(cls, value);
    if (known != nullptr && any(3) != 0) {
      remove(known);
      continue;
    }
    std::vector<uint64_t> next;
    for (uint64_t place : places)
      if (table.is_next(*table.at_place(place), cls, value)) next.push_back(place);
    if (next.empty()) {
      create(cls, value);
    } else {
      ASSERT_EQ(next.size(), 1u);
      if (known != nullptr) model.remove(cls, value);
      LocalHandles::Entry *entry = table.at_place(next[0]);
      table.replace(entry, cls, value);
      EXPECT_EQ(entry->slot, model.insert(cls, value));
      ++predicted;
    }
    places.insert(table.place_of(table.find(cls, value)));
  }
  check();
  EXPECT_GT(predicted, 8000u);
}

// A signature of two bytes and the slots that a call uses and makes, as the stream has it.
class PileUp : public Handles {
 protected:
  std::string call(Class cls, const std::vector<uint64_t> &uses, uint64_t makes) {
    NearSlots near{};
    std::string signature = "ab";
    near.begin();
    const auto put = [&](uint32_t slot, bool is_made) {
      if (slot >= NearSlots::kLeast) near.use(static_cast<uint32_t>(signature.size()), cls, slot, is_made);
      uint8_t bytes[kVarintMost];
      signature.append(reinterpret_cast<const char *>(bytes), write_varint(bytes, uint64_t{slot} + 1));
    };
    for (const uint64_t used : uses) put(table.find(cls, used)->slot, false);
    if (makes != 0) {
      create(cls, makes);
      near.make(cls, table.find(cls, makes)->slot);
      put(table.find(cls, makes)->slot, true);
    }
    signature += "z";
    std::string told(NearSlots::kRoom, '\0');
    const Bytes plain = {reinterpret_cast<const uint8_t *>(signature.data()), signature.size()};
    told.resize(near.tell(table, plain, reinterpret_cast<uint8_t *>(told.data())));
    near.commit(&table);
    return told.empty() ? signature : told;
  }
  static std::string near(uint8_t from_end) { return {static_cast<char>(0x81 + from_end), '\0'}; }
};

TEST_F(PileUp, HandlesThatAreNeverFreedAreToldFromTheEnd) {
  constexpr Class kInfo = Class::MPI_Info;
  // That many could be a program's at once.
  for (uint64_t value = 1; value <= 16; ++value)
    EXPECT_EQ(call(kInfo, {}, value), std::string("ab") + static_cast<char>(value) + "z");
  for (uint64_t value = 17; value < 400; ++value) {
    EXPECT_EQ(call(kInfo, {}, value), "ab" + near(0) + "z");
    EXPECT_EQ(call(kInfo, {value}, 0), "ab" + near(1) + "z");
    if (value < 30) continue;
    // One in a low slot that is closed again changes nothing.
    remove(table.find(kInfo, 2));
    call(kInfo, {}, 2);
    EXPECT_EQ(call(kInfo, {value - 14, value}, 0), "ab" + near(15) + near(1) + "z");
    // Too far back: as it is, like all that is told by no call.
    EXPECT_EQ(call(kInfo, {value - 15}, 0).find('\0'), std::string::npos);
    EXPECT_EQ(call(kInfo, {2}, 0), "ab\2z");
  }
  create(kInfo, 9999);  // met, not made
  EXPECT_EQ(call(kInfo, {9999}, 0).find('\0'), std::string::npos);
}

// Some that the stream had met before, and that a call then hands on, may come in any order.
TEST_F(PileUp, TheEndIsBehindTheHighestOfACall) {
  constexpr Class kSet = Class::H5D;
  for (uint64_t value = 1; value <= 20; ++value) call(kSet, {}, value);
  for (uint64_t value = 21; value <= 30; ++value) create(kSet, value);
  NearSlots near_slots{};
  near_slots.begin();
  for (const uint32_t slot : {24u, 29u, 22u}) near_slots.make(kSet, slot);
  near_slots.commit(&table);
  EXPECT_EQ(call(kSet, {}, 31), "ab" + near(0) + "z");
}

TEST_F(PileUp, SlotsStandWhereTheirNumberIsSteady) {
  constexpr Class kType = Class::MPI_Datatype;
  for (uint64_t value = 1; value <= 12; ++value) call(kType, {}, value);
  EXPECT_EQ(call(kType, {12}, 0), "ab\x0Cz");
  const auto refill = [&](int times) {
    for (; times > 0; --times) {
      remove(table.find(kType, 12));
      call(kType, {}, 12);
    }
  };
  refill(30);
  EXPECT_EQ(call(kType, {12}, 0), "ab\x0Cz");
  call(kType, {}, 13);  // one more, and no other
  refill(119);
  EXPECT_EQ(call(kType, {12}, 0), "ab" + near(2) + "z");
  refill(1);
  EXPECT_EQ(call(kType, {12}, 0), "ab\x0Cz");
}

// A handle with each file, of some that are freed.
TEST_F(PileUp, SlotsThatGrowNowAndThenPileUp) {
  constexpr Class kInfo = Class::MPI_Info;
  for (uint64_t value = 1; value <= 5; ++value) call(kInfo, {}, value);
  for (uint64_t value = 6; value < 100; ++value) {
    for (int times = 0; times < 10; ++times) {
      remove(table.find(kInfo, 1));
      call(kInfo, {}, 1);
    }
    const std::string told = call(kInfo, {}, value);
    EXPECT_EQ(told, value > 7 ? "ab" + near(0) + "z" : std::string("ab") + static_cast<char>(value) + "z");
  }
}

TEST_F(Handles, AreNotPredictedWhereTheTableWouldGrow) {
  create(Class::FILE, 1);
  const uint64_t place = table.place_of(table.find(Class::FILE, 1));
  for (uint64_t value = 2; value < 250; ++value) create(Class::FD, value);
  remove(table.find(Class::FILE, 1));
  EXPECT_TRUE(table.is_next(*table.at_place(place), Class::FILE, 5));
  EXPECT_FALSE(table.is_next(*table.at_place(place), Class::DIR, 5));
  // One of HDF5 that is known is the same object, which another call hands on: its slot stays.
  create(Class::H5T, 3);
  create(Class::H5T, 4);
  const uint64_t types = table.place_of(table.find(Class::H5T, 3));
  remove(table.find(Class::H5T, 3));
  EXPECT_FALSE(table.is_next(*table.at_place(types), Class::H5T, 4));
  EXPECT_TRUE(table.is_next(*table.at_place(types), Class::H5T, 5));
  remove(table.find(Class::H5T, 4));
  for (uint64_t value = 250; value < 1000 && !table.at_limit(); ++value) {
    LocalHandles::Entry *entry = table.insert(Class::FD, value);
    ASSERT_NE(entry, nullptr);
  }
  EXPECT_FALSE(table.is_next(*table.at_place(place), Class::FILE, 5));
}

TEST_F(Handles, ForgetOffsetsWithTheHandle) {
  table.counts_offsets = true;
  for (int round = 0; round < 3; ++round) {
    create(Class::FILE, 1);
    const uint64_t place = table.place_of(table.find(Class::FILE, 1));
    for (uint32_t key = 1; key <= 9; ++key) {
      int64_t before = -1;
      ASSERT_TRUE(table.remember(place, key, 1000 * round + key, &before));
      EXPECT_EQ(before, round == 0 ? 0 : 1000 * (round - 1) + key);
      ASSERT_TRUE(table.remember(place, key, 5, &before));
      EXPECT_EQ(before, 1000 * round + key);
    }
    remove(table.find(Class::FILE, 1));
  }
}

// The table of the next thread, whatever was in it, small or grown.
TEST_F(Handles, AreForgottenWhenTheTableIsPassedOn) {
  table.counts_offsets = true;
  for (int round = 0; round < 40; ++round) {
    const uint64_t steps = any(round % 4 == 3 ? 4000 : 60);
    for (uint64_t step = 0; step < steps; ++step) {
      const Class cls = kClasses[any(3)];
      create(cls, any_value());
      const uint64_t value = model.handles().begin()->first.second;
      int64_t before;
      const LocalHandles::Entry *entry = table.find(cls, value);
      if (entry == nullptr) continue;
      ASSERT_TRUE(table.remember(table.place_of(entry), 1 + static_cast<uint32_t>(any(6)), 77, &before));
    }
    check();
    ASSERT_TRUE(table.clear());
    model = Model();
    check();
    EXPECT_EQ(table.find(Class::FD, 0x7000), nullptr);
    EXPECT_FALSE(table.must_stay());
    create(Class::FILE, 1);
    int64_t before = -1;
    ASSERT_TRUE(table.remember(table.place_of(table.find(Class::FILE, 1)), 1, 5, &before));
    EXPECT_EQ(before, 0);
  }
}

// One thread alone, which has the lock for itself, then all.
TEST(SharedTable, IsKeptByOneThreadAndByMany) {
  SharedHandles table{};
  ASSERT_TRUE(table.init());
  const auto work = [&table](uint64_t first, int rounds) {
    for (int round = 0; round < rounds; ++round) {
      for (uint64_t k = 0; k < 100; ++k) {
        const HandleInfo info = table.created(Class::FILE, first + k, Keep::traced);
        EXPECT_EQ(table.find(Class::FILE, first + k).word, info.word);
      }
      for (uint64_t k = 0; k < 100; ++k) {
        const uint32_t word = table.find(Class::FILE, first + k).word;
        table.closed(Class::FILE, first + k, word ^ 4);  // another one
        EXPECT_EQ(table.find(Class::FILE, first + k).word, word);
        table.closed(Class::FILE, first + k, word);
        EXPECT_EQ(table.find(Class::FILE, first + k).word, 0u);
      }
    }
  };
  work(1, 20);
  const uint32_t before = table.epoch();
  std::vector<std::thread> threads;
  for (uint64_t k = 1; k <= 4; ++k) threads.emplace_back(work, k << 20, 200);
  work(1, 200);
  for (std::thread &thread : threads) thread.join();
  EXPECT_EQ(table.epoch(), before + 5 * 200 * 100);
}

// What the first thread does without a lock is not lost when the second one comes in between.
TEST(SharedTable, ChangesHandsInTheMiddleOfWork) {
  for (int round = 0; round < 50; ++round) {
    BiasedLock lock{};
    uint64_t sum = 0;
    const auto add = [&](int times) {
      for (int k = 0; k < times; ++k) {
        const BiasedLocked hold(lock);
        ++sum;
      }
    };
    add(10);
    std::thread second([&] { add(2000); });
    std::thread third([&] { add(2000); });
    add(20000);
    second.join();
    third.join();
    EXPECT_EQ(sum, 24010u);
  }
}

TEST(SharedTable, ToleratesThatItsThreadInterruptsItself) {
  BiasedLock lock{};
  for (int k = 0; k < 3; ++k) {
    const BiasedLock::How outer = lock.lock();
    EXPECT_EQ(outer, BiasedLock::How::as_first);
    const BiasedLock::How inner = lock.lock();
    EXPECT_EQ(inner, BiasedLock::How::not_at_all);
    lock.unlock(inner);
    lock.unlock(outer);
  }
}

}  // namespace
}  // namespace recorder
