# SPDX-License-Identifier: BSD-3-Clause
# HDF5: the library, its high level, and what authors of drivers and connectors call. The notation is
# described in doc/adding-a-function.md.
#
# It knows versions 1.8 to 2.2. configure leaves out the functions that the HDF5 of a build does not declare
# or does not have. A function whose signature changed has a name of its own each time (H5Oget_info1, 2, 3);
# in versions where the name without a number is a macro there is no such function.
#
# Identifiers are recorded as handles of the class that the library gives them. Where only one makes sense an
# argument has that class; where several do it is a `hid`, whose class is in the identifier. H5P_DEFAULT,
# H5S_ALL, H5E_DEFAULT and H5ES_NONE are 0, hence null handles. H5I is for all that has no class of its own:
# drivers, connectors, iterators, packet tables, the application's own kinds.
#
# Data is not recorded, nor are passwords. Names of links, attributes and external files are strings; only
# what opens, looks at or removes a file has a path. Times of objects are left out, so that runs can be
# compared.
#
# H5Epush2 is not here. It takes any number of arguments after a format, and HDF5 has no form of it that takes
# a va_list.

%layer hdf5
%real wrap
%compact
%inline (H5Dread, H5Dwrite, H5Dget_space, H5Dclose, H5Screate_simple, H5Sselect_hyperslab, H5Sget_simple_extent_dims,
         H5Sget_simple_extent_npoints, H5Sclose, H5Aread, H5Awrite, H5Tclose, H5Pclose)
%header "runtime/hdf5_arguments.h" <hdf5.h>
%declared "runtime/hdf5_api.h"
%library -lhdf5
%fails ret < 0
%errno h5_errno()

# ---- handles

%class hid = H5F|H5G|H5T|H5S|H5D|H5A|H5P|H5E|H5M|H5ES|H5I by hid_class($) for hid_t
%class H5F
%class H5G
%class H5T
%class H5S
%class H5D
%class H5A
%class H5P
%class H5E for H5E_major_t, H5E_minor_t
%class H5M
%class H5ES
%class H5I
%class H5FD for H5FD_t *
%class MPI_Comm for MPI_Comm
%class MPI_Info for MPI_Info

# ---- numbers and strings

%type const char *: str
%type herr_t, htri_t, hssize_t, hbool_t: int
%type H5FD_class_value_t, H5VL_class_value_t: int
%type hsize_t, haddr_t: uint
%type off_t: offset

# ---- enumerations

%type H5D_alloc_time_t: enum H5D_alloc_time
%type H5D_chunk_index_t: enum H5D_chunk_index
%type H5D_fill_time_t: enum H5D_fill_time
%type H5D_fill_value_t: enum H5D_fill_value
%type H5D_layout_t: enum H5D_layout
%type H5D_mpio_actual_chunk_opt_mode_t: enum H5D_mpio_actual_chunk_opt_mode
%type H5D_mpio_actual_io_mode_t: enum H5D_mpio_actual_io_mode
%type H5D_selection_io_mode_t: enum H5D_selection_io_mode
%type H5D_space_status_t: enum H5D_space_status
%type H5D_vds_view_t: enum H5D_vds_view
%type H5E_direction_t: enum H5E_direction
%type H5E_type_t: enum H5E_type
%type H5FD_mem_t: enum H5FD_mem
%type H5FD_mpio_chunk_opt_t: enum H5FD_mpio_chunk_opt
%type H5FD_mpio_collective_opt_t: enum H5FD_mpio_collective_opt
%type H5FD_mpio_xfer_t: enum H5FD_mpio_xfer
%type H5FD_subfiling_ioc_select_t: enum H5FD_subfiling_ioc_select
%type H5F_close_degree_t: enum H5F_close_degree
%type H5F_file_space_type_t: enum H5F_file_space_type
%type H5F_fspace_strategy_t: enum H5F_fspace_strategy
%type H5F_libver_t: enum H5F_libver
%type H5F_mem_t: enum H5FD_mem
%type H5F_scope_t: enum H5F_scope
%type H5G_obj_t: enum H5G_obj
%type H5G_storage_type_t: enum H5G_storage_type
%type H5I_type_t: enum H5I_type
%type H5LT_lang_t: enum H5LT_lang
%type H5L_type_t: enum H5L_type
%type H5O_type_t: enum H5O_type
%type H5R_type_t: enum H5R_type
%type H5S_class_t: enum H5S_class
%type H5S_sel_type: enum H5S_sel_type
%type H5S_seloper_t: enum H5S_seloper
%type H5T_class_t: enum H5T_class
%type H5T_cset_t: enum H5T_cset
%type H5T_direction_t: enum H5T_direction
%type H5T_norm_t: enum H5T_norm
%type H5T_order_t: enum H5T_order
%type H5T_pad_t: enum H5T_pad
%type H5T_pers_t: enum H5T_pers
%type H5T_sign_t: enum H5T_sign
%type H5T_str_t: enum H5T_str
%type H5VL_get_conn_lvl_t: enum H5VL_get_conn_lvl
%type H5VL_request_status_t: enum H5VL_request_status
%type H5VL_subclass_t: enum H5VL_subclass
%type H5Z_EDC_t: enum H5Z_EDC
%type H5Z_SO_scale_type_t: enum H5Z_SO_scale_type
%type H5Z_filter_t: enum H5Z_filter
%type H5_index_t: enum H5_index
%type H5_iter_order_t: enum H5_iter_order

# ---- callbacks

%type H5_atclose_func_t, h5_link_op, h5_object_op, H5A_operator1_t, H5A_operator2_t, H5D_append_cb_t: callback
%type H5D_chunk_iter_op_t, H5D_gather_func_t, H5D_operator_t, H5D_scatter_func_t, H5DS_iterate_t: callback
%type H5E_auto1_t, H5E_auto2_t, H5E_walk1_t, H5E_walk2_t, H5ES_event_complete_func_t: callback
%type H5ES_event_insert_func_t, H5F_flush_cb_t, H5FD_init_t, H5G_iterate_t, H5I_free_t: callback
%type H5I_future_discard_func_t, H5I_future_realize_func_t, H5I_iterate_func_t, H5I_search_func_t: callback
%type H5L_elink_traverse_t, H5L_iterate1_t, H5L_iterate2_t, H5L_iterate_t, H5M_iterate_t: callback
%type H5MM_allocate_t, H5MM_free_t, H5O_iterate1_t, H5O_iterate2_t, H5O_iterate_t: callback
%type H5O_mcdt_search_cb_t, H5P_cls_close_func_t, H5P_cls_copy_func_t, H5P_cls_create_func_t: callback
%type H5P_iterate_t, H5P_prp_close_func_t, H5P_prp_compare_func_t, H5P_prp_copy_func_t: callback
%type H5P_prp_create_func_t, H5P_prp_delete_func_t, H5P_prp_get_func_t, H5P_prp_set_func_t: callback
%type H5T_conv_except_func_t, H5T_conv_t, H5VL_request_notify_t, H5Z_filter_func_t: callback

# ---- structures

%struct mpi_hint { char *key: str; char *value: str; }
%struct h5_type { H5T_class_t class; size_t size; }
%struct h5_token { uint64_t address = h5_token_value($); }
%struct h5_file_info1 {
  hsize_t super_ext_size;
  hsize_t sohm_hdr_size = sohm.hdr_size;
  hsize_t sohm_index_size = sohm.msgs_info.index_size; hsize_t sohm_heap_size = sohm.msgs_info.heap_size;
}
%struct h5_file_info2 {
  unsigned super_version = super.version;
  hsize_t super_size = super.super_size; hsize_t super_ext_size = super.super_ext_size;
  unsigned free_version = free.version;
  hsize_t free_meta_size = free.meta_size; hsize_t free_tot_space = free.tot_space;
  unsigned sohm_version = sohm.version;
  hsize_t sohm_hdr_size = sohm.hdr_size;
  hsize_t sohm_index_size = sohm.msgs_info.index_size; hsize_t sohm_heap_size = sohm.msgs_info.heap_size;
}
%struct h5_section { haddr_t addr; hsize_t size; }
%struct h5_retry_info { unsigned nbins; }
%struct h5_mdc_config {
  int version;
  hbool_t rpt_fcn_enabled; hbool_t open_trace_file; hbool_t close_trace_file; char trace_file_name: str;
  hbool_t evictions_enabled; hbool_t set_initial_size; size_t initial_size; double min_clean_fraction;
  size_t max_size; size_t min_size; long epoch_length;
  int incr_mode; double lower_hr_threshold; double increment;
  hbool_t apply_max_increment; size_t max_increment;
  int flash_incr_mode; double flash_multiple; double flash_threshold;
  int decr_mode; double upper_hr_threshold; double decrement;
  hbool_t apply_max_decrement; size_t max_decrement;
  int epochs_before_eviction; hbool_t apply_empty_reserve; double empty_reserve;
  size_t dirty_bytes_threshold; int metadata_write_strategy: enum H5AC_write_strategy;
}
%struct h5_mdc_image { int version; hbool_t generate_image; hbool_t save_resize_status; int entry_ageout; }
%struct h5_group_info {
  H5G_storage_type_t storage_type; hsize_t nlinks; int64_t max_corder; hbool_t mounted;
}
%struct h5_stat {
  H5G_obj_t type; unsigned nlink; size_t linklen;
  hsize_t ohdr_size = ohdr.size; hsize_t ohdr_free = ohdr.free;
  unsigned ohdr_nmesgs = ohdr.nmesgs; unsigned ohdr_nchunks = ohdr.nchunks;
}
%struct h5_attr_info { hbool_t corder_valid; uint32_t corder; H5T_cset_t cset; hsize_t data_size; }
%struct h5_link_info {
  H5L_type_t type; hbool_t corder_valid; int64_t corder; H5T_cset_t cset;
  haddr_t address = h5_link_address($); size_t val_size = h5_link_size($);
}
%struct h5_link_info2 {
  H5L_type_t type; hbool_t corder_valid; int64_t corder; H5T_cset_t cset;
  uint64_t token = h5_link_token($); size_t val_size = h5_link_size($);
}
%struct h5_object_info {
  unsigned long fileno: offset; haddr_t addr: offset; H5O_type_t type; unsigned rc; hsize_t num_attrs;
  unsigned hdr_nmesgs = hdr.nmesgs; unsigned hdr_nchunks = hdr.nchunks;
  hsize_t hdr_total = hdr.space.total; hsize_t hdr_free = hdr.space.free;
  hsize_t obj_index_size = meta_size.obj.index_size; hsize_t obj_heap_size = meta_size.obj.heap_size;
  hsize_t attr_index_size = meta_size.attr.index_size; hsize_t attr_heap_size = meta_size.attr.heap_size;
}
%struct h5_object_info2 {
  unsigned long fileno; uint64_t token = h5_token_value(&$->token); H5O_type_t type; unsigned rc;
  hsize_t num_attrs;
}
%struct h5_native_info {
  unsigned hdr_nmesgs = hdr.nmesgs; unsigned hdr_nchunks = hdr.nchunks;
  hsize_t hdr_total = hdr.space.total; hsize_t hdr_free = hdr.space.free;
  hsize_t obj_index_size = meta_size.obj.index_size; hsize_t obj_heap_size = meta_size.obj.heap_size;
  hsize_t attr_index_size = meta_size.attr.index_size; hsize_t attr_heap_size = meta_size.attr.heap_size;
}
%struct h5_alloc_stats {
  unsigned long long total_alloc_bytes; size_t curr_alloc_bytes; size_t peak_alloc_bytes;
  size_t max_block_size;
  size_t total_alloc_blocks_count; size_t curr_alloc_blocks_count; size_t peak_alloc_blocks_count;
}
%struct h5_async_error {
  char *api_name: str; char *api_args: str; char *app_file_name: str; char *app_func_name: str;
  unsigned app_line_num; uint64_t op_ins_count; hid_t err_stack_id: new H5E;
}
%struct h5_hdfs {
  int32_t version; char namenode_name: str; int32_t namenode_port; char user_name: str;
  int32_t stream_buffer_size;
}
%struct h5_ioc { uint32_t version; int32_t thread_pool_size; }
%struct h5_mirror { uint32_t version; int handshake_port; char remote_ip: str; }
%struct h5_onion {
  int version; hid_t backing_fapl_id: H5P; uint32_t page_size; int store_target; uint64_t revision_num;
  int force_write_open; int creation_flags; char comment: str;
}
%struct h5_ros3 { int32_t version; hbool_t authenticate; char aws_region: str; }
%struct h5_splitter {
  unsigned version; hid_t rw_fapl_id: H5P; hid_t wo_fapl_id: H5P; char wo_path: str; char log_file_path: str;
  hbool_t ignore_wo_errs;
}
%struct h5_subfiling {
  uint32_t version; hid_t ioc_fapl_id: H5P; hbool_t require_ioc;
  int ioc_selection: enum H5FD_subfiling_ioc_select = shared_cfg.ioc_selection;
  int64_t stripe_size = shared_cfg.stripe_size; int32_t stripe_count = shared_cfg.stripe_count;
}

# ---- the library: also called by HDF5 of itself, where the way of linking decides whether that shows

%nested hidden

herr_t H5open(void);
herr_t H5close(void) after(h5_forget_ranks()) after(h5_forget_drivers()) after(h5_closed(ret));
herr_t H5dont_atexit(void);
herr_t H5garbage_collect(void);
herr_t H5set_free_list_limits(int reg_global_lim, int reg_list_lim, int arr_global_lim, int arr_list_lim,
                              int blk_global_lim, int blk_list_lim);
herr_t H5get_free_list_sizes(size_t *reg_size: out *uint, size_t *arr_size: out *uint,
                             size_t *blk_size: out *uint, size_t *fac_size: out *uint);
herr_t H5get_libversion(unsigned *majnum: out *uint, unsigned *minnum: out *uint,
                        unsigned *relnum: out *uint);
herr_t H5check_version(unsigned majnum, unsigned minnum, unsigned relnum);
herr_t H5is_library_threadsafe(hbool_t *is_ts: out *int);
herr_t H5free_memory(void *mem);
void *H5allocate_memory(size_t size, hbool_t clear) fails(ret == nullptr && size > 0);
void *H5resize_memory(void *mem, size_t size) fails(ret == nullptr && size > 0);
herr_t H5get_alloc_stats(H5_alloc_stats_t *stats: out *h5_alloc_stats);
herr_t H5atclose(H5_atclose_func_t func, void *ctx);
herr_t H5is_library_terminating(hbool_t *is_terminating: out *int);

# ---- errors: nothing is asked of HDF5 here, as that would change the error stack

%errno 0

hid_t H5Eregister_class(const char *cls_name, const char *lib_name, const char *version): new H5E;
herr_t H5Eunregister_class(hid_t class_id: H5E frees(!failed));
herr_t H5Eclose_msg(hid_t err_id: H5E frees(!failed));
hid_t H5Ecreate_msg(hid_t cls: H5E, H5E_type_t msg_type, const char *msg): new H5E;
hid_t H5Ecreate_stack(void): new H5E;
hid_t H5Eget_current_stack(void): new H5E;
herr_t H5Eclose_stack(hid_t stack_id: H5E frees(!failed));
ssize_t H5Eget_class_name(hid_t class_id: H5E, char *name: out str[h5_text(name, ret, size)], size_t size);
herr_t H5Eset_current_stack(hid_t err_stack_id: H5E frees(!failed));
herr_t H5Epop(hid_t err_stack: H5E, size_t count);
herr_t H5Eprint2(hid_t err_stack: H5E, FILE *stream);
herr_t H5Ewalk2(hid_t err_stack: H5E, H5E_direction_t direction, H5E_walk2_t func, void *client_data);
herr_t H5Eget_auto2(hid_t estack_id: H5E, H5E_auto2_t *func, void **client_data);
herr_t H5Eset_auto2(hid_t estack_id: H5E, H5E_auto2_t func, void *client_data);
herr_t H5Eclear2(hid_t err_stack: H5E);
herr_t H5Eauto_is_v2(hid_t err_stack: H5E, unsigned *is_stack: out *uint);
ssize_t H5Eget_msg(hid_t msg_id: H5E, H5E_type_t *type: out *enum H5E_type,
                   char *msg: out str[h5_text(msg, ret, size)], size_t size);
ssize_t H5Eget_num(hid_t error_stack_id: H5E);
herr_t H5Eclear1(void);
herr_t H5Eget_auto1(H5E_auto1_t *func, void **client_data);
herr_t H5Epush1(const char *file, const char *func, unsigned line, H5E_major_t maj, H5E_minor_t min,
                const char *str);
herr_t H5Eprint1(FILE *stream);
herr_t H5Eset_auto1(H5E_auto1_t func, void *client_data);
herr_t H5Ewalk1(H5E_direction_t direction, H5E_walk1_t func, void *client_data);
char *H5Eget_major(H5E_major_t maj): str fails(ret == nullptr);
char *H5Eget_minor(H5E_minor_t min): str fails(ret == nullptr);
herr_t H5Eappend_stack(hid_t dst_stack_id: H5E, hid_t src_stack_id: H5E frees(!failed && close_source_stack),
                       hbool_t close_source_stack);
herr_t H5Eis_paused(hid_t stack_id: H5E, hbool_t *is_paused: out *int);
herr_t H5Epause_stack(hid_t stack_id: H5E);
herr_t H5Eresume_stack(hid_t stack_id: H5E);

# ---- what registers the drivers

%errno h5_errno()

hid_t H5FD_core_init(void): H5I;
hid_t H5FD_direct_init(void): H5I;
hid_t H5FD_family_init(void): H5I;
hid_t H5FD_hdfs_init(void): H5I;
hid_t H5FD_log_init(void): H5I;
hid_t H5FD_mirror_init(void): H5I;
hid_t H5FD_mpio_init(void): H5I;
hid_t H5FD_multi_init(void): H5I;
hid_t H5FD_ros3_init(void): H5I;
hid_t H5FD_sec2_init(void): H5I;
hid_t H5FD_splitter_init(void): H5I;
hid_t H5FD_stdio_init(void): H5I;
hid_t H5FD_mpiposix_init(void): H5I;
hid_t H5FD_onion_init(void): H5I;
hid_t H5FD_subfiling_init(void): H5I;
hid_t H5FD_ioc_init(void): H5I;
void H5FD_ioc_begin_thread_exclusive(void);
void H5FD_ioc_end_thread_exclusive(void);

# ---- property lists: what others of these functions call

herr_t H5Pget_file_space_strategy(hid_t plist_id: H5P,
                                  H5F_fspace_strategy_t *strategy: out *enum H5F_fspace_strategy,
                                  hbool_t *persist: out *int, hsize_t *threshold: out *uint);
herr_t H5Pset_file_space_strategy(hid_t plist_id: H5P, H5F_fspace_strategy_t strategy, hbool_t persist,
                                  hsize_t threshold);
herr_t H5Pset_fapl_multi(hid_t fapl_id: H5P, const H5FD_mem_t *memb_map: [enum H5FD_mem; H5FD_MEM_NTYPES],
                         const hid_t *memb_fapl: [H5P; H5FD_MEM_NTYPES],
                         const char *const *memb_name: [str; H5FD_MEM_NTYPES],
                         const haddr_t *memb_addr: [uint; H5FD_MEM_NTYPES], hbool_t relax)
    after(h5_driver_chosen(fapl_id, "multi", ret < 0));
herr_t H5Pget_fapl_ros3(hid_t fapl_id: H5P, H5FD_ros3_fapl_t *fa_out: out *h5_ros3);

# ---- files

%nested recorded

hid_t H5Fcreate(const char *filename: path, unsigned flags: flags H5F_ACC, hid_t fcpl_id: H5P,
                hid_t fapl_id: H5P, + driver: str = access->driver(),
                + hints: [mpi_hint] via h5_hints(*access)): new H5F
    before(const H5FileAccess asked(fapl_id); const H5FileAccess *const access = &asked);
hid_t H5Fopen(const char *filename: path, unsigned flags: flags H5F_ACC, hid_t fapl_id: H5P,
              + driver: str = access->driver(), + hints: [mpi_hint] via h5_hints(*access)): new H5F
    before(const H5FileAccess asked(fapl_id); const H5FileAccess *const access = &asked);
hid_t H5Freopen(hid_t file_id: H5F): new H5F;
herr_t H5Fflush(hid_t object_id, H5F_scope_t scope);
herr_t H5Fclose(hid_t file_id: H5F frees(h5_gone($, failed))) after(h5_file_closed(ret));
hid_t H5Fget_create_plist(hid_t file_id: H5F): new H5P;
hid_t H5Fget_access_plist(hid_t file_id: H5F): new H5P;
herr_t H5Fget_intent(hid_t file_id: H5F, unsigned *intent: out *flags H5F_ACC);
ssize_t H5Fget_obj_count(hid_t file_id: H5F, unsigned types: flags H5F_OBJ);
ssize_t H5Fget_obj_ids(hid_t file_id: H5F, unsigned types: flags H5F_OBJ, size_t max_objs,
                       hid_t *obj_id_list: out [hid; h5_least(ret, max_objs)]);
herr_t H5Fget_vfd_handle(hid_t file_id: H5F, hid_t fapl: H5P, void **file_handle);
herr_t H5Fmount(hid_t loc_id, const char *name, hid_t child_id: H5F, hid_t plist_id: H5P);
herr_t H5Funmount(hid_t loc_id, const char *name);
hssize_t H5Fget_freespace(hid_t file_id: H5F);
herr_t H5Fget_filesize(hid_t file_id: H5F, hsize_t *size: out *offset);
herr_t H5Fget_eoa(hid_t file_id: H5F, haddr_t *eoa: out *offset);
herr_t H5Fincrement_filesize(hid_t file_id: H5F, hsize_t increment);
ssize_t H5Fget_file_image(hid_t file_id: H5F, void *buf_ptr, size_t buf_len);
herr_t H5Fget_mdc_config(hid_t file_id: H5F, H5AC_cache_config_t *config_ptr: out *h5_mdc_config);
herr_t H5Fset_mdc_config(hid_t file_id: H5F, H5AC_cache_config_t *config_ptr: *h5_mdc_config);
herr_t H5Fget_mdc_hit_rate(hid_t file_id: H5F, double *hit_rate_ptr: out *double);
herr_t H5Fget_mdc_size(hid_t file_id: H5F, size_t *max_size_ptr: out *uint,
                       size_t *min_clean_size_ptr: out *uint, size_t *cur_size_ptr: out *uint,
                       int *cur_num_entries_ptr: out *int);
