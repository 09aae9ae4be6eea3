// SPDX-License-Identifier: BSD-3-Clause
// A generated program of PnetCDF calls on several ranks: blocking ones, collective and independent,
// nonblocking ones with all ways of completing them, lists of pieces and of variables, attributes, calls that
// fail. All ranks take the same decisions; where and how much each of them accesses is its own. Each call is
// announced (announce.h). usage: random_pnetcdf SEED STEPS
#include "pnetcdf_access.h"
#include "pnetcdf_files.h"

// ---- files

static struct File *some_file(void) {
  struct File *f = &files[below(kFiles)];
  return f->open ? f : &files[below(kFiles)];
}

static void forget_requests(struct File *f) {
  for (int i = 0; i < f->nrequests; i++) {
    announce_end('R', REQUEST(f->ncid, f->request[i].id));
    free(f->request[i].data);
  }
  f->nrequests = 0;
}

// Which rank removes a new file that is aborted is a race, so that is tried only.
static void close_file(struct File *f) {
  if (one_in(8))
    TRIED("ncmpi_abort", ncmpi_abort(f->ncid), "ncid:cP", ID(f->ncid));
  else
    CALL(ncmpi_close, (f->ncid), "ncid:cP", ID(f->ncid));
  forget_requests(f);
  f->open = 0;
}

static void create_file(struct File *f) {
  static const int modes[] = {0, NC_64BIT_OFFSET, NC_64BIT_DATA, NC_64BIT_DATA};
  char path[32];
  int ncid = -1, mode = modes[below(4)];
  if (one_in(5)) mode |= NC_NOCLOBBER;
  name_of(path, one_in(25) ? "absent/p" : "p", below(4));
  CALL(ncmpi_create, (MPI_COMM_WORLD, path, mode, MPI_INFO_NULL, &ncid),
       "comm:hC path:s cmode:i info:j hints:j ncidp:?nP", HANDLE(MPI_COMM_WORLD), path, mode, NULL, NULL,
       ID(ncid));
  if (rc != NC_NOERR) return;
  memset(f, 0, sizeof *f);
  f->open = f->define = 1;
  f->ncid = ncid;
  f->big = (mode & NC_64BIT_DATA) != 0;
  int old = 0;
  CALL(ncmpi_set_fill, (ncid, NC_FILL, &old), "ncid:hP fillmode:i old_modep:?i", ID(ncid), NC_FILL, old);
}

// The model of a file that exists is made anew.
static void learn_file(struct File *f) {
  int ndims = 0, nvars = 0, natts = 0, unlimited = 0, dims[kRank];
  char name[NC_MAX_NAME + 1];
  CALL(ncmpi_inq, (f->ncid, &ndims, &nvars, &natts, &unlimited),
       "ncid:hP ndimsp:?i nvarsp:?i ngattsp:?i unlimdimidp:?i", ID(f->ncid), ndims, nvars, natts, unlimited);
  for (f->ndims = 0; f->ndims < ndims; f->ndims++) {
    MPI_Offset *length = &f->length[f->ndims];
    CALL(ncmpi_inq_dim, (f->ncid, f->ndims, name, length), "ncid:hP dimid:i name:?s lenp:?l", ID(f->ncid),
         f->ndims, name, (long long)*length);
    if (f->ndims == unlimited) *length = NC_UNLIMITED;
  }
  for (f->nvars = 0; f->nvars < nvars; f->nvars++) {
    struct Var *v = &f->var[f->nvars];
    CALL(ncmpi_inq_var, (f->ncid, f->nvars, name, &v->type, &v->rank, dims, &natts),
         "ncid:hP varid:i name:?s xtypep:?i ndimsp:?i dimidsp:?[i nattsp:?i", ID(f->ncid), f->nvars, name,
         v->type, v->rank, v->rank, dims, natts);
    v->id = f->nvars;
    memcpy(v->dims, dims, sizeof dims);
  }
}

