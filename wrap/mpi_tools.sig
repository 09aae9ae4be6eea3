# SPDX-License-Identifier: BSD-3-Clause
# MPI, the rest: what communicators, groups, datatypes, statuses and infos tell; attributes, error handlers,
# names, memory, packing, ports, generalized requests, the library itself, and the MPI tool information
# interface (MPI_T).
#
# Conversions of handles and statuses to and from Fortran and integers are not intercepted, nor are the
# functions that programs only pass on, such as MPI_COMM_DUP_FN. Times are not recorded.

%layer mpi
%real pmpi
%compact
%inline (MPI_Comm_rank, MPI_Comm_size, MPI_Get_count, MPI_Wtime)
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
%class MPI_Session for MPI_Session
%class MPI_T_enum for MPI_T_enum
%class MPI_T_cvar_handle for MPI_T_cvar_handle
%class MPI_T_pvar_handle for MPI_T_pvar_handle
%class MPI_T_pvar_session for MPI_T_pvar_session
%class MPI_T_event_registration for MPI_T_event_registration
%class MPI_T_event_instance for MPI_T_event_instance
%struct mpi_io_status { MPI_Count count; }
%struct mpi_hint { char *key: str; char *value: str; }
%type MPI_Request *: new MPI_Request = *request

# ---- communicators

int MPI_Comm_size(MPI_Comm comm, int *size);
int MPI_Comm_rank(MPI_Comm comm, int *rank: out *enum mpi_rank);
int MPI_Comm_remote_size(MPI_Comm comm, int *size);
int MPI_Comm_test_inter(MPI_Comm comm, int *flag);
int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result: out *enum mpi_compare);
int MPI_Comm_get_name(MPI_Comm comm, char *comm_name: out str, int *resultlen);

# ---- groups

int MPI_Group_size(MPI_Group group, int *size);
int MPI_Group_rank(MPI_Group group, int *rank: out *enum mpi_rank);
int MPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[]: [enum mpi_rank; n],
                              MPI_Group group2, int ranks2[]: out [enum mpi_rank; n]);
int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result: out *enum mpi_compare);

# ---- datatypes

int MPI_Type_size(MPI_Datatype datatype, int *size);
int MPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size);
int MPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size);
int MPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent);
int MPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent);
int MPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent);
int MPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent);
int MPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent);
int MPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent);
int MPI_Type_extent(MPI_Datatype datatype, MPI_Aint *extent);
int MPI_Type_lb(MPI_Datatype datatype, MPI_Aint *displacement);
int MPI_Type_ub(MPI_Datatype datatype, MPI_Aint *displacement);
int MPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers, int *num_addresses, int *num_datatypes,
                          int *combiner: out *enum mpi_combiner);
int MPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *num_integers, MPI_Count *num_addresses,
                            MPI_Count *num_large_counts, MPI_Count *num_datatypes,
                            int *combiner: out *enum mpi_combiner);
int MPI_Type_get_contents_c(
    MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_large_counts,
    MPI_Count max_datatypes, int array_of_integers[]: out [int; mpi_contents_c(datatype, failed).integers],
    MPI_Aint array_of_addresses[]: out [int; mpi_contents_c(datatype, failed).addresses],
    MPI_Count array_of_large_counts[]: out [int; mpi_contents_c(datatype, failed).large_counts],
    MPI_Datatype array_of_datatypes[]: out [MPI_Datatype; mpi_contents_c(datatype, failed).datatypes]);
int MPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type,
                             MPI_Datatype *pair_type: out *MPI_Datatype);
int MPI_Type_get_name(MPI_Datatype datatype, char *type_name: out str, int *resultlen);

# ---- statuses

int MPI_Get_count(const MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed),
                  MPI_Datatype datatype, int *count);
int MPI_Get_count_c(const MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed),
                    MPI_Datatype datatype, MPI_Count *count);
int MPI_Get_elements(const MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed),
                     MPI_Datatype datatype, int *count);
int MPI_Get_elements_c(const MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed),
                       MPI_Datatype datatype, MPI_Count *count);
