/* What instrument_frames.c and instrument_frame_shadow.c share. */
#ifndef OMEN_BUILD_INSTRUMENT_FRAMES_H
#define OMEN_BUILD_INSTRUMENT_FRAMES_H
#include "build/instrument_parts.h"

struct variable {
  LLVMValueRef v; /* an alloca, or a by-value argument */
  uint64_t at, size;
  unsigned align;
  bool escapes;
};
struct frame {
  struct omen_fn *f;
  struct variable *var;
  size_t n, cap;
  uint64_t size;
  unsigned align;
  bool escapes;
  LLVMValueRef layout, alloca;
};

/* The function that writes the frame's shadow on entry or return; made for the inliner, because it branches.
 */
LLVMValueRef omen_frame_helper(struct frame *fr, bool enter, LLVMTypeRef *type);
LLVMValueRef omen_ins_at_byte(struct omen_ins *x, LLVMValueRef p, uint64_t offset);
void omen_ins_store(struct omen_ins *x, LLVMValueRef value, LLVMValueRef p, uint64_t offset, unsigned align);
#endif
