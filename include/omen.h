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

#ifdef __has_include
#if __has_include(<omen/checks.h>) /* only `omen cc` has it in its path */
#include <omen/checks.h>
#endif
#endif
#ifndef __OMEN_CHECK
#define __OMEN_CHECK(expr, text, message) ((void)(0 && (expr)))
#endif

#define omen_assert(expr) __OMEN_CHECK(expr, #expr, )
#define omen_check(expr, message) __OMEN_CHECK(expr, #expr, message)
#endif
