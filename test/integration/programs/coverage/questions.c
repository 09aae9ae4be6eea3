// SPDX-License-Identifier: BSD-3-Clause
// What Recorder asks library.c's library, in an object of its own: the program calls none of it, so the
// linker takes it out of the archive for Recorder's sake or not at all.
#include <stddef.h>

int nc_inq_varndims(int ncid, int varid, int *ndims) {
  *ndims = 2;
  return ncid > 0 && varid == 0 ? 0 : 1;
}

// Not asked here; but who needs one of them gets all.
int nc_inq_vartype(int ncid, int varid, int *type) { return ncid > 0 && varid == 0 && type != NULL; }
int nc_inq_var_chunking(int ncid, int varid, int *storage, size_t *sizes) {
  return ncid > 0 && varid == 0 && (storage != NULL || sizes != NULL);
}
int nc_inq_compound_fieldndims(int ncid, int type, int field, int *ndims) {
  return ncid > 0 && type >= 0 && field >= 0 && ndims != NULL;
}
int nc_inq_user_type(int ncid, int type, char *name, size_t *size, int *base, size_t *fields, int *kind) {
  return ncid > 0 && type >= 0 &&
         (name != NULL || size != NULL || base != NULL || fields != NULL || kind != NULL);
}
