// SPDX-License-Identifier: BSD-3-Clause
// Names, refusals and renaming of a dataset's files.
#include "dataset/dataset.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "common/program.h"

namespace recorder::tools::dataset {

namespace fs = std::filesystem;

namespace {

// A leading underscore or dot hides a file from pyarrow, Dask and Spark.
constexpr const char *kDescription = "_recorder2parquet.json";
constexpr const char *kFolder = "rank_group=";

// Keeps other processes of the same conversion out while the directory is looked at. On a file system without
// locks they are not, and only --overwrite could then meet another process's files.
class DirectoryLock {
 public:
  explicit DirectoryLock(const fs::path &directory)
      : fd_(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (fd_ < 0) throw ProgramError(directory.string() + ": " + std::strerror(errno));
    while (::flock(fd_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~DirectoryLock() { ::close(fd_); }
  DirectoryLock(const DirectoryLock &) = delete;
  DirectoryLock &operator=(const DirectoryLock &) = delete;

 private:
  int fd_;
};

std::string padded(uint64_t number) {
  const std::string digits = std::to_string(number);
  return std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
}

std::string file_prefix(const RankGroup &group) { return "trace" + std::to_string(group.trace) + "-"; }

bool is_ours(const fs::directory_entry &entry) {
  const std::string name = entry.path().filename();
  return name == kDescription || (name.starts_with(kFolder) && entry.is_directory());
}

}  // namespace

Dataset::~Dataset() {
  std::error_code ignored;
  for (const File &file : files_) fs::remove(file.hidden, ignored);
}

void Dataset::prepare(const std::vector<RankGroup> &own) try {
  fs::create_directories(directory_);
  const DirectoryLock lock(directory_);
  if (described()) {
    for (const RankGroup &group : own) {
      if (!overwrite_ && holds(group))
        throw ProgramError(directory_.string() +
                           ": holds this dataset already; give --overwrite to replace it");
    }
    return;
  }
  if (!fs::is_empty(directory_)) {
    refuse_foreign();
    remove_old();
  }
  describe();
} catch (const fs::filesystem_error &error) {
  throw ProgramError(directory_.string() + ": " + error.code().message());
}

bool Dataset::described() const {
  std::ifstream file(directory_ / kDescription, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  return text == description_ + "\n";
}

void Dataset::describe() const {
  const fs::path path = directory_ / kDescription;
  std::ofstream file(path, std::ios::binary);
  file << description_ << '\n';
  file.close();
  if (!file) throw ProgramError(path.string() + ": cannot write: " + std::strerror(errno));
}

void Dataset::refuse_foreign() const {
  if (!overwrite_)
    throw ProgramError(directory_.string() + ": is not empty; give --overwrite to replace a dataset in it");
  for (const fs::directory_entry &entry : fs::directory_iterator(directory_)) {
    if (is_ours(entry)) continue;
    throw ProgramError(directory_.string() + ": holds " + entry.path().filename().string() +
                       ", which is no part of a dataset; nothing was overwritten");
  }
}

void Dataset::remove_old() const {
  // The description last: without it the rest is still known for a dataset.
  for (const fs::directory_entry &entry : fs::directory_iterator(directory_)) {
    if (entry.path().filename() != kDescription) fs::remove_all(entry.path());
  }
}

fs::path Dataset::folder_of(const RankGroup &group) const {
  return directory_ / (kFolder + padded(group.number));
}

bool Dataset::holds(const RankGroup &group) const {
  const fs::path folder = folder_of(group);
  if (!fs::is_directory(folder)) return false;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with(file_prefix(group))) return true;
  }
  return false;
}

std::string Dataset::new_file(const RankGroup &group, uint64_t number) {
  const fs::path folder = folder_of(group);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw ProgramError(folder.string() + ": cannot create: " + error.message());
  const std::string name = file_prefix(group) + padded(number) + ".parquet";
  const std::lock_guard guard(mutex_);
  files_.push_back({folder / ("." + name + ".tmp"), folder / name});
  return files_.back().hidden;
}

void Dataset::publish() {
  while (!files_.empty()) {
    const File &file = files_.back();
    std::error_code error;
    fs::rename(file.hidden, file.final, error);
    if (error) throw ProgramError(file.final.string() + ": cannot create: " + error.message());
    files_.pop_back();
  }
}

}  // namespace recorder::tools::dataset
