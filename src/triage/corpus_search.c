/* The search of omen explore: runs with the inputs that it finds, several at the same time. Each is made by a
 * process of its own, and they are looked at in the order in which they were begun: what comes out does not
 * depend on which of them ends first. */
#include "base/interrupt.h"
#include "explore/explore_parts.h"
#include "symbolic/compare.h"
#include "triage/assumption.h"
#include "triage/corpus.h"
#include "triage/corpus_feed.h"
#include "triage/corpus_parts.h"
#include "triage/corpus_seeds.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

enum { MOST_JOBS = 64, SAVE_SECONDS = 5, SYNC_SECONDS = 1 };
/* Runs without expressions: so many for each one with them, so long each, and so many in a row that brought
 * nothing new when the solver has nothing left: twice as many cost a second or two, and seldom find more. */
enum { FED_RUNS = 64, FED_PAUSED = 512, FED_SECONDS = 1, FED_IN_VAIN = 2000 };

struct job {
  pid_t pid;
  char *dir;
  struct omen_search_found found;
};
struct work {
  const struct omen_corpus_job *job;
  struct omen_corpus *x;
  struct omen_err *err;
  bool failed; /* the corpus cannot be written, or no run be started: `err` says why */
  struct omen_progress progress;
  struct omen_recording first; /* the recorded inputs, by the symbolic variant: others are derived from it */
  int64_t *folder_of;          /* by id of the search; -1: none */
  size_t folders_cap;
  struct job jobs[MOST_JOBS]; /* a ring: those under way, the oldest first */
  unsigned oldest, njobs, most, number;
  double start, saved; /* omen_now() */
  struct omen_corpus_feed *feed;
  struct omen_search_found news; /* what it brought: to be run with expressions; `why` NULL: nothing */
  bool fed;                      /* since a run with expressions ended */
  bool paused;                   /* the solver took long, and found nothing */
  struct omen_seeds seeds;
  double seeds_read;   /* omen_now() */
  size_t source;       /* of the inputs: the one that fuzzers have; SIZE_MAX: none */
  char *sync;          /* our folder among theirs; NULL: none */
  uint32_t sync_first; /* its first number */
};

static void say(struct work *w) {
  char *line = omen_format("%llu runs, %u inputs, %u of %u blocks, %u failures; %zu decisions left to try",
                           (unsigned long long)(omen_search_counters(w->x->search)->runs + w->x->fed),
                           w->x->inputs, w->x->coverage.reached, w->x->coverage.blocks, w->x->bad,
                           omen_search_waiting(w->x->search));
  omen_progress_say(&w->progress, line);
  free(line);
}
static void note_folder(struct work *w, uint32_t id, int64_t folder) {
  while (w->folders_cap <= id) {
    size_t n = w->folders_cap;
    OMEN_GROW(w->folder_of, n, w->folders_cap);
    for (; n < w->folders_cap; n++) w->folder_of[n] = -1;
  }
  w->folder_of[id] = folder;
}
/* For fuzzers: in the corpus, and in their common folder what they do not have. */
static int tell_friends(struct work *w, const struct omen_corpus_input *e) {
  if (w->source == SIZE_MAX) return 0;
  bool theirs = e->why == omen_corpus_seed;
  return omen_corpus_queue_add(w->x->dir, 0, e, w->source, w->err) ||
         (w->sync && !theirs && omen_corpus_queue_add(w->sync, w->sync_first, e, w->source, w->err));
}
/* It has a path of its own, or shows a failure: into the corpus. `run`: its recording; NULL: it stays where
 * it is. */
