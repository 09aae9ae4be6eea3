// SPDX-License-Identifier: BSD-3-Clause
// Lists of requests: prints "function file direction bytes" for each that moves something.
#include <aio.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TURNS = 20 };
static char buffer[4096];

static struct aiocb request(int fd, int opcode, size_t bytes, off_t offset) {
  struct aiocb made;
  memset(&made, 0, sizeof made);
  made.aio_fildes = fd;
  made.aio_lio_opcode = opcode;
  made.aio_buf = buffer;
  made.aio_nbytes = bytes;
  made.aio_offset = offset;
  return made;
}

static void list(int a, int b, int turn) {
  struct aiocb blocks[4] = {request(a, LIO_WRITE, 100, 1000L * turn), request(b, LIO_READ, 30, 10 * turn),
                            request(b, LIO_NOP, 999, 0), request(a, LIO_READ, 7, 0)};
  struct aiocb *const pointers[5] = {&blocks[0], NULL, &blocks[1], &blocks[2], &blocks[3]};
  if (lio_listio(LIO_WAIT, pointers, 5, NULL) != 0) exit(1);
  printf("lio_listio a write 100\nlio_listio b read 30\nlio_listio a read 7\n");
  for (int i = 0; i < 4; i++) aio_return(&blocks[i]);
}

#ifdef HAVE_LIBAIO
#include <libaio.h>

static void submit(int a, int b, int turn) {
  io_context_t context = 0;
  struct iocb blocks[3], *pointers[3] = {&blocks[0], &blocks[1], &blocks[2]};
  struct io_event events[3];
  if (io_setup(4, &context) != 0) exit(2);
  io_prep_pwrite(&blocks[0], b, buffer, 512, 512L * turn);
  io_prep_pread(&blocks[1], a, buffer, 64, 0);
  io_prep_fsync(&blocks[2], a);
  const int taken = io_submit(context, 3, pointers);
  if (taken < 2) exit(3);
  printf("io_submit b write 512\nio_submit a read 64\n");
  io_getevents(context, taken, 3, events, NULL);
  io_destroy(context);
}
#endif

int main(void) {
  const int a = open("a", O_RDWR | O_CREAT | O_TRUNC, 0644), b = open("b", O_RDWR | O_CREAT | O_TRUNC, 0644);
  if (ftruncate(a, 100000) != 0 || ftruncate(b, 100000) != 0) return 1;
  for (int turn = 0; turn < TURNS; turn++) {
    list(a, b, turn);
#ifdef HAVE_LIBAIO
    submit(a, b, turn);
#endif
  }
  return 0;
}
