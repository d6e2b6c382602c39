/* From a module to an instrumented object, through the cache. The instrumenter is a program of its own: see
 * tool/instrument_main.c. */
#include "build/instrument.h"
#include "build/variant_parts.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define OPT_LEVEL "2"

int omen_workshop_open(struct omen_workshop *w, struct omen_err *err) {
  char *home = omen_tool_home(err);
  if (!home) return -1;
  w->runtime = omen_format("%s/libomen_rt.a", home);
  w->instrumenter = omen_format("%s/instrument", home);
  w->scan = omen_format("%s/scan", home);
  free(home);
  const char *missing = !omen_file_exists(w->runtime)        ? w->runtime
                        : !omen_file_exists(w->instrumenter) ? w->instrumenter
                        : !omen_file_exists(w->scan)         ? w->scan
                                                             : NULL;
  if (missing) return omen_fail(err, "this installation of omen is incomplete: %s is missing", missing);
  w->cache = omen_cache_folder(err);
  if (w->cache) omen_cache_clean(w->cache);
  return w->cache ? 0 : -1;
}

void omen_workshop_release(struct omen_workshop *w) {
  free(w->cache);
  free(w->runtime);
  free(w->instrumenter);
  free(w->scan);
}

/* What the instrumenter is told about the kind of variant. */
static const char *kind_word(const struct omen_object_job *j) {
  switch (j->kind) {
  case OMEN_VARIANT_EXACT: return "exact";
  case OMEN_VARIANT_SYMBOLIC: return "symbolic";
  case OMEN_VARIANT_CHECK_PRUNE: return j->pruned ? "check-pruned" : "exact";
  case OMEN_VARIANT_PRUNED: return j->pruned ? "pruned" : "";
  case OMEN_VARIANT_ANALYSIS: break;
  }
  return "";
}

/* Instructions of a piece. Half as many would make 50 pieces of a video encoder, each of which costs a tenth
 * of a second to be taken out of the module; with twice as many, an edit of one file would redo much more
 * than that file. OMEN_PIECE_SIZE is for tests: small programs would never be cut. */
#define PIECE_SIZE 12000

static uint64_t piece_size(void) {
  const char *said = getenv("OMEN_PIECE_SIZE");
  long long n = said ? atoll(said) : 0;
  return n > 0 ? (uint64_t)n : PIECE_SIZE;
}

static int object_key(const struct omen_object_job *j, const struct omen_part *module, char hex[33],
                      struct omen_err *err) {
  struct omen_key k;
  omen_key_init(&k);
  omen_key_adds(&k, "object 1 " OMEN_VERSION " " OPT_LEVEL);
  int bad = omen_key_add_file(&k, j->instrumenter, err);
  omen_key_adds(&k, j->shared ? "shared" : "executable");
  omen_key_adds(&k, j->pic ? "pic" : "");
  omen_key_adds(&k, kind_word(j));
  if (j->pruned) bad |= omen_key_add_file(&k, j->pruned, err);
  omen_key_adds(&k, j->name);
  uint64_t size = piece_size();
  omen_key_add(&k, &size, sizeof size);
  omen_key_add(&k, module->data, module->size);
  omen_key_finish(&k, hex);
  return bad;
}

/* Takes the lines of progress out of what was said, and gives the last of them. */
static bool take_progress(struct omen_buf *said, uint64_t *done, uint64_t *total) {
  bool any = false;
  for (char *line; said->len && (line = strstr(said->data, OMEN_PROGRESS_LINE));) {
    char *end = strchr(line, '\n');
    unsigned long long of[2];
    if (!end) break;
    if (sscanf(line + strlen(OMEN_PROGRESS_LINE), "%llu %llu", &of[0], &of[1]) == 2) {
      any = true;
      *done = of[0];
      *total = of[1];
    }
    memmove(line, end + 1, said->len - (size_t)(end + 1 - said->data) + 1);
    said->len -= (size_t)(end + 1 - line);
  }
  return any;
}

