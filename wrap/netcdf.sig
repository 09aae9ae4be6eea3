# SPDX-License-Identifier: BSD-3-Clause
# NetCDF-C. The notation is described in doc/adding-a-function.md.
#
# A file's ncid has the group in its lower 16 bits; all of them are handles of the class ncid. Variables,
# dimensions and types have small numbers that are the same on all ranks, and are recorded as such. `ndims` is
# the rank of the variable; the library is asked for it after the call, because the question may make it read
# the variable's metadata. Data buffers are not recorded, values of attributes are.

%layer netcdf
%real wrap
%library -lnetcdf
%compact
%inline (nc_put_var1_double, nc_put_var1_float, nc_put_var1_int, nc_get_var1_double, nc_get_var1_float, nc_get_var1_int,
         nc_put_vara, nc_put_vara_double, nc_put_vara_float, nc_put_vara_int,
         nc_get_vara, nc_get_vara_double, nc_get_vara_float, nc_get_vara_int)
# What the library calls of itself differs from link to link (a static one shows only calls between objects).
%nested hidden

%header <netcdf.h> "runtime/netcdf_arguments.h"
%declared <netcdf.h>

%type nc_type: enum nc_type
%class ncid

# ---- the library

const char *nc_inq_libvers(void): str fails(false);
const char *nc_strerror(int ncerr): str fails(false);
char *nc_rc_get(const char *key: str): str fails(false);

%fails ret != NC_NOERR
%errno ret

int nc_rc_set(const char *key: str, const char *value: str);
int nc_initialize(void);
int nc_finalize(void);
int nc_set_log_level(int new_level);
int nc_set_default_format(int format: enum nc_format, int *old_formatp: out *enum nc_format);
int nc_set_alignment(int threshold, int alignment);
int nc_get_alignment(int *thresholdp: out *int, int *alignmentp: out *int);
int nc_set_meta_block_size(size_t size);
int nc_get_meta_block_size(size_t *sizep: out *uint);
int nc_set_chunk_cache(size_t size, size_t nelems, float preemption);
int nc_get_chunk_cache(size_t *sizep: out *uint, size_t *nelemsp: out *uint,
                       float *preemptionp: out *double);
int nc_def_user_format(int mode_flag: flags nc_mode, NC_Dispatch *dispatch_table, char *magic_number: str);
int nc_inq_user_format(int mode_flag: flags nc_mode, NC_Dispatch **dispatch_table,
                       char *magic_number: out str[magic_number != nullptr ? strnlen(magic_number, 8) : 0]);

# ---- files

int nc_create(const char *path: path, int cmode: flags nc_mode, int *ncidp: new ncid = *ncidp);
int nc__create(const char *path: path, int cmode: flags nc_mode, size_t initialsz,
               size_t *chunksizehintp: in *uint, int *ncidp: new ncid = *ncidp);
int nc__create_mp(const char *path: path, int cmode: flags nc_mode, size_t initialsz, int basepe,
                  size_t *chunksizehintp: in *uint, int *ncidp: new ncid = *ncidp);
int nc_open(const char *path: path, int mode: flags nc_mode, int *ncidp: new ncid = *ncidp);
int nc__open(const char *path: path, int mode: flags nc_mode, size_t *chunksizehintp: in *uint,
             int *ncidp: new ncid = *ncidp);
int nc__open_mp(const char *path: path, int mode: flags nc_mode, int basepe,
                size_t *chunksizehintp: in *uint, int *ncidp: new ncid = *ncidp);
int nc_delete(const char *path: path);
int nc_delete_mp(const char *path: path, int basepe);
int nc_redef(int ncid: ncid);
int nc_enddef(int ncid: ncid);
int nc__enddef(int ncid: ncid, size_t h_minfree, size_t v_align, size_t v_minfree, size_t r_align);
int nc_sync(int ncid: ncid);
int nc_close(int ncid: ncid closes) before(netcdf_closing(call, ncid)) after(netcdf_closed());
int nc_abort(int ncid: ncid closes) before(netcdf_closing(call, ncid)) after(netcdf_closed());
int nc_set_fill(int ncid: ncid, int fillmode: enum nc_fill, int *old_modep: out *enum nc_fill);
int nc_set_base_pe(int ncid: ncid, int pe);
int nc_inq_base_pe(int ncid: ncid, int *pe: out *int);
int nc_inq(int ncid: ncid, int *ndimsp: out *int, int *nvarsp: out *int, int *nattsp: out *int,
           int *unlimdimidp: out *int);
int nc_inq_ndims(int ncid: ncid, int *ndimsp: out *int);
int nc_inq_nvars(int ncid: ncid, int *nvarsp: out *int);
int nc_inq_natts(int ncid: ncid, int *nattsp: out *int);
int nc_inq_unlimdim(int ncid: ncid, int *unlimdimidp: out *int);
int nc_inq_unlimdims(int ncid: ncid, int *nunlimdimsp: out *int,
                     int *unlimdimidsp: out [int; netcdf_unlimited_count(ncid, nunlimdimsp)]);
