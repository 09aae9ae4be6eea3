// SPDX-License-Identifier: BSD-3-Clause
// The C++ library opens files as streams of C, and reads and writes their descriptors.
#include <fstream>
#include <string>

int main() {
  const std::string block(10000, 'x');
  std::ofstream out("blocks.txt");
  for (int i = 0; i < 5; ++i) out << block << std::flush;
  out.close();
  std::ifstream in("blocks.txt");
  std::string word;
  in >> word;
  return word.size() == 50000 ? 0 : 1;
}
