// SPDX-License-Identifier: BSD-3-Clause
// Modules are taken from /proc/self/maps, which every kind of executable has, and read again when an address
// is in none of those known: a library may have been loaded since.
#include "session/call_sites.h"

#include "format/format.h"
#include "session/text.h"

namespace recorder {

namespace {

struct Module {
  uint64_t start, end;  // of executable memory
  uint64_t base;        // where the file's first byte is mapped
  char path[512];
};

constexpr uint32_t kMostModules = 512;
constexpr uint64_t kMapsSize = 256 * 1024;

struct Modules {
  Lock lock;
  Module *list;
  uint32_t count;
};
Modules modules;

// "START-END PERMS OFFSET DEVICE INODE PATH"; `p` moves to the next line.
bool read_line(const char *&p, Module *module, uint64_t *offset, bool *executable) {
  const auto number = [&p]() {
    uint64_t value = 0;
    for (;; ++p) {
      const char c = *p;
      const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
      if (digit < 0) return value;
      value = value << 4 | static_cast<uint64_t>(digit);
    }
  };
  if (*p == '\0') return false;
  module->start = number();
  ++p;
  module->end = number();
  *executable = p[0] != '\0' && p[1] != '\0' && p[2] != '\0' && p[3] == 'x';
  while (*p != '\0' && *p != '\n' && *p != ' ') ++p;
  while (*p == ' ') ++p;
  while (*p != '\0' && *p != '\n' && *p != ' ') ++p;
  while (*p == ' ') ++p;
  *offset = number();
  const uint64_t rest = strcspn(p, "\n");
  const auto *path = static_cast<const char *>(memchr(p, '/', rest));
  const uint64_t size = path != nullptr ? static_cast<uint64_t>(p + rest - path) : 0;
  Text(module->path, sizeof module->path).put(path != nullptr ? path : "", size);
  p += rest;
  if (*p == '\n') ++p;
  return true;
}

void take_line(Module *fresh, uint64_t offset, bool executable, Module *base) {
  if (fresh->path[0] == '\0') return;
  if (offset == 0) *base = *fresh;
  if (!executable || modules.count == kMostModules) return;
  fresh->base = strcmp(base->path, fresh->path) == 0 ? base->start : fresh->start - offset;
  modules.list[modules.count++] = *fresh;
}

void read_modules() {
  auto *text = static_cast<char *>(Memory::map(kMapsSize));
  if (modules.list == nullptr)
    modules.list = static_cast<Module *>(Memory::map(kMostModules * sizeof(Module)));
  const int fd =
      text != nullptr && modules.list != nullptr ? sys::open("/proc/self/maps", O_RDONLY | O_CLOEXEC) : -1;
  uint64_t used = 0;
  for (ssize_t n = 1; fd >= 0 && n > 0 && used<kMapsSize - 1; used += n> 0 ? static_cast<uint64_t>(n) : 0)
    n = sys::read(fd, text + used, kMapsSize - 1 - used);
  if (fd >= 0) sys::close(fd);
  modules.count = 0;
  Module fresh, base{};
  uint64_t offset = 0;
  bool executable = false;
  const char *p = text;
  while (fd >= 0 && read_line(p, &fresh, &offset, &executable)) take_line(&fresh, offset, executable, &base);
  if (text != nullptr) Memory::unmap(text, kMapsSize);
}

const Module *find_module(uint64_t address) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    for (uint32_t i = 0; i < modules.count; ++i)
      if (address >= modules.list[i].start && address < modules.list[i].end) return &modules.list[i];
    if (attempt == 0) read_modules();
  }
  return nullptr;
}

}  // namespace

void append_call_site(Stream &stream, const void *caller) {
  const auto address = reinterpret_cast<uint64_t>(caller);
  uint8_t *const begin = stream.record_scratch();
  uint8_t *at = put_varint(begin, format::kFnSite);
  {
    Locked hold(modules.lock);
    const Module *module = find_module(address);
    const char *path = module != nullptr ? module->path : "";
    const uint64_t size = strlen(path);
    at = put_varint(at, (size << 1) + 1);
    memcpy(at, path, size);
    // The call, not the instruction after it, which may belong to another line.
    at = put_varint(at + size, module != nullptr ? address - 1 - module->base : address - 1);
  }
  stream.append_extra(begin, static_cast<uint32_t>(at - begin));
}

void remake_call_sites_lock() { modules.lock.remake(); }

}  // namespace recorder
