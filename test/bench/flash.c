// SPDX-License-Identifier: BSD-3-Clause
// Writes checkpoint and plot files as FLASH does: a block-structured grid with a fixed number of blocks on
// each rank, one HDF5 dataset a variable, and small ones that describe the grid and the run. There is a new
// flash_hdf5_chk_NNNN (doubles, all variables) and flash_hdf5_plt_cnt_NNNN (floats, the first three) at the
// beginning and every EVERY steps.
// usage: flash [-n STEPS] [-e EVERY] [-b BLOCKS] [-z CELLS] [-v VARIABLES] [-w SWEEPS]
//              [-c] [-a AGGREGATORS] [-m] [-r] [DIRECTORY]
//   -b: blocks of a rank; -z: cells along the edge of a block; -w: work between the steps;
//   -c: collective transfers; -a: hint cb_nodes; -m: the first rank alone writes metadata;
//   -r: read the last checkpoint and check it. Rank 0 prints the number of pairs of files.
#include <hdf5.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_VARIABLES = 24, PLOTTED = 3, NAME = 80 };

static const char *const names[MOST_VARIABLES] = {
    "dens", "eint", "ener", "gamc", "game", "pres", "temp", "velx", "vely", "velz", "c12 ", "he4 ",
    "ne20", "mg24", "o16 ", "si28", "s32 ", "ar36", "ca40", "ti44", "cr48", "fe52", "fe54", "ni56"};

// What the run consists of, and where this rank's blocks are.
static struct {
  int steps, every, blocks, cells, variables, collective, aggregators, metadata, sweeps, check;
  int rank, ranks;
  const char *directory;
} run = {100, 20, 8, 4, 10, 0, 0, 0, 1, 0, 0, 1, "."};

static double *values;  // of one variable on this rank
static float *plotted;
static hid_t transfer;  // property list of all transfers of grid data

static hid_t need(hid_t id, const char *what) {
  if (id >= 0) return id;
  fprintf(stderr, "flash: %s failed\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
  return id;
}

static size_t cells_of_block(void) { return (size_t)run.cells * run.cells * run.cells; }

// The value of a cell, the same however many ranks there are.
static double cell(int step, int variable, long block, size_t index) {
  return step + 1000.0 * variable + (double)block + (double)index / 4096;
}

static void fill(int step, int variable) {
  const size_t cells = cells_of_block();
  for (long b = 0; b < run.blocks; b++) {
    for (size_t i = 0; i < cells; i++)
      values[b * cells + i] = cell(step, variable, (long)run.rank * run.blocks + b, i);
  }
}

// By default HDF5 shares out the blocks of its metadata among the ranks, so that no two of them behave alike.
static void let_first_write_metadata(hid_t access) {
  H5AC_cache_config_t config;
  memset(&config, 0, sizeof config);
  config.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  need(H5Pget_mdc_config(access, &config), "H5Pget_mdc_config");
  config.metadata_write_strategy = H5AC_METADATA_WRITE_STRATEGY__PROCESS_0_ONLY;
  need(H5Pset_mdc_config(access, &config), "H5Pset_mdc_config");
}

static hid_t open_file(const char *name, int create) {
  MPI_Info info;
  MPI_Info_create(&info);
  if (run.aggregators > 0) {
    char number[16];
    snprintf(number, sizeof number, "%d", run.aggregators);
    MPI_Info_set(info, "cb_nodes", number);
    MPI_Info_set(info, "cb_config_list", "*:*");  // ROMIO: any number of aggregators on a node
    MPI_Info_set(info, "romio_cb_write", "enable");
  }
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_mpio(access, MPI_COMM_WORLD, info);
  if (run.metadata) let_first_write_metadata(access);
  const hid_t file =
      create ? H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, access) : H5Fopen(name, H5F_ACC_RDONLY, access);
  H5Pclose(access);
  MPI_Info_free(&info);
  return need(file, name);
}

// A small dataset that describes the run; all ranks make it, the first writes it.
static void write_small(hid_t file, const char *name, hid_t type, hsize_t count, const void *data) {
  const hid_t space = H5Screate_simple(1, &count, NULL);
  const hid_t set = need(H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), name);
  if (run.rank == 0) need(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), name);
  H5Dclose(set);
  H5Sclose(space);
}

