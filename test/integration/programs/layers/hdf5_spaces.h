// SPDX-License-Identifier: BSD-3-Clause
// Dataspaces and selections of all kinds, for random_hdf5.c.
#ifndef RECORDER_TEST_HDF5_SPACES_H
#define RECORDER_TEST_HDF5_SPACES_H

#include "hdf5_objects.h"

static void new_extent(struct Object *s, int rank, const hsize_t *dims, const hsize_t *max) {
  s->rank = rank;
  memcpy(s->dims, dims, sizeof s->dims);
  memcpy(s->max, max ? max : dims, sizeof s->max);
}

static void create_space(void) {
  hsize_t dims[kRank], max[kRank];
  const int rank = below(kRank + 1), plain = one_in(3);
  for (int i = 0; i < kRank; i++) {
    dims[i] = 1 + (hsize_t)below(6);
    max[i] = one_in(3) ? H5S_UNLIMITED : one_in(20) ? dims[i] - 1 : dims[i] + 1;
  }
  CALL(H5Screate_simple, (rank, dims, plain ? NULL : max), "=nS rank:i dims:[z maxdims:[l", rank, rank, dims,
       plain ? -1 : rank, max);
  struct Object *s = remember('S', (hid_t)rc);
  if (s) new_extent(s, rank, dims, plain ? NULL : max);
}

// Where a selection lies; mostly inside the extent.
struct Region {
  hsize_t start[kRank], stride[kRank], count[kRank], block[kRank], size[kRank];
};
static void some_region(struct Region *r, const struct Object *s) {
  for (int i = 0; i < s->rank; i++) {
    const int end = (int)s->dims[i] + one_in(30);
    r->start[i] = (hsize_t)below(end);
    r->block[i] = 1 + (hsize_t)below(2);
    r->stride[i] = r->block[i] + (hsize_t)below(2);
    r->count[i] = 1 + (hsize_t)below((end - (int)r->start[i]) / (int)r->stride[i]);
    if (one_in(40)) r->count[i] = 0;
    r->size[i] = 1 + (hsize_t)below(8);
  }
}

static void do_select(void) {
  const struct Object s = some_or_bad("S");
  struct Region r;
  hsize_t points[16 * kRank];
  hssize_t offset[kRank];
  some_region(&r, &s);
  const int op = one_in(2) ? H5S_SELECT_SET : below(6), strided = one_in(2), n = s.references ? s.rank : 0;
  const int blocks = one_in(2), count = 1 + below(16);
  switch (below(7)) {
    case 0:
      CALL(H5Sselect_all, (s.id), with("spaceid:%cS", IS(s)), s.id);
      return;
    case 1:
      CALL(H5Sselect_none, (s.id), with("spaceid:%cS", IS(s)), s.id);
      return;
    case 2:
      for (int i = 0; i < count * n; i++) points[i] = (hsize_t)below((int)s.dims[i % n]);
      CALL(H5Sselect_elements, (s.id, H5S_SELECT_SET, (size_t)count, points),
           with("space_id:%cS op:i num_elem:z coord:[z", IS(s)), s.id, H5S_SELECT_SET, (long long)count,
           count * n, points);
      return;
    case 3:
      for (int i = 0; i < kRank; i++) offset[i] = below(3) - 1;
      CALL(H5Soffset_simple, (s.id, offset), with("space_id:%cS offset:[l", IS(s)), s.id, n, offset);
      return;
    default:
      CALL(H5Sselect_hyperslab,
           (s.id, op, r.start, strided ? r.stride : NULL, r.count, blocks ? r.block : NULL),
           with("space_id:%cS op:i start:[z stride:[z count:[z block:[z", IS(s)), s.id, op, n, r.start,
           strided ? n : -1, r.stride, n, r.count, blocks ? n : -1, r.block);
      return;
  }
}

static void ask_selection(const struct Object *s) {
  hsize_t start[kRank], end[kRank], count[kRank], block[kRank], list[2 * kRank * 4];
  const int n = s->rank;
  switch (below(5)) {
    case 0:
      CALL(H5Sget_select_bounds, (s->id, start, end), with("spaceid:%cS start:?[z end:?[z", IS(*s)), s->id, n,
           start, n, end);
      return;
    case 1:
      // A hyperslab that is not regular has nothing to tell, though the call does not fail.
      rc = H5Sis_regular_hyperslab(s->id);
      announce("H5Sis_regular_hyperslab", rc, rc < 0, with("spaceid:%cS", IS(*s)), s->id);
      if (rc <= 0) return;
      CALL_PLAIN(H5Sget_regular_hyperslab, (s->id, start, end, count, block),
                 with("spaceid:%cS start:?[z stride:?[z count:?[z block:?[z", IS(*s)), s->id, n, start, n,
                 end, n, count, n, block);
      return;
    case 2:
      CALL_PLAIN(H5Sget_select_hyper_nblocks, (s->id), with("spaceid:%cS", IS(*s)), s->id);
      if (rc < 1) return;
      rc = rc > 4 ? 4 : rc;
      const int blocks = (int)rc;
      CALL(H5Sget_select_hyper_blocklist, (s->id, 0, (hsize_t)blocks, list),
           with("spaceid:%cS startblock:z numblocks:z buf:?[z", IS(*s)), s->id, 0LL, (long long)blocks,
           blocks * 2 * n, list);
      return;
    case 3:
      CALL_PLAIN(H5Sget_select_elem_npoints, (s->id), with("spaceid:%cS", IS(*s)), s->id);
      if (rc < 1) return;
      const int points = rc > 8 ? 8 : (int)rc;
      CALL(H5Sget_select_elem_pointlist, (s->id, 0, (hsize_t)points, list),
           with("spaceid:%cS startpoint:z numpoints:z buf:?[z", IS(*s)), s->id, 0LL, (long long)points,
           points * n, list);
      return;
    default:
      CALL_PLAIN(H5Sget_select_npoints, (s->id), with("spaceid:%cS", IS(*s)), s->id);
      return;
  }
}

static void do_space(void) {
  struct Object s = some_or_bad("S"), *stored;
  hsize_t dims[kRank] = {0}, max[kRank] = {0};
  struct Region r;
  switch (below(6)) {
    case 0:
      CALL(H5Scopy, (s.id), with("=nS space_id:%cS", IS(s)), s.id);
      if ((stored = remember('S', (hid_t)rc))) new_extent(stored, s.rank, s.dims, s.max);
      return;
    case 1:
      CALL_PLAIN(H5Sget_simple_extent_dims, (s.id, dims, one_in(3) ? NULL : max),
                 with("space_id:%cS dims:?[z", IS(s)), s.id, s.rank, dims);
      return;
    case 2:
      if (!(stored = some("S"))) return;
      some_region(&r, &s);
      for (int i = 0; i < kRank; i++) r.size[i] = 1 + (hsize_t)below(6);
      // HDF5 1.10 keeps the points of the old extent.
      CALL(H5Sselect_all, (stored->id), "spaceid:hS", stored->id);
      const int rank = 1 + below(kRank);
      CALL(H5Sset_extent_simple, (stored->id, rank, r.size, NULL), "space_id:hS rank:i dims:[z max:[l",
           stored->id, rank, rank, r.size, -1, NULL);
      if (rc >= 0) new_extent(stored, rank, r.size, NULL);
      return;
    case 3:
    case 4:
      return ask_selection(&s);
    default:
      return create_space();
  }
}

#endif