int nc_inq_path(int ncid: ncid, size_t *pathlen: out *uint, char *path: out str);
int nc_inq_format(int ncid: ncid, int *formatp: out *enum nc_format);
int nc_inq_format_extended(int ncid: ncid, int *formatp: out *enum nc_formatx,
                           int *modep: out *flags nc_mode);
int nc_show_metadata(int ncid: ncid);

# ---- files in memory

%header <netcdf.h> <netcdf_mem.h> "runtime/netcdf_arguments.h"
%declared <netcdf.h> <netcdf_mem.h>
%struct NC_memio { size_t size; void *memory; int flags: flags nc_memio; }
int nc_create_mem(const char *path: path, int mode: flags nc_mode, size_t initialsize,
                  int *ncidp: new ncid = *ncidp);
int nc_open_mem(const char *path: path, int mode: flags nc_mode, size_t size, void *memory,
                int *ncidp: new ncid = *ncidp);
int nc_open_memio(const char *path: path, int mode: flags nc_mode, NC_memio *info: in *NC_memio,
                  int *ncidp: new ncid = *ncidp);
int nc_close_memio(int ncid: ncid closes, NC_memio *info: out *NC_memio)
    before(netcdf_closing(call, ncid)) after(netcdf_closed());

# ---- parallel files: a library without them has the functions all the same, which is why no header is asked

%class MPI_Comm for MPI_Comm
%class MPI_Info for MPI_Info
%struct mpi_hint { char *key: str; char *value: str; }
%header "runtime/netcdf_par_arguments.h" <netcdf.h>
%declared default
int nc_create_par(const char *path: path, int cmode: flags nc_mode, MPI_Comm comm, MPI_Info info,
                  + hints: [mpi_hint] via mpi_hints(info, failed),
                  int *ncidp: new ncid = *ncidp) admit(call.admits_path(without_fs_prefix(path)));
int nc_open_par(const char *path: path, int mode: flags nc_mode, MPI_Comm comm, MPI_Info info,
                + hints: [mpi_hint] via mpi_hints(info, failed),
                int *ncidp: new ncid = *ncidp) admit(call.admits_path(without_fs_prefix(path)));
int nc_create_par_fortran(const char *path: path, int cmode: flags nc_mode,
                          int comm: MPI_Comm = netcdf_comm(comm, failed),
                          int info: MPI_Info = netcdf_info(info, failed),
                          + hints: [mpi_hint] via mpi_hints(netcdf_info(info, failed), failed),
                          int *ncidp: new ncid = *ncidp) admit(call.admits_path(without_fs_prefix(path)));
int nc_open_par_fortran(const char *path: path, int mode: flags nc_mode,
                        int comm: MPI_Comm = netcdf_comm(comm, failed),
                        int info: MPI_Info = netcdf_info(info, failed),
                        + hints: [mpi_hint] via mpi_hints(netcdf_info(info, failed), failed),
                        int *ncidp: new ncid = *ncidp) admit(call.admits_path(without_fs_prefix(path)));

%header <netcdf.h> "runtime/netcdf_arguments.h"
int nc_var_par_access(int ncid: ncid, int varid, int par_access: enum nc_access);

# ---- groups

%declared <netcdf.h>
int nc_def_grp(int parent_ncid: ncid, const char *name: str, int *new_ncid: new ncid = netcdf_id(new_ncid));
int nc_rename_grp(int grpid: ncid, const char *name: str);
int nc_inq_ncid(int ncid: ncid, const char *name: str, int *grp_ncid: new ncid = netcdf_id(grp_ncid));
int nc_inq_grps(int ncid: ncid, int *numgrps: out *int,
                int *ncids: out [new ncid; netcdf_group_count(ncid, numgrps)]);
int nc_inq_grpname(int ncid: ncid, char *name: out str);
int nc_inq_grpname_full(int ncid: ncid, size_t *lenp: out *uint, char *full_name: out str);
int nc_inq_grpname_len(int ncid: ncid, size_t *lenp: out *uint);
int nc_inq_grp_parent(int ncid: ncid, int *parent_ncid: new ncid = netcdf_id(parent_ncid));
int nc_inq_grp_ncid(int ncid: ncid, const char *grp_name: str,
                    int *grp_ncid: new ncid = netcdf_id(grp_ncid));
int nc_inq_grp_full_ncid(int ncid: ncid, const char *full_name: str,
                         int *grp_ncid: new ncid = netcdf_id(grp_ncid));
int nc_inq_varids(int ncid: ncid, int *nvars: out *int,
                  int *varids: out [int; netcdf_variable_count(ncid, nvars)]);
int nc_inq_dimids(int ncid: ncid, int *ndims: out *int,
                  int *dimids: out [int; netcdf_dimension_count(ncid, ndims, include_parents)],
                  int include_parents);
