// SPDX-License-Identifier: BSD-3-Clause
// Displacements between addresses: the datatypes by which PnetCDF gathers the buffers of requests are new
// ones wherever the heap has put these, on each rank others. Such an array does not ascend, as displacements
// in a file do. Where most of them are new ones they go aside (recorder-format(5), "Values that are aside")
// and do not disturb what offsets are counted from; arrays that come again stay in signatures.
#pragma once

#include <cstdint>

namespace recorder {

class ScatteredArrays {
 public:
  // A function has such an array of this hash. True if it goes aside.
  bool takes(uint32_t fn, uint32_t hash);
  void destroy();

 private:
  static constexpr uint32_t kFunctions = 4;
  static constexpr uint32_t kSets = 32, kWays = 8;  // of hashes
  static constexpr uint32_t kEnough = 4;            // new arrays
  static constexpr uint32_t kOften = 4;             // at least one of so many was new
  static constexpr uint32_t kSpan = 256;            // arrays after which all counts for half

  struct Watched {
    uint32_t fn;  // 0: free
    uint32_t fresh, seen;
    uint32_t next[kSets];  // to be replaced
    uint32_t hashes[kSets][kWays];
  };
  Watched *find(uint32_t fn);
  static bool is_new(Watched *watched, uint32_t hash);

  Watched *watched_;  // mapped when it is first needed
};

}  // namespace recorder
