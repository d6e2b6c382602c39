/* See prepare.h. Every variant is made by a process of its own, which dies with this one. */
#include "triage/prepare.h"
#include "build/bitcode.h"
#include "build/variant.h"
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A test suite has hundreds of programs; a folder with more is no build folder, but somebody's home. */
enum { MOST = 2000, DEEPEST = 12 };

struct programs {
  char **path;
  size_t n, capacity;
};

/* ---- finding them ---- */

static bool begins_as_elf(const char *path) {
  char head[4];
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  bool is = fd >= 0 && read(fd, head, sizeof head) == sizeof head && !memcmp(head, "\177ELF", sizeof head);
  if (fd >= 0) close(fd);
  return is;
}

static bool is_program(const FTSENT *e) {
  struct omen_elf elf = {0};
  if (e->fts_info != FTS_F || !(e->fts_statp->st_mode & S_IXUSR) || !begins_as_elf(e->fts_accpath))
    return false;
  bool is =
      !omen_elf_read(e->fts_accpath, false, &elf, NULL) && elf.noted && elf.is_executable_kind && !elf.shared;
  omen_elf_release(&elf);
  return is;
}

static bool has(const char *folder, const char *name) {
  char *path = omen_format("%s/%s", folder, name);
  bool is = omen_file_exists(path);
  free(path);
  return is;
}

/* Recordings, the cache, and what tools hide. */
static bool is_passed_over(const FTSENT *e, const struct stat *cache) {
  if (e->fts_info != FTS_D || e->fts_level == 0) return false;
  bool cached =
      cache->st_ino && cache->st_ino == e->fts_statp->st_ino && cache->st_dev == e->fts_statp->st_dev;
  return cached || e->fts_name[0] == '.' || e->fts_level > DEEPEST || has(e->fts_accpath, "manifest.json") ||
         has(e->fts_accpath, "campaign.json");
}

static void find(const char *folder, struct programs *all) {
  char *start[] = {(char *)folder, NULL}, *kept = omen_cache_folder(NULL);
  struct stat cache = {0};
  if (kept && stat(kept, &cache)) cache = (struct stat){0};
  FTS *tree = fts_open(start, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL);
  for (FTSENT *e; tree && all->n < MOST && (e = fts_read(tree));) {
    if (is_passed_over(e, &cache)) fts_set(tree, e, FTS_SKIP);
    if (!is_program(e)) continue;
    OMEN_GROW(all->path, all->n, all->capacity);
    all->path[all->n++] = omen_xstrdup(e->fts_path);
  }
  if (tree) fts_close(tree);
  free(kept);
}

/* ---- making the variants ---- */

static _Noreturn void make(const char *path, pid_t parent) {
  struct omen_variant variant = {0};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  _exit(omen_variant_get(path, OMEN_VARIANT_EXACT, &variant, NULL) != 0);
}

static void reap(void) {
  while (wait(NULL) < 0 && errno == EINTR) continue;
}

size_t omen_prepare_below(const char *folder, unsigned jobs, struct omen_progress *progress) {
  struct programs all = {0};
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  unsigned most = jobs ? jobs : processors > 0 ? (unsigned)processors : 1, running = 0;
  pid_t us = getpid();
  find(folder, &all);
  for (size_t i = 0; i < all.n; i++) {
    char *line = omen_format("%zu of %zu programs: %s", i + 1, all.n, all.path[i]);
    omen_progress_say(progress, line);
    free(line);
    if (running == most) reap();
    running -= running == most;
    fflush(NULL);
    pid_t pid = fork();
    if (!pid) make(all.path[i], us);
    running += pid > 0;
  }
  for (; running; running--) reap();
  for (size_t i = 0; i < all.n; i++) free(all.path[i]);
  free(all.path);
  return all.n;
}
