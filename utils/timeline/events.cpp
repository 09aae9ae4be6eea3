// SPDX-License-Identifier: BSD-3-Clause
// The JSON around the events.
#include "timeline/events.h"

#include "common/text.h"

namespace recorder::tools::timeline {

namespace {

void put_track(std::string &out, const Track &track) {
  out += ",\"pid\":";
  put_number(out, track.pid);
  out += ",\"tid\":";
  put_number(out, track.tid);
}

void put_metadata(std::string &out, const char *what, const Track &track, const char *argument) {
  out += "{\"ph\":\"M\",\"name\":\"";
  out += what;
  out += '"';
  put_track(out, track);
  out += ",\"args\":{\"";
  out += argument;
  out += "\":";
}

}  // namespace

void put_microseconds(std::string &out, int64_t ns) {
  const uint64_t value = ns < 0 ? 0 - static_cast<uint64_t>(ns) : static_cast<uint64_t>(ns);
  if (ns < 0) out += '-';
  put_number(out, value / 1000);
  const auto rest = static_cast<uint32_t>(value % 1000);
  const char decimals[] = {'.', static_cast<char>('0' + rest / 100), kDigitPairs.of[2 * (rest % 100)],
                           kDigitPairs.of[2 * (rest % 100) + 1]};
  out.append(decimals, sizeof decimals);
}

void Events::begin() { output_.buffer() += "{\"displayTimeUnit\":\"ns\",\"traceEvents\":["; }
void Events::end() { output_.buffer() += "\n]}\n"; }

void Events::metadata(const char *what, const Track &track, const char *argument, std::string_view text) {
  std::string &out = next();
  put_metadata(out, what, track, argument);
  put_json_string(out, text);
  out += "}}";
}

void Events::metadata(const char *what, const Track &track, const char *argument, uint64_t number) {
  std::string &out = next();
  put_metadata(out, what, track, argument);
  put_number(out, number);
  out += "}}";
}

void Events::process_name(uint64_t pid, std::string_view name, uint64_t position) {
  metadata("process_name", {pid, 0}, "name", name);
  metadata("process_sort_index", {pid, 0}, "sort_index", position);
}

void Events::thread_name(const Track &track, std::string_view name, uint64_t position) {
  metadata("thread_name", track, "name", name);
  metadata("thread_sort_index", track, "sort_index", position);
}

void Events::counter(uint64_t pid, std::string_view name, int64_t ns, uint64_t value) {
  std::string &out = next();
  out += "{\"ph\":\"C\",\"name\":";
  put_json_string(out, name);
  out += ",\"pid\":";
  put_number(out, pid);
  out += ",\"ts\":";
  put_microseconds(out, ns);
  out += ",\"args\":{\"value\":";
  put_number(out, value);
  out += "}}";
}

}  // namespace recorder::tools::timeline
