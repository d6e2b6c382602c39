#include "clean.h"
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace {

// Larger ones are buffers: to clear them would be felt, and what is passed on of them was mostly written.
constexpr uint64_t LARGEST = 1024;

// Its size, if it is to be cleared, or 0. Numbers of their own are read only where the program is wrong.
uint64_t size_of(const AllocaInst &a) {
  Type *type = a.getAllocatedType();
  if (!a.isStaticAlloca() || a.isArrayAllocation() || a.isUsedWithInAlloca() || a.isSwiftError()) return 0;
  if (!type->isAggregateType()) return 0;
  uint64_t size = a.getModule()->getDataLayout().getTypeAllocSize(type);
  return size <= LARGEST ? size : 0;
}

// Where its life begins: at each such note, or where it is made if there is none.
SmallVector<Instruction *, 2> births(AllocaInst &a) {
  SmallVector<Instruction *, 2> all;
  for (User *u : a.users())
    if (auto *note = dyn_cast<IntrinsicInst>(u))
      if (note->getIntrinsicID() == Intrinsic::lifetime_start) all.push_back(note->getNextNode());
  if (all.empty()) all.push_back(a.getNextNode());
  return all;
}

} // namespace

PreservedAnalyses omen::Clean::run(Function &f, FunctionAnalysisManager &) {
  SmallVector<AllocaInst *, 16> found;
  if (f.hasFnAttribute(Attribute::Naked)) return PreservedAnalyses::all();
  for (Instruction &i : instructions(f))
    if (auto *a = dyn_cast<AllocaInst>(&i))
      if (size_of(*a)) found.push_back(a);
  for (AllocaInst *a : found)
    for (Instruction *at : births(*a)) {
      IRBuilder<> b(at);
      b.SetCurrentDebugLocation(DebugLoc());
      b.CreateMemSet(a, b.getInt8(0), size_of(*a), a->getAlign())->addAnnotationMetadata("auto-init");
    }
  if (found.empty()) return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}
