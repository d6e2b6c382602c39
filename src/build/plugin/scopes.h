// Without optimisation clang notes where variables of blocks begin and end only for sanitizers; `omen cc`
// asks for it all the same, for the bitcode's sake. The machine code is to be what clang makes without.
#ifndef OMEN_BUILD_PLUGIN_SCOPES_H
#define OMEN_BUILD_PLUGIN_SCOPES_H
#include <llvm/IR/Module.h>

namespace omen {

// Takes the notes away, and the detours by which jumps out of blocks pass them.
void forget_scopes(llvm::Module &m);

} // namespace omen
#endif