static void open_file(struct File *f) {
  char path[32];
  int ncid = -1, format = 0;
  const int mode = one_in(4) ? NC_NOWRITE : NC_WRITE;
  CALL(ncmpi_open, (MPI_COMM_WORLD, name_of(path, "p", below(5)), mode, MPI_INFO_NULL, &ncid),
       "comm:hC path:s omode:i ncidp:?nP", HANDLE(MPI_COMM_WORLD), path, mode, ID(ncid));
  if (rc != NC_NOERR) return;
  memset(f, 0, sizeof *f);
  f->open = 1;
  f->ncid = ncid;
  CALL(ncmpi_inq_format, (ncid, &format), "ncid:hP formatp:?i", ID(ncid), format);
  f->big = format == NC_FORMAT_64BIT_DATA;
  learn_file(f);
}

// Between define mode, collective and independent data mode; some of these calls come at the wrong time.
static void do_mode(struct File *f) {
  switch (below(6)) {
    case 0:
      CALL(ncmpi_redef, (f->ncid), "ncid:hP", ID(f->ncid));
      if (rc == NC_NOERR) f->define = 1, f->independent = 0;
      return;
    case 1:
    case 2:
      if (one_in(3))
        CALL(ncmpi__enddef, (f->ncid, 64, 4, 0, 16), "ncid:hP h_minfree:l v_align:l v_minfree:l r_align:l",
             ID(f->ncid), 64LL, 4LL, 0LL, 16LL);
      else
        CALL(ncmpi_enddef, (f->ncid), "ncid:hP", ID(f->ncid));
      if (rc == NC_NOERR) f->define = 0;
      return;
    case 3:
      CALL(ncmpi_begin_indep_data, (f->ncid), "ncid:hP", ID(f->ncid));
      if (rc == NC_NOERR) f->independent = 1;
      return;
    case 4:
      CALL(ncmpi_end_indep_data, (f->ncid), "ncid:hP", ID(f->ncid));
      if (rc == NC_NOERR) f->independent = 0;
      return;
    default:
      if (one_in(2))
        CALL(ncmpi_sync, (f->ncid), "ncid:hP", ID(f->ncid));
      else
        CALL(ncmpi_sync_numrecs, (f->ncid), "ncid:hP", ID(f->ncid));
      return;
  }
}

static void do_file(void) {
  struct File *f = some_file();
  if (!f->open) return one_in(3) ? open_file(f) : create_file(f);
  if (f->define && !one_in(4)) {
    CALL(ncmpi_enddef, (f->ncid), "ncid:hP", ID(f->ncid));
    if (rc == NC_NOERR) f->define = 0;
    return;
  }
  if (one_in(3)) return close_file(f);
  do_mode(f);
}

static void do_numbers(struct File *f) {
  int a = 0, b = 0;
  MPI_Offset n = 0;
  char path[256] = "";
  MPI_Info info = MPI_INFO_NULL;
  const int bad = one_in(20);
  switch (below(9)) {
    case 0:
      CALL(ncmpi_inq_nvars, (bad ? kBadFile : f->ncid, &a), bad ? "ncid:xP nvarsp:?i" : "ncid:hP nvarsp:?i",
           ID(f->ncid), a);
      return;
    case 1:
      CALL(ncmpi_inq_num_rec_vars, (f->ncid, &a), "ncid:hP nvarsp:?i", ID(f->ncid), a);
      return;
    case 2:
      CALL(ncmpi_inq_header_size, (f->ncid, &n), "ncid:hP size:?l", ID(f->ncid), (long long)n);
      return;
    case 3:
      CALL(ncmpi_inq_header_extent, (f->ncid, &n), "ncid:hP extent:?l", ID(f->ncid), (long long)n);
      return;
    case 4:
      CALL(ncmpi_inq_recsize, (f->ncid, &n), "ncid:hP recsize:?l", ID(f->ncid), (long long)n);
      return;
    case 5:
      CALL(ncmpi_inq_path, (f->ncid, &a, path), "ncid:hP pathlen:?i path:?s", ID(f->ncid), a, path);
      return;
    case 6:
      CALL(ncmpi_inq_striping, (f->ncid, &a, &b), "ncid:hP striping_size:?i striping_count:?i", ID(f->ncid),
           a, b);
      return;
    case 7:
      if (one_in(3)) {  // the caller need not want it
        CALL(ncmpi_inq_file_info, (f->ncid, NULL), "ncid:hP", ID(f->ncid));
        return;
      }
      CALL(ncmpi_inq_file_info, (f->ncid, &info), "ncid:hP info_used:?nI", ID(f->ncid), HANDLE(info));
      announce_end('I', HANDLE(info));
      if (rc == NC_NOERR) MPI_Info_free(&info);
      return;
    default:
      CALL(ncmpi_inq_put_size, (f->ncid, &n), "ncid:hP size:?l", ID(f->ncid), (long long)n);
      return;
  }
}

