// SPDX-License-Identifier: BSD-3-Clause
// How random_pnetcdf.c reads and writes one variable: every form of access, with each type that memory may
// have, put, get or posted.
#ifndef RECORDER_TEST_PNETCDF_ACCESS_H
#define RECORDER_TEST_PNETCDF_ACCESS_H

#include "pnetcdf_files.h"
#include "pnetcdf_types.h"
#include "values.h"

enum { kPieces = 20, kElements = 40960 };

// Where a call reads or writes. In the form varn there are several pieces.
struct Region {
  MPI_Offset start[kPieces][kRank], count[kPieces][kRank], stride[kRank], map[kRank];
  MPI_Offset *starts[kPieces], *counts[kPieces];
  int lengths[kPieces], pieces;
  MPI_Offset elements;
};

static void some_extent(const struct File *f, const struct Var *v, MPI_Offset *start, MPI_Offset *count,
                        MPI_Offset *stride, int past_end) {
  for (int i = 0; i < v->rank; i++) {
    const int end = f->length[v->dims[i]] == NC_UNLIMITED ? 6 : (int)f->length[v->dims[i]] + past_end;
    start[i] = own(end);
    stride[i] = 1 + own(3);
    count[i] = 1 + own(1 + (end - (int)start[i] - 1) / (int)stride[i]);
  }
}

static void some_region(struct Region *r, const struct File *f, const struct Var *v, int past_end) {
  memset(r, 0, sizeof *r);
  r->pieces = 1 + own(one_in(4) ? kPieces : 4);
  for (int p = 0; p < kPieces; p++) {
    some_extent(f, v, r->start[p], r->count[p], r->stride, past_end);
    r->starts[p] = r->start[p];
    r->counts[p] = one_in(8) ? NULL : r->count[p];
    r->lengths[p] = v->rank;
  }
  r->elements = 1;
  some_extent(f, v, r->start[0], r->count[0], r->stride, past_end);
  for (int i = 0; i < v->rank; i++) {
    r->map[i] = r->elements;
    r->elements *= r->count[0][i];
  }
}

// How one call accesses data: op 0 put, 1 get, 2 bput; nonblocking if request is not null.
struct Access {
  const struct Type *type;
  int op, form, collective;
  char *data;
  MPI_Offset n;
  MPI_Datatype datatype;
  int *request;
};

#define TYPED(...) int (*)(__VA_ARGS__, void *)
#define FLEXIBLE(...) int (*)(__VA_ARGS__, void *, MPI_Offset, MPI_Datatype)
#define POSTED(...) int (*)(__VA_ARGS__, void *, int *)
#define FLEXIBLE_POSTED(...) int (*)(__VA_ARGS__, void *, MPI_Offset, MPI_Datatype, int *)
#define FILE_VAR int, int
#define LIST const MPI_Offset *
#define INVOKE(parameters, ...)                                                                             \
  (a->datatype == MPI_DATATYPE_NULL ? a->request                                                            \
                                          ? ((POSTED parameters)function)(__VA_ARGS__, a->data, a->request) \
                                          : ((TYPED parameters)function)(__VA_ARGS__, a->data)              \
   : a->request                                                                                             \
       ? ((FLEXIBLE_POSTED parameters)function)(__VA_ARGS__, a->data, a->n, a->datatype, a->request)        \
       : ((FLEXIBLE parameters)function)(__VA_ARGS__, a->data, a->n, a->datatype))

