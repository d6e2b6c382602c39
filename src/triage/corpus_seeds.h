/* Inputs that other tools found, for omen explore --seeds and --sync: files whose bytes are one input, in the
 * layouts of AFL++ (a queue, or a folder of instances with a queue each) and of libFuzzer and honggfuzz (a
 * flat folder). What omen explore found goes the same way: corpus_queue.c. */
#ifndef OMEN_TRIAGE_CORPUS_SEEDS_H
#define OMEN_TRIAGE_CORPUS_SEEDS_H
#include "base/table.h"
#include "record/inputs.h"

#define OMEN_SYNC_NAME "omen"        /* our own folder among the instances of afl-fuzz */
#define OMEN_SEED_LONGEST (1u << 20) /* bytes; afl-fuzz, too, takes no longer ones */

struct omen_seeds {
  const char *folder, *sync; /* NULL: none */
  struct omen_table had;     /* files that were read, by their paths */
  uint64_t taken, too_long;
};
/* Of the inputs that may vary, the one that a file's bytes can be: standard input, or a file. SIZE_MAX: there
 * is none, or there are several. */
size_t omen_seeds_source(const struct omen_inputs *in);
/* Reads the files that are new since the last call, the shortest first. -1: the folder of seeds is not there,
 * or has none. */
int omen_seeds_read(struct omen_seeds *s, void (*each)(void *arg, const struct omen_buf *bytes), void *arg,
                    struct omen_err *err);
void omen_seeds_release(struct omen_seeds *s);

/* ---- corpus_queue.c ---- */
struct omen_corpus_input;
/* Writes the input into the folder `to` as fuzzers keep them: queue/id:000012,src:000003,op:omen; what fails
 * is in crashes/ or hangs/. `first`: what is added to numbers. */
int omen_corpus_queue_add(const char *to, uint32_t first, const struct omen_corpus_input *e, size_t source,
                          struct omen_err *err);
/* One more than the largest number in the folder's queue. */
uint32_t omen_corpus_queue_next(const char *to);
#endif
