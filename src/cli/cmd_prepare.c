/* omen prepare: makes the variants of programs before they are needed, with progress. Other commands make
 * them when they are first run, which for a large program takes its time. */
#include "build/variant.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "record/launch.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char about[] =
    "Makes the instrumented variants of programs that were built with 'omen cc' or 'omen c++', which other "
    "commands would make\nwhen they first run the program: the one of 'omen run', and the exact one of 'omen "
    "triage'. They are kept in the cache, and\nso are the pieces of those that could not be finished: an "
    "edit "
    "of one file does not redo all. Exits 0 when all are there,\n3 when Omen failed, 4 when a program cannot "
    "be run.";

static const struct {
  const char *name;
  enum omen_variant_kind kind;
  bool usual;
} variants[] = {{"run", OMEN_VARIANT_ANALYSIS, true},
                {"triage", OMEN_VARIANT_EXACT, true},
                {"symbolic", OMEN_VARIANT_SYMBOLIC, false}};
enum { VARIANTS = sizeof variants / sizeof *variants };

static bool wanted(const struct omen_options *o, int i) {
  for (size_t k = 0; k < o->variant.n; k++)
    if (!strcmp(o->variant.v[k], variants[i].name)) return true;
  return !o->variant.n && variants[i].usual;
}

static void check_words(const struct omen_options *o) {
  for (size_t k = 0; k < o->variant.n; k++) {
    bool known = false;
    for (int i = 0; i < VARIANTS; i++) known |= !strcmp(o->variant.v[k], variants[i].name);
    if (!known)
      omen_die(OMEN_EXIT_USAGE, "prepare: --variant '%s'? there are run, triage and symbolic",
               o->variant.v[k]);
  }
}

static void prepare(const struct omen_options *o, const char *program, const char *shown, int i) {
  struct omen_variant v;
  struct omen_err err = {0};
  double start = omen_now();
  int status = omen_variant_get(program, variants[i].kind, &v, &err);
  if (status)
    omen_die(status == OMEN_EXIT_RUN_FAILED ? OMEN_EXIT_FAILED : OMEN_EXIT_CANNOT_RUN, "%s", err.msg);
  if (!o->quiet)
    fprintf(stderr, "omen: %s is prepared for %s (%.1f s)\n", shown, variants[i].name, omen_now() - start);
  omen_variant_release(&v);
}

int omen_cmd_prepare(int argc, char **argv) {
  struct omen_options o;
  int n = omen_options_take(OMEN_OPTIONS_PREPARE, "omen prepare [options] PROG...", about, argc, argv, &o),
      why;
  if (!n) omen_die(OMEN_EXIT_USAGE, "prepare: which program? omen prepare PROG");
  check_words(&o);
  for (int k = 0; k < n; k++) {
    char *program = access(argv[k], F_OK) ? omen_find_program(argv[k], &why) : omen_xstrdup(argv[k]);
    if (!program) omen_die(OMEN_EXIT_CANNOT_RUN, "%s: there is no such program", argv[k]);
    for (int i = 0; i < VARIANTS; i++)
      if (wanted(&o, i)) prepare(&o, program, argv[k], i);
    free(program);
  }
  return OMEN_EXIT_OK;
}
