# SPDX-License-Identifier: BSD-3-Clause
# How the code that ends up inside applications is compiled, whatever CXXFLAGS the user gives.

# RECORDER_RUNTIME_FLAGS: sets RUNTIME_CXXFLAGS (lib/ and wrap/).
AC_DEFUN([RECORDER_RUNTIME_FLAGS], [
  AC_LANG_PUSH([C++])
  RUNTIME_CXXFLAGS="$CXX17FLAG"
  recorder_save_CXXFLAGS=$CXXFLAGS
  # -fPIC for the archive too: it must link into PIE, static-pie and plain executables alike.
  # -fno-lto: the archive must hold real code, with symbols that --wrap reaches.
  # large-unit-insns: in the file of a whole layer each wrapper is to be inlined as if it were alone.
  for recorder_flag in -fno-exceptions -fno-rtti -fno-threadsafe-statics -fvisibility=hidden \
      -fvisibility-inlines-hidden -fPIC -ftls-model=initial-exec -fno-lto -fno-math-errno \
      -fasynchronous-unwind-tables -fno-strict-aliasing --param=large-unit-insns=100000000 -Wall -Wextra; do
    AC_MSG_CHECKING([whether $CXX accepts $recorder_flag])
    CXXFLAGS="$recorder_save_CXXFLAGS $RUNTIME_CXXFLAGS $recorder_flag"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
      [AC_MSG_RESULT([yes]); RUNTIME_CXXFLAGS="$RUNTIME_CXXFLAGS $recorder_flag"],
      [AC_MSG_RESULT([no])])
  done
  CXXFLAGS=$recorder_save_CXXFLAGS
  # Fortified headers would turn our own calls into checked ones, and inline the functions that we define.
  RUNTIME_CPPFLAGS="-D_GNU_SOURCE -U_FORTIFY_SOURCE"
  AC_SUBST([RUNTIME_CXXFLAGS])
  AC_SUBST([RUNTIME_CPPFLAGS])
  AC_LANG_POP([C++])
])

# RECORDER_SPLIT_LAYERS: can an object be cut up by the linker? Then a layer is compiled at once (wrap/split-layer).
# Only GNU C++ gives each function's texts a section too; with others all of them would be in each part.
AC_DEFUN([RECORDER_SPLIT_LAYERS], [
  AC_MSG_CHECKING([whether $LD cuts objects up])
  AC_LANG_PUSH([C++])
  recorder_save_CXXFLAGS=$CXXFLAGS
  CXXFLAGS="$CXXFLAGS -ffunction-sections"
  SPLIT_LAYERS=no
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
      #if !defined(__GNUC__) || defined(__clang__)
      #error "not GNU C++"
      #endif
      extern "C" void left(); extern "C" void right();
      extern "C" void wanted() { left(); }
      extern "C" void other() { right(); }]])],
    [AS_IF([$LD -r --gc-sections --undefined=wanted conftest.$ac_objext -o conftest.cut &&
            $OBJCOPY --strip-unneeded conftest.cut && $NM conftest.cut >conftest.names &&
            grep wanted conftest.names >/dev/null && ! grep right conftest.names >/dev/null],
       [SPLIT_LAYERS=yes]) 2>&AS_MESSAGE_LOG_FD >&2
     rm -f conftest.cut conftest.names])
  CXXFLAGS=$recorder_save_CXXFLAGS
  AC_LANG_POP([C++])
  AC_MSG_RESULT([$SPLIT_LAYERS])
  AC_SUBST([SPLIT_LAYERS])
])

# RECORDER_TRAMPOLINES: can we write the jump from an executable to a wrapper in librecorder.so?
# (dynamic executables with static archives inside; wrap/make-trampolines knows the machines)
AC_DEFUN([RECORDER_TRAMPOLINES], [
  AC_CANONICAL_HOST
  AS_CASE([$host_cpu],
    [x86_64|aarch64|riscv64], [TRAMPOLINE_CPU=$host_cpu],
    [TRAMPOLINE_CPU=none])
  AC_SUBST([TRAMPOLINE_CPU])
])

# RECORDER_RELATIVE_LIBDIR: how to come from bindir to libdir, so that an installed tree can be moved.
# Empty when the two have no common prefix; the scripts then use the configured path.
AC_DEFUN([RECORDER_RELATIVE_LIBDIR], [
  AC_MSG_CHECKING([for the way from bindir to libdir])
  LIBDIR_FROM_BINDIR=
  AS_CASE([$bindir:$libdir],
    ['${exec_prefix}/bin:${exec_prefix}/'*], [LIBDIR_FROM_BINDIR=`AS_ECHO(["$libdir"]) | sed 's,^${exec_prefix},..,'`],
    ["$prefix/bin:$prefix/"*], [LIBDIR_FROM_BINDIR=`AS_ECHO(["$libdir"]) | sed "s,^$prefix,..,"`],
    ['${exec_prefix}/bin:'"$prefix/"*], [LIBDIR_FROM_BINDIR=`AS_ECHO(["$libdir"]) | sed "s,^$prefix,..,"`])
  AC_MSG_RESULT([${LIBDIR_FROM_BINDIR:-none}])
  AC_SUBST([LIBDIR_FROM_BINDIR])
])
