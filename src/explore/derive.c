/* Making derived recordings: see derive.h. */
#include "explore/derive.h"
#include "explore/explore_parts.h"
#include "build/libraries.h"
#include "record/watch.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 20, EVENTS = 2000000, LOOK_MS = 20 };

/* ---- the folder ---- */

/* The same file under another name, if that can be had. */
static int link_or_copy(const struct omen_recording *r, const char *from, const char *name,
                        struct omen_err *err) {
  char *to = omen_format("%s/%s", r->dir, name);
  int result = link(from, to) ? omen_recording_add(r, from, name, err) : 0;
  free(to);
  return result;
}

static int add_from(const struct omen_recording *r, const struct omen_recording *base, const char *from,
                    const char *name, bool needed, struct omen_err *err) {
  char *path = omen_format("%s/%s", base->dir, from);
  int result = needed || omen_file_exists(path) ? link_or_copy(r, path, name, err) : 0;
  free(path);
  return result;
}

static enum omen_variant_kind kind_of(const struct omen_recording *r) {
  return r->manifest.flags & OMEN_FLAG_EXPRESSIONS ? OMEN_VARIANT_SYMBOLIC
         : r->manifest.flags & OMEN_FLAG_EXACT     ? OMEN_VARIANT_EXACT
                                                   : OMEN_VARIANT_ANALYSIS;
}

/* More may be added to it. */
static int copy_list(const struct omen_recording *r, const struct omen_recording *base,
                     struct omen_err *err) {
  char *path = omen_format("%s/" OMEN_LIBRARIES, base->dir);
  int result = omen_file_exists(path) ? omen_recording_add(r, path, OMEN_LIBRARIES, err) : 0;
  free(path);
  return result;
}

static int add_program(const struct omen_recording *r, const struct omen_derivation *d,
                       struct omen_err *err) {
  const struct omen_variant *v = d->variant;
  if (v) {
    if (omen_recording_add(r, v->path, "program", err) ||
        omen_recording_add(r, v->sites, "program.sites", err))
      return -1;
    return omen_libraries_begin(r->dir, v, err) ||
           omen_libraries_again(r->dir, d->base->dir, kind_of(d->base), v->kind, err);
  }
  char *lib = omen_format("%s/lib", d->base->dir);
  int result = add_from(r, d->base, "program", "program", true, err) ||
                       add_from(r, d->base, "program.sites", "program.sites", false, err) ||
                       copy_list(r, d->base, err) || omen_recording_add_folder(r, lib, "lib", err)
                   ? -1
                   : 0;
  free(lib);
  return result;
}

static int write_in(const struct omen_recording *r, const char *name, const void *data, size_t len,
                    struct omen_err *err) {
  char *path = omen_format("%s/%s", r->dir, name);
  int result = omen_file_write(path, data, len, err);
  free(path);
  return result;
}

static int add_files(const struct omen_recording *r, const struct omen_derivation *d, struct omen_err *err) {
  bool derived = d->base->manifest.flags & OMEN_FLAG_CONTAINED;
  if (add_program(r, d, err) || add_from(r, d->base, derived ? "base.log" : "log", "base.log", true, err) ||
      add_from(r, d->base, "before", "before", false, err))
    return -1;
  if (!d->variant && add_from(r, d->base, "extras", "extras", false, err)) return -1;
  if (d->variant && d->extras && d->extras->len &&
      write_in(r, "extras", d->extras->data, d->extras->len, err))
    return -1;
  char *path = omen_format("%s/inputs", r->dir);
  int result = omen_inputs_write(d->inputs, path, err);
  free(path);
  return result;
}

static uint32_t kind_flags(const struct omen_derivation *d) {
  uint32_t both = OMEN_FLAG_EXACT | OMEN_FLAG_EXPRESSIONS;
  if (!d->variant) return d->base->manifest.flags & both;
  return d->variant->kind == OMEN_VARIANT_SYMBOLIC ? OMEN_FLAG_EXPRESSIONS
         : d->variant->kind == OMEN_VARIANT_EXACT  ? OMEN_FLAG_EXACT
                                                   : 0;
}

static uint32_t memory_flag(const struct omen_derivation *d) {
  return omen_memory_flag(d->other_model ? d->model : omen_memory_of(d->base->manifest.flags));
}

static char **some(char *const *list) { return list ? omen_strings_copy(list) : NULL; }

static bool has_symbolic(const struct omen_inputs *in) {
  for (size_t i = 0; i < in->n; i++)
    if (in->list[i].symbolic) return true;
  return false;
}

