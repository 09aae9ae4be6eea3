// SPDX-License-Identifier: BSD-3-Clause
// Signatures as words: what a call's arguments were, in the shape in which the wrapper of the next call has
// its own at hand. While a loop repeats itself, a call is compared with the words of the predicted signature
// and nothing of it is encoded. Words that are equal one after another stand for equal signatures. A
// signature has a form if it is short, creates one handle at most, and its texts stand in it as they are; a
// form is a memory of the last calls only, and may be missing for any signature.
#pragma once

#include <cstdint>
#include <cstring>

namespace recorder {

class WordForms {
 public:
  static constexpr uint32_t kMostWords = 30;
  struct Form {
    uint64_t head;  // of no call where there is no form
    uint32_t terminal;
    uint32_t asides;  // a bit for each word that stands for what is told apart from it, an Aside
    uint64_t words[kMostWords];
  };

  // What the call that is being compared has in the place of such a word: the value of a random argument,
  // which goes beside the signatures, or the handle that the call creates.
  struct Aside {
    enum Kind : uint32_t { kNumber, kOffset, kReal, kNewHandle };
    uint64_t value;
    uint32_t argument;
    Kind kind;
  };

  // Function and depth. No call has function 0, which all of zeroed memory stands for.
  static constexpr uint64_t head_of(uint32_t fn, uint32_t depth) { return uint64_t{depth} << 16 | fn; }
  static constexpr uint32_t fn_of(uint64_t head) { return static_cast<uint32_t>(head & 0xFFFF); }
  // A handle: where the stream's entry for its class and slot lies (LocalHandles::place_of). Entry 0 is
  // nobody's.
  static constexpr uint64_t kNoHandle = 0;
  // A handle that the call creates: the place of the entry that it gets, a multiple of 4, and whether the
  // record tells what it belongs to.
  static constexpr uint64_t kCreated = 1, kNamed = 2;
  static constexpr uint64_t new_handle(uint64_t place, bool named) {
    return place | kCreated | (named ? kNamed : 0);
  }
  static constexpr uint64_t place_of_new(uint64_t word) { return word & ~(kCreated | kNamed); }
  static constexpr uint64_t kNullArray = ~uint64_t{0};
  // What an offset is told from: the place of the cell (LocalHandles::place_of), and the key that it has.
  static constexpr uint64_t kMostPlace = 0xFFFFFFFF;
  static constexpr uint64_t offset(uint64_t place, uint32_t key) { return place << 32 | key; }
  static constexpr uint64_t place_of_offset(uint64_t word) { return word >> 32; }
  static constexpr uint32_t key_of_offset(uint64_t word) { return static_cast<uint32_t>(word); }
  // A text: where in the signature it begins, and its length in bytes.
  static constexpr uint64_t kNoText = ~uint64_t{0};
  static constexpr uint64_t text(uint64_t begin, uint64_t size) { return begin << 32 | size; }
  static constexpr uint64_t text_begin(uint64_t word) { return word >> 32; }
  static constexpr uint64_t text_size(uint64_t word) { return word & 0xFFFFFFFF; }

  // So many forms fit into about so much memory: a power of two.
  static uint32_t count_for(uint64_t bytes) {
    uint32_t count = kFewest;
    while (count < kMost && count * 2 * sizeof(Form) <= bytes) count *= 2;
    return count;
  }
  static constexpr uint64_t bytes_for(uint32_t count) {
    return (count + 1) * sizeof(Form) + kMostWords * sizeof(Aside);
  }

  // `memory` is bytes_for(count) zeros.
  void init(void *memory, uint32_t count) {
    draft_ = static_cast<Form *>(memory);
    forms_ = draft_ + 1;
    asides_ = reinterpret_cast<Aside *>(forms_ + count);
    mask_ = count - 1;
    end_ = 0;
  }
  // Terminals get new meanings.
  void clear() {
    memset(forms_, 0, end_ * sizeof(Form));
    end_ = 0;
  }

  // nullptr if there is none.
  const Form *find(uint32_t terminal) const {
    const Form *form = &forms_[terminal & mask_];
    return form->terminal == terminal ? form : nullptr;
  }
  // Of the call that is being encoded; keep() says which terminal it became.
  Form &draft() { return *draft_; }
  Aside &aside(uint32_t word) { return asides_[word]; }
  void keep(uint32_t terminal) {
    const uint32_t at = terminal & mask_;
    draft_->terminal = terminal;
    forms_[at] = *draft_;
    if (at >= end_) end_ = at + 1;
  }

 private:
  static constexpr uint32_t kFewest = 64, kMost = 4096;

  Form *forms_, *draft_;
  Aside *asides_;
  uint32_t mask_;
  uint32_t end_;  // forms from here on are zeros
};

// Of no call.
extern __attribute__((visibility("hidden"))) const WordForms::Form kNoForm;

}  // namespace recorder
