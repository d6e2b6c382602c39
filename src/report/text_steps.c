/* The schedule as two columns, and the difference in what is written: see text_parts.h. */
#include "record/defect_words.h"
#include "report/text_parts.h"
#include <stdlib.h>
#include <string.h>

enum { HEAD = 14, TAIL = 8 };

/* The two columns, with 4 before them, " | " between and the terminal's last column free. */
static int left_of(const struct omen_text *t) { return (omen_text_width(t) - 8) / 2; }
static int right_of(const struct omen_text *t) { return omen_text_width(t) - 7 - left_of(t); }

/* Columns of a text, as far as a terminal takes one for a UTF-8 character. */
static int columns(const char *s) {
  int n = 0;
  for (; *s; s++) n += ((unsigned char)*s & 0xc0) != 0x80;
  return n;
}

/* Cuts s to `width` columns, with ".." where something is missing. */
static void cut(char *s, int width) {
  if (columns(s) <= width) return;
  char *p = s;
  for (int n = 0; *p && n < width - 2; n++) {
    p++;
    while (((unsigned char)*p & 0xc0) == 0x80) p++;
  }
  memcpy(p, "..", 3);
}

static void trim_comment(char *line) {
  for (char *p = line; (p = strstr(p, "//")); p += 2)
    if (p > line && (p[-1] == ' ' || p[-1] == ';')) {
      while (p > line && p[-1] == ' ') p--;
      *p = 0;
      return;
    }
}

void omen_text_place(struct omen_text *t, const struct omen_where *at, int width, char *out, size_t cap) {
  char line[160] = "";
  if (!at->file) {
    snprintf(out, cap, "%s", at->function ? at->function : "");
    cut(out, width);
    return;
  }
  if (omen_lines_get(&t->source, at->path ? at->path : at->file, at->line, line, sizeof line))
    trim_comment(line);
  snprintf(out, cap, "%s:%d  %s", omen_base_name(at->file), at->line, line);
  cut(out, width);
}

/* ---- columns ---- */

struct row {
  int thread;
  const struct omen_where *at; /* of an access; NULL: something else */
  bool stale;                  /* what it did not see is told, whatever comes at the same place */
  char text[400], tail[64];    /* the tail is never cut: the value, or what goes wrong */
};

static void pad(struct omen_buf *out, int n) {
  while (n-- > 0) omen_buf_adds(out, " ");
}

/* Whose columns these are. The evidence may be of another time that the race happened, between other threads.
 */
static bool meets(const struct row *rows, size_t n, int thread) {
  for (size_t i = 0; i < n; i++)
    if (rows[i].thread == thread) return true;
  return false;
}

static bool other_pair(const struct row *rows, size_t n, int pair[2]) {
  if (meets(rows, n, pair[0]) && meets(rows, n, pair[1])) return false;
  int found[2], nfound = 0;
  for (size_t i = 0; i < n && nfound < 2; i++)
    if (rows[i].at && (!nfound || rows[i].thread != found[0])) found[nfound++] = rows[i].thread;
  if (nfound < 2) return false;
  size_t first = 0; /* who is met first stands on the left */
  while (rows[first].thread != found[0] && rows[first].thread != found[1]) first++;
  pair[0] = rows[first].thread;
  pair[1] = found[pair[0] == found[0]];
  return true;
}

static void put_row(struct omen_text *t, const int pair[2], const struct row *row) {
  int column = row->thread == pair[0] ? 0 : row->thread == pair[1] ? 1 : 2;
  int left = left_of(t), width = column == 1 ? right_of(t) : left;
  char text[600] = "";
  if (column == 2) snprintf(text, sizeof text, "[%s%.0d] ", row->thread ? "T" : "main", row->thread);
  strcat(text, row->text);
  cut(text, width - columns(row->tail));
  strcat(text, row->tail);
  omen_buf_adds(t->out, "    ");
  if (column == 1) {
    pad(t->out, left);
    omen_buf_addf(t->out, " | %s\n", text);
    return;
  }
  omen_buf_adds(t->out, text);
  pad(t->out, left - columns(text));
  omen_buf_adds(t->out, " |\n");
}

static void name_column(const struct omen_report *r, int id, char *out, size_t cap) {
  const struct omen_report_thread *th = omen_report_thread(r, id);
  if (!id)
    snprintf(out, cap, "main thread");
  else
    snprintf(out, cap, "T%d%s%s", id, th && th->start ? " " : "", th && th->start ? th->start : "");
}

static void heading(struct omen_text *t, const struct omen_report *home, const int pair[2]) {
  char left[200], right[200];
  name_column(home, pair[0], left, sizeof left);
  name_column(home, pair[1], right, sizeof right);
  int n = left_of(t), m = right_of(t);
  cut(left, n);
  cut(right, m);
  omen_buf_addf(t->out, "    %s", left);
  pad(t->out, n - columns(left));
  omen_buf_addf(t->out, " | %s\n    ", right);
  for (int i = 0; i < n + 3 + m; i++) omen_buf_adds(t->out, i == n + 1 ? "+" : "-");
  omen_buf_adds(t->out, "\n");
}

