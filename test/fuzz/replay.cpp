// SPDX-License-Identifier: BSD-3-Clause
// Runs a fuzz target over files, for compilers without libFuzzer: replay FILE-OR-FOLDER...
// With -m N, also over N mutations of each file (the same ones every time).
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace {

void run(const std::string &bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size());
}

std::string mutated(std::string bytes, std::mt19937_64 &random) {
  for (unsigned n = 1 + random() % 4; n != 0 && !bytes.empty(); --n) {
    const size_t at = random() % bytes.size();
    switch (random() % 5) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
        break;
      case 2:
        bytes[at] = random() % 2 != 0 ? '\xff' : '\x00';
        break;
      case 3:
        bytes.insert(at, 1 + random() % 4, static_cast<char>(random()));
        break;
      default:
        bytes.erase(at, 1 + random() % 4);
        break;
    }
  }
  return bytes;
}

void replay(const std::filesystem::path &path, unsigned mutations) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  run(bytes);
  std::mt19937_64 random(bytes.size());
  for (unsigned i = 0; i < mutations; ++i) run(mutated(bytes, random));
}

}  // namespace

int main(int argc, char **argv) {
  unsigned mutations = 0, files = 0;
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "-m") == 0 && i + 1 < argc) {
      mutations = static_cast<unsigned>(strtoul(argv[++i], nullptr, 10));
    } else if (std::filesystem::is_directory(argv[i])) {
      for (const auto &entry : std::filesystem::directory_iterator(argv[i]))
        replay(entry.path(), mutations), ++files;
    } else {
      replay(argv[i], mutations);
      ++files;
    }
  }
  std::printf("%u files, each with %u mutations: fine\n", files, mutations);
  return files == 0;
}
