/* omen trace: a recording's events as a trace file; also turns one trace format into another. */
#include "base/base.h"
#include "cli/cli.h"
#include "record/watch.h"
#include "trace/source.h"
#include "trace/writer.h"
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static void help(FILE *out) {
  fprintf(out, "usage: omen trace REC -o FILE [--format bin|std]\n\n"
               "Writes the events of a recording (or of another trace file) as a trace.\n\n"
               "  -o FILE             where to; '-' is standard output\n"
               "      --format NAME   bin: Omen's binary format (default); std: STD text, one event a line\n"
               "  -q, --quiet         no progress\n");
}

static int copy(struct omen_source *src, struct omen_writer *w, bool quiet, struct omen_err *err) {
  enum { BATCH = 8192 };
  struct omen_event *ev = omen_xcalloc(BATCH, sizeof *ev);
  struct omen_progress progress;
  omen_progress_start(&progress, "writing", quiet);
  long n;
  while ((n = omen_source_read(src, ev, BATCH, err)) > 0) {
    if (omen_writer_add(w, src, ev, (size_t)n, err)) {
      n = -1;
      break;
    }
    double part = src->bytes_total ? (double)src->bytes / (double)src->bytes_total : 0;
    omen_progress_step(&progress, src->events, part > 0 ? (uint64_t)((double)src->events / part) : 0,
                       "events");
  }
  omen_progress_end(&progress);
  free(ev);
  return n < 0 ? -1 : 0;
}

static int convert(const char *from, const char *to, enum omen_format format, bool quiet,
                   struct omen_err *err) {
  struct omen_source *src = omen_source_open(from, OMEN_SOURCE_UNCHECKED, err);
  if (!src) return -1;
  struct omen_writer *w = omen_writer_open(to, format, err);
  int r = -1;
  if (w) {
    r = copy(src, w, quiet, err);
    if (omen_writer_close(w, r != 0, err)) r = -1;
  }
  omen_source_close(src);
  return r;
}

/* A recording is played once more with all memory watched; anything else is a trace file already. */
static int trace(const char *from, const char *to, enum omen_format format, bool quiet,
                 struct omen_err *err) {
  char *manifest = omen_format("%s/manifest.json", from);
  bool recorded = omen_file_exists(manifest);
  free(manifest);
  if (!recorded) return convert(from, to, format, quiet, err);
  struct omen_recording r;
  if (omen_recording_open(&r, from, err)) return -1;
  char *scratch = omen_watch_everything(&r, err);
  int result = scratch ? convert(scratch, to, format, quiet, err) : -1;
  omen_scratch_free(scratch);
  omen_recording_release(&r);
  return result;
}

int omen_cmd_trace(int argc, char **argv) {
  static const struct option longs[] = {{"output", required_argument, NULL, 'o'},
                                        {"format", required_argument, NULL, 'f'},
                                        {"quiet", no_argument, NULL, 'q'},
                                        {"help", no_argument, NULL, 'h'},
                                        {0}};
  const char *to = NULL;
  enum omen_format format = OMEN_FORMAT_BIN;
  bool quiet = false;
  int c;
  while ((c = getopt_long(argc, argv, "o:qh", longs, NULL)) != -1) {
    switch (c) {
    case 'o': to = optarg; break;
    case 'f':
      if (strcmp(optarg, "bin") != 0 && strcmp(optarg, "std") != 0)
        omen_die(OMEN_EXIT_USAGE, "trace: no format '%s': bin or std", optarg);
      format = !strcmp(optarg, "std") ? OMEN_FORMAT_STD : OMEN_FORMAT_BIN;
      break;
    case 'q': quiet = true; break;
    case 'h': help(stdout); return OMEN_EXIT_OK;
    default: return OMEN_EXIT_USAGE;
    }
  }
  if (optind != argc - 1 || !to) {
    fprintf(stderr, "omen: trace: a recording and -o FILE are needed\n");
    help(stderr);
    return OMEN_EXIT_USAGE;
  }
  struct omen_err err;
  if (trace(argv[optind], to, format, quiet, &err)) {
    fprintf(stderr, "omen: %s\n", err.msg);
    return OMEN_EXIT_FAILED;
  }
  return OMEN_EXIT_OK;
}
