// SPDX-License-Identifier: BSD-3-Clause
// Where the text of a setting comes from: the environment, else the user's configuration file, else the
// centre's (recorder(7)).
#pragma once

#include <cstdint>

#include "session/memory.h"
#include "session/settings.h"
#include "session/text.h"

namespace recorder {

// The configuration file in memory: `NAME = value` lines, '#' begins a comment.
struct ConfigFile {
  static constexpr uint64_t kSize = 64 * 1024;
  char *text = nullptr;

  ConfigFile() = default;
  ConfigFile(const ConfigFile &) = delete;
  ConfigFile &operator=(const ConfigFile &) = delete;
  ~ConfigFile() { Memory::unmap(text, kSize); }

  // False when it cannot be read.
  bool load(const char *path);
  bool get(const char *name, char *out, uint64_t size) const;
  // One line about the first name that is no setting.
  void check_names() const;
};

class SettingsSource {
 public:
  // What is found is noted in settings->seen.
  explicit SettingsSource(Settings *settings) : seen_(settings->seen, sizeof settings->seen) { find_file(); }

  void check_names() const { file_.check_names(); }
  // The value of RECORDER_<name>, nullptr when it is given nowhere; until the next call.
  const char *get(const char *name);

 private:
  void find_file();

  ConfigFile file_;
  Text seen_;
  char value_[8192];
};

}  // namespace recorder
