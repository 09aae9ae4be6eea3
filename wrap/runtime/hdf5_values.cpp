// SPDX-License-Identifier: BSD-3-Clause
// Values that have to be asked from HDF5, by questions that it answers without reporting an error: an
// identifier is looked at before more is asked about it. The library may be absent, or another version than
// the headers.
#include "runtime/hdf5_values.h"

#include <stdlib.h>

#include "runtime/hdf5_describe.h"
#include "session/call.h"

RECORDER_ASKED_REAL(htri_t, H5Iis_valid, (hid_t))
RECORDER_ASKED_REAL(int, H5Sget_simple_extent_ndims, (hid_t))
RECORDER_ASKED_REAL(herr_t, H5Sclose, (hid_t))
RECORDER_ASKED_REAL(hid_t, H5Dget_space, (hid_t))
RECORDER_ASKED_REAL(hid_t, H5Dget_create_plist, (hid_t))
RECORDER_ASKED_REAL(H5D_layout_t, H5Pget_layout, (hid_t))
RECORDER_ASKED_REAL(herr_t, H5Pclose, (hid_t))
RECORDER_ASKED_REAL(H5T_class_t, H5Tget_class, (hid_t))
RECORDER_ASKED_REAL(size_t, H5Tget_size, (hid_t))
RECORDER_ASKED_REAL(herr_t, H5Ewalk2, (hid_t, H5E_direction_t, H5E_walk2_t, void *))
RECORDER_OPTIONAL_REAL(hid_t, H5Pget_virtual_vspace, (hid_t, size_t))
RECORDER_OPTIONAL_REAL(herr_t, H5LTget_dataset_ndims, (hid_t, const char *, int *))
RECORDER_OPTIONAL_REAL(herr_t, H5LTget_attribute_ndims, (hid_t, const char *, const char *, int *))
RECORDER_OPTIONAL_REAL(herr_t, H5TBget_table_info, (hid_t, const char *, hsize_t *, hsize_t *))
#ifdef RECORDER_SHARED
RECORDER_OPTIONAL_REAL(hid_t, H5VLregister_connector_by_name, (const char *, hid_t))
#endif

