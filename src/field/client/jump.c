/* Sites of five bytes and more: a jump to a stub, without a signal.
 *
 *   stub:  past the red zone; number of the site; call omenf_jump_in      before the access
 *          the copy of the instruction
 *          past the red zone; number of the site; call omenf_jump_out     after it
 *          jump behind the instruction
 *
 * Both routines save flags and general registers, and call C that uses no others. From the first call to the
 * second all signals are blocked but faults, as between the two traps of trap.c. */
#include "field/client/client.h"
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>

/* As the routines below push them. */
struct omenf_frame {
  uint64_t r15, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbp, rbx, rdx, rcx, rax, flags, back, site;
};

/* clang-format off */
#define ROUTINE(name)                                                                                        \
  __asm__(".text\n.globl " #name "\n.hidden " #name "\n.type " #name ", @function\n" #name ":\n"             \
          "  endbr64\n  pushfq\n"                                                                            \
          "  push %rax\n  push %rcx\n  push %rdx\n  push %rbx\n  push %rbp\n  push %rsi\n  push %rdi\n"         \
          "  push %r8\n  push %r9\n  push %r10\n  push %r11\n  push %r12\n  push %r13\n  push %r14\n  push %r15\n" \
          "  cld\n  mov %rsp, %rdi\n  mov %rsp, %rbp\n  and $-16, %rsp\n  call " #name "_c\n  mov %rbp, %rsp\n" \
          "  pop %r15\n  pop %r14\n  pop %r13\n  pop %r12\n  pop %r11\n  pop %r10\n  pop %r9\n  pop %r8\n"       \
          "  pop %rdi\n  pop %rsi\n  pop %rbp\n  pop %rbx\n  pop %rdx\n  pop %rcx\n  pop %rax\n"                \
          "  popfq\n  ret $8\n.size " #name ", .-" #name "\n")
/* clang-format on */
ROUTINE(omenf_jump_in);
ROUTINE(omenf_jump_out);
void omenf_jump_in(void);
void omenf_jump_out(void);
__attribute__((visibility("hidden"), used)) void omenf_jump_in_c(struct omenf_frame *f);
__attribute__((visibility("hidden"), used)) void omenf_jump_out_c(struct omenf_frame *f);

enum { RED_ZONE = 128 };

static uint64_t value(const struct omenf_frame *f, unsigned number) {
  const uint64_t all[16] = {f->rax, f->rcx, f->rdx, f->rbx, (uintptr_t)(f + 1) + RED_ZONE,
                            f->rbp, f->rsi, f->rdi, f->r8,  f->r9,
                            f->r10, f->r11, f->r12, f->r13, f->r14,
                            f->r15};
  return all[number];
}

static uintptr_t operand(const struct omenf_site *s, const struct omenf_frame *f) {
  uintptr_t at = (uintptr_t)(intptr_t)s->s->displacement;
  if (s->s->base == OMEN_REGISTER_IP) return at + s->address + s->s->length;
  if (s->s->base < 16) at += value(f, s->s->base);
  if (s->s->index < 16) at += value(f, s->s->index) * s->s->scale;
  return at;
}

/* The kernel's masks are of 64 bits. libc's function would leave out signals that only libc knows. */
#define BIT(sig) ((uint64_t)1 << ((sig) - 1))
static const uint64_t others = ~(BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGFPE) | BIT(SIGILL) | BIT(SIGTRAP));

static void set_mask(const void *new, void *old) {
  omenf_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)new, (long)old, sizeof others, 0, 0);
}

void omenf_jump_in_c(struct omenf_frame *f) {
  int saved = errno;
  struct omenf_site *s = &omenf_sites.live[f->site];
  set_mask(&others, &omenf_copy.mask);
  omenf_enter_copy(s, operand(s, f), omenf_jump_ns);
  errno = saved;
}

void omenf_jump_out_c(struct omenf_frame *f) {
  int saved = errno;
  struct omenf_site *s = &omenf_sites.live[f->site];
  omenf_after_copy(s);
  set_mask(&omenf_copy.mask, NULL);
  errno = saved;
}

/* --- stubs --- */

static uint8_t *put(uint8_t *to, const void *bytes, size_t n) {
  memcpy(to, bytes, n);
  return to + n;
}

static uint8_t *put_near(uint8_t *to, uintptr_t target) {
  int32_t d = (int32_t)(target - ((uintptr_t)to + 4));
  return put(to, &d, 4);
}

static uint8_t *put_call(uint8_t *to, uint32_t number, const void *pointer) {
  to = put(to, (const uint8_t[]){0x48, 0x8d, 0x64, 0x24, 0x80, 0x68}, 6); /* lea -128(%rsp),%rsp; push */
  to = put(to, &number, 4);
  to = put(to, (const uint8_t[]){0xff, 0x15}, 2); /* call *pointer(%rip) */
  to = put_near(to, (uintptr_t)pointer);
  return put(to, (const uint8_t[]){0x48, 0x8d, 0xa4, 0x24, 0x80, 0, 0, 0}, 8); /* lea 128(%rsp),%rsp */
}

void omenf_stub_pointers(void *at) {
  void (*const both[2])(void) = {omenf_jump_in, omenf_jump_out};
  memcpy(at, both, sizeof both);
}

bool omenf_fill_stub(struct omenf_site *s, uint32_t number, const void *pointers) {
  if (s->s->length < OMENF_JUMP) return false;
  int64_t far = (int64_t)((uintptr_t)s->stub - s->address);
  if (far != (int32_t)far) return false;
  uint8_t *to = put_call(s->stub, number, pointers);
  if (!omenf_copy_instruction(s, to)) return false;
  to = put_call(to + s->s->length, number, (const char *)pointers + sizeof(void *));
  to = put(to, (const uint8_t[]){0xe9}, 1);
  put_near(to, s->address + s->s->length);
  s->jump[0] = 0xe9;
  int32_t d = (int32_t)(far - OMENF_JUMP);
  memcpy(s->jump + 1, &d, 4);
  return true;
}