herr_t H5Freset_mdc_hit_rate_stats(hid_t file_id: H5F);
ssize_t H5Fget_name(hid_t obj_id, char *name: out str[h5_text(name, ret, size)], size_t size);
herr_t H5Fget_info2(hid_t obj_id, H5F_info2_t *file_info: out *h5_file_info2);
herr_t H5Fget_metadata_read_retry_info(hid_t file_id: H5F, H5F_retry_info_t *info: out *h5_retry_info);
herr_t H5Fstart_swmr_write(hid_t file_id: H5F);
ssize_t H5Fget_free_sections(hid_t file_id: H5F, H5F_mem_t type, size_t nsects,
                             H5F_sect_info_t *sect_info: out [h5_section; h5_least(ret, nsects)]);
herr_t H5Fclear_elink_file_cache(hid_t file_id: H5F);
herr_t H5Fset_libver_bounds(hid_t file_id: H5F, H5F_libver_t low, H5F_libver_t high);
herr_t H5Fstart_mdc_logging(hid_t file_id: H5F);
herr_t H5Fstop_mdc_logging(hid_t file_id: H5F);
herr_t H5Fget_mdc_logging_status(hid_t file_id: H5F, hbool_t *is_enabled: out *int,
                                 hbool_t *is_currently_logging: out *int);
herr_t H5Freset_page_buffering_stats(hid_t file_id: H5F);
herr_t H5Fget_page_buffering_stats(hid_t file_id: H5F, unsigned accesses[2]: out [uint; 2],
                                   unsigned hits[2]: out [uint; 2], unsigned misses[2]: out [uint; 2],
                                   unsigned evictions[2]: out [uint; 2], unsigned bypasses[2]: out [uint; 2]);
herr_t H5Fget_mdc_image_info(hid_t file_id: H5F, haddr_t *image_addr: out *uint,
                             hsize_t *image_size: out *uint);
herr_t H5Fget_dset_no_attrs_hint(hid_t file_id: H5F, hbool_t *minimize: out *int);
herr_t H5Fset_dset_no_attrs_hint(hid_t file_id: H5F, hbool_t minimize);
herr_t H5Fset_mpi_atomicity(hid_t file_id: H5F, hbool_t flag);
herr_t H5Fget_mpi_atomicity(hid_t file_id: H5F, hbool_t *flag: out *int);
herr_t H5Fformat_convert(hid_t fid: H5F);
herr_t H5Fget_info1(hid_t obj_id, H5F_info1_t *file_info: out *h5_file_info1);
herr_t H5Fset_latest_format(hid_t file_id: H5F, hbool_t latest_format);
htri_t H5Fis_hdf5(const char *filename: path);
herr_t H5Fget_info(hid_t obj_id, H5F_info_t *bh_info: out *h5_file_info1);
htri_t H5Fis_accessible(const char *container_name: path, hid_t fapl_id: H5P,
                        + driver: str = access->driver(), + hints: [mpi_hint] via h5_hints(*access))
    before(const H5FileAccess asked(fapl_id); const H5FileAccess *const access = &asked);
hid_t H5Fcreate_async(const char *app_file, const char *app_func, unsigned app_line,
                      const char *filename: path, unsigned flags: flags H5F_ACC, hid_t fcpl_id: H5P,
                      hid_t fapl_id: H5P, + driver: str = access->driver(),
                      + hints: [mpi_hint] via h5_hints(*access), hid_t es_id: H5ES): new H5F
    before(const H5FileAccess asked(fapl_id); const H5FileAccess *const access = &asked);
hid_t H5Fopen_async(const char *app_file, const char *app_func, unsigned app_line,
                    const char *filename: path, unsigned flags: flags H5F_ACC, hid_t access_plist: H5P,
                    + driver: str = access->driver(), + hints: [mpi_hint] via h5_hints(*access),
                    hid_t es_id: H5ES): new H5F
    before(const H5FileAccess asked(access_plist); const H5FileAccess *const access = &asked);
hid_t H5Freopen_async(const char *app_file, const char *app_func, unsigned app_line, hid_t file_id: H5F,
                      hid_t es_id: H5ES): new H5F;
herr_t H5Fflush_async(const char *app_file, const char *app_func, unsigned app_line, hid_t object_id,
                      H5F_scope_t scope, hid_t es_id: H5ES);
herr_t H5Fclose_async(const char *app_file, const char *app_func, unsigned app_line,
                      hid_t file_id: H5F frees(h5_gone($, failed)), hid_t es_id: H5ES);
herr_t H5Fdelete(const char *filename: path, hid_t fapl_id: H5P, + driver: str = access->driver(),
                 + hints: [mpi_hint] via h5_hints(*access))
    before(const H5FileAccess asked(fapl_id); const H5FileAccess *const access = &asked);
herr_t H5Fget_fileno(hid_t file_id: H5F, unsigned long *fileno: out *uint);

# ---- groups

hid_t H5Gcreate2(hid_t loc_id, const char *name, hid_t lcpl_id: H5P, hid_t gcpl_id: H5P,
                 hid_t gapl_id: H5P): new H5G;
hid_t H5Gcreate_anon(hid_t loc_id, hid_t gcpl_id: H5P, hid_t gapl_id: H5P): new H5G;
hid_t H5Gopen2(hid_t loc_id, const char *name, hid_t gapl_id: H5P): new H5G;
hid_t H5Gget_create_plist(hid_t group_id: H5G): new H5P;
herr_t H5Gget_info(hid_t loc_id, H5G_info_t *ginfo: out *h5_group_info);
herr_t H5Gget_info_by_name(hid_t loc_id, const char *name, H5G_info_t *ginfo: out *h5_group_info,
                           hid_t lapl_id: H5P);
herr_t H5Gget_info_by_idx(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                          hsize_t n: offset, H5G_info_t *ginfo: out *h5_group_info, hid_t lapl_id: H5P);
herr_t H5Gflush(hid_t group_id: H5G);
herr_t H5Grefresh(hid_t group_id: H5G);
herr_t H5Gclose(hid_t group_id: H5G frees(h5_gone($, failed)));
hid_t H5Gcreate1(hid_t loc_id, const char *name, size_t size_hint): new H5G;
hid_t H5Gopen1(hid_t loc_id, const char *name): new H5G;
herr_t H5Glink(hid_t cur_loc_id, H5L_type_t type, const char *cur_name, const char *new_name);
herr_t H5Glink2(hid_t cur_loc_id, const char *cur_name, H5L_type_t type, hid_t new_loc_id,
                const char *new_name);
herr_t H5Gmove(hid_t src_loc_id, const char *src_name, const char *dst_name);
herr_t H5Gmove2(hid_t src_loc_id, const char *src_name, hid_t dst_loc_id, const char *dst_name);
herr_t H5Gunlink(hid_t loc_id, const char *name);
herr_t H5Gget_linkval(hid_t loc_id, const char *name, size_t size,
                      char *buf: out str[h5_text(buf, failed ? 0 : size, size)]);
herr_t H5Gset_comment(hid_t loc_id, const char *name, const char *comment);
int H5Gget_comment(hid_t loc_id, const char *name, size_t bufsize,
                   char *buf: out str[h5_text(buf, ret, bufsize)]);
herr_t H5Giterate(hid_t loc_id, const char *name, int *idx: in *int, H5G_iterate_t op, void *op_data);
herr_t H5Gget_num_objs(hid_t loc_id, hsize_t *num_objs: out *uint);
herr_t H5Gget_objinfo(hid_t loc_id, const char *name, hbool_t follow_link, H5G_stat_t *statbuf: out *h5_stat);
ssize_t H5Gget_objname_by_idx(hid_t loc_id, hsize_t idx: offset, char *name: out str[h5_text(name, ret, size)],
                              size_t size);
H5G_obj_t H5Gget_objtype_by_idx(hid_t loc_id, hsize_t idx: offset);
hid_t H5Gcreate_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                      const char *name, hid_t lcpl_id: H5P, hid_t gcpl_id: H5P, hid_t gapl_id: H5P,
                      hid_t es_id: H5ES): new H5G;
hid_t H5Gopen_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                    const char *name, hid_t gapl_id: H5P, hid_t es_id: H5ES): new H5G;
herr_t H5Gget_info_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                         H5G_info_t *ginfo: out *h5_group_info = h5_now(ginfo, es_id), hid_t es_id: H5ES);
herr_t H5Gget_info_by_name_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                                 const char *name,
                                 H5G_info_t *ginfo: out *h5_group_info = h5_now(ginfo, es_id),
                                 hid_t lapl_id: H5P, hid_t es_id: H5ES);
herr_t H5Gget_info_by_idx_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                                const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                                hsize_t n: offset, H5G_info_t *ginfo: out *h5_group_info = h5_now(ginfo, es_id),
                                hid_t lapl_id: H5P, hid_t es_id: H5ES);
herr_t H5Gclose_async(const char *app_file, const char *app_func, unsigned app_line,
                      hid_t group_id: H5G frees(h5_gone($, failed)), hid_t es_id: H5ES);

# ---- datasets

hid_t H5Dcreate2(hid_t loc_id, const char *name, hid_t type_id: H5T, hid_t space_id: H5S, hid_t lcpl_id: H5P,
                 hid_t dcpl_id: H5P, hid_t dapl_id: H5P): new H5D after(h5_copy_rank(ret, space_id));
hid_t H5Dcreate_anon(hid_t loc_id, hid_t type_id: H5T, hid_t space_id: H5S, hid_t dcpl_id: H5P,
                     hid_t dapl_id: H5P): new H5D after(h5_copy_rank(ret, space_id));
hid_t H5Dopen2(hid_t loc_id, const char *name, hid_t dapl_id: H5P): new H5D;
hid_t H5Dget_space(hid_t dset_id: H5D): new H5S after(h5_copy_rank(ret, dset_id));
herr_t H5Dget_space_status(hid_t dset_id: H5D, H5D_space_status_t *allocation: out *enum H5D_space_status);
hid_t H5Dget_type(hid_t dset_id: H5D, + made: *h5_type via h5_type(ret, failed)): new H5T;
hid_t H5Dget_create_plist(hid_t dset_id: H5D): new H5P;
hid_t H5Dget_access_plist(hid_t dset_id: H5D): new H5P;
hsize_t H5Dget_storage_size(hid_t dset_id: H5D): offset fails(false);
herr_t H5Dget_chunk_storage_size(hid_t dset_id: H5D, const hsize_t *offset: [offset; rank],
                                 hsize_t *chunk_bytes: out *uint)
    before(const int rank = h5_dataset_rank(dset_id));
herr_t H5Dget_num_chunks(hid_t dset_id: H5D, hid_t fspace_id: H5S, hsize_t *nchunks: out *uint);
herr_t H5Dget_chunk_info_by_coord(hid_t dset_id: H5D, const hsize_t *offset: [offset; rank],
                                  unsigned *filter_mask: out *flags H5Z_mask, haddr_t *addr: out *offset,
                                  hsize_t *size: out *uint)
    before(const int rank = h5_dataset_rank(dset_id));
herr_t H5Dget_chunk_info(hid_t dset_id: H5D, hid_t fspace_id: H5S, hsize_t chk_idx,
                         hsize_t *offset: out [offset; rank], unsigned *filter_mask: out *flags H5Z_mask,
                         haddr_t *addr: out *offset, hsize_t *size: out *uint)
    before(const int rank = h5_dataset_rank(dset_id));
haddr_t H5Dget_offset(hid_t dset_id: H5D): offset fails(ret == HADDR_UNDEF);
herr_t H5Dread(hid_t dset_id: H5D, hid_t mem_type_id: H5T, hid_t mem_space_id: H5S, hid_t file_space_id: H5S,
               hid_t dxpl_id: H5P, void *buf);
herr_t H5Dwrite(hid_t dset_id: H5D, hid_t mem_type_id: H5T, hid_t mem_space_id: H5S,
                hid_t file_space_id: H5S, hid_t dxpl_id: H5P, const void *buf);
herr_t H5Dwrite_chunk(hid_t dset_id: H5D, hid_t dxpl_id: H5P, uint32_t filters: flags H5Z_mask,
                      const hsize_t *offset: [offset; rank], size_t data_size, const void *buf)
    before(const int rank = h5_dataset_rank(dset_id));
herr_t H5Diterate(void *buf, hid_t type_id: H5T, hid_t space_id: H5S, H5D_operator_t op, void *operator_data);
herr_t H5Dvlen_get_buf_size(hid_t dset_id: H5D, hid_t type_id: H5T, hid_t space_id: H5S,
                            hsize_t *size: out *uint);
herr_t H5Dfill(const void *fill, hid_t fill_type_id: H5T, void *buf, hid_t buf_type_id: H5T,
               hid_t space_id: H5S);
herr_t H5Dset_extent(hid_t dset_id: H5D, const hsize_t size[]: [offset; rank])
    before(const int rank = h5_dataset_rank(dset_id));
herr_t H5Dflush(hid_t dset_id: H5D);
herr_t H5Drefresh(hid_t dset_id: H5D);
herr_t H5Dscatter(H5D_scatter_func_t op, void *op_data, hid_t type_id: H5T, hid_t dst_space_id: H5S,
                  void *dst_buf);
herr_t H5Dgather(hid_t src_space_id: H5S, const void *src_buf, hid_t type_id: H5T, size_t dst_buf_size,
                 void *dst_buf, H5D_gather_func_t op, void *op_data);
herr_t H5Dclose(hid_t dset_id: H5D frees(h5_gone($, failed)));
herr_t H5Ddebug(hid_t dset_id: H5D);
herr_t H5Dformat_convert(hid_t dset_id: H5D);
herr_t H5Dget_chunk_index_type(hid_t did: H5D, H5D_chunk_index_t *idx_type: out *enum H5D_chunk_index);
hid_t H5Dcreate1(hid_t loc_id, const char *name, hid_t type_id: H5T, hid_t space_id: H5S,
                 hid_t dcpl_id: H5P): new H5D after(h5_copy_rank(ret, space_id));
hid_t H5Dopen1(hid_t loc_id, const char *name): new H5D;
herr_t H5Dextend(hid_t dset_id: H5D, const hsize_t size[]: [offset; rank])
    before(const int rank = h5_dataset_rank(dset_id));
herr_t H5Dvlen_reclaim(hid_t type_id: H5T, hid_t space_id: H5S, hid_t dxpl_id: H5P, void *buf);
herr_t H5Dread_chunk(hid_t dset_id: H5D, hid_t dxpl_id: H5P, const hsize_t *offset: [offset; rank],
                     uint32_t *filters: out *flags H5Z_mask, void *buf)
    before(const int rank = h5_dataset_rank(dset_id));
hid_t H5Dcreate_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                      const char *name, hid_t type_id: H5T, hid_t space_id: H5S, hid_t lcpl_id: H5P,
                      hid_t dcpl_id: H5P, hid_t dapl_id: H5P, hid_t es_id: H5ES): new H5D
    after(h5_copy_rank(ret, space_id));
hid_t H5Dopen_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                    const char *name, hid_t dapl_id: H5P, hid_t es_id: H5ES): new H5D;
hid_t H5Dget_space_async(const char *app_file, const char *app_func, unsigned app_line, hid_t dset_id: H5D,
                         hid_t es_id: H5ES): new H5S after(h5_copy_rank(ret, dset_id));
herr_t H5Dchunk_iter(hid_t dset_id: H5D, hid_t dxpl_id: H5P, H5D_chunk_iter_op_t cb, void *op_data);
herr_t H5Dread_multi(size_t count, hid_t dset_id[]: [H5D; count], hid_t mem_type_id[]: [H5T; count],
                     hid_t mem_space_id[]: [H5S; count], hid_t file_space_id[]: [H5S; count],
                     hid_t dxpl_id: H5P, void *buf[]: [ptr; count])
    admit(call.admits_handle(Class::H5D, handle_value(h5_first(dset_id, count))));
herr_t H5Dread_async(const char *app_file, const char *app_func, unsigned app_line, hid_t dset_id: H5D,
                     hid_t mem_type_id: H5T, hid_t mem_space_id: H5S, hid_t file_space_id: H5S,
                     hid_t dxpl_id: H5P, void *buf, hid_t es_id: H5ES);
herr_t H5Dread_multi_async(const char *app_file, const char *app_func, unsigned app_line, size_t count,
                           hid_t dset_id[]: [H5D; count], hid_t mem_type_id[]: [H5T; count],
                           hid_t mem_space_id[]: [H5S; count], hid_t file_space_id[]: [H5S; count],
                           hid_t dxpl_id: H5P, void *buf[]: [ptr; count], hid_t es_id: H5ES)
    admit(call.admits_handle(Class::H5D, handle_value(h5_first(dset_id, count))));
herr_t H5Dwrite_multi(size_t count, hid_t dset_id[]: [H5D; count], hid_t mem_type_id[]: [H5T; count],
                      hid_t mem_space_id[]: [H5S; count], hid_t file_space_id[]: [H5S; count],
                      hid_t dxpl_id: H5P, const void *buf[]: [ptr; count])
    admit(call.admits_handle(Class::H5D, handle_value(h5_first(dset_id, count))));
herr_t H5Dwrite_async(const char *app_file, const char *app_func, unsigned app_line, hid_t dset_id: H5D,
                      hid_t mem_type_id: H5T, hid_t mem_space_id: H5S, hid_t file_space_id: H5S,
                      hid_t dxpl_id: H5P, const void *buf, hid_t es_id: H5ES);
herr_t H5Dwrite_multi_async(const char *app_file, const char *app_func, unsigned app_line, size_t count,
                            hid_t dset_id[]: [H5D; count], hid_t mem_type_id[]: [H5T; count],
                            hid_t mem_space_id[]: [H5S; count], hid_t file_space_id[]: [H5S; count],
                            hid_t dxpl_id: H5P, const void *buf[]: [ptr; count], hid_t es_id: H5ES)
    admit(call.admits_handle(Class::H5D, handle_value(h5_first(dset_id, count))));
herr_t H5Dread_chunk2(hid_t dset_id: H5D, hid_t dxpl_id: H5P, const hsize_t *offset: [offset; rank],
                      uint32_t *filters: out *flags H5Z_mask, void *buf, size_t *buf_size: in *uint)
    before(const int rank = h5_dataset_rank(dset_id));
herr_t H5Dset_extent_async(const char *app_file, const char *app_func, unsigned app_line, hid_t dset_id: H5D,
                           const hsize_t size[]: [offset; rank], hid_t es_id: H5ES)
    before(const int rank = h5_dataset_rank(dset_id));
herr_t H5Dclose_async(const char *app_file, const char *app_func, unsigned app_line,
                      hid_t dset_id: H5D frees(h5_gone($, failed)), hid_t es_id: H5ES);
herr_t H5Dread_chunk1(hid_t dset_id: H5D, hid_t dxpl_id: H5P, const hsize_t *offset: [offset; rank],
                      uint32_t *filters: out *flags H5Z_mask, void *buf)
    before(const int rank = h5_dataset_rank(dset_id));

# ---- attributes

herr_t H5Aclose(hid_t attr_id: H5A frees(h5_gone($, failed)));
hid_t H5Acreate2(hid_t loc_id, const char *attr_name, hid_t type_id: H5T, hid_t space_id: H5S,
                 hid_t acpl_id: H5P, hid_t aapl_id: H5P): new H5A;
hid_t H5Acreate_by_name(hid_t loc_id, const char *obj_name, const char *attr_name, hid_t type_id: H5T,
                        hid_t space_id: H5S, hid_t acpl_id: H5P, hid_t aapl_id: H5P,
                        hid_t lapl_id: H5P): new H5A;
herr_t H5Adelete(hid_t loc_id, const char *attr_name);
herr_t H5Adelete_by_idx(hid_t loc_id, const char *obj_name, H5_index_t idx_type, H5_iter_order_t order,
                        hsize_t n: offset, hid_t lapl_id: H5P);
herr_t H5Adelete_by_name(hid_t loc_id, const char *obj_name, const char *attr_name, hid_t lapl_id: H5P);
htri_t H5Aexists(hid_t obj_id, const char *attr_name);
htri_t H5Aexists_by_name(hid_t obj_id, const char *obj_name, const char *attr_name, hid_t lapl_id: H5P);
hid_t H5Aget_create_plist(hid_t attr_id: H5A): new H5P;
herr_t H5Aget_info(hid_t attr_id: H5A, H5A_info_t *ainfo: out *h5_attr_info);
herr_t H5Aget_info_by_idx(hid_t loc_id, const char *obj_name, H5_index_t idx_type, H5_iter_order_t order,
                          hsize_t n: offset, H5A_info_t *ainfo: out *h5_attr_info, hid_t lapl_id: H5P);
herr_t H5Aget_info_by_name(hid_t loc_id, const char *obj_name, const char *attr_name,
                           H5A_info_t *ainfo: out *h5_attr_info, hid_t lapl_id: H5P);
ssize_t H5Aget_name(hid_t attr_id: H5A, size_t buf_size, char *buf: out str[h5_text(buf, ret, buf_size)]);
ssize_t H5Aget_name_by_idx(hid_t loc_id, const char *obj_name, H5_index_t idx_type, H5_iter_order_t order,
                           hsize_t n: offset, char *name: out str[h5_text(name, ret, size)], size_t size,
                           hid_t lapl_id: H5P);
