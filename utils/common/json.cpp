// SPDX-License-Identifier: BSD-3-Clause
// Iterates over nothing deeper than kinds and `any` lists can nest (16 each), so recursion is bounded.
#include "common/json.h"

#include "common/text.h"

namespace recorder::tools {

namespace {

// What is not whole says so, and how long it was: {"cut":[1,2],"length":100}.
void open_cut(std::string &out, const recorder_value &value) {
  if ((value.flags & RECORDER_CUT) != 0) out += "{\"cut\":";
}
void close_cut(std::string &out, const recorder_value &value) {
  if ((value.flags & RECORDER_CUT) == 0) return;
  out += ",\"length\":";
  put_number(out, value.full_size);
  out += '}';
}

void put_items(std::string &out, const recorder_value &value) {
  const bool named = value.type == RECORDER_RECORD;
  out += named ? '{' : '[';
  for (uint64_t i = 0; i < value.size; ++i) {
    if (i != 0) out += ',';
    if (named) {
      put_json_string(out, value.v.items[i].name);
      out += ':';
    }
    put_json(out, value.v.items[i]);
  }
  out += named ? '}' : ']';
}

void put_slot(std::string &out, const recorder_value &value) {
  out += "{\"slot\":";
  put_number(out, value.slot);
  if ((value.flags & RECORDER_CLASSED) != 0) {
    out += ",\"class\":";
    put_json_string(out, value.set);
  }
  if (value.type == RECORDER_MAP && value.v.i != 0) {
    out += ",\"offset\":";
    put_number(out, value.v.i);
  }
  out += '}';
}

void put_json_double(std::string &out, double value) {
  std::string text;
  if (put_double(text, value)) {
    out += text;
  } else {
    put_json_string(out, text);
  }
}

}  // namespace

void put_json(std::string &out, const recorder_value &value) {
  switch (value.type) {
    case RECORDER_INT:
    case RECORDER_FD:
      return put_number(out, value.v.i);
    case RECORDER_UINT:
      return put_number(out, value.v.u);
    case RECORDER_DOUBLE:
      return put_json_double(out, value.v.d);
    case RECORDER_STRING:
      open_cut(out, value);
      put_json_string(out, {value.v.text, static_cast<size_t>(value.size)});
      return close_cut(out, value);
    case RECORDER_POINTER:
      put_based(out, "\"0x", value.v.u, 16);
      out += '"';
      return;
    case RECORDER_HANDLE:
    case RECORDER_MAP:
      return put_slot(out, value);
    case RECORDER_ARRAY:
    case RECORDER_RECORD:
      open_cut(out, value);
      put_items(out, value);
      return close_cut(out, value);
    default:
      out += "null";
      return;
  }
}

}  // namespace recorder::tools
