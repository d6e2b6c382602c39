/* omen field: what the programs of this machine validate and found. */
#include "cli/cli.h"
#include "cli/options.h"
#include "field/agent.h"
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

static const char about[] = "Shows what an agent knows of each candidate: Unknown, True Race (with the "
                            "orders that were had), or Likely False "
                            "Positive\n(and why), and how many results came. --watch shows it anew every "
                            "second. Exits 1 when there is a True Race, "
                            "0 when\nthere is none, 3 when Omen failed.";

static const char *orders(const struct omen_field_verdict *v) {
  if (v->state == OMEN_FIELD_LIKELY_FALSE) return v->noraces ? "ordered" : "did not meet";
  if (v->first && v->second) return "both orders";
  if (v->first || v->second) return "one order";
  return v->unordered ? "unordered as far as seen" : "";
}

static bool show(const char *state) {
  struct omen_field_book b = {0};
  struct omen_err err;
  bool races = false;
  if (omen_field_book_read(&b, state, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  printf("%-24s %-22s %-24s %6s %6s %8s %8s  places\n", "candidate", "state", "", "Race", "NoRace", "Timeout",
         "NotSeen");
  for (size_t i = 0; i < b.n; i++) {
    const struct omen_field_verdict *v = &b.v[i];
    races |= v->state == OMEN_FIELD_TRUE_RACE;
    printf("%-24s %-22s %-24s %6" PRIu64 " %6" PRIu64 " %8" PRIu64 " %8" PRIu64 "  %s %s\n", v->id,
           omen_field_state_word(v->state), orders(v), v->races, v->noraces, v->timeouts, v->notseen,
           v->places[0], v->places[1]);
  }
  fflush(stdout);
  omen_field_book_release(&b);
  return races;
}

int omen_cmd_field(int argc, char **argv) {
  struct omen_options o;
  int n = omen_options_take(OMEN_OPTIONS_FIELD, "omen field [options] FOLDER", about, argc, argv, &o);
  if (n != 1) omen_die(OMEN_EXIT_USAGE, "field: which agent's folder? omen field FOLDER");
  char *state = omen_format("%s/state.json", argv[0]);
  bool races = show(state);
  while (o.watch) {
    sleep(1);
    printf("\033[H\033[2J");
    races = show(state);
  }
  free(state);
  return races ? OMEN_EXIT_HARMFUL : OMEN_EXIT_OK;
}