int MPI_Get_elements_x(const MPI_Status *status: *mpi_io_status via mpi_io_status(status, failed),
                       MPI_Datatype datatype, MPI_Count *count);
int MPI_Status_set_elements(MPI_Status *status: ptr, MPI_Datatype datatype, int count);
int MPI_Status_set_elements_c(MPI_Status *status: ptr, MPI_Datatype datatype, MPI_Count count);
int MPI_Status_set_elements_x(MPI_Status *status: ptr, MPI_Datatype datatype, MPI_Count count);
int MPI_Status_set_cancelled(MPI_Status *status: ptr, int flag);
int MPI_Status_get_source(const MPI_Status *status: ptr, int *source: out *enum mpi_rank);
int MPI_Status_get_tag(const MPI_Status *status: ptr, int *tag: out *enum mpi_tag);
int MPI_Status_get_error(const MPI_Status *status: ptr, int *error);
int MPI_Status_set_source(MPI_Status *status: ptr, int source: enum mpi_rank);
int MPI_Status_set_tag(MPI_Status *status: ptr, int tag: enum mpi_tag);
int MPI_Status_set_error(MPI_Status *status: ptr, int error);

# ---- infos

int MPI_Info_get(MPI_Info info, const char *key: str, int valuelen,
                 char *value: out str = *flag ? value : nullptr, int *flag);
int MPI_Info_get_string(MPI_Info info, const char *key: str, int *buflen: in *int,
                        char *value: out str = room > 0 && *flag ? value : nullptr, int *flag,
                        + needed: *int via mpi_number(buflen, !failed && *flag))
    before(const int room = peek(buflen));
int MPI_Info_get_valuelen(MPI_Info info, const char *key: str,
                          int *valuelen: *int via mpi_number(valuelen, !failed && *flag), int *flag);
int MPI_Info_get_nkeys(MPI_Info info, int *nkeys);
int MPI_Info_get_nthkey(MPI_Info info, int n, char *key: out str);
int MPI_Get_hw_resource_info(MPI_Info *hw_info: new MPI_Info = *hw_info);

# ---- attributes

int MPI_Comm_create_keyval(
    MPI_Comm_copy_attr_function *comm_copy_attr_fn: ptr = mpi_function(comm_copy_attr_fn),
    MPI_Comm_delete_attr_function *comm_delete_attr_fn: ptr = mpi_function(comm_delete_attr_fn),
    int *comm_keyval: out *enum mpi_keyval, void *extra_state);
int MPI_Comm_free_keyval(int *comm_keyval: in *enum mpi_keyval);
int MPI_Comm_set_attr(MPI_Comm comm, int comm_keyval: enum mpi_keyval, void *attribute_val);
int MPI_Comm_get_attr(
    MPI_Comm comm, int comm_keyval: enum mpi_keyval,
    void *attribute_val: any via mpi_attribute(comm_keyval, attribute_val, !failed && *flag), int *flag);
int MPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval: enum mpi_keyval);
int MPI_Type_create_keyval(
    MPI_Type_copy_attr_function *type_copy_attr_fn: ptr = mpi_function(type_copy_attr_fn),
    MPI_Type_delete_attr_function *type_delete_attr_fn: ptr = mpi_function(type_delete_attr_fn),
    int *type_keyval: out *enum mpi_keyval, void *extra_state);
int MPI_Type_free_keyval(int *type_keyval: in *enum mpi_keyval);
int MPI_Type_set_attr(MPI_Datatype datatype, int type_keyval: enum mpi_keyval, void *attribute_val);
int MPI_Type_get_attr(
    MPI_Datatype datatype, int type_keyval: enum mpi_keyval,
    void *attribute_val: any via mpi_attribute(type_keyval, attribute_val, !failed && *flag), int *flag);
int MPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval: enum mpi_keyval);
int MPI_Keyval_create(MPI_Copy_function *copy_fn: ptr = mpi_function(copy_fn),
                      MPI_Delete_function *delete_fn: ptr = mpi_function(delete_fn),
                      int *keyval: out *enum mpi_keyval, void *extra_state);
