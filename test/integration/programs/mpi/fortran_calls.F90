! SPDX-License-Identifier: BSD-3-Clause
! Calls of each kind of argument that Fortran passes in its own way, through mpif.h, `use mpi` (-DUSE_MPI) or
! `use mpi_f08` (-DUSE_F08). After each call the program notes the C function and what it knows of the arguments, one
! line a call, name and name=JSON with tabs between, in $CALL_LOG.RANK; a handle is noted by a name of ours.
! usage: fortran_calls FILE, on two ranks. What MPI changes when no argument says so is volatile.
#ifdef USE_F08
#define INTERFACE use mpi_f08
#define HANDLE(kind) type(kind)
#define STATUS type(MPI_Status)
#define STATUSES(n) type(MPI_Status), dimension(n)
#define SOURCE_OF(s) s%MPI_SOURCE
#define TAG_OF(s) s%MPI_TAG
#define TAG_AT(s, i) s(i)%MPI_TAG
#define NO_CODE
#else
#ifdef USE_MPI
#define INTERFACE use mpi
#else
#define INTERFACE use, intrinsic :: iso_fortran_env, only: int32
#endif
#define HANDLE(kind) integer
#define STATUS integer, dimension(MPI_STATUS_SIZE)
#define STATUSES(n) integer, dimension(MPI_STATUS_SIZE, n)
#define SOURCE_OF(s) s(MPI_SOURCE)
#define TAG_OF(s) s(MPI_TAG)
#define TAG_AT(s, i) s(MPI_TAG, i)
#define NO_CODE , ierr
#endif
#if defined(USE_F08) || defined(USE_MPI)
#define OLD_INTERFACE
#else
#define OLD_INTERFACE include 'mpif.h'
#endif

! Notes about calls. Results of functions, so that a note is one statement.
module notes
  use, intrinsic :: iso_fortran_env, only: int32, int64
  implicit none
  integer :: notes_unit = -1
  interface n
    module procedure n32, n64
  end interface