/* Reads what the instrumenter says until it ends, and tells how far it is. Before it comes to the pieces, and
 * where there is only one, it cannot say how long it will take. */
static void listen(int fd, const char *name, struct omen_buf *said) {
  struct omen_progress progress;
  char *what = omen_format("preparing %s", name);
  uint64_t done = 0, total = 0;
  omen_progress_start(&progress, what, false);
  for (;;) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    int ready = poll(&p, 1, 200);
    if (ready < 0 && errno != EINTR) break;
    char chunk[4096];
    ssize_t n = ready > 0 ? read(fd, chunk, sizeof chunk) : -1;
    if (n > 0 && said->len < 1 << 20) omen_buf_add(said, chunk, (size_t)n);
    if (n > 0) take_progress(said, &done, &total);
    if (done)
      omen_progress_step(&progress, done, total, "instructions");
    else
      omen_progress_say(&progress, "instrumenting");
    if (ready > 0 && (n == 0 || (n < 0 && errno != EINTR))) break;
  }
  omen_progress_end(&progress);
  free(what);
}

/* Its own message, or the start of LLVM's. */
static int failed(const char *name, int status, const struct omen_buf *said, struct omen_err *err) {
  const char *s = said->len ? said->data : "";
  const char *own = strncmp(s, "omen: ", 6) ? strstr(s, "\nomen: ") : s;
  if (own) s = own + strspn(own, "\n") + 6;
  if (WIFSIGNALED(status))
    return omen_fail(err, "%s: the instrumenter died of signal %d: %.*s", name, WTERMSIG(status),
                     (int)strcspn(s, "\n"), s);
  return omen_fail(err, "%s: %.*s", name, *s ? (int)strcspn(s, "\n") : 23,
                   *s ? s : "the instrumenter failed");
}

static int run_instrumenter(char *const argv[], const char *name, struct omen_err *err) {
  int p[2], status = 0;
  if (pipe2(p, O_CLOEXEC)) return omen_fail(err, "cannot make a pipe: %s", strerror(errno));
  fflush(NULL);
  pid_t self = getpid(), pid = fork();
  if (pid == 0) {
    struct rlimit none = {0, 0};
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* minutes of work that nobody waits for any more */
    if (getppid() != self) _exit(OMEN_EXIT_FAILED);
    setrlimit(RLIMIT_CORE, &none);
    dup2(p[1], 1);
    dup2(p[1], 2);
    execv(argv[0], argv);
    fprintf(stderr, "omen: cannot start %s: %s\n", argv[0], strerror(errno));
    _exit(OMEN_EXIT_FAILED);
  }
  int why = errno;
  close(p[1]);
  struct omen_buf said = {0};
  if (pid > 0) listen(p[0], name, &said);
  close(p[0]);
  if (pid < 0) return omen_fail(err, "cannot start the instrumenter: %s", strerror(why));
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  int bad = status ? failed(name, status, &said, err) : 0;
  omen_buf_release(&said);
  return bad;
}

/* ---- pieces (pieces.h) ---- */

/* Expressions are numbered over the whole module: the symbolic variant is made in one. */
static int want_pieces(const struct omen_object_job *j, const char *making, struct omen_args *a,
                       struct omen_err *err) {
  if (j->kind == OMEN_VARIANT_SYMBOLIC) return 0;
  struct omen_key k;
  char salt[33], *kept = omen_format("%s/piece", j->cache);
  omen_key_init(&k);
  omen_key_adds(&k, "piece 1 " OMEN_VERSION " " OPT_LEVEL);
  omen_key_adds(&k, j->pic ? "pic" : "");
  int bad = omen_key_add_file(&k, j->instrumenter, err) || omen_mkdirs(kept, err);
  omen_key_finish(&k, salt);
  omen_args_add(a, "pieces");
  omen_args_add(a, making);
  omen_args_add(a, kept);
  omen_args_add(a, salt);
  omen_args_addf(a, "%llu", (unsigned long long)piece_size());
  free(kept);
  return bad;
}