int MPI_Keyval_free(int *keyval: in *enum mpi_keyval);
int MPI_Attr_put(MPI_Comm comm, int keyval: enum mpi_keyval, void *attribute_val);
int MPI_Attr_get(MPI_Comm comm, int keyval: enum mpi_keyval,
                 void *attribute_val: any via mpi_attribute(keyval, attribute_val, !failed && *flag),
                 int *flag);
int MPI_Attr_delete(MPI_Comm comm, int keyval: enum mpi_keyval);

# ---- error handlers and error codes

int MPI_Comm_create_errhandler(
    MPI_Comm_errhandler_function *comm_errhandler_fn: ptr = mpi_function(comm_errhandler_fn),
    MPI_Errhandler *errhandler: new MPI_Errhandler = *errhandler);
int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler);
int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler: out *MPI_Errhandler);
int MPI_Comm_call_errhandler(MPI_Comm comm, int errorcode);
int MPI_Errhandler_create(
    MPI_Comm_errhandler_function *comm_errhandler_fn: ptr = mpi_function(comm_errhandler_fn),
    MPI_Errhandler *errhandler: new MPI_Errhandler = *errhandler);
int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler);
int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler: out *MPI_Errhandler);
int MPI_Errhandler_free(MPI_Errhandler *errhandler: in *MPI_Errhandler closes);
int MPI_Error_class(int errorcode, int *errorclass: out *int);
int MPI_Error_string(int errorcode, char *string: out str, int *resultlen);
int MPI_Add_error_class(int *errorclass);
int MPI_Add_error_code(int errorclass, int *errorcode);
int MPI_Add_error_string(int errorcode, const char *string: str);
int MPI_Remove_error_class(int errorclass);
int MPI_Remove_error_code(int errorcode);
int MPI_Remove_error_string(int errorcode);

# ---- sessions

%header "runtime/mpi_arguments.h" "runtime/mpi_message_arguments.h" "runtime/mpi_world.h"
int MPI_Session_create_errhandler(
    MPI_Session_errhandler_function *session_errhandler_fn: ptr = mpi_function(session_errhandler_fn),
    MPI_Errhandler *errhandler: new MPI_Errhandler = *errhandler) before(mpi_world_check());

%header "runtime/mpi_arguments.h" "runtime/mpi_message_arguments.h"
int MPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler);
int MPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler: out *MPI_Errhandler);
int MPI_Session_call_errhandler(MPI_Session session, int errorcode);
int MPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names);
int MPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *pset_len: in *int,
                             char *pset_name: out str = room > 0 ? pset_name : nullptr,
                             + needed: out *int = pset_len) before(const int room = peek(pset_len));
int MPI_Session_set_info(MPI_Session session, MPI_Info info, + hints: [mpi_hint] via mpi_hints(info, failed));

# ---- packing

int MPI_Pack(const void *inbuf: any via mpi_buffer(inbuf), int incount, MPI_Datatype datatype,
             void *outbuf: any via mpi_buffer(outbuf), int outsize, int *position: in *offset, MPI_Comm comm);
int MPI_Pack_c(const void *inbuf: any via mpi_buffer(inbuf), MPI_Count incount, MPI_Datatype datatype,
               void *outbuf: any via mpi_buffer(outbuf), MPI_Count outsize, MPI_Count *position: in *offset,
               MPI_Comm comm);
int MPI_Unpack(const void *inbuf: any via mpi_buffer(inbuf), int insize, int *position: in *offset,
               void *outbuf: any via mpi_buffer(outbuf), int outcount, MPI_Datatype datatype, MPI_Comm comm);
int MPI_Unpack_c(const void *inbuf: any via mpi_buffer(inbuf), MPI_Count insize, MPI_Count *position: in *offset,
                 void *outbuf: any via mpi_buffer(outbuf), MPI_Count outcount, MPI_Datatype datatype,
                 MPI_Comm comm);
int MPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size);
int MPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size);
int MPI_Pack_external(const char *datarep: str, const void *inbuf: any via mpi_buffer(inbuf), int incount,
                      MPI_Datatype datatype, void *outbuf: any via mpi_buffer(outbuf), MPI_Aint outsize,
                      MPI_Aint *position: in *offset);
