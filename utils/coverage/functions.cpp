// SPDX-License-Identifier: BSD-3-Clause
// Reading the lists (see functions.h); wrap/recordergen and wrap/names make them.
#include "coverage/functions.h"

#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

#include "common/program.h"

namespace recorder::tools {

namespace {

bool starts_with(std::string_view text, std::string_view head) { return text.substr(0, head.size()) == head; }

bool is_lower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }
bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

// H5Fopen, H5LTmake_dataset, H5open; not H5F_open, which is the library's own.
bool is_hdf5(std::string_view name) {
  size_t at = 2;
  while (at < name.size() && at < 5 && is_upper(name[at])) ++at;
  return starts_with(name, "H5") && at < name.size() && is_lower(name[at]);
}

// MPI_Send, MPIX_Comm_agree, MPI_T_init_thread; not MPI_COMM_DUP_FN, which nobody calls.
bool is_mpi(std::string_view name) {
  const size_t start = starts_with(name, "MPI_T_") ? 6 : starts_with(name, "MPIX_") ? 5 : 4;
  if (!starts_with(name, "MPI") || name.size() < start + 2) return false;
  if (start == 6) return is_lower(name[6]);
  return name[start - 1] == '_' && is_upper(name[start]) && is_lower(name[start + 1]);
}

// Newer libraries have functions that no list of ours knows; their names still say whose they are.
const Function *unknown_function(const std::string &name) {
  static const std::map<std::string, Function> layers = [] {
    std::map<std::string, Function> all;
    for (const std::string &layer : Functions::layers()) all[layer] = {layer, Function::State::kUnknown, ""};
    return all;
  }();
  if (starts_with(name, "MPI_File_")) return &layers.at("mpiio");
  if (is_mpi(name)) return &layers.at("mpi");
  if (is_hdf5(name)) return &layers.at("hdf5");
  if (starts_with(name, "ncmpi_")) return &layers.at("pnetcdf");
  if (starts_with(name, "nc_") && name.size() > 3 && is_lower(name[3])) return &layers.at("netcdf");
  if (starts_with(name, "cuFile") && name.size() > 6 && is_upper(name[6])) return &layers.at("cuda");
  return nullptr;
}

std::ifstream open_list(const std::string &folder, const char *name) {
  std::ifstream file(folder + "/" + name);
  if (!file) throw ProgramError(folder + "/" + name + " is missing; is Recorder installed completely?");
  return file;
}

std::string lower_of(std::string text) {
  for (char &c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

Functions::Functions(const std::string &folder) {
  std::string line, layer, name, rest, kind;
  for (std::ifstream file = open_list(folder, "functions.txt"); std::getline(file, line);) {
    std::istringstream words(line);
    if (words >> layer >> name) add(name, {layer, Function::State::kWrapped, ""});
  }
  for (std::ifstream file = open_list(folder, "unwrapped.txt"); std::getline(file, line);) {
    std::istringstream words(line);
    if (words >> layer >> name && std::getline(words >> std::ws, rest))
      add(name, {layer, Function::State::kUnwrapped, rest});
  }
  for (std::ifstream file = open_list(folder, "exceptions.txt"); std::getline(file, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    if (words >> kind >> layer >> name && kind == "unwrapped" && std::getline(words >> std::ws, rest))
      patterns_.push_back({name, {layer, Function::State::kLeftOut, rest}});
  }
}

std::string Functions::add_plugin(const std::string &folder) {
  std::string layer, name;
  std::ifstream named(folder + "/layer");
  if (!(named >> layer)) throw ProgramError(folder + ": is no folder that recorder-gen made");
  for (std::ifstream file = open_list(folder, "wrapped.txt"); file >> name;)
    add(name, {layer, Function::State::kWrapped, ""});
  return folder + "/librecorder-" + layer + ".so";
}

void Functions::add(const std::string &name, Function function) {
  if (is_mpi_layer(function.layer)) lower_[lower_of(name)] = name;
  known_.emplace(name, std::move(function));
}

const Function *Functions::find(const std::string &name) const {
  const auto found = known_.find(name);
  if (found != known_.end()) return &found->second;
  const Function *unknown = unknown_function(name);
  if (unknown == nullptr) return nullptr;
  for (const Pattern &pattern : patterns_)
    if (fnmatch(pattern.name.c_str(), name.c_str(), 0) == 0) return &pattern.function;
  return unknown;
}

std::string Functions::c_name(const std::string &symbol) const {
  if ((!starts_with(symbol, "mpi_") && !starts_with(symbol, "mpix_")) || symbol.back() != '_') return "";
  std::string name = symbol;
  const auto drop = [&name](std::string_view tail) {
    const bool has =
        name.size() > tail.size() && std::string_view(name).substr(name.size() - tail.size()) == tail;
    if (has) name.resize(name.size() - tail.size());
    return has;
  };
  while (drop("_")) {
  }
  const bool large = drop("_large");
  if (!drop("_f08ts")) drop("_f08");
  drop("_cptr");
  if (large) name += "_c";
  // Some that C calls MPIX have the other prefix in Fortran.
  for (const std::string &each : {name, "mpix" + name.substr(3)}) {
    const auto found = lower_.find(each);
    if (found != lower_.end()) return found->second;
  }
  return "";
}

const std::vector<std::string> &Functions::layers() {
  static const std::vector<std::string> order = {"netcdf", "pnetcdf", "hdf5",  "mpiio",
                                                 "mpi",    "cuda",    "stdio", "posix"};
  return order;
}

bool Functions::has_layer(const std::string &layer) const {
  return std::any_of(known_.begin(), known_.end(), [&](const auto &each) {
    return each.second.layer == layer && each.second.state == Function::State::kWrapped;
  });
}

}  // namespace recorder::tools
