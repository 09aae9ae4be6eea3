// SPDX-License-Identifier: BSD-3-Clause
// Looking up the texts of settings (see settings_source.h).
#include "session/settings_source.h"

#include <stdlib.h>
#include <string.h>

#include "session/session.h"

#ifndef RECORDER_SYSCONFDIR
#define RECORDER_SYSCONFDIR "/etc"
#endif

namespace recorder {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// The names that may stand in the configuration file; RECORDER_CONFIG itself has no sense there.
bool is_setting(const char *name, uint64_t size) {
  for (const char *known : {"ENABLE", "TRACE", "TRACE_DIR", "LAYERS", "INCLUDE", "EXCLUDE", "TIME_RESOLUTION",
                            "TIMES", "MEMORY_LIMIT", "SPOOL_DIR", "RAW_LOG", "STORE_POINTER", "ARRAY_LIMIT",
                            "CALLSITE", "MERGE", "PATTERNS"})
    if (strlen(known) == size && strncmp(known, name, size) == 0) return true;
  return false;
}

}  // namespace

bool ConfigFile::load(const char *path) {
  const int fd = sys::open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  if (text == nullptr) text = static_cast<char *>(Memory::map(kSize));
  const ssize_t n = text != nullptr ? sys::read(fd, text, kSize - 1) : -1;
  sys::close(fd);
  if (n >= 0) text[n] = '\0';
  return n >= 0;
}

bool ConfigFile::get(const char *name, char *out, uint64_t size) const {
  if (text == nullptr) return false;
  for (const char *line = text; *line != '\0';) {
    const char *end = strchr(line, '\n');
    if (end == nullptr) end = line + strlen(line);
    const char *p = line;
    line = *end == '\n' ? end + 1 : end;
    while (p < end && is_blank(*p)) ++p;
    const uint64_t n = strlen(name);
    if (static_cast<uint64_t>(end - p) <= n || strncmp(p, name, n) != 0) continue;
    p += n;
    while (p < end && is_blank(*p)) ++p;
    if (p == end || *p != '=') continue;
    ++p;
    while (p < end && is_blank(*p)) ++p;
    while (end > p && is_blank(end[-1])) --end;
    Text(out, size).put(p, static_cast<uint64_t>(end - p));
    return true;
  }
  return false;
}

void ConfigFile::check_names() const {
  constexpr char kPrefix[] = "RECORDER_";
  constexpr uint64_t kPrefixSize = sizeof kPrefix - 1;
  for (const char *line = text; line != nullptr && *line != '\0';) {
    while (is_blank(*line)) ++line;
    const uint64_t n = strcspn(line, " \t\r\n=");
    const bool known = n > kPrefixSize && strncmp(line, kPrefix, kPrefixSize) == 0 &&
                       is_setting(line + kPrefixSize, n - kPrefixSize);
    if (n != 0 && *line != '#' && !known) {
      char name[256];
      Text(name, sizeof name).put(line, n);
      return say("the configuration file has a name that is no setting (see recorder(7)); it is ignored",
                 name);
    }
    line += strcspn(line, "\n");
    if (*line == '\n') ++line;
  }
}

// The user's own file instead of the centre's.
void SettingsSource::find_file() {
  const char *path = getenv("RECORDER_CONFIG");
  if (path != nullptr && *path != '\0') {
    seen_.put("RECORDER_CONFIG=").put(path).put("\n");
    if (!file_.load(path)) say("RECORDER_CONFIG: the file cannot be read, defaults are used", path);
    return;
  }
  char name[4096];
  const char *home = getenv("HOME");
  if (home != nullptr && *home == '/') {
    Text(name, sizeof name).put(home).put("/.recorder.conf");
    if (file_.load(name)) return;
  }
  file_.load(RECORDER_SYSCONFDIR "/recorder.conf");
}

const char *SettingsSource::get(const char *name) {
  char full[64];
  Text(full, sizeof full).put("RECORDER_").put(name);
  const char *value = getenv(full);
  if (value == nullptr && file_.get(full, value_, sizeof value_)) value = value_;
  if (value == nullptr || *value == '\0') return nullptr;
  seen_.put(full).put("=").put(value).put("\n");
  return value;
}

}  // namespace recorder
