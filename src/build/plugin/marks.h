// Marks: calls of OMEN_MARK_NAME in the bitcode (build/marks.h) that say "this number must be below that
// one". They are put in before optimisation, when every index still stands beside its array and every shift
// behind its condition; LLVM takes them for calls of a function that touches nothing of the program's. Before
// loops become vector code those that provably hold go, and those of counted loops move in front of them.
// What is left becomes comparisons when the program is instrumented.
#ifndef OMEN_BUILD_PLUGIN_MARKS_H
#define OMEN_BUILD_PLUGIN_MARKS_H
#include <llvm/IR/PassManager.h>

namespace omen {

class Mark : public llvm::PassInfoMixin<Mark> {
public:
  static bool isRequired() { return true; }
  llvm::PreservedAnalyses run(llvm::Module &m, llvm::ModuleAnalysisManager &);
};

class SettleMarks : public llvm::PassInfoMixin<SettleMarks> {
public:
  static bool isRequired() { return true; }
  llvm::PreservedAnalyses run(llvm::Function &f, llvm::FunctionAnalysisManager &with);
};

} // namespace omen
#endif