int MPI_Pack_external_c(const char *datarep: str, const void *inbuf: any via mpi_buffer(inbuf),
                        MPI_Count incount, MPI_Datatype datatype, void *outbuf: any via mpi_buffer(outbuf),
                        MPI_Count outsize, MPI_Count *position: in *offset);
int MPI_Unpack_external(const char datarep[]: str, const void *inbuf: any via mpi_buffer(inbuf),
                        MPI_Aint insize, MPI_Aint *position: in *offset,
                        void *outbuf: any via mpi_buffer(outbuf), int outcount, MPI_Datatype datatype);
int MPI_Unpack_external_c(const char datarep[]: str, const void *inbuf: any via mpi_buffer(inbuf),
                          MPI_Count insize, MPI_Count *position: in *offset,
                          void *outbuf: any via mpi_buffer(outbuf), MPI_Count outcount,
                          MPI_Datatype datatype);
int MPI_Pack_external_size(const char *datarep: str, int incount, MPI_Datatype datatype, MPI_Aint *size);
int MPI_Pack_external_size_c(const char *datarep: str, MPI_Count incount, MPI_Datatype datatype,
                             MPI_Count *size);

# ---- memory and addresses

int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, + hints: [mpi_hint] via mpi_hints(info, failed),
                  void *baseptr: ptr = mpi_pointer_at(baseptr, failed));
int MPI_Free_mem(void *base);
int MPI_Get_address(const void *location, MPI_Aint *address: ptr = mpi_pointer_at(address, failed));
int MPI_Address(void *location, MPI_Aint *address: ptr = mpi_pointer_at(address, failed));
MPI_Aint MPI_Aint_add(MPI_Aint base: ptr = mpi_pointer(base), MPI_Aint disp): ptr = mpi_pointer(ret)
    fails(false);
MPI_Aint MPI_Aint_diff(MPI_Aint addr1: ptr = mpi_pointer(addr1), MPI_Aint addr2: ptr = mpi_pointer(addr2))
    fails(false);

# ---- generalized requests

int MPI_Grequest_start(MPI_Grequest_query_function *query_fn: ptr = mpi_function(query_fn),
                       MPI_Grequest_free_function *free_fn: ptr = mpi_function(free_fn),
                       MPI_Grequest_cancel_function *cancel_fn: ptr = mpi_function(cancel_fn),
                       void *extra_state, MPI_Request *request);
int MPI_Grequest_complete(MPI_Request request);

# ---- ports and names of services

int MPI_Open_port(MPI_Info info, char *port_name: out str);
int MPI_Close_port(const char *port_name: str);
int MPI_Publish_name(const char *service_name: str, MPI_Info info, const char *port_name: str);
int MPI_Unpublish_name(const char *service_name: str, MPI_Info info, const char *port_name: str);
int MPI_Lookup_name(const char *service_name: str, MPI_Info info, char *port_name: out str);

# ---- the library and the process

int MPI_Query_thread(int *provided: out *enum mpi_thread);
int MPI_Is_thread_main(int *flag);
int MPI_Get_processor_name(char *name: out str, int *resultlen);
double MPI_Wtime(void): none fails(false);
double MPI_Wtick(void) fails(false);
int MPI_Pcontrol(const int level, ...) manual;
int MPI_Abi_get_version(int *abi_major, int *abi_minor);
int MPI_Abi_get_info(MPI_Info *info: new MPI_Info = *info);
int MPI_Abi_get_fortran_info(MPI_Info *info: new MPI_Info = *info);
int MPI_Abi_set_fortran_info(MPI_Info info);
int MPI_Abi_get_fortran_booleans(int logical_size, void *logical_true: ptr, void *logical_false: ptr,
                                 int *is_set);
int MPI_Abi_set_fortran_booleans(int logical_size, void *logical_true: ptr, void *logical_false: ptr);

# These may be called before MPI_Init.
%header "runtime/mpi_arguments.h" "runtime/mpi_message_arguments.h" "runtime/mpi_world.h"
int MPI_Initialized(int *flag) before(mpi_world_check());
int MPI_Finalized(int *flag) before(mpi_world_check());
int MPI_Get_version(int *version, int *subversion) before(mpi_world_check());
int MPI_Get_library_version(char *version: out str, int *resultlen) before(mpi_world_check());
int MPI_T_init_thread(int required: enum mpi_thread, int *provided: out *enum mpi_thread)
    before(mpi_world_check());