namespace recorder {

// HDF5 has no call that every program begins with.
RECORDER_AT_START(hdf5_describe_handles)

bool h5_counted;
bool h5_strong;

namespace {

// Kinds of identifiers up to 5 are the same in all versions. Version 1.12, the first with connectors,
// renumbered the others.
bool numbered_anew() {
#ifdef RECORDER_SHARED
  return RECORDER_OPTIONAL(H5VLregister_connector_by_name) != nullptr;
#else
  return H5_VERSION_GE(1, 12, 0);
#endif
}

constexpr Class kKindsBefore[] = {Class::H5A, Class::H5I, Class::H5I, Class::H5P,
                                  Class::H5P, Class::H5E, Class::H5E, Class::H5E};
constexpr Class kKindsAnew[] = {Class::H5M, Class::H5A, Class::H5I, Class::H5I, Class::H5P, Class::H5P,
                                Class::H5E, Class::H5E, Class::H5E, Class::H5I, Class::H5ES};
constexpr unsigned kFirstRenumbered = 6;

}  // namespace

Class h5_later_class(unsigned kind) {
  const bool anew = numbered_anew();
  const unsigned count = anew ? sizeof kKindsAnew / sizeof(Class) : sizeof kKindsBefore / sizeof(Class);
  if (kind < kFirstRenumbered || kind - kFirstRenumbered >= count) return Class::H5I;
  return (anew ? kKindsAnew : kKindsBefore)[kind - kFirstRenumbered];
}

// Types, dataspaces and lists outlive a file, and the library's own are not valid in its eyes.
void h5_forget_dead() {
  for (const Class cls : {Class::H5G, Class::H5D, Class::H5A})
    forget_handles(cls, [](uint64_t value) { return !h5_valid(static_cast<hid_t>(value)); });
}

// The library is not asked, as that would start it again.
void h5_closed(herr_t ret) {
  if (ret < 0) return;
  for (const Class cls : {Class::H5F, Class::H5G, Class::H5T, Class::H5S, Class::H5D, Class::H5A, Class::H5P,
                          Class::H5E, Class::H5M, Class::H5ES, Class::H5I})
    forget_handles(cls, [](uint64_t) { return true; });
}

bool h5_valid(hid_t id) {
  const auto is_valid = RECORDER_OPTIONAL(H5Iis_valid);
  if (is_valid == nullptr || id <= 0) return false;
  const H5Quietly quietly;
  return is_valid(id) > 0;
}

// ---- ranks ----

namespace {

constexpr unsigned kRanks = 256;
constexpr uint64_t kRankBits = 8;

// An identifier without its kind, and the rank plus 1, in one word that is read and written at once: threads
// that share the table need no lock.
uint64_t spaces[kRanks], datasets[kRanks];

uint64_t *ranks_of(hid_t id) {
  switch (hid_class(id)) {
    case Class::H5S:
      return spaces;
    case Class::H5D:
      return datasets;
    default:
      return nullptr;
  }
}

uint64_t *place_of(hid_t id) {
  uint64_t *ranks = ranks_of(id);
  return ranks != nullptr ? ranks + static_cast<uint64_t>(id) % kRanks : nullptr;
}

int known_rank(hid_t id) {
  const uint64_t *place = place_of(id);
  if (place == nullptr) return kH5NoRank;
  const uint64_t word = __atomic_load_n(place, __ATOMIC_RELAXED);
  if (word >> kRankBits != static_cast<uint64_t>(id) << kRankBits >> kRankBits) return kH5NoRank;
  return static_cast<int>(word & ((1u << kRankBits) - 1)) - 1;
}

int ask_rank(hid_t space) {
  const auto ndims = RECORDER_OPTIONAL(H5Sget_simple_extent_ndims);
  if (ndims == nullptr || !h5_valid(space)) return kH5NoRank;
  const H5Quietly quietly;
  return ndims(space);
}

// The dataspace of a virtual dataset is not asked of itself: HDF5 would look at all its sources, whose files
// it opens, and a later H5Dset_extent may crash (1.10.8). The space of its first source has as many
// dimensions.
hid_t virtual_space(hid_t dataset, bool *is_virtual) {
  constexpr int kVirtual = 3;  // H5D_VIRTUAL, which 1.8 has not
  const auto create_list = RECORDER_OPTIONAL(H5Dget_create_plist);
  const auto layout = RECORDER_OPTIONAL(H5Pget_layout);
  const auto close = RECORDER_OPTIONAL(H5Pclose);
  const auto space_of = RECORDER_OPTIONAL(H5Pget_virtual_vspace);
  *is_virtual = false;
  if (create_list == nullptr || layout == nullptr || close == nullptr || space_of == nullptr) return -1;
  const hid_t list = create_list(dataset);
  if (list < 0) return -1;
  *is_virtual = static_cast<int>(layout(list)) == kVirtual;
  const hid_t space = *is_virtual ? space_of(list, 0) : -1;
  close(list);
  return space;
}

int ask_dataset_rank(hid_t dataset) {
  const auto get_space = RECORDER_OPTIONAL(H5Dget_space);
  const auto ndims = RECORDER_OPTIONAL(H5Sget_simple_extent_ndims);
  const auto close = RECORDER_OPTIONAL(H5Sclose);
  if (get_space == nullptr || ndims == nullptr || close == nullptr || !h5_valid(dataset)) return kH5NoRank;
  const H5Quietly quietly;
  bool is_virtual;
  hid_t space = virtual_space(dataset, &is_virtual);
  if (!is_virtual) space = get_space(dataset);
  if (space < 0) return kH5NoRank;
  const int rank = ndims(space);
  close(space);
  return rank;
}

template <int (*ask)(hid_t)>
int rank_by(Class cls, hid_t id) {
  if (hid_class(id) != cls) return 0;
  int rank = known_rank(id);
  if (rank >= 0) return rank;
  rank = ask(id);
  h5_note_rank(id, rank);
  return rank > 0 ? rank : 0;
}

}  // namespace

void h5_note_rank(hid_t id, int rank) {
  uint64_t *place = place_of(id);
  if (place == nullptr) return;
  const bool known = rank >= 0 && rank <= H5S_MAX_RANK;
  const uint64_t word =
      static_cast<uint64_t>(id) << kRankBits | (known ? static_cast<unsigned>(rank) + 1 : 0);
  __atomic_store_n(place, word, __ATOMIC_RELAXED);
}

void h5_copy_rank(hid_t to, hid_t from) {
  const int rank = known_rank(from);
  if (rank >= 0) h5_note_rank(to, rank);
}

// After H5close identifiers begin anew.
void h5_forget_ranks() {
  for (unsigned i = 0; i < kRanks; ++i) {
    __atomic_store_n(spaces + i, 0, __ATOMIC_RELAXED);
    __atomic_store_n(datasets + i, 0, __ATOMIC_RELAXED);
  }
}

int h5_rank(hid_t space) { return rank_by<ask_rank>(Class::H5S, space); }
int h5_dataset_rank(hid_t dataset) { return rank_by<ask_dataset_rank>(Class::H5D, dataset); }

// ---- after the call ----

namespace {

herr_t note_errno(unsigned, const H5E_error2_t *error, void *found) {
  constexpr char kMark[] = "errno = ";
  int *number = static_cast<int *>(found);
  if (*number != 0 || error == nullptr || error->desc == nullptr) return 0;
  if (const char *at = strstr(error->desc, kMark)) *number = atoi(at + sizeof kMark - 1);
  return 0;
}

}  // namespace

int h5_errno() {
  const auto walk = RECORDER_OPTIONAL(H5Ewalk2);
  if (walk == nullptr) return 0;
  const H5Quietly quietly;
  int number = 0;
  walk(H5E_DEFAULT, H5E_WALK_UPWARD, note_errno, &number);
  return number;
}

H5TypeFacts h5_type_facts(hid_t type, bool failed) {
  const auto get_class = RECORDER_OPTIONAL(H5Tget_class);
  const auto get_size = RECORDER_OPTIONAL(H5Tget_size);
  if (failed || get_class == nullptr || get_size == nullptr) return {false, 0, 0};
  const H5Quietly quietly;
  return {true, get_class(type), get_size(type)};
}

uint64_t H5Table::fields(bool failed) const {
  const auto ask = RECORDER_OPTIONAL(H5TBget_table_info);
  if (failed || ask == nullptr) return 0;
  if (asked_) return fields_;
  asked_ = true;
  const H5Quietly quietly;
  hsize_t count = 0;
  if (ask(location_, name_, &count, nullptr) >= 0) fields_ = count;
  return fields_;
}

int h5_lt_rank(hid_t location, const char *dataset, bool failed) {
  const auto ask = RECORDER_OPTIONAL(H5LTget_dataset_ndims);
  if (failed || ask == nullptr) return 0;
  const H5Quietly quietly;
  int rank = 0;
  return ask(location, dataset, &rank) >= 0 ? rank : 0;
}

int h5_lt_rank(hid_t location, const char *object, const char *attribute, bool failed) {
  const auto ask = RECORDER_OPTIONAL(H5LTget_attribute_ndims);
  if (failed || ask == nullptr) return 0;
  const H5Quietly quietly;
  int rank = 0;
  return ask(location, object, attribute, &rank) >= 0 ? rank : 0;
}

}  // namespace recorder
