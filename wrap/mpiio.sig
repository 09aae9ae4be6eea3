# SPDX-License-Identifier: BSD-3-Clause
# MPI-IO. The notation is described in doc/adding-a-function.md.
#
# Functions that the MPI of a build does not have (the large-count forms before MPI 4) are left out by configure.
# File names are recorded as passed, with a prefix such as "ufs:" if there is one; filters and readers look at
# the rest (lib/format/fs_prefix.h). A status yields the number of bytes that were moved: MPI defines no other
# field of it for I/O. An info is recorded as a handle and, where a file takes hints from it, as `hints`, its
# keys and values. MPI_File_c2f and MPI_File_f2c are left alone: MPICH's Fortran functions call them for each
# file that they are given.

%layer mpiio
%real pmpi
%compact
%inline (MPI_File_read_at, MPI_File_write_at, MPI_File_read_at_all, MPI_File_write_at_all, MPI_File_read, MPI_File_write,
         MPI_File_read_all, MPI_File_write_all, MPI_File_iread_at, MPI_File_iwrite_at, MPI_File_seek)
%fails ret != MPI_SUCCESS
%errno mpi_error_class(ret)

%header "runtime/mpi_arguments.h" "runtime/mpi_identity.h"

%type MPI_Offset: offset
%type MPI_Aint, MPI_Count: int
%class MPI_File for MPI_File
%class MPI_Comm for MPI_Comm
%class MPI_Group for MPI_Group
%class MPI_Datatype for MPI_Datatype
%class MPI_Info for MPI_Info
%class MPI_Request for MPI_Request
%class MPI_Errhandler for MPI_Errhandler
%struct mpi_io_status { MPI_Count count; }
%struct mpi_identity { uint64_t members; int64_t sequence: offset; }
%struct mpi_hint { char *key: str; char *value: str; }

# ---- open, close, delete

int MPI_File_open(MPI_Comm comm, const char *filename: path, int amode: flags mpi_amode, MPI_Info info,
                  + hints: [mpi_hint] via mpi_hints(info, failed),
                  MPI_File *fh: new MPI_File = *fh,
                  + identity: *mpi_identity via mpi_identity(made.of(comm, failed)))
    admit(call.admits_path(without_fs_prefix(filename))) before(const MpiMade made(MpiShared::file));
int MPI_File_close(MPI_File *fh: in *MPI_File closes);
int MPI_File_delete(const char *filename: path, MPI_Info info)
    admit(call.admits_path(without_fs_prefix(filename)));

%admit call.admits_handle(Class::MPI_File, handle_value(fh))

# ---- size, description, hints, view

int MPI_File_set_size(MPI_File fh, MPI_Offset size: int);
int MPI_File_preallocate(MPI_File fh, MPI_Offset size: int);
int MPI_File_get_size(MPI_File fh, MPI_Offset *size: out *int);
int MPI_File_get_group(MPI_File fh, MPI_Group *group: new MPI_Group = *group);
int MPI_File_get_amode(MPI_File fh, int *amode: out *flags mpi_amode);
int MPI_File_set_info(MPI_File fh, MPI_Info info,
                      + hints: [mpi_hint] via mpi_hints(info, failed));
int MPI_File_get_info(MPI_File fh, MPI_Info *info_used: new MPI_Info = *info_used);
int MPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
                      const char *datarep: str, MPI_Info info,
                      + hints: [mpi_hint] via mpi_hints(info, failed));
int MPI_File_get_view(MPI_File fh, MPI_Offset *disp: out *offset,
                      MPI_Datatype *etype: out *MPI_Datatype,
                      MPI_Datatype *filetype: out *MPI_Datatype,
                      char *datarep: out str);
int MPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent: out *int);
int MPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent: out *int);
int MPI_File_set_atomicity(MPI_File fh, int flag);
int MPI_File_get_atomicity(MPI_File fh, int *flag: out *int);
int MPI_File_sync(MPI_File fh);
int MPI_Register_datarep(
    const char *datarep: str,
    MPI_Datarep_conversion_function *read_conversion_fn: ptr = mpi_function(read_conversion_fn),
    MPI_Datarep_conversion_function *write_conversion_fn: ptr = mpi_function(write_conversion_fn),
    MPI_Datarep_extent_function *dtype_file_extent_fn: ptr = mpi_function(dtype_file_extent_fn),
    void *extra_state) admit(call.admits());