// One of FLASH's lists of names and values.
static void write_list(hid_t file, const char *name, int real, int value) {
  enum { COUNT = 8, RECORD = NAME + sizeof(double) };
  static char list[COUNT][RECORD];
  const double number = value;
  memset(list, 0, sizeof list);
  for (int i = 0; i < COUNT; i++) {
    snprintf(list[i], NAME, "%s %d", name, i);
    memcpy(list[i] + NAME, real ? (const void *)&number : &value, real ? sizeof number : sizeof value);
  }
  const hid_t text = H5Tcopy(H5T_C_S1), type = H5Tcreate(H5T_COMPOUND, RECORD);
  H5Tset_size(text, NAME);
  H5Tinsert(type, "name", 0, text);
  H5Tinsert(type, "value", NAME, real ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT);
  write_small(file, name, type, COUNT, list);
  H5Tclose(type);
  H5Tclose(text);
}

static void write_description(hid_t file, int step, int variables) {
  write_list(file, "integer scalars", 0, step);
  write_list(file, "real scalars", 1, step);
  write_list(file, "logical scalars", 0, step);
  write_list(file, "integer runtime parameters", 0, 0);
  write_list(file, "real runtime parameters", 1, 0);
  const hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, 4);
  char list[MOST_VARIABLES][4];
  for (int v = 0; v < variables; v++) memcpy(list[v], names[v], 4);
  write_small(file, "unknown names", text, (hsize_t)variables, list);
  H5Tclose(text);
}

// A dataset whose first dimension is the blocks of all ranks; this rank's part is selected.
struct grid_set {
  hid_t set, memory, space;
};

static struct grid_set select_blocks(hid_t set, int rank, const hsize_t *sizes) {
  hsize_t start[4] = {(hsize_t)run.rank * (hsize_t)run.blocks, 0, 0, 0}, count[4];
  memcpy(count, sizes, sizeof count);
  count[0] = (hsize_t)run.blocks;
  struct grid_set selected = {set, H5Screate_simple(rank, count, NULL), H5Dget_space(set)};
  need(H5Sselect_hyperslab(selected.space, H5S_SELECT_SET, start, NULL, count, NULL), "selection");
  return selected;
}

static void close_set(struct grid_set *s) {
  H5Sclose(s->memory);
  H5Sclose(s->space);
  need(H5Dclose(s->set), "H5Dclose");
}

static struct grid_set create_set(hid_t file, const char *name, hid_t type, int rank, const hsize_t *rest) {
  hsize_t sizes[4] = {(hsize_t)run.ranks * (hsize_t)run.blocks, rest[0], rest[1], rest[2]};
  const hid_t space = H5Screate_simple(rank, sizes, NULL);
  const hid_t set = need(H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), name);
  H5Sclose(space);
  return select_blocks(set, rank, sizes);
}

static void write_tree(hid_t file) {
  static const struct {
    const char *name;
    int rank, real;
    hsize_t rest[3];
  } sets[] = {{"refine level", 1, 0, {0}},     {"node type", 1, 0, {0}},  {"gid", 2, 0, {15}},
              {"coordinates", 2, 1, {3}},      {"block size", 2, 1, {3}}, {"bounding box", 3, 1, {3, 2}},
              {"processor number", 1, 0, {0}}, {"which child", 1, 0, {0}}};
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
    const hid_t type = sets[i].real ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT;
    struct grid_set s = create_set(file, sets[i].name, type, sets[i].rank, sets[i].rest);
    void *zeros = calloc((size_t)run.blocks * 15, sizeof(double));
    need(H5Dwrite(s.set, type, s.memory, s.space, transfer, zeros), sets[i].name);
    free(zeros);
    close_set(&s);
  }
}

static void write_limit(hid_t set, const char *name, double limit) {
  const hsize_t one = 1;
  const hid_t space = H5Screate_simple(1, &one, NULL);
  const hid_t attribute =
      need(H5Acreate2(set, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT), name);
  need(H5Awrite(attribute, H5T_NATIVE_DOUBLE, &limit), name);
  H5Aclose(attribute);
  H5Sclose(space);
}

