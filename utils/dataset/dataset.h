// SPDX-License-Identifier: BSD-3-Clause
// The directory of a dataset. Several processes may write their parts of one dataset at the same time; they
// agree by a description in the directory, which each of them would write in the same words.
//
//   DIRECTORY/_recorder2parquet.json           what was converted, and how
//   DIRECTORY/rank_group=0003/trace0-0001.parquet
//
// Files have hidden names until everything that this process writes is complete.
#pragma once

#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "dataset/plan.h"

namespace recorder::tools::dataset {

class Dataset {
 public:
  // `description`: a line of JSON, the same in every process of a conversion.
  Dataset(std::string directory, std::string description, bool overwrite)
      : directory_(std::move(directory)), description_(std::move(description)), overwrite_(overwrite) {}
  // Removes files that were not published.
  ~Dataset();
  Dataset(const Dataset &) = delete;
  Dataset &operator=(const Dataset &) = delete;

  // Makes the directory. Throws ProgramError when it holds something else than other parts of this
  // conversion, unless that is a dataset and may be overwritten.
  void prepare(const std::vector<RankGroup> &own);
  // The path of a new file, the `number`-th of a group, under its hidden name. From any thread.
  std::string new_file(const RankGroup &group, uint64_t number);
  // Gives all files their names.
  void publish();

 private:
  struct File {
    std::filesystem::path hidden, final;
  };

  bool described() const;
  void describe() const;
  void refuse_foreign() const;
  void remove_old() const;
  bool holds(const RankGroup &group) const;
  std::filesystem::path folder_of(const RankGroup &group) const;

  std::filesystem::path directory_;
  std::string description_;
  bool overwrite_;
  std::mutex mutex_;
  std::vector<File> files_;  // not yet published
};

}  // namespace recorder::tools::dataset
