/* The link half of `omen cc`: clang starts this in place of the linker. It makes the bundle, hands it to the
 * real linker as one more input, and ends as that ends. Whatever goes wrong on the way to the bundle is
 * written into it and is told by `omen run`; the link itself never fails because of Omen.
 *
 * The LINK part of the bundle is JSON:
 *   version   1
 *   kind      "executable" | "shared"
 *   pie, static, startup (has the C library's start-up code), libc: booleans
 *   args      linker options that a variant needs again
 *   libs      for static programs: the toolchain libraries, as -l options
 *   opaque    how many objects have no bitcode
 *   without   why there is no module, or null */
#include "build/driver_parts.h"
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The temporary folder goes away on every way out, an interrupt included. */
static char folder[4096];
static void clean_up(void) {
  if (!*folder) return;
  char path[sizeof folder + 32];
  snprintf(path, sizeof path, "%s/module.bc", folder);
  unlink(path);
  snprintf(path, sizeof path, "%s/" OMEN_RESPONSE_FILE, folder);
  unlink(path);
  for (int i = 0; i < OMEN_HIDDEN_MAX; i++) {
    snprintf(path, sizeof path, "%s/hidden-%d.o", folder, i);
    unlink(path);
  }
  rmdir(folder);
  *folder = 0;
}
static void on_signal(int sig) {
  clean_up(); /* formats no more than a name, and allocates nothing */
  signal(sig, SIG_DFL);
  raise(sig);
}

static int make_folder(struct omen_err *err) {
  const char *tmp = getenv("TMPDIR");
  if (!tmp || !*tmp) tmp = "/tmp";
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], on_signal);
  snprintf(folder, sizeof folder, "%.4000s/omen-link-XXXXXX", tmp);
  if (mkdtemp(folder)) return 0;
  *folder = 0;
  return omen_fail(err, "no temporary folder in %s: %s", tmp, strerror(errno));
}

static json_t *strings(const struct omen_args *a) {
  json_t *list = json_array();
  for (size_t i = 0; i < a->n; i++) {
    json_t *s = json_string(a->v[i]);
    if (s) json_array_append_new(list, s); /* NULL: not UTF-8, and no option that matters */
  }
  return list;
}

static void describe(const struct omen_ldargs *l, size_t opaque, const char *without,
                     struct omen_bundle *out) {
  json_t *j = json_pack("{s:i, s:s, s:b, s:b, s:b, s:b, s:o, s:o, s:i}", "version", 1, "kind",
                        l->shared ? "shared" : "executable", "pie", l->pie, "static", l->is_static, "startup",
                        l->starts_up, "libc", l->has_libc, "args", strings(&l->variant), "libs",
                        strings(&l->libs), "opaque", (int)opaque);
  json_t *why = without ? json_string(without) : NULL;
  json_object_set_new(j, "without", why ? why : json_null());
  char *text = json_dumps(j, JSON_SORT_KEYS | JSON_COMPACT);
  omen_bundle_add(out, OMEN_PART_LINK, "link", text, strlen(text));
  free(text);
  json_decref(j);
}

static void copy_parts(struct omen_bundle *to, const struct omen_bundle *from) {
  for (size_t i = 0; i < from->n; i++)
    omen_bundle_add(to, from->parts[i].kind, from->parts[i].name, from->parts[i].data, from->parts[i].size);
}

/* The carrier for this link: with the merged module, or with the reason why there is none. */
static void make_carrier(const struct omen_ldargs *l, struct omen_buf *object) {
  struct omen_bundle merged = {0}, bundle = {0};
  struct omen_err err = {0};
  size_t opaque = 0;
  const char *option = getenv(OMEN_ENV_WITHOUT), *without = NULL;
  if (option) {
    omen_fail(&err, "it is built with %s", option);
    without = err.msg;
  } else if (l->without)
    without = l->without;
  else if (!l->shared && !l->has_libc)
    without = "it is linked without the C library";
  else if (make_folder(&err) || omen_driver_merge(l, folder, &merged, &opaque, &err))
    without = err.msg;
  describe(l, opaque, without, &bundle);
  if (!without) {
    copy_parts(&bundle, &merged);
    copy_parts(&bundle, &l->files);
  }
  struct omen_buf packed = {0};
  omen_bundle_pack(&bundle, &packed);
  /* Programs that are not ordinary ones, boot loaders and the like, get nothing into their memory. */
  omen_bundle_carrier(&packed, !l->scripted && (l->shared || l->has_libc), object);
  omen_buf_release(&packed);
  omen_bundle_release(&merged);
  omen_bundle_release(&bundle);
  clean_up();
}