contains
  subroutine open_notes(rank)
    integer, intent(in) :: rank
    character(len=1024) :: name
    character(len=8) :: number
    call get_environment_variable('CALL_LOG', name)
    write (number, '(i0)') rank
    open (newunit=notes_unit, file=trim(name)//'.'//trim(number), status='replace', action='write', recl=4096)
  end subroutine

  subroutine called(name, a, b, c, d, e, f, g, h)
    character(len=*), intent(in) :: name
    character(len=*), intent(in), optional :: a, b, c, d, e, f, g, h
    write (notes_unit, '(a)', advance='no') name
    call field(a)
    call field(b)
    call field(c)
    call field(d)
    call field(e)
    call field(f)
    call field(g)
    call field(h)
    write (notes_unit, '(a)') ''
  end subroutine

  subroutine field(text)
    character(len=*), intent(in), optional :: text
    if (present(text)) write (notes_unit, '(a,a)', advance='no') char(9), trim(text)
  end subroutine

  function n32(name, value) result(text)
    character(len=*), intent(in) :: name
    integer(int32), intent(in) :: value
    character(len=80) :: text
    write (text, '(a,"=",i0)') name, value
  end function

  function n64(name, value) result(text)
    character(len=*), intent(in) :: name
    integer(int64), intent(in) :: value
    character(len=80) :: text
    write (text, '(a,"=",i0)') name, value
  end function

  function a(name, values) result(text)
    character(len=*), intent(in) :: name
    integer, intent(in) :: values(:)
    character(len=160) :: text
    write (text, '(a,"=[",*(i0,:,","))') name, values
    text = trim(text)//']'
  end function

  function l(name, value) result(text)
    character(len=*), intent(in) :: name
    logical, intent(in) :: value
    character(len=80) :: text
    text = n(name, merge(1, 0, value))
  end function

  function s(name, value) result(text)
    character(len=*), intent(in) :: name, value
    character(len=len(name) + len(value) + 3) :: text
    text = name//'="'//value//'"'
  end function

  function h(name, handle) result(text)
    character(len=*), intent(in) :: name, handle
    character(len=80) :: text
    text = s(name, '@'//handle)
  end function

  function none(name) result(text)
    character(len=*), intent(in) :: name
    character(len=80) :: text
    text = name//'=null'
  end function
end module

program fortran_calls
  INTERFACE
  use notes
  implicit none
  OLD_INTERFACE
  integer :: rank, ranks, ierr
  call begin()
  call communicators()
  call messages()
  call many_requests()
  call collectives()
  call topologies()
  call datatypes()
  call attributes()
  call files()
  call windows()
  call failures()
  call finish()

contains

  subroutine begin()
    character(len=MPI_MAX_PROCESSOR_NAME) :: name
    integer :: provided, length
    logical :: flag
    call MPI_Init_thread(MPI_THREAD_SERIALIZED, provided, ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call open_notes(rank)
    call called('MPI_Init_thread', n('required', MPI_THREAD_SERIALIZED), n('provided', provided), none('argc'), none('argv'))
    call called('MPI_Comm_rank', h('comm', 'world'), n('rank', rank))
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
    call called('MPI_Comm_size', h('comm', 'world'), n('size', ranks), n('ret', 0))
    call MPI_Get_processor_name(name, length, ierr)
    call called('MPI_Get_processor_name', s('name', name(:length)), n('resultlen', length))
    call MPI_Initialized(flag, ierr)
    call called('MPI_Initialized', l('flag', flag))
    call MPI_Pcontrol(3)
    call called('MPI_Pcontrol', n('level', 3), n('ret', 0))
    if (ranks /= 2) call MPI_Abort(MPI_COMM_WORLD, 9, ierr)
  end subroutine

  subroutine communicators()
    HANDLE(MPI_Comm) :: twin, half
    HANDLE(MPI_Group) :: all, first
    character(len=MPI_MAX_OBJECT_NAME) :: name
    integer :: length, relation
    call MPI_Comm_dup(MPI_COMM_WORLD, twin, ierr)
    call called('MPI_Comm_dup', h('comm', 'world'), h('newcomm', 'twin'))
    call MPI_Comm_set_name(twin, 'a twin  ', ierr)
    call called('MPI_Comm_set_name', h('comm', 'twin'), s('comm_name', 'a twin'))
    call MPI_Comm_get_name(twin, name, length, ierr)
    call called('MPI_Comm_get_name', s('comm_name', 'a twin'), n('resultlen', length))
    call MPI_Comm_compare(MPI_COMM_WORLD, twin, relation, ierr)
    call called('MPI_Comm_compare', h('comm1', 'world'), h('comm2', 'twin'), n('result', MPI_CONGRUENT))
    call MPI_Comm_split(twin, merge(rank, MPI_UNDEFINED, rank == 0), -rank, half, ierr)
    if (rank == 0) then
      call called('MPI_Comm_split', h('comm', 'twin'), n('color', 0), n('key', 0), h('newcomm', 'half'))
      call MPI_Comm_free(half, ierr)
      call called('MPI_Comm_free', h('comm', 'half'))
    else
      call called('MPI_Comm_split', h('comm', 'twin'), n('color', MPI_UNDEFINED), n('key', -1), none('newcomm'))
    end if
    call MPI_Comm_group(twin, all, ierr)
    call called('MPI_Comm_group', h('comm', 'twin'), h('group', 'all'))
    call MPI_Group_incl(all, 1, [0], first, ierr)
    call called('MPI_Group_incl', h('group', 'all'), n('n', 1), a('ranks', [0]), h('newgroup', 'first'))
    call MPI_Group_free(first, ierr)
    call called('MPI_Group_free', h('group', 'first'))
    call MPI_Group_free(all, ierr)
    call called('MPI_Group_free', h('group', 'all'))
    call MPI_Comm_free(twin, ierr)
    call called('MPI_Comm_free', h('comm', 'twin'))
  end subroutine

  subroutine messages()
    STATUS :: status
    HANDLE(MPI_Request) :: request
    integer, volatile :: back(4)
    integer :: block(4), count, other
    logical :: flag
    other = 1 - rank
    block = rank + 10
    if (rank == 0) then
      call MPI_Send(block, 4, MPI_INTEGER, other, 5, MPI_COMM_WORLD, ierr)
      call called('MPI_Send', n('count', 4), n('dest', other), n('tag', 5), h('comm', 'world'), h('datatype', 'integer'))
    else
      call MPI_Recv(back, 4, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, ierr)
      call called('MPI_Recv', n('count', 4), n('source', MPI_ANY_SOURCE), n('tag', MPI_ANY_TAG), &
                  n('status.source', SOURCE_OF(status)), n('status.tag', TAG_OF(status)), n('status.count', 16))
      call MPI_Get_count(status, MPI_INTEGER, count, ierr)
      call called('MPI_Get_count', n('status.count', 16), n('count', count), h('datatype', 'integer'))
      if (any(back /= 10)) stop 2
    end if
    call MPI_Sendrecv(block, 4, MPI_INTEGER, other, 6, back, 4, MPI_INTEGER, other, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call called('MPI_Sendrecv', n('sendcount', 4), n('recvtag', 6), n('source', other), none('status'))
    call MPI_Irecv(back, 4, MPI_INTEGER, other, 7, MPI_COMM_WORLD, request, ierr)
    call called('MPI_Irecv', n('count', 4), n('tag', 7), h('request', 'one'))
    call MPI_Send(block, 4, MPI_INTEGER, other, 7, MPI_COMM_WORLD NO_CODE)
    call called('MPI_Send', n('tag', 7), n('ret', 0))
    call MPI_Wait(request, status, ierr)
    call called('MPI_Wait', h('request', 'one'), n('status.source', other), n('status.tag', 7), n('status.count', 16))
    if (request /= MPI_REQUEST_NULL) stop 3
    call MPI_Test(request, flag, MPI_STATUS_IGNORE, ierr)
    call called('MPI_Test', none('request'), l('flag', flag), none('status'))
    call MPI_Iprobe(other, 99, MPI_COMM_WORLD, flag, status, ierr)
    call called('MPI_Iprobe', n('source', other), n('tag', 99), l('flag', flag), none('status'))
    if (flag) stop 4
  end subroutine

  subroutine many_requests()
    HANDLE(MPI_Request) :: requests(3)
    STATUSES(3) :: statuses
    STATUS :: status
    integer, volatile :: in(3)
    integer :: out(3), other, i, which, done, indices(3)
    logical :: flag
    other = 1 - rank
    out = [1, 2, 3] * (rank + 1)
    do i = 1, 3
      call MPI_Irecv(in(i), 1, MPI_INTEGER, other, i, MPI_COMM_WORLD, requests(i), ierr)
      call called('MPI_Irecv', n('tag', i), h('request', 'in'//char(48 + i)))
    end do
    do i = 1, 3
      call MPI_Send(out(i), 1, MPI_INTEGER, other, i, MPI_COMM_WORLD, ierr)
      call called('MPI_Send', n('tag', i))
    end do
    call MPI_Waitall(3, requests, statuses, ierr)
    call called('MPI_Waitall', n('count', 3), h('array_of_requests.0', 'in1'), h('array_of_requests.2', 'in3'), &
                n('array_of_statuses.0.tag', TAG_AT(statuses, 1)), n('array_of_statuses.2.tag', 3), &
                n('array_of_statuses.1.source', other), n('array_of_statuses.1.count', 4))
    if (any(in /= [1, 2, 3] * (other + 1)) .or. any(requests /= MPI_REQUEST_NULL)) stop 5

    requests(1) = MPI_REQUEST_NULL
    call MPI_Irecv(in(2), 1, MPI_INTEGER, other, 4, MPI_COMM_WORLD, requests(2), ierr)
    call called('MPI_Irecv', h('request', 'any'))
    requests(3) = MPI_REQUEST_NULL
    call MPI_Send(out(2), 1, MPI_INTEGER, other, 4, MPI_COMM_WORLD, ierr)
    call called('MPI_Send', n('tag', 4))
    ! The second; MPICH 4.0's mpi_f08 counts from 0 (its issue 6270).
    call MPI_Waitany(3, requests, which, status, ierr)
    call called('MPI_Waitany', none('array_of_requests.0'), h('array_of_requests.1', 'any'), n('index', 1), &
                n('status.tag', 4))

    do i = 1, 2
      call MPI_Recv_init(in(i), 1, MPI_INTEGER, other, i, MPI_COMM_WORLD, requests(i), ierr)
      call called('MPI_Recv_init', h('request', 'lasting'//char(48 + i)))
    end do
    call MPI_Startall(2, requests, ierr)
    call called('MPI_Startall', n('count', 2), h('array_of_requests.0', 'lasting1'), h('array_of_requests.1', 'lasting2'))
    call MPI_Send(out(1), 1, MPI_INTEGER, other, 1, MPI_COMM_WORLD, ierr)
    call called('MPI_Send', n('tag', 1))
    call MPI_Waitsome(2, requests, done, indices, statuses, ierr)
    call called('MPI_Waitsome', n('outcount', done), a('array_of_indices', [0]), n('array_of_statuses.0.tag', 1))
    if (done /= 1 .or. which < 1) stop 7
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    call called('MPI_Barrier')
    call MPI_Send(out(2), 1, MPI_INTEGER, other, 2, MPI_COMM_WORLD, ierr)
    call called('MPI_Send', n('tag', 2))
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
    call called('MPI_Waitall', h('array_of_requests.1', 'lasting2'), none('array_of_statuses'))
    call MPI_Testall(2, requests, flag, MPI_STATUSES_IGNORE, ierr)
    call called('MPI_Testall', l('flag', flag), none('array_of_statuses'))
    do i = 1, 2
      call MPI_Request_free(requests(i), ierr)
      call called('MPI_Request_free', h('request', 'lasting'//char(48 + i)))
    end do
  end subroutine

  subroutine collectives()
    integer :: values(2), all(4), lengths(1)
    integer, volatile :: here(1)
    integer(kind=MPI_ADDRESS_KIND) :: places(1), address
    HANDLE(MPI_Datatype) :: placed
    HANDLE(MPI_Request) :: request
    values = rank + 1
    call MPI_Bcast(values, 2, MPI_INTEGER, 1, MPI_COMM_WORLD, ierr)
    call called('MPI_Bcast', n('count', 2), n('root', 1))
    call MPI_Allreduce(MPI_IN_PLACE, values, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call called('MPI_Allreduce', s('sendbuf', 'MPI_IN_PLACE'), n('count', 2), h('op', 'sum'))
    if (any(values /= 4)) stop 8
    all = -1
    all(2 * rank + 1:2 * rank + 2) = values + rank
    call MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INTEGER, all, [2, 2], [0, 2], MPI_INTEGER, MPI_COMM_WORLD, ierr)
    call called('MPI_Allgatherv', s('sendbuf', 'MPI_IN_PLACE'), a('recvcounts', [2, 2]), a('displs', [0, 2]))
    if (any(all /= [4, 4, 5, 5])) stop 9
    call MPI_Gather(values, 2, MPI_INTEGER, all, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    if (rank == 0) then
      call called('MPI_Gather', n('sendcount', 2), n('recvcount', 2), h('recvtype', 'integer'))
    else
      call called('MPI_Gather', n('sendcount', 2), none('recvcount'), none('recvtype'))
    end if
    call MPI_Ibarrier(MPI_COMM_WORLD, request, ierr)
    call called('MPI_Ibarrier', h('request', 'barrier'))
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
    call called('MPI_Wait', h('request', 'barrier'), none('status'))
    call MPI_Barrier(MPI_COMM_WORLD NO_CODE)
    call called('MPI_Barrier', h('comm', 'world'))

    ! A buffer that is nowhere but in its datatype.
    here = rank + 20
    call MPI_Get_address(here, address, ierr)
    call called('MPI_Get_address')
    places(1) = address
    lengths(1) = 1
    call MPI_Type_create_hindexed(1, lengths, places, MPI_INTEGER, placed, ierr)
    call called('MPI_Type_create_hindexed', n('count', 1), a('array_of_blocklengths', [1]), n('array_of_displacements.0', address), &
                h('newtype', 'placed'))
    call MPI_Type_commit(placed, ierr)
    call called('MPI_Type_commit', h('datatype', 'placed'))
    call MPI_Bcast(MPI_BOTTOM, 1, placed, 0, MPI_COMM_WORLD, ierr)
    call called('MPI_Bcast', s('buffer', 'MPI_BOTTOM'), n('count', 1), h('datatype', 'placed'))
    if (here(1) /= 20) stop 10
    call MPI_Type_free(placed, ierr)
    call called('MPI_Type_free', h('datatype', 'placed'))
  end subroutine

  subroutine topologies()
    HANDLE(MPI_Comm) :: grid, row, ring
    integer :: dims(2), coords(2), source, dest, nneighbors, outdegree, from(1), to(1)
    logical :: periods(2), keep(2), weighted
    dims = 0
    call MPI_Dims_create(2, 2, dims, ierr)
    call called('MPI_Dims_create', n('nnodes', 2), a('dims', [0, 0]), a('chosen', [2, 1]))
    call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.true., .false.], .false., grid, ierr)
    call called('MPI_Cart_create', a('dims', [2, 1]), a('periods', [1, 0]), n('reorder', 0), h('comm_cart', 'grid'))
    call MPI_Cart_get(grid, 2, dims, periods, coords, ierr)
    call called('MPI_Cart_get', a('dims', dims), a('periods', [1, 0]), a('coords', coords))
    if (.not. periods(1) .or. periods(2)) stop 11
    call MPI_Cart_shift(grid, 0, 1, source, dest, ierr)
    call called('MPI_Cart_shift', n('direction', 0), n('disp', 1), n('rank_source', source), n('rank_dest', dest))
    keep = [.true., .false.]
    call MPI_Cart_sub(grid, keep, row, ierr)
    call called('MPI_Cart_sub', a('remain_dims', [1, 0]), h('newcomm', 'row'))
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [1 - rank], MPI_UNWEIGHTED, 1, [1 - rank], MPI_UNWEIGHTED, &
                                        MPI_INFO_NULL, .true., ring, ierr)
    call called('MPI_Dist_graph_create_adjacent', n('indegree', 1), a('sources', [1 - rank]), none('sourceweights'), &
                n('outdegree', 1), none('destweights'), none('info'), n('reorder', 1), h('comm_dist_graph', 'ring'))
    call MPI_Dist_graph_neighbors_count(ring, nneighbors, outdegree, weighted, ierr)
    call called('MPI_Dist_graph_neighbors_count', n('indegree', 1), n('outdegree', 1), l('weighted', weighted))
    call MPI_Dist_graph_neighbors(ring, 1, from, MPI_UNWEIGHTED, 1, to, MPI_UNWEIGHTED, ierr)
    call called('MPI_Dist_graph_neighbors', a('sources', [1 - rank]), a('destinations', [1 - rank]), none('sourceweights'))
    call MPI_Comm_free(ring, ierr)
    call called('MPI_Comm_free', h('comm', 'ring'))
    call MPI_Comm_free(row, ierr)
    call called('MPI_Comm_free', h('comm', 'row'))
    call MPI_Comm_free(grid, ierr)
    call called('MPI_Comm_free', h('comm', 'grid'))
  end subroutine

  subroutine datatypes()
    HANDLE(MPI_Datatype) :: pair, kinds(2), column
    HANDLE(MPI_Op) :: op
    integer(kind=MPI_ADDRESS_KIND) :: places(2), low, extent
    integer :: bytes
    logical :: commute
    kinds = [MPI_INTEGER, MPI_DOUBLE_PRECISION]
    places = [0_MPI_ADDRESS_KIND, 8_MPI_ADDRESS_KIND]
    call MPI_Type_create_struct(2, [1, 2], places, kinds, pair, ierr)
    call called('MPI_Type_create_struct', n('count', 2), a('array_of_blocklengths', [1, 2]), a('array_of_displacements', [0, 8]), &
                h('array_of_types.0', 'integer'), h('array_of_types.1', 'double'), h('newtype', 'pair'))
    call MPI_Type_get_extent(pair, low, extent, ierr)
    call called('MPI_Type_get_extent', h('datatype', 'pair'), n('lb', low), n('extent', extent))
    call MPI_Type_vector(3, 1, 4, pair, column, ierr)
    call called('MPI_Type_vector', n('count', 3), n('stride', 4), h('oldtype', 'pair'), h('newtype', 'column'))
    call MPI_Type_size(column, bytes, ierr)
    call called('MPI_Type_size', h('datatype', 'column'), n('size', bytes))
    call MPI_Type_free(column, ierr)
    call called('MPI_Type_free', h('datatype', 'column'))
    call MPI_Type_free(pair, ierr)
    call called('MPI_Type_free', h('datatype', 'pair'))
    call MPI_Op_create(add, .true., op, ierr)
    call called('MPI_Op_create', n('commute', 1), h('op', 'add'))
    call MPI_Op_commutative(op, commute, ierr)
    call called('MPI_Op_commutative', h('op', 'add'), l('commute', commute))
    call MPI_Op_free(op, ierr)
    call called('MPI_Op_free', h('op', 'add'))
  end subroutine

#ifdef USE_F08
  subroutine add(invec, inoutvec, len, datatype)
    use, intrinsic :: iso_c_binding, only: c_ptr
    type(c_ptr), value :: invec, inoutvec
    integer :: len
    type(MPI_Datatype) :: datatype
    if (len < 0) print *, 'never called', datatype%MPI_VAL
  end subroutine
#else
  subroutine add(invec, inoutvec, len, datatype)
    integer :: invec(*), inoutvec(*), len, datatype
    if (len < 0) print *, 'never called', datatype, invec(1), inoutvec(1)
  end subroutine
#endif

  subroutine attributes()
    integer :: key
    integer(kind=MPI_ADDRESS_KIND) :: value
    logical :: flag
    call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, ierr)
    call called('MPI_Comm_get_attr', n('comm_keyval', MPI_TAG_UB), n('attribute_val', value), n('flag', 1))
    call MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, key, 0_MPI_ADDRESS_KIND, ierr)
    call called('MPI_Comm_create_keyval', n('comm_keyval', key))
    call MPI_Comm_get_attr(MPI_COMM_WORLD, key, value, flag, ierr)
    call called('MPI_Comm_get_attr', n('comm_keyval', key), none('attribute_val'), n('flag', 0))
    call MPI_Comm_set_attr(MPI_COMM_WORLD, key, 4711_MPI_ADDRESS_KIND, ierr)
    call called('MPI_Comm_set_attr', n('comm_keyval', key))
    call MPI_Comm_get_attr(MPI_COMM_WORLD, key, value, flag, ierr)
    call called('MPI_Comm_get_attr', n('comm_keyval', key), n('attribute_val', 4711), n('flag', 1))
    if (value /= 4711) stop 12
    call MPI_Comm_delete_attr(MPI_COMM_WORLD, key, ierr)
    call called('MPI_Comm_delete_attr', n('comm_keyval', key))
    call MPI_Comm_free_keyval(key, ierr)
    call called('MPI_Comm_free_keyval')
  end subroutine

  subroutine files()
    integer, parameter :: n_block = 64
    HANDLE(MPI_File) :: file
    HANDLE(MPI_Info) :: info
    HANDLE(MPI_Datatype) :: etype, filetype, column
    HANDLE(MPI_Request) :: request
    STATUS :: status
    integer :: block(n_block), back(n_block), count
    integer(kind=MPI_OFFSET_KIND) :: offset, size
    character(len=1024) :: name, representation
    character(len=16) :: value
    logical :: flag
    call get_command_argument(1, name)
    block = rank + 1
    offset = int(rank, MPI_OFFSET_KIND) * n_block
    call MPI_Info_create(info, ierr)
    call called('MPI_Info_create', h('info', 'info'))
    call MPI_Info_set(info, 'cb_nodes  ', ' 1 ', ierr)
    call called('MPI_Info_set', h('info', 'info'), s('key', 'cb_nodes'), s('value', '1'))
    call MPI_Info_get(info, 'cb_nodes', len(value), value, flag, ierr)
    call called('MPI_Info_get', s('key', 'cb_nodes'), s('value', trim(value)), n('valuelen', 16), l('flag', flag))
    call MPI_File_open(MPI_COMM_WORLD, name, ior(MPI_MODE_CREATE, MPI_MODE_RDWR), info, file, ierr)
    call called('MPI_File_open', s('filename', trim(name)), h('info', 'info'), s('hints.0.key', 'cb_nodes'), &
                s('hints.0.value', '1'), h('fh', 'file'), n('ret', 0))
    if (ierr /= MPI_SUCCESS) stop 13
    call MPI_Info_free(info, ierr)
    call called('MPI_Info_free', h('info', 'info'))
    call MPI_Type_vector(n_block, 1, ranks, MPI_INTEGER, column, ierr)
    call called('MPI_Type_vector', h('newtype', 'strided'))
    call MPI_Type_commit(column, ierr)
    call called('MPI_Type_commit', h('datatype', 'strided'))
    call MPI_File_set_view(file, 4_MPI_OFFSET_KIND * rank, MPI_INTEGER, column, 'native', MPI_INFO_NULL, ierr)
    call called('MPI_File_set_view', h('fh', 'file'), n('disp', 4 * rank), h('etype', 'integer'), h('filetype', 'strided'), &
                s('datarep', 'native'), none('info'), none('hints'))
    call MPI_File_write_all(file, block, n_block, MPI_INTEGER, status, ierr)
    call called('MPI_File_write_all', h('fh', 'file'), n('count', n_block), n('status.count', 4 * n_block))
    call MPI_File_set_view(file, 0_MPI_OFFSET_KIND, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, ierr)
    call called('MPI_File_set_view', n('disp', 0), h('filetype', 'integer'))
    call MPI_File_get_view(file, size, etype, filetype, representation, ierr)
    call called('MPI_File_get_view', n('disp', size), s('datarep', trim(representation)))
    call MPI_File_write_at_all(file, offset, block, n_block, MPI_INTEGER, status, ierr)
    call called('MPI_File_write_at_all', n('offset', offset), n('count', n_block), n('status.count', 4 * n_block))
    call MPI_Get_count(status, MPI_INTEGER, count, ierr)
    call called('MPI_Get_count', n('status.count', 4 * n_block), n('count', count))
    call MPI_File_iwrite_at(file, offset, block, n_block, MPI_INTEGER, request, ierr)
    call called('MPI_File_iwrite_at', n('offset', offset), h('request', 'write'))
    call MPI_Wait(request, status, ierr)
    call called('MPI_Wait', h('request', 'write'), n('status.count', 4 * n_block))
    call MPI_File_seek(file, offset, MPI_SEEK_SET, ierr)
    call called('MPI_File_seek', n('offset', offset), n('whence', MPI_SEEK_SET))
    call MPI_File_read(file, back, n_block, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
    call called('MPI_File_read', n('count', n_block), none('status'))
    if (any(back /= block)) stop 14
    call MPI_File_set_atomicity(file, .true., ierr)
    call called('MPI_File_set_atomicity', h('fh', 'file'), n('flag', 1))
    call MPI_File_get_atomicity(file, flag, ierr)
    call called('MPI_File_get_atomicity', l('flag', flag))
    call MPI_File_get_size(file, size, ierr)
    call called('MPI_File_get_size', n('size', size))
    call MPI_File_close(file, ierr)
    call called('MPI_File_close', h('fh', 'file'))
    call MPI_Type_free(column, ierr)
    call called('MPI_Type_free', h('datatype', 'strided'))
    if (rank == 0) print '(a,i0,a,i0)', 'file of ', size, ' bytes, sum ', sum(back)
  end subroutine

  subroutine windows()
    HANDLE(MPI_Win) :: window
    integer, volatile :: memory(4)
    integer :: value(1)
    integer(kind=MPI_ADDRESS_KIND) :: size
    logical :: flag
    memory = -1
    value = rank
    call MPI_Win_create(memory, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, window, ierr)
    call called('MPI_Win_create', n('size', 16), n('disp_unit', 4), h('win', 'window'))
    call MPI_Win_fence(0, window, ierr)
    call called('MPI_Win_fence', n('assert', 0), h('win', 'window'))
    call MPI_Put(value, 1, MPI_INTEGER, 1 - rank, 2_MPI_ADDRESS_KIND, 1, MPI_INTEGER, window, ierr)
    call called('MPI_Put', n('target_rank', 1 - rank), n('target_disp', 2), n('target_count', 1), h('win', 'window'))
    call MPI_Win_fence(0, window, ierr)
    call called('MPI_Win_fence', n('assert', 0))
    call MPI_Win_get_attr(window, MPI_WIN_SIZE, size, flag, ierr)
    call called('MPI_Win_get_attr', n('attribute_val', 16), n('flag', 1))
    call MPI_Win_free(window, ierr)
    call called('MPI_Win_free', h('win', 'window'))
    if (memory(3) /= 1 - rank) stop 15
  end subroutine

  subroutine failures()
    character(len=MPI_MAX_ERROR_STRING) :: text
    integer :: value, length, class
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr)
    call called('MPI_Comm_set_errhandler', h('comm', 'world'), h('errhandler', 'return'))
    call MPI_Send(value, 1, MPI_INTEGER, ranks + 7, 0, MPI_COMM_WORLD, ierr)
    call called('MPI_Send', n('dest', ranks + 7), n('ret', ierr), n('errno', MPI_ERR_RANK))
    if (ierr == MPI_SUCCESS) stop 16
    call MPI_Error_class(ierr, class, length)
    call called('MPI_Error_class', n('errorcode', ierr), n('errorclass', MPI_ERR_RANK))
    call MPI_Error_string(MPI_ERR_RANK, text, length, ierr)
    call called('MPI_Error_string', n('errorcode', MPI_ERR_RANK), s('string', trim(text)), n('resultlen', length))
    if (rank == 0) print '(a)', trim(text)
  end subroutine

  subroutine finish()
    double precision :: before
    before = MPI_Wtime()
    call called('MPI_Wtime')
    call called('MPI_Finalize', n('ret', 0))
    close (notes_unit)
    call MPI_Finalize(ierr)
    if (ierr /= MPI_SUCCESS .or. before < 0) stop 17
    if (rank == 0) print '(a)', 'done'
  end subroutine
end program
