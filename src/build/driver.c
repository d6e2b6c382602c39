/* The compile half of `omen cc`: looks at the compiler's arguments, adds what keeps the bitcode, becomes
 * clang.
 *
 * What is added stands between --start-no-unused-arguments and --end-no-unused-arguments, so that -Werror
 * never trips over it. It is handed to the compiler proper (-Xclang), not to clang's driver.
 *
 * Without -g the bitcode still gets debug information, for lines and names, and the machine code gets none:
 * the printing of debug information is off in that compilation. The plugin leaves only lines in the module,
 * since what is known of variables changes some of clang's code. */
#include "build/driver.h"
#include "build/driver_parts.h"
#include "build/marks.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the arguments say. */
struct request {
  const char *without; /* why there can be no bitcode, or NULL */
  bool foreign_target; /* not this machine's kind of program: hands off */
  bool text;           /* the output is not an object: -E, -S, -M, ... */
  bool debug, lto;     /* the user's own -g, -flto */
  bool optimises;      /* -O other than -O0 */
  const char *use_ld;  /* -fuse-ld=, --ld-path= */
  bool ld_is_path;
  struct omen_args search; /* -B...: where clang looks for the linker */
  struct omen_buf exclude; /* patterns of --omen-exclude, one a line */
};

/* Options whose value is the next argument, and must not be taken for an option. */
static bool takes_next(const char *arg) {
  static const char *const list[] = {"-o",
                                     "-I",
                                     "-L",
                                     "-D",
                                     "-U",
                                     "-x",
                                     "-l",
                                     "-T",
                                     "-u",
                                     "-z",
                                     "-e",
                                     "-A",
                                     "-F",
                                     "-G",
                                     "-MF",
                                     "-MT",
                                     "-MQ",
                                     "-MJ",
                                     "-include",
                                     "-imacros",
                                     "-isystem",
                                     "-iquote",
                                     "-idirafter",
                                     "-isysroot",
                                     "-iprefix",
                                     "-iwithprefix",
                                     "-iwithprefixbefore",
                                     "-include-pch",
                                     "-Xlinker",
                                     "-Xassembler",
                                     "-Xpreprocessor",
                                     "-Xclang",
                                     "-mllvm",
                                     "-arch",
                                     "-framework",
                                     "-rpath",
                                     "--param",
                                     "-serialize-diagnostics",
                                     "--serialize-diagnostics",
                                     "-dependency-file",
                                     "-working-directory",
                                     "-Xanalyzer",
                                     "-imultilib",
                                     "-cxx-isystem",
                                     "-b",
                                     "-V",
                                     "-dumpdir",
                                     "-idirafter"};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (!strcmp(arg, list[i])) return true;
  return false;
}

static bool starts(const char *s, const char *prefix) { return !strncmp(s, prefix, strlen(prefix)); }
static bool one_of(const char *s, const char *const *list) {
  for (; *list; list++)
    if (!strcmp(s, *list)) return true;
  return false;
}

static void see_debug(struct request *q, const char *arg) {
  static const char *const on[] = {"-g",
                                   "-g1",
                                   "-g2",
                                   "-g3",
                                   "-gfull",
                                   "-gused",
                                   "-gmlt",
                                   "-gline-tables-only",
                                   "-gline-directives-only",
                                   "-gsplit-dwarf",
                                   "-gmodules",
                                   NULL};
  if (!strcmp(arg, "-g0") || !strcmp(arg, "-ggdb0"))
    q->debug = false;
  else if (one_of(arg, on) || starts(arg, "-ggdb") || starts(arg, "-gdwarf") || starts(arg, "-gsplit-dwarf="))
    q->debug = true;
}

/* Options with which clang makes something that has no place for bitcode, or whose bitcode would mislead:
 * counters of coverage and profiling, and the checks of sanitizers, would be analysed as if the program did
 * them. */
static void see_without(struct request *q, const char *arg) {
  static const char *const text[] = {
      "-E",        "-S",           "-M",   "-MM",    "-fsyntax-only", "-emit-llvm",    "-emit-ast",
      "--analyze", "--precompile", "-cc1", "-cc1as", "-emit-pch",     "-fdriver-only", NULL};
  static const char *const counting[] = {"--coverage",
                                         "-coverage",
                                         "-fprofile-arcs",
                                         "-ftest-coverage",
                                         "-fprofile-generate",
                                         "-fprofile-instr-generate",
                                         "-fcs-profile-generate",
                                         "-fcoverage-mapping",
                                         "-pg",
                                         NULL};
  static const char *const foreign[] = {"-m32", "-m16", "-mx32", "-target", "--target", "--cuda-gpu-arch",
                                        NULL};
  if (one_of(arg, text)) q->text = true;
  if (one_of(arg, foreign)) q->foreign_target = true;
  if (starts(arg, "--target=")) q->foreign_target |= !starts(arg, "--target=x86_64") || !strstr(arg, "linux");
  if (starts(arg, "-fsanitize=") || one_of(arg, counting) || starts(arg, "-fprofile-generate=") ||
      starts(arg, "-fprofile-instr-generate=") || !strcmp(arg, "-fno-integrated-as") ||
      starts(arg, "-fembed-bitcode"))
    q->without = arg;
  if (!strcmp(arg, "-fno-sanitize=all") && q->without && starts(q->without, "-fsanitize=")) q->without = NULL;
}

