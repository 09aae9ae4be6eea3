// SPDX-License-Identifier: BSD-3-Clause
// Names of numbers. links: reader
#include "common/symbols.h"

#include <gtest/gtest.h>

#include <string>

namespace recorder::tools {
namespace {

struct Symbol {
  explicit Symbol(const char *mpi) : symbols(mpi_kind(mpi)) {}
  std::string error(const char *layer, int64_t value) {
    text.clear();
    symbols.put_error(text, layer, value);
    return text;
  }
  std::string one(const char *set, int64_t value) {
    text.clear();
    symbols.put_enum(text, set, value);
    return text;
  }
  std::string flags(const char *set, uint64_t value) {
    text.clear();
    symbols.put_flags(text, set, value);
    return text;
  }
  Symbols symbols;
  std::string text;
};

TEST(Symbols, Kinds) {
  EXPECT_EQ(mpi_kind("Open MPI v4.1.4, package: Distribution"), MpiKind::openmpi4);
  EXPECT_EQ(mpi_kind("Open MPI v5.0.3, package: Distribution"), MpiKind::openmpi5);
  EXPECT_EQ(mpi_kind("MPICH Version:\t4.0.2"), MpiKind::mpich4);
  EXPECT_EQ(mpi_kind("MPICH Version:      5.0.0"), MpiKind::mpich5);
  EXPECT_EQ(mpi_kind("Intel(R) MPI Library 2021.9 for Linux* OS"), MpiKind::mpich4);
  EXPECT_EQ(mpi_kind("Some other MPI 1.0"), MpiKind::unknown);
  EXPECT_EQ(mpi_kind(nullptr), MpiKind::unknown);
}

TEST(Symbols, MpiNumbersAreThoseOfTheRun) {
  Symbol open_mpi("Open MPI v4.1.4"), mpich("MPICH Version: 4.0.2"), unknown("?");
  EXPECT_EQ(open_mpi.one("mpi_rank", -2), "MPI_PROC_NULL");
  EXPECT_EQ(mpich.one("mpi_rank", -2), "MPI_ANY_SOURCE");
  EXPECT_EQ(unknown.one("mpi_rank", -2), "-2");
  EXPECT_EQ(open_mpi.one("mpi_rank", 3), "3");
  EXPECT_EQ(open_mpi.error("mpiio", 42), "MPI_ERR_NO_SUCH_FILE");
  EXPECT_EQ(mpich.error("mpi", 37), "MPI_ERR_NO_SUCH_FILE");
  EXPECT_EQ(unknown.error("mpi", 2), "error 2");
  EXPECT_EQ(open_mpi.flags("mpi_assert", 3), "MPI_MODE_NOCHECK|MPI_MODE_NOPRECEDE");
  EXPECT_EQ(mpich.flags("mpi_assert", 1024 + 1), "MPI_MODE_NOCHECK|0x1");
  EXPECT_EQ(open_mpi.flags("mpi_amode", 1 | 4), "MPI_MODE_CREATE|MPI_MODE_WRONLY");
}

TEST(Symbols, LibrariesAndTheSystem) {
  Symbol any("");
  EXPECT_EQ(any.error("posix", 2), "ENOENT");
  EXPECT_EQ(any.error("netcdf", 2), "ENOENT");
  EXPECT_EQ(any.error("netcdf", -33), "NC_EBADID");
  EXPECT_EQ(any.error("pnetcdf", -236), "NC_EPENDING");
  EXPECT_EQ(any.error("posix", 99999), "error 99999");
  EXPECT_EQ(any.one("H5T_class", 6), "H5T_COMPOUND");
  EXPECT_EQ(any.one("H5T_class", -1), "H5T_NO_CLASS");
  EXPECT_EQ(any.flags("H5F_ACC", 0), "H5F_ACC_RDONLY");
  EXPECT_EQ(any.flags("H5F_ACC", 1 | 32), "H5F_ACC_RDWR|H5F_ACC_SWMR_WRITE");
  EXPECT_EQ(any.flags("nc_mode", 0x1000 | 4), "NC_NOCLOBBER|NC_NETCDF4");
  EXPECT_EQ(any.one("no_such_set", 7), "7");
  EXPECT_EQ(any.flags("no_such_set", 16), "0x10");
}

}  // namespace
}  // namespace recorder::tools
