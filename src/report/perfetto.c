/* The timeline of a run: a track a thread, with a slice for every stretch that it ran without a switch, for
 * every lock while it was held, arrows from creation to begin and from end to join, and a mark at every
 * racing access. See perfetto.h. */
#include "report/perfetto.h"
#include "report/resolve.h"
#include "report/verdict_json.h"
#include "trace/rawfile.h"
#include "trace/rawlog.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct timeline {
  struct omen_source *src;
  struct omen_buf *out;
  bool any;
  uint64_t now;    /* number of the event */
  uint32_t thread; /* that runs */
  uint64_t since;  /* when it began to */
  uint64_t accesses, atomics;
  bool *seen; /* threads that were told of */
  size_t threads;
  /* names */
  struct omen_resolver *v;    /* NULL: none */
  struct omen_report *report; /* NULL: none */
  size_t marks;
  struct omen_rawfile *log; /* events.raw; NULL: it is another trace */
};
enum { MOST_MARKS = 100000 };

static void event(struct timeline *t, json_t *o) {
  char *text = json_dumps(o, JSON_COMPACT);
  omen_buf_addf(t->out, "%s\n%s", t->any ? "," : "", text ? text : "{}");
  t->any = true;
  free(text);
  json_decref(o);
}

static char *name_of(struct timeline *t, enum omen_space space, uint32_t id) {
  size_t n;
  const char *s = omen_names_get(&t->src->names[space], id, &n);
  return omen_xstrndup(s, n);
}

/* Threads are called T1, T2 in traces; the number is the track. */
static long track(struct timeline *t, uint32_t thread) {
  char *name = name_of(t, OMEN_SPACE_THREAD, thread);
  char *end;
  long n = strtol(name + (name[0] == 'T'), &end, 10);
  if (*end || end == name) n = (long)thread + 1000000; /* not one of Omen's own */
  free(name);
  return n;
}

static void meet(struct timeline *t, uint32_t thread) {
  if (thread >= t->threads) {
    size_t n = (size_t)thread * 2 + 64;
    t->seen = omen_xrealloc(t->seen, n * sizeof *t->seen);
    memset(t->seen + t->threads, 0, (n - t->threads) * sizeof *t->seen);
    t->threads = n;
  }
  if (t->seen[thread]) return;
  t->seen[thread] = true;
  char *name = name_of(t, OMEN_SPACE_THREAD, thread), *both = NULL;
  const struct omen_report_thread *known =
      t->report ? omen_report_thread(t->report, (int)track(t, thread)) : NULL;
  if (known && known->start) both = omen_format("%s %s", name, known->start);
  event(t, json_pack("{s:s,s:s,s:i,s:I,s:{s:o}}", "ph", "M", "name", "thread_name", "pid", 1, "tid",
                     (json_int_t)track(t, thread), "args", "name", omen_json_str(both ? both : name)));
  free(both);
  free(name);
}

static json_t *plain(struct timeline *t, const char *ph, const char *category, const char *name,
                     uint32_t thread) {
  return json_pack("{s:s,s:s,s:o,s:i,s:I,s:I}", "ph", ph, "cat", category, "name", omen_json_str(name), "pid",
                   1, "tid", (json_int_t)track(t, thread), "ts", (json_int_t)t->now);
}

static void end_stretch(struct timeline *t) {
  if (t->now == t->since) return;
  json_t *o = plain(t, "X", "run", "runs", t->thread);
  json_object_set_new(o, "ts", json_integer((json_int_t)t->since));
  json_object_set_new(o, "dur", json_integer((json_int_t)(t->now - t->since)));
  json_object_set_new(
      o, "args",
      json_pack("{s:I,s:I}", "accesses", (json_int_t)t->accesses, "atomic", (json_int_t)t->atomics));
  event(t, o);
  t->accesses = t->atomics = 0;
}

/* The event's record: the log has the lock's address beside its number. Empty: not known. */
static struct omen_rawev record_of(const struct timeline *t, const struct omen_event *e) {
  struct omen_rawev raw;
  if (!t->log || omen_rawfile_at(t->log, e->aux, &raw, NULL) || raw.kind != e->kind)
    return (struct omen_rawev){0};
  return raw;
}

static struct omen_rawfile *open_log(const struct omen_source *src) {
  if (src->format != OMEN_FORMAT_RAW) return NULL;
  char *inside = omen_format("%s/events.raw", src->path);
  struct omen_rawfile *f = omen_rawfile_open(inside, NULL);
  free(inside);
  return f ? f : omen_rawfile_open(src->path, NULL);
}

/* Locks are held across switches, so that they are asynchronous slices: of the thread and the lock. Those of
 * readers and writers are clocks, of which only the record knows that they are locks. */
