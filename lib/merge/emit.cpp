// SPDX-License-Identifier: BSD-3-Clause
// Sections in the order in which they lie in the file. Large ones go to the writer in pieces.
#include "merge/emit.h"

#include <cstring>

#include "format/format.h"
#include "merge/blocks.h"
#include "merge/emit_classes.h"

namespace recorder {
namespace {

using format::Codec;

// The decimal form, without stdio.
const char *decimal(uint64_t value, char (&out)[24]) {
  char *p = out + sizeof out - 1;
  *p = '\0';
  do *--p = static_cast<char>('0' + value % 10);
  while ((value /= 10) != 0);
  return p;
}

struct Number {
  const char *key;
  uint64_t value;
};

bool equals(Bytes text, const char *other) {
  return text.size == strlen(other) && memcmp(text.data, other, text.size) == 0;
}

// The session's pairs, and the numbers that only the merge knows, which win.
Status emit_metadata(const RunFacts &facts, TraceWriter *writer) {
  const Number numbers[] = {{"start_realtime_ns", facts.start},
                            {"end_realtime_ns", facts.end},
                            {"ranks", facts.nranks},
                            {"dropped", facts.dropped},
                            {"lost", facts.lost}};
  Buffer pairs;
  uint64_t count = 0;
  Cursor in(facts.metadata.bytes());
  Bytes key{};
  Bytes value{};
  while (in.str(&key) && in.str(&value)) {
    bool ours = false;
    for (const Number &number : numbers) ours |= equals(key, number.key);
    if (ours) continue;
    pairs.put_str(key);
    pairs.put_str(value);
    ++count;
  }
  for (const Number &number : numbers) {
    char digits[24];
    pairs.put_str(number.key);
    pairs.put_str(decimal(number.value, digits));
    ++count;
  }
  writer->open(format::kMetadata, Codec::zlib);
  Pieces pieces(writer);
  pieces.next()->put_varint(count);
  pieces.next()->put_bytes(pairs.bytes());
  return pairs.ok() ? pieces.close() : Status::no_memory("no memory to write the trace");
}

// What the ranks that have the function said of it.
bool own_function(const Summary &summary, uint64_t fn, Bytes *row) {
  for (uint32_t i = 0; i < summary.functions().count(); ++i) {
    *row = summary.functions().at(i);
    Cursor in(*row);
    uint64_t number = 0;
    if (in.varint(&number) && number == fn) return true;
  }
  return false;
}

Status emit_functions(const Summary &summary, FunctionLookup functions, TraceWriter *writer) {
  Vector<uint8_t> used;  // by number; numbers are dense and 16 bits wide
  for (uint32_t i = 0; i < summary.signatures().count(); ++i) {
    Cursor masked(summary.signatures().at(i));
    MaskedPiece head{};
    uint64_t fn = 0;
    if (!next_piece(&masked, &head)) return Status::corrupt("a signature has no function");
    Cursor in(head.before);
    if (!in.varint(&fn) || fn > UINT16_MAX) return Status::corrupt("a signature has no function");
    if (fn >= used.size() && !used.resize(fn + 1)) return Status::no_memory("no memory to write the trace");
    used[fn] = 1;
  }
  Buffer table;
  uint64_t count = 0;
  for (uint64_t fn = format::kFnFirst; fn < used.size(); ++fn) {
    FunctionText text{};
    if (!used[fn]) continue;
    if (functions && functions(fn, &text))
      put_function(fn, text, &table);
    else if (Bytes row; own_function(summary, fn, &row))
      table.put_bytes(row);
    else
      continue;
    ++count;
  }
  writer->open(format::kFunctions, Codec::zlib);
  Pieces pieces(writer);
  pieces.next()->put_varint(count);
  pieces.next()->put_bytes(table.bytes());
  return table.ok() ? pieces.close() : Status::no_memory("no memory to write the trace");
}

// A TraceSink that keeps the bytes: the head until lay_out() has set tail_offset, then the tail.
int collect(void *self, const void *data, uint64_t size, uint64_t) {
  Layout *layout = static_cast<Layout *>(self);
  Buffer *to = layout->tail_offset == 0 ? &layout->head : &layout->tail;
  to->put_bytes(data, size);
  return to->ok() ? 0 : -ENOMEM;
}

}  // namespace

void put_function(uint64_t fn, const FunctionText &text, Buffer *out) {
  out->put_varint(fn);
  out->put_str(text.name);
  out->put_str(text.layer);
  out->put_str(text.ret);
  out->put_varint(text.nargs);
  const char *arg = text.args;
  for (uint32_t i = 0; i < text.nargs; ++i) {
    const uint64_t size = strlen(arg);
    const char *equal = static_cast<const char *>(memchr(arg, '=', size));
    const uint64_t name = equal ? static_cast<uint64_t>(equal - arg) : size;
    out->put_str(arg, name);
    out->put_str(equal ? equal + 1 : "");
    arg += size + 1;
  }
}

Status emit_summary(const Summary &summary, FunctionLookup functions, TraceWriter *writer) {
  RunFacts facts;
  facts.add(summary);
  if (!facts.ok()) return Status::no_memory("no memory to write the trace");
  if (Status s = emit_metadata(facts, writer); !s.ok()) return s;
  if (Status s = emit_functions(summary, functions, writer); !s.ok()) return s;
  return ClassEmitter(summary, writer).run();
}

// The bytes of a process's blocks follow those of lower processes; the table lists blocks by rank.
uint64_t place_blocks(const Vector<BlockReference> &blocks, TraceWriter *writer) {
  uint64_t all = 0;
  for (const BlockReference &block : blocks) all += block.bytes;
  const uint64_t start = writer->skip(all);
  for (const BlockReference &block : blocks) {
    uint64_t before = 0;
    for (const BlockReference &other : blocks)
      if (other.owner < block.owner) before += other.bytes;
    writer->place(format::kBlock, start + before + block.offset, block.bytes, block.bytes, Codec::none,
                  block.crc);
  }
  return start;
}

Status lay_out(const Share &share, FunctionLookup functions, Bytes clocks, Layout *layout) {
  TraceWriter writer({collect, layout});
  if (Status s = writer.begin(); !s.ok()) return s;
  if (share.references().empty()) {
    if (Status s = emit_summary(share.open(), functions, &writer); !s.ok()) return s;
  } else {
    if (Status s = emit_metadata(share.facts(), &writer); !s.ok()) return s;
    layout->blocks_offset = place_blocks(share.references(), &writer);
  }
  if (clocks.size != 0)
    if (Status s = writer.add(format::kClocks, clocks, Codec::zlib); !s.ok()) return s;
  const TimesTotals &times = share.facts().times;
  const uint64_t index = times.streams * format::kTimesEntrySize;
  layout->times_offset =
      writer.reserve(format::kTimes, times.stored, times.stored, Codec::none, times.times_crc);
  layout->index_offset = writer.reserve(format::kTimesIndex, index, index, Codec::none, times.index_crc);
  layout->tail_offset = writer.size();
  return writer.finish();
}

}  // namespace recorder
