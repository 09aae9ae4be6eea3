// SPDX-License-Identifier: BSD-3-Clause
// A generated program of HDF5 calls: files, groups, links, datasets of up to five dimensions with all kinds
// of selections, attributes, datatypes, property lists, identifiers, iterations with callbacks, calls that
// fail. Each call is announced (announce.h). usage: random_hdf5 SEED STEPS
#include "hdf5_objects.h"
#include "hdf5_spaces.h"

static hid_t numbers[6];  // the library's own types, which programs name by macros that call H5open

// ---- files

static void close_object(struct Object *o) {
  const char how = o->references == 1 ? 'c' : 'h', class = o->class;
  const hid_t id = o->id;
  if (class == 'F')
    CALL(H5Fclose, (id), with("file_id:%cF", how), id);
  else if (class == 'G')
    CALL(H5Gclose, (id), with("group_id:%cG", how), id);
  else if (class == 'D')
    CALL(H5Dclose, (id), with("dset_id:%cD", how), id);
  else if (class == 'S')
    CALL(H5Sclose, (id), with("space_id:%cS", how), id);
  else if (class == 'T')
    CALL(H5Tclose, (id), with("type_id:%cT", how), id);
  else if (class == 'A')
    CALL(H5Aclose, (id), with("attr_id:%cA", how), id);
  else
    CALL(H5Pclose, (id), with("plist_id:%cP", how), id);
  if (--o->references == 0) forget(o);
}

static void do_file(void) {
  char path[32], name[64] = "";
  struct Object *o;
  name_of(path, one_in(20) ? "absent/h" : "h", below(kFiles));
  switch (below(6)) {
    case 0:
    case 1: {
      const unsigned flags = one_in(2) ? H5F_ACC_TRUNC : H5F_ACC_EXCL;
      if (CALL(H5Fcreate, (path, flags, H5P_DEFAULT, H5P_DEFAULT),
               "=nF filename:s flags:i fcpl_id:hP fapl_id:hP", path, (int)flags, 0LL, 0LL))
        return;
      remember('F', (hid_t)rc);
      return;
    }
    case 2:
    case 3: {
      const unsigned flags = one_in(3) ? H5F_ACC_RDONLY : H5F_ACC_RDWR;
      CALL(H5Fopen, (path, flags, H5P_DEFAULT), "=nF filename:s flags:i fapl_id:hP", path, (int)flags, 0LL);
      remember('F', (hid_t)rc);
      return;
    }
    case 4:
      CALL_PLAIN(H5Fis_hdf5, (path), "filename:s", path);
      return;
    default:
      if (!(o = some("FGDA"))) return;
      CALL_PLAIN(H5Fget_name, (o->id, name, sizeof name), with("obj_id:h%c name:?s size:z", o->class), o->id,
                 name, (long long)sizeof name);
      return;
  }
}

static void do_file_questions(void) {
  const struct Object f = some_or_bad("F");
  unsigned intent = 0;
  hsize_t size = 0;
  hid_t ids[kOpen] = {0};
  switch (below(6)) {
    case 0:
      CALL(H5Fflush, (f.id, H5F_SCOPE_LOCAL), with("object_id:%cF scope:i", IS(f)), f.id, H5F_SCOPE_LOCAL);
      return;
    case 1:
      CALL(H5Fget_intent, (f.id, &intent), with("file_id:%cF intent:?i", IS(f)), f.id, (int)intent);
      return;
    case 2:
      CALL(H5Fget_filesize, (f.id, &size), with("file_id:%cF size:?z", IS(f)), f.id, size);
      return;
    case 3:
      CALL_PLAIN(H5Fget_obj_count, (f.id, H5F_OBJ_ALL), with("file_id:%cF types:i", IS(f)), f.id,
                 H5F_OBJ_ALL);
      return;
    case 4:
      // Only files are asked for, so that the class is known.
      CALL(H5Fget_obj_ids, (f.id, H5F_OBJ_FILE, 2, ids),
           with("file_id:%cF types:i max_objs:z obj_id_list:?[hF", IS(f)), f.id, H5F_OBJ_FILE, 2LL,
           (int)(rc < 2 ? rc : 2), ids);
      return;
    default:
      CALL(H5Freopen, (f.id), with("=nF file_id:%cF", IS(f)), f.id);
      remember('F', (hid_t)rc);
      return;
  }
}

