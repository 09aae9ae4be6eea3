! SPDX-License-Identifier: BSD-3-Clause
! Each rank writes a block of a shared file through MPI-IO and reads it back. usage: mpiio_fortran FILE
program mpiio_fortran
  use mpi
  implicit none
  integer, parameter :: n = 512
  integer :: ierr, rank, ranks, file, step, column, request
  integer :: status(MPI_STATUS_SIZE)
  integer(kind=MPI_OFFSET_KIND) :: offset
  integer :: block(n), back(n)
  character(len=1024) :: name

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call get_command_argument(1, name)
  block = rank + 1
  call MPI_File_open(MPI_COMM_WORLD, trim(name), ior(MPI_MODE_CREATE, MPI_MODE_RDWR), MPI_INFO_NULL, file, ierr)
  if (ierr /= MPI_SUCCESS) stop 2
  do step = 0, 3
    offset = (int(step, MPI_OFFSET_KIND) * ranks + rank) * n * 4
    call MPI_File_write_at_all(file, offset, block, n, MPI_INTEGER, status, ierr)
  end do
  offset = int(rank, MPI_OFFSET_KIND) * n * 4
  call MPI_File_read_at(file, offset, back, n, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
  if (any(back /= block)) stop 3
  call MPI_File_iwrite_at(file, offset, block, n, MPI_INTEGER, request, ierr)
  call MPI_Wait(request, status, ierr)
  call MPI_Type_vector(n, 1, ranks, MPI_INTEGER, column, ierr)
  call MPI_Type_commit(column, ierr)
  call MPI_File_set_view(file, int(rank * 4, MPI_OFFSET_KIND), MPI_INTEGER, column, 'native', MPI_INFO_NULL, ierr)
  call MPI_File_write_all(file, block, n, MPI_INTEGER, status, ierr)
  call MPI_Type_free(column, ierr)
  call MPI_File_close(file, ierr)
  if (rank == 0) print '(a,i0,a)', 'wrote on ', ranks, ' ranks'
  call MPI_Finalize(ierr)
end program mpiio_fortran
