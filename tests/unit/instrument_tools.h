/* For the instrumenter's tests: from a C source to bitcode, to an instrumented object, to an executable with
 * the stub runtime (instrument/stub.c). Everything lives in one scratch folder. */
#ifndef OMEN_TESTS_INSTRUMENT_TOOLS_H
#define OMEN_TESTS_INSTRUMENT_TOOLS_H
#include "base/base.h"
#include "build/instrument.h"
#include "build/sites.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char scratch[64];
static char tests_folder[512]; /* tests/unit */

static inline int tools_start(void **state) {
  snprintf(tests_folder, sizeof tests_folder, "%s", __FILE__);
  *strrchr(tests_folder, '/') = 0;
  strcpy(scratch, "/tmp/omen-test-XXXXXX");
  return mkdtemp(scratch) ? 0 : -1;
}
static inline int tools_stop(void **state) { return omen_rmtree(scratch); }

static inline char *in_scratch(const char *name) { return omen_format("%s/%s", scratch, name); }

/* Runs a command of the shell; aborts the test with what it was when it fails. */
static inline void tools_run(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static inline void tools_run(const char *fmt, ...) {
  char *cmd = NULL;
  va_list ap;
  va_start(ap, fmt);
  if (vasprintf(&cmd, fmt, ap) < 0) abort();
  va_end(ap);
  if (system(cmd)) fail_msg("failed: %s", cmd);
  free(cmd);
}

/* Bitcode of a source file, as the first half of link-time optimisation makes it. */
static inline void tools_compile(const char *source, const char *flags, const char *to) {
  tools_run("clang-19 -g -flto=full %s -c %s -o %s/%s", flags, source, scratch, to);
}

/* NAME.bc becomes NAME.o, NAME.sites and NAME.ll. */
static inline void tools_instrument(const char *name, struct omen_instrument_options o) {
  char *bc = omen_format("%s/%s.bc", scratch, name), *obj = omen_format("%s/%s.o", scratch, name);
  char *sites = omen_format("%s/%s.sites", scratch, name), *ll = omen_format("%s/%s.ll", scratch, name);
  struct omen_err e = {{0}};
  o.ir_out = ll;
  if (!o.module_name) o.module_name = name;
  if (omen_instrument_file(bc, obj, sites, &o, &e)) fail_msg("%s", e.msg);
  free(bc);
  free(obj);
  free(sites);
  free(ll);
}

static inline char *tools_text(const char *name) { /* a whole file of the scratch folder */
  char *path = in_scratch(name);
  struct omen_buf b = {0};
  struct omen_err e;
  if (omen_file_read(path, &b, &e)) fail_msg("%s", e.msg);
  free(path);
  return b.data;
}

static inline int tools_count(const char *text, const char *what) {
  int n = 0;
  for (const char *p = text; (p = strstr(p, what)); p += strlen(what)) n++;
  return n;
}
#endif
