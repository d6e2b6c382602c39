// Functions that the user leaves out of the analysis: omen cc --omen-exclude.
#ifndef OMEN_PLUGIN_EXCLUDE_H
#define OMEN_PLUGIN_EXCLUDE_H
#include <llvm/IR/Module.h>

namespace omen {
// Marks the functions that match the patterns in the environment (build/marks.h: OMEN_ENV_EXCLUDE), one a
// line. A marked function is never put into another one, so that all of its code stays in one place.
void exclude(llvm::Module &m);
} // namespace omen
#endif
