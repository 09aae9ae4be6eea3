// SPDX-License-Identifier: BSD-3-Clause
// Names for the identifiers that no recorded call made. HDF5's own are compared with its variables, which
// exist as far as the library has them. About others it is asked, with the error stack put aside: the call
// that brought the identifier may have failed.
#include "runtime/hdf5_describe.h"

#include <dlfcn.h>
#include <fcntl.h>

#include "format/fs_prefix.h"
#include "runtime/hdf5_names.h"
#include "runtime/hdf5_values.h"
#include "session/plugin_table.h"
#include "session/session.h"
#include "session/text.h"

RECORDER_ASKED_REAL(hid_t, H5Eget_current_stack, (void))
RECORDER_ASKED_REAL(herr_t, H5Eset_current_stack, (hid_t))
RECORDER_ASKED_REAL(ssize_t, H5Fget_name, (hid_t, char *, size_t))

// The variable is the library's, by a name of ours; in the shared library it is looked for when it is needed.
#ifdef RECORDER_SHARED
#define RECORDER_H5_VARIABLE(symbol) nullptr
#else
#define RECORDER_H5_VARIABLE(symbol) &recorder_##symbol
#define RECORDER_H5_WEAK(symbol) extern "C" hid_t recorder_##symbol __asm__(#symbol) __attribute__((weak));
#define RECORDER_H5_WEAK_OWN(name) RECORDER_H5_WEAK(name##_g)
#define RECORDER_H5_WEAK_CLASS(name) RECORDER_H5_WEAK(H5P_CLS_##name##_ID_g)
#define RECORDER_H5_WEAK_LIST(name) RECORDER_H5_WEAK(H5P_LST_##name##_ID_g)
RECORDER_H5_TYPES(RECORDER_H5_WEAK_OWN)
RECORDER_H5_ERRORS(RECORDER_H5_WEAK_OWN)
RECORDER_H5_LIST_CLASSES(RECORDER_H5_WEAK_CLASS)
RECORDER_H5_DEFAULT_LISTS(RECORDER_H5_WEAK_LIST)
#endif

