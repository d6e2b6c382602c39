/* Opening files: see world.h. */
#include "runtime/world/contained.h"
#include "runtime/mode.h"
#include "runtime/world/world.h"
#include "runtime/world/world_card.h"
#include "runtime/rt.h"
#include "runtime/symbolic/outward.h"
#include "runtime/symbolic/symbolic.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/syscall.h>

struct opening {
  int dirfd;
  uint64_t path, flags, mode;
};

/* An input by another name: a file is opened once more; of a pipe it is said that this is not followed. */
static bool open_input(const struct opening *o, struct omrt_desc **out) {
  const struct omrt_desc *d = omrt_sym_on ? omrt_names_own((const char *)o->path) : NULL;
  if (d && d->source) omrt_sym_aliased();
  if (!d || d->kind != OMRT_D_FILE || !d->node->source) return false;
  *out = omrt_desc_new(OMRT_D_FILE, (int)o->flags);
  (*out)->node = d->node;
  return true;
}

/* What /proc shows of a process is made of its memory: /proc/self/mem, cmdline, environ. Where its parts lie
 * depends on no input. */
static bool shows_memory(const char *path) {
  bool own = !strncmp(path, "/proc/self/", 11) || !strncmp(path, "/proc/thread-self/", 18) ||
             (!strncmp(path, "/proc/", 6) && path[6] >= '0' && path[6] <= '9');
  const char *name = strrchr(path, '/');
  return own && strcmp(name, "/maps") != 0 && strcmp(name, "/exe") != 0;
}

static int64_t open_to(const struct opening *o, struct omrt_desc **out) {
  if (!o->path || OMRT_SYS2(SYS_access, o->path, 0) == -EFAULT) return -EFAULT;
  if (open_input(o, out)) return 0;
  if (omrt_sym_on && shows_memory((const char *)o->path))
    omrt_outward_unseen("a file that shows the memory of a process");
  return omrt_file_open(o->dirfd, (const char *)o->path, (int)o->flags, (uint32_t)o->mode, out);
}

static int64_t answer(struct opening o) {
  struct omrt_desc *d;
  int64_t bad = open_to(&o, &d), fd = bad ? bad : omrt_desc_open(d, 0);
  if (fd >= 0 && omrt_of_contained()) omrt_outside_opened(d, (int)fd);
  return fd;
}

/* The recorded run could open it: if that cannot be understood here, it leads to the outside. */
static void saw(struct opening o, int64_t fd) {
  struct omrt_desc *d;
  if (open_to(&o, &d)) d = omrt_outside_new((int)fd);
  if (d->kind == OMRT_D_OUTSIDE) d->recorded = (int)fd;
  omrt_desc_place((int)fd, d);
}

/* ---- calls ---- */

static struct opening by_open(const uint64_t a[6]) { return (struct opening){AT_FDCWD, a[0], a[1], a[2]}; }
static struct opening by_openat(const uint64_t a[6]) { return (struct opening){(int)a[0], a[1], a[2], a[3]}; }
static struct opening by_creat(const uint64_t a[6]) {
  return (struct opening){AT_FDCWD, a[0], O_CREAT | O_WRONLY | O_TRUNC, a[1]};
}
/* No path, where the kernel would say EFAULT. */
static struct opening by_openat2(const uint64_t a[6]) {
  const struct open_how *how = (void *)a[2];
  if (!omrt_readable(how, sizeof *how)) return (struct opening){0};
  return (struct opening){(int)a[0], a[1], how->flags, how->mode};
}

OMRT_ANSWER(open) { return answer(by_open(a)); }
OMRT_ANSWER(openat) { return answer(by_openat(a)); }
OMRT_ANSWER(openat2) { return answer(by_openat2(a)); }
OMRT_ANSWER(creat) { return answer(by_creat(a)); }
OMRT_SAW(open) { saw(by_open(a), ret); }
OMRT_SAW(openat) { saw(by_openat(a), ret); }
OMRT_SAW(openat2) { saw(by_openat2(a), ret); }
OMRT_SAW(creat) { saw(by_creat(a), ret); }

OMRT_ANSWER(memfd_create) {
  struct omrt_desc *d = omrt_desc_new(OMRT_D_FILE, O_RDWR | (a[1] & 1 /* MFD_CLOEXEC */ ? O_CLOEXEC : 0));
  d->node = omrt_node_new(S_IFREG | 0777);
  d->node->st.st_nlink = 0;
  return omrt_desc_open(d, 0);
}
