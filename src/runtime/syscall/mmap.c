/* mmap and its kin. The kernel is asked in both modes; a replay asks for the recorded address, and gets a
 * file's contents from the log (the file itself may be gone, and its descriptor is not open there). */
#include "runtime/syscall/mmap.h"
#include "runtime/log.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/left_stacks.h"
#include "runtime/shadow/poison.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include "runtime/shadow/hb.h"
#include "runtime/symbolic/outward.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/syscall/library.h"
#include "runtime/syscall/mapped.h"
#include "runtime/sync/shared_memory.h"
#include "runtime/syscall/syscall.h"
#include "runtime/upward.h"
#include "runtime/weak/weak.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/* Mappings made for thread stacks, newest first, so that a stack that is used again can be wiped. */
static struct stack_map {
  uintptr_t lo, hi;
} stacks[512];
static int nstacks;

static void note_stack(uintptr_t lo, size_t len) {
  int at = nstacks < 512 ? nstacks++ : (int)(lo >> 12) & 511;
  stacks[at] = (struct stack_map){lo, lo + len};
}
static void forget_stack(uintptr_t lo, size_t len) {
  for (int i = 0; i < nstacks; i++)
    if (stacks[i].lo >= lo && stacks[i].lo < lo + len) {
      stacks[i] = stacks[--nstacks];
      omrt_stack_forget(lo, len);
    }
}

void omrt_stack_fresh(struct omrt_fiber *f, uintptr_t sp) {
  for (int i = 0; i < nstacks; i++)
    if (stacks[i].lo < sp && sp <= stacks[i].hi) {
      f->stack_lo = stacks[i].lo;
      omrt_stack_forget(f->stack_lo, 1);
      omrt_shadow_reset((void *)stacks[i].lo, stacks[i].hi - stacks[i].lo);
      return;
    }
}

/* How much of the mapping has a file behind it. */
static size_t file_bytes(int fd, uint64_t offset, size_t len) {
  struct stat st;
  if (OMRT_SYS2(SYS_fstat, fd, &st) || st.st_size <= (int64_t)offset) return 0;
  uint64_t have = (uint64_t)st.st_size - offset;
  return have < len ? have : len;
}

static struct omrt_node *followed(uint64_t fd) { return omrt_world_followed() ? omrt_world.file(fd) : NULL; }

static int64_t mmap_replay(const uint64_t a[6]) {
  int64_t ret = omrt_log_call_replay(SYS_mmap);
  if (ret < 0) return ret;
  bool file = (int)a[4] >= 0 && !(a[3] & MAP_ANONYMOUS);
  int flags = (int)(a[3] & ~(uint64_t)(MAP_SHARED | MAP_SHARED_VALIDATE | MAP_FIXED_NOREPLACE)) |
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
  int64_t library = file ? omrt_library_at(a[4]) : 0;
  if (library) {
    long at = omrt_library_map(library, (uint64_t)ret, a);
    if (at != ret) omrt_diverged("a library cannot be mapped at 0x%lx (error %ld)", (uint64_t)ret, -at);
    omrt_library_mapped(library, (uint64_t)ret, a);
    return ret;
  }
  int prot = file ? PROT_READ | PROT_WRITE : (int)a[2];
  long got = OMRT_SYS6(SYS_mmap, ret, a[1], prot, flags, -1, 0);
  if (got != ret)
    omrt_diverged("a mapping of %lu bytes cannot be made at 0x%lx (error %ld)", a[1], (uint64_t)ret, -got);
  if (file) {
    omrt_log_contents((void *)ret, a[1]);
    OMRT_SYS3(SYS_mprotect, ret, a[1], a[2]);
    omrt_mapped_add(a, (uint64_t)ret, followed(a[4]));
    if (a[3] & MAP_SHARED && a[2] & PROT_WRITE) omrt_outward_unseen("a file that is written by stores");
  }
  omrt_sym_overwritten((void *)ret, a[1]);
  return ret;
}

static int64_t mmap_record(const uint64_t a[6]) {
  if (omrt_mode.world && !(a[3] & MAP_ANONYMOUS)) return omrt_mode.world->map(a);
  int64_t ret = omrt_sys(SYS_mmap, (long)a[0], (long)a[1], (long)a[2], (long)a[3], (long)a[4], (long)a[5]);
  omrt_log_call(SYS_mmap, a[0], ret, NULL, 0);
  if (omrt_sym_on && ret > 0) omrt_sym_overwritten((void *)ret, a[1]);
  if (ret < 0 || (int)a[4] < 0 || (a[3] & MAP_ANONYMOUS)) return ret;
  int64_t library = omrt_library_at(a[4]);
  if (library) omrt_library_mapped(library, (uint64_t)ret, a); /* the recording has the file */
  if (library) return ret;
  size_t have = file_bytes((int)a[4], a[5], a[1]);
  if (!(a[2] & PROT_READ) && have) { /* read it through a mapping of our own */
    long peek = OMRT_SYS6(SYS_mmap, omrt_reserve(have), have, PROT_READ, MAP_PRIVATE | MAP_FIXED, a[4], a[5]);
    omrt_log_contents((void *)peek, peek < 0 ? 0 : have);
    if (peek > 0) OMRT_SYS2(SYS_munmap, peek, have);
  } else {
    omrt_log_contents((void *)ret, have);
  }
  omrt_mapped_add(a, (uint64_t)ret, NULL);
  return ret;
}

