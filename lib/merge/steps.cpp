// SPDX-License-Identifier: BSD-3-Clause
// Joining is a stack of the last items, onto which those of the right side are pushed until nothing happens
// any more.
#include "merge/steps.h"

#include <cstring>

namespace recorder {
namespace {

bool same_bytes(Bytes a, Bytes b) {
  return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

// The first difference that the items stand for.
bool first_step(Bytes items, uint64_t *step) {
  StepItem item{};
  for (Cursor in(items); next_item(&in, &item); in = Cursor(item.body)) {
    *step = item.step;
    if (!item.repeat) return true;
  }
  return false;
}

unsigned depth_of(Bytes items) {
  unsigned deepest = 0;
  StepItem item{};
  for (Cursor in(items); next_item(&in, &item);) {
    if (!item.repeat) continue;
    const unsigned depth = 1 + depth_of(item.body);
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

}  // namespace

bool next_item(Cursor *in, StepItem *item) {
  uint64_t head = 0;
  if (!in->varint(&head) || head < 2) return false;
  item->repeat = head & 1;
  item->count = head >> 1;
  item->step = 0;
  item->body = {};
  if (item->repeat) return in->str(&item->body) && item->body.size != 0;
  int64_t step = 0;
  if (!in->zigzag(&step)) return false;
  item->step = static_cast<uint64_t>(step);
  return true;
}

void put_run(uint64_t count, uint64_t step, Buffer *out) {
  if (count == 0) return;
  out->put_varint(count << 1);
  out->put_zigzag(static_cast<int64_t>(step));
}

bool count_steps(Bytes items, uint64_t *count, uint64_t *sum, unsigned depth) {
  *count = *sum = 0;
  StepItem item{};
  for (Cursor in(items); !in.at_end();) {
    uint64_t n = 1;
    uint64_t s = 0;
    if (depth > kStepDepth || !next_item(&in, &item)) return false;
    if (item.repeat ? !count_steps(item.body, &n, &s, depth + 1) : false) return false;
    if (!item.repeat) s = item.step;
    if (__builtin_mul_overflow(n, item.count, &n) || __builtin_add_overflow(*count, n, count)) return false;
    *sum += s * item.count;
  }
  return depth <= kStepDepth;
}

bool StepIterator::next() {
  while (run_ == 0) {
    Frame &frame = frames_[depth_];
    StepItem item{};
    if (next_item(&frame.in, &item)) {
      if (!item.repeat) {
        run_ = item.count;
        step_ = item.step;
      } else if (depth_ < kStepDepth) {
        frames_[++depth_] = {Cursor(item.body), item.body, item.count};
      }
    } else if (--frame.left != 0) {
      frame.in = Cursor(frame.body);
    } else if (depth_ == 0) {
      frame.left = 1;
      return false;
    } else {
      --depth_;
    }
  }
  --run_;
  value_ += step_;
  return true;
}

StepItem StepJoiner::item(unsigned i) const {
  StepItem item{};
  Cursor in(bytes(i));
  next_item(&in, &item);
  return item;
}

bool StepJoiner::equal(unsigned i, unsigned k) const { return same_bytes(bytes(i), bytes(k)); }

void StepJoiner::begin(Buffer *out) {
  out_ = out;
  text_.clear();
  count_ = quiet_ = 0;
}

bool StepJoiner::end() {
  spill(count_);
  return text_.ok() && out_->ok();
}

// Writes out the first n items of the window: too far away to matter.
void StepJoiner::spill(unsigned n) {
  for (unsigned i = 0; i < n; ++i) out_->put_bytes(bytes(i));
  remove(0, n);
  spare_.clear();
  for (unsigned i = 0; i < count_; ++i) {
    const uint64_t at = spare_.size();
    spare_.put_bytes(bytes(i));
    items_[i].at = at;
  }
  text_.swap(spare_);
}

// Everything of `left` but its last items goes out as it is; these come into the window.
bool StepJoiner::load(Bytes left) {
  uint64_t ends[kWindow / 2];
  uint64_t n = 0;
  StepItem item{};
  Cursor in(left);
  for (; !in.at_end(); ++n) {
    ends[n % (kWindow / 2)] = in.offset();  // where this item begins
    if (!next_item(&in, &item)) return false;
  }
  const uint64_t kept = n < kWindow / 2 ? n : kWindow / 2;
  const uint64_t from = kept == 0 ? left.size : ends[(n - kept) % (kWindow / 2)];
  out_->put_bytes(left.data, from);
  text_.put_bytes(left.data + from, left.size - from);
  for (uint64_t i = n - kept; i < n; ++i) {
    const uint64_t at = ends[i % (kWindow / 2)];
    const uint64_t end = i + 1 < n ? ends[(i + 1) % (kWindow / 2)] : left.size;
    items_[count_++] = {at - from, end - at};
  }
  return text_.ok();
}

// Most joins are of two short ranges, which have a run or nothing on each side: there is nothing to be found
// in these. False when there is more.
bool StepJoiner::join_runs(Bytes left, uint64_t step, Bytes right, Buffer *out) {
  StepItem runs[3] = {{false, 0, step, {}}, {false, 1, step, {}}, {false, 0, step, {}}};
  Cursor before(left);
  Cursor after(right);
  if (left.size != 0 && (!next_item(&before, &runs[0]) || runs[0].repeat || !before.at_end())) return false;
  if (right.size != 0 && (!next_item(&after, &runs[2]) || runs[2].repeat || !after.at_end())) return false;
  for (const unsigned i : {0u, 2u}) {
    if (runs[i].step != step) continue;
    runs[1].count += runs[i].count;
    runs[i].count = 0;
  }
  for (const StepItem &run : runs) put_run(run.count, run.step, out);
  return true;
}

bool StepJoiner::join(Bytes left, uint64_t step, Bytes right, Buffer *out) {
  if (join_runs(left, step, right, out)) return out->ok();
  begin(out);
  if (!load(left) || !push_run(1, step)) return false;
  StepItem item{};
  Cursor in(right);
  // Repeats have at most kPeriod items: what comes after twice as many without a change cannot reach back.
  quiet_ = 0;
  while (!in.at_end() && quiet_ < 2 * kPeriod)
    if (!next_item(&in, &item) || !push(item)) return false;
  if (!end()) return false;
  out->put_bytes(in.here(), in.left());
  return out->ok();
}

bool StepJoiner::append(const StepItem &item) {
  if (count_ == kWindow) spill(kWindow / 2);
  const uint64_t at = text_.size();
  text_.put_varint(item.count << 1 | (item.repeat ? 1 : 0));
  if (item.repeat)
    text_.put_str(item.body);
  else
    text_.put_zigzag(static_cast<int64_t>(item.step));
  items_[count_++] = {at, text_.size() - at};
  return text_.ok();
}

bool StepJoiner::push(const StepItem &next) {
  ++quiet_;
  if (count_ != 0) {
    const StepItem top = item(count_ - 1);
    uint64_t step = next.step;
    if (next.repeat && !first_step(next.body, &step)) return false;
    if (!top.repeat && top.step == step) {
      quiet_ = 0;
      // The run goes on into the repeat: its first turn is not like the others.
      if (next.repeat) return push_repeat(1, next.body) && push_repeat(next.count - 1, next.body);
      set_count(count_ - 1, top.count + next.count);
      return text_.ok();
    }
  }
  fold();
  if (!append(next)) return false;
  if (next.repeat) settle(count_ - 1);
  return text_.ok();
}

bool StepJoiner::push_repeat(uint64_t count, Bytes body) {
  if (count > 1 && depth_of(body) < kStepDepth) return push({true, count, 0, body});
  for (; count > 0; --count)
    if (!push_items(body)) return false;
  return true;
}

bool StepJoiner::push_items(Bytes items) {
  StepItem item{};
  for (Cursor in(items); !in.at_end();)
    if (!next_item(&in, &item) || !push(item)) return false;
  return true;
}

void StepJoiner::set_count(unsigned i, uint64_t count) {
  StepItem there = item(i);
  there.count = count;
  // append() copies from text_, which must not move meanwhile.
  if (!text_.reserve(text_.size() + items_[i].size + kVarintMost)) return;
  there.body = item(i).body;
  const unsigned kept = count_;
  count_ = i;
  append(there);
  count_ = kept;
}

void StepJoiner::remove(unsigned from, unsigned n) {
  memmove(items_ + from, items_ + from + n, (count_ - from - n) * sizeof *items_);
  count_ -= n;
}

// The repeat at `repeat` is one of the n items from `from` on.
bool StepJoiner::body_is(unsigned repeat, unsigned from, unsigned n) const {
  const StepItem whole = item(repeat);
  if (!whole.repeat) return false;
  uint64_t at = 0;
  for (unsigned i = 0; i < n; ++i) {
    const Bytes part = bytes(from + i);
    if (part.size > whole.body.size - at || memcmp(whole.body.data + at, part.data, part.size) != 0)
      return false;
    at += part.size;
  }
  return at == whole.body.size;
}

// The last item is followed by another one and will not change any more: does it complete a period? A repeat
// may still get more turns, so that nothing is built on it yet.
void StepJoiner::fold() {
  if (count_ < 3 || item(count_ - 1).repeat) return;
  for (unsigned p = 2; p <= kPeriod && p < count_; ++p)
    if (fold_period(p)) return;
}

bool StepJoiner::fold_period(unsigned p) {
  const unsigned from = count_ - p;
  if (body_is(from - 1, from, p)) {
    set_count(from - 1, item(from - 1).count + 1);
    remove(from, p);
  } else {
    if (from < p) return false;
    for (unsigned i = p; i-- > 0;)
      if (!equal(from + i, from - p + i)) return false;
    uint64_t size = 0;
    for (unsigned i = 0; i < p; ++i) size += items_[from + i].size;
    const uint64_t at = text_.size();
    if (!text_.reserve(at + 2 * size + 2 * kVarintMost)) return false;
    for (unsigned i = 0; i < p; ++i) text_.put_bytes(bytes(from + i));
    const Bytes body = {text_.data() + at, size};
    if (depth_of(body) + 1 >= kStepDepth) return false;
    remove(from - p, 2 * p);
    append({true, 2, 0, body});
  }
  quiet_ = 0;
  settle(count_ - 1);
  return true;
}

// A repeat takes in what stands before it, and begins as far left as it can, so that two halves which found
// the same period at different places agree on it.
void StepJoiner::settle(unsigned i) {
  for (;;) {
    if (absorb(&i)) {
      quiet_ = 0;
      continue;
    }
    if (i == 0 || !rotate(i)) return;
    --i;
  }
}

bool StepJoiner::absorb(unsigned *i) {
  if (*i == 0) return false;
  const StepItem repeat = item(*i);
  const StepItem before = item(*i - 1);
  if (before.repeat && same_bytes(before.body, repeat.body)) {
    set_count(*i - 1, before.count + repeat.count);
    remove(*i, 1);
    --*i;
    return true;
  }
  unsigned p = 0;
  StepItem part{};
  for (Cursor in(repeat.body); next_item(&in, &part);) ++p;
  if (p > *i || !body_is(*i, *i - p, p)) return false;
  set_count(*i, repeat.count + 1);
  remove(*i - p, p);
  *i -= p;
  return true;
}

// x (y x)^n = (x y)^n x
bool StepJoiner::rotate(unsigned i) {
  const StepItem repeat = item(i);
  uint64_t last = 0;
  StepItem part{};
  for (Cursor in(repeat.body); !in.at_end();) {
    last = in.offset();
    if (!next_item(&in, &part)) return false;
  }
  const Bytes end = {repeat.body.data + last, repeat.body.size - last};
  if (last == 0 || !same_bytes(end, bytes(i - 1))) return false;
  if (!text_.reserve(text_.size() + 3 * items_[i].size + kVarintMost)) return false;
  const Bytes body = item(i).body;
  const uint64_t at = text_.size();
  text_.put_bytes(body.data + last, body.size - last);
  text_.put_bytes(body.data, last);
  const unsigned kept = count_;
  const Place moved = items_[i - 1];
  count_ = i - 1;
  append({true, repeat.count, 0, {text_.data() + at, body.size}});
  count_ = kept;
  items_[i] = moved;
  return true;
}

}  // namespace recorder
