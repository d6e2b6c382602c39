/* omen scan: static candidates. The analysis is static/'s; here are options, and the forms of what it found.
 */
#include "cli/cli.h"
#include "cli/common.h"
#include "cli/deliver.h"
#include "cli/options.h"
#include "record/launch.h"
#include "report/scanned.h"
#include "report/scanned_seen.h"
#include "static/run_scan.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char about[] =
    "Looks through a whole program that was built with 'omen cc' or 'omen c++', and its libraries, for pairs "
    "of\n"
    "accesses that may race. Nothing is run. No pair that can race is left out, under the assumptions that\n"
    "docs/scan.md lists; so most candidates are none. The likeliest come first.\n"
    "Exits 0 whatever is found; 2 wrong usage, 3 Omen failed, 4 not a program of 'omen cc'.";

/* Candidates in files: nobody reads more, and each is a kilobyte. */
enum { FILES_HAVE = 2000 };

/* What is compared with a list must be there: then all are written. */
static size_t written(const struct omen_options *o) {
  if (o->every || o->seen.n || o->baseline || o->suppressions.n) return 0;
  return o->most > FILES_HAVE ? o->most : FILES_HAVE;
}

static json_t *scan(const struct omen_options *o, const char *program) {
  struct omen_scan_request q = {.program = program,
                                .with = o->with.v,
                                .nwith = o->with.n,
                                .most = written(o),
                                .locks_only = o->locks_only};
  struct omen_buf text = {0};
  struct omen_err err = {0};
  char *notes = NULL;
  int code = omen_scan_run(&q, &text, &notes, &err);
  if (code) omen_die(code == OMEN_EXIT_RUN_FAILED ? OMEN_EXIT_FAILED : OMEN_EXIT_CANNOT_RUN, "%s", err.msg);
  if (notes && *notes && !o->quiet) fprintf(stderr, "omen: note: %s", notes);
  json_t *j = json_loads(text.data ? text.data : "", 0, NULL);
  if (!j) omen_die(OMEN_EXIT_FAILED, "%s: the analysis left no result", program);
  json_int_t left = json_integer_value(json_object_get(j, "left_out"));
  if (left) /* also with --quiet: what is missing here was not shown to be no race */
    fprintf(stderr, "omen: warning: the list is not complete: %lld more pairs may race\n", (long long)left);
  omen_buf_release(&text);
  free(notes);
  return j;
}

static int write_json(const char *file, json_t *j, struct omen_err *err) {
  struct omen_buf b = {0};
  char *text = json_dumps(j, JSON_INDENT(1) | JSON_REAL_PRECISION(4));
  omen_buf_adds(&b, text);
  omen_buf_adds(&b, "\n");
  int bad = omen_write_to(file, &b, err);
  omen_buf_release(&b);
  free(text);
  return bad;
}

/* Compares with what runs showed, and says what came of it. */
static void compare(const struct omen_options *o, json_t *j) {
  for (size_t i = 0; i < o->seen.n; i++) {
    struct omen_buf text = {0};
    struct omen_err err = {0};
    if (omen_file_read(o->seen.v[i], &text, &err)) omen_die(OMEN_EXIT_FAILED, "scan: %s", err.msg);
    json_t *report = json_loads(text.data ? text.data : "", 0, NULL);
    if (!json_is_array(json_object_get(report, "races")))
      omen_die(OMEN_EXIT_FAILED, "scan: --seen %s: not a JSON report of omen", o->seen.v[i]);
    omen_scanned_seen(j, report);
    json_decref(report);
    omen_buf_release(&text);
  }
}

static void say_seen(json_t *j) {
  size_t all = json_array_size(json_object_get(j, "candidates")), seen = omen_scanned_seen_count(j),
         missed = json_array_size(json_object_get(j, "missed"));
  omen_say("of %zu candidates, %zu were seen racing; the likeliest of the others are most worth a test", all,
           seen);
  if (missed)
    omen_say("%zu races of the reports are no candidates: either they are of another build, or Omen is wrong",
             missed);
}

static int deliver(struct omen_options *o, json_t *j, const char *program) {
  struct omen_delivery d;
  struct omen_report r;
  struct omen_buf text = {0};
  struct omen_err err = {0};
  const char *json = o->json;
  o->json = NULL; /* the scan has a shape of its own */
  omen_delivery_open(&d, "scan", o, OMEN_EXIT_FAILED);
  d.judges = false;
  omen_report_scanned(&r, j, program);
  omen_delivery_mark(&d, &r);
  omen_scanned_mark(&r, j);
  omen_scanned_text(&r, j, o->most, &text);
  if (!o->quiet) omen_delivery_say(&d, &text);
  if (!o->quiet && o->seen.n) say_seen(j);
  int bad = json ? write_json(json, j, &err) : 0;
  if (!bad) bad = omen_delivery_finish(&d, &r, &err);
  if (bad) omen_die(OMEN_EXIT_FAILED, "scan: %s", err.msg);
  omen_buf_release(&text);
  omen_delivery_release(&d);
  return OMEN_EXIT_OK;
}

int omen_cmd_scan(int argc, char **argv) {
  struct omen_options o;
  int n = omen_options_take(OMEN_OPTIONS_SCAN, "omen scan [options] PROG", about, argc, argv, &o), why;
  if (n != 1) omen_die(OMEN_EXIT_USAGE, "scan: one program is needed: omen scan PROG");
  char *program = access(argv[0], F_OK) ? omen_find_program(argv[0], &why) : omen_xstrdup(argv[0]);
  if (!program) omen_die(OMEN_EXIT_CANNOT_RUN, "%s: there is no such program", argv[0]);
  json_t *j = scan(&o, program);
  json_object_set_new(j, "program", json_string(argv[0]));
  compare(&o, j);
  int code = deliver(&o, j, argv[0]);
  json_decref(j);
  free(program);
  return code;
}
