/* What the user asks of a run beyond running it: invariants (`--invariant`) as programs for the runtime, and
 * call sites whose synchronisation is to be left out (`--without`). The command makes it once, from the
 * variant's debug information (expect/); it is kept in the recording as the file `extras`, so that every
 * replay and exploration has the same, and is handed to the runtime at the end of its configuration.
 *
 * One block, in this order:  struct omen_extras; modules; invariants; ops; terms; sites; text. */
#ifndef OMEN_RECORD_EXTRAS_H
#define OMEN_RECORD_EXTRAS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OMEN_EXTRAS_MAGIC 0x52545845u /* "EXTR" */
#define OMEN_EXTRAS_VERSION 1u
#define OMEN_EXTRAS_LIMIT (1u << 20) /* bytes */

struct omen_extras {
  uint32_t magic, version, size; /* size: of all of it */
  uint32_t modules, invariants, ops, terms, sites, text;
  uint32_t reserved;
};

struct omen_extra_module { /* addresses are as in the file; what it is loaded at is added */
  char name[120];          /* of the file, without folders; empty: the executable */
};

struct omen_invariant {
  uint32_t text, ntext; /* the expression, as written */
  uint32_t op, nops;
  uint32_t term, nterms;
};
struct omen_invariant_term { /* a variable that the expression reads: for showing its value */
  uint32_t text, ntext;
};

/* A stack machine: values are 64 bits, integers extended by their type, or doubles. Jumps go forward only. A
 * program leaves one integer, 0: the invariant does not hold. */
enum omen_invariant_code {
#define X(symbol) OMEN_INV_##symbol,
#include "record/invariant_codes.def"
#undef X
  OMEN_INV_CODES
};
enum {
  OMEN_INV_SIGNED = 1,
  OMEN_INV_FLOAT = 2,
  OMEN_INV_FIXED = 4,   /* LOAD: of a variable itself, which is there for sure */
  OMEN_INV_POINTER = 8, /* NOTE: how to show it */
  OMEN_INV_CHAR = 16,
};
struct omen_invariant_op {
  uint8_t code, size, flags, module; /* size: LOAD, EXTEND: bytes */
  uint32_t arg;                      /* NOTE: the term; JUMP: how many ops to pass over */
  uint64_t imm;
};
_Static_assert(sizeof(struct omen_invariant_op) == 16, "on disk");

#define OMEN_INVARIANTS 32
#define OMEN_INVARIANT_OPS 1024 /* of one */
#define OMEN_INVARIANT_STACK 64
#define OMEN_INVARIANT_TERMS 64

/* A call of the program, by its return address. OFF: what it calls is left out. PASS: it stands in a
 * function of the language's library, or in one that only wraps the operation; the caller decides. */
enum omen_site_role { OMEN_SITE_OFF = 1, OMEN_SITE_PASS = 2 };
struct omen_extra_site {
  uint64_t pc;
  uint32_t module;
  uint32_t role;
};

static inline const struct omen_extra_module *omen_extra_modules(const struct omen_extras *x) {
  return (const void *)(x + 1);
}
static inline const struct omen_invariant *omen_extra_invariants(const struct omen_extras *x) {
  return (const void *)(omen_extra_modules(x) + x->modules);
}
static inline const struct omen_invariant_op *omen_extra_ops(const struct omen_extras *x) {
  return (const void *)(omen_extra_invariants(x) + x->invariants);
}
static inline const struct omen_invariant_term *omen_extra_terms(const struct omen_extras *x) {
  return (const void *)(omen_extra_ops(x) + x->ops);
}
static inline const struct omen_extra_site *omen_extra_sites(const struct omen_extras *x) {
  return (const void *)(omen_extra_terms(x) + x->terms);
}
static inline const char *omen_extra_text(const struct omen_extras *x) {
  return (const void *)(omen_extra_sites(x) + x->sites);
}

/* Is it one, whatever the bytes? `len` of them are there. */
static inline bool omen_extras_valid(const struct omen_extras *x, uint64_t len) {
  if (len < sizeof *x || len > OMEN_EXTRAS_LIMIT || x->magic != OMEN_EXTRAS_MAGIC ||
      x->version != OMEN_EXTRAS_VERSION || x->size != len)
    return false;
  if (x->modules > 255 || x->invariants > OMEN_INVARIANTS) return false;
  uint64_t need = sizeof *x + (uint64_t)x->modules * sizeof(struct omen_extra_module) +
                  (uint64_t)x->invariants * sizeof(struct omen_invariant) +
                  (uint64_t)x->ops * sizeof(struct omen_invariant_op) +
                  (uint64_t)x->terms * sizeof(struct omen_invariant_term) +
                  (uint64_t)x->sites * sizeof(struct omen_extra_site) + x->text;
  if (need != len) return false;
  for (uint32_t i = 0; i < x->invariants; i++) {
    const struct omen_invariant *v = &omen_extra_invariants(x)[i];
    if ((uint64_t)v->text + v->ntext > x->text || (uint64_t)v->op + v->nops > x->ops ||
        (uint64_t)v->term + v->nterms > x->terms || v->nops > OMEN_INVARIANT_OPS ||
        v->nterms > OMEN_INVARIANT_TERMS)
      return false;
  }
  for (uint32_t i = 0; i < x->terms; i++) {
    const struct omen_invariant_term *t = &omen_extra_terms(x)[i];
    if ((uint64_t)t->text + t->ntext > x->text) return false;
  }
  return true;
}
#endif
