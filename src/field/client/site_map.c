/* The sites file in memory, and the sites in the program. */
#include "field/client/client.h"
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct omenf_sites omenf_sites;

enum { SLOT_PLACES = 2048 };
static const uintptr_t near = (uintptr_t)1
                              << 30; /* a displacement of 32 bits reaches it with room to spare */

/* Addresses to sites: open addressing, filled once. */
static struct omenf_site **table;
static size_t table_mask;

const char *omenf_string(uint32_t at) {
  return at < omenf_sites.header->strings ? omenf_sites.strings + at : "?";
}

static bool sizes_fit(const struct omen_sites_header *h, size_t size) {
  if (h->version != OMEN_SITES_VERSION || memcmp(h->magic, OMEN_SITES_MAGIC, sizeof h->magic)) return false;
  if (h->modules > OMENF_MODULES || h->sites > OMEN_SITES_MOST || h->candidates > OMEN_SITES_MOST ||
      h->references > OMEN_SITES_MOST * 4u || h->strings > size)
    return false;
  uint64_t need = sizeof *h + (uint64_t)h->modules * sizeof(struct omen_sites_module) +
                  (uint64_t)h->sites * sizeof(struct omen_sites_site) +
                  (uint64_t)h->candidates * sizeof(struct omen_sites_candidate) +
                  (uint64_t)h->references * 4 + h->strings;
  return need == size && h->strings > 0 && omen_sites_sum(h, size) == h->sum;
}

static bool rows_fit(const struct omenf_sites *f) {
  const struct omen_sites_header *h = f->header;
  if (f->strings[h->strings - 1]) return false;
  for (uint32_t i = 0; i < h->sites; i++) {
    const struct omen_sites_site *s = &f->sites[i];
    const struct omen_sites_module *m = &f->modules[s->module < h->modules ? s->module : 0];
    if (s->module >= h->modules || !s->length || s->length > OMEN_SITE_LONGEST || !s->size || s->size > 64)
      return false;
    if (s->address < m->text_address || s->address - m->text_address >= m->text_size ||
        m->text_size - (s->address - m->text_address) < s->length)
      return false;
    if (s->base == OMEN_REGISTER_IP && (s->displacement_at < 2 || s->displacement_at + 4 > s->length))
      return false;
    if ((s->base > 15 && s->base < OMEN_REGISTER_IP) || (s->index > 15 && s->index != OMEN_REGISTER_NONE))
      return false;
  }
  for (uint32_t i = 0; i < h->references; i++)
    if (f->references[i] >= h->sites) return false;
  for (uint32_t i = 0; i < h->candidates; i++)
    for (int k = 0; k < 2; k++)
      if (f->candidates[i].first[k] > h->references ||
          f->candidates[i].count[k] > h->references - f->candidates[i].first[k])
        return false;
  return true;
}

static void *pages(size_t n, uintptr_t at) {
  void *p = mmap((void *)at, n, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED_NOREPLACE : 0), -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

/* Read, not mapped: whoever puts another file in its place would cut it off under the program. */
static const void *read_whole(const char *path, size_t *size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat st;
  if (fd < 0) return NULL;
  char *p = NULL;
  size_t n = 0, whole = 0;
  if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size >= (off_t)sizeof(struct omen_sites_header) &&
      st.st_size < 1 << 28)
    p = pages(whole = (size_t)st.st_size, 0);
  for (ssize_t got = 1; p && got > 0 && n < whole; n += (size_t)(got > 0 ? got : 0))
    got = read(fd, p + n, whole - n);
  close(fd);
  *size = n;
  return n == whole ? p : NULL;
}

bool omenf_sites_open(const char *path) {
  struct omenf_sites *f = &omenf_sites;
  const char *p = read_whole(path, &f->size);
  if (!p) return false;
  f->header = (const void *)p;
  const struct omen_sites_header *h = f->header;
  if (!sizes_fit(h, f->size)) return false;
  f->modules = (const void *)(p += sizeof *h);
  f->sites = (const void *)(p += h->modules * sizeof *f->modules);
  f->candidates = (const void *)(p += h->sites * sizeof *f->sites);
  f->references = (const void *)(p += h->candidates * sizeof *f->candidates);
  f->strings = p + h->references * sizeof *f->references;
  return rows_fit(f);
}

/* --- where the modules are --- */

/* The bytes of every site must be what the file says: nothing else is ever written over. */
static void place_sites(uint32_t module, uintptr_t base) {
  for (uint32_t i = 0; i < omenf_sites.header->sites; i++) {
    struct omenf_site *l = &omenf_sites.live[i];
    l->s = &omenf_sites.sites[i];
    if (l->s->module != module) continue;
    uintptr_t address = base + l->s->address;
    if (!memcmp((const void *)address, l->s->bytes, l->s->length)) l->address = address;
  }
}

/* What is not there at the start is never watched: it could be closed while it is patched. */
void omenf_sites_note(void) {
  for (uint32_t m = 0; m < omenf_sites.header->modules; m++) {
    char why[160];
    snprintf(why, sizeof why, "%.100s is not loaded, or other code",
             omenf_string(omenf_sites.modules[m].name));
    if (!(omenf_sites.there >> m & 1)) omenf_results_note("not watched", why);
  }
}

static int look(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    if (p->p_type != PT_LOAD || !(p->p_flags & PF_X)) continue;
    for (uint32_t m = 0; m < omenf_sites.header->modules; m++) {
      const struct omen_sites_module *want = &omenf_sites.modules[m];
      if (want->text_address != p->p_vaddr || want->text_size != p->p_filesz || !(p->p_flags & PF_R))
        continue;
      if (omen_text_hash((const void *)(info->dlpi_addr + p->p_vaddr), p->p_filesz) != want->text_hash)
        continue;
      omenf_sites.matched++;
      omenf_sites.there |= (uint64_t)1 << m;
      place_sites(m, info->dlpi_addr);
    }
    return 0; /* the first executable segment is what was looked at */
  }
  return 0;
}

