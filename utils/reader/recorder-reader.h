/* SPDX-License-Identifier: BSD-3-Clause
 * librecorder-reader: reads the traces that Recorder writes. librecorder-reader(3) explains it with examples.
 *
 * Rules that hold everywhere:
 * - A function that can fail returns a recorder_status or a null pointer, and describes the failure in the
 *   recorder_error that it was given (which may be null). Nothing is printed, nothing aborts, whatever the
 * file.
 * - What a call of the library returns by pointer belongs to the library and lives until recorder_close();
 * what is reached through a recorder_call lives only until the next recorder_calls_next() on the same
 * iterator. The exceptions are `file` and the `label` of values: they live as long as the trace, and equal
 * names are equal pointers, so that a tool can keep what it made of them.
 * - A trace and everything made from it belong to one thread at a time; different traces are independent.
 * - Times are nanoseconds since the start of the trace. No memory grows with the number of calls in the
 * trace. */
#ifndef RECORDER_READER_H
#define RECORDER_READER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define RECORDER_READER_API __attribute__((visibility("default")))
#else
#define RECORDER_READER_API
#endif

typedef enum recorder_status {
  RECORDER_OK = 0,
  RECORDER_END = 1,       /* no further call */
  RECORDER_E_SYSTEM = 2,  /* the file cannot be opened or read */
  RECORDER_E_FORMAT = 3,  /* not a trace, truncated or damaged */
  RECORDER_E_VERSION = 4, /* written by a newer Recorder */
  RECORDER_E_MEMORY = 5,  /* no memory, or a trace that asks for too much of it */
  RECORDER_E_VALUE = 6    /* a bad argument of the caller, for instance of a selection */
} recorder_status;

typedef struct recorder_error {
  recorder_status status;
  char message[256]; /* one line, without the file's name and without a newline */
} recorder_error;

typedef struct recorder_trace recorder_trace;
typedef struct recorder_selection recorder_selection;
typedef struct recorder_calls recorder_calls;

/* Opens the trace in the file `path` and verifies every checksum in it. */
RECORDER_READER_API recorder_trace *recorder_open(const char *path, recorder_error *error);
/* The same for a trace in memory, which must stay as it is until recorder_close(). */
RECORDER_READER_API recorder_trace *recorder_open_memory(const void *data, size_t size,
                                                         recorder_error *error);
RECORDER_READER_API void recorder_close(recorder_trace *trace); /* null is fine */

/* --- What the trace says about the run ---------------------------------------------------------------------
 */

/* The value of a key of the metadata (recorder-format(5)), or null. */
RECORDER_READER_API const char *recorder_metadata(const recorder_trace *trace, const char *key);
RECORDER_READER_API size_t recorder_metadata_count(const recorder_trace *trace);
RECORDER_READER_API const char *recorder_metadata_key(const recorder_trace *trace, size_t index);
RECORDER_READER_API const char *recorder_metadata_value(const recorder_trace *trace, size_t index);

typedef struct recorder_section {
  const char *name;
  uint64_t offset;       /* in the file */
  uint64_t stored_bytes; /* in the file */
  uint64_t raw_bytes;    /* after decompression */
} recorder_section;

RECORDER_READER_API uint64_t recorder_file_size(const recorder_trace *trace);
RECORDER_READER_API size_t recorder_section_count(const recorder_trace *trace);
RECORDER_READER_API recorder_status recorder_section_at(const recorder_trace *trace, size_t index,
                                                        recorder_section *section);

typedef struct recorder_process {
  int64_t mpi_rank; /* in MPI_COMM_WORLD, -1 for a program without MPI */
  uint64_t pid;
  const char *host;
  const char *program;
  const char *directory;   /* working directory at the start */
  int64_t start_ns;        /* since the start of the trace */
  uint64_t start_realtime; /* ns since the Unix epoch */
  double tick_ns;          /* length of a clock tick of its times */
  uint64_t dropped;        /* calls from signal handlers that interrupted Recorder, not recorded */
  uint64_t lost;           /* calls that could not be kept */
  uint64_t streams;
} recorder_process;

/* Ranks have their numbers in MPI_COMM_WORLD, which follow each other from the first one: 0, but in the trace
 * of one rank of a job alone (RECORDER_MERGE=0). A program without MPI is rank 0. */
RECORDER_READER_API uint64_t recorder_rank_count(const recorder_trace *trace);
RECORDER_READER_API uint64_t recorder_first_rank(const recorder_trace *trace);
RECORDER_READER_API recorder_status recorder_process_at(recorder_trace *trace, uint64_t rank,
                                                        recorder_process *process, recorder_error *error);
/* The clock of a node beside that of rank 0's node. Times of calls are already put right by it. */
typedef struct recorder_clock_offset {
  int known;               /* 0: it was not compared then, and the rest is 0 */
  uint64_t at_ns;          /* on the node's own clock, ns since the Unix epoch */
  int64_t ahead_ns;        /* so much later than rank 0's */
  uint64_t uncertainty_ns; /* give or take */
} recorder_clock_offset;
typedef struct recorder_clock {
  const char *host;
  recorder_clock_offset start, end; /* in MPI_Init and MPI_Finalize */
} recorder_clock;

