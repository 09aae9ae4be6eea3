// SPDX-License-Identifier: BSD-3-Clause
// The order of a call's values: arguments and result, what is in arrays, records and variable arguments, and,
// when all are there, the path and what numbers are counted for.
#include "reader/call_decoder.h"

#include <fcntl.h>

#include "reader/failure.h"

namespace recorder::reader {

namespace {

constexpr int kDeepestAny = 16;

}  // namespace

void CallDecoder::decode_call() {
  const Function &function = *out_.function;
  const uint32_t arguments = static_cast<uint32_t>(function.arguments.size());
  out_.nodes.resize(arguments + 1);
  for (uint32_t i = 0; i < arguments; ++i) {
    argument_ = static_cast<uint8_t>(i);
    out_.nodes[i].name = function.name_pointers[i];
    value(function.arguments[i], i);
  }
  first_path();
  argument_ = kResult;
  value(function.result, arguments);
  in_.expect_end();
  keep_by_whence(function.find_argument("whence"), function);
  keep_by_handle();
  connect();
}

void CallDecoder::keep_by_whence(int whence, const Function &function) {
  if (whence < 0 || function.arguments[static_cast<size_t>(whence)].shape != Shape::signed_number) return;
  const auto from = static_cast<uint8_t>(node(static_cast<uint32_t>(whence)).v.i & 7);
  for (Use &use : out_.uses)
    if (use.is_offset()) use.element = from;
}

void CallDecoder::keep_by_handle() {
  for (Use &use : out_.uses) {
    if (use.what != Use::counted_int && use.what != Use::counted_uint) continue;
    use.handle_class = first_class_;
    use.slot = first_slot_;
  }
}

void CallDecoder::value(const Kind &kind, uint32_t at) {
  recorder_value &v = node(at);
  v.flags |= kind.flags;
  switch (kind.shape) {
    case Shape::nothing:
      return;
    case Shape::signed_number:
      return number(kind, at);
    case Shape::unsigned_number:
      v.type = RECORDER_UINT;
      v.set = kind.set.empty() ? nullptr : kind.set.c_str();
      return unsigned_number(at);
    case Shape::real:
      return real(at);
    case Shape::text:
      return text(at);
    case Shape::path:
      text(at);
      return note_path(kind, at);
    case Shape::pointer:
      return pointer(at);
    case Shape::fd:
      return descriptor(at);
    case Shape::new_fd:
      return new_descriptor(at);
    case Shape::handle:
      return handle(kind, at);
    case Shape::new_handle:
    case Shape::new_map:
      return new_handle(kind, at);
    case Shape::map:
      return map(at);
    case Shape::offset:
      return offset(at);
    case Shape::array:
      return array(kind, at);
    case Shape::optional:
      return optional(kind, at);
    case Shape::any:
      return any(at, 0);
    case Shape::record:
      return record(kind, at);
  }
}

void CallDecoder::array(const Kind &kind, uint32_t at) {
  open();
  if (length(at, RECORDER_ARRAY)) {
    const uint64_t count = node(at).size;
    const uint32_t first = content(at, count);
    for (uint32_t i = 0; i < count; ++i) value(kind.parts[0], first + i);
  }
  close();
}

void CallDecoder::record(const Kind &kind, uint32_t at) {
  node(at).type = RECORDER_RECORD;
  const uint32_t first = content(at, kind.parts.size());
  open();
  for (uint32_t i = 0; i < kind.parts.size(); ++i) {
    node(first + i).name = kind.parts[i].name.c_str();
    value(kind.parts[i], first + i);
  }
  close();
  node(at).full_size = kind.parts.size();
}

void CallDecoder::optional(const Kind &kind, uint32_t at) {
  const uint8_t present = in_.u8();
  if (present > 1) damaged("an optional argument is neither there nor absent");
  if (present == 1) value(kind.parts[0], at);
}

void CallDecoder::any(uint32_t at, int depth) {
  switch (in_.u8()) {
    case 0:
      return;
    case 1:
      node(at).type = RECORDER_INT;
      return signed_number(at);
    case 2:
      node(at).type = RECORDER_UINT;
      return unsigned_number(at);
    case 3:
      return real(at);
    case 4:
      plain_text(at);
      return;
    case 5:
      return pointer(at);
    case 6:
      return list(at, depth);
    case 7:
      return offset(at);
    default:
      damaged("a variable argument has an unknown type");
  }
}

void CallDecoder::list(uint32_t at, int depth) {
  if (depth == kDeepestAny) damaged("variable arguments are nested too deep");
  const uint64_t count = in_.count();
  node(at).type = RECORDER_ARRAY;
  node(at).full_size = count;
  const uint32_t first = content(at, count);
  open();
  for (uint32_t i = 0; i < count; ++i) any(first + i, depth + 1);
  close();
}

uint32_t CallDecoder::content(uint32_t at, uint64_t count) {
  const uint32_t first = static_cast<uint32_t>(out_.nodes.size());
  out_.nodes.resize(first + static_cast<size_t>(count));
  node(at).size = count;
  node(at).slot = first;  // until connect()
  out_.parents.push_back(at);
  return first;
}

void CallDecoder::connect() {
  for (auto parent = out_.parents.rbegin(); parent != out_.parents.rend(); ++parent) {
    recorder_value &v = node(*parent);
    const recorder_value *items = out_.nodes.data() + v.slot;
    v.slot = 0;
    v.v.items = items;
    for (uint64_t i = 0; i < v.size; ++i) v.flags |= items[i].flags & RECORDER_VARIES;
  }
}

void CallDecoder::note_path(const Kind &kind, uint32_t at) {
  // An empty path stands for its descriptor (AT_EMPTY_PATH) or names nothing.
  const bool varies = (node(at).flags & RECORDER_VARIES) != 0;
  if (path_kind_ != nullptr || node(at).type != RECORDER_STRING || (node(at).size == 0 && !varies) ||
      argument_ == kResult)
    return;
  path_kind_ = &kind;
  path_node_ = at;
  if (varies) out_.path_use = static_cast<int>(out_.uses.size()) - 1;
}

void CallDecoder::first_path() {
  if (path_kind_ == nullptr) return;
  if (out_.path_use >= 0) return relative_base();
  out_.path = {node(path_node_).v.text, static_cast<size_t>(node(path_node_).size)};
  out_.path = path_itself(out_.path, *out_.function);
  if (out_.path.empty()) return;
  if (out_.path[0] != '/') return relative_base();
  out_.fixed = dictionary_.names.resolve(nullptr, out_.path);
  out_.base = out_.fixed != nullptr ? Template::Base::fixed : Template::Base::nowhere;
}

void CallDecoder::relative_base() {
  if (path_kind_->set.empty())
    out_.base = Template::Base::cwd;
  else
    relative_to(node(static_cast<uint32_t>(out_.function->find_argument(path_kind_->set))));
}

void CallDecoder::relative_to(const recorder_value &directory) {
  if ((directory.flags & RECORDER_VARIES) != 0) {
    out_.base = Template::Base::descriptor;
    out_.base_slot = directory.slot;
  } else if (directory.type == RECORDER_FD && directory.v.i == AT_FDCWD) {
    out_.base = Template::Base::cwd;
  }
}

}  // namespace recorder::reader
