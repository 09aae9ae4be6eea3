// SPDX-License-Identifier: BSD-3-Clause
// Reading through libelf (see elf_file.h).
#include "coverage/elf_file.h"

#include <fcntl.h>
#include <gelf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <unordered_map>

#include "common/program.h"
#include "core/note.h"

namespace recorder::tools {

namespace {

class OpenFile {
 public:
  explicit OpenFile(const std::string &path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    elf_version(EV_CURRENT);
    if (fd_ >= 0) elf_ = elf_begin(fd_, ELF_C_READ_MMAP, nullptr);
  }
  OpenFile(const OpenFile &) = delete;
  OpenFile &operator=(const OpenFile &) = delete;
  ~OpenFile() {
    elf_end(elf_);
    if (fd_ >= 0) close(fd_);
  }
  int fd() const { return fd_; }
  Elf *elf() const { return elf_; }

 private:
  int fd_;
  Elf *elf_ = nullptr;
};

[[noreturn]] void refuse(const std::string &path, const std::string &why) {
  throw ProgramError(path + ": " + why);
}

// "script, ..." for files that begin with #!, as the program to ask about is another one then.
std::string what_else(int fd) {
  char text[256];
  const ssize_t n = pread(fd, text, sizeof text - 1, 0);
  text[n > 0 ? n : 0] = '\0';
  if (n == 0) return "is empty";
  if (strncmp(text, "#!", 2) != 0) return "is not an ELF file";
  std::string line(text + 2, strcspn(text + 2, "\n"));
  line.erase(0, line.find_first_not_of(" \t"));
  return "is a script; ask about the program that runs it (" + line + ")";
}

Elf *elf_of(const OpenFile &file, const std::string &path) {
  struct stat about;
  if (file.fd() < 0) refuse(path, std::strerror(errno));
  if (fstat(file.fd(), &about) == 0 && S_ISDIR(about.st_mode)) refuse(path, "is a directory");
  if (file.elf() == nullptr) refuse(path, "is not an ELF file");
  if (elf_kind(file.elf()) == ELF_K_AR) refuse(path, "is an archive of object files, not a program");
  if (elf_kind(file.elf()) != ELF_K_ELF) refuse(path, what_else(file.fd()));
  return file.elf();
}

void read_header(Elf *elf, const GElf_Ehdr &header, ElfFile *file) {
  file->elf_class = gelf_getclass(elf);
  file->byte_order = header.e_ident[EI_DATA];
  file->machine = header.e_machine;
}

void read_segments(Elf *elf, ElfFile *file) {
  size_t count = 0, size = 0;
  const char *bytes = elf_rawfile(elf, &size);
  if (bytes == nullptr || elf_getphdrnum(elf, &count) != 0) return;
  for (size_t i = 0; i < count; ++i) {
    GElf_Phdr segment;
    if (gelf_getphdr(elf, static_cast<int>(i), &segment) == nullptr || segment.p_type != PT_INTERP) continue;
    if (segment.p_offset >= size || segment.p_filesz > size - segment.p_offset) continue;
    file->interpreter.assign(bytes + segment.p_offset, strnlen(bytes + segment.p_offset, segment.p_filesz));
  }
}

// The text at an offset of a string table; "" when the offset is wrong.
std::string text_at(Elf *elf, size_t table, size_t offset) {
  const char *text = elf_strptr(elf, table, offset);
  return text != nullptr ? text : "";
}

// Calls `visit` for each entry of a section's data; `get` is gelf_getdyn and its like.
template <class Entry, class Get, class Visit>
void each_entry(Elf_Scn *section, const GElf_Shdr &header, Get get, Visit visit) {
  Elf_Data *data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  const size_t count = data->d_size / header.sh_entsize;
  Entry entry;
  for (size_t i = 0; i < count && get(data, static_cast<int>(i), &entry) != nullptr; ++i) visit(entry, i);
}

void read_dynamic(Elf *elf, Elf_Scn *section, const GElf_Shdr &header, ElfFile *file) {
  bool is_program = false;
  each_entry<GElf_Dyn>(section, header, gelf_getdyn, [&](const GElf_Dyn &entry, size_t) {
    const auto text = [&] { return text_at(elf, header.sh_link, entry.d_un.d_val); };
    if (entry.d_tag == DT_NEEDED) file->needed.push_back(text());
    if (entry.d_tag == DT_SONAME) file->soname = text();
    if (entry.d_tag == DT_RPATH) file->rpath = text();
    if (entry.d_tag == DT_RUNPATH) file->runpath = text();
    if (entry.d_tag == DT_FLAGS_1) is_program = (entry.d_un.d_val & DF_1_PIE) != 0;
  });
  file->has_dynamic_section = true;
  file->is_library = file->is_library && !is_program;
}

Symbol::Place place_of(const GElf_Sym &entry, bool dynamic) {
  if (entry.st_shndx == SHN_UNDEF) return Symbol::Place::kAsked;
  const int visibility = GELF_ST_VISIBILITY(entry.st_other);
  const bool hidden = visibility == STV_HIDDEN || visibility == STV_INTERNAL;
  if (GELF_ST_BIND(entry.st_info) == STB_LOCAL || hidden) return Symbol::Place::kLocal;
  return dynamic ? Symbol::Place::kExported : Symbol::Place::kOwn;
}

// Adds the wanted symbols of a table that the file does not know from the other one; by index in `indices`.
void read_symbols(Elf *elf, Elf_Scn *section, const GElf_Shdr &header, const Wanted &wanted,
                  std::unordered_map<std::string, size_t> *known, std::unordered_map<size_t, size_t> *indices,
                  ElfFile *file) {
  const bool dynamic = header.sh_type == SHT_DYNSYM;
  each_entry<GElf_Sym>(section, header, gelf_getsym, [&](const GElf_Sym &entry, size_t index) {
    std::string name = text_at(elf, header.sh_link, entry.st_name);
    name.resize(std::min(name.find('@'), name.size()));  // linkers write some versions into names
    if (name.empty() || !wanted(name)) return;
    Symbol symbol;
    symbol.address = entry.st_value;
    symbol.place = place_of(entry, dynamic);
    const int type = GELF_ST_TYPE(entry.st_info);
    symbol.function = type == STT_FUNC || type == STT_GNU_IFUNC;
    const auto added = known->try_emplace(name, file->symbols.size());
    (*indices)[index] = added.first->second;
    if (!added.second) return;
    symbol.name = std::move(name);
    file->symbols.push_back(std::move(symbol));
  });
}

void mark(size_t index, const std::unordered_map<size_t, size_t> &indices, ElfFile *file) {
  const auto found = indices.find(index);
  if (found != indices.end()) file->symbols[found->second].through_loader = true;
}

void read_relocations(Elf_Scn *section, const GElf_Shdr &header,
                      const std::unordered_map<size_t, size_t> &indices, ElfFile *file) {
  if (header.sh_type == SHT_RELA) {
    each_entry<GElf_Rela>(section, header, gelf_getrela, [&](const GElf_Rela &entry, size_t) {
      mark(GELF_R_SYM(entry.r_info), indices, file);
    });
  } else {
    each_entry<GElf_Rel>(section, header, gelf_getrel, [&](const GElf_Rel &entry, size_t) {
      mark(GELF_R_SYM(entry.r_info), indices, file);
    });
  }
}

void read_notes(Elf_Scn *section, ElfFile *file) {
  Elf_Data *data = elf_getdata(section, nullptr);
  GElf_Nhdr note;
  size_t name = 0, text = 0, next = 0;
  for (size_t at = 0; data != nullptr && (next = gelf_getnote(data, at, &note, &name, &text)) > 0;
       at = next) {
    const char *bytes = static_cast<const char *>(data->d_buf);
    if (note.n_namesz != sizeof kNoteName || memcmp(bytes + name, kNoteName, sizeof kNoteName) != 0) continue;
    file->notes[note.n_type].assign(bytes + text, strnlen(bytes + text, note.n_descsz));
  }
}

// The dynamic symbols come first: an exported symbol is in both tables, and there it says that it is.
void read_sections(Elf *elf, const Wanted &wanted, ElfFile *file) {
  std::unordered_map<std::string, size_t> known;
  std::unordered_map<size_t, size_t> dynamic, all;
  const auto each = [&](auto visit) {
    for (Elf_Scn *section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) != nullptr) visit(section, header);
    }
  };
  each([&](Elf_Scn *section, const GElf_Shdr &header) {
    if (header.sh_type == SHT_DYNAMIC) read_dynamic(elf, section, header, file);
    if (header.sh_type == SHT_NOTE) read_notes(section, file);
    if (header.sh_type == SHT_DYNSYM) read_symbols(elf, section, header, wanted, &known, &dynamic, file);
  });
  each([&](Elf_Scn *section, const GElf_Shdr &header) {
    if (header.sh_type == SHT_RELA || header.sh_type == SHT_REL) {
      read_relocations(section, header, dynamic, file);
    } else if (header.sh_type == SHT_SYMTAB) {
      file->has_symbol_table = true;
      read_symbols(elf, section, header, wanted, &known, &all, file);
    }
  });
}

}  // namespace