static void keep(struct work *w, struct omen_corpus_input *e, const char *run, uint32_t id) {
  e->number = w->x->inputs++;
  w->x->bad += e->bad;
  bool first = e->bad && omen_table_count(&w->x->failures, e->failure) == 1;
  note_folder(w, id, e->number);
  char *folder = omen_format("%s/%03u", w->x->dir, e->number), *to = omen_format("%s/recording", folder);
  if (omen_corpus_add(folder, w->x->base, e, w->err) || tell_friends(w, e)) w->failed = true;
  if (first && run && !w->failed && rename(run, to))
    w->failed = omen_fail(w->err, "%s: %s", to, strerror(errno));
  e->recorded = first && run;
  if (first && !w->failed) omen_corpus_reduce(w->x, w->feed, &w->first, e, folder);
  json_array_append_new(w->x->list, omen_corpus_input_json(w->x->base, e));
  free(folder);
  free(to);
}
/* What hides decisions from the search. */
static void note_limits(struct work *w, const char *dir, const struct omen_sym_trace *t) {
  struct omen_comparison c = {0};
  omen_comparison_assume(&c, t, false);
  for (uint32_t i = 0; i < c.n_assumptions; i++) {
    const struct omen_sym_assumption *a = &c.assumptions[i];
    uint64_t name = XXH3_64bits(a->why, strlen(a->why)) ^ ((uint64_t)a->site << 8 | a->kind);
    if (omen_table_count(&w->x->limits_seen, name) == 1)
      omen_corpus_limit(w->x, omen_assumption_line(dir, a));
  }
  omen_comparison_release(&c);
  if (t->ended && omen_table_count(&w->x->limits_seen, 1) == 1)
    omen_corpus_limit(w->x, omen_xstrdup(OMEN_SYM_LONGER));
}
static void take_guess(void *feed, struct omen_inputs *in) { omen_corpus_feed_guess(feed, in); }
/* The first run is there: others can be made of it. */
static void open_feed(struct work *w, const struct omen_inputs *in) {
  char *dir = omen_format("%s/work/feed", w->x->dir);
  struct omen_derivation d = {.base = &w->first, .inputs = in, .seconds = FED_SECONDS};
  if (w->first.dir) w->feed = omen_corpus_feed_open(&d, dir);
  if (w->feed) omen_search_guesses(w->x->search, take_guess, w->feed);
  free(dir);
}
/* Takes the run's trace into the search. False: it left none. */
static bool take_trace(struct work *w, const char *dir, const struct omen_inputs *in, uint32_t id,
                       struct omen_corpus_input *e, bool *new) {
  struct omen_sym_trace t;
  char *path = omen_format("%s/symbolic", dir);
  int missing = omen_sym_trace_read(&t, path, NULL);
  free(path);
  if (missing) return false;
  bool first = !w->x->coverage.blocks;
  e->new_blocks = omen_coverage_add(&w->x->coverage, &t);
  if (first) omen_coverage_places(&w->x->coverage, dir, &e->result.outcome);
  if (first) open_feed(w, in);
  omen_corpus_feed_saw(w->feed, &t, in, e->new_blocks);
  note_limits(w, dir, &t);
  uint64_t paths = omen_search_counters(w->x->search)->paths;
  enum omen_arrival a = omen_search_add(w->x->search, &t, in, id);
  e->confirmed = a == OMEN_ARRIVED_FIRST ? -1 : a == OMEN_ARRIVED_CONFIRMED;
  *new = omen_search_counters(w->x->search)->paths > paths;
  return true;
}
/* What came of a run; how NULL: of one that nothing was found for. -1: it left nothing. */
static int look(struct work *w, const char *dir, const struct omen_inputs *in,
                const struct omen_search_found *how) {
  struct omen_corpus_input e = {.parent = -1, .inputs = in, .confirmed = -1};
  uint32_t id = how ? how->id : 0;
  bool new = false;
  if (omen_corpus_result_read(&e.result, dir)) return -1;
  if (how) {
    bool parent = how->parent < w->folders_cap && how->why != omen_corpus_seed;
    e.why = how->why;
    e.parent = parent ? w->folder_of[how->parent] : -1;
    e.at = omen_coverage_site(&w->x->coverage, how->site);
  }
  e.bad = omen_corpus_result_bad(&e.result.outcome);
  e.failure = omen_corpus_result_failure(&e.result.outcome);
  if (!take_trace(w, dir, in, id, &e, &new)) w->x->failed++;
  if (new || e.bad || !how) keep(w, &e, how ? dir : NULL, id);
  omen_result_release(&e.result);
  free(e.at);
  return 0;
}

/* ---- runs ---- */

