// SPDX-License-Identifier: BSD-3-Clause
// Following each call to the definition that it reaches (see analysis.h).
#include "coverage/analysis.h"

#include <sys/stat.h>
#include <sys/xattr.h>

#include <algorithm>
#include <unordered_map>

#include "core/note.h"

// What the tool itself was built for; the Recorder in a program may say otherwise.
#ifndef RECORDER_MPI_NAME
#define RECORDER_MPI_NAME ""
#endif

namespace recorder::tools {

namespace {

using Place = Symbol::Place;
using State = Function::State;

// What trampolines export.
constexpr char kReal[] = "recorder_real_";
// What the linker's --wrap calls the wrapper of a function.
constexpr char kWrap[] = "__wrap_";

bool begins(const std::string &text, const char *head) { return text.rfind(head, 0) == 0; }

// The name of the function without the P of MPI's profiling interface, or "".
std::string profiled_name(const std::string &name) { return begins(name, "PMPI") ? name.substr(1) : ""; }

class Analysis {
 public:
  Analysis(const Process &process, const Functions &functions) : process_(process), functions_(functions) {
    for (const auto &object : process.objects)
      for (const Symbol &symbol : object->file.symbols)
        if (symbol.place == Place::kExported) definers_[symbol.name].push_back(object.get());
  }

  Coverage run() {
    coverage_.stripped = !process_.program().file.has_symbol_table;
    note_version();
    note_mpi();
    if (process_.is_dynamic()) {
      for (const auto &object : process_.objects) look_at_calls(*object);
      for (const auto &object : process_.objects) look_inside_library(*object);
      note_privileges();
    }
    look_inside_program();
    if (!coverage_.mpi.same) lose_foreign_mpi();
    return std::move(coverage_);
  }

 private:
  // ---- whose definition a name means

  // The first in the loader's order; with `real`, the first after Recorder's.
  const Object *definer(const std::string &name, bool real) const {
    const auto found = definers_.find(name);
    if (found == definers_.end()) return nullptr;
    const auto &all = found->second;
    const auto first =
        std::find_if(all.begin(), all.end(), [&](const Object *each) { return !real || !each->is_recorder; });
    return first != all.end() ? *first : nullptr;
  }

  // The MPI library itself, or one of its bindings for other languages.
  bool is_mpi_library(const Object &object) const {
    return object.exports("MPI_Init") || object.exports("mpi_init_") || object.exports("mpi_init_f08_") ||
           begins(object.name, "libmpi") || begins(object.name, "mca_");
  }

  // MPI in the program is Recorder's in front of a static MPI library if the two names have different
  // addresses.
  static bool wraps_mpi(const Object &program, const std::string &name) {
    const Symbol *ours = program.symbol(name), *real = program.symbol("P" + name);
    if (ours == nullptr || ours->place == Place::kAsked) return false;
    return real == nullptr || real->place == Place::kAsked || real->address != ours->address;
  }

  static bool defines(const Object &object, const std::string &name) {
    const Symbol *symbol = object.symbol(name);
    return symbol != nullptr && symbol->place != Place::kAsked;
  }

  // ---- what is found

  void missed(Cause cause, const std::string &layer, const std::string &caller, const std::string &function,
              const std::string &detail = "") {
    for (Finding &finding : coverage_.findings) {
      if (finding.cause != cause || finding.layer != layer || finding.detail != detail) continue;
      finding.callers[caller].insert(function);
      return;
    }
    coverage_.findings.push_back({cause, layer, detail, {{caller, {function}}}});
  }

  LayerUse &use(const std::string &layer, const std::string &function, const Object &caller) {
    LayerUse &use = coverage_.layers[layer];
    use.functions.insert(function);
    if (&caller == &process_.program()) {
      use.by_program = true;
    } else {
      ++use.libraries[caller.name];
    }
    return use;
  }

  void reached(LayerUse &use, const std::string &function, const char *through) {
    use.reached.insert(function);
    use.through.insert(through);
  }

  // ---- calls that leave a file

  void look_at_calls(const Object &caller) {
    if (caller.is_recorder || caller.is_system) return;
    const bool is_mpi = is_mpi_library(caller);
    for (const Symbol &symbol : caller.file.symbols) {
      if (symbol.place != Place::kAsked) continue;
      if (symbol.name == "dlopen" || symbol.name == "dlmopen") coverage_.open_libraries.insert(caller.name);
      if (symbol.name == "syscall") coverage_.make_system_calls.insert(caller.name);
      if (!is_mpi) look_at_fortran(caller, symbol.name);
      if (!is_mpi) look_at_profiling(caller, symbol.name);
      const Function *function = functions_.find(symbol.name);
      // What the MPI library's bindings call, they call only when somebody calls the binding.
      if (function != nullptr && !(is_mpi && is_mpi_layer(function->layer)))
        look_at_call(caller, symbol.name, *function);
    }
  }