static void fill_manifest(struct omen_recording *r, const struct omen_derivation *d) {
  const struct omen_manifest *b = &d->base->manifest;
  r->manifest = (struct omen_manifest){
      .omen = omen_xstrdup(OMEN_VERSION),
      .program = omen_xstrdup(b->program),
      .cwd = omen_xstrdup(b->cwd),
      .recording = omen_xstrdup(r->dir),
      .variant = omen_xstrdup(d->variant ? d->variant->key : b->variant),
      .stack_limit = b->stack_limit,
      .seed = d->other_schedule ? d->seed : b->seed,
      .strategy = d->other_schedule ? d->strategy : b->strategy,
      .quantum = b->quantum,
      .pct_steps = d->pct_steps ? d->pct_steps : b->pct_steps,
      .pct_depth = b->pct_depth,
      .keep_freed = b->keep_freed,
      .invariants = some(b->invariants),
      .without = some(b->without),
      .flags = (b->flags & ~(uint32_t)(OMEN_FLAG_FOLLOWS | OMEN_FLAG_EXACT | OMEN_FLAG_EXPRESSIONS |
                                       OMEN_FLAG_WEAK | OMEN_FLAG_TSO)) |
               OMEN_FLAG_CONTAINED | kind_flags(d) | memory_flag(d) |
               (has_symbolic(d->inputs) ? OMEN_FLAG_FOLLOWS : 0)};
  omen_manifest_copy_loaded(&r->manifest, b); /* every variant of a program needs the same */
  omen_inputs_strings(d->inputs, b->argv, b->env, &r->manifest.argv, &r->manifest.env);
}

/* ---- the run ---- */

static uint64_t events_of(const struct omen_recording *r) {
  char *path = omen_format("%s/outcome", r->dir);
  struct omen_outcome o;
  uint64_t n = 0;
  if (!omen_outcome_read(&o, path, NULL)) {
    n = omen_outcome_counter(&o, "events");
    omen_outcome_release(&o);
  }
  free(path);
  return n;
}

static uint64_t most_events(const struct omen_derivation *d) {
  if (d->max_events) return d->max_events;
  uint64_t n = 4 * events_of(d->base);
  return n > EVENTS ? n : EVENTS;
}

/* Looks after the process until it has ended; NULL, or why it was ended. */
static const char *tend(pid_t pid, uint64_t memory) {
  int fd = omen_process_open(pid), status;
  struct omen_pulse pulse = {0};
  const char *why = NULL;
  struct pollfd p = {.fd = fd, .events = POLLIN};
  while (fd >= 0 && !why && poll(&p, 1, LOOK_MS) == 0) {
    if (omen_process_resident(pid) > memory) why = "it took too much memory";
    if (!omen_process_alive(pid, &pulse)) why = "it waits for something that does not come";
  }
  if (why) kill(pid, SIGKILL);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (fd >= 0) close(fd);
  return why;
}

static int run(struct omen_recording *r, const struct omen_derivation *d, struct omen_outcome *outcome,
               struct omen_err *err) {
  uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  struct omen_launch l = {.recording = r,
                          .mode = OMEN_MODE_RECORD,
                          .flags = r->manifest.flags | OMEN_FLAG_NO_OUTPUT |
                                   (has_symbolic(d->inputs) ? OMEN_FLAG_SYMBOLIC : 0),
                          .dir = r->dir,
                          .live_seconds = d->seconds ? d->seconds : SECONDS,
                          .max_events = most_events(d),
                          .silent = true};
  pid_t pid;
  double start = omen_now();
  if (omen_launch_start(&l, &pid, err)) return -1;
  const char *stopped = tend(pid, d->memory ? d->memory : machine / 2);
  r->manifest.seconds = omen_now() - start;
  if (stopped) return omen_fail(err, "the run with these inputs was ended: %s", stopped);
  char *path = omen_format("%s/outcome", r->dir);
  int result = omen_outcome_read(outcome, path, NULL);
  free(path);
  if (result) return omen_fail(err, "the run with these inputs ended without a word");
  if (omen_recording_whole(r, omen_outcome_counter(outcome, "events"), err))
    return omen_outcome_release(outcome), -1;
  return 0;
}

static int record(struct omen_recording *r, const struct omen_derivation *d, struct omen_err *err) {
  struct omen_outcome outcome;
  if (run(r, d, &outcome, err)) return -1;
  int result = 0;
  bool deserved = !d->no_watch && (!d->deserves || d->deserves(d->context, &outcome));
  if (deserved && omen_watch_wanted(&outcome))
    result = omen_watch_pass(r, &outcome, r->manifest.flags, 0, NULL, err);
  omen_outcome_release(&outcome);
  return result ? -1 : omen_recording_seal(r, err);
}

static int remove_again(struct omen_recording *r) {
  omen_recording_remove(r->dir);
  omen_recording_release(r);
  return -1;
}

int omen_derive_begin(const struct omen_derivation *d, const char *dir, struct omen_recording *out,
                      struct omen_err *err) {
  *out = (struct omen_recording){0};
  if (omen_recording_create(out, dir, "", err)) return omen_recording_release(out), -1;
  fill_manifest(out, d);
  return add_files(out, d, err) || omen_recording_begin(out, err) ? remove_again(out) : 0;
}

int omen_derive_by(const struct omen_derivation *d, const char *dir, struct omen_recording *out,
                   struct omen_err *err) {
  if (omen_derive_begin(d, dir, out, err)) return -1;
  return record(out, d, err) ? remove_again(out) : 0;
}
