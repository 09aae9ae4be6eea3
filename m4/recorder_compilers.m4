# SPDX-License-Identifier: BSD-3-Clause
# Compilers: the C++17 switch, the optional Fortran compiler, the tools that only developers need.

# RECORDER_PROG_CXX17: finds the option that makes $CXX a C++17 compiler; sets CXX17FLAG.
AC_DEFUN([RECORDER_PROG_CXX17], [
  AC_CACHE_CHECK([for the option that makes $CXX accept C++17], [recorder_cv_cxx17], [
    recorder_cv_cxx17=no
    AC_LANG_PUSH([C++])
    recorder_save_CXXFLAGS=$CXXFLAGS
    for recorder_flag in -std=c++17 -std=gnu++17 -std=c++1z; do
      CXXFLAGS="$recorder_save_CXXFLAGS $recorder_flag"
      AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
        #include <string_view>
        template <class T> constexpr int width() { if constexpr (sizeof(T) > 4) return 8; else return 4; }
        static_assert(width<long long>() == 8);
        inline int counter = 0;]], [[auto [a, b] = ([] { struct P { int a, b; }; return P{1, 2}; })();
        return a + b + counter + (std::string_view("x").size() == 2);]])],
        [recorder_cv_cxx17=$recorder_flag; break])
    done
    CXXFLAGS=$recorder_save_CXXFLAGS
    AC_LANG_POP([C++])
  ])
  AS_IF([test "x$recorder_cv_cxx17" = xno],
    [AC_MSG_ERROR([$CXX does not compile C++17; set CXX to a newer compiler (gcc 8, clang 7 or later)])])
  AC_SUBST([CXX17FLAG], [$recorder_cv_cxx17])
])

# RECORDER_PROG_FORTRAN: a Fortran compiler for recorder-fc and the Fortran tests; none is not an error.
AC_DEFUN([RECORDER_PROG_FORTRAN], [
  AC_ARG_VAR([FC], [Fortran compiler command (optional)])
  AC_CHECK_PROGS([FC], [gfortran flang-new flang ifx ifort nvfortran ftn])
])

# RECORDER_OPTIONAL_PROGS: what `make lint` and the tests use when it is there.
AC_DEFUN([RECORDER_OPTIONAL_PROGS], [
  AC_CHECK_PROGS([CLANG_FORMAT], [clang-format clang-format-14 clang-format-15 clang-format-16])
  AC_CHECK_PROGS([CLANG_TIDY], [clang-tidy clang-tidy-14 clang-tidy-15 clang-tidy-16])
  AC_CHECK_PROGS([CLANGXX], [clang++ clang++-14 clang++-15 clang++-16])
  AC_CHECK_PROGS([SHELLCHECK], [shellcheck])
  AC_CHECK_PROGS([MANDOC], [mandoc])
])

# RECORDER_STATIC_GCC_LIBS: what the compiler drivers add at the end of a static link, as far as it is there:
# STATIC_GCC_LIBS (always), FORTRAN_LIBS (Fortran). recorder-link repeats these inside its group.
AC_DEFUN([RECORDER_STATIC_GCC_LIBS], [
  recorder_has_archive() { AS_CASE([`$[]1 -print-file-name=lib$[]2.a 2>/dev/null`], [*/*], [return 0], [return 1]); }
  STATIC_GCC_LIBS=
  for recorder_lib in gcc gcc_eh; do
    AS_IF([recorder_has_archive "$CC" $recorder_lib], [STATIC_GCC_LIBS="$STATIC_GCC_LIBS -l$recorder_lib"])
  done
  FORTRAN_LIBS=
  for recorder_lib in gfortran quadmath m; do
    AS_IF([test -n "$FC" && recorder_has_archive "$FC" $recorder_lib], [FORTRAN_LIBS="$FORTRAN_LIBS -l$recorder_lib"])
  done
  AC_SUBST([STATIC_GCC_LIBS])
  AC_SUBST([FORTRAN_LIBS])
])