static int invoke(const struct Access *a, int ncid, int varid, struct Region *r) {
  const Function function =
      a->request ? a->type->posted[a->op][a->form] : a->type->blocking[a->op][a->collective][a->form];
  switch (a->form) {
    case kWhole:
      return INVOKE((FILE_VAR), ncid, varid);
    case kOne:
      return INVOKE((FILE_VAR, LIST), ncid, varid, r->start[0]);
    case kArray:
      return INVOKE((FILE_VAR, LIST, LIST), ncid, varid, r->start[0], r->count[0]);
    case kStrided:
      return INVOKE((FILE_VAR, LIST, LIST, LIST), ncid, varid, r->start[0], r->count[0], r->stride);
    case kMapped:
      return INVOKE((FILE_VAR, LIST, LIST, LIST, LIST), ncid, varid, r->start[0], r->count[0], r->stride,
                    r->map);
    default:
      return INVOKE((FILE_VAR, int, MPI_Offset *const *, MPI_Offset *const *), ncid, varid, r->pieces,
                    r->starts, r->counts);
  }
}

// The part of the announcement that follows the place: MPI's datatype, the request.
static const char *format_of(const struct Access *a, const char *place) {
  static char format[200];
  snprintf(format, sizeof format, "ncid:hP varid:i%s%s%s", place,
           a->datatype == MPI_DATATYPE_NULL ? "" : " bufcount:l buftype:hT", a->request ? " req:?nR" : "");
  return format;
}

#define TELL(place, ...)                                                                       \
  (a->datatype == MPI_DATATYPE_NULL                                                            \
       ? announce(name, rc, rc != NC_NOERR, format_of(a, place), __VA_ARGS__, request)         \
       : announce(name, rc, rc != NC_NOERR, format_of(a, place), __VA_ARGS__, (long long)a->n, \
                  HANDLE(a->datatype), request))

static void tell(const char *name, const struct Access *a, int ncid, int varid, int rank_, struct Region *r) {
  const long long request = a->request ? REQUEST(ncid, *a->request) : 0, id = ID(ncid);
  switch (a->form) {
    case kWhole:
      TELL("", id, varid);
      return;
    case kOne:
      TELL(" start:[l", id, varid, rank_, r->start[0]);
      return;
    case kArray:
      TELL(" start:[l count:[l", id, varid, rank_, r->start[0], rank_, r->count[0]);
      return;
    case kStrided:
      TELL(" start:[l count:[l stride:[l", id, varid, rank_, r->start[0], rank_, r->count[0], rank_,
           r->stride);
      return;
    case kMapped:
      TELL(" start:[l count:[l stride:[l imap:[l", id, varid, rank_, r->start[0], rank_, r->count[0], rank_,
           r->stride, rank_, r->map);
      return;
    default:
      TELL(" num:i starts:[[l counts:[[l", id, varid, r->pieces, r->pieces, r->lengths, r->starts, r->pieces,
           r->lengths, r->counts);
      return;
  }
}

// One access; a variable that does not exist has no rank, so its arrays have no elements.
static void access_variable(struct File *f, const struct Var *v, struct Region *r, const struct Access *a) {
  static const char *const ops[] = {"put", "get", "bput"};
  char name[64];
  const int bad = one_in(40), varid = bad ? kBadVar : v->id;
  snprintf(name, sizeof name, "ncmpi_%s%s_%s%s%s", a->request && a->op < 2 ? "i" : "", ops[a->op],
           forms[a->form], a->type->name, a->collective && !a->request ? "_all" : "");
  rc = invoke(a, f->ncid, varid, r);
  if (a->op != 1) digest_number(rc);
  if (bad) memset(r->lengths, 0, sizeof r->lengths);
  tell(name, a, f->ncid, varid, bad ? 0 : v->rank, r);
}

// All ranks write the same value wherever they write in a variable, so that their order does not matter.
static void prepare_data(const struct Type *t, const struct Var *v, char *data) {
  const int value = 1 + v->id * 7 % 50;
  for (int i = 0; i < kElements; i++) {
    const float f = (float)value;
    const double d = value;
    const long long n = value;
    memcpy(data + (size_t)i * t->size,
           t->kind != 'd' ? (const void *)&n
           : t->size == 4 ? (const void *)&f
                          : &d,
           t->size);
  }
}

