# SPDX-License-Identifier: BSD-3-Clause
# PnetCDF. The notation is described in doc/adding-a-function.md.
#
# A file's ncid is a number from 0 on; so that it differs from "no handle", the class ncmpi keeps it plus one.
# The number of a nonblocking request is unique within its file only; the class ncmpi_request keeps both.
# `ndims` is the rank of the variable: ndims(ret) asks the library for it once the call has returned `ret`,
# which tells whether the ids are worth a question. File names may have a prefix such as "ufs:", as with
# MPI-IO. Data buffers are not recorded, values of attributes are.

%layer pnetcdf
%real wrap
%library -lpnetcdf
%compact
%inline (ncmpi_put_vara_double_all, ncmpi_put_vara_float_all, ncmpi_put_vara_int_all, ncmpi_get_vara_double_all,
         ncmpi_get_vara_float_all, ncmpi_get_vara_int_all, ncmpi_iput_vara_double, ncmpi_iput_vara_float,
         ncmpi_iput_vara_int, ncmpi_iget_vara_double, ncmpi_iget_vara_float, ncmpi_iget_vara_int)
# What the library calls of itself differs from link to link (a static one shows only calls between objects).
%nested hidden

%header "runtime/mpi_arguments.h" <pnetcdf.h> "runtime/pnetcdf_arguments.h"
%declared <pnetcdf.h>

%type nc_type: enum nc_type
%type MPI_Offset: int
%class ncmpi as pnetcdf_file($)
%class ncmpi_request
%class MPI_Comm for MPI_Comm
%class MPI_Datatype for MPI_Datatype
%class MPI_Info for MPI_Info
%struct mpi_hint { char *key: str; char *value: str; }

# ---- the library

const char *ncmpi_inq_libvers(void): str fails(false);
const char *ncmpi_strerror(int err): str fails(false);
const char *ncmpi_strerrno(int err): str fails(false);

%fails ret != NC_NOERR
%errno ret

int ncmpi_set_default_format(int format: enum nc_format, int *old_formatp: out *enum nc_format);
int ncmpi_inq_default_format(int *formatp: out *enum nc_format);
int ncmpi_inq_files_opened(int *num: out *int, int *ncids: out [ncmpi; pnetcdf_length(num)]);
int ncmpi_inq_malloc_size(MPI_Offset *size: out *int);
int ncmpi_inq_malloc_max_size(MPI_Offset *size: out *int);
int ncmpi_inq_malloc_list(void);

# ---- files

int ncmpi_create(MPI_Comm comm, const char *path: path, int cmode: flags nc_mode, MPI_Info info,
                 + hints: [mpi_hint] via mpi_hints(info, failed),
                 int *ncidp: new ncmpi = *ncidp) admit(call.admits_path(without_fs_prefix(path)))
    fails(!pnetcdf_opened(ret));
int ncmpi_open(MPI_Comm comm, const char *path: path, int omode: flags nc_mode, MPI_Info info,
               + hints: [mpi_hint] via mpi_hints(info, failed),
               int *ncidp: new ncmpi = *ncidp) admit(call.admits_path(without_fs_prefix(path)))
    fails(!pnetcdf_opened(ret));
int ncmpi_delete(const char *filename: path, MPI_Info info)
    admit(call.admits_path(without_fs_prefix(filename)));
int ncmpi_inq_file_format(const char *filename: path, int *formatp: out *enum nc_format)
    admit(call.admits_path(without_fs_prefix(filename)));
int ncmpi_redef(int ncid: ncmpi);
int ncmpi_enddef(int ncid: ncmpi);
int ncmpi__enddef(int ncid: ncmpi, MPI_Offset h_minfree, MPI_Offset v_align, MPI_Offset v_minfree,
                  MPI_Offset r_align);
int ncmpi_begin_indep_data(int ncid: ncmpi);
int ncmpi_end_indep_data(int ncid: ncmpi);
int ncmpi_sync(int ncid: ncmpi);
int ncmpi_sync_numrecs(int ncid: ncmpi);
int ncmpi_flush(int ncid: ncmpi);
int ncmpi_close(int ncid: ncmpi closes) before(pnetcdf_completing(call, ncid, NC_REQ_ALL));
int ncmpi_abort(int ncid: ncmpi closes) before(pnetcdf_completing(call, ncid, NC_REQ_ALL));
int ncmpi_set_fill(int ncid: ncmpi, int fillmode: enum nc_fill, int *old_modep: out *enum nc_fill);