int MPI_Register_datarep_c(
    const char *datarep: str,
    MPI_Datarep_conversion_function_c *read_conversion_fn: ptr = mpi_function(read_conversion_fn),
    MPI_Datarep_conversion_function_c *write_conversion_fn: ptr = mpi_function(write_conversion_fn),
    MPI_Datarep_extent_function *dtype_file_extent_fn: ptr = mpi_function(dtype_file_extent_fn),
    void *extra_state) admit(call.admits());

# ---- error handlers

int MPI_File_create_errhandler(
    MPI_File_errhandler_function *file_errhandler_fn: ptr = mpi_function(file_errhandler_fn),
    MPI_Errhandler *errhandler: new MPI_Errhandler = *errhandler) admit(call.admits());
int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler) admit(call.admits());
int MPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler: out *MPI_Errhandler)
    admit(call.admits());
int MPI_File_call_errhandler(MPI_File fh, int errorcode);

# ---- explicit offsets

int MPI_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                     MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                      MPI_Request *request: new MPI_Request = *request);
int MPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
                        MPI_Request *request: new MPI_Request = *request);
int MPI_File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
                      MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                        MPI_Datatype datatype,
                        MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
                       MPI_Request *request: new MPI_Request = *request);
int MPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                         MPI_Datatype datatype, MPI_Request *request: new MPI_Request = *request);
int MPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                         MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                           MPI_Datatype datatype,
                           MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                          MPI_Request *request: new MPI_Request = *request);
int MPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                            MPI_Datatype datatype, MPI_Request *request: new MPI_Request = *request);
int MPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype);
int MPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                                 MPI_Datatype datatype);
int MPI_File_read_at_all_end(MPI_File fh, void *buf,
                             MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype,
                          MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                            MPI_Datatype datatype,
                            MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                           MPI_Datatype datatype, MPI_Request *request: new MPI_Request = *request);
int MPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                             MPI_Datatype datatype, MPI_Request *request: new MPI_Request = *request);
int MPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                                MPI_Datatype datatype);
int MPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                                  MPI_Datatype datatype);
int MPI_File_write_at_all_end(MPI_File fh, const void *buf,
                              MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));

# ---- individual file pointer

int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence: enum mpi_whence);
int MPI_File_get_position(MPI_File fh, MPI_Offset *offset: out *offset);
int MPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp: out *offset);
int MPI_File_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                  MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_read_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                    MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                   MPI_Request *request: new MPI_Request = *request);
int MPI_File_iread_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Request *request: new MPI_Request = *request);
int MPI_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                   MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_write_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                    MPI_Request *request: new MPI_Request = *request);
int MPI_File_iwrite_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Request *request: new MPI_Request = *request);
int MPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                      MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_read_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                        MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                       MPI_Request *request: new MPI_Request = *request);
int MPI_File_iread_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Request *request: new MPI_Request = *request);
int MPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype);
int MPI_File_read_all_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype);
int MPI_File_read_all_end(MPI_File fh, void *buf,
                          MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                       MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_write_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                        MPI_Request *request: new MPI_Request = *request);
int MPI_File_iwrite_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                          MPI_Request *request: new MPI_Request = *request);
int MPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype);
int MPI_File_write_all_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype);
int MPI_File_write_all_end(MPI_File fh, const void *buf,
                           MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));

# ---- shared file pointer

int MPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence: enum mpi_whence);
int MPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset: out *offset);
int MPI_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                         MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_read_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                           MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                          MPI_Request *request: new MPI_Request = *request);
int MPI_File_iread_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                            MPI_Request *request: new MPI_Request = *request);
int MPI_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                          MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_write_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                            MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                           MPI_Request *request: new MPI_Request = *request);
int MPI_File_iwrite_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Request *request: new MPI_Request = *request);
int MPI_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                          MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_read_ordered_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                            MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype);
int MPI_File_read_ordered_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype);
int MPI_File_read_ordered_end(MPI_File fh, void *buf,
                              MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                           MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_write_ordered_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
int MPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype);
int MPI_File_write_ordered_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype);
int MPI_File_write_ordered_end(MPI_File fh, const void *buf,
                               MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed));
