// SPDX-License-Identifier: BSD-3-Clause
// The facts as one JSON object.
#include <nlohmann/json.hpp>

#include "info/print.h"

namespace recorder::tools::info {

namespace {

using Json = nlohmann::ordered_json;

Json offset_json(const recorder_clock_offset &offset) {
  if (!offset.known) return nullptr;
  return {{"at_ns", offset.at_ns}, {"ahead_ns", offset.ahead_ns}, {"uncertainty_ns", offset.uncertainty_ns}};
}

Json clocks_json(const Facts &facts) {
  Json list = Json::array();
  for (const recorder_clock &c : facts.clocks)
    list.push_back({{"host", c.host}, {"start", offset_json(c.start)}, {"end", offset_json(c.end)}});
  return list;
}

Json functions_json(const Facts &facts) {
  Json layers = Json::object();
  for (const auto &[layer, functions] : facts.layers) {
    Json counts = Json::object();
    for (const FunctionCount &function : functions) counts[function.name] = function.calls;
    layers[layer] = std::move(counts);
  }
  return layers;
}

Json lengths_json(const recorder_lengths &lengths) {
  return {{"sum_ns", lengths.sum_ns},
          {"least_ns", lengths.least_ns},
          {"most_ns", lengths.most_ns},
          {"bins", lengths.bins}};
}

Json statistics_json(const Facts &facts) {
  Json list = Json::array();
  for (const recorder_statistics &s : facts.statistics) {
    list.push_back({{"layer", s.function->layer},
                    {"function", s.function->name},
                    {"depth", s.depth},
                    {"calls", s.calls},
                    {"duration", lengths_json(s.duration)},
                    {"gap", lengths_json(s.gap)}});
  }
  return list;
}

Json classes_json(const Facts &facts) {
  Json classes = Json::array();
  for (const RankClass &one : facts.classes) {
    classes.push_back({{"ranks", one.ranks},
                       {"members", one.members},
                       {"streams", one.streams},
                       {"calls", one.calls},
                       {"varying", one.varying},
                       {"functions", one.own},
                       {"without", one.missing}});
  }
  return classes;
}

Json json_of(const Facts &facts) {
  Json sections = Json::array();
  for (const recorder_section &section : facts.sections) {
    sections.push_back(
        {{"name", section.name}, {"bytes", section.stored_bytes}, {"raw_bytes", section.raw_bytes}});
  }
  Json json;
  json["trace"] = facts.path;
  json["job"] = facts.get("jobid");
  json["program"] = facts.get("program");
  json["command"] = facts.get("command");
  json["cwd"] = facts.get("cwd");
  json["user"] = facts.get("user");
  json["uid"] = facts.number("uid");
  json["hosts"] = facts.hosts;
  json["programs"] = facts.programs;
  json["pids"] = facts.pids;
  json["mpi"] = facts.get("mpi");
  json["link"] = facts.get("link");
  json["trampolines"] = facts.get("trampolines") == "1";
  json["libraries"] = Json::array();
  for (const LayerLibrary &library : libraries(facts))
    json["libraries"].push_back({{"layer", library.layer}, {"file", library.file}});
  json["version"] = facts.get("version");
  json["start_realtime_ns"] = facts.number("start_realtime_ns");
  json["end_realtime_ns"] = facts.number("end_realtime_ns");
  json["duration_ns"] = facts.duration_ns();
  json["time_mode"] = facts.get("time_mode");
  json["resolution_ns"] = facts.number("resolution_ns");
  json["tick_ns"] = facts.tick_ns;
  json["clocks"] = clocks_json(facts);
  json["ranks"] = facts.ranks;
  if (facts.rank) json["rank"] = *facts.rank;
  if (!facts.get("world").empty()) json["world"] = facts.number("world");
  json["behaviours"] = facts.class_count;
  json["classes"] = classes_json(facts);
  json["streams"] = facts.streams;
  json["calls"] = facts.calls;
  json["dropped"] = facts.dropped;
  json["lost"] = facts.lost;
  json["layers"] = facts.get("layers");
  json["functions"] = functions_json(facts);
  json["statistics"] = statistics_json(facts);
  json["bytes"] = facts.bytes;
  json["sections"] = std::move(sections);
  json["metadata"] = facts.metadata;
  return json;
}

}  // namespace

// A name that is no UTF-8 shows replacement characters rather than nothing.
std::string to_json(const Facts &facts) {
  return json_of(facts).dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace recorder::tools::info
