/* The inputs that a recorded run had: see inputs.h. Arguments and environment are in the manifest; what was
 * read is in the log; what was in a file at the start is in `before` if the run changed it, else it is still
 * there. */
#include "record/files_before.h"
#include "record/inputs.h"
#include "record/logged.h"
#include "record/recording.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* How long it may become, as a rule. */
static size_t room_of_string(size_t len) {
  return len + OMEN_INPUT_ROOM / 2 < OMEN_INPUT_ROOM ? OMEN_INPUT_ROOM : len + OMEN_INPUT_ROOM / 2;
}
static size_t room_of_bytes(size_t len) { return len + 64; }

/* ---- arguments, environment ---- */

static void add_arguments(const struct omen_recording *base, struct omen_inputs *out) {
  char *const *argv = base->manifest.argv;
  uint32_t n = 0;
  while (argv[n]) n++;
  omen_inputs_add(out, OMEN_INPUT_ARGC, "", &n, sizeof n, sizeof n, true);
  for (uint32_t i = 1; i < n; i++) {
    char name[16];
    snprintf(name, sizeof name, "%u", i);
    omen_inputs_add(out, OMEN_INPUT_ARGV, name, argv[i], strlen(argv[i]), room_of_string(strlen(argv[i])),
                    true);
  }
}

static int add_variable(const struct omen_recording *base, const char *name, struct omen_inputs *out,
                        struct omen_err *err) {
  size_t n = strlen(name);
  const char *value = NULL;
  if (!n || strchr(name, '=')) return omen_fail(err, "env:%s: not the name of an environment variable", name);
  for (char *const *e = base->manifest.env; *e; e++)
    if (!strncmp(*e, name, n) && (*e)[n] == '=') value = *e + n + 1;
  size_t len = value ? strlen(value) : 0;
  omen_inputs_add(out, OMEN_INPUT_ENV, name, value, len, value ? room_of_string(len) : 0, true);
  return 0;
}

/* ---- standard input ---- */

static int read_log(const struct omen_recording *base, struct omen_buf *text, struct omen_log_reader *r,
                    struct omen_err *err) {
  const char *name = base->manifest.flags & OMEN_FLAG_CONTAINED ? "base.log" : "log";
  char *path = omen_format("%s/%s", base->dir, name);
  int result = omen_file_read(path, text, err);
  if (!result && !omen_log_open(r, text->data, text->len)) result = omen_fail(err, "%s: damaged", path);
  free(path);
  return result;
}

static bool reads(int nr) {
  return nr == SYS_read || nr == SYS_readv || nr == SYS_recvfrom || nr == SYS_recvmsg;
}
static bool replaces(const struct omen_log_record *c) { /* descriptor 0 is another, or none, from there on */
  return (c->nr == SYS_close && c->a0 == 0 && !c->ret) ||
         ((c->nr == SYS_dup2 || c->nr == SYS_dup3) && c->ret == 0 && c->a0 != 0);
}

/* As read, at the place in it where it was read. */
static void put_at(struct omen_buf *all, size_t at, struct omen_log_record *c) {
  const uint8_t *data;
  size_t len, left = (size_t)c->ret;
  static const char zero;
  while (left && omen_log_next_piece(&c->pieces, &data, &len)) {
    if (len > left) len = left;
    left -= len;
    while (all->len < at) omen_buf_add(all, &zero, 1);
    size_t over = all->len - at < len ? all->len - at : len;
    memcpy(all->data + at, data, over);
    omen_buf_add(all, data + over, len - over);
    at += len;
  }
}

bool omen_inputs_stdin_is_file(void) {
  struct stat st;
  return !fstat(0, &st) && S_ISREG(st.st_mode) && st.st_size <= OMEN_INPUT_LONGEST && !lseek(0, 0, SEEK_CUR);
}

static char *kept_path(const char *dir) { return omen_format("%s/stdin", dir); }

void omen_inputs_keep_stdin(const char *dir) {
  struct omen_buf all = {0};
  struct omen_err err = {0};
  char part[1 << 16], *path = kept_path(dir);
  ssize_t n;
  omen_buf_adds(&all, "");
  while (all.len <= OMEN_INPUT_LONGEST && (n = pread(0, part, sizeof part, (off_t)all.len)) > 0)
    omen_buf_add(&all, part, (size_t)n);
  if (omen_file_save(path, all.data, all.len, &err)) omen_warn("%s", err.msg);
  omen_buf_release(&all);
  free(path);
}

