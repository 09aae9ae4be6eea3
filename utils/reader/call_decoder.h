// SPDX-License-Identifier: BSD-3-Clause
// Decoding a call by kind, one value after the other. Depth is bounded by the kinds (16) and memory by the
// bytes of the signature, as every value takes at least one.
#pragma once

#include <cstdint>

#include "reader/functions.h"
#include "reader/input.h"
#include "reader/signature.h"

namespace recorder::reader {

// How a text differs from the one before it; behind the escape.
NamePattern decode_pattern(Input &in);

class CallDecoder {
 public:
  CallDecoder(Input &in, Dictionary &dictionary, Template &out, const SlotEnds *ends)
      : in_(in), dictionary_(dictionary), out_(out), ends_(ends) {}

  void decode_call();

 private:
  recorder_value &node(uint32_t index) { return out_.nodes[index]; }
  bool is_top_level(uint32_t at) const { return at <= out_.function->arguments.size(); }

  void value(const Kind &kind, uint32_t at);
  void array(const Kind &kind, uint32_t at);
  void record(const Kind &kind, uint32_t at);
  void optional(const Kind &kind, uint32_t at);
  void any(uint32_t at, int depth);
  void list(uint32_t at, int depth);
  // Room for the content of node `at`: `count` nodes that follow each other.
  uint32_t content(uint32_t at, uint64_t count);
  // What is in an array or a record.
  void open() {
    if (++nesting_ > 1) column_ = 0;
  }
  void close() { --nesting_; }
  // Nodes stay where they are from now on. What holds something that varies varies.
  void connect();

  void note_path(const Kind &kind, uint32_t at);
  // Called when all arguments are there: the directory may stand after the path.
  void first_path();
  void relative_base();
  void relative_to(const recorder_value &directory);

  // Offsets from the beginning, from the position and from the end of a file are remembered apart.
  void keep_by_whence(int whence, const Function &function);
  void keep_by_handle();

  // Values that hold no others: call_values.cpp.
  void number(const Kind &kind, uint32_t at);
  void signed_number(uint32_t at);
  void unsigned_number(uint32_t at);
  // One more number of its argument that is not aside; the track, if it is told by a difference.
  uint8_t next_number();
  // The handle that it is remembered for is known when all arguments are: keep_by_handle().
  void counted(Use::What what, uint32_t at, uint8_t track);
  void aside(Use::What what, uint32_t at, int64_t value = 0);
  void real(uint32_t at);
  void offset(uint32_t at);
  uint8_t next_column();

  // The header of strings and arrays. False for a null pointer.
  bool length(uint32_t at, uint8_t type);
  void text(uint32_t at);
  // One that tells nothing of others. False for a null pointer.
  bool plain_text(uint32_t at);
  void name_pattern(uint32_t at);
  void text_aside(uint32_t at, int64_t before);

  void pointer(uint32_t at);
  void descriptor(uint32_t at);
  void new_descriptor(uint32_t at);
  // The class of the handle; false for the null handle.
  bool slot(const Kind &kind, uint32_t at, uint8_t type, uint32_t *handle_class);
  uint64_t near_slot(uint32_t handle_class, uint8_t from_end);
  void handle(const Kind &kind, uint32_t at);
  void new_handle(const Kind &kind, uint32_t at);
  void map(uint32_t at);
  void use(Use::What what, uint32_t at, uint32_t handle_class, uint64_t slot, int64_t value,
           uint8_t element = 0, uint8_t track = 0);

  Input &in_;
  Dictionary &dictionary_;
  Template &out_;
  const SlotEnds *ends_;
  uint8_t argument_ = 0;
  int offsets_of_ = -1;  // the argument that the last offset was in, and how many came before in it
  uint8_t elements_ = 0;
  uint32_t nesting_ = 0;
  uint32_t column_ = 0;  // of the row
  int numbers_of_ = -1;  // the same of other numbers
  uint64_t numbers_ = 0;
  uint32_t first_class_ = 0;
  uint64_t first_slot_ = kNoSlot;
  uint64_t text_before_ = 0;  // NameFields::before() of the last text argument, if it stood in full
  const Kind *path_kind_ = nullptr;
  uint32_t path_node_ = 0;
};

}  // namespace recorder::reader