OMRT_CALL(mmap) {
  if (a[3] & MAP_FIXED) omrt_mapped_cut(a[0], a[1]), omrt_shared_gone(a[0], a[1]);
  int64_t ret = omrt_mode.by_log ? mmap_replay(a) : mmap_record(a);
  if (ret > 0) {
    omrt_shadow_reset((void *)ret, a[1]);
    if (a[3] & MAP_STACK) note_stack((uintptr_t)ret, a[1]);
    if (a[3] & MAP_SHARED) omrt_shared_add((uint64_t)ret, a[1], a[2] & PROT_WRITE);
  }
  return ret;
}

/* ---- munmap, mprotect, madvise, mremap, brk: performed, and their results must be the recorded ones ---- */

static int64_t recorded_result(int nr) { return omrt_mode.by_log ? omrt_log_call_replay(nr) : 0; }

static int64_t settle(int nr, const uint64_t a[6], int64_t ret, int64_t recorded) {
  if (!omrt_mode.by_log)
    omrt_log_call(nr, a[0], ret, NULL, 0);
  else if (ret != recorded)
    omrt_diverged("a memory call (%d) gave 0x%lx; recorded: 0x%lx", nr, (uint64_t)ret, (uint64_t)recorded);
  return ret;
}

static int64_t perform(int nr, const uint64_t a[6]) {
  int64_t recorded = recorded_result(nr);
  return settle(nr, a, omrt_sys(nr, (long)a[0], (long)a[1], (long)a[2], (long)a[3], (long)a[4], 0), recorded);
}

/* What was a library's stays taken. */
static int64_t unmap(int nr, const uint64_t a[6]) {
  if (!omrt_library_unmapped(a[0], a[1])) return OMRT_SYS2(nr, a[0], a[1]);
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  return OMRT_SYS6(SYS_mmap, a[0], a[1], PROT_NONE, flags, -1, 0) == (long)a[0] ? 0 : -ENOMEM;
}

OMRT_CALL(munmap) {
  forget_stack(a[0], a[1]);
  omrt_mapped_cut(a[0], a[1]);
  omrt_shared_gone(a[0], a[1]);
  int64_t recorded = recorded_result(nr);
  return settle(nr, a, unmap(nr, a), recorded);
}

OMRT_CALL(mprotect) {
  omrt_mapped_protecting(a[0], a[1], (int)a[2]);
  if (omrt_weak_on && !(a[2] & PROT_WRITE)) omrt_weak_forget(a[0], a[1]); /* no value can be shown there */
  int64_t ret = perform(nr, a);
  if (ret) return ret;
  omrt_mapped_protect(a[0], a[1], (int)a[2]);
  if (a[2] & PROT_WRITE && a[0] + a[1] > a[0]) omrt_heap_grew(a[0], a[0] + a[1]);
  return ret;
}

OMRT_CALL(madvise) { /* advice: its result may be another */
  if (a[2] == MADV_DONTFORK || a[2] == MADV_WIPEONFORK) omrt_up.never();
  recorded_result(nr);
  int64_t ret = OMRT_SYS3(nr, a[0], a[1], a[2]);
  return settle(nr, a, ret, ret);
}

OMRT_CALL(mremap) {
  int64_t recorded = recorded_result(nr);
  uint64_t flags = a[3], to = a[4];
  if (omrt_mode.by_log && recorded > 0 && recorded != (int64_t)a[0])
    flags |= MREMAP_FIXED | MREMAP_MAYMOVE, to = (uint64_t)recorded;
  int64_t ret = settle(nr, a, OMRT_SYS6(nr, a[0], a[1], a[2], flags, to, 0), recorded);
  if (ret <= 0) return ret;
  omrt_mapped_move(a[0], a[1], (uint64_t)ret, a[2]);
  if (ret != (int64_t)a[0]) {
    omrt_shadow_reset((void *)ret, a[2]);
    omrt_sym_copied((void *)ret, (void *)a[0], a[1] < a[2] ? a[1] : a[2]);
  } else if (a[2] > a[1]) {
    omrt_unpoison(a[0] + a[1], a[2] - a[1]);
  }
  return ret;
}

/* What the heap got is no block yet. What the program took itself may have been the heap's once. */
OMRT_CALL(brk) {
  int64_t ret = perform(nr, a);
  uint64_t lo = omrt_heap_brk, hi = omrt_heap_brk = (uint64_t)ret;
  if (hi > lo && !omrt_heap_grew(lo, hi)) omrt_unpoison(lo, hi - lo);
  return ret;
}
