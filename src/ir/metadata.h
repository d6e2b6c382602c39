/* Debug-info nodes by the position of their operands (as LLVM 19 lays them out). NULL in, NULL out. */
#ifndef OMEN_IR_METADATA_H
#define OMEN_IR_METADATA_H
#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Positions of operands. */
enum {
  OMEN_DI_FILE = 0,     /* of every scope and type */
  OMEN_DI_SCOPE = 1,    /* of lexical blocks, subprograms and types */
  OMEN_DI_NAME = 2,     /* of subprograms and types */
  OMEN_DI_LINKAGE = 3,  /* of subprograms */
  OMEN_DI_BASE = 3,     /* of derived and composite types */
  OMEN_DI_ELEMENTS = 4, /* of composite types */
  OMEN_DI_VAR_NAME = 1, /* of variables */
  OMEN_DI_VAR_TYPE = 3,
};
LLVMMetadataRef omen_md_operand(LLVMMetadataRef node, unsigned i);
unsigned omen_md_count(LLVMMetadataRef node);
char *omen_md_string(LLVMContextRef c, LLVMMetadataRef node,
                     unsigned i);              /* "" when there is none; caller frees */
char *omen_md_file_path(LLVMMetadataRef file); /* folder and name; "" for NULL; caller frees */

#ifdef __cplusplus
}
#endif
#endif
