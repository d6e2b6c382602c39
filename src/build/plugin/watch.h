// Where the machine code makes the accesses that threads may share: a table of addresses beside the code, by
// LLVM's !pcsections. No instruction is added or changed. The table is of words of 32 bits; `omen ship` reads
// it (src/field/table.h says what an entry holds).
#ifndef OMEN_PLUGIN_WATCH_H
#define OMEN_PLUGIN_WATCH_H
#include <llvm/IR/PassManager.h>

namespace omen {
// To run last, when nothing will move accesses any more.
struct Watch : llvm::PassInfoMixin<Watch> {
  explicit Watch(bool o) : optimised(o) {}
  static bool isRequired() { return true; }
  llvm::PreservedAnalyses run(llvm::Module &m, llvm::ModuleAnalysisManager &);
  bool optimised;
};
} // namespace omen
#endif
