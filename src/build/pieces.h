/* Pieces: shares of a module that become machine code each on its own, side by side, and are kept in the
 * cache by what is in them. A piece is a run of functions as they stand in the module, of one source file or
 * of several small ones. One more, the first, has the variables. Where the module is cut depends on the
 * module alone, never on the machine: the code, the sites and their numbers are the same everywhere.
 *
 * Code in a piece knows its sites by numbers that count from the piece's first one. The symbol
 * OMEN_PIECE_BASE, which has another name in every piece, is what they count from; the link says what it is.
 * So a piece stays the same when others before it get more sites or fewer. */
#ifndef OMEN_BUILD_PIECES_H
#define OMEN_BUILD_PIECES_H
#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OMEN_PIECE_BASE "__omen_piece_base"

#ifdef __cplusplus
extern "C" {
#endif

struct omen_module_piece {
  char *base;      /* the name of its symbol; NULL: it has no sites */
  uint64_t weight; /* instructions that it had before instrumentation */
  uint32_t first;  /* the number of its first site in the whole module */
};
struct omen_pieces {
  struct omen_module_piece *v;
  size_t n;     /* 0: the module is not cut */
  void *owners; /* which piece a function is in */
};

/* Where to cut, before anything is instrumented. `size`: instructions of a piece, about. A module that is
 * small, or that has assembly of its own (which may name anything), stays whole. */
void omen_pieces_plan(struct omen_pieces *p, LLVMModuleRef m, uint64_t size);
/* The piece that a function of the plan is in. */
size_t omen_pieces_of(const struct omen_pieces *p, LLVMValueRef function);
/* After instrumentation: what one piece has and another uses gets a name that the linker knows. */
void omen_pieces_join(struct omen_pieces *p, LLVMModuleRef m);
/* A module with the k-th piece alone. Changes what is said about the rest of `m`: for a process that makes
 * this one piece and ends. */
LLVMModuleRef omen_pieces_take(struct omen_pieces *p, LLVMModuleRef m, size_t k);
void omen_pieces_release(struct omen_pieces *p);

#ifdef __cplusplus
}
#endif
#endif
