# SPDX-License-Identifier: BSD-3-Clause
# MPI, one-sided communication: windows, transfers, synchronisation.
#
# A displacement in the target's window is an offset. Of a window's memory only the address is recorded.

%layer mpi
%real pmpi
%compact
%inline (MPI_Put, MPI_Get, MPI_Accumulate, MPI_Win_fence, MPI_Win_lock, MPI_Win_unlock, MPI_Win_flush)
%fails ret != MPI_SUCCESS
%errno mpi_error_class(ret)
%admit call.admits()

%header "runtime/mpi_arguments.h" "runtime/mpi_message_arguments.h"

%type MPI_Aint, MPI_Count: int
%type int *, MPI_Aint *, MPI_Count *: out *int
%class MPI_Comm for MPI_Comm
%class MPI_Group for MPI_Group
%class MPI_Datatype for MPI_Datatype
%class MPI_Info for MPI_Info
%class MPI_Request for MPI_Request
%class MPI_Errhandler for MPI_Errhandler
%class MPI_Op for MPI_Op
%class MPI_Win for MPI_Win
%type MPI_Request *: new MPI_Request = *request
%type MPI_Win *: new MPI_Win = *win
%struct mpi_hint { char *key: str; char *value: str; }

# ---- windows

int MPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info,
                   + hints: [mpi_hint] via mpi_hints(info, failed), MPI_Comm comm, MPI_Win *win);
int MPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
                     + hints: [mpi_hint] via mpi_hints(info, failed), MPI_Comm comm, MPI_Win *win);
int MPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info,
                     + hints: [mpi_hint] via mpi_hints(info, failed), MPI_Comm comm,
                     void *baseptr: ptr = mpi_pointer_at(baseptr, failed), MPI_Win *win);
int MPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
                       + hints: [mpi_hint] via mpi_hints(info, failed), MPI_Comm comm,
                       void *baseptr: ptr = mpi_pointer_at(baseptr, failed), MPI_Win *win);
int MPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info,
                            + hints: [mpi_hint] via mpi_hints(info, failed), MPI_Comm comm,
                            void *baseptr: ptr = mpi_pointer_at(baseptr, failed), MPI_Win *win);
int MPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
                              + hints: [mpi_hint] via mpi_hints(info, failed), MPI_Comm comm,
                              void *baseptr: ptr = mpi_pointer_at(baseptr, failed), MPI_Win *win);
int MPI_Win_create_dynamic(MPI_Info info, + hints: [mpi_hint] via mpi_hints(info, failed), MPI_Comm comm,
                           MPI_Win *win);
int MPI_Win_attach(MPI_Win win, void *base, MPI_Aint size);
int MPI_Win_detach(MPI_Win win, const void *base);
int MPI_Win_shared_query(MPI_Win win, int rank: enum mpi_rank, MPI_Aint *size, int *disp_unit,
                         void *baseptr: ptr = mpi_pointer_at(baseptr, failed));
int MPI_Win_shared_query_c(MPI_Win win, int rank: enum mpi_rank, MPI_Aint *size, MPI_Aint *disp_unit,
                           void *baseptr: ptr = mpi_pointer_at(baseptr, failed));
int MPI_Win_free(MPI_Win *win: in *MPI_Win closes);

# ---- transfers

int MPI_Put(const void *origin_addr: any via mpi_buffer(origin_addr), int origin_count,
            MPI_Datatype origin_datatype, int target_rank: enum mpi_rank, MPI_Aint target_disp: offset,
            int target_count, MPI_Datatype target_datatype, MPI_Win win);
int MPI_Put_c(const void *origin_addr: any via mpi_buffer(origin_addr), MPI_Count origin_count,
              MPI_Datatype origin_datatype, int target_rank: enum mpi_rank, MPI_Aint target_disp: offset,
              MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win);
int MPI_Get(void *origin_addr: any via mpi_buffer(origin_addr), int origin_count,
            MPI_Datatype origin_datatype, int target_rank: enum mpi_rank, MPI_Aint target_disp: offset,
            int target_count, MPI_Datatype target_datatype, MPI_Win win);
