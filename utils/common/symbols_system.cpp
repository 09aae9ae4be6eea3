// SPDX-License-Identifier: BSD-3-Clause
// Names of the flags and numbers of POSIX, STDIO, Linux and MPI-IO, with the values of this machine's
// headers.
#include <aio.h>
#include <fcntl.h>
#include <fts.h>
#include <ftw.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "common/symbol_sets.h"

namespace recorder::tools {

namespace {

#define NAMED(name) \
  { #name, static_cast < uint64_t>(name), 0 }
#define FIELD(name, mask) \
  { #name, static_cast < uint64_t>(name), static_cast < uint64_t>(mask) }

// Where one flag contains another, it comes first.
constexpr Symbol kOpen[] = {
    FIELD(O_RDONLY, O_ACCMODE),
    FIELD(O_WRONLY, O_ACCMODE),
    FIELD(O_RDWR, O_ACCMODE),
    NAMED(O_CREAT),
    NAMED(O_EXCL),
    NAMED(O_NOCTTY),
    NAMED(O_TRUNC),
    NAMED(O_APPEND),
    NAMED(O_NONBLOCK),
    NAMED(O_SYNC),
    NAMED(O_DSYNC),
    NAMED(O_ASYNC),
    NAMED(O_DIRECT),
    NAMED(O_TMPFILE),
    NAMED(O_DIRECTORY),
    NAMED(O_NOFOLLOW),
    NAMED(O_NOATIME),
    NAMED(O_CLOEXEC),
    NAMED(O_PATH),
#if defined(__x86_64__)
    {"O_LARGEFILE", 0100000, 0},  // the headers say 0 where it is implied, but libraries pass it
#endif
};
constexpr Symbol kAt[] = {{"AT_SYMLINK_NOFOLLOW", 0x100, 0}, {"AT_REMOVEDIR", 0x200, 0},
                          {"AT_SYMLINK_FOLLOW", 0x400, 0},   {"AT_NO_AUTOMOUNT", 0x800, 0},
                          {"AT_EMPTY_PATH", 0x1000, 0},      {"AT_STATX_FORCE_SYNC", 0x2000, 0},
                          {"AT_STATX_DONT_SYNC", 0x4000, 0}};
constexpr Symbol kAtAccess[] = {
    {"AT_SYMLINK_NOFOLLOW", 0x100, 0}, {"AT_EACCESS", 0x200, 0}, {"AT_EMPTY_PATH", 0x1000, 0}};
constexpr Symbol kResolve[] = {{"RESOLVE_NO_XDEV", 1, 0},     {"RESOLVE_NO_MAGICLINKS", 2, 0},
                               {"RESOLVE_NO_SYMLINKS", 4, 0}, {"RESOLVE_BENEATH", 8, 0},
                               {"RESOLVE_IN_ROOT", 16, 0},    {"RESOLVE_CACHED", 32, 0}};
constexpr Symbol kWhence[] = {
    NAMED(SEEK_SET), NAMED(SEEK_CUR), NAMED(SEEK_END), {"SEEK_DATA", 3, 0}, {"SEEK_HOLE", 4, 0}};
constexpr Symbol kAccess[] = {{"F_OK", 0, ~uint64_t{0}}, NAMED(R_OK), NAMED(W_OK), NAMED(X_OK)};
constexpr Symbol kRwf[] = {{"RWF_HIPRI", 1, 0},
                           {"RWF_DSYNC", 2, 0},
                           {"RWF_SYNC", 4, 0},
                           {"RWF_NOWAIT", 8, 0},
                           {"RWF_APPEND", 16, 0}};
constexpr Symbol kXattr[] = {NAMED(XATTR_CREATE), NAMED(XATTR_REPLACE)};
constexpr Symbol kSplice[] = {NAMED(SPLICE_F_MOVE), NAMED(SPLICE_F_NONBLOCK), NAMED(SPLICE_F_MORE),
                              NAMED(SPLICE_F_GIFT)};
constexpr Symbol kNftw[] = {
    NAMED(FTW_PHYS), NAMED(FTW_MOUNT), NAMED(FTW_CHDIR), NAMED(FTW_DEPTH), {"FTW_ACTIONRETVAL", 16, 0}};
constexpr Symbol kProt[] = {
    FIELD(PROT_NONE, ~uint64_t{0}), NAMED(PROT_READ),   NAMED(PROT_WRITE), NAMED(PROT_EXEC),
    NAMED(PROT_GROWSDOWN),          NAMED(PROT_GROWSUP)};
constexpr Symbol kMap[] = {FIELD(MAP_SHARED, MAP_TYPE),
                           FIELD(MAP_PRIVATE, MAP_TYPE),
                           {"MAP_SHARED_VALIDATE", 3, MAP_TYPE},
                           NAMED(MAP_FIXED),
                           NAMED(MAP_ANONYMOUS),
                           NAMED(MAP_GROWSDOWN),
                           NAMED(MAP_DENYWRITE),
                           NAMED(MAP_EXECUTABLE),
                           NAMED(MAP_LOCKED),
                           NAMED(MAP_NORESERVE),
                           NAMED(MAP_POPULATE),
                           NAMED(MAP_NONBLOCK),
                           NAMED(MAP_STACK),
                           NAMED(MAP_HUGETLB),
                           {"MAP_SYNC", 0x80000, 0},
                           {"MAP_FIXED_NOREPLACE", 0x100000, 0}};
constexpr Symbol kMsync[] = {NAMED(MS_ASYNC), NAMED(MS_INVALIDATE), NAMED(MS_SYNC)};
constexpr Symbol kMremap[] = {{"MREMAP_MAYMOVE", 1, 0}, {"MREMAP_FIXED", 2, 0}, {"MREMAP_DONTUNMAP", 4, 0}};
constexpr Symbol kMemfd[] = {{"MFD_CLOEXEC", 1, 0}, {"MFD_ALLOW_SEALING", 2, 0}, {"MFD_HUGETLB", 4, 0}};
constexpr Symbol kRename[] = {
    {"RENAME_NOREPLACE", 1, 0}, {"RENAME_EXCHANGE", 2, 0}, {"RENAME_WHITEOUT", 4, 0}};
constexpr Symbol kFallocate[] = {{"FALLOC_FL_KEEP_SIZE", 1, 0},     {"FALLOC_FL_PUNCH_HOLE", 2, 0},
                                 {"FALLOC_FL_NO_HIDE_STALE", 4, 0}, {"FALLOC_FL_COLLAPSE_RANGE", 8, 0},
                                 {"FALLOC_FL_ZERO_RANGE", 16, 0},   {"FALLOC_FL_INSERT_RANGE", 32, 0},
                                 {"FALLOC_FL_UNSHARE_RANGE", 64, 0}};
constexpr Symbol kFlock[] = {NAMED(LOCK_SH), NAMED(LOCK_EX), NAMED(LOCK_UN), NAMED(LOCK_NB)};
constexpr Symbol kSyncFileRange[] = {{"SYNC_FILE_RANGE_WAIT_BEFORE", 1, 0},
                                     {"SYNC_FILE_RANGE_WRITE", 2, 0},
                                     {"SYNC_FILE_RANGE_WAIT_AFTER", 4, 0}};
constexpr Symbol kCloseRange[] = {{"CLOSE_RANGE_UNSHARE", 2, 0}, {"CLOSE_RANGE_CLOEXEC", 4, 0}};
constexpr Symbol kStatx[] = {
    {"STATX_BASIC_STATS", 0x7ff, 0}, {"STATX_TYPE", 1, 0},       {"STATX_MODE", 2, 0},
    {"STATX_NLINK", 4, 0},           {"STATX_UID", 8, 0},        {"STATX_GID", 0x10, 0},
    {"STATX_ATIME", 0x20, 0},        {"STATX_MTIME", 0x40, 0},   {"STATX_CTIME", 0x80, 0},
    {"STATX_INO", 0x100, 0},         {"STATX_SIZE", 0x200, 0},   {"STATX_BLOCKS", 0x400, 0},
    {"STATX_BTIME", 0x800, 0},       {"STATX_MNT_ID", 0x1000, 0}};
constexpr Symbol kFts[] = {{"FTS_COMFOLLOW", FTS_COMFOLLOW, 0},
                           {"FTS_LOGICAL", FTS_LOGICAL, 0},
                           {"FTS_NOCHDIR", FTS_NOCHDIR, 0},
                           {"FTS_NOSTAT", FTS_NOSTAT, 0},
                           {"FTS_PHYSICAL", FTS_PHYSICAL, 0},
                           {"FTS_SEEDOT", FTS_SEEDOT, 0},
                           {"FTS_XDEV", FTS_XDEV, 0}};
constexpr Symbol kFtsInfo[] = {NAMED(FTS_D),     NAMED(FTS_DC), NAMED(FTS_DEFAULT), NAMED(FTS_DNR),
                               NAMED(FTS_DOT),   NAMED(FTS_DP), NAMED(FTS_ERR),     NAMED(FTS_F),
                               NAMED(FTS_INIT),  NAMED(FTS_NS), NAMED(FTS_NSOK),    NAMED(FTS_SL),
                               NAMED(FTS_SLNONE)};
constexpr Symbol kGlob[] = {NAMED(GLOB_ERR),      NAMED(GLOB_MARK),       NAMED(GLOB_NOSORT),
                            NAMED(GLOB_DOOFFS),   NAMED(GLOB_NOCHECK),    NAMED(GLOB_APPEND),
                            NAMED(GLOB_NOESCAPE), NAMED(GLOB_PERIOD),     NAMED(GLOB_ALTDIRFUNC),
                            NAMED(GLOB_BRACE),    NAMED(GLOB_NOMAGIC),    NAMED(GLOB_TILDE),
                            NAMED(GLOB_ONLYDIR),  NAMED(GLOB_TILDE_CHECK)};
constexpr Symbol kFcntl[] = {NAMED(F_DUPFD),
                             NAMED(F_DUPFD_CLOEXEC),
                             NAMED(F_GETFD),
                             NAMED(F_SETFD),
                             NAMED(F_GETFL),
                             NAMED(F_SETFL),
                             NAMED(F_GETLK),
                             NAMED(F_SETLK),
                             NAMED(F_SETLKW),
                             NAMED(F_GETOWN),
                             NAMED(F_SETOWN),
                             NAMED(F_GETSIG),
                             NAMED(F_SETSIG),
                             {"F_OFD_GETLK", 36, 0},
                             {"F_OFD_SETLK", 37, 0},
                             {"F_OFD_SETLKW", 38, 0},
                             {"F_SETLEASE", 1024, 0},
                             {"F_GETLEASE", 1025, 0},
                             {"F_NOTIFY", 1026, 0},
                             {"F_SETPIPE_SZ", 1031, 0},
                             {"F_GETPIPE_SZ", 1032, 0},
                             {"F_ADD_SEALS", 1033, 0},
                             {"F_GET_SEALS", 1034, 0},
                             {"F_GET_RW_HINT", 1035, 0},
                             {"F_SET_RW_HINT", 1036, 0},
                             {"F_GET_FILE_RW_HINT", 1037, 0},
                             {"F_SET_FILE_RW_HINT", 1038, 0}};
constexpr Symbol kLockf[] = {NAMED(F_ULOCK), NAMED(F_LOCK), NAMED(F_TLOCK), NAMED(F_TEST)};
constexpr Symbol kFadvise[] = {NAMED(POSIX_FADV_NORMAL),     NAMED(POSIX_FADV_RANDOM),
                               NAMED(POSIX_FADV_SEQUENTIAL), NAMED(POSIX_FADV_WILLNEED),
                               NAMED(POSIX_FADV_DONTNEED),   NAMED(POSIX_FADV_NOREUSE)};
constexpr Symbol kMadvise[] = {NAMED(MADV_NORMAL),     NAMED(MADV_RANDOM),      NAMED(MADV_SEQUENTIAL),
                               NAMED(MADV_WILLNEED),   NAMED(MADV_DONTNEED),    NAMED(MADV_FREE),
                               NAMED(MADV_REMOVE),     NAMED(MADV_DONTFORK),    NAMED(MADV_DOFORK),
                               NAMED(MADV_MERGEABLE),  NAMED(MADV_UNMERGEABLE), NAMED(MADV_HUGEPAGE),
                               NAMED(MADV_NOHUGEPAGE), NAMED(MADV_DONTDUMP),    NAMED(MADV_DODUMP)};
constexpr Symbol kPosixMadvise[] = {NAMED(POSIX_MADV_NORMAL), NAMED(POSIX_MADV_RANDOM),
                                    NAMED(POSIX_MADV_SEQUENTIAL), NAMED(POSIX_MADV_WILLNEED),
                                    NAMED(POSIX_MADV_DONTNEED)};
constexpr Symbol kSetvbuf[] = {NAMED(_IOFBF), NAMED(_IOLBF), NAMED(_IONBF)};
constexpr Symbol kLioOpcode[] = {NAMED(LIO_READ), NAMED(LIO_WRITE), NAMED(LIO_NOP)};
constexpr Symbol kLioMode[] = {NAMED(LIO_WAIT), NAMED(LIO_NOWAIT)};
constexpr Symbol kAioFsync[] = {NAMED(O_SYNC), NAMED(O_DSYNC)};
constexpr Symbol kIocb[] = {{"IO_CMD_PREAD", 0, 0},  {"IO_CMD_PWRITE", 1, 0}, {"IO_CMD_FSYNC", 2, 0},
                            {"IO_CMD_FDSYNC", 3, 0}, {"IO_CMD_POLL", 5, 0},   {"IO_CMD_NOOP", 6, 0},
                            {"IO_CMD_PREADV", 7, 0}, {"IO_CMD_PWRITEV", 8, 0}};
constexpr Symbol kUringSetup[] = {{"IORING_SETUP_IOPOLL", 1, 0}, {"IORING_SETUP_SQPOLL", 2, 0},
                                  {"IORING_SETUP_SQ_AFF", 4, 0}, {"IORING_SETUP_CQSIZE", 8, 0},
                                  {"IORING_SETUP_CLAMP", 16, 0}, {"IORING_SETUP_ATTACH_WQ", 32, 0}};
constexpr Symbol kUringEnter[] = {{"IORING_ENTER_GETEVENTS", 1, 0},
                                  {"IORING_ENTER_SQ_WAKEUP", 2, 0},
                                  {"IORING_ENTER_SQ_WAIT", 4, 0},
                                  {"IORING_ENTER_EXT_ARG", 8, 0}};
// The same in all MPIs whose MPI-IO is ROMIO or follows it.
constexpr Symbol kMpiAmode[] = {
    {"MPI_MODE_CREATE", 1, 0}, {"MPI_MODE_RDONLY", 2, 0},           {"MPI_MODE_WRONLY", 4, 0},
    {"MPI_MODE_RDWR", 8, 0},   {"MPI_MODE_DELETE_ON_CLOSE", 16, 0}, {"MPI_MODE_UNIQUE_OPEN", 32, 0},
    {"MPI_MODE_EXCL", 64, 0},  {"MPI_MODE_APPEND", 128, 0},         {"MPI_MODE_SEQUENTIAL", 256, 0}};
constexpr Symbol kMpiWhence[] = {
    {"MPI_SEEK_SET", 600, 0}, {"MPI_SEEK_CUR", 602, 0}, {"MPI_SEEK_END", 604, 0}};
constexpr Symbol kMpiThread[] = {{"MPI_THREAD_SINGLE", 0, 0},
                                 {"MPI_THREAD_FUNNELED", 1, 0},
                                 {"MPI_THREAD_SERIALIZED", 2, 0},
                                 {"MPI_THREAD_MULTIPLE", 3, 0}};

#undef NAMED
#undef FIELD

constexpr SymbolSet kSets[] = {symbol_set("open", kOpen),
                               symbol_set("at", kAt),
                               symbol_set("at_access", kAtAccess),
                               symbol_set("resolve", kResolve),
                               symbol_set("whence", kWhence),
                               symbol_set("access", kAccess),
                               symbol_set("rwf", kRwf),
                               symbol_set("xattr", kXattr),
                               symbol_set("splice", kSplice),
                               symbol_set("nftw", kNftw),
                               symbol_set("mmap_prot", kProt),
                               symbol_set("mmap_flags", kMap),
                               symbol_set("msync", kMsync),
                               symbol_set("mremap", kMremap),
                               symbol_set("memfd", kMemfd),
                               symbol_set("rename", kRename),
                               symbol_set("fallocate", kFallocate),
                               symbol_set("flock", kFlock),
                               symbol_set("sync_file_range", kSyncFileRange),
                               symbol_set("close_range", kCloseRange),
                               symbol_set("statx", kStatx),
                               symbol_set("fts", kFts),
                               symbol_set("fts_info", kFtsInfo),
                               symbol_set("glob", kGlob),
                               symbol_set("fcntl_cmd", kFcntl),
                               symbol_set("lockf", kLockf),
                               symbol_set("fadvise", kFadvise),
                               symbol_set("madvise", kMadvise),
                               symbol_set("posix_madvise", kPosixMadvise),
                               symbol_set("setvbuf", kSetvbuf),
                               symbol_set("lio_opcode", kLioOpcode),
                               symbol_set("lio_mode", kLioMode),
                               symbol_set("aio_fsync", kAioFsync),
                               symbol_set("iocb_cmd", kIocb),
                               symbol_set("io_uring", kUringSetup),
                               symbol_set("io_uring_enter", kUringEnter),
                               symbol_set("mpi_amode", kMpiAmode),
                               symbol_set("mpi_whence", kMpiWhence),
                               symbol_set("mpi_thread", kMpiThread)};

}  // namespace

SymbolSets system_symbols() { return {kSets, kSets + sizeof kSets / sizeof kSets[0]}; }

}  // namespace recorder::tools
