# SPDX-License-Identifier: BSD-3-Clause
# Asynchronous I/O: POSIX aio, Linux aio (libaio) and io_uring (liburing). They belong to the layer posix.
# Waiting for its library: cuFile (cuFileDriverOpen, cuFileDriverClose, cuFileHandleRegister,
# cuFileHandleDeregister, cuFileBufRegister, cuFileBufDeregister, cuFileRead, cuFileWrite, cuFileReadAsync,
# cuFileWriteAsync, cuFileBatchIOSetUp, cuFileBatchIOSubmit, cuFileBatchIOGetStatus, cuFileBatchIODestroy).

%layer posix
%real wrap

%type off_t: offset
%type time_t: int
%class AIOCB
%class io_context_t for io_context_t
%class io_uring for struct io_uring *

%struct iovec { void *base = iov_base; size_t len = iov_len; }
%struct timespec { time_t tv_sec; long tv_nsec; }

# ---- POSIX: an aiocb is a handle from its submission to aio_return. Its members are read before that: when the call
# returns, another thread may have collected it and used it again.

%header <aio.h>
%library -lrt
%struct new_aiocb {
  int fd: fd = aio_fildes; struct aiocb *cb: new AIOCB = $; int opcode: enum lio_opcode = aio_lio_opcode;
  size_t nbytes = aio_nbytes; off_t offset = aio_offset;
}
int aio_read(+ fildes: fd = fildes, struct aiocb *aiocbp: new AIOCB, + nbytes: uint = nbytes, + offset: offset = offset)
    admit(call.admits_fd(aiocbp->aio_fildes)) before(const int fildes = aiocbp->aio_fildes)
    before(const size_t nbytes = aiocbp->aio_nbytes) before(const off_t offset = aiocbp->aio_offset);
int aio_read64(+ fildes: fd = fildes, struct aiocb64 *aiocbp: new AIOCB, + nbytes: uint = nbytes, + offset: offset = offset)
    admit(call.admits_fd(aiocbp->aio_fildes)) before(const int fildes = aiocbp->aio_fildes)
    before(const size_t nbytes = aiocbp->aio_nbytes) before(const off_t offset = aiocbp->aio_offset);
int aio_write(+ fildes: fd = fildes, struct aiocb *aiocbp: new AIOCB, + nbytes: uint = nbytes, + offset: offset = offset)
    admit(call.admits_fd(aiocbp->aio_fildes)) before(const int fildes = aiocbp->aio_fildes)
    before(const size_t nbytes = aiocbp->aio_nbytes) before(const off_t offset = aiocbp->aio_offset);
int aio_write64(+ fildes: fd = fildes, struct aiocb64 *aiocbp: new AIOCB, + nbytes: uint = nbytes, + offset: offset = offset)
    admit(call.admits_fd(aiocbp->aio_fildes)) before(const int fildes = aiocbp->aio_fildes)
    before(const size_t nbytes = aiocbp->aio_nbytes) before(const off_t offset = aiocbp->aio_offset);
int aio_fsync(int op: enum aio_fsync, + fildes: fd = fildes, struct aiocb *aiocbp: new AIOCB)
    admit(call.admits_fd(aiocbp->aio_fildes)) before(const int fildes = aiocbp->aio_fildes);
int aio_fsync64(int op: enum aio_fsync, + fildes: fd = fildes, struct aiocb64 *aiocbp: new AIOCB)
    admit(call.admits_fd(aiocbp->aio_fildes)) before(const int fildes = aiocbp->aio_fildes);
int lio_listio(int mode: enum lio_mode, struct aiocb *const list[]: [*new_aiocb; nent], int nent,
               struct sigevent *sevp) admit(call.admits());
int lio_listio64(int mode: enum lio_mode, struct aiocb64 *const list[]: [*new_aiocb; nent], int nent,
                 struct sigevent *sevp) admit(call.admits());
int aio_error(const struct aiocb *aiocbp: AIOCB);
int aio_error64(const struct aiocb64 *aiocbp: AIOCB);
ssize_t aio_return(struct aiocb *aiocbp: AIOCB closes);
ssize_t aio_return64(struct aiocb64 *aiocbp: AIOCB closes);
int aio_suspend(const struct aiocb *const list[]: [AIOCB; nent], int nent,
                const struct timespec *timeout: *timespec) admit(call.admits());
int aio_suspend64(const struct aiocb64 *const list[]: [AIOCB; nent], int nent,
                  const struct timespec *timeout: *timespec) admit(call.admits());
int aio_cancel(int fd: fd, struct aiocb *aiocbp: AIOCB) admit(call.admits_fd(fd));
int aio_cancel64(int fd: fd, struct aiocb64 *aiocbp: AIOCB) admit(call.admits_fd(fd));

# ---- Linux aio: results are negative error numbers

%header <libaio.h>
%library -laio
%fails ret < 0
%errno -ret
%struct iocb {
  void *data = data; int fd: fd = aio_fildes; short opcode: enum iocb_cmd = aio_lio_opcode; void *buf = u.c.buf;
  unsigned long nbytes = u.c.nbytes; long long offset: offset = u.c.offset;
}
%struct io_event { void *data = data; struct iocb *obj = obj; long res: int = res; long res2: int = res2; }
int io_setup(int maxevents, io_context_t *ctxp: out *new io_context_t);
int io_destroy(io_context_t ctx: io_context_t closes);
int io_submit(io_context_t ctx, long nr, struct iocb *ios[]: [*iocb; nr]);
int io_cancel(io_context_t ctx, struct iocb *iocb_: *iocb, struct io_event *evt: out *io_event);
int io_getevents(io_context_t ctx, long min_nr, long nr, struct io_event *events: out [io_event; ret],
                 struct timespec *timeout: in *timespec);
int io_pgetevents(io_context_t ctx, long min_nr, long nr, struct io_event *events: out [io_event; ret],
                  struct timespec *timeout: in *timespec, sigset_t *sigmask);

# ---- io_uring: the functions through which requests reach the kernel; most others are inline

%header <liburing.h>
%library -luring
%struct io_uring_params {
  uint32_t sq_entries; uint32_t cq_entries; uint32_t flags: flags io_uring; uint32_t sq_thread_cpu;
  uint32_t sq_thread_idle; uint32_t features; uint32_t wq_fd;
}
int io_uring_queue_init(unsigned entries, struct io_uring *ring: new io_uring, unsigned flags: flags io_uring,
                        + ring_fd: out new fd = ring->ring_fd);
int io_uring_queue_init_params(unsigned entries, struct io_uring *ring: new io_uring,
                               struct io_uring_params *p: *io_uring_params,
                               + ring_fd: out new fd = ring->ring_fd);
void io_uring_queue_exit(struct io_uring *ring: io_uring closes)
    before(call.closing_range(ring->ring_fd, ring->ring_fd));
int io_uring_submit(struct io_uring *ring);
int io_uring_submit_and_wait(struct io_uring *ring, unsigned wait_nr);
int io_uring_wait_cqes(struct io_uring *ring, struct io_uring_cqe **cqe_ptr, unsigned wait_nr,
                       struct __kernel_timespec *ts, sigset_t *sigmask);
int io_uring_register_files(struct io_uring *ring, const int *files: [fd; nr_files], unsigned nr_files);
int io_uring_register_buffers(struct io_uring *ring, const struct iovec *iovecs: [iovec; nr_iovecs],
                              unsigned nr_iovecs);
int io_uring_enter(unsigned int fd: fd, unsigned int to_submit, unsigned int min_complete,
                   unsigned int flags: flags io_uring_enter, sigset_t *sig);
