// SPDX-License-Identifier: BSD-3-Clause
// The meaning of the settings (see settings.h); settings_source.h has their texts.
#include "session/settings.h"

#include <stdlib.h>
#include <string.h>

#include "format/time_levels.h"
#include "functions.h"
#include "session/memory.h"
#include "session/plugins.h"
#include "session/session.h"
#include "session/settings_source.h"
#include "session/text.h"

namespace recorder {

namespace {

void bad(const char *name, const char *value, const char *expected) {
  char line[1024];
  Text(line, sizeof line)
      .put("RECORDER_")
      .put(name)
      .put("=")
      .put(value)
      .put(" is not ")
      .put(expected)
      .put("; the default is used");
  say(line);
}

bool read_bool(SettingsSource &from, const char *name, bool otherwise) {
  const char *value = from.get(name);
  if (value == nullptr) return otherwise;
  for (const char *yes : {"1", "yes", "true", "on"})
    if (strcmp(value, yes) == 0) return true;
  for (const char *no : {"0", "no", "false", "off"})
    if (strcmp(value, no) == 0) return false;
  bad(name, value, "0 or 1");
  return otherwise;
}

struct Unit {
  const char *name;
  uint64_t factor;
};
constexpr Unit kCounts[] = {{"", 1}};
constexpr Unit kTimes[] = {{"", 1}, {"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
constexpr Unit kSizes[] = {{"", 1},          {"K", 1 << 10},  {"KiB", 1 << 10}, {"M", 1 << 20},
                           {"MiB", 1 << 20}, {"G", 1u << 30}, {"GiB", 1u << 30}};

template <uint32_t N>
bool parse_quantity(const char *text, const Unit (&units)[N], uint64_t *out) {
  uint64_t number = 0;
  const char *p = text;
  for (; *p >= '0' && *p <= '9'; ++p) {
    if (number > (uint64_t{1} << 40)) return false;
    number = number * 10 + static_cast<uint64_t>(*p - '0');
  }
  if (p == text) return false;
  for (const Unit &u : units) {
    if (strcmp(p, u.name) != 0) continue;
    *out = number * u.factor;
    return true;
  }
  return false;
}

template <uint32_t N>
uint64_t read_quantity(SettingsSource &from, const char *name, const Unit (&units)[N], uint64_t least,
                       uint64_t most, uint64_t otherwise, const char *expected) {
  const char *value = from.get(name);
  uint64_t result = 0;
  if (value == nullptr) return otherwise;
  if (parse_quantity(value, units, &result) && result >= least && result <= most) return result;
  bad(name, value, expected);
  return otherwise;
}

// Calls take(begin, size) for each element of a list separated by any character of `separators`.
template <class Take>
void split(const char *list, const char *separators, Take take) {
  for (const char *p = list; *p != '\0';) {
    const uint64_t n = strcspn(p, separators);
    if (n != 0) take(p, n);
    p += n;
    if (*p != '\0') ++p;
  }
}

// "bounded" or "bounded:5": the percentage.
bool parse_bounded(const char *value, uint32_t *percent) {
  constexpr char kName[] = "bounded";
  if (strncmp(value, kName, sizeof kName - 1) != 0) return false;
  value += sizeof kName - 1;
  uint64_t number = 5;
  const bool good = *value == '\0' || (*value == ':' && parse_quantity(value + 1, kCounts, &number));
  *percent = static_cast<uint32_t>(number);
  return good && is_percentage(number);
}

void read_times(SettingsSource &from, Settings *settings) {
  const char *value = from.get("TIMES");
  settings->time_mode = TimeMode::exact;
  if (value == nullptr || strcmp(value, "exact") == 0) return;
  if (strcmp(value, "statistics") == 0) {
    settings->time_mode = TimeMode::statistics;
  } else if (strcmp(value, "none") == 0) {
    settings->time_mode = TimeMode::none;
  } else if (parse_bounded(value, &settings->time_percent)) {
    settings->time_mode = TimeMode::bounded;
  } else {
    bad("TIMES", value, "exact, bounded, bounded:PERCENT with 1 to 50, statistics or none");
  }
}

int layer_number(const char *name, uint64_t size) {
  for (uint32_t i = 0; i < kLayerCount; ++i)
    if (strlen(kLayerNames[i]) == size && strncmp(kLayerNames[i], name, size) == 0)
      return static_cast<int>(i);
  return -1;
}

// A name that is no layer of ours may be a plugin's, which has not been heard of yet: then the end of the
// process tells (check_layers).
uint32_t read_layers(SettingsSource &from, Settings *settings) {
  constexpr uint32_t kAll = (1u << kLayerCount) - 1;
  const char *value = from.get("LAYERS");
  if (value == nullptr) return kAll;
  uint32_t layers = 0;
  bool good = true;
  Text(settings->layer_names, sizeof settings->layer_names).put(value);
  split(value, ", ", [&](const char *name, uint64_t n) {
    if (n == 3 && strncmp(name, "all", 3) == 0)
      layers = kAll;
    else if (n == 4 && strncmp(name, "none", 4) == 0)
      layers = 0;
    else if (const int l = layer_number(name, n); l >= 0)
      layers |= 1u << l;
    else if (plugins_linked())
      settings->other_layers = true;
    else
      good = false;
  });
  if (good) return layers;
  settings->layer_names[0] = '\0';
  bad("LAYERS", value, "a list of posix, stdio, mpiio, mpi, hdf5, netcdf, pnetcdf, cuda, all or none");
  return kAll;
}

// The members by name.
constexpr struct {
  const char *name;
  bool Patterns::*member;
} kPatterns[] = {{"loops", &Patterns::loops},
                 {"offsets", &Patterns::offsets},
                 {"names", &Patterns::names},
                 {"random", &Patterns::random},
                 {"ranks", &Patterns::ranks}};

Patterns read_patterns(SettingsSource &from) {
  constexpr Patterns kAllPatterns = {true, true, true, true, true};
  const char *value = from.get("PATTERNS");
  if (value == nullptr) return kAllPatterns;
  Patterns patterns{};
  bool good = true;
  split(value, ", ", [&](const char *name, uint64_t n) {
    bool known = n == 4 && strncmp(name, "none", 4) == 0;
    for (const auto &pattern : kPatterns) {
      const bool is_it = strlen(pattern.name) == n && strncmp(name, pattern.name, n) == 0;
      const bool is_meant = is_it || (n == 3 && strncmp(name, "all", 3) == 0);
      patterns.*pattern.member |= is_meant;
      known |= is_meant;
    }
    good &= known;
  });
  if (good) return patterns;
  bad("PATTERNS", value, "a list of loops, offsets, names, random, ranks, all or none");
  return kAllPatterns;
}

Connections connection_called(const char *name, uint64_t size) {
  if (size == 4 && strncmp(name, "pipe", 4) == 0) return kPipes;
  return size == 6 && strncmp(name, "socket", 6) == 0 ? kSockets : kNoConnection;
}

// A relative prefix is taken from where the program starts.
void read_prefixes(SettingsSource &from, const char *name, const char *cwd, PrefixList *out,
                   uint32_t *connections) {
  const char *value = from.get(name);
  if (value == nullptr) return;
  split(value, ":,", [&](const char *p, uint64_t n) {
    const Connections connection = connection_called(p, n);
    *connections |= connection;
    if (connection != kNoConnection) return;
    char absolute[4096];
    Text text(absolute, sizeof absolute);
    if (*p != '/') text.put(cwd).put("/");
    text.put(p, n);
    if (text.cut() || !out->add(absolute, text.size())) bad(name, value, "short enough (64 prefixes, 8 KiB)");
  });
}

void read_path(SettingsSource &from, const char *name, const char *otherwise, char *out) {
  const char *value = from.get(name);
  Text text(out, Settings::kPathSize);
  text.put(value != nullptr ? value : otherwise);
  if (text.cut()) {
    bad(name, value, "a path of less than 4096 bytes");
    Text(out, Settings::kPathSize).put(otherwise);
  }
}

// The program may go elsewhere before the directories are used.
void make_absolute(const char *cwd, char *directories) {
  char absolute[Settings::kPathSize];
  Text text(absolute, sizeof absolute);
  split(directories, ":", [&](const char *p, uint64_t n) {
    if (text.size() != 0) text.put(":");
    if (*p != '/') text.put(cwd).put("/");
    text.put(p, n);
  });
  if (text.cut())
    bad("SPOOL_DIR", directories, "a path of less than 4096 bytes");
  else
    Text(directories, Settings::kPathSize).put(absolute);
}

// Node-local first; memory file systems last, since they would count against the job's memory.
void put_spool_defaults(char *out) {
  Text text(out, Settings::kPathSize);
  const char *tmp = getenv("TMPDIR");
  if (tmp != nullptr && *tmp == '/') text.put(tmp).put(":");
  text.put("/tmp:/var/tmp:/dev/shm");
}

void read_job(char *out, uint64_t size) {
  for (const char *name :
       {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "COBALT_JOBID", "JOB_ID", "FLUX_JOB_ID"}) {
    const char *value = getenv(name);
    if (value == nullptr || *value == '\0') continue;
    Text(out, size).put(value);
    for (char *p = out; *p != '\0'; ++p)
      if (*p == '/') *p = '_';
    return;
  }
  out[0] = '\0';
}

}  // namespace

void Settings::put_patterns(char *out, uint64_t size) const {
  Text text(out, size);
  for (const auto &pattern : kPatterns) {
    if (!(patterns.*pattern.member)) continue;
    if (text.size() != 0) text.put(",");
    text.put(pattern.name);
  }
  if (text.size() == 0) text.put("none");
}

bool Settings::has_layer(const char *name) const {
  bool has = layer_names[0] == '\0';
  split(layer_names, ", ", [&](const char *word, uint64_t n) {
    if (n == 3 && strncmp(word, "all", 3) == 0)
      has = true;
    else if (n == 4 && strncmp(word, "none", 4) == 0)
      has = false;
    else if (strlen(name) == n && strncmp(word, name, n) == 0)
      has = true;
  });
  return has;
}

void check_layers() {
  if (!session.settings.other_layers) return;
  split(session.settings.layer_names, ", ", [](const char *word, uint64_t n) {
    for (const char *known : {"all", "none"})
      if (strlen(known) == n && strncmp(word, known, n) == 0) return;
    if (layer_number(word, n) >= 0 || is_plugin_layer(word, n)) return;
    char name[256];
    Text(name, sizeof name).put(word, n);
    say("RECORDER_LAYERS names a layer that neither Recorder nor a plugin of the program has", name);
  });
}

Connections connection_of(const char *name) { return connection_called(name, strcspn(name, ":")); }

void Settings::read(const char *cwd) {
  SettingsSource from(this);
  from.check_names();
  enable = read_bool(from, "ENABLE", true);
  raw_log = read_bool(from, "RAW_LOG", false);
  call_sites = read_bool(from, "CALLSITE", false);
  merge = read_bool(from, "MERGE", true);
  store_pointers = read_bool(from, "STORE_POINTER", false);
  layers = read_layers(from, this);
  patterns = read_patterns(from);
  resolution_ns =
      read_quantity(from, "TIME_RESOLUTION", kTimes, 1, 1000000000, 1, "a time such as 100ns, 1us or 1ms");
  read_times(from, this);
  memory_limit = read_quantity(from, "MEMORY_LIMIT", kSizes, 2u << 20, uint64_t{1} << 40, 64u << 20,
                               "a size of at least 2M, such as 64M or 1G");
  // Readers believe in signatures of up to a mebibyte.
  array_limit = static_cast<uint32_t>(
      read_quantity(from, "ARRAY_LIMIT", kCounts, 1, 8192, 4096, "a number of elements from 1 to 8192"));
  read_path(from, "TRACE", "", trace);
  read_path(from, "TRACE_DIR", ".", directories);
  put_spool_defaults(spool_defaults);
  read_path(from, "SPOOL_DIR", spool_defaults, spool_directories);
  make_absolute(cwd, spool_directories);
  read_prefixes(from, "INCLUDE", cwd, &include, &include_connections);
  read_prefixes(from, "EXCLUDE", cwd, &exclude, &exclude_connections);
  for (const char *p :
       {"/dev", "/proc", "/sys", "/usr", "/etc", "/lib", "/lib64", "/bin", "/sbin", "/run", "/var/run"})
    system.add(p, strlen(p));
  read_job(job, sizeof job);
}

}  // namespace recorder
