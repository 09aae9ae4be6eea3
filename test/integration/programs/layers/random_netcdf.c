// SPDX-License-Identifier: BSD-3-Clause
// A generated program of NetCDF calls: classic and NetCDF-4 files, groups, attributes and variables of all
// types, every form of access, types of its own, calls that fail; ids come back as files are closed and
// opened. Each call is announced (announce.h). usage: random_netcdf SEED STEPS
#include <netcdf.h>

#include "announce.h"
#include "values.h"

enum { kFiles = 3, kDims = 6, kGroups = 4, kVars = 10, kRank = 5, kClosed = 0x7654321, kNoVar = 1000 };

struct Var {
  int id, rank, dims[kRank], has_fill;
  nc_type type;
};
struct Group {
  int ncid, nvars;
  struct Var var[kVars];
};
struct File {
  int open, ndims, unlimited[kDims], ngroups, ntypes;
  nc_type type[4];
  struct Group group[kGroups];  // the first one is the file itself
};
static struct File files[kFiles];

static const char *strings[512];
static int rc;

// Makes a call, announces it with its result.
#define NAMED(name, call, ...) \
  (rc = (call), digest_number(rc), announce(name, rc, rc != NC_NOERR, __VA_ARGS__))
#define CALL(func, arguments, ...) NAMED(#func, func arguments, __VA_ARGS__)
#define ID(ncid) ((long long)(ncid))

// ---- the types that memory may have: l signed, z unsigned, d real, s text or string

typedef int (*PutVar)(int, int, const void *);
typedef int (*GetVar)(int, int, void *);
typedef int (*PutVar1)(int, int, const size_t *, const void *);
typedef int (*GetVar1)(int, int, const size_t *, void *);
typedef int (*PutVara)(int, int, const size_t *, const size_t *, const void *);
typedef int (*GetVara)(int, int, const size_t *, const size_t *, void *);
typedef int (*PutVars)(int, int, const size_t *, const size_t *, const ptrdiff_t *, const void *);
typedef int (*GetVars)(int, int, const size_t *, const size_t *, const ptrdiff_t *, void *);
typedef int (*PutVarm)(int, int, const size_t *, const size_t *, const ptrdiff_t *, const ptrdiff_t *,
                       const void *);
typedef int (*GetVarm)(int, int, const size_t *, const size_t *, const ptrdiff_t *, const ptrdiff_t *,
                       void *);
typedef int (*PutAtt)(int, int, const char *, nc_type, size_t, const void *);
typedef int (*GetAtt)(int, int, const char *, void *);

struct Type {
  const char *name;  // behind nc_put_var_; "" for the functions without a type
  nc_type xtype;
  size_t size;
  char kind;
  PutVar put_var;
  GetVar get_var;
  PutVar1 put_var1;
  GetVar1 get_var1;
  PutVara put_vara;
  GetVara get_vara;
  PutVars put_vars;
  GetVars get_vars;
  PutVarm put_varm;
  GetVarm get_varm;
  PutAtt put_att;
  GetAtt get_att;
};
#define ACCESS(T)                                                                                         \
  (PutVar) nc_put_var##T, (GetVar)nc_get_var##T, (PutVar1)nc_put_var1##T, (GetVar1)nc_get_var1##T,        \
      (PutVara)nc_put_vara##T, (GetVara)nc_get_vara##T, (PutVars)nc_put_vars##T, (GetVars)nc_get_vars##T, \
      (PutVarm)nc_put_varm##T, (GetVarm)nc_get_varm##T
