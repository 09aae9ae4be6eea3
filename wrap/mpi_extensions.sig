# SPDX-License-Identifier: BSD-3-Clause
# Extensions of MPI libraries: those of MPICH in mpi.h, and Open MPI 4's early form of persistent collective
# operations. A name exists where the headers of its section declare it.

%layer mpi
%real pmpi
%compact
%fails ret != MPI_SUCCESS
%errno mpi_error_class(ret)
%admit call.admits()

%header "runtime/mpi_message_arguments.h" "runtime/mpi_processes.h"

%type MPI_Aint, MPI_Count: int
%type int *, MPI_Aint *, MPI_Count *: out *int
%class MPI_Comm for MPI_Comm
%class MPI_Group for MPI_Group
%class MPI_Datatype for MPI_Datatype
%class MPI_Info for MPI_Info
%class MPI_Request for MPI_Request
%class MPI_Op for MPI_Op
%type MPI_Request *: new MPI_Request = *request
%type MPIX_Grequest_class: int
%type MPIX_Grequest_class *: out *int

%declared <mpi.h>

# ---- MPICH: fault tolerance

int MPIX_Comm_revoke(MPI_Comm comm);
int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm *newcomm: new MPI_Comm = *newcomm);
int MPIX_Comm_agree(MPI_Comm comm, int *flag: in *int, + agreed: out *int = flag);
int MPIX_Comm_failure_ack(MPI_Comm comm);
int MPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group *failedgrp: new MPI_Group = *failedgrp);

# ---- MPICH: generalized requests with progress of their own

int MPIX_Grequest_start(MPI_Grequest_query_function *query_fn: ptr = mpi_function(query_fn),
                        MPI_Grequest_free_function *free_fn: ptr = mpi_function(free_fn),
                        MPI_Grequest_cancel_function *cancel_fn: ptr = mpi_function(cancel_fn),
                        MPIX_Grequest_poll_function *poll_fn: ptr = mpi_function(poll_fn),
                        MPIX_Grequest_wait_function *wait_fn: ptr = mpi_function(wait_fn), void *extra_state,
                        MPI_Request *request);
int MPIX_Grequest_class_create(MPI_Grequest_query_function *query_fn: ptr = mpi_function(query_fn),
                               MPI_Grequest_free_function *free_fn: ptr = mpi_function(free_fn),
                               MPI_Grequest_cancel_function *cancel_fn: ptr = mpi_function(cancel_fn),
                               MPIX_Grequest_poll_function *poll_fn: ptr = mpi_function(poll_fn),
                               MPIX_Grequest_wait_function *wait_fn: ptr = mpi_function(wait_fn),
                               MPIX_Grequest_class *greq_class);
int MPIX_Grequest_class_allocate(MPIX_Grequest_class greq_class, void *extra_state, MPI_Request *request);

# ---- MPICH: error codes, accelerators

int MPIX_Delete_error_class(int errorclass);
int MPIX_Delete_error_code(int errorcode);
int MPIX_Delete_error_string(int errorcode);
int MPIX_GPU_query_support(int gpu_type, int *is_supported);
int MPIX_Query_cuda_support(void) fails(false);
int MPIX_Query_hip_support(void) fails(false);
int MPIX_Query_ze_support(void) fails(false);

%declared <mpi.h> <mpi-ext.h>

# ---- Open MPI: persistent collective operations

int MPIX_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPIX_Bcast_init(void *buffer: any via mpi_buffer(buffer), int count, MPI_Datatype datatype,
                    int root: enum mpi_rank, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPIX_Gather_init(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                     void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)),
                     int recvcount: int if peers.is_root(root, ret),
                     MPI_Datatype recvtype: MPI_Datatype if peers.is_root(root, ret), int root: enum mpi_rank,
                     MPI_Comm comm, MPI_Info info, MPI_Request *request) before(const MpiPeers peers(comm));