hid_t H5Aget_space(hid_t attr_id: H5A): new H5S;
hsize_t H5Aget_storage_size(hid_t attr_id: H5A) fails(false);
hid_t H5Aget_type(hid_t attr_id: H5A, + made: *h5_type via h5_type(ret, failed)): new H5T;
herr_t H5Aiterate2(hid_t loc_id, H5_index_t idx_type, H5_iter_order_t order, hsize_t *idx: in *uint,
                   H5A_operator2_t op, void *op_data);
herr_t H5Aiterate_by_name(hid_t loc_id, const char *obj_name, H5_index_t idx_type, H5_iter_order_t order,
                          hsize_t *idx: in *uint, H5A_operator2_t op, void *op_data, hid_t lapl_id: H5P);
hid_t H5Aopen(hid_t obj_id, const char *attr_name, hid_t aapl_id: H5P): new H5A;
hid_t H5Aopen_by_idx(hid_t loc_id, const char *obj_name, H5_index_t idx_type, H5_iter_order_t order,
                     hsize_t n: offset, hid_t aapl_id: H5P, hid_t lapl_id: H5P): new H5A;
hid_t H5Aopen_by_name(hid_t loc_id, const char *obj_name, const char *attr_name, hid_t aapl_id: H5P,
                      hid_t lapl_id: H5P): new H5A;
herr_t H5Aread(hid_t attr_id: H5A, hid_t type_id: H5T, void *buf);
herr_t H5Arename(hid_t loc_id, const char *old_name, const char *new_name);
herr_t H5Awrite(hid_t attr_id: H5A, hid_t type_id: H5T, const void *buf);
herr_t H5Arename_by_name(hid_t loc_id, const char *obj_name, const char *old_attr_name,
                         const char *new_attr_name, hid_t lapl_id: H5P);
hid_t H5Acreate1(hid_t loc_id, const char *name, hid_t type_id: H5T, hid_t space_id: H5S,
                 hid_t acpl_id: H5P): new H5A;
int H5Aget_num_attrs(hid_t loc_id);
herr_t H5Aiterate1(hid_t loc_id, unsigned *idx: in *uint, H5A_operator1_t op, void *op_data);
hid_t H5Aopen_idx(hid_t loc_id, unsigned idx: offset): new H5A;
hid_t H5Aopen_name(hid_t loc_id, const char *name): new H5A;
herr_t H5Aclose_async(const char *app_file, const char *app_func, unsigned app_line,
                      hid_t attr_id: H5A frees(h5_gone($, failed)), hid_t es_id: H5ES);
hid_t H5Acreate_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                      const char *attr_name, hid_t type_id: H5T, hid_t space_id: H5S, hid_t acpl_id: H5P,
                      hid_t aapl_id: H5P, hid_t es_id: H5ES): new H5A;
hid_t H5Acreate_by_name_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                              const char *obj_name, const char *attr_name, hid_t type_id: H5T,
                              hid_t space_id: H5S, hid_t acpl_id: H5P, hid_t aapl_id: H5P,
                              hid_t lapl_id: H5P, hid_t es_id: H5ES): new H5A;
herr_t H5Aexists_async(const char *app_file, const char *app_func, unsigned app_line, hid_t obj_id,
                       const char *attr_name, hbool_t *exists: out *int = h5_now(exists, es_id),
                       hid_t es_id: H5ES);
herr_t H5Aexists_by_name_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                               const char *obj_name, const char *attr_name,
                               hbool_t *exists: out *int = h5_now(exists, es_id), hid_t lapl_id: H5P,
                               hid_t es_id: H5ES);
hid_t H5Aopen_async(const char *app_file, const char *app_func, unsigned app_line, hid_t obj_id,
                    const char *attr_name, hid_t aapl_id: H5P, hid_t es_id: H5ES): new H5A;
hid_t H5Aopen_by_idx_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                           const char *obj_name, H5_index_t idx_type, H5_iter_order_t order, hsize_t n: offset,
                           hid_t aapl_id: H5P, hid_t lapl_id: H5P, hid_t es_id: H5ES): new H5A;
hid_t H5Aopen_by_name_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                            const char *obj_name, const char *attr_name, hid_t aapl_id: H5P,
                            hid_t lapl_id: H5P, hid_t es_id: H5ES): new H5A;
herr_t H5Aread_async(const char *app_file, const char *app_func, unsigned app_line, hid_t attr_id: H5A,
                     hid_t dtype_id: H5T, void *buf, hid_t es_id: H5ES);
herr_t H5Arename_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                       const char *old_name, const char *new_name, hid_t es_id: H5ES);
herr_t H5Arename_by_name_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                               const char *obj_name, const char *old_attr_name, const char *new_attr_name,
                               hid_t lapl_id: H5P, hid_t es_id: H5ES);
herr_t H5Awrite_async(const char *app_file, const char *app_func, unsigned app_line, hid_t attr_id: H5A,
                      hid_t type_id: H5T, const void *buf, hid_t es_id: H5ES);

# ---- dataspaces

herr_t H5Sclose(hid_t space_id: H5S frees(h5_gone($, failed)));
hid_t H5Scombine_hyperslab(hid_t space_id: H5S, H5S_seloper_t op, const hsize_t start[]: [offset; rank],
                           const hsize_t stride[]: [uint; rank], const hsize_t count[]: [uint; rank],
                           const hsize_t block[]: [uint; rank]): new H5S
    before(const int rank = h5_rank(space_id));
hid_t H5Scombine_select(hid_t space1_id: H5S, H5S_seloper_t op, hid_t space2_id: H5S): new H5S;
hid_t H5Scopy(hid_t space_id: H5S): new H5S after(h5_copy_rank(ret, space_id));
hid_t H5Screate(H5S_class_t type): new H5S;
hid_t H5Screate_simple(int rank, const hsize_t dims[]: [uint; rank],
                       const hsize_t maxdims[]: [enum H5S_extent; rank]): new H5S
    after(h5_note_rank(ret, rank));
hid_t H5Sdecode(const void *buf): new H5S;
herr_t H5Sextent_copy(hid_t dst_id: H5S, hid_t src_id: H5S) after(h5_note_rank(dst_id, kH5NoRank));
htri_t H5Sextent_equal(hid_t space1_id: H5S, hid_t space2_id: H5S);
htri_t H5Sget_regular_hyperslab(hid_t spaceid: H5S, hsize_t start[]: out [uint; rank],
                                hsize_t stride[]: out [uint; rank], hsize_t count[]: out [uint; rank],
                                hsize_t block[]: out [uint; rank]) before(const int rank = h5_rank(spaceid));
herr_t H5Sget_select_bounds(hid_t spaceid: H5S, hsize_t start[]: out [uint; rank],
                            hsize_t end[]: out [uint; rank]) before(const int rank = h5_rank(spaceid));
hssize_t H5Sget_select_elem_npoints(hid_t spaceid: H5S);
herr_t H5Sget_select_elem_pointlist(hid_t spaceid: H5S, hsize_t startpoint, hsize_t numpoints,
                                    hsize_t buf[]: out [uint; h5_times(numpoints, rank)])
    before(const int rank = h5_rank(spaceid));
herr_t H5Sget_select_hyper_blocklist(hid_t spaceid: H5S, hsize_t startblock, hsize_t numblocks,
                                     hsize_t buf[]: out [uint; h5_times(numblocks, 2 * rank)])
    before(const int rank = h5_rank(spaceid));
hssize_t H5Sget_select_hyper_nblocks(hid_t spaceid: H5S);
hssize_t H5Sget_select_npoints(hid_t spaceid: H5S);
H5S_sel_type H5Sget_select_type(hid_t spaceid: H5S);
int H5Sget_simple_extent_dims(hid_t space_id: H5S, hsize_t dims[]: out [offset; ret],
                              hsize_t maxdims[]: out [enum H5S_extent; ret]);
int H5Sget_simple_extent_ndims(hid_t space_id: H5S);
hssize_t H5Sget_simple_extent_npoints(hid_t space_id: H5S);
H5S_class_t H5Sget_simple_extent_type(hid_t space_id: H5S);
htri_t H5Sis_regular_hyperslab(hid_t spaceid: H5S);
htri_t H5Sis_simple(hid_t space_id: H5S);
herr_t H5Smodify_select(hid_t space1_id: H5S, H5S_seloper_t op, hid_t space2_id: H5S);
herr_t H5Soffset_simple(hid_t space_id: H5S, const hssize_t *offset: [offset; rank])
    before(const int rank = h5_rank(space_id));
herr_t H5Sselect_adjust(hid_t spaceid: H5S, const hssize_t *offset: [offset; rank])
    before(const int rank = h5_rank(spaceid));
herr_t H5Sselect_all(hid_t spaceid: H5S);
herr_t H5Sselect_copy(hid_t dst_id: H5S, hid_t src_id: H5S);
herr_t H5Sselect_elements(hid_t space_id: H5S, H5S_seloper_t op, size_t num_elem,
                          const hsize_t *coord: [offset; h5_times(num_elem, rank)])
    before(const int rank = h5_rank(space_id));
herr_t H5Sselect_hyperslab(hid_t space_id: H5S, H5S_seloper_t op, const hsize_t start[]: [offset; rank],
                           const hsize_t stride[]: [uint; rank], const hsize_t count[]: [uint; rank],
                           const hsize_t block[]: [uint; rank]) before(const int rank = h5_rank(space_id));
htri_t H5Sselect_intersect_block(hid_t space_id: H5S, const hsize_t *start: [offset; rank],
                                 const hsize_t *end: [offset; rank])
    before(const int rank = h5_rank(space_id));
herr_t H5Sselect_none(hid_t spaceid: H5S);
hid_t H5Sselect_project_intersection(hid_t src_space_id: H5S, hid_t dst_space_id: H5S,
                                     hid_t src_intersect_space_id: H5S): new H5S;
htri_t H5Sselect_shape_same(hid_t space1_id: H5S, hid_t space2_id: H5S);
htri_t H5Sselect_valid(hid_t spaceid: H5S);
herr_t H5Sset_extent_none(hid_t space_id: H5S) after(h5_note_rank(space_id, kH5NoRank));
herr_t H5Sset_extent_simple(hid_t space_id: H5S, int rank, const hsize_t dims[]: [uint; rank],
                            const hsize_t max[]: [enum H5S_extent; rank])
    after(h5_note_rank(space_id, ret < 0 ? kH5NoRank : rank));
herr_t H5Sencode(hid_t obj_id: H5S, void *buf, size_t *nalloc: out *uint);
herr_t H5Sencode2(hid_t obj_id: H5S, void *buf, size_t *nalloc: out *uint, hid_t fapl: H5P);
herr_t H5Ssel_iter_close(hid_t sel_iter_id: H5I frees(h5_gone($, failed)));
hid_t H5Ssel_iter_create(hid_t spaceid: H5S, size_t elmt_size, unsigned flags: flags H5S_SEL_ITER): new H5I;
herr_t H5Ssel_iter_get_seq_list(hid_t sel_iter_id: H5I, size_t maxseq, size_t maxelmts,
                                size_t *nseq: out *uint, size_t *nelmts: out *uint,
                                hsize_t *off: out [uint; h5_count(nseq)],
                                size_t *len: out [uint; h5_count(nseq)]);
herr_t H5Ssel_iter_reset(hid_t sel_iter_id: H5I, hid_t space_id: H5S);
herr_t H5Sencode1(hid_t obj_id: H5S, void *buf, size_t *nalloc: out *uint);

# ---- datatypes

hid_t H5Tcreate(H5T_class_t type, size_t size): new H5T;
hid_t H5Tcopy(hid_t type_id): new H5T;
herr_t H5Tclose(hid_t type_id: H5T frees(h5_gone($, failed)));
htri_t H5Tequal(hid_t type1_id: H5T, hid_t type2_id: H5T);
herr_t H5Tlock(hid_t type_id: H5T);
herr_t H5Tcommit2(hid_t loc_id, const char *name, hid_t type_id: H5T, hid_t lcpl_id: H5P, hid_t tcpl_id: H5P,
                  hid_t tapl_id: H5P);
hid_t H5Topen2(hid_t loc_id, const char *name, hid_t tapl_id: H5P,
               + made: *h5_type via h5_type(ret, failed)): new H5T;
herr_t H5Tcommit_anon(hid_t loc_id, hid_t type_id: H5T, hid_t tcpl_id: H5P, hid_t tapl_id: H5P);
hid_t H5Tget_create_plist(hid_t type_id: H5T): new H5P;
htri_t H5Tcommitted(hid_t type_id: H5T);
herr_t H5Tencode(hid_t obj_id: H5T, void *buf, size_t *nalloc: out *uint);
herr_t H5Tflush(hid_t type_id: H5T);
herr_t H5Trefresh(hid_t type_id: H5T);
herr_t H5Tinsert(hid_t parent_id: H5T, const char *name, size_t offset, hid_t member_id: H5T);
herr_t H5Tpack(hid_t type_id: H5T);
hid_t H5Tenum_create(hid_t base_id: H5T): new H5T;
herr_t H5Tenum_insert(hid_t type: H5T, const char *name, const void *value);
herr_t H5Tenum_nameof(hid_t type: H5T, const void *value,
                      char *name: out str[h5_text(name, failed ? 0 : size, size)], size_t size);
herr_t H5Tenum_valueof(hid_t type: H5T, const char *name, void *value);
hid_t H5Tvlen_create(hid_t base_id: H5T): new H5T;
hid_t H5Tarray_create2(hid_t base_id: H5T, unsigned ndims, const hsize_t dim[]: [uint; ndims]): new H5T;
int H5Tget_array_ndims(hid_t type_id: H5T);
int H5Tget_array_dims2(hid_t type_id: H5T, hsize_t dims[]: out [uint; ret]);
herr_t H5Tset_tag(hid_t type: H5T, const char *tag);
char *H5Tget_tag(hid_t type: H5T): str fails(ret == nullptr);
hid_t H5Tget_super(hid_t type: H5T, + made: *h5_type via h5_type(ret, failed)): new H5T;
H5T_class_t H5Tget_class(hid_t type_id: H5T);
htri_t H5Tdetect_class(hid_t type_id: H5T, H5T_class_t cls);
size_t H5Tget_size(hid_t type_id: H5T) fails(ret == 0);
H5T_order_t H5Tget_order(hid_t type_id: H5T);
size_t H5Tget_precision(hid_t type_id: H5T) fails(ret == 0);
int H5Tget_offset(hid_t type_id: H5T);
herr_t H5Tget_pad(hid_t type_id: H5T, H5T_pad_t *lsb: out *enum H5T_pad, H5T_pad_t *msb: out *enum H5T_pad);
H5T_sign_t H5Tget_sign(hid_t type_id: H5T);
herr_t H5Tget_fields(hid_t type_id: H5T, size_t *spos: out *uint, size_t *epos: out *uint,
                     size_t *esize: out *uint, size_t *mpos: out *uint, size_t *msize: out *uint);
size_t H5Tget_ebias(hid_t type_id: H5T) fails(ret == 0);
H5T_norm_t H5Tget_norm(hid_t type_id: H5T);
H5T_pad_t H5Tget_inpad(hid_t type_id: H5T);
H5T_str_t H5Tget_strpad(hid_t type_id: H5T);
int H5Tget_nmembers(hid_t type_id: H5T);
char *H5Tget_member_name(hid_t type_id: H5T, unsigned membno): str fails(ret == nullptr);
int H5Tget_member_index(hid_t type_id: H5T, const char *name);
size_t H5Tget_member_offset(hid_t type_id: H5T, unsigned membno) fails(false);
H5T_class_t H5Tget_member_class(hid_t type_id: H5T, unsigned membno);
hid_t H5Tget_member_type(hid_t type_id: H5T, unsigned membno,
                         + made: *h5_type via h5_type(ret, failed)): new H5T;
herr_t H5Tget_member_value(hid_t type_id: H5T, unsigned membno, void *value);
H5T_cset_t H5Tget_cset(hid_t type_id: H5T);
htri_t H5Tis_variable_str(hid_t type_id: H5T);
hid_t H5Tget_native_type(hid_t type_id: H5T, H5T_direction_t direction,
                         + made: *h5_type via h5_type(ret, failed)): new H5T;
herr_t H5Tset_size(hid_t type_id: H5T, size_t size);
herr_t H5Tset_order(hid_t type_id: H5T, H5T_order_t order);
herr_t H5Tset_precision(hid_t type_id: H5T, size_t prec);
herr_t H5Tset_offset(hid_t type_id: H5T, size_t offset);
herr_t H5Tset_pad(hid_t type_id: H5T, H5T_pad_t lsb, H5T_pad_t msb);
herr_t H5Tset_sign(hid_t type_id: H5T, H5T_sign_t sign);
herr_t H5Tset_fields(hid_t type_id: H5T, size_t spos, size_t epos, size_t esize, size_t mpos, size_t msize);
herr_t H5Tset_ebias(hid_t type_id: H5T, size_t ebias);
herr_t H5Tset_norm(hid_t type_id: H5T, H5T_norm_t norm);
herr_t H5Tset_inpad(hid_t type_id: H5T, H5T_pad_t pad);
herr_t H5Tset_cset(hid_t type_id: H5T, H5T_cset_t cset);
herr_t H5Tset_strpad(hid_t type_id: H5T, H5T_str_t strpad);
herr_t H5Tconvert(hid_t src_id: H5T, hid_t dst_id: H5T, size_t nelmts, void *buf, void *background,
                  hid_t plist_id: H5P);
herr_t H5Treclaim(hid_t type_id: H5T, hid_t space_id: H5S, hid_t plist_id: H5P, void *buf);
herr_t H5Tcommit1(hid_t loc_id, const char *name, hid_t type_id: H5T);
hid_t H5Topen1(hid_t loc_id, const char *name, + made: *h5_type via h5_type(ret, failed)): new H5T;
hid_t H5Tarray_create1(hid_t base_id: H5T, int ndims, const hsize_t dim[]: [uint; ndims],
                       const int perm[]: ptr): new H5T;
int H5Tget_array_dims1(hid_t type_id: H5T, hsize_t dims[]: out [uint; ret], int perm[]: ptr);
herr_t H5Tregister(H5T_pers_t pers, const char *name, hid_t src_id: H5T, hid_t dst_id: H5T, H5T_conv_t func);
herr_t H5Tunregister(H5T_pers_t pers, const char *name, hid_t src_id: H5T, hid_t dst_id: H5T,
                     H5T_conv_t func);
H5T_conv_t H5Tfind(hid_t src_id: H5T, hid_t dst_id: H5T, H5T_cdata_t **pcdata): callback
    fails(ret == nullptr);
htri_t H5Tcompiler_conv(hid_t src_id: H5T, hid_t dst_id: H5T);
hid_t H5Tdecode(const void *buf, + made: *h5_type via h5_type(ret, failed)): new H5T;
herr_t H5Tclose_async(const char *app_file, const char *app_func, unsigned app_line,
                      hid_t type_id: H5T frees(h5_gone($, failed)), hid_t es_id: H5ES);
herr_t H5Tcommit_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                       const char *name, hid_t type_id: H5T, hid_t lcpl_id: H5P, hid_t tcpl_id: H5P,
                       hid_t tapl_id: H5P, hid_t es_id: H5ES);
hid_t H5Topen_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                    const char *name, hid_t tapl_id: H5P, hid_t es_id: H5ES): new H5T;
hid_t H5Tdecode2(const void *buf, size_t buf_size, + made: *h5_type via h5_type(ret, failed)): new H5T;
hid_t H5Tcomplex_create(hid_t base_type_id: H5T): new H5T;
hid_t H5Tdecode1(const void *buf, + made: *h5_type via h5_type(ret, failed)): new H5T;

# ---- property lists: of all kinds

herr_t H5Pclose(hid_t plist_id: H5P frees(h5_gone($, failed)));
herr_t H5Pclose_class(hid_t plist_id: H5P frees(h5_gone($, failed)));
hid_t H5Pcopy(hid_t plist_id: H5P): new H5P;
herr_t H5Pcopy_prop(hid_t dst_id: H5P, hid_t src_id: H5P, const char *name);
hid_t H5Pcreate(hid_t cls_id: H5P): new H5P;
hid_t H5Pcreate_class(hid_t parent: H5P, const char *name, H5P_cls_create_func_t create, void *create_data,
                      H5P_cls_copy_func_t copy, void *copy_data, H5P_cls_close_func_t close,
                      void *close_data): new H5P;
hid_t H5Pdecode(const void *buf): new H5P;
htri_t H5Pequal(hid_t id1: H5P, hid_t id2: H5P);
htri_t H5Pexist(hid_t plist_id: H5P, const char *name);
herr_t H5Pget(hid_t plist_id: H5P, const char *name, void *value);
hid_t H5Pget_class(hid_t plist_id: H5P): new H5P;
char *H5Pget_class_name(hid_t pclass_id: H5P): str fails(ret == nullptr);
hid_t H5Pget_class_parent(hid_t pclass_id: H5P): new H5P;
herr_t H5Pget_nprops(hid_t id: H5P, size_t *nprops: out *uint);
herr_t H5Pget_size(hid_t id: H5P, const char *name, size_t *size: out *uint);
herr_t H5Pinsert2(hid_t plist_id: H5P, const char *name, size_t size, void *value, H5P_prp_set_func_t set,
                  H5P_prp_get_func_t get, H5P_prp_delete_func_t prp_del, H5P_prp_copy_func_t copy,
                  H5P_prp_compare_func_t compare, H5P_prp_close_func_t close);
htri_t H5Pisa_class(hid_t plist_id: H5P, hid_t pclass_id: H5P);
int H5Piterate(hid_t id: H5P, int *idx: in *int, H5P_iterate_t iter_func, void *iter_data);
herr_t H5Pregister2(hid_t cls_id: H5P, const char *name, size_t size, void *def_value,
                    H5P_prp_create_func_t create, H5P_prp_set_func_t set, H5P_prp_get_func_t get,
                    H5P_prp_delete_func_t prp_del, H5P_prp_copy_func_t copy, H5P_prp_compare_func_t compare,
                    H5P_prp_close_func_t close);