/* None on a single node. Valid as long as the trace is open. */
RECORDER_READER_API size_t recorder_clock_count(const recorder_trace *trace);
RECORDER_READER_API const recorder_clock *recorder_clock_at(const recorder_trace *trace, size_t index);

/* Not 0: calls have times. In a trace without, all are 0 and the order is that of the calls within a stream.
 */
RECORDER_READER_API int recorder_has_times(const recorder_trace *trace);
RECORDER_READER_API uint64_t recorder_stream_count(const recorder_trace *trace); /* of all ranks */

typedef struct recorder_stream {
  uint64_t thread; /* small number, unique in the process */
  uint64_t tid;    /* the kernel's number, 0 when unknown */
  uint64_t calls;
} recorder_stream;

/* `index` < the process's `streams`. */
RECORDER_READER_API recorder_status recorder_stream_at(recorder_trace *trace, uint64_t rank, uint64_t index,
                                                       recorder_stream *stream, recorder_error *error);

typedef struct recorder_function {
  uint32_t index; /* position in the table of this trace */
  const char *name;
  const char *layer;
  const char *return_kind; /* kinds are explained in recorder-format(5) */
  uint32_t arguments;
  const char *const *argument_names;
  const char *const *argument_kinds;
} recorder_function;

RECORDER_READER_API size_t recorder_function_count(const recorder_trace *trace);
RECORDER_READER_API const recorder_function *recorder_function_at(const recorder_trace *trace, size_t index);

/* How often each function was called, by all ranks; counts[i] for function i. Takes no time that grows with
 * the number of calls. */
RECORDER_READER_API recorder_status recorder_count_calls(recorder_trace *trace, uint64_t *counts,
                                                         recorder_error *error);

/* Of a trace whose calls have no times of their own, by signature and over all ranks. bins[0] counts lengths
 * below 16 ticks, each further bin those twice as long, the last one all others. */
enum { RECORDER_TIME_BINS = 32 };

typedef struct recorder_lengths {
  uint64_t sum_ns;
  uint64_t least_ns;
  uint64_t most_ns;
  uint64_t bins[RECORDER_TIME_BINS];
} recorder_lengths;

typedef struct recorder_statistics {
  const recorder_function *function;
  uint64_t shape; /* as in recorder_call */
  uint64_t depth;
  uint64_t calls;
  recorder_lengths duration;
  recorder_lengths gap; /* to the end of the call before it in its stream; 0 when it contains that */
} recorder_statistics;

/* *list has *count of them, until the trace is closed; none when it has times or nothing in their place. */
RECORDER_READER_API recorder_status recorder_time_statistics(recorder_trace *trace,
                                                             const recorder_statistics **list, size_t *count,
                                                             recorder_error *error);

/* Ranks that made the same calls, but for numbers and texts in them and for how often they repeated
 * something, are a class. Classes are numbered from 0 by their first rank. What ranks did after MPI_Finalize
 * does not count. */
typedef struct recorder_class {
  uint64_t ranks;      /* how many */
  const char *members; /* which: "0-4095:32, 4100", the first few; valid until the next call for a class */
  uint64_t streams;    /* of each rank */
  uint64_t varying;    /* values that differ between its ranks */
} recorder_class;

RECORDER_READER_API size_t recorder_class_count(const recorder_trace *trace);
RECORDER_READER_API recorder_status recorder_class_at(recorder_trace *trace, size_t index,
                                                      recorder_class *found, recorder_error *error);
/* The class of a rank. */
RECORDER_READER_API recorder_status recorder_class_of(recorder_trace *trace, uint64_t rank, size_t *index,
                                                      recorder_error *error);
/* Like recorder_count_calls, of all ranks of a class together. */
RECORDER_READER_API recorder_status recorder_class_calls(recorder_trace *trace, size_t index,
                                                         uint64_t *counts, recorder_error *error);

/* --- Values
 * --------------------------------------------------------------------------------------------------- */

typedef enum recorder_type {
  RECORDER_ABSENT = 0, /* nothing: an optional argument that was not passed, or what Recorder does not keep */
  RECORDER_NULL = 1,   /* a null pointer, a null handle, or a handle that Recorder does not know */
  RECORDER_INT = 2,    /* v.i */
  RECORDER_UINT = 3,   /* v.u */
  RECORDER_DOUBLE = 4, /* v.d */
  RECORDER_STRING = 5, /* v.text[0 .. size), not terminated */
  RECORDER_POINTER = 6, /* v.u, an address */
  RECORDER_FD = 7,      /* v.i, the descriptor's number; slot when RECORDER_BOUND */
  RECORDER_HANDLE = 8,  /* slot, of the class in `set` */
  RECORDER_MAP = 9,     /* slot of a mapping, v.i = offset in it */
  RECORDER_ARRAY = 10,  /* v.items[0 .. size) */
  RECORDER_RECORD = 11  /* v.items[0 .. size), each with a name */
} recorder_type;

