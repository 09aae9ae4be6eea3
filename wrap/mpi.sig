# SPDX-License-Identifier: BSD-3-Clause
# MPI: what creates, names and frees communicators, groups, datatypes, infos and sessions; start and end. The
# notation is described in doc/adding-a-function.md.
#
# Functions that the MPI of a build does not have are left out by configure. Arguments that count on one rank
# only are recorded there only. Messages, collective operations, windows, questions about topologies and all
# the rest are in mpi_*.sig.

%layer mpi
%real pmpi
%compact
%fails ret != MPI_SUCCESS
%errno mpi_error_class(ret)
%admit call.admits()

%header "runtime/mpi_arguments.h" "runtime/mpi_processes.h" "runtime/mpi_identity.h"

%type MPI_Aint, MPI_Count: int
%class MPI_Comm for MPI_Comm
%class MPI_Group for MPI_Group
%class MPI_Datatype for MPI_Datatype
%class MPI_Info for MPI_Info
%class MPI_Request for MPI_Request
%class MPI_Errhandler for MPI_Errhandler
%class MPI_Session for MPI_Session
%struct mpi_identity { uint64_t members; int64_t sequence: offset; }
%struct mpi_hint { char *key: str; char *value: str; }
%struct mpi_range { int first; int last; int stride; }

# ---- start and end: wrap/manual/mpi_*.cpp, because the trace begins and ends with them

int MPI_Init(int *argc: *int, char ***argv: [str]) manual;
int MPI_Init_thread(int *argc: *int, char ***argv: [str], int required: enum mpi_thread,
                    int *provided: out *enum mpi_thread) manual;
int MPI_Finalize(void) manual;
int MPI_Abort(MPI_Comm comm, int errorcode) manual;

%header "runtime/mpi_arguments.h" "runtime/mpi_world.h"
int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler,
                     MPI_Session *session: new MPI_Session = *session) before(mpi_world_check());

%header "runtime/mpi_arguments.h" "runtime/mpi_processes.h" "runtime/mpi_identity.h"
int MPI_Session_finalize(MPI_Session *session: in *MPI_Session closes);

# ---- communicators

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm: new MPI_Comm = *newcomm,
    + identity: *mpi_identity via mpi_identity(made.of(newcomm != nullptr ? *newcomm : MPI_COMM_NULL, failed)))
    before(const MpiMade made(MpiShared::communicator));
int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm: new MPI_Comm = *newcomm,
    + identity: *mpi_identity via mpi_identity(made.of(newcomm != nullptr ? *newcomm : MPI_COMM_NULL, failed)))
    before(const MpiMade made(MpiShared::communicator));
int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm: new MPI_Comm = *newcomm,
                  MPI_Request *request: new MPI_Request = *request);
int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm: new MPI_Comm = *newcomm,
                            MPI_Request *request: new MPI_Request = *request);
int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm: new MPI_Comm = *newcomm,
    + identity: *mpi_identity via mpi_identity(made.of(newcomm != nullptr ? *newcomm : MPI_COMM_NULL, failed)))
    before(const MpiMade made(MpiShared::communicator));
int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag,
                          MPI_Comm *newcomm: new MPI_Comm = *newcomm,
    + identity: *mpi_identity via mpi_identity(made.of(newcomm != nullptr ? *newcomm : MPI_COMM_NULL, failed)))
    before(const MpiMade made(MpiShared::communicator));
int MPI_Comm_create_from_group(MPI_Group group, const char *stringtag: str, MPI_Info info,
                               MPI_Errhandler errhandler, MPI_Comm *newcomm: new MPI_Comm = *newcomm,
    + identity: *mpi_identity via mpi_identity(made.of(newcomm != nullptr ? *newcomm : MPI_COMM_NULL, failed)))
    before(const MpiMade made(MpiShared::communicator));
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm: new MPI_Comm = *newcomm,
    + identity: *mpi_identity via mpi_identity(made.of(newcomm != nullptr ? *newcomm : MPI_COMM_NULL, failed)))
    before(const MpiMade made(MpiShared::communicator));
int MPI_Comm_split_type(MPI_Comm comm, int split_type: enum mpi_split_type, int key, MPI_Info info,
                        MPI_Comm *newcomm: new MPI_Comm = *newcomm,
    + identity: *mpi_identity via mpi_identity(made.of(newcomm != nullptr ? *newcomm : MPI_COMM_NULL, failed)))
    before(const MpiMade made(MpiShared::communicator));