static int first_run(struct work *w, struct omen_err *err) {
  char *dir = omen_format("%s/work/first", w->x->dir), *work = omen_format("%s/work", w->x->dir);
  struct omen_derivation d = {.base = w->x->base,
                              .inputs = w->job->inputs,
                              .variant = w->job->variant,
                              .seconds = OMEN_CORPUS_RUN_SECONDS,
                              .no_watch = true};
  int result = omen_mkdirs(work, err) || omen_derive_by(&d, dir, &w->first, err) ? -1 : 0;
  if (!result && look(w, dir, w->job->inputs, NULL)) result = omen_fail(err, "%s: nothing is in it", dir);
  free(dir);
  free(work);
  return result;
}
/* No decision of the program says that a variable could be there, or not be there. */
static void other_ways(struct work *w) {
  const struct omen_inputs *in = w->job->inputs;
  char *dir = omen_format("%s/work/other", w->x->dir);
  for (size_t i = 0; i < in->n; i++) {
    struct omen_inputs other;
    struct omen_recording r;
    if (!omen_inputs_other_way(in, i, &other)) continue;
    struct omen_derivation d = {
        .base = &w->first, .inputs = &other, .seconds = OMEN_CORPUS_RUN_SECONDS, .no_watch = true};
    if (omen_derive_by(&d, dir, &r, NULL)) {
      w->x->failed++;
    } else {
      if (look(w, dir, &other, NULL)) w->x->failed++;
      omen_recording_release(&r);
    }
    omen_rmtree(dir);
    omen_inputs_release(&other);
  }
  free(dir);
}
static void begin(struct work *w, struct omen_search_found *found) {
  struct job *j = &w->jobs[(w->oldest + w->njobs) % MOST_JOBS];
  *j = (struct job){.found = *found, .dir = omen_format("%s/work/%u", w->x->dir, w->number++)};
  struct omen_derivation d = {
      .base = &w->first, .inputs = &j->found.inputs, .seconds = OMEN_CORPUS_RUN_SECONDS, .no_watch = true};
  pid_t us = getpid();
  j->pid = fork();
  if (j->pid < 0) {
    w->failed = omen_fail(w->err, "cannot start a run: %s", strerror(errno));
    free(j->dir);
    omen_search_found_release(&j->found);
    return;
  }
  if (!j->pid) {
    struct omen_recording r;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    _exit(getppid() != us || omen_derive_by(&d, j->dir, &r, NULL) ? 1 : 0);
  }
  w->njobs++;
}
/* Waits for the oldest, and looks at it, unless nobody wants to know any more. */
static void end(struct work *w, bool wanted) {
  struct job *j = &w->jobs[w->oldest];
  int status = 0;
  if (!wanted) kill(j->pid, SIGKILL);
  while (waitpid(j->pid, &status, 0) < 0 && errno == EINTR) continue;
  bool made = WIFEXITED(status) && !WEXITSTATUS(status);
  if (wanted && (!made || look(w, j->dir, &j->found.inputs, &j->found))) w->x->failed++;
  omen_rmtree(j->dir);
  free(j->dir);
  omen_search_found_release(&j->found);
  w->oldest = (w->oldest + 1) % MOST_JOBS;
  w->njobs--;
}

static bool late(const struct work *w) { return w->job->deadline > 0 && omen_now() >= w->job->deadline; }
static bool enough(const struct work *w) {
  return w->failed || omen_interrupted() || late(w) || (w->job->stop_on_failure && w->x->bad) ||
         (w->job->most_paths && w->x->inputs >= w->job->most_paths);
}
/* Whoever is killed keeps what there was. */
static void save(struct work *w) {
  struct omen_buf json = {0};
  double now = omen_now();
  if (now < w->saved + SAVE_SECONDS) return;
  w->saved = now;
  w->x->seconds = now - w->start;
  if (omen_corpus_write(w->x, &json, w->err)) w->failed = true;
  omen_buf_release(&json);
}
/* ---- what others found ---- */

static void offer(void *arg, const struct omen_buf *bytes) {
  struct work *w = arg;
  struct omen_inputs in;
  omen_inputs_copy(&in, w->job->inputs);
  omen_inputs_set(&in.list[w->source], bytes->data, bytes->len);
  omen_corpus_feed_offer(w->feed, &in);
}
/* The seeds at the beginning; what comes into the common folder, every second. */
static void read_seeds(struct work *w) {
  double now = omen_now();
  bool wanted = w->seeds.folder || w->seeds.sync;
  if (!wanted || !w->feed || (w->seeds_read > 0 && (!w->sync || now < w->seeds_read + SYNC_SECONDS))) return;
  w->seeds_read = now;
  if (omen_seeds_read(&w->seeds, offer, w, w->err)) w->failed = true;
  w->x->seeds = w->seeds.taken;
}
/* Where `omen explore` keeps its part of the common folder. */
static int join(struct work *w, struct omen_err *err) {
  w->seeds = (struct omen_seeds){.folder = w->job->seeds, .sync = w->job->sync};
  w->source = omen_seeds_source(w->job->inputs);
  if (w->source == SIZE_MAX && (w->job->seeds || w->job->sync))
    return omen_fail(err, "--seeds and --sync need one input whose bytes the files are: --symbolic stdin, or "
                          "--symbolic file:PATH");
  if (!w->job->sync) return 0;
  w->sync = omen_format("%s/%s", w->job->sync, OMEN_SYNC_NAME);
  w->sync_first = omen_corpus_queue_next(w->sync);
  char *queue = omen_format("%s/queue", w->sync);
  int result = omen_mkdirs(queue, err);
  free(queue);
  return result;
}