static void *pages_near(size_t n, uintptr_t to) {
  for (uintptr_t k = 1; k < SLOT_PLACES; k++) {
    uintptr_t step = k << 19;
    void *p = step < to && step < near ? pages(n, (to - step) & ~(uintptr_t)4095) : NULL;
    if (!p && step < near) p = pages(n, (to + step) & ~(uintptr_t)4095);
    if (p) return p;
  }
  return NULL;
}

/* What is relative to the instruction is relative to the copy then. */
bool omenf_copy_instruction(const struct omenf_site *l, uint8_t *to) {
  memcpy(to, l->s->bytes, l->s->length);
  if (l->s->base != OMEN_REGISTER_IP) return true;
  int64_t d = (int64_t)l->s->displacement + (int64_t)(l->address - (uintptr_t)to);
  int32_t narrow = (int32_t)d;
  if (d != narrow) return false;
  memcpy(to + l->s->displacement_at, &narrow, 4);
  return true;
}

static void fill_slot(struct omenf_site *l, uint32_t number, const void *pointers) {
  memset(l->slot, 0xcc, OMENF_SLOT);
  if (!omenf_copy_instruction(l, l->slot)) l->address = 0;
  l->stub = l->slot + OMENF_COPY;
  if (!l->address || !omenf_fill_stub(l, number, pointers)) l->stub = NULL;
}

/* A block of slots for each module, near it: modules may be further apart than a displacement reaches. Each
 * has a place for every site, so that a place tells its site; what is not used is never touched. */
static bool make_block(uint32_t module) {
  uint32_t n = omenf_sites.header->sites;
  uintptr_t first = 0;
  for (uint32_t i = 0; i < n && !first; i++)
    if (omenf_sites.sites[i].module == module) first = omenf_sites.live[i].address;
  if (!first) return true;
  uint8_t *block = pages_near(omenf_sites.slots_size, first);
  if (!block) return false;
  omenf_stub_pointers(block); /* the first place is of pointers */
  for (uint32_t i = 0; i < n; i++) {
    struct omenf_site *l = &omenf_sites.live[i];
    if (omenf_sites.sites[i].module != module || !l->address) continue;
    l->slot = block + ((size_t)i + 1) * OMENF_SLOT;
    fill_slot(l, i, block);
  }
  omenf_sites.slots[module] = block;
  return !mprotect(block, omenf_sites.slots_size, PROT_READ | PROT_EXEC);
}

static bool make_slots(void) {
  omenf_sites.slots_size = (((size_t)omenf_sites.header->sites + 1) * OMENF_SLOT + 4095) & ~(size_t)4095;
  for (uint32_t m = 0; m < omenf_sites.header->modules; m++)
    if (!make_block(m)) return false;
  return true;
}

static size_t hash(uintptr_t a) { return (size_t)((a * 0x9e3779b97f4a7c15u) >> 20) & table_mask; }

static bool make_table(void) {
  size_t n = 64;
  while (n < (size_t)omenf_sites.header->sites * 2) n *= 2;
  table = pages((n * sizeof *table + 4095) & ~(size_t)4095, 0);
  if (!table) return false;
  table_mask = n - 1;
  for (uint32_t i = 0; i < omenf_sites.header->sites; i++) {
    struct omenf_site *l = &omenf_sites.live[i];
    size_t at = hash(l->address);
    if (!l->address) continue;
    while (table[at]) at = (at + 1) & table_mask;
    table[at] = l;
  }
  return true;
}

/* A forked child may find it half done: what is on is always among them. */
void omenf_sites_bind(struct omenf_site *s) {
  if (s->bound) return;
  s->rests = s->bound = true;
  s->hot = false;
  omenf_sites.bound[omenf_sites.bound_n] = s;
  atomic_signal_fence(memory_order_seq_cst);
  omenf_sites.bound_n++;
}

void omenf_sites_unbind(void) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < omenf_sites.bound_n; i++) {
    struct omenf_site *s = omenf_sites.bound[i];
    s->bound = s->tasks[0] | s->tasks[1] || atomic_load(&s->armed);
    if (s->bound) omenf_sites.bound[kept++] = s;
  }
  atomic_signal_fence(memory_order_seq_cst);
  omenf_sites.bound_n = kept;
}

static void *table_of(size_t size) {
  size_t n = omenf_sites.header->sites * size;
  return n ? pages((n + 4095) & ~(size_t)4095, 0) : NULL;
}

bool omenf_sites_place(void) {
  omenf_sites.live = table_of(sizeof *omenf_sites.live);
  omenf_sites.bound = table_of(sizeof *omenf_sites.bound);
  if (!omenf_sites.live || !omenf_sites.bound) return false;
  dl_iterate_phdr(look, NULL);
  return omenf_sites.matched && make_slots() && make_table();
}

struct omenf_site *omenf_site_at(uintptr_t address) {
  if (!table) return NULL;
  for (size_t at = hash(address); table[at]; at = (at + 1) & table_mask)
    if (table[at]->address == address) return table[at];
  return NULL;
}

struct omenf_site *omenf_site_of_slot(uintptr_t address) {
  for (uint32_t m = 0; m < OMENF_MODULES; m++) {
    uintptr_t at = address - (uintptr_t)omenf_sites.slots[m] - OMENF_SLOT;
    if (omenf_sites.slots[m] && at < (uintptr_t)omenf_sites.header->sites * OMENF_SLOT)
      return &omenf_sites.live[at / OMENF_SLOT];
  }
  return NULL;
}
