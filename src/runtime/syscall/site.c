/* See site.h.
 *
 * A jump needs five bytes, a system call has two. So what is rewritten is a call together with its number:
 *
 *   mov $nr, %eax; syscall: the jump takes the place of the first; the second stays, and traps for whoever
 *   should come to it by another way.
 *
 *   xor %eax, %eax; syscall; cmp $-4096, %rax; ja ..: `read` of libc. The jump reaches into the comparison,
 *   which is made elsewhere; only where no branch nearby leads to what is gone.
 *
 * Everything else goes on trapping. A system call destroys rcx and r11, so that is what the code here has to
 * work with; the red zone and the flags stay as they are.
 *
 * Threads that wait in a trapped call of the second kind, when its place is rewritten, go on behind the
 * comparison, too (omrt_site_left).
 *
 * The code is written through /proc/self/mem, which asks for no permissions of pages: mappings stay as they
 * are, and none is ever writable and executable. The stubs lie in the gap that the kernel leaves below the
 * main thread's stack, where nobody gets memory and libraries are near. */
#include "runtime/syscall/site.h"
#include "runtime/fiber/fiber.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { CARRY = 1, ZERO = 64 }; /* of the flags */
enum { OFTEN = 8, SITES = 512, PROBES = 16, PAGE = 4096, NEAR = 16 * PAGE };
#define LARGE_STACK (64ull << 20)
#define GAP (96ull << 20) /* below the top of the stack: the kernel keeps at least 128 MiB free */

uint8_t omrt_sites_on = 1;
static struct site {
  uint64_t after; /* 0: none yet */
  uint32_t traps;
} site[SITES];
static uint64_t stubs; /* where their code is; 1: nowhere */

/* ---- code ---- */

/* Does any byte look like a branch to one of the two addresses? Instructions are not told apart, so that it
 * may be none: then the place stays as it is. */
static bool branched_to(uint64_t one, uint64_t other, uint64_t lo, uint64_t hi) {
  for (uint64_t at = lo; at + 6 <= hi; at++) {
    const uint8_t *c = (const uint8_t *)at;
    int32_t far;
    uint64_t to = 0;
    if ((c[0] & 0xf0) == 0x70 || c[0] == 0xeb || (c[0] & 0xfc) == 0xe0) {
      to = at + 2 + (uint64_t)(int64_t)(int8_t)c[1];
    } else if (c[0] == 0xe8 || c[0] == 0xe9) {
      memcpy(&far, c + 1, 4);
      to = at + 5 + (uint64_t)(int64_t)far;
    } else if (c[0] == 0x0f && (c[1] & 0xf0) == 0x80) {
      memcpy(&far, c + 2, 4);
      to = at + 6 + (uint64_t)(int64_t)far;
    }
    if (to && (to == one || to == other)) return true;
  }
  return false;
}

enum omrt_site_kind omrt_site_kind(uint64_t after, uint64_t lo, uint64_t hi) {
  static const uint8_t zero[] = {0x31, 0xc0, 0x0f, 0x05, 0x48, 0x3d, 0x00, 0xf0, 0xff, 0xff, 0x77};
  const uint8_t *c = (const uint8_t *)after;
  if (after < lo + 16 || after + 16 > hi || c[-2] != 0x0f || c[-1] != 0x05) return OMRT_SITE_NONE;
  if (c[-7] == 0xb8 && !c[-4] && !c[-3]) return OMRT_SITE_MOVED;
  if (!memcmp(c - 4, zero, sizeof zero) && !branched_to(after - 2, after, lo, hi)) return OMRT_SITE_ZERO;
  return OMRT_SITE_NONE;
}

uint64_t omrt_site_from(enum omrt_site_kind kind, uint64_t after) {
  return after - (kind == OMRT_SITE_MOVED ? 7 : 4);
}
uint64_t omrt_site_back(enum omrt_site_kind kind, uint64_t after) {
  return after + (kind == OMRT_SITE_MOVED ? 0 : 6);
}

bool omrt_site_jump(uint8_t jump[OMRT_SITE_JUMP], uint64_t from, uint64_t to) {
  int64_t far = (int64_t)(to - from) - OMRT_SITE_JUMP;
  int32_t near = (int32_t)far;
  jump[0] = 0xe9;
  memcpy(jump + 1, &near, 4);
  return near == far;
}

static uint8_t *put(uint8_t *to, const void *bytes, size_t n) {
  memcpy(to, bytes, n);
  return to + n;
}

