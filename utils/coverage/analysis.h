// SPDX-License-Identifier: BSD-3-Clause
// What Recorder sees of a run: for each I/O function that a file of the process calls, whose definition the
// call reaches.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "coverage/functions.h"
#include "coverage/process.h"

namespace recorder::tools {

// Why calls are not seen; findings.cpp says it in words.
enum class Cause {
  kNotLinked,        // static, and Recorder is not in it
  kContained,        // the program contains the function itself, and its calls stay inside it
  kProgramsOwn,      // a library's call ends at the program's own function
  kOtherFirst,       // another library has the function and comes before Recorder
  kWrapOnly,         // --wrap in the program does not reach its shared libraries
  kInsideLibrary,    // a library contains the function itself
  kFortran,          // the Fortran binding goes past the C function
  kProfilingName,    // called as PMPI_x
  kOtherMpi,         // not the MPI that Recorder was built for
  kNoWrapper,        // known, but this installation has no wrapper
  kUnknownFunction,  // of a newer library, it seems
  kLeftOut,          // on purpose
};

// Calls that are not seen for one reason: in one layer, by these files, of these functions.
struct Finding {
  Cause cause;
  std::string layer;
  std::string detail;  // a library's name or a reason, as the cause has it
  std::map<std::string, std::set<std::string>> callers;

  std::set<std::string> functions() const;
};

struct LayerUse {
  std::set<std::string>
      functions;  // called by the program or its libraries, or contained where nobody can tell
  std::set<std::string> reached;  // those of which some call is seen
  std::set<std::string> through;  // wrap, pmpi, interposition, trampoline, fortran binding
  bool by_program = false;
  std::map<std::string, size_t> libraries;  // that call them, with the number of functions
};

struct MpiLibrary {
  std::string name;  // openmpi, mpich, "" without MPI
  std::string where;
  std::string built_for;  // what Recorder was built for, "" without MPI
  bool same = false;
};

struct Coverage {
  std::map<std::string, LayerUse> layers;
  std::vector<Finding> findings;
  MpiLibrary mpi;
  std::string version;  // of the Recorder in the run, "" when it does not say
  bool stripped = false;
  bool privileged = false;                  // the loader ignores LD_PRELOAD
  std::set<std::string> open_libraries;     // call dlopen
  std::set<std::string> make_system_calls;  // call syscall()
};

// Which symbols the analysis asks for.
bool is_wanted(const Functions &functions, const std::string &name);

Coverage analyse(const Process &process, const Functions &functions);

}  // namespace recorder::tools
