! SPDX-License-Identifier: BSD-3-Clause
! The link matrix's Fortran program: one record on the file named by the first argument.
program io
  implicit none
  character(len=4096) :: name
  call get_command_argument(1, name)
  open(10, file=trim(name), status='replace')
  write(10, '(a)') 'line'
  close(10)
  print '(a)', 'done'
end program