int nc_inq_typeids(int ncid: ncid, int *ntypes: out *int,
                   int *typeids: out [enum nc_type; netcdf_type_count(ncid, ntypes)]);

# ---- dimensions

int nc_def_dim(int ncid: ncid, const char *name: str, size_t len, int *idp: out *int);
int nc_rename_dim(int ncid: ncid, int dimid, const char *name: str);
int nc_inq_dimid(int ncid: ncid, const char *name: str, int *idp: out *int);
int nc_inq_dim(int ncid: ncid, int dimid, char *name: out str, size_t *lenp: out *uint);
int nc_inq_dimname(int ncid: ncid, int dimid, char *name: out str);
int nc_inq_dimlen(int ncid: ncid, int dimid, size_t *lenp: out *uint);

# ---- variables

int nc_def_var(int ncid: ncid, const char *name: str, nc_type xtype, int ndims,
               const int *dimidsp: [int; ndims], int *varidp: out *int);
int nc_rename_var(int ncid: ncid, int varid, const char *name: str);
int nc_copy_var(int ncid_in: ncid, int varid, int ncid_out: ncid);
int nc_inq_var(int ncid: ncid, int varid, char *name: out str, nc_type *xtypep: out *enum nc_type,
               int *ndimsp: out *int, int *dimidsp: out [int; ndims()], int *nattsp: out *int)
    before(const NetcdfRank ndims(ncid, varid));
int nc_inq_varid(int ncid: ncid, const char *name: str, int *varidp: out *int);
int nc_inq_varname(int ncid: ncid, int varid, char *name: out str);
int nc_inq_vartype(int ncid: ncid, int varid, nc_type *xtypep: out *enum nc_type);
int nc_inq_varndims(int ncid: ncid, int varid, int *ndimsp: out *int);
int nc_inq_vardimid(int ncid: ncid, int varid, int *dimidsp: out [int; ndims()])
    before(const NetcdfRank ndims(ncid, varid));
int nc_inq_varnatts(int ncid: ncid, int varid, int *nattsp: out *int);

# ---- how a variable is stored

int nc_def_var_fill(int ncid: ncid, int varid, int no_fill,
                    const void *fill_value: any via netcdf_fill_value(ncid, varid, no_fill == 0, fill_value));
int nc_inq_var_fill(int ncid: ncid, int varid, int *no_fill: out *int,
                    void *fill_valuep: any via netcdf_fill_value(ncid, varid, !failed && netcdf_fills(ncid, varid, no_fill), fill_valuep));
int nc_def_var_chunking(int ncid: ncid, int varid, int storage: enum nc_storage,
                        const size_t *chunksizesp: [uint; ndims()] if storage == NC_CHUNKED)
    before(const NetcdfRank ndims(ncid, varid));
int nc_inq_var_chunking(int ncid: ncid, int varid, int *storagep: out *enum nc_storage,
                        size_t *chunksizesp: out [uint; netcdf_chunk_rank(ncid, varid)]);
int nc_set_var_chunk_cache(int ncid: ncid, int varid, size_t size, size_t nelems, float preemption);
int nc_get_var_chunk_cache(int ncid: ncid, int varid, size_t *sizep: out *uint, size_t *nelemsp: out *uint,
                           float *preemptionp: out *double);
int nc_def_var_endian(int ncid: ncid, int varid, int endian: enum nc_endian);
int nc_inq_var_endian(int ncid: ncid, int varid, int *endianp: out *enum nc_endian);
int nc_def_var_deflate(int ncid: ncid, int varid, int shuffle, int deflate, int deflate_level);
int nc_inq_var_deflate(int ncid: ncid, int varid, int *shufflep: out *int, int *deflatep: out *int,
                       int *deflate_levelp: out *int);
int nc_def_var_szip(int ncid: ncid, int varid, int options_mask: flags nc_szip, int pixels_per_block);
int nc_inq_var_szip(int ncid: ncid, int varid, int *options_maskp: out *flags nc_szip,
                    int *pixels_per_blockp: out *int);
int nc_def_var_fletcher32(int ncid: ncid, int varid, int fletcher32);
int nc_inq_var_fletcher32(int ncid: ncid, int varid, int *fletcher32p: out *int);
int nc_def_var_quantize(int ncid: ncid, int varid, int quantize_mode: enum nc_quantize, int nsd);
int nc_inq_var_quantize(int ncid: ncid, int varid, int *quantize_modep: out *enum nc_quantize,
                        int *nsdp: out *int);

# ---- filters

%header <netcdf.h> <netcdf_filter.h> "runtime/netcdf_arguments.h"
%declared <netcdf.h> <netcdf_filter.h>
int nc_def_var_filter(int ncid: ncid, int varid, unsigned int id, size_t nparams,
                      const unsigned int *parms: [uint; nparams]);
int nc_inq_var_filter(int ncid: ncid, int varid, unsigned int *idp: out *uint,
                      size_t *nparams: out *uint = (netcdf_has_filter(ncid, varid, idp) ? nparams : nullptr),
                      unsigned int *params:
                        out [uint; netcdf_has_filter(ncid, varid, idp) ? netcdf_length(nparams) : 0]);