// With its file all that is open in it dies, if the file was opened so.
static void do_strong_file(void) {
  char path[32];
  name_of(path, "strong", below(2));
  CALL(H5Pcreate, (H5P_CLS_FILE_ACCESS_ID_g), "=nP cls_id:hP", H5P_CLS_FILE_ACCESS_ID_g);
  const hid_t fapl = (hid_t)rc;
  CALL(H5Pset_fclose_degree, (fapl, H5F_CLOSE_STRONG), "fapl_id:hP degree:i", fapl, H5F_CLOSE_STRONG);
  CALL(H5Fcreate, (path, H5F_ACC_TRUNC, H5P_DEFAULT, fapl), "=nF filename:s flags:i fcpl_id:hP fapl_id:hP",
       path, H5F_ACC_TRUNC, 0LL, fapl);
  const hid_t file = (hid_t)rc;
  CALL(H5Gcreate2, (file, "g", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "=nG loc_id:hF name:s lcpl_id:hP",
       file, "g", 0LL);
  const hid_t group = (hid_t)rc;
  CALL(H5Fclose, (file), "file_id:cF", file);
  announce_end('G', group);
  CALL_PLAIN(H5Iis_valid, (group), "id:xG", group);
  CALL(H5Pclose, (fapl), "plist_id:cP", fapl);
}

// ---- groups and links

static void do_group(void) {
  const struct Object at = some_or_bad("FG");
  char name[32];
  H5G_info_t info = {0};
  switch (below(5)) {
    case 0:
    case 1:
      CALL(H5Gcreate2, (at.id, some_name(name), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
           with("=nG loc_id:%c%c name:s lcpl_id:hP gcpl_id:hP gapl_id:hP", IS(at), at.class), at.id, name,
           0LL, 0LL, 0LL);
      remember('G', (hid_t)rc);
      return;
    case 2:
      CALL(H5Gopen2, (at.id, some_name(name), H5P_DEFAULT),
           with("=nG loc_id:%c%c name:s gapl_id:hP", IS(at), at.class), at.id, name, 0LL);
      remember('G', (hid_t)rc);
      return;
    case 3:
      CALL(H5Gcreate_anon, (at.id, H5P_DEFAULT, H5P_DEFAULT), with("=nG loc_id:%c%c", IS(at), at.class),
           at.id);
      remember('G', (hid_t)rc);
      return;
    default:
      if (!CALL(H5Gget_info, (at.id, &info), with("loc_id:%c%c", IS(at), at.class), at.id))
        digest_number((long long)info.nlinks);
      return;
  }
}

static void make_link(void) {
  const struct Object at = some_or_bad("FG"), from = some_or_bad("FG");
  char name[32], other[32];
  some_name(name);
  some_name(other);
  switch (below(3)) {
    case 0:
      CALL(H5Lcreate_soft, (other, at.id, name, H5P_DEFAULT, H5P_DEFAULT),
           with("link_target:s link_loc_id:%c%c link_name:s", IS(at), at.class), other, at.id, name);
      return;
    case 1:
      CALL(H5Lcreate_external, ("h0", other, at.id, name, H5P_DEFAULT, H5P_DEFAULT),
           with("file_name:s obj_name:s link_loc_id:%c%c link_name:s", IS(at), at.class), "h0", other, at.id,
           name);
      return;
    default:
      CALL(H5Lcreate_hard, (from.id, other, at.id, name, H5P_DEFAULT, H5P_DEFAULT),
           with("cur_loc:%c%c cur_name:s dst_loc:%c%c dst_name:s", IS(from), from.class, IS(at), at.class),
           from.id, other, at.id, name);
      return;
  }
}

// HDF5 1.10 looks for the name of a group without asking whether it has one.
static int has_name(const struct Object *o) {
  CALL_PLAIN(H5Iget_name, (o->id, NULL, 0), with("id:%c%c name:j size:z", IS(*o), o->class), o->id, NULL,
             0LL);
  return rc > 0;
}

static void do_link(void) {
  const struct Object at = some_or_bad("FG"), to = some_or_bad("FG");
  char name[64] = "", other[32];
  some_name(other);
  if (!has_name(&at) || !has_name(&to)) return;
  switch (below(7)) {
    case 0:
      CALL(H5Lmove, (at.id, other, to.id, some_name(name), H5P_DEFAULT, H5P_DEFAULT),
           with("src_loc:%c%c src_name:s dst_loc:%c%c dst_name:s", IS(at), at.class, IS(to), to.class), at.id,
           other, to.id, name);
      return;
    case 1:
      CALL(H5Lcopy, (at.id, other, to.id, some_name(name), H5P_DEFAULT, H5P_DEFAULT),
           with("src_loc:%c%c src_name:s dst_loc:%c%c dst_name:s", IS(at), at.class, IS(to), to.class), at.id,
           other, to.id, name);
      return;
    case 2:
      CALL(H5Ldelete, (at.id, other, H5P_DEFAULT), with("loc_id:%c%c name:s", IS(at), at.class), at.id,
           other);
      return;
    case 3:
      CALL_PLAIN(H5Lexists, (at.id, other, H5P_DEFAULT), with("loc_id:%c%c name:s", IS(at), at.class), at.id,
                 other);
      return;
    case 4: {
      const hsize_t n = (hsize_t)below(5);
      CALL_PLAIN(H5Lget_name_by_idx,
                 (at.id, ".", H5_INDEX_NAME, H5_ITER_DEC, n, name, sizeof name, H5P_DEFAULT),
                 with("loc_id:%c%c group_name:s idx_type:i order:i n:z name:?s size:z", IS(at), at.class),
                 at.id, ".", H5_INDEX_NAME, H5_ITER_DEC, n, name, (long long)sizeof name);
      return;
    }
    default:
      return make_link();
  }
}

// What a callback does, and when it stops the iteration: with its own value, or with an error.
struct Visit {
  int seen, stop, result;
};
static herr_t visit_link(hid_t group, const char *name, const H5L_info_t *info, void *data) {
  struct Visit *v = data;
  H5O_info_t object;
  digest(name, strlen(name));
  if (info->type == H5L_TYPE_HARD)
    digest_number(H5Oget_info_by_name2(group, name, &object, H5O_INFO_BASIC, 0));
  return ++v->seen == v->stop ? v->result : 0;
}
static herr_t visit_object(hid_t at, const char *name, const H5O_info_t *info, void *data) {
  struct Visit *v = data;
  (void)at;
  digest(name, strlen(name));
  digest_number(info->type);
  return ++v->seen == v->stop ? v->result : 0;
}
static herr_t visit_attribute(hid_t at, const char *name, const H5A_info_t *info, void *data) {
  struct Visit *v = data;
  digest_number(H5Aexists(at, name));
  digest_number((long long)info->data_size);
  return ++v->seen == v->stop ? v->result : 0;
}

static void do_iteration(void) {
  const struct Object at = some_or_bad("FG");
  struct Visit v = {0, 1 + below(6), below(3) - 1};
  const int order = one_in(2) ? H5_ITER_INC : H5_ITER_NATIVE;
  hsize_t index = (hsize_t)below(3);
  const unsigned long long from = index;
  switch (below(4)) {
    case 0:
      CALL_PLAIN(H5Literate, (at.id, H5_INDEX_NAME, order, &index, visit_link, &v),
                 with("grp_id:%c%c idx_type:i order:i idx:z", IS(at), at.class), at.id, H5_INDEX_NAME, order,
                 from);
      break;
    case 1:
      CALL_PLAIN(H5Lvisit, (at.id, H5_INDEX_NAME, order, visit_link, &v),
                 with("grp_id:%c%c idx_type:i order:i", IS(at), at.class), at.id, H5_INDEX_NAME, order);
      break;
    case 2:
      CALL_PLAIN(H5Ovisit2, (at.id, H5_INDEX_NAME, order, visit_object, &v, H5O_INFO_BASIC),
                 with("obj_id:%c%c idx_type:i order:i fields:i", IS(at), at.class), at.id, H5_INDEX_NAME,
                 order, H5O_INFO_BASIC);
      break;
    default:
      CALL_PLAIN(H5Aiterate2, (at.id, H5_INDEX_NAME, order, &index, visit_attribute, &v),
                 with("loc_id:%c%c idx_type:i order:i idx:z", IS(at), at.class), at.id, H5_INDEX_NAME, order,
                 from);
      break;
  }
  digest_number(v.seen);
}

// ---- property lists for new datasets

static void do_properties(void) {
  const struct Object p = some_or_bad("P");
  hsize_t chunk[kRank];
  const int rank = 1 + below(kRank);
  unsigned flags = 0, values[8] = {3, 1, 4, 1, 5}, config = 0;
  size_t nvalues = 1 + (size_t)below(8);
  int value = 7, layout;
  char name[64] = "";
  for (int i = 0; i < kRank; i++) chunk[i] = 1 + (hsize_t)below(4);
  switch (below(11)) {
    case 0:
      CALL(H5Pcreate, (H5P_CLS_DATASET_CREATE_ID_g), "=nP cls_id:hP", H5P_CLS_DATASET_CREATE_ID_g);
      remember('P', (hid_t)rc);
      return;
    case 1:
    case 2:
      CALL(H5Pset_chunk, (p.id, rank, chunk), with("plist_id:%cP ndims:i dim:[z", IS(p)), p.id, rank, rank,
           chunk);
      return;
    case 3: {
      const int room = 1 + below(kRank);
      CALL_PLAIN(H5Pget_chunk, (p.id, room, chunk), with("plist_id:%cP max_ndims:i dim:?[z", IS(p)), p.id,
                 room, (int)(rc < room ? rc : room), chunk);
      return;
    }
    case 4:
      CALL(H5Pset_deflate, (p.id, 4), with("plist_id:%cP level:i", IS(p)), p.id, 4);
      return;
    case 5:
      CALL(H5Pset_shuffle, (p.id), with("plist_id:%cP", IS(p)), p.id);
      return;
    case 6:
      CALL(H5Pset_filter, (p.id, 300, H5Z_FLAG_OPTIONAL, 3, values),
           with("plist_id:%cP filter:i flags:i cd_nelmts:z c_values:[u", IS(p)), p.id, 300, H5Z_FLAG_OPTIONAL,
           3LL, 3, values);
      return;
    case 7: {
      const size_t room = nvalues;
      CALL_PLAIN(H5Pget_filter2, (p.id, 0, &flags, &nvalues, values, sizeof name, name, &config),
                 with("plist_id:%cP idx:i flags:?i cd_nelmts:?z cd_values:?[u namelen:z name:?s", IS(p)),
                 p.id, 0, (int)flags, nvalues, (int)(nvalues < room ? nvalues : room), values,
                 (long long)sizeof name, name);
      return;
    }
    case 8:
      CALL(H5Pset_fill_value, (p.id, numbers[0], &value), with("plist_id:%cP type_id:hT", IS(p)), p.id,
           numbers[0]);
      return;
    case 9:
      CALL(H5Pcopy, (p.id), with("=nP plist_id:%cP", IS(p)), p.id);
      remember('P', (hid_t)rc);
      return;
    default:
      layout = below(3);
      CALL(H5Pset_layout, (p.id, layout), with("plist_id:%cP layout:i", IS(p)), p.id, layout);
      return;
  }
}

// ---- datasets

static void learn_dataset(hid_t id, int numeric) {
  struct Object *d = remember('D', id);
  hsize_t dims[kRank] = {0}, max[kRank] = {0};
  if (!d) {
    if (id >= 0) CALL(H5Dclose, (id), "dset_id:cD", id);
    return;
  }
  d->numeric = numeric;
  CALL(H5Dget_space, (id), "=nS dset_id:hD", id);
  const hid_t space = (hid_t)rc;
  CALL_PLAIN(H5Sget_simple_extent_dims, (space, dims, max), "space_id:hS dims:?[z maxdims:?[l", space,
             (int)rc, dims, (int)rc, max);
  d->rank = rc < 0 ? 0 : (int)rc;
  memcpy(d->dims, dims, sizeof dims);
  memcpy(d->max, max, sizeof max);
  CALL(H5Sclose, (space), "space_id:cS", space);
}

static void create_dataset(void) {
  const struct Object at = some_or_bad("FG"), s = some_or_bad("S");
  const struct Object *own = one_in(4) ? some("T") : NULL, *p = one_in(4) ? NULL : some("P");
  const hid_t type = own ? own->id : numbers[below(6)], dcpl = p ? p->id : H5P_DEFAULT;
  char name[32];
  CALL(H5Dcreate2, (at.id, some_name(name), type, s.id, H5P_DEFAULT, dcpl, H5P_DEFAULT),
       with("=nD loc_id:%c%c name:s type_id:hT space_id:%cS lcpl_id:hP dcpl_id:hP dapl_id:hP", IS(at),
            at.class, IS(s)),
       at.id, name, type, s.id, 0LL, dcpl, 0LL);
  learn_dataset((hid_t)rc, !own);
}

static void ask_chunks(const struct Object *d) {
  hsize_t offset[kRank] = {0}, size = 0, n = 0;
  haddr_t address = 0;
  unsigned mask = 0;
  switch (below(4)) {
    case 0:
      CALL(H5Dget_num_chunks, (d->id, H5S_ALL, &n), with("dset_id:%cD fspace_id:hS nchunks:?z", IS(*d)),
           d->id, 0LL, n);
      if (rc < 0 || n == 0) return;
      CALL(H5Dget_chunk_info, (d->id, H5S_ALL, n - 1, offset, &mask, &address, &size),
           with("dset_id:%cD fspace_id:hS chk_idx:z offset:?[z filter_mask:?i addr:?z size:?z", IS(*d)),
           d->id, 0LL, n - 1, d->rank, offset, (int)mask, address, size);
      return;
    case 1:
      CALL(H5Dget_chunk_info_by_coord, (d->id, offset, &mask, &address, &size),
           with("dset_id:%cD offset:[z filter_mask:?i addr:?l size:?z", IS(*d)), d->id, d->rank, offset,
           (int)mask, address, size);
      return;
    case 2:
      CALL(H5Dwrite_chunk, (d->id, H5P_DEFAULT, 0, offset, 64, buffer),
           with("dset_id:%cD dxpl_id:hP filters:i offset:[z data_size:z", IS(*d)), d->id, 0LL, 0, d->rank,
           offset, 64LL);
      return;
    default:
      CALL(H5Dget_chunk_storage_size, (d->id, offset, &size),
           with("dset_id:%cD offset:[z chunk_bytes:?z", IS(*d)), d->id, d->rank, offset, size);
      return;
  }
}

// Between spaces of the same extent, or any other pair, which fails unless it has as many points.
static void transfer(const struct Object *d) {
  const struct Object *memory = one_in(2) ? some("S") : NULL, *file = one_in(2) ? some("S") : NULL;
  const hid_t memory_id = memory ? memory->id : H5S_ALL, file_id = file ? file->id : H5S_ALL;
  const hid_t type = d->numeric ? numbers[below(6)] : numbers[0];
  if (one_in(2)) {
    memset(buffer, 1 + below(50), kRoom);
    CALL(H5Dwrite, (d->id, type, memory_id, file_id, H5P_DEFAULT, buffer),
         with("dset_id:%cD mem_type_id:hT mem_space_id:hS file_space_id:hS dxpl_id:hP", IS(*d)), d->id, type,
         memory_id, file_id, 0LL);
    return;
  }
  memset(buffer, 0, kRoom);
  CALL(H5Dread, (d->id, type, memory_id, file_id, H5P_DEFAULT, buffer),
       with("dset_id:%cD mem_type_id:hT mem_space_id:hS file_space_id:hS dxpl_id:hP", IS(*d)), d->id, type,
       memory_id, file_id, 0LL);
  if (rc >= 0) digest(buffer, kRoom);
}

static void extend(void) {
  struct Object *d = some("D");
  hsize_t size[kRank];
  if (!d) return;
  for (int i = 0; i < kRank; i++) size[i] = 1 + (hsize_t)below(7);
  CALL(H5Dset_extent, (d->id, size), "dset_id:hD size:[z", d->id, d->rank, size);
  if (rc >= 0) memcpy(d->dims, size, sizeof size);
}

static void do_dataset(void) {
  const struct Object at = some_or_bad("FG"), d = some_or_bad("D");
  char name[32];
  H5D_space_status_t status = H5D_SPACE_STATUS_ERROR;
  switch (below(9)) {
    case 0:
    case 1:
      return create_dataset();
    case 2:
      CALL(H5Dopen2, (at.id, some_name(name), H5P_DEFAULT),
           with("=nD loc_id:%c%c name:s dapl_id:hP", IS(at), at.class), at.id, name, 0LL);
      // The type of a dataset that is there already is not known here.
      learn_dataset((hid_t)rc, 0);
      return;
    case 3:
      return extend();
    case 4:
      return ask_chunks(&d);
    case 5:
      CALL(H5Dget_space_status, (d.id, &status), with("dset_id:%cD allocation:?i", IS(d)), d.id, status);
      return;
    case 6:
      rc = (long long)H5Dget_storage_size(d.id);
      announce("H5Dget_storage_size", rc, 0, with("dset_id:%cD", IS(d)), d.id);
      return;
    default:
      return transfer(&d);
  }
}

// What applications do: one row after the other, through a hyperslab that moves on.
static void do_loop(void) {
  const struct Object *d = some("D");
  hsize_t start[kRank] = {0}, count[kRank] = {1, 1, 1, 1, 1};
  if (!d || d->rank == 0 || !d->numeric) return;
  const struct Object dataset = *d;
  CALL(H5Dget_space, (dataset.id), "=nS dset_id:hD", dataset.id);
  const hid_t space = (hid_t)rc;
  CALL(H5Screate_simple, (dataset.rank, count, NULL), "=nS rank:i dims:[z maxdims:[l", dataset.rank,
       dataset.rank, count, -1, NULL);
  const hid_t memory = (hid_t)rc;
  for (start[0] = 0; start[0] < dataset.dims[0]; start[0]++) {
    CALL(H5Sselect_hyperslab, (space, H5S_SELECT_SET, start, NULL, count, NULL),
         "space_id:hS op:i start:[z stride:[z count:[z block:[z", space, H5S_SELECT_SET, dataset.rank, start,
         -1, NULL, dataset.rank, count, -1, NULL);
    CALL(H5Dwrite, (dataset.id, numbers[0], memory, space, H5P_DEFAULT, buffer),
         "dset_id:hD mem_type_id:hT mem_space_id:hS file_space_id:hS", dataset.id, numbers[0], memory, space);
  }
  CALL(H5Sclose, (memory), "space_id:cS", memory);
  CALL(H5Sclose, (space), "space_id:cS", space);
}

// ---- datatypes

static void create_type(void) {
  const hsize_t dims[] = {2, 3, 4};
  const int rank = 1 + below(3), value = 5;
  switch (below(5)) {
    case 0:
      CALL(H5Tcreate, (H5T_COMPOUND, 16), "=nT type:i size:z", H5T_COMPOUND, 16LL);
      break;
    case 1:
      CALL(H5Tarray_create2, (numbers[1], (unsigned)rank, dims), "=nT base_id:hT ndims:i dim:[z", numbers[1],
           rank, rank, dims);
      break;
    case 2:
      CALL(H5Tenum_create, (numbers[0]), "=nT base_id:hT", numbers[0]);
      const hid_t type = (hid_t)rc;
      CALL(H5Tenum_insert, (type, "five", &value), "type:hT name:s", type, "five");
      rc = type;
      break;
    case 3:
      CALL(H5Tcopy, (numbers[5]), "=nT type_id:hT", numbers[5]);
      break;
    default:
      CALL(H5Tvlen_create, (numbers[0]), "=nT base_id:hT", numbers[0]);
      break;
  }
  remember('T', (hid_t)rc);
}

static void do_type(void) {
  const struct Object t = some_or_bad("T"), at = some_or_bad("FG");
  hsize_t dims[8] = {0};
  char name[32];
  switch (below(9)) {
    case 0:
      CALL(H5Tinsert, (t.id, some_name(name), 8u * (unsigned)below(2), numbers[below(3)]),
           with("parent_id:%cT name:s", IS(t)), t.id, name);
      return;
    case 1:
      CALL_PLAIN(H5Tget_array_dims2, (t.id, dims), with("type_id:%cT dims:?[z", IS(t)), t.id, (int)rc, dims);
      return;
    case 2:
      CALL_PLAIN(H5Tget_nmembers, (t.id), with("type_id:%cT", IS(t)), t.id);
      if (rc < 1) return;
      CALL_PLAIN(H5Tget_member_class, (t.id, 0), with("type_id:%cT membno:i", IS(t)), t.id, 0);
      return;
    case 3:
      CALL_PLAIN(H5Tget_class, (t.id), with("type_id:%cT", IS(t)), t.id);
      return;
    case 4:
      CALL(H5Tset_size, (t.id, 24), with("type_id:%cT size:z", IS(t)), t.id, 24LL);
      return;
    case 5:
      CALL(H5Tcommit2, (at.id, some_name(name), t.id, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
           with("loc_id:%c%c name:s type_id:%cT", IS(at), at.class, IS(t)), at.id, name, t.id);
      return;
    case 6:
      CALL(H5Topen2, (at.id, some_name(name), H5P_DEFAULT), with("=nT loc_id:%c%c name:s", IS(at), at.class),
           at.id, name);
      remember('T', (hid_t)rc);
      return;
    default:
      return create_type();
  }
}

// ---- attributes

static void do_attribute(void) {
  const struct Object at = some_or_bad("FGD"), a = some_or_bad("A"), s = some_or_bad("S");
  char name[64], other[64];
  some_name(name);
  switch (below(10)) {
    case 0:
    case 1:
      if (s.rank > 3) return;
      CALL(H5Acreate2, (at.id, name, numbers[0], s.id, H5P_DEFAULT, H5P_DEFAULT),
           with("=nA loc_id:%c%c attr_name:s type_id:hT space_id:%cS", IS(at), at.class, IS(s)), at.id, name,
           numbers[0], s.id);
      remember('A', (hid_t)rc);
      return;
    case 2:
      CALL(H5Aopen, (at.id, name, H5P_DEFAULT), with("=nA obj_id:%c%c attr_name:s", IS(at), at.class), at.id,
           name);
      remember('A', (hid_t)rc);
      return;
    case 3:
      memset(buffer, below(99), kRoom);
      CALL(H5Awrite, (a.id, numbers[0], buffer), with("attr_id:%cA type_id:hT", IS(a)), a.id, numbers[0]);
      return;
    case 4:
      memset(buffer, 0, kRoom);
      CALL(H5Aread, (a.id, numbers[1], buffer), with("attr_id:%cA type_id:hT", IS(a)), a.id, numbers[1]);
      if (rc >= 0) digest(buffer, 4096);
      return;
    case 5:
      CALL_PLAIN(H5Aexists, (at.id, name), with("obj_id:%c%c attr_name:s", IS(at), at.class), at.id, name);
      return;
    case 6:
      CALL(H5Arename, (at.id, name, some_name(other)),
           with("loc_id:%c%c old_name:s new_name:s", IS(at), at.class), at.id, name, other);
      return;
    case 7:
      CALL(H5Adelete, (at.id, name), with("loc_id:%c%c attr_name:s", IS(at), at.class), at.id, name);
      return;
    case 8:
      other[0] = '\0';
      CALL_PLAIN(H5Aget_name, (a.id, sizeof other, other), with("attr_id:%cA buf_size:z buf:?s", IS(a)), a.id,
                 (long long)sizeof other, other);
      return;
    default:
      CALL_PLAIN(H5Aget_num_attrs, (at.id), with("loc_id:%c%c", IS(at), at.class), at.id);
      return;
  }
}

// ---- objects and identifiers

static void open_any(void) {
  static const char classes[] = {[H5I_GROUP] = 'G', [H5I_DATATYPE] = 'T', [H5I_DATASET] = 'D'};
  const struct Object at = some_or_bad("FG");
  char name[32];
  const hid_t id = H5Oopen(at.id, some_name(name), H5P_DEFAULT);
  const int kind = id < 0 ? H5I_GROUP : H5Iget_type(id);
  announce("H5Oopen", id, id < 0, with("=n%c loc_id:%c%c name:s", classes[kind], IS(at), at.class),
           (long long)at.id, name);
  digest_number(id < 0);
  if (id < 0) return;
  announce("H5Iget_type", kind, 0, with("id:h%c", classes[kind]), (long long)id);
  CALL(H5Oclose, (id), with("object_id:c%c", classes[kind]), id);
}

static void do_object(void) {
  const struct Object o = some_or_bad("FGD");
  char text[40] = "";
  switch (below(4)) {
    case 0:
      CALL(H5Oset_comment, (o.id, "a comment"), with("obj_id:%c%c comment:s", IS(o), o.class), o.id,
           "a comment");
      return;
    case 1:
      CALL_PLAIN(H5Oget_comment, (o.id, text, sizeof text),
                 with("obj_id:%c%c comment:?s bufsize:z", IS(o), o.class), o.id, text,
                 (long long)sizeof text);
      return;
    case 2:
      CALL_PLAIN(H5Oexists_by_name, (o.id, some_name(text), H5P_DEFAULT),
                 with("loc_id:%c%c name:s", IS(o), o.class), o.id, text);
      return;
    default:
      return open_any();
  }
}

static void do_identifier(void) {
  struct Object *o = some("FGDTSAP");
  char name[64] = "";
  if (!o) return;
  switch (below(4)) {
    case 0:
      CALL_PLAIN(H5Iinc_ref, (o->id), with("id:h%c", o->class), o->id);
      if (rc > 0) o->references++;
      return;
    case 1:
      CALL_PLAIN(H5Idec_ref, (o->id), with("id:%c%c", o->references == 1 ? 'c' : 'h', o->class), o->id);
      if (rc >= 0 && --o->references == 0) forget(o);
      return;
    case 2:
      CALL_PLAIN(H5Iget_ref, (o->id), with("id:h%c", o->class), o->id);
      return;
    default:
      if (!strchr("FGD", o->class)) return;
      CALL_PLAIN(H5Iget_name, (o->id, name, sizeof name), with("id:h%c name:?s size:z", o->class), o->id,
                 name, (long long)sizeof name);
      return;
  }
}

// ---- the whole

static void step(void) {
  struct Object *o = some("FGDTSAP");
  const int what = below(100);
  if (o && (what < 6 || nopen > kOpen - 4)) return close_object(o);
  if (what < 12 || !some("F")) return do_file();
  if (what < 15) return do_file_questions();
  if (what < 16) return do_strong_file();
  if (what < 22) return do_group();
  if (what < 30) return do_link();
  if (what < 34) return do_iteration();
  if (what < 40) return do_space();
  if (what < 50) return do_select();
  if (what < 56) return do_properties();
  if (what < 72) return do_dataset();
  if (what < 75) return do_loop();
  if (what < 80) return do_type();
  if (what < 90) return do_attribute();
  if (what < 95) return do_object();
  do_identifier();
}

int main(int argc, char **argv) {
  const long seed = argc > 1 ? atol(argv[1]) : 1;
  const int steps = argc > 2 ? atoi(argv[2]) : 300;
  seed_random((uint64_t)seed);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  const hid_t own[] = {H5T_NATIVE_INT, H5T_NATIVE_DOUBLE, H5T_NATIVE_SHORT,
                       H5T_STD_I32BE,  H5T_IEEE_F32LE,    H5T_NATIVE_UCHAR};
  memcpy(numbers, own, sizeof own);
  for (int i = 0; i < steps; i++) step();
  while (nopen && !one_in(20)) close_object(&open_objects[below(nopen)]);
  save(0);
  return (int)(seed % 50);
}