%header "runtime/mpi_arguments.h" "runtime/mpi_message_arguments.h"

# ---- MPI_T: enumerations and control variables

int MPI_T_finalize(void);
int MPI_T_enum_get_info(MPI_T_enum enumtype, int *num, char *name: out str = name_room > 0 ? name : nullptr,
                        int *name_len) before(const int name_room = peek(name_len));
int MPI_T_enum_get_item(MPI_T_enum enumtype, int indx as index, int *value,
                        char *name: out str = name_room > 0 ? name : nullptr, int *name_len)
    before(const int name_room = peek(name_len));
int MPI_T_cvar_get_num(int *num_cvar);
int MPI_T_cvar_get_info(int cvar_index, char *name: out str = name_room > 0 ? name : nullptr, int *name_len,
                        int *verbosity: out *enum mpi_t_verbosity, MPI_Datatype *datatype: out *MPI_Datatype,
                        MPI_T_enum *enumtype: out *MPI_T_enum,
                        char *desc: out str = desc_room > 0 ? desc : nullptr, int *desc_len,
                        int *bind: out *enum mpi_t_bind, int *scope: out *enum mpi_t_scope)
    before(const int name_room = peek(name_len)) before(const int desc_room = peek(desc_len));
int MPI_T_cvar_get_index(const char *name: str, int *cvar_index);
int MPI_T_cvar_handle_alloc(int cvar_index, void *obj_handle,
                            MPI_T_cvar_handle *handle: new MPI_T_cvar_handle = *handle, int *count);
int MPI_T_cvar_handle_free(MPI_T_cvar_handle *handle: in *MPI_T_cvar_handle closes);
int MPI_T_cvar_read(MPI_T_cvar_handle handle, void *buf);
int MPI_T_cvar_write(MPI_T_cvar_handle handle, const void *buf);

# ---- MPI_T: performance variables

int MPI_T_pvar_get_num(int *num_pvar);
int MPI_T_pvar_get_info(int pvar_index, char *name: out str = name_room > 0 ? name : nullptr, int *name_len,
                        int *verbosity: out *enum mpi_t_verbosity, int *var_class: out *enum mpi_t_pvar_class,
                        MPI_Datatype *datatype: out *MPI_Datatype, MPI_T_enum *enumtype: out *MPI_T_enum,
                        char *desc: out str = desc_room > 0 ? desc : nullptr, int *desc_len,
                        int *bind: out *enum mpi_t_bind, int *readonly, int *continuous, int *atomic)
    before(const int name_room = peek(name_len)) before(const int desc_room = peek(desc_len));
int MPI_T_pvar_get_index(const char *name: str, int var_class: enum mpi_t_pvar_class, int *pvar_index);
int MPI_T_pvar_session_create(MPI_T_pvar_session *session: new MPI_T_pvar_session = *session);
int MPI_T_pvar_session_free(MPI_T_pvar_session *session: in *MPI_T_pvar_session closes);
int MPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index, void *obj_handle,
                            MPI_T_pvar_handle *handle: new MPI_T_pvar_handle = *handle, int *count);
int MPI_T_pvar_handle_free(MPI_T_pvar_session session,
                           MPI_T_pvar_handle *handle: in *MPI_T_pvar_handle closes);
int MPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle);
int MPI_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle);
int MPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf);
int MPI_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf);
int MPI_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle);
int MPI_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf);

# ---- MPI_T: categories

int MPI_T_category_get_num(int *num_cat);
int MPI_T_category_get_info(int cat_index, char *name: out str = name_room > 0 ? name : nullptr,
                            int *name_len, char *desc: out str = desc_room > 0 ? desc : nullptr,
                            int *desc_len, int *num_cvars, int *num_pvars, int *num_categories)
    before(const int name_room = peek(name_len)) before(const int desc_room = peek(desc_len));
int MPI_T_category_get_index(const char *name: str, int *cat_index);
int MPI_T_category_get_cvars(
    int cat_index, int len,
    int indices[]: out [int; mpi_least(len, mpi_t_category(cat_index, failed).cvars)]);
