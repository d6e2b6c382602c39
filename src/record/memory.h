/* Memory models (memory.def): what a load may see. A recording has one, in the flags of its manifest, and
 * every replay and exploration of it the same. */
#ifndef OMEN_RECORD_MEMORY_H
#define OMEN_RECORD_MEMORY_H
#include "record/config.h"
#include <string.h>

enum omen_memory {
#define OMEN_MEMORY(symbol, word, flag, meaning) OMEN_MEMORY_##symbol,
#include "record/memory.def"
  OMEN_MEMORIES
};

static inline uint32_t omen_memory_flag(enum omen_memory m) {
  static const uint32_t flags[] = {
#define OMEN_MEMORY(symbol, word, flag, meaning) flag,
#include "record/memory.def"
  };
  return flags[m];
}

static inline const char *omen_memory_word(enum omen_memory m) {
  static const char *const words[] = {
#define OMEN_MEMORY(symbol, word, flag, meaning) word,
#include "record/memory.def"
  };
  return words[m];
}

/* OMEN_MEMORIES: there is no such word. */
static inline enum omen_memory omen_memory_parse(const char *word) {
  int m = 0;
  while (m < OMEN_MEMORIES && strcmp(word, omen_memory_word((enum omen_memory)m))) m++;
  return (enum omen_memory)m;
}

static inline enum omen_memory omen_memory_of(uint32_t flags) {
  return flags & OMEN_FLAG_WEAK ? OMEN_MEMORY_WEAK : flags & OMEN_FLAG_TSO ? OMEN_MEMORY_TSO : OMEN_MEMORY_SC;
}
#endif
