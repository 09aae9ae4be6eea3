// SPDX-License-Identifier: BSD-3-Clause
// The addresses that stand for something in Fortran, and strings without an end.
#include "runtime/mpi_fortran.h"

#include "runtime/mpi_world.h"

namespace recorder {
namespace {

// ---- the marks

// RECORDER_MARK(x) is the address of the MPI library's variable x, or nullptr.
#ifdef RECORDER_SHARED
// What is missing is looked for only once, too.
void *find_mark(void **cache, const char *name) {
  void *const none = reinterpret_cast<void *>(1);
  void *known = __atomic_load_n(cache, __ATOMIC_ACQUIRE);
  if (known == nullptr) {
    void *found = nullptr;
    mpi_symbol(&found, name);
    known = found != nullptr ? found : none;
    __atomic_store_n(cache, known, __ATOMIC_RELEASE);
  }
  return known != none ? known : nullptr;
}
#define RECORDER_MARK_VARIABLE(x)
#define RECORDER_MARK(x)          \
  ([] {                           \
    static void *cache;           \
    return find_mark(&cache, #x); \
  }())
#else
// A weak reference takes nothing out of an archive; a mark that the program does not contain it cannot pass.
#define RECORDER_MARK_VARIABLE(x) extern "C" char recorder_mark_##x __asm__(#x) __attribute__((weak));
#define RECORDER_MARK(x) static_cast<void *>(&recorder_mark_##x)
#endif

// A mark is the address of a variable; where each interface has marks of its own, some are the values of
// pointers that the library sets when it is first called.
bool is_one(const void *address, const void *mark, const void *pointer = nullptr,
            const void *other = nullptr) {
  const auto value = [](const void *at) { return at ? fortran_value<const void *>(at) : nullptr; };
  return address == mark || address == value(pointer) || address == value(other);
}

#ifdef OPEN_MPI
#define RECORDER_MARK_TEST(name)                \
  RECORDER_MARK_VARIABLE(mpi_fortran_##name##_) \
  bool is_##name(const void *address) { return is_one(address, RECORDER_MARK(mpi_fortran_##name##_)); }
RECORDER_MARK_TEST(bottom)
RECORDER_MARK_TEST(in_place)
RECORDER_MARK_TEST(status_ignore)
RECORDER_MARK_TEST(statuses_ignore)
RECORDER_MARK_TEST(errcodes_ignore)
RECORDER_MARK_TEST(argv_null)
RECORDER_MARK_TEST(argvs_null)
RECORDER_MARK_TEST(unweighted)
RECORDER_MARK_TEST(weights_empty)
#else
// MPICH and its relatives: of mpi_f08 first, then of mpif.h.
#define RECORDER_MARK_TEST(name, own, pointer) \
  RECORDER_MARK_VARIABLE(own)                  \
  RECORDER_MARK_VARIABLE(pointer)              \
  bool is_##name(const void *address) { return is_one(address, RECORDER_MARK(own), RECORDER_MARK(pointer)); }
RECORDER_MARK_TEST(bottom, MPIR_F08_MPI_BOTTOM, MPIR_F_MPI_BOTTOM)
RECORDER_MARK_TEST(in_place, MPIR_F08_MPI_IN_PLACE, MPIR_F_MPI_IN_PLACE)

#define RECORDER_STATUS_TEST(name, pointer, other)                                 \
  RECORDER_MARK_VARIABLE(pointer)                                                  \
  RECORDER_MARK_VARIABLE(other)                                                    \
  bool is_##name(const void *address) {                                            \
    return is_one(address, nullptr, RECORDER_MARK(pointer), RECORDER_MARK(other)); \
  }
RECORDER_STATUS_TEST(status_ignore, MPI_F08_STATUS_IGNORE, MPI_F_STATUS_IGNORE)
RECORDER_STATUS_TEST(statuses_ignore, MPI_F08_STATUSES_IGNORE, MPI_F_STATUSES_IGNORE)

// Variables of a Fortran module, whose names each compiler makes in its own way: GNU's, LLVM's, Intel's.
#define RECORDER_MODULE_TEST(name, pointer)                                         \
  RECORDER_MARK_VARIABLE(__mpi_f08_link_constants_MOD_mpi_##name)                   \
  RECORDER_MARK_VARIABLE(_QMmpi_f08_link_constantsEmpi_##name)                      \
  RECORDER_MARK_VARIABLE(mpi_f08_link_constants_mp_mpi_##name##_)                   \
  RECORDER_MARK_VARIABLE(pointer)                                                   \
  bool is_##name(const void *address) {                                             \
    return is_one(address, RECORDER_MARK(__mpi_f08_link_constants_MOD_mpi_##name),  \
                  RECORDER_MARK(pointer)) ||                                        \
           is_one(address, RECORDER_MARK(_QMmpi_f08_link_constantsEmpi_##name)) ||  \
           is_one(address, RECORDER_MARK(mpi_f08_link_constants_mp_mpi_##name##_)); \
  }
RECORDER_MODULE_TEST(errcodes_ignore, MPI_F_ERRCODES_IGNORE)
RECORDER_MODULE_TEST(argv_null, MPI_F_ARGV_NULL)
RECORDER_MODULE_TEST(argvs_null, MPI_F_ARGVS_NULL)
RECORDER_MODULE_TEST(unweighted, MPIR_F_MPI_UNWEIGHTED)
RECORDER_MODULE_TEST(weights_empty, MPIR_F_MPI_WEIGHTS_EMPTY)
#endif

// ---- strings

const char *copied(OutlineCall &call, const char *text, size_t length) {
  auto *copy = static_cast<char *>(call.room(length + 1));
  if (copy == nullptr) return nullptr;
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

size_t without_padding(const char *text, size_t length) {
  while (length > 0 && text[length - 1] == ' ') --length;
  return length;
}

}  // namespace

#ifdef RECORDER_SHARED
bool fortran_fits(Fn fn) {
  mpi_world_check();
  return on(fn);
}
#endif

void *fortran_buffer(void *buffer) {
  if (is_in_place(buffer)) return MPI_IN_PLACE;
  return is_bottom(buffer) ? MPI_BOTTOM : buffer;
}

MPI_Status *fortran_status(void *status) {
  return is_status_ignore(status) ? MPI_STATUS_IGNORE : static_cast<MPI_Status *>(status);
}

MPI_Status *fortran_statuses(void *statuses) {
  return is_statuses_ignore(statuses) ? MPI_STATUSES_IGNORE : static_cast<MPI_Status *>(statuses);
}

int *fortran_weights(void *weights) {
  if (is_unweighted(weights)) return MPI_UNWEIGHTED;
  return is_weights_empty(weights) ? MPI_WEIGHTS_EMPTY : static_cast<int *>(weights);
}

int *fortran_errcodes(void *codes) { return is_errcodes_ignore(codes) ? nullptr : static_cast<int *>(codes); }

const char *fortran_text(OutlineCall &call, const void *text, size_t length) {
  const char *from = static_cast<const char *>(text);
  while (length > 0 && *from == ' ') ++from, --length;
  return copied(call, from, without_padding(from, length));
}

const char *fortran_result(OutlineCall &call, const void *text, size_t length) {
  const char *from = static_cast<const char *>(text);
  return copied(call, from, without_padding(from, length));
}

uint64_t FortranTexts::count() const {
  uint64_t n = 0;
  while (length_ > 0 && without_padding(at_ + n * step_, length_) > 0) ++n;
  return n;
}

FortranTexts fortran_argv(OutlineCall &call, const void *at, size_t length) {
  return FortranTexts(call, is_argv_null(at) ? nullptr : at, length);
}

FortranArgvs fortran_argvs(OutlineCall &call, const void *at, size_t length, int count) {
  return FortranArgvs(call, is_argvs_null(at) ? nullptr : at, length, count);
}

}  // namespace recorder
