/* Expressions of memory: see memory.h and abi_symbolic.h (the flags). */
#include "runtime/symbolic/memory.h"
#include "runtime/abi_symbolic.h"
#include "runtime/rt.h"
#include "runtime/symbolic/store.h"
#include <sys/mman.h>
#include <sys/syscall.h>

enum { PAGE = 4096, PARTS = PAGE / OMEN_SYM_GRANULE, HEAD = 64, PAGES = 1 << 14, SLOTS = 4 * PAGES };
#define TOP (1ull << 47)

/* A cell: expression << 6 | byte of it; 0: none. So the cells of a value follow one another. */
struct page {
  uint64_t number;
  uint16_t live[PARTS], head[PARTS]; /* cells that are there; of these, in a granule's first bytes */
  uint32_t cell[PAGE];
};
static struct page *pages, *last;
static uint32_t npages, *slots;
uint32_t omrt_shade_stale, omrt_shade_missed, omrt_shade_ended;
#define END 63u /* a cell: byte 63 of no expression */

void omrt_shade_init(void) {
  if (pages) return;
  pages = omrt_reserve(PAGES * sizeof *pages);
  slots = omrt_reserve(SLOTS * sizeof *slots);
}

/* ---- pages ---- */

static struct page *find(uint64_t addr, bool make) {
  uint64_t number = addr >> 12;
  if (last && last->number == number) return last;
  uint32_t i = (uint32_t)((number * 0x9e3779b97f4a7c15ull) >> 40) & (SLOTS - 1);
  for (; slots[i]; i = (i + 1) & (SLOTS - 1))
    if (pages[slots[i] - 1].number == number) return last = &pages[slots[i] - 1];
  if (!make) return NULL;
  if (npages == PAGES) {
    omrt_shade_missed++;
    return NULL;
  }
  last = &pages[npages++];
  last->number = number;
  slots[i] = npages;
  return last;
}

static uint8_t *flag(uint64_t addr) { return (uint8_t *)(OMEN_SYM_FLAGS + (addr >> OMEN_SYM_SHIFT)); }

static void set_flag(uint64_t addr) {
  const struct page *p = find(addr, false);
  uint64_t part = addr % PAGE / OMEN_SYM_GRANULE, next = addr + OMEN_SYM_GRANULE;
  bool here = p && p->live[part];
  if (!here && (p = find(next, false))) here = p->head[next % PAGE / OMEN_SYM_GRANULE];
  if (*flag(addr) != here) *flag(addr) = here;
}

static void set(struct page *p, uint64_t addr, uint32_t cell) {
  uint32_t *c = &p->cell[addr % PAGE];
  if (!*c != !cell) {
    uint64_t part = addr % PAGE / OMEN_SYM_GRANULE;
    bool head = addr % OMEN_SYM_GRANULE < HEAD, flags = false;
    int by = cell ? 1 : -1;
    p->live[part] = (uint16_t)(p->live[part] + by);
    flags = p->live[part] == (cell ? 1 : 0);
    if (head) {
      p->head[part] = (uint16_t)(p->head[part] + by);
      flags |= p->head[part] == (cell ? 1 : 0);
    }
    *c = cell;
    if (flags) {
      set_flag(addr & -(uint64_t)OMEN_SYM_GRANULE);
      if (head && addr >= OMEN_SYM_GRANULE) set_flag((addr & -(uint64_t)OMEN_SYM_GRANULE) - OMEN_SYM_GRANULE);
    }
  }
  *c = cell;
}

static void write_cell(uint64_t addr, uint32_t cell) {
  struct page *p = find(addr, cell != 0);
  if (p) set(p, addr, cell);
}

bool omrt_shade_any(const void *p, uint64_t n) {
  uint64_t addr = (uint64_t)p;
  if (!pages || !n || addr >= TOP || n > TOP - addr) return false;
  for (uint64_t g = addr >> OMEN_SYM_SHIFT; g <= (addr + n - 1) >> OMEN_SYM_SHIFT; g++)
    if (*(const uint8_t *)(OMEN_SYM_FLAGS + g)) return true;
  return false;
}

/* The cell of the byte at addr, if it still says what is there. */
static uint32_t read_cell(uint64_t addr) {
  struct page *p = find(addr, false);
  uint32_t cell = p ? p->cell[addr % PAGE] : 0;
  if (cell == END) {
    omrt_shade_ended += *(const uint8_t *)addr == 0;
    return 0;
  }
  if (!cell || omrt_expr_bits(cell >> 6, (cell & 63) * 8, 8) == *(const uint8_t *)addr) return cell;
  omrt_shade_stale++;
  set(p, addr, 0);
  return 0;
}

/* ---- expressions ---- */

static uint32_t part_of(uint32_t cell, uint32_t n) {
  return omrt_expr_extract(cell >> 6, (cell & 63) * 8, n * 8);
}

uint32_t omrt_shade_byte(const void *addr) {
  if (!omrt_shade_any(addr, 1)) return 0;
  uint32_t cell = read_cell((uint64_t)addr);
  return cell ? part_of(cell, 1) : 0;
}

static bool page_holds(struct page *p, uint64_t lo, uint64_t hi) {
  for (uint64_t addr = lo; addr < hi; addr++)
    if (p->cell[addr % PAGE] && p->cell[addr % PAGE] != END && read_cell(addr)) return true;
  return false;
}

