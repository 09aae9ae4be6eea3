// SPDX-License-Identifier: BSD-3-Clause
// The facts of the analysis in words: what is the case, and what to do about it.
#pragma once

#include <string>
#include <vector>

#include "coverage/analysis.h"

namespace recorder::tools {

struct Words {
  std::string name;  // for programs that read the JSON form
  std::string what;
  std::string advice;
};

Words words_of(const Finding &finding, const Process &process);
// What nobody can tell from the files alone.
std::vector<Words> remarks(const Process &process, const Coverage &coverage);

std::string way_name(const Process &process);     // static, dynamic
std::string inside_name(const Process &process);  // none, archive, library, trampolines
std::string way_in_words(const Process &process, const Coverage &coverage);
// The command that traces the program, or what has to be done first.
std::string how_to_trace(const Process &process, const Coverage &coverage);
std::string mpi_in_words(const MpiLibrary &mpi);
std::string through_in_words(const LayerUse &layer, const Process &process);

// "a, b, c and 4 more": at most `most` of them.
template <class List>
std::string some_of(const List &list, size_t most) {
  std::string text;
  size_t shown = 0;
  for (const auto &each : list) {
    if (shown == most && list.size() > most + 1) break;
    text += (shown++ != 0 ? ", " : "") + each;
  }
  return shown < list.size() ? text + " and " + std::to_string(list.size() - shown) + " more" : text;
}

}  // namespace recorder::tools