/* ---- the search ---- */

/* Some runs without expressions, unless what they brought waits still. */
static void feed(struct work *w) {
  w->fed = true;
  if (w->news.why) return;
  struct omen_inputs in;
  if (omen_corpus_feed_run(w->feed, w->paused ? FED_PAUSED : FED_RUNS, &in, &w->news.why))
    w->news.inputs = in, w->news.site = OMEN_SYM_UNKNOWN_SITE, w->news.resized = true;
  else
    w->news.why = NULL;
  w->x->fed = omen_corpus_feed_runs(w->feed);
}
static bool next(struct work *w, struct omen_search_found *found) {
  if (w->njobs == w->most) return false;
  if (!w->fed) feed(w);
  if (!w->news.why) {
    bool got = omen_search_next(w->x->search, w->job->deadline, found);
    w->paused = !got && omen_search_waiting(w->x->search);
    if (got || !omen_corpus_feed_later(w->feed, &w->news.inputs)) return got;
    w->news.why = omen_corpus_seed, w->news.site = OMEN_SYM_UNKNOWN_SITE, w->news.resized = true;
  }
  *found = w->news;
  w->news = (struct omen_search_found){0};
  w->fed = false;
  return true;
}
/* The solver has nothing left. Is there a reason to go on without it? */
static bool goes_on(struct work *w) {
  return !omen_corpus_would_exhaust(w->x) && omen_corpus_feed_idle(w->feed) < FED_IN_VAIN;
}
/* Nothing is left, but others may find something. */
static void wait_for_others(struct work *w) {
  say(w);
  save(w);
  usleep(SYNC_SECONDS * 250000);
}
static void search(struct work *w) {
  while (!enough(w)) {
    struct omen_search_found found;
    read_seeds(w);
    if (next(w, &found)) {
      begin(w, &found);
      continue;
    }
    if (!w->njobs && (w->paused || goes_on(w))) {
      w->fed = false;
      say(w);
      continue;
    }
    if (!w->njobs && w->sync) {
      w->fed = false;
      wait_for_others(w);
      continue;
    }
    if (!w->njobs) {
      w->x->drained = !late(w) && !w->failed;
      return;
    }
    end(w, true);
    w->fed = false;
    say(w);
    save(w);
  }
}

int omen_corpus_search(struct omen_corpus *x, const struct omen_corpus_job *job, struct omen_err *err) {
  struct work w = {.job = job, .x = x, .err = err, .start = omen_now()};
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  w.most = job->jobs ? job->jobs : cores > 0 ? (unsigned)cores : 1;
  if (w.most > MOST_JOBS) w.most = MOST_JOBS;
  omen_progress_start(&w.progress, "explore", job->quiet);
  int result = join(&w, err) || first_run(&w, err) ? -1 : 0;
  if (!result && (job->seeds || job->sync) && !w.feed)
    result =
        omen_fail(err, "--seeds and --sync: this program cannot be run with other inputs quickly enough");
  if (!result && !w.failed) other_ways(&w);
  if (!result) search(&w);
  if (w.seeds.too_long)
    omen_corpus_limit(x, omen_format("%llu seeds are longer than %u bytes",
                                     (unsigned long long)w.seeds.too_long, OMEN_SEED_LONGEST));
  omen_corpus_sum_up(x);
  while (w.njobs) end(&w, false);
  omen_corpus_feed_close(w.feed);
  if (w.news.why) omen_inputs_release(&w.news.inputs);
  omen_progress_end(&w.progress);
  omen_recording_release(&w.first);
  omen_seeds_release(&w.seeds);
  free(w.sync);
  free(w.folder_of);
  char *all = omen_format("%s/work", x->dir);
  omen_rmtree(all);
  free(all);
  return result || w.failed ? -1 : 0;
}
