// SPDX-License-Identifier: BSD-3-Clause
// Decoding by kind, one value after the other. Depth is bounded by the kinds (16) and memory by the bytes of
// the signature, as every value takes at least one.
#include "reader/signature.h"

#include <fcntl.h>

#include <cstring>

#include "format/format.h"
#include "format/fs_prefix.h"
#include "format/name_pattern.h"
#include "reader/input.h"

namespace recorder::reader {

namespace {

constexpr uint64_t kLongest = 1 << 20;  // bytes of a signature that is believed
constexpr int kDeepestAny = 16;
constexpr uint64_t kMostSlots = uint64_t{1} << 32;  // that distances can lead to

// Behind the escape.
NamePattern decode_pattern(Input &in) {
  NamePattern pattern;
  pattern.number = in.varint();
  pattern.changes.resize(in.count(2));
  for (NamePattern::Change &change : pattern.changes) {
    const uint64_t word = in.varint();
    change = {word >> 1, (word & 1) != 0, in.zigzag()};
  }
  return pattern;
}

class Decoder {
 public:
  Decoder(Input &in, Dictionary &dictionary, Template &out, const SlotEnds *ends)
      : in_(in), dictionary_(dictionary), out_(out), ends_(ends) {}

  void decode_call() {
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

 private:
  // Offsets from the beginning, from the position and from the end of a file are remembered apart.
  void keep_by_whence(int whence, const Function &function) {
    if (whence < 0 || function.arguments[static_cast<size_t>(whence)].shape != Shape::signed_number) return;
    const auto from = static_cast<uint8_t>(node(static_cast<uint32_t>(whence)).v.i & 7);
    for (Use &use : out_.uses)
      if (use.what == Use::offset || use.what == Use::aside_offset) use.element = from;
  }

  recorder_value &node(uint32_t index) { return out_.nodes[index]; }

  void value(const Kind &kind, uint32_t at) {
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

  void number(const Kind &kind, uint32_t at) {
    node(at).type = RECORDER_INT;
    node(at).set = kind.set.empty() ? nullptr : kind.set.c_str();
    signed_number(at);
  }

  void signed_number(uint32_t at) {
    if (in_.escape()) return aside(Use::aside_int, at);
    if (const uint8_t track = next_number()) return counted(Use::counted_int, at, track);
    node(at).v.i = in_.zigzag();
  }

  void unsigned_number(uint32_t at) {
    if (in_.escape()) return aside(Use::aside_uint, at);
    if (const uint8_t track = next_number()) return counted(Use::counted_uint, at, track);
    node(at).v.u = in_.varint();
  }

  // One more number of its argument that is not aside; the track, if it is told by a difference.
  uint8_t next_number() {
    if (argument_ != numbers_of_) numbers_ = 0;
    numbers_of_ = argument_;
    ++numbers_;
    const uint8_t track = in_.track();
    if (track != 0 && numbers_ > Use::kNeighbour) damaged("too many numbers of an argument count");
    return track;
  }

  // The handle that it is remembered for is known when all arguments are: keep_by_handle().
  void counted(Use::What what, uint32_t at, uint8_t track) {
    node(at).flags |= RECORDER_VARIES;
    const auto element = static_cast<uint8_t>(numbers_ - 1);
    out_.uses.push_back({what, argument_, element, track, 0, at, 0, kNoSlot, in_.zigzag()});
  }

  void keep_by_handle() {
    for (Use &use : out_.uses) {
      if (use.what != Use::counted_int && use.what != Use::counted_uint) continue;
      use.handle_class = first_class_;
      use.slot = first_slot_;
    }
  }

  void aside(Use::What what, uint32_t at, int64_t value = 0) {
    node(at).flags |= RECORDER_VARIES;
    out_.uses.push_back({what, argument_, 0, 0, 0, at, first_class_, first_slot_, value});
  }

  void real(uint32_t at) {
    const uint64_t bits = in_.u64le();
    node(at).type = RECORDER_DOUBLE;
    if (bits == format::kRealAside) return aside(Use::aside_double, at);
    memcpy(&node(at).v.d, &bits, sizeof bits);
  }

  // The header of strings and arrays. False for a null pointer.
  bool length(uint32_t at, uint8_t type) {
    const uint64_t head = in_.varint();
    if (head == 0) {
      node(at).type = RECORDER_NULL;
      return false;
    }
    const bool cut = ((head - 1) & 1) != 0;
    node(at).type = type;
    node(at).size = node(at).full_size = (head - 1) >> 1;
    if (cut) {
      node(at).flags |= RECORDER_CUT;
      node(at).full_size = in_.varint();
    }
    if (node(at).size > in_.left() || node(at).full_size < node(at).size) {
      damaged("a value is longer than the call that holds it");
    }
    return true;
  }

  bool is_top_level(uint32_t at) const { return at <= out_.function->arguments.size(); }

  void text(uint32_t at) {
    if (!is_top_level(at)) return static_cast<void>(plain_text(at));
    const auto before = static_cast<int64_t>(text_before_);
    text_before_ = 0;
    if (in_.escape()) return name_pattern(at);
    if (in_.track() != 0) return text_aside(at, before);
    if (!plain_text(at) || node(at).full_size != node(at).size) return;
    text_before_ = NameFields::before(node(at).v.text, node(at).size);
    NameFields fields;
    if (fields.split(node(at).v.text, node(at).size))
      out_.uses.push_back({Use::teller, argument_, 0, 0, 0, at, 0, kNoSlot, before});
  }

  // One that tells nothing of others. False for a null pointer.
  bool plain_text(uint32_t at) {
    if (!length(at, RECORDER_STRING)) return false;
    node(at).v.text = in_.bytes(node(at).size).data();
    return true;
  }

  void name_pattern(uint32_t at) {
    node(at).type = RECORDER_STRING;
    node(at).v.text = "";
    node(at).flags |= RECORDER_VARIES;
    out_.uses.push_back(
        {Use::name, argument_, 0, 0, 0, at, 0, kNoSlot, static_cast<int64_t>(out_.names.size())});
    out_.names.push_back(decode_pattern(in_));
  }

  void text_aside(uint32_t at, int64_t before) {
    node(at).type = RECORDER_STRING;
    node(at).v.text = "";
    aside(Use::aside_text, at, before);
  }

  void pointer(uint32_t at) {
    const uint64_t word = in_.varint();
    node(at).type = word == 0 ? RECORDER_ABSENT : word == 1 ? RECORDER_NULL : RECORDER_POINTER;
    if (word > 1) node(at).v.u = word - 1;
  }

  void use(Use::What what, uint32_t at, uint32_t handle_class, uint64_t slot, int64_t value,
           uint8_t element = 0, uint8_t track = 0) {
    node(at).flags |= RECORDER_VARIES;
    // Offsets are counted for the first handle of the call that came before them.
    if (what != Use::offset && what != Use::aside_offset && first_slot_ == kNoSlot) {
      first_class_ = handle_class;
      first_slot_ = slot;
    }
    out_.uses.push_back({what, argument_, element, track, 0, at, handle_class, slot, value});
  }

  void descriptor(uint32_t at) {
    const uint64_t word = in_.varint();
    node(at).type = RECORDER_FD;
    if (word == 0) {
      node(at).v.i = in_.zigzag();
      return;
    }
    node(at).slot = word - 1;
    node(at).set = "fd";
    use(Use::descriptor, at, Classes::kFd, word - 1, 0);
  }

  void new_descriptor(uint32_t at) {
    const uint64_t word = in_.varint();
    node(at).type = RECORDER_FD;
    node(at).v.i = in_.zigzag();
    if (word == 0) return;
    node(at).slot = word - 1;
    node(at).set = "fd";
    node(at).flags |= RECORDER_BOUND | RECORDER_CREATED;
    out_.creations.push_back({Classes::kFd, word - 1, node(at).v.i});
  }

  // The class of the handle; false for the null handle.
  bool slot(const Kind &kind, uint32_t at, uint8_t type, uint32_t *handle_class) {
    uint8_t from_end = 0;
    const bool is_near = in_.near_slot(&from_end);
    const uint64_t word = is_near ? 1 : in_.varint();
    *handle_class = kind.handle_class;
    node(at).type = word == 0 ? static_cast<uint8_t>(RECORDER_NULL) : type;
    if (word != 0) {
      node(at).slot = word - 1;
      if (kind.classes.size() > 1) {
        const uint64_t of = in_.varint();
        if (of >= kind.classes.size()) damaged("a handle has an unknown class");
        *handle_class = kind.classes[of];
        node(at).flags |= RECORDER_CLASSED;
      }
      if (is_near) node(at).slot = near_slot(*handle_class, from_end);
    }
    node(at).set = dictionary_.classes.name(*handle_class).c_str();
    return word != 0;
  }

  uint64_t near_slot(uint32_t handle_class, uint8_t from_end) {
    out_.near_classes.push_back(handle_class);
    if (ends_ == nullptr) return 0;
    const uint64_t end = handle_class < ends_->size() ? (*ends_)[handle_class] : 0;
    if (end < from_end || end > kMostSlots) damaged("a handle is told from another one that is not there");
    return end - from_end;
  }

  void handle(const Kind &kind, uint32_t at) {
    uint32_t handle_class;
    if (slot(kind, at, RECORDER_HANDLE, &handle_class)) use(Use::handle, at, handle_class, node(at).slot, 0);
  }

  void new_handle(const Kind &kind, uint32_t at) {
    uint32_t handle_class;
    const uint8_t type = kind.shape == Shape::new_map ? RECORDER_MAP : RECORDER_HANDLE;
    if (!slot(kind, at, type, &handle_class)) return;
    node(at).flags |= RECORDER_CREATED;
    out_.creations.push_back({handle_class, node(at).slot, 0});
  }

  void map(uint32_t at) {
    const uint64_t word = in_.varint();
    node(at).set = "map";
    node(at).type = word == 0 ? RECORDER_NULL : RECORDER_MAP;
    if (word == 0) return;
    node(at).slot = word - 1;
    node(at).v.i = in_.zigzag();
    use(Use::handle, at, Classes::kMap, word - 1, 0);
  }

  void offset(uint32_t at) {
    const bool is_aside = in_.escape();
    const uint8_t track = is_aside ? uint8_t{0} : in_.track();
    const int64_t value = is_aside ? 0 : in_.zigzag();
    node(at).type = RECORDER_INT;
    node(at).v.i = value;
    // The result of a failed call is no position: kept as it is, and nothing is counted from it.
    if (argument_ == kResult && out_.failed) return;
    if (argument_ != offsets_of_) elements_ = 0;
    offsets_of_ = argument_;
    use(is_aside ? Use::aside_offset : Use::offset, at, first_class_, first_slot_, value, elements_, track);
    out_.uses.back().column = next_column();
    if (elements_ != Use::kNeighbour) ++elements_;
  }

  uint8_t next_column() {
    if (nesting_ < 2 || column_ == format::kMostColumns) return 0;
    return static_cast<uint8_t>(++column_);
  }
  // What is in an array or a record.
  void open() {
    if (++nesting_ > 1) column_ = 0;
  }
  void close() { --nesting_; }

  // Room for the content of node `at`: `count` nodes that follow each other.
  uint32_t content(uint32_t at, uint64_t count) {
    const uint32_t first = static_cast<uint32_t>(out_.nodes.size());
    out_.nodes.resize(first + static_cast<size_t>(count));
    node(at).size = count;
    node(at).slot = first;  // until connect()
    out_.parents.push_back(at);
    return first;
  }

  void array(const Kind &kind, uint32_t at) {
    open();
    if (length(at, RECORDER_ARRAY)) {
      const uint64_t count = node(at).size;
      const uint32_t first = content(at, count);
      for (uint32_t i = 0; i < count; ++i) value(kind.parts[0], first + i);
    }
    close();
  }

  void record(const Kind &kind, uint32_t at) {
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

  void optional(const Kind &kind, uint32_t at) {
    const uint8_t present = in_.u8();
    if (present > 1) damaged("an optional argument is neither there nor absent");
    if (present == 1) value(kind.parts[0], at);
  }

  void any(uint32_t at, int depth) {
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

  void list(uint32_t at, int depth) {
    if (depth == kDeepestAny) damaged("variable arguments are nested too deep");
    const uint64_t count = in_.count();
    node(at).type = RECORDER_ARRAY;
    node(at).full_size = count;
    const uint32_t first = content(at, count);
    open();
    for (uint32_t i = 0; i < count; ++i) any(first + i, depth + 1);
    close();
  }

  void note_path(const Kind &kind, uint32_t at) {
    // An empty path stands for its descriptor (AT_EMPTY_PATH) or names nothing.
    const bool varies = (node(at).flags & RECORDER_VARIES) != 0;
    if (path_kind_ != nullptr || node(at).type != RECORDER_STRING || (node(at).size == 0 && !varies) ||
        argument_ == kResult)
      return;
    path_kind_ = &kind;
    path_node_ = at;
    if (varies) out_.path_use = static_cast<int>(out_.uses.size()) - 1;
  }

  // Called when all arguments are there: the directory may stand after the path.
  void first_path() {
    if (path_kind_ == nullptr) return;
    if (out_.path_use >= 0) return relative_base();
    out_.path = {node(path_node_).v.text, static_cast<size_t>(node(path_node_).size)};
    out_.path = path_itself(out_.path, *out_.function);
    if (out_.path.empty()) return;
    if (out_.path[0] != '/') return relative_base();
    out_.fixed = dictionary_.names.resolve(nullptr, out_.path);
    out_.base = out_.fixed != nullptr ? Template::Base::fixed : Template::Base::nowhere;
  }

  void relative_base() {
    if (path_kind_->set.empty())
      out_.base = Template::Base::cwd;
    else
      relative_to(node(static_cast<uint32_t>(out_.function->find_argument(path_kind_->set))));
  }

  void relative_to(const recorder_value &directory) {
    if ((directory.flags & RECORDER_VARIES) != 0) {
      out_.base = Template::Base::descriptor;
      out_.base_slot = directory.slot;
    } else if (directory.type == RECORDER_FD && directory.v.i == AT_FDCWD) {
      out_.base = Template::Base::cwd;
    }
  }

  // Nodes stay where they are from now on. What holds something that varies varies.
  void connect() {
    for (auto parent = out_.parents.rbegin(); parent != out_.parents.rend(); ++parent) {
      recorder_value &v = node(*parent);
      const recorder_value *items = out_.nodes.data() + v.slot;
      v.slot = 0;
      v.v.items = items;
      for (uint64_t i = 0; i < v.size; ++i) v.flags |= items[i].flags & RECORDER_VARIES;
    }
  }

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

// A text of a record that is no call, which is null if it is empty.
std::string_view decode_text(Input &in) {
  const uint64_t head = in.varint();
  if (head == 0) return {};
  if (((head - 1) & 1) != 0) in.varint();  // the full length of a cut one
  return in.bytes((head - 1) >> 1);
}

// The name in such a record, which may be told by the one before it.
void decode_name(Input &in, Template &out) {
  if (in.escape())
    out.names.push_back(decode_pattern(in));
  else
    out.path = decode_text(in);
  in.expect_end();
}

void decode_bind(Input &in, Dictionary &dictionary, Template &out) {
  out.what = Template::What::bind;
  const std::string_view handle_class = decode_text(in);
  if (dictionary.classes.size() > 4096) damaged("it has too many classes of handles");
  out.bound.handle_class = dictionary.classes.index(handle_class);
  out.bound.slot = in.varint();
  out.bound.number = in.zigzag();
  decode_name(in, out);
  out.name = out.path.empty() ? nullptr : dictionary.names.intern(out.path);
}

void decode_cwd(Input &in, Dictionary &dictionary, Template &out) {
  out.what = Template::What::cwd;
  decode_name(in, out);
  if (out.names.empty()) out.name = dictionary.names.resolve(nullptr, out.path);
}

void decode_site(Input &in, Dictionary &dictionary, Template &out) {
  out.what = Template::What::site;
  out.name = dictionary.names.intern(decode_text(in));
  out.site_offset = in.varint();
  in.expect_end();
}

}  // namespace

std::string_view path_itself(std::string_view path, const Function &function) {
  if (!function.names_with_fs_prefix) return path;
  const std::string text(path);  // terminated
  const char *rest = without_fs_prefix(text.c_str());
  path.remove_prefix(static_cast<size_t>(rest - text.c_str()));
  return path;
}

size_t Template::memory() const {
  return sizeof *this + nodes.capacity() * sizeof nodes[0] + parents.capacity() * sizeof parents[0] +
         uses.capacity() * sizeof uses[0] + creations.capacity() * sizeof creations[0] +
         names.capacity() * sizeof names[0];
}

Template decode_signature(std::string_view signature, Dictionary &dictionary,
                          const std::unordered_map<uint64_t, uint32_t> &ids, const SlotEnds *ends) {
  if (signature.size() > kLongest) damaged("a call's signature has %zu bytes", signature.size());
  Template out;
  Input in(signature, "a call's signature");
  const uint64_t id = in.varint();
  if (id == format::kFnBind) {
    decode_bind(in, dictionary, out);
    return out;
  }
  if (id == format::kFnCwd) {
    decode_cwd(in, dictionary, out);
    return out;
  }
  if (id == format::kFnSite) {
    decode_site(in, dictionary, out);
    return out;
  }
  const auto function = ids.find(id);
  if (function == ids.end())
    damaged("a call has the unknown function %llu", static_cast<unsigned long long>(id));
  out.function = &dictionary.functions.at(function->second);
  const uint64_t head = in.varint();
  out.depth = head >> 1;
  out.failed = (head & 1) != 0;
  if (out.failed) out.error = static_cast<int64_t>(in.varint());
  Decoder(in, dictionary, out, ends).decode_call();
  out.bytes = signature;
  return out;
}

}  // namespace recorder::reader
