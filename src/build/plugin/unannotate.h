// `omen cc` turns no_sanitize("...") into an annotation (driver.c), for the bitcode's sake. The machine code
// is to be what clang makes of the attribute.
#ifndef OMEN_BUILD_PLUGIN_UNANNOTATE_H
#define OMEN_BUILD_PLUGIN_UNANNOTATE_H
#include <llvm/IR/Module.h>

namespace omen {

// Takes those annotations away, and their words.
void forget_annotations(llvm::Module &m);

} // namespace omen
#endif
