/* omen field: what the programs of this machine validate and found. */
#include "cli/cli.h"
#include "cli/options.h"
#include "field/agent.h"
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

static const char about[] =
    "Shows which processes an agent serves and what they spend, and what it knows "
    "of each candidate: Unknown, NotSeen, True Race (with the orders\nthat were had), or "
    "Likely False Positive (and why), and how many results came. --watch shows it anew every "
    "second. Exits 1 when there is a True Race, "
    "0 when\nthere is none, 3 when Omen failed.";

static const char *orders(const struct omen_field_verdict *v) {
  if (v->state != OMEN_FIELD_TRUE_RACE && *v->why) return v->why;
  if (v->first && v->second) return "both orders";
  if (v->first || v->second) return "one order";
  return v->unordered ? "unordered as far as seen" : "";
}

static double percent(uint64_t part, uint64_t whole) {
  return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void show_processes(const char *state) {
  struct omen_field_process *p;
  size_t n = omen_field_processes_read(&p, state);
  if (n)
    printf("%8s %-20s %6s %6s %10s %10s %8s %9s\n", "process", "program", "tasks", "looks", "CPU s", "hits",
           "cost %", "waited s");
  for (size_t i = 0; i < n; i++)
    printf("%8d %-20s %6u %6s %10.2f %10" PRIu64 " %8.2f %9.2f\n", p[i].pid, p[i].name, p[i].tasks,
           p[i].armed ? "yes" : "no", (double)p[i].cpu_us / 1e6, p[i].hits,
           percent(p[i].spent_us, p[i].cpu_us), (double)p[i].waited_us / 1e6);
  if (n) printf("\n");
  free(p);
}

static bool show(const char *state) {
  struct omen_field_book b = {0};
  struct omen_err err;
  bool races = false;
  if (omen_field_book_read(&b, state, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  show_processes(state);
  printf("%-24s %-22s %-36s %6s %6s %8s %8s %8s  places\n", "candidate", "state", "", "Race", "NoRace",
         "Timeout", "NotSeen", "failures");
  for (size_t i = 0; i < b.n; i++) {
    const struct omen_field_verdict *v = &b.v[i];
    races |= v->state == OMEN_FIELD_TRUE_RACE;
    printf("%-24s %-22s %-36s %6" PRIu64 " %6" PRIu64 " %8" PRIu64 " %8" PRIu64 " %8" PRIu64 "  %s %s\n",
           v->id, omen_field_state_word(v->state), orders(v), v->races, v->noraces, v->timeouts, v->notseen,
           v->failures, v->places[0], v->places[1]);
  }
  fflush(stdout);
  omen_field_book_release(&b);
  return races;
}

int omen_cmd_field(int argc, char **argv) {
  struct omen_options o;
  int n = omen_options_take(OMEN_OPTIONS_FIELD, "omen field [options] FOLDER", about, argc, argv, &o);
  if (n != 1) omen_die(OMEN_EXIT_USAGE, "field: which agent's folder? omen field FOLDER");
  if (o.stacks_of) {
    struct omen_err err = {0};
    char *socket = omen_format("%s/agent", argv[0]);
    if (omen_agent_stacks(socket, (int)o.stacks_of, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
    free(socket);
    return OMEN_EXIT_OK;
  }
  char *state = omen_format("%s/state.json", argv[0]);
  if (!omen_file_exists(state))
    omen_die(OMEN_EXIT_FAILED, "field: %s has no state.json: it is not the folder of an agent", argv[0]);
  bool races = show(state);
  while (o.watch) {
    sleep(1);
    printf("\033[H\033[2J");
    races = show(state);
  }
  free(state);
  return races ? OMEN_EXIT_HARMFUL : OMEN_EXIT_OK;
}
