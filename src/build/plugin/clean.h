// Variables on the stack begin as zeros in the bitcode. What is in them before they are written is what
// others left on the stack: in a variant that is the runtime, too, which leaves something else in a recording
// than in its replay. A correct program lets it be seen: the padding of a struct that is written to a file.
#ifndef OMEN_BUILD_PLUGIN_CLEAN_H
#define OMEN_BUILD_PLUGIN_CLEAN_H
#include <llvm/IR/PassManager.h>

namespace omen {

class Clean : public llvm::PassInfoMixin<Clean> {
public:
  static bool isRequired() { return true; }
  llvm::PreservedAnalyses run(llvm::Function &f, llvm::FunctionAnalysisManager &);
};

} // namespace omen
#endif
