/* Variadic tails: the expressions go where va_arg will read the values. See abi_symbolic.h. */
#include "runtime/abi_symbolic.h"
#include "runtime/symbolic/symbolic.h"
#include <string.h>

/* What va_start makes (the x86-64 ABI): where the next argument of either kind is in the registers' copies,
 * while there are any, and then on the stack. */
struct list {
  uint32_t integers, floats; /* offsets in `saved` */
  char *stack, *saved;
};
enum { INTEGERS_END = 48, FLOATS_END = 176, SLOT = 8, FLOAT_SLOT = 16 };

void __omen_sym_tail_take(struct omen_sym_tail *to) {
  to->kinds = __omen_sym_hot.tail;
  memcpy(to->arg, __omen_sym_hot.arg, sizeof to->arg);
}

static char *place(struct list *l, char kind) {
  uint32_t *at = kind == OMEN_SYM_TAIL_DOUBLE ? &l->floats : &l->integers;
  uint32_t end = kind == OMEN_SYM_TAIL_DOUBLE ? FLOATS_END : INTEGERS_END;
  char *p = *at < end ? l->saved + *at : l->stack;
  if (*at < end)
    *at += kind == OMEN_SYM_TAIL_DOUBLE ? FLOAT_SLOT : SLOT;
  else
    l->stack += SLOT;
  return p;
}

void __omen_sym_tail_put(void *va_list, const struct omen_sym_tail *from, uint32_t fixed) {
  struct list l;
  memcpy(&l, va_list, sizeof l);
  for (uint32_t i = 0; from->kinds[i] && fixed + i < OMEN_SYM_ARGS; i++) {
    char *p = place(&l, from->kinds[i]);
    __omen_sym_fill(p, SLOT, 0);
    if (from->arg[fixed + i])
      __omen_sym_store(p, from->kinds[i] == OMEN_SYM_TAIL_INT ? 4 : 8, from->arg[fixed + i]);
  }
}

const void *omrt_sym_va_next(const void *va_list, bool real) {
  struct list l;
  memcpy(&l, va_list, sizeof l);
  return place(&l, real ? OMEN_SYM_TAIL_DOUBLE : OMEN_SYM_TAIL_LONG);
}
