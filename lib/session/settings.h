// SPDX-License-Identifier: BSD-3-Clause
// The settings: environment first, then the configuration file, then the default (recorder(7)). Parsed once,
// at the start, into fixed memory.
#pragma once

#include <cstdint>

#include "merge/image.h"

namespace recorder {

struct PrefixList {
  static constexpr uint32_t kMost = 64;
  uint32_t count;
  uint32_t used;
  struct Prefix {
    uint32_t at;
    uint32_t size;
  } prefixes[kMost];
  char text[8192];

  // Length of the longest prefix of `path`, -1 when none is. `whole_components`: "/usr" is no prefix of
  // "/usrlocal".
  int longest(const char *path, bool whole_components) const;
  bool add(const char *prefix, uint64_t size);
};

// What connects processes has no path; the filters know it by these names. A mask of bits.
enum Connections : uint32_t { kNoConnection = 0, kPipes = 1, kSockets = 2 };
// Of a descriptor, by what the kernel calls it: "pipe:[1]".
Connections connection_of(const char *name);

// Which patterns are looked for (RECORDER_PATTERNS); all, but for measurements.
struct Patterns {
  bool loops, offsets, names, random, ranks;
};

struct Settings {
  static constexpr uint32_t kPathSize = 4096;

  bool enable;
  bool raw_log;
  bool call_sites;
  bool merge;  // the ranks of a job write one trace together
  bool store_pointers;
  Patterns patterns;
  uint32_t layers;         // bit = Layer
  char layer_names[1024];  // RECORDER_LAYERS, for the layers of plugins; "" when all are meant
  bool other_layers;       // some of these names are no layers of ours
  uint64_t resolution_ns;
  TimeMode time_mode;
  uint32_t time_percent;  // of TimeMode::bounded
  uint64_t memory_limit;
  uint32_t array_limit;               // elements of an array that are kept
  char trace[kPathSize];              // RECORDER_TRACE, "" when unset
  char directories[kPathSize];        // RECORDER_TRACE_DIR
  char spool_directories[kPathSize];  // RECORDER_SPOOL_DIR, or the same as the next
  char spool_defaults[kPathSize];
  char job[128];
  char seen[4096];  // the settings that were given, a line each, for the metadata
  PrefixList include, exclude, system;
  uint32_t include_connections, exclude_connections;  // Connections

  // Reads everything. Bad values become their default and one line on stderr.
  void read(const char *cwd);
  // Each call's times, exact or not.
  bool keeps_times() const { return time_mode == TimeMode::exact || time_mode == TimeMode::bounded; }
  // The names of the patterns that are looked for, separated by commas, or "none".
  void put_patterns(char *out, uint64_t size) const;
  // Of a plugin, whose layer has no bit.
  bool has_layer(const char *name) const;
};

// At the end of a process with plugins: says which names in RECORDER_LAYERS were no layer's.
void check_layers();

}  // namespace recorder
