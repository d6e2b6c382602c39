/* See ways.h. Distances are those of a search backward from all targets at once: from a block to its
 * predecessors, from a function's entry to the blocks that call it or start it as a thread. */
#include "static/ways.h"
#include "ir/debug_names.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

enum { FAR = UINT32_MAX };

struct block {
  uint32_t fn, number;
};
struct heads {
  struct omen_scan_state *a;
  struct omen_table reached; /* places */
  uint32_t **distance;       /* of each function and block; FAR */
  struct block *queue;
  size_t n, cap;
  struct omen_u32s *starts; /* of each function: calls that start it */
};

/* ---- places: as triage/heads.c writes them ---- */

static uint64_t hash_place(const char *file, unsigned long line, bool writes) {
  uint64_t h = UINT64_C(0xcbf29ce484222325);
  for (const char *s = omen_base_name(file); *s; s++) h = (h ^ (unsigned char)*s) * UINT64_C(0x100000001b3);
  return (h ^ (line * 2 + writes)) * UINT64_C(0x9e3779b97f4a7c15) | 1;
}

static int read_reached(struct heads *h, const char *path, struct omen_err *err) {
  struct omen_buf text = {0};
  if (omen_file_read(path, &text, err)) return -1;
  for (char *line = text.data, *end; line && (end = strchr(line, '\n')); line = end + 1) {
    *end = 0;
    char *number = strchr(line, '\t'), *writes = number ? strchr(number + 1, '\t') : NULL;
    if (!writes) continue;
    *number = 0;
    omen_table_put(&h->reached, hash_place(line, strtoul(number + 1, NULL, 10), writes[1] == '1'), 1);
  }
  omen_buf_release(&text);
  return 0;
}

/* ---- the search backward ---- */

static void come_to(struct heads *h, uint32_t fn, int block, uint32_t distance) {
  if (block < 0 || h->distance[fn][block] != FAR) return;
  h->distance[fn][block] = distance;
  OMEN_GROW(h->queue, h->n, h->cap);
  h->queue[h->n++] = (struct block){fn, (uint32_t)block};
}

static void come_to_call(struct heads *h, uint32_t call, uint32_t distance) {
  const struct omen_call_site *c = &h->a->p.calls[call];
  come_to(h, c->fn, omen_cfg_block_of(&h->a->p.fns[c->fn].cfg, c->inst), distance);
}

static void note_starts(struct heads *h) {
  const struct omen_program *p = &h->a->p;
  h->starts = omen_xcalloc(p->nfns + 1, sizeof *h->starts);
  for (uint32_t i = 0; i < p->ncalls; i++)
    for (uint32_t k = 0; k < p->calls[i].starts.n; k++) {
      struct omen_u32s *s = &h->starts[p->calls[i].starts.v[k]];
      OMEN_GROW(s->v, s->n, s->cap);
      s->v[s->n++] = i;
    }
}

static void add_targets(struct heads *h, const bool *racy) {
  const struct omen_program *p = &h->a->p;
  for (uint32_t i = 0; i < h->a->nacc; i++) {
    const struct omen_sacc *x = &h->a->acc[i];
    LLVMMetadataRef at = racy[i] ? omen_ir_location(x->inst) : NULL;
    struct omen_source_place s;
    if (!at) continue;
    omen_source_place_of(p->c, at, &s);
    if (!omen_table_has(&h->reached, hash_place(s.file, s.line, x->write)))
      come_to(h, x->fn, omen_cfg_block_of(&p->fns[x->fn].cfg, x->inst), 0);
    omen_source_place_release(&s);
  }
}

static void search(struct heads *h) {
  const struct omen_program *p = &h->a->p;
  for (size_t i = 0; i < h->n; i++) {
    struct block b = h->queue[i];
    const struct omen_block *block = &p->fns[b.fn].cfg.blocks[b.number];
    uint32_t next = h->distance[b.fn][b.number] + 1;
    for (int k = 0; k < block->npred; k++) come_to(h, b.fn, block->pred[k], next);
    if (b.number) continue;
    for (uint32_t k = 0; k < p->fns[b.fn].callers.n; k++) come_to_call(h, p->fns[b.fn].callers.v[k], next);
    for (uint32_t k = 0; k < h->starts[b.fn].n; k++) come_to_call(h, h->starts[b.fn].v[k], next);
  }
}

/* ---- ways ---- */

static uint32_t from(const struct heads *h, uint32_t fn, LLVMBasicBlockRef to) {
  int block = omen_cfg_block(&h->a->p.fns[fn].cfg, to);
  return block < 0 ? FAR : h->distance[fn][block];
}

static void write_ways(const struct heads *h, uint32_t fn, LLVMValueRef inst, struct omen_buf *out) {
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(inst);
  struct omen_source_place s;
  if (!at) return;
  omen_source_place_of(h->a->p.c, at, &s);
  bool branch = LLVMIsABranchInst(inst);
  for (unsigned i = branch ? 0 : 1; i < LLVMGetNumSuccessors(inst); i++) {
    uint32_t distance = from(h, fn, LLVMGetSuccessor(inst, i));
    if (distance == FAR) continue;
    omen_buf_addf(out, "%s\t%u\t%u\t", s.file, s.line, s.column);
    if (branch)
      omen_buf_addf(out, "%d", i == 0);
    else
      omen_buf_addf(out, "=%llu", LLVMConstIntGetZExtValue(LLVMGetOperand(inst, 2 * i)));
    omen_buf_addf(out, "\t%u\n", distance);
  }
  omen_source_place_release(&s);
}

static bool chooses(LLVMValueRef end) {
  if (LLVMIsABranchInst(end)) return LLVMIsConditional(end);
  return LLVMIsASwitchInst(end) && LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(end, 0))) <= 64;
}

static int write_all(const struct heads *h, const char *path, struct omen_err *err) {
  struct omen_buf out = {0};
  for (uint32_t fn = 0; fn < h->a->p.nfns; fn++) {
    const struct omen_cfg *g = &h->a->p.fns[fn].cfg;
    for (int b = 0; h->a->p.fns[fn].body && b < g->n; b++) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[b].bb);
      if (h->distance[fn][b] != FAR && chooses(end)) write_ways(h, fn, end, &out);
    }
  }
  int bad = omen_file_write(path, out.data ? out.data : "", out.len, err);
  omen_buf_release(&out);
  return bad;
}

static void release(struct heads *h) {
  for (uint32_t i = 0; i < h->a->p.nfns; i++) {
    free(h->distance[i]);
    free(h->starts[i].v);
  }
  free(h->distance);
  free(h->starts);
  free(h->queue);
  omen_table_release(&h->reached);
}

int omen_ways_write(struct omen_scan_state *a, const bool *racy, const char *reached, const char *out,
                    struct omen_err *err) {
  struct heads h = {.a = a};
  h.distance = omen_xcalloc(a->p.nfns + 1, sizeof *h.distance);
  for (uint32_t i = 0; i < a->p.nfns; i++) {
    size_t bytes = (a->p.fns[i].body ? (size_t)a->p.fns[i].cfg.n : 0) * sizeof **h.distance;
    h.distance[i] = memset(omen_xcalloc(bytes + 1, 1), 0xff, bytes);
  }
  note_starts(&h);
  int bad = read_reached(&h, reached, err);
  if (!bad) {
    add_targets(&h, racy);
    search(&h);
    bad = write_all(&h, out, err);
  }
  release(&h);
  return bad;
}
