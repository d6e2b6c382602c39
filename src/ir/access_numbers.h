/* Numbers for a module's plain accesses: loads and stores that are not atomic, in the order in which the
 * module has them. Whoever reads the same bitcode, and numbers before anything is changed, gets the same
 * numbers: so the static analysis can tell the instrumenter which accesses it means (build/pruned.h). */
#ifndef OMEN_IR_ACCESS_NUMBERS_H
#define OMEN_IR_ACCESS_NUMBERS_H
#include <llvm-c/Core.h>
#include <stdint.h>

typedef void omen_access_numbered(void *with, uint64_t number, LLVMValueRef inst);
/* Gives how many there are. */
uint64_t omen_ir_number_accesses(LLVMModuleRef m, omen_access_numbered *visit, void *with);
#endif
