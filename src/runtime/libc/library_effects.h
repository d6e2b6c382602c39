/* libc/library_effects.h: what a library function without a model does to memory, by a text
 * (build/library_effects.c has them). A text is a list of effects, with spaces between them. Each is `r` or
 * `w`, the number of the argument that points to the memory, and how long that is: */
// clang-format off
/*
 *   #N       N bytes
 *   =K       as many as argument K says; =K*N: N times as many
 *   xKJ      argument K times argument J
 *   $        as the result says (less than 0: nothing); $*N, $.K: N times, argument K times as many; $+1: and one more
 *   <K       the result and one more, at most as argument K says; <K*N: N times as many
 *   s        a string with its end; z: if it is readable at all; nK: at most as long as argument K says
 *   W, NK    s and nK of wide characters
 *   d        a number, and what ended it; dK: to the base that is argument K (else 10); D: with a fraction
 *   e        up to what the result points to; E: or, if that is NULL, a string
 *   ^K       up to where the result points, from the first argument on; if it is NULL, as argument K says
 *   @K       as the number says that argument K points to; LK: at most what that said before (tK in front)
 *   hK       an address of the family that is argument K
 *   gK       a byte for each page of argument K
 *   vK       vectors of I/O, argument K of them; m: those of a message header. Behind the call: as much as the result says
 *   l        what it points to points to a line, as long as the result says
 *   PK       what it points to points to as many bytes as argument K points to the number of
 *   O        what it points to points behind what was written; oK in front: remembers where that began
 *   pK       what poll answers, for argument K descriptors
 *   fK, FK   a format of printf: its arguments are in the list that is argument K; are the arguments from K on
 *   AK, aK   the same of scanf, behind the call
 *
 * and, if that depends on the result, ?0 (it is 0), ?+ (0 or more), ?n (more than 0), ?p (not 0), ?@K (it is
 * argument K). Pointers that are NULL touch nothing. */
// clang-format on
#ifndef OMRT_LIBC_LIBRARY_EFFECTS_H
#define OMRT_LIBC_LIBRARY_EFFECTS_H
#include "runtime/libc/libc.h"
#include <stdarg.h>

/* What a format is given: a list of the C library's, or values. */
struct omrt_operands {
  va_list *list; /* or NULL */
  const uint64_t *at, *end;
};
/* The next one, of type i (int), l (64 bits), d (double) or x (long double; the last two are not returned).
 * False: there is none. */
bool omrt_operand(struct omrt_operands *o, char type, uint64_t *value);

void omrt_format_printed(uint32_t site, const char *format, struct omrt_operands o, const void *frame);
/* The first `assigned` conversions that assign did so. */
void omrt_format_scanned(uint32_t site, const char *format, struct omrt_operands o, int64_t assigned,
                         const void *frame);
#endif
