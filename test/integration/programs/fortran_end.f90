! SPDX-License-Identifier: BSD-3-Clause
! Leaves what it writes to the end of the process: the library writes and closes what is still open.
program fortran_end
  implicit none
  integer :: i
  open (unit=21, file='left_open.txt', status='replace')
  do i = 1, 100
    write (21, '(i8)') i
  end do
  print *, 'written at the end'
end program
