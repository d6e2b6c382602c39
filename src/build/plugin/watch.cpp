// The table of accesses: one !pcsections node for each access that is not surely a thread's own.
#include "watch.h"
#include "build/watch_table.h"
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/ADT/SmallPtrSet.h>
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

// Distinct: each access has a node of its own, also where two stand at the same place of the source.
MDNode *entry(LLVMContext &c, unsigned kind, uint64_t size, const DILocation *at) {
  auto word = [&](uint32_t w) { return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(c), w)); };
  uint32_t head = OMEN_WATCH_MARK | kind << 16 | (uint32_t)std::min<uint64_t>(size, 0xffff);
  MDNode *words = MDNode::get(c, {word(head), word(at ? at->getLine() : 0), word(at ? at->getColumn() : 0),
                                  word(at ? name_hash(at) : 0)});
  return MDNode::getDistinct(c, {MDString::get(c, OMEN_WATCH_SECTION), words});
}

void attach(Instruction &i, unsigned kind, Type *type) {
  uint64_t size = i.getModule()->getDataLayout().getTypeStoreSize(type).getKnownMinValue();
  i.setMetadata(LLVMContext::MD_pcsections, entry(i.getContext(), kind, size, i.getDebugLoc()));
}

unsigned kind_of(const Instruction &i, unsigned kind, const PostDominatorTree *after) {
  auto *load = dyn_cast<LoadInst>(&i);
  if (load && after && !is_needed(*load, *after)) kind |= OMEN_WATCH_SPECULATED;
  return kind | (load && only_waits(i) ? OMEN_WATCH_SPIN : 0u);
}

// LLVM follows metadata through code generation to a certain depth, and says on standard error when it gives
// up. That is seen in large blocks and with vectors: their accesses are left out.
constexpr size_t LARGE_BLOCK = 300;
bool is_too_much(const BasicBlock &b) {
  if ((size_t)b.sizeWithoutDebug() > LARGE_BLOCK) return true;
  for (const Instruction &i : b)
    if (i.getType()->isVectorTy() || (isa<StoreInst>(i) && i.getOperand(0)->getType()->isVectorTy()))
      return true;
  return false;
}

// How many accesses it has of which machine code does not tell what they are. `after`: none when nothing was
// optimised.
uint64_t watch(Function &f, const PostDominatorTree *after) {
  uint64_t special = 0;
  for (BasicBlock &b : f) {
    if (is_too_much(b)) continue;
    for (Instruction &i : b) {
      Access a = access_of(i);
      if (!a.pointer || !a.type->isSized()) continue;
      bool atomic = a.kind & OMEN_WATCH_ATOMIC;
      if (!atomic && is_private(a.pointer)) continue;
      unsigned kind = kind_of(i, a.kind, after);
      special += (kind & (OMEN_WATCH_ATOMIC | OMEN_WATCH_SPECULATED)) != 0;
      if (i.getDebugLoc() || kind != a.kind || atomic) attach(i, kind, a.type);
    }
  }
  return special;
}

} // namespace

PreservedAnalyses omen::Watch::run(Module &m, ModuleAnalysisManager &) {
  for (Function &f : m) {
    if (f.isDeclaration()) continue;
    PostDominatorTree after;
    if (optimised) after.recalculate(f);
    if (uint64_t special = watch(f, optimised ? &after : nullptr))
      f.setMetadata(LLVMContext::MD_pcsections, entry(f.getContext(), OMEN_WATCH_FUNCTION, special, nullptr));
  }
  return PreservedAnalyses::all();
}
