/* Library functions of the symbolic variant, on random bytes. Each is called on an area of memory whose first
 * part is input, and then, natively, on the same with other input. Wherever all the branches of the first
 * call would have gone the same way, its result's expression and those of the memory that it left must say
 * what the native call gave. */
/* rooms: runtime/symbolic, slow */
#define FAKE_LEN (1 << 22)
#include "symbolic_fake.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/output.h"
#include <ctype.h>
#include <getopt.h>

enum { AREA = 512, INPUT = 128, SECOND = 64, THIRD = 128, ROUNDS = 300, OTHERS = 30 };

/* What runtime/libc/ stands on. */
#include "runtime/mode.h"
#include "runtime/shadow/shadow.h"
struct omrt_mode omrt_mode;
void omrt_watch_call(uint32_t site) { (void)site; }
void omrt_access(uint64_t addr, uint64_t len, enum omrt_access k, uint32_t site, const void *frame) {
  (void)addr, (void)len, (void)k, (void)site, (void)frame;
}
#include "../../src/runtime/libc/memory_functions.c"
#include "../../src/runtime/libc/string.c"
#include "../../src/runtime/libc/convert.c"
#include "../../src/runtime/libc/format.c"
#include "../../src/runtime/libc/stdio.c"
int __omen_symlib_toupper(uint32_t, int), __omen_symlib_tolower(uint32_t, int),
    __omen_symlib_isalpha(uint32_t, int), __omen_symlib_isdigit(uint32_t, int),
    __omen_symlib_isspace(uint32_t, int), __omen_symlib_ispunct(uint32_t, int),
    __omen_symlib_abs(uint32_t, int), __omen_symlib_getc(uint32_t, FILE *),
    __omen_symlib_ungetc(uint32_t, int, FILE *),
    __omen_symlib_sscanf(uint32_t, const char *, const char *, ...),
    __omen_symlib_fscanf(uint32_t, FILE *, const char *, ...);
int __omen_symlib_getopt(uint32_t, int, char *const *, const char *);
int __omen_symlib_getopt_long(uint32_t, int, char *const *, const char *, const struct option *, int *);
long __omen_symlib_labs(uint32_t, long);
long long __omen_symlib_strtoll(uint32_t, const char *, char **, int),
    __omen_symlib_atoll(uint32_t, const char *);
unsigned long long __omen_symlib_strtoull(uint32_t, const char *, char **, int);
char *__omen_symlib_strchrnul(uint32_t, const char *, int),
    *__omen_symlib_stpncpy(uint32_t, char *, const char *, size_t),
    *__omen_symlib_strtok(uint32_t, char *, const char *),
    *__omen_symlib_strtok_r(uint32_t, char *, const char *, char **);
void *__omen_symlib_memrchr(uint32_t, const void *, int, size_t),
    *__omen_symlib_mempcpy(uint32_t, void *, const void *, size_t);
ssize_t __omen_symlib_getline(uint32_t, char **, size_t *, FILE *);

/* ---- calls: of the model, or native; `called` is then whose result to take ---- */

static bool follow;
static const void *called;
static uint32_t arg_expr[OMEN_SYM_ARGS];

