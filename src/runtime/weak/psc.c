/* Is the order of seq_cst events without a cycle? RC11's condition, word for word, over the last nodes of the
 * run:
 *
 *   eco  = (rf | mo | rb)+                        rb: from a load to the stores behind the one it took
 *   scb  = po | po!=loc ; hb ; po!=loc | hb at one location | mo | rb
 *   psc  = ([Esc] | [Fsc] ; hb?) ; scb ; ([Esc] | hb? ; [Fsc])  |  [Fsc] ; (hb | hb ; eco ; hb) ; [Fsc]
 *
 * Every other condition of RC11 is kept when a candidate is found (rc11.c). An event whose every edge comes
 * from earlier ones closes no cycle: so this is asked only of loads that do not take the newest store, and of
 * stores that are not the newest.
 *
 * What the window has lost cannot be asked about. All edges lead from what was made earlier to what was made
 * later, but those of such loads and stores to the stores that they come before (`back`). So whatever the new
 * event leads to was made no earlier than the first that these edges reach. If the window has all of that, it
 * has every cycle. If not, the answer is no, and the newest value is shown instead. */
#include "runtime/weak/graph.h"
#include <string.h>

typedef unsigned __int128 row;
enum { MOST = OMRT_WEAK_WINDOW + 2 };
_Static_assert(MOST <= 128, "a bit each");
uint64_t omrt_weak_unsure;
static const struct omrt_weak_node *node[MOST];
static int count;
static row hb[MOST], po[MOST], apart[MOST], scb[MOST], eco[MOST], into[MOST], psc[MOST];

static row bit(int i) { return (row)1 << i; }
static bool has(row r, int i) { return r >> i & 1; }

static bool happens_before(const struct omrt_weak_node *a, const struct omrt_weak_node *b) {
  return a != b && omrt_weak_get(&b->known, a->thread) >= a->index &&
         (a->thread != b->thread || a->index < b->index);
}

static bool same_place(const struct omrt_weak_node *a, const struct omrt_weak_node *b) {
  return a->location && a->location == b->location;
}

/* Where in modification order it stands: a store itself, a load where its store is. */
static int64_t at(const struct omrt_weak_node *a) { return a->from ? a->from->pos : a->pos; }

static bool stores(const struct omrt_weak_node *a) { return a->what == OMRT_NODE_STORE; }

static bool takes(const struct omrt_weak_node *load, const struct omrt_weak_node *store) {
  return load->from_seq && load->from_seq == store->seq;
}

static void relate(int i, int j) {
  const struct omrt_weak_node *a = node[i], *b = node[j];
  bool one = same_place(a, b);
  if (happens_before(a, b)) {
    hb[i] |= bit(j);
    into[j] |= bit(i);
    if (one) scb[i] |= bit(j);
    if (a->thread == b->thread) {
      po[i] |= bit(j);
      if (!one) apart[i] |= bit(j);
    }
  }
  if (one && stores(b) && at(a) < at(b)) { /* mo, rb */
    scb[i] |= bit(j);
    eco[i] |= bit(j);
  }
  if (takes(b, a)) eco[i] |= bit(j);
}

static row through(row from, const row *step) {
  row out = 0;
  for (int i = 0; i < count; i++)
    if (has(from, i)) out |= step[i];
  return out;
}

static void close_relations(void) {
  static row rf[MOST];
  for (int i = 0; i < count; i++) {
    rf[i] = 0;
    for (int j = 0; j < count; j++)
      if (takes(node[j], node[i])) rf[i] |= bit(j);
  }
  for (int i = 0; i < count; i++) {
    eco[i] |= through(eco[i], rf);
    scb[i] |= po[i] | through(through(apart[i], hb), apart);
  }
}

static bool is_fence(int i) { return node[i]->what == OMRT_NODE_FENCE; }

static row reached(int i) {
  row starts = bit(i) | (is_fence(i) ? hb[i] : 0), ends = through(starts, scb), out = 0;
  row between = is_fence(i) ? hb[i] | through(through(hb[i], eco), hb) : 0;
  for (int j = 0; j < count; j++)
    if (node[j]->sc && (has(ends, j) || (is_fence(j) && (ends & into[j] || has(between, j))))) out |= bit(j);
  return out;
}

/* Takes away what nothing leads to, until nothing is left, or only cycles. */
static bool acyclic(row left) {
  for (bool went = true; left && went;) {
    went = false;
    row led = through(left, psc);
    if (led & left) {
      row next = left & led;
      went = next != left;
      left = next;
    } else
      return true;
  }
  return !left;
}

static void gather(const struct omrt_weak_node *const extra[], int nextra) {
  uint32_t last;
  struct omrt_weak_node *const *of = omrt_weak_window(&last);
  count = (int)last;
  memcpy(node, of, last * sizeof *of);
  for (int i = 0; i < nextra; i++) node[count++] = extra[i];
}

/* Is all that the last `n` nodes lead to in the window? */
static bool in_sight(int n) {
  uint64_t first = UINT64_MAX, reached;
  for (int i = count - n; i < count; i++)
    if (node[i]->back < first) first = node[i]->back;
  do {
    reached = first;
    for (int i = 0; i < count - n; i++)
      if (node[i]->seq >= reached && node[i]->back < first) first = node[i]->back;
  } while (first < reached);
  return first > omrt_weak_lost;
}

/* All that the new nodes lead to was made behind the last seq_cst event. */
static bool behind_sc(const struct omrt_weak_node *const extra[], int n) {
  for (int i = 0; i < n; i++)
    if (extra[i]->sc || extra[i]->back <= omrt_weak_last_sc) return false;
  return !omrt_weak_reaches_sc;
}

bool omrt_weak_consistent(const struct omrt_weak_node *const extra[], int nextra) {
  row sc = 0;
  if (behind_sc(extra, nextra)) return true;
  gather(extra, nextra);
  if (!in_sight(nextra)) {
    omrt_weak_unsure++;
    return false;
  }
  for (int i = 0; i < count; i++) sc |= node[i]->sc ? bit(i) : 0;
  if (!sc) return true;
  memset(hb, 0, sizeof hb);
  memset(po, 0, sizeof po);
  memset(apart, 0, sizeof apart);
  memset(scb, 0, sizeof scb);
  memset(eco, 0, sizeof eco);
  memset(into, 0, sizeof into);
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++)
      if (i != j) relate(i, j);
  close_relations();
  for (int i = 0; i < count; i++) psc[i] = node[i]->sc ? reached(i) : 0;
  return acyclic(sc);
}