int ncmpi_inq(int ncid: ncmpi, int *ndimsp: out *int, int *nvarsp: out *int, int *ngattsp: out *int,
              int *unlimdimidp: out *int);
int ncmpi_inq_ndims(int ncid: ncmpi, int *ndimsp: out *int);
int ncmpi_inq_nvars(int ncid: ncmpi, int *nvarsp: out *int);
int ncmpi_inq_num_rec_vars(int ncid: ncmpi, int *nvarsp: out *int);
int ncmpi_inq_num_fix_vars(int ncid: ncmpi, int *nvarsp: out *int);
int ncmpi_inq_natts(int ncid: ncmpi, int *ngattsp: out *int);
int ncmpi_inq_unlimdim(int ncid: ncmpi, int *unlimdimidp: out *int);
int ncmpi_inq_path(int ncid: ncmpi, int *pathlen: out *int, char *path: out str);
int ncmpi_inq_format(int ncid: ncmpi, int *formatp: out *enum nc_format);
int ncmpi_inq_version(int ncid: ncmpi, int *NC_mode: out *flags nc_mode);
int ncmpi_inq_striping(int ncid: ncmpi, int *striping_size: out *int, int *striping_count: out *int);
int ncmpi_inq_put_size(int ncid: ncmpi, MPI_Offset *size: out *int);
int ncmpi_inq_get_size(int ncid: ncmpi, MPI_Offset *size: out *int);
int ncmpi_inq_header_size(int ncid: ncmpi, MPI_Offset *size: out *int);
int ncmpi_inq_header_extent(int ncid: ncmpi, MPI_Offset *extent: out *int);
int ncmpi_inq_recsize(int ncid: ncmpi, MPI_Offset *recsize: out *int);
int ncmpi_inq_file_info(int ncid: ncmpi, MPI_Info *info_used: new MPI_Info = *info_used,
                        + hints: [mpi_hint] via mpi_hints(pnetcdf_info(info_used, failed), failed));
int ncmpi_get_file_info(int ncid: ncmpi, MPI_Info *info_used: new MPI_Info = *info_used,
                        + hints: [mpi_hint] via mpi_hints(pnetcdf_info(info_used, failed), failed));

# ---- dimensions

int ncmpi_def_dim(int ncid: ncmpi, const char *name: str, MPI_Offset len, int *idp: out *int);
int ncmpi_rename_dim(int ncid: ncmpi, int dimid, const char *name: str);
int ncmpi_inq_dimid(int ncid: ncmpi, const char *name: str, int *idp: out *int);
int ncmpi_inq_dim(int ncid: ncmpi, int dimid, char *name: out str, MPI_Offset *lenp: out *int);
int ncmpi_inq_dimname(int ncid: ncmpi, int dimid, char *name: out str);
int ncmpi_inq_dimlen(int ncid: ncmpi, int dimid, MPI_Offset *lenp: out *int);

# ---- variables

int ncmpi_def_var(int ncid: ncmpi, const char *name: str, nc_type xtype, int ndims,
                  const int *dimidsp: [int; ndims], int *varidp: out *int);
int ncmpi_def_var_fill(int ncid: ncmpi, int varid, int no_fill,
                       const void *fill_value: any via pnetcdf_fill_value(ncid, varid, no_fill == 0, ret,
                                                                          fill_value));
int ncmpi_inq_var_fill(int ncid: ncmpi, int varid, int *no_fill: out *int,
                       void *fill_value: any via pnetcdf_fill_value(ncid, varid, !failed, ret, fill_value));
int ncmpi_fill_var_rec(int ncid: ncmpi, int varid, MPI_Offset recno: offset);
int ncmpi_rename_var(int ncid: ncmpi, int varid, const char *name: str);
int ncmpi_inq_var(int ncid: ncmpi, int varid, char *name: out str, nc_type *xtypep: out *enum nc_type,
                  int *ndimsp: out *int, int *dimidsp: out [int; ndims(ret)], int *nattsp: out *int)
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_inq_varid(int ncid: ncmpi, const char *name: str, int *varidp: out *int);
int ncmpi_inq_varname(int ncid: ncmpi, int varid, char *name: out str);
int ncmpi_inq_vartype(int ncid: ncmpi, int varid, nc_type *xtypep: out *enum nc_type);
int ncmpi_inq_varndims(int ncid: ncmpi, int varid, int *ndimsp: out *int);
int ncmpi_inq_vardimid(int ncid: ncmpi, int varid, int *dimidsp: out [int; ndims(ret)])
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_inq_varnatts(int ncid: ncmpi, int varid, int *nattsp: out *int);
int ncmpi_inq_varoffset(int ncid: ncmpi, int varid, MPI_Offset *offset: out *int);

