/* Failures that only one input in many shows: CASE(name, kind of input, input that shows nothing, one that does), then the
 * function that looks at it. `bomb` is the failure. "told" instead of a kind: nobody finds it (floating point), and
 * the report must say what was not followed. tests/search/run has the rest. */
#define _GNU_SOURCE
#include <ctype.h>
#include <fcntl.h>
#include <getopt.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#define CASE(name, kind, seed, answer) static void name(void)

static int argc;
static char **argv;
static const char *arg(int i) { return i < argc ? argv[i] : ""; }
__attribute__((noinline)) static void bomb(void) { abort(); }
/* All of standard input, or of the file `in`. */
static uint8_t text[4096];
static size_t all(int fd) {
  size_t n = 0;
  for (ssize_t got; n < sizeof text - 1 && (got = read(fd, text + n, sizeof text - 1 - n)) > 0;) n += (size_t)got;
  text[n] = 0;
  return n;
}
static size_t input(void) { return all(0); }
static size_t file(void) { return all(open("in", O_RDONLY)); }
static char line[256];
static int next(void) { return fgets(line, sizeof line, stdin) != NULL; }

/* ---- formats and numbers ---- */
CASE(word_number, "stdin", "ab 5\n", "ab 1234\n") {
  char w[16];
  int x;
  if (next() && sscanf(line, "%15s %d", w, &x) == 2 && x == 1234) bomb();
}
CASE(word_is_number, "stdin", "ab 5\n", "port 8080\n") {
  char w[16];
  int x;
  if (next() && sscanf(line, "%15s %d", w, &x) == 2 && !strcmp(w, "port") && x == 8080) bomb();
}
CASE(hexadecimal, "stdin", "1\n", "beef\n") {
  unsigned x;
  if (next() && sscanf(line, "%x", &x) == 1 && x == 0xbeef) bomb();
}
CASE(date, "stdin", "1-1-1\n", "2024-2-29\n") {
  int y, m, d;
  if (next() && sscanf(line, "%d-%d-%d", &y, &m, &d) == 3 && y % 4 == 0 && y > 2000 && m == 2 && d == 29) bomb();
}
CASE(any_base, "argv", "7", "0x7b") {
  char *end;
  if (strtoul(arg(1), &end, 0) == 123 && !*end && arg(1)[1] == 'x') bomb();
}
CASE(in_range, "argv", "7", "-41990") {
  long v = strtol(arg(1), NULL, 10);
  if (v < -41980 && v > -42000) bomb();
}
CASE(address, "stdin", "1.1.1.1", "10.0.3.254") {
  unsigned part[4] = {0}, k = 0;
  for (size_t i = 0, n = input(); i < n && k < 4; i++)
    if (text[i] == '.') k++;
    else if (isdigit(text[i])) part[k] = part[k] * 10 + text[i] - '0';
    else return;
  if (k == 3 && part[0] == 10 && part[2] == 3 && part[3] == 254) bomb();
}
CASE(key_value, "stdin", "a=1\nb=2\n", "mode=77\nlevel=3\n") {
  int mode = 0, level = 0;
  while (next()) {
    char *value = strchr(line, '=');
    if (!value) continue;
    *value++ = 0;
    if (!strcmp(line, "mode")) mode = atoi(value);
    if (!strcmp(line, "level")) level = atoi(value);
  }
  if (mode == 77 && level == 3) bomb();
}
CASE(key_in_section, "stdin", "[x]\na=1\n", "[net]\nport=99\n") {
  char section[16] = "";
  while (next()) {
    line[strcspn(line, "\n")] = 0;
    if (*line == '[') snprintf(section, sizeof section, "%.*s", (int)strcspn(line + 1, "]"), line + 1);
    char *value = strchr(line, '=');
    if (value && !strcmp(section, "net") && !strncmp(line, "port=", 5) && atoi(value + 1) == 99) bomb();
  }
}
CASE(command, "stdin", "get a\n", "set x 9\n") {
  if (!next()) return;
  char *verb = strtok(line, " \n"), *name = strtok(NULL, " \n"), *value = strtok(NULL, " \n");
  if (verb && name && value && !strcmp(verb, "set") && *name == 'x' && atoi(value) == 9) bomb();
}
CASE(roman, "argv", "I", "MCMXC") {
  int sum = 0, last = 0;
  for (const char *s = arg(1); *s; s++) {
    int v = *s == 'M' ? 1000 : *s == 'D' ? 500 : *s == 'C' ? 100 : *s == 'L' ? 50 : *s == 'X' ? 10 : *s == 'V' ? 5 : *s == 'I' ? 1 : 0;
    if (!v) return;
    sum += v > last ? v - 2 * last : v;
    last = v;
  }
  if (sum == 1990) bomb();
}

