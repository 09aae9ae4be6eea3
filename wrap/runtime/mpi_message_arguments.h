// SPDX-License-Identifier: BSD-3-Clause
// How the wrappers record the arguments of messages: buffers, statuses, what completes, attributes. None of
// it calls MPI unless a call failed. It runs while the thread is inside Recorder, after the real call.
#pragma once

#include "runtime/declare.h"
#include "runtime/mpi_arguments.h"

namespace recorder {

// The name of an address that stands for something else, or nullptr. MPI_BOTTOM is the null pointer in C.
inline const char *mpi_buffer_name(const void *buffer) {
  if (buffer == MPI_IN_PLACE) return "MPI_IN_PLACE";
  if (buffer == MPI_BOTTOM) return "MPI_BOTTOM";
#ifdef MPI_BUFFER_AUTOMATIC
  if (buffer == MPI_BUFFER_AUTOMATIC) return "MPI_BUFFER_AUTOMATIC";
#endif
  return nullptr;
}

// A buffer; absent in a process where it does not count.
template <class Sink>
void mpi_buffer(Sink &sink, const char *name, const void *buffer, bool counts = true) {
  const char *mark = counts ? mpi_buffer_name(buffer) : nullptr;
  if (!counts)
    sink.any_absent(name);
  else if (mark)
    sink.any_str(name, mark);
  else
    sink.any_ptr(name, buffer);
}

// A status, whose error is defined only where several calls fail at once; as a class, for codes may differ
// from one failure to the next of the same kind.
template <class Sink>
void mpi_put_status(Sink &sink, const char *name, const MPI_Status &status, bool has_error) {
  sink.open(name);
  sink.i("source", status.MPI_SOURCE);
  sink.i("tag", status.MPI_TAG);
  if (has_error) {
    sink.present("error");
    sink.i("error", mpi_error_class(status.MPI_ERROR));
  } else {
    sink.absent("error");
  }
  sink.i("count", mpi_bytes(status, 0));
  sink.end();
}

template <class Sink>
void mpi_status(Sink &sink, const char *name, const MPI_Status *status, bool known) {
  if (!known || !status || status == MPI_STATUS_IGNORE) return sink.absent(name);
  sink.present(name);
  mpi_put_status(sink, name, *status, false);
}

// Whether a call that completes several requests tells of each: also when it failed because some of them did.
inline bool mpi_completes(int ret) {
  return __builtin_expect(ret == MPI_SUCCESS, 1) || mpi_error_class(ret) == MPI_ERR_IN_STATUS;
}

// How many requests MPI_Waitsome and its like completed; MPI_UNDEFINED is less than 0.
inline int mpi_completed(const int *outcount, int ret) {
  const int count = mpi_completes(ret) ? peek(outcount) : 0;
  return count > 0 ? count : 0;
}

template <class Sink>
void mpi_statuses(Sink &sink, const char *name, const MPI_Status *statuses, int count, int ret) {
  const bool none = !mpi_completes(ret) || !statuses || statuses == MPI_STATUSES_IGNORE;
  const uint64_t n = sink.array(name, none, none ? 0 : count_of(count));
  for (uint64_t k = 0; k < n; ++k) mpi_put_status(sink, "", statuses[k], ret != MPI_SUCCESS);
  sink.end();
}

// An int that the call has set, if it has.
template <class Sink>
void mpi_number(Sink &sink, const char *name, const int *number, bool known) {
  if (!known || !number) return sink.absent(name);
  sink.present(name);
  sink.i(name, *number);
}

template <class A, class B>
int64_t mpi_least(A a, B b) {
  const int64_t x = a, y = b;
  return x < y ? x : y;
}

// The pointer that a call stored at `place`, which the API declares as a pointer to anything.
inline const void *mpi_pointer_at(const void *place, bool failed) {
  return failed || !place ? nullptr : *static_cast<const void *const *>(place);
}

inline const void *mpi_pointer(MPI_Aint address) { return reinterpret_cast<const void *>(address); }

// The attributes that MPI defines and whose values are numbers: C programs get a pointer to them.
inline bool mpi_attribute_is_int(int keyval) {
  return keyval == MPI_TAG_UB || keyval == MPI_HOST || keyval == MPI_IO || keyval == MPI_WTIME_IS_GLOBAL ||
         keyval == MPI_UNIVERSE_SIZE || keyval == MPI_APPNUM || keyval == MPI_LASTUSEDCODE ||
         keyval == MPI_WIN_DISP_UNIT || keyval == MPI_WIN_CREATE_FLAVOR || keyval == MPI_WIN_MODEL;
}

template <class Sink>
void mpi_attribute(Sink &sink, const char *name, int keyval, const void *place, bool known) {
  const void *value = mpi_pointer_at(place, !known);
  if (!known)
    sink.any_absent(name);
  else if (value && mpi_attribute_is_int(keyval))
    sink.any_int(name, *static_cast<const int *>(value));
  else if (value && keyval == MPI_WIN_SIZE)
    sink.any_int(name, *static_cast<const MPI_Aint *>(value));
  else
    sink.any_ptr(name, value);
}

}  // namespace recorder
