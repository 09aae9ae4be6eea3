// SPDX-License-Identifier: BSD-3-Clause
// Calls the entry points of libaio and liburing, each at least once; what the kernel refuses fails alike
// in every run. Build with -DHAVE_LIBAIO -laio and -DHAVE_LIBURING -luring.
// usage: all_aio CALL-LOG
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "each.h"

static char data[4096] __attribute__((aligned(4096)));

#ifdef HAVE_LIBAIO
#include <libaio.h>

static void linux_aio(int fd) {
  io_context_t context = NULL;
  struct iocb write_it, read_it;
  struct iocb *list[] = {&write_it, &read_it};
  struct io_event events[4];
  struct timespec wait = {5, 0};
  I(io_setup, io_setup(8, &context));
  io_prep_pwrite(&write_it, fd, data, 4096, 0);
  io_prep_pread(&read_it, fd, data, 512, 128);
  I(io_submit, io_submit(context, 1, list));
  I(io_getevents, io_getevents(context, 1, 4, events, &wait));
  I(io_submit, io_submit(context, 1, list + 1));
  I(io_pgetevents, io_pgetevents(context, 1, 4, events, &wait, NULL));
  N(io_cancel, io_cancel(context, &read_it, events));
  I(io_destroy, io_destroy(context));
}
#endif

#ifdef HAVE_LIBURING
#include <liburing.h>

static void ring(int fd) {
  struct io_uring r;
  struct io_uring_params params = {0};
  struct io_uring_cqe *done = NULL;
  if (I(io_uring_queue_init, io_uring_queue_init(8, &r, 0)) < 0) return;
  struct iovec buffer = {data, sizeof data};
  I(io_uring_register_files, io_uring_register_files(&r, &fd, 1));
  N(io_uring_register_buffers, io_uring_register_buffers(&r, &buffer, 1));
  struct io_uring_sqe *entry = io_uring_get_sqe(&r);
  io_uring_prep_write(entry, fd, data, 100, 0);
  I(io_uring_submit, io_uring_submit(&r));
  I(io_uring_wait_cqes, io_uring_wait_cqes(&r, &done, 1, NULL, NULL));
  io_uring_cqe_seen(&r, done);
  entry = io_uring_get_sqe(&r);
  io_uring_prep_read(entry, fd, data, 50, 10);
  I(io_uring_submit_and_wait, io_uring_submit_and_wait(&r, 1));
  N(io_uring_queue_exit, io_uring_queue_exit(&r));
  if (I(io_uring_queue_init_params, io_uring_queue_init_params(4, &r, &params)) == 0) {
    I(io_uring_enter, io_uring_enter((unsigned)r.ring_fd, 0, 0, 0, NULL));
    N(io_uring_queue_exit, io_uring_queue_exit(&r));
  }
}
#endif

int main(int argc, char **argv) {
  const int fd = I(open, open("aio", O_RDWR | O_CREAT, 0644));
#ifdef HAVE_LIBAIO
  linux_aio(fd);
#endif
#ifdef HAVE_LIBURING
  ring(fd);
#endif
  I(close, close(fd));
  each_save(argc > 1 ? argv[1] : "calls.log");
  return 7;
}
