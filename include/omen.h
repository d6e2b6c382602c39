/* omen.h: checks inside a program that cost nothing but under Omen.
 *
 *   omen_assert(expr);             expr must be true here
 *   omen_check(expr, "message");   the same, with a message (a string literal) for whoever reads the report
 *
 * Under `omen run` and `omen triage` a check that fails is reported as a defect, with its text, and the
 * program goes on; where the order of two racing accesses decides whether it fails, the race is
 * `spec-violated` with the consequence `assertion`. In the program itself the expression is never evaluated,
 * so that it must not do anything that the program needs. Any other compiler makes no code of a check at all.
 * Both can be used wherever assert() can.
 *
 * How: `omen cc` compiles once, for the program and for its analysis. Each check stands behind a condition
 * that the compiler leaves open until it makes machine code, and then takes to be false (clang's
 * __builtin_allow_runtime_check, negated); the analysis takes it to be true before that. From -O1 on no
 * instruction of a check is left; at -O0 a branch is, which is never taken. */
#ifndef OMEN_H
#define OMEN_H
#ifdef __GNUC__
#pragma GCC system_header /* no warnings of pedantic compilers about what is in here */
#endif

#ifdef __OMEN__
#ifdef __cplusplus
extern "C" {
#endif
__attribute__((pure, nothrow, cold, weak)) int
__omen_checked(int failed, const char *expression, const char *message, const char *file, int line);
#ifdef __cplusplus
}
#endif
static inline __attribute__((always_inline, unused)) int __omen_keep(int checked) {
  __asm__ volatile("" : : "r"(checked)); /* or else the call would be for nothing */
  return 0;
}
#define __OMEN_CHECK(expr, message)                                                                          \
  ((void)(!__builtin_allow_runtime_check("omen") &&                                                          \
          __omen_keep(__omen_checked(!(expr), #expr, "" message, __FILE__, __LINE__))))
#else
#define __OMEN_CHECK(expr, message) ((void)(0 && (expr)))
#endif

#define omen_assert(expr) __OMEN_CHECK(expr, )
#define omen_check(expr, message) __OMEN_CHECK(expr, message)
#endif
