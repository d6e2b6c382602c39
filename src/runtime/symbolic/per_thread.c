/* What goes into a thread by its argument, and comes out as its result: see symbolic.h. */
#include "runtime/abi_symbolic.h"
#include "runtime/fiber/fiber.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/symbolic.h"
#include <stddef.h>
#include <string.h>

void omrt_sym_create(struct omrt_sym_thread *t, const void *create, const void *start, int arg) {
  *t = (struct omrt_sym_thread){.start = start};
  if (!omrt_sym_on) return;
  if (__omen_sym_hot.callee == create) t->arg = __omen_sym_hot.arg[arg];
  __omen_sym_hot.callee = NULL;
}

void omrt_sym_begin(const struct omrt_sym_thread *t) {
  if (!omrt_sym_on) return;
  __omen_sym_hot.ret_from = NULL; /* another thread's of the same function, if nobody took it */
  if (!t->arg) return;
  memset(__omen_sym_hot.arg, 0, sizeof __omen_sym_hot.arg);
  __omen_sym_hot.arg[0] = t->arg;
  __omen_sym_hot.callee = t->start;
}

/* Nothing of the program ran since the function returned; else ret_from is another. */
void omrt_sym_ends(struct omrt_sym_thread *t) {
  if (!omrt_sym_on || !t->start || __omen_sym_hot.ret_from != t->start) return;
  t->result = __omen_sym_hot.ret;
  __omen_sym_hot.ret_from = NULL;
}

void omrt_sym_joined(const struct omrt_sym_thread *t, const void *result, uint64_t size) {
  if (omrt_sym_on && result) omrt_shade_put(result, size, t->result);
}
