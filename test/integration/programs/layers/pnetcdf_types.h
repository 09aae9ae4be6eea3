// SPDX-License-Identifier: BSD-3-Clause
// The types that memory may have in calls of PnetCDF, and the functions of each, for random_pnetcdf.c.
#ifndef RECORDER_TEST_PNETCDF_TYPES_H
#define RECORDER_TEST_PNETCDF_TYPES_H

#include <pnetcdf.h>
#include <stdlib.h>

#include "values.h"

typedef void (*Function)(void);
enum { kWhole, kOne, kArray, kStrided, kMapped, kPieceList, kForms };
static const char *const forms[] = {"var", "var1", "vara", "vars", "varm", "varn"};

struct Type {
  const char *name;  // behind ncmpi_put_var; "" for the functions that take an MPI datatype
  nc_type xtype;
  size_t size;
  char kind;
  Function blocking[2][2][kForms];     // put or get; independent or collective
  Function posted[3][kForms];          // iput, iget, bput
  Function several[2][2][kForms - 1];  // as blocking
  int (*put_att)(int, int, const char *, nc_type, MPI_Offset, const void *);
  int (*get_att)(int, int, const char *, void *);
};
#define F(name) ((Function)ncmpi_##name)
#define FORMS(op, T, ALL)                                                                  \
  {                                                                                        \
    F(op##_var##T##ALL), F(op##_var1##T##ALL), F(op##_vara##T##ALL), F(op##_vars##T##ALL), \
        F(op##_varm##T##ALL), F(op##_varn##T##ALL)                                         \
  }
#define LISTS(op, T, ALL)                                                                  \
  {                                                                                        \
    F(op##_var##T##ALL), F(op##_var1##T##ALL), F(op##_vara##T##ALL), F(op##_vars##T##ALL), \
        F(op##_varm##T##ALL)                                                               \
  }
#define ACCESS(T)                                                                        \
  {{FORMS(put, T, ), FORMS(put, T, _all)}, {FORMS(get, T, ), FORMS(get, T, _all)}},      \
      {FORMS(iput, T, ), FORMS(iget, T, ), FORMS(bput, T, )}, {                          \
    {LISTS(mput, T, ), LISTS(mput, T, _all)}, { LISTS(mget, T, ), LISTS(mget, T, _all) } \
  }
#define NUMBER(T, C, X, K)                                                                \
  {"_" #T,                                                                                \
   X,                                                                                     \
   sizeof(C),                                                                             \
   K,                                                                                     \
   ACCESS(_##T),                                                                          \
   (int (*)(int, int, const char *, nc_type, MPI_Offset, const void *))ncmpi_put_att_##T, \
   (int (*)(int, int, const char *, void *))ncmpi_get_att_##T},

enum { kText, kFlexible, kNumbers };
static const struct Type types[] = {{"_text", NC_CHAR, 1, 's', ACCESS(_text), NULL,
                                     (int (*)(int, int, const char *, void *))ncmpi_get_att_text},
                                    {"", NC_NAT, 0, 'l', ACCESS(), ncmpi_put_att, ncmpi_get_att},
                                    EACH_NUMBER(NUMBER)};
enum { kTypes = sizeof types / sizeof types[0] };

static const struct Type *type_of(nc_type xtype) {
  for (int i = 0; i < kTypes; i++)
    if (types[i].xtype == xtype) return &types[i];
  abort();
}

#endif
