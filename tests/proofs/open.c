/* Ways that are not right yet: nothing is proved, but no place is named. `run --open` tells which are mended: those belong into
 * reach.c. See probes.c. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define BODY(name, same, other, ...) \
  static int name(const char *s) { __VA_ARGS__ }
#define INPUT(name, same, other, ...) BODY(name, same, other, (void)s; __VA_ARGS__)

BODY(kernel_gs_asm, "a", "b", static int v[64]; v[32] = 9; syscall(SYS_arch_prctl, 0x1001, (unsigned long)&v[(s[0] - 'a') * 32]); int r; __asm__("movl %%gs:0, %0" : "=r"(r)); return r;)
BODY(text_quotes, "0", "7", char t[16]; snprintf(t, 16, "%'d", s[0] - '0'); return t[0] - '0';)

__attribute__((ms_abi, noinline)) static int ms_sum(int n, ...) { __builtin_ms_va_list l; __builtin_ms_va_start(l, n); int r = 0; for (int i = 0; i < n; i++) r += __builtin_va_arg(l, int); __builtin_ms_va_end(l); return r; }
BODY(kind_ms_va, "a", "b", return ms_sum(2, s[0], -'a');)
BODY(kernel_sendmmsg, "a", "b", int p[2]; socketpair(AF_UNIX, SOCK_DGRAM, 0, p); struct iovec v = {(void *)s, 1}; struct mmsghdr m = {.msg_hdr = {.msg_iov = &v, .msg_iovlen = 1}}; sendmmsg(p[0], &m, 1, 0); char c[4] = {0}; recv(p[1], c, 4, 0); return c[0] - 'a';)
BODY(kernel_mremap_dup, "a", "b", volatile char *p = mmap(0, 4096, 3, MAP_SHARED | MAP_ANONYMOUS, -1, 0), *q = mremap((void *)p, 0, 4096, MREMAP_MAYMOVE); if ((void *)q == MAP_FAILED) return s[0] - 'a'; p[3] = s[0]; return q[3] - 'a';)

#include "race.h"