/* A file without a name, inherited by the linker: nothing is left behind however this ends. */
static int nameless(const struct omen_buf *data) {
  int fd = memfd_create("omen-bundle.o", 0);
  if (fd < 0) return -1;
  for (size_t done = 0; done < data->len;) {
    ssize_t n = write(fd, data->data + done, data->len - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      close(fd);
      return -1;
    }
    done += (size_t)n;
  }
  return fd;
}

static void add_carrier(const struct omen_ldargs *l, struct omen_args *a) {
  struct omen_buf object = {0};
  make_carrier(l, &object);
  int fd = nameless(&object);
  if (fd >= 0) omen_args_addf(a, "/proc/self/fd/%d", fd);
  omen_buf_release(&object);
}

/* What the program calls for the sake of race detectors: stubs/stubs.c. */
static void add_stubs(const struct omen_ldargs *l, struct omen_args *a) {
  struct omen_err err;
  char *home = l->scripted || (!l->shared && !l->has_libc) ? NULL : omen_tool_home(&err);
  char *stubs = home ? omen_format("%s/libomen_stubs.a", home) : NULL;
  if (stubs && omen_file_exists(stubs)) omen_args_add(a, stubs);
  free(stubs);
  free(home);
}

/* Under `omen test` (cli/cmd_test.c) the variant of what was linked is made now: a test that runs the program
 * may have a time limit. What cannot be made is told by the run. */
static char *prepares(const struct omen_ldargs *l) {
  const char *omen = getenv("OMEN_TEST_PREPARE");
  return omen && l->output && !l->shared && l->has_libc ? omen_xstrdup(omen) : NULL;
}

static void prepare(const struct omen_ldargs *l, const char *omen) {
  char *a[] = {(char *)omen, "prepare", "--quiet", "--variant", "triage", "--", (char *)l->output, NULL};
  struct omen_buf out = {0}, errors = {0};
  struct omen_err err;
  omen_tool_run(a, &out, &errors, &err);
  omen_buf_release(&out);
  omen_buf_release(&errors);
}

int omen_driver_link(int argc, char **argv) {
  const char *given = getenv(OMEN_ENV_LD);
  char *ld = given && *given ? omen_xstrdup(given) : omen_tool_find("ld");
  if (!ld) {
    fprintf(stderr, "omen: the linker 'ld' was not found: install binutils\n");
    return OMEN_EXIT_FAILED;
  }
  struct omen_ldargs l;
  omen_ldargs_parse(&l, argc, argv);
  struct omen_args a = {0};
  omen_args_add(&a, ld);
  for (int i = 1; i < argc; i++) omen_args_add(&a, argv[i]);
  size_t before = a.n;
  if (!l.only_asks && !l.relocatable && !l.raw && l.merge.n) {
    add_carrier(&l, &a);
    add_stubs(&l, &a);
  }
  unsetenv(OMEN_ENV_LD);
  unsetenv(OMEN_ENV_WITHOUT);
  struct omen_err err;
  char *omen = a.n > before ? prepares(&l) : NULL;
  if ((l.depfile && a.n > before) || omen) { /* something is left to do after the link */
    int status = omen_tool_run(a.v, NULL, NULL, &err);
    if (status == 0 && l.depfile) omen_driver_fix_depfile(l.depfile, a.v[before]);
    if (status == 0 && omen) prepare(&l, omen);
    if (status >= 0) return status;
  } else {
    execv(ld, a.v);
    omen_fail(&err, "cannot start %s: %s", ld, strerror(errno));
  }
  fprintf(stderr, "omen: %s\n", err.msg);
  return OMEN_EXIT_FAILED;
}