/* ---- parsers ---- */
static size_t tlv(const uint8_t *p, size_t n, int depth) {
  size_t at = 0;
  while (at + 2 <= n) {
    uint8_t type = p[at], len = p[at + 1];
    if (at + 2 + len > n) return at;
    if (type == 0x30) tlv(p + at + 2, len, depth + 1);
    if (type == 0x05 && depth == 3 && len == 1 && p[at + 2] == 0x7f) bomb();
    at += 2 + (size_t)len;
  }
  return at;
}
CASE(nested_tlv, "stdin", "\x01\x02xx\x02\x06yyyyyy", "\x30\x07\x30\x05\x30\x03\x05\x01\x7f") { tlv(text, input(), 0); }
static const char *at;
static long term(void);
static int depth, deepest;
static long sum(void) {
  long v = term();
  while (*at == '+' || *at == '-') v = *at++ == '+' ? v + term() : v - term();
  return v;
}
static long factor(void) {
  long v = 0;
  if (*at != '(') {
    while (isdigit((unsigned char)*at)) v = v * 10 + *at++ - '0';
    return v;
  }
  at++;
  if (++depth > deepest) deepest = depth;
  v = sum();
  depth--;
  if (*at == ')') at++;
  return v;
}
static long term(void) {
  long v = factor();
  while (*at == '*') at++, v *= factor();
  return v;
}
CASE(calculator, "stdin", "1+2*3-4+5", "((2))*21") {
  input();
  at = (char *)text;
  if (sum() == 42 && deepest >= 2) bomb();
}
CASE(polish, "stdin", "1 2 + 3 +", "6 7 * 9 +") {
  long stack[16] = {0};
  int n = 0;
  size_t len = input();
  for (size_t i = 0; i < len; i++) {
    int c = text[i];
    if (isdigit(c) && n < 16) stack[n++] = c - '0';
    if ((c == '+' || c == '*') && n > 1) n--, stack[n - 1] = c == '+' ? stack[n - 1] + stack[n] : stack[n - 1] * stack[n];
  }
  if (n == 1 && stack[0] == 51) bomb();
}
CASE(object, "stdin", "{\"a\": 1}", "{\"admin\": true}") {
  input();
  const char *s = (char *)text;
  if (*s++ != '{') return;
  while (*s == ' ') s++;
  if (*s++ != '"') return;
  size_t n = strcspn(s, "\"");
  if (n != 5 || memcmp(s, "admin", 5)) return;
  s += n;
  if (*s++ != '"') return;
  while (*s == ' ' || *s == ':') s++;
  if (!strncmp(s, "true", 4) && strchr(s, '}')) bomb();
}
CASE(machine, "stdin", "xxxxxx", "ab1;c!") {
  static const char want[] = "ab1;c!";
  unsigned state = 0;
  size_t n = input();
  for (size_t i = 0; i < n; i++) switch (state) {
    case 0: state = text[i] == 'a' ? 1 : 0; break;
    case 1: state = text[i] == 'b' ? 2 : 0; break;
    case 2: state = isdigit(text[i]) ? 3 : 0; break;
    case 3: state = text[i] == ';' ? 4 : 2; break;
    case 4: state = isalpha(text[i]) ? 5 : 0; break;
    case 5: state = text[i] == (uint8_t)want[5] ? 6 : 4; break;
    }
  if (state == 6) bomb();
}
CASE(utf8, "stdin", "abcd", "\xf0\x9f\x98\x80") {
  input();
  uint32_t c = 0;
  if ((text[0] & 0xf8) == 0xf0 && (text[1] & 0xc0) == 0x80 && (text[2] & 0xc0) == 0x80 && (text[3] & 0xc0) == 0x80)
    c = (text[0] & 7u) << 18 | (text[1] & 63u) << 12 | (text[2] & 63u) << 6 | (text[3] & 63u);
  if (c == 0x1f600) bomb();
}
CASE(base64, "stdin", "AAAAAAAA", "b21lbg==") {
  static const char set[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  char out[8] = "";
  uint32_t bits = 0;
  int have = 0, k = 0;
  size_t n = input();
  for (size_t i = 0; i < n && k < 6; i++) {
    const char *p = text[i] ? strchr(set, text[i]) : NULL;
    if (!p) break;
    bits = bits << 6 | (uint32_t)(p - set);
    if ((have += 6) >= 8) out[k++] = (char)(bits >> (have -= 8));
  }
  if (!memcmp(out, "omen", 4)) bomb();
}
CASE(run_length, "stdin", "1a1b", "9a9b") { /* overflows its buffer */
  volatile char *out = malloc(16);
  size_t n = input(), k = 0;
  for (size_t i = 0; i + 1 < n; i += 2)
    for (int c = text[i] - '0'; c > 0 && c < 10; c--) out[k++] = (char)text[i + 1];
  free((void *)out);
}

/* ---- magic, checksums, hashes ---- */
CASE(magic, "file:in", "XXXXXXXXXXXX", "\x89PNG\r\n\x1a\n\1\0\0\0") {
  uint32_t version;
  if (file() < 12 || memcmp(text, "\x89PNG\r\n\x1a\n", 8)) return;
  memcpy(&version, text + 8, 4);
  if (version == 1) bomb();
}
CASE(magic_mapped, "stdin", "XXXXXXXX", "\x7f""ELFabcd") {
  const uint8_t *p = mmap(NULL, 8, PROT_READ, MAP_PRIVATE, 0, 0);
  if (p != MAP_FAILED && p[0] == 0x7f && p[1] == 'E' && p[2] == 'L' && p[3] == 'F') bomb();
}
CASE(byte_sum, "stdin", "aaaaaaaa", "abaaaaa\xa8") {
  uint8_t s = 0;
  if (input() < 8) return;
  for (int i = 0; i < 7; i++) s += text[i];
  if (text[7] == s && text[1] == 'b') bomb();
}
static uint32_t crc(const uint8_t *p, size_t n) {
  uint32_t c = ~0u;
  for (size_t i = 0; i < n; i++) {
    c ^= p[i];
    for (int k = 0; k < 8; k++) c = c >> 1 ^ (0xedb88320u & -(c & 1));
  }
  return ~c;
}
CASE(crc_trailer, "stdin", "abcdefgh", "okay\xf6\x8f\xbcS") {
  uint32_t c;
  if (input() < 8) return;
  memcpy(&c, text + 4, 4);
  if (crc(text, 4) == c && !memcmp(text, "okay", 4)) bomb();
}
CASE(hash, "argv", "aaaa", "omen") {
  uint32_t h = 5381;
  for (const char *s = arg(1); *s; s++) h = h * 33 + (uint8_t)*s;
  if (h == 0x7c9bcab4u && strlen(arg(1)) == 4) bomb();
}
CASE(mixed, "stdin", "abcdefgh", "\xc2\x08\x00\x00\x00\x00\x00\x00") {
  uint64_t x;
  if (input() < 8) return;
  memcpy(&x, text, 8);
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdull;
  x ^= x >> 33;
  if (x && __builtin_popcountll(x) == 23 && __builtin_clzll(x) == 4) bomb();
}
CASE(xor_chain, "stdin", "aaaaaa", ")C\xa7\xc4z\xb0") {
  uint8_t key = 0x5a, out[6];
  if (input() < 6) return;
  for (int i = 0; i < 6; i++) out[i] = text[i] ^ key, key = (uint8_t)(out[i] * 7 + 1);
  if (!memcmp(out, "secret", 6)) bomb();
}
CASE(luhn, "argv", "1111111", "4539007") {
  unsigned s = 0, n = (unsigned)strlen(arg(1));
  for (unsigned i = 0; i < n; i++) {
    if (!isdigit((unsigned char)arg(1)[i])) return;
    unsigned v = (unsigned)(arg(1)[i] - '0') * ((n - i) % 2 ? 1 : 2);
    s += v / 10 + v % 10;
  }
  if (n == 7 && s % 10 == 4 && !strncmp(arg(1), "4539", 4)) bomb();
}

/* ---- arithmetic, arrays, loops ---- */
CASE(product_overflows, "stdin", "\1\0\0\0\1\0\0\0", "\0\0\1\0\0\0\1\0") {
  uint32_t v[2];
  if (input() < 8) return;
  memcpy(v, text, 8);
  if (v[0] > 16 && v[1] > 16 && v[0] * v[1] < 16) bomb();
}
CASE(size_overflows, "stdin", "\1\0\0\0", "\x01\0\0\x40") { /* writes behind its block */
  uint32_t n;
  if (input() < 4) return;
  memcpy(&n, text, 4);
  uint32_t size = n * 4;
  if (!n || size > 64) return;
  volatile int *p = malloc(size);
  p[n > 15 ? 15 : n - 1] = 1;
  free((void *)p);
}
CASE(divides, "argv", "5", "41") {
  int v = atoi(arg(1));
  printf("%d\n", 100 / (v - 41));
}
CASE(cubes, "argv", "12", "77") {
  unsigned v = (unsigned)atoi(arg(1));
  if (v < 1000 && v * v % 1009 * v % 1009 == 77u * 77 % 1009 * 77 % 1009 && v % 7 == 0) bomb();
}
CASE(squares, "argv", "1 2", "33 56") {
  long a = atol(arg(1)), b = atol(arg(2));
  if (a > 10 && b > a && b < 100 && a * a + b * b == 65 * 65) bomb();
}
CASE(element, "stdin", "\1", "\x2d") {
  static uint8_t table[64];
  for (int i = 0; i < 64; i++) table[i] = (uint8_t)(i * 37 + 11);
  if (input() && text[0] < 64 && table[text[0]] == (uint8_t)(45 * 37 + 11)) bomb();
}
CASE(element_of_element, "stdin", "\1", "\x0c") {
  static uint8_t a[32], b[32];
  for (int i = 0; i < 32; i++) a[i] = (uint8_t)((i * 7 + 3) % 32), b[i] = (uint8_t)(i * 13 + 1);
  if (input() && text[0] < 32 && b[a[text[0]]] == (uint8_t)((12 * 7 + 3) % 32 * 13 + 1)) bomb();
}
static void harmless(void) { puts("well"); }
/* The address pins all that it is made of: the number is to be had only by leaving that aside. */
CASE(behind_address, "stdin", "abcd", "\xd8\x7d\x83\xf4") {
  static volatile char large[1 << 16];
  static volatile char seen;
  uint32_t v;
  if (input() < 4) return;
  memcpy(&v, text, 4);
  seen = large[v * 2654435761u >> 16];
  if (v * 3 + 0x1234567 == 0xdeadbeef) bomb();
}
CASE(pointer_of_table, "stdin", "\0", "\5") {
  static void (*const f[8])(void) = {harmless, harmless, harmless, harmless, harmless, bomb, harmless, harmless};
  if (input() && text[0] < 8) f[text[0]]();
}
CASE(stored_at, "stdin", "\0\0", "\x09\x09") {
  uint8_t mark[16] = {0};
  if (input() < 2 || text[0] > 15 || text[1] > 15) return;
  mark[text[0]] = 1;
  if (mark[text[1]] && text[1] == 9) bomb();
}
CASE(rounds, "stdin", "\3", "\x1b") {
  unsigned n = input() ? text[0] : 1, steps = 0;
  for (unsigned v = n; v > 1 && steps < 200; steps++) v = v % 2 ? 3 * v + 1 : v / 2;
  if (steps == 111) bomb();
}
CASE(counted, "stdin", "a", "~") {
  unsigned n = 0;
  input();
  for (unsigned i = 0; i < text[0]; i++) n += 2;
  if (n == 252) bomb();
}
CASE(sorted, "stdin", "zyxw", "dcba") {
  if (input() < 4) return;
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++)
      if (text[k] > text[k + 1]) {
        uint8_t t = text[k];
        text[k] = text[k + 1], text[k + 1] = t;
      }
  if (!memcmp(text, "abcd", 4)) bomb();
}
CASE(mirrored, "stdin", "abcdefg", "radedar") {
  size_t n = input();
  for (size_t i = 0; i < n / 2; i++)
    if (text[i] != text[n - 1 - i]) return;
  if (n == 7 && text[0] == 'r' && text[3] == 'e') bomb();
}
CASE(fields, "stdin", "\0\0", "\x5b\x01") {
  struct {
    unsigned a : 3, b : 5, c : 8;
  } f;
  if (input() < 2) return;
  memcpy(&f, text, 2);
  if (f.a == 3 && f.b == 11 && f.c == 1) bomb();
}
CASE(cases, "stdin", "aa", "\x12\x34") {
  if (input() < 2) return;
  switch (text[0] << 8 | text[1]) {
  case 0x0101: puts("one"); break;
  case 0x0202: puts("two"); break;
  case 0x1234: bomb(); break;
  default: break;
  }
}
CASE(looked_up, "stdin", "aa\n", "kiwi\n") {
  static const char *const words[] = {"apple", "fig", "kiwi", "lemon", "pear", "plum"};
  if (!next()) return;
  line[strcspn(line, "\n")] = 0;
  int low = 0, high = 5;
  while (low <= high) {
    int middle = (low + high) / 2, order = strcmp(line, words[middle]);
    if (!order && middle == 2) bomb();
    if (order < 0) high = middle - 1;
    else low = middle + 1;
  }
}

