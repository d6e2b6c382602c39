/* OMEN_OPTIONS: what ThreadSanitizer's users set in TSAN_OPTIONS, under the same names: see options.h. */
#include "cli/options.h"
#include <stdlib.h>
#include <string.h>

/* Names of TSAN_OPTIONS that say how ThreadSanitizer works inside; Omen works otherwise, or always so. */
static const char *const without_meaning[] = {"history_size",
                                              "flush_memory_ms",
                                              "flush_symbolizer_ms",
                                              "memory_limit_mb",
                                              "io_sync",
                                              "halt_on_error",
                                              "abort_on_error",
                                              "report_bugs",
                                              "report_thread_leaks",
                                              "report_destroy_locked",
                                              "report_mutex_bugs",
                                              "report_signal_unsafe",
                                              "report_atomic_races",
                                              "enable_annotations",
                                              "suppress_equal_stacks",
                                              "suppress_equal_addresses",
                                              "detect_deadlocks",
                                              "second_deadlock_stack",
                                              "ignore_noninstrumented_modules",
                                              "ignore_interceptors_accesses",
                                              "force_seq_cst_atomics",
                                              "die_after_fork",
                                              "atexit_sleep_ms",
                                              "external_symbolizer_path",
                                              "symbolize",
                                              "stack_trace_format",
                                              "strip_path_prefix",
                                              "handle_segv",
                                              "allow_user_segv_handler",
                                              "allocator_may_return_null",
                                              "stop_on_start",
                                              "verbosity",
                                              "print_benign",
                                              "shared_ptr_interceptor",
                                              "print_full_thread_history"};

static bool is(const char *name, const char *word) { return !strcmp(name, word); }

static bool truth(const char *name, const char *value) {
  if (is(value, "1") || is(value, "true") || is(value, "yes")) return true;
  if (is(value, "0") || is(value, "false") || is(value, "no")) return false;
  omen_die(OMEN_EXIT_USAGE, "OMEN_OPTIONS: %s=%s: 0 or 1", name, value);
}

static void set(struct omen_options *o, const char *name, char *value, bool tell) {
  if (is(name, "suppressions")) {
    omen_list_add(&o->suppressions, omen_xstrdup(value));
  } else if (is(name, "exitcode")) {
    char *end;
    unsigned long code = strtoul(value, &end, 10);
    if (!*value || *end || code > 255)
      omen_die(OMEN_EXIT_USAGE, "OMEN_OPTIONS: exitcode=%s: 0 to 255", value);
    o->exitcode = (int)code;
  } else if (is(name, "log_path")) {
    o->log_path = omen_xstrdup(value);
  } else if (is(name, "print_suppressions")) {
    o->print_suppressions |= truth(name, value);
  } else if (is(name, "color")) {
    if (is(value, "never") || is(value, "0")) setenv("NO_COLOR", "1", 1);
  } else {
    for (size_t i = 0; i < sizeof without_meaning / sizeof *without_meaning; i++)
      if (is(name, without_meaning[i])) {
        if (tell) omen_warn("OMEN_OPTIONS: %s says nothing to Omen, and is ignored", name);
        return;
      }
    omen_warn("OMEN_OPTIONS: no option '%s': suppressions, exitcode, log_path, print_suppressions, color",
              name);
  }
}

static bool separates(char c) { return c && strchr(" ,:\n\t\r", c); }

/* One name=value from *at, in place; the value may be in quotes. */
static bool next(char **at, char **name, char **value) {
  char *p = *at;
  while (separates(*p)) p++;
  if (!*p) return false;
  *name = p;
  while (*p && *p != '=' && !separates(*p)) p++;
  if (*p != '=') omen_die(OMEN_EXIT_USAGE, "OMEN_OPTIONS: '%.40s': name=value is needed", *name);
  *p++ = 0;
  if (*p == '\'' || *p == '"') {
    char quote = *p++;
    *value = p;
    while (*p && *p != quote) p++;
    if (!*p) omen_die(OMEN_EXIT_USAGE, "OMEN_OPTIONS: %s: the quote is not closed", *name);
  } else {
    *value = p;
    while (*p && !separates(*p)) p++;
  }
  if (*p) *p++ = 0;
  *at = p;
  return true;
}

void omen_options_environment(struct omen_options *o) {
  const char *text = getenv("OMEN_OPTIONS");
  if (!text) return;
  char *copy = omen_xstrdup(text), *at = copy, *name, *value;
  while (next(&at, &name, &value)) set(o, name, value, !o->quiet);
  free(copy);
}

/* What programs need to run at all, and what Omen itself listens to. A value that is somebody's secret may
 * have any other name, so that nothing else stays. */
static bool harmless(const char *variable, size_t name) {
  static const char *const names[] = {"PATH",   "HOME",     "USER",  "LOGNAME", "SHELL",
                                      "PWD",    "TERM",     "LANG",  "TZ",      "LD_LIBRARY_PATH",
                                      "TMPDIR", "LANGUAGE", "LINES", "COLUMNS", "XDG_CACHE_HOME"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strlen(names[i]) == name && !strncmp(variable, names[i], name)) return true;
  return !strncmp(variable, "LC_", 3) || !strncmp(variable, "OMEN_", 5);
}

void omen_options_scrub(void) {
  extern char **environ;
  char **to = environ;
  for (char **from = environ; *from; from++)
    if (harmless(*from, strcspn(*from, "="))) *to++ = *from;
  *to = NULL;
}
