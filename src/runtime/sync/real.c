/* libc's own synchronisation functions, found behind ours by name: see real.h. */
#include "runtime/sync/real.h"
#include "runtime/sync/sync.h"
#include <dlfcn.h>

static struct omrt_real real;
static bool found;

static void *look_up(const char *name) {
  void *f = dlsym(RTLD_NEXT, name);
  if (!f)
    omrt_fatal("libc has no %s: the program must be linked with the C library as a shared library", name);
  return f;
}

void omrt_sync_init(void) {
  if (found) return;
#define X(name) *(void **)&real.name = look_up(#name);
  OMRT_REALS(X)
#undef X
  found = true;
}

const struct omrt_real *omrt_real(void) {
  if (!found) omrt_sync_init();
  return &real;
}
