// SPDX-License-Identifier: BSD-3-Clause
// Sentences (see words.h). recorder-coverage(1) explains each at more length.
#include "coverage/words.h"

namespace recorder::tools {

namespace {

bool uses_mpi(const Process &process) {
  for (const auto &object : process.objects)
    for (const Symbol &symbol : object->file.symbols)
      if (!object->is_recorder && symbol.name == "PMPI_Init") return true;
  return false;
}

std::string mpi_title(const std::string &name) {
  return name == "openmpi" ? "Open MPI" : name == "mpich" ? "MPICH, or one like it" : name;
}

}  // namespace

Words words_of(const Finding &finding, const Process &process) {
  const std::string &detail = finding.detail;
  switch (finding.cause) {
    case Cause::kNotLinked:
      return {"not-linked", "The program is static and Recorder is not in it.",
              std::string("Relink it with ") + (uses_mpi(process) ? "recorder-mpicc" : "recorder-cc") +
                  " -static, or with their sisters for C++ and Fortran."};
    case Cause::kContained:
      if (!is_library_layer(finding.layer))
        return {"contained",
                "The program has functions of these names itself, and means them when it calls them.",
                "Relink it with recorder-cc if they come from an archive; its own cannot be traced."};
      return {"contained",
              "The program contains them itself, so that its calls never reach a shared library.",
              "Relink it with recorder-cc, recorder-mpicc or a sister, which lead these calls to Recorder."};
    case Cause::kProgramsOwn:
      return {"programs-own",
              "These libraries' calls end at the program's own functions, which come before any library's.",
              "Link these libraries and the one that they call either all as archives or all as shared "
              "libraries."};
    case Cause::kOtherFirst:
      return {"other-first",
              detail + " has them too and comes before Recorder, which sees only what that passes on.",
              "Let librecorder.so be the first library: link with recorder-cc or recorder-mpicc, or use "
              "recorder-run."};
    case Cause::kWrapOnly:
      return {
          "wrap-only",
          "librecorder.a is in the program, and --wrap reaches only the objects that were linked with it.",
          "Link without RECORDER_LINK=archive, so that the program uses librecorder.so."};
    case Cause::kInsideLibrary:
      return {"inside-library",
              "The library contains them itself and calls them without asking the dynamic loader.",
              "Use a build of it that is linked with the shared library of this layer."};
    case Cause::kFortran:
      return {"fortran",
              "The Fortran binding (" + detail +
                  ") goes past the C functions, and has no entry points of Recorder's.",
              "Their I/O shows in the layers below; rebuild Recorder with this MPI's Fortran compiler "
              "(MPIFC) to see them."};
    case Cause::kProfilingName:
      return {"profiling-name",
              "They are called by the names of MPI's profiling interface, which go past all tools.",
              "If these calls matter, use the MPI_ names in the source."};
    case Cause::kOtherMpi:
      return {
          "other-mpi",
          "The program's MPI (" + detail +
              ") is not the one that Recorder was built for, so these calls, "
              "and those of other layers that take a communicator, pass unseen; each process writes a trace.",
          "Use a Recorder that was configured with this MPI's compiler (MPICC)."};
    case Cause::kNoWrapper:
      return {"no-wrapper",
              detail.empty() ? "This Recorder has no wrapper for them."
                             : "This Recorder has no wrapper for them: " + detail + ".",
              "Build Recorder where configure finds this version of the library and its headers."};
    case Cause::kUnknownFunction:
      return {"unknown-function",
              "This Recorder does not know these functions; the library is newer, it seems.",
              "Use a newer Recorder, or add the functions (recorder-gen, doc/adding-a-function.md)."};
    case Cause::kLeftOut:
      return {"left-out", "Left out on purpose: " + detail + ".", "Nothing is to be done."};
  }
  return {};
}

std::vector<Words> remarks(const Process &process, const Coverage &coverage) {
  std::vector<Words> list;
  for (const MissingLibrary &library : process.missing)
    list.push_back({"library-not-found",
                    library.name + ", which " + library.asked_by + " needs, is not found.",
                    "Set LD_LIBRARY_PATH, or load the modules, as for the run."});
  if (coverage.stripped && !process.is_dynamic())
    list.push_back({"stripped", "The program is stripped, so nothing says which functions it contains.",
                    "Ask about it before it is stripped."});
  else if (coverage.stripped && process.way == Way::kPreload)
    list.push_back(
        {"stripped",
         "The program is stripped: if it contains static libraries, their functions are not listed here, "
         "and calls of them are not seen.",
         "Ask about it before it is stripped."});
  if (coverage.privileged)
    list.push_back({"privileged",
                    "The program runs with other rights than its user's, and the loader ignores LD_PRELOAD.",
                    "Relink it with recorder-cc, or run a copy without these rights."});
  if (!coverage.open_libraries.empty())
    list.push_back(
        {"opens-libraries",
         "Libraries that are opened while the program runs (by " + some_of(coverage.open_libraries, 4) +
             ") are not looked at here. Their calls of shared functions are seen like those of the others.",
         "Name such a library with --load to include it."});
  if (!coverage.make_system_calls.empty())
    list.push_back({"system-calls",
                    "System calls that are made by syscall() or by instructions of their own are not seen; " +
                        some_of(coverage.make_system_calls, 4) + " can make some.",
                    "Nothing can be done; strace(1) shows them."});
  return list;
}

std::string way_name(const Process &process) { return process.is_dynamic() ? "dynamic" : "static"; }

std::string inside_name(const Process &process) {
  switch (process.way) {
    case Way::kNone:
    case Way::kPreload:
      return "none";
    case Way::kStatic:
    case Way::kArchive:
      return "archive";
    case Way::kShared:
      return process.has_trampolines() ? "trampolines" : "library";
  }
  return "";
}

std::string way_in_words(const Process &process, const Coverage &coverage) {
  const std::string version = coverage.version.empty() ? "" : " " + coverage.version;
  switch (process.way) {
    case Way::kNone:
      return "static, without Recorder";
    case Way::kStatic:
      return "static, with Recorder" + version + " inside (librecorder.a)";
    case Way::kArchive:
      return "dynamic, with Recorder" + version + " inside (librecorder.a), for the program's own calls";
    case Way::kShared:
      return "dynamic, with Recorder" + version + " (librecorder.so" +
             (process.has_trampolines() ? ", and jumps to it for functions that the program contains)" : ")");
    case Way::kPreload:
      return "dynamic, without Recorder";
  }
  return "";
}

std::string how_to_trace(const Process &process, const Coverage &coverage) {
  if (process.way == Way::kNone) return "relink it with Recorder first";
  if (process.way != Way::kPreload) return "run it as it is";
  if (coverage.privileged) return "relink it with Recorder first";
  const std::string launcher = coverage.mpi.name.empty() ? "" : "mpiexec ... ";
  return launcher + "recorder-run " + process.program().file.path;
}

std::string mpi_in_words(const MpiLibrary &mpi) {
  if (mpi.name.empty()) return "none";
  const std::string name = mpi_title(mpi.name) + " (" + mpi.where + ")";
  if (mpi.built_for.empty()) return name + "; Recorder was built without MPI";
  if (mpi.same) return name + ", for which Recorder was built";
  return name + "; Recorder was built for " + mpi_title(mpi.built_for);
}

std::string through_in_words(const LayerUse &layer, const Process &process) {
  std::string text;
  for (const std::string &each : layer.through) {
    text += text.empty() ? "" : " + ";
    if (each == "wrap") text += "--wrap";
    if (each == "pmpi") text += "PMPI";
    if (each == "interposition") text += process.way == Way::kPreload ? "preloading" : "librecorder.so";
    if (each == "trampoline") text += "trampolines";
    if (each == "fortran binding") text += "Fortran binding";
    if (each == "fortran entry point") text += "Fortran entry points";
  }
  return text.empty() ? "-" : text;
}

}  // namespace recorder::tools
