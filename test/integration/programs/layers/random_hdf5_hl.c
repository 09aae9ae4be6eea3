// SPDX-License-Identifier: BSD-3-Clause
// A generated program of calls of HDF5's high level: simple datasets and attributes, tables, dimension
// scales, images, packet tables. What the library calls on the way is at depth 1, so only these calls are
// announced (announce.h). usage: random_hdf5_hl SEED STEPS
#include <hdf5_hl.h>

#include "hdf5_objects.h"

enum { kTables = 3, kFields = 3, kRecords = 40 };

static hid_t file, int_type;

// ---- simple datasets; their names are used again, so many calls fail

struct Made {
  int rank;  // -1: there is none
  hsize_t dims[kRank];
};
static struct Made made[kNames];

typedef herr_t (*Make)(hid_t, const char *, int, const hsize_t *, const void *);
typedef herr_t (*Read)(hid_t, const char *, void *);
typedef herr_t (*SetAttribute)(hid_t, const char *, const char *, const void *, size_t);
typedef herr_t (*GetAttribute)(hid_t, const char *, const char *, void *);
struct Type {
  const char *name;
  Make make;
  Read read;
  SetAttribute set;
  GetAttribute get;
};
#define TYPE(T)                                                                                      \
  {                                                                                                  \
#T, (Make)H5LTmake_dataset_##T, (Read)H5LTread_dataset_##T, (SetAttribute)H5LTset_attribute_##T, \
        (GetAttribute)H5LTget_attribute_##T                                                          \
  }
static const struct Type types[] = {TYPE(char), TYPE(short), TYPE(int),
                                    TYPE(long), TYPE(float), TYPE(double)};
static const struct Type *some_type(void) { return &types[below(6)]; }

static const char *with_type(const char *stem, const struct Type *t) {
  static char name[64];
  snprintf(name, sizeof name, "%s_%s", stem, t->name);
  return name;
}

static void make_dataset(int n) {
  const struct Type *t = some_type();
  const int rank = 1 + below(kRank);
  hsize_t dims[kRank];
  char name[32];
  for (int i = 0; i < kRank; i++) dims[i] = 1 + (hsize_t)below(4);
  name_of(name, "d", n);
  rc = t->make(file, name, rank, dims, buffer);
  digest_number(rc);
  announce(with_type("H5LTmake_dataset", t), rc, rc < 0, "loc_id:hF dset_name:s rank:i dims:[z", file, name,
           rank, rank, dims);
  if (rc < 0) return;
  made[n].rank = rank;
  memcpy(made[n].dims, dims, sizeof dims);
}

static void ask_dataset(int n) {
  hsize_t dims[kRank] = {0};
  int rank = 0;
  H5T_class_t class = H5T_NO_CLASS;
  size_t size = 0;
  char name[32];
  name_of(name, "d", n);
  CALL(H5LTget_dataset_ndims, (file, name, &rank), "loc_id:hF dset_name:s rank:?i", file, name, rank);
  CALL(H5LTget_dataset_info, (file, name, dims, &class, &size),
       "loc_id:hF dset_name:s dims:?[z type_class:?i type_size:?z", file, name, made[n].rank, dims, class,
       size);
  digest_number(class);
  CALL_PLAIN(H5LTfind_dataset, (file, name), "loc_id:hF name:s", file, name);
}

static void do_simple(void) {
  const int n = below(kNames);
  const struct Type *t = some_type();
  char name[32];
  name_of(name, "d", n);
  switch (below(4)) {
    case 0:
      return make_dataset(n);
    case 1:
      return ask_dataset(n);
    case 2:
      memset(buffer, 0, 8192);
      rc = t->read(file, name, buffer);
      digest_number(rc);
      digest(buffer, 8192);
      announce(with_type("H5LTread_dataset", t), rc, rc < 0, "loc_id:hF dset_name:s", file, name);
      return;
    default:
      name_of(name, "text", below(3));
      CALL(H5LTmake_dataset_string, (file, name, "some text"), "loc_id:hF dset_name:s", file, name);
      return;
  }
}

// ---- attributes