static const struct Type *memory_of(const struct Var *v) {
  if (v->type == NC_CHAR) return &types[kText];  // the library asserts that texts and numbers do not mix
  return &types[kNumbers + below(kTypes - kNumbers)];
}

static MPI_Datatype datatype_of(const struct Type *t) {
  static const MPI_Datatype signed_[] = {MPI_DATATYPE_NULL, MPI_SIGNED_CHAR, MPI_SHORT};
  if (t == &types[kText]) return MPI_CHAR;
  if (t->kind == 'd') return t->size == 4 ? MPI_FLOAT : MPI_DOUBLE;
  if (t->kind == 'l') return t->size < 4 ? signed_[t->size] : t->size == 4 ? MPI_INT : MPI_LONG_LONG;
  return t->size == 1   ? MPI_UNSIGNED_CHAR
         : t->size == 2 ? MPI_UNSIGNED_SHORT
         : t->size == 4 ? MPI_UNSIGNED
                        : MPI_UNSIGNED_LONG_LONG;
}

static MPI_Offset elements_of(int form, const struct File *f, const struct Var *v, const struct Region *r) {
  MPI_Offset n = 0;
  if (form == kOne) return 1;
  if (form != kPieceList && form != kWhole) return r->elements;
  if (form == kWhole) {
    n = 1;
    for (int i = 0; i < v->rank; i++) n *= f->length[v->dims[i]];
    return n;
  }
  for (int p = 0; p < r->pieces; p++) {
    MPI_Offset piece = 1;
    for (int i = 0; r->counts[p] && i < v->rank; i++) piece *= r->counts[p][i];
    n += piece;
  }
  return n;
}
static void some_access(struct Access *a, const struct File *f, const struct Var *v, const struct Region *r) {
  const struct Type *memory = memory_of(v);
  a->form = below(kForms);
  // A variable that grows may have more elements than anybody has room for.
  if (a->form == kWhole && grows(f, v)) a->form = kArray;
  const int flexible = one_in(4);
  a->type = flexible ? &types[kFlexible] : memory;
  a->datatype = flexible ? datatype_of(memory) : MPI_DATATYPE_NULL;
  a->n = flexible ? elements_of(a->form, f, v, r) : 0;
  prepare_data(memory, v, a->data);
}

static void do_blocking(struct File *f) {
  const struct Var *v = some_variable(f);
  struct Region r;
  if (!v) return;
  some_region(&r, f, v, one_in(20));
  // Mostly as the file's mode wants it.
  struct Access a = {
      .op = below(2), .collective = one_in(12) ? f->independent : !f->independent, .data = buffer};
  memset(buffer, 0, sizeof buffer);
  some_access(&a, f, v, &r);
  if (a.op == 1) memset(buffer, 0, sizeof buffer);
  access_variable(f, v, &r, &a);
}

// By a file type: the whole of a variable that does not grow.
static void do_vard(struct File *f) {
  const struct Var *v = some_variable(f);
  if (!v || grows(f, v) || v->rank == 0) return;
  const struct Type *t = type_of(v->type);
  const MPI_Offset n = f->length[v->dims[0]];
  const int collective = !f->independent;
  MPI_Datatype filetype;
  MPI_Type_contiguous((int)n, datatype_of(t), &filetype);
  MPI_Type_commit(&filetype);
  prepare_data(t, v, buffer);
  const char *format = "ncid:hP varid:i filetype:xT bufcount:l buftype:hT";
  if (collective)
    CALL(ncmpi_put_vard_all, (f->ncid, v->id, filetype, buffer, n, datatype_of(t)), format, ID(f->ncid),
         v->id, HANDLE(filetype), (long long)n, HANDLE(datatype_of(t)));
  else
    CALL(ncmpi_get_vard, (f->ncid, v->id, filetype, buffer, n, datatype_of(t)), format, ID(f->ncid), v->id,
         HANDLE(filetype), (long long)n, HANDLE(datatype_of(t)));
  MPI_Type_free(&filetype);
}

#endif
