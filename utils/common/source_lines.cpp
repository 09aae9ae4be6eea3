// SPDX-License-Identifier: BSD-3-Clause
// Without libdw (see configure) no line is ever found, and sites are shown as module and offset.
#include "common/source_lines.h"

#include <cstring>
#include <map>
#include <unordered_map>

#include "common/text.h"

#ifdef HAVE_LIBDW
#include <elfutils/libdwfl.h>
#include <gelf.h>
#endif

namespace recorder::tools {

#ifdef HAVE_LIBDW

namespace {

constexpr Dwfl_Callbacks kCallbacks = {dwfl_build_id_find_elf, dwfl_standard_find_debuginfo,
                                       dwfl_offline_section_address, nullptr};

// The lowest address at which the file wants to be: offsets of sites count from there.
GElf_Addr first_address(Dwfl_Module *module) {
  GElf_Addr bias;
  Elf *elf = dwfl_module_getelf(module, &bias);
  size_t count = 0;
  if (elf == nullptr || elf_getphdrnum(elf, &count) != 0) return 0;
  for (size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(elf, static_cast<int>(i), &header) != nullptr && header.p_type == PT_LOAD)
      return header.p_vaddr + bias;
  }
  return bias;
}

class Module {
 public:
  explicit Module(const char *path) : session_(dwfl_begin(&kCallbacks)) {
    if (session_ == nullptr) return;
    module_ = dwfl_report_offline(session_, path, path, -1);
    dwfl_report_end(session_, nullptr, nullptr);
    if (module_ != nullptr) first_ = first_address(module_);
  }
  ~Module() {
    if (session_ != nullptr) dwfl_end(session_);
  }
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  const char *find(uint64_t offset, int *line) {
    Dwfl_Line *found = module_ != nullptr ? dwfl_module_getsrc(module_, first_ + offset) : nullptr;
    Dwarf_Addr address;
    return found != nullptr ? dwfl_lineinfo(found, &address, line, nullptr, nullptr, nullptr) : nullptr;
  }

 private:
  Dwfl *session_;
  Dwfl_Module *module_ = nullptr;
  GElf_Addr first_ = 0;
};

}  // namespace

#else

namespace {
class Module {
 public:
  explicit Module(const char *) {}
  const char *find(uint64_t, int *) { return nullptr; }
};
}  // namespace

#endif

struct SourceLines::Modules {
  std::unordered_map<std::string, std::unique_ptr<Module>> by_path;
  std::map<std::pair<const char *, uint64_t>, std::string> texts;
};

SourceLines::SourceLines() : modules_(std::make_unique<Modules>()) {}
SourceLines::~SourceLines() = default;

bool SourceLines::find(const char *module, uint64_t offset, const char **file, int *line) {
  std::unique_ptr<Module> &known = modules_->by_path[module];
  if (known == nullptr) known = std::make_unique<Module>(module);
  *file = known->find(offset, line);
  return *file != nullptr;
}

const std::string &SourceLines::text(const char *module, uint64_t offset) {
  std::string &text = modules_->texts[{module, offset}];
  if (!text.empty()) return text;
  const char *file;
  int line = 0;
  const auto base = [](const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != nullptr ? slash + 1 : path;
  };
  if (find(module, offset, &file, &line)) {
    text = base(file);
    text += ':';
    put_number(text, static_cast<int64_t>(line));
  } else {
    text = base(module);
    put_based(text, "+0x", offset, 16);
  }
  return text;
}

}  // namespace recorder::tools
