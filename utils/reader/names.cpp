// SPDX-License-Identifier: BSD-3-Clause
// Interning and lexical normalisation of paths.
#include "reader/names.h"

namespace recorder::reader {

namespace {

// Twice PATH_MAX: what is longer names no file, and must not multiply in memory.
constexpr size_t kLongest = 8192;

void append_components(std::string &out, std::string_view path) {
  while (!path.empty()) {
    const size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      const size_t cut = out.rfind('/');
      out.resize(cut == std::string::npos ? 0 : cut);
      continue;
    }
    out += '/';
    out += part;
  }
}

}  // namespace

const Name *Names::intern(std::string_view text) {
  const auto found = index_.find(text);
  if (found != index_.end()) return found->second;
  names_.push_back({std::string(text), !text.empty() && text[0] == '/'});
  const Name *name = &names_.back();
  index_.emplace(name->text, name);
  return name;
}

const Name *Names::resolve(const Name *base, std::string_view path) {
  if (path.empty() || path.size() > kLongest) return nullptr;
  std::string out;
  if (path[0] != '/') {
    if (base == nullptr || !base->is_path || base->text.size() > kLongest) return nullptr;
    append_components(out, base->text);
  }
  append_components(out, path);
  if (out.size() > kLongest) return nullptr;
  return intern(out.empty() ? "/" : std::string_view(out));
}

}  // namespace recorder::reader