/* ---- lengths ---- */
CASE(long_input, "stdin", "abc", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") {
  if (input() > 40) bomb();
}
CASE(exact_length, "stdin", "abc", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") {
  if (input() == 37) bomb();
}
CASE(long_line, "stdin", "ab\ncd\n", "aaaaaaaaaaaaaaaaaaaaa\n") {
  while (next())
    if (strcspn(line, "\n") > 20) bomb();
}
CASE(many_lines, "stdin", "a\n", "a\na\na\na\na\na\n") {
  int n = 0;
  while (next()) n++;
  if (n == 6) bomb();
}
CASE(told_length, "file:in", "\2ab", "\6omen!!") {
  size_t n = file();
  if (n > 4 && text[0] + 1u == n && !memcmp(text + 1, "omen", 4)) bomb();
}
CASE(long_argument, "argv", "a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") {
  if (strlen(arg(1)) > 75) bomb();
}

/* ---- options, variables, more than one ---- */
CASE(long_option, "argv", "foo", "--show-statistics") {
  if (!strcmp(arg(1), "--show-statistics")) bomb();
}
CASE(from_nothing, "argv", "", "-x 3") {
  int c, x = 0;
  while ((c = getopt(argc, argv, "ab:x:")) != -1)
    if (c == 'x') x = atoi(optarg);
  if (x == 3) bomb();
}
CASE(many_arguments, "argv", "a", "a b stop") {
  if (argc == 4 && !strcmp(argv[3], "stop")) bomb();
}
CASE(variable, "env:SEARCH_LEVEL", "off", "debug=2") {
  const char *v = getenv("SEARCH_LEVEL");
  if (v && !strncmp(v, "debug=", 6) && atoi(v + 6) == 2) bomb();
}
CASE(no_case, "argv", "abcdef", "SeCrEt") {
  if (!strcasecmp(arg(1), "secret") && arg(1)[0] == 'S') bomb();
}

