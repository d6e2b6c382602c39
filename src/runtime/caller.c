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
#include <string.h>

#define LOOK 64           /* words of stack that are looked at */
#define LARGEST 0x4000ull /* bytes of a library function, at most */

extern const char __executable_start[], etext[], _end[];

static bool in_text(uintptr_t a) { return a > (uintptr_t)__executable_start + 16 && a < (uintptr_t)etext; }
static bool in_image(uintptr_t a) { return a > (uintptr_t)__executable_start && a + 8 <= (uintptr_t)_end; }

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
  if (in_image(slot)) memcpy(&target, (const void *)slot, 8);
  return target;
}

/* The function outside this executable that the call which returns to `ret` has called; 0: none. */
static uintptr_t called(uintptr_t ret) {
  uintptr_t target = through_table(ret - 6, 0x15);
  if (target || *(const uint8_t *)(ret - 5) != 0xe8) return target;
  uintptr_t stub = relative(ret - 4);
  if (!in_text(stub) || !in_text(stub + 16)) return 0;
  static const uint8_t endbr[] = {0xf3, 0x0f, 0x1e, 0xfa};
  if (!memcmp((const void *)stub, endbr, 4)) stub += 4;
  return through_table(stub, 0x25);
}

uint64_t omen_hidden_caller(const uintptr_t *fp, uintptr_t pc, uintptr_t hi) {
  if (pc >= (uintptr_t)__executable_start && pc < (uintptr_t)_end) return 0;
  const uintptr_t *p = fp + 2;
  uintptr_t next = fp[0];
  if (next > (uintptr_t)fp && next < hi) hi = next;
  for (int i = 0; i < LOOK && (uintptr_t)(p + i + 1) <= hi; i++) {
    uintptr_t entry = in_text(p[i]) ? called(p[i]) : 0;
    if (entry && pc > entry && pc - entry < LARGEST) return p[i];
  }
  return 0;
}
