// SPDX-License-Identifier: BSD-3-Clause
// One ELF file: how it is linked and which of the wanted symbols it has or asks for. The file is somebody
// else's and may be damaged; everything in it is read through libelf.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace recorder::tools {

struct Symbol {
  enum class Place : uint8_t {
    kAsked,     // undefined: another file has it
    kExported,  // other files find it here
    kOwn,       // defined here, and no other file finds it
    kLocal,     // the same, but hidden or static: only a few of this file's objects can have meant it
  };
  std::string name;
  uint64_t address = 0;
  Place place = Place::kAsked;
  bool function = false;
  // Exported, and this file's own calls of it go to whichever file the dynamic loader finds first.
  bool through_loader = false;
};

struct ElfFile {
  std::string path;
  int elf_class = 0, byte_order = 0, machine = 0;
  std::string interpreter;  // "" for a static program or a library
  std::string soname;
  bool has_dynamic_section = false;
  bool is_library = false;
  bool has_symbol_table = false;  // not stripped
  std::vector<std::string> needed;
  std::string rpath, runpath;  // as they are, with colons
  std::vector<Symbol> symbols;
  std::map<uint32_t, std::string> notes;  // Recorder's own, by type (core/note.h)

  bool same_machine(const ElfFile &other) const {
    return elf_class == other.elf_class && byte_order == other.byte_order && machine == other.machine;
  }
};

using Wanted = std::function<bool(const std::string &name)>;

// A file that is no executable or shared library is a ProgramError that says what it is.
ElfFile read_elf(const std::string &path, const Wanted &wanted);
// Only what decides whether the loader would take it: class, byte order and machine. False for other files.
bool read_elf_machine(const std::string &path, ElfFile *file);
// "x86-64", or the number.
std::string machine_name(const ElfFile &file);

}  // namespace recorder::tools