static void write_variable(hid_t file, int step, int variable, int plot) {
  const size_t all = (size_t)run.blocks * cells_of_block();
  const hsize_t edge = (hsize_t)run.cells, rest[3] = {edge, edge, edge};
  const hid_t type = plot ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  fill(step, variable);
  for (size_t i = 0; plot && i < all; i++) plotted[i] = (float)values[i];
  double limits[2] = {-values[0], values[all - 1]}, found[2];
  MPI_Allreduce(limits, found, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  struct grid_set s = create_set(file, names[variable], type, 4, rest);
  need(H5Dwrite(s.set, type, s.memory, s.space, transfer, plot ? (void *)plotted : values), names[variable]);
  write_limit(s.set, "minimum", -found[0]);
  write_limit(s.set, "maximum", found[1]);
  close_set(&s);
}

static void file_name(char *name, size_t size, int plot, int number) {
  snprintf(name, size, "%s/flash_hdf5_%s_%04d", run.directory, plot ? "plt_cnt" : "chk", number);
}

static void write_file(int step, int number, int plot) {
  char name[4096];
  file_name(name, sizeof name, plot, number);
  const hid_t file = open_file(name, 1);
  const int variables = plot && run.variables > PLOTTED ? PLOTTED : run.variables;
  write_description(file, step, variables);
  write_tree(file);
  for (int v = 0; v < variables; v++) write_variable(file, step, v, plot);
  need(H5Fclose(file), "H5Fclose");
}

static void check_file(int step, int number) {
  char name[4096];
  file_name(name, sizeof name, 0, number);
  const hsize_t edge = (hsize_t)run.cells, sizes[4] = {(hsize_t)run.blocks, edge, edge, edge};
  const size_t all = (size_t)run.blocks * cells_of_block();
  double *read = malloc(all * sizeof *read);
  const hid_t file = open_file(name, 0);
  for (int v = 0; v < run.variables; v++) {
    struct grid_set s = select_blocks(need(H5Dopen2(file, names[v], H5P_DEFAULT), names[v]), 4, sizes);
    need(H5Dread(s.set, H5T_NATIVE_DOUBLE, s.memory, s.space, transfer, read), "H5Dread");
    fill(step, v);
    need(memcmp(read, values, all * sizeof *read) == 0 ? 0 : -1, "comparing what was read");
    close_set(&s);
  }
  H5Fclose(file);
  free(read);
}

// What a step costs besides I/O: sweeps over the cells, and the time step that all ranks agree on.
static void compute(void) {
  const size_t all = (size_t)run.blocks * cells_of_block();
  for (int sweep = 0; sweep < run.sweeps; sweep++) {
    for (size_t i = 1; i + 1 < all; i++) values[i] = (values[i - 1] + 2 * values[i] + values[i + 1]) / 4;
  }
  double step = values[0], least;
  MPI_Allreduce(&step, &least, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
}

static void read_options(int argc, char **argv) {
  for (int option; (option = getopt(argc, argv, "n:e:b:z:v:ca:mw:r")) != -1;) {
    if (option == 'n') run.steps = atoi(optarg);
    if (option == 'e') run.every = atoi(optarg);
    if (option == 'b') run.blocks = atoi(optarg);
    if (option == 'z') run.cells = atoi(optarg);
    if (option == 'v') run.variables = atoi(optarg);
    if (option == 'c') run.collective = 1;
    if (option == 'a') run.aggregators = atoi(optarg);
    if (option == 'm') run.metadata = 1;
    if (option == 'w') run.sweeps = atoi(optarg);
    if (option == 'r') run.check = 1;
  }
  if (optind < argc) run.directory = argv[optind];
  const int sensible = run.every > 0 && run.blocks > 0 && run.cells > 0 && run.variables > 0;
  need(sensible && run.variables <= MOST_VARIABLES ? 0 : -1, "reading the command line");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  read_options(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &run.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &run.ranks);
  const size_t all = (size_t)run.blocks * cells_of_block();
  values = calloc(all, sizeof *values);
  plotted = calloc(all, sizeof *plotted);
  transfer = H5Pcreate(H5P_DATASET_XFER);
  if (run.collective) H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE);
  int files = 0;
  for (int step = 0; step <= run.steps; step++) {
    if (step > 0) compute();
    if (step % run.every != 0) continue;
    write_file(step, files, 0);
    write_file(step, files++, 1);
  }
  if (run.check) check_file((files - 1) * run.every, files - 1);
  H5Pclose(transfer);
  free(values);
  free(plotted);
  if (run.rank == 0) printf("%d\n", files);
  MPI_Finalize();
  return 0;
}
