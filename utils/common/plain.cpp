// SPDX-License-Identifier: BSD-3-Clause
// What recorder2text(1) prints for each type of value.
#include "common/plain.h"

#include <iterator>

#include "common/text.h"

namespace recorder::tools {

namespace {

void put_text(std::string &out, const recorder_value &value) {
  put_c_string(out, {value.v.text, static_cast<size_t>(value.size)});
  if ((value.flags & RECORDER_CUT) == 0) return;
  out += "... ";
  put_number(out, value.full_size);
  out += " bytes";
}

}  // namespace

void Plain::put_label(std::string &out, const recorder_value &value) const {
  if (value.label == nullptr || *value.label == '\0') return;
  Label &known = labels_[reinterpret_cast<uintptr_t>(value.label) / 16 % std::size(labels_)];
  if (known.name != value.label) {
    // A path may hold any byte; the line must stay one.
    known.text.clear();
    put_c_string(known.text, value.label);
    known.text.front() = '<';
    known.text.back() = '>';
    known.name = value.label;
  }
  out += known.text;
}

// AT_FDCWD is the only negative number that calls are given on purpose.
void Plain::put_descriptor(std::string &out, const recorder_value &value) const {
  if ((value.flags & RECORDER_BOUND) == 0 && value.v.i == -100) {
    out += "AT_FDCWD";
    return;
  }
  put_number(out, value.v.i);
  put_label(out, value);
}

void Plain::put_handle(std::string &out, const recorder_value &value) const {
  out += value.set != nullptr ? value.set : "handle";
  out += '#';
  put_number(out, value.slot);
  if (value.type == RECORDER_MAP && value.v.i != 0) {
    if (value.v.i > 0) out += '+';
    put_number(out, value.v.i);
  }
  put_label(out, value);
}

void Plain::put_unsigned(std::string &out, const recorder_value &value) const {
  if ((value.flags & RECORDER_MODE) != 0) {
    if (value.v.u == 0) {
      out += '0';
    } else {
      put_based(out, "0", value.v.u, 8);
    }
  } else if ((value.flags & RECORDER_FLAGS) != 0) {
    symbols_.put_flags(out, value.set, value.v.u);
  } else {
    put_number(out, value.v.u);
  }
}

void Plain::put_signed(std::string &out, const recorder_value &value) const {
  if ((value.flags & RECORDER_ENUM) != 0) {
    symbols_.put_enum(out, value.set, value.v.i);
  } else {
    put_number(out, value.v.i);
  }
}

void Plain::put_items(std::string &out, const recorder_value &value) const {
  const bool named = value.type == RECORDER_RECORD;
  out += named ? '{' : '[';
  for (uint64_t i = 0; i < value.size; ++i) {
    if (i != 0) out += ", ";
    if (named) {
      out += value.v.items[i].name;
      out += '=';
    }
    (*this)(out, value.v.items[i]);
  }
  if ((value.flags & RECORDER_CUT) != 0) {
    out += value.size == 0 ? "... " : ", ... ";
    put_number(out, value.full_size);
    out += " in all";
  }
  out += named ? '}' : ']';
}

void Plain::operator()(std::string &out, const recorder_value &value) const {
  switch (value.type) {
    case RECORDER_ABSENT:
      out += '*';
      return;
    case RECORDER_NULL:
      out += "NULL";
      return;
    case RECORDER_INT:
      return put_signed(out, value);
    case RECORDER_UINT:
      return put_unsigned(out, value);
    case RECORDER_DOUBLE:
      put_double(out, value.v.d);
      return;
    case RECORDER_STRING:
      return put_text(out, value);
    case RECORDER_POINTER:
      return put_based(out, "0x", value.v.u, 16);
    case RECORDER_FD:
      return put_descriptor(out, value);
    case RECORDER_HANDLE:
    case RECORDER_MAP:
      return put_handle(out, value);
    default:
      return put_items(out, value);
  }
}

}  // namespace recorder::tools
