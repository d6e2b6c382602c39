/* Which memory a pointer may point to: inclusion-based (Andersen), field-sensitive, for the whole program.
 *
 * An *object* is a variable, a block allocated at one place, a function, or all that is unknown. A *loc* is a
 * place in an object: an offset, or, with a stride, every offset that differs from it by a multiple of the
 * stride. A *node* is a value of the program, or what is stored at a loc; it has the set of locs that it may
 * point to. Constraints between nodes only ever add to these sets, and omen_pt_solve makes all of them hold:
 *
 *   copy  a -> b           b gets all that a has
 *   step  a -> b, off, s   b gets a's locs moved by off (and by any multiple of s)
 *   load  a -> b           b gets what is stored where a points to
 *   store a -> *p          what is stored where p points to gets all that a has
 *   watch a                a function of the caller hears of every new loc of a (calls through pointers)
 *
 * What is stored is kept apart by loc. Reading a loc gives what was stored at every loc that overlaps it.
 *
 * The solver goes in waves (Pereira and Berlin): cycles of copies become one node, what is new goes through
 * the graph in topological order, then loads, stores, steps and watches make of what is new further edges. */
#ifndef OMEN_STATIC_POINTS_TO_H
#define OMEN_STATIC_POINTS_TO_H
#include "base/table.h"
#include "static/bitset.h"

enum omen_object_kind { OMEN_OBJ_GLOBAL, OMEN_OBJ_STACK, OMEN_OBJ_HEAP, OMEN_OBJ_FUNCTION, OMEN_OBJ_UNKNOWN };

struct omen_object {
  enum omen_object_kind kind;
  void *value;        /* LLVM's: the variable, the alloca, the allocating call, the function */
  uint64_t size;      /* 0: not known */
  bool thread_local_; /* every thread has its own */
  bool constant;      /* never written */
  bool once;          /* there is one instance at most, in all of a run */
  bool outside;       /* code without a body may reach it */
  bool shared;        /* more than one thread may reach it (escape.c) */
  uint32_t *cells, ncells, cells_cap; /* its locs that something is stored at or read from */
  uint32_t nlocs;
  uint32_t nloose; /* of its locs: with a stride, or at any distance that a block of unknown size may have */
  bool collapsed;  /* all of its places are one from now on (collapse.c) */
};
struct omen_loc {
  uint32_t obj;
  int64_t off;
  uint32_t stride;        /* 0: exactly there */
  uint32_t content, view; /* nodes: what is stored at this loc; what reading it gives. 0: none yet */
};

struct omen_step {
  uint32_t to, stride;
  int64_t off;
};
struct omen_u32s {
  uint32_t *v, n, cap;
};
struct omen_pt_node {
  uint32_t rep; /* itself, or the node that it became one with */
  struct omen_bitset pts, done;
  struct omen_u32s copies, loads, stores, watches; /* of other nodes; watches: numbers of the caller's */
  struct omen_step *steps;
  uint32_t nsteps, steps_cap;
};

/* Loose locs of one object, at first; fewer when the whole program has too many (collapse.c). */
enum { OMEN_LOOSE_FIRST = 300 };
/* Of as many new locs as this, a pointer makes one (omen_pt_mix). */
enum { OMEN_CROWD = 100 };
struct omen_pt {
  struct omen_object *objects;
  uint32_t nobjects, objects_cap;
  struct omen_loc *locs;
  uint32_t nlocs, locs_cap;
  struct omen_index loc_index;
  struct omen_pt_node *nodes;
  uint32_t nnodes, nodes_cap;
  struct omen_table edges; /* from << 32 | to */
  void (*watch)(void *with, uint32_t number, uint32_t loc);
  void *with;
  uint32_t waves;
  struct omen_u32s collapsing; /* objects whose places become one before the next wave */
  uint32_t most_loose;         /* loose locs that an object may have before it collapses */
  uint32_t nloose;             /* of objects that did not */
  bool solved;                 /* nothing collapses any more */
};

void omen_pt_init(struct omen_pt *p);
void omen_pt_release(struct omen_pt *p);
uint32_t omen_pt_node(struct omen_pt *p);
uint32_t omen_pt_object(struct omen_pt *p, enum omen_object_kind kind, void *value, uint64_t size);
/* The loc; offsets outside of the object, and locs of objects that have too many, become "anywhere in it". */
uint32_t omen_pt_loc(struct omen_pt *p, uint32_t obj, int64_t off, uint32_t stride);
uint32_t omen_pt_content(struct omen_pt *p, uint32_t loc);
uint32_t omen_pt_view(struct omen_pt *p, uint32_t loc);
void omen_pt_points(struct omen_pt *p, uint32_t node, uint32_t loc);
void omen_pt_copy(struct omen_pt *p, uint32_t from, uint32_t to);
void omen_pt_step(struct omen_pt *p, uint32_t from, uint32_t to, int64_t off, uint32_t stride);
void omen_pt_load(struct omen_pt *p, uint32_t pointer, uint32_t to);
void omen_pt_store(struct omen_pt *p, uint32_t from, uint32_t pointer);
void omen_pt_watch(struct omen_pt *p, uint32_t node, uint32_t number);
void omen_pt_solve(struct omen_pt *p);
const struct omen_bitset *omen_pt_of(const struct omen_pt *p, uint32_t node);

/* points_to.c, for collapse.c: the node that it became one with; makes one node of two, which both are such.
 */
uint32_t omen_pt_rep(const struct omen_pt *p, uint32_t node);
void omen_pt_unite(struct omen_pt *p, uint32_t a, uint32_t b);
/* collapse.c: counts a new loc, and decides whether its object collapses. */
void omen_pt_count_loose(struct omen_pt *p, uint32_t loc);
void omen_pt_collapse(struct omen_pt *p); /* between waves: numbers of locs change */
void omen_pt_mix(struct omen_pt *p, uint32_t node);
void omen_pt_index_locs(struct omen_pt *p); /* locs.c */

/* May `na` bytes at one loc be among `nb` bytes at the other? Both in the same object. */
bool omen_loc_overlap(const struct omen_loc *a, uint64_t na, const struct omen_loc *b, uint64_t nb);
#endif
