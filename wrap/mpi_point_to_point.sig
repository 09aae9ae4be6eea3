# SPDX-License-Identifier: BSD-3-Clause
# MPI, point to point: sends, receives, probes, their requests, and what completes them.
#
# A buffer is recorded as the name MPI_BOTTOM or MPI_IN_PLACE if it is one of these, else as a pointer. A
# status is there when the call defines it: not after a failure, nor behind a flag of 0; its error is the
# error class, and there when the call failed with MPI_ERR_IN_STATUS; its count is in bytes. A request lives
# until a call leaves MPI_REQUEST_NULL in its place, a persistent one until MPI_Request_free does.
#
# MPI defines neither source nor tag in the status of a send or of a request of MPI-IO: there they are what
# the MPI library left in it.

%layer mpi
%real pmpi
%compact
%inline (MPI_Send, MPI_Ssend, MPI_Recv, MPI_Sendrecv, MPI_Isend, MPI_Irecv, MPI_Start, MPI_Startall, MPI_Iprobe, MPI_Wait,
         MPI_Waitany, MPI_Waitall, MPI_Test, MPI_Testall)
%fails ret != MPI_SUCCESS
%errno mpi_error_class(ret)
%admit call.admits()

%header "runtime/mpi_message_arguments.h"

%type MPI_Aint, MPI_Count: int
%type int *, MPI_Aint *, MPI_Count *: out *int
%class MPI_Comm for MPI_Comm
%class MPI_Datatype for MPI_Datatype
%class MPI_Info for MPI_Info
%class MPI_Request for MPI_Request
%class MPI_Message for MPI_Message
%class MPI_Session for MPI_Session
%type MPI_Request *: new MPI_Request = *request
%type MPI_Status *: *mpi_status via mpi_status(status, !failed)
%struct mpi_status { int source: enum mpi_rank; int tag: enum mpi_tag; int *error: *int; MPI_Count count; }

# ---- blocking

int MPI_Send(const void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
             int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm);
int MPI_Send_c(const void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
               int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm);
int MPI_Bsend(const void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
              int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm);
int MPI_Bsend_c(const void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm);
int MPI_Ssend(const void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
              int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm);
int MPI_Ssend_c(const void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm);
int MPI_Rsend(const void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
              int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm);
int MPI_Rsend_c(const void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm);
int MPI_Recv(void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype, int source: enum mpi_rank,
             int tag: enum mpi_tag, MPI_Comm comm, MPI_Status *status);
int MPI_Recv_c(void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
               int source: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Status *status);
int MPI_Sendrecv(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                 int dest: enum mpi_rank, int sendtag: enum mpi_tag,
                 void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                 int source: enum mpi_rank, int recvtag: enum mpi_tag, MPI_Comm comm, MPI_Status *status);
int MPI_Sendrecv_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                   MPI_Datatype sendtype, int dest: enum mpi_rank, int sendtag: enum mpi_tag,
                   void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count recvcount, MPI_Datatype recvtype,
                   int source: enum mpi_rank, int recvtag: enum mpi_tag, MPI_Comm comm, MPI_Status *status);
int MPI_Sendrecv_replace(void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
                         int dest: enum mpi_rank, int sendtag: enum mpi_tag, int source: enum mpi_rank,
                         int recvtag: enum mpi_tag, MPI_Comm comm, MPI_Status *status);
int MPI_Sendrecv_replace_c(void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                           int dest: enum mpi_rank, int sendtag: enum mpi_tag, int source: enum mpi_rank,
                           int recvtag: enum mpi_tag, MPI_Comm comm, MPI_Status *status);

# ---- nonblocking