static void lock(struct timeline *t, const struct omen_event *e) {
  bool plain_lock = e->kind == OMEN_KIND_ACQ || e->kind == OMEN_KIND_REL;
  if (!plain_lock && e->kind != OMEN_KIND_OBSERVE && e->kind != OMEN_KIND_PUBLISH) return;
  struct omen_rawev record = record_of(t, e);
  if (!plain_lock && !omen_rawev_takes(&record) && !omen_rawev_gives(&record)) return;
  char *raw = name_of(t, OMEN_SPACE_SYNC, e->obj),
       *id = plain_lock ? omen_format("%u/%u", e->thread, e->obj)
                        : omen_format("%u/0x%llx", e->thread, (unsigned long long)record.obj2);
  const char *known = t->v && record.obj2 ? omen_resolve_object(t->v, record.obj2) : NULL;
  char *name =
      omen_format("holds %s%s", known ? known : raw, omen_rawev_shared(&record) ? " for reading" : "");
  bool takes = e->kind == OMEN_KIND_ACQ || e->kind == OMEN_KIND_OBSERVE;
  json_t *o = plain(t, takes ? "b" : "e", "lock", name, e->thread);
  json_object_set_new(o, "id", json_string(id));
  event(t, o);
  free(id);
  free(name);
  free(raw);
}

static void arrow(struct timeline *t, const struct omen_event *e) {
  bool fork = e->kind == OMEN_KIND_FORK;
  json_t *from = plain(t, "s", "thread", fork ? "creates" : "is joined", fork ? e->thread : e->obj),
         *to = plain(t, "f", "thread", fork ? "creates" : "is joined", fork ? e->obj : e->thread);
  json_int_t id = (json_int_t)(t->now * 2 + fork);
  meet(t, e->obj);
  json_object_set_new(from, "id", json_integer(id));
  json_object_set_new(to, "id", json_integer(id));
  json_object_set_new(to, "bp", json_string("e"));
  event(t, from);
  event(t, to);
}

/* An access at the site and the memory of a race: the race is marked there. */
static void mark(struct timeline *t, const struct omen_event *e) {
  if (!t->report || !t->report->nraces || t->marks >= MOST_MARKS) return;
  char *place = name_of(t, OMEN_SPACE_LOC, e->loc), *where = name_of(t, OMEN_SPACE_VAR, e->obj);
  uint64_t site = strtoull(place, NULL, 10), addr = strtoull(where, NULL, 16);
  for (size_t i = 0; i < t->report->nraces; i++)
    for (int k = 0; k < 2; k++) {
      const struct omen_race *r = &t->report->races[i];
      const struct omen_access *a = &r->access[k];
      if (!a->known || a->site != site || a->thread != track(t, e->thread) ||
          addr < r->location.addr - (r->location.addr > 16 ? 16 : 0) ||
          addr >= r->location.addr + r->location.size)
        continue;
      char *text = omen_format("race %s: %s %s", r->id, a->write ? "writes" : "reads", r->location.name);
      json_t *o = plain(t, "i", "race", text, e->thread);
      json_object_set_new(o, "s", json_string("t"));
      json_t *args = json_pack("{s:o,s:i}", "file", omen_json_str(a->file), "line", a->line);
      if (r->verdict.class)
        json_object_set_new(args, "class", omen_json_str(omen_class_word(r->verdict.class)));
      json_object_set_new(o, "args", args);
      event(t, o);
      t->marks++;
      free(text);
    }
  free(place);
  free(where);
}

static void step(struct timeline *t, const struct omen_event *e) {
  if (e->thread != t->thread || t->now == 0) {
    end_stretch(t);
    t->thread = e->thread;
    t->since = t->now;
  }
  meet(t, e->thread);
  lock(t, e);
  if (e->kind == OMEN_KIND_FORK || e->kind == OMEN_KIND_JOIN) arrow(t, e);
  if (omen_kind_is_access(e->kind)) mark(t, e);
  t->accesses += omen_kind_is_access(e->kind);
  t->atomics += e->kind == OMEN_KIND_AREAD || e->kind == OMEN_KIND_AWRITE;
  t->now++;
}

static int play(struct timeline *t, struct omen_err *err) {
  enum { BATCH = 4096 };
  struct omen_event *ev = omen_xcalloc(BATCH, sizeof *ev);
  long n;
  omen_buf_adds(t->out, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
  while ((n = omen_source_read(t->src, ev, BATCH, err)) > 0)
    for (long i = 0; i < n; i++) step(t, &ev[i]);
  end_stretch(t);
  omen_buf_adds(t->out, "\n]}\n");
  free(t->seen);
  free(ev);
  return n < 0 ? -1 : 0;
}

int omen_perfetto_write(struct omen_source *src, const struct omen_recording *r, struct omen_buf *out,
                        struct omen_err *err) {
  struct timeline t = {.src = src, .out = out, .log = open_log(src)};
  struct omen_report report = {0};
  struct omen_resolver v = {0};
  struct omen_pool pool = {0};
  if (r && !omen_report_build(&report, r, NULL, NULL)) {
    t.report = &report;
    if (!omen_resolver_init(&v, r, &report.outcome, &pool, NULL)) t.v = &v;
  }
  int result = play(&t, err);
  omen_rawfile_close(t.log);
  if (t.v) omen_resolver_release(&v);
  omen_pool_release(&pool);
  if (t.report) omen_report_release(&report);
  return result;
}
