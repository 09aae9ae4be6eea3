// SPDX-License-Identifier: BSD-3-Clause
// Layers that this Recorder was not built with: the function tables of plugins, beside the generated ones.
// Everything here is off the path of the built-in layers, whose numbers are below kFunctionCount.
#pragma once

#include "merge/functions.h"
#include "session/plugin_table.h"
#include "session/session.h"

namespace recorder {

// At the start of the session and at its end: the functions of all plugins that are there.
RECORDER_HIDDEN void turn_plugins(bool on);
// The first of a list; nullptr without plugins.
RECORDER_HIDDEN const RecorderPlugin *plugins();
// False when neither Recorder nor a plugin has such a function.
RECORDER_HIDDEN bool describe_function(uint64_t fn, FunctionText *text);
// Of a plugin's function; the numbers follow those of the built-in layers.
RECORDER_HIDDEN uint8_t plugin_layer(uint32_t fn);
RECORDER_HIDDEN const char *class_name(Class cls);
// Whether a name in RECORDER_LAYERS is that of a layer; `length` as the list is separated by commas.
RECORDER_HIDDEN bool is_plugin_layer(const char *name, uint64_t length);
// In the child of a fork, which has no other threads.
RECORDER_HIDDEN void remake_plugins_lock();

inline bool plugins_linked() { return &recorder_plugin_present != nullptr; }

}  // namespace recorder
