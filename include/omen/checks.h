/* What omen.h is under `omen cc`; found by no other compiler. */
#ifndef OMEN_CHECKS_H
#define OMEN_CHECKS_H
#ifdef __GNUC__
#pragma GCC system_header
#endif
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
#define __OMEN_CHECK(expr, text, message)                                                                    \
  ((void)(!__builtin_allow_runtime_check("omen") &&                                                          \
          __omen_keep(__omen_checked(!(expr), text, "" message, __FILE__, __LINE__))))
#endif