int MPI_Get_c(void *origin_addr: any via mpi_buffer(origin_addr), MPI_Count origin_count,
              MPI_Datatype origin_datatype, int target_rank: enum mpi_rank, MPI_Aint target_disp: offset,
              MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win);
int MPI_Accumulate(const void *origin_addr: any via mpi_buffer(origin_addr), int origin_count,
                   MPI_Datatype origin_datatype, int target_rank: enum mpi_rank, MPI_Aint target_disp: offset,
                   int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
int MPI_Accumulate_c(const void *origin_addr: any via mpi_buffer(origin_addr), MPI_Count origin_count,
                     MPI_Datatype origin_datatype, int target_rank: enum mpi_rank,
                     MPI_Aint target_disp: offset, MPI_Count target_count, MPI_Datatype target_datatype,
                     MPI_Op op, MPI_Win win);
int MPI_Get_accumulate(const void *origin_addr: any via mpi_buffer(origin_addr), int origin_count,
                       MPI_Datatype origin_datatype, void *result_addr: any via mpi_buffer(result_addr),
                       int result_count, MPI_Datatype result_datatype, int target_rank: enum mpi_rank,
                       MPI_Aint target_disp: offset, int target_count, MPI_Datatype target_datatype,
                       MPI_Op op, MPI_Win win);
int MPI_Get_accumulate_c(const void *origin_addr: any via mpi_buffer(origin_addr), MPI_Count origin_count,
                         MPI_Datatype origin_datatype, void *result_addr: any via mpi_buffer(result_addr),
                         MPI_Count result_count, MPI_Datatype result_datatype, int target_rank: enum mpi_rank,
                         MPI_Aint target_disp: offset, MPI_Count target_count, MPI_Datatype target_datatype,
                         MPI_Op op, MPI_Win win);
int MPI_Fetch_and_op(const void *origin_addr: any via mpi_buffer(origin_addr),
                     void *result_addr: any via mpi_buffer(result_addr), MPI_Datatype datatype,
                     int target_rank: enum mpi_rank, MPI_Aint target_disp: offset, MPI_Op op, MPI_Win win);
int MPI_Compare_and_swap(const void *origin_addr: any via mpi_buffer(origin_addr),
                         const void *compare_addr: any via mpi_buffer(compare_addr),
                         void *result_addr: any via mpi_buffer(result_addr), MPI_Datatype datatype,
                         int target_rank: enum mpi_rank, MPI_Aint target_disp: offset, MPI_Win win);

# ---- transfers with a request

int MPI_Rput(const void *origin_addr: any via mpi_buffer(origin_addr), int origin_count,
             MPI_Datatype origin_datatype, int target_rank: enum mpi_rank, MPI_Aint target_disp: offset,
             int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request);
int MPI_Rput_c(const void *origin_addr: any via mpi_buffer(origin_addr), MPI_Count origin_count,
               MPI_Datatype origin_datatype, int target_rank: enum mpi_rank, MPI_Aint target_disp: offset,
               MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request);
int MPI_Rget(void *origin_addr: any via mpi_buffer(origin_addr), int origin_count,
             MPI_Datatype origin_datatype, int target_rank: enum mpi_rank, MPI_Aint target_disp: offset,
             int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request);
int MPI_Rget_c(void *origin_addr: any via mpi_buffer(origin_addr), MPI_Count origin_count,
               MPI_Datatype origin_datatype, int target_rank: enum mpi_rank, MPI_Aint target_disp: offset,
               MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request);
int MPI_Raccumulate(const void *origin_addr: any via mpi_buffer(origin_addr), int origin_count,
                    MPI_Datatype origin_datatype, int target_rank: enum mpi_rank,
                    MPI_Aint target_disp: offset, int target_count, MPI_Datatype target_datatype, MPI_Op op,
                    MPI_Win win, MPI_Request *request);
int MPI_Raccumulate_c(const void *origin_addr: any via mpi_buffer(origin_addr), MPI_Count origin_count,
                      MPI_Datatype origin_datatype, int target_rank: enum mpi_rank,
                      MPI_Aint target_disp: offset, MPI_Count target_count, MPI_Datatype target_datatype,
                      MPI_Op op, MPI_Win win, MPI_Request *request);
int MPI_Rget_accumulate(const void *origin_addr: any via mpi_buffer(origin_addr), int origin_count,
                        MPI_Datatype origin_datatype, void *result_addr: any via mpi_buffer(result_addr),
                        int result_count, MPI_Datatype result_datatype, int target_rank: enum mpi_rank,
                        MPI_Aint target_disp: offset, int target_count, MPI_Datatype target_datatype,
                        MPI_Op op, MPI_Win win, MPI_Request *request);
int MPI_Rget_accumulate_c(const void *origin_addr: any via mpi_buffer(origin_addr), MPI_Count origin_count,
                          MPI_Datatype origin_datatype, void *result_addr: any via mpi_buffer(result_addr),
                          MPI_Count result_count, MPI_Datatype result_datatype,
                          int target_rank: enum mpi_rank, MPI_Aint target_disp: offset,
                          MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                          MPI_Request *request);

# ---- synchronisation

int MPI_Win_fence(int assert: flags mpi_assert, MPI_Win win);
int MPI_Win_start(MPI_Group group, int assert: flags mpi_assert, MPI_Win win);
int MPI_Win_complete(MPI_Win win);
int MPI_Win_post(MPI_Group group, int assert: flags mpi_assert, MPI_Win win);
int MPI_Win_wait(MPI_Win win);
int MPI_Win_test(MPI_Win win, int *flag);
int MPI_Win_lock(int lock_type: enum mpi_lock, int rank: enum mpi_rank, int assert: flags mpi_assert,
                 MPI_Win win);
int MPI_Win_unlock(int rank: enum mpi_rank, MPI_Win win);
int MPI_Win_lock_all(int assert: flags mpi_assert, MPI_Win win);
int MPI_Win_unlock_all(MPI_Win win);
int MPI_Win_flush(int rank: enum mpi_rank, MPI_Win win);
int MPI_Win_flush_all(MPI_Win win);
int MPI_Win_flush_local(int rank: enum mpi_rank, MPI_Win win);
int MPI_Win_flush_local_all(MPI_Win win);
int MPI_Win_sync(MPI_Win win);

# ---- what a window is

int MPI_Win_get_group(MPI_Win win, MPI_Group *group: new MPI_Group = *group);
int MPI_Win_set_info(MPI_Win win, MPI_Info info, + hints: [mpi_hint] via mpi_hints(info, failed));
int MPI_Win_get_info(MPI_Win win, MPI_Info *info_used: new MPI_Info = *info_used);
int MPI_Win_set_name(MPI_Win win, const char *win_name: str);
int MPI_Win_get_name(MPI_Win win, char *win_name: out str, int *resultlen);

# ---- attributes

int MPI_Win_create_keyval(
    MPI_Win_copy_attr_function *win_copy_attr_fn: ptr = mpi_function(win_copy_attr_fn),
    MPI_Win_delete_attr_function *win_delete_attr_fn: ptr = mpi_function(win_delete_attr_fn),
    int *win_keyval: out *enum mpi_keyval, void *extra_state);
int MPI_Win_free_keyval(int *win_keyval: in *enum mpi_keyval);
int MPI_Win_set_attr(MPI_Win win, int win_keyval: enum mpi_keyval, void *attribute_val);
int MPI_Win_get_attr(MPI_Win win, int win_keyval: enum mpi_keyval,
                     void *attribute_val: any via mpi_attribute(win_keyval, attribute_val, !failed && *flag),
                     int *flag);
int MPI_Win_delete_attr(MPI_Win win, int win_keyval: enum mpi_keyval);

# ---- error handlers

int MPI_Win_create_errhandler(
    MPI_Win_errhandler_function *win_errhandler_fn: ptr = mpi_function(win_errhandler_fn),
    MPI_Errhandler *errhandler: new MPI_Errhandler = *errhandler);
int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler);
int MPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler: out *MPI_Errhandler);
int MPI_Win_call_errhandler(MPI_Win win, int errorcode);
