/* The lists of libraries, and having the command add to them: see libraries.h. */
#include "runtime/syscall/libraries.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/outcome_write.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

enum { FIELDS = 8, NUMBERS = 5, SECOND = 1 << 20, PATH = 1100, NOTED = 256 };

struct entry {
  const char *name, *path, *why; /* name NULL: it goes in as it is */
  uint64_t number[NUMBERS];      /* device, inode, size, seconds, nanoseconds */
};
static struct list {
  char *text;
  uint64_t len;
  struct entry *v;
  int n, cap;
} list[2];

static const char *folder_of(int i) { return i ? omrt_config->dir : omrt_config->recording; }
static int lists(void) { return strcmp(omrt_config->dir, omrt_config->recording) ? 2 : 1; }

/* ---- reading ---- */

static char *read_all(const char *path, uint64_t *len) {
  struct stat st;
  long fd = OMRT_SYS4(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  *len = 0;
  if (fd < 0) return NULL;
  uint64_t size = OMRT_SYS2(SYS_fstat, fd, &st) ? 0 : (uint64_t)st.st_size;
  char *text = omrt_alloc(size + 1);
  for (long n; *len < size && (n = OMRT_SYS3(SYS_read, fd, text + *len, size - *len)) > 0;)
    *len += (uint64_t)n;
  text[*len] = 0;
  OMRT_SYS1(SYS_close, fd);
  return text;
}

static void take_line(struct list *l, char *line) {
  char *field[FIELDS] = {0};
  for (int i = 0; i < FIELDS && line; i++) {
    field[i] = line;
    line = strchr(line, '\t');
    if (line) *line++ = 0;
  }
  if (!field[FIELDS - 1]) return;
  if (l->n == l->cap) {
    int cap = l->cap ? 2 * l->cap : 64;
    struct entry *more = omrt_alloc((size_t)cap * sizeof *more);
    if (l->n) memcpy(more, l->v, (size_t)l->n * sizeof *more);
    omrt_free(l->v, (size_t)l->cap * sizeof *more);
    l->v = more;
    l->cap = cap;
  }
  struct entry *e = &l->v[l->n++];
  *e = (struct entry){strcmp(field[0], "-") ? field[0] : NULL, field[NUMBERS + 1], field[NUMBERS + 2], {0}};
  for (int i = 0; i < NUMBERS; i++)
    for (const char *s = field[i + 1]; *s >= '0' && *s <= '9'; s++)
      e->number[i] = e->number[i] * 10 + (uint64_t)(*s - '0');
}

static void read_list(int i) {
  struct list *l = &list[i];
  char path[PATH];
  omrt_fmt(path, sizeof path, "%s/libraries", folder_of(i));
  omrt_free(l->text, l->len + 1);
  l->text = read_all(path, &l->len);
  l->n = 0;
  for (char *line = l->text, *end; line && (end = strchr(line, '\n')); line = end + 1) {
    *end = 0;
    take_line(l, line);
  }
}

static const struct entry *entry(int64_t library) {
  int i = library >= SECOND;
  int64_t at = library - 1 - (i ? SECOND : 0);
  if (library > 0 && at >= list[i].n) read_list(i);
  return library > 0 && at < list[i].n ? &list[i].v[at] : NULL;
}

static bool same(const struct entry *e, const char *path, const struct stat *st) {
  if (strcmp(e->path, path)) return false;
  /* A world in memory is that of the recorded run: the file under that name is the one it had. */
  if (omrt_mode.world) return true;
  return e->number[0] == st->st_dev && e->number[1] == st->st_ino && e->number[2] == (uint64_t)st->st_size &&
         e->number[3] == (uint64_t)st->st_mtim.tv_sec && e->number[4] == (uint64_t)st->st_mtim.tv_nsec;
}

int64_t omrt_libraries_find(const char *path, const struct stat *st) {
  for (int i = 0; i < lists(); i++) {
    read_list(i);
    for (int k = list[i].n; k-- > 0;)
      if (same(&list[i].v[k], path, st)) return (i ? SECOND : 0) + k + 1;
  }
  return 0;
}

bool omrt_libraries_has(int64_t library) {
  const struct entry *e = entry(library);
  return e && e->name;
}

const char *omrt_libraries_why(int64_t library) {
  const struct entry *e = entry(library);
  return e && e->name ? NULL : e ? e->why : "it is not listed";
}

static bool file_of(int64_t library, char *path, size_t size) {
  const struct entry *e = entry(library);
  if (!e || !e->name) return false;
  return (size_t)omrt_fmt(path, size, "%s/lib/%s", folder_of(library >= SECOND), e->name) < size - 1;
}

long omrt_libraries_open(int64_t library) {
  char path[PATH];
  if (!file_of(library, path, sizeof path)) return -ENOENT;
  return OMRT_SYS4(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
}

void omrt_libraries_map(uint64_t lo, uint64_t hi, uint64_t offset, int64_t library) {
  char path[PATH] = "";
  file_of(library, path, sizeof path);
  omrt_line_map(lo, hi, offset, path);
}

void omrt_libraries_note(const char *path, int64_t library, const char *why) {
  static int64_t said[NOTED];
  static int n;
  for (int i = 0; i < n; i++)
    if (said[i] == library && library) return;
  if (n < NOTED) said[n++] = library;
  omrt_note("%s is not analysed: %s", path, why);
}

/* ---- having one made ---- */

static char **environment;

void omrt_libraries_environment(char **envp) {
  size_t n = 0, bytes = 0;
  for (; envp[n]; n++) bytes += strlen(envp[n]) + 1;
  environment = omrt_alloc((n + 1) * sizeof *environment);
  char *text = omrt_alloc(bytes + 1);
  for (size_t i = 0; i < n; i++) {
    environment[i] = text;
    size_t len = strlen(envp[i]) + 1;
    memcpy(text, envp[i], len);
    text += len;
  }
}

/* In a copy of the process: raw calls only, and then it is the command. */
static _Noreturn void become(const char *path) {
  const char *kind = omrt_config->flags & OMEN_FLAG_EXPRESSIONS ? "symbolic"
                     : omrt_config->flags & OMEN_FLAG_EXACT     ? "exact"
                                                                : "analysis";
  const char *argv[] = {"omen-library", omrt_config->dir, kind, path, NULL};
  uint64_t none = 0;
  OMRT_SYS2(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  OMRT_SYS2(SYS_prctl, PR_SET_TSC, PR_TSC_ENABLE);
  long null = OMRT_SYS4(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR, 0);
  OMRT_SYS3(SYS_dup3, null, 0, 0);
  OMRT_SYS3(SYS_dup3, null, 1, 0);
  OMRT_SYS3(SYS_close_range, 3, ~0u, 0);
  OMRT_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &none, 0, 8);
  OMRT_SYS3(SYS_execve, omrt_config->command, argv, environment);
  for (;;) OMRT_SYS1(SYS_exit_group, 127);
}

static int64_t now(void) {
  struct timespec ts = {0};
  OMRT_SYS2(SYS_clock_gettime, CLOCK_MONOTONIC, &ts);
  return ts.tv_sec * 1000000000ll + ts.tv_nsec;
}

/* No signal tells of its end, and the program cannot wait for it. */
void omrt_libraries_make(const char *path) {
  if (!omrt_config->command[0]) return;
  int64_t start = now();
  omrt_out_flush(&omrt_outcome);
  long pid = OMRT_SYS4(SYS_clone, CLONE_VFORK, 0, 0, 0), got;
  if (!pid) become(path);
  if (pid < 0) return;
  while ((got = OMRT_SYS4(SYS_wait4, pid, 0, __WALL, 0)) == -EINTR) continue;
  if (!omrt_mode.world) omrt_time_skip(start - now()); /* for the program it took no time */
}
