! SPDX-License-Identifier: BSD-3-Clause
! Fortran READ and WRITE: formatted, unformatted, direct and stream access, rewind, inquire, delete;
! libgfortran's own system calls must appear in the trace in every kind of link.
program fortran_io
  implicit none
  integer :: i, n, ios
  real(8) :: values(1000), back(1000)
  character(len=40) :: line
  logical :: there

  values = [(real(i, 8) / 3, i = 1, 1000)]
  open (10, file='formatted.txt', status='replace', action='readwrite')
  do i = 1, 100
    write (10, '(i6,f12.4)') i, values(i)
  end do
  rewind (10)
  read (10, '(a)') line
  close (10)

  open (11, file='unformatted.dat', form='unformatted', status='replace')
  write (11) values
  rewind (11)
  read (11) back
  close (11)

  open (12, file='direct.dat', access='direct', recl=80, form='unformatted', status='replace')
  do i = 10, 1, -1
    write (12, rec=i) values(i:i + 9)
  end do
  read (12, rec=5) back(1:10)
  close (12)

  open (13, file='stream.dat', access='stream', form='unformatted', status='replace')
  write (13) 'abcdef', 42
  write (13, pos=100) values(1)
  flush (13)
  close (13, status='delete')

  inquire (file='stream.dat', exist=there)
  open (14, file='missing.dat', status='old', iostat=ios)
  n = count(back(1:10) == values(5:14))
  print '(i0,1x,l1,1x,l1,1x,a)', n, there, ios /= 0, trim(adjustl(line))
  call exit(9)
end program fortran_io
