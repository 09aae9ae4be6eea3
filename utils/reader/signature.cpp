// SPDX-License-Identifier: BSD-3-Clause
// What kind of record a signature is, and those that are no calls: @bind, @cwd and @site. Calls are in
// call_decoder.h.
#include "reader/signature.h"

#include "format/format.h"
#include "format/fs_prefix.h"
#include "reader/call_decoder.h"
#include "reader/input.h"

namespace recorder::reader {

namespace {

constexpr uint64_t kLongest = 1 << 20;  // bytes of a signature that is believed

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
  CallDecoder(in, dictionary, out, ends).decode_call();
  out.bytes = signature;
  return out;
}

}  // namespace recorder::reader
