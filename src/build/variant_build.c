/* From a module to an instrumented object, through the cache. The instrumenter runs in a child: LLVM aborts
 * on what it does not like, and that must become a message. */
#include "build/instrument.h"
#include "build/variant_parts.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define OPT_LEVEL 2

static void object_key(const struct omen_part *module, bool shared, bool pic, const char *name,
                       char hex[33]) {
  struct omen_key k;
  omen_key_init(&k);
  omen_key_adds(&k, "object 1 " OMEN_VERSION);
  omen_key_add_file(&k, "/proc/self/exe", NULL); /* the instrumenter */
  omen_key_adds(&k, shared ? "shared" : "executable");
  omen_key_adds(&k, pic ? "pic" : "");
  omen_key_adds(&k, name);
  omen_key_add(&k, module->data, module->size);
  omen_key_finish(&k, hex);
}

struct job {
  char *bitcode, *object, *sites;
  struct omen_instrument_options options;
};

/* The child's whole life: what failed goes through the pipe. */
static _Noreturn void child(const struct job *j, int pipe_fd) {
  struct omen_err err = {0};
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  int null = open("/dev/null", O_WRONLY);
  if (null >= 0 && !getenv("OMEN_DEBUG")) dup2(null, 2); /* LLVM's stack dumps */
  if (omen_instrument_file(j->bitcode, j->object, j->sites, &j->options, &err) == 0) _exit(0);
  ssize_t n = write(pipe_fd, err.msg, strlen(err.msg));
  _exit(n < 0 ? 2 : 1);
}

/* Waits for the pipe to close; after two seconds says what is going on, if a person is watching. */
static void wait_with_word(int pipe_fd, const char *name, char *msg, size_t cap) {
  bool said = !(isatty(2) || getenv("OMEN_PROGRESS"));
  double start = omen_now();
  for (size_t used = 0;;) {
    struct pollfd p = {.fd = pipe_fd, .events = POLLIN};
    double left = 2 - (omen_now() - start);
    int ready = poll(&p, 1, said ? -1 : left > 0 ? (int)(left * 1000) + 1 : 0);
    if (ready < 0 && errno != EINTR) return;
    if (ready == 0) {
      fprintf(stderr, "omen: building the analysis variant of %s ...\n", name);
      said = true;
    }
    if (ready <= 0) continue;
    ssize_t n = read(pipe_fd, msg + used, cap - 1 - used);
    if (n > 0) used += (size_t)n;
    msg[used] = 0;
    if ((n < 0 && errno != EINTR) || n == 0) return;
  }
}

static int instrument(const struct job *j, struct omen_err *err) {
  int p[2], status = 0;
  char msg[sizeof err->msg] = "";
  if (pipe2(p, O_CLOEXEC)) return omen_fail(err, "cannot make a pipe: %s", strerror(errno));
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) child(j, p[1]);
  close(p[1]);
  if (pid < 0) {
    close(p[0]);
    return omen_fail(err, "cannot start the instrumenter: %s", strerror(errno));
  }
  wait_with_word(p[0], j->options.module_name, msg, sizeof msg);
  close(p[0]);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFSIGNALED(status))
    return omen_fail(err, "%s: the instrumenter died of signal %d (set OMEN_DEBUG=1 to see why)",
                     j->options.module_name, WTERMSIG(status));
  if (status) return omen_fail(err, "%s: %s", j->options.module_name, *msg ? msg : "the instrumenter failed");
  return 0;
}

static int make_object(const struct omen_part *module, const char *making, bool shared, bool pic,
                       const char *name, struct omen_err *err) {
  struct job j = {
      .bitcode = omen_format("%s/module.bc", making),
      .object = omen_format("%s/object.o", making),
      .sites = omen_format("%s/sites", making),
      .options = {.shared_library = shared, .module_name = name, .opt_level = OPT_LEVEL, .pic = pic}};
  int bad = omen_file_write(j.bitcode, module->data, module->size, err);
  if (!bad) bad = instrument(&j, err);
  if (!bad && (!omen_file_exists(j.object) || !omen_file_exists(j.sites)))
    bad = omen_fail(err, "%s: the instrumenter made nothing", name);
  unlink(j.bitcode);
  free(j.bitcode);
  free(j.object);
  free(j.sites);
  return bad;
}

char *omen_build_object(const char *cache, const struct omen_bundle *b, bool shared, bool pic,
                        const char *name, struct omen_err *err) {
  const struct omen_part *module = omen_bundle_find(b, OMEN_PART_MODULE);
  if (!module) {
    omen_fail(err, "%s: its bitcode is damaged (no module)", name);
    return NULL;
  }
  char key[33];
  object_key(module, shared, pic, name, key);
  bool there;
  char *entry = omen_cache_entry(cache, "object", key, &there);
  if (there) return entry;
  char *making = omen_cache_begin(cache, err);
  if (making && make_object(module, making, shared, pic, name, err) == 0) {
    if (omen_cache_publish(making, entry, err) == 0) return entry;
  } else
    omen_cache_abandon(making);
  free(entry);
  return NULL;
}
