/* The caller that a chain of frame pointers does not show. Library code without frame pointers leaves the
 * frame pointer of its caller in place, so the chain goes from our frame straight to the caller's caller:
 * where main creates a std::thread or calls operator new, the chain has libstdc++ and then whoever called
 * main.
 *
 * The return address into the caller still lies on the stack between the two. It is told from stale ones by
 * the call in front of it: a call through the procedure linkage table, or through the table of addresses
 * itself, of just the function that the library's program counter is in. What cannot be proved so is not
 * shown. */
#include "runtime/rt.h"
#include <elf.h>
#include <string.h>

#define LOOK 64           /* words of stack that are looked at */
#define LOOK_FAR 512      /* the same, for calls that do not return */
#define LARGEST 0x4000ull /* bytes of a library function, at most */
#define SEGMENTS 16
#define ENDS 64

extern const Elf64_Ehdr __ehdr_start __attribute__((visibility("hidden")));

/* What of this executable is mapped. The linker may leave holes between segments, so its first and last
 * address say little: a word of the stack can be the very first address of the code. */
static struct segment {
  uintptr_t lo, hi;
  bool code;
} segment[SEGMENTS];
static int segments;
uintptr_t omrt_code, omrt_code_size;

static void find_segments(void) {
  const Elf64_Phdr *ph = (const void *)((const char *)&__ehdr_start + __ehdr_start.e_phoff);
  uintptr_t base = 0;
  for (int i = 0; i < __ehdr_start.e_phnum; i++)
    if (ph[i].p_type == PT_LOAD && ph[i].p_offset == 0) base = (uintptr_t)&__ehdr_start - ph[i].p_vaddr;
  for (int i = 0; i < __ehdr_start.e_phnum && segments < SEGMENTS; i++)
    if (ph[i].p_type == PT_LOAD)
      segment[segments++] =
          (struct segment){base + ph[i].p_vaddr, base + ph[i].p_vaddr + ph[i].p_memsz, ph[i].p_flags & PF_X};
  for (int i = 0; i < segments; i++)
    if (segment[i].code && segment[i].hi - segment[i].lo > omrt_code_size) {
      omrt_code = segment[i].lo;
      omrt_code_size = segment[i].hi - segment[i].lo;
    }
}

/* May n bytes from `a` be read, and are they code if code is asked for? */
static bool readable(uintptr_t a, size_t n, bool code) {
  if (a < segment[0].lo || a >= segment[segments - 1].hi) return false; /* most words: they are in order */
  for (int i = 0; i < segments; i++)
    if (a >= segment[i].lo && a < segment[i].hi && n <= segment[i].hi - a) return segment[i].code || !code;
  return false;
}

static uintptr_t relative(uintptr_t at) { /* of a 32-bit displacement at `at` that ends its instruction */
  int32_t d;
  memcpy(&d, (const void *)at, 4);
  return at + 4 + (uintptr_t)(intptr_t)d;
}

/* What the jump or call "ff /n disp32(%rip)" at `at` goes to; 0: no such instruction. */
static uintptr_t through_table(uintptr_t at, uint8_t modrm) {
  const uint8_t *c = (const uint8_t *)at;
  if (c[0] != 0xff || c[1] != modrm) return 0;
  uintptr_t slot = relative(at + 2), target = 0;
  if (readable(slot, 8, false)) memcpy(&target, (const void *)slot, 8);
  return target;
}

/* The function outside this executable that the call which returns to `ret` has called; 0: none. */
static uintptr_t called(uintptr_t ret) {
  if (!readable(ret - 6, 6, true)) return 0;
  uintptr_t target = through_table(ret - 6, 0x15);
  if (target || *(const uint8_t *)(ret - 5) != 0xe8) return target;
  uintptr_t stub = relative(ret - 4);
  if (!readable(stub, 16, true)) return 0;
  static const uint8_t endbr[] = {0xf3, 0x0f, 0x1e, 0xfa};
  if (!memcmp((const void *)stub, endbr, 4)) stub += 4;
  return through_table(stub, 0x25);
}

static bool is_one_of(uintptr_t entry, void (*const *all)(void), size_t n) {
  for (size_t i = 0; i < n; i++)
    if (all[i] && entry == (uintptr_t)all[i]) return true;
  return false;
}

/* A call that never returns, and so is not stale, however deep in libraries its program died of it. */
static bool never_returns(uintptr_t entry) {
  extern void abort(void) __attribute__((weak));
  extern void __assert_fail(void) __attribute__((weak));
  extern void __stack_chk_fail(void) __attribute__((weak));
  extern void __cxa_throw(void) __attribute__((weak));
  extern void _ZSt9terminatev(void) __attribute__((weak));
  void (*const all[])(void) = {abort, __assert_fail, __stack_chk_fail, __cxa_throw, _ZSt9terminatev};
  return is_one_of(entry, all, sizeof all / sizeof *all);
}

/* Functions that sleep by way of another: a thread that is in that one has called it or one of these. */
static bool sleeps(uintptr_t entry, uintptr_t pc) {
  extern void clock_nanosleep(void) __attribute__((weak));
  extern void nanosleep(void) __attribute__((weak));
  extern void usleep(void) __attribute__((weak));
  extern void sleep(void) __attribute__((weak));
  extern void thrd_sleep(void) __attribute__((weak));
  void (*const all[])(void) = {nanosleep, usleep, sleep, thrd_sleep};
  uintptr_t in = (uintptr_t)clock_nanosleep;
  return in && pc > in && pc - in < LARGEST && is_one_of(entry, all, sizeof all / sizeof *all);
}

/* Where a chain ended in a library and nothing was found: the start of a thread, which every stack of the
 * thread has and every lock that is taken would look at again. */
static struct {
  const uintptr_t *fp;
  uintptr_t pc;
} ends[ENDS];

uint64_t omrt_hidden_caller(const uintptr_t *fp, uintptr_t pc, uintptr_t hi) {
  if (!segments) find_segments();
  if (readable(pc, 1, false) || omrt_module_code(pc))
    return 0; /* code of the program's own has frame pointers */
  size_t slot = ((uintptr_t)fp * 0x9e3779b97f4a7c15ull) >> 58;
  if (ends[slot].fp == fp && ends[slot].pc == pc) return 0;
  const uintptr_t *p = fp + 2;
  uintptr_t next = fp[0];
  bool last = next <= (uintptr_t)fp || next >= hi;
  if (!last) hi = next;
  for (int i = 0; i < LOOK_FAR && (uintptr_t)(p + i + 1) <= hi; i++) {
    uintptr_t entry = called(p[i]);
    if (entry && i < LOOK && pc > entry && pc - entry < LARGEST) return p[i];
    if (entry && (never_returns(entry) || (i < LOOK && sleeps(entry, pc)))) return p[i];
  }
  if (last) {
    ends[slot].fp = fp;
    ends[slot].pc = pc;
  }
  return 0;
}
