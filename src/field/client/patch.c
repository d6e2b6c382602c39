/* Sites on and off. One byte is written at a time where threads may run it, which every thread sees as a
 * whole: the first becomes int3, and itself again. Where a jump fits into the instruction (never over
 * several: a thread may stand between them), it follows in steps: int3; then, when all processors know that,
 * the bytes behind it, which nobody runs now; then the first byte of the jump. Back in the same way. Written
 * through /proc/self/mem, so that no page of code is ever writable; membarrier(SYNC_CORE) makes all
 * processors fetch it anew. */
#include "field/client/client.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *omenf_patch_why;
uint64_t omenf_patches, omenf_jumps, omenf_watched;

static int memory = -1; /* the helper's own: its descriptors are not the program's (helper.c) */

static bool barrier_ready(void) {
  return !syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0);
}

bool omenf_patch_ready(void) {
  if (!barrier_ready()) {
    omenf_patch_why = "membarrier(SYNC_CORE) is not to be had";
    return false;
  }
  memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  if (memory < 0) omenf_patch_why = "/proc/self/mem cannot be written";
  return memory >= 0;
}

static void sync_all(void) { syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0); }

static bool put(int fd, const struct omenf_site *s, size_t from, const uint8_t *bytes, size_t n) {
  if (pwrite(fd, bytes, n, (off_t)(s->address + from)) == (ssize_t)n) return true;
  omenf_patch_why = "code cannot be written";
  return false;
}

static const uint8_t trap = 0xcc;

/* While tasks come and go, some sites stay: `all` says that none does. */
static bool all;
static bool is_watched(const struct omenf_site *s) {
  return !s->rests && (s->tasks[0] | s->tasks[1]) & omenf_watched;
}
static bool is_jump(const struct omenf_site *s) { return s->stub && atomic_load(&s->armed); }
static bool leaves(const struct omenf_site *s) { return atomic_load(&s->armed) && (all || !is_watched(s)); }

static void for_all(void (*step)(struct omenf_site *)) {
  for (uint32_t i = 0; i < omenf_sites.bound_n; i++) step(omenf_sites.bound[i]);
  sync_all();
}

/* The bytes must be what the sites file says: else it is somebody else's breakpoint. */
static void arm(struct omenf_site *s) {
  if (!s->address || !is_watched(s) || atomic_load(&s->armed)) return;
  for (size_t i = 0; i < s->s->length; i++)
    if (((volatile uint8_t *)s->address)[i] != s->s->bytes[i]) return;
  atomic_store(&s->armed, true); /* before it is: a child of fork must know */
  if (put(memory, s, 0, &trap, 1))
    omenf_patches++;
  else
    atomic_store(&s->armed, false);
}

/* Each step only where the one before it was done. */
static bool traps(const struct omenf_site *s) {
  return is_jump(s) && *(volatile uint8_t *)s->address == trap;
}
static bool has_tail(const struct omenf_site *s, const uint8_t *bytes) {
  for (size_t i = 1; i < OMENF_JUMP; i++)
    if (((volatile uint8_t *)s->address)[i] != bytes[i]) return false;
  return true;
}

static void jump_tail(struct omenf_site *s) {
  if (traps(s)) put(memory, s, 1, s->jump + 1, OMENF_JUMP - 1);
}

static void jump_head(struct omenf_site *s) {
  if (traps(s) && has_tail(s, s->jump)) omenf_jumps += put(memory, s, 0, s->jump, 1);
}

void omenf_arm_all(void) {
  for_all(arm);
  for_all(jump_tail);
  for_all(jump_head);
}

static void no_jump_head(struct omenf_site *s) {
  if (leaves(s) && is_jump(s)) put(memory, s, 0, &trap, 1);
}

static void no_jump_tail(struct omenf_site *s) {
  if (leaves(s) && traps(s)) put(memory, s, 1, s->s->bytes + 1, OMENF_JUMP - 1);
}

static void disarm(struct omenf_site *s) {
  if (!leaves(s) || (s->stub && !has_tail(s, s->s->bytes))) return;
  if (put(memory, s, 0, s->s->bytes, 1)) atomic_store(&s->armed, false);
}

static void disarm_some(bool every) {
  bool any = false;
  all = every;
  for (uint32_t i = 0; i < omenf_sites.bound_n && !any; i++) any = leaves(omenf_sites.bound[i]);
  if (!any) return;
  for_all(no_jump_head);
  for_all(no_jump_tail);
  for_all(disarm);
  omenf_sites_unbind();
}

void omenf_disarm_all(void) { disarm_some(true); }
void omenf_disarm_unwatched(void) { disarm_some(false); }

void omenf_restore_all(void) {
  int fd = -1;
  for (uint32_t i = 0; i < omenf_sites.bound_n; i++) {
    struct omenf_site *s = omenf_sites.bound[i];
    if (!atomic_load(&s->armed)) continue;
    if (fd < 0) fd = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
    if (fd < 0) return; /* the sites still work, and tell nothing */
    if (put(fd, s, 0, s->s->bytes, s->s->length)) atomic_store(&s->armed, false);
  }
  if (fd >= 0) close(fd);
}
