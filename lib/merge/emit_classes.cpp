// SPDX-License-Identifier: BSD-3-Clause
// What was masked is put back with the values of a class's first rank; what differs in its other ranks is
// said beside it, by the place in these bytes.
#include "merge/emit_classes.h"

#include "format/format.h"

namespace recorder {

Status ClassEmitter::run() {
  if (Status s = emit_classes(); !s.ok()) return s;
  if (Status s = emit_set(format::kCst, signatures_); !s.ok()) return s;
  if (Status s = emit_set(format::kCfg, bodies_); !s.ok()) return s;
  if (Status s = emit_processes(); !s.ok()) return s;
  return emit_set(format::kTexts, texts_);
}

Status ClassEmitter::emit_set(const char *section, const Interner &set) {
  writer_->open(section, format::Codec::zlib);
  Pieces pieces(writer_);
  pieces.next()->put_varint(set.count());
  for (uint32_t i = 0; i < set.count(); ++i) pieces.next()->put_str(set.at(i));
  return pieces.close();
}

Status ClassEmitter::emit_classes() {
  writer_->open(format::kClasses, format::Codec::zlib);
  Pieces pieces(writer_);
  pieces.next()->put_varint(summary_.shapes().count());
  for (uint32_t i = 0; i < summary_.shapes().count(); ++i)
    if (!put_class(i, pieces.next())) return Status::no_memory("no memory to write the trace");
  return pieces.close();
}

void ClassEmitter::put_column(const Column &column, Bytes items, Buffer *out) {
  out->put_zigzag(static_cast<int64_t>(column.first));
  out->put_str(items);
}

bool ClassEmitter::put_number_column(const Table &table, uint64_t number, Buffer *out) {
  Column column{};
  if (!summary_.tables().column_of(table, number, &column, &items_)) return false;
  put_column(column, items_.bytes(), out);
  return out->ok();
}

bool ClassEmitter::put_class(uint32_t shape, Buffer *out) {
  const Table &table = summary_.class_table(shape);
  const Varying *varying = summary_.tables().varying(table);
  Tokens tokens = {&table, 1, 0, varying, varying, varying + table.varying};
  while (tokens.texts != tokens.end && tokens.texts->kind == Varying::number) ++tokens.texts;
  if (tokens.numbers != tokens.texts && tokens.numbers->token == 0) ++tokens.numbers;  // the rank
  streams_.clear();
  places_.clear();
  place_count_ = last_part_ = 0;
  Cursor in(summary_.shapes().at(shape));
  uint64_t nstreams = 0;
  uint64_t part = 0;
  if (!in.varint(&nstreams)) return false;
  streams_.put_varint(nstreams);
  for (uint64_t thread = 0, nparts = 0; nstreams > 0; --nstreams) {
    if (!in.varint(&thread) || !in.varint(&nparts)) return false;
    streams_.put_varint(thread);
    streams_.put_varint(nparts);
    for (; nparts > 0; --nparts)
      if (!put_part(&in, &tokens, part++)) return false;
  }
  out->put_varint(table.rows);
  if (!put_number_column(table, 0, out)) return false;
  out->put_bytes(streams_.bytes());
  out->put_varint(place_count_);
  out->put_bytes(places_.bytes());
  return streams_.ok() && places_.ok() && out->ok();
}

bool ClassEmitter::put_part(Cursor *in, Tokens *tokens, uint64_t part) {
  uint64_t body = 0;
  uint64_t n = 0;
  uint64_t first = 0;
  uint64_t before = 0;
  if (!in->varint(&body) || !in->varint(&n)) return false;
  map_.clear();
  joiner_.begin(&map_);
  for (uint64_t i = 0, id = 0; i < n; ++i) {
    if (!in->varint(&id)) return false;
    if (!render_signature(summary_.signatures().at(static_cast<uint32_t>(id)), tokens, {part, i, 0}))
      return false;
    const uint32_t terminal = signatures_.add(one_.bytes());
    if (terminal == Interner::kNone) return false;
    if (i == 0)
      first = terminal;
    else if (!joiner_.push_run(1, terminal - before))
      return false;
    before = terminal;
  }
  if (!joiner_.end()) return false;
  if (!render_body(summary_.bodies().at(static_cast<uint32_t>(body)), tokens, {part, n, 0})) return false;
  const uint32_t cfg = bodies_.add(one_.bytes());
  if (cfg == Interner::kNone) return false;
  streams_.put_varint(cfg);
  streams_.put_varint(n);
  if (n != 0) put_column({n, first, before, 0, 0}, map_.bytes(), &streams_);
  return map_.ok() && streams_.ok();
}

// Into one_.
bool ClassEmitter::render_signature(Bytes masked, Tokens *tokens, Place place) {
  const TablePool &pool = summary_.tables();
  MaskedPiece piece{};
  one_.clear();
  for (Cursor in(masked); next_piece(&in, &piece);) {
    one_.put_bytes(piece.before);
    place.offset = one_.size();
    if (piece.token == Token::end) return one_.ok() && in.at_end();
    if (piece.token == Token::text) {
      put_text(summary_.texts().at(pool.texts(*tokens->table)[tokens->text]), &one_);
      if (!note_text(tokens, place)) return false;
    } else {
      put_number(piece.token, pool.numbers(*tokens->table)[tokens->number], &one_);
      note_number(tokens, place, piece.token);
    }
  }
  return false;
}

bool ClassEmitter::render_body(Bytes masked, Tokens *tokens, Place place) {
  Cursor in(masked);
  uint64_t nrules = 0;
  one_.clear();
  if (!in.varint(&nrules)) return false;
  one_.put_varint(nrules);
  // The totals of what varies look as one more rule.
  for (uint64_t nsymbols = 0; nrules > 0 || !in.at_end(); nrules -= nrules > 0) {
    if (!in.varint(&nsymbols)) return false;
    one_.put_varint(nsymbols);
    for (uint64_t symbol = 0; nsymbols > 0; --nsymbols, ++place.offset) {
      if (!in.varint(&symbol)) return false;
      one_.put_varint(symbol);
      one_.put_varint(summary_.tables().numbers(*tokens->table)[tokens->number]);
      note_number(tokens, place, Token::end);
    }
  }
  return one_.ok() && in.at_end();
}

void ClassEmitter::note_place(const Place &place, uint64_t type) {
  places_.put_varint(place.part - last_part_);
  places_.put_varint(place.terminal);
  places_.put_varint(place.offset);
  places_.put_varint(type);
  last_part_ = place.part;
  ++place_count_;
}

void ClassEmitter::note_number(Tokens *tokens, const Place &place, Token token) {
  const Varying *v = tokens->numbers;
  if (v != tokens->end && v->kind == Varying::number && v->token == tokens->number) {
    note_place(place, static_cast<uint64_t>(token));
    put_column(v->column, summary_.tables().items(v->column), &places_);
    ++tokens->numbers;
  }
  ++tokens->number;
}

bool ClassEmitter::note_text(Tokens *tokens, const Place &place) {
  const uint64_t text = tokens->text++;
  const Varying *from = tokens->texts;
  while (tokens->texts != tokens->end && tokens->texts->token == text) ++tokens->texts;
  if (from == tokens->texts) return true;
  note_place(place, static_cast<uint64_t>(Token::text));
  return put_text_column(*tokens->table, text, from, static_cast<uint64_t>(tokens->texts - from), &places_);
}

bool ClassEmitter::put_text_column(const Table &table, uint64_t text, const Varying *varying, uint64_t runs,
                                   Buffer *out) {
  const Bytes first = summary_.texts().at(summary_.tables().texts(table)[text]);
  if (runs != 0 && varying->kind == Varying::text) {
    out->put_varint(format::kTextDictionary);
    return put_dictionary(varying->column, out);
  }
  out->put_varint(runs == 0 ? format::kTextConstant : format::kTextDigits);
  out->put_str(first);
  for (uint64_t i = 0; i < runs; ++i) {
    out->put_varint(varying[i].least);
    put_column(varying[i].column, summary_.tables().items(varying[i].column), out);
  }
  return out->ok();
}

// The texts that are needed get numbers of their own, in the order of their first use.
bool ClassEmitter::put_dictionary(const Column &column, Buffer *out) {
  const TablePool &pool = summary_.tables();
  if (!text_ids_.resize(summary_.texts().count())) return false;
  StepIterator at(column.first, pool.items(column));
  do {
    const uint32_t id = texts_.add(summary_.texts().at(static_cast<uint32_t>(at.value())));
    if (id == Interner::kNone) return false;
    text_ids_[at.value()] = id;
  } while (at.next());
  Column renumbered{};
  pool_.clear();
  if (!uniter_.renumber(pool, column, text_ids_, &pool_, &renumbered)) return false;
  put_column(renumbered, pool_.items(renumbered), out);
  return out->ok();
}

Status ClassEmitter::emit_processes() {
  const Status no_room = Status::no_memory("no memory to write the trace");
  const Table &table = summary_.processes();
  const TablePool &pool = summary_.tables();
  Buffer out;
  out.put_varint(table.rows);
  for (uint64_t i = 0; i < Summary::kProcessNumbers; ++i)
    if (!put_number_column(table, i, &out)) return no_room;
  const Varying *varying = pool.varying(table);
  const Varying *const end = varying + table.varying;
  while (varying != end && varying->kind == Varying::number) ++varying;
  for (uint64_t i = 0; i < Summary::kProcessTexts; ++i) {
    const Varying *from = varying;
    while (varying != end && varying->token == i) ++varying;
    if (!put_text_column(table, i, from, static_cast<uint64_t>(varying - from), &out)) return no_room;
  }
  put_column(summary_.classes(), pool.items(summary_.classes()), &out);
  if (summary_.threads().count != 0) put_column(summary_.threads(), pool.items(summary_.threads()), &out);
  return writer_->add(format::kProcesses, out.bytes(), format::Codec::zlib);
}

}  // namespace recorder
