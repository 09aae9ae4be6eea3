// SPDX-License-Identifier: BSD-3-Clause
// The rarer half of the encoder: strings, handles that the stream meets or creates, the synthetic records.
#include "session/encoder.h"

#include "session/call.h"
#include "session/maps.h"
#include "session/plugins.h"

namespace recorder {

namespace {

// A synthetic record under construction in the stream's second scratch (the first holds the call that needs
// it).
class Synthetic {
 public:
  Synthetic(Stream &stream, uint32_t fn) : stream_(stream), at_(stream.record_scratch()) { varint(fn); }
  Synthetic &varint(uint64_t v) {
    at_ = put_varint(at_, v);
    return *this;
  }
  Synthetic &text(const char *s) {
    const uint64_t n = strlen(s);
    varint((n << 1) + 1);
    memcpy(at_, s, n);
    at_ += n;
    return *this;
  }
  // One that may differ in numbers from that of the record before, which is remembered under `key`.
  Synthetic &name(uint32_t key, const char *s) {
    const uint64_t n = strlen(s);
    uint8_t *end = stream_.patterns.names ? stream_.record_names.put(key, s, n, at_).end : nullptr;
    if (end == nullptr) return text(s);
    at_ = end;
    return *this;
  }
  void append() {
    stream_.append_extra(stream_.record_scratch(), static_cast<uint32_t>(at_ - stream_.record_scratch()));
  }