  void look_at_call(const Object &caller, const std::string &name, const Function &function) {
    const Object *real = definer(name, true);
    if (real == nullptr || !real->symbol(name)->function) return;
    LayerUse &layer = use(function.layer, name, caller);
    if (function.state == State::kLeftOut)
      return missed(Cause::kLeftOut, function.layer, caller.name, name, function.reason);
    if (process_.way == Way::kArchive) return look_at_archive_call(caller, name, function, *real, layer);
    const Object *first = definer(name, false);
    if (first->is_recorder) {
      reached(layer, name, "interposition");
    } else if (!recorder_has(name)) {
      no_wrapper(caller, name, function);
    } else if (first == &process_.program()) {
      missed(Cause::kProgramsOwn, function.layer, caller.name, name);
    } else {
      missed(Cause::kOtherFirst, function.layer, caller.name, name, first->name);
    }
  }

  bool recorder_has(const std::string &name) const {
    const auto found = definers_.find(name);
    return found != definers_.end() && std::any_of(found->second.begin(), found->second.end(),
                                                   [](const Object *each) { return each->is_recorder; });
  }

  void no_wrapper(const Object &caller, const std::string &name, const Function &function) {
    if (function.state == State::kUnknown)
      return missed(Cause::kUnknownFunction, function.layer, caller.name, name);
    const std::string why = function.state == State::kUnwrapped ? function.reason : "";
    missed(Cause::kNoWrapper, function.layer, caller.name, name, why);
  }

  void look_at_archive_call(const Object &caller, const std::string &name, const Function &function,
                            const Object &real, LayerUse &layer) {
    const Object &program = process_.program();
    const bool mpi = is_mpi_layer(function.layer);
    if (function.state != State::kWrapped) return no_wrapper(caller, name, function);
    if (mpi && &real == &program && wraps_mpi(program, name)) return reached(layer, name, "pmpi");
    if (&caller != &program) return missed(Cause::kWrapOnly, function.layer, caller.name, name);
    // In a stripped program a wrapper cannot be told from its absence, so it is taken for granted.
    if (!mpi && (coverage_.stripped || defines(program, kWrap + name))) return reached(layer, name, "wrap");
    missed(Cause::kWrapOnly, function.layer, caller.name, name);
  }

  // ---- calls of MPI by other names

  void look_at_fortran(const Object &caller, const std::string &symbol) {
    const std::string name = functions_.c_name(symbol);
    const Object *binding = definer(symbol, true);
    const Function *function = name.empty() ? nullptr : functions_.find(name);
    if (binding == nullptr || function == nullptr) return;
    LayerUse &layer = use(function->layer, name, caller);
    const bool archive = process_.way == Way::kArchive;
    const bool own = archive && &caller == &process_.program();
    if (archive ? own && defines(caller, kWrap + symbol) : definer(symbol, false)->is_recorder)
      return reached(layer, name, "fortran entry point");
    const bool in_c = calls_c(*binding, symbol, name);
    if (in_c && (!archive || wraps_mpi(process_.program(), name)))
      return reached(layer, name, "fortran binding");
    // As with C functions, a stripped program is taken to have the wrapper.
    if (own && coverage_.stripped) return reached(layer, name, "fortran entry point");
    missed(in_c ? Cause::kWrapOnly : Cause::kFortran, function->layer, caller.name, symbol,
           in_c ? "" : binding->name);
  }

  // Whether the binding's function calls the public C function, which Recorder sees, or goes past it. A
  // library with both (MPICH) does the latter in mpi_f08, but for functions with buffers.
  static bool calls_c(const Object &binding, const std::string &symbol, const std::string &name) {
    const Symbol *open = binding.symbol(name), *past = binding.symbol("P" + name);
    if (open == nullptr) return false;
    const bool f08 = symbol.find("_f08_") != std::string::npos;
    return past == nullptr || past->place != Place::kAsked || !f08;
  }

  void look_at_profiling(const Object &caller, const std::string &symbol) {
    const std::string name = profiled_name(symbol);
    const Function *function = name.empty() ? nullptr : functions_.find(name);
    if (function == nullptr || function->state != State::kWrapped || definer(symbol, true) == nullptr) return;
    // Where librecorder.a is in the program, such calls are Recorder's own.
    if (process_.way == Way::kArchive && &caller == &process_.program()) return;
    missed(Cause::kProfilingName, function->layer, caller.name, symbol);
  }