herr_t H5Premove(hid_t plist_id: H5P, const char *name);
herr_t H5Pset(hid_t plist_id: H5P, const char *name, const void *value);
herr_t H5Punregister(hid_t pclass_id: H5P, const char *name);
herr_t H5Pregister1(hid_t cls_id: H5P, const char *name, size_t size, void *def_value,
                    H5P_prp_create_func_t prp_create, H5P_prp_set_func_t prp_set, H5P_prp_get_func_t prp_get,
                    H5P_prp_delete_func_t prp_del, H5P_prp_copy_func_t prp_copy,
                    H5P_prp_close_func_t prp_close);
herr_t H5Pinsert1(hid_t plist_id: H5P, const char *name, size_t size, void *value,
                  H5P_prp_set_func_t prp_set, H5P_prp_get_func_t prp_get, H5P_prp_delete_func_t prp_delete,
                  H5P_prp_copy_func_t prp_copy, H5P_prp_close_func_t prp_close);
herr_t H5Pencode(hid_t plist_id: H5P, void *buf, size_t *nalloc: out *uint);
herr_t H5Pencode2(hid_t plist_id: H5P, void *buf, size_t *nalloc: out *uint, hid_t fapl_id: H5P);
herr_t H5Pencode1(hid_t plist_id: H5P, void *buf, size_t *nalloc: out *uint);

# ---- property lists: drivers, collective access

hid_t H5Pget_driver(hid_t plist_id: H5P): H5I;
const void *H5Pget_driver_info(hid_t plist_id: H5P) fails(false);
herr_t H5Pset_driver(hid_t plist_id: H5P, hid_t driver_id: H5I, const void *driver_info);
herr_t H5Pset_all_coll_metadata_ops(hid_t plist_id: H5P, hbool_t is_collective);
herr_t H5Pget_all_coll_metadata_ops(hid_t plist_id: H5P, hbool_t *is_collective: out *int);
herr_t H5Pset_coll_metadata_write(hid_t plist_id: H5P, hbool_t is_collective);
herr_t H5Pget_coll_metadata_write(hid_t plist_id: H5P, hbool_t *is_collective: out *int);
herr_t H5Pget_mpio_actual_chunk_opt_mode(hid_t plist_id: H5P,
    H5D_mpio_actual_chunk_opt_mode_t *actual_chunk_opt_mode: out *enum H5D_mpio_actual_chunk_opt_mode);
herr_t H5Pget_mpio_actual_io_mode(hid_t plist_id: H5P,
    H5D_mpio_actual_io_mode_t *actual_io_mode: out *enum H5D_mpio_actual_io_mode);
herr_t H5Pget_mpio_no_collective_cause(hid_t plist_id: H5P,
                                       uint32_t *local_no_collective_cause: out *flags H5D_MPIO_CAUSE,
                                       uint32_t *global_no_collective_cause: out *flags H5D_MPIO_CAUSE);
herr_t H5Pset_fapl_core(hid_t fapl_id: H5P, size_t increment, hbool_t backing_store)
    after(h5_driver_chosen(fapl_id, "core", ret < 0));
herr_t H5Pget_fapl_core(hid_t fapl_id: H5P, size_t *increment: out *uint, hbool_t *backing_store: out *int);
herr_t H5Pset_fapl_direct(hid_t fapl_id: H5P, size_t alignment, size_t block_size, size_t cbuf_size)
    after(h5_driver_chosen(fapl_id, "direct", ret < 0));
herr_t H5Pget_fapl_direct(hid_t fapl_id: H5P, size_t *boundary: out *uint, size_t *block_size: out *uint,
                          size_t *cbuf_size: out *uint);
herr_t H5Pset_fapl_family(hid_t fapl_id: H5P, hsize_t memb_size, hid_t memb_fapl_id: H5P)
    after(h5_driver_chosen(fapl_id, "family", ret < 0));
herr_t H5Pget_fapl_family(hid_t fapl_id: H5P, hsize_t *memb_size: out *uint,
                          hid_t *memb_fapl_id: out *new H5P);
herr_t H5Pset_fapl_hdfs(hid_t fapl_id: H5P, H5FD_hdfs_fapl_t *fa: *h5_hdfs)
    after(h5_driver_chosen(fapl_id, "hdfs", ret < 0));
herr_t H5Pget_fapl_hdfs(hid_t fapl_id: H5P, H5FD_hdfs_fapl_t *fa_out: out *h5_hdfs);
herr_t H5Pset_fapl_log(hid_t fapl_id: H5P, const char *logfile, unsigned long long flags: flags H5FD_LOG,
                       size_t buf_size) after(h5_driver_chosen(fapl_id, "log", ret < 0));
herr_t H5Pget_fapl_mirror(hid_t fapl_id: H5P, H5FD_mirror_fapl_t *fa_out: out *h5_mirror);
herr_t H5Pset_fapl_mirror(hid_t fapl_id: H5P, H5FD_mirror_fapl_t *fa: *h5_mirror)
    after(h5_driver_chosen(fapl_id, "mirror", ret < 0));
herr_t H5Pset_dxpl_mpio(hid_t dxpl_id: H5P, H5FD_mpio_xfer_t xfer_mode);
herr_t H5Pget_dxpl_mpio(hid_t dxpl_id: H5P, H5FD_mpio_xfer_t *xfer_mode: out *enum H5FD_mpio_xfer);
herr_t H5Pset_dxpl_mpio_collective_opt(hid_t dxpl_id: H5P, H5FD_mpio_collective_opt_t opt_mode);
herr_t H5Pset_dxpl_mpio_chunk_opt(hid_t dxpl_id: H5P, H5FD_mpio_chunk_opt_t opt_mode);
herr_t H5Pset_dxpl_mpio_chunk_opt_num(hid_t dxpl_id: H5P, unsigned num_chunk_per_proc);
herr_t H5Pset_dxpl_mpio_chunk_opt_ratio(hid_t dxpl_id: H5P, unsigned percent_num_proc_per_chunk);
herr_t H5Pget_fapl_multi(hid_t fapl_id: H5P, H5FD_mem_t *memb_map: out [enum H5FD_mem; H5FD_MEM_NTYPES],
                         hid_t *memb_fapl: out [new H5P; H5FD_MEM_NTYPES],
                         char **memb_name: out [str; H5FD_MEM_NTYPES],
                         haddr_t *memb_addr: out [uint; H5FD_MEM_NTYPES], hbool_t *relax: out *int);
herr_t H5Pset_fapl_split(hid_t fapl: H5P, const char *meta_ext, hid_t meta_plist_id: H5P,
                         const char *raw_ext, hid_t raw_plist_id: H5P)
    after(h5_driver_chosen(fapl, "multi", ret < 0));
herr_t H5Pset_fapl_ros3(hid_t fapl_id: H5P, H5FD_ros3_fapl_t *fa: *h5_ros3)
    after(h5_driver_chosen(fapl_id, "ros3", ret < 0));
herr_t H5Pset_fapl_sec2(hid_t fapl_id: H5P) after(h5_driver_chosen(fapl_id, "sec2", ret < 0));
herr_t H5Pset_fapl_splitter(hid_t fapl_id: H5P, H5FD_splitter_vfd_config_t *config_ptr: *h5_splitter)
    after(h5_driver_chosen(fapl_id, "splitter", ret < 0));
herr_t H5Pget_fapl_splitter(hid_t fapl_id: H5P, H5FD_splitter_vfd_config_t *config_ptr: out *h5_splitter);
herr_t H5Pset_fapl_stdio(hid_t fapl_id: H5P) after(h5_driver_chosen(fapl_id, "stdio", ret < 0));
herr_t H5Pset_dxpl_multi(hid_t dxpl_id: H5P, const hid_t *memb_dxpl: [H5P; H5FD_MEM_NTYPES]);
herr_t H5Pget_dxpl_multi(hid_t dxpl_id: H5P, hid_t *memb_dxpl: out [H5P; H5FD_MEM_NTYPES]);
ssize_t H5Pget_driver_config_str(hid_t fapl_id: H5P,
                                 char *config_buf: out str[h5_text(config_buf, ret, buf_size)],
                                 size_t buf_size);
herr_t H5Pget_vol_id(hid_t plist_id: H5P, hid_t *vol_id: out *H5I);
herr_t H5Pget_vol_info(hid_t plist_id: H5P, void **vol_info);
herr_t H5Pset_driver_by_name(hid_t plist_id: H5P, const char *driver_name, const char *driver_config)
    after(h5_driver_chosen(plist_id, driver_name, ret < 0));
herr_t H5Pset_driver_by_value(hid_t plist_id: H5P, H5FD_class_value_t driver_value,
                              const char *driver_config);
herr_t H5Pset_vol(hid_t plist_id: H5P, hid_t new_vol_id: H5I, const void *new_vol_info);
herr_t H5Pget_vol_cap_flags(hid_t plist_id: H5P, uint64_t *cap_flags: out *uint);
herr_t H5Pget_fapl_onion(hid_t fapl_id: H5P, H5FD_onion_fapl_info_t *fa_out: out *h5_onion);
herr_t H5Pset_fapl_onion(hid_t fapl_id: H5P, const H5FD_onion_fapl_info_t *fa: *h5_onion)
    after(h5_driver_chosen(fapl_id, "onion", ret < 0));
herr_t H5Pget_fapl_ros3_token(hid_t fapl_id: H5P, size_t size, char *token);
herr_t H5Pset_fapl_ros3_token(hid_t fapl_id: H5P, const char *token: ptr);
herr_t H5Pget_fapl_ros3_endpoint(hid_t fapl_id: H5P, size_t size,
                                 char *endpoint: out str[h5_text(endpoint, failed ? 0 : size, size)]);
herr_t H5Pset_fapl_ros3_endpoint(hid_t fapl_id: H5P, const char *endpoint);
herr_t H5Pget_fapl_ros3_block_caching(hid_t fapl_id: H5P, size_t *block_size: out *uint,
                                      size_t *block_cache_size: out *uint,
                                      hbool_t *lock_superblock: out *int);
herr_t H5Pset_fapl_ros3_block_caching(hid_t fapl_id: H5P, size_t block_size, size_t block_cache_size,
                                      hbool_t lock_superblock);
herr_t H5Pset_fapl_subfiling(hid_t fapl_id: H5P, const H5FD_subfiling_config_t *vfd_config: *h5_subfiling)
    after(h5_driver_chosen(fapl_id, "subfiling", ret < 0));
herr_t H5Pget_fapl_subfiling(hid_t fapl_id: H5P, H5FD_subfiling_config_t *config_out: out *h5_subfiling);
herr_t H5Pset_fapl_ioc(hid_t fapl_id: H5P, H5FD_ioc_config_t *vfd_config: *h5_ioc)
    after(h5_driver_chosen(fapl_id, "ioc", ret < 0));
herr_t H5Pget_fapl_ioc(hid_t fapl_id: H5P, H5FD_ioc_config_t *config_out: out *h5_ioc);

# ---- property lists: MPI

%header "runtime/hdf5_par_arguments.h" <hdf5.h>

herr_t H5Pset_fapl_mpio(hid_t fapl_id: H5P, MPI_Comm comm, MPI_Info info,
                        + hints: [mpi_hint] via mpi_hints(info, failed))
    after(h5_driver_chosen(fapl_id, "mpio", ret < 0));
herr_t H5Pget_fapl_mpio(hid_t fapl_id: H5P, MPI_Comm *comm: out *new MPI_Comm,
                        MPI_Info *info: out *new MPI_Info);
herr_t H5Pset_fapl_mpiposix(hid_t fapl_id: H5P, MPI_Comm comm, hbool_t use_gpfs_hints)
    after(h5_driver_chosen(fapl_id, "mpiposix", ret < 0));
herr_t H5Pget_fapl_mpiposix(hid_t fapl_id: H5P, MPI_Comm *comm: out *new MPI_Comm,
                            hbool_t *use_gpfs_hints: out *int);
herr_t H5Pget_mpi_params(hid_t fapl_id: H5P, MPI_Comm *comm: out *new MPI_Comm,
                         MPI_Info *info: out *new MPI_Info);
herr_t H5Pset_mpi_params(hid_t fapl_id: H5P, MPI_Comm comm, MPI_Info info,
                         + hints: [mpi_hint] via mpi_hints(info, failed));

# ---- property lists: files

%header "runtime/hdf5_arguments.h" <hdf5.h>

herr_t H5Pget_file_space_page_size(hid_t plist_id: H5P, hsize_t *fsp_size: out *uint);
herr_t H5Pget_istore_k(hid_t plist_id: H5P, unsigned *ik: out *uint);
herr_t H5Pget_shared_mesg_index(hid_t plist_id: H5P, unsigned index_num,
                                unsigned *mesg_type_flags: out *flags H5O_SHMESG,
                                unsigned *min_mesg_size: out *uint);
herr_t H5Pget_shared_mesg_nindexes(hid_t plist_id: H5P, unsigned *nindexes: out *uint);
herr_t H5Pget_shared_mesg_phase_change(hid_t plist_id: H5P, unsigned *max_list: out *uint,
                                       unsigned *min_btree: out *uint);
herr_t H5Pget_sizes(hid_t plist_id: H5P, size_t *sizeof_addr: out *uint, size_t *sizeof_size: out *uint);
herr_t H5Pget_sym_k(hid_t plist_id: H5P, unsigned *ik: out *uint, unsigned *lk: out *uint);
herr_t H5Pget_userblock(hid_t plist_id: H5P, hsize_t *size: out *uint);
herr_t H5Pset_file_space_page_size(hid_t plist_id: H5P, hsize_t fsp_size);
herr_t H5Pset_istore_k(hid_t plist_id: H5P, unsigned ik);
herr_t H5Pset_shared_mesg_index(hid_t plist_id: H5P, unsigned index_num,
                                unsigned mesg_type_flags: flags H5O_SHMESG, unsigned min_mesg_size);
herr_t H5Pset_shared_mesg_nindexes(hid_t plist_id: H5P, unsigned nindexes);
herr_t H5Pset_shared_mesg_phase_change(hid_t plist_id: H5P, unsigned max_list, unsigned min_btree);
herr_t H5Pset_sizes(hid_t plist_id: H5P, size_t sizeof_addr, size_t sizeof_size);
herr_t H5Pset_sym_k(hid_t plist_id: H5P, unsigned ik, unsigned lk);
herr_t H5Pset_userblock(hid_t plist_id: H5P, hsize_t size);
herr_t H5Pget_alignment(hid_t fapl_id: H5P, hsize_t *threshold: out *uint, hsize_t *alignment: out *uint);
herr_t H5Pget_cache(hid_t plist_id: H5P, int *mdc_nelmts: out *int, size_t *rdcc_nslots: out *uint,
                    size_t *rdcc_nbytes: out *uint, double *rdcc_w0: out *double);
herr_t H5Pget_core_write_tracking(hid_t fapl_id: H5P, hbool_t *is_enabled: out *int,
                                  size_t *page_size: out *uint);
herr_t H5Pget_elink_file_cache_size(hid_t plist_id: H5P, unsigned *efc_size: out *uint);
herr_t H5Pget_evict_on_close(hid_t fapl_id: H5P, hbool_t *evict_on_close: out *int);
herr_t H5Pget_family_offset(hid_t fapl_id: H5P, hsize_t *offset: out *uint);
herr_t H5Pget_fclose_degree(hid_t fapl_id: H5P, H5F_close_degree_t *degree: out *enum H5F_close_degree);
herr_t H5Pget_file_image(hid_t fapl_id: H5P, void **buf_ptr_ptr, size_t *buf_len_ptr: out *uint);
herr_t H5Pget_file_image_callbacks(hid_t fapl_id: H5P, H5FD_file_image_callbacks_t *callbacks_ptr);
herr_t H5Pget_file_locking(hid_t fapl_id: H5P, hbool_t *use_file_locking: out *int,
                           hbool_t *ignore_when_disabled: out *int);
herr_t H5Pget_gc_references(hid_t fapl_id: H5P, unsigned *gc_ref: out *uint);
herr_t H5Pget_libver_bounds(hid_t plist_id: H5P, H5F_libver_t *low: out *enum H5F_libver,
                            H5F_libver_t *high: out *enum H5F_libver);
herr_t H5Pget_mdc_config(hid_t plist_id: H5P, H5AC_cache_config_t *config_ptr: out *h5_mdc_config);
herr_t H5Pget_mdc_image_config(hid_t plist_id: H5P, H5AC_cache_image_config_t *config_ptr: out *h5_mdc_image);
herr_t H5Pget_mdc_log_options(hid_t plist_id: H5P, hbool_t *is_enabled: out *int,
                              char *location: out str[h5_text(location, failed ? 0 : room, room)],
                              size_t *location_size: out *uint, hbool_t *start_on_access: out *int)
    before(const size_t room = peek(location_size));
herr_t H5Pget_meta_block_size(hid_t fapl_id: H5P, hsize_t *size: out *uint);
herr_t H5Pget_metadata_read_attempts(hid_t plist_id: H5P, unsigned *attempts: out *uint);
herr_t H5Pget_multi_type(hid_t fapl_id: H5P, H5FD_mem_t *type: out *enum H5FD_mem);
herr_t H5Pget_object_flush_cb(hid_t plist_id: H5P, H5F_flush_cb_t *func, void **udata);
herr_t H5Pget_page_buffer_size(hid_t plist_id: H5P, size_t *buf_size: out *uint,
                               unsigned *min_meta_perc: out *uint, unsigned *min_raw_perc: out *uint);
herr_t H5Pget_sieve_buf_size(hid_t fapl_id: H5P, size_t *size: out *uint);
herr_t H5Pget_small_data_block_size(hid_t fapl_id: H5P, hsize_t *size: out *uint);
herr_t H5Pset_alignment(hid_t fapl_id: H5P, hsize_t threshold, hsize_t alignment);
herr_t H5Pset_cache(hid_t plist_id: H5P, int mdc_nelmts, size_t rdcc_nslots, size_t rdcc_nbytes,
                    double rdcc_w0);
herr_t H5Pset_core_write_tracking(hid_t fapl_id: H5P, hbool_t is_enabled, size_t page_size);
herr_t H5Pset_elink_file_cache_size(hid_t plist_id: H5P, unsigned efc_size);
herr_t H5Pset_evict_on_close(hid_t fapl_id: H5P, hbool_t evict_on_close);
herr_t H5Pset_family_offset(hid_t fapl_id: H5P, hsize_t offset);
herr_t H5Pset_fclose_degree(hid_t fapl_id: H5P, H5F_close_degree_t degree)
    after(h5_close_degree(degree == H5F_CLOSE_STRONG));
herr_t H5Pset_file_image(hid_t fapl_id: H5P, void *buf_ptr, size_t buf_len);
herr_t H5Pset_file_image_callbacks(hid_t fapl_id: H5P, H5FD_file_image_callbacks_t *callbacks_ptr);
herr_t H5Pset_file_locking(hid_t fapl_id: H5P, hbool_t use_file_locking, hbool_t ignore_when_disabled);
herr_t H5Pset_gc_references(hid_t fapl_id: H5P, unsigned gc_ref);
herr_t H5Pset_libver_bounds(hid_t plist_id: H5P, H5F_libver_t low, H5F_libver_t high);
herr_t H5Pset_mdc_config(hid_t plist_id: H5P, H5AC_cache_config_t *config_ptr: *h5_mdc_config);
herr_t H5Pset_mdc_log_options(hid_t plist_id: H5P, hbool_t is_enabled, const char *location,
                              hbool_t start_on_access);
herr_t H5Pset_meta_block_size(hid_t fapl_id: H5P, hsize_t size);
herr_t H5Pset_metadata_read_attempts(hid_t plist_id: H5P, unsigned attempts);
herr_t H5Pset_multi_type(hid_t fapl_id: H5P, H5FD_mem_t type);
herr_t H5Pset_object_flush_cb(hid_t plist_id: H5P, H5F_flush_cb_t func, void *udata);
herr_t H5Pset_sieve_buf_size(hid_t fapl_id: H5P, size_t size);
herr_t H5Pset_small_data_block_size(hid_t fapl_id: H5P, hsize_t size);
herr_t H5Pset_mdc_image_config(hid_t plist_id: H5P, H5AC_cache_image_config_t *config_ptr: *h5_mdc_image);
herr_t H5Pset_page_buffer_size(hid_t plist_id: H5P, size_t buf_size, unsigned min_meta_per,
                               unsigned min_raw_per);
herr_t H5Pget_version(hid_t plist_id: H5P, unsigned *boot: out *uint, unsigned *freelist: out *uint,
                      unsigned *stab: out *uint, unsigned *shhdr: out *uint);
herr_t H5Pset_file_space(hid_t plist_id: H5P, H5F_file_space_type_t strategy, hsize_t threshold);
herr_t H5Pget_file_space(hid_t plist_id: H5P, H5F_file_space_type_t *strategy: out *enum H5F_file_space_type,
                         hsize_t *threshold: out *uint);
herr_t H5Pset_relax_file_integrity_checks(hid_t plist_id: H5P, uint64_t flags: flags H5F_RFIC);
herr_t H5Pget_relax_file_integrity_checks(hid_t plist_id: H5P, uint64_t *flags: out *flags H5F_RFIC);

# ---- property lists: dataset creation and filters

htri_t H5Pall_filters_avail(hid_t plist_id: H5P);
H5Z_filter_t H5Pget_filter2(hid_t plist_id: H5P, unsigned idx, unsigned int *flags: out *flags H5Z_flag,
                            size_t *cd_nelmts: out *uint,
                            unsigned cd_values[]: out [uint; h5_least(room, h5_count(cd_nelmts))],
                            size_t namelen,
                            char name[]: out str[h5_text(name, failed ? 0 : namelen, namelen)],
                            unsigned *filter_config: out *flags H5Z_config)
    before(const size_t room = peek(cd_nelmts));
