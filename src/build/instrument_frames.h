/* What instrument_frames.c and instrument_frame_shadow.c share. */
#ifndef OMEN_BUILD_INSTRUMENT_FRAMES_H
#define OMEN_BUILD_INSTRUMENT_FRAMES_H
#include "build/instrument_parts.h"

struct omen_ins_variable {
  LLVMValueRef v; /* an alloca, or a by-value argument */
  uint64_t at, size;
  unsigned align;
  bool escapes;
  bool scoped; /* of an inner block: bad while that is not entered */
};
struct omen_ins_frame {
  struct omen_fn *f;
  struct omen_ins_variable *var;
  size_t n, cap;
  uint64_t size;
  unsigned align;
  bool escapes, scoped;
  LLVMValueRef layout, alloca, first; /* first: what the function began with */
};

/* The function that writes the frame's shadow on entry or return; made for the inliner, because it branches.
 */
LLVMValueRef omen_frame_helper(struct omen_ins_frame *fr, bool enter, LLVMTypeRef *type);
LLVMValueRef omen_ins_at_byte(struct omen_ins *x, LLVMValueRef p, uint64_t offset);
void omen_ins_store(struct omen_ins *x, LLVMValueRef value, LLVMValueRef p, uint64_t offset, unsigned align);
/* instrument_scopes.c: does the variable's life end before the call does? Is that to be seen? Then the notes
 * of its life become calls; it is the k-th of the frame. */
bool omen_scope_is_note(LLVMValueRef v);
bool omen_scope_ends(LLVMValueRef alloca);
bool omen_scope_wanted(const struct omen_ins_frame *fr, const struct omen_ins_variable *v);
void omen_scope_emit(struct omen_ins_frame *fr, const struct omen_ins_variable *v, unsigned k);
#endif
