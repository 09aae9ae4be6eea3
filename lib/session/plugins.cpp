// SPDX-License-Identifier: BSD-3-Clause
// Registration of plugins (see plugins.h). The list only grows, and a plugin is complete before it is in it,
// so that readers need no lock.
#include "session/plugins.h"

#include <cstring>

#include "format/format.h"

namespace recorder {

namespace {

// Numbers of functions are 16 bits wide; plugins begin on a multiple of kBlock behind the built-in functions.
constexpr uint32_t kBlock = 64;
constexpr uint32_t kNumbers = 1 << 16;
constexpr uint32_t kFirstBlock = (kFunctionCount + kBlock - 1) / kBlock;
constexpr uint32_t kBlocks = kNumbers / kBlock - kFirstBlock;
constexpr uint32_t kMostPlugins = 64;

Lock lock;
std::atomic<RecorderPlugin *> newest;
uint32_t plugin_count;
const char *class_names[kPluginClasses];
uint32_t class_count;

uint32_t blocks_of(const RecorderPlugin &plugin) { return (plugin.function_count + kBlock - 1) / kBlock; }

uint64_t hash_text(uint64_t hash, const char *text) {
  for (; *text != '\0'; ++text) hash = (hash ^ static_cast<uint8_t>(*text)) * 0x100000001B3u;
  return hash * 0x100000001B3u;
}

bool is_free(uint32_t first, uint32_t blocks) {
  for (const RecorderPlugin *p = newest.load(std::memory_order_relaxed); p != nullptr; p = p->next)
    if (first < p->first / kBlock + blocks_of(*p) && p->first / kBlock < first + blocks) return false;
  return true;
}

// By what the plugin is, not by who came first: ranks that load plugins in another order, or not all of them,
// agree on the numbers.
bool take_numbers(RecorderPlugin *plugin) {
  uint64_t hash = hash_text(0xCBF29CE484222325u, plugin->layer);
  for (uint32_t i = 0; i < plugin->function_count; ++i)
    hash = hash_text(hash_text(hash, plugin->functions[i].name), plugin->functions[i].args);
  const uint32_t blocks = blocks_of(*plugin);
  if (blocks > kBlocks) return false;
  for (uint32_t tried = 0; tried < kBlocks; ++tried) {
    const auto at = static_cast<uint32_t>((mix(hash) + tried) % kBlocks);
    if (at + blocks > kBlocks || !is_free(kFirstBlock + at, blocks)) continue;
    plugin->first = (kFirstBlock + at) * kBlock;
    return true;
  }
  return false;
}

// A class of this name, which may be a built-in one or another plugin's; kPluginClasses is the limit of new
// ones.
bool class_number(const char *name, uint8_t *number) {
  for (uint32_t i = 0; i < kClassCount + class_count; ++i) {
    if (strcmp(class_name(static_cast<Class>(i)), name) != 0) continue;
    *number = static_cast<uint8_t>(i);
    return true;
  }
  if (class_count == kPluginClasses) return false;
  *number = static_cast<uint8_t>(kClassCount + class_count);
  class_names[class_count++] = name;
  return true;
}

bool take_classes(RecorderPlugin *plugin) {
  for (uint32_t i = 0; i < plugin->class_count; ++i)
    if (!class_number(plugin->classes[i], &plugin->class_numbers[i])) return false;
  return true;
}

void turn_plugin(const RecorderPlugin &plugin, bool on) {
  const bool wanted = on && session.settings.has_layer(plugin.layer);
  for (uint32_t i = 0; i < plugin.function_count; ++i)
    __atomic_store_n(&plugin.enabled[i], static_cast<uint8_t>(wanted), __ATOMIC_RELAXED);
}

const RecorderPlugin *plugin_of(uint64_t fn) {
  for (const RecorderPlugin *p = plugins(); p != nullptr; p = p->next)
    if (fn - p->first < p->function_count) return p;
  return nullptr;
}

}  // namespace

const RecorderPlugin *plugins() { return newest.load(std::memory_order_acquire); }

void turn_plugins(bool on) {
  Locked hold(lock);
  for (const RecorderPlugin *p = plugins(); p != nullptr; p = p->next) turn_plugin(*p, on);
}

bool describe_function(uint64_t fn, FunctionText *text) {
  if (!format::is_call(fn)) return false;
  if (fn < kFunctionCount) {
    const FunctionInfo &info = recorder_functions[fn];
    *text = FunctionText{info.name, kLayerNames[static_cast<uint8_t>(info.layer)], info.return_kind,
                         info.args, info.nargs};
    return true;
  }
  const RecorderPlugin *plugin = plugin_of(fn);
  if (plugin == nullptr) return false;
  const RecorderFunction &info = plugin->functions[fn - plugin->first];
  *text = FunctionText{info.name, plugin->layer, info.return_kind, info.args, info.nargs};
  return true;
}

uint8_t plugin_layer(uint32_t fn) {
  const RecorderPlugin *plugin = plugin_of(fn);
  return plugin != nullptr ? plugin->layer_number : 0;
}

const char *class_name(Class cls) {
  const uint32_t i = static_cast<uint8_t>(cls);
  return i < kClassCount ? kClassNames[i] : class_names[i - kClassCount];
}

bool is_plugin_layer(const char *name, uint64_t length) {
  for (const RecorderPlugin *p = plugins(); p != nullptr; p = p->next)
    if (strlen(p->layer) == length && strncmp(p->layer, name, length) == 0) return true;
  return false;
}

void remake_plugins_lock() { lock.remake(); }

}  // namespace recorder

void recorder_plugin_register(RecorderPlugin *plugin) {
  using namespace recorder;
  if (plugin->version != RecorderPlugin::kVersion) {
    say("a plugin was made for another version of Recorder and is not used; make it again with recorder-gen");
    return;
  }
  const char *problem = nullptr;
  {
    Locked hold(lock);
    if (plugin_count == kMostPlugins || !take_numbers(plugin))
      problem = "a plugin is not used, as there are too many";
    else if (!take_classes(plugin))
      problem = "a plugin is not used, as there are too many classes of handles";
    if (problem == nullptr) {
      plugin->layer_number = static_cast<uint8_t>(kLayerCount + plugin_count++);
      plugin->next = newest.load(std::memory_order_relaxed);
      newest.store(plugin, std::memory_order_release);
      // Else the start hook is still to come, or has found that nothing is to be traced.
      if (session.active) turn_plugin(*plugin, true);
    }
  }
  if (problem != nullptr) say(problem, plugin->layer);
}