 private:
  Stream &stream_;
  uint8_t *at_;
};

constexpr uint32_t kBind = 0;
constexpr uint32_t kCwd = 1;
constexpr uint32_t kBindName = kBind << 8 | 3;
constexpr uint32_t kCwdName = kCwd << 8;

// The name under which a reader shows a handle that the stream did not create.
bool handle_name(Class cls, uint64_t value, char *name, uint64_t size) {
  if (cls == Class::FD) return descriptor_name(static_cast<int>(value), name, size);
  name[0] = '\0';
  const int fd = descriptor_under(cls, value);
  if (fd >= 0) {
    if (!descriptor_name(fd, name, size)) name[0] = '\0';
    return true;
  }
  const DescribeHandle describe = session.describers[static_cast<uint8_t>(cls)].describe;
  if (describe != nullptr && !describe(value, name, size)) name[0] = '\0';
  return true;
}

// Handles that other threads closed leave entries behind; they are looked for when the table would grow.
void sweep_if_full(Stream &stream) {
  if (!stream.handles.at_limit()) return;
  stream.handles.sweep(
      [&](const LocalHandles::Entry &e) { return session.handles.find(e.cls(), e.value).word == e.word; });
  stream.handles.swept();
}

// Met inside another call. Of MPI, whose handles are addresses that come again, while predefined ones stay;
// of HDF5 what it opens in a file for a function that it calls back, as H5Literate does.
bool may_be_guest(const Stream &stream, Class cls, const char *name) {
  if (stream.depth == 0) return false;
  if (cls == Class::H5G || cls == Class::H5D || cls == Class::H5A)
    return is_inside_layer(stream, static_cast<uint8_t>(Layer::hdf5));
  return strncmp(class_name(cls), "MPI_", 4) == 0 && strncmp(name, "MPI_", 4) != 0;
}

LocalHandles::Entry *insert(Stream &stream, Class cls, uint64_t value, HandleInfo info) {
  LocalHandles::Entry *entry = stream.handles.insert(cls, value);
  if (entry == nullptr) return nullptr;
  entry->word = info.word;
  entry->epoch = stream.handles.epoch;
  return entry;
}

LocalHandles::Entry *insert_created(Stream &stream, Class cls, uint64_t value, HandleInfo info, bool named) {
  LocalHandles::Entry *entry = insert(stream, cls, value, info);
  if (entry == nullptr) {
    stream.lose();
    return nullptr;
  }
  if (named) entry->tag |= LocalHandles::kBound;
  return entry;
}

// In the slot that it has.
LocalHandles::Entry *create_again(Stream &stream, LocalHandles::Entry *entry, HandleInfo info, bool named) {
  stream.handles.forget_offsets(entry);
  entry->word = info.word;
  entry->epoch = stream.handles.epoch;
  entry->tag = LocalHandles::tag_of(entry->cls()) | (named ? LocalHandles::kBound : 0);
  return entry;
}

// What create() does where may_create().
void create_expected(Stream &stream, uint64_t word, uint64_t value) {
  LocalHandles::Entry *entry = stream.handles.at_place(WordForms::place_of_new(word));
  const Class cls = entry->cls();
  const HandleInfo info = session.handles.created(cls, value, Keep::traced);
  stream.handles.replace(entry, cls, value);
  entry->word = info.word;
  entry->epoch = stream.handles.epoch;
  if ((word & WordForms::kNamed) != 0) entry->tag |= LocalHandles::kBound;
  if (cls != Class::FD) stream.handles.note_made(cls, entry->slot);
}

}  // namespace

bool recheck(Stream &stream, LocalHandles::Entry &entry) {
  const uint32_t epoch = session.handles.epoch();
  if (stream.handles.epoch != epoch) stream.handles.epoch = stream.handles.floor = epoch;
  if (session.handles.find(entry.cls(), entry.value).word != entry.word) return false;
  entry.epoch = epoch;
  return true;
}

LocalHandles::Entry *ensure_bound(Stream &stream, Class cls, uint64_t value) {
  LocalHandles::Entry *entry = stream.handles.find(cls, value);
  if (entry != nullptr && !is_fresh(stream, *entry)) {
    stream.handles.remove(entry);
    entry = nullptr;
  }
  if (entry != nullptr && entry->bound()) return entry;
  HandleInfo info{};
  if (entry == nullptr) {
    info = session.handles.find(cls, value);
    if (info.keep() == Keep::unknown) {
      classify(cls, value);
      info = session.handles.find(cls, value);
    }
  }
  char *name = stream.path_scratch();
  if (!handle_name(cls, value, name, Stream::kPathScratch)) return nullptr;
  if (entry == nullptr) {
    sweep_if_full(stream);
    entry = insert(stream, cls, value, info);
    if (entry == nullptr) {
      stream.lose();
      return nullptr;
    }
  }
  const int64_t number = cls == Class::FD ? static_cast<int64_t>(value) : 0;
  Synthetic(stream, kBind)
      .text(class_name(cls))
      .varint(entry->slot)
      .varint(zigzag(number))
      .name(kBindName, name)
      .append();
  stream.handles.forget_offsets(entry);
  entry->tag |= LocalHandles::kBound;
  if (may_be_guest(stream, cls, name)) stream.add_guest(entry);
  return entry;
}

LocalHandles::Entry *meet(Stream &stream, Class cls, uint64_t value) {
  LocalHandles::Entry *entry = stream.handles.at(stream.closing.index);
  return is_closing(stream, *entry, cls, value) ? entry : ensure_bound(stream, cls, value);
}

bool may_create(const Stream &stream, Class cls, uint64_t value, uint64_t word) {
  return (word & WordForms::kCreated) != 0 &&
         stream.handles.is_next(*stream.handles.at_place(WordForms::place_of_new(word)), cls, value);
}

bool is_text(const uint8_t *signature, uint64_t word, const char *s, uint64_t n) {
  if (s == nullptr || word == WordForms::kNoText) return s == nullptr && word == WordForms::kNoText;
  return WordForms::text_size(word) == n && memcmp(signature + WordForms::text_begin(word), s, n) == 0;
}

bool is_text(const uint8_t *signature, uint64_t word, const char *s) {
  return is_text(signature, word, s, s != nullptr ? strlen(s) : 0);
}

bool is_closing(const Stream &stream, const LocalHandles::Entry &entry, Class cls, uint64_t value) {
  const Closing &closing = stream.closing;
  return closing.index != 0 && closing.cls == cls && closing.value == value &&
         closing.index == stream.handles.index_of(&entry) && is_entry_of(entry, closing);
}

LocalHandles::Entry *create(Stream &stream, Class cls, uint64_t value, bool named) {
  const HandleInfo info = session.handles.created(cls, value, Keep::traced);
  if (LocalHandles::Entry *old = stream.handles.find(cls, value)) {
    if (is_counted(cls)) return create_again(stream, old, info, named);
    stream.handles.remove(old);
  }
  sweep_if_full(stream);
  return insert_created(stream, cls, value, info, named);
}

namespace {

uint64_t room(const uint8_t *begin, const uint8_t *at, uint64_t most) {
  const auto used = static_cast<uint64_t>(at - begin);
  return used < most ? most - used : 0;
}

// Number of elements or bytes, and whether they are all.
uint8_t *put_length(uint8_t *at, uint64_t stored, uint64_t n) {
  at = put_varint(at, ((stored << 1) | (stored < n ? 1 : 0)) + 1);
  return stored < n ? put_varint(at, n) : at;
}

}  // namespace

EncodedText encode_text(const uint8_t *begin, uint8_t *at, const char *s, uint64_t n) {
  if (s == nullptr) return {put_varint(at, 0), true, false};
  const uint64_t most = room(begin, at, Stream::kTextRoom);
  const uint64_t stored = n < most ? n : most;
  at = put_length(at, stored, n);
  memcpy(at, s, stored);
  return {at + stored, stored == n, stored == n};
}

uint32_t track_of(Stream &stream, uint64_t place, uint32_t key, int64_t offset) {
  return stream.has_few_signatures() ? 0 : stream.tracks.choose(stream.handles, place, key, offset);
}

void put_aside(Stream &stream, uint32_t fn, uint32_t argument, uint32_t element, uint64_t value,
               uint64_t plain, bool is_offset) {
  stream.put_aside(fn, argument, element, value);
  // Back into signatures, of which others are expected then.
  if (stream.random.is_regular(fn, argument, plain, is_offset)) stream.forget_forms();
}

namespace {

// As Encoder does it: numbers as differences within the call, and all counted by argument.
__attribute__((noinline)) void put_several_asides(Stream &stream, Fn fn, uint32_t which) {
  uint64_t number_before = 0;
  uint32_t argument = 0, element = 0;
  for (; which != 0; which &= which - 1) {
    const auto word = static_cast<uint32_t>(__builtin_ctz(which));
    const WordForms::Aside &v = stream.forms.aside(word);
    if (v.kind == WordForms::Aside::kNewHandle) {
      create_expected(stream, stream.expected_form()->words[word], v.value);
      continue;
    }
    if (v.argument != argument) element = 0;
    argument = v.argument;
    const bool is_offset = v.kind == WordForms::Aside::kOffset;
    const bool is_number = v.kind == WordForms::Aside::kNumber;
    const uint64_t value = is_number ? zigzag(static_cast<int64_t>(v.value - number_before)) : v.value;
    if (is_number) number_before = v.value;
    put_aside(stream, static_cast<uint32_t>(fn), argument, element++, value, v.value, is_offset);
  }
}

}  // namespace

void put_asides(Stream &stream, Fn fn, uint32_t which) {
  const auto word = static_cast<uint32_t>(__builtin_ctz(which));
  const WordForms::Aside &first = stream.forms.aside(word);
  // Most often that is all.
  if (first.kind == WordForms::Aside::kNewHandle && (which & (which - 1)) == 0)
    create_expected(stream, stream.expected_form()->words[word], first.value);
  else
    put_several_asides(stream, fn, which);
}

RandomTexts::Told::Where put_text_aside(Stream &stream, NamePatterns::Key key, const uint8_t *begin,
                                        uint8_t *at, const char *s, uint64_t n) {
  const Bytes text = {reinterpret_cast<const uint8_t *>(s), n};
  // That it can stand in the signature if it must.
  if (room(begin, at, Stream::kTextRoom) < n) return RandomTexts::Told::unknown;
  const RandomTexts::Told told = stream.texts.put(&stream, key, text);
  // Signatures that hold such names say no more what they said.
  if (told.turns) stream.forget_forms();
  return told.where;
}

EncodedText encode_name(Stream &stream, NamePatterns::Key key, const uint8_t *begin, uint8_t *at,
                        const char *s, uint64_t n) {
  if (!stream.patterns.names) return encode_text(begin, at, s, n);
  NamePatterns::Said said{nullptr, false, false};
  if (room(begin, at, Stream::kTextRoom) >= NamePatterns::kMostBytes) {
    said = stream.names.put(key, s, n, at);
  } else {
    // Readers remember it all the same if it is whole.
    NamePatterns::Numbers ignored{};
    if (n <= room(begin, at, Stream::kTextRoom)) stream.names.take(key, s, n, &ignored);
    said.turns = ignored.turns;
  }
  if (said.turns) stream.forget_forms();
  if (said.end != nullptr) return {said.end, false, false};
  const EncodedText text = encode_text(begin, at, s, n);
  return {text.at, text.lasts && said.lasts, text.whole};
}

Encoded begin_array(const uint8_t *begin, uint8_t *at, bool is_null, uint64_t n) {
  if (is_null) return {put_varint(at, 0), 0};
  const uint32_t limit = session.settings.array_limit;
  uint64_t most = room(begin, at, Stream::kTextRoom + Stream::array_room(limit)) / Stream::kLargestElement;
  if (most > limit) most = limit;
  const uint64_t stored = n < most ? n : most;
  return {put_length(at, stored, n), stored};
}

void note_cwd(Stream &stream) {
  if (knows_cwd(stream)) return;
  Locked hold(session.cwd_lock);
  stream.cwd_generation = session.cwd_generation.load(std::memory_order_relaxed);
  Synthetic(stream, kCwd).name(kCwdName, session.cwd).append();
}

LocalHandles::Entry *find_map(Stream &stream, const void *address, uint64_t *start) {
  const bool is_closing = stream.closing.index != 0 && stream.closing.cls == Class::MAP;
  *start = is_closing ? stream.closing.value : maps.find(address).start;
  return *start != 0 ? meet(stream, Class::MAP, *start) : nullptr;
}

LocalHandles::Entry *create_map(Stream &stream, const void *address, uint64_t length, bool named) {
  const auto value = reinterpret_cast<uint64_t>(address);
  return maps.add(value, length) ? create(stream, Class::MAP, value, named) : nullptr;
}

}  // namespace recorder
