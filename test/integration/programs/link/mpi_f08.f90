! SPDX-License-Identifier: BSD-3-Clause
! mpi.f90 with mpi_f08, whose error codes may be left out: each MPI-IO call once on the file named by the first argument.
program io
  use mpi_f08
  implicit none
  character(len=4096) :: name
  type(MPI_File) :: file
  integer :: one = 1
  integer(kind=MPI_OFFSET_KIND) :: zero = 0
  call MPI_Init()
  call get_command_argument(1, name)
  call MPI_File_open(MPI_COMM_WORLD, trim(name), MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file)
  call MPI_File_write_at(file, zero, one, 1, MPI_INTEGER, MPI_STATUS_IGNORE)
  call MPI_File_close(file)
  call MPI_Finalize()
  print '(a)', 'done'
end program