bool omrt_shade_holds(const void *p, uint64_t n) {
  uint64_t addr = (uint64_t)p, end = addr + n;
  if (!omrt_shade_any(p, n)) return false;
  for (uint64_t stop; addr < end; addr = stop) {
    stop = (addr | (OMEN_SYM_GRANULE - 1)) + 1 < end ? (addr | (OMEN_SYM_GRANULE - 1)) + 1 : end;
    struct page *page = *flag(addr) ? find(addr, false) : NULL;
    if (page && page_holds(page, addr, stop)) return true;
  }
  return false;
}

static bool page_has(const struct page *p, uint64_t low, uint64_t high) {
  uint64_t from = p->number * PAGE;
  for (uint64_t at = from; at < from + PAGE; at++)
    if ((at < low || at >= high) && p->cell[at % PAGE] && p->cell[at % PAGE] != END) return true;
  return false;
}

bool omrt_shade_some(uint64_t low, uint64_t high) {
  for (uint32_t i = 0; i < npages; i++) {
    uint64_t from = pages[i].number * PAGE;
    bool live = false;
    for (int k = 0; k < PARTS; k++) live |= pages[i].live[k] != 0;
    if (live && (from < low || from + PAGE > high) && page_has(&pages[i], low, high)) return true;
  }
  return false;
}

static uint32_t concrete(const uint8_t *from, uint32_t n) {
  uint64_t v = 0;
  for (uint32_t i = 0; i < n; i++) v |= (uint64_t)from[i] << i * 8;
  return omrt_expr_const(n * 8, v);
}

uint32_t omrt_shade_get(const void *addr, uint64_t n) {
  uint32_t cells[OMRT_SHADE_WIDEST], any = 0, e = 0;
  bool depends = false;
  if (n > OMRT_SHADE_WIDEST || !omrt_shade_any(addr, n)) return 0;
  for (uint32_t i = 0; i < n; i++) any |= cells[i] = read_cell((uint64_t)addr + i);
  if (!any) return 0;
  for (uint32_t end = (uint32_t)n, from; end; end = from) {
    from = end - 1;
    while (from && (cells[end - 1] ? cells[from - 1] + 1 == cells[from] && cells[from] & 63 && cells[from - 1]
                                   : !cells[from - 1] && end - from < 8))
      from--;
    uint32_t part =
        cells[from] ? part_of(cells[from], end - from) : concrete((const uint8_t *)addr + from, end - from);
    depends |= omrt_expr_depends(part);
    e = end == n ? part : omrt_expr_concat(e, part);
  }
  return depends ? e : 0;
}

static void clear_page(struct page *p, uint64_t lo, uint64_t hi) {
  for (uint64_t addr = lo; addr < hi; addr++)
    if (p->cell[addr % PAGE]) set(p, addr, 0);
}

/* Of terabytes the few pages that have anything are asked, not the flags. */
static void clear_much(uint64_t lo, uint64_t hi) {
  for (uint32_t i = 0; i < npages; i++) {
    uint64_t from = pages[i].number * PAGE, to = from + PAGE;
    if (from < hi && to > lo) clear_page(&pages[i], from < lo ? lo : from, to > hi ? hi : to);
  }
}

void omrt_shade_clear(const void *p, uint64_t n) {
  uint64_t addr = (uint64_t)p, end = addr + n;
  if (!pages || !n || addr >= TOP || n > TOP - addr) return;
  if (n >> OMEN_SYM_SHIFT > npages * PARTS) {
    clear_much(addr, end);
    return;
  }
  while (addr < end) {
    uint64_t stop = (addr | (OMEN_SYM_GRANULE - 1)) + 1;
    if (stop > end) stop = end;
    struct page *page = *flag(addr) ? find(addr, false) : NULL;
    if (page) clear_page(page, addr, stop);
    addr = stop;
  }
}

void omrt_shade_put(const void *p, uint64_t n, uint32_t e) {
  uint64_t addr = (uint64_t)p;
  if (e && omrt_expr_width(e) < n * 8) e = omrt_expr_zext(e, (uint32_t)n * 8);
  if (!omrt_expr_depends(e) || n > OMRT_SHADE_WIDEST || addr >= TOP) {
    omrt_shade_clear(p, n);
    return;
  }
  for (uint32_t i = 0; i < n; i++) {
    bool right = omrt_expr_bits(e, i * 8, 8) == *(const uint8_t *)(addr + i);
    omrt_shade_stale += !right;
    write_cell(addr + i, right ? e << 6 | i : 0);
  }
}

void omrt_shade_end(const void *addr) { write_cell((uint64_t)addr, END); }

static uint32_t cell_at(uint64_t addr) {
  const struct page *p = find(addr, false);
  return p ? p->cell[addr % PAGE] : 0;
}

/* Cells as they are: the bytes that belong to them may be gone already, and are looked at later. */
void omrt_shade_copy(const void *to, const void *from, uint64_t n) {
  uint64_t t = (uint64_t)to, f = (uint64_t)from;
  if (!omrt_shade_any(from, n)) {
    omrt_shade_clear(to, n);
    return;
  }
  if (t >= TOP || n > TOP - t || t == f) return;
  if (t < f || t >= f + n)
    for (uint64_t i = 0; i < n; i++) write_cell(t + i, cell_at(f + i));
  else
    for (uint64_t i = n; i--;) write_cell(t + i, cell_at(f + i));
}
