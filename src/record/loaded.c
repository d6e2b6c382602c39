/* What the dynamic linker loads at a program's start: see loaded.h. The linker itself is asked (as ldd does:
 * LD_TRACE_LOADED_OBJECTS), since it alone knows what RPATH, RUNPATH, LD_LIBRARY_PATH, the processor's own
 * folders and the cache come to. It prints the libraries in the order in which it searches them for symbols,
 * which is the order that LD_PRELOAD makes, too. */
#include "record/loaded.h"
#include "record/launch.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Through this name the variant finds what lies in the recording's lib/, which is checked with the recording.
 */
static bool of_recording(const char *name) {
  char folder[32];
  int n = snprintf(folder, sizeof folder, "/proc/self/fd/%d/", OMEN_LIBRARY_FD);
  return !strncmp(name, folder, (size_t)n);
}

/* Relative names (LD_LIBRARY_PATH=.) are so from the folder in which the program is started. */
static char *path_of(const struct omen_manifest *m, const char *name) {
  return *name == '/' ? omen_xstrdup(name) : omen_format("%s/%s", m->cwd, name);
}

/* ---- asking ---- */

static char **with(char *const *env, char *more) {
  size_t n = 0;
  while (env[n]) n++;
  char **all = omen_xcalloc(n + 2, sizeof *all);
  memcpy(all, env, n * sizeof *all);
  all[n] = more;
  return all;
}

/* What it writes to standard output goes through the pipe. */
static _Noreturn void ask(const struct omen_manifest *m, const struct omen_start_files *f, int out,
                          char **env) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (null < 0 || dup2(null, 0) < 0 || dup2(null, 2) < 0 || dup2(out, 1) < 0 || chdir(m->cwd)) _exit(1);
  int program = fcntl(f->program, F_DUPFD_CLOEXEC, 210), library = fcntl(f->library, F_DUPFD_CLOEXEC, 210);
  if (dup3(program, OMEN_PROGRAM_FD, O_CLOEXEC) < 0 || dup2(library, OMEN_LIBRARY_FD) < 0) _exit(1);
  fexecve(OMEN_PROGRAM_FD, m->argv, env);
  _exit(1);
}

static int read_all(int fd, struct omen_buf *out) {
  char block[4096];
  ssize_t n;
  while ((n = read(fd, block, sizeof block)) > 0 || (n < 0 && errno == EINTR))
    if (n > 0) omen_buf_add(out, block, (size_t)n);
  return n < 0 ? -1 : 0;
}

/* The linker's list; -1: there is none. */
static int ask_linker(const struct omen_manifest *m, const struct omen_start_files *f,
                      struct omen_buf *list) {
  int through[2], status = -1;
  if (pipe2(through, O_CLOEXEC)) return -1;
  char trace[] = "LD_TRACE_LOADED_OBJECTS=1", **env = with(m->env, trace);
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) ask(m, f, through[1], env);
  close(through[1]);
  int result = pid < 0 ? -1 : read_all(through[0], list);
  close(through[0]);
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  free(env);
  return result || !WIFEXITED(status) || WEXITSTATUS(status) ? -1 : 0;
}

/* ---- its answer ---- */

/* A line is "\tlibm.so.6 => /lib/libm.so.6 (0x...)", or has the one name that it was asked for by. NULL where
 * it has no file of its own: the vDSO, or "not found". */
static char *name_in(char *line) {
  char *arrow = strstr(line, " => "), *name = arrow ? arrow + 4 : line + 1, *end = strstr(name, " (0x");
  if (*line != '\t' || !end) return NULL;
  *end = 0;
  return strchr(name, '/') ? name : NULL;
}

static bool is_vdso(const char *line) { return !strncmp(line, "\tlinux-vdso.so", 14); }

/* LD_PRELOAD has no way to write these. */
static bool can_be_named(const char *name) { return !strpbrk(name, " :$"); }

static bool take(struct omen_manifest *m, char *line) {
  if (is_vdso(line)) return true;
  const char *name = name_in(line);
  if (!name || !can_be_named(name)) return false;
  struct omen_manifest_library l = {.name = omen_xstrdup(name)};
  char *path = path_of(m, name);
  bool known = of_recording(name) ? (l.id = omen_xstrdup("")) != NULL : !omen_library_identify(path, &l);
  free(path);
  OMEN_GROW(m->loaded, m->nloaded, m->cloaded);
  m->loaded[m->nloaded++] = l;
  return known;
}

void omen_loaded_find(struct omen_recording *r) {
  struct omen_manifest *m = &r->manifest;
  struct omen_start_files f;
  struct omen_buf list = {0};
  bool all = !omen_start_files_open(r, &f, NULL) && !ask_linker(m, &f, &list);
  omen_start_files_close(&f);
  char *rest = list.data, *line;
  /* Behind an empty line LD_VERBOSE has more. */
  while (all && rest && (line = strsep(&rest, "\n")) && *line) all = take(m, line);
  omen_buf_release(&list);
  if (!all) omen_manifest_forget_loaded(m);
}

/* ---- using it ---- */

char **omen_loaded_environment(const struct omen_manifest *m, char **added) {
  struct omen_buf text = {0};
  *added = NULL;
  if (!m->nloaded) return NULL;
  omen_buf_adds(&text, OMEN_PRELOAD);
  for (size_t i = 0; i < m->nloaded; i++) omen_buf_addf(&text, i ? ":%s" : "%s", m->loaded[i].name);
  *added = text.data;
  return with(m->env, text.data);
}

int omen_loaded_check(const struct omen_recording *r, struct omen_err *err) {
  const struct omen_manifest *m = &r->manifest;
  int result = 0;
  for (size_t i = 0; !result && i < m->nloaded; i++) {
    if (of_recording(m->loaded[i].name)) continue;
    char *path = path_of(m, m->loaded[i].name);
    if (!omen_library_same(path, &m->loaded[i]))
      result = omen_fail(err, "%s: cannot be replayed: %s %s: record the program again", r->dir, path,
                         omen_file_exists(path) ? "is not the library that it was recorded with"
                                                : "is gone, which it was recorded with");
    free(path);
  }
  return result;
}
