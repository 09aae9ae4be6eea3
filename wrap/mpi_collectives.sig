# SPDX-License-Identifier: BSD-3-Clause
# MPI, collective operations: blocking, nonblocking, persistent, on neighbours; and their operators.
#
# Arguments that count on the root only are recorded there only; counts and displacements that MPI_IN_PLACE in
# sendbuf makes meaningless are not. Arrays have an element for each process of the group at the other end of
# the communicator, or of its only group, or for each neighbour.

%layer mpi
%real pmpi
%compact
%inline (MPI_Barrier, MPI_Bcast, MPI_Allreduce, MPI_Allgather, MPI_Alltoall)
%fails ret != MPI_SUCCESS
%errno mpi_error_class(ret)
%admit call.admits()

%header "runtime/mpi_message_arguments.h" "runtime/mpi_processes.h"

%type MPI_Aint, MPI_Count: int
%type int *, MPI_Aint *, MPI_Count *: out *int
%class MPI_Comm for MPI_Comm
%class MPI_Datatype for MPI_Datatype
%class MPI_Info for MPI_Info
%class MPI_Request for MPI_Request
%class MPI_Op for MPI_Op
%type MPI_Request *: new MPI_Request = *request

# ---- blocking

int MPI_Barrier(MPI_Comm comm);
int MPI_Bcast(void *buffer: any via mpi_buffer(buffer), int count, MPI_Datatype datatype,
              int root: enum mpi_rank, MPI_Comm comm);
int MPI_Bcast_c(void *buffer: any via mpi_buffer(buffer), MPI_Count count, MPI_Datatype datatype,
                int root: enum mpi_rank, MPI_Comm comm);
int MPI_Gather(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
               void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)),
               int recvcount: int if peers.is_root(root, ret),
               MPI_Datatype recvtype: MPI_Datatype if peers.is_root(root, ret), int root: enum mpi_rank,
               MPI_Comm comm) before(const MpiPeers peers(comm));
int MPI_Gather_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount, MPI_Datatype sendtype,
                 void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)),
                 MPI_Count recvcount: int if peers.is_root(root, ret),
                 MPI_Datatype recvtype: MPI_Datatype if peers.is_root(root, ret), int root: enum mpi_rank,
                 MPI_Comm comm) before(const MpiPeers peers(comm));
