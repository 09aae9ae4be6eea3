// SPDX-License-Identifier: BSD-3-Clause
// Names of MPI's constants. Implementations give them different values, so a trace's numbers mean what the
// MPI of its run says: facts from the headers of Open MPI 4 and 5, and MPICH 4 and 5.
#include "common/symbols_mpi.h"

#include <string.h>

namespace recorder::tools {

namespace {

constexpr int32_t kNone = INT32_MIN;  // not there

struct MpiSymbol {
  const char *name;
  int32_t values[kMpiKinds];
};
struct MpiSet {
  const char *name;
  const MpiSymbol *begin, *end;
};
template <size_t n>
constexpr MpiSet mpi_set(const char *name, const MpiSymbol (&symbols)[n]) {
  return {name, symbols, symbols + n};
}

// Open MPI 4, MPICH 4, Open MPI 5, MPICH 5
constexpr MpiSymbol kMpiRank[] = {{"MPI_PROC_NULL", {-2, -1, -2, -1}},
                                  {"MPI_ANY_SOURCE", {-1, -2, -1, -2}},
                                  {"MPI_ROOT", {-4, -3, -4, -3}},
                                  {"MPI_UNDEFINED", {-32766, -32766, -32766, -32766}}};
constexpr MpiSymbol kMpiTag[] = {{"MPI_ANY_TAG", {-1, -1, -1, -1}}};
constexpr MpiSymbol kMpiCompare[] = {{"MPI_IDENT", {0, 0, 0, 0}},
                                     {"MPI_CONGRUENT", {1, 1, 1, 1}},
                                     {"MPI_SIMILAR", {2, 2, 2, 2}},
                                     {"MPI_UNEQUAL", {3, 3, 3, 3}}};
constexpr MpiSymbol kMpiTopology[] = {{"MPI_CART", {1, 2, 1, 2}},
                                      {"MPI_GRAPH", {2, 1, 2, 1}},
                                      {"MPI_DIST_GRAPH", {3, 3, 3, 3}},
                                      {"MPI_UNDEFINED", {-32766, -32766, -32766, -32766}}};
constexpr MpiSymbol kMpiCombiner[] = {{"MPI_COMBINER_NAMED", {0, 1, 0, 1}},
                                      {"MPI_COMBINER_DUP", {1, 2, 1, 2}},
                                      {"MPI_COMBINER_CONTIGUOUS", {2, 3, 2, 3}},
                                      {"MPI_COMBINER_VECTOR", {3, 4, 3, 4}},
                                      {"MPI_COMBINER_HVECTOR_INTEGER", {kNone, 5, 4, 5}},
                                      {"MPI_COMBINER_HVECTOR", {5, 6, 5, 6}},
                                      {"MPI_COMBINER_INDEXED", {6, 7, 6, 7}},
                                      {"MPI_COMBINER_HINDEXED_INTEGER", {kNone, 8, 7, 8}},
                                      {"MPI_COMBINER_HINDEXED", {8, 9, 8, 9}},
                                      {"MPI_COMBINER_INDEXED_BLOCK", {9, 10, 9, 10}},
                                      {"MPI_COMBINER_HINDEXED_BLOCK", {18, 19, 18, 19}},
                                      {"MPI_COMBINER_STRUCT_INTEGER", {kNone, 11, 10, 11}},
                                      {"MPI_COMBINER_STRUCT", {11, 12, 11, 12}},
                                      {"MPI_COMBINER_SUBARRAY", {12, 13, 12, 13}},
                                      {"MPI_COMBINER_DARRAY", {13, 14, 13, 14}},
                                      {"MPI_COMBINER_F90_REAL", {14, 15, 14, 15}},
                                      {"MPI_COMBINER_F90_COMPLEX", {15, 16, 15, 16}},
                                      {"MPI_COMBINER_F90_INTEGER", {16, 17, 16, 17}},
                                      {"MPI_COMBINER_RESIZED", {17, 18, 17, 18}},
                                      {"MPI_COMBINER_VALUE_INDEX", {kNone, kNone, kNone, 20}}};
constexpr MpiSymbol kMpiLock[] = {{"MPI_LOCK_EXCLUSIVE", {1, 234, 1, 234}},
                                  {"MPI_LOCK_SHARED", {2, 235, 2, 235}}};
constexpr MpiSymbol kMpiAssert[] = {{"MPI_MODE_NOCHECK", {1, 1024, 1, 1024}},
                                    {"MPI_MODE_NOSTORE", {8, 2048, 8, 2048}},
                                    {"MPI_MODE_NOPUT", {4, 4096, 4, 4096}},
                                    {"MPI_MODE_NOPRECEDE", {2, 8192, 2, 8192}},
                                    {"MPI_MODE_NOSUCCEED", {16, 16384, 16, 16384}}};
constexpr MpiSymbol kMpiKeyval[] = {{"MPI_KEYVAL_INVALID", {-1, 603979776, -1, 603979776}},
                                    {"MPI_TAG_UB", {0, 1681915905, 0, 1681915905}},
                                    {"MPI_HOST", {1, 1681915907, 1, 1681915907}},
                                    {"MPI_IO", {2, 1681915909, 2, 1681915909}},
                                    {"MPI_WTIME_IS_GLOBAL", {3, 1681915911, 3, 1681915911}},
                                    {"MPI_UNIVERSE_SIZE", {6, 1681915913, 6, 1681915913}},
                                    {"MPI_APPNUM", {4, 1681915917, 4, 1681915917}},
                                    {"MPI_LASTUSEDCODE", {5, 1681915915, 5, 1681915915}},
                                    {"MPI_WIN_BASE", {7, 1711276033, 7, 1711276033}},
                                    {"MPI_WIN_SIZE", {8, 1711276035, 8, 1711276035}},
                                    {"MPI_WIN_DISP_UNIT", {9, 1711276037, 9, 1711276037}},
                                    {"MPI_WIN_CREATE_FLAVOR", {10, 1711276039, 10, 1711276039}},
                                    {"MPI_WIN_MODEL", {11, 1711276041, 11, 1711276041}}};
constexpr MpiSymbol kMpiTypeclass[] = {{"MPI_TYPECLASS_REAL", {2, 1, 2, 1}},
                                       {"MPI_TYPECLASS_INTEGER", {1, 2, 1, 2}},
                                       {"MPI_TYPECLASS_COMPLEX", {3, 3, 3, 3}}};
constexpr MpiSymbol kMpiSplitType[] = {{"MPI_COMM_TYPE_SHARED", {0, 1, 0, 1}},
                                       {"MPI_COMM_TYPE_HW_GUIDED", {kNone, 2, 13, 2}},
                                       {"MPI_COMM_TYPE_HW_UNGUIDED", {kNone, 3, 12, 3}},
                                       {"MPI_COMM_TYPE_RESOURCE_GUIDED", {kNone, kNone, kNone, 4}},
                                       {"MPI_UNDEFINED", {-32766, -32766, -32766, -32766}}};
constexpr MpiSymbol kMpiOrder[] = {{"MPI_ORDER_C", {0, 56, 0, 56}}, {"MPI_ORDER_FORTRAN", {1, 57, 1, 57}}};
constexpr MpiSymbol kMpiDistribution[] = {{"MPI_DISTRIBUTE_BLOCK", {0, 121, 0, 121}},
                                          {"MPI_DISTRIBUTE_CYCLIC", {1, 122, 1, 122}},
                                          {"MPI_DISTRIBUTE_NONE", {2, 123, 2, 123}},
                                          {"MPI_DISTRIBUTE_DFLT_DARG", {-1, -49767, -1, -49767}}};
constexpr MpiSymbol kMpiTVerbosity[] = {
    {"MPI_T_VERBOSITY_USER_BASIC", {0, 221, 0, 221}},   {"MPI_T_VERBOSITY_USER_DETAIL", {1, 222, 1, 222}},
    {"MPI_T_VERBOSITY_USER_ALL", {2, 223, 2, 223}},     {"MPI_T_VERBOSITY_TUNER_BASIC", {3, 224, 3, 224}},
    {"MPI_T_VERBOSITY_TUNER_DETAIL", {4, 225, 4, 225}}, {"MPI_T_VERBOSITY_TUNER_ALL", {5, 226, 5, 226}},
    {"MPI_T_VERBOSITY_MPIDEV_BASIC", {6, 227, 6, 227}}, {"MPI_T_VERBOSITY_MPIDEV_DETAIL", {7, 228, 7, 228}},
    {"MPI_T_VERBOSITY_MPIDEV_ALL", {8, 229, 8, 229}}};
constexpr MpiSymbol kMpiTBind[] = {
    {"MPI_T_BIND_NO_OBJECT", {0, 9700, 0, 9700}},    {"MPI_T_BIND_MPI_COMM", {1, 9701, 1, 9701}},
    {"MPI_T_BIND_MPI_DATATYPE", {2, 9702, 2, 9702}}, {"MPI_T_BIND_MPI_ERRHANDLER", {3, 9703, 3, 9703}},
    {"MPI_T_BIND_MPI_FILE", {4, 9704, 4, 9704}},     {"MPI_T_BIND_MPI_GROUP", {5, 9705, 5, 9705}},
    {"MPI_T_BIND_MPI_OP", {6, 9706, 6, 9706}},       {"MPI_T_BIND_MPI_REQUEST", {7, 9707, 7, 9707}},
    {"MPI_T_BIND_MPI_WIN", {8, 9708, 8, 9708}},      {"MPI_T_BIND_MPI_MESSAGE", {9, 9709, 9, 9709}},
    {"MPI_T_BIND_MPI_INFO", {10, 9710, 10, 9710}},   {"MPI_T_BIND_MPI_SESSION", {kNone, kNone, kNone, 9711}}};
constexpr MpiSymbol kMpiTScope[] = {
    {"MPI_T_SCOPE_CONSTANT", {0, 60438, 0, 60438}}, {"MPI_T_SCOPE_READONLY", {1, 60439, 1, 60439}},
    {"MPI_T_SCOPE_LOCAL", {2, 60440, 2, 60440}},    {"MPI_T_SCOPE_GROUP", {3, 60441, 3, 60441}},
    {"MPI_T_SCOPE_GROUP_EQ", {4, 60442, 4, 60442}}, {"MPI_T_SCOPE_ALL", {5, 60443, 5, 60443}},
    {"MPI_T_SCOPE_ALL_EQ", {6, 60444, 6, 60444}}};
constexpr MpiSymbol kMpiTPvarClass[] = {
    {"MPI_T_PVAR_CLASS_STATE", {0, 240, 0, 240}},         {"MPI_T_PVAR_CLASS_LEVEL", {1, 241, 1, 241}},
    {"MPI_T_PVAR_CLASS_SIZE", {2, 242, 2, 242}},          {"MPI_T_PVAR_CLASS_PERCENTAGE", {3, 243, 3, 243}},
    {"MPI_T_PVAR_CLASS_HIGHWATERMARK", {4, 244, 4, 244}}, {"MPI_T_PVAR_CLASS_LOWWATERMARK", {5, 245, 5, 245}},
    {"MPI_T_PVAR_CLASS_COUNTER", {6, 246, 6, 246}},       {"MPI_T_PVAR_CLASS_AGGREGATE", {7, 247, 7, 247}},
    {"MPI_T_PVAR_CLASS_TIMER", {8, 248, 8, 248}},         {"MPI_T_PVAR_CLASS_GENERIC", {9, 249, 9, 249}}};
constexpr MpiSymbol kMpiTCbSafety[] = {{"MPI_T_CB_REQUIRE_NONE", {kNone, 0, kNone, 0}},
                                       {"MPI_T_CB_REQUIRE_MPI_RESTRICTED", {kNone, 1, kNone, 1}},
                                       {"MPI_T_CB_REQUIRE_THREAD_SAFE", {kNone, 2, kNone, 2}},
                                       {"MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE", {kNone, 3, kNone, 3}}};
constexpr MpiSymbol kMpiTSourceOrder[] = {{"MPI_T_SOURCE_ORDERED", {kNone, 0, kNone, 0}},
                                          {"MPI_T_SOURCE_UNORDERED", {kNone, 1, kNone, 1}}};
constexpr MpiSymbol kMpiError[] = {{"MPI_ERR_BUFFER", {1, 1, 1, 1}},
                                   {"MPI_ERR_COUNT", {2, 2, 2, 2}},
                                   {"MPI_ERR_TYPE", {3, 3, 3, 3}},
                                   {"MPI_ERR_TAG", {4, 4, 4, 4}},
                                   {"MPI_ERR_COMM", {5, 5, 5, 5}},
                                   {"MPI_ERR_RANK", {6, 6, 6, 6}},
                                   {"MPI_ERR_ROOT", {8, 7, 8, 7}},
                                   {"MPI_ERR_GROUP", {9, 8, 9, 8}},
                                   {"MPI_ERR_OP", {10, 9, 10, 9}},
                                   {"MPI_ERR_TOPOLOGY", {11, 10, 11, 10}},
                                   {"MPI_ERR_DIMS", {12, 11, 12, 11}},
                                   {"MPI_ERR_ARG", {13, 12, 13, 12}},
                                   {"MPI_ERR_UNKNOWN", {14, 13, 14, 13}},
                                   {"MPI_ERR_TRUNCATE", {15, 14, 15, 14}},
                                   {"MPI_ERR_OTHER", {16, 15, 16, 15}},
                                   {"MPI_ERR_INTERN", {17, 16, 17, 16}},
                                   {"MPI_ERR_REQUEST", {7, 19, 7, 19}},
                                   {"MPI_ERR_PENDING", {19, 18, 19, 18}},
                                   {"MPI_ERR_IN_STATUS", {18, 17, 18, 17}},
                                   {"MPI_ERR_ACCESS", {20, 20, 20, 20}},
                                   {"MPI_ERR_AMODE", {21, 21, 21, 21}},
                                   {"MPI_ERR_BAD_FILE", {23, 22, 23, 22}},
                                   {"MPI_ERR_CONVERSION", {25, 23, 25, 23}},
                                   {"MPI_ERR_DUP_DATAREP", {27, 24, 27, 24}},
                                   {"MPI_ERR_FILE_EXISTS", {28, 25, 28, 25}},
                                   {"MPI_ERR_FILE_IN_USE", {29, 26, 29, 26}},
                                   {"MPI_ERR_FILE", {30, 27, 30, 27}},
                                   {"MPI_ERR_INFO", {34, 28, 34, 28}},
                                   {"MPI_ERR_INFO_KEY", {31, 29, 31, 29}},
                                   {"MPI_ERR_INFO_VALUE", {33, 30, 33, 30}},
                                   {"MPI_ERR_INFO_NOKEY", {32, 31, 32, 31}},
                                   {"MPI_ERR_IO", {35, 32, 35, 32}},
                                   {"MPI_ERR_NAME", {38, 33, 38, 33}},
                                   {"MPI_ERR_NO_MEM", {39, 34, 39, 34}},
                                   {"MPI_ERR_NOT_SAME", {40, 35, 40, 35}},
                                   {"MPI_ERR_NO_SPACE", {41, 36, 41, 36}},
                                   {"MPI_ERR_NO_SUCH_FILE", {42, 37, 42, 37}},
                                   {"MPI_ERR_PORT", {43, 38, 43, 38}},
                                   {"MPI_ERR_QUOTA", {44, 39, 44, 39}},
                                   {"MPI_ERR_READ_ONLY", {45, 40, 45, 40}},
                                   {"MPI_ERR_SERVICE", {48, 41, 48, 41}},
                                   {"MPI_ERR_SPAWN", {50, 42, 50, 42}},
                                   {"MPI_ERR_UNSUPPORTED_DATAREP", {51, 43, 51, 43}},
                                   {"MPI_ERR_UNSUPPORTED_OPERATION", {52, 44, 52, 44}},
                                   {"MPI_ERR_WIN", {53, 45, 53, 45}},
                                   {"MPI_ERR_BASE", {24, 46, 24, 46}},
                                   {"MPI_ERR_LOCKTYPE", {37, 47, 37, 47}},
                                   {"MPI_ERR_KEYVAL", {36, 48, 36, 48}},
                                   {"MPI_ERR_RMA_CONFLICT", {46, 49, 46, 49}},
                                   {"MPI_ERR_RMA_SYNC", {47, 50, 47, 50}},
                                   {"MPI_ERR_SIZE", {49, 51, 49, 51}},
                                   {"MPI_ERR_DISP", {26, 52, 26, 52}},
                                   {"MPI_ERR_ASSERT", {22, 53, 22, 53}},
                                   {"MPI_ERR_RMA_RANGE", {68, 55, 68, 55}},
                                   {"MPI_ERR_RMA_ATTACH", {69, 56, 69, 56}},
                                   {"MPI_ERR_RMA_SHARED", {71, 57, 71, 57}},
                                   {"MPI_ERR_RMA_FLAVOR", {70, 58, 70, 58}},
                                   {"MPI_ERR_SESSION", {kNone, 75, 78, 75}},
                                   {"MPI_ERR_PROC_ABORTED", {kNone, 76, 74, 76}},
                                   {"MPI_ERR_VALUE_TOO_LARGE", {kNone, 77, 79, 77}},
                                   {"MPI_ERR_ERRHANDLER", {kNone, kNone, kNone, 80}},
                                   {"MPI_T_ERR_MEMORY", {54, 59, 54, 59}},
                                   {"MPI_T_ERR_NOT_INITIALIZED", {55, 60, 55, 60}},
                                   {"MPI_T_ERR_CANNOT_INIT", {56, 61, 56, 61}},
                                   {"MPI_T_ERR_INVALID_INDEX", {57, 62, 57, 62}},
                                   {"MPI_T_ERR_INVALID_ITEM", {58, 63, 58, 63}},
                                   {"MPI_T_ERR_INVALID_HANDLE", {59, 64, 59, 64}},
                                   {"MPI_T_ERR_OUT_OF_HANDLES", {60, 65, 60, 65}},
                                   {"MPI_T_ERR_OUT_OF_SESSIONS", {61, 66, 61, 66}},
                                   {"MPI_T_ERR_INVALID_SESSION", {62, 67, 62, 67}},
                                   {"MPI_T_ERR_CVAR_SET_NOT_NOW", {63, 68, 63, 68}},
                                   {"MPI_T_ERR_CVAR_SET_NEVER", {64, 69, 64, 69}},
                                   {"MPI_T_ERR_PVAR_NO_STARTSTOP", {65, 70, 65, 70}},
                                   {"MPI_T_ERR_PVAR_NO_WRITE", {66, 71, 66, 71}},
                                   {"MPI_T_ERR_PVAR_NO_ATOMIC", {67, 72, 67, 72}},
                                   {"MPI_T_ERR_INVALID_NAME", {73, 73, 73, 73}},
                                   {"MPI_T_ERR_INVALID", {72, 74, 72, 74}},
                                   {"MPI_T_ERR_NOT_SUPPORTED", {kNone, 78, kNone, 78}},
                                   {"MPI_T_ERR_NOT_ACCESSIBLE", {kNone, kNone, kNone, 79}}};

constexpr MpiSet kSets[] = {mpi_set("mpi_rank", kMpiRank),
                            mpi_set("mpi_tag", kMpiTag),
                            mpi_set("mpi_compare", kMpiCompare),
                            mpi_set("mpi_topology", kMpiTopology),
                            mpi_set("mpi_combiner", kMpiCombiner),
                            mpi_set("mpi_lock", kMpiLock),
                            mpi_set("mpi_assert", kMpiAssert),
                            mpi_set("mpi_keyval", kMpiKeyval),
                            mpi_set("mpi_typeclass", kMpiTypeclass),
                            mpi_set("mpi_split_type", kMpiSplitType),
                            mpi_set("mpi_order", kMpiOrder),
                            mpi_set("mpi_distribution", kMpiDistribution),
                            mpi_set("mpi_t_verbosity", kMpiTVerbosity),
                            mpi_set("mpi_t_bind", kMpiTBind),
                            mpi_set("mpi_t_scope", kMpiTScope),
                            mpi_set("mpi_t_pvar_class", kMpiTPvarClass),
                            mpi_set("mpi_t_cb_safety", kMpiTCbSafety),
                            mpi_set("mpi_t_source_order", kMpiTSourceOrder),
                            mpi_set("mpi_error", kMpiError)};

// Calls `use` for each symbol that this kind has, until it returns true; then that symbol's name.
template <class Use>
const char *find(MpiKind kind, const char *name, Use use) {
  if (kind == MpiKind::unknown) return nullptr;
  const auto column = static_cast<int>(kind);
  for (const MpiSet &set : kSets) {
    if (strcmp(set.name, name) != 0) continue;
    for (const MpiSymbol *symbol = set.begin; symbol != set.end; ++symbol) {
      const int32_t value = symbol->values[column];
      if (value != kNone && use(value)) return symbol->name;
    }
  }
  return nullptr;
}

bool starts(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

}  // namespace

MpiKind mpi_kind(const char *version) {
  if (version == nullptr) return MpiKind::unknown;
  if (starts(version, "Open MPI v")) return version[10] < '5' ? MpiKind::openmpi4 : MpiKind::openmpi5;
  if (starts(version, "MPICH Version:")) {
    const char *number = version + strcspn(version, "0123456789");
    return *number >= '5' ? MpiKind::mpich5 : MpiKind::mpich4;
  }
  // They are made from MPICH and keep its numbers.
  const bool relative = strstr(version, "MPICH") != nullptr || strstr(version, "Intel(R) MPI") != nullptr ||
                        strstr(version, "MVAPICH") != nullptr;
  return relative ? MpiKind::mpich4 : MpiKind::unknown;
}

const char *mpi_symbol(MpiKind kind, const char *set, int64_t value) {
  return find(kind, set, [value](int32_t each) { return each == value; });
}

const char *mpi_flag(MpiKind kind, const char *set, uint64_t *value) {
  return find(kind, set, [value](int32_t each) {
    const auto bits = static_cast<uint64_t>(each);
    if (bits == 0 || (*value & bits) != bits) return false;
    *value &= ~bits;
    return true;
  });
}

}  // namespace recorder::tools