void omrt_site_code(uint8_t code[OMRT_SITE_STUB], uint64_t at, enum omrt_site_kind kind, uint64_t after,
                    uint64_t entry, uint64_t on) {
  static const uint8_t compare[] = {0x48, 0x3d, 0x00, 0xf0, 0xff, 0xff};
  uint64_t from = omrt_site_from(kind, after), back = omrt_site_back(kind, after);
  uint8_t *c = code, *native;
  memset(code, 0xcc, OMRT_SITE_STUB);
  c = put(c, (const void *)from, after - 2 - from); /* the number */
  c = put(c, "\x48\xb9", 2);                        /* movabs $on, %rcx */
  c = put(c, &on, 8);
  c = put(c, "\x0f\xb6\x09\xe3\x10", 5); /* movzbl (%rcx), %ecx; jrcxz native */
  native = c + 0x10;
  c = put(c, "\x48\xb9", 2); /* movabs $back, %rcx */
  c = put(c, &back, 8);
  int32_t slot = (int32_t)(code + OMRT_SITE_STUB - 8 - (c + 6));
  c = put(c, "\xff\x25", 2); /* jmp *slot(%rip) */
  c = put(c, &slot, 4);
  c = put(native, "\x0f\x05", 2);
  if (kind == OMRT_SITE_ZERO) c = put(c, compare, sizeof compare);
  omrt_site_jump(c, at + (uint64_t)(c - code), back);
  memcpy(code + OMRT_SITE_STUB - 8, &entry, 8);
}

/* ---- in this process ---- */

/* What can be read around the place, at most NEAR to either side. */
static void readable(uint64_t at, uint64_t *lo, uint64_t *hi) {
  *lo = *hi = at & ~(PAGE - 1ull);
  while (*lo + NEAR > at && omrt_page_readable(*lo - PAGE)) *lo -= PAGE;
  while (*hi < at + NEAR && omrt_page_readable(*hi)) *hi += PAGE;
}

/* Code that the program makes itself, and may change. EINVAL: not to be written. */
static bool writable(uint64_t at) {
  enum { POPULATE_WRITE = 23 };
  return OMRT_SYS3(SYS_madvise, at & ~(PAGE - 1ull), PAGE, POPULATE_WRITE) == 0;
}

/* The kernel leaves room for a stack of the limit's size, and at least 128 MiB. */
static void find_room(void) {
  const struct omrt_fiber *main = omrt_all;
  stubs = 1;
  if (!main || !main->stack_lo || main->stack_hi - main->stack_lo > LARGE_STACK) return;
  uint64_t at = (main->stack_hi - GAP) & ~(PAGE - 1ull);
  long got = OMRT_SYS6(SYS_mmap, at, SITES * OMRT_SITE_STUB, PROT_READ | PROT_EXEC,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (got == (long)at)
    stubs = at;
  else if (got > 0)
    OMRT_SYS2(SYS_munmap, got, SITES * OMRT_SITE_STUB);
}

static void rewrite(uint32_t i, uint64_t after) {
  uint8_t code[OMRT_SITE_STUB], jump[OMRT_SITE_JUMP];
  uint64_t lo, hi;
  readable(after, &lo, &hi);
  enum omrt_site_kind kind = omrt_site_kind(after, lo, hi);
  if (kind == OMRT_SITE_NONE || writable(after)) return;
  if (!stubs) find_room();
  uint64_t at = stubs + i * OMRT_SITE_STUB, from = omrt_site_from(kind, after);
  if (stubs == 1 || !omrt_site_jump(jump, from, at)) return;
  omrt_site_code(code, at, kind, after,
                 (uint64_t)(kind == OMRT_SITE_ZERO ? omrt_site_entry_compared : omrt_site_entry),
                 (uint64_t)&omrt_sites_on);
  long fd = OMRT_SYS4(SYS_openat, AT_FDCWD, "/proc/self/mem", O_RDWR | O_CLOEXEC, 0);
  if (fd < 0) return;
  if (OMRT_SYS4(SYS_pwrite64, fd, code, sizeof code, at) == sizeof code)
    OMRT_SYS4(SYS_pwrite64, fd, jump, sizeof jump, from);
  OMRT_SYS1(SYS_close, fd);
}

static struct site *site_of(uint64_t after) {
  uint32_t at = (uint32_t)(after * 0x9e3779b97f4a7c15ull >> 55);
  for (int i = 0; i < PROBES; i++, at = (at + 1) % SITES) {
    if (!site[at].after) site[at].after = after;
    if (site[at].after == after) return &site[at];
  }
  return NULL;
}

/* Another library may have come to the same place since: it traps, and gets its turn. */
void omrt_site_trapped(uint64_t after) {
  struct site *s = site_of(after);
  if (s && ++s->traps % OFTEN == 0 && s->traps <= OFTEN * OFTEN) rewrite((uint32_t)(s - site), after);
}

void omrt_site_left(struct omrt_frame *f) {
  uint8_t jump[OMRT_SITE_JUMP];
  const struct site *s = stubs > 1 ? site_of(f->rip) : NULL;
  uint64_t from = omrt_site_from(OMRT_SITE_ZERO, f->rip);
  if (!s || !omrt_site_jump(jump, from, stubs + (uint64_t)(s - site) * OMRT_SITE_STUB) ||
      memcmp((const void *)from, jump, sizeof jump))
    return;
  f->rip = omrt_site_back(OMRT_SITE_ZERO, f->rip);
  bool below = (uint64_t)f->rax < -4096ull, same = f->rax == -4096;
  f->flags = (f->flags & ~(uint64_t)(CARRY | ZERO)) | (below ? CARRY : 0) | (same ? ZERO : 0); /* for `ja` */
}