# ---- attributes

%each SIGNED (schar=signed char, short, int, long, longlong=long long)
%each UNSIGNED (uchar=unsigned char, ubyte=unsigned char, ushort=unsigned short, uint=unsigned int,
                ulonglong=unsigned long long)
%each REAL (float, double)

int ncmpi_put_att(int ncid: ncmpi, int varid, const char *name: str, nc_type xtype, MPI_Offset nelems,
                  const void *value: [any] via netcdf_values(xtype, count_of(nelems), value));
int ncmpi_put_att_text(int ncid: ncmpi, int varid, const char *name: str, MPI_Offset len,
                       const char *op: str[len]);
int ncmpi_put_att_{SIGNED}(int ncid: ncmpi, int varid, const char *name: str, nc_type xtype, MPI_Offset len,
                           const {SIGNED.c} *op: [int; len]);
int ncmpi_put_att_{UNSIGNED}(int ncid: ncmpi, int varid, const char *name: str, nc_type xtype,
                             MPI_Offset len, const {UNSIGNED.c} *op: [uint; len]);
int ncmpi_put_att_{REAL}(int ncid: ncmpi, int varid, const char *name: str, nc_type xtype, MPI_Offset len,
                         const {REAL.c} *op: [double; len]);
int ncmpi_get_att(int ncid: ncmpi, int varid, const char *name: str, void *value);
int ncmpi_get_att_text(int ncid: ncmpi, int varid, const char *name: str, char *ip);
int ncmpi_get_att_{SIGNED}(int ncid: ncmpi, int varid, const char *name: str, {SIGNED.c} *ip);
int ncmpi_get_att_{UNSIGNED}(int ncid: ncmpi, int varid, const char *name: str, {UNSIGNED.c} *ip);
int ncmpi_get_att_{REAL}(int ncid: ncmpi, int varid, const char *name: str, {REAL.c} *ip);
int ncmpi_rename_att(int ncid: ncmpi, int varid, const char *name: str, const char *newname: str);
int ncmpi_copy_att(int ncid_in: ncmpi, int varid_in, const char *name: str, int ncid_out: ncmpi,
                   int varid_out);
int ncmpi_del_att(int ncid: ncmpi, int varid, const char *name: str);
int ncmpi_inq_att(int ncid: ncmpi, int varid, const char *name: str, nc_type *xtypep: out *enum nc_type,
                  MPI_Offset *lenp: out *int);
int ncmpi_inq_attid(int ncid: ncmpi, int varid, const char *name: str, int *idp: out *int);
int ncmpi_inq_atttype(int ncid: ncmpi, int varid, const char *name: str, nc_type *xtypep: out *enum nc_type);
int ncmpi_inq_attlen(int ncid: ncmpi, int varid, const char *name: str, MPI_Offset *lenp: out *int);
int ncmpi_inq_attname(int ncid: ncmpi, int varid, int attnum, char *name: out str);

# ---- blocking data access, independent and collective: by one type, or by any with an MPI datatype

%each T (text=char, schar=signed char, uchar=unsigned char, short, ushort=unsigned short, int,
         uint=unsigned int, long, longlong=long long, ulonglong=unsigned long long, float, double)
%each ALL (-, _all)

int ncmpi_put_var{ALL}(int ncid: ncmpi, int varid, const void *op, MPI_Offset bufcount,
                       MPI_Datatype buftype);
int ncmpi_put_var_{T}{ALL}(int ncid: ncmpi, int varid, const {T.c} *op);
int ncmpi_get_var{ALL}(int ncid: ncmpi, int varid, void *ip, MPI_Offset bufcount, MPI_Datatype buftype);
int ncmpi_get_var_{T}{ALL}(int ncid: ncmpi, int varid, {T.c} *ip);

int ncmpi_put_var1{ALL}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                        const void *op, MPI_Offset bufcount, MPI_Datatype buftype)
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_put_var1_{T}{ALL}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                            const {T.c} *op) before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_get_var1{ALL}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)], void *ip,
                        MPI_Offset bufcount, MPI_Datatype buftype)
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_get_var1_{T}{ALL}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                            {T.c} *ip) before(const PnetcdfRank ndims(ncid, varid));

