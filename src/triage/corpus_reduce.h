/* A shorter input that fails alike: parts of what varies are left out as long as the program still fails
 * (delta debugging over bytes). */
#ifndef OMEN_TRIAGE_CORPUS_REDUCE_H
#define OMEN_TRIAGE_CORPUS_REDUCE_H
#include "record/inputs.h"

/* Does the program fail with these as it did? */
typedef bool omen_reduce_fails(void *arg, const struct omen_inputs *in);
/* Asks `fails` at most `most` times. True: `out` is shorter, and the caller's. */
bool omen_reduce(const struct omen_inputs *in, unsigned most, omen_reduce_fails *fails, void *arg,
                 struct omen_inputs *out);
size_t omen_reduce_bytes(const struct omen_inputs *in); /* of all that varies */
#endif