int MPI_Gatherv(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)),
                const int recvcounts[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                const int displs[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                MPI_Datatype recvtype: MPI_Datatype if peers.is_root(root, ret), int root: enum mpi_rank,
                MPI_Comm comm) before(const MpiPeers peers(comm));
int MPI_Gatherv_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                  MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)),
                  const MPI_Count recvcounts[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                  const MPI_Aint displs[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                  MPI_Datatype recvtype: MPI_Datatype if peers.is_root(root, ret), int root: enum mpi_rank,
                  MPI_Comm comm) before(const MpiPeers peers(comm));
int MPI_Scatter(const void *sendbuf: any via mpi_buffer(sendbuf, peers.is_root(root, ret)),
                int sendcount: int if peers.is_root(root, ret),
                MPI_Datatype sendtype: MPI_Datatype if peers.is_root(root, ret),
                void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                int root: enum mpi_rank, MPI_Comm comm) before(const MpiPeers peers(comm));
int MPI_Scatter_c(const void *sendbuf: any via mpi_buffer(sendbuf, peers.is_root(root, ret)),
                  MPI_Count sendcount: int if peers.is_root(root, ret),
                  MPI_Datatype sendtype: MPI_Datatype if peers.is_root(root, ret),
                  void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count recvcount, MPI_Datatype recvtype,
                  int root: enum mpi_rank, MPI_Comm comm) before(const MpiPeers peers(comm));
int MPI_Scatterv(const void *sendbuf: any via mpi_buffer(sendbuf, peers.is_root(root, ret)),
                 const int sendcounts[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                 const int displs[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                 MPI_Datatype sendtype: MPI_Datatype if peers.is_root(root, ret),
                 void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                 int root: enum mpi_rank, MPI_Comm comm) before(const MpiPeers peers(comm));
int MPI_Scatterv_c(const void *sendbuf: any via mpi_buffer(sendbuf, peers.is_root(root, ret)),
                   const MPI_Count sendcounts[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                   const MPI_Aint displs[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                   MPI_Datatype sendtype: MPI_Datatype if peers.is_root(root, ret),
                   void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count recvcount, MPI_Datatype recvtype,
                   int root: enum mpi_rank, MPI_Comm comm) before(const MpiPeers peers(comm));
int MPI_Allgather(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                  void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm);
int MPI_Allgather_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                    MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count recvcount,
                    MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Allgatherv(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                   void *recvbuf: any via mpi_buffer(recvbuf), const int recvcounts[]: [int; peers.size(ret)],
                   const int displs[]: [int; peers.size(ret)], MPI_Datatype recvtype, MPI_Comm comm)
    before(const MpiPeers peers(comm));
int MPI_Allgatherv_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                     MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                     const MPI_Count recvcounts[]: [int; peers.size(ret)],
                     const MPI_Aint displs[]: [int; peers.size(ret)], MPI_Datatype recvtype, MPI_Comm comm)
    before(const MpiPeers peers(comm));
int MPI_Alltoall(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                 void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                 MPI_Comm comm);
int MPI_Alltoall_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                   MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Alltoallv(const void *sendbuf: any via mpi_buffer(sendbuf),
                  const int sendcounts[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                  const int sdispls[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                  MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                  const int recvcounts[]: [int; peers.size(ret)], const int rdispls[]: [int; peers.size(ret)],
                  MPI_Datatype recvtype, MPI_Comm comm) before(const MpiPeers peers(comm));
int MPI_Alltoallv_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                    const MPI_Count sendcounts[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                    const MPI_Aint sdispls[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                    MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                    const MPI_Count recvcounts[]: [int; peers.size(ret)],
                    const MPI_Aint rdispls[]: [int; peers.size(ret)], MPI_Datatype recvtype, MPI_Comm comm)
    before(const MpiPeers peers(comm));
int MPI_Alltoallw(const void *sendbuf: any via mpi_buffer(sendbuf),
                  const int sendcounts[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                  const int sdispls[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                  const MPI_Datatype sendtypes[]: [MPI_Datatype; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                  void *recvbuf: any via mpi_buffer(recvbuf), const int recvcounts[]: [int; peers.size(ret)],
                  const int rdispls[]: [int; peers.size(ret)],
                  const MPI_Datatype recvtypes[]: [MPI_Datatype; peers.size(ret)], MPI_Comm comm)
    before(const MpiPeers peers(comm));
int MPI_Alltoallw_c(
    const void *sendbuf: any via mpi_buffer(sendbuf),
    const MPI_Count sendcounts[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
    const MPI_Aint sdispls[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
    const MPI_Datatype sendtypes[]: [MPI_Datatype; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
    void *recvbuf: any via mpi_buffer(recvbuf), const MPI_Count recvcounts[]: [int; peers.size(ret)],
    const MPI_Aint rdispls[]: [int; peers.size(ret)],
    const MPI_Datatype recvtypes[]: [MPI_Datatype; peers.size(ret)], MPI_Comm comm)
    before(const MpiPeers peers(comm));
int MPI_Reduce(const void *sendbuf: any via mpi_buffer(sendbuf),
               void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)), int count,
               MPI_Datatype datatype, MPI_Op op, int root: enum mpi_rank, MPI_Comm comm)
    before(const MpiPeers peers(comm));
int MPI_Reduce_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                 void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)), MPI_Count count,
                 MPI_Datatype datatype, MPI_Op op, int root: enum mpi_rank, MPI_Comm comm)
    before(const MpiPeers peers(comm));
int MPI_Allreduce(const void *sendbuf: any via mpi_buffer(sendbuf),
                  void *recvbuf: any via mpi_buffer(recvbuf), int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm);
int MPI_Allreduce_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                    void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count count, MPI_Datatype datatype,
                    MPI_Op op, MPI_Comm comm);
int MPI_Reduce_scatter(const void *sendbuf: any via mpi_buffer(sendbuf),
                       void *recvbuf: any via mpi_buffer(recvbuf),
                       const int recvcounts[]: [int; peers.local_size(ret)], MPI_Datatype datatype, MPI_Op op,
                       MPI_Comm comm) before(const MpiPeers peers(comm));
int MPI_Reduce_scatter_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                         void *recvbuf: any via mpi_buffer(recvbuf),
                         const MPI_Count recvcounts[]: [int; peers.local_size(ret)], MPI_Datatype datatype,
                         MPI_Op op, MPI_Comm comm) before(const MpiPeers peers(comm));
int MPI_Reduce_scatter_block(const void *sendbuf: any via mpi_buffer(sendbuf),
                             void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype datatype,
                             MPI_Op op, MPI_Comm comm);
int MPI_Reduce_scatter_block_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                               void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count recvcount,
                               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int MPI_Scan(const void *sendbuf: any via mpi_buffer(sendbuf), void *recvbuf: any via mpi_buffer(recvbuf),
             int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int MPI_Scan_c(const void *sendbuf: any via mpi_buffer(sendbuf), void *recvbuf: any via mpi_buffer(recvbuf),
               MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int MPI_Exscan(const void *sendbuf: any via mpi_buffer(sendbuf), void *recvbuf: any via mpi_buffer(recvbuf),
               int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int MPI_Exscan_c(const void *sendbuf: any via mpi_buffer(sendbuf), void *recvbuf: any via mpi_buffer(recvbuf),
                 MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);

# ---- nonblocking

int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request);
int MPI_Ibcast(void *buffer: any via mpi_buffer(buffer), int count, MPI_Datatype datatype,
               int root: enum mpi_rank, MPI_Comm comm, MPI_Request *request);
int MPI_Ibcast_c(void *buffer: any via mpi_buffer(buffer), MPI_Count count, MPI_Datatype datatype,
                 int root: enum mpi_rank, MPI_Comm comm, MPI_Request *request);
int MPI_Igather(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)),
                int recvcount: int if peers.is_root(root, ret),
                MPI_Datatype recvtype: MPI_Datatype if peers.is_root(root, ret), int root: enum mpi_rank,
                MPI_Comm comm, MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Igather_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                  MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)),
                  MPI_Count recvcount: int if peers.is_root(root, ret),
                  MPI_Datatype recvtype: MPI_Datatype if peers.is_root(root, ret), int root: enum mpi_rank,
                  MPI_Comm comm, MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Igatherv(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                 void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)),
                 const int recvcounts[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                 const int displs[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                 MPI_Datatype recvtype: MPI_Datatype if peers.is_root(root, ret), int root: enum mpi_rank,
                 MPI_Comm comm, MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Igatherv_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                   MPI_Datatype sendtype,
                   void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)),
                   const MPI_Count recvcounts[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                   const MPI_Aint displs[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                   MPI_Datatype recvtype: MPI_Datatype if peers.is_root(root, ret), int root: enum mpi_rank,
                   MPI_Comm comm, MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Iscatter(const void *sendbuf: any via mpi_buffer(sendbuf, peers.is_root(root, ret)),
                 int sendcount: int if peers.is_root(root, ret),
                 MPI_Datatype sendtype: MPI_Datatype if peers.is_root(root, ret),
                 void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                 int root: enum mpi_rank, MPI_Comm comm, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPI_Iscatter_c(const void *sendbuf: any via mpi_buffer(sendbuf, peers.is_root(root, ret)),
                   MPI_Count sendcount: int if peers.is_root(root, ret),
                   MPI_Datatype sendtype: MPI_Datatype if peers.is_root(root, ret),
                   void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count recvcount, MPI_Datatype recvtype,
                   int root: enum mpi_rank, MPI_Comm comm, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPI_Iscatterv(const void *sendbuf: any via mpi_buffer(sendbuf, peers.is_root(root, ret)),
                  const int sendcounts[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                  const int displs[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                  MPI_Datatype sendtype: MPI_Datatype if peers.is_root(root, ret),
                  void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                  int root: enum mpi_rank, MPI_Comm comm, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPI_Iscatterv_c(const void *sendbuf: any via mpi_buffer(sendbuf, peers.is_root(root, ret)),
                    const MPI_Count sendcounts[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                    const MPI_Aint displs[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                    MPI_Datatype sendtype: MPI_Datatype if peers.is_root(root, ret),
                    void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count recvcount, MPI_Datatype recvtype,
                    int root: enum mpi_rank, MPI_Comm comm, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPI_Iallgather(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                   void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                   MPI_Comm comm, MPI_Request *request);
int MPI_Iallgather_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                     MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count recvcount,
                     MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MPI_Iallgatherv(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                    void *recvbuf: any via mpi_buffer(recvbuf),
                    const int recvcounts[]: [int; peers.size(ret)],
                    const int displs[]: [int; peers.size(ret)], MPI_Datatype recvtype, MPI_Comm comm,
                    MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Iallgatherv_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                      MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                      const MPI_Count recvcounts[]: [int; peers.size(ret)],
                      const MPI_Aint displs[]: [int; peers.size(ret)], MPI_Datatype recvtype, MPI_Comm comm,
                      MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Ialltoall(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                  void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm, MPI_Request *request);
int MPI_Ialltoall_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                    MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count recvcount,
                    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MPI_Ialltoallv(const void *sendbuf: any via mpi_buffer(sendbuf),
                   const int sendcounts[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                   const int sdispls[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                   MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                   const int recvcounts[]: [int; peers.size(ret)],
                   const int rdispls[]: [int; peers.size(ret)], MPI_Datatype recvtype, MPI_Comm comm,
                   MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Ialltoallv_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                     const MPI_Count sendcounts[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                     const MPI_Aint sdispls[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                     MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                     const MPI_Count recvcounts[]: [int; peers.size(ret)],
                     const MPI_Aint rdispls[]: [int; peers.size(ret)], MPI_Datatype recvtype, MPI_Comm comm,
                     MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Ialltoallw(const void *sendbuf: any via mpi_buffer(sendbuf),
                   const int sendcounts[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                   const int sdispls[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                   const MPI_Datatype sendtypes[]: [MPI_Datatype; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                   void *recvbuf: any via mpi_buffer(recvbuf), const int recvcounts[]: [int; peers.size(ret)],
                   const int rdispls[]: [int; peers.size(ret)],
                   const MPI_Datatype recvtypes[]: [MPI_Datatype; peers.size(ret)], MPI_Comm comm,
                   MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Ialltoallw_c(
    const void *sendbuf: any via mpi_buffer(sendbuf),
    const MPI_Count sendcounts[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
    const MPI_Aint sdispls[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
    const MPI_Datatype sendtypes[]: [MPI_Datatype; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
    void *recvbuf: any via mpi_buffer(recvbuf), const MPI_Count recvcounts[]: [int; peers.size(ret)],
    const MPI_Aint rdispls[]: [int; peers.size(ret)],
    const MPI_Datatype recvtypes[]: [MPI_Datatype; peers.size(ret)], MPI_Comm comm, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPI_Ireduce(const void *sendbuf: any via mpi_buffer(sendbuf),
                void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)), int count,
                MPI_Datatype datatype, MPI_Op op, int root: enum mpi_rank, MPI_Comm comm,
                MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Ireduce_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                  void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)), MPI_Count count,
                  MPI_Datatype datatype, MPI_Op op, int root: enum mpi_rank, MPI_Comm comm,
                  MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Iallreduce(const void *sendbuf: any via mpi_buffer(sendbuf),
                   void *recvbuf: any via mpi_buffer(recvbuf), int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm, MPI_Request *request);
int MPI_Iallreduce_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                     void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm, MPI_Request *request);
int MPI_Ireduce_scatter(const void *sendbuf: any via mpi_buffer(sendbuf),
                        void *recvbuf: any via mpi_buffer(recvbuf),
                        const int recvcounts[]: [int; peers.local_size(ret)], MPI_Datatype datatype,
                        MPI_Op op, MPI_Comm comm, MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Ireduce_scatter_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                          void *recvbuf: any via mpi_buffer(recvbuf),
                          const MPI_Count recvcounts[]: [int; peers.local_size(ret)], MPI_Datatype datatype,
                          MPI_Op op, MPI_Comm comm, MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Ireduce_scatter_block(const void *sendbuf: any via mpi_buffer(sendbuf),
                              void *recvbuf: any via mpi_buffer(recvbuf), int recvcount,
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request);
int MPI_Ireduce_scatter_block_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                                void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count recvcount,
                                MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request);
int MPI_Iscan(const void *sendbuf: any via mpi_buffer(sendbuf), void *recvbuf: any via mpi_buffer(recvbuf),
              int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request);
int MPI_Iscan_c(const void *sendbuf: any via mpi_buffer(sendbuf), void *recvbuf: any via mpi_buffer(recvbuf),
                MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request);
int MPI_Iexscan(const void *sendbuf: any via mpi_buffer(sendbuf), void *recvbuf: any via mpi_buffer(recvbuf),
                int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request);
int MPI_Iexscan_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                  void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count count, MPI_Datatype datatype,
                  MPI_Op op, MPI_Comm comm, MPI_Request *request);

# ---- persistent

int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Bcast_init(void *buffer: any via mpi_buffer(buffer), int count, MPI_Datatype datatype,
                   int root: enum mpi_rank, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Bcast_init_c(void *buffer: any via mpi_buffer(buffer), MPI_Count count, MPI_Datatype datatype,
                     int root: enum mpi_rank, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Gather_init(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                    void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)),
                    int recvcount: int if peers.is_root(root, ret),
                    MPI_Datatype recvtype: MPI_Datatype if peers.is_root(root, ret), int root: enum mpi_rank,
                    MPI_Comm comm, MPI_Info info, MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Gather_init_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                      MPI_Datatype sendtype,
                      void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)),
                      MPI_Count recvcount: int if peers.is_root(root, ret),
                      MPI_Datatype recvtype: MPI_Datatype if peers.is_root(root, ret),
                      int root: enum mpi_rank, MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPI_Gatherv_init(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                     void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)),
                     const int recvcounts[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                     const int displs[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                     MPI_Datatype recvtype: MPI_Datatype if peers.is_root(root, ret), int root: enum mpi_rank,
                     MPI_Comm comm, MPI_Info info, MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Gatherv_init_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                       MPI_Datatype sendtype,
                       void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)),
                       const MPI_Count recvcounts[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                       const MPI_Aint displs[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                       MPI_Datatype recvtype: MPI_Datatype if peers.is_root(root, ret),
                       int root: enum mpi_rank, MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPI_Scatter_init(const void *sendbuf: any via mpi_buffer(sendbuf, peers.is_root(root, ret)),
                     int sendcount: int if peers.is_root(root, ret),
                     MPI_Datatype sendtype: MPI_Datatype if peers.is_root(root, ret),
                     void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                     int root: enum mpi_rank, MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPI_Scatter_init_c(const void *sendbuf: any via mpi_buffer(sendbuf, peers.is_root(root, ret)),
                       MPI_Count sendcount: int if peers.is_root(root, ret),
                       MPI_Datatype sendtype: MPI_Datatype if peers.is_root(root, ret),
                       void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count recvcount, MPI_Datatype recvtype,
                       int root: enum mpi_rank, MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPI_Scatterv_init(const void *sendbuf: any via mpi_buffer(sendbuf, peers.is_root(root, ret)),
                      const int sendcounts[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                      const int displs[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                      MPI_Datatype sendtype: MPI_Datatype if peers.is_root(root, ret),
                      void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                      int root: enum mpi_rank, MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPI_Scatterv_init_c(const void *sendbuf: any via mpi_buffer(sendbuf, peers.is_root(root, ret)),
                        const MPI_Count sendcounts[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                        const MPI_Aint displs[]: [int; peers.size(ret)] if peers.is_root(root, ret),
                        MPI_Datatype sendtype: MPI_Datatype if peers.is_root(root, ret),
                        void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count recvcount,
                        MPI_Datatype recvtype, int root: enum mpi_rank, MPI_Comm comm, MPI_Info info,
                        MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Allgather_init(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                       void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                       MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Allgather_init_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                         MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                         MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                         MPI_Request *request);
int MPI_Allgatherv_init(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount,
                        MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                        const int recvcounts[]: [int; peers.size(ret)],
                        const int displs[]: [int; peers.size(ret)], MPI_Datatype recvtype, MPI_Comm comm,
                        MPI_Info info, MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Allgatherv_init_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                          MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                          const MPI_Count recvcounts[]: [int; peers.size(ret)],
                          const MPI_Aint displs[]: [int; peers.size(ret)], MPI_Datatype recvtype,
                          MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPI_Alltoall_init(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount, MPI_Datatype sendtype,
                      void *recvbuf: any via mpi_buffer(recvbuf), int recvcount, MPI_Datatype recvtype,
                      MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Alltoall_init_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                        MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                        MPI_Request *request);
int MPI_Alltoallv_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                       const int sendcounts[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                       const int sdispls[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                       MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                       const int recvcounts[]: [int; peers.size(ret)],
                       const int rdispls[]: [int; peers.size(ret)], MPI_Datatype recvtype, MPI_Comm comm,
                       MPI_Info info, MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Alltoallv_init_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                         const MPI_Count sendcounts[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                         const MPI_Aint sdispls[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
                         MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                         const MPI_Count recvcounts[]: [int; peers.size(ret)],
                         const MPI_Aint rdispls[]: [int; peers.size(ret)], MPI_Datatype recvtype,
                         MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPI_Alltoallw_init(
    const void *sendbuf: any via mpi_buffer(sendbuf),
    const int sendcounts[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
    const int sdispls[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
    const MPI_Datatype sendtypes[]: [MPI_Datatype; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
    void *recvbuf: any via mpi_buffer(recvbuf), const int recvcounts[]: [int; peers.size(ret)],
    const int rdispls[]: [int; peers.size(ret)],
    const MPI_Datatype recvtypes[]: [MPI_Datatype; peers.size(ret)], MPI_Comm comm, MPI_Info info,
    MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Alltoallw_init_c(
    const void *sendbuf: any via mpi_buffer(sendbuf),
    const MPI_Count sendcounts[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
    const MPI_Aint sdispls[]: [int; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
    const MPI_Datatype sendtypes[]: [MPI_Datatype; peers.size(ret)] if sendbuf != MPI_IN_PLACE,
    void *recvbuf: any via mpi_buffer(recvbuf), const MPI_Count recvcounts[]: [int; peers.size(ret)],
    const MPI_Aint rdispls[]: [int; peers.size(ret)],
    const MPI_Datatype recvtypes[]: [MPI_Datatype; peers.size(ret)], MPI_Comm comm, MPI_Info info,
    MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Reduce_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                    void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)), int count,
                    MPI_Datatype datatype, MPI_Op op, int root: enum mpi_rank, MPI_Comm comm, MPI_Info info,
                    MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Reduce_init_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                      void *recvbuf: any via mpi_buffer(recvbuf, peers.is_root(root, ret)), MPI_Count count,
                      MPI_Datatype datatype, MPI_Op op, int root: enum mpi_rank, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Allreduce_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                       void *recvbuf: any via mpi_buffer(recvbuf), int count, MPI_Datatype datatype,
                       MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Allreduce_init_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                         void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count count, MPI_Datatype datatype,
                         MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Reduce_scatter_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                            void *recvbuf: any via mpi_buffer(recvbuf),
                            const int recvcounts[]: [int; peers.local_size(ret)], MPI_Datatype datatype,
                            MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiPeers peers(comm));
int MPI_Reduce_scatter_init_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                              void *recvbuf: any via mpi_buffer(recvbuf),
                              const MPI_Count recvcounts[]: [int; peers.local_size(ret)],
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                              MPI_Request *request) before(const MpiPeers peers(comm));
int MPI_Reduce_scatter_block_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                                  void *recvbuf: any via mpi_buffer(recvbuf), int recvcount,
                                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                  MPI_Request *request);
int MPI_Reduce_scatter_block_init_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                                    void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count recvcount,
                                    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                    MPI_Request *request);
int MPI_Scan_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                  void *recvbuf: any via mpi_buffer(recvbuf), int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Scan_init_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                    void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count count, MPI_Datatype datatype,
                    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Exscan_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                    void *recvbuf: any via mpi_buffer(recvbuf), int count, MPI_Datatype datatype, MPI_Op op,
                    MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Exscan_init_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                      void *recvbuf: any via mpi_buffer(recvbuf), MPI_Count count, MPI_Datatype datatype,
                      MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);

# ---- with the neighbours of a topology

int MPI_Neighbor_allgather(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount,
                           MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf), int recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Neighbor_allgather_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                             MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                             MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Neighbor_allgatherv(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount,
                            MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                            const int recvcounts[]: [int; around.sources(ret)],
                            const int displs[]: [int; around.sources(ret)], MPI_Datatype recvtype,
                            MPI_Comm comm) before(const MpiNeighbors around(comm));
int MPI_Neighbor_allgatherv_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                              MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                              const MPI_Count recvcounts[]: [int; around.sources(ret)],
                              const MPI_Aint displs[]: [int; around.sources(ret)], MPI_Datatype recvtype,
                              MPI_Comm comm) before(const MpiNeighbors around(comm));
int MPI_Neighbor_alltoall(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount,
                          MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf), int recvcount,
                          MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Neighbor_alltoall_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                            MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                            MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int MPI_Neighbor_alltoallv(const void *sendbuf: any via mpi_buffer(sendbuf),
                           const int sendcounts[]: [int; around.destinations(ret)],
                           const int sdispls[]: [int; around.destinations(ret)], MPI_Datatype sendtype,
                           void *recvbuf: any via mpi_buffer(recvbuf),
                           const int recvcounts[]: [int; around.sources(ret)],
                           const int rdispls[]: [int; around.sources(ret)], MPI_Datatype recvtype,
                           MPI_Comm comm) before(const MpiNeighbors around(comm));
int MPI_Neighbor_alltoallv_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                             const MPI_Count sendcounts[]: [int; around.destinations(ret)],
                             const MPI_Aint sdispls[]: [int; around.destinations(ret)], MPI_Datatype sendtype,
                             void *recvbuf: any via mpi_buffer(recvbuf),
                             const MPI_Count recvcounts[]: [int; around.sources(ret)],
                             const MPI_Aint rdispls[]: [int; around.sources(ret)], MPI_Datatype recvtype,
                             MPI_Comm comm) before(const MpiNeighbors around(comm));
int MPI_Neighbor_alltoallw(const void *sendbuf: any via mpi_buffer(sendbuf),
                           const int sendcounts[]: [int; around.destinations(ret)],
                           const MPI_Aint sdispls[]: [int; around.destinations(ret)],
                           const MPI_Datatype sendtypes[]: [MPI_Datatype; around.destinations(ret)],
                           void *recvbuf: any via mpi_buffer(recvbuf),
                           const int recvcounts[]: [int; around.sources(ret)],
                           const MPI_Aint rdispls[]: [int; around.sources(ret)],
                           const MPI_Datatype recvtypes[]: [MPI_Datatype; around.sources(ret)],
                           MPI_Comm comm) before(const MpiNeighbors around(comm));
int MPI_Neighbor_alltoallw_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                             const MPI_Count sendcounts[]: [int; around.destinations(ret)],
                             const MPI_Aint sdispls[]: [int; around.destinations(ret)],
                             const MPI_Datatype sendtypes[]: [MPI_Datatype; around.destinations(ret)],
                             void *recvbuf: any via mpi_buffer(recvbuf),
                             const MPI_Count recvcounts[]: [int; around.sources(ret)],
                             const MPI_Aint rdispls[]: [int; around.sources(ret)],
                             const MPI_Datatype recvtypes[]: [MPI_Datatype; around.sources(ret)],
                             MPI_Comm comm) before(const MpiNeighbors around(comm));

# ---- with the neighbours, nonblocking

int MPI_Ineighbor_allgather(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount,
                            MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf), int recvcount,
                            MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MPI_Ineighbor_allgather_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                              MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                              MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                              MPI_Request *request);
int MPI_Ineighbor_allgatherv(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount,
                             MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                             const int recvcounts[]: [int; around.sources(ret)],
                             const int displs[]: [int; around.sources(ret)], MPI_Datatype recvtype,
                             MPI_Comm comm, MPI_Request *request) before(const MpiNeighbors around(comm));
int MPI_Ineighbor_allgatherv_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                               MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                               const MPI_Count recvcounts[]: [int; around.sources(ret)],
                               const MPI_Aint displs[]: [int; around.sources(ret)], MPI_Datatype recvtype,
                               MPI_Comm comm, MPI_Request *request) before(const MpiNeighbors around(comm));
int MPI_Ineighbor_alltoall(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount,
                           MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf), int recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MPI_Ineighbor_alltoall_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                             MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                             MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
int MPI_Ineighbor_alltoallv(const void *sendbuf: any via mpi_buffer(sendbuf),
                            const int sendcounts[]: [int; around.destinations(ret)],
                            const int sdispls[]: [int; around.destinations(ret)], MPI_Datatype sendtype,
                            void *recvbuf: any via mpi_buffer(recvbuf),
                            const int recvcounts[]: [int; around.sources(ret)],
                            const int rdispls[]: [int; around.sources(ret)], MPI_Datatype recvtype,
                            MPI_Comm comm, MPI_Request *request) before(const MpiNeighbors around(comm));
int MPI_Ineighbor_alltoallv_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                              const MPI_Count sendcounts[]: [int; around.destinations(ret)],
                              const MPI_Aint sdispls[]: [int; around.destinations(ret)],
                              MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                              const MPI_Count recvcounts[]: [int; around.sources(ret)],
                              const MPI_Aint rdispls[]: [int; around.sources(ret)], MPI_Datatype recvtype,
                              MPI_Comm comm, MPI_Request *request) before(const MpiNeighbors around(comm));
int MPI_Ineighbor_alltoallw(const void *sendbuf: any via mpi_buffer(sendbuf),
                            const int sendcounts[]: [int; around.destinations(ret)],
                            const MPI_Aint sdispls[]: [int; around.destinations(ret)],
                            const MPI_Datatype sendtypes[]: [MPI_Datatype; around.destinations(ret)],
                            void *recvbuf: any via mpi_buffer(recvbuf),
                            const int recvcounts[]: [int; around.sources(ret)],
                            const MPI_Aint rdispls[]: [int; around.sources(ret)],
                            const MPI_Datatype recvtypes[]: [MPI_Datatype; around.sources(ret)],
                            MPI_Comm comm, MPI_Request *request) before(const MpiNeighbors around(comm));
int MPI_Ineighbor_alltoallw_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                              const MPI_Count sendcounts[]: [int; around.destinations(ret)],
                              const MPI_Aint sdispls[]: [int; around.destinations(ret)],
                              const MPI_Datatype sendtypes[]: [MPI_Datatype; around.destinations(ret)],
                              void *recvbuf: any via mpi_buffer(recvbuf),
                              const MPI_Count recvcounts[]: [int; around.sources(ret)],
                              const MPI_Aint rdispls[]: [int; around.sources(ret)],
                              const MPI_Datatype recvtypes[]: [MPI_Datatype; around.sources(ret)],
                              MPI_Comm comm, MPI_Request *request) before(const MpiNeighbors around(comm));

# ---- with the neighbours, persistent

int MPI_Neighbor_allgather_init(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount,
                                MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                                int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                MPI_Request *request);
int MPI_Neighbor_allgather_init_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                                  MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                                  MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                  MPI_Request *request);
int MPI_Neighbor_allgatherv_init(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount,
                                 MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                                 const int recvcounts[]: [int; around.sources(ret)],
                                 const int displs[]: [int; around.sources(ret)], MPI_Datatype recvtype,
                                 MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiNeighbors around(comm));
int MPI_Neighbor_allgatherv_init_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                                   MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                                   const MPI_Count recvcounts[]: [int; around.sources(ret)],
                                   const MPI_Aint displs[]: [int; around.sources(ret)], MPI_Datatype recvtype,
                                   MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiNeighbors around(comm));
int MPI_Neighbor_alltoall_init(const void *sendbuf: any via mpi_buffer(sendbuf), int sendcount,
                               MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                               int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                               MPI_Request *request);
int MPI_Neighbor_alltoall_init_c(const void *sendbuf: any via mpi_buffer(sendbuf), MPI_Count sendcount,
                                 MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                                 MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                 MPI_Request *request);
int MPI_Neighbor_alltoallv_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                                const int sendcounts[]: [int; around.destinations(ret)],
                                const int sdispls[]: [int; around.destinations(ret)], MPI_Datatype sendtype,
                                void *recvbuf: any via mpi_buffer(recvbuf),
                                const int recvcounts[]: [int; around.sources(ret)],
                                const int rdispls[]: [int; around.sources(ret)], MPI_Datatype recvtype,
                                MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiNeighbors around(comm));
int MPI_Neighbor_alltoallv_init_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                                  const MPI_Count sendcounts[]: [int; around.destinations(ret)],
                                  const MPI_Aint sdispls[]: [int; around.destinations(ret)],
                                  MPI_Datatype sendtype, void *recvbuf: any via mpi_buffer(recvbuf),
                                  const MPI_Count recvcounts[]: [int; around.sources(ret)],
                                  const MPI_Aint rdispls[]: [int; around.sources(ret)], MPI_Datatype recvtype,
                                  MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiNeighbors around(comm));
int MPI_Neighbor_alltoallw_init(const void *sendbuf: any via mpi_buffer(sendbuf),
                                const int sendcounts[]: [int; around.destinations(ret)],
                                const MPI_Aint sdispls[]: [int; around.destinations(ret)],
                                const MPI_Datatype sendtypes[]: [MPI_Datatype; around.destinations(ret)],
                                void *recvbuf: any via mpi_buffer(recvbuf),
                                const int recvcounts[]: [int; around.sources(ret)],
                                const MPI_Aint rdispls[]: [int; around.sources(ret)],
                                const MPI_Datatype recvtypes[]: [MPI_Datatype; around.sources(ret)],
                                MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiNeighbors around(comm));
int MPI_Neighbor_alltoallw_init_c(const void *sendbuf: any via mpi_buffer(sendbuf),
                                  const MPI_Count sendcounts[]: [int; around.destinations(ret)],
                                  const MPI_Aint sdispls[]: [int; around.destinations(ret)],
                                  const MPI_Datatype sendtypes[]: [MPI_Datatype; around.destinations(ret)],
                                  void *recvbuf: any via mpi_buffer(recvbuf),
                                  const MPI_Count recvcounts[]: [int; around.sources(ret)],
                                  const MPI_Aint rdispls[]: [int; around.sources(ret)],
                                  const MPI_Datatype recvtypes[]: [MPI_Datatype; around.sources(ret)],
                                  MPI_Comm comm, MPI_Info info, MPI_Request *request)
    before(const MpiNeighbors around(comm));

# ---- operators

int MPI_Op_create(MPI_User_function *user_fn: ptr = mpi_function(user_fn), int commute,
                  MPI_Op *op: new MPI_Op = *op);
int MPI_Op_create_c(MPI_User_function_c *user_fn: ptr = mpi_function(user_fn), int commute,
                    MPI_Op *op: new MPI_Op = *op);
int MPI_Op_commutative(MPI_Op op, int *commute);
int MPI_Op_free(MPI_Op *op: in *MPI_Op closes);
int MPI_Reduce_local(const void *inbuf: any via mpi_buffer(inbuf),
                     void *inoutbuf: any via mpi_buffer(inoutbuf), int count, MPI_Datatype datatype,
                     MPI_Op op);
int MPI_Reduce_local_c(const void *inbuf: any via mpi_buffer(inbuf),
                       void *inoutbuf: any via mpi_buffer(inoutbuf), MPI_Count count, MPI_Datatype datatype,
                       MPI_Op op);