// ---- dimensions, variables

static void do_dimension(struct File *f) {
  char name[NC_MAX_NAME + 1] = "";
  int id = 0;
  const int dim = one_in(15) ? 99 : below(f->ndims);
  MPI_Offset length = one_in(4) ? NC_UNLIMITED : 1 + below(6);
  switch (below(5)) {
    case 0:
      CALL(ncmpi_inq_dim, (f->ncid, dim, name, &length), "ncid:hP dimid:i name:?s lenp:?l", ID(f->ncid), dim,
           name, (long long)length);
      if (rc == NC_NOERR)
        CALL(ncmpi_inq_dimid, (f->ncid, name, &id), "ncid:hP name:s idp:?i", ID(f->ncid), name, id);
      return;
    case 1:
      CALL(ncmpi_rename_dim, (f->ncid, dim, name_of(name, "d", below(9))), "ncid:hP dimid:i name:s",
           ID(f->ncid), dim, name);
      return;
    default:
      if (f->ndims == kDims) return;
      CALL(ncmpi_def_dim, (f->ncid, fresh_name(name, "dim"), length, &id), "ncid:hP name:s len:l idp:?i",
           ID(f->ncid), name, (long long)length, id);
      if (rc == NC_NOERR) f->length[f->ndims++] = length;
      return;
  }
}

static void define_variable(struct File *f) {
  struct Var v = {.rank = below(kRank + 1), .type = 1 + below(f->big || one_in(10) ? 11 : 6)};
  char name[32];
  if (f->nvars == kVars) return;
  if (f->ndims == 0) v.rank = 0;
  // The elements of a variable must have room, so only the first of up to three dimensions grows.
  for (int i = 0; i < v.rank; i++) {
    v.dims[i] = below(f->ndims);
    if (f->length[v.dims[i]] == NC_UNLIMITED && (i > 0 || v.rank > 3)) return;
  }
  CALL(ncmpi_def_var, (f->ncid, fresh_name(name, "var"), v.type, v.rank, v.dims, &v.id),
       "ncid:hP name:s xtype:i ndims:i dimidsp:[i varidp:?i", ID(f->ncid), name, v.type, v.rank, v.rank,
       v.dims, v.id);
  if (rc == NC_NOERR) f->var[f->nvars++] = v;
}

static void do_fill_value(struct File *f, const struct Var *v) {
  const struct Type *t = type_of(v->type);
  char format[64];
  if (t == &types[kText]) {
    CALL(ncmpi_def_var_fill, (f->ncid, v->id, NC_NOFILL, NULL), "ncid:hP varid:i no_fill:i fill_value:j",
         ID(f->ncid), v->id, NC_NOFILL, NULL);
    return;
  }
  fill(t->kind, t->size, 1);
  const double expected = real[0];
  snprintf(format, sizeof format, "ncid:hP varid:i no_fill:i fill_value:%c", t->kind);
  rc = ncmpi_def_var_fill(f->ncid, v->id, NC_FILL, buffer);
  digest_number(rc);
  if (t->kind == 'd')
    announce("ncmpi_def_var_fill", rc, rc != NC_NOERR, format, ID(f->ncid), v->id, NC_FILL, expected);
  else
    announce("ncmpi_def_var_fill", rc, rc != NC_NOERR, format, ID(f->ncid), v->id, NC_FILL, wide[0]);
}