static bool call_model(const void *f) {
  if (!follow) return false;
  called = f;
  memcpy(__omen_sym_hot.arg, arg_expr, sizeof arg_expr);
  __omen_sym_hot.callee = f;
  return true;
}
#define L(f, ...) (call_model((const void *)__omen_lib_##f) ? __omen_lib_##f(7, __VA_ARGS__) : f(__VA_ARGS__))
#define S(f, ...)                                                                                            \
  (call_model((const void *)__omen_symlib_##f) ? __omen_symlib_##f(7, __VA_ARGS__) : f(__VA_ARGS__))
/* Pointers, as places in the area. */
static uint64_t at(const char *m, const void *p) { return p ? (uint64_t)((const char *)p - m) : ~0ull; }
/* An argument that is a byte of the area. */
static int taken;
static void character(const char *m, int arg, uint32_t i, bool is_signed) {
  if (follow) {
    uint32_t e = omrt_shade_byte(m + i);
    arg_expr[arg] = !e ? 0 : is_signed ? omrt_expr_sext(e, 32) : omrt_expr_zext(e, 32);
  }
  taken = is_signed ? (signed char)m[i] : (unsigned char)m[i];
}

static uint64_t round_number;

#define OP(name, expression)                                                                                 \
  static uint64_t name(char *m) { return (uint64_t)(expression); }
#define A (m)
#define B (m + SECOND)
#define C (m + THIRD)
#define K (1 + round_number % 20)
OP(op_strcmp, L(strcmp, A, B))
OP(op_strcmp_word, L(strcmp, A, "ab"))
OP(op_strncmp, L(strncmp, A, B, K))
OP(op_strcasecmp, L(strcasecmp, A, B))
OP(op_strncasecmp, L(strncasecmp, A, "aB-", K))
OP(op_memcmp, L(memcmp, A, B, K))
OP(op_bcmp, L(bcmp, A, B, K))
OP(op_strlen, L(strlen, A))
OP(op_strnlen, L(strnlen, A, K))
OP(op_strchr, at(m, L(strchr, A, 'b')))
OP(op_strchr_end, at(m, L(strchr, A, 0)))
OP(op_strchr_symbolic, (character(m, 2, SECOND, true), at(m, L(strchr, A, taken))))
OP(op_strrchr, at(m, L(strrchr, A, 'a')))
OP(op_memchr, at(m, L(memchr, A, 'z', K)))
OP(op_strstr, at(m, L(strstr, A, "ab")))
OP(op_strspn, L(strspn, A, "aAb"))
OP(op_strcspn, L(strcspn, A, "z,"))
OP(op_strpbrk, at(m, L(strpbrk, A, "09")))
OP(op_strcpy, at(m, L(strcpy, C, A)))
OP(op_strncpy, at(m, L(strncpy, C, A, K)))
OP(op_stpcpy, at(m, L(stpcpy, C, A)))
OP(op_strcat, (strcpy(C, "x"), omrt_sym_overwritten(C, 2), at(m, L(strcat, C, A))))
OP(op_strncat, (strcpy(C, "x"), omrt_sym_overwritten(C, 2), at(m, L(strncat, C, A, K))))
OP(op_memcpy, at(m, L(memcpy, C, A, 40)))
OP(op_memmove, at(m, L(memmove, A + 3, A, 40)))
OP(op_memset, (character(m, 2, 1, false), at(m, L(memset, C, taken, 20))))
OP(op_bzero, (L(bzero, A + 2, 3), 0))
OP(op_atoi, L(atoi, A))
OP(op_atol, L(atol, A))
OP(op_strtol, L(strtol, A, (char **)(C), (int)(round_number % 3 ? 10 : 16)) + (memset(C, 0, 8), 0))
OP(op_strtoul, L(strtoul, A, NULL, 0))
OP(op_strtoll, S(strtoll, A, NULL, 8))
OP(op_strtoull, S(strtoull, A, NULL, 36))
OP(op_atoll, S(atoll, A))
OP(op_toupper, (character(m, 1, 0, false), S(toupper, taken)))
OP(op_tolower, (character(m, 1, 0, true), S(tolower, taken)))
OP(op_isalpha, (character(m, 1, 0, false), S(isalpha, taken)))
OP(op_isdigit, (character(m, 1, 0, true), S(isdigit, taken)))
OP(op_isspace, (character(m, 1, 0, false), S(isspace, taken)))
OP(op_ispunct, (character(m, 1, 0, false), S(ispunct, taken)))
OP(op_abs, (character(m, 1, 0, true), S(abs, taken)))
OP(op_labs, (arg_expr[1] = follow ? omrt_shade_get(m, 8) : 0, S(labs, *(long *)(void *)m)))
OP(op_strchrnul, at(m, S(strchrnul, A, 'b')))
OP(op_memrchr, at(m, S(memrchr, A, 'a', K)))
OP(op_mempcpy, at(m, S(mempcpy, C, A, 33)))
OP(op_stpncpy, at(m, S(stpncpy, C, A, K)))
OP(op_strtok, at(m, S(strtok, A, " ,")) + at(m, S(strtok, NULL, " ,")) + at(m, S(strtok, NULL, " ")))
static uint64_t op_strtok_r(char *m) {
  char *save = NULL;
  uint64_t first = at(m, S(strtok_r, A, ",a", &save));
  return first * 1000 + at(m, S(strtok_r, NULL, ",a", &save));
}
static uint64_t op_strsep(char *m) {
  char *p = A;
  uint64_t first = at(m, L(strsep, &p, ",a"));
  return first * 1000 + at(m, L(strsep, &p, "b"));
}
OP(op_sscanf_number, S(sscanf, A, "%d", (int *)(void *)C))
OP(op_sscanf_parts,
   S(sscanf, A, "%3d %2x,%hd", (int *)(void *)C, (unsigned *)(void *)(C + 8), (short *)(void *)(C + 16)))
OP(op_sscanf_words, S(sscanf, A, "%5s %c%[a-zA-Z]", C, C + 32, C + 64))
OP(op_sscanf_skips, S(sscanf, A, "%*s x%ld%n", (long *)(void *)C, (int *)(void *)(C + 16)))

static uint64_t op_snprintf(char *m) {
  if (follow) arg_expr[5] = omrt_shade_get(m, 4);
  return (uint64_t)L(snprintf, C, 100, "<%s|%6d|%-5.2s>", A, *(int *)(void *)m, B);
}
static uint64_t op_sprintf(char *m) {
  if (follow) {
    arg_expr[3] = omrt_expr_zext(omrt_shade_byte(m), 32);
    arg_expr[4] = omrt_shade_get(m + 8, 8);
    arg_expr[5] = omrt_expr_zext(omrt_shade_byte(m + 1), 32);
  }
  return (uint64_t)L(sprintf, C, "%3c%#lx %% %hhu%.1f", (unsigned char)m[0] | 0, *(long *)(void *)(m + 8),
                     (unsigned char)m[1] | 0, 2.5);
}

/* Options, all there are, and where their arguments are. */
static uint64_t options(char *m, bool longs) {
  static const struct option names[] = {{"a", 0, NULL, 1}, {"z", 1, NULL, 2}, {NULL, 0, NULL, 0}};
  char *argv[] = {"prog", A, B, "-ab", NULL};
  uint64_t sum = 0;
  if (!(round_number % 3)) A[0] = B[0] = '-';
  if (!(round_number % 6)) A[1] = '-';
  if (follow) omrt_sym_overwritten(A, (round_number % 3 == 0) + (round_number % 6 == 0));
  if (follow && !(round_number % 3)) omrt_sym_overwritten(B, 1);
  optind = 0;
  opterr = 0;
  for (int c, i = 0; i < 60; i++) {
    c = longs ? S(getopt_long, 4, argv, "ab:z", names, NULL) : S(getopt, 4, argv, "ab:z");
    sum = sum * 31 + (uint64_t)c;
    if (c == -1) break;
    if (c == 'b' && optarg) sum = sum * 31 + (optarg >= m && optarg < m + AREA ? at(m, optarg) : 7);
  }
  return sum * 31 + (uint64_t)optind;
}
OP(op_getopt, options(m, false))
OP(op_getopt_long, options(m, true))

/* ---- streams: their buffer holds the input ---- */

static FILE *stream_of(char *m, uint32_t n) {
  FILE *f = tmpfile();
  fwrite(m, 1, n, f);
  rewind(f);
  ungetc(getc(f), f);
  if (follow) __omen_sym_copy(f->_IO_read_ptr, m, n);
  return f;
}
static uint64_t op_fgets(char *m) {
  FILE *f = stream_of(m, 60);
  uint64_t r = at(m, L(fgets, C, 30, f));
  fclose(f);
  return r;
}
static uint64_t op_fread(char *m) {
  FILE *f = stream_of(m, 60);
  uint64_t r = L(fread, C, 3, 7, f);
  fclose(f);
  return r;
}
static uint64_t op_getc(char *m) {
  FILE *f = stream_of(m, 60);
  int c = getc(f);
  ungetc(c, f);
  uint64_t r = (uint64_t)S(getc, f);
  fclose(f);
  return r;
}
static uint64_t op_getline(char *m) {
  FILE *f = stream_of(m, 60);
  char *line = NULL;
  size_t n = 0;
  ssize_t r = S(getline, &line, &n, f);
  if (follow) __omen_sym_copy(C, line, (size_t)r + 1);
  memcpy(C, line, (size_t)r + 1);
  if (follow) omrt_sym_overwritten(line, n);
  free(line);
  fclose(f);
  return (uint64_t)r;
}
static uint64_t op_fscanf(char *m) {
  FILE *f = stream_of(m, 60);
  uint64_t r = (uint64_t)S(fscanf, f, "%d %7s", (int *)(void *)C, C + 8);
  fclose(f);
  return r;
}

static const struct op {
  const char *name;
  uint64_t (*call)(char *m);
  int bits;       /* of its result: 0: it is concrete */
  bool by_sign;   /* only its sign counts */
  bool by_length; /* comparable where the same number was written */
} ops[] = {
#define X(name, bits) {#name, op_##name, bits, false, false},
#include "symbolic_models.def"
#undef X
    {"snprintf", op_snprintf, 0, false, true},
    {"sprintf", op_sprintf, 0, false, true},
};

/* ---- the test ---- */

static char area[AREA], native[AREA];
static uint32_t window; /* of the source that the area's input is */
static uint64_t compared, expressions;

static void random_text(uint8_t *to) {
  static const char *const kinds[] = {"ab", "aAbBzZ", "0123456789", "09 -+", "abxX0 1,2\n", "a,b z;\t-"};
  const char *letters = kinds[fake_random() % 6];
  memset(to, 0, INPUT);
  for (uint32_t half = 0; half < INPUT; half += SECOND) {
    uint32_t n = fake_random() % (fake_random() % 2 ? 6 : SECOND - 10);
    for (uint32_t i = 0; i < n; i++)
      to[half + i] =
          fake_random() % 30 ? (uint8_t)letters[fake_random() % strlen(letters)] : (uint8_t)fake_random();
  }
  if (!(fake_random() % 3)) memcpy(to + SECOND, to, SECOND - 1 - fake_random() % 50);
  to[SECOND - 1] = to[INPUT - 1] = 0;
}

/* Other input: a few bytes of it, longer, shorter, or anything. */
static void other_input(const uint8_t *was, uint8_t *to) {
  memcpy(to, was, INPUT);
  uint32_t changes = 1 + fake_random() % 4;
  for (uint32_t i = 0; i < changes; i++) {
    uint32_t k = fake_random() % (fake_random() % 2 ? 8 : INPUT);
    if (k % SECOND == SECOND - 1) continue;
    to[k] = fake_random() % 2 ? (uint8_t)"ab09 -z\n,"[fake_random() % 9]
                              : (uint8_t)(to[k] + fake_random() % 5 - 2);
  }
}

static void prepare(char *m, const uint8_t *input) {
  memset(m, 0x55, AREA);
  memcpy(m, input, INPUT);
}

static bool same_way(uint32_t from) {
  uint32_t n;
  const struct omen_sym_step *s = omrt_trace_steps(&n);
  for (uint32_t i = from; i < n; i++)
    if (s[i].kind <= OMEN_SYM_FAULT_STEP && fake_value_of(s[i].expr) != s[i].taken) return false;
  return true;
}

static void compare_memory(const struct op *o, const char *m, const uint32_t *bytes) {
  for (uint32_t i = 0; i < AREA; i++) {
    uint8_t says = bytes[i] ? (uint8_t)fake_value_of(bytes[i]) : (uint8_t)m[i];
    if (says != (uint8_t)native[i])
      fail_msg("%s: byte %u is %u, the expression says %u", o->name, i, (uint8_t)native[i], says);
  }
}

static void once(const struct op *o) {
  static uint32_t bytes[AREA];
  uint32_t from;
  uint8_t *input = fake_run_inputs[0] + window;
  random_text(input);
  prepare(area, input);
  omrt_sym_overwritten(area, AREA);
  omrt_sym_arrived(0, window, area, INPUT);
  for (int i = 0; i < 2; i++) omrt_sym_overwritten(area + (i ? INPUT : SECOND) - 1, 1); /* closing zeros */
  omrt_trace_steps(&from);
  memset(arg_expr, 0, sizeof arg_expr);
  follow = true;
  called = __omen_sym_hot.ret_from = NULL;
  uint64_t got = o->call(area);
  uint32_t e = called && __omen_sym_hot.ret_from == called ? __omen_sym_hot.ret : 0;
  follow = false;
  if (e) assert_int_equal(omrt_expr_value(e), got & fake_low(omrt_expr_width(e)));
  if (e && o->bits) assert_int_equal(omrt_expr_width(e), o->bits);
  expressions += e != 0;
  for (uint32_t i = 0; i < AREA; i++) bytes[i] = omrt_shade_byte(area + i);
  memcpy(fake_inputs[0] + window, input, INPUT);
  fake_forget_new();
  assert_true(same_way(from));
  for (int k = 0; k < OTHERS; k++) {
    other_input(input, fake_inputs[0] + window);
    fake_forget_new();
    if (!same_way(from)) continue;
    prepare(native, fake_inputs[0] + window);
    uint64_t there = o->call(native), says = e ? fake_value_of(e) : got;
    if (o->by_length && there != got) continue;
    if ((there ^ says) & fake_low(o->bits ? (unsigned)o->bits : 64))
      fail_msg("%s(\"%.60s\"): %lld, the expression says %lld (in the run \"%.60s\": %lld)", o->name,
               (char *)fake_inputs[0] + window, (long long)there, (long long)says, (char *)input,
               (long long)got);
    compare_memory(o, area, bytes);
    compared++;
  }
}

static void models(void **state) {
  (void)state;
  for (round_number = 0; round_number < ROUNDS; round_number++)
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
      fake_mark();
      once(&ops[i]);
      window = (window + INPUT) % (FAKE_LEN - INPUT);
    }
  print_message("%llu compared, %llu results with an expression\n", (unsigned long long)compared,
                (unsigned long long)expressions);
  assert_true(compared > 10000);
}

int main(void) {
  fake_begin();
  const struct CMUnitTest tests[] = {cmocka_unit_test(models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