herr_t H5Pget_filter_by_id2(hid_t plist_id: H5P, H5Z_filter_t filter_id,
                            unsigned int *flags: out *flags H5Z_flag, size_t *cd_nelmts: out *uint,
                            unsigned cd_values[]: out [uint; h5_least(room, h5_count(cd_nelmts))],
                            size_t namelen,
                            char name[]: out str[h5_text(name, failed ? 0 : namelen, namelen)],
                            unsigned *filter_config: out *flags H5Z_config)
    before(const size_t room = peek(cd_nelmts));
int H5Pget_nfilters(hid_t plist_id: H5P);
herr_t H5Pmodify_filter(hid_t plist_id: H5P, H5Z_filter_t filter, unsigned int flags: flags H5Z_flag,
                        size_t cd_nelmts, const unsigned int cd_values[]: [uint; cd_nelmts]);
herr_t H5Premove_filter(hid_t plist_id: H5P, H5Z_filter_t filter);
herr_t H5Pset_deflate(hid_t plist_id: H5P, unsigned level);
herr_t H5Pset_filter(hid_t plist_id: H5P, H5Z_filter_t filter, unsigned int flags: flags H5Z_flag,
                     size_t cd_nelmts, const unsigned int c_values[]: [uint; cd_nelmts]);
herr_t H5Pset_fletcher32(hid_t plist_id: H5P);
herr_t H5Pfill_value_defined(hid_t plist: H5P, H5D_fill_value_t *status: out *enum H5D_fill_value);
herr_t H5Pget_alloc_time(hid_t plist_id: H5P, H5D_alloc_time_t *alloc_time: out *enum H5D_alloc_time);
int H5Pget_chunk(hid_t plist_id: H5P, int max_ndims, hsize_t dim[]: out [uint; h5_least(ret, max_ndims)]);
herr_t H5Pget_chunk_opts(hid_t plist_id: H5P, unsigned *opts: out *flags H5D_CHUNK);
herr_t H5Pget_dset_no_attrs_hint(hid_t dcpl_id: H5P, hbool_t *minimize: out *int);
herr_t H5Pget_external(hid_t plist_id: H5P, unsigned idx, size_t name_size,
                       char *name: out str[h5_text(name, failed ? 0 : name_size, name_size)],
                       off_t *offset: out *offset, hsize_t *size: out *uint);
int H5Pget_external_count(hid_t plist_id: H5P);
herr_t H5Pget_fill_time(hid_t plist_id: H5P, H5D_fill_time_t *fill_time: out *enum H5D_fill_time);
herr_t H5Pget_fill_value(hid_t plist_id: H5P, hid_t type_id: H5T, void *value);
H5D_layout_t H5Pget_layout(hid_t plist_id: H5P);
herr_t H5Pget_virtual_count(hid_t dcpl_id: H5P, size_t *count: out *uint);
ssize_t H5Pget_virtual_dsetname(hid_t dcpl_id: H5P, size_t index,
                                char *name: out str[h5_text(name, ret, size)], size_t size);
ssize_t H5Pget_virtual_filename(hid_t dcpl_id: H5P, size_t index,
                                char *name: out str[h5_text(name, ret, size)], size_t size);
hid_t H5Pget_virtual_srcspace(hid_t dcpl_id: H5P, size_t index): new H5S;
hid_t H5Pget_virtual_vspace(hid_t dcpl_id: H5P, size_t index): new H5S;
herr_t H5Pset_alloc_time(hid_t plist_id: H5P, H5D_alloc_time_t alloc_time);
herr_t H5Pset_chunk(hid_t plist_id: H5P, int ndims, const hsize_t dim[]: [uint; ndims]);
herr_t H5Pset_chunk_opts(hid_t plist_id: H5P, unsigned opts: flags H5D_CHUNK);
herr_t H5Pset_dset_no_attrs_hint(hid_t dcpl_id: H5P, hbool_t minimize);
herr_t H5Pset_external(hid_t plist_id: H5P, const char *name, off_t offset, hsize_t size);
herr_t H5Pset_fill_time(hid_t plist_id: H5P, H5D_fill_time_t fill_time);
herr_t H5Pset_fill_value(hid_t plist_id: H5P, hid_t type_id: H5T, const void *value);
herr_t H5Pset_shuffle(hid_t plist_id: H5P);
herr_t H5Pset_layout(hid_t plist_id: H5P, H5D_layout_t layout);
herr_t H5Pset_nbit(hid_t plist_id: H5P);
herr_t H5Pset_scaleoffset(hid_t plist_id: H5P, H5Z_SO_scale_type_t scale_type, int scale_factor);
herr_t H5Pset_szip(hid_t plist_id: H5P, unsigned options_mask: flags H5_SZIP, unsigned pixels_per_block);
herr_t H5Pset_virtual(hid_t dcpl_id: H5P, hid_t vspace_id: H5S, const char *src_file_name,
                      const char *src_dset_name, hid_t src_space_id: H5S);
herr_t H5Pset_filter_callback(hid_t plist_id: H5P, H5Z_filter_func_t func, void *op_data);
H5Z_filter_t H5Pget_filter1(hid_t plist_id: H5P, unsigned filter, unsigned int *flags: out *flags H5Z_flag,
                            size_t *cd_nelmts: out *uint,
                            unsigned cd_values[]: out [uint; h5_least(room, h5_count(cd_nelmts))],
                            size_t namelen,
                            char name[]: out str[h5_text(name, failed ? 0 : namelen, namelen)])
    before(const size_t room = peek(cd_nelmts));
herr_t H5Pget_filter_by_id1(hid_t plist_id: H5P, H5Z_filter_t id, unsigned int *flags: out *flags H5Z_flag,
                            size_t *cd_nelmts: out *uint,
                            unsigned cd_values[]: out [uint; h5_least(room, h5_count(cd_nelmts))],
                            size_t namelen,
                            char name[]: out str[h5_text(name, failed ? 0 : namelen, namelen)])
    before(const size_t room = peek(cd_nelmts));
herr_t H5Pget_virtual_spatial_tree(hid_t dcpl_id: H5P, hbool_t *use_tree: out *int);
herr_t H5Pset_virtual_spatial_tree(hid_t dcpl_id: H5P, hbool_t use_tree);

# ---- property lists: dataset access and transfer

herr_t H5Pget_append_flush(hid_t dapl_id: H5P, unsigned dims, hsize_t boundary[]: out [uint; dims],
                           H5D_append_cb_t *func, void **udata);
herr_t H5Pget_chunk_cache(hid_t dapl_id: H5P, size_t *rdcc_nslots: out *uint, size_t *rdcc_nbytes: out *uint,
                          double *rdcc_w0: out *double);
ssize_t H5Pget_efile_prefix(hid_t dapl_id: H5P, char *prefix: out str[h5_text(prefix, ret, size)],
                            size_t size);
ssize_t H5Pget_virtual_prefix(hid_t dapl_id: H5P, char *prefix: out str[h5_text(prefix, ret, size)],
                              size_t size);
herr_t H5Pget_virtual_printf_gap(hid_t dapl_id: H5P, hsize_t *gap_size: out *uint);
herr_t H5Pget_virtual_view(hid_t dapl_id: H5P, H5D_vds_view_t *view: out *enum H5D_vds_view);
herr_t H5Pset_append_flush(hid_t dapl_id: H5P, unsigned ndims, const hsize_t boundary[]: [uint; ndims],
                           H5D_append_cb_t func, void *udata);
herr_t H5Pset_chunk_cache(hid_t dapl_id: H5P, size_t rdcc_nslots, size_t rdcc_nbytes, double rdcc_w0);
herr_t H5Pset_efile_prefix(hid_t dapl_id: H5P, const char *prefix);
herr_t H5Pset_virtual_prefix(hid_t dapl_id: H5P, const char *prefix);
herr_t H5Pset_virtual_printf_gap(hid_t dapl_id: H5P, hsize_t gap_size);
herr_t H5Pset_virtual_view(hid_t dapl_id: H5P, H5D_vds_view_t view);
herr_t H5Pget_btree_ratios(hid_t plist_id: H5P, double *left: out *double, double *middle: out *double,
                           double *right: out *double);
size_t H5Pget_buffer(hid_t plist_id: H5P, void **tconv, void **bkg) fails(ret == 0);
ssize_t H5Pget_data_transform(hid_t plist_id: H5P, char *expression: out str[h5_text(expression, ret, size)],
                              size_t size);
H5Z_EDC_t H5Pget_edc_check(hid_t plist_id: H5P);
herr_t H5Pget_hyper_vector_size(hid_t fapl_id: H5P, size_t *size: out *uint);
int H5Pget_preserve(hid_t plist_id: H5P);
herr_t H5Pget_type_conv_cb(hid_t dxpl_id: H5P, H5T_conv_except_func_t *op, void **operate_data);
herr_t H5Pget_vlen_mem_manager(hid_t plist_id: H5P, H5MM_allocate_t *alloc_func, void **alloc_info,
                               H5MM_free_t *free_func, void **free_info);
herr_t H5Pset_btree_ratios(hid_t plist_id: H5P, double left, double middle, double right);
herr_t H5Pset_buffer(hid_t plist_id: H5P, size_t size, void *tconv, void *bkg);
herr_t H5Pset_data_transform(hid_t plist_id: H5P, const char *expression);
herr_t H5Pset_edc_check(hid_t plist_id: H5P, H5Z_EDC_t check);
herr_t H5Pset_hyper_vector_size(hid_t plist_id: H5P, size_t size);
herr_t H5Pset_preserve(hid_t plist_id: H5P, hbool_t status);
herr_t H5Pset_type_conv_cb(hid_t dxpl_id: H5P, H5T_conv_except_func_t op, void *operate_data);
herr_t H5Pset_vlen_mem_manager(hid_t plist_id: H5P, H5MM_allocate_t alloc_func, void *alloc_info,
                               H5MM_free_t free_func, void *free_info);
herr_t H5Pset_dataset_io_hyperslab_selection(hid_t plist_id: H5P, unsigned rank, H5S_seloper_t op,
                                             const hsize_t start[]: [offset; rank],
                                             const hsize_t stride[]: [uint; rank],
                                             const hsize_t count[]: [uint; rank],
                                             const hsize_t block[]: [uint; rank]);
herr_t H5Pset_selection_io(hid_t plist_id: H5P, H5D_selection_io_mode_t selection_io_mode);
herr_t H5Pget_selection_io(hid_t plist_id: H5P,
                           H5D_selection_io_mode_t *selection_io_mode: out *enum H5D_selection_io_mode);
herr_t H5Pget_no_selection_io_cause(hid_t plist_id: H5P,
                                    uint32_t *no_selection_io_cause: out *flags H5D_SEL_IO);
herr_t H5Pget_actual_selection_io_mode(hid_t plist_id: H5P,
                                       uint32_t *actual_selection_io_mode: out *flags H5D_IO_MODE);
herr_t H5Pset_modify_write_buf(hid_t plist_id: H5P, hbool_t modify_write_buf);
herr_t H5Pget_modify_write_buf(hid_t plist_id: H5P, hbool_t *modify_write_buf: out *int);

# ---- property lists: objects, groups, links, copies, maps

herr_t H5Pget_attr_creation_order(hid_t plist_id: H5P, unsigned *crt_order_flags: out *flags H5P_CRT_ORDER);
herr_t H5Pget_attr_phase_change(hid_t plist_id: H5P, unsigned *max_compact: out *uint,
                                unsigned *min_dense: out *uint);
herr_t H5Pget_obj_track_times(hid_t plist_id: H5P, hbool_t *track_times: out *int);
herr_t H5Pset_attr_creation_order(hid_t plist_id: H5P, unsigned crt_order_flags: flags H5P_CRT_ORDER);
herr_t H5Pset_attr_phase_change(hid_t plist_id: H5P, unsigned max_compact, unsigned min_dense);
herr_t H5Pset_obj_track_times(hid_t plist_id: H5P, hbool_t track_times);
herr_t H5Pget_create_intermediate_group(hid_t plist_id: H5P, unsigned *crt_intmd: out *uint);
herr_t H5Pset_create_intermediate_group(hid_t plist_id: H5P, unsigned crt_intmd);
herr_t H5Pget_est_link_info(hid_t plist_id: H5P, unsigned *est_num_entries: out *uint,
                            unsigned *est_name_len: out *uint);
herr_t H5Pget_link_creation_order(hid_t plist_id: H5P, unsigned *crt_order_flags: out *flags H5P_CRT_ORDER);
herr_t H5Pget_link_phase_change(hid_t plist_id: H5P, unsigned *max_compact: out *uint,
                                unsigned *min_dense: out *uint);
herr_t H5Pget_local_heap_size_hint(hid_t plist_id: H5P, size_t *size_hint: out *uint);
herr_t H5Pset_est_link_info(hid_t plist_id: H5P, unsigned est_num_entries, unsigned est_name_len);
herr_t H5Pset_link_creation_order(hid_t plist_id: H5P, unsigned crt_order_flags: flags H5P_CRT_ORDER);
herr_t H5Pset_link_phase_change(hid_t plist_id: H5P, unsigned max_compact, unsigned min_dense);
herr_t H5Pset_local_heap_size_hint(hid_t plist_id: H5P, size_t size_hint);
herr_t H5Pget_char_encoding(hid_t plist_id: H5P, H5T_cset_t *encoding: out *enum H5T_cset);
herr_t H5Pset_char_encoding(hid_t plist_id: H5P, H5T_cset_t encoding);
herr_t H5Pget_elink_acc_flags(hid_t lapl_id: H5P, unsigned *flags: out *flags H5F_ACC);
herr_t H5Pget_elink_cb(hid_t lapl_id: H5P, H5L_elink_traverse_t *func, void **op_data);
hid_t H5Pget_elink_fapl(hid_t lapl_id: H5P): new H5P;
ssize_t H5Pget_elink_prefix(hid_t plist_id: H5P, char *prefix: out str[h5_text(prefix, ret, size)],
                            size_t size);
herr_t H5Pget_nlinks(hid_t plist_id: H5P, size_t *nlinks: out *uint);
herr_t H5Pset_elink_acc_flags(hid_t lapl_id: H5P, unsigned flags: flags H5F_ACC);
herr_t H5Pset_elink_cb(hid_t lapl_id: H5P, H5L_elink_traverse_t func, void *op_data);
herr_t H5Pset_elink_fapl(hid_t lapl_id: H5P, hid_t fapl_id: H5P);
herr_t H5Pset_elink_prefix(hid_t plist_id: H5P, const char *prefix);
herr_t H5Pset_nlinks(hid_t plist_id: H5P, size_t nlinks);
herr_t H5Padd_merge_committed_dtype_path(hid_t plist_id: H5P, const char *path);
herr_t H5Pfree_merge_committed_dtype_paths(hid_t plist_id: H5P);
herr_t H5Pget_copy_object(hid_t plist_id: H5P, unsigned *copy_options: out *flags H5O_COPY);
herr_t H5Pget_mcdt_search_cb(hid_t plist_id: H5P, H5O_mcdt_search_cb_t *func, void **op_data);
herr_t H5Pset_copy_object(hid_t plist_id: H5P, unsigned copy_options: flags H5O_COPY);
herr_t H5Pset_mcdt_search_cb(hid_t plist_id: H5P, H5O_mcdt_search_cb_t func, void *op_data);
herr_t H5Pset_map_iterate_hints(hid_t mapl_id: H5P, size_t key_prefetch_size, size_t key_alloc_size);
herr_t H5Pget_map_iterate_hints(hid_t mapl_id: H5P, size_t *key_prefetch_size: out *uint,
                                size_t *key_alloc_size: out *uint);

# ---- links

herr_t H5Lmove(hid_t src_loc, const char *src_name, hid_t dst_loc, const char *dst_name, hid_t lcpl_id: H5P,
               hid_t lapl_id: H5P);
herr_t H5Lcopy(hid_t src_loc, const char *src_name, hid_t dst_loc, const char *dst_name, hid_t lcpl_id: H5P,
               hid_t lapl_id: H5P);
herr_t H5Lcreate_hard(hid_t cur_loc, const char *cur_name, hid_t dst_loc, const char *dst_name,
                      hid_t lcpl_id: H5P, hid_t lapl_id: H5P);
herr_t H5Lcreate_soft(const char *link_target, hid_t link_loc_id, const char *link_name, hid_t lcpl_id: H5P,
                      hid_t lapl_id: H5P);
herr_t H5Ldelete(hid_t loc_id, const char *name, hid_t lapl_id: H5P);
herr_t H5Ldelete_by_idx(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                        hsize_t n: offset, hid_t lapl_id: H5P);
herr_t H5Lget_val(hid_t loc_id, const char *name,
                  void *buf: out str[h5_text(h5_chars(buf), failed ? 0 : size, size)] = h5_chars(buf),
                  size_t size, hid_t lapl_id: H5P);
herr_t H5Lget_val_by_idx(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                         hsize_t n: offset,
                         void *buf: out str[h5_text(h5_chars(buf), failed ? 0 : size, size)] = h5_chars(buf),
                         size_t size, hid_t lapl_id: H5P);
htri_t H5Lexists(hid_t loc_id, const char *name, hid_t lapl_id: H5P);
ssize_t H5Lget_name_by_idx(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                           hsize_t n: offset, char *name: out str[h5_text(name, ret, size)], size_t size,
                           hid_t lapl_id: H5P);
herr_t H5Lcreate_ud(hid_t link_loc_id, const char *link_name, H5L_type_t link_type, const void *udata,
                    size_t udata_size, hid_t lcpl_id: H5P, hid_t lapl_id: H5P);
htri_t H5Lis_registered(H5L_type_t id);
herr_t H5Lunpack_elink_val(const void *ext_linkval, size_t link_size, unsigned *flags: out *uint,
                           const char **filename: out *str, const char **obj_path: out *str);
herr_t H5Lcreate_external(const char *file_name, const char *obj_name, hid_t link_loc_id,
                          const char *link_name, hid_t lcpl_id: H5P, hid_t lapl_id: H5P);
herr_t H5Lregister(const H5L_class_t *cls);
herr_t H5Lunregister(H5L_type_t id);
herr_t H5Lget_info(hid_t loc_id, const char *name, h5_link_info_t *linfo: out *h5_link_info,
                   hid_t lapl_id: H5P);
herr_t H5Lget_info_by_idx(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                          hsize_t n: offset, h5_link_info_t *linfo: out *h5_link_info, hid_t lapl_id: H5P);
herr_t H5Literate(hid_t grp_id, H5_index_t idx_type, H5_iter_order_t order, hsize_t *idx: in *uint,
                  h5_link_op op, void *op_data);
herr_t H5Literate_by_name(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                          hsize_t *idx: in *uint, h5_link_op op, void *op_data, hid_t lapl_id: H5P);
herr_t H5Lvisit(hid_t grp_id, H5_index_t idx_type, H5_iter_order_t order, h5_link_op op, void *op_data);
herr_t H5Lvisit_by_name(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                        h5_link_op op, void *op_data, hid_t lapl_id: H5P);
herr_t H5Lcreate_hard_async(const char *app_file, const char *app_func, unsigned app_line, hid_t cur_loc_id,
                            const char *cur_name, hid_t new_loc_id, const char *new_name, hid_t lcpl_id: H5P,
                            hid_t lapl_id: H5P, hid_t es_id: H5ES);
herr_t H5Lcreate_soft_async(const char *app_file, const char *app_func, unsigned app_line,
                            const char *link_target, hid_t link_loc_id, const char *link_name,
                            hid_t lcpl_id: H5P, hid_t lapl_id: H5P, hid_t es_id: H5ES);
herr_t H5Ldelete_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                       const char *name, hid_t lapl_id: H5P, hid_t es_id: H5ES);
herr_t H5Ldelete_by_idx_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                              const char *group_name, H5_index_t idx_type, H5_iter_order_t order, hsize_t n: offset,
                              hid_t lapl_id: H5P, hid_t es_id: H5ES);
herr_t H5Lexists_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                       const char *name, hbool_t *exists: out *int = h5_now(exists, es_id),
                       hid_t lapl_id: H5P, hid_t es_id: H5ES);
herr_t H5Lget_info2(hid_t loc_id, const char *name, H5L_info2_t *linfo: out *h5_link_info2,
                    hid_t lapl_id: H5P);
herr_t H5Lget_info_by_idx2(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                           hsize_t n: offset, H5L_info2_t *linfo: out *h5_link_info2, hid_t lapl_id: H5P);
herr_t H5Literate2(hid_t grp_id, H5_index_t idx_type, H5_iter_order_t order, hsize_t *idx: in *uint,
                   H5L_iterate2_t op, void *op_data);
herr_t H5Literate_async(const char *app_file, const char *app_func, unsigned app_line, hid_t group_id,
                        H5_index_t idx_type, H5_iter_order_t order, hsize_t *idx_p: in *uint,
                        H5L_iterate2_t op, void *op_data, hid_t es_id: H5ES);
herr_t H5Literate_by_name2(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                           hsize_t *idx: in *uint, H5L_iterate2_t op, void *op_data, hid_t lapl_id: H5P);
herr_t H5Lvisit2(hid_t grp_id, H5_index_t idx_type, H5_iter_order_t order, H5L_iterate2_t op, void *op_data);
herr_t H5Lvisit_by_name2(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                         H5L_iterate2_t op, void *op_data, hid_t lapl_id: H5P);
herr_t H5Lget_info1(hid_t loc_id, const char *name, h5_link_info_t *linfo: out *h5_link_info,
                    hid_t lapl_id: H5P);
herr_t H5Lget_info_by_idx1(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                           hsize_t n: offset, h5_link_info_t *linfo: out *h5_link_info, hid_t lapl_id: H5P);
herr_t H5Literate1(hid_t grp_id, H5_index_t idx_type, H5_iter_order_t order, hsize_t *idx: in *uint,
                   h5_link_op op, void *op_data);