static void do_variable(struct File *f) {
  const struct Var *v = some_variable(f);
  char name[NC_MAX_NAME + 1] = "";
  int a = 0, dims[kRank] = {0};
  MPI_Offset offset = 0;
  if (!v || one_in(2)) return define_variable(f);
  switch (below(6)) {
    case 0:
      CALL(ncmpi_inq_varname, (f->ncid, v->id, name), "ncid:hP varid:i name:?s", ID(f->ncid), v->id, name);
      CALL(ncmpi_inq_varid, (f->ncid, name, &a), "ncid:hP name:s varidp:?i", ID(f->ncid), name, a);
      return;
    case 1:
      CALL(ncmpi_inq_vardimid, (f->ncid, v->id, dims), "ncid:hP varid:i dimidsp:?[i", ID(f->ncid), v->id,
           v->rank, dims);
      return;
    case 2:
      CALL(ncmpi_inq_varoffset, (f->ncid, v->id, &offset), "ncid:hP varid:i offset:?l", ID(f->ncid), v->id,
           (long long)offset);
      return;
    case 3:
      CALL(ncmpi_rename_var, (f->ncid, v->id, fresh_name(name, "v")), "ncid:hP varid:i name:s", ID(f->ncid),
           v->id, name);
      return;
    case 4:
      return do_fill_value(f, v);
    default:
      CALL(ncmpi_fill_var_rec, (f->ncid, v->id, 0), "ncid:hP varid:i recno:l", ID(f->ncid), v->id, 0LL);
      return;
  }
}

// ---- attributes

static void put_attribute(struct File *f, int varid, const char *name) {
  const nc_type xtype = types[kNumbers + below(kTypes - kNumbers)].xtype;
  const int which = kFlexible + below(kTypes - kFlexible), n = below(one_in(3) ? 40 : 4);
  const struct Type *t = which == kFlexible ? type_of(xtype) : &types[which];
  char func[40], format[64];
  if (one_in(4)) {
    CALL(ncmpi_put_att_text, (f->ncid, varid, name, 11, "eleven char"), "ncid:hP varid:i name:s len:l op:s",
         ID(f->ncid), varid, name, 11LL, "eleven char");
    return;
  }
  fill(t->kind, t->size, n);
  snprintf(func, sizeof func, "ncmpi_put_att%s", types[which].name);
  const int untyped = which == kFlexible;
  snprintf(format, sizeof format, "ncid:hP varid:i name:s xtype:i %s:l %s:[%c", untyped ? "nelems" : "len",
           untyped ? "value" : "op", t->kind);
  NAMED(func, types[which].put_att(f->ncid, varid, name, xtype, n, buffer), format, ID(f->ncid), varid, name,
        xtype, (long long)n, n, t->kind == 'd' ? (const void *)real : (const void *)wide);
}

static void get_attribute(struct File *f, int varid, const char *name) {
  nc_type xtype = 0;
  MPI_Offset length = 0;
  char func[40];
  CALL(ncmpi_inq_att, (f->ncid, varid, name, &xtype, &length), "ncid:hP varid:i name:s xtypep:?i lenp:?l",
       ID(f->ncid), varid, name, xtype, (long long)length);
  if (rc != NC_NOERR) return;
  const struct Type *t = xtype == NC_CHAR ? &types[kText] : &types[kFlexible + below(kTypes - kFlexible)];
  memset(buffer, 0, 4096);
  snprintf(func, sizeof func, "ncmpi_get_att%s", t->name);
  TRIED(func, t->get_att(f->ncid, varid, name, buffer), "ncid:hP varid:i name:s", ID(f->ncid), varid, name);
}