namespace recorder {

namespace {

struct Named {
  const char *name;
  const char *symbol;
  const hid_t *variable;
};

#define RECORDER_H5_OWN(name) {#name, #name "_g", RECORDER_H5_VARIABLE(name##_g)},
#define RECORDER_H5_CLASS(name) \
  {"H5P_" #name, "H5P_CLS_" #name "_ID_g", RECORDER_H5_VARIABLE(H5P_CLS_##name##_ID_g)},
#define RECORDER_H5_LIST(name) \
  {"H5P_" #name "_DEFAULT", "H5P_LST_" #name "_ID_g", RECORDER_H5_VARIABLE(H5P_LST_##name##_ID_g)},

Named types[] = {RECORDER_H5_TYPES(RECORDER_H5_OWN)};
Named lists[] = {RECORDER_H5_LIST_CLASSES(RECORDER_H5_CLASS) RECORDER_H5_DEFAULT_LISTS(RECORDER_H5_LIST)};
Named errors[] = {RECORDER_H5_ERRORS(RECORDER_H5_OWN)};

// Threads may look a variable up at the same time; all find the same.
hid_t value_of(Named &named) {
  const hid_t *variable = __atomic_load_n(&named.variable, __ATOMIC_RELAXED);
#ifdef RECORDER_SHARED
  if (variable == nullptr) {
    // The first definition, as the library itself does: an executable may have taken the variable over. An
    // interpreter's module may have brought the library along where others do not see it. Versions differ in
    // what they have, and to look for it each time would take long.
    static const hid_t kNone = 0;
    variable = static_cast<const hid_t *>(dlsym(RTLD_DEFAULT, named.symbol));
    if (variable == nullptr)
      variable = static_cast<const hid_t *>(recorder_resolve_loaded(named.symbol, nullptr));
    if (variable == nullptr) variable = &kNone;
    __atomic_store_n(&named.variable, variable, __ATOMIC_RELAXED);
  }
#endif
  return variable != nullptr ? *variable : 0;
}

}  // namespace

void h5_forget_closed() {
#ifdef RECORDER_SHARED
  static const void *library;
  const auto *now = reinterpret_cast<const void *>(RECORDER_OPTIONAL(H5Eget_current_stack));
  if (__atomic_exchange_n(&library, now, __ATOMIC_ACQ_REL) == now) return;
  const auto forget = [](auto &table) {
    for (Named &named : table) __atomic_store_n(&named.variable, nullptr, __ATOMIC_RELAXED);
  };
  forget(types);
  forget(lists);
  forget(errors);
  h5_forget_drivers();
#endif
}

namespace {

template <size_t n>
const char *find(Named (&table)[n], uint64_t value) {
  h5_forget_closed();
  for (Named &named : table)
    if (handle_value(value_of(named)) == value) return named.name;
  return nullptr;
}

bool put(const char *text, char *name, uint64_t size) {
  if (text == nullptr) return false;
  Text out(name, size);
  return !out.put(text).cut();
}

// Leaves the error stack as it found it.
class ErrorsAside {
 public:
  ErrorsAside() : put_back_(RECORDER_OPTIONAL(H5Eset_current_stack)) {
    const auto take = RECORDER_OPTIONAL(H5Eget_current_stack);
    if (take != nullptr && put_back_ != nullptr) stack_ = take();
  }
  ~ErrorsAside() {
    if (done()) put_back_(stack_);
  }
  ErrorsAside(const ErrorsAside &) = delete;
  ErrorsAside &operator=(const ErrorsAside &) = delete;
  bool done() const { return stack_ > 0; }

 private:
  herr_t (*const put_back_)(hid_t);
  hid_t stack_ = 0;
};

// The file that an open object is in.
bool describe_object(uint64_t value, char *name, uint64_t size) {
  const auto get_name = RECORDER_OPTIONAL(H5Fget_name);
  if (get_name == nullptr) return false;
  const H5Quietly quietly;
  const ErrorsAside aside;
  const auto id = static_cast<hid_t>(value);
  char file[4096];
  if (!aside.done() || !h5_valid(id)) return false;
  const ssize_t length = get_name(id, file, sizeof file);
  if (length <= 0 || static_cast<size_t>(length) >= sizeof file) return false;
  return absolute_path(AT_FDCWD, without_fs_prefix(file), name, size);
}

bool describe_file(uint64_t value, char *name, uint64_t size) {
  if (value == H5F_OBJ_ALL) return put("H5F_OBJ_ALL", name, size);
  return describe_object(value, name, size);
}

// Another type by its class and its size in bytes.
bool describe_type(uint64_t value, char *name, uint64_t size) {
  static constexpr const char *kClasses[] = {"H5T_INTEGER",  "H5T_FLOAT",  "H5T_TIME",     "H5T_STRING",
                                             "H5T_BITFIELD", "H5T_OPAQUE", "H5T_COMPOUND", "H5T_REFERENCE",
                                             "H5T_ENUM",     "H5T_VLEN",   "H5T_ARRAY",    "H5T_COMPLEX"};
  if (const char *own = find(types, value)) return put(own, name, size);
  const H5Quietly quietly;
  const ErrorsAside aside;
  const auto id = static_cast<hid_t>(value);
  if (hid_class(id) != Class::H5T || !aside.done() || !h5_valid(id)) return false;
  const H5TypeFacts facts = h5_type_facts(id, false);
  if (!facts.known || facts.kind < 0 || facts.kind >= static_cast<int>(sizeof kClasses / sizeof kClasses[0]))
    return false;
  Text out(name, size);
  return !out.put(kClasses[facts.kind]).put(' ').number(facts.size).cut();
}

bool describe_space(uint64_t value, char *name, uint64_t size) {
  // Since 1.14.
  return put(value == 1 ? "H5S_BLOCK" : value == 2 ? "H5S_PLIST" : nullptr, name, size);
}

bool describe_list(uint64_t value, char *name, uint64_t size) { return put(find(lists, value), name, size); }
bool describe_error(uint64_t value, char *name, uint64_t size) {
  return put(find(errors, value), name, size);
}
bool describe_driver(uint64_t value, char *name, uint64_t size) {
  return put(h5_driver_name(static_cast<hid_t>(value)), name, size);
}

}  // namespace

void hdf5_describe_handles() {
  set_describer(Class::H5F, describe_file);
  set_describer(Class::H5G, describe_object);
  set_describer(Class::H5D, describe_object);
  set_describer(Class::H5A, describe_object);
  set_describer(Class::H5T, describe_type);
  set_describer(Class::H5S, describe_space, Described::predefined);
  set_describer(Class::H5P, describe_list, Described::predefined);
  set_describer(Class::H5E, describe_error, Described::predefined);
  set_describer(Class::H5I, describe_driver);
}

}  // namespace recorder
