/* A manual page as plain text, for whoever reads it through a pipe or has no `man`. Knows the macros that
 * manual.c writes, and no others. */
#include "cli/manual.h"
#include <string.h>

enum { WIDTH = 80, STEP = 7 };

struct page {
  struct omen_buf *out;
  struct omen_buf words; /* of the paragraph that is not written yet */
  int indent;            /* of sections, and of lists inside of lists */
  bool tag, hangs;       /* the next line is the tag of an item; what follows stands under it */
  bool verbatim;
};

static void line(struct page *p, int indent, const char *text, size_t n) {
  omen_buf_addf(p->out, "%*s%.*s\n", indent, "", (int)n, text);
}

/* As many words a line as fit. */
static void flush(struct page *p) {
  int indent = p->indent + (p->hangs ? STEP : 0);
  const char *at = p->words.len ? p->words.data : "";
  size_t room = (size_t)(WIDTH - indent);
  while (*at) {
    size_t n = strlen(at), cut = n;
    if (n > room)
      for (cut = room; cut && at[cut] != ' ';) cut--;
    if (!cut) cut = strcspn(at, " ");
    line(p, indent, at, cut);
    at += cut;
    while (*at == ' ') at++;
  }
  omen_buf_release(&p->words);
  p->words = (struct omen_buf){0};
}

/* Without escapes, and of the macros with several arguments without the quotes around them and the spaces
 * between. */
static void plain(struct omen_buf *out, const char *s, size_t n, bool arguments) {
  bool quoted = false;
  for (size_t i = 0; i < n; i++) {
    if (s[i] == '\\' && i + 1 < n && s[i + 1] == 'f')
      i += 2;
    else if (s[i] == '\\' && i + 1 < n)
      omen_buf_add(out, s[++i] == 'e' ? "\\" : s + i, 1);
    else if (arguments && s[i] == '"')
      quoted = !quoted;
    else if (!arguments || quoted || s[i] != ' ')
      omen_buf_add(out, s + i, 1);
  }
}

static void words(struct page *p, const char *s, size_t n, bool arguments) {
  struct omen_buf text = {0};
  plain(&text, s, n, arguments);
  if (p->tag || p->verbatim) {
    line(p, p->indent, text.len ? text.data : "", text.len);
    p->hangs = p->tag;
    p->tag = false;
  } else if (text.len) {
    if (p->words.len) omen_buf_adds(&p->words, " ");
    omen_buf_add(&p->words, text.data, text.len);
  }
  omen_buf_release(&text);
}

static void section(struct page *p, const char *s, size_t n) {
  struct omen_buf text = {0};
  plain(&text, s, n, true);
  omen_buf_addf(p->out, "\n%s\n", text.len ? text.data : "");
  omen_buf_release(&text);
  p->indent = STEP;
  p->hangs = p->tag = false;
}

static bool is(const char *s, size_t n, const char *macro) {
  size_t len = strlen(macro);
  return n >= len && !memcmp(s, macro, len) && (n == len || s[len] == ' ');
}

static void macro(struct page *p, const char *s, size_t n) {
  if (is(s, n, ".B") || is(s, n, ".I")) {
    words(p, s + 3, n - 3, false);
    return;
  }
  if (is(s, n, ".BR")) {
    words(p, s + 4, n - 4, true);
    return;
  }
  flush(p);
  if (is(s, n, ".TH")) omen_buf_addf(p->out, "%.*s(1)\n", (int)strcspn(s + 4, " "), s + 4);
  if (is(s, n, ".SH")) section(p, s + 4, n - 4);
  if (is(s, n, ".PP")) omen_buf_adds(p->out, "\n"), p->hangs = false;
  if (is(s, n, ".TP")) omen_buf_adds(p->out, "\n"), p->hangs = false, p->tag = true;
  if (is(s, n, ".RS")) p->indent += STEP, p->hangs = false;
  if (is(s, n, ".RE")) p->indent -= STEP, p->hangs = true;
  if (is(s, n, ".nf")) p->verbatim = true;
  if (is(s, n, ".fi")) p->verbatim = false;
}

void omen_manual_text(const struct omen_buf *page, struct omen_buf *out) {
  struct page p = {.out = out, .indent = STEP};
  for (const char *s = page->data; s && *s;) {
    size_t n = strcspn(s, "\n");
    if (s[0] == '.')
      macro(&p, s, n);
    else
      words(&p, s, n, false);
    s += n + (s[n] == '\n');
  }
  flush(&p);
}
