// SPDX-License-Identifier: BSD-3-Clause
// MPICH over UCX polls without giving up the processor; with more ranks than cores each wait then lasts a
// time slice. Preloaded (shared), or linked with -Wl,--wrap=ucp_worker_progress (static, -DYIELD_WRAP), this
// yields when a poll finds nothing.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>

#ifdef YIELD_WRAP
unsigned __real_ucp_worker_progress(void *worker);
unsigned __wrap_ucp_worker_progress(void *worker) {
  const unsigned done = __real_ucp_worker_progress(worker);
#else
unsigned ucp_worker_progress(void *worker) {
  static unsigned (*real)(void *);
  if (!real) real = (unsigned (*)(void *))dlsym(RTLD_NEXT, "ucp_worker_progress");
  const unsigned done = real(worker);
#endif
  if (done == 0) sched_yield();
  return done;
}
