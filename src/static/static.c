/* The stages of a scan, one behind the other: see static.h. */
#include "static/static.h"
#include "static/candidate_list.h"
#include "static/ways.h"
#include "static/prune.h"
#include <stdlib.h>
#include <string.h>

static void release(struct omen_scan_state *a) {
  for (uint32_t r = 0; r < a->t.n; r++) {
    for (uint32_t f = 0; f < a->p.nfns; f++) omen_lockset_release(&a->entry[r][f]);
    free(a->entry[r]);
  }
  for (uint32_t i = 0; i < a->nsets; i++) {
    omen_lockset_release(a->sets[i]);
    free(a->sets[i]);
  }
  free(a->sets);
  free(a->acc);
  omen_locks_release(&a->l, &a->p);
  omen_threads_release(&a->t, &a->p);
}

static void stage(const char *name, double *since) {
  double now = omen_spent(false);
  if (getenv("OMEN_SCAN_STAGES")) fprintf(stderr, "%s: %.2f s\n", name, now - *since);
  *since = now;
}

static void analyse(struct omen_scan_state *a, char *names, double *t) {
  omen_program_solve(&a->p, names);
  stage("points-to", t);
  omen_once_find(&a->p);
  omen_shared_find(&a->p);
  omen_threads_find(&a->t, &a->p);
  stage("threads", t);
  omen_locks_find(&a->l, &a->p);
  omen_entry_locks(a);
  stage("locks", t);
  omen_accesses_find(a);
  omen_spots_find(a);
  stage("accesses", t);
}

static int write_candidates(struct omen_scan_state *a, struct omen_pairs *pairs, size_t most, const char *out,
                            struct omen_err *err) {
  struct omen_ir_names names = {0};
  omen_ir_names_init(&names, a->p.m, a->p.td);
  json_t *j = omen_candidates_json(a, pairs, most, &names);
  char *text = json_dumps(j, JSON_INDENT(1) | JSON_REAL_PRECISION(4));
  int bad = omen_file_write(out, text, strlen(text), err);
  free(text);
  json_decref(j);
  omen_ir_names_release(&names);
  return bad;
}

static int find_pairs(struct omen_scan_state *a, const struct omen_static_options *o, char *names,
                      const char *out, double *t, struct omen_err *err) {
  struct omen_pairs pairs;
  analyse(a, names, t);
  omen_pairs_find(a, &pairs);
  stage("pairs", t);
  int bad = o->prune     ? omen_prune_write(a, pairs.racy, out, err)
            : o->reached ? omen_ways_write(a, pairs.racy, o->reached, out, err)
                         : write_candidates(a, &pairs, o->most, out, err);
  stage(o->prune ? "pruned" : o->reached ? "heads" : "candidates", t);
  omen_pairs_release(&pairs);
  return bad;
}

int omen_static_scan(char **bitcode, int n, const struct omen_static_options *o, const char *out,
                     struct omen_err *err) {
  struct omen_scan_state *a = omen_xcalloc(1, sizeof *a);
  double t = omen_spent(false);
  a->locks_only = o->locks_only;
  a->others = o->prune;
  a->racy_only = o->prune || o->reached;
  struct omen_buf names = {0};
  if (o->names && omen_file_read(o->names, &names, err)) return -1;
  if (omen_program_read(&a->p, bitcode, n, o->prune, names.data, err)) return -1;
  stage("read", &t);
  const char *never = o->prune ? omen_prune_never(&a->p) : NULL;
  int bad = never ? omen_fail(err, OMEN_NOT_PRUNED "%s", never) : find_pairs(a, o, names.data, out, &t, err);
  if (!never) release(a);
  omen_program_release(&a->p);
  omen_buf_release(&names);
  free(a);
  return bad;
}
