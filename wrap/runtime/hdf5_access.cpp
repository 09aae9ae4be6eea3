// SPDX-License-Identifier: BSD-3-Clause
// What a file access property list says: the name of the driver and the hints for MPI-IO. HDF5 gives drivers
// identifiers, not names, and asking a driver for its identifier registers it; so names are learned from the
// calls that choose drivers. MPI is asked by names that may be absent: a serial program need not link it.
#include "runtime/hdf5_describe.h"
#include "runtime/hdf5_values.h"
#include "session/session.h"

RECORDER_ASKED_REAL(htri_t, H5Pexist, (hid_t, const char *))
RECORDER_ASKED_REAL(hid_t, H5Pget_driver, (hid_t))
// Not since 2.0; the library needs it itself, so that it is linked wherever it exists.
RECORDER_OPTIONAL_REAL(hid_t, H5FD_sec2_init, (void))
#ifdef RECORDER_HDF5_MPI
RECORDER_OPTIONAL_REAL(herr_t, H5Pget_fapl_mpio, (hid_t, MPI_Comm *, MPI_Info *))
#ifdef RECORDER_SHARED
#define RECORDER_MAYBE_PMPI(name) RECORDER_PMPI(name)
#else
extern "C" {
extern decltype(PMPI_Info_get_nkeys) PMPI_Info_get_nkeys __attribute__((weak));
extern decltype(PMPI_Info_get_nthkey) PMPI_Info_get_nthkey __attribute__((weak));
extern decltype(PMPI_Info_get) PMPI_Info_get __attribute__((weak));
extern decltype(PMPI_Info_free) PMPI_Info_free __attribute__((weak));
}
#ifdef OPEN_MPI
extern "C" struct ompi_predefined_info_t ompi_mpi_info_null __attribute__((weak));
#endif
#define RECORDER_MAYBE_PMPI(name) (&PMPI_##name)
#endif
#endif

#ifndef RECORDER_SHARED
extern "C" hid_t recorder_H5FD_SEC2_id_g __asm__("H5FD_SEC2_id_g") __attribute__((weak));
#endif

namespace recorder {

namespace {

struct Driver {
  hid_t id;  // 0: not yet; set last
  char name[16];
};
constexpr unsigned kDrivers = 16;
Driver drivers[kDrivers];
unsigned driver_count;
bool knows_default;

// The default driver is chosen by no call. Until 2.0 a function registers it, when HDF5 starts; then it is a
// variable.
hid_t sec2_id() {
#ifdef RECORDER_SHARED
  const hid_t *variable = static_cast<const hid_t *>(resolve_real("H5FD_SEC2_id_g"));
#else
  const hid_t *variable = &recorder_H5FD_SEC2_id_g;
#endif
  if (variable != nullptr) return *variable;
  const auto init = RECORDER_OPTIONAL(H5FD_sec2_init);
  return init != nullptr ? init() : 0;
}

void note_driver(hid_t id, const char *name) {
  const unsigned i = __atomic_fetch_add(&driver_count, 1, __ATOMIC_RELAXED);
  if (i >= kDrivers) return;
  strncpy(drivers[i].name, name, sizeof drivers[i].name - 1);
  __atomic_store_n(&drivers[i].id, id, __ATOMIC_RELEASE);
}

const char *noted_name(hid_t id) {
  for (Driver &driver : drivers)
    if (__atomic_load_n(&driver.id, __ATOMIC_ACQUIRE) == id) return driver.name;
  return nullptr;
}

// A list of another class would make HDF5 report an error. Every file access list has this property, and no
// other list.
hid_t driver_of(hid_t list) {
  const auto exist = RECORDER_OPTIONAL(H5Pexist);
  const auto get_driver = RECORDER_OPTIONAL(H5Pget_driver);
  if (exist == nullptr || get_driver == nullptr || hid_class(list) != Class::H5P || !h5_valid(list)) return 0;
  const H5Quietly quietly;
  return exist(list, "close_degree") > 0 ? get_driver(list) : 0;
}

#ifdef RECORDER_HDF5_MPI
// Only the hints: a communicator would be duplicated, which all its processes have to take part in.
bool hints_of(hid_t list, MPI_Info *info) {
  const auto get = RECORDER_OPTIONAL(H5Pget_fapl_mpio);
  if (get == nullptr) return false;
#ifdef RECORDER_SHARED
  if (!mpi_is_ours()) return false;
#endif
  const H5Quietly quietly;
  return get(list, nullptr, info) >= 0 && *info != MPI_INFO_NULL;
}
#endif

}  // namespace

const char *h5_driver_name(hid_t id) {
  if (id <= 0) return nullptr;
  h5_forget_closed();
  // To look for what one's version has not takes long.
  if (!__atomic_exchange_n(&knows_default, true, __ATOMIC_RELAXED)) note_driver(sec2_id(), "sec2");
  return noted_name(id);
}

// Recorded or not, as a filter leaves out calls and not what they did; but nothing is asked for a layer that
// is off.
void h5_driver_chosen(hid_t list, const char *name, bool failed) {
  if (failed || name == nullptr || !on(Fn::H5Fcreate)) return;
  const hid_t id = driver_of(list);
  if (id <= 0 || h5_driver_name(id) != nullptr) return;
  note_driver(id, name);
}

void h5_forget_drivers() {
  __atomic_store_n(&knows_default, false, __ATOMIC_RELAXED);
  for (Driver &driver : drivers) __atomic_store_n(&driver.id, 0, __ATOMIC_RELEASE);
  __atomic_store_n(&driver_count, 0, __ATOMIC_RELAXED);
}

H5FileAccess::H5FileAccess(hid_t list) {
  const hid_t driver = list > 0 ? driver_of(list) : 0;
  if (driver <= 0) return;
  driver_ = h5_driver_name(driver);
#ifdef RECORDER_HDF5_MPI
  if (driver_ != nullptr && strcmp(driver_, "mpio") == 0) has_hints_ = hints_of(list, &info_);
#endif
}

H5FileAccess::~H5FileAccess() {
#ifdef RECORDER_HDF5_MPI
  if (!has_hints_) return;
  const H5Quietly quietly;
  if (const auto free_info = RECORDER_MAYBE_PMPI(Info_free)) free_info(&info_);
#endif
}

#ifdef RECORDER_HDF5_MPI
int H5FileAccess::hints() const {
  const auto count_keys = RECORDER_MAYBE_PMPI(Info_get_nkeys);
  int count = 0;
  if (!has_hints() || count_keys == nullptr || count_keys(info_, &count) != MPI_SUCCESS) return 0;
  return count;
}

bool H5FileAccess::hint(int i, char *key, char *value) const {
  const auto get_key = RECORDER_MAYBE_PMPI(Info_get_nthkey);
  const auto get_value = RECORDER_MAYBE_PMPI(Info_get);
  if (get_key == nullptr || get_value == nullptr || get_key(info_, i, key) != MPI_SUCCESS) return false;
  int known = 0;
  return get_value(info_, key, MPI_MAX_INFO_VAL, value, &known) == MPI_SUCCESS && known != 0;
}
#endif

}  // namespace recorder
