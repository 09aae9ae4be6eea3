// SPDX-License-Identifier: BSD-3-Clause
// Names for the handles that no recorded call made. The values are compared with MPI's own constants instead
// of asking MPI_Type_get_name: an application may pass an invalid handle and live with the error that it
// gets, but asking about one would call its error handler.
#include "runtime/mpi_describe.h"

#include <string.h>

#include "runtime/mpi_values.h"
#include "session/session.h"

namespace recorder {
namespace {

#define RECORDER_NAMED(constant) \
  if (value == handle_value(constant)) return #constant

const char *type_name(uint64_t value) {
  RECORDER_NAMED(MPI_CHAR);
  RECORDER_NAMED(MPI_SIGNED_CHAR);
  RECORDER_NAMED(MPI_UNSIGNED_CHAR);
  RECORDER_NAMED(MPI_BYTE);
  RECORDER_NAMED(MPI_WCHAR);
  RECORDER_NAMED(MPI_SHORT);
  RECORDER_NAMED(MPI_UNSIGNED_SHORT);
  RECORDER_NAMED(MPI_INT);
  RECORDER_NAMED(MPI_UNSIGNED);
  RECORDER_NAMED(MPI_LONG);
  RECORDER_NAMED(MPI_UNSIGNED_LONG);
  RECORDER_NAMED(MPI_LONG_LONG);
  RECORDER_NAMED(MPI_UNSIGNED_LONG_LONG);
  RECORDER_NAMED(MPI_FLOAT);
  RECORDER_NAMED(MPI_DOUBLE);
  RECORDER_NAMED(MPI_LONG_DOUBLE);
  RECORDER_NAMED(MPI_INT8_T);
  RECORDER_NAMED(MPI_INT16_T);
  RECORDER_NAMED(MPI_INT32_T);
  RECORDER_NAMED(MPI_INT64_T);
  RECORDER_NAMED(MPI_UINT8_T);
  RECORDER_NAMED(MPI_UINT16_T);
  RECORDER_NAMED(MPI_UINT32_T);
  RECORDER_NAMED(MPI_UINT64_T);
  RECORDER_NAMED(MPI_C_BOOL);
  RECORDER_NAMED(MPI_C_FLOAT_COMPLEX);
  RECORDER_NAMED(MPI_C_DOUBLE_COMPLEX);
  RECORDER_NAMED(MPI_C_LONG_DOUBLE_COMPLEX);
  RECORDER_NAMED(MPI_AINT);
  RECORDER_NAMED(MPI_OFFSET);
  RECORDER_NAMED(MPI_COUNT);
  RECORDER_NAMED(MPI_PACKED);
  RECORDER_NAMED(MPI_FLOAT_INT);
  RECORDER_NAMED(MPI_DOUBLE_INT);
  RECORDER_NAMED(MPI_LONG_INT);
  RECORDER_NAMED(MPI_SHORT_INT);
  RECORDER_NAMED(MPI_LONG_DOUBLE_INT);
  RECORDER_NAMED(MPI_2INT);
  RECORDER_NAMED(MPI_CXX_BOOL);
  RECORDER_NAMED(MPI_CXX_FLOAT_COMPLEX);
  RECORDER_NAMED(MPI_CXX_DOUBLE_COMPLEX);
  RECORDER_NAMED(MPI_CXX_LONG_DOUBLE_COMPLEX);
  RECORDER_NAMED(MPI_CHARACTER);
  RECORDER_NAMED(MPI_LOGICAL);
  RECORDER_NAMED(MPI_INTEGER);
  RECORDER_NAMED(MPI_REAL);
  RECORDER_NAMED(MPI_DOUBLE_PRECISION);
  RECORDER_NAMED(MPI_COMPLEX);
  RECORDER_NAMED(MPI_DOUBLE_COMPLEX);
  RECORDER_NAMED(MPI_2INTEGER);
  RECORDER_NAMED(MPI_2REAL);
  RECORDER_NAMED(MPI_2DOUBLE_PRECISION);
  RECORDER_NAMED(MPI_INTEGER1);
  RECORDER_NAMED(MPI_INTEGER2);
  RECORDER_NAMED(MPI_INTEGER4);
  RECORDER_NAMED(MPI_INTEGER8);
  RECORDER_NAMED(MPI_REAL4);
  RECORDER_NAMED(MPI_REAL8);
  RECORDER_NAMED(MPI_REAL16);
  RECORDER_NAMED(MPI_COMPLEX8);
  RECORDER_NAMED(MPI_COMPLEX16);
  RECORDER_NAMED(MPI_COMPLEX32);
#ifdef MPI_LOGICAL1
  RECORDER_NAMED(MPI_LOGICAL1);
#endif
#ifdef MPI_LOGICAL2
  RECORDER_NAMED(MPI_LOGICAL2);
#endif
#ifdef MPI_LOGICAL4
  RECORDER_NAMED(MPI_LOGICAL4);
#endif
#ifdef MPI_LOGICAL8
  RECORDER_NAMED(MPI_LOGICAL8);
#endif
#ifdef MPI_INTEGER16
  RECORDER_NAMED(MPI_INTEGER16);
#endif
#ifdef MPI_2COMPLEX
  RECORDER_NAMED(MPI_2COMPLEX);
#endif
#ifdef MPI_2DOUBLE_COMPLEX
  RECORDER_NAMED(MPI_2DOUBLE_COMPLEX);
#endif
#ifdef MPI_LB
  RECORDER_NAMED(MPI_LB);
#endif
#ifdef MPI_UB
  RECORDER_NAMED(MPI_UB);
#endif
  return "";
}

const char *comm_name(uint64_t value) {
  RECORDER_NAMED(MPI_COMM_WORLD);
  RECORDER_NAMED(MPI_COMM_SELF);
  return "";
}

const char *group_name(uint64_t value) {
  RECORDER_NAMED(MPI_GROUP_EMPTY);
  return "";
}

const char *info_name(uint64_t value) {
  RECORDER_NAMED(MPI_INFO_ENV);
  return "";
}

const char *errhandler_name(uint64_t value) {
  RECORDER_NAMED(MPI_ERRORS_ARE_FATAL);
  RECORDER_NAMED(MPI_ERRORS_RETURN);
#ifdef MPI_ERRORS_ABORT
  RECORDER_NAMED(MPI_ERRORS_ABORT);
#endif
  return "";
}

const char *op_name(uint64_t value) {
  RECORDER_NAMED(MPI_SUM);
  RECORDER_NAMED(MPI_MAX);
  RECORDER_NAMED(MPI_MIN);
  RECORDER_NAMED(MPI_PROD);
  RECORDER_NAMED(MPI_LAND);
  RECORDER_NAMED(MPI_BAND);
  RECORDER_NAMED(MPI_LOR);
  RECORDER_NAMED(MPI_BOR);
  RECORDER_NAMED(MPI_LXOR);
  RECORDER_NAMED(MPI_BXOR);
  RECORDER_NAMED(MPI_MAXLOC);
  RECORDER_NAMED(MPI_MINLOC);
  RECORDER_NAMED(MPI_REPLACE);
  RECORDER_NAMED(MPI_NO_OP);
  return "";
}

const char *message_name(uint64_t value) {
  RECORDER_NAMED(MPI_MESSAGE_NO_PROC);
  return "";
}

template <const char *(*name_of)(uint64_t)>
bool describe(uint64_t value, char *name, size_t size) {
  const char *text = name_of(value);
  const size_t length = strlen(text);
  if (length >= size) return false;
  memcpy(name, text, length + 1);
  return true;
}

}  // namespace

void mpi_describe_handles() {
  set_describer(Class::MPI_Datatype, describe<type_name>);
  set_describer(Class::MPI_Comm, describe<comm_name>);
  set_describer(Class::MPI_Group, describe<group_name>);
  set_describer(Class::MPI_Info, describe<info_name>, Described::predefined);
  set_describer(Class::MPI_Errhandler, describe<errhandler_name>, Described::predefined);
  set_describer(Class::MPI_Op, describe<op_name>, Described::predefined);
  set_describer(Class::MPI_Message, describe<message_name>, Described::predefined);
}

}  // namespace recorder
