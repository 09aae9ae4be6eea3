! SPDX-License-Identifier: BSD-3-Clause
! The link matrix's Fortran MPI program: each MPI-IO call once on the file named by the first argument.
program io
  use mpi
  implicit none
  character(len=4096) :: name
  integer :: file, error
  integer(kind=MPI_OFFSET_KIND) :: zero = 0
  call MPI_Init(error)
  call get_command_argument(1, name)
  call MPI_File_open(MPI_COMM_WORLD, trim(name), MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file, error)
  call MPI_File_write_at(file, zero, error, 1, MPI_INTEGER, MPI_STATUS_IGNORE, error)
  call MPI_File_close(file, error)
  call MPI_Finalize(error)
  print '(a)', 'done'
end program
