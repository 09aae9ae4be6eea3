// SPDX-License-Identifier: BSD-3-Clause
// The link matrix's C++ program: a stream on the file named by the first argument, and an exception.
#include <fstream>
#include <iostream>
#include <stdexcept>

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  {
    std::ofstream out(argv[1]);
    out << "line" << std::endl;
  }
  try {
    throw std::runtime_error("done");
  } catch (const std::exception &e) {
    std::cout << e.what() << '\n';
  }
  return 0;
}