static void do_attribute(void) {
  const struct Type *t = some_type();
  const size_t size = 1 + (size_t)below(6);
  hsize_t dims[kRank] = {0};
  H5T_class_t class = H5T_NO_CLASS;
  size_t bytes = 0;
  int rank = 0;
  char object[32], name[32];
  name_of(object, "d", below(kNames));
  name_of(name, "a", below(4));
  switch (below(5)) {
    case 0:
    case 1:
      rc = t->set(file, object, name, buffer, size);
      digest_number(rc);
      announce(with_type("H5LTset_attribute", t), rc, rc < 0, "loc_id:hF obj_name:s attr_name:s size:z", file,
               object, name, size);
      return;
    case 2:
      CALL(H5LTset_attribute_string, (file, object, name, "a value"),
           "loc_id:hF obj_name:s attr_name:s attr_data:s", file, object, name, "a value");
      return;
    case 3:
      CALL(H5LTget_attribute_ndims, (file, object, name, &rank), "loc_id:hF obj_name:s attr_name:s rank:?i",
           file, object, name, rank);
      if (rc < 0) return;
      CALL(H5LTget_attribute_info, (file, object, name, dims, &class, &bytes),
           "loc_id:hF obj_name:s attr_name:s dims:?[z type_class:?i type_size:?z", file, object, name, rank,
           dims, class, bytes);
      return;
    default:
      memset(buffer, 0, 256);
      rc = t->get(file, object, name, buffer);
      digest_number(rc);
      announce(with_type("H5LTget_attribute", t), rc, rc < 0, "loc_id:hF obj_name:s attr_name:s", file,
               object, name);
      return;
  }
}

// ---- tables

struct Record {
  int number, count;
  double value;
};
static const size_t offsets[kFields] = {offsetof(struct Record, number), offsetof(struct Record, count),
                                        offsetof(struct Record, value)};
static const size_t sizes[kFields] = {sizeof(int), sizeof(int), sizeof(double)};
static struct Record records[kRecords];
static int table_length[kTables];  // 0: there is no such table

static void make_table(int n, const char *name) {
  const char *fields[kFields] = {"number", "count", "value"};
  const hid_t field_types[kFields] = {int_type, int_type, H5T_NATIVE_DOUBLE_g};
  const int length = 1 + below(kRecords);
  CALL(H5TBmake_table,
       ("a title", file, name, kFields, (hsize_t)length, sizeof(struct Record), fields, offsets, field_types,
        4, NULL, 0, records),
       "table_title:s loc_id:hF dset_name:s nfields:z nrecords:z type_size:z field_names:[s field_offset:[z "
       "field_types:[hT chunk_size:z compress:i",
       "a title", file, name, (long long)kFields, (long long)length, (long long)sizeof(struct Record),
       kFields, fields, kFields, offsets, kFields, field_types, 4LL, 0);
  if (rc >= 0) table_length[n] = length;
}

#define FIELDS "type_size:z field_offset:[z dst_sizes:[z"
#define FIELD_VALUES (long long)sizeof(struct Record), kFields, offsets, kFields, sizes

static void change_table(int n, const char *name) {
  const int first = below(table_length[n]), count = 1 + below(table_length[n] - first);
  switch (below(4)) {
    case 0:
      if (table_length[n] + count > kRecords) return;
      CALL(H5TBappend_records, (file, name, (hsize_t)count, sizeof(struct Record), offsets, sizes, records),
           "loc_id:hF dset_name:s nrecords:z " FIELDS, file, name, (long long)count, FIELD_VALUES);
      if (rc >= 0) table_length[n] += count;
      return;
    case 1:
      CALL(H5TBwrite_records,
           (file, name, (hsize_t)first, (hsize_t)count, sizeof(struct Record), offsets, sizes, records),
           "loc_id:hF dset_name:s start:z nrecords:z " FIELDS, file, name, (long long)first, (long long)count,
           FIELD_VALUES);
      return;
    case 2:
      if (count == table_length[n]) return;
      CALL(H5TBdelete_record, (file, name, (hsize_t)first, (hsize_t)count),
           "loc_id:hF dset_name:s start:z nrecords:z", file, name, (long long)first, (long long)count);
      if (rc >= 0) table_length[n] -= count;
      return;
    default: {
      const int index[] = {2, 0};
      const size_t some_offsets[] = {0, 8}, some_sizes[] = {8, 4};
      CALL(H5TBwrite_fields_index,
           (file, name, 2, index, (hsize_t)first, 1, 16, some_offsets, some_sizes, records),
           "loc_id:hF dset_name:s nfields:z field_index:[i start:z nrecords:z type_size:z field_offset:[z "
           "dst_sizes:[z",
           file, name, 2LL, 2, index, (long long)first, 1LL, 16LL, 2, some_offsets, 2, some_sizes);
      return;
    }
  }
}

