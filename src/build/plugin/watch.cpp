// Which loads are the program's own.
#include "watch.h"
#include "build/watch_table.h"
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace {

// Does the block go round until this load changes, and do nothing else?
bool only_waits(const Instruction &load) {
  const BasicBlock &b = *load.getParent();
  if (!is_contained(successors(&b), &b)) return false;
  for (const Instruction &i : b)
    if (&i != &load && i.mayReadOrWriteMemory() && !isa<IntrinsicInst>(i)) return false;
  return true;
}

// Is this use of a value one that chooses it only on some paths? That is what is left of a condition when
// what it guarded was moved ahead of it.
bool chooses(const Use &u, const BasicBlock *from, const PostDominatorTree &after) {
  const auto *user = cast<Instruction>(u.getUser());
  if (isa<SelectInst>(user)) return u.getOperandNo() != 0;
  if (const auto *phi = dyn_cast<PHINode>(user)) return !after.dominates(phi->getIncomingBlock(u), from);
  return isa<BinaryOperator>(user) && user->getType()->isIntOrIntVectorTy(1);
}

// Does the block go on with a call that may change memory? Nothing is moved ahead of one, so what stands
// before it in the same block was written there.
bool stands_before_call(const LoadInst &l) {
  for (const Instruction *i = l.getNextNode(); i; i = i->getNextNode())
    if (isa<CallBase>(i) && !isa<IntrinsicInst>(i) && i->mayWriteToMemory() &&
        !cast<CallBase>(i)->onlyAccessesArgMemory())
      return true;
  return false;
}

// Is what was loaded used whatever way the function goes on from here? If not, the program as written may not
// make the load at all: the optimiser may have moved it ahead of a condition, since it does no harm there.
bool is_needed(const LoadInst &l, const PostDominatorTree &after) {
  if (!l.isSimple() || !isSafeToSpeculativelyExecute(&l) || stands_before_call(l)) return true;
  SmallVector<const Value *, 16> left{&l};
  SmallPtrSet<const Value *, 16> seen;
  while (!left.empty() && seen.size() < 64)
    for (const Use &u : left.pop_back_val()->uses()) {
      const auto *user = cast<Instruction>(u.getUser());
      if (chooses(u, l.getParent(), after)) continue;
      if (isa<PHINode>(user) || isSafeToSpeculativelyExecute(user)) {
        if (seen.insert(user).second) left.push_back(user);
      } else if (after.dominates(user->getParent(), l.getParent()))
        return true;
    }
  return false;
}

void mark(LoadInst &l) {
  LLVMContext &c = l.getContext();
  unsigned kind = only_waits(l) ? OMEN_WATCH_SPIN : 0;
  Metadata *word = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(c), kind));
  l.setMetadata(OMEN_WATCH_NEEDED, MDNode::get(c, {word}));
}

} // namespace

PreservedAnalyses omen::Watch::run(Module &m, ModuleAnalysisManager &) {
  for (Function &f : m) {
    if (f.isDeclaration()) continue;
    PostDominatorTree after;
    if (optimised) after.recalculate(f);
    for (BasicBlock &b : f)
      for (Instruction &i : b)
        if (auto *l = dyn_cast<LoadInst>(&i); l && (!optimised || is_needed(*l, after))) mark(*l);
  }
  return PreservedAnalyses::all();
}
