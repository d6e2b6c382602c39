/* From what the runtime noted (PCs, site numbers, addresses) to what a person reads (stacks, accesses,
 * variables), for one recording. */
#ifndef OMEN_REPORT_RESOLVE_H
#define OMEN_REPORT_RESOLVE_H
#include "build/sites.h"
#include "report/model.h"

struct omen_site_module { /* the sites of one module; numbers base .. base + count - 1 */
  uint32_t base, count;
  struct omen_sites sites;
};

struct omen_resolver {
  struct omen_pool *pool;
  struct omen_symbols *symbols;
  uint64_t stack_limit;               /* of the main thread */
  const struct omen_outcome *outcome; /* of the pass that events and allocations come from */
  struct omen_site_module *modules;
  size_t nmodules;
  struct omen_buf raw_stacks; /* stacks.raw */
  size_t *stack_at;           /* offset of stack i + 1 in raw_stacks */
  size_t nstacks, cstacks;
};

/* Reads the sites and stacks of the recording and opens its mapped files. Sites or stacks that are not there
 * leave gaps in the report; those that are damaged are an error. */
int omen_resolver_init(struct omen_resolver *v, const struct omen_recording *r, const struct omen_outcome *o,
                       struct omen_pool *pool, struct omen_err *err);
void omen_resolver_release(struct omen_resolver *v);

/* Stacks; the caller frees .frames. `exact`: the innermost PC is the instruction itself, not a return
 * address. */
struct omen_stack omen_resolve_pcs(struct omen_resolver *v, const struct omen_pcs *pcs);
/* Where a signal hit: at `pc`, on the stack that the handler saw. */
struct omen_stack omen_resolve_fault(struct omen_resolver *v, uint64_t pc, const struct omen_pcs *handler);
struct omen_stack omen_resolve_stack(struct omen_resolver *v, uint32_t number);
const struct omen_site *omen_resolve_site(const struct omen_resolver *v, uint32_t site); /* NULL: unknown */
/* Fills site and stack of an access whose thread, kind, addr and size are there. */
void omen_resolve_access(struct omen_resolver *v, struct omen_access *a, uint32_t site, uint32_t stack);
/* Only where it stands, from the site and the stack that it has. */
void omen_resolve_site_place(struct omen_resolver *v, struct omen_access *a, uint32_t site);
/* `a`, `b`: the accesses, for their expressions where the memory has no name of its own; b may be NULL. */
void omen_resolve_location(struct omen_resolver *v, struct omen_location *l, uint64_t addr, uint64_t size,
                           const struct omen_access *a, const struct omen_access *b);
/* A lock or other object by its address: a variable's name, "heap block ...", or the address. */
const char *omen_resolve_object(struct omen_resolver *v, uint64_t addr);
/* The same of what a thread waits for or holds; of a descriptor its number. NULL: there is nothing to say. */
const char *omen_resolve_waited(struct omen_resolver *v, const char *what, uint64_t object);
/* Who waits, or who holds what; omen_holds_release frees. */
struct omen_hold *omen_resolve_holds(struct omen_resolver *v, const struct omen_out_wait *w, size_t n);
#endif