static void do_attribute(struct File *f) {
  const struct Var *v = some_variable(f);
  const int varid = !v || one_in(2) ? NC_GLOBAL : one_in(20) ? kBadVar : v->id;
  char name[NC_MAX_NAME + 1], other[32];
  name_of(name, "a", below(6));
  switch (below(8)) {
    case 0:
    case 1:
    case 2:
      return put_attribute(f, varid, name);
    case 3:
    case 4:
      return get_attribute(f, varid, name);
    case 5:
      CALL(ncmpi_rename_att, (f->ncid, varid, name, name_of(other, "a", below(6))),
           "ncid:hP varid:i name:s newname:s", ID(f->ncid), varid, name, other);
      return;
    case 6:
      CALL(ncmpi_copy_att, (f->ncid, varid, name, f->ncid, NC_GLOBAL),
           "ncid_in:hP varid_in:i name:s ncid_out:hP varid_out:i", ID(f->ncid), varid, name, ID(f->ncid),
           NC_GLOBAL);
      return;
    default:
      CALL(ncmpi_del_att, (f->ncid, varid, name), "ncid:hP varid:i name:s", ID(f->ncid), varid, name);
      return;
  }
}

// ---- several variables in one call

enum { kSeveral = 4 };
struct Several {
  int num, varids[kSeveral], lengths[kSeveral];
  struct Region region[kSeveral];
  MPI_Offset *starts[kSeveral], *counts[kSeveral], *strides[kSeveral], *maps[kSeveral];
  void *data[kSeveral];
};

#define LISTS_ MPI_Offset *const *
#define SEVERAL(...) ((int (*)(int, int, int *, __VA_ARGS__ void *const *))function)

static int invoke_several(Function function, int form, int ncid, struct Several *s) {
  switch (form) {
    case kWhole:
      return ((int (*)(int, int, int *, void *const *))function)(ncid, s->num, s->varids, s->data);
    case kOne:
      return SEVERAL(LISTS_, )(ncid, s->num, s->varids, s->starts, s->data);
    case kArray:
      return SEVERAL(LISTS_, LISTS_, )(ncid, s->num, s->varids, s->starts, s->counts, s->data);
    case kStrided:
      return SEVERAL(LISTS_, LISTS_, LISTS_, )(ncid, s->num, s->varids, s->starts, s->counts, s->strides,
                                               s->data);
    default:
      return SEVERAL(LISTS_, LISTS_, LISTS_, LISTS_, )(ncid, s->num, s->varids, s->starts, s->counts,
                                                       s->strides, s->maps, s->data);
  }
}

static void tell_several(const char *name, int form, int ncid, struct Several *s) {
  static const char *const formats[] = {
      "ncid:hP num:i varids:[i", "ncid:hP num:i varids:[i starts:[[l",
      "ncid:hP num:i varids:[i starts:[[l counts:[[l",
      "ncid:hP num:i varids:[i starts:[[l counts:[[l strides:[[l",
      "ncid:hP num:i varids:[i starts:[[l counts:[[l strides:[[l imaps:[[l"};
  announce(name, rc, rc != NC_NOERR, formats[form], ID(ncid), s->num, s->num, s->varids, s->num, s->lengths,
           s->starts, s->num, s->lengths, s->counts, s->num, s->lengths, s->strides, s->num, s->lengths,
           s->maps);
}

