/* Copies: expressions go with the bytes. */
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/store.h"
#include <string.h>

static void pins(const struct omrt_model *m, const void *to, const void *from) {
  omrt_model_pin(m, 1, (uint64_t)to);
  omrt_model_pin(m, 2, (uint64_t)from);
}

void omrt_model_copy(const struct omrt_model *m, void *to, const void *from, uint64_t n, int size_arg) {
  pins(m, to, from);
  omrt_model_pin(m, size_arg, n);
  omrt_shade_copy(to, from, n);
}

/* Behind the memory's being filled, since an expression must say what is there. */
void omrt_model_fill(const struct omrt_model *m, void *to, int c, uint64_t n, int char_arg, int size_arg) {
  omrt_model_pin(m, 1, (uint64_t)to);
  omrt_model_pin(m, size_arg, n);
  uint32_t e = omrt_model_char(m, char_arg, c);
  if (omrt_expr_constant(e))
    omrt_shade_clear(to, n);
  else
    for (uint64_t i = 0; i < n; i++) omrt_shade_put((char *)to + i, 1, e);
}

void omrt_model_copy_string(const struct omrt_model *m, void *to, const char *from, uint64_t most,
                            bool pads) {
  uint64_t n = strnlen(from, most);
  pins(m, to, from);
  omrt_model_string(m, from, n, n < most);
  omrt_shade_copy(to, from, n);
  omrt_shade_clear((char *)to + n, pads ? most - n : 1);
}
