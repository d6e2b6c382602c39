/* omen ship: a program for the field, and its sites file. The program is the one that is there: its code is
 * not touched, and only the sections that are for Omen alone are left out. */
#include "build/driver.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "field/ship.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char about[] = "Copies a program that was built with 'omen cc' or 'omen c++' for use in the "
                            "field, without the sections that only "
                            "Omen\nneeds, and writes OUT.sites beside it: where its candidates for races are "
                            "made in machine code. Candidates "
                            "come from\n'omen scan --json' or 'omen triage --json' (--candidates). OUT.tasks "
                            "asks for all of them, as an "
                            "example. The machine\ncode is the ordinary program's, byte for byte. To look "
                            "for the races, run it with the client "
                            "library:\n  LD_PRELOAD=.../libomen-field.so OMEN_TASKS=OUT.tasks "
                            "OMEN_RESULTS=FILE ./OUT\nExits 0, or 3 when Omen "
                            "failed.";

static void strip_copy(const char *from, const char *to) {
  struct omen_err err = {0};
  char *tool = omen_tool_find("objcopy");
  if (!tool) omen_die(OMEN_EXIT_FAILED, "objcopy was not found: install binutils");
  char *argv[] = {tool, "-R", ".omen.bc", "-R", ".omen.sites", (char *)(uintptr_t)from, (char *)(uintptr_t)to,
                  NULL};
  int status = omen_tool_run(argv, NULL, NULL, &err);
  if (status) omen_die(OMEN_EXIT_FAILED, "%s: %s", to, status < 0 ? err.msg : "objcopy failed");
  free(tool);
}

static void write_tasks(const struct omen_field_candidates *c, uint64_t code, const char *out) {
  struct omen_buf text = {0};
  struct omen_err err;
  omen_buf_addf(&text, "code %016" PRIx64 "\n", code);
  for (size_t i = 0; i < c->n; i++) {
    const struct omen_field_candidate *one = &c->v[i];
    if (one->unwatched)
      omen_buf_addf(&text, "unwatched %.*s %s\n", OMEN_CANDIDATE_ID, one->id, one->unwatched);
    else
      omen_buf_addf(&text, "task %.*s\n", OMEN_CANDIDATE_ID, one->id);
  }
  char *path = omen_format("%s.tasks", out);
  if (omen_file_write(path, text.data ? text.data : "", text.len, &err))
    omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  free(path);
  omen_buf_release(&text);
}

/* The folder that is named need not be there yet. */
static void make_folder(const char *out) {
  struct omen_err err;
  char *folder = omen_format("%s", out), *slash = strrchr(folder, '/');
  if (slash && slash > folder) {
    *slash = 0;
    if (omen_mkdirs(folder, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  }
  free(folder);
}

/* Libraries do not lie where the dynamic linker looks: the command names ours in full. */
static void tell_how(const char *out) {
  struct omen_err err;
  char *home = omen_tool_home(&err);
  if (!home) return;
  omen_say("LD_PRELOAD=%s/libomen-field.so OMEN_TASKS=%s.tasks OMEN_RESULTS=results %s%s", home, out,
           strchr(out, '/') ? "" : "./", out);
  free(home);
}

static void tell(const char *out, const struct omen_ship_count *n) {
  omen_say("%s: %zu accesses, %zu instructions that can be watched (%zu not, %zu perhaps atomic or ahead of "
           "their condition)",
           out, n->accesses, n->instructions, n->refused[1] + n->refused[2] + n->refused[3] + n->refused[4],
           n->doubtful);
  omen_say("%s.sites: %zu of %zu candidates can be watched", out, n->watched, n->candidates);
  if (n->lost) omen_say("cannot be watched: %zu, an access of which was merged or folded away", n->lost);
  if (n->spins) omen_say("not watched: %zu with a loop that only waits for the other access", n->spins);
  if (n->atomic) omen_say("not watched: %zu, both accesses of which are atomic", n->atomic);
}

int omen_cmd_ship(int argc, char **argv) {
  struct omen_options o;
  struct omen_err err = {0};
  int n = omen_options_take(OMEN_OPTIONS_SHIP, "omen ship [options] PROG [LIBRARY...] -o OUT", about, argc,
                            argv, &o);
  if (!n || !o.ship_output)
    omen_die(OMEN_EXIT_USAGE, "ship: which program, and where to? omen ship PROG -o OUT");
  struct omen_field_candidates c = {0};
  for (size_t i = 0; i < o.candidates.n; i++)
    if (omen_field_candidates_read(&c, o.candidates.v[i], &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  struct omen_ship_count count;
  make_folder(o.ship_output);
  char *sites = omen_format("%s.sites", o.ship_output);
  if (omen_ship_sites((const char *const *)argv, (size_t)n, &c, sites, &count, &err))
    omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  strip_copy(argv[0], o.ship_output);
  write_tasks(&c, count.code, o.ship_output);
  if (!o.quiet) tell(o.ship_output, &count);
  if (!o.quiet && count.watched) tell_how(o.ship_output);
  free(sites);
  omen_field_candidates_release(&c);
  return OMEN_EXIT_OK;
}
