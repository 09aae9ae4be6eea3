// SPDX-License-Identifier: BSD-3-Clause
// What a call means to somebody who asks about I/O: what it does to a file, and which of its values say how
// many bytes it moved and where. The classes are those of the profilers' records (Darshan's paper, IV-B).
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "reader/recorder-reader.h"

namespace recorder::analysis {

enum class Operation : uint8_t {
  none,  // no I/O: a message, a dataspace, a datatype
  open,  // of a file, also by creating it
  close,
  read,
  write,
  copy,  // in the kernel, from one file to another
  seek,
  query,      // asks about a file: stat, access, readlink, getxattr, ftell, H5Fget_name
  change,     // of what is no content: chmod, rename, unlink, truncate, definitions of variables
  directory,  // mkdir, opendir, readdir
  sync,
  map,  // mmap and what is done to mappings
  lock,
  control,  // of a handle: fcntl, dup, MPI_File_set_view
};
constexpr unsigned kOperations = static_cast<unsigned>(Operation::control) + 1;

// "read"; for tables and columns.
const char *name_of(Operation operation);
inline bool moves_data(Operation o) {
  return o == Operation::read || o == Operation::write || o == Operation::copy;
}
// What a metadata server gets to see, as opposed to content.
inline bool is_metadata(Operation o) { return o != Operation::none && !moves_data(o); }

// How a transfer is made by the libraries above POSIX.
enum class Manner : uint8_t { independent, collective, split, nonblocking, nonblocking_collective };
constexpr unsigned kManners = static_cast<unsigned>(Manner::nonblocking_collective) + 1;
const char *name_of(Manner manner);

struct Meaning {
  // Which values tell the bytes. Numbers of arguments are positions in the call.
  enum class Bytes : uint8_t {
    none,
    result,
    result_times,  // the result times the argument `size`
    fixed,         // `size` of them when the call does not fail
    argument,      // the argument `count`, if the call has it
    datatype,      // `count` elements of the MPI datatype `size`, unless a status says how many there were
    elements,      // the product of the array `count` times `size`
    variable,      // NetCDF and PnetCDF: as many elements, or as much memory, as variables.h finds
    selection,     // HDF5: what the dataspaces select, of the datatype in memory
    list,          // what the control blocks in the array `count` ask for, each by itself
  };
  // What the call does to its handle's position.
  enum class Position : uint8_t {
    untouched,
    moves,
    moves_unplaced,  // moves when the argument `offset` is -1, as that of preadv2 may be
    copies,          // moves each of two handles, unless the argument for its offset points at one
    sets,
    adds,
    rewinds,
    tells,
    shares,
    names,  // the result is the descriptor under the handle
  };

  Operation operation = Operation::none;
  Manner manner = Manner::independent;
  Bytes bytes = Bytes::none;
  Position position = Position::untouched;
  int count = -1;
  int size = -1;
  int offset = -1;  // the argument that is the offset
  int status = -1;  // the argument that is MPI's status
  int handle = -1;  // the file's
  // Of a copy: the other file's handle and the argument that is its offset.
  int other_handle = -1;
  int other_offset = -1;
  bool reads_handle = false;  // and writes the other one
};

// The second half of a split transfer, whose bytes are counted where it begins.
inline bool ends_split(const Meaning &meaning) {
  return meaning.manner == Manner::split && meaning.bytes == Meaning::Bytes::none;
}

// What the forms have in common that C libraries have of one function: __pread64_chk is pread.
std::string plain_name(std::string_view name);

// By the function's name and layer; a function that nobody described means Operation::none.
Meaning meaning_of(const recorder_function &function);

// Of all functions of a trace, by index; what late parts add is looked up when it is met.
class Meanings {
 public:
  const Meaning &of(const recorder_function &function) {
    while (meanings_.size() <= function.index) known_.push_back(false), meanings_.emplace_back();
    if (!known_[function.index]) {
      meanings_[function.index] = meaning_of(function);
      known_[function.index] = true;
    }
    return meanings_[function.index];
  }

 private:
  std::deque<Meaning> meanings_;  // which stay where they are
  std::vector<bool> known_;
};

}  // namespace recorder::analysis
