/* Names of threads. The kernel knows one thread only: theirs are kept here (prctl: syscall/misc.c). */
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include "runtime/sync/real.h"
#include "runtime/sync/sync.h"
#include <errno.h>
#include <string.h>
#include <sys/prctl.h>

void omrt_name_fiber(struct omrt_fiber *f, const char *name) {
  size_t n = strnlen(name, sizeof f->name - 1);
  memset(f->name, 0, sizeof f->name);
  memcpy(f->name, name, n);
}

OMRT_SERVED int pthread_setname_np(pthread_t t, const char *name) {
  OMRT_UNLESS_ON(pthread_setname_np, t, name);
  struct omrt_fiber *f = omrt_fiber_by_pthread((void *)t);
  if (strlen(name) >= sizeof f->name) return ERANGE;
  if (!f || f->done) return ESRCH;
  if (f == omrt_cur) return prctl(PR_SET_NAME, name) ? errno : 0;
  omrt_name_fiber(f, name);
  return 0;
}

OMRT_SERVED int pthread_getname_np(pthread_t t, char *name, size_t size) {
  OMRT_UNLESS_ON(pthread_getname_np, t, name, size);
  struct omrt_fiber *f = omrt_fiber_by_pthread((void *)t);
  if (size < sizeof f->name) return ERANGE;
  if (!f || f->done) return ESRCH;
  if (f->name[0]) {
    memcpy(name, f->name, sizeof f->name);
    return 0;
  }
  return prctl(PR_GET_NAME, name) ? errno : 0;
}