int MPI_Comm_set_name(MPI_Comm comm, const char *comm_name: str);
int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info,
                      + hints: [mpi_hint] via mpi_hints(info, failed));
int MPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used: new MPI_Info = *info_used);
int MPI_Comm_get_parent(MPI_Comm *parent: out *MPI_Comm);
int MPI_Comm_free(MPI_Comm *comm: in *MPI_Comm closes);
int MPI_Comm_disconnect(MPI_Comm *comm: in *MPI_Comm closes);
int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader,
                         MPI_Comm peer_comm: MPI_Comm if peers.is_root(local_leader, ret),
                         int remote_leader: int if peers.is_root(local_leader, ret), int tag: enum mpi_tag,
                         MPI_Comm *newintercomm: new MPI_Comm = *newintercomm)
    before(const MpiPeers peers(local_comm));
int MPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group,
                                     int remote_leader, const char *stringtag: str, MPI_Info info,
                                     MPI_Errhandler errhandler,
                                     MPI_Comm *newintercomm: new MPI_Comm = *newintercomm);
int MPI_Intercomm_merge(MPI_Comm intercomm, int high,
                        MPI_Comm *newintracomm: new MPI_Comm = *newintracomm,
    + identity: *mpi_identity via mpi_identity(made.of(newintracomm != nullptr ? *newintracomm : MPI_COMM_NULL, failed)))
    before(const MpiMade made(MpiShared::communicator));

# ---- topologies

int MPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[]: [int; ndims],
                    const int periods[]: [int; ndims], int reorder,
                    MPI_Comm *comm_cart: new MPI_Comm = *comm_cart,
    + identity: *mpi_identity via mpi_identity(made.of(comm_cart != nullptr ? *comm_cart : MPI_COMM_NULL, failed)))
    before(const MpiMade made(MpiShared::communicator));
int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[]: [int; mpi_cart_dims(comm, ret)],
                 MPI_Comm *newcomm: new MPI_Comm = *newcomm,
    + identity: *mpi_identity via mpi_identity(made.of(newcomm != nullptr ? *newcomm : MPI_COMM_NULL, failed)))
    before(const MpiMade made(MpiShared::communicator));
int MPI_Graph_create(MPI_Comm comm_old, int nnodes, const int offsets[] as index: [int; nnodes],
                     const int edges[]: [int; mpi_last(offsets, nnodes)], int reorder,
                     MPI_Comm *comm_graph: new MPI_Comm = *comm_graph,
    + identity: *mpi_identity via mpi_identity(made.of(comm_graph != nullptr ? *comm_graph : MPI_COMM_NULL, failed)))
    before(const MpiMade made(MpiShared::communicator));
int MPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[]: [enum mpi_rank; n],
                          const int degrees[]: [int; n],
                          const int destinations[]: [enum mpi_rank; mpi_sum(degrees, n)],
                          const int weights[]: [int; mpi_sum(degrees, n)] if mpi_has_weights(weights),
                          MPI_Info info, int reorder,
                          MPI_Comm *comm_dist_graph: new MPI_Comm = *comm_dist_graph,
    + identity: *mpi_identity via mpi_identity(made.of(comm_dist_graph != nullptr ? *comm_dist_graph : MPI_COMM_NULL, failed)))
    before(const MpiMade made(MpiShared::communicator));
int MPI_Dist_graph_create_adjacent(
    MPI_Comm comm_old, int indegree, const int sources[]: [enum mpi_rank; indegree],
    const int sourceweights[]: [int; indegree] if mpi_has_weights(sourceweights), int outdegree,
    const int destinations[]: [enum mpi_rank; outdegree],
    const int destweights[]: [int; outdegree] if mpi_has_weights(destweights), MPI_Info info, int reorder,
    MPI_Comm *comm_dist_graph: new MPI_Comm = *comm_dist_graph,
    + identity: *mpi_identity via mpi_identity(made.of(comm_dist_graph != nullptr ? *comm_dist_graph : MPI_COMM_NULL, failed)))
    before(const MpiMade made(MpiShared::communicator));

# ---- communicators with other programs

int MPI_Comm_accept(const char *port_name: str if peers.is_root(root, ret),
                    MPI_Info info: MPI_Info if peers.is_root(root, ret), int root: enum mpi_rank,
                    MPI_Comm comm, MPI_Comm *newcomm: new MPI_Comm = *newcomm)
    before(const MpiPeers peers(comm));
