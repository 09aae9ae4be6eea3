// SPDX-License-Identifier: BSD-3-Clause
// How HDF5's own types become recorded values: identifiers by class, ranks of dataspaces and datasets, what a
// file access property list says, datatypes, the system's error behind an error stack. Used by the wrappers
// that are generated from hdf5.sig, always while the thread is inside Recorder.
//
// Two things make a question to HDF5 dear. It costs 40 to 400 ns, so what can be known without one is. And it
// empties the error stack, which the application may want to read after a call that failed: questions are
// asked before the application's call, which empties the stack itself, or after it succeeded.
#pragma once

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "classes.h"
#include "runtime/outline.h"
// Before hdf5.h, which includes mpi.h if HDF5 is parallel.
#ifdef RECORDER_HAVE_MPI
#include "merge/mpi_api.h"
#endif
#include "runtime/hdf5_api.h"

#if defined(RECORDER_HAVE_MPI) && defined(H5_HAVE_PARALLEL)
#define RECORDER_HDF5_MPI 1
#endif

namespace recorder {

// Recorder's own use of HDF5: unrecorded, and unnoticed in errno.
class H5Quietly {
 public:
  H5Quietly() : errno_(errno) {}
  ~H5Quietly() { errno = errno_; }
  H5Quietly(const H5Quietly &) = delete;
  H5Quietly &operator=(const H5Quietly &) = delete;

 private:
  const Guard guard_;
  const int errno_;
};

// ---- types that have other names in other versions ----

#if !defined(H5_NO_DEPRECATED_SYMBOLS) || !H5_VERSION_GE(1, 12, 0)
#if H5_VERSION_GE(1, 12, 0)
using h5_object_info_t = H5O_info1_t;
using h5_object_op = H5O_iterate1_t;
using h5_link_info_t = H5L_info1_t;
using h5_link_op = H5L_iterate1_t;
#else
using h5_object_info_t = H5O_info_t;
using h5_object_op = H5O_iterate_t;
using h5_link_info_t = H5L_info_t;
using h5_link_op = H5L_iterate_t;
#endif
#endif

// ---- identifiers ----

// Zero is what H5P_DEFAULT, H5S_ALL, H5E_DEFAULT and H5ES_NONE are, negative what a call that failed gives;
// neither is an object.
#if H5_VERSION_GE(1, 10, 0)
inline uint64_t handle_value(hid_t id) { return id > 0 ? static_cast<uint64_t>(id) : 0; }
#endif

// The kind of object is in the identifier, below the sign: seven bits, in all versions so far.
inline unsigned h5_kind(hid_t id) {
  return id > 0 ? static_cast<unsigned>(static_cast<uint64_t>(id) >> (8 * sizeof(hid_t) - 8)) : 0;
}

Class h5_later_class(unsigned kind);

inline Class hid_class(hid_t id) {
  switch (const unsigned kind = h5_kind(id)) {
    case 1:
      return Class::H5F;
    case 2:
      return Class::H5G;
    case 3:
      return Class::H5T;
    case 4:
      return Class::H5S;
    case 5:
      return Class::H5D;
    default:
      return h5_later_class(kind);
  }
}

// Whether the library knows the identifier. Asks it.
bool h5_valid(hid_t id);

// A close gives back one reference. Nearly always that is the only one; once the application has counted
// references, the library is asked.
extern bool h5_counted;
inline void h5_references_counted() { __atomic_store_n(&h5_counted, true, __ATOMIC_RELAXED); }
inline bool h5_gone(hid_t id, bool failed) {
  return !failed && (!__atomic_load_n(&h5_counted, __ATOMIC_RELAXED) || !h5_valid(id));
}

// With a file that was opened with H5F_CLOSE_STRONG dies what is open in it, and with H5close everything.
// Which those are is asked only once an application has chosen that degree.
extern bool h5_strong;
inline void h5_close_degree(bool strong) {
  if (strong) __atomic_store_n(&h5_strong, true, __ATOMIC_RELAXED);
}
void h5_forget_dead();
inline void h5_file_closed(herr_t ret) {
  if (ret >= 0 && __atomic_load_n(&h5_strong, __ATOMIC_RELAXED)) h5_forget_dead();
}
void h5_closed(herr_t ret);

// ---- ranks ----

constexpr int kH5NoRank = -1;

// What calls tell by the way of the rank of a dataspace or dataset. Identifiers are not used twice, so what
// is remembered of one that is closed does no harm.
void h5_note_rank(hid_t id, int rank);
void h5_copy_rank(hid_t to, hid_t from);
void h5_forget_ranks();

// 0 when there is none, or no telling. Before the call, when the identifiers may be anything.
int h5_rank(hid_t space);
int h5_dataset_rank(hid_t dataset);

// ---- what stands behind an argument ----

// The error number that a driver has put into the error stack ("errno = 2"), 0 if none did. Leaves the stack
// alone.
int h5_errno();

// A call has chosen this driver for a file access property list.
void h5_driver_chosen(hid_t list, const char *name, bool failed);
// Identifiers start anew after H5close.
void h5_forget_drivers();
// nullptr for what is no driver that such a call has chosen, nor the default one.
const char *h5_driver_name(hid_t id);

// A file access property list: the name of its driver, nullptr for the default list and for what is no such
// list; and the hints for MPI-IO.
class H5FileAccess {
 public:
  explicit H5FileAccess(hid_t list);
  ~H5FileAccess();
  H5FileAccess(const H5FileAccess &) = delete;
  H5FileAccess &operator=(const H5FileAccess &) = delete;

  const char *driver() const { return driver_; }
#ifdef RECORDER_HDF5_MPI
  bool has_hints() const { return has_hints_; }
  int hints() const;
  // False when there is no such hint. Both buffers hold what MPI allows at most.
  bool hint(int i, char *key, char *value) const;
#endif

 private:
  const char *driver_ = nullptr;
#ifdef RECORDER_HDF5_MPI
  // Without a null value: in Open MPI that is a variable, which a program without MPI does not have.
  bool has_hints_ = false;
  MPI_Info info_ = {};
#endif
};

struct H5TypeFacts {
  bool known;
  int kind;  // an H5T_class_t
  uint64_t size;
};
H5TypeFacts h5_type_facts(hid_t type, bool failed);

// Number of fields of a table (H5TB), asked once, after the call, and only if it succeeded.
class H5Table {
 public:
  H5Table(hid_t location, const char *name) : location_(location), name_(name) {}
  uint64_t fields(bool failed) const;

 private:
  const hid_t location_;
  const char *const name_;
  mutable bool asked_ = false;
  mutable uint64_t fields_ = 0;
};

// Rank of a dataset or attribute given by name (H5LT).
int h5_lt_rank(hid_t location, const char *dataset, bool failed);
int h5_lt_rank(hid_t location, const char *object, const char *attribute, bool failed);

}  // namespace recorder
