/* Places in libraries that make system calls. A trap costs two to three microseconds, most of what a server's
 * call costs under control; so a place that traps often is rewritten to jump to where a trap would lead
 * (omrt_site_entry, fiber.S). Nothing else changes: whoever calls, what libc does around the call (errno,
 * cancellation) and what the runtime does with it are as with the trap. */
#ifndef OMRT_SYSCALL_SITE_H
#define OMRT_SYSCALL_SITE_H
#include "runtime/fiber/fiber.h"
#include <stdbool.h>
#include <stdint.h>

/* A call was trapped; its instruction ends at `after`. Makes it a jump when it has come often enough, where
 * that is possible. */
void omrt_site_trapped(uint64_t after);
/* The trapped call is over: its place may have been rewritten meanwhile, and this is where the program goes
 * on. */
void omrt_site_left(struct omrt_frame *f);
/* 0: this process has left control (a forked child), and the jumps lead to the call itself. */
extern uint8_t omrt_sites_on;

/* ---- what it is made of (tests/unit/test_syscall_site.c) ---- */

enum { OMRT_SITE_STUB = 64, OMRT_SITE_JUMP = 5 };
enum omrt_site_kind {
  OMRT_SITE_NONE,  /* cannot be rewritten */
  OMRT_SITE_MOVED, /* mov $nr, %eax; syscall */
  OMRT_SITE_ZERO   /* xor %eax, %eax; syscall; cmp $-4096, %rax; ja */
};
/* What the call that ends at `after` is. `lo` to `hi` can be read. */
enum omrt_site_kind omrt_site_kind(uint64_t after, uint64_t lo, uint64_t hi);
/* Where the jump begins, and where the program goes on. */
uint64_t omrt_site_from(enum omrt_site_kind kind, uint64_t after);
uint64_t omrt_site_back(enum omrt_site_kind kind, uint64_t after);
/* The code to which the place jumps, written as it will stand at `at`. */
void omrt_site_code(uint8_t code[OMRT_SITE_STUB], uint64_t at, enum omrt_site_kind kind, uint64_t after,
                    uint64_t entry, uint64_t on);
bool omrt_site_jump(uint8_t jump[OMRT_SITE_JUMP], uint64_t from, uint64_t to); /* false: too far */
#endif
