/* What runs at exit comes after its registration: atexit, on_exit, destructors of C++ (__cxa_atexit), and
 * at_quick_exit. libc orders the two by a lock of its own, which nobody sees. So a handler is registered
 * through a function that takes the clock of its registration first. at_quick_exit has no room for an
 * argument; there all handlers share one clock, which quick_exit takes. */
#include "runtime/shadow/hb.h"
#include "runtime/sync/real.h"
#include "runtime/sync/sync.h"
#include <stdlib.h>

struct handler {
  struct omrt_clk registered;
  void (*plain)(void *);
  void (*told)(int, void *); /* of on_exit; else NULL */
  void *arg;
};

static struct omrt_clk quick;

static struct handler *make(void *arg) {
  struct handler *h = omrt_alloc(sizeof *h);
  h->arg = arg;
  omrt_hb_release(&h->registered);
  return h;
}

/* A child that left control must not touch clocks. */
static struct handler take(void *of) {
  struct handler *known = of, h = *known;
  if (!omrt_on) return h;
  omrt_hb_acquire(&known->registered);
  omrt_clk_reset(&known->registered);
  omrt_free(known, sizeof *known);
  return h;
}

static void run_plain(void *of) {
  struct handler h = take(of);
  h.plain(h.arg);
}

static void run_told(int status, void *of) {
  struct handler h = take(of);
  h.told(status, h.arg);
}

OMRT_SERVED int __cxa_atexit(void (*f)(void *), void *arg, void *library) {
  OMRT_UNLESS_ON(__cxa_atexit, f, arg, library);
  struct handler *h = make(arg);
  h->plain = f;
  return omrt_real()->__cxa_atexit(run_plain, h, library);
}

OMRT_SERVED int on_exit(void (*f)(int, void *), void *arg) {
  OMRT_UNLESS_ON(on_exit, f, arg);
  struct handler *h = make(arg);
  h->told = f;
  return omrt_real()->on_exit(run_told, h);
}

OMRT_SERVED int __cxa_at_quick_exit(void (*f)(void *), void *library) {
  if (omrt_on) omrt_hb_release(&quick);
  return omrt_real()->__cxa_at_quick_exit(f, library);
}

OMRT_SERVED void quick_exit(int status) {
  if (omrt_on) omrt_hb_acquire(&quick);
  omrt_real()->quick_exit(status);
}
