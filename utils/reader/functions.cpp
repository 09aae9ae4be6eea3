// SPDX-License-Identifier: BSD-3-Clause
// Reading the section `functions`.
#include "reader/functions.h"

#include "format/format.h"
#include "reader/input.h"

namespace recorder::reader {

namespace {

std::string read_text(Input &in) {
  const std::string_view text = in.str();
  for (const char c : text) {
    // Names go into lines and JSON keys as they are.
    if (static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\' ||
        static_cast<unsigned char>(c) >= 0x7f) {
      damaged("a function's description holds an impossible character");
    }
  }
  return std::string(text);
}

// The argument whose directory a path is relative to must exist and be a descriptor.
void check_paths(const Function &function, const Kind &kind) {
  if (kind.shape == Shape::path && !kind.set.empty()) {
    const int directory = function.find_argument(kind.set);
    if (directory < 0 || function.arguments[static_cast<size_t>(directory)].shape != Shape::fd) {
      damaged("function %.40s has a path relative to what is no descriptor", function.name.c_str());
    }
  }
  for (const Kind &part : kind.parts) check_paths(function, part);
}

}  // namespace

int Function::find_argument(std::string_view argument) const {
  for (size_t i = 0; i < argument_names.size(); ++i) {
    if (argument_names[i] == argument) return static_cast<int>(i);
  }
  return -1;
}

void Functions::read(std::string_view section, Classes &classes,
                     std::unordered_map<uint64_t, uint32_t> &ids) {
  Input in(section, "section functions");
  for (uint64_t n = in.count(5); n != 0; --n) {
    Function function;
    function.id = in.varint();
    if (!format::is_call(function.id)) damaged("function %llu is reserved", (unsigned long long)function.id);
    function.name = read_text(in);
    function.layer = read_text(in);
    function.return_text = read_text(in);
    for (uint64_t k = in.count(2); k != 0; --k) {
      function.argument_names.push_back(read_text(in));
      function.argument_texts.push_back(read_text(in));
    }
    if (function.argument_names.size() > 254)
      damaged("function %.40s has too many arguments", function.name.c_str());
    const uint64_t id = function.id;
    if (!ids.emplace(id, add(std::move(function), classes)).second) {
      damaged("function %llu is described twice", static_cast<unsigned long long>(id));
    }
  }
  in.expect_end();
}

uint32_t Functions::add(Function &&function, Classes &classes) {
  std::string key = std::to_string(function.id) + '\n' + function.name + '\n' + function.layer + '\n' +
                    function.return_text;
  for (size_t i = 0; i < function.argument_names.size(); ++i) {
    key += '\n' + function.argument_names[i] + '=' + function.argument_texts[i];
  }
  const auto found = index_.find(key);
  if (found != index_.end()) return found->second;

  const uint32_t index = static_cast<uint32_t>(functions_.size());
  functions_.push_back(std::move(function));
  Function &f = functions_.back();
  for (const std::string &text : f.argument_texts) f.arguments.push_back(parse_kind(text, classes));
  f.result = parse_kind(f.return_text, classes);
  for (const Kind &kind : f.arguments) {
    if (kind.shape == Shape::nothing) damaged("function %.40s has an argument of no kind", f.name.c_str());
    check_paths(f, kind);
  }
  check_paths(f, f.result);
  f.names_with_fs_prefix = f.layer != "posix" && f.layer != "stdio";
  for (const std::string &text : f.argument_names) f.name_pointers.push_back(text.c_str());
  for (const std::string &text : f.argument_texts) f.text_pointers.push_back(text.c_str());
  f.described = {index,
                 f.name.c_str(),
                 f.layer.c_str(),
                 f.return_text.c_str(),
                 static_cast<uint32_t>(f.arguments.size()),
                 f.name_pointers.data(),
                 f.text_pointers.data()};
  index_.emplace(std::move(key), index);
  return index;
}

}  // namespace recorder::reader