/* ---- ways that hide ---- */
CASE(through_pipe, "stdin", "a", "q") {
  int p[2];
  char c = 0;
  if (pipe(p) || !input()) return;
  if (write(p[1], text, 1) == 1 && read(p[0], &c, 1) == 1 && c == 'q') bomb();
}
CASE(through_file, "stdin", "a", "q") {
  FILE *f = tmpfile();
  if (!f || !input()) return;
  fputc(text[0], f);
  rewind(f);
  if (fgetc(f) == 'q') bomb();
}
CASE(through_text, "stdin", "\1", "\x2a") {
  char t[16];
  if (!input()) return;
  snprintf(t, sizeof t, "%d", text[0]);
  if (!strcmp(t, "42")) bomb();
}
static void *thread(void *p) { return (void *)((uintptr_t)p * 3); }
CASE(through_thread, "stdin", "a", "!") {
  pthread_t t;
  void *r = NULL;
  if (!input()) return;
  pthread_create(&t, NULL, thread, (void *)(uintptr_t)text[0]);
  pthread_join(t, &r);
  if ((uintptr_t)r == 99) bomb();
}
CASE(through_jump, "stdin", "a", "z") {
  jmp_buf b;
  if (!input()) return;
  int v = setjmp(b);
  if (!v) longjmp(b, text[0]);
  if (v == 'z') bomb();
}
CASE(by_control, "stdin", "a", "M") {
  volatile uint8_t copy = 0;
  input();
  for (int i = 0; i < 8; i++)
    if (text[0] & 1 << i) copy |= (uint8_t)(1 << i);
  if (copy == 'M') bomb();
}
CASE(floating, "told", "1", "4") {
  double d = (text[0] = (uint8_t)*arg(1)) - '0';
  if (sqrt(d) * 1.5 == 3) bomb();
}

static const struct {
  const char *name;
  void (*run)(void);
} all_cases[] = {
#define WAY(name) {#name, name},
#include "cases.inc"
};

int main(int n, char **v) {
  const char *name = getenv("SEARCH_CASE");
  argc = n, argv = v;
  for (size_t i = 0; name && i < sizeof all_cases / sizeof *all_cases; i++)
    if (!strcmp(all_cases[i].name, name)) all_cases[i].run();
  return 0;
}