/* The place, and what was read or written there. */
static void access_row(struct omen_text *t, const struct omen_shown_step *s, struct row *row) {
  if (s->value) snprintf(row->tail, sizeof row->tail, "  (%s %.40s)", s->does, s->value);
  omen_text_place(t, &s->at, right_of(t), row->text, sizeof row->text);
}

/* A switch is told by what the thread that stops does; where it stops, if that is in the program. */
static void row_of(struct omen_text *t, const struct omen_shown_step *s, struct row *row) {
  char place[200];
  row->thread = s->thread;
  row->tail[0] = 0;
  row->at = s->to < 0 ? &s->at : NULL;
  row->stale = s->stale;
  if (s->to < 0) {
    access_row(t, s, row);
  } else if (s->at.file && strcmp(s->does, "ends")) {
    snprintf(place, sizeof place, "%s:%d", omen_base_name(s->at.file), s->at.line);
    bool stopped = !strcmp(s->does, "is stopped");
    snprintf(row->text, sizeof row->text, "(%s %s %s)", s->does, stopped ? "before" : "at", place);
  } else {
    bool stopped = !strcmp(s->does, "is stopped"); /* nowhere in the program: then it has left it */
    snprintf(row->text, sizeof row->text, "(%s)", stopped ? "is stopped at its end" : s->does);
  }
}

/* The innermost frame whose source is there. */
static bool own_place(struct omen_text *t, const struct omen_stack *s, struct omen_where *at) {
  char line[160];
  for (size_t i = 0; i < s->n; i++) {
    const struct omen_frame *f = &s->frames[i];
    if (!f->path || !f->file || !omen_lines_get(&t->source, f->path, f->line, line, sizeof line)) continue;
    *at = (struct omen_where){f->function, f->file, f->path, f->line};
    return true;
  }
  return false;
}

static bool stands_at(const struct row *r, int thread, const struct omen_where *at) {
  return r->thread == thread && !r->stale && r->at && r->at->file && at->file &&
         !strcmp(r->at->file, at->file) && r->at->line == at->line;
}

/* What ends the run comes last; a defect behind which the run went on, at the access that it is, or the last
 * thing of its thread that is told before that ends. */
static size_t end_row(const struct omen_shown_end *e, const struct row *rows, size_t n, int thread,
                      const struct omen_where *at) {
  if (n && stands_at(&rows[n - 1], thread, at)) return n - 1;
  if (!e->defect || e->how == OMEN_END_UNKNOWN || e->how == OMEN_END_DEFECT) return n;
  for (size_t i = n; i--;)
    if (stands_at(&rows[i], thread, at)) return i;
  for (size_t i = n; i--;)
    if (rows[i].thread == thread && !strcmp(rows[i].text, "(ends)")) return i;
  return n;
}

/* The row of the access that kills, or one more. Returns how many rows there are. */
static size_t add_end(struct omen_text *t, const struct omen_shown *s, struct row *rows, size_t n) {
  const struct omen_shown_end *e = &s->end;
  const struct omen_report_defect *d = e->defect;
  struct omen_where at = {0};
  char place[200] = "", sign[40];
  int thread = d ? d->thread : e->thread;
  if (!d && (e->how != OMEN_END_SIGNAL || e->thread < 0)) return n;
  if (d)
    snprintf(sign, sizeof sign, "%.30s", omen_defect_word(d->kind));
  else
    snprintf(sign, sizeof sign, "signal %d", e->status);
  if (d && d->access.file)
    at = (struct omen_where){d->access.function, d->access.file, d->access.path, d->access.line};
  else
    own_place(t, d ? &d->access.stack : &e->stack, &at);
  if (at.file) omen_text_place(t, &at, right_of(t), place, sizeof place);
  size_t i = end_row(e, rows, n, thread, &at);
  bool again = i < n && stands_at(&rows[i], thread, &at);
  if (!again) {
    memmove(&rows[i + 1], &rows[i], (n - i) * sizeof *rows);
    n++;
  }
  rows[i] = (struct row){.thread = thread};
  snprintf(rows[i].text, sizeof rows[i].text, "%s", place);
  snprintf(rows[i].tail, sizeof rows[i].tail, "  <- %s", sign);
  return n;
}

static bool same(const struct row *a, const struct row *b) {
  return a->thread == b->thread && !strcmp(a->text, b->text) && !strcmp(a->tail, b->tail);
}

/* The rows, and whose columns they have, which `pair` says if both are met. */
static struct row *rows_of(struct omen_text *t, const struct omen_shown *s, size_t *n, int pair[2],
                           bool *other) {
  struct row *rows = omen_xcalloc(s->nsteps + 1, sizeof *rows);
  *n = 0;
  for (size_t i = 0; i < s->nsteps; i++) {
    row_of(t, &s->steps[i], &rows[*n]);
    if (!*n || !same(&rows[*n], &rows[*n - 1])) ++*n;
  }
  *n = add_end(t, s, rows, *n);
  *other = other_pair(rows, *n, pair);
  return rows;
}