int MPI_T_category_get_pvars(
    int cat_index, int len,
    int indices[]: out [int; mpi_least(len, mpi_t_category(cat_index, failed).pvars)]);
int MPI_T_category_get_num_events(int cat_index, int *num_events);
int MPI_T_category_get_events(
    int cat_index, int len,
    int indices[]: out [int; mpi_least(len, mpi_t_category_events(cat_index, failed))]);
int MPI_T_category_get_categories(
    int cat_index, int len,
    int indices[]: out [int; mpi_least(len, mpi_t_category(cat_index, failed).categories)]);
int MPI_T_category_changed(int *update_number);

# ---- MPI_T: sources and events

int MPI_T_source_get_num(int *num_sources);
int MPI_T_source_get_info(int source_index, char *name: out str = name_room > 0 ? name : nullptr,
                          int *name_len, char *desc: out str = desc_room > 0 ? desc : nullptr, int *desc_len,
                          MPI_T_source_order *ordering: out *enum mpi_t_source_order,
                          MPI_Count *ticks_per_second, MPI_Count *max_ticks,
                          MPI_Info *info: new MPI_Info = info ? *info : MPI_INFO_NULL)
    before(const int name_room = peek(name_len)) before(const int desc_room = peek(desc_len));
int MPI_T_source_get_timestamp(int source_index, MPI_Count *timestamp: none);
int MPI_T_event_get_num(int *num_events);
int MPI_T_event_get_info(
    int event_index, char *name: out str = name_room > 0 ? name : nullptr, int *name_len,
    int *verbosity: out *enum mpi_t_verbosity,
    MPI_Datatype array_of_datatypes[]: out [MPI_Datatype; mpi_least(element_room, peek(num_elements))],
    MPI_Aint array_of_displacements[]: out [int; mpi_least(element_room, peek(num_elements))],
    int *num_elements, MPI_T_enum *enumtype: out *MPI_T_enum,
    MPI_Info *info: new MPI_Info = info ? *info : MPI_INFO_NULL,
    char *desc: out str = desc_room > 0 ? desc : nullptr, int *desc_len, int *bind: out *enum mpi_t_bind)
    before(const int name_room = peek(name_len)) before(const int desc_room = peek(desc_len))
    before(const int element_room = peek(num_elements));
int MPI_T_event_get_index(const char *name: str, int *event_index);
int MPI_T_event_handle_alloc(
    int event_index, void *obj_handle, MPI_Info info,
    MPI_T_event_registration *event_registration: new MPI_T_event_registration = *event_registration);
int MPI_T_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info);
int MPI_T_event_handle_get_info(MPI_T_event_registration event_registration,
                                MPI_Info *info_used: new MPI_Info = *info_used);
int MPI_T_event_handle_free(
    MPI_T_event_registration event_registration: MPI_T_event_registration closes, void *user_data,
    MPI_T_event_free_cb_function free_cb_function: ptr = mpi_function(free_cb_function));
int MPI_T_event_register_callback(
    MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety: enum mpi_t_cb_safety,
    MPI_Info info, void *user_data,
    MPI_T_event_cb_function event_cb_function: ptr = mpi_function(event_cb_function));
int MPI_T_event_callback_set_info(MPI_T_event_registration event_registration,
                                  MPI_T_cb_safety cb_safety: enum mpi_t_cb_safety, MPI_Info info);
int MPI_T_event_callback_get_info(MPI_T_event_registration event_registration,
                                  MPI_T_cb_safety cb_safety: enum mpi_t_cb_safety,
                                  MPI_Info *info_used: new MPI_Info = *info_used);
int MPI_T_event_set_dropped_handler(
    MPI_T_event_registration event_registration,
    MPI_T_event_dropped_cb_function dropped_cb_function: ptr = mpi_function(dropped_cb_function));
int MPI_T_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer);
int MPI_T_event_copy(MPI_T_event_instance event_instance, void *buffer);
int MPI_T_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp: none);
int MPI_T_event_get_source(MPI_T_event_instance event_instance, int *source_index);