int nc_inq_var_filter_ids(int ncid: ncid, int varid, size_t *nfilters: out *uint,
                          unsigned int *filterids: out [uint; netcdf_length(nfilters)]);
int nc_inq_var_filter_info(int ncid: ncid, int varid, unsigned int id, size_t *nparams: out *uint,
                           unsigned int *params: out [uint; netcdf_length(nparams)]);
int nc_inq_filter_avail(int ncid: ncid, unsigned id);
int nc_def_var_bzip2(int ncid: ncid, int varid, int level);
int nc_inq_var_bzip2(int ncid: ncid, int varid, int *hasfilterp: out *int, int *levelp: out *int);
int nc_def_var_zstandard(int ncid: ncid, int varid, int level);
int nc_inq_var_zstandard(int ncid: ncid, int varid, int *hasfilterp: out *int, int *levelp: out *int);
int nc_def_var_blosc(int ncid: ncid, int varid, unsigned subcompressor, unsigned level, unsigned blocksize,
                     unsigned addshuffle);
int nc_inq_var_blosc(int ncid: ncid, int varid, int *hasfilterp: out *int,
                     unsigned *subcompressorp: out *uint, unsigned *levelp: out *uint,
                     unsigned *blocksizep: out *uint, unsigned *addshufflep: out *uint);

# Of versions 4.6 and 4.7 only.
int nc_inq_var_filterids(int ncid: ncid, int varid, size_t *nfilters: out *uint,
                         unsigned int *filterids: out [uint; netcdf_length(nfilters)]);
int nc_var_filter_remove(int ncid: ncid, int varid, unsigned int filterid);
int nc_filter_client_register(unsigned int id, void *info);
int nc_filter_client_unregister(unsigned int id);
int nc_filter_client_inq(unsigned int id, void *infop);

# Since version 4.9.3.
int nc_plugin_path_ndirs(size_t *ndirsp: out *uint);
int nc_plugin_path_get(NCPluginList *dirs: [str] via netcdf_directories(dirs, failed));
int nc_plugin_path_set(NCPluginList *dirs: [str] via netcdf_directories(dirs, false));

# ---- attributes

%header <netcdf.h> "runtime/netcdf_arguments.h"
%declared <netcdf.h>
%each SIGNED (schar=signed char, short, int, long, longlong=long long)
%each UNSIGNED (uchar=unsigned char, ubyte=unsigned char, ushort=unsigned short, uint=unsigned int,
                ulonglong=unsigned long long)
%each REAL (float, double)
%each T (text=char, schar=signed char, uchar=unsigned char, ubyte=unsigned char, short,
         ushort=unsigned short, int, uint=unsigned int, long, longlong=long long,
         ulonglong=unsigned long long, float, double, string=char *)

int nc_put_att(int ncid: ncid, int varid, const char *name: str, nc_type xtype, size_t len,
               const void *op: [any] via netcdf_values(xtype, len, op));
int nc_put_att_text(int ncid: ncid, int varid, const char *name: str, size_t len, const char *op: str[len]);
int nc_put_att_string(int ncid: ncid, int varid, const char *name: str, size_t len,
                      const char **op: [str; len]);
int nc_put_att_{SIGNED}(int ncid: ncid, int varid, const char *name: str, nc_type xtype, size_t len,
                        const {SIGNED.c} *op: [int; len]);
int nc_put_att_{UNSIGNED}(int ncid: ncid, int varid, const char *name: str, nc_type xtype, size_t len,
                          const {UNSIGNED.c} *op: [uint; len]);
int nc_put_att_{REAL}(int ncid: ncid, int varid, const char *name: str, nc_type xtype, size_t len,
                      const {REAL.c} *op: [double; len]);
int nc_get_att(int ncid: ncid, int varid, const char *name: str, void *ip);
int nc_get_att_{T}(int ncid: ncid, int varid, const char *name: str, {T.c} *ip);
int nc_rename_att(int ncid: ncid, int varid, const char *name: str, const char *newname: str);
int nc_copy_att(int ncid_in: ncid, int varid_in, const char *name: str, int ncid_out: ncid, int varid_out);
int nc_del_att(int ncid: ncid, int varid, const char *name: str);
int nc_inq_att(int ncid: ncid, int varid, const char *name: str, nc_type *xtypep: out *enum nc_type,
               size_t *lenp: out *uint);
int nc_inq_attid(int ncid: ncid, int varid, const char *name: str, int *idp: out *int);
int nc_inq_atttype(int ncid: ncid, int varid, const char *name: str, nc_type *xtypep: out *enum nc_type);
int nc_inq_attlen(int ncid: ncid, int varid, const char *name: str, size_t *lenp: out *uint);
int nc_inq_attname(int ncid: ncid, int varid, int attnum, char *name: out str);

