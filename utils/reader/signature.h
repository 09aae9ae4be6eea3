// SPDX-License-Identifier: BSD-3-Clause
// A call signature taken apart: the values that are the same in each of its calls, and instructions for the
// rest, which depends on what the stream did before (stream_state.h).
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "reader/functions.h"
#include "reader/names.h"
#include "reader/recorder-reader.h"

namespace recorder::reader {

constexpr uint64_t kNoSlot = UINT64_MAX;
// What gives the values of random arguments, in the order in which the calls need them.
class AsideSource {
 public:
  virtual ~AsideSource() = default;
  virtual uint64_t next_aside(const Function *function, uint8_t argument, uint32_t element) = 0;
};

constexpr uint8_t kResult = 255;  // stands for the return value among argument numbers

// A value that the stream's state completes.
struct Use {
  enum What : uint8_t {
    descriptor,
    handle,
    offset,
    name,    // a text that is told by its predecessor; value: index in Template::names
    teller,  // a text that is there, and may be the predecessor of others
    // A value that is aside: of a signed number, of an unsigned one, of an offset, of one that nothing is
    // counted from, of a real number, and a text.
    aside_int,
    aside_uint,
    aside_offset,
    apart,
    aside_double,
    aside_text,
    // A number that is no offset and is told as one (recorder-format(5), "Numbers that count").
    counted_int,
    counted_uint,
  };
  static constexpr uint8_t kNeighbour = 32;
  // Whether it gives a text.
  bool tells_text() const { return what == name || what == aside_text; }
  bool is_offset() const { return what == offset || what == aside_offset || what == apart; }
  What what;
  uint8_t argument;
  uint8_t element;  // of an offset: how many stand before it in its argument; from kNeighbour on it
                    // counts from the one before it. Of a number that counts: how many numbers do
  uint8_t track;    // of both: it is told from the last one on the same track
  uint8_t column;   // of an offset in rows (format::kMostColumns), counted from 1; else 0
  uint32_t node;
  uint32_t handle_class;  // of an offset: of the handle that it is kept for
  uint64_t slot;          // of an offset: that handle's, or kNoSlot
  int64_t value;          // of an offset: the difference from the previous one; of a teller and a text that
                          // is aside: NameFields::before() of the text before it in the call
};

// A text that differs from the one that the stream last had of this kind in some of its numbers.
struct NamePattern {
  struct Change {
    uint64_t field;
    bool is_padded;
    int64_t difference;
  };
  uint64_t number;  // of the predecessor's template
  std::vector<Change> changes;
};

// A handle that the call makes.
struct Creation {
  uint32_t handle_class;
  uint64_t slot;
  int64_t number;
};

struct Template {
  enum class What : uint8_t { call, bind, cwd, site };
  enum class Base : uint8_t { nowhere, fixed, cwd, descriptor };

  What what = What::call;
  bool failed = false;
  const Function *function = nullptr;
  uint64_t shape = 0;  // as in recorder_call
  uint64_t depth = 0;
  int64_t error = 0;

  // The arguments, the result, then the content of arrays and records. Pointers among them are right in this
  // vector.
  std::vector<recorder_value> nodes;
  std::vector<uint32_t> parents;  // nodes with content
  std::vector<Use> uses;
  std::vector<Creation> creations;
  std::vector<NamePattern> names;
  // Classes of the handles whose slots are told from the end, and the bytes to decode again when that is
  // known; until then these are 0.
  std::vector<uint32_t> near_classes;
  std::string_view bytes;

  // The first path among the arguments and what it is relative to.
  Base base = Base::nowhere;
  std::string_view path;
  int path_use = -1;  // the use that gives the path, when it is not the same each time
  uint64_t base_slot = 0;
  const Name *fixed = nullptr;  // of Base::fixed
  // The last answer for a base that can differ.
  mutable const Name *seen_base = nullptr;
  mutable const Name *seen_file = nullptr;

  // Of bind, cwd and site (the module). Where the name is told by the one before it, names has how; else path
  // is its text.
  Creation bound = {};
  const Name *name = nullptr;
  uint64_t site_offset = 0;

  Template() = default;
  Template(Template &&) = default;
  Template(const Template &) = delete;
  size_t memory() const;
};

// What a decoder needs to know; it lives as long as the trace.
struct Dictionary {
  Functions functions;
  Classes classes;
  Names names;
  uint64_t next_shape = 1;
};

// A path argument without the kind of file system that some libraries let stand before it.
std::string_view path_itself(std::string_view path, const Function &function);

// By class, the end of the slots that calls of the stream have filled; 0 and what is not there: none.
using SlotEnds = std::vector<uint64_t>;

// `ids` are those of the section that the signature belongs to. The result points into `signature`. Without
// `ends`, slots that are told from these are left open (Template::near_classes).
Template decode_signature(std::string_view signature, Dictionary &dictionary,
                          const std::unordered_map<uint64_t, uint32_t> &ids, const SlotEnds *ends = nullptr);

}  // namespace recorder::reader