int ncmpi_put_vara{ALL}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                        const MPI_Offset *count: [int; ndims(ret)], const void *op, MPI_Offset bufcount,
                        MPI_Datatype buftype) before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_put_vara_{T}{ALL}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                            const MPI_Offset *count: [int; ndims(ret)], const {T.c} *op)
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_get_vara{ALL}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                        const MPI_Offset *count: [int; ndims(ret)], void *ip, MPI_Offset bufcount,
                        MPI_Datatype buftype) before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_get_vara_{T}{ALL}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                            const MPI_Offset *count: [int; ndims(ret)], {T.c} *ip)
    before(const PnetcdfRank ndims(ncid, varid));

int ncmpi_put_vars{ALL}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                        const MPI_Offset *count: [int; ndims(ret)],
                        const MPI_Offset *stride: [int; ndims(ret)], const void *op, MPI_Offset bufcount,
                        MPI_Datatype buftype) before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_put_vars_{T}{ALL}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                            const MPI_Offset *count: [int; ndims(ret)],
                            const MPI_Offset *stride: [int; ndims(ret)], const {T.c} *op)
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_get_vars{ALL}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                        const MPI_Offset *count: [int; ndims(ret)],
                        const MPI_Offset *stride: [int; ndims(ret)], void *ip, MPI_Offset bufcount,
                        MPI_Datatype buftype) before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_get_vars_{T}{ALL}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                            const MPI_Offset *count: [int; ndims(ret)],
                            const MPI_Offset *stride: [int; ndims(ret)], {T.c} *ip)
    before(const PnetcdfRank ndims(ncid, varid));

int ncmpi_put_varm{ALL}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                        const MPI_Offset *count: [int; ndims(ret)],
                        const MPI_Offset *stride: [int; ndims(ret)],
                        const MPI_Offset *imap: [int; ndims(ret)], const void *op, MPI_Offset bufcount,
                        MPI_Datatype buftype) before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_put_varm_{T}{ALL}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                            const MPI_Offset *count: [int; ndims(ret)],
                            const MPI_Offset *stride: [int; ndims(ret)],
                            const MPI_Offset *imap: [int; ndims(ret)], const {T.c} *op)
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_get_varm{ALL}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                        const MPI_Offset *count: [int; ndims(ret)],
                        const MPI_Offset *stride: [int; ndims(ret)],
                        const MPI_Offset *imap: [int; ndims(ret)], void *ip, MPI_Offset bufcount,
                        MPI_Datatype buftype) before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_get_varm_{T}{ALL}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                            const MPI_Offset *count: [int; ndims(ret)],
                            const MPI_Offset *stride: [int; ndims(ret)],
                            const MPI_Offset *imap: [int; ndims(ret)], {T.c} *ip)
    before(const PnetcdfRank ndims(ncid, varid));

# ---- several pieces of one variable

int ncmpi_put_varn{ALL}(int ncid: ncmpi, int varid, int num,
                        MPI_Offset *const *starts: [[offset; ndims(ret)]; num],
                        MPI_Offset *const *counts: [[int; ndims(ret)]; num], const void *op,
                        MPI_Offset bufcount, MPI_Datatype buftype)
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_put_varn_{T}{ALL}(int ncid: ncmpi, int varid, int num,
                            MPI_Offset *const *starts: [[offset; ndims(ret)]; num],
                            MPI_Offset *const *counts: [[int; ndims(ret)]; num], const {T.c} *op)
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_get_varn{ALL}(int ncid: ncmpi, int varid, int num,
                        MPI_Offset *const *starts: [[offset; ndims(ret)]; num],
                        MPI_Offset *const *counts: [[int; ndims(ret)]; num], void *ip,
                        MPI_Offset bufcount, MPI_Datatype buftype)
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_get_varn_{T}{ALL}(int ncid: ncmpi, int varid, int num,
                            MPI_Offset *const *starts: [[offset; ndims(ret)]; num],
                            MPI_Offset *const *counts: [[int; ndims(ret)]; num], {T.c} *ip)
    before(const PnetcdfRank ndims(ncid, varid));

# ---- by a file type

int ncmpi_put_vard{ALL}(int ncid: ncmpi, int varid, MPI_Datatype filetype, const void *ip,
                        MPI_Offset bufcount, MPI_Datatype buftype);
int ncmpi_get_vard{ALL}(int ncid: ncmpi, int varid, MPI_Datatype filetype, void *ip, MPI_Offset bufcount,
                        MPI_Datatype buftype);