enum {
  RECORDER_CUT = 1,      /* string or array: only `size` of `full_size` are kept */
  RECORDER_CREATED = 2,  /* handle: made by this call */
  RECORDER_BOUND = 4,    /* descriptor: known to Recorder, `slot` says which */
  RECORDER_VARIES = 8,   /* differs between calls of one shape */
  RECORDER_ENUM = 16,    /* number: one of the names of `set` */
  RECORDER_FLAGS = 32,   /* number: bits of `set` */
  RECORDER_MODE = 64,    /* number: permission bits */
  RECORDER_CLASSED = 128 /* handle: `set` is one of several classes that it could be of */
};

typedef struct recorder_value {
  uint8_t type;     /* recorder_type */
  uint8_t flags;    /* RECORDER_CUT ... */
  const char *name; /* of the argument or field; null in arrays and for results */
  const char *set;  /* of RECORDER_ENUM and RECORDER_FLAGS: whose names; of handles: the class; else null */
  uint64_t size;
  uint64_t full_size;
  uint64_t slot;
  const char *label; /* of handles: what they refer to, a path or a name like MPI_COMM_WORLD; or null */
  union {
    int64_t i;
    uint64_t u;
    double d;
    const char *text;
    const struct recorder_value *items;
  } v;
} recorder_value;

/* --- Calls
 * ---------------------------------------------------------------------------------------------------- */

typedef struct recorder_call {
  const recorder_function *function;
  uint64_t rank;
  uint64_t thread;
  uint64_t depth; /* 0 = called by the application */
  int64_t start_ns;
  int64_t end_ns;
  int64_t error;                   /* errno of a failed call, else 0 */
  int failed;                      /* the call reported failure */
  const char *file;                /* absolute path, or null */
  const recorder_value *arguments; /* function->arguments of them */
  const recorder_value *result;    /* RECORDER_ABSENT for void */
  /* Calls with equal shape agree in everything but rank, thread, times, file and the values that are marked
   * RECORDER_VARIES: a tool may keep what it made of the rest. Never 0. */
  uint64_t shape;
  /* With RECORDER_CALLSITE, of a call of the application: the file that the call's instruction is in and its
   * distance from where that file's first byte was mapped; else null and 0. */
  const char *site_module;
  uint64_t site_offset;
} recorder_call;

/* What to read. Each function narrows the selection; lists are separated by commas. */
RECORDER_READER_API recorder_selection *recorder_selection_new(void);
RECORDER_READER_API void recorder_selection_free(recorder_selection *selection);
/* "0-3,7" */
RECORDER_READER_API recorder_status recorder_select_ranks(recorder_selection *selection, const char *list,
                                                          recorder_error *error);
RECORDER_READER_API recorder_status recorder_select_threads(recorder_selection *selection, const char *list,
                                                            recorder_error *error);
/* "posix,mpiio" */
RECORDER_READER_API recorder_status recorder_select_layers(recorder_selection *selection, const char *list,
                                                           recorder_error *error);
/* "write,pwrite*": names with the wildcards of the shell */
RECORDER_READER_API recorder_status recorder_select_functions(recorder_selection *selection, const char *list,
                                                              recorder_error *error);
/* A path (that file, or all below that directory) or a pattern; may be called several times: any of them. */
RECORDER_READER_API recorder_status recorder_select_file(recorder_selection *selection, const char *pattern,
                                                         recorder_error *error);
/* "FROM:TO" in seconds since the start of the trace, each may be missing: calls that touch the window. */
RECORDER_READER_API recorder_status recorder_select_time(recorder_selection *selection, const char *window,
                                                         recorder_error *error);
/* The same in nanoseconds, INT64_MIN and INT64_MAX for ends that are missing; both may lie outside the trace.
 */
RECORDER_READER_API recorder_status recorder_select_interval(recorder_selection *selection, int64_t from_ns,
                                                             int64_t to_ns, recorder_error *error);

typedef enum recorder_order {
  RECORDER_BY_RANK = 0, /* rank after rank; the threads of a rank merged by start time */
  RECORDER_BY_TIME = 1  /* all ranks merged by start time */
} recorder_order;

/* An iterator over the selected calls (a null selection: all), in start order. A selection may be freed once
 * the iterator is made. */
RECORDER_READER_API recorder_calls *recorder_calls_open(recorder_trace *trace,
                                                        const recorder_selection *selection,
                                                        recorder_order order, recorder_error *error);
/* An iterator over one stream. */
RECORDER_READER_API recorder_calls *recorder_calls_open_stream(recorder_trace *trace, uint64_t rank,
                                                               uint64_t index, recorder_error *error);
/* RECORDER_OK and *call, RECORDER_END, or a failure (after which the iterator only fails). */
RECORDER_READER_API recorder_status recorder_calls_next(recorder_calls *calls, const recorder_call **call,
                                                        recorder_error *error);
RECORDER_READER_API void recorder_calls_close(
    recorder_calls *calls); /* before recorder_close(); null is fine */
/* How many calls the iterators of this trace have read so far, those that were not selected among them. The
 * only function that another thread may use at the same time, to show progress. */
RECORDER_READER_API uint64_t recorder_calls_read(const recorder_trace *trace);

#ifdef __cplusplus
}
#endif

#endif