int MPIX_Gatherv_init(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                      void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)),
                      const int recvcounts[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                      const int displs[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                      MPI_Datatype recvtype: MPI_Datatype if peers.is_root(root, ret),
                      int root: enum mpi_rank, MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPIX_Scatter_init(const void *sendbuf: any via mpi_buffer(sendbuf, peers.is_root(root, ret)),
                      int sendcount: int if peers.is_root(root, ret),
                      MPI_Datatype sendtype: MPI_Datatype if peers.is_root(root, ret),
                      void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                      int root: enum mpi_rank, MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPIX_Scatterv_init(const void *sendbuf: any via mpi_buffer(sendbuf, peers.is_root(root, ret)),
                       const int sendcounts[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                       const int displs[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                       MPI_Datatype sendtype: MPI_Datatype if peers.is_root(root, ret),
                       void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                       int root: enum mpi_rank, MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPIX_Allgather_init(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount,
                        MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf), int recvcount,
                        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPIX_Allgatherv_init(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount,
                         MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                         const int recvcounts[]: [int; peers.size(ret)],
                         const int displs[]: [int; peers.size(ret)], MPI_Datatype recvtype, MPI_Comm comm,
                         MPI_Info info, MPI_Request *request) before(const MpiPeers peers(comm));
int MPIX_Alltoall_init(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                       void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                       MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPIX_Alltoallv_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                        const int sendcounts[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                        const int sdispls[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                        MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                        const int recvcounts[]: [int; peers.size(ret)],
                        const int rdispls[]: [int; peers.size(ret)], MPI_Datatype recvtype, MPI_Comm comm,
                        MPI_Info info, MPI_Request *request) before(const MpiPeers peers(comm));
int MPIX_Alltoallw_init(
    const void *sendbuf: any via mpi_buffer(sendbuf),
    const int sendcounts[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
    const int sdispls[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
    const MPI_Datatype sendtypes[]: [MPI_Datatype; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
    void *recvbuf: any via mpi_buffer(recvbuf), const int recvcounts[]: [int; peers.size(ret)],
    const int rdispls[]: [int; peers.size(ret)],
    const MPI_Datatype recvtypes[]: [MPI_Datatype; peers.size(ret)], MPI_Comm comm, MPI_Info info,
    MPI_Request *request) before(const MpiPeers peers(comm));
int MPIX_Reduce_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                     void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)), int count,
                     MPI_Datatype datatype, MPI_Op op, int root: enum mpi_rank, MPI_Comm comm, MPI_Info info,
                     MPI_Request *request) before(const MpiPeers peers(comm));
int MPIX_Allreduce_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                        void *recvbuf: any via mpi_buffer(recvbuf), int count, MPI_Datatype datatype,
                        MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPIX_Reduce_scatter_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                             void *recvbuf: any via mpi_buffer(recvbuf),
                             const int recvcounts[]: [int; peers.local_size(ret)], MPI_Datatype datatype,
                             MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPIX_Reduce_scatter_block_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                                   void *recvbuf: any via mpi_buffer(recvbuf), int recvcount,
                                   MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                   MPI_Request *request);
int MPIX_Scan_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                   void *recvbuf: any via mpi_buffer(recvbuf), int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPIX_Exscan_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                     void *recvbuf: any via mpi_buffer(recvbuf), int count, MPI_Datatype datatype, MPI_Op op,
                     MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPIX_Neighbor_allgather_init(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount,
                                 MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                 MPI_Request *request);
int MPIX_Neighbor_allgatherv_init(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount,
                                  MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                                  const int recvcounts[]: [int; around.sources(ret)],
                                  const int displs[]: [int; around.sources(ret)], MPI_Datatype recvtype,
                                  MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiNeighbors around(comm));
int MPIX_Neighbor_alltoall_init(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount,
                                MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                                int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                MPI_Request *request);
int MPIX_Neighbor_alltoallv_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                                 const int sendcounts[]: [int; around.destinations(ret)],
                                 const int sdispls[]: [int; around.destinations(ret)], MPI_Datatype sendtype,
                                 void *recvbuf: any via mpi_buffer(recvbuf),
                                 const int recvcounts[]: [int; around.sources(ret)],
                                 const int rdispls[]: [int; around.sources(ret)], MPI_Datatype recvtype,
                                 MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiNeighbors around(comm));
int MPIX_Neighbor_alltoallw_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                                 const int sendcounts[]: [int; around.destinations(ret)],
                                 const MPI_Aint sdispls[]: [int; around.destinations(ret)],
                                 const MPI_Datatype sendtypes[]: [MPI_Datatype; around.destinations(ret)],
                                 void *recvbuf: any via mpi_buffer(recvbuf),
                                 const int recvcounts[]: [int; around.sources(ret)],
                                 const MPI_Aint rdispls[]: [int; around.sources(ret)],
                                 const MPI_Datatype recvtypes[]: [MPI_Datatype; around.sources(ret)],
                                 MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiNeighbors around(comm));
