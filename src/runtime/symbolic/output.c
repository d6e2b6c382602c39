/* Where symbolic bytes go out: see output.h. */
#include "runtime/symbolic/output.h"
#include "runtime/abi_symbolic.h"
#include "runtime/rt.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/symbolic/trace.h"
#include <stdio.h>

enum { FDS = 1 << 16 };
static uint64_t *sent;

static uint64_t *sent_to(uint32_t fd) {
  static uint64_t others;
  if (!sent) sent = omrt_reserve(FDS * sizeof *sent);
  return fd < FDS ? &sent[fd] : &others;
}

uint64_t omrt_output_sent(uint32_t fd) { return *sent_to(fd); }

/* A stream's buffer is filled again by whoever prints next, also by code that is not followed. */
static void emptied(const FILE *f, const void *p, uint64_t n) {
  const char *at = p;
  if (f && at >= f->_IO_buf_base && at < f->_IO_buf_end) omrt_shade_clear(p, n);
}

void omrt_sym_wrote(uint32_t fd, const struct iovec *iov, int n, uint64_t len) {
  if (!omrt_sym_on) return;
  uint64_t *at = sent_to(fd);
  for (int i = 0; i < n && len; i++) {
    uint64_t take = iov[i].iov_len < len ? iov[i].iov_len : len;
    const uint8_t *p = iov[i].iov_base;
    if (omrt_shade_any(p, take))
      for (uint64_t k = 0; k < take; k++) omrt_trace_output(fd, *at + k, omrt_shade_byte(p + k));
    emptied(stdout, p, take);
    emptied(stderr, p, take);
    *at += take;
    len -= take;
  }
}

/* It was given to exit(), which nobody follows, or main returned it. */
void omrt_sym_exits(int status) {
  const struct omen_sym_hot *h = &__omen_sym_hot;
  if (!omrt_sym_on) return;
  uint32_t e = h->callee ? h->arg[0] : h->ret;
  if (e && omrt_expr_width(e) >= 8 && ((omrt_expr_value(e) ^ (uint64_t)status) & 255) == 0)
    omrt_trace_output(OMEN_SYM_EXIT_FD, 0, omrt_expr_extract(e, 0, 8));
}

static uint64_t held(const FILE *f) {
  return f->_IO_write_ptr > f->_IO_write_base ? (uint64_t)(f->_IO_write_ptr - f->_IO_write_base) : 0;
}

uint64_t omrt_output_place(const void *file) {
  const FILE *f = file;
  return omrt_output_sent((uint32_t)f->_fileno) + held(f);
}

void omrt_output_made(const void *file, uint64_t place, uint64_t n, uint32_t (*each)(void *arg, uint64_t i),
                      void *arg) {
  const FILE *f = file;
  uint64_t keeps = held(f) < n ? held(f) : n, gone = n - keeps;
  /* What was not captured stays within the program. */
  if (gone && omrt_output_sent((uint32_t)f->_fileno) >= place + gone) {
    omrt_trace_unsay((uint32_t)f->_fileno, place, gone);
    for (uint64_t i = 0; i < gone; i++) omrt_trace_output((uint32_t)f->_fileno, place + i, each(arg, i));
  }
  char *buffer = f->_IO_write_ptr - keeps;
  omrt_shade_clear(buffer, keeps);
  for (uint64_t i = 0; i < keeps; i++) {
    uint32_t e = each(arg, gone + i);
    if (e) omrt_shade_put(buffer + i, 1, e);
  }
}
