// Where the machine code makes the accesses that threads may share: a table of addresses beside the code
// (build/watch_table.h). No instruction is added or changed.
//
// The table is written where the instructions are (watch_table.cpp): an instruction knows the memory that it
// accesses, whether that is atomic, and where in the source it comes from. What it does not know is noted at
// the loads before (watch.cpp): whether the program as written makes this load on every way that goes by
// here.
#ifndef OMEN_PLUGIN_WATCH_H
#define OMEN_PLUGIN_WATCH_H
#include <llvm/IR/PassManager.h>

namespace omen {
// To run last, when nothing will move accesses any more. A load that gets no note, or loses it later, is not
// watched.
struct Watch : llvm::PassInfoMixin<Watch> {
  explicit Watch(bool o) : optimised(o) {}
  static bool isRequired() { return true; }
  llvm::PreservedAnalyses run(llvm::Module &m, llvm::ModuleAnalysisManager &);
  bool optimised;
};
#define OMEN_WATCH_NEEDED "omen.needed"

// From now on machine code that this process writes has its table.
void print_watch_tables();
} // namespace omen
#endif
