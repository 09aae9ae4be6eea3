// SPDX-License-Identifier: BSD-3-Clause
// The parts of the page are files of this folder and the chart library's one; the assembler puts them into
// the program as they are.
#include "report/page.h"

#include <string_view>

#ifndef RECORDER_REPORT_DIR  // the build says where it is; for tools that only parse
#define RECORDER_REPORT_DIR "utils/report"
#endif

#define RECORDER_EMBED(name, path)                                                                           \
  __asm__(".section .rodata\n.global recorder_report_" #name "\nrecorder_report_" #name ":\n.incbin \"" path \
          "\"\n.global recorder_report_" #name "_end\nrecorder_report_" #name                                \
          "_end:\n.byte 0\n.previous\n");                                                                    \
  extern "C" const char recorder_report_##name[];                                                            \
  extern "C" const char recorder_report_##name##_end[];

RECORDER_EMBED(html, RECORDER_REPORT_DIR "/page.html")
RECORDER_EMBED(css, RECORDER_REPORT_DIR "/page.css")
RECORDER_EMBED(units, RECORDER_REPORT_DIR "/units.js")
RECORDER_EMBED(charts, RECORDER_REPORT_DIR "/charts.js")
RECORDER_EMBED(tables, RECORDER_REPORT_DIR "/tables.js")
RECORDER_EMBED(sections, RECORDER_REPORT_DIR "/sections.js")
RECORDER_EMBED(calls, RECORDER_REPORT_DIR "/calls.js")
RECORDER_EMBED(time, RECORDER_REPORT_DIR "/time.js")
RECORDER_EMBED(sizes, RECORDER_REPORT_DIR "/sizes.js")
RECORDER_EMBED(ranks, RECORDER_REPORT_DIR "/ranks.js")
RECORDER_EMBED(files, RECORDER_REPORT_DIR "/files.js")
RECORDER_EMBED(page, RECORDER_REPORT_DIR "/page.js")
#ifdef RECORDER_ECHARTS
RECORDER_EMBED(echarts, RECORDER_ECHARTS)
#endif
#define RECORDER_PART(name)                \
  std::string_view(recorder_report_##name, \
                   static_cast<size_t>(recorder_report_##name##_end - recorder_report_##name))

namespace recorder::report {

namespace {

void put_escaped(std::string &out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
}

// Inside a script element "<" could end it.
void put_data(std::string &out, std::string_view json) {
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
}

void put_part(std::string &out, std::string_view name, const std::string &title, const std::string &json,
              bool charts) {
  if (name == "title") put_escaped(out, title);
  if (name == "style") out += RECORDER_PART(css);
  if (name == "data") put_data(out, json);
#ifdef RECORDER_ECHARTS
  if (name == "library" && charts) out += RECORDER_PART(echarts);
#else
  (void)charts;
#endif
  if (name != "script") return;
  for (const std::string_view part :
       {RECORDER_PART(units), RECORDER_PART(charts), RECORDER_PART(tables), RECORDER_PART(sections),
        RECORDER_PART(calls), RECORDER_PART(time), RECORDER_PART(sizes), RECORDER_PART(ranks),
        RECORDER_PART(files), RECORDER_PART(page)})
    out += part;
}

}  // namespace

bool has_charts() {
#ifdef RECORDER_ECHARTS
  return true;
#else
  return false;
#endif
}

// Places are marked in the page as {{name}}.
void put_page(std::string &out, const std::string &title, const std::string &json, bool charts) {
  std::string_view rest = RECORDER_PART(html);
  for (;;) {
    const size_t open = rest.find("{{"), close = rest.find("}}");
    out += rest.substr(0, open);
    if (open == std::string_view::npos) return;
    put_part(out, rest.substr(open + 2, close - open - 2), title, json, charts);
    rest.remove_prefix(close + 2);
  }
}

}  // namespace recorder::report