#define NUMBER(T, C, X, K) \
  {"_" #T, X, sizeof(C), K, ACCESS(_##T), (PutAtt)nc_put_att_##T, (GetAtt)nc_get_att_##T},

enum { kText, kString, kUntyped, kNumbers };
static const struct Type types[] = {
    {"_text", NC_CHAR, 1, 's', ACCESS(_text), NULL, (GetAtt)nc_get_att_text},
    {"_string", NC_STRING, sizeof(char *), 's', ACCESS(_string), NULL, (GetAtt)nc_get_att_string},
    {"", NC_NAT, 8, 'l', ACCESS(), (PutAtt)nc_put_att, (GetAtt)nc_get_att},
    EACH_NUMBER(NUMBER)  // and one of these types by another name
    NUMBER(ubyte, unsigned char, NC_UBYTE, 'z')};
enum { kTypes = sizeof types / sizeof types[0] };

static const struct Type *type_of(nc_type xtype) {
  for (int i = 0; i < kTypes; i++)
    if (types[i].xtype == xtype) return &types[i];
  return &types[kUntyped];
}

// ---- files

static struct File *some_file(void) {
  struct File *f = &files[below(kFiles)];
  for (int i = 0; i < 4 && !f->open; i++) f = &files[below(kFiles)];
  return f;
}
static struct Group *some_group(struct File *f) { return &f->group[below(f->ngroups)]; }
// The id of a group, at times one that is none.
static int some_id(const struct Group *g) { return one_in(40) ? kClosed : g->ncid; }
#define HOW(id) ((id) == kClosed ? "ncid:xF" : "ncid:hF")
// The format for a call whose first argument is such an id.
static const char *with_id(int id, const char *rest) {
  static char room[8][160];
  static int next;
  char *format = room[next++ % 8];
  snprintf(format, sizeof room[0], "%s%s%s", HOW(id), *rest ? " " : "", rest);
  return format;
}

static void close_file(struct File *f) {
  const int ncid = f->group[0].ncid;
  if (one_in(8))
    CALL(nc_abort, (ncid), "ncid:cF", ID(ncid));
  else
    CALL(nc_close, (ncid), "ncid:cF", ID(ncid));
  for (int i = 1; i < f->ngroups; i++) announce_end('F', f->group[i].ncid);
  f->open = 0;
}

static void begin_file(struct File *f, int ncid) {
  memset(f, 0, sizeof *f);
  f->open = f->ngroups = 1;
  f->group[0].ncid = ncid;
}

static void create_file(struct File *f) {
  static const int modes[] = {0,          NC_64BIT_OFFSET, NC_64BIT_DATA,
                              NC_NETCDF4, NC_NETCDF4,      NC_NETCDF4 | NC_CLASSIC_MODEL};
  char path[32];
  int ncid = 0, mode = modes[below(6)];
  if (one_in(6)) mode |= NC_NOCLOBBER;
  if (one_in(8) && !(mode & NC_NETCDF4)) mode |= NC_SHARE;
  name_of(path, one_in(20) ? "absent/f" : "f", below(4));
  if (!(mode & NC_NETCDF4) && one_in(4)) {
    size_t hint = 4096u << below(3);
    CALL(nc__create, (path, mode, 0, &hint, &ncid), "path:s cmode:i initialsz:z ncidp:?nF", path, mode, 0LL,
         ID(ncid));
  } else {
    CALL(nc_create, (path, mode, &ncid), "path:s cmode:i ncidp:?nF", path, mode, ID(ncid));
  }
  if (rc == NC_NOERR) begin_file(f, ncid);
}

// A list of ids as announcements want handles.
static const long long *handles(int n, const int *ids) {
  static long long list[64];
  for (int i = 0; i < n && i < 64; i++) list[i] = ids[i];
  return list;
}

static void learn_variables(struct Group *g) {
  int ids[64] = {0}, dims[NC_MAX_VAR_DIMS] = {0}, n = 0, rank = 0, natts = 0;
  char name[NC_MAX_NAME + 1] = "";
  CALL(nc_inq_varids, (g->ncid, &n, ids), "ncid:hF nvars:?i varids:?[i", ID(g->ncid), n, n, ids);
  g->nvars = n < kVars ? n : kVars;
  for (int i = 0; i < g->nvars; i++) {
    struct Var *v = &g->var[i];
    CALL(nc_inq_var, (g->ncid, ids[i], name, &v->type, &rank, dims, &natts),
         "ncid:hF varid:i name:?s xtypep:?i ndimsp:?i dimidsp:?[i nattsp:?i", ID(g->ncid), ids[i], name,
         v->type, rank, rank, dims, natts);
    v->id = ids[i];
    v->rank = rank;
    memcpy(v->dims, dims, sizeof v->dims);
    v->has_fill = 0;
  }
}

// What a file that exists has: its model is made anew.
static void learn_file(struct File *f) {
  const int ncid = f->group[0].ncid;
  int n = 0, vars = 0, atts = 0, unlimited = 0, list[64] = {0};
  CALL(nc_inq, (ncid, &n, &vars, &atts, &unlimited), "ncid:hF ndimsp:?i nvarsp:?i nattsp:?i unlimdimidp:?i",
       ID(ncid), n, vars, atts, unlimited);
  f->ndims = n < kDims ? n : kDims;
  CALL(nc_inq_unlimdims, (ncid, &n, list), "ncid:hF nunlimdimsp:?i unlimdimidsp:?[i", ID(ncid), n, n, list);
  for (int i = 0; rc == NC_NOERR && i < n; i++) f->unlimited[list[i] % kDims] = 1;
  CALL(nc_inq_grps, (ncid, &n, list), "ncid:hF numgrps:?i ncids:?[nF", ID(ncid), n, n, handles(n, list));
  for (int i = 0; rc == NC_NOERR && i < n && f->ngroups < kGroups; i++) f->group[f->ngroups++].ncid = list[i];
  for (int i = 0; i < f->ngroups; i++) learn_variables(&f->group[i]);
}

static void open_file(struct File *f) {
  char path[32];
  int ncid = 0;
  const int mode = one_in(4) ? NC_NOWRITE : NC_WRITE;
  CALL(nc_open, (name_of(path, "f", below(5)), mode, &ncid), "path:s mode:i ncidp:?nF", path, mode, ID(ncid));
  if (rc != NC_NOERR) return;
  begin_file(f, ncid);
  learn_file(f);
}

// A file is open once at a time: its slot is its number.
static void do_file(void) {
  struct File *f = some_file();
  const int ncid = f->open ? f->group[0].ncid : kClosed;
  int old = 0;
  if (!f->open) return one_in(3) ? open_file(f) : create_file(f);
  switch (below(9)) {
    case 0:
      return close_file(f);
    case 1:
      CALL(nc_redef, (ncid), "ncid:hF", ID(ncid));
      return;
    case 2:
    case 3:
      CALL(nc_enddef, (ncid), "ncid:hF", ID(ncid));
      return;
    case 4:
      CALL(nc__enddef, (ncid, 100, 4, 0, 512), "ncid:hF h_minfree:z v_align:z v_minfree:z r_align:z",
           ID(ncid), 100LL, 4LL, 0LL, 512LL);
      return;
    case 5:
      CALL(nc_sync, (ncid), "ncid:hF", ID(ncid));
      return;
    case 6:
      CALL(nc_set_fill, (ncid, NC_FILL, &old), "ncid:hF fillmode:i old_modep:?i", ID(ncid), NC_FILL, old);
      return;
    case 7:
      CALL(nc_close, (kClosed), "ncid:xF", ID(kClosed));
      return;
    default:
      CALL(nc_inq_format, (ncid, &old), "ncid:hF formatp:?i", ID(ncid), old);
      return;
  }
}

static void do_file_questions(struct File *f) {
  const int ncid = some_id(some_group(f));
  int a = 0, b = 0;
  size_t length = 0;
  char path[NC_MAX_NAME + 1] = "";
  switch (below(5)) {
    case 0:
      CALL(nc_inq_ndims, (ncid, &a), with_id(ncid, "ndimsp:?i"), ID(ncid), a);
      break;
    case 1:
      CALL(nc_inq_natts, (ncid, &a), with_id(ncid, "nattsp:?i"), ID(ncid), a);
      break;
    case 2:
      CALL(nc_inq_unlimdim, (ncid, &a), with_id(ncid, "unlimdimidp:?i"), ID(ncid), a);
      break;
    case 3:
      CALL(nc_inq_format_extended, (ncid, &a, &b), with_id(ncid, "formatp:?i modep:?i"), ID(ncid), a, b);
      break;
    default:
      CALL(nc_inq_path, (ncid, &length, path), with_id(ncid, "pathlen:?z path:?s"), ID(ncid), length, path);
      break;
  }
}

// ---- groups

static void do_group(struct File *f) {
  struct Group *g = some_group(f);
  char name[NC_MAX_NAME + 1] = "";
  int id = 0, ids[64] = {0};
  size_t length = 0;
  switch (below(7)) {
    case 0:
      if (f->ngroups == kGroups) return;
      CALL(nc_def_grp, (g->ncid, fresh_name(name, "group"), &id), "parent_ncid:hF name:s new_ncid:?nF",
           ID(g->ncid), name, ID(id));
      if (rc == NC_NOERR) f->group[f->ngroups++] = (struct Group){.ncid = id};
      return;
    case 1:
      CALL(nc_inq_grpname, (g->ncid, name), "ncid:hF name:?s", ID(g->ncid), name);
      if (rc != NC_NOERR || g == f->group) return;
      CALL(nc_inq_grp_parent, (g->ncid, &id), "ncid:hF parent_ncid:?nF", ID(g->ncid), ID(id));
      CALL(nc_inq_ncid, (id, name, &ids[0]), "ncid:hF name:s grp_ncid:?nF", ID(id), name, ID(ids[0]));
      return;
    case 2:
      CALL(nc_inq_grpname_full, (g->ncid, &length, name), "ncid:hF lenp:?z full_name:?s", ID(g->ncid), length,
           name);
      return;
    case 3:
      CALL(nc_inq_grpname_len, (g->ncid, &length), "ncid:hF lenp:?z", ID(g->ncid), length);
      return;
    case 4:
      CALL(nc_inq_grp_ncid, (g->ncid, "absent", &id), "ncid:hF grp_name:s grp_ncid:?nF", ID(g->ncid),
           "absent", ID(id));
      return;
    case 5:
      CALL(nc_inq_dimids, (g->ncid, &id, ids, 1), "ncid:hF ndims:?i dimids:?[i include_parents:i",
           ID(g->ncid), id, id, ids, 1);
      return;
    default:
      CALL(nc_inq_typeids, (g->ncid, &id, ids), "ncid:hF ntypes:?i typeids:?[i", ID(g->ncid), id, id, ids);
      return;
  }
}

// ---- dimensions

static void do_dimension(struct File *f) {
  const int ncid = f->group[0].ncid, dim = one_in(20) ? 99 : below(f->ndims);
  char name[NC_MAX_NAME + 1] = "";
  int id = 0;
  size_t length = one_in(4) ? NC_UNLIMITED : 1 + (size_t)below(6);
  switch (below(6)) {
    case 0:
    case 1:
    case 2:
      if (f->ndims == kDims) return;
      CALL(nc_def_dim, (ncid, fresh_name(name, "dim"), length, &id), "ncid:hF name:s len:z idp:?i", ID(ncid),
           name, length, id);
      if (rc != NC_NOERR) return;
      if (id != f->ndims) abort();
      f->unlimited[f->ndims++] = length == NC_UNLIMITED;
      return;
    case 3:
      CALL(nc_inq_dim, (ncid, dim, name, &length), "ncid:hF dimid:i name:?s lenp:?z", ID(ncid), dim, name,
           length);
      if (rc != NC_NOERR) return;
      CALL(nc_inq_dimid, (ncid, name, &id), "ncid:hF name:s idp:?i", ID(ncid), name, id);
      return;
    case 4:
      CALL(nc_rename_dim, (ncid, dim, name_of(name, "d", below(9))), "ncid:hF dimid:i name:s", ID(ncid), dim,
           name);
      return;
    default:
      CALL(nc_inq_dimname, (ncid, dim, name), "ncid:hF dimid:i name:?s", ID(ncid), dim, name);
      return;
  }
}

// ---- variables

static nc_type some_xtype(const struct File *f) {
  if (f->ntypes && one_in(5)) return f->type[below(f->ntypes)];
  return one_in(30) ? 77 : 1 + below(one_in(2) ? 6 : 12);
}

static void define_variable(struct File *f, struct Group *g) {
  struct Var v = {.rank = below(kRank + 1), .type = some_xtype(f)};
  char name[32];
  if (g->nvars == kVars) return;
  if (f->ndims == 0) v.rank = 0;
  // The elements of a variable must have room in the buffer, so a rank above 3 has no dimension that grows.
  for (int i = 0; i < v.rank; i++) {
    v.dims[i] = below(f->ndims);
    if (v.rank > 3 && f->unlimited[v.dims[i]]) return;
  }
  CALL(nc_def_var, (g->ncid, fresh_name(name, "var"), v.type, v.rank, v.dims, &v.id),
       "ncid:hF name:s xtype:i ndims:i dimidsp:[i varidp:?i", ID(g->ncid), name, v.type, v.rank, v.rank,
       v.dims, v.id);
  if (rc == NC_NOERR) g->var[g->nvars++] = v;
}

// A variable of the group; at times one that does not exist, whose rank is nothing.
static struct Var some_variable(const struct Group *g) {
  if (g->nvars == 0 || one_in(40)) return (struct Var){.id = kNoVar, .type = NC_INT};
  return g->var[below(g->nvars)];
}

static void do_storage(const struct Group *g) {
  const struct Var v = some_variable(g);
  const int id = g->ncid;
  size_t chunks[NC_MAX_VAR_DIMS], size = 0, number = 0;
  int a = 0, b = 0, c = 0;
  float preemption = 0;
  for (int i = 0; i < kRank; i++) chunks[i] = 1 + (size_t)below(3);
  switch (below(9)) {
    case 0:
      a = one_in(3) ? NC_CONTIGUOUS : NC_CHUNKED;
      CALL(nc_def_var_chunking, (id, v.id, a, chunks), "ncid:hF varid:i storage:i chunksizesp:[z", ID(id),
           v.id, a, a == NC_CHUNKED ? v.rank : -1, chunks);
      return;
    case 1:
      CALL(nc_inq_var_chunking, (id, v.id, &a, chunks), "ncid:hF varid:i storagep:?i chunksizesp:?[z", ID(id),
           v.id, a, rc == NC_NOERR && a == NC_CHUNKED ? v.rank : 0, chunks);
      return;
    case 2:
      CALL(nc_def_var_deflate, (id, v.id, 1, 1, 3), "ncid:hF varid:i shuffle:i deflate:i deflate_level:i",
           ID(id), v.id, 1, 1, 3);
      return;
    case 3:
      CALL(nc_inq_var_deflate, (id, v.id, &a, &b, &c),
           "ncid:hF varid:i shufflep:?i deflatep:?i deflate_levelp:?i", ID(id), v.id, a, b, c);
      return;
    case 4:
      CALL(nc_def_var_fletcher32, (id, v.id, 1), "ncid:hF varid:i fletcher32:i", ID(id), v.id, 1);
      return;
    case 5:
      a = below(3);
      CALL(nc_def_var_endian, (id, v.id, a), "ncid:hF varid:i endian:i", ID(id), v.id, a);
      return;
    case 6:
      CALL(nc_set_var_chunk_cache, (id, v.id, 4096, 7, 0.5f), "ncid:hF varid:i size:z nelems:z preemption:d",
           ID(id), v.id, 4096LL, 7LL, 0.5);
      return;
    case 7:
      CALL(nc_get_var_chunk_cache, (id, v.id, &size, &number, &preemption),
           "ncid:hF varid:i sizep:?z nelemsp:?z preemptionp:?d", ID(id), v.id, size, number,
           (double)preemption);
      return;
    default:
      CALL(nc_inq_var_endian, (id, v.id, &a), "ncid:hF varid:i endianp:?i", ID(id), v.id, a);
      return;
  }
}

// The value of a variable that does not exist has no type, so nobody can tell it.
static void do_fill_value(struct Group *g) {
  const struct Var v = some_variable(g);
  const struct Type *t = type_of(v.type);
  const int mode = one_in(3) ? NC_NOFILL : NC_FILL;
  const char kind = mode == NC_NOFILL || v.id == kNoVar ? 'j' : t->kind;
  char format[64];
  if (t - types < kNumbers) return;
  fill(t->kind, t->size, 1);
  const double expected = real[0];
  snprintf(format, sizeof format, "ncid:hF varid:i no_fill:i fill_value:%c", kind);
  rc = nc_def_var_fill(g->ncid, v.id, mode, mode == NC_FILL ? buffer : NULL);
  digest_number(rc);
  if (kind == 'd')
    announce("nc_def_var_fill", rc, rc != NC_NOERR, format, ID(g->ncid), v.id, mode, expected);
  else
    announce("nc_def_var_fill", rc, rc != NC_NOERR, format, ID(g->ncid), v.id, mode,
             kind == 'j' ? 0 : wide[0]);
}

static void do_variable(struct File *f) {
  struct Group *g = some_group(f);
  const struct Var v = some_variable(g);
  const int id = some_id(g);
  char name[NC_MAX_NAME + 1] = "";
  int a = 0, dims[NC_MAX_VAR_DIMS] = {0};
  switch (below(8)) {
    case 0:
      CALL(nc_inq_varname, (id, v.id, name), with_id(id, "varid:i name:?s"), ID(id), v.id, name);
      if (rc == NC_NOERR) CALL(nc_inq_varid, (id, name, &a), "ncid:hF name:s varidp:?i", ID(id), name, a);
      return;
    case 1:
      CALL(nc_inq_vardimid, (id, v.id, dims), with_id(id, "varid:i dimidsp:?[i"), ID(id), v.id, v.rank, dims);
      return;
    case 2:
      CALL(nc_inq_varndims, (id, v.id, &a), with_id(id, "varid:i ndimsp:?i"), ID(id), v.id, a);
      return;
    case 3:
      CALL(nc_rename_var, (id, v.id, fresh_name(name, "v")), with_id(id, "varid:i name:s"), ID(id), v.id,
           name);
      return;
    case 4:
      return do_storage(g);
    case 5:
      return do_fill_value(g);
    default:
      return define_variable(f, g);
  }
}

// ---- access

// Where a call reads or writes; `mapped`: it goes through an index map, which transposes.
struct Region {
  size_t start[kRank], count[kRank];
  ptrdiff_t stride[kRank], map[kRank];
  size_t elements;
};

static struct Region some_region(const struct File *f, const struct Group *g, const struct Var *v) {
  struct Region r = {.elements = 1};
  for (int i = 0; i < v->rank; i++) {
    size_t length = 0;
    CALL(nc_inq_dimlen, (g->ncid, v->dims[i], &length), "ncid:hF dimid:i lenp:?z", ID(g->ncid), v->dims[i],
         length);
    // Past the end of a dimension that does not grow now and then.
    const int grows = f->unlimited[v->dims[i]], end = grows ? 6 : (int)length + one_in(25);
    r.start[i] = (size_t)below(end);
    r.stride[i] = one_in(60) ? -1 : 1 + below(3);
    const int left = end - (int)r.start[i];
    r.count[i] = (size_t)(1 + below(1 + (left - 1) / (r.stride[i] > 0 ? (int)r.stride[i] : 1)));
    if (one_in(30)) r.count[i] = 0;
  }
  for (int i = 0; i < v->rank; i++) {
    r.map[i] = (ptrdiff_t)r.elements;
    r.elements *= r.count[i];
  }
  return r;
}

static const struct Type *some_memory(const struct Var *v) {
  const struct Type *t = type_of(v->type);
  if (v->type > NC_STRING) return &types[kUntyped];
  if (t - types < kNumbers) return one_in(10) ? &types[kNumbers] : t;
  return one_in(6) ? &types[kUntyped] : &types[kNumbers + below(kTypes - kNumbers)];
}

#define WHOLE "varid:i"
#define INDEX WHOLE " indexp:[z"
#define ARRAY WHOLE " startp:[z countp:[z"
#define STRIDED ARRAY " stridep:[l"
#define MAPPED STRIDED " imapp:[l"
#define PUT_OR_GET(form, ...) (put_it ? t->put_##form(__VA_ARGS__) : t->get_##form(__VA_ARGS__))

static void access_region(const struct Type *t, int id, const struct Var *v, const struct Region *r, int form,
                          int put_it) {
  static const char *const forms[] = {"var", "var1", "vara", "vars", "varm"};
  const ptrdiff_t *stride = one_in(10) ? NULL : r->stride, *map = one_in(10) ? NULL : r->map;
  const int n = id == kClosed ? 0 : v->rank, strides = stride ? n : -1, maps = map ? n : -1;
  char name[40];
  snprintf(name, sizeof name, "nc_%s_%s%s", put_it ? "put" : "get", forms[form], t->name);
  switch (form) {
    case 0:
      NAMED(name, PUT_OR_GET(var, id, v->id, buffer), with_id(id, WHOLE), ID(id), v->id);
      return;
    case 1:
      NAMED(name, PUT_OR_GET(var1, id, v->id, r->start, buffer), with_id(id, INDEX), ID(id), v->id, n,
            r->start);
      return;
    case 2:
      NAMED(name, PUT_OR_GET(vara, id, v->id, r->start, r->count, buffer), with_id(id, ARRAY), ID(id), v->id,
            n, r->start, n, r->count);
      return;
    case 3:
      NAMED(name, PUT_OR_GET(vars, id, v->id, r->start, r->count, stride, buffer), with_id(id, STRIDED),
            ID(id), v->id, n, r->start, n, r->count, strides, stride);
      return;
    default:
      NAMED(name, PUT_OR_GET(varm, id, v->id, r->start, r->count, stride, map, buffer), with_id(id, MAPPED),
            ID(id), v->id, n, r->start, n, r->count, strides, stride, maps, map);
      return;
  }
}

static void free_strings(char **list, size_t n) { CALL(nc_free_string, (n, list), "len:z", n); }

static void do_access(struct File *f) {
  struct Group *g = some_group(f);
  const struct Var v = some_variable(g);
  const struct Region r = some_region(f, g, &v);
  const struct Type *t = some_memory(&v);
  const int id = some_id(g), form = v.type > NC_INT64 ? 1 + below(3) : below(5), put_it = one_in(2);
  const int is_string = v.type == NC_STRING;
  if (is_string && t != &types[kString]) return;  // a library that is given numbers for strings follows them
  memset(buffer, 0, sizeof buffer);
  if (is_string && form == 0) return;
  if (put_it && is_string)
    for (size_t i = 0; i < 512; i++) ((const char **)buffer)[i] = strings[i];
  else if (put_it && v.type <= NC_STRING)
    for (size_t i = 0; i < 4096; i++) buffer[i] = (char)below(100);
  access_region(t, id, &v, &r, form, put_it);
  if (put_it || rc != NC_NOERR || v.type >= NC_STRING) {
    if (!put_it && rc == NC_NOERR && is_string) free_strings((char **)buffer, form == 1 ? 1 : r.elements);
    return;
  }
  digest(buffer, sizeof buffer);
}

// What applications do: a loop over records, the same call with a start that moves on.
static void do_loop(struct File *f) {
  struct Group *g = &f->group[0];
  const struct Var v = some_variable(g);
  if (v.rank == 0 || v.type > NC_DOUBLE || v.type == NC_CHAR) return;
  size_t start[kRank] = {0}, count[kRank];
  for (int i = 0; i < kRank; i++) count[i] = 1;
  const int n = 3 + below(20);
  for (int i = 0; i < n; i++) {
    start[0] = (size_t)i;
    CALL(nc_put_vara_int, (g->ncid, v.id, start, count, (const int *)buffer),
         "ncid:hF varid:i startp:[z countp:[z", ID(g->ncid), v.id, v.rank, start, v.rank, count);
  }
}

// ---- attributes

static void put_numbers(int id, int varid, const char *name) {
  const int which = kNumbers - 1 + below(kTypes - kNumbers + 1), n = below(one_in(3) ? 40 : 4);
  const nc_type xtype = types[kNumbers + below(kTypes - kNumbers)].xtype;
  const int untyped = which < kNumbers;
  const struct Type *t = untyped ? type_of(xtype) : &types[which];
  char func[40], format[64];
  fill(t->kind, t->size, n);
  snprintf(func, sizeof func, "nc_put_att%s", untyped ? "" : t->name);
  snprintf(format, sizeof format, "%s varid:i name:s xtype:i len:z op:[%c", HOW(id), t->kind);
  NAMED(func, types[untyped ? kUntyped : which].put_att(id, varid, name, xtype, (size_t)n, buffer), format,
        ID(id), varid, name, xtype, (long long)n, n,
        t->kind == 'd' ? (const void *)real : (const void *)wide);
}

static void put_texts(int id, int varid, const char *name) {
  static const char text[] = "text with \"quotes\", a \\, a\ttab and \xc3\xa9";
  const int n = below((int)sizeof text - 3);  // at most up to the letter of two bytes
  char part[sizeof text];
  snprintf(part, sizeof part, "%.*s", n, text);
  if (one_in(2)) {
    CALL(nc_put_att_text, (id, varid, name, (size_t)n, text), with_id(id, "varid:i name:s len:z op:s"),
         ID(id), varid, name, (long long)n, part);
  } else {
    const int count = below(4);
    CALL(nc_put_att_string, (id, varid, name, (size_t)count, strings),
         with_id(id, "varid:i name:s len:z op:[s"), ID(id), varid, name, (long long)count, count, strings);
  }
}

static void get_attribute(int id, int varid, const char *name) {
  nc_type xtype = 0;
  size_t length = 0;
  char func[40];
  CALL(nc_inq_att, (id, varid, name, &xtype, &length), with_id(id, "varid:i name:s xtypep:?i lenp:?z"),
       ID(id), varid, name, xtype, length);
  if (rc != NC_NOERR || xtype > NC_STRING) return;
  const struct Type *t = type_of(xtype);
  if (t - types >= kNumbers) t = &types[kUntyped + below(kTypes - kUntyped)];
  memset(buffer, 0, 4096);
  snprintf(func, sizeof func, "nc_get_att%s", t->name);
  NAMED(func, t->get_att(id, varid, name, buffer), "ncid:hF varid:i name:s", ID(id), varid, name);
  if (rc != NC_NOERR) return;
  if (xtype == NC_STRING)
    free_strings((char **)buffer, length);
  else
    digest(buffer, 4096);
}

static void do_attribute(struct File *f) {
  struct Group *g = some_group(f), *to = some_group(f);
  const int id = some_id(g), varid = one_in(2) ? NC_GLOBAL : some_variable(g).id;
  char name[NC_MAX_NAME + 1], other[32];
  int n = 0;
  name_of(name, "a", below(8));
  switch (below(10)) {
    case 0:
    case 1:
    case 2:
      return put_numbers(id, varid, name);
    case 3:
      return put_texts(id, varid, name);
    case 4:
    case 5:
      return get_attribute(id, varid, name);
    case 6:
      CALL(nc_rename_att, (id, varid, name, name_of(other, "a", below(8))),
           with_id(id, "varid:i name:s newname:s"), ID(id), varid, name, other);
      return;
    case 7:
      CALL(nc_copy_att, (g->ncid, varid, name, to->ncid, NC_GLOBAL),
           "ncid_in:hF varid_in:i name:s ncid_out:hF varid_out:i", ID(g->ncid), varid, name, ID(to->ncid),
           NC_GLOBAL);
      return;
    case 8:
      CALL(nc_inq_attname, (id, varid, below(4), name), with_id(id, "varid:i name:?s"), ID(id), varid, name);
      if (rc == NC_NOERR)
        CALL(nc_inq_attid, (id, varid, name, &n), "ncid:hF varid:i name:s idp:?i", ID(id), varid, name, n);
      return;
    default:
      CALL(nc_del_att, (id, varid, name), with_id(id, "varid:i name:s"), ID(id), varid, name);
      return;
  }
}

// ---- types of the program's own

static int define_compound(int id, const char *name) {
  nc_type type = 0;
  const int sizes[] = {2, 3};
  int rank = 0, dims[NC_MAX_VAR_DIMS] = {0};
  size_t offset = 0;
  nc_type field = 0;
  char text[NC_MAX_NAME + 1] = "";
  CALL(nc_def_compound, (id, 24, name, &type), "ncid:hF size:z name:s typeidp:?i", ID(id), 24LL, name, type);
  if (rc != NC_NOERR) return 0;
  CALL(nc_insert_compound, (id, type, "real", 0, NC_DOUBLE), "ncid:hF xtype:i name:s offset:z field_typeid:i",
       ID(id), type, "real", 0LL, NC_DOUBLE);
  CALL(nc_insert_array_compound, (id, type, "table", 8, NC_SHORT, 2, sizes),
       "ncid:hF xtype:i name:s offset:z field_typeid:i ndims:i dim_sizes:[i", ID(id), type, "table", 8LL,
       NC_SHORT, 2, 2, sizes);
  for (int i = 0; i < 3; i++) {
    offset = rank = field = 0;
    CALL(nc_inq_compound_field, (id, type, i, text, &offset, &field, &rank, dims),
         "ncid:hF xtype:i fieldid:i name:?s offsetp:?z field_typeidp:?i ndimsp:?i dim_sizesp:?[i", ID(id),
         type, i, text, offset, field, rank, rank, dims);
  }
  return type;
}

static int define_enum(int id, const char *name) {
  nc_type type = 0, base = one_in(2) ? NC_BYTE : NC_INT;
  char text[NC_MAX_NAME + 1] = "";
  CALL(nc_def_enum, (id, base, name, &type), "ncid:hF base_typeid:i name:s typeidp:?i", ID(id), base, name,
       type);
  if (rc != NC_NOERR) return 0;
  for (int i = 0; i < 3; i++) {
    int member = 7 * i - 5;
    sprintf(text, "m%d", i);
    CALL(nc_insert_enum, (id, type, text, &member), "ncid:hF xtype:i name:s value:i", ID(id), type, text,
         member);
  }
  CALL(nc_inq_enum_ident, (id, type, 2, text), "ncid:hF xtype:i value:l identifier:?s", ID(id), type, 2LL,
       text);
  long long value = 0;
  CALL(nc_inq_enum_member, (id, type, 0, text, &value), "ncid:hF xtype:i idx:i name:?s value:?i", ID(id),
       type, 0, text, base == NC_BYTE ? (signed char)value : (int)value);
  return type;
}

static void do_type(struct File *f) {
  const int id = f->group[0].ncid;
  char name[NC_MAX_NAME + 1] = "";
  nc_type type = 0, base = 0;
  size_t size = 0, fields = 0;
  int class = 0;
  if (f->ntypes == 4) return;
  fresh_name(name, "type");
  switch (below(4)) {
    case 0:
      type = define_compound(id, name);
      break;
    case 1:
      type = define_enum(id, name);
      break;
    case 2:
      if (CALL(nc_def_opaque, (id, 5, name, &type), "ncid:hF size:z name:s xtypep:?i", ID(id), 5LL, name,
               type))
        return;
      break;
    default:
      if (CALL(nc_def_vlen, (id, name, NC_FLOAT, &type), "ncid:hF name:s base_typeid:i xtypep:?i", ID(id),
               name, NC_FLOAT, type))
        return;
      break;
  }
  if (type == 0) return;
  CALL(nc_inq_user_type, (id, type, name, &size, &base, &fields, &class),
       "ncid:hF xtype:i name:?s size:?z base_nc_typep:?i nfieldsp:?z classp:?i", ID(id), type, name, size,
       base, fields, class);
  // Elements of variable length own memory, so there are no variables of such a type.
  if (class != NC_VLEN) f->type[f->ntypes++] = type;
}

// ---- the whole

static void step(void) {
  struct File *f = some_file();
  const int what = below(100);
  if (what < 9 || !f->open) return do_file();
  if (what < 13) return do_file_questions(f);
  if (what < 21) return do_group(f);
  if (what < 31) return do_dimension(f);
  if (what < 50) return do_variable(f);
  if (what < 74) return do_access(f);
  if (what < 78) return do_loop(f);
  if (what < 95) return do_attribute(f);
  return do_type(f);
}

int main(int argc, char **argv) {
  const long seed = argc > 1 ? atol(argv[1]) : 1;
  const int steps = argc > 2 ? atoi(argv[2]) : 300;
  seed_random((uint64_t)seed);
  for (int i = 0; i < 512; i++) strings[i] = i % 7 ? "a string" : "";
  for (int i = 0; i < steps; i++) step();
  for (int i = 0; i < kFiles; i++)
    if (files[i].open && !one_in(4)) close_file(&files[i]);
  save(0);
  return (int)(seed % 50);
}