/* The whole file; what the log has is as much as was read. */
static bool add_kept_stdin(const struct omen_recording *base, struct omen_inputs *out) {
  struct omen_buf all = {0};
  char *path = kept_path(base->dir);
  bool there = !access(path, R_OK) && !omen_file_read(path, &all, NULL) && all.len <= OMEN_INPUT_LONGEST;
  if (there)
    omen_inputs_add(out, OMEN_INPUT_STDIN, OMEN_INPUT_IS_FILE, all.data, all.len, room_of_bytes(all.len),
                    true);
  omen_buf_release(&all);
  free(path);
  return there;
}

static int add_stdin(const struct omen_recording *base, struct omen_inputs *out, struct omen_err *err) {
  struct omen_buf text = {0}, all = {0};
  struct omen_log_reader r;
  struct omen_log_record c;
  size_t at = 0;
  if (add_kept_stdin(base, out)) return 0;
  int result = read_log(base, &text, &r, err);
  omen_buf_adds(&all, "");
  while (!result && omen_log_next_call(&r, &c) && !replaces(&c)) {
    if (c.a0 != 0 || c.ret < 0 || (uint64_t)c.ret > OMEN_INPUT_LONGEST) continue;
    if (c.nr == SYS_lseek) at = (size_t)c.ret;
    if (!reads(c.nr)) continue;
    put_at(&all, at, &c);
    at += (size_t)c.ret;
    if (all.len > OMEN_INPUT_LONGEST)
      result = omen_fail(err, "stdin: the program read too much for an input");
  }
  if (!result) omen_inputs_add(out, OMEN_INPUT_STDIN, "", all.data, all.len, room_of_bytes(all.len), true);
  omen_buf_release(&text);
  omen_buf_release(&all);
  return result;
}

/* ---- connections ---- */

static bool accepts(const struct omen_log_record *c) {
  return (c->nr == SYS_accept || c->nr == SYS_accept4) && c->ret >= 0;
}
static bool connects(const struct omen_log_record *c) {
  return c->nr == SYS_connect && (!c->ret || c->ret == -EINPROGRESS);
}

/* What came in on descriptor fd before it was closed; r is behind the call that made the connection. */
static void received(struct omen_log_reader r, uint64_t fd, struct omen_buf *out) {
  struct omen_log_record c;
  omen_buf_adds(out, "");
  while (omen_log_next_call(&r, &c)) {
    if (c.a0 != fd) continue;
    if (c.nr == SYS_close && !c.ret) return;
    if (reads(c.nr) && c.ret > 0 && (uint64_t)c.ret <= OMEN_INPUT_LONGEST) put_at(out, out->len, &c);
  }
}

/* Which connections lead outside the log does not say where the program both accepts and connects. */
static int add_connections(const struct omen_recording *base, const char *only, struct omen_inputs *out,
                           struct omen_err *err) {
  struct omen_buf text = {0};
  struct omen_log_reader r;
  struct omen_log_record c;
  uint32_t n = 0, found = 0;
  bool any_accept = false, any_connect = false;
  int result = read_log(base, &text, &r, err);
  while (!result && omen_log_next_call(&r, &c)) {
    any_accept |= accepts(&c);
    any_connect |= connects(&c);
    if (any_accept && any_connect)
      result =
          omen_fail(err, "socket: the program both accepts connections and makes some: which are its inputs "
                         "cannot be told");
    if (result || (!accepts(&c) && !connects(&c))) continue;
    char name[16];
    snprintf(name, sizeof name, "%u", n++);
    if (only && strcmp(only, name)) continue;
    struct omen_buf all = {0};
    received(r, accepts(&c) ? (uint64_t)c.ret : c.a0, &all);
    if (all.len > OMEN_INPUT_LONGEST)
      result = omen_fail(err, "socket:%s: it received too much for an input", name);
    else
      omen_inputs_add(out, OMEN_INPUT_SOCKET, name, all.data, all.len, room_of_bytes(all.len), true);
    omen_buf_release(&all);
    found++;
  }
  if (!result && !found)
    result = omen_fail(err, "socket%s%s: the run has no such connection", only ? ":" : "", only ? only : "");
  omen_buf_release(&text);
  return result;
}

/* ---- files ---- */

/* Absolute and without symbolic links, also when it is gone by now; NULL: its folder is. */
static char *real_path(const char *cwd, const char *path) {
  char *whole = *path == '/' ? omen_xstrdup(path) : omen_format("%s/%s", cwd, path);
  char *real = realpath(whole, NULL), *slash = strrchr(whole, '/');
  if (!real && slash[1]) {
    char *dir = slash == whole ? omen_xstrdup("/") : omen_xstrndup(whole, (size_t)(slash - whole));
    char *real_dir = realpath(dir, NULL);
    if (real_dir) real = omen_format("%s/%s", strcmp(real_dir, "/") ? real_dir : "", slash + 1);
    free(real_dir);
    free(dir);
  }
  free(whole);
  return real;
}

