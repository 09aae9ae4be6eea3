// SPDX-License-Identifier: BSD-3-Clause
// The files that a run of a program would consist of, in the order in which the dynamic loader looks for
// symbols in them.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "coverage/elf_file.h"

namespace recorder::tools {

// How Recorder comes into a run.
enum class Way {
  kNone,     // static, and not linked with Recorder
  kStatic,   // librecorder.a in a static program
  kArchive,  // librecorder.a in a dynamic program
  kShared,   // the program needs librecorder.so
  kPreload,  // only if recorder-run preloads it
};

struct Object {
  std::string name;  // as the loader knows it: libmpi.so.40
  ElfFile file;
  std::string inherited;     // run path for what it needs
  bool is_recorder = false;  // or a plugin of it
  bool opened = false;       // preloaded, or opened while the program runs: no file needs it
  // Its own calls do not matter: the C library's and the loader's, which are never seen, by design, and those
  // of libraries that are there for Recorder only.
  bool is_system = false;

  // nullptr when the file neither has nor asks for it.
  const Symbol *symbol(const std::string &name) const;
  bool exports(const std::string &name) const;

  void index_symbols();

 private:
  std::unordered_map<std::string, size_t> index_;
};

struct MissingLibrary {
  std::string name, asked_by;
};

struct Process {
  Way way = Way::kNone;
  std::vector<std::unique_ptr<Object>> objects;  // the program first
  std::vector<MissingLibrary> missing;

  const Object &program() const { return *objects.front(); }
  const Object *recorder() const;
  bool is_dynamic() const { return !program().file.interpreter.empty(); }
  // The program has jumps to librecorder.so for functions that it contains.
  bool has_trampolines() const;
  // Where the loader finds `name`; with `real`, the first after Recorder's.
  const Object *first_with(const std::string &name, bool real) const;
};

// `recorders`: librecorder.so and its plugins, for a program without them. `opened`: libraries that the
// program opens while it runs. What cannot be looked at is a ProgramError.
Process load_process(const std::string &program, const std::vector<std::string> &recorders,
                     const std::vector<std::string> &opened, const Wanted &wanted);

}  // namespace recorder::tools