/* Lines of OBJECT SYMBOL VALUE to arguments of the linker. */
static void add_pieces(struct omen_args *a, const char *making, char *list) {
  for (char *rest, *line = strtok_r(list, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
    char object[64], symbol[64];
    unsigned value;
    if (sscanf(line, "%63s %63s %u", object, symbol, &value) != 3) continue;
    omen_args_addf(a, "%s/%s", making, object);
    if (strcmp(symbol, "-")) omen_args_addf(a, "--defsym=%s=%u", symbol, value);
  }
}

static void remove_pieces(const char *making) {
  DIR *d = opendir(making);
  for (struct dirent *e; d && (e = readdir(d));)
    if (!strncmp(e->d_name, "piece", 5)) unlinkat(dirfd(d), e->d_name, 0);
  if (d) closedir(d);
}

/* One object of all of them, if there are pieces. */
static int join_pieces(const char *making, const char *object, const char *name, struct omen_err *err) {
  char *path = omen_format("%s/" OMEN_PIECES_LIST, making), *lld = omen_tool_find("ld.lld-19");
  struct omen_buf list = {0}, out = {0}, said = {0};
  struct omen_args a = {0};
  int bad = 0;
  if (omen_file_exists(path)) {
    bad = omen_file_read(path, &list, err);
    if (!bad && !lld) bad = omen_fail(err, "ld.lld-19 was not found: install lld-19");
    if (!bad) {
      omen_args_add(&a, lld);
      omen_args_add(&a, "-r");
      omen_args_addf(&a, "-o%s", object);
      add_pieces(&a, making, list.data);
      bad = omen_tool_run(a.v, &out, &said, err);
    }
    if (bad > 0)
      bad = omen_fail(err, "%s: its pieces could not be joined: %.*s", name,
                      said.len ? (int)strcspn(said.data, "\n") : 10, said.len ? said.data : "no message");
    remove_pieces(making);
  }
  omen_buf_release(&list);
  omen_buf_release(&out);
  omen_buf_release(&said);
  omen_args_release(&a);
  free(path);
  free(lld);
  return bad;
}

static int make_object(const struct omen_object_job *j, const struct omen_part *module, const char *making,
                       struct omen_err *err) {
  char *bitcode = omen_format("%s/module.bc", making), *object = omen_format("%s/object.o", making),
       *sites = omen_format("%s/sites", making);
  struct omen_args a = {0};
  const char *const words[] = {j->instrumenter, bitcode, object, sites, j->name, OPT_LEVEL};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) omen_args_add(&a, words[i]);
  if (j->shared) omen_args_add(&a, "shared");
  if (j->pic) omen_args_add(&a, "pic");
  if (*kind_word(j)) omen_args_add(&a, kind_word(j));
  if (j->pruned) omen_args_add(&a, j->pruned);
  int bad = omen_file_write(bitcode, module->data, module->size, err);
  if (!bad) bad = want_pieces(j, making, &a, err);
  if (!bad) bad = run_instrumenter(a.v, j->name, err);
  if (!bad) bad = join_pieces(making, object, j->name, err);
  if (!bad && (!omen_file_exists(object) || !omen_file_exists(sites)))
    bad = omen_fail(err, "%s: the instrumenter made nothing", j->name);
  unlink(bitcode);
  omen_args_release(&a);
  free(bitcode);
  free(object);
  free(sites);
  return bad;
}

char *omen_build_object(const struct omen_object_job *j, struct omen_err *err) {
  const struct omen_part *module = omen_bundle_find(j->bundle, OMEN_PART_MODULE);
  char key[33];
  bool there;
  if (!module)
    omen_fail(err, "%s: its bitcode is damaged (no module): build it again with 'omen cc'", j->name);
  if (!module || object_key(j, module, key, err)) return NULL;
  char *entry = omen_cache_entry(j->cache, "object", key, &there);
  if (there) return entry;
  char *making = omen_cache_begin(j->cache, err);
  if (making && make_object(j, module, making, err) == 0) {
    if (omen_cache_publish(making, entry, err) == 0) return entry;
  } else
    omen_cache_abandon(making);
  free(entry);
  return NULL;
}
