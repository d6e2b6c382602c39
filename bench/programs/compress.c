/* A block compressor: LZ77 with hash chains, then Huffman codes; workers take blocks from a shared counter. Every
 * block is unpacked again and compared. SIZE: KB of generated text. */
#include "bench.h"

enum { BLOCK = 1 << 15, HASH_BITS = 13, MIN_MATCH = 4, MAX_MATCH = 255, CHAIN = 16, SYMBOLS = 512, MAX_CODE = 24 };

static unsigned char *text;
static long blocks, next_block;
static uint64_t *block_sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct worker { /* one a thread: nothing here is shared */
  int head[1 << HASH_BITS], prev[BLOCK];
  uint16_t token[2 * BLOCK]; /* a literal 0..255, or 256 + length followed by a distance */
  uint32_t freq[SYMBOLS], code[SYMBOLS];
  uint8_t bits[SYMBOLS];
  unsigned char packed[4 * BLOCK], plain[BLOCK];
};

static unsigned hash4(const unsigned char *p) {
  uint32_t v;
  memcpy(&v, p, 4);
  return (v * 2654435761u) >> (32 - HASH_BITS);
}

static int match_length(const unsigned char *a, const unsigned char *b, int max) {
  int n = 0;
  while (n < max && a[n] == b[n]) n++;
  return n;
}

static int best_match(struct worker *w, const unsigned char *in, int at, int end, int *distance) {
  int best = 0, max = end - at < MAX_MATCH ? end - at : MAX_MATCH, candidate = w->head[hash4(in + at)];
  for (int i = 0; candidate >= 0 && i < CHAIN; i++, candidate = w->prev[candidate]) {
    int n = match_length(in + candidate, in + at, max);
    if (n > best) best = n, *distance = at - candidate;
  }
  return best;
}

static int find_tokens(struct worker *w, const unsigned char *in) {
  int count = 0;
  memset(w->head, 0xff, sizeof w->head);
  for (int at = 0; at < BLOCK;) {
    int distance = 0, n = at + MIN_MATCH <= BLOCK ? best_match(w, in, at, BLOCK, &distance) : 0;
    if (n >= MIN_MATCH) {
      w->token[count++] = (uint16_t)(256 + n);
      w->token[count++] = (uint16_t)distance;
    } else {
      n = 1;
      w->token[count++] = in[at];
    }
    for (; n > 0; n--, at++) {
      if (at + 4 > BLOCK) continue;
      unsigned h = hash4(in + at);
      w->prev[at] = w->head[h];
      w->head[h] = at;
    }
  }
  return count;
}

/* Code lengths by repeated merging of the two rarest; slow and simple, SYMBOLS is small. */
static void code_lengths(struct worker *w) {
  uint32_t weight[2 * SYMBOLS];
  int parent[2 * SYMBOLS], live[SYMBOLS], n = 0, nodes = SYMBOLS;
  for (int s = 0; s < SYMBOLS; s++)
    if (w->freq[s]) weight[s] = w->freq[s], live[n++] = s;
  memset(parent, 0xff, sizeof parent);
  while (n > 1) {
    int a = 0, b = 1;
    if (weight[live[b]] < weight[live[a]]) a = 1, b = 0;
    for (int i = 2; i < n; i++) {
      if (weight[live[i]] < weight[live[a]]) b = a, a = i;
      else if (weight[live[i]] < weight[live[b]]) b = i;
    }
    weight[nodes] = weight[live[a]] + weight[live[b]];
    parent[live[a]] = parent[live[b]] = nodes;
    live[a < b ? a : b] = nodes++;
    live[a < b ? b : a] = live[--n];
  }
  for (int s = 0; s < SYMBOLS; s++) {
    int depth = 0;
    for (int p = s; w->freq[s] && parent[p] >= 0; p = parent[p]) depth++;
    w->bits[s] = (uint8_t)(w->freq[s] && !depth ? 1 : depth);
  }
}

static void assign_codes(struct worker *w) {
  uint32_t code = 0;
  for (int length = 1; length <= MAX_CODE; length++, code <<= 1)
    for (int s = 0; s < SYMBOLS; s++)
      if (w->bits[s] == length) w->code[s] = code++;
}