static void read_table(int n, const char *name) {
  const int first = below(table_length[n]), count = 1 + below(table_length[n] - first);
  hsize_t fields = 0, length = 0;
  memset(records, 0, sizeof records);
  switch (below(4)) {
    case 0:
      CALL(H5TBread_table, (file, name, sizeof(struct Record), offsets, sizes, records),
           "loc_id:hF dset_name:s dst_size:z dst_offset:[z dst_sizes:[z", file, name, FIELD_VALUES);
      break;
    case 1:
      CALL(H5TBread_records,
           (file, name, (hsize_t)first, (hsize_t)count, sizeof(struct Record), offsets, sizes, records),
           "loc_id:hF dset_name:s start:z nrecords:z type_size:z dst_offset:[z dst_sizes:[z", file, name,
           (long long)first, (long long)count, FIELD_VALUES);
      break;
    case 2: {
      const size_t some_offsets[] = {0, 8}, some_sizes[] = {4, 8};
      CALL(H5TBread_fields_name,
           (file, name, "number,value", (hsize_t)first, 1, 16, some_offsets, some_sizes, records),
           "loc_id:hF dset_name:s field_names:s start:z nrecords:z type_size:z field_offset:[z dst_sizes:[z",
           file, name, "number,value", (long long)first, 1LL, 16LL, 2, some_offsets, 2, some_sizes);
      break;
    }
    default:
      CALL(H5TBget_table_info, (file, name, &fields, &length), "loc_id:hF dset_name:s nfields:?z nrecords:?z",
           file, name, fields, length);
      break;
  }
  digest(records, sizeof records);
}

static void ask_fields(const char *name) {
  char texts[kFields][64], *names[kFields];
  size_t bytes[kFields] = {0}, places[kFields] = {0}, size = 0;
  for (int i = 0; i < kFields; i++) names[i] = texts[i];
  CALL(H5TBget_field_info, (file, name, names, bytes, places, &size),
       "loc_id:hF dset_name:s field_names:?[s field_sizes:?[z field_offsets:?[z type_size:?z", file, name,
       kFields, names, kFields, bytes, kFields, places, size);
}

static void do_table(void) {
  const int n = below(kTables);
  char name[32];
  name_of(name, "table", n);
  for (int i = 0; i < kRecords; i++) records[i] = (struct Record){i, below(9), i / 4.0};
  if (table_length[n] == 0) return make_table(n, name);
  switch (below(5)) {
    case 0:
    case 1:
      return change_table(n, name);
    case 2:
      return ask_fields(name);
    default:
      return read_table(n, name);
  }
}

// ---- dimension scales

static void do_scale(void) {
  const int n = below(kNames), m = below(kNames);
  char name[32], label[32] = "";
  if (made[n].rank < 1 || made[m].rank < 1 || n == m) return;
  CALL(H5Dopen2, (file, name_of(name, "d", n), H5P_DEFAULT), "=nD loc_id:hF name:s", file, name);
  const hid_t data = (hid_t)rc;
  CALL(H5Dopen2, (file, name_of(name, "d", m), H5P_DEFAULT), "=nD loc_id:hF name:s", file, name);
  const hid_t scale = (hid_t)rc;
  const int dim = below(made[n].rank);
  CALL_PLAIN(H5DSis_scale, (scale), "did:hD", scale);
  if (rc == 0 && m < 3) CALL(H5DSset_scale, (scale, "a scale"), "dsid:hD dimname:s", scale, "a scale");
  CALL(H5DSattach_scale, (data, scale, (unsigned)dim), "did:hD dsid:hD idx:i", data, scale, dim);
  CALL_PLAIN(H5DSget_num_scales, (data, (unsigned)dim), "did:hD dim:i", data, dim);
  CALL(H5DSset_label, (data, (unsigned)dim, "a label"), "did:hD idx:i label:s", data, dim, "a label");
  CALL_PLAIN(H5DSget_label, (data, (unsigned)dim, label, sizeof label), "did:hD idx:i label:?s size:z", data,
             dim, label, (long long)sizeof label);
  CALL(H5Dclose, (scale), "dset_id:cD", scale);
  CALL(H5Dclose, (data), "dset_id:cD", data);
}

// ---- images