# ---- data: a whole variable, one value, an array, a strided array, a mapped array

int nc_put_var(int ncid: ncid, int varid, const void *op);
int nc_get_var(int ncid: ncid, int varid, void *ip);
int nc_put_var_{T}(int ncid: ncid, int varid, const {T.c} *op);
int nc_get_var_{T}(int ncid: ncid, int varid, {T.c} *ip);
int nc_put_var1(int ncid: ncid, int varid, const size_t *indexp: [offset; ndims()], const void *op)
    before(const NetcdfRank ndims(ncid, varid));
int nc_get_var1(int ncid: ncid, int varid, const size_t *indexp: [offset; ndims()], void *ip)
    before(const NetcdfRank ndims(ncid, varid));
int nc_put_var1_{T}(int ncid: ncid, int varid, const size_t *indexp: [offset; ndims()],
                    const {T.c} *op) before(const NetcdfRank ndims(ncid, varid));
int nc_get_var1_{T}(int ncid: ncid, int varid, const size_t *indexp: [offset; ndims()],
                    {T.c} *ip) before(const NetcdfRank ndims(ncid, varid));
int nc_put_vara(int ncid: ncid, int varid, const size_t *startp: [offset; ndims()],
                const size_t *countp: [uint; ndims()], const void *op)
    before(const NetcdfRank ndims(ncid, varid));
int nc_get_vara(int ncid: ncid, int varid, const size_t *startp: [offset; ndims()],
                const size_t *countp: [uint; ndims()], void *ip)
    before(const NetcdfRank ndims(ncid, varid));
int nc_put_vara_{T}(int ncid: ncid, int varid, const size_t *startp: [offset; ndims()],
                    const size_t *countp: [uint; ndims()], const {T.c} *op)
    before(const NetcdfRank ndims(ncid, varid));
int nc_get_vara_{T}(int ncid: ncid, int varid, const size_t *startp: [offset; ndims()],
                    const size_t *countp: [uint; ndims()], {T.c} *ip)
    before(const NetcdfRank ndims(ncid, varid));
int nc_put_vars(int ncid: ncid, int varid, const size_t *startp: [offset; ndims()],
                const size_t *countp: [uint; ndims()], const ptrdiff_t *stridep: [int; ndims()],
                const void *op) before(const NetcdfRank ndims(ncid, varid));
int nc_get_vars(int ncid: ncid, int varid, const size_t *startp: [offset; ndims()],
                const size_t *countp: [uint; ndims()], const ptrdiff_t *stridep: [int; ndims()],
                void *ip) before(const NetcdfRank ndims(ncid, varid));
int nc_put_vars_{T}(int ncid: ncid, int varid, const size_t *startp: [offset; ndims()],
                    const size_t *countp: [uint; ndims()], const ptrdiff_t *stridep: [int; ndims()],
                    const {T.c} *op) before(const NetcdfRank ndims(ncid, varid));
int nc_get_vars_{T}(int ncid: ncid, int varid, const size_t *startp: [offset; ndims()],
                    const size_t *countp: [uint; ndims()], const ptrdiff_t *stridep: [int; ndims()],
                    {T.c} *ip) before(const NetcdfRank ndims(ncid, varid));
int nc_put_varm(int ncid: ncid, int varid, const size_t *startp: [offset; ndims()],
                const size_t *countp: [uint; ndims()], const ptrdiff_t *stridep: [int; ndims()],
                const ptrdiff_t *imapp: [int; ndims()], const void *op)
    before(const NetcdfRank ndims(ncid, varid));
int nc_get_varm(int ncid: ncid, int varid, const size_t *startp: [offset; ndims()],
                const size_t *countp: [uint; ndims()], const ptrdiff_t *stridep: [int; ndims()],
                const ptrdiff_t *imapp: [int; ndims()], void *ip)
    before(const NetcdfRank ndims(ncid, varid));
int nc_put_varm_{T}(int ncid: ncid, int varid, const size_t *startp: [offset; ndims()],
                    const size_t *countp: [uint; ndims()], const ptrdiff_t *stridep: [int; ndims()],
                    const ptrdiff_t *imapp: [int; ndims()], const {T.c} *op)
    before(const NetcdfRank ndims(ncid, varid));
int nc_get_varm_{T}(int ncid: ncid, int varid, const size_t *startp: [offset; ndims()],
                    const size_t *countp: [uint; ndims()], const ptrdiff_t *stridep: [int; ndims()],
                    const ptrdiff_t *imapp: [int; ndims()], {T.c} *ip)
    before(const NetcdfRank ndims(ncid, varid));

# ---- types

int nc_inq_type(int ncid: ncid, nc_type xtype, char *name: out str, size_t *size: out *uint);
int nc_inq_typeid(int ncid: ncid, const char *name: str, nc_type *typeidp: out *enum nc_type);
int nc_inq_type_equal(int ncid1: ncid, nc_type typeid1, int ncid2: ncid, nc_type typeid2,
                      int *equal: out *int);