/* 1: the recording kept it, and it is in *out. 0: it did not. */
static int from_before(const struct omen_recording *base, const char *path, struct omen_buf *out,
                       struct omen_err *err) {
  char *name = omen_format("%s/before", base->dir);
  struct omen_buf text = {0};
  int result = 0;
  uint64_t magic = 0;
  if (omen_file_exists(name)) result = omen_file_read(name, &text, err);
  if (!result && text.len) {
    if (text.len >= 8) memcpy(&magic, text.data, 8);
    if (magic != OMEN_BEFORE_MAGIC) result = omen_fail(err, "%s: damaged", name);
  }
  free(name);
  for (size_t at = 8; !result && at < text.len;) {
    struct omen_file_before k;
    size_t left = text.len - at;
    if (left < sizeof k) break;
    memcpy(&k, text.data + at, sizeof k);
    left -= sizeof k;
    if (k.path_len > left || k.len > left - k.path_len) break;
    const char *where = text.data + at + sizeof k;
    at += sizeof k + k.path_len + k.len;
    if (strlen(path) != k.path_len || memcmp(where, path, k.path_len)) continue;
    if (!k.st.st_mode)
      result = omen_fail(err, "file:%s: it was not there at the start of the run", path);
    else if (!S_ISREG(k.st.st_mode))
      result = omen_fail(err, "file:%s: not a plain file", path);
    else if (!k.whole)
      result = omen_fail(err, "file:%s: the run changed it, and it was too large to be kept", path);
    else
      omen_buf_add(out, where + k.path_len, k.len), result = 1;
    break;
  }
  omen_buf_release(&text);
  return result;
}

static int add_file(const struct omen_recording *base, const char *word, struct omen_inputs *out,
                    struct omen_err *err) {
  char *path = *word ? real_path(base->manifest.cwd, word) : NULL;
  struct omen_buf text = {0};
  if (!path) return omen_fail(err, "file:%s: no such file", word);
  struct stat st;
  int result = from_before(base, path, &text, err);
  if (!result && (stat(path, &st) || access(path, R_OK)))
    result = omen_fail(err, "file:%s: %s", word, strerror(errno));
  else if (!result && !S_ISREG(st.st_mode))
    result = omen_fail(err, "file:%s: not a plain file", word);
  else if (!result && st.st_size > OMEN_INPUT_LONGEST)
    result = omen_fail(err, "file:%s: too large for an input", word);
  else if (!result)
    result = omen_file_read(path, &text, err);
  if (result >= 0)
    omen_inputs_add(out, OMEN_INPUT_FILE, path, text.data, text.len, room_of_bytes(text.len), true);
  omen_buf_release(&text);
  free(path);
  return result < 0 ? -1 : 0;
}

/* ---- all ---- */

bool omen_inputs_word(const char *word) {
  static const char *const whole[] = {"argv", "stdin", "socket"}, *const begin[] = {
                                                                      "env:", "file:", "socket:"};
  for (size_t i = 0; i < 3; i++)
    if (!strcmp(word, whole[i]) || (!strncmp(word, begin[i], strlen(begin[i])) && word[strlen(begin[i])]))
      return true;
  return false;
}

static int add_word(const struct omen_recording *base, const char *word, struct omen_inputs *out,
                    struct omen_err *err) {
  if (!strcmp(word, "argv")) return add_arguments(base, out), 0;
  if (!strcmp(word, "stdin")) return add_stdin(base, out, err);
  if (!strncmp(word, "env:", 4)) return add_variable(base, word + 4, out, err);
  if (!strncmp(word, "file:", 5)) return add_file(base, word + 5, out, err);
  if (!strcmp(word, "socket")) return add_connections(base, NULL, out, err);
  if (!strncmp(word, "socket:", 7)) return add_connections(base, word + 7, out, err);
  return omen_fail(err, "no input '%s': argv, stdin, env:NAME, file:PATH or socket", word);
}

int omen_inputs_of(const struct omen_recording *base, char *const *words, struct omen_inputs *out,
                   struct omen_err *err) {
  *out = (struct omen_inputs){0};
  for (; *words; words++)
    if (add_word(base, *words, out, err)) return omen_inputs_release(out), -1;
  return 0;
}