static void do_several(struct File *f) {
  static struct Several s;
  const int form = below(kForms - 1), get = below(2), collective = !f->independent;
  const struct Type *t = &types[kNumbers + below(kTypes - kNumbers)];
  char name[64];
  s.num = 0;
  for (int i = 0; i < kSeveral && f->nvars; i++) {
    const struct Var *v = some_variable(f);
    if (v->type == NC_CHAR || (form == kWhole && grows(f, v))) continue;
    struct Region *r = &s.region[s.num];
    some_region(r, f, v, 0);
    s.varids[s.num] = v->id;
    s.lengths[s.num] = v->rank;
    s.starts[s.num] = r->start[0];
    s.counts[s.num] = r->count[0];
    s.strides[s.num] = r->stride;
    s.maps[s.num] = r->map;
    s.data[s.num] = buffer + (size_t)s.num * kElements * 8;
    prepare_data(t, v, s.data[s.num]);
    s.num++;
  }
  snprintf(name, sizeof name, "ncmpi_%s_%s%s%s", get ? "mget" : "mput", forms[form], t->name,
           collective ? "_all" : "");
  rc = invoke_several(t->several[get][collective][form], form, f->ncid, &s);
  if (!get) digest_number(rc);
  tell_several(name, form, f->ncid, &s);
}

// ---- nonblocking

static void do_post(struct File *f) {
  const struct Var *v = some_variable(f);
  struct Region r;
  int id = NC_REQ_NULL;
  // Several requests for a variable without dimensions make the library build an MPI datatype that is none.
  if (!v || v->rank == 0 || f->nrequests == kRequests) return;
  some_region(&r, f, v, one_in(20));
  char *data = calloc(kElements, 8);
  struct Access a = {.op = below(f->attached ? 3 : 2), .data = data, .request = &id};
  some_access(&a, f, v, &r);
  access_variable(f, v, &r, &a);
  if (rc != NC_NOERR || id == NC_REQ_NULL) {
    free(data);
    return;
  }
  f->request[f->nrequests++] = (struct Request){id, a.op == 1, data};
}

// Takes out what has ended; `all` tells that the call stood for all requests of the file, or its reads or
// writes.
static void complete(struct File *f, const int *chosen, const int *after, int n, int all) {
  int left = 0;
  for (int i = 0; i < f->nrequests; i++) {
    struct Request *q = &f->request[i];
    int ended =
        all == NC_REQ_ALL || (all == NC_GET_REQ_ALL && q->is_get) || (all == NC_PUT_REQ_ALL && !q->is_get);
    for (int k = 0; k < n; k++) ended |= chosen[k] == q->id && after[k] == NC_REQ_NULL;
    if (!ended) {
      f->request[left++] = *q;
      continue;
    }
    announce_end('R', REQUEST(f->ncid, q->id));
    free(q->data);
  }
  f->nrequests = left;
}

static int (*const waits[])(int, int, int *, int *) = {ncmpi_wait, ncmpi_wait_all, ncmpi_cancel};
static const char *const wait_names[] = {"ncmpi_wait", "ncmpi_wait_all", "ncmpi_cancel"};

static void wait_for_all(struct File *f, int which) {
  const int all = -1 - below(3);
  TRIED(wait_names[which], waits[which](f->ncid, all, NULL, NULL),
        which == 2 ? "ncid:hP num:i reqs:[hR statuses:[i"
                   : "ncid:hP count:i array_of_requests:[hR array_of_statuses:[i",
        ID(f->ncid), all, -1, NULL, -1, NULL);
  if (rc == NC_NOERR) complete(f, NULL, NULL, 0, all);
}

// Some of the requests, in any order, with places that hold none. If one has failed the call has, but all of
// them are done, and the statuses tell which it was.
static void wait_for_some(struct File *f, int which) {
  int chosen[kRequests + 2], after[kRequests + 2], statuses[kRequests + 2] = {0}, n = 0;
  long long handles[kRequests + 2];
  const int offset = own(f->nrequests), step = one_in(2) ? 1 : 2;
  for (int i = 0; i < f->nrequests; i += step) {
    if (n < kRequests && own(8) == 0) chosen[n++] = NC_REQ_NULL;
    if (n < kRequests) chosen[n++] = f->request[(i + offset) % f->nrequests].id;
  }
  for (int i = 0; i < n; i++) handles[i] = REQUEST(f->ncid, chosen[i]);
  memcpy(after, chosen, sizeof after);
  TRIED(wait_names[which], waits[which](f->ncid, n, after, statuses),
        which == 2 ? "ncid:hP num:i reqs:[hR statuses:[i"
                   : "ncid:hP count:i array_of_requests:[hR array_of_statuses:[i",
        ID(f->ncid), n, n, handles, rc == NC_NOERR || memcmp(after, chosen, (size_t)n * sizeof n) ? n : -1,
        statuses);
  complete(f, chosen, after, n, 0);
}

