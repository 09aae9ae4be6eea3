# SPDX-License-Identifier: BSD-3-Clause
# Libraries: zlib (required), Boost, nlohmann-json and libelf (tools), GoogleTest and Google Benchmark (tests).

# RECORDER_ZLIB: the only library that the runtime needs beside libc. Sets ZLIB_LIBS, SHARED_ZLIB_LIBS and have_static_zlib.
AC_DEFUN([RECORDER_ZLIB], [
  AC_CHECK_HEADER([zlib.h], [], [AC_MSG_ERROR([zlib.h is missing; install zlib with its headers (zlib1g-dev)])])
  AC_CHECK_LIB([z], [deflateInit_], [],
    [AC_MSG_ERROR([libz is missing; install zlib with its headers (zlib1g-dev)])])
  LIBS=`AS_ECHO([" $LIBS "]) | sed 's/ -lz / /'`
  AC_SUBST([ZLIB_LIBS], [-lz])
  AC_MSG_CHECKING([for a static libz and C library])
  recorder_save_LDFLAGS=$LDFLAGS
  LDFLAGS="$LDFLAGS -static"
  recorder_save_LIBS=$LIBS
  LIBS="-lz $LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <zlib.h>]], [[return zlibVersion() == 0;]])],
    [have_static_zlib=yes], [have_static_zlib=no])
  LDFLAGS=$recorder_save_LDFLAGS
  LIBS=$recorder_save_LIBS
  AC_MSG_RESULT([$have_static_zlib])
  # The preloaded library comes before everything that the program was linked with: a libz.so.1 that it needed would
  # take the place of the one that the program brings, which may be newer. So it contains its own.
  AC_MSG_CHECKING([for a libz that can be part of a shared library])
  AC_SUBST([SHARED_ZLIB_LIBS], [-lz])
  recorder_save_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS -fPIC"
  LDFLAGS="$LDFLAGS -shared"
  LIBS="-Wl,--exclude-libs,libz.a -l:libz.a $LIBS"
  AC_LINK_IFELSE([AC_LANG_SOURCE([[#include <zlib.h>
    int f(z_stream *stream) { return deflateInit(stream, 6) + deflate(stream, Z_FINISH); }]])],
    [SHARED_ZLIB_LIBS="-Wl,--exclude-libs,libz.a -l:libz.a"; recorder_own_zlib=yes], [recorder_own_zlib=no])
  CFLAGS=$recorder_save_CFLAGS
  LDFLAGS=$recorder_save_LDFLAGS
  LIBS=$recorder_save_LIBS
  AC_MSG_RESULT([$recorder_own_zlib])
])

# RECORDER_TOOL_LIBRARIES: the command-line tools need Boost.Program_options, recorder2json nlohmann-json too.
AC_DEFUN([RECORDER_TOOL_LIBRARIES], [
  AC_LANG_PUSH([C++])
  recorder_save_CXXFLAGS=$CXXFLAGS
  CXXFLAGS="$CXXFLAGS $CXX17FLAG"
  AC_MSG_CHECKING([for Boost.Program_options])
  recorder_save_LIBS=$LIBS
  LIBS="-lboost_program_options $LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <boost/program_options.hpp>]],
      [[boost::program_options::options_description all("x"); return all.options().size() != 0;]])],
    [have_boost=yes], [have_boost=no])
  LIBS=$recorder_save_LIBS
  AC_MSG_RESULT([$have_boost])
  AC_CHECK_HEADER([nlohmann/json.hpp], [have_json=yes], [have_json=no])
  CXXFLAGS=$recorder_save_CXXFLAGS
  AC_LANG_POP([C++])
  AC_SUBST([BOOST_LIBS], [-lboost_program_options])
  # Source lines of call sites.
  LIBDW_LIBS=
  have_libdw=no
  AC_CHECK_HEADER([elfutils/libdwfl.h], [AC_CHECK_LIB([dw], [dwfl_begin], [have_libdw=yes LIBDW_LIBS="-ldw -lelf"], [], [-lelf])])
  AC_SUBST([LIBDW_LIBS])
  AS_IF([test $have_boost = yes && test $have_json = yes], [have_tools=yes], [have_tools=no])
  AM_CONDITIONAL([HAVE_TOOLS], [test $have_tools = yes])
  RECORDER_ELF
  RECORDER_ECHARTS
])