# ---- several variables

int ncmpi_mput_var{ALL}(int ncid: ncmpi, int num, int *varids: [int; num], void *const *buf: [ptr; num],
                        const MPI_Offset *bufcounts: [int; num],
                        const MPI_Datatype datatypes[]: [MPI_Datatype; num]);
int ncmpi_mput_var_{T}{ALL}(int ncid: ncmpi, int num, int *varids: [int; num],
                            {T.c} *const *buf: [ptr; num]);
int ncmpi_mget_var{ALL}(int ncid: ncmpi, int num, int *varids: [int; num], void *bufs[]: [ptr; num],
                        const MPI_Offset *bufcounts: [int; num],
                        const MPI_Datatype *datatypes: [MPI_Datatype; num]);
int ncmpi_mget_var_{T}{ALL}(int ncid: ncmpi, int num, int *varids: [int; num], {T.c} *bufs[]: [ptr; num]);

int ncmpi_mput_var1{ALL}(
    int ncid: ncmpi, int num, int *varids: [int; num],
    MPI_Offset *const *starts: [[offset]] via pnetcdf_starts(ncid, num, varids, ret, starts),
    void *const *buf: [ptr; num], const MPI_Offset *bufcounts: [int; num],
    const MPI_Datatype datatypes[]: [MPI_Datatype; num]);
int ncmpi_mput_var1_{T}{ALL}(
    int ncid: ncmpi, int num, int *varids: [int; num],
    MPI_Offset *const *starts: [[offset]] via pnetcdf_starts(ncid, num, varids, ret, starts),
    {T.c} *const *buf: [ptr; num]);
int ncmpi_mget_var1{ALL}(
    int ncid: ncmpi, int num, int *varids: [int; num],
    MPI_Offset *const *starts: [[offset]] via pnetcdf_starts(ncid, num, varids, ret, starts),
    void *bufs[]: [ptr; num], const MPI_Offset *bufcounts: [int; num],
    const MPI_Datatype *datatypes: [MPI_Datatype; num]);
int ncmpi_mget_var1_{T}{ALL}(
    int ncid: ncmpi, int num, int *varids: [int; num],
    MPI_Offset *const *starts: [[offset]] via pnetcdf_starts(ncid, num, varids, ret, starts),
    {T.c} *bufs[]: [ptr; num]);

int ncmpi_mput_vara{ALL}(
    int ncid: ncmpi, int num, int *varids: [int; num],
    MPI_Offset *const *starts: [[offset]] via pnetcdf_starts(ncid, num, varids, ret, starts),
    MPI_Offset *const *counts: [[int]] via pnetcdf_lists(ncid, num, varids, ret, counts),
    void *const *buf: [ptr; num], const MPI_Offset *bufcounts: [int; num],
    const MPI_Datatype datatypes[]: [MPI_Datatype; num]);
int ncmpi_mput_vara_{T}{ALL}(
    int ncid: ncmpi, int num, int *varids: [int; num],
    MPI_Offset *const *starts: [[offset]] via pnetcdf_starts(ncid, num, varids, ret, starts),
    MPI_Offset *const *counts: [[int]] via pnetcdf_lists(ncid, num, varids, ret, counts),
    {T.c} *const *buf: [ptr; num]);
int ncmpi_mget_vara{ALL}(
    int ncid: ncmpi, int num, int *varids: [int; num],
    MPI_Offset *const *starts: [[offset]] via pnetcdf_starts(ncid, num, varids, ret, starts),
    MPI_Offset *const *counts: [[int]] via pnetcdf_lists(ncid, num, varids, ret, counts),
    void *bufs[]: [ptr; num], const MPI_Offset *bufcounts: [int; num],
    const MPI_Datatype *datatypes: [MPI_Datatype; num]);
int ncmpi_mget_vara_{T}{ALL}(
    int ncid: ncmpi, int num, int *varids: [int; num],
    MPI_Offset *const *starts: [[offset]] via pnetcdf_starts(ncid, num, varids, ret, starts),
    MPI_Offset *const *counts: [[int]] via pnetcdf_lists(ncid, num, varids, ret, counts),
    {T.c} *bufs[]: [ptr; num]);

