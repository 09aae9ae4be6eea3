// SPDX-License-Identifier: BSD-3-Clause
// Names of HDF5's enumerations and flags, from its headers (1.8 to 2.0; the values never changed).
#include "common/symbol_sets.h"

namespace recorder::tools {

namespace {

constexpr Symbol kH5ACWriteStrategy[] = {{"H5AC_METADATA_WRITE_STRATEGY__PROCESS_0_ONLY", 0, 0},
                                         {"H5AC_METADATA_WRITE_STRATEGY__DISTRIBUTED", 1, 0}};
constexpr Symbol kH5DCHUNK[] = {{"H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS", 2, 0}};
constexpr Symbol kH5DIOMODE[] = {
    {"H5D_SCALAR_IO", 1, 0}, {"H5D_VECTOR_IO", 2, 0}, {"H5D_SELECTION_IO", 4, 0}};
constexpr Symbol kH5DMPIOCAUSE[] = {{"H5D_MPIO_SET_INDEPENDENT", 1, 0},
                                    {"H5D_MPIO_DATATYPE_CONVERSION", 2, 0},
                                    {"H5D_MPIO_DATA_TRANSFORMS", 4, 0},
                                    {"H5D_MPIO_MPI_OPT_TYPES_ENV_VAR_DISABLED", 8, 0},
                                    {"H5D_MPIO_NOT_SIMPLE_OR_SCALAR_DATASPACES", 16, 0},
                                    {"H5D_MPIO_NOT_CONTIGUOUS_OR_CHUNKED_DATASET", 32, 0},
                                    {"H5D_MPIO_PARALLEL_FILTERED_WRITES_DISABLED", 64, 0},
                                    {"H5D_MPIO_ERROR_WHILE_CHECKING_COLLECTIVE_POSSIBLE", 128, 0},
                                    {"H5D_MPIO_NO_SELECTION_IO", 256, 0}};
constexpr Symbol kH5DSELIO[] = {{"H5D_SEL_IO_DISABLE_BY_API", 1, 0},
                                {"H5D_SEL_IO_NOT_CONTIGUOUS_OR_CHUNKED_DATASET", 2, 0},
                                {"H5D_SEL_IO_CONTIGUOUS_SIEVE_BUFFER", 4, 0},
                                {"H5D_SEL_IO_NO_VECTOR_OR_SELECTION_IO_CB", 8, 0},
                                {"H5D_SEL_IO_PAGE_BUFFER", 16, 0},
                                {"H5D_SEL_IO_DATASET_FILTER", 32, 0},
                                {"H5D_SEL_IO_CHUNK_CACHE", 64, 0},
                                {"H5D_SEL_IO_TCONV_BUF_TOO_SMALL", 128, 0},
                                {"H5D_SEL_IO_BKG_BUF_TOO_SMALL", 256, 0},
                                {"H5D_SEL_IO_DEFAULT_OFF", 512, 0}};
constexpr Symbol kH5DAllocTime[] = {{"H5D_ALLOC_TIME_ERROR", static_cast<uint64_t>(-1), 0},
                                    {"H5D_ALLOC_TIME_DEFAULT", 0, 0},
                                    {"H5D_ALLOC_TIME_EARLY", 1, 0},
                                    {"H5D_ALLOC_TIME_LATE", 2, 0},
                                    {"H5D_ALLOC_TIME_INCR", 3, 0}};
constexpr Symbol kH5DChunkIndex[] = {{"H5D_CHUNK_IDX_BTREE", 0, 0},  {"H5D_CHUNK_IDX_SINGLE", 1, 0},
                                     {"H5D_CHUNK_IDX_NONE", 2, 0},   {"H5D_CHUNK_IDX_FARRAY", 3, 0},
                                     {"H5D_CHUNK_IDX_EARRAY", 4, 0}, {"H5D_CHUNK_IDX_BT2", 5, 0}};
constexpr Symbol kH5DFillTime[] = {{"H5D_FILL_TIME_ERROR", static_cast<uint64_t>(-1), 0},
                                   {"H5D_FILL_TIME_ALLOC", 0, 0},
                                   {"H5D_FILL_TIME_NEVER", 1, 0},
                                   {"H5D_FILL_TIME_IFSET", 2, 0}};
constexpr Symbol kH5DFillValue[] = {{"H5D_FILL_VALUE_ERROR", static_cast<uint64_t>(-1), 0},
                                    {"H5D_FILL_VALUE_UNDEFINED", 0, 0},
                                    {"H5D_FILL_VALUE_DEFAULT", 1, 0},
                                    {"H5D_FILL_VALUE_USER_DEFINED", 2, 0}};
constexpr Symbol kH5DLayout[] = {{"H5D_LAYOUT_ERROR", static_cast<uint64_t>(-1), 0},
                                 {"H5D_COMPACT", 0, 0},
                                 {"H5D_CONTIGUOUS", 1, 0},
                                 {"H5D_CHUNKED", 2, 0},
                                 {"H5D_VIRTUAL", 3, 0}};
constexpr Symbol kH5DMpioActualChunkOptMode[] = {
    {"H5D_MPIO_NO_CHUNK_OPTIMIZATION", 0, 0}, {"H5D_MPIO_LINK_CHUNK", 1, 0}, {"H5D_MPIO_MULTI_CHUNK", 2, 0}};
constexpr Symbol kH5DMpioActualIoMode[] = {{"H5D_MPIO_NO_COLLECTIVE", 0, 0},
                                           {"H5D_MPIO_CHUNK_INDEPENDENT", 1, 0},
                                           {"H5D_MPIO_CHUNK_COLLECTIVE", 2, 0},
                                           {"H5D_MPIO_CHUNK_MIXED", 3, 0},
                                           {"H5D_MPIO_CONTIGUOUS_COLLECTIVE", 4, 0}};
constexpr Symbol kH5DSelectionIoMode[] = {{"H5D_SELECTION_IO_MODE_DEFAULT", 0, 0},
                                          {"H5D_SELECTION_IO_MODE_OFF", 1, 0},
                                          {"H5D_SELECTION_IO_MODE_ON", 2, 0}};
constexpr Symbol kH5DSpaceStatus[] = {{"H5D_SPACE_STATUS_ERROR", static_cast<uint64_t>(-1), 0},
                                      {"H5D_SPACE_STATUS_NOT_ALLOCATED", 0, 0},
                                      {"H5D_SPACE_STATUS_PART_ALLOCATED", 1, 0},
                                      {"H5D_SPACE_STATUS_ALLOCATED", 2, 0}};
constexpr Symbol kH5DVdsView[] = {{"H5D_VDS_ERROR", static_cast<uint64_t>(-1), 0},
                                  {"H5D_VDS_FIRST_MISSING", 0, 0},
                                  {"H5D_VDS_LAST_AVAILABLE", 1, 0}};
constexpr Symbol kH5EDirection[] = {{"H5E_WALK_UPWARD", 0, 0}, {"H5E_WALK_DOWNWARD", 1, 0}};
constexpr Symbol kH5EType[] = {{"H5E_MAJOR", 0, 0}, {"H5E_MINOR", 1, 0}};
constexpr Symbol kH5FDFEAT[] = {{"H5FD_FEAT_AGGREGATE_METADATA", 1, 0},
                                {"H5FD_FEAT_ACCUMULATE_METADATA_WRITE", 2, 0},
                                {"H5FD_FEAT_ACCUMULATE_METADATA_READ", 4, 0},
                                {"H5FD_FEAT_DATA_SIEVE", 8, 0},
                                {"H5FD_FEAT_AGGREGATE_SMALLDATA", 16, 0},
                                {"H5FD_FEAT_IGNORE_DRVRINFO", 32, 0},
                                {"H5FD_FEAT_DIRTY_DRVRINFO_LOAD", 64, 0},
                                {"H5FD_FEAT_POSIX_COMPAT_HANDLE", 128, 0},
                                {"H5FD_FEAT_HAS_MPI", 256, 0},
                                {"H5FD_FEAT_ALLOCATE_EARLY", 512, 0},
                                {"H5FD_FEAT_ALLOW_FILE_IMAGE", 1024, 0},
                                {"H5FD_FEAT_CAN_USE_FILE_IMAGE_CALLBACKS", 2048, 0},
                                {"H5FD_FEAT_SUPPORTS_SWMR_IO", 4096, 0},
                                {"H5FD_FEAT_USE_ALLOC_SIZE", 8192, 0},
                                {"H5FD_FEAT_PAGED_AGGR", 16384, 0},
                                {"H5FD_FEAT_DEFAULT_VFD_COMPATIBLE", 32768, 0},
                                {"H5FD_FEAT_MEMMANAGE", 65536, 0}};
constexpr Symbol kH5FDLOG[] = {{"H5FD_LOG_TRUNCATE", 1, 0},          {"H5FD_LOG_LOC_READ", 2, 0},
                               {"H5FD_LOG_LOC_WRITE", 4, 0},         {"H5FD_LOG_LOC_SEEK", 8, 0},
                               {"H5FD_LOG_FILE_READ", 16, 0},        {"H5FD_LOG_FILE_WRITE", 32, 0},
                               {"H5FD_LOG_FLAVOR", 64, 0},           {"H5FD_LOG_NUM_READ", 128, 0},
                               {"H5FD_LOG_NUM_WRITE", 256, 0},       {"H5FD_LOG_NUM_SEEK", 512, 0},
                               {"H5FD_LOG_NUM_TRUNCATE", 1024, 0},   {"H5FD_LOG_TIME_OPEN", 2048, 0},
                               {"H5FD_LOG_TIME_STAT", 4096, 0},      {"H5FD_LOG_TIME_READ", 8192, 0},
                               {"H5FD_LOG_TIME_WRITE", 16384, 0},    {"H5FD_LOG_TIME_SEEK", 32768, 0},
                               {"H5FD_LOG_TIME_TRUNCATE", 65536, 0}, {"H5FD_LOG_TIME_CLOSE", 131072, 0},
                               {"H5FD_LOG_ALLOC", 262144, 0},        {"H5FD_LOG_FREE", 524288, 0}};
constexpr Symbol kH5FDMem[] = {{"H5FD_MEM_NOLIST", static_cast<uint64_t>(-1), 0},
                               {"H5FD_MEM_DEFAULT", 0, 0},
                               {"H5FD_MEM_SUPER", 1, 0},
                               {"H5FD_MEM_BTREE", 2, 0},
                               {"H5FD_MEM_DRAW", 3, 0},
                               {"H5FD_MEM_GHEAP", 4, 0},
                               {"H5FD_MEM_LHEAP", 5, 0},
                               {"H5FD_MEM_OHDR", 6, 0}};
constexpr Symbol kH5FDMpioChunkOpt[] = {
    {"H5FD_MPIO_CHUNK_DEFAULT", 0, 0}, {"H5FD_MPIO_CHUNK_ONE_IO", 1, 0}, {"H5FD_MPIO_CHUNK_MULTI_IO", 2, 0}};
constexpr Symbol kH5FDMpioCollectiveOpt[] = {{"H5FD_MPIO_COLLECTIVE_IO", 0, 0},
                                             {"H5FD_MPIO_INDIVIDUAL_IO", 1, 0}};
constexpr Symbol kH5FDMpioXfer[] = {{"H5FD_MPIO_INDEPENDENT", 0, 0}, {"H5FD_MPIO_COLLECTIVE", 1, 0}};
constexpr Symbol kH5FDSubfilingIocSelect[] = {
    {"SELECT_IOC_ONE_PER_NODE", 0, 0}, {"SELECT_IOC_EVERY_NTH_RANK", 1, 0}, {"SELECT_IOC_WITH_CONFIG", 2, 0}};
constexpr Symbol kH5FACC[] = {{"H5F_ACC_DEFAULT", 65535, ~uint64_t{0}},
                              {"H5F_ACC_RDONLY", 0, 3},
                              {"H5F_ACC_RDWR", 1, 0},
                              {"H5F_ACC_TRUNC", 2, 0},
                              {"H5F_ACC_EXCL", 4, 0},
                              {"H5F_ACC_CREAT", 16, 0},
                              {"H5F_ACC_SWMR_WRITE", 32, 0},
                              {"H5F_ACC_SWMR_READ", 64, 0}};
constexpr Symbol kH5FOBJ[] = {{"H5F_OBJ_FILE", 1, 0},  {"H5F_OBJ_DATASET", 2, 0},
                              {"H5F_OBJ_GROUP", 4, 0}, {"H5F_OBJ_DATATYPE", 8, 0},
                              {"H5F_OBJ_ATTR", 16, 0}, {"H5F_OBJ_LOCAL", 32, 0}};
constexpr Symbol kH5FRFIC[] = {{"H5F_RFIC_UNUSUAL_NUM_UNUSED_NUMERIC_BITS", 1, 0}};
constexpr Symbol kH5FCloseDegree[] = {{"H5F_CLOSE_DEFAULT", 0, 0},
                                      {"H5F_CLOSE_WEAK", 1, 0},
                                      {"H5F_CLOSE_SEMI", 2, 0},
                                      {"H5F_CLOSE_STRONG", 3, 0}};
constexpr Symbol kH5FFileSpaceType[] = {{"H5F_FILE_SPACE_DEFAULT", 0, 0},
                                        {"H5F_FILE_SPACE_ALL_PERSIST", 1, 0},
                                        {"H5F_FILE_SPACE_ALL", 2, 0},
                                        {"H5F_FILE_SPACE_AGGR_VFD", 3, 0},
                                        {"H5F_FILE_SPACE_VFD", 4, 0}};
constexpr Symbol kH5FFspaceStrategy[] = {{"H5F_FSPACE_STRATEGY_FSM_AGGR", 0, 0},
                                         {"H5F_FSPACE_STRATEGY_PAGE", 1, 0},
                                         {"H5F_FSPACE_STRATEGY_AGGR", 2, 0},
                                         {"H5F_FSPACE_STRATEGY_NONE", 3, 0}};
constexpr Symbol kH5FLibver[] = {{"H5F_LIBVER_ERROR", static_cast<uint64_t>(-1), 0},
                                 {"H5F_LIBVER_EARLIEST", 0, 0},
                                 {"H5F_LIBVER_V18", 1, 0},
                                 {"H5F_LIBVER_V110", 2, 0},
                                 {"H5F_LIBVER_V112", 3, 0},
                                 {"H5F_LIBVER_V114", 4, 0},
                                 {"H5F_LIBVER_V200", 5, 0}};
constexpr Symbol kH5FScope[] = {{"H5F_SCOPE_LOCAL", 0, 0}, {"H5F_SCOPE_GLOBAL", 1, 0}};
constexpr Symbol kH5GObj[] = {{"H5G_UNKNOWN", static_cast<uint64_t>(-1), 0},
                              {"H5G_GROUP", 0, 0},
                              {"H5G_DATASET", 1, 0},
                              {"H5G_TYPE", 2, 0},
                              {"H5G_LINK", 3, 0},
                              {"H5G_UDLINK", 4, 0}};
constexpr Symbol kH5GStorageType[] = {{"H5G_STORAGE_TYPE_UNKNOWN", static_cast<uint64_t>(-1), 0},
                                      {"H5G_STORAGE_TYPE_SYMBOL_TABLE", 0, 0},
                                      {"H5G_STORAGE_TYPE_COMPACT", 1, 0},
                                      {"H5G_STORAGE_TYPE_DENSE", 2, 0}};
constexpr Symbol kH5IType[] = {{"H5I_UNINIT", static_cast<uint64_t>(-2), 0},
                               {"H5I_BADID", static_cast<uint64_t>(-1), 0},
                               {"H5I_FILE", 1, 0},
                               {"H5I_GROUP", 2, 0},
                               {"H5I_DATATYPE", 3, 0},
                               {"H5I_DATASPACE", 4, 0},
                               {"H5I_DATASET", 5, 0}};
constexpr Symbol kH5LTImage[] = {{"H5LT_FILE_IMAGE_OPEN_RW", 1, 0},
                                 {"H5LT_FILE_IMAGE_DONT_COPY", 2, 0},
                                 {"H5LT_FILE_IMAGE_DONT_RELEASE", 4, 0}};
constexpr Symbol kH5LTLang[] = {{"H5LT_LANG_ERR", static_cast<uint64_t>(-1), 0},
                                {"H5LT_DDL", 0, 0},
                                {"H5LT_C", 1, 0},
                                {"H5LT_FORTRAN", 2, 0},
                                {"H5LT_NO_LANG", 3, 0}};
constexpr Symbol kH5LType[] = {{"H5L_TYPE_ERROR", static_cast<uint64_t>(-1), 0},
                               {"H5L_TYPE_HARD", 0, 0},
                               {"H5L_TYPE_SOFT", 1, 0},
                               {"H5L_TYPE_EXTERNAL", 64, 0}};
constexpr Symbol kH5OCOPY[] = {
    {"H5O_COPY_SHALLOW_HIERARCHY_FLAG", 1, 0},     {"H5O_COPY_EXPAND_SOFT_LINK_FLAG", 2, 0},
    {"H5O_COPY_EXPAND_EXT_LINK_FLAG", 4, 0},       {"H5O_COPY_EXPAND_REFERENCE_FLAG", 8, 0},
    {"H5O_COPY_WITHOUT_ATTR_FLAG", 16, 0},         {"H5O_COPY_PRESERVE_NULL_FLAG", 32, 0},
    {"H5O_COPY_MERGE_COMMITTED_DTYPE_FLAG", 64, 0}};
constexpr Symbol kH5OINFO[] = {{"H5O_INFO_BASIC", 1, 0},
                               {"H5O_INFO_TIME", 2, 0},
                               {"H5O_INFO_NUM_ATTRS", 4, 0},
                               {"H5O_INFO_HDR", 8, 0},
                               {"H5O_INFO_META_SIZE", 16, 0}};
constexpr Symbol kH5OSHMESG[] = {{"H5O_SHMESG_SDSPACE_FLAG", 2, 0},
                                 {"H5O_SHMESG_DTYPE_FLAG", 8, 0},
                                 {"H5O_SHMESG_FILL_FLAG", 32, 0},
                                 {"H5O_SHMESG_PLINE_FLAG", 2048, 0},
                                 {"H5O_SHMESG_ATTR_FLAG", 4096, 0}};
constexpr Symbol kH5OType[] = {{"H5O_TYPE_UNKNOWN", static_cast<uint64_t>(-1), 0},
                               {"H5O_TYPE_GROUP", 0, 0},
                               {"H5O_TYPE_DATASET", 1, 0},
                               {"H5O_TYPE_NAMED_DATATYPE", 2, 0},
                               {"H5O_TYPE_MAP", 3, 0}};
constexpr Symbol kH5PL[] = {
    {"H5PL_FILTER_PLUGIN", 1, 0}, {"H5PL_VOL_PLUGIN", 2, 0}, {"H5PL_VFD_PLUGIN", 4, 0}};
constexpr Symbol kH5PCRTORDER[] = {{"H5P_CRT_ORDER_TRACKED", 1, 0}, {"H5P_CRT_ORDER_INDEXED", 2, 0}};
constexpr Symbol kH5RType[] = {{"H5R_BADTYPE", static_cast<uint64_t>(-1), 0},
                               {"H5R_OBJECT1", 0, 0},
                               {"H5R_DATASET_REGION1", 1, 0},
                               {"H5R_OBJECT2", 2, 0},
                               {"H5R_DATASET_REGION2", 3, 0},
                               {"H5R_ATTR", 4, 0}};
constexpr Symbol kH5SSELITER[] = {{"H5S_SEL_ITER_GET_SEQ_LIST_SORTED", 1, 0},
                                  {"H5S_SEL_ITER_SHARE_WITH_DATASPACE", 2, 0}};
constexpr Symbol kH5SClass[] = {{"H5S_NO_CLASS", static_cast<uint64_t>(-1), 0},
                                {"H5S_SCALAR", 0, 0},
                                {"H5S_SIMPLE", 1, 0},
                                {"H5S_NULL", 2, 0}};
constexpr Symbol kH5SExtent[] = {{"H5S_UNLIMITED", static_cast<uint64_t>(-1), 0}};
constexpr Symbol kH5SSelType[] = {{"H5S_SEL_ERROR", static_cast<uint64_t>(-1), 0},
                                  {"H5S_SEL_NONE", 0, 0},
                                  {"H5S_SEL_POINTS", 1, 0},
                                  {"H5S_SEL_HYPERSLABS", 2, 0},
                                  {"H5S_SEL_ALL", 3, 0}};
constexpr Symbol kH5SSeloper[] = {{"H5S_SELECT_NOOP", static_cast<uint64_t>(-1), 0},
                                  {"H5S_SELECT_SET", 0, 0},
                                  {"H5S_SELECT_OR", 1, 0},
                                  {"H5S_SELECT_AND", 2, 0},
                                  {"H5S_SELECT_XOR", 3, 0},
                                  {"H5S_SELECT_NOTB", 4, 0},
                                  {"H5S_SELECT_NOTA", 5, 0},
                                  {"H5S_SELECT_APPEND", 6, 0},
                                  {"H5S_SELECT_PREPEND", 7, 0}};
constexpr Symbol kH5TClass[] = {{"H5T_NO_CLASS", static_cast<uint64_t>(-1), 0},
                                {"H5T_INTEGER", 0, 0},
                                {"H5T_FLOAT", 1, 0},
                                {"H5T_TIME", 2, 0},
                                {"H5T_STRING", 3, 0},
                                {"H5T_BITFIELD", 4, 0},
                                {"H5T_OPAQUE", 5, 0},
                                {"H5T_COMPOUND", 6, 0},
                                {"H5T_REFERENCE", 7, 0},
                                {"H5T_ENUM", 8, 0},
                                {"H5T_VLEN", 9, 0},
                                {"H5T_ARRAY", 10, 0},
                                {"H5T_COMPLEX", 11, 0}};
constexpr Symbol kH5TCset[] = {
    {"H5T_CSET_ERROR", static_cast<uint64_t>(-1), 0}, {"H5T_CSET_ASCII", 0, 0}, {"H5T_CSET_UTF8", 1, 0}};
constexpr Symbol kH5TDirection[] = {
    {"H5T_DIR_DEFAULT", 0, 0}, {"H5T_DIR_ASCEND", 1, 0}, {"H5T_DIR_DESCEND", 2, 0}};
constexpr Symbol kH5TNorm[] = {{"H5T_NORM_ERROR", static_cast<uint64_t>(-1), 0},
                               {"H5T_NORM_IMPLIED", 0, 0},
                               {"H5T_NORM_MSBSET", 1, 0},
                               {"H5T_NORM_NONE", 2, 0}};
constexpr Symbol kH5TOrder[] = {{"H5T_ORDER_ERROR", static_cast<uint64_t>(-1), 0},
                                {"H5T_ORDER_LE", 0, 0},
                                {"H5T_ORDER_BE", 1, 0},
                                {"H5T_ORDER_VAX", 2, 0},
                                {"H5T_ORDER_MIXED", 3, 0},
                                {"H5T_ORDER_NONE", 4, 0}};
constexpr Symbol kH5TPad[] = {{"H5T_PAD_ERROR", static_cast<uint64_t>(-1), 0},
                              {"H5T_PAD_ZERO", 0, 0},
                              {"H5T_PAD_ONE", 1, 0},
                              {"H5T_PAD_BACKGROUND", 2, 0}};
constexpr Symbol kH5TPers[] = {
    {"H5T_PERS_DONTCARE", static_cast<uint64_t>(-1), 0}, {"H5T_PERS_HARD", 0, 0}, {"H5T_PERS_SOFT", 1, 0}};
constexpr Symbol kH5TSign[] = {
    {"H5T_SGN_ERROR", static_cast<uint64_t>(-1), 0}, {"H5T_SGN_NONE", 0, 0}, {"H5T_SGN_2", 1, 0}};
constexpr Symbol kH5TStr[] = {{"H5T_STR_ERROR", static_cast<uint64_t>(-1), 0},
                              {"H5T_STR_NULLTERM", 0, 0},
                              {"H5T_STR_NULLPAD", 1, 0},
                              {"H5T_STR_SPACEPAD", 2, 0}};
constexpr Symbol kH5VLGetConnLvl[] = {{"H5VL_GET_CONN_LVL_CURR", 0, 0}, {"H5VL_GET_CONN_LVL_TERM", 1, 0}};
constexpr Symbol kH5VLRequestStatus[] = {{"H5VL_REQUEST_STATUS_IN_PROGRESS", 0, 0},
                                         {"H5VL_REQUEST_STATUS_SUCCEED", 1, 0},
                                         {"H5VL_REQUEST_STATUS_FAIL", 2, 0},
                                         {"H5VL_REQUEST_STATUS_CANT_CANCEL", 3, 0},
                                         {"H5VL_REQUEST_STATUS_CANCELED", 4, 0}};
constexpr Symbol kH5VLSubclass[] = {
    {"H5VL_SUBCLS_NONE", 0, 0},   {"H5VL_SUBCLS_INFO", 1, 0},     {"H5VL_SUBCLS_WRAP", 2, 0},
    {"H5VL_SUBCLS_ATTR", 3, 0},   {"H5VL_SUBCLS_DATASET", 4, 0},  {"H5VL_SUBCLS_DATATYPE", 5, 0},
    {"H5VL_SUBCLS_FILE", 6, 0},   {"H5VL_SUBCLS_GROUP", 7, 0},    {"H5VL_SUBCLS_LINK", 8, 0},
    {"H5VL_SUBCLS_OBJECT", 9, 0}, {"H5VL_SUBCLS_REQUEST", 10, 0}, {"H5VL_SUBCLS_BLOB", 11, 0},
    {"H5VL_SUBCLS_TOKEN", 12, 0}};
constexpr Symbol kH5ZEDC[] = {{"H5Z_ERROR_EDC", static_cast<uint64_t>(-1), 0},
                              {"H5Z_DISABLE_EDC", 0, 0},
                              {"H5Z_ENABLE_EDC", 1, 0},
                              {"H5Z_NO_EDC", 2, 0}};
constexpr Symbol kH5ZSOScaleType[] = {
    {"H5Z_SO_FLOAT_DSCALE", 0, 0}, {"H5Z_SO_FLOAT_ESCALE", 1, 0}, {"H5Z_SO_INT", 2, 0}};
constexpr Symbol kH5ZConfig[] = {{"H5Z_FILTER_CONFIG_ENCODE_ENABLED", 1, 0},
                                 {"H5Z_FILTER_CONFIG_DECODE_ENABLED", 2, 0}};
constexpr Symbol kH5ZFilter[] = {{"H5Z_FILTER_ERROR", static_cast<uint64_t>(-1), 0},
                                 {"H5Z_FILTER_NONE", 0, 0},
                                 {"H5Z_FILTER_DEFLATE", 1, 0},
                                 {"H5Z_FILTER_SHUFFLE", 2, 0},
                                 {"H5Z_FILTER_FLETCHER32", 3, 0},
                                 {"H5Z_FILTER_SZIP", 4, 0},
                                 {"H5Z_FILTER_NBIT", 5, 0},
                                 {"H5Z_FILTER_SCALEOFFSET", 6, 0}};
constexpr Symbol kH5ZFlag[] = {
    {"H5Z_FLAG_OPTIONAL", 1, 0}, {"H5Z_FLAG_REVERSE", 256, 0}, {"H5Z_FLAG_SKIP_EDC", 512, 0}};
constexpr Symbol kH5SZIP[] = {{"H5_SZIP_ALLOW_K13_OPTION_MASK", 1, 0},
                              {"H5_SZIP_CHIP_OPTION_MASK", 2, 0},
                              {"H5_SZIP_EC_OPTION_MASK", 4, 0},
                              {"H5_SZIP_NN_OPTION_MASK", 32, 0}};
constexpr Symbol kH5Index[] = {{"H5_INDEX_UNKNOWN", static_cast<uint64_t>(-1), 0},
                               {"H5_INDEX_NAME", 0, 0},
                               {"H5_INDEX_CRT_ORDER", 1, 0}};
constexpr Symbol kH5IterOrder[] = {{"H5_ITER_UNKNOWN", static_cast<uint64_t>(-1), 0},
                                   {"H5_ITER_INC", 0, 0},
                                   {"H5_ITER_DEC", 1, 0},
                                   {"H5_ITER_NATIVE", 2, 0}};

constexpr SymbolSet kSets[] = {symbol_set("H5AC_write_strategy", kH5ACWriteStrategy),
                               symbol_set("H5D_CHUNK", kH5DCHUNK),
                               symbol_set("H5D_IO_MODE", kH5DIOMODE),
                               symbol_set("H5D_MPIO_CAUSE", kH5DMPIOCAUSE),
                               symbol_set("H5D_SEL_IO", kH5DSELIO),
                               symbol_set("H5D_alloc_time", kH5DAllocTime),
                               symbol_set("H5D_chunk_index", kH5DChunkIndex),
                               symbol_set("H5D_fill_time", kH5DFillTime),
                               symbol_set("H5D_fill_value", kH5DFillValue),
                               symbol_set("H5D_layout", kH5DLayout),
                               symbol_set("H5D_mpio_actual_chunk_opt_mode", kH5DMpioActualChunkOptMode),
                               symbol_set("H5D_mpio_actual_io_mode", kH5DMpioActualIoMode),
                               symbol_set("H5D_selection_io_mode", kH5DSelectionIoMode),
                               symbol_set("H5D_space_status", kH5DSpaceStatus),
                               symbol_set("H5D_vds_view", kH5DVdsView),
                               symbol_set("H5E_direction", kH5EDirection),
                               symbol_set("H5E_type", kH5EType),
                               symbol_set("H5FD_FEAT", kH5FDFEAT),
                               symbol_set("H5FD_LOG", kH5FDLOG),
                               symbol_set("H5FD_mem", kH5FDMem),
                               symbol_set("H5FD_mpio_chunk_opt", kH5FDMpioChunkOpt),
                               symbol_set("H5FD_mpio_collective_opt", kH5FDMpioCollectiveOpt),
                               symbol_set("H5FD_mpio_xfer", kH5FDMpioXfer),
                               symbol_set("H5FD_subfiling_ioc_select", kH5FDSubfilingIocSelect),
                               symbol_set("H5F_ACC", kH5FACC),
                               symbol_set("H5F_OBJ", kH5FOBJ),
                               symbol_set("H5F_RFIC", kH5FRFIC),
                               symbol_set("H5F_close_degree", kH5FCloseDegree),
                               symbol_set("H5F_file_space_type", kH5FFileSpaceType),
                               symbol_set("H5F_fspace_strategy", kH5FFspaceStrategy),
                               symbol_set("H5F_libver", kH5FLibver),
                               symbol_set("H5F_scope", kH5FScope),
                               symbol_set("H5G_obj", kH5GObj),
                               symbol_set("H5G_storage_type", kH5GStorageType),
                               symbol_set("H5I_type", kH5IType),
                               symbol_set("H5LT_image", kH5LTImage),
                               symbol_set("H5LT_lang", kH5LTLang),
                               symbol_set("H5L_type", kH5LType),
                               symbol_set("H5O_COPY", kH5OCOPY),
                               symbol_set("H5O_INFO", kH5OINFO),
                               symbol_set("H5O_SHMESG", kH5OSHMESG),
                               symbol_set("H5O_type", kH5OType),
                               symbol_set("H5PL", kH5PL),
                               symbol_set("H5P_CRT_ORDER", kH5PCRTORDER),
                               symbol_set("H5R_type", kH5RType),
                               symbol_set("H5S_SEL_ITER", kH5SSELITER),
                               symbol_set("H5S_class", kH5SClass),
                               symbol_set("H5S_extent", kH5SExtent),
                               symbol_set("H5S_sel_type", kH5SSelType),
                               symbol_set("H5S_seloper", kH5SSeloper),
                               symbol_set("H5T_class", kH5TClass),
                               symbol_set("H5T_cset", kH5TCset),
                               symbol_set("H5T_direction", kH5TDirection),
                               symbol_set("H5T_norm", kH5TNorm),
                               symbol_set("H5T_order", kH5TOrder),
                               symbol_set("H5T_pad", kH5TPad),
                               symbol_set("H5T_pers", kH5TPers),
                               symbol_set("H5T_sign", kH5TSign),
                               symbol_set("H5T_str", kH5TStr),
                               symbol_set("H5VL_get_conn_lvl", kH5VLGetConnLvl),
                               symbol_set("H5VL_request_status", kH5VLRequestStatus),
                               symbol_set("H5VL_subclass", kH5VLSubclass),
                               symbol_set("H5Z_EDC", kH5ZEDC),
                               symbol_set("H5Z_SO_scale_type", kH5ZSOScaleType),
                               symbol_set("H5Z_config", kH5ZConfig),
                               symbol_set("H5Z_filter", kH5ZFilter),
                               symbol_set("H5Z_flag", kH5ZFlag),
                               symbol_set("H5_SZIP", kH5SZIP),
                               symbol_set("H5_index", kH5Index),
                               symbol_set("H5_iter_order", kH5IterOrder)};

}  // namespace

SymbolSets hdf5_symbols() { return {kSets, kSets + sizeof kSets / sizeof kSets[0]}; }

}  // namespace recorder::tools
