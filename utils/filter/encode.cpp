// SPDX-License-Identifier: BSD-3-Clause
// Encoding by kind, value after value in the order of the decoder, so that the uses come by themselves.
#include "filter/encode.h"

#include <cstring>

#include "core/bytes.h"
#include "format/format.h"

namespace recorder::filter {

using reader::Filled;
using reader::Kind;
using reader::Shape;
using reader::Template;
using reader::Use;

void put_varint(std::string &out, uint64_t value) {
  uint8_t bytes[10];
  const uint8_t *end = recorder::put_varint(bytes, value);
  out.append(reinterpret_cast<const char *>(bytes), static_cast<size_t>(end - bytes));
}

void put_zigzag(std::string &out, int64_t value) { put_varint(out, zigzag(value)); }

void put_text(std::string &out, std::string_view text) {
  put_varint(out, 2 * text.size() + format::kTextHead);
  out += text;
}

namespace {

class Encoder {
 public:
  Encoder(std::string &out, const Template &record, const Filled *filled,
          const std::vector<int64_t> &differences, const reader::Classes &classes)
      : out_(out), record_(record), filled_(filled), difference_(differences.data()), classes_(classes) {}

  void call() {
    const reader::Function &function = *record_.function;
    const size_t arguments = function.arguments.size();
    for (size_t i = 0; i < arguments; ++i) value(function.arguments[i], record_.nodes[i]);
    value(function.result, record_.nodes[arguments]);
  }

 private:
  void varint(uint64_t number) { put_varint(out_, number); }
  void zigzag(int64_t number) { put_zigzag(out_, number); }
  void byte(uint8_t number) { out_ += static_cast<char>(number); }

  // How the stream's state completes this value; null when it does not.
  const Use *use_of(const recorder_value &v) {
    if (next_ == record_.uses.size()) return nullptr;
    const Use *use = &record_.uses[next_];
    if (&record_.nodes[use->node] != &v) return nullptr;
    completed_ = &filled_[next_++];
    return use;
  }

  void value(const Kind &kind, const recorder_value &v) {
    switch (kind.shape) {
      case Shape::nothing:
        return;
      case Shape::signed_number:
        return zigzag(use_of(v) != nullptr ? completed_->number : v.v.i);
      case Shape::unsigned_number:
        return varint(use_of(v) != nullptr ? static_cast<uint64_t>(completed_->number) : v.v.u);
      case Shape::real:
        return real(v);
      case Shape::text:
      case Shape::path:
        return text(v);
      case Shape::pointer:
        return pointer(v);
      case Shape::fd:
        return descriptor(v);
      case Shape::new_fd:
        varint((v.flags & RECORDER_CREATED) != 0 ? v.slot + 1 : 0);
        return zigzag(v.v.i);
      case Shape::handle:
      case Shape::new_handle:
      case Shape::new_map:
        return handle(kind, v);
      case Shape::map:
        return map(v);
      case Shape::offset:
        return offset(use_of(v), v);
      case Shape::array:
        return array(kind, v);
      case Shape::optional:
        byte(v.type == RECORDER_ABSENT ? 0 : 1);
        if (v.type != RECORDER_ABSENT) value(kind.parts[0], v);
        return;
      case Shape::any:
        return any(v);
      case Shape::record:
        for (uint64_t i = 0; i < v.size; ++i) value(kind.parts[i], v.v.items[i]);
        return;
    }
  }

  void real(const recorder_value &v) {
    uint64_t bits;
    if (use_of(v) != nullptr)
      bits = static_cast<uint64_t>(completed_->number);
    else
      memcpy(&bits, &v.v.d, sizeof bits);
    // Nothing is aside in the new trace: the one NaN that says so becomes a quiet one.
    if (bits == format::kRealAside) bits |= uint64_t{1} << 51;
    for (unsigned shift = 0; shift < 64; shift += 8) byte(static_cast<uint8_t>(bits >> shift));
  }

  // The head of a text or an array. False for a null pointer.
  bool head(const recorder_value &v) {
    if (v.type == RECORDER_NULL) return varint(0), false;
    const bool cut = (v.flags & RECORDER_CUT) != 0;
    varint(2 * v.size + (cut ? 1 : 0) + format::kTextHead);
    if (cut) varint(v.full_size);
    return true;
  }

  void text(const recorder_value &v) {
    const Use *use = use_of(v);
    if (use != nullptr && use->tells_text()) return put_text(out_, completed_->text);
    if (head(v)) out_.append(v.v.text, static_cast<size_t>(v.size));
  }

  void pointer(const recorder_value &v) {
    varint(v.type == RECORDER_ABSENT ? 0 : v.type == RECORDER_NULL ? 1 : v.v.u + 1);
  }

  void descriptor(const recorder_value &v) {
    if (use_of(v) != nullptr) return varint(v.slot + 1);
    varint(0);
    zigzag(v.v.i);
  }

  void handle(const Kind &kind, const recorder_value &v) {
    if (v.type == RECORDER_NULL) return varint(0);
    varint(v.slot + 1);
    use_of(v);
    if (kind.classes.size() < 2) return;
    uint64_t which = 0;
    while (which + 1 < kind.classes.size() && classes_.name(kind.classes[which]).c_str() != v.set) ++which;
    varint(which);
  }

  void map(const recorder_value &v) {
    if (v.type == RECORDER_NULL) return varint(0);
    use_of(v);
    varint(v.slot + 1);
    zigzag(v.v.i);
  }

  void array(const Kind &kind, const recorder_value &v) {
    if (!head(v)) return;
    for (uint64_t i = 0; i < v.size; ++i) value(kind.parts[0], v.v.items[i]);
  }

  // `use` is null where nothing is told from another one.
  void offset(const Use *use, const recorder_value &v) {
    if (use == nullptr) return zigzag(v.v.i);
    if (use->track != 0) byte(format::kTrack + use->track), byte(0);
    zigzag(*difference_++);
  }

  // A signed number or an offset.
  void any_number(const recorder_value &v) {
    const Use *use = use_of(v);
    if (use != nullptr && use->is_offset()) return byte(7), offset(use, v);
    byte(1);
    zigzag(use != nullptr ? completed_->number : v.v.i);
  }

  void any(const recorder_value &v) {
    switch (v.type) {
      case RECORDER_INT:
        return any_number(v);
      case RECORDER_UINT:
        return byte(2), varint(use_of(v) != nullptr ? static_cast<uint64_t>(completed_->number) : v.v.u);
      case RECORDER_DOUBLE:
        return byte(3), real(v);
      case RECORDER_STRING:
        return byte(4), text(v);
      case RECORDER_NULL:
      case RECORDER_POINTER:
        return byte(5), pointer(v);
      case RECORDER_ARRAY:
        byte(6);
        varint(v.size);
        for (uint64_t i = 0; i < v.size; ++i) any(v.v.items[i]);
        return;
      default:
        return byte(0);
    }
  }

  std::string &out_;
  const Template &record_;
  const Filled *filled_;
  const int64_t *difference_;  // of the next offset
  const reader::Classes &classes_;
  size_t next_ = 0;  // use
  const Filled *completed_ = nullptr;
};

}  // namespace

void put_values(std::string &out, const Template &record, const Filled *filled,
                const std::vector<int64_t> &differences, const reader::Classes &classes) {
  Encoder(out, record, filled, differences, classes).call();
}

}  // namespace recorder::filter