int nc_inq_user_type(int ncid: ncid, nc_type xtype, char *name: out str, size_t *size: out *uint,
                     nc_type *base_nc_typep: out *enum nc_type, size_t *nfieldsp: out *uint,
                     int *classp: out *enum nc_type);

int nc_def_compound(int ncid: ncid, size_t size, const char *name: str, nc_type *typeidp: out *enum nc_type);
int nc_insert_compound(int ncid: ncid, nc_type xtype, const char *name: str, size_t offset,
                       nc_type field_typeid);
int nc_insert_array_compound(int ncid: ncid, nc_type xtype, const char *name: str, size_t offset,
                             nc_type field_typeid, int ndims, const int *dim_sizes: [int; ndims]);
int nc_inq_compound(int ncid: ncid, nc_type xtype, char *name: out str, size_t *sizep: out *uint,
                    size_t *nfieldsp: out *uint);
int nc_inq_compound_name(int ncid: ncid, nc_type xtype, char *name: out str);
int nc_inq_compound_size(int ncid: ncid, nc_type xtype, size_t *sizep: out *uint);
int nc_inq_compound_nfields(int ncid: ncid, nc_type xtype, size_t *nfieldsp: out *uint);
int nc_inq_compound_field(int ncid: ncid, nc_type xtype, int fieldid, char *name: out str,
                          size_t *offsetp: out *uint, nc_type *field_typeidp: out *enum nc_type,
                          int *ndimsp: out *int,
                          int *dim_sizesp: out [int; netcdf_field_rank(ncid, xtype, fieldid)]);
int nc_inq_compound_fieldname(int ncid: ncid, nc_type xtype, int fieldid, char *name: out str);
int nc_inq_compound_fieldindex(int ncid: ncid, nc_type xtype, const char *name: str,
                               int *fieldidp: out *int);
int nc_inq_compound_fieldoffset(int ncid: ncid, nc_type xtype, int fieldid, size_t *offsetp: out *uint);
int nc_inq_compound_fieldtype(int ncid: ncid, nc_type xtype, int fieldid,
                              nc_type *field_typeidp: out *enum nc_type);
int nc_inq_compound_fieldndims(int ncid: ncid, nc_type xtype, int fieldid, int *ndimsp: out *int);
int nc_inq_compound_fielddim_sizes(int ncid: ncid, nc_type xtype, int fieldid,
                                   int *dim_sizes: out [int; netcdf_field_rank(ncid, xtype, fieldid)]);

int nc_def_vlen(int ncid: ncid, const char *name: str, nc_type base_typeid,
                nc_type *xtypep: out *enum nc_type);
int nc_inq_vlen(int ncid: ncid, nc_type xtype, char *name: out str, size_t *datum_sizep: out *uint,
                nc_type *base_nc_typep: out *enum nc_type);
int nc_put_vlen_element(int ncid: ncid, int typeid1: enum nc_type, void *vlen_element, size_t len,
                        const void *data);
int nc_get_vlen_element(int ncid: ncid, int typeid1: enum nc_type, const void *vlen_element,
                        size_t *len: out *uint, void *data);
int nc_free_vlen(nc_vlen_t *vl);
int nc_free_vlens(size_t len, nc_vlen_t vlens[]);
int nc_free_string(size_t len, char **data);

int nc_def_enum(int ncid: ncid, nc_type base_typeid, const char *name: str,
                nc_type *typeidp: out *enum nc_type);
int nc_insert_enum(int ncid: ncid, nc_type xtype, const char *name: str,
                   const void *value: any via netcdf_enum_value(ncid, xtype, true, value));
int nc_inq_enum(int ncid: ncid, nc_type xtype, char *name: out str,
                nc_type *base_nc_typep: out *enum nc_type, size_t *base_sizep: out *uint,
                size_t *num_membersp: out *uint);
int nc_inq_enum_member(int ncid: ncid, nc_type xtype, int idx, char *name: out str,
                       void *value: any via netcdf_enum_value(ncid, xtype, !failed, value));
int nc_inq_enum_ident(int ncid: ncid, nc_type xtype, long long value, char *identifier: out str);

int nc_def_opaque(int ncid: ncid, size_t size, const char *name: str, nc_type *xtypep: out *enum nc_type);
int nc_inq_opaque(int ncid: ncid, nc_type xtype, char *name: out str, size_t *sizep: out *uint);

# ---- memory that holds data of such types

int nc_reclaim_data(int ncid: ncid, nc_type xtypeid, void *memory, size_t count);
int nc_reclaim_data_all(int ncid: ncid, nc_type xtypeid, void *memory, size_t count);
int nc_copy_data(int ncid: ncid, nc_type xtypeid, const void *memory, size_t count, void *copy);
int nc_copy_data_all(int ncid: ncid, nc_type xtypeid, const void *memory, size_t count, void **copyp);
int nc_dump_data(int ncid: ncid, nc_type xtypeid, void *memory, size_t count,
                 char **buf: out str = (buf != nullptr ? *buf : nullptr));

