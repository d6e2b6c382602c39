/* What is done by name, as lines of output: the race may decide over it as over anything that is written.
 * Names stand there as the program gave them. */
#include "record/rawout.h"
#include "runtime/world/answers.h"
#include "runtime/world/world.h"
#include "runtime/rt.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

enum { FD = 1, PATH, NUMBER, OPEN_FLAGS, OPEN_HOW, MODE };
static struct {
  int nr;
  const char *name;
  uint8_t args[5]; /* what each argument is; 0: of no interest */
} const effects[] = {
    {SYS_open, "open to write", {PATH, OPEN_FLAGS}},
    {SYS_openat, "open to write", {FD, PATH, OPEN_FLAGS}},
    {SYS_openat2, "open to write", {FD, PATH, OPEN_HOW}},
    {SYS_creat, "create", {PATH}},
    {SYS_unlink, "unlink", {PATH}},
    {SYS_unlinkat, "unlink", {FD, PATH}},
    {SYS_rmdir, "rmdir", {PATH}},
    {SYS_mkdir, "mkdir", {PATH, MODE}},
    {SYS_mkdirat, "mkdir", {FD, PATH, MODE}},
    {SYS_mknod, "mknod", {PATH, MODE}},
    {SYS_mknodat, "mknod", {FD, PATH, MODE}},
    {SYS_rename, "rename", {PATH, PATH}},
    {SYS_renameat, "rename", {FD, PATH, FD, PATH}},
    {SYS_renameat2, "rename", {FD, PATH, FD, PATH, NUMBER}},
    {SYS_link, "link", {PATH, PATH}},
    {SYS_linkat, "link", {FD, PATH, FD, PATH}},
    {SYS_symlink, "symlink", {PATH, PATH}},
    {SYS_symlinkat, "symlink", {PATH, FD, PATH}},
    {SYS_truncate, "truncate", {PATH, NUMBER}},
    {SYS_ftruncate, "truncate", {FD, NUMBER}},
    {SYS_chmod, "chmod", {PATH, MODE}},
    {SYS_fchmod, "chmod", {FD, MODE}},
    {SYS_fchmodat, "chmod", {FD, PATH, MODE}},
    {SYS_chown, "chown", {PATH, NUMBER, NUMBER}},
    {SYS_lchown, "chown", {PATH, NUMBER, NUMBER}},
    {SYS_fchown, "chown", {FD, NUMBER, NUMBER}},
    {SYS_fchownat, "chown", {FD, PATH, NUMBER, NUMBER}},
    {SYS_utimensat, "set times of", {FD, PATH}},
    {SYS_setxattr, "setxattr", {PATH, PATH}},
    {SYS_lsetxattr, "setxattr", {PATH, PATH}},
    {SYS_removexattr, "removexattr", {PATH, PATH}},
    {SYS_mount, "mount", {PATH, PATH}},
    {SYS_umount2, "umount", {PATH}},
    {SYS_kill, "kill", {NUMBER, NUMBER}},
    {SYS_tgkill, "kill", {NUMBER, 0, NUMBER}},
    {SYS_execve, "exec", {PATH}},
    {SYS_execveat, "exec", {FD, PATH}},
    {SYS_fork, "fork", {0}},
    {SYS_vfork, "fork", {0}},
    {SYS_clone, "fork", {0}},
};

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

/* False: the call is none, or the kernel would refuse it. */
static bool add(int kind, uint64_t arg) {
  long found;
  switch (kind) {
  case FD: folder(arg); return true;
  case PATH:
    found = arg ? OMRT_SYS2(SYS_access, arg, 0) : -EFAULT;
    if (found == -EFAULT || found == -ENAMETOOLONG) return false; /* where it ends nobody knows */
    word((const char *)arg);
    return true;
  case NUMBER: number("%ld", arg); return true;
  case MODE: {
    char digits[5] = {'0' + (char)(arg >> 9 & 7), '0' + (char)(arg >> 6 & 7), '0' + (char)(arg >> 3 & 7),
                      '0' + (char)(arg & 7)};
    word(digits);
    return true;
  }
  case OPEN_FLAGS: return writes(arg);
  case OPEN_HOW: return omrt_readable((void *)arg, 8) && writes(*(uint64_t *)arg);
  }
  return true;
}

void omrt_capture_effect(int nr, const uint64_t a[6]) {
  for (size_t i = 0; i < sizeof effects / sizeof *effects; i++) {
    if (effects[i].nr != nr) continue;
    used = 0;
    word(effects[i].name);
    for (int k = 0; k < 5; k++)
      if (!add(effects[i].args[k], a[k])) return;
    line[used - 1] = '\n';
    omrt_capture(nr, OMEN_EFFECTS_FD, line, used);
    return;
  }
}