static void do_image(void) {
  hsize_t width = 4 + (hsize_t)below(8), height = 4 + (hsize_t)below(8), planes = 0;
  const hsize_t palette[2] = {256, 3};
  hssize_t palettes = 0;
  char name[32], interlace[32] = "";
  const unsigned char *pixels = (const unsigned char *)buffer;
  switch (below(4)) {
    case 0:
      name_of(name, "image", below(3));
      CALL(H5IMmake_image_8bit, (file, name, width, height, pixels), "loc_id:hF dset_name:s width:z height:z",
           file, name, width, height);
      return;
    case 1:
      name_of(name, "coloured", below(2));
      CALL(H5IMmake_image_24bit, (file, name, width, height, "INTERLACE_PIXEL", pixels),
           "loc_id:hF dset_name:s width:z height:z interlace:s", file, name, width, height,
           "INTERLACE_PIXEL");
      return;
    case 2:
      name_of(name, "coloured", below(2));
      CALL(H5IMget_image_info, (file, name, &width, &height, &planes, interlace, &palettes),
           "loc_id:hF dset_name:s width:?z height:?z planes:?z interlace:?s npals:?l", file, name, width,
           height, planes, interlace, (long long)palettes);
      return;
    default:
      name_of(name, "palette", below(2));
      CALL(H5IMmake_palette, (file, name, palette, pixels), "loc_id:hF pal_name:s pal_dims:[z", file, name, 2,
           palette);
      return;
  }
}

// ---- packet tables

static void do_packets(void) {
  const int n = 1 + below(20), first = below(n);
  hsize_t length = 0;
  char name[32];
  name_of(name, "packets", below(4));
  CALL(H5PTcreate_fl, (file, name, int_type, 8, -1),
       "=nI loc_id:hF dset_name:s dtype_id:hT chunk_size:z compression:i", file, name, int_type, 8LL, -1);
  if (rc < 0) CALL(H5PTopen, (file, name), "=nI loc_id:hF dset_name:s", file, name);
  const hid_t table = (hid_t)rc;
  if (table < 0) return;
  CALL(H5PTappend, (table, (size_t)n, buffer), "table_id:hI nrecords:z", table, (long long)n);
  CALL(H5PTget_num_packets, (table, &length), "table_id:hI nrecords:?z", table, length);
  CALL(H5PTread_packets, (table, (hsize_t)first, (size_t)(n - first), buffer),
       "table_id:hI start:z nrecords:z", table, (long long)first, (long long)(n - first));
  CALL(H5PTclose, (table), "table_id:cI", table);
}

// ---- types in words

// The library makes and closes types on the way, and hands the last one on.
static void do_type(void) {
  static const char *const kTypes[] = {
      "H5T_ENUM { H5T_NATIVE_INT; \"RED\" 5; \"BLUE\" 6; }",
      "H5T_ARRAY { [3] H5T_STD_I32LE }",
      "H5T_COMPOUND { H5T_STD_I8LE \"a\"; H5T_ARRAY { [2] H5T_IEEE_F32LE } \"b\"; }",
  };
  const char *text = kTypes[below(3)];
  CALL(H5LTtext_to_dtype, (text, H5LT_DDL), "=nT text:s lang_type:i", text, H5LT_DDL);
  const hid_t type = (hid_t)rc;
  CALL_PLAIN(H5Tget_size, (type), "type_id:hT", type);
  if (one_in(4)) return;
  CALL(H5Tclose, (type), "type_id:cT", type);
}

// ---- the whole

static void step(void) {
  const int what = below(100);
  if (what < 25) return do_simple();
  if (what < 45) return do_attribute();
  if (what < 70) return do_table();
  if (what < 80) return do_scale();
  if (what < 87) return do_image();
  if (what < 93) return do_type();
  do_packets();
}

int main(int argc, char **argv) {
  const long seed = argc > 1 ? atol(argv[1]) : 1;
  const int steps = argc > 2 ? atoi(argv[2]) : 150;
  seed_random((uint64_t)seed);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  int_type = H5T_NATIVE_INT;
  for (int i = 0; i < kNames; i++) made[i].rank = -1;
  CALL(H5Fcreate, ("hl.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), "=nF filename:s flags:i", "hl.h5",
       H5F_ACC_TRUNC);
  file = (hid_t)rc;
  for (int i = 0; i < steps; i++) step();
  CALL(H5Fclose, (file), "file_id:cF", file);
  save(0);
  return (int)(seed % 50);
}
