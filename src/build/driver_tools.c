/* Argument lists, finding the toolchain, running its commands: see driver.h. */
#include "build/driver.h"
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define LLVM_FOLDER "/usr/lib/llvm-19/bin"

static void args_take(struct omen_args *a, char *s) {
  if (a->n + 1 >= a->cap) {
    a->cap = a->cap ? a->cap * 2 : 32;
    a->v = omen_xrealloc(a->v, a->cap * sizeof *a->v);
  }
  a->v[a->n++] = s;
  a->v[a->n] = NULL;
}

void omen_args_add(struct omen_args *a, const char *s) { args_take(a, omen_xstrdup(s)); }

void omen_args_addf(struct omen_args *a, const char *fmt, ...) {
  char *s = NULL;
  va_list ap;
  va_start(ap, fmt);
  if (vasprintf(&s, fmt, ap) < 0) omen_die(OMEN_EXIT_FAILED, "out of memory");
  va_end(ap);
  args_take(a, s);
}

void omen_args_release(struct omen_args *a) {
  for (size_t i = 0; i < a->n; i++) free(a->v[i]);
  free(a->v);
  *a = (struct omen_args){0};
}

/* One argument of a response file: blanks separate, quotes and backslashes protect. */
static const char *response_word(const char *s, struct omen_buf *word) {
  char quote = 0;
  for (; *s && (quote || !strchr(" \t\r\n\f\v", *s)); s++) {
    if (*s == '\\' && s[1])
      omen_buf_add(word, ++s, 1);
    else if (quote ? *s == quote : *s == '"' || *s == '\'')
      quote = quote ? 0 : *s;
    else
      omen_buf_add(word, s, 1);
  }
  return s;
}

static void expand(struct omen_args *a, const char *arg, int depth) {
  struct omen_buf text = {0};
  if (*arg != '@' || depth > 16 || omen_file_read(arg + 1, &text, NULL)) {
    omen_args_add(a, arg);
    omen_buf_release(&text);
    return;
  }
  for (const char *s = text.data; *(s += strspn(s, " \t\r\n\f\v"));) {
    struct omen_buf word = {0};
    s = response_word(s, &word);
    expand(a, word.data ? word.data : "", depth + 1);
    omen_buf_release(&word);
  }
  omen_buf_release(&text);
}

void omen_args_expand(struct omen_args *a, int argc, char **argv) {
  for (int i = 0; i < argc; i++) expand(a, argv[i], 0);
}

static bool is_program(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

static char *find_in(const char *folders, const char *name) {
  for (const char *s = folders; s && *s;) {
    size_t n = strcspn(s, ":");
    char *path = omen_format("%.*s/%s", n ? (int)n : 1, n ? s : ".", name);
    if (is_program(path)) return path;
    free(path);
    s += n + (s[n] == ':');
  }
  return NULL;
}

char *omen_tool_find(const char *name) {
  char *path = find_in(getenv("PATH"), name);
  size_t n = strlen(name);
  if (path || n < 4 || strcmp(name + n - 3, "-19")) return path;
  char *bare = omen_xstrndup(name, n - 3);
  path = find_in(LLVM_FOLDER, bare);
  free(bare);
  return path;
}

char *omen_tool_home(struct omen_err *err) {
  static const char *const under[] = {"lib/omen", "lib64/omen", "lib/x86_64-linux-gnu/omen"};
  char self[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n <= 0) {
    omen_fail(err, "/proc/self/exe: %s", strerror(errno));
    return NULL;
  }
  self[n] = 0;
  char *root = dirname(dirname(self));
  for (size_t i = 0; i < sizeof under / sizeof *under; i++) {
    char *home = omen_format("%s/%s", root, under[i]);
    if (omen_file_exists(home)) return home;
    free(home);
  }
  omen_fail(err, "this installation of omen is incomplete: %s/lib/omen is missing", root);
  return NULL;
}

/* --- running commands --- */

static void become(char *const argv[], int out, int errors) {
  if (out >= 0) dup2(out, 1);
  if (errors >= 0) dup2(errors, 2);
  if (out >= 0 || errors >= 0) {
    int null = open("/dev/null", O_RDONLY);
    if (null >= 0) dup2(null, 0);
  }
  execv(argv[0], argv);
  _exit(errno == ENOENT ? 127 : 126);
}

/* Reads both pipes until both are closed. */
static void drain(int fd[2], struct omen_buf *buf[2]) {
  char chunk[16384];
  while (fd[0] >= 0 || fd[1] >= 0) {
    struct pollfd p[2] = {{.fd = fd[0], .events = POLLIN}, {.fd = fd[1], .events = POLLIN}};
    if (poll(p, 2, -1) < 0 && errno != EINTR) break;
    for (int i = 0; i < 2; i++) {
      if (fd[i] < 0 || !p[i].revents) continue;
      ssize_t n = read(fd[i], chunk, sizeof chunk);
      if (n > 0) omen_buf_add(buf[i], chunk, (size_t)n);
      if (n == 0 || (n < 0 && errno != EINTR)) {
        close(fd[i]);
        fd[i] = -1;
      }
    }
  }
}

int omen_tool_run(char *const argv[], struct omen_buf *out, struct omen_buf *errors, struct omen_err *err) {
  struct omen_buf *buf[2] = {out, errors};
  int rd[2] = {-1, -1}, wr[2] = {-1, -1};
  for (int i = 0; i < 2; i++) {
    int p[2];
    if (!buf[i]) continue;
    if (pipe2(p, O_CLOEXEC)) omen_die(OMEN_EXIT_FAILED, "cannot make a pipe: %s", strerror(errno));
    rd[i] = p[0];
    wr[i] = p[1];
  }
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) become(argv, wr[0], wr[1]);
  for (int i = 0; i < 2; i++)
    if (wr[i] >= 0) close(wr[i]);
  if (pid < 0) {
    for (int i = 0; i < 2; i++)
      if (rd[i] >= 0) close(rd[i]);
    return omen_fail(err, "cannot start %s: %s", argv[0], strerror(errno));
  }
  drain(rd, buf);
  int status;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return omen_fail(err, "cannot wait for %s: %s", argv[0], strerror(errno));
  if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
  int code = WEXITSTATUS(status);
  if (code == 127) return omen_fail(err, "cannot start %s", argv[0]);
  return code;
}