# ---- what netcdf-fortran calls in place of functions whose arguments Fortran 77 does not have; no header
# ---- declares them

%declared default
int nc_def_var_chunking_ints(int ncid: ncid, int varid, int storage: enum nc_storage,
                             int *chunksizesp: [int; ndims()] if storage == NC_CHUNKED)
    before(const NetcdfRank ndims(ncid, varid));
int nc_inq_var_chunking_ints(int ncid: ncid, int varid, int *storagep: out *enum nc_storage,
                             int *chunksizesp: out [int; netcdf_chunk_rank(ncid, varid)]);
int nc_set_chunk_cache_ints(int size, int nelems, int preemption);
int nc_get_chunk_cache_ints(int *sizep: out *int, int *nelemsp: out *int, int *preemptionp: out *int);
int nc_set_var_chunk_cache_ints(int ncid: ncid, int varid, int size, int nelems, int preemption);
int nc_get_var_chunk_cache_ints(int ncid: ncid, int varid, int *sizep: out *int, int *nelemsp: out *int,
                                int *preemptionp: out *int);
int nc_set_meta_block_size_ints(int size);
int nc_get_meta_block_size_ints(int *sizep: out *int);

# ---- netcdf_aux.h

%header <netcdf.h> <netcdf_filter.h> <netcdf_aux.h> "runtime/netcdf_arguments.h"
%declared <netcdf.h> <netcdf_filter.h> <netcdf_aux.h>
int ncaux_begin_compound(int ncid: ncid, const char *name: str, int alignmode, void **tag);
int ncaux_add_field(void *tag, const char *name: str, nc_type field_type, int ndims,
                    const int *dimsizes: [int; ndims]);
int ncaux_end_compound(void *tag, nc_type *xtypeid: out *enum nc_type);
int ncaux_abort_compound(void *tag);
int ncaux_type_alignment(int xtype: enum nc_type, int ncid: ncid, size_t *alignp: out *uint);
int ncaux_class_alignment(int ncclass: enum nc_type, size_t *alignp: out *uint);
int ncaux_inq_any_type(int ncid: ncid, nc_type typeid_, char *name: out str, size_t *size: out *uint,
                       nc_type *basetypep: out *enum nc_type, size_t *nfieldsp: out *uint,
                       int *classp: out *enum nc_type);
int ncaux_reclaim_data(int ncid: ncid, int xtype: enum nc_type, void *memory, size_t count);
int ncaux_reclaim_data_all(int ncid: ncid, int xtype: enum nc_type, void *memory, size_t count);
int ncaux_dump_data(int ncid: ncid, nc_type xtypeid, void *memory, size_t count,
                    char **buf: out str = (buf != nullptr ? *buf : nullptr));
int ncaux_readfile(const char *filename: path, size_t *sizep: out *uint, void **content);
int ncaux_writefile(const char *filename: path, size_t size, void *content);
int ncaux_h5filterspec_parse(const char *txt: str, unsigned int *idp: out *uint, size_t *nparamsp: out *uint,
                             unsigned int **paramsp);
int ncaux_h5filterspec_parselist(const char *txt0: str, int *formatp: out *int, size_t *nspecsp: out *uint,
                                 struct NC_H5_Filterspec ***vectorp);
int ncaux_h5filterspec_parse_parameter(const char *txt: str, size_t *nuiparamsp: out *uint,
                                       unsigned int *uiparams: out [uint; netcdf_length(nuiparamsp)]);
void ncaux_h5filterspec_free(struct NC_H5_Filterspec *f);
void ncaux_h5filterspec_fix8(unsigned char *mem, int decode);
int ncaux_plugin_path_parse(const char *pathlist: str, char sep,
                            struct NCPluginList *dirs: [str] via netcdf_directories(dirs, failed));
int ncaux_plugin_path_parsen(size_t pathlen, const char *pathlist: str[pathlen], char sep,
                             struct NCPluginList *dirs: [str] via netcdf_directories(dirs, failed));
int ncaux_plugin_path_tostring(const struct NCPluginList *dirs: [str] via netcdf_directories(dirs, false),
                               char sep, char **catp: out str = (catp != nullptr ? *catp : nullptr));
int ncaux_plugin_path_append(struct NCPluginList *dirs: [str] via netcdf_directories(dirs, failed),
                             const char *dir: str);
int ncaux_plugin_path_prepend(struct NCPluginList *dirs: [str] via netcdf_directories(dirs, failed),
                              const char *dir: str);
int ncaux_plugin_path_clear(struct NCPluginList *dirs);
int ncaux_plugin_path_reclaim(struct NCPluginList *dirs);
int ncaux_plugin_path_stringlen(void): int fails(false);
int ncaux_plugin_path_stringget(int pathlen, char *path: out str);
int ncaux_plugin_path_stringset(int pathlen, const char *path: str[pathlen]);
int ncaux_parse_provenance(const char *ncprop: str, char ***pairsp);