  // ---- functions that a file has itself

  // A library that has several layers in it calls the lower ones without the loader, unless it was linked to
  // do so.
  void look_inside_library(const Object &object) {
    if (&object == &process_.program() || object.is_recorder || object.is_system) return;
    std::map<std::string, std::vector<const Symbol *>> inside;
    for (const Symbol &symbol : object.file.symbols) {
      const Function *function = functions_.find(symbol.name);
      if (function == nullptr || function->state != State::kWrapped || !is_library_layer(function->layer))
        continue;
      const bool contained = symbol.place == Place::kLocal || symbol.place == Place::kOwn ||
                             (symbol.place == Place::kExported &&
                              definers_.at(symbol.name).size() <= with_recorder(symbol.name));
      if (contained && symbol.function) inside[group_of(function->layer)].push_back(&symbol);
    }
    if (inside.empty()) return;
    // The uppermost layer is what the library is for.
    const std::string own = uppermost(inside);
    for (const auto &[group, symbols] : inside)
      for (const Symbol *symbol : symbols)
        if (group != own || symbol->place != Place::kExported) look_at_inner_call(object, *symbol);
  }

  void look_at_inner_call(const Object &object, const Symbol &symbol) {
    const Function &function = *functions_.find(symbol.name);
    LayerUse &layer = use(function.layer, symbol.name, object);
    if (!symbol.through_loader) {
      missed(Cause::kInsideLibrary, function.layer, object.name, symbol.name);
    } else if (definer(symbol.name, false)->is_recorder) {
      reached(layer, symbol.name, "interposition");
    }
  }

  size_t with_recorder(const std::string &name) const { return recorder_has(name) ? 2 : 1; }

  static std::string group_of(const std::string &layer) { return is_mpi_layer(layer) ? "mpi" : layer; }

  template <class Groups>
  static std::string uppermost(const Groups &groups) {
    for (const std::string &layer : Functions::layers())
      if (groups.count(layer) != 0) return layer;
    return groups.begin()->first;
  }

  void look_inside_program() {
    const Object &program = process_.program();
    const bool dynamic = process_.is_dynamic();
    for (const Symbol &symbol : program.file.symbols) {
      if (begins(symbol.name, kReal)) look_at_trampoline(program, symbol);
      if (!dynamic && begins(symbol.name, kWrap))
        look_at_static_fortran(program, symbol.name.substr(sizeof kWrap - 1));
      if (symbol.place == Place::kAsked || !symbol.function) continue;
      const Function *function = functions_.find(symbol.name);
      if (function == nullptr || function->state != State::kWrapped) continue;
      // A static function of the program's that is called write is no I/O function; and what old C libraries
      // put into each program (stat) calls a function with a wrapper.
      if (symbol.place == Place::kLocal && !is_library_layer(function->layer)) continue;
      if (dynamic) {
        look_at_contained(program, symbol.name, *function);
      } else {
        look_at_static(program, symbol.name, *function);
      }
    }
  }

  void look_at_static(const Object &program, const std::string &name, const Function &function) {
    if (process_.way == Way::kNone) {
      use(function.layer, name, program);
      return missed(Cause::kNotLinked, function.layer, program.name, name);
    }
    // A function without a wrapper is there for its own library, where --wrap found no call of it.
    const bool mpi = is_mpi_layer(function.layer);
    if (mpi ? wraps_mpi(program, name) : defines(program, kWrap + name))
      reached(use(function.layer, name, program), name, mpi ? "pmpi" : "wrap");
  }

  void look_at_static_fortran(const Object &program, const std::string &symbol) {
    const std::string name = functions_.c_name(symbol);
    const Function *function = name.empty() ? nullptr : functions_.find(name);
    if (function != nullptr) reached(use(function->layer, name, program), name, "fortran entry point");
  }

  void look_at_contained(const Object &program, const std::string &name, const Function &function) {
    if (process_.way == Way::kArchive) {
      const bool mpi = is_mpi_layer(function.layer);
      const bool ours = mpi ? wraps_mpi(program, name) : defines(program, kWrap + name);
      if (ours) reached(use(function.layer, name, program), name, mpi ? "pmpi" : "wrap");
    } else if (!trampolines_of(program, function.layer)) {
      use(function.layer, name, program);
      missed(Cause::kContained, function.layer, program.name, name);
    }
  }