int MPI_Isend(const void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
              int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Isend_c(const void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Ibsend(const void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
               int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Ibsend_c(const void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                 int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Issend(const void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
               int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Issend_c(const void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                 int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Irsend(const void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
               int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Irsend_c(const void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                 int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Irecv(void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype, int source: enum mpi_rank,
              int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Irecv_c(void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                int source: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Isendrecv(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                  int dest: enum mpi_rank, int sendtag: enum mpi_tag,
                  void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                  int source: enum mpi_rank, int recvtag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Isendrecv_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                    MPI_Datatype sendtype, int dest: enum mpi_rank, int sendtag: enum mpi_tag,
                    void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count recvcount, MPI_Datatype recvtype,
                    int source: enum mpi_rank, int recvtag: enum mpi_tag, MPI_Comm comm,
                    MPI_Request *request);
int MPI_Isendrecv_replace(void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
                          int dest: enum mpi_rank, int sendtag: enum mpi_tag, int source: enum mpi_rank,
                          int recvtag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Isendrecv_replace_c(void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                            int dest: enum mpi_rank, int sendtag: enum mpi_tag, int source: enum mpi_rank,
                            int recvtag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);

# ---- persistent

int MPI_Send_init(const void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
                  int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Send_init_c(const void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                    int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Bsend_init(const void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
                   int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Bsend_init_c(const void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                     int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Ssend_init(const void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
                   int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Ssend_init_c(const void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                     int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Rsend_init(const void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
                   int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Rsend_init_c(const void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                     int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Recv_init(void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
                  int source: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Recv_init_c(void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                    int source: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Request *request);
int MPI_Start(MPI_Request *request: *MPI_Request);
int MPI_Startall(int count, MPI_Request array_of_requests[]: [MPI_Request; count]);

# ---- partitioned

int MPI_Psend_init(const void *buf: any via mpi_buffer(buf), int partitions, MPI_Count count,
                   MPI_Datatype datatype, int dest: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm,
                   MPI_Info info, MPI_Request *request);
int MPI_Precv_init(void *buf: any via mpi_buffer(buf), int partitions, MPI_Count count, MPI_Datatype datatype,
                   int source: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Info info,
                   MPI_Request *request);
int MPI_Pready(int partition, MPI_Request request);
int MPI_Pready_range(int partition_low, int partition_high, MPI_Request request);
int MPI_Pready_list(int partition_count as length, const int array_of_partitions[]: [int; partition_count], MPI_Request request);
int MPI_Parrived(MPI_Request request, int partition, int *flag);

# ---- probe; matched receives

int MPI_Probe(int source: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, MPI_Status *status);
int MPI_Iprobe(int source: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, int *flag,
               MPI_Status *status: *mpi_status via mpi_status(status, !failed && *flag));
int MPI_Mprobe(int source: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm,
               MPI_Message *message: new MPI_Message = *message, MPI_Status *status);
int MPI_Improbe(int source: enum mpi_rank, int tag: enum mpi_tag, MPI_Comm comm, int *flag,
                MPI_Message *message: new MPI_Message = *flag ? *message : MPI_MESSAGE_NULL,
                MPI_Status *status: *mpi_status via mpi_status(status, !failed && *flag));
int MPI_Mrecv(void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
              MPI_Message *message: in *MPI_Message frees, MPI_Status *status);
int MPI_Mrecv_c(void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                MPI_Message *message: in *MPI_Message frees, MPI_Status *status);
int MPI_Imrecv(void *buf: any via mpi_buffer(buf), int count, MPI_Datatype datatype,
               MPI_Message *message: in *MPI_Message frees, MPI_Request *request);
int MPI_Imrecv_c(void *buf: any via mpi_buffer(buf), MPI_Count count, MPI_Datatype datatype,
                 MPI_Message *message: in *MPI_Message frees, MPI_Request *request);

# ---- completion

int MPI_Wait(MPI_Request *request: in *MPI_Request frees, MPI_Status *status);
int MPI_Waitany(int count, MPI_Request array_of_requests[]: in [MPI_Request; count] frees, int *indx as index,
                MPI_Status *status);
int MPI_Waitall(int count, MPI_Request array_of_requests[]: in [MPI_Request; count] frees,
                MPI_Status *array_of_statuses: [mpi_status] via mpi_statuses(array_of_statuses, count, ret));
int MPI_Waitsome(
    int incount, MPI_Request array_of_requests[]: in [MPI_Request; incount] frees,
    int *outcount: *int via mpi_number(outcount, mpi_completes(ret)),
    int array_of_indices[]: [int; mpi_completed(outcount, ret)] if mpi_completes(ret),
    MPI_Status *array_of_statuses: [mpi_status]
      via mpi_statuses(array_of_statuses, mpi_completed(outcount, ret), ret));
int MPI_Test(MPI_Request *request: in *MPI_Request frees, int *flag,
             MPI_Status *status: *mpi_status via mpi_status(status, !failed && *flag));
int MPI_Testany(int count, MPI_Request array_of_requests[]: in [MPI_Request; count] frees, int *indx as index,
                int *flag, MPI_Status *status: *mpi_status via mpi_status(status, !failed && *flag));
int MPI_Testall(
    int count, MPI_Request array_of_requests[]: in [MPI_Request; count] frees, int *flag,
    MPI_Status *array_of_statuses: [mpi_status]
      via mpi_statuses(array_of_statuses, peek(flag) ? count : 0, ret));
int MPI_Testsome(
    int incount, MPI_Request array_of_requests[]: in [MPI_Request; incount] frees,
    int *outcount: *int via mpi_number(outcount, mpi_completes(ret)),
    int array_of_indices[]: [int; mpi_completed(outcount, ret)] if mpi_completes(ret),
    MPI_Status *array_of_statuses: [mpi_status]
      via mpi_statuses(array_of_statuses, mpi_completed(outcount, ret), ret));
int MPI_Request_get_status(MPI_Request request, int *flag,
                           MPI_Status *status: *mpi_status via mpi_status(status, !failed && *flag));
int MPI_Request_get_status_any(int count, const MPI_Request array_of_requests[]: [MPI_Request; count],
                               int *indx as index, int *flag,
                               MPI_Status *status: *mpi_status via mpi_status(status, !failed && *flag));
int MPI_Request_get_status_all(
    int count, const MPI_Request array_of_requests[]: [MPI_Request; count], int *flag,
    MPI_Status *array_of_statuses: [mpi_status]
      via mpi_statuses(array_of_statuses, peek(flag) ? count : 0, ret));
int MPI_Request_get_status_some(
    int incount, const MPI_Request array_of_requests[]: [MPI_Request; incount],
    int *outcount: *int via mpi_number(outcount, mpi_completes(ret)),
    int array_of_indices[]: [int; mpi_completed(outcount, ret)] if mpi_completes(ret),
    MPI_Status *array_of_statuses: [mpi_status]
      via mpi_statuses(array_of_statuses, mpi_completed(outcount, ret), ret));
int MPI_Request_free(MPI_Request *request: in *MPI_Request frees);
int MPI_Cancel(MPI_Request *request: *MPI_Request);
int MPI_Test_cancelled(const MPI_Status *status: ptr, int *flag);

# ---- buffers of MPI_Bsend

int MPI_Buffer_attach(void *buffer: any via mpi_buffer(buffer), int size);
int MPI_Buffer_attach_c(void *buffer: any via mpi_buffer(buffer), MPI_Count size);
int MPI_Buffer_detach(void *buffer_addr: ptr = mpi_pointer_at(buffer_addr, failed), int *size);
int MPI_Buffer_detach_c(void *buffer_addr: ptr = mpi_pointer_at(buffer_addr, failed), MPI_Count *size);
int MPI_Buffer_flush(void);
int MPI_Buffer_iflush(MPI_Request *request);
int MPI_Comm_attach_buffer(MPI_Comm comm, void *buffer: any via mpi_buffer(buffer), int size);
int MPI_Comm_attach_buffer_c(MPI_Comm comm, void *buffer: any via mpi_buffer(buffer), MPI_Count size);
int MPI_Comm_detach_buffer(MPI_Comm comm, void *buffer_addr: ptr = mpi_pointer_at(buffer_addr, failed),
                           int *size);
int MPI_Comm_detach_buffer_c(MPI_Comm comm, void *buffer_addr: ptr = mpi_pointer_at(buffer_addr, failed),
                             MPI_Count *size);
int MPI_Comm_flush_buffer(MPI_Comm comm);
int MPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request);
int MPI_Session_attach_buffer(MPI_Session session, void *buffer: any via mpi_buffer(buffer), int size);
int MPI_Session_attach_buffer_c(MPI_Session session, void *buffer: any via mpi_buffer(buffer),
                                MPI_Count size);
int MPI_Session_detach_buffer(MPI_Session session,
                              void *buffer_addr: ptr = mpi_pointer_at(buffer_addr, failed), int *size);
int MPI_Session_detach_buffer_c(MPI_Session session,
                                void *buffer_addr: ptr = mpi_pointer_at(buffer_addr, failed),
                                MPI_Count *size);
int MPI_Session_flush_buffer(MPI_Session session);
int MPI_Session_iflush_buffer(MPI_Session session, MPI_Request *request);