# ---- version 2: results are ids or -1, and an error ends the program unless it asked otherwise

%header <netcdf.h> "runtime/netcdf_arguments.h"
%declared <netcdf.h>
%fails ret == -1
%errno default

int nctypelen(nc_type datatype);
int nccreate(const char *path: path, int cmode: flags nc_mode): new ncid = netcdf_id(ret);
int ncopen(const char *path: path, int mode: flags nc_mode): new ncid = netcdf_id(ret);
int ncsetfill(int ncid: ncid, int fillmode: enum nc_fill);
int ncredef(int ncid: ncid);
int ncendef(int ncid: ncid);
int ncsync(int ncid: ncid);
int ncabort(int ncid: ncid closes) before(netcdf_closing(call, ncid)) after(netcdf_closed());
int ncclose(int ncid: ncid closes) before(netcdf_closing(call, ncid)) after(netcdf_closed());
int ncinquire(int ncid: ncid, int *ndimsp: out *int, int *nvarsp: out *int, int *nattsp: out *int,
              int *unlimdimp: out *int);
int ncdimdef(int ncid: ncid, const char *name: str, long len);
int ncdimid(int ncid: ncid, const char *name: str);
int ncdiminq(int ncid: ncid, int dimid, char *name: out str, long *lenp: out *int);
int ncdimrename(int ncid: ncid, int dimid, const char *name: str);
int ncattput(int ncid: ncid, int varid, const char *name: str, nc_type xtype, int len,
             const void *op: [any] via netcdf_values(xtype, count_of(len), op));
int ncattinq(int ncid: ncid, int varid, const char *name: str, nc_type *xtypep: out *enum nc_type,
             int *lenp: out *int);
int ncattget(int ncid: ncid, int varid, const char *name: str, void *ip);
int ncattcopy(int ncid_in: ncid, int varid_in, const char *name: str, int ncid_out: ncid, int varid_out);
int ncattname(int ncid: ncid, int varid, int attnum, char *name: out str);
int ncattrename(int ncid: ncid, int varid, const char *name: str, const char *newname: str);
int ncattdel(int ncid: ncid, int varid, const char *name: str);
int ncvardef(int ncid: ncid, const char *name: str, nc_type xtype, int ndims,
             const int *dimidsp: [int; ndims]);
int ncvarid(int ncid: ncid, const char *name: str);
int ncvarinq(int ncid: ncid, int varid, char *name: out str, nc_type *xtypep: out *enum nc_type,
             int *ndimsp: out *int, int *dimidsp: out [int; ndims()], int *nattsp: out *int)
    before(const NetcdfRank ndims(ncid, varid));
int ncvarrename(int ncid: ncid, int varid, const char *name: str);
int ncvarput1(int ncid: ncid, int varid, const long *indexp: [offset; ndims()], const void *op)
    before(const NetcdfRank ndims(ncid, varid));
int ncvarget1(int ncid: ncid, int varid, const long *indexp: [offset; ndims()], void *ip)
    before(const NetcdfRank ndims(ncid, varid));
int ncvarput(int ncid: ncid, int varid, const long *startp: [offset; ndims()],
             const long *countp: [int; ndims()], const void *op)
    before(const NetcdfRank ndims(ncid, varid));
int ncvarget(int ncid: ncid, int varid, const long *startp: [offset; ndims()],
             const long *countp: [int; ndims()], void *ip) before(const NetcdfRank ndims(ncid, varid));
int ncvarputs(int ncid: ncid, int varid, const long *startp: [offset; ndims()],
              const long *countp: [int; ndims()], const long *stridep: [int; ndims()], const void *op)
    before(const NetcdfRank ndims(ncid, varid));
int ncvargets(int ncid: ncid, int varid, const long *startp: [offset; ndims()],
              const long *countp: [int; ndims()], const long *stridep: [int; ndims()], void *ip)
    before(const NetcdfRank ndims(ncid, varid));
int ncvarputg(int ncid: ncid, int varid, const long *startp: [offset; ndims()],
              const long *countp: [int; ndims()], const long *stridep: [int; ndims()],
              const long *imapp: [int; ndims()], const void *op)
    before(const NetcdfRank ndims(ncid, varid));
int ncvargetg(int ncid: ncid, int varid, const long *startp: [offset; ndims()],
              const long *countp: [int; ndims()], const long *stridep: [int; ndims()],
              const long *imapp: [int; ndims()], void *ip)
    before(const NetcdfRank ndims(ncid, varid));
int ncrecinq(int ncid: ncid, int *nrecvarsp: out *int,
             int *recvaridsp: out [int; netcdf_length(nrecvarsp)],
             long *recsizesp: out [int; netcdf_length(nrecvarsp)]);
int ncrecget(int ncid: ncid, long recnum: offset, void **datap);
int ncrecput(int ncid: ncid, long recnum: offset, void *const *datap);
