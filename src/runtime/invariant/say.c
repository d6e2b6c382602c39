/* What people read of an invariant: its text and the values of its variables. */
#include "runtime/invariant/eval.h"
#include "runtime/rt.h"
#include <string.h>

struct text {
  char *out;
  uint64_t n, cap;
};

/* Lines of the outcome: what would end one is a space. */
static void put(struct text *t, const char *s, uint64_t n) {
  for (uint64_t i = 0; i < n && t->n + 1 < t->cap; i++)
    t->out[t->n++] = (unsigned char)s[i] < ' ' ? ' ' : s[i];
  t->out[t->n] = 0;
}
static void puts_(struct text *t, const char *s) { put(t, s, strlen(s)); }

static double power_of_ten(int n) {
  double p = 1;
  for (int i = n < 0 ? -n : n; i > 0; i--) p *= 10;
  return n < 0 ? 1 / p : p;
}

static void put_digits(struct text *t, uint64_t digits, int point) {
  char buf[32];
  int n = omrt_fmt(buf, sizeof buf, "%lu", digits);
  while (n > 1 && n > point && buf[n - 1] == '0') n--;
  put(t, buf, (uint64_t)(point < n ? point : n));
  for (int i = n; i < point; i++) puts_(t, "0");
  if (n > point) puts_(t, "."), put(t, buf + point, (uint64_t)(n - point));
}

/* Six digits, like %g. */
static void put_double(struct text *t, double d) {
  if (d != d) return puts_(t, "nan");
  if (d < 0) puts_(t, "-"), d = -d;
  if (d > 1.7976931348623157e308) return puts_(t, "inf");
  if (d == 0) return puts_(t, "0");
  int e = 0;
  for (double x = d; x >= 10 && e < 400; x /= 10) e++;
  for (double x = d; x < 1 && e > -400; x *= 10) e--;
  double scaled =
      e > 300 || e < -300 ? d * power_of_ten(-e / 2) * power_of_ten(5 - e - -e / 2) : d * power_of_ten(5 - e);
  uint64_t digits = (uint64_t)(scaled + 0.5);
  if (digits >= 1000000) digits /= 10, e++;
  if (e >= 0 && e < 6) return put_digits(t, digits, e + 1);
  if (e < 0 && e >= -5) {
    puts_(t, "0.");
    for (int i = -1; i > e; i--) puts_(t, "0");
    char buf[32];
    int n = omrt_fmt(buf, sizeof buf, "%lu", digits);
    while (n > 1 && buf[n - 1] == '0') n--;
    return put(t, buf, (uint64_t)n);
  }
  put_digits(t, digits, 1);
  char buf[16];
  omrt_fmt(buf, sizeof buf, "e%s%d", e < 0 ? "-" : "+", e < 0 ? -e : e);
  puts_(t, buf);
}

static void put_value(struct text *t, const struct omrt_seen *s) {
  char buf[32];
  if (s->flags & OMEN_INV_FLOAT) {
    double d;
    memcpy(&d, &s->value, sizeof d);
    return put_double(t, d);
  }
  if (s->flags & OMEN_INV_POINTER && !s->value) return puts_(t, "NULL");
  omrt_fmt(buf, sizeof buf,
           s->flags & OMEN_INV_POINTER  ? "0x%lx"
           : s->flags & OMEN_INV_SIGNED ? "%ld"
                                        : "%lu",
           s->value);
  puts_(t, buf);
  if (s->flags & OMEN_INV_CHAR && s->value >= ' ' && s->value < 127) {
    omrt_fmt(buf, sizeof buf, " '%c'", (int)s->value);
    puts_(t, buf);
  }
}

static bool same_text(const struct omen_extras *x, const struct omen_invariant_term *a,
                      const struct omen_invariant_term *b) {
  const char *text = omen_extra_text(x);
  return a->ntext == b->ntext && !memcmp(text + a->text, text + b->text, a->ntext);
}

static bool said_before(const struct omen_extras *x, const struct omen_invariant_term *terms, uint32_t i,
                        const struct omrt_evaluation *e) {
  for (uint32_t j = 0; j < i; j++)
    if (e->seen[j].there && same_text(x, &terms[i], &terms[j])) return true;
  return false;
}

void omrt_invariant_say(const struct omen_extras *x, const struct omen_invariant *v,
                        const struct omrt_evaluation *e, const char *what, char *out, uint64_t cap) {
  struct text t = {out, 0, cap};
  const struct omen_invariant_term *terms = omen_extra_terms(x) + v->term;
  put(&t, omen_extra_text(x) + v->text, v->ntext);
  puts_(&t, " ");
  puts_(&t, what);
  bool first = true;
  for (uint32_t i = 0; i < v->nterms; i++) {
    if (!e->seen[i].there || said_before(x, terms, i, e)) continue;
    puts_(&t, first ? ": " : ", ");
    first = false;
    put(&t, omen_extra_text(x) + terms[i].text, terms[i].ntext);
    puts_(&t, " = ");
    put_value(&t, &e->seen[i]);
  }
}
