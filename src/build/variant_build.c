/* From a module to an instrumented object, through the cache. The instrumenter is a program of its own: see
 * tool/instrument_main.c. */
#include "build/variant_parts.h"
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
  free(home);
  const char *missing = !omen_file_exists(w->runtime)        ? w->runtime
                        : !omen_file_exists(w->instrumenter) ? w->instrumenter
                                                             : NULL;
  if (missing) return omen_fail(err, "this installation of omen is incomplete: %s is missing", missing);
  w->cache = omen_cache_folder(err);
  return w->cache ? 0 : -1;
}

void omen_workshop_release(struct omen_workshop *w) {
  free(w->cache);
  free(w->runtime);
  free(w->instrumenter);
}

/* What the instrumenter is told about the kind of variant. */
static const char *kind_word(const struct omen_object_job *j) {
  return j->kind == OMEN_VARIANT_EXACT ? "exact" : j->kind == OMEN_VARIANT_SYMBOLIC ? "symbolic" : "";
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
  omen_key_adds(&k, j->name);
  omen_key_add(&k, module->data, module->size);
  omen_key_finish(&k, hex);
  return bad;
}

/* Reads what the instrumenter says until it ends; after two seconds tells what is going on, if a person
 * watches. */
static void listen(int fd, const char *name, struct omen_buf *said) {
  bool told = !(isatty(2) || getenv("OMEN_PROGRESS"));
  double start = omen_now();
  for (;;) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    double left = 2 - (omen_now() - start);
    int ready = poll(&p, 1, told ? -1 : left > 0 ? (int)(left * 1000) + 1 : 0);
    if (ready < 0 && errno != EINTR) return;
    if (ready == 0) {
      fprintf(stderr, "omen: building the analysis variant of %s ...\n", name);
      told = true;
    }
    if (ready <= 0) continue;
    char chunk[4096];
    ssize_t n = read(fd, chunk, sizeof chunk);
    if (n > 0 && said->len < 1 << 20) omen_buf_add(said, chunk, (size_t)n);
    if (n == 0 || (n < 0 && errno != EINTR)) return;
  }
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
  int bad = omen_file_write(bitcode, module->data, module->size, err);
  if (!bad) bad = run_instrumenter(a.v, j->name, err);
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