int ncmpi_mput_vars{ALL}(
    int ncid: ncmpi, int num, int *varids: [int; num],
    MPI_Offset *const *starts: [[offset]] via pnetcdf_starts(ncid, num, varids, ret, starts),
    MPI_Offset *const *counts: [[int]] via pnetcdf_lists(ncid, num, varids, ret, counts),
    MPI_Offset *const *strides: [[int]] via pnetcdf_lists(ncid, num, varids, ret, strides),
    void *const *buf: [ptr; num], const MPI_Offset *bufcounts: [int; num],
    const MPI_Datatype datatypes[]: [MPI_Datatype; num]);
int ncmpi_mput_vars_{T}{ALL}(
    int ncid: ncmpi, int num, int *varids: [int; num],
    MPI_Offset *const *starts: [[offset]] via pnetcdf_starts(ncid, num, varids, ret, starts),
    MPI_Offset *const *counts: [[int]] via pnetcdf_lists(ncid, num, varids, ret, counts),
    MPI_Offset *const *strides: [[int]] via pnetcdf_lists(ncid, num, varids, ret, strides),
    {T.c} *const *buf: [ptr; num]);
int ncmpi_mget_vars{ALL}(
    int ncid: ncmpi, int num, int *varids: [int; num],
    MPI_Offset *const *starts: [[offset]] via pnetcdf_starts(ncid, num, varids, ret, starts),
    MPI_Offset *const *counts: [[int]] via pnetcdf_lists(ncid, num, varids, ret, counts),
    MPI_Offset *const *strides: [[int]] via pnetcdf_lists(ncid, num, varids, ret, strides),
    void *bufs[]: [ptr; num], const MPI_Offset *bufcounts: [int; num],
    const MPI_Datatype *datatypes: [MPI_Datatype; num]);
int ncmpi_mget_vars_{T}{ALL}(
    int ncid: ncmpi, int num, int *varids: [int; num],
    MPI_Offset *const *starts: [[offset]] via pnetcdf_starts(ncid, num, varids, ret, starts),
    MPI_Offset *const *counts: [[int]] via pnetcdf_lists(ncid, num, varids, ret, counts),
    MPI_Offset *const *strides: [[int]] via pnetcdf_lists(ncid, num, varids, ret, strides),
    {T.c} *bufs[]: [ptr; num]);

int ncmpi_mput_varm{ALL}(
    int ncid: ncmpi, int num, int *varids: [int; num],
    MPI_Offset *const *starts: [[offset]] via pnetcdf_starts(ncid, num, varids, ret, starts),
    MPI_Offset *const *counts: [[int]] via pnetcdf_lists(ncid, num, varids, ret, counts),
    MPI_Offset *const *strides: [[int]] via pnetcdf_lists(ncid, num, varids, ret, strides),
    MPI_Offset *const *imaps: [[int]] via pnetcdf_lists(ncid, num, varids, ret, imaps),
    void *const *buf: [ptr; num], const MPI_Offset *bufcounts: [int; num],
    const MPI_Datatype datatypes[]: [MPI_Datatype; num]);
int ncmpi_mput_varm_{T}{ALL}(
    int ncid: ncmpi, int num, int *varids: [int; num],
    MPI_Offset *const *starts: [[offset]] via pnetcdf_starts(ncid, num, varids, ret, starts),
    MPI_Offset *const *counts: [[int]] via pnetcdf_lists(ncid, num, varids, ret, counts),
    MPI_Offset *const *strides: [[int]] via pnetcdf_lists(ncid, num, varids, ret, strides),
    MPI_Offset *const *imaps: [[int]] via pnetcdf_lists(ncid, num, varids, ret, imaps),
    {T.c} *const *buf: [ptr; num]);
int ncmpi_mget_varm{ALL}(
    int ncid: ncmpi, int num, int *varids: [int; num],
    MPI_Offset *const *starts: [[offset]] via pnetcdf_starts(ncid, num, varids, ret, starts),
    MPI_Offset *const *counts: [[int]] via pnetcdf_lists(ncid, num, varids, ret, counts),
    MPI_Offset *const *strides: [[int]] via pnetcdf_lists(ncid, num, varids, ret, strides),
    MPI_Offset *const *imaps: [[int]] via pnetcdf_lists(ncid, num, varids, ret, imaps),
    void *bufs[]: [ptr; num], const MPI_Offset *bufcounts: [int; num],
    const MPI_Datatype *datatypes: [MPI_Datatype; num]);