herr_t H5Literate_by_name1(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                           hsize_t *idx: in *uint, h5_link_op op, void *op_data, hid_t lapl_id: H5P);
herr_t H5Lvisit1(hid_t grp_id, H5_index_t idx_type, H5_iter_order_t order, h5_link_op op, void *op_data);
herr_t H5Lvisit_by_name1(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                         h5_link_op op, void *op_data, hid_t lapl_id: H5P);

# ---- objects

hid_t H5Oopen(hid_t loc_id, const char *name, hid_t lapl_id: H5P): new hid;
hid_t H5Oopen_by_idx(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                     hsize_t n: offset, hid_t lapl_id: H5P): new hid;
htri_t H5Oexists_by_name(hid_t loc_id, const char *name, hid_t lapl_id: H5P);
herr_t H5Olink(hid_t obj_id, hid_t new_loc_id, const char *new_name, hid_t lcpl_id: H5P, hid_t lapl_id: H5P);
herr_t H5Oincr_refcount(hid_t object_id);
herr_t H5Odecr_refcount(hid_t object_id);
herr_t H5Ocopy(hid_t src_loc_id, const char *src_name, hid_t dst_loc_id, const char *dst_name,
               hid_t ocpypl_id: H5P, hid_t lcpl_id: H5P);
herr_t H5Oset_comment(hid_t obj_id, const char *comment);
herr_t H5Oset_comment_by_name(hid_t loc_id, const char *name, const char *comment, hid_t lapl_id: H5P);
ssize_t H5Oget_comment(hid_t obj_id, char *comment: out str[h5_text(comment, ret, bufsize)], size_t bufsize);
ssize_t H5Oget_comment_by_name(hid_t loc_id, const char *name,
                               char *comment: out str[h5_text(comment, ret, bufsize)], size_t bufsize,
                               hid_t lapl_id: H5P);
herr_t H5Oclose(hid_t object_id: hid frees(h5_gone($, failed)));
herr_t H5Oflush(hid_t obj_id);
herr_t H5Orefresh(hid_t oid);
herr_t H5Odisable_mdc_flushes(hid_t object_id);
herr_t H5Oenable_mdc_flushes(hid_t object_id);
herr_t H5Oare_mdc_flushes_disabled(hid_t object_id, hbool_t *are_disabled: out *int);
hid_t H5Oopen_by_addr(hid_t loc_id, haddr_t addr: offset): new hid;
herr_t H5Oget_info1(hid_t loc_id, h5_object_info_t *oinfo: out *h5_object_info);
herr_t H5Oget_info_by_name1(hid_t loc_id, const char *name, h5_object_info_t *oinfo: out *h5_object_info,
                            hid_t lapl_id: H5P);
herr_t H5Oget_info_by_idx1(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                           hsize_t n: offset, h5_object_info_t *oinfo: out *h5_object_info, hid_t lapl_id: H5P);
herr_t H5Oget_info2(hid_t loc_id, h5_object_info_t *oinfo: out *h5_object_info,
                    unsigned fields: flags H5O_INFO);
herr_t H5Oget_info_by_name2(hid_t loc_id, const char *name, h5_object_info_t *oinfo: out *h5_object_info,
                            unsigned fields: flags H5O_INFO, hid_t lapl_id: H5P);
herr_t H5Oget_info_by_idx2(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                           hsize_t n: offset, h5_object_info_t *oinfo: out *h5_object_info,
                           unsigned fields: flags H5O_INFO, hid_t lapl_id: H5P);
herr_t H5Ovisit1(hid_t obj_id, H5_index_t idx_type, H5_iter_order_t order, h5_object_op op, void *op_data);
herr_t H5Ovisit_by_name1(hid_t loc_id, const char *obj_name, H5_index_t idx_type, H5_iter_order_t order,
                         h5_object_op op, void *op_data, hid_t lapl_id: H5P);
herr_t H5Ovisit2(hid_t obj_id, H5_index_t idx_type, H5_iter_order_t order, h5_object_op op, void *op_data,
                 unsigned fields: flags H5O_INFO);
herr_t H5Ovisit_by_name2(hid_t loc_id, const char *obj_name, H5_index_t idx_type, H5_iter_order_t order,
                         h5_object_op op, void *op_data, unsigned fields: flags H5O_INFO, hid_t lapl_id: H5P);
herr_t H5Oget_info(hid_t loc_id, h5_object_info_t *oinfo: out *h5_object_info);
herr_t H5Oget_info_by_name(hid_t loc_id, const char *name, h5_object_info_t *oinfo: out *h5_object_info,
                           hid_t lapl_id: H5P);
herr_t H5Oget_info_by_idx(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                          hsize_t n: offset, h5_object_info_t *oinfo: out *h5_object_info, hid_t lapl_id: H5P);
herr_t H5Ovisit(hid_t obj_id, H5_index_t idx_type, H5_iter_order_t order, h5_object_op op, void *op_data);
herr_t H5Ovisit_by_name(hid_t loc_id, const char *obj_name, H5_index_t idx_type, H5_iter_order_t order,
                        h5_object_op op, void *op_data, hid_t lapl_id: H5P);
hid_t H5Oopen_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                    const char *name, hid_t lapl_id: H5P, hid_t es_id: H5ES): new hid;
hid_t H5Oopen_by_token(hid_t loc_id, H5O_token_t token: uint = h5_token_value(&token)): new hid;
hid_t H5Oopen_by_idx_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                           const char *group_name, H5_index_t idx_type, H5_iter_order_t order, hsize_t n: offset,
                           hid_t lapl_id: H5P, hid_t es_id: H5ES): new hid;
herr_t H5Oget_info3(hid_t loc_id, H5O_info2_t *oinfo: out *h5_object_info2, unsigned fields: flags H5O_INFO);
herr_t H5Oget_info_by_name3(hid_t loc_id, const char *name, H5O_info2_t *oinfo: out *h5_object_info2,
                            unsigned fields: flags H5O_INFO, hid_t lapl_id: H5P);
herr_t H5Oget_info_by_name_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                                 const char *name,
                                 H5O_info2_t *oinfo: out *h5_object_info2 = h5_now(oinfo, es_id),
                                 unsigned fields: flags H5O_INFO, hid_t lapl_id: H5P, hid_t es_id: H5ES);
herr_t H5Oget_info_by_idx3(hid_t loc_id, const char *group_name, H5_index_t idx_type, H5_iter_order_t order,
                           hsize_t n: offset, H5O_info2_t *oinfo: out *h5_object_info2,
                           unsigned fields: flags H5O_INFO, hid_t lapl_id: H5P);
herr_t H5Oget_native_info(hid_t loc_id, H5O_native_info_t *oinfo: out *h5_native_info,
                          unsigned fields: flags H5O_INFO);
herr_t H5Oget_native_info_by_name(hid_t loc_id, const char *name,
                                  H5O_native_info_t *oinfo: out *h5_native_info,
                                  unsigned fields: flags H5O_INFO, hid_t lapl_id: H5P);
herr_t H5Oget_native_info_by_idx(hid_t loc_id, const char *group_name, H5_index_t idx_type,
                                 H5_iter_order_t order, hsize_t n: offset,
                                 H5O_native_info_t *oinfo: out *h5_native_info,
                                 unsigned fields: flags H5O_INFO, hid_t lapl_id: H5P);
herr_t H5Ocopy_async(const char *app_file, const char *app_func, unsigned app_line, hid_t src_loc_id,
                     const char *src_name, hid_t dst_loc_id, const char *dst_name, hid_t ocpypl_id: H5P,
                     hid_t lcpl_id: H5P, hid_t es_id: H5ES);
herr_t H5Ovisit3(hid_t obj_id, H5_index_t idx_type, H5_iter_order_t order, H5O_iterate2_t op, void *op_data,
                 unsigned fields: flags H5O_INFO);
herr_t H5Ovisit_by_name3(hid_t loc_id, const char *obj_name, H5_index_t idx_type, H5_iter_order_t order,
                         H5O_iterate2_t op, void *op_data, unsigned fields: flags H5O_INFO,
                         hid_t lapl_id: H5P);
herr_t H5Oclose_async(const char *app_file, const char *app_func, unsigned app_line,
                      hid_t object_id: hid frees(h5_gone($, failed)), hid_t es_id: H5ES);
herr_t H5Oflush_async(const char *app_file, const char *app_func, unsigned app_line, hid_t obj_id,
                      hid_t es_id: H5ES);
herr_t H5Orefresh_async(const char *app_file, const char *app_func, unsigned app_line, hid_t oid,
                        hid_t es_id: H5ES);
herr_t H5Otoken_cmp(hid_t loc_id, const H5O_token_t *token1: *h5_token, const H5O_token_t *token2: *h5_token,
                    int *cmp_value: out *int);
herr_t H5Otoken_to_str(hid_t loc_id, const H5O_token_t *token: *h5_token, char **token_str: out *str);
herr_t H5Otoken_from_str(hid_t loc_id, const char *token_str, H5O_token_t *token: out *h5_token);

# ---- references

H5G_obj_t H5Rget_obj_type1(hid_t id, H5R_type_t ref_type, const void *ref);
hid_t H5Rdereference1(hid_t obj_id, H5R_type_t ref_type, const void *ref): new hid;
herr_t H5Rcreate(void *ref, hid_t loc_id, const char *name, H5R_type_t ref_type, hid_t space_id: H5S);
herr_t H5Rget_obj_type2(hid_t id, H5R_type_t ref_type, const void *_ref as ref,
                        H5O_type_t *obj_type: out *enum H5O_type);
hid_t H5Rdereference2(hid_t obj_id, hid_t oapl_id: H5P, H5R_type_t ref_type, const void *ref): new hid;
hid_t H5Rget_region(hid_t dataset, H5R_type_t ref_type, const void *ref): new H5S;
ssize_t H5Rget_name(hid_t loc_id, H5R_type_t ref_type, const void *ref,
                    char *name: out str[h5_text(name, ret, size)], size_t size);
hid_t H5Rdereference(hid_t dataset, H5R_type_t ref_type, const void *ref): new hid;
herr_t H5Rcreate_object(hid_t loc_id, const char *name, hid_t oapl_id: H5P, H5R_ref_t *ref_ptr);
herr_t H5Rcreate_region(hid_t loc_id, const char *name, hid_t space_id: H5S, hid_t oapl_id: H5P,
                        H5R_ref_t *ref_ptr);
herr_t H5Rcreate_attr(hid_t loc_id, const char *name, const char *attr_name, hid_t oapl_id: H5P,
                      H5R_ref_t *ref_ptr);
herr_t H5Rdestroy(H5R_ref_t *ref_ptr);
H5R_type_t H5Rget_type(const H5R_ref_t *ref_ptr);
htri_t H5Requal(const H5R_ref_t *ref1_ptr, const H5R_ref_t *ref2_ptr);
herr_t H5Rcopy(const H5R_ref_t *src_ref_ptr, H5R_ref_t *dst_ref_ptr);
hid_t H5Ropen_object(H5R_ref_t *ref_ptr, hid_t rapl_id: H5P, hid_t oapl_id: H5P): new hid;
hid_t H5Ropen_object_async(const char *app_file, const char *app_func, unsigned app_line, H5R_ref_t *ref_ptr,
                           hid_t rapl_id: H5P, hid_t oapl_id: H5P, hid_t es_id: H5ES): new hid;
hid_t H5Ropen_region(H5R_ref_t *ref_ptr, hid_t rapl_id: H5P, hid_t oapl_id: H5P): new H5S;
hid_t H5Ropen_region_async(const char *app_file, const char *app_func, unsigned app_line, H5R_ref_t *ref_ptr,
                           hid_t rapl_id: H5P, hid_t oapl_id: H5P, hid_t es_id: H5ES): new H5S;
hid_t H5Ropen_attr(H5R_ref_t *ref_ptr, hid_t rapl_id: H5P, hid_t aapl_id: H5P): new H5A;
hid_t H5Ropen_attr_async(const char *app_file, const char *app_func, unsigned app_line, H5R_ref_t *ref_ptr,
                         hid_t rapl_id: H5P, hid_t aapl_id: H5P, hid_t es_id: H5ES): new H5A;
herr_t H5Rget_obj_type3(H5R_ref_t *ref_ptr, hid_t rapl_id: H5P, H5O_type_t *obj_type: out *enum H5O_type);
ssize_t H5Rget_file_name(const H5R_ref_t *ref_ptr, char *name: out str[h5_text(name, ret, size)],
                         size_t size);
ssize_t H5Rget_obj_name(H5R_ref_t *ref_ptr, hid_t rapl_id: H5P,
                        char *name: out str[h5_text(name, ret, size)], size_t size);
ssize_t H5Rget_attr_name(const H5R_ref_t *ref_ptr, char *name: out str[h5_text(name, ret, size)],
                         size_t size);

# ---- identifiers

hid_t H5Iregister(H5I_type_t type, const void *object): new H5I;
void *H5Iobject_verify(hid_t id, H5I_type_t type) fails(ret == nullptr);
void *H5Iremove_verify(hid_t id: hid frees(!failed), H5I_type_t type) fails(ret == nullptr);
H5I_type_t H5Iget_type(hid_t id);
hid_t H5Iget_file_id(hid_t id): H5F after(h5_references_counted());
ssize_t H5Iget_name(hid_t id, char *name: out str[h5_text(name, ret, size)], size_t size);
int H5Iinc_ref(hid_t id) after(h5_references_counted());
int H5Idec_ref(hid_t id: hid frees(ret == 0));
int H5Iget_ref(hid_t id);
herr_t H5Iclear_type(H5I_type_t type, hbool_t force);
herr_t H5Idestroy_type(H5I_type_t type);
int H5Iinc_type_ref(H5I_type_t type);
int H5Idec_type_ref(H5I_type_t type);
int H5Iget_type_ref(H5I_type_t type);
void *H5Isearch(H5I_type_t type, H5I_search_func_t func, void *key) fails(false);
herr_t H5Inmembers(H5I_type_t type, hsize_t *num_members: out *uint);
htri_t H5Itype_exists(H5I_type_t type);
htri_t H5Iis_valid(hid_t id);
H5I_type_t H5Iregister_type(size_t hash_size, unsigned reserved, H5I_free_t free_func);
H5I_type_t H5Iregister_type2(unsigned reserved, H5I_free_t free_func);
herr_t H5Iiterate(H5I_type_t type, H5I_iterate_func_t op, void *op_data);
H5I_type_t H5Iregister_type1(size_t hash_size, unsigned reserved, H5I_free_t free_func);
hid_t H5Iregister_future(H5I_type_t type, const void *object, H5I_future_realize_func_t realize_cb,
                         H5I_future_discard_func_t discard_cb): new hid;

# ---- filters and plugins

htri_t H5Zfilter_avail(H5Z_filter_t id);
herr_t H5Zget_filter_info(H5Z_filter_t filter, unsigned int *filter_config_flags: out *flags H5Z_config);
herr_t H5PLset_loading_state(unsigned int plugin_control_mask: flags H5PL);
herr_t H5PLget_loading_state(unsigned int *plugin_control_mask: out *flags H5PL);
herr_t H5PLappend(const char *search_path);
herr_t H5PLprepend(const char *search_path);
herr_t H5PLreplace(const char *search_path, unsigned int index);
herr_t H5PLinsert(const char *search_path, unsigned int index);
herr_t H5PLremove(unsigned int index);
ssize_t H5PLget(unsigned int index, char *path_buf: out str[h5_text(path_buf, ret, buf_size)],
                size_t buf_size);
herr_t H5PLsize(unsigned int *num_paths: out *uint);
herr_t H5Zregister(const void *cls);
herr_t H5Zunregister(H5Z_filter_t id);

# ---- maps (1.12 and later, with a connector that has them)

hid_t H5Mcreate(hid_t loc_id, const char *name, hid_t key_type_id: H5T, hid_t val_type_id: H5T,
                hid_t lcpl_id: H5P, hid_t mcpl_id: H5P, hid_t mapl_id: H5P): new H5M;
hid_t H5Mcreate_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                      const char *name, hid_t key_type_id: H5T, hid_t val_type_id: H5T, hid_t lcpl_id: H5P,
                      hid_t mcpl_id: H5P, hid_t mapl_id: H5P, hid_t es_id: H5ES): new H5M;
hid_t H5Mcreate_anon(hid_t loc_id, hid_t key_type_id: H5T, hid_t val_type_id: H5T, hid_t mcpl_id: H5P,
                     hid_t mapl_id: H5P): new H5M;
hid_t H5Mopen(hid_t loc_id, const char *name, hid_t mapl_id: H5P): new H5M;
hid_t H5Mopen_async(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                    const char *name, hid_t mapl_id: H5P, hid_t es_id: H5ES): new H5M;
herr_t H5Mclose(hid_t map_id: H5M frees(h5_gone($, failed)));
herr_t H5Mclose_async(const char *app_file, const char *app_func, unsigned app_line,
                      hid_t map_id: H5M frees(h5_gone($, failed)), hid_t es_id: H5ES);
hid_t H5Mget_key_type(hid_t map_id: H5M, + made: *h5_type via h5_type(ret, failed)): new H5T;
hid_t H5Mget_val_type(hid_t map_id: H5M, + made: *h5_type via h5_type(ret, failed)): new H5T;
hid_t H5Mget_create_plist(hid_t map_id: H5M): new H5P;
hid_t H5Mget_access_plist(hid_t map_id: H5M): new H5P;
herr_t H5Mget_count(hid_t map_id: H5M, hsize_t *count: out *uint, hid_t dxpl_id: H5P);
herr_t H5Mput(hid_t map_id: H5M, hid_t key_mem_type_id: H5T, const void *key, hid_t val_mem_type_id: H5T,
              const void *value, hid_t dxpl_id: H5P);
herr_t H5Mput_async(const char *app_file, const char *app_func, unsigned app_line, hid_t map_id: H5M,
                    hid_t key_mem_type_id: H5T, const void *key, hid_t val_mem_type_id: H5T,
                    const void *value, hid_t dxpl_id: H5P, hid_t es_id: H5ES);
herr_t H5Mget(hid_t map_id: H5M, hid_t key_mem_type_id: H5T, const void *key, hid_t val_mem_type_id: H5T,
              void *value, hid_t dxpl_id: H5P);
herr_t H5Mget_async(const char *app_file, const char *app_func, unsigned app_line, hid_t map_id: H5M,
                    hid_t key_mem_type_id: H5T, const void *key, hid_t val_mem_type_id: H5T, void *value,
                    hid_t dxpl_id: H5P, hid_t es_id: H5ES);
herr_t H5Mexists(hid_t map_id: H5M, hid_t key_mem_type_id: H5T, const void *key, hbool_t *exists: out *int,
                 hid_t dxpl_id: H5P);
herr_t H5Miterate(hid_t map_id: H5M, hsize_t *idx: in *uint, hid_t key_mem_type_id: H5T, H5M_iterate_t op,
                  void *op_data, hid_t dxpl_id: H5P);
herr_t H5Miterate_by_name(hid_t loc_id, const char *map_name, hsize_t *idx: in *uint,
                          hid_t key_mem_type_id: H5T, H5M_iterate_t op, void *op_data, hid_t dxpl_id: H5P,
                          hid_t lapl_id: H5P);
herr_t H5Mdelete(hid_t map_id: H5M, hid_t key_mem_type_id: H5T, const void *key, hid_t dxpl_id: H5P);

# ---- event sets (1.13 and later)

hid_t H5EScreate(void): new H5ES;
herr_t H5ESwait(hid_t es_id: H5ES, uint64_t timeout, size_t *num_in_progress: out *uint,
                hbool_t *err_occurred: out *int);
herr_t H5EScancel(hid_t es_id: H5ES, size_t *num_not_canceled: out *uint, hbool_t *err_occurred: out *int);
herr_t H5ESget_count(hid_t es_id: H5ES, size_t *count: out *uint);
herr_t H5ESget_op_counter(hid_t es_id: H5ES, uint64_t *counter: out *uint);
herr_t H5ESget_err_status(hid_t es_id: H5ES, hbool_t *err_occurred: out *int);
herr_t H5ESget_err_count(hid_t es_id: H5ES, size_t *num_errs: out *uint);
herr_t H5ESget_err_info(hid_t es_id: H5ES, size_t num_err_info,
                        H5ES_err_info_t err_info[]: out [h5_async_error; h5_count(err_cleared)],
                        size_t *err_cleared: out *uint);
herr_t H5ESfree_err_info(size_t num_err_info, H5ES_err_info_t err_info[]: ptr);
herr_t H5ESregister_insert_func(hid_t es_id: H5ES, H5ES_event_insert_func_t func, void *ctx);
herr_t H5ESregister_complete_func(hid_t es_id: H5ES, H5ES_event_complete_func_t func, void *ctx);
herr_t H5ESclose(hid_t es_id: H5ES frees(!failed));
herr_t H5ESinsert_request(hid_t es_id: H5ES, hid_t connector_id: H5I, void *request);
herr_t H5ESget_requests(hid_t es_id: H5ES, H5_iter_order_t order,
                        hid_t *connector_ids: out [H5I; h5_least(array_len, h5_count(count))],
                        void **requests: out [ptr; h5_least(array_len, h5_count(count))], size_t array_len,
                        size_t *count: out *uint);

# ---- threads (1.14)

herr_t H5TSmutex_acquire(unsigned int lock_count, hbool_t *acquired: out *int);
herr_t H5TSmutex_release(unsigned int *lock_count: out *uint);
herr_t H5TSmutex_get_attempt_count(unsigned int *count: out *uint);

# ---- file drivers

herr_t H5FDdriver_query(hid_t driver_id: H5I, unsigned long *flags: out *flags H5FD_FEAT);
hid_t H5FDregister(const H5FD_class_t *cls): new H5I;
herr_t H5FDunregister(hid_t driver_id: H5I frees(h5_gone($, failed)));
H5FD_t *H5FDopen(const char *name: path, unsigned flags: flags H5F_ACC, hid_t fapl_id: H5P,
                 haddr_t maxaddr): new H5FD fails(ret == nullptr);