static void put_rows(struct omen_text *t, const struct omen_shown *s, const struct row *rows, size_t n,
                     const int pair[2]) {
  for (size_t i = 0; i < n; i++) {
    if (n > HEAD + TAIL + 1 && i == HEAD) {
      omen_buf_addf(t->out, "    ... %zu more steps ...\n", n - HEAD - TAIL);
      i = n - TAIL;
    }
    put_row(t, pair, &rows[i]);
  }
  if (s->matter)
    omen_buf_addf(t->out, "    %d switch%s of the scheduler matter%s%s.\n", s->matter,
                  s->matter == 1 ? "" : "es", s->matter == 1 ? "s" : "",
                  s->matter < s->decided ? " (others were left out)" : "");
}

void omen_text_steps(struct omen_text *t, const struct omen_race *race) {
  const struct omen_shown *s = race->verdict.shown;
  int pair[2] = {race->access[0].thread, race->access[1].thread};
  size_t n;
  bool other;
  struct row *rows = rows_of(t, s, &n, pair, &other);
  omen_buf_addf(t->out, "  The order that does it (%s%s):\n",
                s->alternate ? "the recorded one flipped" : "as recorded",
                other ? "; another time that the two lines race" : "");
  heading(t, race->home ? race->home : t->r, pair);
  put_rows(t, s, rows, n, pair);
  free(rows);
}

void omen_text_incident_steps(struct omen_text *t, const struct omen_report_incident *i) {
  size_t n;
  bool other;
  int pair[2] = {-1, -1};
  for (int k = 0; k < 2 && i->npairs; k++) pair[k] = i->pairs[0].side[k].thread;
  struct row *rows = rows_of(t, i->shown, &n, pair, &other);
  for (size_t k = 0; k < n && pair[1] < 0; k++) /* no cause, or no accesses: whoever is met */
    if (rows[k].thread != pair[0]) pair[pair[0] >= 0] = rows[k].thread;
  if (n) {
    omen_buf_adds(t->out, "  The order that does it:\n");
    heading(t, i->home ? i->home : t->r, pair);
    put_rows(t, i->shown, rows, n, pair);
  }
  free(rows);
}

/* ---- output ---- */

static void output_line(struct omen_text *t, char sign, const char *text, size_t skip, const char *note) {
  int room = omen_text_width(t) - 40;
  char line[900];
  enum omen_ink ink = sign == '-' ? OMEN_INK_BAD : sign == '+' ? OMEN_INK_GOOD : OMEN_INK_PLAIN;
  if (!text)
    snprintf(line, sizeof line, "(nothing)");
  else
    snprintf(line, sizeof line, "%s%s", skip ? ".." : "", text + (skip < strlen(text) ? skip : strlen(text)));
  cut(line, room);
  omen_buf_addf(t->out, "    %s%c %s%s", omen_text_ink(t, ink), sign, line, omen_text_ink(t, OMEN_INK_PLAIN));
  if (note) {
    pad(t->out, room - columns(line));
    omen_buf_addf(t->out, "  %s", note);
  }
  omen_buf_adds(t->out, "\n");
}

static void writers(struct omen_text *t, const struct omen_shown *s) {
  for (int i = 0; i < 2; i++) {
    const struct omen_where *at = &s->at[i];
    if (!at->file) continue;
    if (i && s->at[0].file && !strcmp(s->at[0].file, at->file) && s->at[0].line == at->line) continue;
    omen_buf_addf(t->out, "    written at %s:%d", at->file, at->line);
    if (at->function) omen_buf_addf(t->out, " in %s", at->function);
    omen_buf_adds(t->out, "\n");
  }
}

void omen_text_difference(struct omen_text *t, const struct omen_shown *s) {
  if (!s->stream) return;
  const char *a = s->text[0] ? s->text[0] : "", *b = s->text[1] ? s->text[1] : "";
  size_t same_to = 0, skip = 0;
  while (a[same_to] && a[same_to] == b[same_to]) same_to++;
  if (same_to > 40) skip = same_to - 20;
  while (skip && ((unsigned char)a[skip] & 0xc0) == 0x80) skip++;
  omen_buf_addf(t->out, "  What changes: %s, line %d\n", s->stream, s->line);
  if (s->text[2]) output_line(t, ' ', s->text[2], 0, NULL);
  output_line(t, '-', s->text[0], skip, "recorded order");
  output_line(t, '+', s->text[1], skip, "flipped order");
  if (s->text[0] && s->text[1]) {
    pad(t->out, 6 + (skip ? 2 : 0));
    for (size_t i = skip; i < same_to; i++)
      if (((unsigned char)a[i] & 0xc0) != 0x80) omen_buf_adds(t->out, " ");
    omen_buf_adds(t->out, "^ the first difference\n");
  }
  writers(t, s);
}