int MPI_Comm_connect(const char *port_name: str if peers.is_root(root, ret),
                     MPI_Info info: MPI_Info if peers.is_root(root, ret), int root: enum mpi_rank,
                     MPI_Comm comm, MPI_Comm *newcomm: new MPI_Comm = *newcomm)
    before(const MpiPeers peers(comm));
int MPI_Comm_join(int fd: fd, MPI_Comm *intercomm: new MPI_Comm = *intercomm);
int MPI_Comm_spawn(const char *command: str if peers.is_root(root, ret),
                   char *argv[]: [str] via mpi_argv(argv, peers.is_root(root, ret)),
                   int maxprocs: int if peers.is_root(root, ret),
                   MPI_Info info: MPI_Info if peers.is_root(root, ret), int root: enum mpi_rank,
                   MPI_Comm comm, MPI_Comm *intercomm: new MPI_Comm = *intercomm,
                   int array_of_errcodes[]: out [int; mpi_spawned(intercomm, failed)])
    before(const MpiPeers peers(comm));
int MPI_Comm_spawn_multiple(
    int count: int if peers.is_root(root, ret), char *array_of_commands[]: [str; count] if peers.is_root(root, ret),
    char **array_of_argv[]: [[str]] via mpi_argvs(array_of_argv, count, peers.is_root(root, ret)),
    const int array_of_maxprocs[]: [int; count] if peers.is_root(root, ret),
    const MPI_Info array_of_info[]: [MPI_Info; count] if peers.is_root(root, ret),
    int root: enum mpi_rank, MPI_Comm comm, MPI_Comm *intercomm: new MPI_Comm = *intercomm,
    int array_of_errcodes[]: out [int; mpi_spawned(intercomm, failed)]) before(const MpiPeers peers(comm));

# ---- groups

int MPI_Comm_group(MPI_Comm comm, MPI_Group *group: new MPI_Group = *group);
int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group: new MPI_Group = *group);
int MPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup: new MPI_Group = *newgroup);
int MPI_Group_intersection(MPI_Group group1, MPI_Group group2,
                           MPI_Group *newgroup: new MPI_Group = *newgroup);
int MPI_Group_difference(MPI_Group group1, MPI_Group group2,
                         MPI_Group *newgroup: new MPI_Group = *newgroup);
int MPI_Group_incl(MPI_Group group, int n, const int ranks[]: [int; n],
                   MPI_Group *newgroup: new MPI_Group = *newgroup);
int MPI_Group_excl(MPI_Group group, int n, const int ranks[]: [int; n],
                   MPI_Group *newgroup: new MPI_Group = *newgroup);
int MPI_Group_range_incl(MPI_Group group, int n,
                         int ranges[][3]: [mpi_range] via mpi_ranges(ranges, n),
                         MPI_Group *newgroup: new MPI_Group = *newgroup);
int MPI_Group_range_excl(MPI_Group group, int n,
                         int ranges[][3]: [mpi_range] via mpi_ranges(ranges, n),
                         MPI_Group *newgroup: new MPI_Group = *newgroup);
int MPI_Group_from_session_pset(MPI_Session session, const char *pset_name: str,
                                MPI_Group *newgroup: new MPI_Group = *newgroup);
int MPI_Group_free(MPI_Group *group: in *MPI_Group closes);

# ---- datatypes