herr_t H5FDclose(H5FD_t *file: H5FD closes);
int H5FDcmp(const H5FD_t *f1, const H5FD_t *f2) fails(false);
int H5FDquery(const H5FD_t *f, unsigned long *flags: out *flags H5FD_FEAT);
haddr_t H5FDalloc(H5FD_t *file, H5FD_mem_t type, hid_t dxpl_id: H5P, hsize_t size): offset
    fails(ret == HADDR_UNDEF);
herr_t H5FDfree(H5FD_t *file, H5FD_mem_t type, hid_t dxpl_id: H5P, haddr_t addr: offset, hsize_t size);
haddr_t H5FDget_eoa(H5FD_t *file, H5FD_mem_t type) fails(ret == HADDR_UNDEF);
herr_t H5FDset_eoa(H5FD_t *file, H5FD_mem_t type, haddr_t eoa);
haddr_t H5FDget_eof(H5FD_t *file, H5FD_mem_t type) fails(ret == HADDR_UNDEF);
herr_t H5FDget_vfd_handle(H5FD_t *file, hid_t fapl: H5P, void **file_handle);
herr_t H5FDread(H5FD_t *file, H5FD_mem_t type, hid_t dxpl_id: H5P, haddr_t addr: offset, size_t size,
                void *buf);
herr_t H5FDwrite(H5FD_t *file, H5FD_mem_t type, hid_t dxpl_id: H5P, haddr_t addr: offset, size_t size,
                 const void *buf);
herr_t H5FDflush(H5FD_t *file, hid_t dxpl_id: H5P, hbool_t closing);
herr_t H5FDtruncate(H5FD_t *file, hid_t dxpl_id: H5P, hbool_t closing);
herr_t H5FDlock(H5FD_t *file, hbool_t rw);
herr_t H5FDunlock(H5FD_t *file);
htri_t H5FDis_driver_registered_by_name(const char *driver_name);
htri_t H5FDis_driver_registered_by_value(H5FD_class_value_t driver_value);
herr_t H5FDread_vector(H5FD_t *file, hid_t dxpl_id: H5P, uint32_t count,
                       H5FD_mem_t types[]: [enum H5FD_mem; h5_until(types, count, H5FD_MEM_NOLIST)],
                       haddr_t addrs[]: [offset; count],
                       size_t sizes[]: [uint; h5_until(sizes, count, size_t{0})], void *bufs[]: [ptr; count]);
herr_t H5FDwrite_vector(H5FD_t *file, hid_t dxpl_id: H5P, uint32_t count,
                        H5FD_mem_t types[]: [enum H5FD_mem; h5_until(types, count, H5FD_MEM_NOLIST)],
                        haddr_t addrs[]: [offset; count],
                        size_t sizes[]: [uint; h5_until(sizes, count, size_t{0})],
                        const void *bufs[]: [ptr; count]);
herr_t H5FDread_selection(H5FD_t *file, H5FD_mem_t type, hid_t dxpl_id: H5P, uint32_t count,
                          hid_t mem_spaces[]: [H5S; count], hid_t file_spaces[]: [H5S; count],
                          haddr_t offsets[]: [offset; count],
                          size_t element_sizes[]: [uint; h5_until(element_sizes, count, size_t{0})],
                          void *bufs[]: [ptr; h5_until(bufs, count, nullptr)]);
herr_t H5FDwrite_selection(H5FD_t *file, H5FD_mem_t type, hid_t dxpl_id: H5P, uint32_t count,
                           hid_t mem_spaces[]: [H5S; count], hid_t file_spaces[]: [H5S; count],
                           haddr_t offsets[]: [offset; count],
                           size_t element_sizes[]: [uint; h5_until(element_sizes, count, size_t{0})],
                           const void *bufs[]: [ptr; h5_until(bufs, count, nullptr)]);
herr_t H5FDread_vector_from_selection(H5FD_t *file, H5FD_mem_t type, hid_t dxpl_id: H5P, uint32_t count,
    hid_t mem_spaces[]: [H5S; count], hid_t file_spaces[]: [H5S; count], haddr_t offsets[]: [offset; count],
    size_t element_sizes[]: [uint; h5_until(element_sizes, count, size_t{0})],
    void *bufs[]: [ptr; h5_until(bufs, count, nullptr)]);
herr_t H5FDwrite_vector_from_selection(H5FD_t *file, H5FD_mem_t type, hid_t dxpl_id: H5P, uint32_t count,
    hid_t mem_spaces[]: [H5S; count], hid_t file_spaces[]: [H5S; count], haddr_t offsets[]: [offset; count],
    size_t element_sizes[]: [uint; h5_until(element_sizes, count, size_t{0})],
    const void *bufs[]: [ptr; h5_until(bufs, count, nullptr)]);
herr_t H5FDread_from_selection(H5FD_t *file, H5FD_mem_t type, hid_t dxpl_id: H5P, uint32_t count,
                               hid_t mem_space_ids[]: [H5S; count], hid_t file_space_ids[]: [H5S; count],
                               haddr_t offsets[]: [offset; count],
                               size_t element_sizes[]: [uint; h5_until(element_sizes, count, size_t{0})],
                               void *bufs[]: [ptr; h5_until(bufs, count, nullptr)]);
herr_t H5FDwrite_from_selection(H5FD_t *file, H5FD_mem_t type, hid_t dxpl_id: H5P, uint32_t count,
                                hid_t mem_space_ids[]: [H5S; count], hid_t file_space_ids[]: [H5S; count],
                                haddr_t offsets[]: [offset; count],
                                size_t element_sizes[]: [uint; h5_until(element_sizes, count, size_t{0})],
                                const void *bufs[]: [ptr; h5_until(bufs, count, nullptr)]);
herr_t H5FDdelete(const char *name: path, hid_t fapl_id: H5P);
herr_t H5FDctl(H5FD_t *file, uint64_t op_code, uint64_t flags, const void *input, void **output);
herr_t H5FDonion_get_revision_count(const char *filename: path, hid_t fapl_id: H5P,
                                    uint64_t *revision_count: out *uint);
herr_t H5FDsubfiling_get_file_mapping(hid_t file_id: H5F,
                                      char ***filenames: out [str; h5_count(len)] = (*filenames),
                                      size_t *len: out *uint);
hid_t H5FDperform_init(H5FD_init_t op): H5I;

# ---- connectors (1.12 and later)

hid_t H5VLregister_connector_by_name(const char *connector_name, hid_t vipl_id: H5P): new H5I;
hid_t H5VLregister_connector_by_value(H5VL_class_value_t connector_value, hid_t vipl_id: H5P): new H5I;
htri_t H5VLis_connector_registered_by_name(const char *name);
htri_t H5VLis_connector_registered_by_value(H5VL_class_value_t connector_value);
hid_t H5VLget_connector_id(hid_t obj_id): H5I;
hid_t H5VLget_connector_id_by_name(const char *name): H5I;
hid_t H5VLget_connector_id_by_value(H5VL_class_value_t connector_value): H5I;
ssize_t H5VLget_connector_name(hid_t id, char *name: out str[h5_text(name, ret, size)], size_t size);
herr_t H5VLclose(hid_t connector_id: H5I frees(!failed && !h5_valid($)));
herr_t H5VLunregister_connector(hid_t connector_id: H5I frees(!failed && !h5_valid($)));
herr_t H5VLquery_optional(hid_t obj_id, H5VL_subclass_t subcls, int opt_type, uint64_t *flags: out *uint);
herr_t H5VLobject_is_native(hid_t obj_id, hbool_t *is_native: out *int);

# ---- connectors, for their authors; before 1.13 many of these took a va_list

%declared "runtime/hdf5_api.h" <H5ESpublic.h>

hid_t H5VLregister_connector(const H5VL_class_t *cls, hid_t vipl_id: H5P): new H5I;
void *H5VLobject(hid_t obj_id) fails(ret == nullptr);
hid_t H5VLget_file_type(void *file_obj, hid_t connector_id: H5I, hid_t dtype_id: H5T): new H5T;
herr_t H5VLregister_opt_operation(H5VL_subclass_t subcls, const char *op_name, int *op_val: out *int);
herr_t H5VLfind_opt_operation(H5VL_subclass_t subcls, const char *op_name, int *op_val: out *int);
herr_t H5VLunregister_opt_operation(H5VL_subclass_t subcls, const char *op_name);
herr_t H5VLattr_optional_op(const char *app_file, const char *app_func, unsigned app_line,
                            hid_t attr_id: H5A, H5VL_optional_args_t *args, hid_t dxpl_id: H5P,
                            hid_t es_id: H5ES);
herr_t H5VLdataset_optional_op(const char *app_file, const char *app_func, unsigned app_line,
                               hid_t dset_id: H5D, H5VL_optional_args_t *args, hid_t dxpl_id: H5P,
                               hid_t es_id: H5ES);
herr_t H5VLdatatype_optional_op(const char *app_file, const char *app_func, unsigned app_line,
                                hid_t type_id: H5T, H5VL_optional_args_t *args, hid_t dxpl_id: H5P,
                                hid_t es_id: H5ES);
herr_t H5VLfile_optional_op(const char *app_file, const char *app_func, unsigned app_line,
                            hid_t file_id: H5F, H5VL_optional_args_t *args, hid_t dxpl_id: H5P,
                            hid_t es_id: H5ES);
herr_t H5VLgroup_optional_op(const char *app_file, const char *app_func, unsigned app_line,
                             hid_t group_id: H5G, H5VL_optional_args_t *args, hid_t dxpl_id: H5P,
                             hid_t es_id: H5ES);
herr_t H5VLlink_optional_op(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                            const char *name, hid_t lapl_id: H5P, H5VL_optional_args_t *args,
                            hid_t dxpl_id: H5P, hid_t es_id: H5ES);
herr_t H5VLobject_optional_op(const char *app_file, const char *app_func, unsigned app_line, hid_t loc_id,
                              const char *name, hid_t lapl_id: H5P, H5VL_optional_args_t *args,
                              hid_t dxpl_id: H5P, hid_t es_id: H5ES);
herr_t H5VLrequest_optional_op(void *req, hid_t connector_id: H5I, H5VL_optional_args_t *args);
herr_t H5VLcmp_connector_cls(int *cmp: out *int, hid_t connector_id1: H5I, hid_t connector_id2: H5I);
hid_t H5VLwrap_register(void *obj, H5I_type_t type): new hid;
herr_t H5VLretrieve_lib_state(void **state);
herr_t H5VLopen_lib_context(void **context);
herr_t H5VLrestore_lib_state(const void *state);
herr_t H5VLclose_lib_context(void *context);
herr_t H5VLfree_lib_state(void *state);
void *H5VLget_object(void *obj, hid_t connector_id: H5I) fails(ret == nullptr);
herr_t H5VLget_wrap_ctx(void *obj, hid_t connector_id: H5I, void **wrap_ctx);
void *H5VLwrap_object(void *obj, H5I_type_t obj_type, hid_t connector_id: H5I, void *wrap_ctx)
    fails(ret == nullptr);
void *H5VLunwrap_object(void *obj, hid_t connector_id: H5I) fails(ret == nullptr);
herr_t H5VLfree_wrap_ctx(void *wrap_ctx, hid_t connector_id: H5I);
herr_t H5VLinitialize(hid_t connector_id: H5I, hid_t vipl_id: H5P);
herr_t H5VLterminate(hid_t connector_id: H5I);
herr_t H5VLget_cap_flags(hid_t connector_id: H5I, uint64_t *cap_flags: out *uint);
herr_t H5VLget_value(hid_t connector_id: H5I, H5VL_class_value_t *conn_value: out *int);
herr_t H5VLcopy_connector_info(hid_t connector_id: H5I, void **dst_vol_info, void *src_vol_info);
herr_t H5VLcmp_connector_info(int *cmp: out *int, hid_t connector_id: H5I, const void *info1,
                              const void *info2);
herr_t H5VLfree_connector_info(hid_t connector_id: H5I, void *vol_info);
herr_t H5VLconnector_info_to_str(const void *info, hid_t connector_id: H5I, char **str: out *str);
herr_t H5VLconnector_str_to_info(const char *str, hid_t connector_id: H5I, void **info);
void *H5VLattr_create(void *obj, const H5VL_loc_params_t *loc_params, hid_t connector_id: H5I,
                      const char *attr_name, hid_t type_id: H5T, hid_t space_id: H5S, hid_t acpl_id: H5P,
                      hid_t aapl_id: H5P, hid_t dxpl_id: H5P, void **req) fails(ret == nullptr);
void *H5VLattr_open(void *obj, const H5VL_loc_params_t *loc_params, hid_t connector_id: H5I,
                    const char *name, hid_t aapl_id: H5P, hid_t dxpl_id: H5P, void **req)
    fails(ret == nullptr);
herr_t H5VLattr_read(void *attr, hid_t connector_id: H5I, hid_t dtype_id: H5T, void *buf, hid_t dxpl_id: H5P,
                     void **req);
herr_t H5VLattr_write(void *attr, hid_t connector_id: H5I, hid_t dtype_id: H5T, const void *buf,
                      hid_t dxpl_id: H5P, void **req);
herr_t H5VLattr_get(void *obj, hid_t connector_id: H5I, H5VL_attr_get_args_t *args, hid_t dxpl_id: H5P,
                    void **req);
herr_t H5VLattr_specific(void *obj, const H5VL_loc_params_t *loc_params, hid_t connector_id: H5I,
                         H5VL_attr_specific_args_t *args, hid_t dxpl_id: H5P, void **req);
herr_t H5VLattr_optional(void *obj, hid_t connector_id: H5I, H5VL_optional_args_t *args, hid_t dxpl_id: H5P,
                         void **req);
herr_t H5VLattr_close(void *attr, hid_t connector_id: H5I, hid_t dxpl_id: H5P, void **req);
void *H5VLdataset_create(void *obj, const H5VL_loc_params_t *loc_params, hid_t connector_id: H5I,
                         const char *name, hid_t lcpl_id: H5P, hid_t type_id: H5T, hid_t space_id: H5S,
                         hid_t dcpl_id: H5P, hid_t dapl_id: H5P, hid_t dxpl_id: H5P, void **req)
    fails(ret == nullptr);
void *H5VLdataset_open(void *obj, const H5VL_loc_params_t *loc_params, hid_t connector_id: H5I,
                       const char *name, hid_t dapl_id: H5P, hid_t dxpl_id: H5P, void **req)
    fails(ret == nullptr);
herr_t H5VLdataset_read(size_t count, void *dset[]: [ptr; count], hid_t connector_id: H5I,
                        hid_t mem_type_id[]: [H5T; count], hid_t mem_space_id[]: [H5S; count],
                        hid_t file_space_id[]: [H5S; count], hid_t plist_id: H5P, void *buf[]: [ptr; count],
                        void **req);
herr_t H5VLdataset_write(size_t count, void *dset[]: [ptr; count], hid_t connector_id: H5I,
                         hid_t mem_type_id[]: [H5T; count], hid_t mem_space_id[]: [H5S; count],
                         hid_t file_space_id[]: [H5S; count], hid_t plist_id: H5P,
                         const void *buf[]: [ptr; count], void **req);
herr_t H5VLdataset_get(void *dset, hid_t connector_id: H5I, H5VL_dataset_get_args_t *args,
                       hid_t dxpl_id: H5P, void **req);
herr_t H5VLdataset_specific(void *obj, hid_t connector_id: H5I, H5VL_dataset_specific_args_t *args,
                            hid_t dxpl_id: H5P, void **req);
herr_t H5VLdataset_optional(void *obj, hid_t connector_id: H5I, H5VL_optional_args_t *args,
                            hid_t dxpl_id: H5P, void **req);
herr_t H5VLdataset_close(void *dset, hid_t connector_id: H5I, hid_t dxpl_id: H5P, void **req);
void *H5VLdatatype_commit(void *obj, const H5VL_loc_params_t *loc_params, hid_t connector_id: H5I,
                          const char *name, hid_t type_id: H5T, hid_t lcpl_id: H5P, hid_t tcpl_id: H5P,
                          hid_t tapl_id: H5P, hid_t dxpl_id: H5P, void **req) fails(ret == nullptr);
void *H5VLdatatype_open(void *obj, const H5VL_loc_params_t *loc_params, hid_t connector_id: H5I,
                        const char *name, hid_t tapl_id: H5P, hid_t dxpl_id: H5P, void **req)
    fails(ret == nullptr);
herr_t H5VLdatatype_get(void *dt, hid_t connector_id: H5I, H5VL_datatype_get_args_t *args,
                        hid_t dxpl_id: H5P, void **req);
herr_t H5VLdatatype_specific(void *obj, hid_t connector_id: H5I, H5VL_datatype_specific_args_t *args,
                             hid_t dxpl_id: H5P, void **req);
herr_t H5VLdatatype_optional(void *obj, hid_t connector_id: H5I, H5VL_optional_args_t *args,
                             hid_t dxpl_id: H5P, void **req);
herr_t H5VLdatatype_close(void *dt, hid_t connector_id: H5I, hid_t dxpl_id: H5P, void **req);
void *H5VLfile_create(const char *name: path, unsigned flags: flags H5F_ACC, hid_t fcpl_id: H5P,
                      hid_t fapl_id: H5P, hid_t dxpl_id: H5P, void **req) fails(ret == nullptr);
void *H5VLfile_open(const char *name: path, unsigned flags: flags H5F_ACC, hid_t fapl_id: H5P,
                    hid_t dxpl_id: H5P, void **req) fails(ret == nullptr);
herr_t H5VLfile_get(void *file, hid_t connector_id: H5I, H5VL_file_get_args_t *args, hid_t dxpl_id: H5P,
                    void **req);
herr_t H5VLfile_specific(void *obj, hid_t connector_id: H5I, H5VL_file_specific_args_t *args,
                         hid_t dxpl_id: H5P, void **req);
herr_t H5VLfile_optional(void *obj, hid_t connector_id: H5I, H5VL_optional_args_t *args, hid_t dxpl_id: H5P,
                         void **req);
herr_t H5VLfile_close(void *file, hid_t connector_id: H5I, hid_t dxpl_id: H5P, void **req);
void *H5VLgroup_create(void *obj, const H5VL_loc_params_t *loc_params, hid_t connector_id: H5I,
                       const char *name, hid_t lcpl_id: H5P, hid_t gcpl_id: H5P, hid_t gapl_id: H5P,
                       hid_t dxpl_id: H5P, void **req) fails(ret == nullptr);
void *H5VLgroup_open(void *obj, const H5VL_loc_params_t *loc_params, hid_t connector_id: H5I,
                     const char *name, hid_t gapl_id: H5P, hid_t dxpl_id: H5P, void **req)
    fails(ret == nullptr);
herr_t H5VLgroup_get(void *obj, hid_t connector_id: H5I, H5VL_group_get_args_t *args, hid_t dxpl_id: H5P,
                     void **req);
herr_t H5VLgroup_specific(void *obj, hid_t connector_id: H5I, H5VL_group_specific_args_t *args,
                          hid_t dxpl_id: H5P, void **req);
herr_t H5VLgroup_optional(void *obj, hid_t connector_id: H5I, H5VL_optional_args_t *args, hid_t dxpl_id: H5P,
                          void **req);
herr_t H5VLgroup_close(void *grp, hid_t connector_id: H5I, hid_t dxpl_id: H5P, void **req);
herr_t H5VLlink_create(H5VL_link_create_args_t *args, void *obj, const H5VL_loc_params_t *loc_params,
                       hid_t connector_id: H5I, hid_t lcpl_id: H5P, hid_t lapl_id: H5P, hid_t dxpl_id: H5P,
                       void **req);
herr_t H5VLlink_copy(void *src_obj, const H5VL_loc_params_t *loc_params1, void *dst_obj,
                     const H5VL_loc_params_t *loc_params2, hid_t connector_id: H5I, hid_t lcpl_id: H5P,
                     hid_t lapl_id: H5P, hid_t dxpl_id: H5P, void **req);
herr_t H5VLlink_move(void *src_obj, const H5VL_loc_params_t *loc_params1, void *dst_obj,
                     const H5VL_loc_params_t *loc_params2, hid_t connector_id: H5I, hid_t lcpl_id: H5P,
                     hid_t lapl_id: H5P, hid_t dxpl_id: H5P, void **req);
herr_t H5VLlink_get(void *obj, const H5VL_loc_params_t *loc_params, hid_t connector_id: H5I,
                    H5VL_link_get_args_t *args, hid_t dxpl_id: H5P, void **req);
herr_t H5VLlink_specific(void *obj, const H5VL_loc_params_t *loc_params, hid_t connector_id: H5I,
                         H5VL_link_specific_args_t *args, hid_t dxpl_id: H5P, void **req);
herr_t H5VLlink_optional(void *obj, const H5VL_loc_params_t *loc_params, hid_t connector_id: H5I,
                         H5VL_optional_args_t *args, hid_t dxpl_id: H5P, void **req);
void *H5VLobject_open(void *obj, const H5VL_loc_params_t *loc_params, hid_t connector_id: H5I,
                      H5I_type_t *opened_type: out *enum H5I_type, hid_t dxpl_id: H5P, void **req)
    fails(ret == nullptr);
herr_t H5VLobject_copy(void *src_obj, const H5VL_loc_params_t *loc_params1, const char *src_name,
                       void *dst_obj, const H5VL_loc_params_t *loc_params2, const char *dst_name,
                       hid_t connector_id: H5I, hid_t ocpypl_id: H5P, hid_t lcpl_id: H5P, hid_t dxpl_id: H5P,
                       void **req);
herr_t H5VLobject_get(void *obj, const H5VL_loc_params_t *loc_params, hid_t connector_id: H5I,
                      H5VL_object_get_args_t *args, hid_t dxpl_id: H5P, void **req);
herr_t H5VLobject_specific(void *obj, const H5VL_loc_params_t *loc_params, hid_t connector_id: H5I,
                           H5VL_object_specific_args_t *args, hid_t dxpl_id: H5P, void **req);
