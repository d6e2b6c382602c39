/* Loops that read byte by byte until they find something: over lines of memory, with several ways out, with
 * tables beside them; and loops that only look like that. */
#include <stddef.h>
#include <stdint.h>
void point(void);
long opaque_value(long v);
char text[400];
uint16_t wide_text[200];
signed char table[256];
int hits;
char *walker;

__attribute__((noinline)) size_t length(const char *s) {
  const char *p = s;
  while (*p) p++;
  return (size_t)(p - s);
}
__attribute__((noinline)) uint64_t hash(const char *s) {
  uint64_t h = 14695981039346656037ull;
  while (*s) h = (h ^ (unsigned char)*s++) * 0x100000001b3ull;
  return h;
}
__attribute__((noinline)) size_t wide_length(const uint16_t *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}
/* Two ways out, one of them before the read. */
__attribute__((noinline)) long find(const char *s, long most, char c) {
  for (long i = 0;; i++) {
    if (opaque_value(0) + i == most) return -1;
    if (s[i] == c) return i;
  }
}
__attribute__((noinline)) long find_within(const char *s, const char *end, char c, char other) {
  const char *p = s;
  while (p != end && *p != c) {
    if (*p == other) return -2;
    p++;
  }
  return p - s;
}
__attribute__((noinline)) long span(const unsigned char *s) {
  long n = 0;
  while (table[s[n]]) n++;
  return n;
}
/* Writes, and a second place that is read: no search. */
__attribute__((noinline)) void copy(char *to, const char *from) {
  while ((*to++ = *from++)) {
  }
}
__attribute__((noinline)) long common(const char *a, const char *b) {
  long n = 0;
  while (a[n] && a[n] == b[n]) n++;
  return n;
}
/* The pointer lies in memory, the step is not one, it goes down. */
__attribute__((noinline)) void skip(char c) {
  while (*walker == c) walker++;
}
__attribute__((noinline)) long every_third(const char *s) {
  long n = 0;
  while (s[n]) n += 3;
  return n;
}
__attribute__((noinline)) long back(const char *s) {
  long n = 0;
  while (s[-n]) n++;
  return n;
}
/* A search in a search's place, with a point between the rounds of the outer one. */
__attribute__((noinline)) long words(const char *s) {
  long n = 0;
  while (*s) {
    while (*s == ' ') s++;
    if (*s) n++;
    while (*s && *s != ' ') s++;
    if (n & 1) point();
  }
  return n;
}
__attribute__((noinline)) long counted_or_found(const char *s, long n) {
  long sum = 0;
  for (long i = 0; i < n; i++) {
    if (!s[i]) break;
    sum += s[i];
  }
  return sum;
}

int main(void) {
  for (int i = 0; i < 399; i++) text[i] = (char)('a' + i % 26);
  for (int i = 0; i < 199; i++) wide_text[i] = (uint16_t)(i + 1);
  for (int i = 0; i < 256; i++) table[i] = i >= 'a' && i <= 'y';
  point();
  for (int n = 0; n < 390; n += n < 140 ? 1 : 37) {
    char was = text[n];
    text[n] = 0;
    for (int from = 0; from <= n; from += n < 20 ? 1 : 61) {
      point();
      hits += (int)length(text + from);
      point();
      hits += (int)hash(text + from);
      point();
      hits += (int)find_within(text + from, text + n, 'z', '!');
      point();
      hits += (int)counted_or_found(text + from, 70);
    }
    point();
    hits += (int)find(text + 1, n, 'm');
    point();
    hits += (int)common(text, text + 26);
    point();
    hits += (int)back(text + n);
    text[n] = was;
  }
  for (int i = 0; i < 60; i += 7) {
    point();
    hits += (int)wide_length(wide_text + i);
    point();
    hits += (int)span((unsigned char *)text + i);
    point();
    hits += (int)every_third(text + i);
  }
  point();
  copy(text + 100, text + 320);
  point();
  walker = text;
  skip('a');
  point();
  for (int i = 0; i < 300; i++) text[i] = i % 7 > 4 || i > 180 ? ' ' : 'x';
  text[299] = 0;
  hits += (int)words(text);
  point();
  return hits == 12345;
}
