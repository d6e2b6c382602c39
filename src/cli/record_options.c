/* Recorded runs on the command line: see record_options.h. */
#include "cli/record_options.h"
#include "build/variant.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A name, with or without SIG, or a number. */
static int signal_of(const char *word) {
  const char *name = strncasecmp(word, "SIG", 3) ? word : word + 3;
  char *end;
  long number = strtol(word, &end, 10);
  if (end != word && !*end) return number > 0 && number < NSIG ? (int)number : 0;
  for (int sig = 1; sig < NSIG; sig++)
    if (sigabbrev_np(sig) && !strcasecmp(name, sigabbrev_np(sig))) return sig;
  return 0;
}

static int stop_signal(const struct omen_options *o) {
  const char *word = o->stop_signal ? o->stop_signal : "TERM";
  int sig = signal_of(word);
  if (!sig) omen_die(OMEN_EXIT_USAGE, "--stop-signal: no signal '%s': TERM, INT, QUIT, or a number", word);
  return sig;
}

uint32_t omen_memory_options(const struct omen_options *o) { return o->memory.n ? (uint32_t)o->memory.n : 1; }

enum omen_memory omen_memory_option(const struct omen_options *o, uint32_t i) {
  if (i >= o->memory.n) return OMEN_MEMORY_SC;
  enum omen_memory m = omen_memory_parse(o->memory.v[i]);
  if (m == OMEN_MEMORIES)
    omen_die(OMEN_EXIT_USAGE, "--memory: no model '%s': sc, tso or weak", o->memory.v[i]);
  return m;
}

void omen_need_memory(const struct omen_recording *r, const struct omen_options *o) {
  enum omen_memory is = omen_memory_of(r->manifest.flags);
  if (!o->memory.n || omen_memory_option(o, 0) == is) return;
  omen_die(
      OMEN_EXIT_USAGE,
      "--memory %s: %s was recorded under %s, and replays under no other model; 'omen classify --memory %s "
      "%s' runs it under that one, and tells what to replay",
      o->memory.v[0], r->dir, omen_memory_word(is), o->memory.v[0], r->dir);
}

void omen_record_options(struct omen_record_request *q, const struct omen_options *o, char **program) {
  enum omen_memory memory = omen_memory_option(o, 0);
  *q = (struct omen_record_request){.program = program,
                                    .dir = o->output,
                                    .strategy = o->strategy,
                                    .seed = o->seed,
                                    .pct_steps = o->pct_steps,
                                    .keep_freed = o->keep_freed,
                                    .limit = {.seconds = o->time_limit},
                                    .segments = o->no_segments ? 0 : o->segments,
                                    .client = {o->client, stop_signal(o), o->grace},
                                    .exact = o->exact || memory != OMEN_MEMORY_SC,
                                    .prune = o->prune,
                                    .check_prune = o->check_prune,
                                    .memory = memory,
                                    .no_detect = o->no_detect,
                                    .no_memory = o->no_memory,
                                    .ignore_mutexes = o->ignore_mutexes,
                                    .order_libraries = o->order_libraries,
                                    .debug = o->debug,
                                    .thin = o->filter != NULL,
                                    .quiet = o->quiet,
                                    .invariants = omen_list_strings(&o->invariant),
                                    .without = omen_list_strings(&o->without),
                                    .input = -1};
}

void omen_record_options_release(struct omen_record_request *q) {
  omen_strings_free(q->invariants);
  omen_strings_free(q->without);
  q->invariants = q->without = NULL;
}

int omen_record_exit(enum omen_recorded end) {
  switch (end) {
  case OMEN_RECORD_MADE: return OMEN_EXIT_OK;
  case OMEN_RECORD_ASKED: return OMEN_EXIT_USAGE;
  case OMEN_RECORD_NOT_FOUND: return OMEN_EXIT_RUN_NOT_FOUND;
  case OMEN_RECORD_CANNOT: return OMEN_EXIT_RUN_CANNOT;
  case OMEN_RECORD_CUT:
  case OMEN_RECORD_FAILED: break;
  }
  return OMEN_EXIT_RUN_FAILED;
}

void omen_record_first_options(struct omen_record_request *q, const struct omen_options *o, const char *dir,
                               char **program, struct omen_suppressions *suppressions) {
  omen_record_options(q, o, program);
  q->dir = dir;
  q->exact = q->quiet = true;
  q->suppressions = suppressions;
}

void omen_record_first_say(bool made, const struct omen_record_result *result, const struct omen_err *err) {
  if (!made && err->msg[0]) omen_say("%s", err->msg);
  if (made && result->unreported.msg[0]) omen_say("%s", result->unreported.msg);
}

bool omen_record_first(const struct omen_options *o, const char *dir, char **program,
                       struct omen_suppressions *suppressions, struct omen_record_result *result) {
  struct omen_record_request q;
  struct omen_err err = {0};
  omen_record_first_options(&q, o, dir, program, suppressions);
  bool made = !omen_record_apart(&q, result, &err);
  omen_record_first_say(made, result, &err);
  omen_record_options_release(&q);
  return made;
}

void omen_prepare_symbolic(const char *program, bool quiet) {
  struct omen_progress progress;
  struct omen_variant v;
  omen_progress_start(&progress, "preparing", quiet);
  omen_progress_say(&progress,
                    "the symbolic variant of the program is made: the first time it takes a while");
  if (!omen_variant_get(program, OMEN_VARIANT_SYMBOLIC, &v, NULL))
    omen_variant_release(&v); /* else: told when it is used */
  omen_progress_end(&progress);
}