ElfFile read_elf(const std::string &path, const Wanted &wanted) {
  const OpenFile open_file(path);
  Elf *elf = elf_of(open_file, path);
  GElf_Ehdr header;
  size_t sections = 0;
  if (gelf_getehdr(elf, &header) == nullptr || elf_getshdrnum(elf, &sections) != 0)
    refuse(path, std::string("is damaged: ") + elf_errmsg(-1));
  if (header.e_type == ET_REL) refuse(path, "is an object file, not a program");
  if (header.e_type == ET_CORE) refuse(path, "is a core file, not a program");
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN) refuse(path, "is not a program");
  if (sections == 0)
    refuse(path, "has no table of sections (compressed, or cut off), and so no readable symbols");
  ElfFile file;
  file.path = path;
  read_header(elf, header, &file);
  read_segments(elf, &file);
  file.is_library = header.e_type == ET_DYN && file.interpreter.empty();
  read_sections(elf, wanted, &file);
  return file;
}

bool read_elf_machine(const std::string &path, ElfFile *file) {
  const OpenFile open_file(path);
  GElf_Ehdr header;
  if (elf_kind(open_file.elf()) != ELF_K_ELF || gelf_getehdr(open_file.elf(), &header) == nullptr)
    return false;
  file->path = path;
  read_header(open_file.elf(), header, file);
  return true;
}

std::string machine_name(const ElfFile &file) {
  static const std::map<int, const char *> names = {
      {EM_386, "32-bit x86"}, {EM_X86_64, "x86-64"},      {EM_ARM, "32-bit ARM"}, {EM_AARCH64, "AArch64"},
      {EM_PPC64, "POWER"},    {EM_RISCV, "RISC-V"},       {EM_S390, "S/390"},     {EM_MIPS, "MIPS"},
      {EM_SPARCV9, "SPARC"},  {EM_LOONGARCH, "LoongArch"}};
  const auto found = names.find(file.machine);
  return found != names.end() ? found->second : "machine " + std::to_string(file.machine);
}

}  // namespace recorder::tools
