/* What is done by name, as lines of output: the race may decide over it as over anything that is written.
 * Names stand there as the program gave them. */
#include "record/rawout.h"
#include "runtime/world/answers.h"
#include "runtime/world/world.h"
#include "runtime/world/world_card.h"
#include "runtime/rt.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

static bool writes(uint64_t flags) { return flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC); }

static char line[3 * OMRT_MAX_PATH];
static size_t used;
static void word(const char *w) {
  while (*w && used + 2 < sizeof line) line[used++] = *w++;
  if (used < sizeof line) line[used++] = ' ';
}
static void number(const char *format, uint64_t v) {
  char text[32];
  omrt_fmt(text, sizeof text, format, v);
  word(text);
}

/* A descriptor says what a name is relative to; its number would be the schedule's doing, its path is not. */
static void folder(uint64_t fd) {
  static char path[OMRT_MAX_PATH];
  struct omrt_desc *d = omrt_desc_at((uint32_t)fd);
  if ((int)fd == AT_FDCWD || !d || d->kind != OMRT_D_DIR) return;
  if (omrt_tree_path(d->node, path, sizeof path) > 0) word(path);
}

/* False: the call is none, or the kernel would refuse it. The letters: syscall/table.def. */
static bool add(char kind, uint64_t arg) {
  long found;
  switch (kind) {
  case 'd': folder(arg); return true;
  case 'p':
    found = arg ? OMRT_SYS2(SYS_access, arg, 0) : -EFAULT;
    if (found == -EFAULT || found == -ENAMETOOLONG) return false; /* where it ends nobody knows */
    word((const char *)arg);
    return true;
  case 'n': number("%ld", arg); return true;
  case 'm': {
    char digits[5] = {'0' + (char)(arg >> 9 & 7), '0' + (char)(arg >> 6 & 7), '0' + (char)(arg >> 3 & 7),
                      '0' + (char)(arg & 7)};
    word(digits);
    return true;
  }
  case 'f': return writes(arg);
  case 'h': return omrt_readable((void *)arg, 8) && writes(*(uint64_t *)arg);
  }
  return true;
}

void omrt_capture_effect(int nr, const uint64_t a[6]) {
  const struct omrt_world_card *c = omrt_world_card(nr);
  if (!c->effect.name) return;
  used = 0;
  word(c->effect.name);
  for (int k = 0; c->effect.args[k]; k++)
    if (!add(c->effect.args[k], a[k])) return;
  line[used - 1] = '\n';
  omrt_capture(nr, OMEN_EFFECTS_FD, line, used);
}