static size_t put_bits(unsigned char *out, size_t at, uint32_t v, int n) {
  for (int i = n - 1; i >= 0; i--, at++) {
    if (at % 8 == 0) out[at / 8] = 0;
    out[at / 8] |= (unsigned char)(((v >> i) & 1) << (at % 8));
  }
  return at;
}

static uint32_t get_bits(const unsigned char *in, size_t *at, int n) {
  uint32_t v = 0;
  for (int i = 0; i < n; i++, (*at)++) v = v << 1 | ((in[*at / 8] >> (*at % 8)) & 1);
  return v;
}

static size_t pack(struct worker *w, int tokens) {
  memset(w->freq, 0, sizeof w->freq);
  for (int i = 0; i < tokens; i++) {
    w->freq[w->token[i]]++;
    if (w->token[i] >= 256) i++;
  }
  code_lengths(w);
  assign_codes(w);
  size_t at = 0;
  for (int i = 0; i < tokens; i++) {
    int s = w->token[i];
    at = put_bits(w->packed, at, w->code[s], w->bits[s]);
    if (s >= 256) at = put_bits(w->packed, at, w->token[++i], 16);
  }
  return at;
}

static int get_symbol(const struct worker *w, size_t *at, const uint32_t *first, const int *count, const int *sorted) {
  uint32_t code = 0;
  int index = 0;
  for (int length = 1; length <= MAX_CODE; length++) {
    code = code << 1 | get_bits(w->packed, at, 1);
    if (code - first[length] < (uint32_t)count[length]) return sorted[index + (int)(code - first[length])];
    index += count[length];
  }
  abort();
}

static void unpack(struct worker *w, size_t end) {
  uint32_t first[MAX_CODE + 1], code = 0;
  int count[MAX_CODE + 1], sorted[SYMBOLS], n = 0, out = 0;
  for (int length = 1; length <= MAX_CODE; length++, code <<= 1) {
    first[length] = code;
    count[length] = 0;
    for (int s = 0; s < SYMBOLS; s++)
      if (w->bits[s] == length) sorted[n++] = s, count[length]++, code++;
  }
  for (size_t at = 0; at < end;) {
    int s = get_symbol(w, &at, first, count, sorted);
    if (s < 256) {
      w->plain[out++] = (unsigned char)s;
      continue;
    }
    int distance = (int)get_bits(w->packed, &at, 16);
    for (int i = s - 256; i > 0; i--, out++) w->plain[out] = w->plain[out - distance];
  }
}

static void compress(int id) {
  (void)id;
  struct worker *w = must_alloc(sizeof *w);
  for (;;) {
    pthread_mutex_lock(&lock);
    long b = next_block < blocks ? next_block++ : -1;
    pthread_mutex_unlock(&lock);
    if (b < 0) break;
    const unsigned char *in = text + b * BLOCK;
    size_t end = pack(w, find_tokens(w, in));
    unpack(w, end);
    if (memcmp(in, w->plain, BLOCK)) abort();
    uint64_t sum = end;
    for (size_t i = 0; i < end / 8; i++) sum = mix(sum, w->packed[i]);
    block_sum[b] = sum;
  }
  free(w);
}

static void make_text(long bytes) {
  static const char *const words[] = {"the ",  "race ",  "thread ", "lock ",  "of ",    "and ",  "memory ", "order ",
                                      "write ", "reads ", "value ",  "after ", "before ", "never ", "happens ", "clock "};
  uint64_t seed = 42;
  for (long at = 0; at < bytes;) {
    const char *word = words[next_random(&seed) % 16];
    for (; *word && at < bytes; word++) text[at++] = (unsigned char)*word;
    if (next_random(&seed) % 8 == 0 && at < bytes) text[at++] = (unsigned char)next_random(&seed);
  }
}

int main(int argc, char **argv) {
  blocks = (arguments(argc, argv) * 1024 + BLOCK - 1) / BLOCK;
  text = must_alloc((size_t)blocks * BLOCK);
  block_sum = must_alloc((size_t)blocks * sizeof *block_sum);
  make_text(blocks * BLOCK);
  team(compress);
  uint64_t sum = 0;
  for (long i = 0; i < blocks; i++) sum = mix(sum, block_sum[i]);
  return finish(sum);
}