static void do_wait(struct File *f) {
  const int which = one_in(6) ? 2 : one_in(15) ? f->independent : !f->independent;
  int n = 0;
  CALL(ncmpi_inq_nreqs, (f->ncid, &n), "ncid:hP nreqs:?i", ID(f->ncid), n);
  if (one_in(3)) return wait_for_all(f, which);
  wait_for_some(f, which);
}

static void do_attached(struct File *f) {
  MPI_Offset n = 0;
  if (!f->attached) {
    CALL(ncmpi_buffer_attach, (f->ncid, 1 << 18), "ncid:hP bufsize:l", ID(f->ncid), 1LL << 18);
    if (rc == NC_NOERR) f->attached = 1;
  } else if (one_in(2)) {
    CALL(ncmpi_inq_buffer_usage, (f->ncid, &n), "ncid:hP usage:?l", ID(f->ncid), (long long)n);
    CALL(ncmpi_inq_buffer_size, (f->ncid, &n), "ncid:hP buf_size:?l", ID(f->ncid), (long long)n);
  } else {
    CALL(ncmpi_buffer_detach, (f->ncid), "ncid:hP", ID(f->ncid));
    if (rc == NC_NOERR) f->attached = 0;
  }
}

// ---- the whole

// What applications do: each rank its own part of each record, step after step.
static void do_loop(struct File *f) {
  const struct Var *v = some_variable(f);
  if (!v || v->rank < 1 || v->type == NC_CHAR || f->independent || f->define) return;
  MPI_Offset start[kRank] = {0}, count[kRank] = {1, 1, 1, 1};
  const int n = 3 + below(10);
  prepare_data(&types[kNumbers + 4], v, buffer);
  for (int i = 0; i < n; i++) {
    start[0] = (MPI_Offset)i * size + rank;
    CALL(ncmpi_put_vara_int_all, (f->ncid, v->id, start, count, (const int *)buffer),
         "ncid:hP varid:i start:[l count:[l", ID(f->ncid), v->id, v->rank, start, v->rank, count);
  }
}

static void step(void) {
  struct File *f = some_file();
  const int what = below(100);
  if (what < 12 || !f->open) return do_file();
  if (what < 17) return do_numbers(f);
  if (what < 26) return do_dimension(f);
  if (what < 40) return do_variable(f);
  if (what < 52) return do_attribute(f);
  if (what < 66) return do_blocking(f);
  if (what < 69) return do_vard(f);
  if (what < 75) return do_several(f);
  if (what < 86) return do_post(f);
  if (what < 94) return do_wait(f);
  if (what < 97) return do_attached(f);
  do_loop(f);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const long seed = argc > 1 ? atol(argv[1]) : 1;
  const int steps = argc > 2 ? atoi(argv[2]) : 300;
  seed_random((uint64_t)(seed * 1000 + rank + 1));
  own_state = random_state;
  seed_random((uint64_t)seed);
  // Anew for each step: ranks may have drawn different numbers of numbers in the one before.
  for (int i = 0; i < steps; i++) {
    seed_random((uint64_t)seed * 100000 + (uint64_t)i);
    step();
  }
  for (int i = 0; i < kFiles; i++)
    if (files[i].open && !one_in(4)) close_file(&files[i]);
  save(rank);
  MPI_Finalize();
  return 0;
}