int MPI_Type_contiguous(int count, MPI_Datatype oldtype,
                        MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype,
                          MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype,
                    MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
                      MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                            MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                              MPI_Datatype oldtype, MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_indexed(int count, const int array_of_blocklengths[]: [int; count],
                     const int array_of_displacements[]: [int; count], MPI_Datatype oldtype,
                     MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[]: [int; count],
                       const MPI_Count array_of_displacements[]: [int; count], MPI_Datatype oldtype,
                       MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_hindexed(int count, const int array_of_blocklengths[]: [int; count],
                             const MPI_Aint array_of_displacements[]: [displacement; count], MPI_Datatype oldtype,
                             MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[]: [int; count],
                               const MPI_Count array_of_displacements[]: [displacement; count], MPI_Datatype oldtype,
                               MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_indexed_block(int count, int blocklength,
                                  const int array_of_displacements[]: [int; count], MPI_Datatype oldtype,
                                  MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength,
                                    const MPI_Count array_of_displacements[]: [int; count],
                                    MPI_Datatype oldtype,
                                    MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_hindexed_block(int count, int blocklength,
                                   const MPI_Aint array_of_displacements[]: [displacement; count],
                                   MPI_Datatype oldtype,
                                   MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength,
                                     const MPI_Count array_of_displacements[]: [displacement; count],
                                     MPI_Datatype oldtype,
                                     MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_struct(int count, const int array_of_blocklengths[]: [int; count],
                           const MPI_Aint array_of_displacements[]: [int; count],
                           const MPI_Datatype array_of_types[]: [MPI_Datatype; count],
                           MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_struct_c(MPI_Count count, const MPI_Count array_of_blocklengths[]: [int; count],
                             const MPI_Count array_of_displacements[]: [int; count],
                             const MPI_Datatype array_of_types[]: [MPI_Datatype; count],
                             MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_subarray(int ndims, const int array_of_sizes[]: [int; ndims],
                             const int array_of_subsizes[]: [int; ndims],
                             const int array_of_starts[]: [offset; ndims], int order: enum mpi_order,
                             MPI_Datatype oldtype, MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[]: [int; ndims],
                               const MPI_Count array_of_subsizes[]: [int; ndims],
                               const MPI_Count array_of_starts[]: [offset; ndims], int order: enum mpi_order,
                               MPI_Datatype oldtype,
                               MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[]: [int; ndims],
                           const int array_of_distribs[]: [enum mpi_distribution; ndims],
                           const int array_of_dargs[]: [int; ndims],
                           const int array_of_psizes[]: [int; ndims], int order: enum mpi_order,
                           MPI_Datatype oldtype, MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count array_of_gsizes[]: [int; ndims],
                             const int array_of_distribs[]: [enum mpi_distribution; ndims],
                             const int array_of_dargs[]: [int; ndims],
                             const int array_of_psizes[]: [int; ndims], int order: enum mpi_order,
                             MPI_Datatype oldtype, MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
                            MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent,
                              MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                     MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_hindexed(int count, int array_of_blocklengths[]: [int; count],
                      MPI_Aint array_of_displacements[]: [offset; count], MPI_Datatype oldtype,
                      MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_struct(int count, int array_of_blocklengths[]: [int; count],
                    MPI_Aint array_of_displacements[]: [int; count],
                    MPI_Datatype array_of_types[]: [MPI_Datatype; count],
                    MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_create_f90_integer(int r, MPI_Datatype *newtype: out *MPI_Datatype);
int MPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype: out *MPI_Datatype);
int MPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype: out *MPI_Datatype);
int MPI_Type_match_size(int typeclass: enum mpi_typeclass, int size,
                        MPI_Datatype *datatype: out *MPI_Datatype);
int MPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype: new MPI_Datatype = *newtype);
int MPI_Type_commit(MPI_Datatype *datatype: in *MPI_Datatype);
int MPI_Type_set_name(MPI_Datatype datatype, const char *type_name: str);
int MPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes,
                          int array_of_integers[]: out [int; mpi_contents(datatype, failed).integers],
                          MPI_Aint array_of_addresses[]: out [int; mpi_contents(datatype, failed).addresses],
                          MPI_Datatype array_of_datatypes[]: out [MPI_Datatype;
                                                                  mpi_contents(datatype, failed).datatypes]);
int MPI_Type_free(MPI_Datatype *datatype: in *MPI_Datatype closes);

# ---- infos

# The first two may be called before MPI_Init.
%header "runtime/mpi_arguments.h" "runtime/mpi_world.h"
int MPI_Info_create(MPI_Info *info: new MPI_Info = *info) before(mpi_world_check());
int MPI_Info_create_env(int argc, char *argv[]: [str; argc], MPI_Info *info: new MPI_Info = *info)
    before(mpi_world_check());

%header "runtime/mpi_arguments.h"
int MPI_Info_dup(MPI_Info info, MPI_Info *newinfo: new MPI_Info = *newinfo);
int MPI_Info_set(MPI_Info info, const char *key: str, const char *value: str);
int MPI_Info_delete(MPI_Info info, const char *key: str);
int MPI_Info_free(MPI_Info *info: in *MPI_Info closes);
int MPI_Session_get_info(MPI_Session session, MPI_Info *info_used: new MPI_Info = *info_used);
int MPI_Session_get_pset_info(MPI_Session session, const char *pset_name: str,
                              MPI_Info *info: new MPI_Info = *info);
