/* getopt and getopt_long: which argument is an option, and which one, are decisions. How far they got within
 * an argument is their secret, and is kept here as well. */
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/trace.h"
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char *next; /* in an argument of several options: the next of them */
static char *const *next_of;

static bool decide(const struct omrt_model *m, const char *p, char c) {
  uint32_t e = omrt_expr_is_const(omrt_model_byte(p), (uint8_t)c);
  omrt_model_branch(m, e);
  return *p == c;
}

/* One of the options' letters: what it is not first, so that each can be asked for. */
static void letter(const struct omrt_model *m, const char *p, const char *letters) {
  uint32_t x = omrt_model_byte(p);
  if (!omrt_expr_depends(x)) return;
  const char *is = *p && !strchr(":+-", *p) ? strchr(letters, *p) : NULL;
  struct omrt_choice c = {.on = x, .site = m->site, .chosen = is ? (uint32_t)(is - letters) + 1 : 0};
  for (const char *l = letters; *l; l++)
    if (!strchr(":+-", *l) && *l != *p)
      omrt_trace_choice(&c, omrt_expr_is_const(x, (uint8_t)*l), (uint32_t)(l - letters) + 1);
  if (is) omrt_trace_choice(&c, omrt_expr_is_const(x, (uint8_t)*p), c.chosen);
}

/* The whole name, and then the end or an equals sign. No further than the argument can go. */
static uint32_t is_name(const char *p, const char *name) {
  uint32_t same = omrt_expr_const(1, 1);
  for (; *name; p++, name++) {
    same = omrt_expr_and(same, omrt_expr_is_const(omrt_model_byte(p), (uint8_t)*name));
    if (!*p && !omrt_shade_byte(p)) return same;
  }
  uint32_t end = omrt_model_byte(p);
  return omrt_expr_and(same, omrt_expr_or(omrt_expr_is_const(end, 0), omrt_expr_is_const(end, '=')));
}
static void long_name(const struct omrt_model *m, const char *p, const struct option *o) {
  for (; o->name; o++) {
    uint32_t e = is_name(p, o->name);
    omrt_model_branch(m, e);
    if (e && omrt_expr_value(e)) return;
  }
}

/* Does the option have an argument? */
static bool takes(const char *letters, char c) {
  const char *p = c && c != ':' ? strchr(letters, c) : NULL;
  return p && p[1] == ':';
}

static void short_options(const struct omrt_model *m, const char *p, const char *letters) {
  letter(m, p, letters);
  if (takes(letters, *p)) { /* the rest, or the next argument */
    decide(m, p + 1, 0);
    next = NULL;
  } else {
    next = *p ? p + 1 : NULL;
  }
}

/* Is there an argument of that number? */
static bool is_there(const struct omrt_model *m, int i, int argc) {
  uint32_t n = omrt_model_arg(m, 1);
  if (n && omrt_expr_width(n) == 32 && omrt_expr_value(n) == (uint32_t)argc)
    omrt_model_branch(m, omrt_expr_compare(OMEN_SYM_SLT, omrt_expr_const(32, (uint64_t)i), n));
  return i < argc;
}

/* The next argument that is an option: all before it are none. */
static const char *find(const struct omrt_model *m, int argc, char *const *argv, int from, bool in_order) {
  for (int i = from < 1 ? 1 : from; is_there(m, i, argc); i++) {
    if (decide(m, argv[i], '-') && !decide(m, argv[i] + 1, 0)) return argv[i];
    if (in_order) break;
  }
  return NULL;
}

void omrt_model_options(const struct omrt_model *m, int argc, char *const *argv, const char *letters,
                        const struct option *longs) {
  omrt_model_arg(m, 1); /* looked at where it matters */
  omrt_model_lose(m, letters, strlen(letters) + 1, "names options");
  omrt_model_lose(m, &optind, sizeof optind, "is the number of the next argument");
  if (next && next_of == argv && optind) {
    if (!decide(m, next, 0)) {
      short_options(m, next, letters);
      return;
    }
  }
  next = NULL;
  next_of = argv;
  bool in_order = *letters == '+' || *letters == '-' || getenv("POSIXLY_CORRECT");
  const char *p = find(m, argc, argv, optind, in_order);
  if (!p) return;
  bool two = decide(m, p + 1, '-');
  if (two && decide(m, p + 2, 0)) return;
  if (two && longs)
    long_name(m, p + 2, longs);
  else
    short_options(m, p + 1, letters);
}