int ncmpi_mget_varm_{T}{ALL}(
    int ncid: ncmpi, int num, int *varids: [int; num],
    MPI_Offset *const *starts: [[offset]] via pnetcdf_starts(ncid, num, varids, ret, starts),
    MPI_Offset *const *counts: [[int]] via pnetcdf_lists(ncid, num, varids, ret, counts),
    MPI_Offset *const *strides: [[int]] via pnetcdf_lists(ncid, num, varids, ret, strides),
    MPI_Offset *const *imaps: [[int]] via pnetcdf_lists(ncid, num, varids, ret, imaps),
    {T.c} *bufs[]: [ptr; num]);

# ---- nonblocking: posted by iput, bput (buffered) and iget, done by wait

%each POST (i, b)

int ncmpi_wait(
    int ncid: ncmpi, int count,
    int array_of_requests[]: in [ncmpi_request = pnetcdf_request(ncid, array_of_requests[$]); count]
                             frees($ == NC_REQ_NULL),
    int array_of_statuses[]: [int; count] = pnetcdf_statuses(array_of_statuses, array_of_requests, array_of_requests_before, ret))
    before(pnetcdf_completing(call, ncid, count));
int ncmpi_wait_all(
    int ncid: ncmpi, int count,
    int array_of_requests[]: in [ncmpi_request = pnetcdf_request(ncid, array_of_requests[$]); count]
                             frees($ == NC_REQ_NULL),
    int array_of_statuses[]: [int; count] = pnetcdf_statuses(array_of_statuses, array_of_requests, array_of_requests_before, ret))
    before(pnetcdf_completing(call, ncid, count));
int ncmpi_cancel(int ncid: ncmpi, int num,
                 int *reqs: in [ncmpi_request = pnetcdf_request(ncid, reqs[$]); num] frees($ == NC_REQ_NULL),
                 int *statuses: [int; num] = pnetcdf_statuses(statuses, reqs, reqs_before, ret)) before(pnetcdf_completing(call, ncid, num));
int ncmpi_inq_nreqs(int ncid: ncmpi, int *nreqs: out *int);
int ncmpi_buffer_attach(int ncid: ncmpi, MPI_Offset bufsize);
int ncmpi_buffer_detach(int ncid: ncmpi);
int ncmpi_inq_buffer_usage(int ncid: ncmpi, MPI_Offset *usage: out *int);
int ncmpi_inq_buffer_size(int ncid: ncmpi, MPI_Offset *buf_size: out *int);

int ncmpi_{POST}put_var(int ncid: ncmpi, int varid, const void *op, MPI_Offset bufcount, MPI_Datatype buftype,
                        int *req: new ncmpi_request = pnetcdf_request(ncid, req));
int ncmpi_{POST}put_var_{T}(int ncid: ncmpi, int varid, const {T.c} *op,
                            int *req: new ncmpi_request = pnetcdf_request(ncid, req));
int ncmpi_iget_var(int ncid: ncmpi, int varid, void *ip, MPI_Offset bufcount, MPI_Datatype buftype,
                   int *req: new ncmpi_request = pnetcdf_request(ncid, req));
int ncmpi_iget_var_{T}(int ncid: ncmpi, int varid, {T.c} *ip,
                       int *req: new ncmpi_request = pnetcdf_request(ncid, req));

int ncmpi_{POST}put_var1(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                         const void *op, MPI_Offset bufcount, MPI_Datatype buftype,
                         int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_{POST}put_var1_{T}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                             const {T.c} *op, int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_iget_var1(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)], void *ip,
                    MPI_Offset bufcount, MPI_Datatype buftype,
                    int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_iget_var1_{T}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)], {T.c} *ip,
                        int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));

int ncmpi_{POST}put_vara(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                         const MPI_Offset *count: [int; ndims(ret)], const void *op, MPI_Offset bufcount,
                         MPI_Datatype buftype, int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_{POST}put_vara_{T}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                             const MPI_Offset *count: [int; ndims(ret)], const {T.c} *op,
                             int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_iget_vara(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                    const MPI_Offset *count: [int; ndims(ret)], void *ip, MPI_Offset bufcount,
                    MPI_Datatype buftype, int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_iget_vara_{T}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                        const MPI_Offset *count: [int; ndims(ret)], {T.c} *ip,
                        int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));

int ncmpi_{POST}put_vars(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                         const MPI_Offset *count: [int; ndims(ret)],
                         const MPI_Offset *stride: [int; ndims(ret)], const void *op, MPI_Offset bufcount,
                         MPI_Datatype buftype, int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_{POST}put_vars_{T}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                             const MPI_Offset *count: [int; ndims(ret)],
                             const MPI_Offset *stride: [int; ndims(ret)], const {T.c} *op,
                             int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_iget_vars(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                    const MPI_Offset *count: [int; ndims(ret)], const MPI_Offset *stride: [int; ndims(ret)],
                    void *ip, MPI_Offset bufcount, MPI_Datatype buftype,
                    int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_iget_vars_{T}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                        const MPI_Offset *count: [int; ndims(ret)],
                        const MPI_Offset *stride: [int; ndims(ret)], {T.c} *ip,
                        int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));

