# SPDX-License-Identifier: BSD-3-Clause
# Arrow C++ with Parquet, by which recorder2parquet writes.

# RECORDER_ARROW_TRY(WHERE, COMPILER OPTIONS, LIBRARIES): headers of Arrow 22 and later are C++20. A library that was built for
# another C++ ABI does not link.
AC_DEFUN([RECORDER_ARROW_TRY], [
  for recorder_standard in -std=c++20 "$CXX17FLAG"; do
    test $have_arrow = no || break
    CXXFLAGS="$recorder_save_CXXFLAGS $2 $recorder_standard"
    LIBS="$3 $recorder_save_LIBS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <arrow/api.h>
      #include <arrow/io/api.h>
      #include <parquet/arrow/writer.h>]],
      [[auto schema = arrow::schema({arrow::field("x", arrow::int64())});
        auto file = arrow::io::FileOutputStream::Open(schema->ToString());
        return parquet::arrow::FileWriter::Open(*schema, arrow::default_memory_pool(), *file).ok();]])],
      [have_arrow=yes arrow_where="$1" ARROW_CXXFLAGS="$2 $recorder_standard" ARROW_LIBS="$3"])
  done
])

# RECORDER_ARROW_PYTHON: the package pyarrow has headers, and libraries under their versioned names only.
AC_DEFUN([RECORDER_ARROW_PYTHON], [
  recorder_include=`$PYTHON -c 'import pyarrow; print(pyarrow.get_include())' 2>/dev/null`
  recorder_libdir=`$PYTHON -c 'import pyarrow; print(pyarrow.get_library_dirs()@<:@0@:>@)' 2>/dev/null`
  recorder_libs=
  for recorder_name in parquet arrow; do
    for recorder_file in "$recorder_libdir/lib$recorder_name.so" "$recorder_libdir/lib$recorder_name.so."*; do
      AS_IF([test -f "$recorder_file"], [recorder_libs="$recorder_libs $recorder_file"; break])
    done
  done
  AS_IF([test -n "$recorder_include" && test -n "$recorder_libs"], [
    RECORDER_ARROW_TRY([the Python package pyarrow], [-isystem $recorder_include],
      [$recorder_libs -Wl,-rpath,$recorder_libdir])])
])

# RECORDER_ARROW: looks at ARROW_CXXFLAGS and ARROW_LIBS, then pkg-config, then the Python package. Sets these two, have_arrow and
# arrow_where. The tool finds the libraries where they are now.
AC_DEFUN([RECORDER_ARROW], [
  AC_ARG_VAR([ARROW_CXXFLAGS], [compiler options of Arrow C++, such as -I/opt/arrow/include])
  AC_ARG_VAR([ARROW_LIBS], [linker options of Arrow C++, such as -L/opt/arrow/lib -Wl,-rpath,/opt/arrow/lib -lparquet -larrow])
  AC_ARG_WITH([arrow], [AS_HELP_STRING([--without-arrow], [leave recorder2parquet out])], [], [with_arrow=auto])
  have_arrow=no
  arrow_where=
  AC_LANG_PUSH([C++])
  recorder_save_CXXFLAGS=$CXXFLAGS recorder_save_LIBS=$LIBS
  AC_MSG_CHECKING([for Arrow C++ with Parquet])
  AS_IF([test "x$with_arrow" != xno], [
    AS_IF([test -n "$ARROW_LIBS"], [
      recorder_flags=$ARROW_CXXFLAGS recorder_libs=$ARROW_LIBS
      RECORDER_ARROW_TRY([ARROW_LIBS], [$recorder_flags], [$recorder_libs])
    ], [
      AS_IF([pkg-config --exists parquet arrow 2>/dev/null], [
        recorder_flags=`pkg-config --cflags parquet arrow`
        recorder_libs="`pkg-config --libs parquet arrow` -Wl,-rpath,`pkg-config --variable=libdir arrow`"
        RECORDER_ARROW_TRY([pkg-config], [$recorder_flags], [$recorder_libs])
      ])
      AS_IF([test $have_arrow = no], [RECORDER_ARROW_PYTHON])
    ])
  ])
  CXXFLAGS=$recorder_save_CXXFLAGS LIBS=$recorder_save_LIBS
  AC_LANG_POP([C++])
  AS_IF([test $have_arrow = no], [ARROW_CXXFLAGS= ARROW_LIBS=])
  AC_MSG_RESULT([$have_arrow${arrow_where:+, $arrow_where}])
  AM_CONDITIONAL([HAVE_ARROW], [test $have_arrow = yes])
])