static void see_linker(struct request *q, const char *arg, const char *next) {
  if (starts(arg, "-fuse-ld=") && !q->ld_is_path) q->use_ld = arg + strlen("-fuse-ld=");
  if (starts(arg, "--ld-path=")) {
    q->use_ld = arg + strlen("--ld-path=");
    q->ld_is_path = true;
  }
  if (starts(arg, "-B")) {
    omen_args_add(&q->search, arg);
    if (!arg[2] && next) omen_args_add(&q->search, next);
  }
}

static void understand(struct request *q, const struct omen_args *args) {
  for (size_t i = 0; i < args->n; i++) {
    const char *arg = args->v[i];
    if (*arg != '-') continue;
    see_debug(q, arg);
    see_without(q, arg);
    see_linker(q, arg, args->v[i + 1]);
    if (starts(arg, "-O")) q->optimises = strcmp(arg, "-O0") != 0;
    if (!strcmp(arg, "-fno-lto")) q->lto = false;
    if (!strcmp(arg, "-flto") || starts(arg, "-flto=")) q->lto = true;
    if (takes_next(arg)) i++;
  }
}

/* The linker that clang would use, by clang's own rules. NULL: plain "ld" from PATH, which omen_driver_link
 * finds. */
static char *real_linker(const struct request *q, const char *clang) {
  if (q->use_ld && strchr(q->use_ld, '/')) return omen_xstrdup(q->use_ld);
  if (!q->use_ld && !q->search.n) return NULL;
  struct omen_args a = {0};
  omen_args_add(&a, clang);
  for (size_t i = 0; i < q->search.n; i++) omen_args_add(&a, q->search.v[i]);
  bool plain = !q->use_ld || !*q->use_ld || !strcmp(q->use_ld, "ld");
  omen_args_addf(&a, "-print-prog-name=%s%s", plain || q->ld_is_path ? "" : "ld.", plain ? "ld" : q->use_ld);
  struct omen_buf out = {0}, errors = {0};
  char *path = NULL;
  if (omen_tool_run(a.v, &out, &errors, NULL) == 0 && out.len)
    path = omen_xstrndup(out.data, strcspn(out.data, "\n"));
  omen_buf_release(&out);
  omen_buf_release(&errors);
  omen_args_release(&a);
  return path;
}

static void add_xclang(struct omen_args *a, const char *const *list) {
  for (; *list; list++) {
    omen_args_add(a, "-Xclang");
    omen_args_add(a, *list);
  }
}

static void add_ours(struct omen_args *a, const struct request *q, const char *home) {
  /* Where the user has link-time optimisation, its bitcode is ours, too, with the attribute that a build with
   * ThreadSanitizer has (plugin/plugin.cpp says why). */
  static const char *const fat[] = {"-flto=full", "-ffat-lto-objects", "-mllvm",
                                    "-force-attribute=sanitize_thread", NULL};
  /* Notes where variables of blocks begin and end, at -O0, too. There is no sanitizer that would do more.
   * Where clang optimises it makes them by itself; asked for them, it would begin the lives of some
   * temporaries later, and the machine code would be another. */
  static const char *const scopes[] = {"-fsanitize-address-use-after-scope", NULL};
  static const char *const silent_debug[] = {"-debug-info-kind=constructor", "-dwarf-version=5",
                                             "-debugger-tuning=gdb",         "-mllvm",
                                             "-disable-debug-info-print",    NULL};
  /* Without a sanitizer the attribute leaves nothing in the bitcode. An annotation in its place does, and is
   * taken in every spelling, __attribute__ and [[clang::]]; __has_attribute does not see such macros. */
  static const char *const unsanitized = "=annotate(\"omen.no_sanitize\",__VA_ARGS__)";
  omen_args_add(a, "--start-no-unused-arguments");
  omen_args_addf(a, "--ld-path=%s/ld", home);
  omen_args_add(a, "-idirafter"); /* omen.h, behind all other folders */
  omen_args_addf(a, "%s/include", home);
  if (!q->text && !q->without) {
    if (q->lto) {
      omen_args_add(a, "-ffat-lto-objects"); /* the driver's: its -flto would leave no machine code */
      add_xclang(a, fat);
    } else {
      if (!q->optimises) add_xclang(a, scopes);
      omen_args_add(a, "-Xclang");
      omen_args_addf(a, "-fpass-plugin=%s/plugin.so", home);
    }
    omen_args_addf(a, "-Dno_sanitize(...)%s", unsanitized);
    omen_args_addf(a, "-D__no_sanitize__(...)%s", unsanitized);
    if (!q->debug) add_xclang(a, silent_debug);
  }
  omen_args_add(a, "--end-no-unused-arguments");
}

