// SPDX-License-Identifier: BSD-3-Clause
// Putting the files of a run together (see process.h).
#include "coverage/process.h"

#include <climits>
#include <cstdlib>
#include <set>

#include "common/program.h"
#include "core/note.h"
#include "coverage/library_search.h"

namespace recorder::tools {

namespace {

std::string base_name(const std::string &path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

bool begins(const std::string &text, const std::string &head) {
  return text.compare(0, head.size(), head) == 0;
}

bool is_recorder_library(const std::string &name) { return begins(base_name(name), "librecorder.so"); }
bool is_plugin_library(const std::string &name) {
  return begins(base_name(name), "librecorder-") && !begins(base_name(name), "librecorder-reader");
}

bool is_system_library(const std::string &name) {
  for (const char *head : {"libc.so", "libc.musl", "ld-", "ld64", "libm.so", "libpthread.so", "libdl.so",
                           "librt.so", "libmvec.so", "libresolv.so", "libutil.so", "libanl.so"})
    if (begins(name, head)) return true;
  return false;
}

// librecorder.a is in the file: by its note, or by its names in a program of a version that has no note.
bool contains_recorder(const Object &program) {
  const Symbol *own = program.symbol("recorder_guard_begin");
  return program.file.notes.count(kNoteVersion) != 0 ||
         (own != nullptr && own->place != Symbol::Place::kAsked);
}

std::vector<std::string> preloaded_by_environment() {
  std::vector<std::string> names;
  const char *variable = std::getenv("LD_PRELOAD");
  std::string name;
  for (const char *p = variable != nullptr ? variable : ""; *p != '\0'; ++p) {
    if (*p != ':' && *p != ' ') {
      name += *p;
    } else if (!name.empty()) {
      names.push_back(std::move(name));
      name.clear();
    }
  }
  if (!name.empty()) names.push_back(name);
  return names;
}

class Loader {
 public:
  Loader(Process *process, const Wanted &wanted)
      : process_(process), wanted_(wanted), search_(process->program().file) {}

  // Adds a library that `asking` wants, once; it gets its place in the order of the first that wants it.
  void add(const std::string &name, const Object &asking) {
    if (!names_.insert(name).second) return;
    const std::string path = search_.find(name, asking.file, asking.inherited);
    if (path.empty()) {
      process_->missing.push_back({name, asking.name});
      return;
    }
    add_file(path, LibrarySearch::inherited_from(asking.file, asking.inherited));
  }

  void add_file(const std::string &path, const std::string &inherited) {
    char real[PATH_MAX];
    if (!files_.insert(realpath(path.c_str(), real) != nullptr ? real : path).second) return;
    auto object = std::make_unique<Object>();
    object->file = read_elf(path, wanted_);
    object->name = object->file.soname.empty() ? base_name(path) : object->file.soname;
    names_.insert(object->name);
    object->inherited = inherited;
    object->is_recorder = is_recorder_library(object->name) || is_plugin_library(object->name);
    object->is_system = is_system_library(object->name);
    object->index_symbols();
    process_->objects.push_back(std::move(object));
  }

  // What the files from `first` on need, and what that needs, breadth first as the loader does it.
  void add_needed(size_t first) {
    for (size_t i = first; i < process_->objects.size(); ++i) {
      const Object &asking = *process_->objects[i];
      for (const std::string &name : asking.file.needed) add(name, asking);
    }
  }

 private:
  Process *process_;
  const Wanted &wanted_;
  LibrarySearch search_;
  std::set<std::string> names_, files_;
};

void check_machine(const std::string &path) {
  ElfFile self, file;
  if (read_elf_machine("/proc/self/exe", &self) && read_elf_machine(path, &file) &&
      !self.same_machine(file)) {
    throw ProgramError(path + ": is for another kind of machine (" + machine_name(file) +
                       ") than this Recorder (" + machine_name(self) + ")");
  }
}

void check_program(const ElfFile &program) {
  check_machine(program.path);
  if (program.is_library)
    throw ProgramError(program.path +
                       ": is a library; ask about a program that uses it, if need be with --load " +
                       base_name(program.path));
}

bool needs_recorder(const ElfFile &program) {
  for (const std::string &name : program.needed)
    if (is_recorder_library(name)) return true;
  return false;
}

// What the program would not have without Recorder: what nobody but librecorder.so needs.
void set_recorders_libraries_apart(Process *process) {
  std::set<std::string> wanted;
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < process->objects.size(); ++i) {
      const Object &object = *process->objects[i];
      if (object.is_recorder || (i != 0 && !object.opened && wanted.count(object.name) == 0)) continue;
      for (const std::string &name : object.file.needed) more = wanted.insert(base_name(name)).second || more;
    }
  }
  for (const auto &object : process->objects)
    if (object.get() != &process->program() && !object->opened && wanted.count(object->name) == 0)
      object->is_system = true;
}

void load_libraries(Process *process, const std::vector<std::string> &recorders,
                    const std::vector<std::string> &opened, const Wanted &wanted) {
  Loader loader(process, wanted);
  if (process->way == Way::kPreload)
    for (const std::string &path : recorders) loader.add_file(path, "");
  for (const std::string &name : preloaded_by_environment())
    if (!is_recorder_library(name)) loader.add(name, process->program());
  // The user's own.
  for (size_t i = 1; i < process->objects.size(); ++i)
    process->objects[i]->opened = !process->objects[i]->is_recorder;
  loader.add_needed(0);
  for (const std::string &path : opened) {
    const size_t first = process->objects.size();
    check_machine(path);
    loader.add_file(path, "");
    if (process->objects.size() > first) process->objects[first]->opened = true;
    loader.add_needed(first);
  }
  set_recorders_libraries_apart(process);
}

}  // namespace

const Symbol *Object::symbol(const std::string &name) const {
  const auto found = index_.find(name);
  return found != index_.end() ? &file.symbols[found->second] : nullptr;
}

bool Object::exports(const std::string &name) const {
  const Symbol *found = symbol(name);
  return found != nullptr && found->place == Symbol::Place::kExported;
}

void Object::index_symbols() {
  for (size_t i = 0; i < file.symbols.size(); ++i) index_.emplace(file.symbols[i].name, i);
}

const Object *Process::recorder() const {
  for (const auto &object : objects)
    if (is_recorder_library(object->name)) return object.get();
  return nullptr;
}

bool Process::has_trampolines() const {
  for (const Symbol &symbol : program().file.symbols)
    if (symbol.place == Symbol::Place::kExported && begins(symbol.name, "recorder_real_")) return true;
  return false;
}

const Object *Process::first_with(const std::string &name, bool real) const {
  for (const auto &object : objects)
    if (object->exports(name) && !(real && object->is_recorder)) return object.get();
  return nullptr;
}

Process load_process(const std::string &program, const std::vector<std::string> &recorders,
                     const std::vector<std::string> &opened, const Wanted &wanted) {
  Process process;
  auto object = std::make_unique<Object>();
  object->file = read_elf(program, wanted);
  object->name = base_name(program);
  object->index_symbols();
  check_program(object->file);
  const bool contains = contains_recorder(*object);
  process.objects.push_back(std::move(object));
  if (!process.is_dynamic()) {
    process.way = contains ? Way::kStatic : Way::kNone;
    return process;
  }
  process.way = needs_recorder(process.program().file) ? Way::kShared
                : contains                             ? Way::kArchive
                                                       : Way::kPreload;
  load_libraries(&process, recorders, opened, wanted);
  return process;
}

}  // namespace recorder::tools
