/* Names from debug info: where an instruction stands in the source, what a global variable is called, and the
 * text of the expression that an access stands for. LLVM-C shows debug info as bare metadata nodes: their
 * operands by position, and a few numbers through functions of their own. Everything here has an answer
 * without debug info too, if an empty one. */
#ifndef OMEN_IR_DEBUG_NAMES_H
#define OMEN_IR_DEBUG_NAMES_H
#include "ir/map.h"
#include "ir/excerpt.h"
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

struct omen_source_place {
  char *file, *function, *linkage; /* never NULL once omen_source_place_of was called */
  unsigned line, column;
};
/* The function that a scope of debug information lies in; NULL: none. */
LLVMMetadataRef omen_scope_function(LLVMContextRef c, LLVMMetadataRef scope);
void omen_source_place_of(LLVMContextRef c, LLVMMetadataRef location, struct omen_source_place *p);
void omen_source_place_release(struct omen_source_place *p);
/* Where an instruction stands; of moved code, where its value comes from or goes to. May be NULL. */
LLVMMetadataRef omen_ir_location(LLVMValueRef inst);

struct omen_ir_variable {
  char *name, *file;
  unsigned line;
};
void omen_ir_variable_release(struct omen_ir_variable *v);

struct omen_ir_names {
  LLVMContextRef c;
  LLVMTargetDataRef td;
  struct omen_map locals; /* value -> its local variable's node; see omen_ir_names_init */
  struct omen_excerpt source;
  struct omen_map slots; /* alloca -> the variable that lives in it */
};
/* Notes which values are which local variables, and takes those notes out of the code: the maps have them
 * now, and following variables through registers is a third of the time of code generation. (LLVM-C 19 cannot
 * read debug records, hence the way through their old form.) The module is in the new form afterwards. */
void omen_ir_names_init(struct omen_ir_names *n, LLVMModuleRef m, LLVMTargetDataRef td);
void omen_ir_names_release(struct omen_ir_names *n);
void omen_ir_names_variable(struct omen_ir_names *n, LLVMMetadataRef node, struct omen_ir_variable *v);
LLVMMetadataRef omen_ir_names_global_node(LLVMValueRef global); /* its variable, or NULL */
bool omen_ir_names_global(struct omen_ir_names *n, LLVMValueRef global, struct omen_ir_variable *v);
/* The text of what is accessed at `ptr`, such as obj->refs or a[i], `size` bytes of it (0: unknown); NULL
 * when there is nothing to say. `at` is where in the source. The caller frees it. */
char *omen_ir_names_expression(struct omen_ir_names *n, LLVMValueRef ptr, uint64_t size,
                               const struct omen_source_place *at);
#endif
