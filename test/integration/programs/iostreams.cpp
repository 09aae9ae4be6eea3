// SPDX-License-Identifier: BSD-3-Clause
// C++ streams: their reads and writes happen inside libstdc++ and must appear in the trace all the
// same, in a static, a dynamic and a preloaded run.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

int main() {
  {
    std::ofstream out("stream.txt");
    for (int i = 0; i < 2000; i++) out << "line " << i << '\n';
    out.flush();
    out.seekp(5);
    out << "X";
  }
  std::ifstream in("stream.txt");
  std::string line;
  long count = 0;
  while (std::getline(in, line)) count += static_cast<long>(line.size());
  in.close();
  std::fstream both("binary.dat", std::ios::in | std::ios::out | std::ios::binary | std::ios::trunc);
  const std::string block(100000, 'b');
  both.write(block.data(), static_cast<std::streamsize>(block.size()));
  both.seekg(50000);
  char part[100];
  both.read(part, sizeof part);
  both.close();
  std::ifstream missing("missing.txt");
  const bool failed = !missing.is_open();
  std::filesystem::rename("binary.dat", "renamed.dat");
  std::filesystem::remove("renamed.dat");
  std::cout << count << ' ' << failed << std::endl;
  return 6;
}
