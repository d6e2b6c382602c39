/* Words that were mistyped: see base.h. */
#include "base/base.h"
#include <string.h>

unsigned omen_word_distance(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b);
  unsigned row[40], most = OMEN_WORDS_APART;
  if (n > 32 || m > 32 || (n > m ? n - m : m - n) >= most) return most;
  for (size_t j = 0; j <= m; j++) row[j] = (unsigned)j;
  for (size_t i = 1; i <= n; i++) {
    unsigned diagonal = row[0];
    row[0] = (unsigned)i;
    for (size_t j = 1; j <= m; j++) {
      unsigned change = diagonal + (a[i - 1] != b[j - 1]), best = row[j] < row[j - 1] ? row[j] : row[j - 1];
      diagonal = row[j];
      row[j] = best + 1 < change ? best + 1 : change;
    }
  }
  return row[m] < most ? row[m] : most;
}

const char *omen_word_similar(const char *word, const char *const *words, size_t n) {
  const char *best = NULL;
  unsigned least = strlen(word) < 4 ? 2 : OMEN_WORDS_APART;
  for (size_t i = 0; i < n; i++) {
    unsigned d = omen_word_distance(word, words[i]);
    if (d < least) least = d, best = words[i];
  }
  return best;
}
