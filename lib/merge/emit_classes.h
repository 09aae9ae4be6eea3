// SPDX-License-Identifier: BSD-3-Clause
// The sections of a summary that grow with what the ranks do: classes, cst, cfg, texts, processes.
#pragma once

#include <cstdint>

#include "format/trace_writer.h"
#include "merge/summary.h"
#include "session/status.h"

namespace recorder {

// Collects small things into pieces that are worth a call of the writer.
class Pieces {
 public:
  explicit Pieces(TraceWriter *writer) : writer_(writer) {}
  Buffer *next() {
    if (buffer_.size() >= kAtOnce) flush();
    return &buffer_;
  }
  Status close() {
    flush();
    const Status status = writer_->close();
    return status.ok() && !buffer_.ok() ? Status::no_memory("no memory to write the trace") : status;
  }

 private:
  static constexpr uint64_t kAtOnce = 32 * 1024;
  void flush() {
    writer_->put(buffer_);
    buffer_.clear();
  }
  TraceWriter *writer_;
  Buffer buffer_;
};

class ClassEmitter {
 public:
  ClassEmitter(const Summary &summary, TraceWriter *writer) : summary_(summary), writer_(writer) {}
  Status run();

 private:
  // Where the next token of a class is found.
  struct Tokens {
    const Table *table;
    uint64_t number, text;           // the next ones
    const Varying *numbers, *texts;  // that vary, from there on
    const Varying *end;
  };
  struct Place {
    uint64_t part, terminal, offset;
  };

  Status emit_classes();
  Status emit_set(const char *section, const Interner &set);
  Status emit_processes();
  bool put_class(uint32_t shape, Buffer *out);
  bool put_part(Cursor *in, Tokens *tokens, uint64_t part);
  bool render_signature(Bytes masked, Tokens *tokens, Place place);
  bool render_body(Bytes masked, Tokens *tokens, Place place);
  void note_number(Tokens *tokens, const Place &place, Token token);
  bool note_text(Tokens *tokens, const Place &place);
  void note_place(const Place &place, uint64_t type);
  bool put_text_column(const Table &table, uint64_t text, const Varying *varying, uint64_t runs, Buffer *out);
  bool put_dictionary(const Column &column, Buffer *out);
  bool put_number_column(const Table &table, uint64_t number, Buffer *out);
  static void put_column(const Column &column, Bytes items, Buffer *out);

  const Summary &summary_;
  TraceWriter *writer_;
  Interner signatures_;
  Interner bodies_;
  Interner texts_;
  Vector<uint32_t> text_ids_;
  TableUniter uniter_;
  TablePool pool_;
  StepJoiner joiner_;
  Buffer items_;
  Buffer map_;
  Buffer one_;
  Buffer streams_;
  Buffer places_;
  uint64_t place_count_ = 0;
  uint64_t last_part_ = 0;
};

}  // namespace recorder