# RECORDER_ELF: libelf (elfutils), by which recorder-coverage reads programs. Sets ELF_LIBS and have_elf.
AC_DEFUN([RECORDER_ELF], [
  AC_MSG_CHECKING([for libelf])
  recorder_save_LIBS=$LIBS
  LIBS="-lelf $LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <gelf.h>]], [[return elf_version(EV_CURRENT) == EV_NONE || !gelf_getnote;]])],
    [have_elf=yes], [have_elf=no])
  LIBS=$recorder_save_LIBS
  AC_MSG_RESULT([$have_elf])
  AC_SUBST([ELF_LIBS], [-lelf])
  AM_CONDITIONAL([HAVE_ELF], [test $have_elf = yes])
])

# RECORDER_TEST_LIBRARIES: without them `make check` and `make bench` skip what they would have built.
AC_DEFUN([RECORDER_TEST_LIBRARIES], [
  AC_LANG_PUSH([C++])
  recorder_save_CXXFLAGS=$CXXFLAGS
  CXXFLAGS="$CXXFLAGS $CXX17FLAG -pthread"
  recorder_save_LIBS=$LIBS
  AC_MSG_CHECKING([for GoogleTest])
  LIBS="-lgtest -lgtest_main $LIBS"
  AC_LINK_IFELSE([AC_LANG_SOURCE([[#include <gtest/gtest.h>
    TEST(A, B) { EXPECT_EQ(1, 1); }]])], [have_gtest=yes], [have_gtest=no])
  AC_MSG_RESULT([$have_gtest])
  AC_MSG_CHECKING([for Google Benchmark])
  LIBS="-lbenchmark_main -lbenchmark $recorder_save_LIBS"
  AC_LINK_IFELSE([AC_LANG_SOURCE([[#include <benchmark/benchmark.h>
    static void b(benchmark::State &s) { for (auto _ : s) {} }
    BENCHMARK(b);]])], [have_benchmark=yes], [have_benchmark=no])
  AC_MSG_RESULT([$have_benchmark])
  LIBS=$recorder_save_LIBS
  CXXFLAGS=$recorder_save_CXXFLAGS
  AC_LANG_POP([C++])
  AM_CONDITIONAL([HAVE_GTEST], [test $have_gtest = yes])
  AM_CONDITIONAL([HAVE_BENCHMARK], [test $have_benchmark = yes])
])

# RECORDER_PROBE_LIBS: libraries beside libc that hold traced functions. Only the probe links with them.
AC_DEFUN([RECORDER_PROBE_LIBS], [
  PROBE_LIBS=
  recorder_save_LIBS=$LIBS
  AC_CHECK_LIB([aio], [io_submit], [PROBE_LIBS="$PROBE_LIBS -laio"])
  AC_CHECK_LIB([uring], [io_uring_queue_init], [PROBE_LIBS="$PROBE_LIBS -luring"])
  LIBS=$recorder_save_LIBS
  AC_SUBST([PROBE_LIBS])
])

# RECORDER_ECHARTS: the chart library that recorder-report puts into its pages (npm's echarts): --with-echarts=FILE, or where
# npm put it, for the source tree or for the machine. Sets ECHARTS, the file's absolute path, and have_echarts.
AC_DEFUN([RECORDER_ECHARTS], [
  AC_ARG_WITH([echarts], [AS_HELP_STRING([--with-echarts=FILE],
    [echarts.min.js, the charts of recorder-report @<:@where npm put it@:>@; "no": tables only])], [], [with_echarts=yes])
  AC_MSG_CHECKING([for echarts.min.js])
  ECHARTS=
  AS_CASE([$with_echarts], [no], [], [yes], [
    recorder_npm_root=`npm root --global 2>/dev/null`
    for recorder_folder in "$srcdir/node_modules" "$recorder_npm_root" /usr/local/lib/node_modules /usr/lib/node_modules /usr/share/nodejs; do
      AS_IF([test -z "$ECHARTS" && test -f "$recorder_folder/echarts/dist/echarts.min.js"],
        [ECHARTS=$recorder_folder/echarts/dist/echarts.min.js])
    done], [
    AS_IF([test -f "$with_echarts"], [ECHARTS=$with_echarts], [AC_MSG_ERROR([there is no file $with_echarts])])])
  AS_IF([test -n "$ECHARTS"], [have_echarts=yes
    ECHARTS=`cd "\`dirname "$ECHARTS"\`" && pwd`/`basename "$ECHARTS"`], [have_echarts=no])
  AC_MSG_RESULT([${ECHARTS:-no}])
  AC_SUBST([ECHARTS])
])
