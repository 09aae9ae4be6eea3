// SPDX-License-Identifier: BSD-3-Clause
// recorder-coverage: what a run of a program can and cannot show, from its files alone.
#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "common/output.h"
#include "common/program.h"
#include "coverage/analysis.h"
#include "coverage/report.h"

// Where make installs it.
#ifndef RECORDER_LIBDIR
#define RECORDER_LIBDIR "/usr/local/lib"
#define RECORDER_LIBDIR_FROM_BINDIR "../lib"
#endif

namespace recorder::tools {

namespace {

bool is_file(const std::string &path) {
  struct stat about;
  return stat(path.c_str(), &about) == 0 && !S_ISDIR(about.st_mode);
}

// A program may be named as for the shell; a file of that name in the working directory is meant first.
std::string program_file(const std::string &name) {
  if (name.find('/') != std::string::npos) return name;
  if (is_file(name)) return "./" + name;
  const char *variable = std::getenv("PATH");
  const std::string folders = variable != nullptr ? variable : "/usr/bin:/bin";
  for (size_t at = 0; at <= folders.size();) {
    const size_t end = std::min(folders.find(':', at), folders.size());
    std::string path = folders.substr(at, end - at) + "/" + name;
    if (is_file(path) && access(path.c_str(), X_OK) == 0) return path;
    at = end + 1;
  }
  return name;
}

// Where this installation's libraries are: as seen from this program, in case the tree was moved.
std::string library_folder() {
  char self[PATH_MAX];
  const std::string relative = RECORDER_LIBDIR_FROM_BINDIR;
  const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n > 0 && !relative.empty()) {
    const std::string path(self, static_cast<size_t>(n));
    std::string folder = path.substr(0, path.rfind('/')) + "/" + relative;
    if (is_file(folder + "/recorder/functions.txt")) return folder;
  }
  return RECORDER_LIBDIR;
}

void add_list(std::vector<std::string> *list, const char *colons) {
  std::istringstream text(colons != nullptr ? colons : "");
  for (std::string each; std::getline(text, each, ':');)
    if (!each.empty()) list->push_back(each);
}

int body(int argc, char **argv) {
  std::vector<std::string> opened, plugins;
  Options options("Says what a traced run of a program can and cannot see.", false, Operands::one, "program");
  options.own().add_options()("json", "as one JSON object")(
      "load", boost::program_options::value(&opened)->value_name("FILE"),
      "include a library that the program opens while it runs; may be repeated")(
      "plugin", boost::program_options::value(&plugins)->value_name("FOLDER"),
      "with this plugin of Recorder's; may be repeated");
  if (!options.parse(argc, argv)) return 0;
  const std::string folder = library_folder();
  Functions functions(folder + "/recorder");
  std::vector<std::string> recorders = {folder + "/librecorder.so.0"};
  add_list(&plugins, std::getenv("RECORDER_PLUGINS"));
  for (const std::string &plugin : plugins) recorders.push_back(functions.add_plugin(plugin));
  const auto wanted = [&](const std::string &name) { return is_wanted(functions, name); };
  const Process process = load_process(program_file(options.operand()), recorders, opened, wanted);
  const Coverage coverage = analyse(process, functions);
  Output output;
  output.open(options.output());
  output.buffer() += options.has("json") ? coverage_json(process, functions, coverage)
                                         : coverage_text(process, functions, coverage);
  output.close();
  return 0;
}

}  // namespace

}  // namespace recorder::tools

int main(int argc, char **argv) {
  return recorder::tools::run("recorder-coverage", recorder::tools::body, argc, argv);
}
