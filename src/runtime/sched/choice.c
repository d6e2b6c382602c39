/* Choices that are not "who runs": see choice.h. */
#include "runtime/sched/choice.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/outcome_write.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"

static uint64_t state, choices, stale;
static uint32_t rarely; /* one choice of so many is not 0 */
/* By the seed, each in its turn: one in two shows what needs many stale reads, one in 32 reaches far into a
 * long run before the first. */
static const uint32_t rates[] = {4, 2, 8, 32};
/* Where outcomes are looked for, most programs are small, and each load counts. */
static const uint32_t fine_rates[] = {2, 4, 2, 8, 2, 4, 3, 32};
enum { RATES = sizeof rates / sizeof *rates, FINE_RATES = sizeof fine_rates / sizeof *fine_rates };

static void seed(uint64_t by) {
  static uint64_t of;
  if (state && of == by) return;
  of = by;
  state = (of + 1) * 0x9e3779b97f4a7c15ull | 1;
  rarely = omrt_mode.fine ? fine_rates[of % FINE_RATES] : rates[of % RATES];
}

/* xorshift64*: apart from the threads' generator, which stays as it is under sc. */
static uint64_t draw(void) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 0x2545f4914f6cdd1dull >> 16;
}

/* The nearer to the newest, the likelier. */
uint32_t omrt_choice_by_seed(uint64_t by, uint32_t n) {
  seed(by);
  if (draw() % rarely) return 0;
  uint32_t k = 1;
  while (k + 1 < n && draw() & 1) k++;
  return k;
}

/* Recordings. Threads that run until they block see the newest: explorations begin with what is least odd. */
static uint32_t by_strategy(uint32_t n) {
  return omrt_config->strategy == OMEN_STRATEGY_RUN ? 0 : omrt_choice_by_seed(omrt_config->seed, n);
}

static uint32_t by_log(uint32_t n) {
  int taken = omrt_log_due('V');
  if (taken < 0)
    omrt_diverged("a choice among %u; the recording has %s next", n, omrt_log_record_name(omrt_log_next()));
  if ((uint32_t)taken >= n) omrt_diverged("a choice among %u; recorded: number %d", n, taken);
  return (uint32_t)taken;
}

uint32_t omrt_choose(enum omrt_choice_kind kind, const void *obj, uint32_t n) {
  if (n < 2) return 0;
  omrt_event(OMEN_EV_CHOICE, obj, (uint64_t)n << 8 | kind);
  uint32_t taken = omrt_mode.by_log   ? by_log(n)
                   : omrt_mode.choose ? omrt_mode.choose(kind, obj, n)
                                      : by_strategy(n);
  omrt_log_mark('V', (int)taken);
  choices++;
  stale += taken != 0;
  return taken;
}

void omrt_choice_report(void) {
  if (!choices) return;
  omrt_line_counter("choices", choices);
  omrt_line_counter("stale", stale);
}