  // recorder_real_x is also there for functions that only Recorder itself calls; a stripped program does not
  // show the difference.
  void look_at_trampoline(const Object &program, const Symbol &symbol) {
    const std::string real = real_name(symbol.name), c_name = functions_.c_name(real);
    const std::string name = c_name.empty() ? real : c_name;
    const Function *function = functions_.find(name);
    if (symbol.place != Place::kExported || function == nullptr) return;
    if (coverage_.stripped || defines(program, kWrap + real))
      reached(use(function->layer, name, program), name, "trampoline");
  }

  // recorder_real_H5Fopen, recorder_real_PMPI_Send.
  static std::string real_name(const std::string &symbol) {
    const std::string name = symbol.substr(sizeof kReal - 1);
    return profiled_name(name).empty() ? name : profiled_name(name);
  }

  // Where a layer has some trampolines, its other functions are called by nobody outside their library.
  bool trampolines_of(const Object &program, const std::string &layer) {
    const auto known = trampolines_.find(layer);
    if (known != trampolines_.end()) return known->second;
    bool any = false;
    for (const Symbol &symbol : program.file.symbols) {
      if (symbol.place != Place::kExported || !begins(symbol.name, kReal)) continue;
      const Function *function = functions_.find(real_name(symbol.name));
      any = any || (function != nullptr && group_of(function->layer) == group_of(layer));
    }
    return trampolines_[layer] = any;
  }

  // ---- the run as a whole

  void note_version() {
    const Object *recorder = process_.recorder();
    const auto &notes = (recorder != nullptr ? *recorder : process_.program()).file.notes;
    if (notes.count(kNoteVersion) != 0) coverage_.version = notes.at(kNoteVersion);
    coverage_.mpi.built_for = notes.count(kNoteMpi) != 0 ? notes.at(kNoteMpi) : RECORDER_MPI_NAME;
  }

  void note_mpi() {
    MpiLibrary &mpi = coverage_.mpi;
    bool open_mpi = false;
    for (const auto &object : process_.objects) {
      if (object->is_recorder) continue;
      // A program may hold a copy of Open MPI's variable, but not of the function.
      open_mpi = open_mpi || defines(*object, "ompi_mpi_comm_world");
      if (mpi.where.empty() && defines(*object, "PMPI_Init"))
        mpi.where = object.get() == &process_.program() ? "in the program" : object->name;
    }
    if (!mpi.where.empty()) mpi.name = open_mpi ? "openmpi" : "mpich";
    // Libraries other than Open MPI's have MPICH's interface, as far as Recorder is concerned.
    mpi.same = mpi.name.empty() || process_.way == Way::kNone || mpi.name == mpi.built_for ||
               (mpi.built_for == "other" && mpi.name == "mpich");
  }

  void lose_foreign_mpi() {
    for (auto &[name, layer] : coverage_.layers) {
      if (!is_mpi_layer(name)) continue;
      for (const std::string &function : layer.reached)
        missed(Cause::kOtherMpi, name, process_.program().name, function, coverage_.mpi.where);
      layer.reached.clear();
      layer.through.clear();
    }
  }

  void note_privileges() {
    struct stat about;
    const std::string &path = process_.program().file.path;
    const bool has_id = stat(path.c_str(), &about) == 0 && (about.st_mode & (S_ISUID | S_ISGID)) != 0;
    const bool capable = getxattr(path.c_str(), "security.capability", nullptr, 0) > 0;
    coverage_.privileged = process_.way == Way::kPreload && (has_id || capable);
  }

  const Process &process_;
  const Functions &functions_;
  std::unordered_map<std::string, std::vector<const Object *>> definers_;
  std::map<std::string, bool> trampolines_;
  Coverage coverage_;
};

}  // namespace

std::set<std::string> Finding::functions() const {
  std::set<std::string> all;
  for (const auto &caller : callers) all.insert(caller.second.begin(), caller.second.end());
  return all;
}

bool is_wanted(const Functions &functions, const std::string &name) {
  if (begins(name, "recorder_") || name == "ompi_mpi_comm_world" || name == "syscall") return true;
  if (name == "dlopen" || name == "dlmopen" || name == "mpi_init_" || name == "mpi_init_f08_") return true;
  std::string function = begins(name, kWrap) ? name.substr(sizeof kWrap - 1) : name;
  if (!profiled_name(function).empty()) function = profiled_name(function);
  return functions.find(function) != nullptr || !functions.c_name(function).empty();
}

Coverage analyse(const Process &process, const Functions &functions) {
  return Analysis(process, functions).run();
}

}  // namespace recorder::tools
