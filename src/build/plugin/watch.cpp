// The table of accesses: one !pcsections node for each access that is not surely a thread's own.
#include "watch.h"
#include "build/watch_table.h"
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace {

struct Access {
  const Value *pointer = nullptr;
  Type *type = nullptr;
  unsigned kind = 0;
};

Access access_of(const Instruction &i) {
  if (auto *l = dyn_cast<LoadInst>(&i))
    return {l->getPointerOperand(), l->getType(), OMEN_WATCH_READ | (l->isAtomic() ? OMEN_WATCH_ATOMIC : 0u)};
  if (auto *s = dyn_cast<StoreInst>(&i))
    return {s->getPointerOperand(), s->getValueOperand()->getType(),
            OMEN_WATCH_WRITE | (s->isAtomic() ? OMEN_WATCH_ATOMIC : 0u)};
  if (auto *a = dyn_cast<AtomicRMWInst>(&i))
    return {a->getPointerOperand(), a->getValOperand()->getType(),
            OMEN_WATCH_READ | OMEN_WATCH_WRITE | OMEN_WATCH_ATOMIC};
  if (auto *c = dyn_cast<AtomicCmpXchgInst>(&i))
    return {c->getPointerOperand(), c->getNewValOperand()->getType(),
            OMEN_WATCH_READ | OMEN_WATCH_WRITE | OMEN_WATCH_ATOMIC};
  return {};
}

// Is it surely no other thread's business: a variable of this call that nobody was told of, of this thread,
// or never written?
bool is_private(const Value *pointer) {
  if (pointer->getType()->getPointerAddressSpace()) return true; // relative to a segment register
  const Value *base = getUnderlyingObject(pointer, 0);
  if (isa<AllocaInst>(base)) return !PointerMayBeCaptured(base, false, true);
  if (auto *call = dyn_cast<CallBase>(base))
    if (const Function *f = call->getCalledFunction())
      return f->getIntrinsicID() == Intrinsic::threadlocal_address;
  auto *global = dyn_cast<GlobalVariable>(base);
  return global && (global->isThreadLocal() || global->isConstant());
}

// Does the block go round until this load changes, and do nothing else?
bool only_waits(const Instruction &load) {
  const BasicBlock &b = *load.getParent();
  if (!is_contained(successors(&b), &b)) return false;
  for (const Instruction &i : b)
    if (&i != &load && i.mayReadOrWriteMemory() && !isa<IntrinsicInst>(i)) return false;
  return true;
}

uint32_t name_hash(const DILocation *at) {
  uint32_t h = 2166136261u;
  for (char c : at->getFilename()) h = (h ^ (uint8_t)c) * 16777619u;
  return h;
}

// Distinct: each access has a node of its own, also where two stand at the same place of the source.
MDNode *entry(LLVMContext &c, unsigned kind, uint64_t size, const DILocation *at) {
  auto word = [&](uint32_t w) { return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(c), w)); };
  uint32_t head = OMEN_WATCH_MARK | kind << 16 | (uint32_t)std::min<uint64_t>(size, 0xffff);
  MDNode *words = MDNode::get(c, {word(head), word(at ? at->getLine() : 0), word(at ? at->getColumn() : 0),
                                  word(at ? name_hash(at) : 0)});
  return MDNode::getDistinct(c, {MDString::get(c, OMEN_WATCH_SECTION), words});
}

void attach(Instruction &i, const Access &a, const DataLayout &layout) {
  uint64_t size = layout.getTypeStoreSize(a.type).getKnownMinValue();
  unsigned kind = a.kind | (isa<LoadInst>(i) && only_waits(i) ? OMEN_WATCH_SPIN : 0u);
  i.setMetadata(LLVMContext::MD_pcsections, entry(i.getContext(), kind, size, i.getDebugLoc()));
}

// How many atomic accesses it has that look like ordinary ones in machine code.
uint64_t watch(Function &f) {
  uint64_t atomics = 0;
  for (BasicBlock &b : f)
    for (Instruction &i : b) {
      Access a = access_of(i);
      if (!a.pointer || !a.type->isSized()) continue;
      bool atomic = a.kind & OMEN_WATCH_ATOMIC;
      atomics += atomic;
      if (atomic || (i.getDebugLoc() && !is_private(a.pointer))) attach(i, a, f.getDataLayout());
    }
  return atomics;
}

} // namespace

PreservedAnalyses omen::Watch::run(Module &m, ModuleAnalysisManager &) {
  for (Function &f : m)
    if (uint64_t atomics = watch(f))
      f.setMetadata(LLVMContext::MD_pcsections, entry(f.getContext(), OMEN_WATCH_FUNCTION, atomics, nullptr));
  return PreservedAnalyses::all();
}
