/* static/: what may race in a program, before it runs. The analysis is a program of its own, lib/omen/scan
 * (tool/scan_main.c), as the instrumenter is: only it loads LLVM. It reads the merged bitcode of the program
 * and of its libraries and writes candidates as JSON.
 *
 *   program.c, constraints.c, call_graph.c, wrappers.c -> points_to.c   who points where, who calls whom
 *   other_names.c, computed_addresses.c            symbols and addresses that are made of others
 *   thread_roots.c, joins.c, written.c             which code runs in which threads, and beside which
 *   locks.c, entry.c                               which locks are certainly held
 *   escape.c                                       what only one thread can reach
 *   accesses.c, spots.c -> racing_pairs.c -> candidate_list.c         pairs that may race, ranked; words for
 *   the likeliest; prune.c: accesses in no pair; ways.c: ways to accesses that no run has reached
 *
 * Everything unknown may happen: a pair is left out only for a reason that holds in every run. docs/scan.md
 * says what is assumed. */
#ifndef OMEN_STATIC_STATIC_H
#define OMEN_STATIC_STATIC_H
#include "base/base.h"

struct omen_static_options {
  bool locks_only;     /* a pair is left out for a common lock alone: to compare with */
  size_t most;         /* candidates that are written, the likeliest */
  bool prune;          /* `out` is a folder: of each module, the accesses in no pair (prune.h) */
  const char *names;   /* a file: a line for each name that code without a body may know; or NULL */
  const char *reached; /* a file: `out` gets the ways to what is not in it (ways.h) */
};
/* How the message begins where nothing may be pruned: no failure. */
#define OMEN_NOT_PRUNED "not pruned: "
/* Analyses the modules, the program's first; writes JSON to `out`. */
int omen_static_scan(char **bitcode, int n, const struct omen_static_options *o, const char *out,
                     struct omen_err *err);
#endif