int ncmpi_{POST}put_varm(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                         const MPI_Offset *count: [int; ndims(ret)],
                         const MPI_Offset *stride: [int; ndims(ret)],
                         const MPI_Offset *imap: [int; ndims(ret)], const void *op, MPI_Offset bufcount,
                         MPI_Datatype buftype, int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_{POST}put_varm_{T}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                             const MPI_Offset *count: [int; ndims(ret)],
                             const MPI_Offset *stride: [int; ndims(ret)],
                             const MPI_Offset *imap: [int; ndims(ret)], const {T.c} *op,
                             int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_iget_varm(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                    const MPI_Offset *count: [int; ndims(ret)], const MPI_Offset *stride: [int; ndims(ret)],
                    const MPI_Offset *imap: [int; ndims(ret)], void *ip, MPI_Offset bufcount,
                    MPI_Datatype buftype, int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_iget_varm_{T}(int ncid: ncmpi, int varid, const MPI_Offset *start: [offset; ndims(ret)],
                        const MPI_Offset *count: [int; ndims(ret)],
                        const MPI_Offset *stride: [int; ndims(ret)],
                        const MPI_Offset *imap: [int; ndims(ret)], {T.c} *ip,
                        int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));

int ncmpi_{POST}put_varn(int ncid: ncmpi, int varid, int num,
                         MPI_Offset *const *starts: [[offset; ndims(ret)]; num],
                         MPI_Offset *const *counts: [[int; ndims(ret)]; num], const void *op,
                         MPI_Offset bufcount, MPI_Datatype buftype,
                         int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_{POST}put_varn_{T}(int ncid: ncmpi, int varid, int num,
                             MPI_Offset *const *starts: [[offset; ndims(ret)]; num],
                             MPI_Offset *const *counts: [[int; ndims(ret)]; num], const {T.c} *op,
                             int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_iget_varn(int ncid: ncmpi, int varid, int num,
                    MPI_Offset *const *starts: [[offset; ndims(ret)]; num],
                    MPI_Offset *const *counts: [[int; ndims(ret)]; num], void *op, MPI_Offset bufcount,
                    MPI_Datatype buftype, int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));
int ncmpi_iget_varn_{T}(int ncid: ncmpi, int varid, int num,
                        MPI_Offset *const *starts: [[offset; ndims(ret)]; num],
                        MPI_Offset *const *counts: [[int; ndims(ret)]; num], {T.c} *ip,
                        int *req: new ncmpi_request = pnetcdf_request(ncid, req))
    before(const PnetcdfRank ndims(ncid, varid));

# ---- the header of a file in CDL, the text notation; since version 1.14.1

%class cdl_hdr as pnetcdf_file($)
int cdl_hdr_open(const char *filename: path, int *hidp: new cdl_hdr = *hidp);
int cdl_hdr_close(int hid: cdl_hdr closes);
int cdl_hdr_inq_format(int hid: cdl_hdr, int *formatp: out *enum nc_format);
int cdl_hdr_inq_ndims(int hid: cdl_hdr, int *ndimsp: out *int);
int cdl_hdr_inq_dim(int hid: cdl_hdr, int dimid, char **namep: out str = pnetcdf_text(namep),
                    MPI_Offset *sizep: out *int);
int cdl_hdr_inq_nvars(int hid: cdl_hdr, int *nvarsp: out *int);
int cdl_hdr_inq_var(int hid: cdl_hdr, int varid, char **namep: out str = pnetcdf_text(namep),
                    nc_type *xtypep: out *enum nc_type, int *ndimsp: out *int,
                    int **dimidsp: [int] via pnetcdf_dimids(failed, ndimsp, dimidsp));
int cdl_hdr_inq_nattrs(int hid: cdl_hdr, int varid, int *nattrsp: out *int);
int cdl_hdr_inq_attr(int hid: cdl_hdr, int varid, int attrid, char **namep: out str = pnetcdf_text(namep),
                     nc_type *xtypep: out *enum nc_type, MPI_Offset *nelemsp: out *int, void **valuep);
