/* Sites on and off: their first byte becomes int3, and itself again. One byte is written at a time, which
 * every thread sees as a whole: either the instruction or the trap. Written through /proc/self/mem, so that
 * no page of code is ever writable; membarrier(SYNC_CORE) makes all processors fetch it anew. */
#include "field/client/client.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *omenf_patch_why;

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

void omenf_patch_sync(void) { syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0); }

static bool put(int fd, const struct omenf_site *s, uint8_t byte) {
  return pwrite(fd, &byte, 1, (off_t)s->address) == 1 && *(volatile uint8_t *)s->address == byte;
}

bool omenf_arm(struct omenf_site *s) {
  if (!s->address || atomic_load(&s->armed)) return false;
  if (*(volatile uint8_t *)s->address != s->s->bytes[0]) return false; /* somebody else's breakpoint */
  if (!put(memory, s, 0xcc)) {
    omenf_patch_why = "code cannot be written";
    return false;
  }
  atomic_store(&s->armed, true);
  return true;
}

void omenf_disarm(struct omenf_site *s) {
  if (!atomic_load(&s->armed)) return;
  if (put(memory, s, s->s->bytes[0])) atomic_store(&s->armed, false);
}

void omenf_restore_all(void) {
  int fd = -1;
  for (uint32_t i = 0; i < omenf_sites.header->sites; i++) {
    struct omenf_site *s = &omenf_sites.live[i];
    if (!atomic_load(&s->armed)) continue;
    if (fd < 0) fd = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
    if (fd < 0) return; /* the sites still work, and tell nothing */
    if (put(fd, s, s->s->bytes[0])) atomic_store(&s->armed, false);
  }
  if (fd >= 0) close(fd);
}