herr_t H5VLobject_optional(void *obj, const H5VL_loc_params_t *loc_params, hid_t connector_id: H5I,
                           H5VL_optional_args_t *args, hid_t dxpl_id: H5P, void **req);
herr_t H5VLintrospect_get_conn_cls(void *obj, hid_t connector_id: H5I, H5VL_get_conn_lvl_t lvl,
                                   const H5VL_class_t **conn_cls);
herr_t H5VLintrospect_get_cap_flags(const void *info, hid_t connector_id: H5I,
                                    uint64_t *cap_flags: out *uint);
herr_t H5VLintrospect_opt_query(void *obj, hid_t connector_id: H5I, H5VL_subclass_t subcls, int opt_type,
                                uint64_t *flags: out *uint);
herr_t H5VLrequest_wait(void *req, hid_t connector_id: H5I, uint64_t timeout,
                        H5VL_request_status_t *status: out *enum H5VL_request_status);
herr_t H5VLrequest_notify(void *req, hid_t connector_id: H5I, H5VL_request_notify_t cb, void *ctx);
herr_t H5VLrequest_cancel(void *req, hid_t connector_id: H5I,
                          H5VL_request_status_t *status: out *enum H5VL_request_status);
herr_t H5VLrequest_specific(void *req, hid_t connector_id: H5I, H5VL_request_specific_args_t *args);
herr_t H5VLrequest_optional(void *req, hid_t connector_id: H5I, H5VL_optional_args_t *args);
herr_t H5VLrequest_free(void *req, hid_t connector_id: H5I);
herr_t H5VLblob_put(void *obj, hid_t connector_id: H5I, const void *buf, size_t size, void *blob_id,
                    void *ctx);
herr_t H5VLblob_get(void *obj, hid_t connector_id: H5I, const void *blob_id, void *buf, size_t size,
                    void *ctx);
herr_t H5VLblob_specific(void *obj, hid_t connector_id: H5I, void *blob_id, H5VL_blob_specific_args_t *args);
herr_t H5VLblob_optional(void *obj, hid_t connector_id: H5I, void *blob_id, H5VL_optional_args_t *args);
herr_t H5VLtoken_cmp(void *obj, hid_t connector_id: H5I, const H5O_token_t *token1: *h5_token,
                     const H5O_token_t *token2: *h5_token, int *cmp_value: out *int);
herr_t H5VLtoken_to_str(void *obj, H5I_type_t obj_type, hid_t connector_id: H5I,
                        const H5O_token_t *token: *h5_token, char **token_str: out *str);
herr_t H5VLtoken_from_str(void *obj, H5I_type_t obj_type, hid_t connector_id: H5I, const char *token_str,
                          H5O_token_t *token: out *h5_token);
herr_t H5VLoptional(void *obj, hid_t connector_id: H5I, H5VL_optional_args_t *args, hid_t dxpl_id: H5P,
                    void **req);
herr_t H5VLnative_addr_to_token(hid_t loc_id, haddr_t addr: offset, H5O_token_t *token: out *h5_token);
herr_t H5VLnative_token_to_addr(hid_t loc_id, H5O_token_t token: uint = h5_token_value(&token),
                                haddr_t *addr: out *offset);
hid_t H5VLpeek_connector_id_by_name(const char *name): H5I;
hid_t H5VLpeek_connector_id_by_value(H5VL_class_value_t value): H5I;
herr_t H5VLstart_lib_state(void);
herr_t H5VLfinish_lib_state(void);
hid_t H5VL_native_register(void): H5I;
hid_t H5VL_pass_through_register(void): H5I;

# ---- the high level: lite

%header "runtime/hdf5_arguments.h" <hdf5_hl.h>
%declared "runtime/hdf5_api.h"
%library -lhdf5_hl
%nested hidden

herr_t H5LTmake_dataset(hid_t loc_id, const char *dset_name, int rank, const hsize_t *dims: [uint; rank],
                        hid_t type_id: H5T, const void *buffer);
herr_t H5LTmake_dataset_char(hid_t loc_id, const char *dset_name, int rank,
                             const hsize_t *dims: [uint; rank], const char *buffer: ptr);
herr_t H5LTmake_dataset_short(hid_t loc_id, const char *dset_name, int rank,
                              const hsize_t *dims: [uint; rank], const short *buffer);
herr_t H5LTmake_dataset_int(hid_t loc_id, const char *dset_name, int rank, const hsize_t *dims: [uint; rank],
                            const int *buffer);
herr_t H5LTmake_dataset_long(hid_t loc_id, const char *dset_name, int rank,
                             const hsize_t *dims: [uint; rank], const long *buffer);
herr_t H5LTmake_dataset_float(hid_t loc_id, const char *dset_name, int rank,
                              const hsize_t *dims: [uint; rank], const float *buffer);
herr_t H5LTmake_dataset_double(hid_t loc_id, const char *dset_name, int rank,
                               const hsize_t *dims: [uint; rank], const double *buffer);
herr_t H5LTmake_dataset_string(hid_t loc_id, const char *dset_name, const char *buf: ptr);
herr_t H5LTread_dataset(hid_t loc_id, const char *dset_name, hid_t type_id: H5T, void *buffer);
herr_t H5LTread_dataset_char(hid_t loc_id, const char *dset_name, char *buffer);
herr_t H5LTread_dataset_short(hid_t loc_id, const char *dset_name, short *buffer);
herr_t H5LTread_dataset_int(hid_t loc_id, const char *dset_name, int *buffer);
herr_t H5LTread_dataset_long(hid_t loc_id, const char *dset_name, long *buffer);
herr_t H5LTread_dataset_float(hid_t loc_id, const char *dset_name, float *buffer);
herr_t H5LTread_dataset_double(hid_t loc_id, const char *dset_name, double *buffer);
herr_t H5LTread_dataset_string(hid_t loc_id, const char *dset_name, char *buf);
herr_t H5LTget_dataset_ndims(hid_t loc_id, const char *dset_name, int *rank: out *int);
herr_t H5LTget_dataset_info(hid_t loc_id, const char *dset_name,
                            hsize_t *dims: out [uint; h5_lt_rank(loc_id, dset_name, failed)],
                            H5T_class_t *type_class: out *enum H5T_class, size_t *type_size: out *uint);
herr_t H5LTfind_dataset(hid_t loc_id, const char *name);
herr_t H5LTset_attribute_string(hid_t loc_id, const char *obj_name, const char *attr_name,
                                const char *attr_data);
herr_t H5LTset_attribute_char(hid_t loc_id, const char *obj_name, const char *attr_name,
                              const char *buffer: ptr, size_t size);
herr_t H5LTset_attribute_uchar(hid_t loc_id, const char *obj_name, const char *attr_name,
                               const unsigned char *buffer, size_t size);
herr_t H5LTset_attribute_short(hid_t loc_id, const char *obj_name, const char *attr_name,
                               const short *buffer, size_t size);
herr_t H5LTset_attribute_ushort(hid_t loc_id, const char *obj_name, const char *attr_name,
                                const unsigned short *buffer, size_t size);
herr_t H5LTset_attribute_int(hid_t loc_id, const char *obj_name, const char *attr_name, const int *buffer,
                             size_t size);
herr_t H5LTset_attribute_uint(hid_t loc_id, const char *obj_name, const char *attr_name,
                              const unsigned int *buffer, size_t size);
herr_t H5LTset_attribute_long(hid_t loc_id, const char *obj_name, const char *attr_name, const long *buffer,
                              size_t size);
herr_t H5LTset_attribute_long_long(hid_t loc_id, const char *obj_name, const char *attr_name,
                                   const long long *buffer, size_t size);
herr_t H5LTset_attribute_ulong(hid_t loc_id, const char *obj_name, const char *attr_name,
                               const unsigned long *buffer, size_t size);
herr_t H5LTset_attribute_float(hid_t loc_id, const char *obj_name, const char *attr_name,
                               const float *buffer, size_t size);
herr_t H5LTset_attribute_double(hid_t loc_id, const char *obj_name, const char *attr_name,
                                const double *buffer, size_t size);
herr_t H5LTget_attribute(hid_t loc_id, const char *obj_name, const char *attr_name, hid_t mem_type_id: H5T,
                         void *data);
herr_t H5LTget_attribute_string(hid_t loc_id, const char *obj_name, const char *attr_name, char *data);
herr_t H5LTget_attribute_char(hid_t loc_id, const char *obj_name, const char *attr_name, char *data);
herr_t H5LTget_attribute_uchar(hid_t loc_id, const char *obj_name, const char *attr_name,
                               unsigned char *data);
herr_t H5LTget_attribute_short(hid_t loc_id, const char *obj_name, const char *attr_name, short *data);
herr_t H5LTget_attribute_ushort(hid_t loc_id, const char *obj_name, const char *attr_name,
                                unsigned short *data);
herr_t H5LTget_attribute_int(hid_t loc_id, const char *obj_name, const char *attr_name, int *data);
herr_t H5LTget_attribute_uint(hid_t loc_id, const char *obj_name, const char *attr_name, unsigned int *data);
herr_t H5LTget_attribute_long(hid_t loc_id, const char *obj_name, const char *attr_name, long *data);
herr_t H5LTget_attribute_long_long(hid_t loc_id, const char *obj_name, const char *attr_name,
                                   long long *data);
herr_t H5LTget_attribute_ulong(hid_t loc_id, const char *obj_name, const char *attr_name,
                               unsigned long *data);
herr_t H5LTget_attribute_float(hid_t loc_id, const char *obj_name, const char *attr_name, float *data);
herr_t H5LTget_attribute_double(hid_t loc_id, const char *obj_name, const char *attr_name, double *data);
herr_t H5LTget_attribute_ndims(hid_t loc_id, const char *obj_name, const char *attr_name,
                               int *rank: out *int);
herr_t H5LTget_attribute_info(hid_t loc_id, const char *obj_name, const char *attr_name,
                              hsize_t *dims: out [uint; h5_lt_rank(loc_id, obj_name, attr_name, failed)],
                              H5T_class_t *type_class: out *enum H5T_class, size_t *type_size: out *uint);
hid_t H5LTtext_to_dtype(const char *text, H5LT_lang_t lang_type,
                        + made: *h5_type via h5_type(ret, failed)): new H5T;
herr_t H5LTdtype_to_text(hid_t dtype: H5T, char *str: out str[h5_text(str, failed ? 0 : room, room)],
                         H5LT_lang_t lang_type, size_t *len: out *uint)
    before(const size_t room = peek(len));
herr_t H5LTfind_attribute(hid_t loc_id, const char *name);
htri_t H5LTpath_valid(hid_t loc_id, const char *path, hbool_t check_object_valid);
hid_t H5LTopen_file_image(void *buf_ptr, size_t buf_size, unsigned flags: flags H5LT_image): new H5F;
herr_t H5LTset_attribute_ullong(hid_t loc_id, const char *obj_name, const char *attr_name,
                                const unsigned long long *buffer, size_t size);
herr_t H5LTget_attribute_ullong(hid_t loc_id, const char *obj_name, const char *attr_name,
                                unsigned long long *data);

# ---- the high level: tables

herr_t H5TBmake_table(const char *table_title, hid_t loc_id, const char *dset_name, hsize_t nfields,
                      hsize_t nrecords, size_t type_size, const char *field_names[]: [str; nfields],
                      const size_t *field_offset: [uint; nfields], const hid_t *field_types: [H5T; nfields],
                      hsize_t chunk_size, void *fill_data, int compress, const void *buf);
herr_t H5TBappend_records(hid_t loc_id, const char *dset_name, hsize_t nrecords, size_t type_size,
                          const size_t *field_offset: [uint; table->fields(failed)],
                          const size_t *dst_sizes: [uint; table->fields(failed)], const void *buf)
    before(const H5Table asked(loc_id, dset_name); const H5Table *const table = &asked);
herr_t H5TBwrite_records(hid_t loc_id, const char *dset_name, hsize_t start: offset, hsize_t nrecords,
                         size_t type_size, const size_t *field_offset: [uint; table->fields(failed)],
                         const size_t *dst_sizes: [uint; table->fields(failed)], const void *buf)
    before(const H5Table asked(loc_id, dset_name); const H5Table *const table = &asked);
herr_t H5TBwrite_fields_name(hid_t loc_id, const char *dset_name, const char *field_names,
                             hsize_t start: offset, hsize_t nrecords, size_t type_size,
                             const size_t *field_offset: [uint; h5_names(field_names)],
                             const size_t *dst_sizes: [uint; h5_names(field_names)], const void *buf);
herr_t H5TBwrite_fields_index(hid_t loc_id, const char *dset_name, hsize_t nfields,
                              const int *field_index: [int; nfields], hsize_t start: offset,
                              hsize_t nrecords, size_t type_size,
                              const size_t *field_offset: [uint; nfields],
                              const size_t *dst_sizes: [uint; nfields], const void *buf);
herr_t H5TBread_table(hid_t loc_id, const char *dset_name, size_t dst_size,
                      const size_t *dst_offset: [uint; table->fields(failed)],
                      const size_t *dst_sizes: [uint; table->fields(failed)], void *dst_buf)
    before(const H5Table asked(loc_id, dset_name); const H5Table *const table = &asked);
herr_t H5TBread_fields_name(hid_t loc_id, const char *dset_name, const char *field_names,
                            hsize_t start: offset, hsize_t nrecords, size_t type_size,
                            const size_t *field_offset: [uint; h5_names(field_names)],
                            const size_t *dst_sizes: [uint; h5_names(field_names)], void *buf);
herr_t H5TBread_fields_index(hid_t loc_id, const char *dset_name, hsize_t nfields,
                             const int *field_index: [int; nfields], hsize_t start: offset, hsize_t nrecords,
                             size_t type_size, const size_t *field_offset: [uint; nfields],
                             const size_t *dst_sizes: [uint; nfields], void *buf);
herr_t H5TBread_records(hid_t loc_id, const char *dset_name, hsize_t start: offset, hsize_t nrecords,
                        size_t type_size, const size_t *dst_offset: [uint; table->fields(failed)],
                        const size_t *dst_sizes: [uint; table->fields(failed)], void *buf)
    before(const H5Table asked(loc_id, dset_name); const H5Table *const table = &asked);
herr_t H5TBget_table_info(hid_t loc_id, const char *dset_name, hsize_t *nfields: out *uint,
                          hsize_t *nrecords: out *uint);
herr_t H5TBget_field_info(hid_t loc_id, const char *dset_name,
                          char *field_names[]: out [str; table->fields(failed)],
                          size_t *field_sizes: out [uint; table->fields(failed)],
                          size_t *field_offsets: out [uint; table->fields(failed)],
                          size_t *type_size: out *uint)
    before(const H5Table asked(loc_id, dset_name); const H5Table *const table = &asked);
herr_t H5TBdelete_record(hid_t loc_id, const char *dset_name, hsize_t start: offset, hsize_t nrecords);
herr_t H5TBinsert_record(hid_t loc_id, const char *dset_name, hsize_t start: offset, hsize_t nrecords,
                         size_t dst_size, const size_t *dst_offset: [uint; table->fields(failed)],
                         const size_t *dst_sizes: [uint; table->fields(failed)], void *buf)
    before(const H5Table asked(loc_id, dset_name); const H5Table *const table = &asked);
herr_t H5TBadd_records_from(hid_t loc_id, const char *dset_name1, hsize_t start1, hsize_t nrecords,
                            const char *dset_name2, hsize_t start2);
herr_t H5TBcombine_tables(hid_t loc_id1, const char *dset_name1, hid_t loc_id2, const char *dset_name2,
                          const char *dset_name3);
herr_t H5TBinsert_field(hid_t loc_id, const char *dset_name, const char *field_name, hid_t field_type: H5T,
                        hsize_t position, const void *fill_data, const void *buf);
herr_t H5TBdelete_field(hid_t loc_id, const char *dset_name, const char *field_name);
herr_t H5TBAget_title(hid_t loc_id,
    char *table_title: out str[h5_text(table_title, failed ? 0 : kH5TitleRoom, kH5TitleRoom)]);
htri_t H5TBAget_fill(hid_t loc_id, const char *dset_name, hid_t dset_id: H5D, unsigned char *dst_buf);

# ---- the high level: dimension scales

herr_t H5DSattach_scale(hid_t did: H5D, hid_t dsid: H5D, unsigned int idx);
herr_t H5DSdetach_scale(hid_t did: H5D, hid_t dsid: H5D, unsigned int idx);
herr_t H5DSset_scale(hid_t dsid: H5D, const char *dimname);
int H5DSget_num_scales(hid_t did: H5D, unsigned int dim);
herr_t H5DSset_label(hid_t did: H5D, unsigned int idx, const char *label);
ssize_t H5DSget_label(hid_t did: H5D, unsigned int idx, char *label: out str[h5_text(label, ret, size)],
                      size_t size);
ssize_t H5DSget_scale_name(hid_t did: H5D, char *name: out str[h5_text(name, ret, size)], size_t size);
htri_t H5DSis_scale(hid_t did: H5D);
herr_t H5DSiterate_scales(hid_t did: H5D, unsigned int dim, int *idx: in *int, H5DS_iterate_t visitor,
                          void *visitor_data);
htri_t H5DSis_attached(hid_t did: H5D, hid_t dsid: H5D, unsigned int idx);
herr_t H5DSwith_new_ref(hid_t obj_id, hbool_t *with_new_ref: out *int);

# ---- the high level: images

herr_t H5IMmake_image_8bit(hid_t loc_id, const char *dset_name, hsize_t width, hsize_t height,
                           const unsigned char *buffer);
herr_t H5IMmake_image_24bit(hid_t loc_id, const char *dset_name, hsize_t width, hsize_t height,
                            const char *interlace, const unsigned char *buffer);
herr_t H5IMget_image_info(hid_t loc_id, const char *dset_name, hsize_t *width: out *uint,
    hsize_t *height: out *uint, hsize_t *planes: out *uint,
    char *interlace: out str[h5_text(interlace, 16, h5_interlace_room(planes, failed))],
    hssize_t *npals: out *int);
herr_t H5IMread_image(hid_t loc_id, const char *dset_name, unsigned char *buffer);
herr_t H5IMmake_palette(hid_t loc_id, const char *pal_name, const hsize_t *pal_dims: [uint; 2],
                        const unsigned char *pal_data);
herr_t H5IMlink_palette(hid_t loc_id, const char *image_name, const char *pal_name);
herr_t H5IMunlink_palette(hid_t loc_id, const char *image_name, const char *pal_name);
herr_t H5IMget_npalettes(hid_t loc_id, const char *image_name, hssize_t *npals: out *int);
herr_t H5IMget_palette_info(hid_t loc_id, const char *image_name, int pal_number,
                            hsize_t *pal_dims: out [uint; 2]);
herr_t H5IMget_palette(hid_t loc_id, const char *image_name, int pal_number, unsigned char *pal_data);
herr_t H5IMis_image(hid_t loc_id, const char *dset_name);
herr_t H5IMis_palette(hid_t loc_id, const char *dset_name);

# ---- the high level: packet tables

hid_t H5PTcreate(hid_t loc_id, const char *dset_name, hid_t dtype_id: H5T, hsize_t chunk_size,
                 hid_t plist_id: H5P): new H5I;
hid_t H5PTopen(hid_t loc_id, const char *dset_name): new H5I;
herr_t H5PTclose(hid_t table_id: H5I frees(h5_gone($, failed)));
hid_t H5PTcreate_fl(hid_t loc_id, const char *dset_name, hid_t dtype_id: H5T, hsize_t chunk_size,
                    int compression): new H5I;
herr_t H5PTappend(hid_t table_id: H5I, size_t nrecords, const void *data);
herr_t H5PTget_next(hid_t table_id: H5I, size_t nrecords, void *data);
herr_t H5PTread_packets(hid_t table_id: H5I, hsize_t start: offset, size_t nrecords, void *data);
herr_t H5PTget_num_packets(hid_t table_id: H5I, hsize_t *nrecords: out *uint);
herr_t H5PTis_valid(hid_t table_id: H5I);
herr_t H5PTis_varlen(hid_t table_id: H5I);
hid_t H5PTget_dataset(hid_t table_id: H5I): H5D;
hid_t H5PTget_type(hid_t table_id: H5I): H5T;
herr_t H5PTcreate_index(hid_t table_id: H5I);
herr_t H5PTset_index(hid_t table_id: H5I, hsize_t pt_index);
herr_t H5PTget_index(hid_t table_id: H5I, hsize_t *pt_index: out *uint);
herr_t H5PTfree_vlen_buff(hid_t table_id: H5I, size_t bufflen, void *buff);

# ---- the high level: optimised access, dataset watching

herr_t H5DOappend(hid_t dset_id: H5D, hid_t dxpl_id: H5P, unsigned axis, size_t extension,
                  hid_t memtype: H5T, const void *buf);
herr_t H5DOwrite_chunk(hid_t dset_id: H5D, hid_t dxpl_id: H5P, uint32_t filters: flags H5Z_mask,
                       const hsize_t *offset: [offset; rank], size_t data_size, const void *buf)
    before(const int rank = h5_dataset_rank(dset_id));
herr_t H5DOread_chunk(hid_t dset_id: H5D, hid_t dxpl_id: H5P, const hsize_t *offset: [offset; rank],
                      uint32_t *filters: out *flags H5Z_mask, void *buf)
    before(const int rank = h5_dataset_rank(dset_id));
herr_t H5LDget_dset_dims(hid_t did: H5D, hsize_t *cur_dims: out [uint; rank])
    before(const int rank = h5_dataset_rank(did));
size_t H5LDget_dset_type_size(hid_t did: H5D, const char *fields) fails(ret == 0);
herr_t H5LDget_dset_elmts(hid_t did: H5D, const hsize_t *prev_dims: [uint; rank],
                          const hsize_t *cur_dims: [uint; rank], const char *fields, void *buf)
    before(const int rank = h5_dataset_rank(did));
