// SPDX-License-Identifier: BSD-3-Clause
// What the Fortran entry points of MPI use to record a call as the C function would have been recorded. Each
// takes addresses of Fortran variables; the names are those that recordergen/fortran.py writes.
//
// Strings come with their length and padded with blanks; a truth value is any integer but 0; handles are
// integers that the MPI library maps; certain addresses stand for MPI_IN_PLACE and its like. A status is the
// C status, in memory that may be aligned as integers are.
#pragma once

#include <string.h>

#include "functions.h"
#include "runtime/mpi_message_arguments.h"
#include "runtime/outline.h"

namespace recorder {

// Whether a call is to be recorded. In the shared library this may be the process's first call of MPI, and
// the MPI library another one than ours.
#ifdef RECORDER_SHARED
bool fortran_fits(Fn fn);
inline bool fortran_on(Fn fn) { return on(fn) && fortran_fits(fn); }
#else
inline bool fortran_on(Fn fn) { return on(fn); }
#endif

// ---- numbers and handles

template <class T>
inline T fortran_value(const void *at) {
  T value;
  memcpy(&value, at, sizeof value);
  return value;
}

// Where a handle is no integer in C. The library is asked before the call, for a call may end a handle.
#define RECORDER_FORTRAN_HANDLE(type, name)                        \
  template <>                                                      \
  inline type fortran_value<type>(const void *at) {                \
    return RECORDER_PMPI(name##_f2c)(fortran_value<MPI_Fint>(at)); \
  }
RECORDER_FORTRAN_HANDLE(MPI_File, File)
#ifdef OPEN_MPI
RECORDER_FORTRAN_HANDLE(MPI_Comm, Comm)
RECORDER_FORTRAN_HANDLE(MPI_Group, Group)
RECORDER_FORTRAN_HANDLE(MPI_Datatype, Type)
RECORDER_FORTRAN_HANDLE(MPI_Info, Info)
RECORDER_FORTRAN_HANDLE(MPI_Request, Request)
RECORDER_FORTRAN_HANDLE(MPI_Errhandler, Errhandler)
RECORDER_FORTRAN_HANDLE(MPI_Op, Op)
RECORDER_FORTRAN_HANDLE(MPI_Win, Win)
RECORDER_FORTRAN_HANDLE(MPI_Message, Message)
#ifdef MPI_SESSION_NULL
RECORDER_FORTRAN_HANDLE(MPI_Session, Session)
#endif
#else
static_assert(sizeof(MPI_Comm) == sizeof(MPI_Fint), "handles that are integers are the same in Fortran");
#endif
#undef RECORDER_FORTRAN_HANDLE

// An array of handles, each converted when it is looked at.
template <class T>
class FortranHandles {
 public:
  typedef T Element;
  explicit FortranHandles(const void *at) : at_(static_cast<const MPI_Fint *>(at)) {}
  T operator[](size_t i) const { return fortran_value<T>(at_ + i); }
  bool operator==(decltype(nullptr)) const { return at_ == nullptr; }

 private:
  const MPI_Fint *at_;
};

inline int fortran_truth(MPI_Fint value) { return value != 0; }
inline int fortran_logical(const void *at) { return fortran_truth(fortran_value<MPI_Fint>(at)); }

// Which of several requests: counted from 1 in Fortran, but not in MPICH 4.0's mpi_f08. In some later
// versions MPI_UNDEFINED has become another negative number.
inline int fortran_ordinal(MPI_Fint value) {
#if defined(MPICH_NUMVERSION) && MPICH_NUMVERSION >= 40000000 && MPICH_NUMVERSION < 40100000
  return value;
#else
  return value >= 1 ? value - 1 : MPI_UNDEFINED;
#endif
}
inline int fortran_index(const void *at) { return fortran_ordinal(fortran_value<MPI_Fint>(at)); }

// ---- addresses

// What mpi_f08 passes for a buffer where the library takes descriptors of arrays: the address comes first.
inline void *fortran_base(const void *descriptor) { return fortran_value<void *>(descriptor); }

void *fortran_buffer(void *buffer);
MPI_Status *fortran_status(void *status);
MPI_Status *fortran_statuses(void *statuses);
int *fortran_weights(void *weights);
int *fortran_errcodes(void *codes);

// An attribute's value, of which C programs get the address and Fortran programs itself.
template <class Sink, class Integer>
void mpi_attribute(Sink &sink, const char *name, int, const Integer *value, bool known) {
  if (known)
    sink.any_int(name, fortran_value<Integer>(value));
  else
    sink.any_absent(name);
}

// ---- strings

// What MPI takes a string argument for: all but the blanks around it. It ends in a NUL and lives as long as
// the call; nullptr when there is no memory for it.
const char *fortran_text(OutlineCall &call, const void *text, size_t length);
// A string that the call has filled: all but the blanks behind it.
const char *fortran_result(OutlineCall &call, const void *text, size_t length);

// An array of strings of one length, of which each is `step` bytes after the one before it.
class FortranTexts {
 public:
  FortranTexts(OutlineCall &call, const void *at, size_t length, size_t step)
      : call_(call), at_(static_cast<const char *>(at)), length_(length), step_(step) {}
  FortranTexts(OutlineCall &call, const void *at, size_t length) : FortranTexts(call, at, length, length) {}
  const char *operator[](size_t i) const { return fortran_text(call_, at_ + i * step_, length_); }
  bool operator==(decltype(nullptr)) const { return at_ == nullptr; }
  // As many as there are before the first that is all blank.
  uint64_t count() const;

 private:
  OutlineCall &call_;
  const char *at_;
  size_t length_, step_;
};

// The arguments of several commands: argument j of command i is element (i, j), where i counts fastest.
class FortranArgvs {
 public:
  FortranArgvs(OutlineCall &call, const void *at, size_t length, int count)
      : call_(call), at_(static_cast<const char *>(at)), length_(length), count_(count_of(count)) {}
  FortranTexts operator[](size_t i) const {
    return FortranTexts(call_, at_ + i * length_, length_, length_ * count_);
  }
  bool operator==(decltype(nullptr)) const { return at_ == nullptr; }

 private:
  OutlineCall &call_;
  const char *at_;
  size_t length_, count_;
};

FortranTexts fortran_argv(OutlineCall &call, const void *at, size_t length);
FortranArgvs fortran_argvs(OutlineCall &call, const void *at, size_t length, int count);

template <class Sink>
void mpi_argv(Sink &sink, const char *name, const FortranTexts &list, bool known) {
  const bool none = !known || list == nullptr;
  const uint64_t n = sink.array(name, none, none ? 0 : list.count());
  for (uint64_t i = 0; i < n; ++i) sink.str("", list[i]);
  sink.end();
}

template <class Sink>
void mpi_argvs(Sink &sink, const char *name, const FortranArgvs &lists, int count, bool known) {
  const bool none = !known || lists == nullptr;
  const uint64_t n = sink.array(name, none, none ? 0 : count_of(count));
  for (uint64_t k = 0; k < n; ++k) mpi_argv(sink, "", lists[k], known);
  sink.end();
}

// ---- the functions that are written by hand (wrap/manual/fortran_mpi_*.cpp)

void fortran_MPI_Init(void *ierror, void (*real)(void *), const void *caller);
void fortran_MPI_Init_thread(void *required, void *provided, void *ierror,
                             void (*real)(void *, void *, void *), const void *caller);
void fortran_MPI_Finalize(void *ierror, void (*real)(void *), const void *caller);
void fortran_MPI_Abort(void *comm, void *errorcode, void *ierror, void (*real)(void *, void *, void *),
                       const void *caller);
// Of the interfaces some have a code and others none, so it is passed on without being looked at.
void fortran_MPI_Pcontrol(void *level, void *ierror, void (*real)(void *, void *), const void *caller);

}  // namespace recorder