/* The user's arguments go through as they are, with two exceptions. A linker given by path is called by ours.
 * Thin link-time optimisation becomes the full one: modules with summaries cannot be merged into one. */
static void add_users(struct omen_args *a, const struct request *q, const char *arg) {
  bool ours = !q->foreign_target && !q->text && !q->without;
  if (!q->foreign_target && starts(arg, "--ld-path=")) return;
  if (omen_exclude_option(arg)) return;
  omen_args_add(a, ours && !strcmp(arg, "-flto=thin") ? "-flto=full" : arg);
}

static bool has_word(char *const *v, size_t n, const char *prefix) {
  for (size_t i = 0; i < n; i++)
    if (starts(v[i], prefix)) return true;
  return false;
}

/* The same two where a response file has them: it is clang that reads it, and the last word counts. */
static void add_last(struct omen_args *a, const struct request *q, const struct omen_args *seen, char **argv,
                     size_t n, const char *home) {
  bool ours = !q->text && !q->without;
  bool thin = ours && has_word(seen->v, seen->n, "-flto=thin") && !has_word(argv, n, "-flto=thin");
  bool linker = has_word(seen->v, seen->n, "--ld-path=") && !has_word(argv, n, "--ld-path=");
  if (!thin && !linker) return;
  omen_args_add(a, "--start-no-unused-arguments");
  if (thin && q->lto) omen_args_add(a, "-flto=full");
  if (linker) omen_args_addf(a, "--ld-path=%s/ld", home);
  omen_args_add(a, "--end-no-unused-arguments");
}

/* What omen_driver_link, started by clang, must know. */
static void tell_linker(const struct request *q, const char *clang) {
  char *ld = real_linker(q, clang);
  if (ld)
    setenv(OMEN_ENV_LD, ld, 1);
  else
    unsetenv(OMEN_ENV_LD);
  free(ld);
  if (q->without)
    setenv(OMEN_ENV_WITHOUT, q->without, 1);
  else
    unsetenv(OMEN_ENV_WITHOUT);
}

/* What the plugin, loaded by clang, must know. */
static int tell_plugin(struct request *q, const struct omen_args *seen, struct omen_err *err) {
  if (omen_exclude_patterns(seen, &q->exclude, err)) return -1;
  if (q->exclude.len && q->lto) return omen_fail(err, "--omen-exclude and -flto do not go together");
  if (q->exclude.len)
    setenv(OMEN_ENV_EXCLUDE, q->exclude.data, 1);
  else
    unsetenv(OMEN_ENV_EXCLUDE);
  return 0;
}

int omen_driver_compile(bool cxx, int argc, char **argv) {
  if (argc == 3 && !strcmp(argv[1], "--omen-show")) return omen_driver_show(argv[2], NULL);
  if (argc == 4 && !strcmp(argv[1], "--omen-extract")) return omen_driver_show(argv[2], argv[3]);
  const char *name = cxx ? "clang++-19" : "clang-19";
  char *clang = omen_tool_find(name);
  if (!clang) {
    fprintf(stderr, "omen: %s was not found: install clang 19 (Debian: apt-get install clang-19 lld-19)\n",
            name);
    return OMEN_EXIT_FAILED;
  }
  struct omen_args seen = {0}, a = {0};
  struct request q = {0};
  omen_args_expand(&seen, argc - 1, argv + 1);
  understand(&q, &seen);
  struct omen_err err;
  char *home = omen_tool_home(&err);
  if (!home || tell_plugin(&q, &seen, &err)) {
    fprintf(stderr, "omen: %s\n", err.msg);
    return OMEN_EXIT_FAILED;
  }
  omen_args_add(&a, clang);
  if (argc > 1 && !starts(argv[1], "-cc1") && !q.foreign_target) {
    tell_linker(&q, clang);
    add_ours(&a, &q, home);
  }
  int options = 1; /* up to "--", behind which there are files */
  while (options < argc && strcmp(argv[options], "--")) options++;
  for (int i = 1; i < options; i++) add_users(&a, &q, argv[i]);
  if (!q.foreign_target) add_last(&a, &q, &seen, argv + 1, (size_t)options - 1, home);
  for (int i = options; i < argc; i++) omen_args_add(&a, argv[i]);
  execv(clang, a.v);
  fprintf(stderr, "omen: cannot start %s: %s\n", clang, strerror(errno));
  return OMEN_EXIT_FAILED;
}
