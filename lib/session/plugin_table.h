// SPDX-License-Identifier: BSD-3-Clause
// What a plugin (recorder-gen(1)) tells about itself: a part of recorder-plugin.h, hence without other
// headers of ours. The structure is the plugin's own memory, which stays while the process lives.
#pragma once

#include <stdint.h>

struct RecorderFunction {
  const char *name;
  const char *return_kind;
  const char *args;  // nargs x "name=kind\0"
  uint32_t nargs;
};

struct RecorderPlugin {
  // Plugins of another version are refused; they are made again in a minute.
  static constexpr uint32_t kVersion = 1;

  uint32_t version;
  uint32_t function_count;
  const char *layer;
  const RecorderFunction *functions;
  const char *const *classes;  // "fd" and "map" first, as everywhere
  uint32_t class_count;
  // What Recorder says: which functions are on, the number of function 0 and of each class.
  uint32_t first;
  uint8_t *enabled;
  uint8_t *class_numbers;
  RecorderPlugin *next;
  uint8_t layer_number;
};

extern "C" {
// From the plugin's constructor, before or after Recorder's own start.
__attribute__((visibility("default"))) void recorder_plugin_register(RecorderPlugin *plugin);
// The real function of a wrapper in a plugin that dlsym(RTLD_NEXT) does not find: `own` is anything in the
// plugin.
__attribute__((visibility("default"))) void *recorder_resolve_loaded(const char *name, const void *own);
// How often libraries were unloaded from the process.
__attribute__((visibility("default"))) uint32_t recorder_unloads();
// *known, which points into a library, becomes nullptr when one is unloaded next. False when one was unloaded
// after recorder_unloads() said `unloads`: what was found since then may be gone.
__attribute__((visibility("default"))) bool recorder_forget_at_unload(void **known, uint32_t unloads);
// Defined by plugins, so that Recorder knows at its start that there will be layers which it cannot know yet.
extern const char recorder_plugin_present __attribute__((weak, visibility("default")));
}
