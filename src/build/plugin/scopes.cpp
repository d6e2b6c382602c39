// A jump out of a block with variables goes to where their end is noted: it stores a number, and a switch
// behind the notes jumps on by that. Without the notes such a place is nothing but the switch, and who comes
// there with a number at hand goes on directly.
#include "scopes.h"
#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace {

using Blocks = SmallSetVector<BasicBlock *, 16>;

// `left`: blocks that there would not be without notes.
bool drop_notes(Function &f, Blocks &left) {
  SmallVector<Instruction *, 16> notes;
  for (Instruction &i : instructions(f))
    if (auto *c = dyn_cast<IntrinsicInst>(&i))
      if (c->isLifetimeStartOrEnd()) notes.push_back(c);
  for (Instruction *i : notes) {
    left.insert(i->getParent());
    i->eraseFromParent();
  }
  return !notes.empty();
}

// What the block switches by, if it does nothing else; or nothing.
AllocaInst *switches_by(BasicBlock &b) {
  auto *jump = dyn_cast<SwitchInst>(b.getTerminator());
  auto *number = jump ? dyn_cast<LoadInst>(jump->getCondition()) : nullptr;
  if (!number || &b.front() != number || number->getNextNode() != jump || !number->hasOneUse())
    return nullptr;
  return dyn_cast<AllocaInst>(number->getPointerOperand());
}

// The number that is stored last before the block's end.
ConstantInt *number_at_end(BasicBlock &b, AllocaInst *slot) {
  auto *store = dyn_cast_or_null<StoreInst>(b.getTerminator()->getPrevNode());
  return store && store->getPointerOperand() == slot ? dyn_cast<ConstantInt>(store->getValueOperand())
                                                     : nullptr;
}

// Where a block that only jumps leads to.
BasicBlock *beyond(BasicBlock *b) {
  auto *jump = dyn_cast<BranchInst>(&b->front());
  return jump && jump->isUnconditional() && jump->getSuccessor(0) != b &&
                 !isa<PHINode>(jump->getSuccessor(0)->front())
             ? jump->getSuccessor(0)
             : b;
}

bool thread(BasicBlock &b) {
  AllocaInst *slot = switches_by(b);
  if (!slot) return false;
  auto *jump = cast<SwitchInst>(b.getTerminator());
  SmallVector<BasicBlock *, 8> from(predecessors(&b));
  bool changed = false;
  for (BasicBlock *p : from) {
    auto *br = dyn_cast<BranchInst>(p->getTerminator());
    ConstantInt *number = br && br->isUnconditional() ? number_at_end(*p, slot) : nullptr;
    if (!number) continue;
    BasicBlock *to = jump->findCaseValue(number)->getCaseSuccessor();
    if (isa<PHINode>(to->front())) continue;
    br->setSuccessor(0, number->isZero() ? beyond(to) : to);
    changed = true;
  }
  return changed;
}

// The end of a loop's condition, made for the notes alone: the next block, to which the condition jumps if it
// does not hold.
bool ends_loop(BasicBlock &b) {
  BasicBlock *before = b.getPrevNode();
  auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
  return branch && branch->isConditional() && branch->getSuccessor(1) == &b &&
         branch->getSuccessor(0) == b.getNextNode() && isa<StoreInst>(b.front()) &&
         b.front().getNextNode() == b.getTerminator();
}

// Blocks that now only jump go.
void fold(const Blocks &left) {
  for (BasicBlock *b : left) {
    BasicBlock *to = &b->front() == b->getTerminator() ? beyond(b) : b;
    if (to == b || b->isEntryBlock()) continue;
    b->replaceAllUsesWith(to);
    b->eraseFromParent();
  }
}

// Numbers that nobody looks at.
void drop_slots(Function &f) {
  SmallVector<AllocaInst *, 4> slots;
  for (Instruction &i : f.getEntryBlock())
    if (auto *a = dyn_cast<AllocaInst>(&i))
      if (a->getName().starts_with("cleanup.dest") || !a->hasName()) slots.push_back(a);
  for (AllocaInst *a : slots) {
    SmallVector<User *, 8> users(a->users());
    bool only_stores = all_of(users, [a](User *u) {
      auto *s = dyn_cast<StoreInst>(u);
      return s && s->getPointerOperand() == a && isa<ConstantInt>(s->getValueOperand()) && !s->isVolatile();
    });
    if (!only_stores || !a->getAllocatedType()->isIntegerTy(32) || users.empty()) continue;
    if (a->isUsedByMetadata()) continue; // a variable of the program's
    for (User *u : users) cast<Instruction>(u)->eraseFromParent();
    a->eraseFromParent();
  }
}

} // namespace

void omen::forget_scopes(Module &m) {
  for (Function &f : m) {
    Blocks left;
    if (f.isDeclaration() || !drop_notes(f, left)) continue;
    for (BasicBlock &b : f)
      if (ends_loop(b)) left.insert(&b);
    for (bool again = true; again;) {
      again = false;
      for (BasicBlock &b : f) again |= thread(b);
    }
    df_iterator_default_set<BasicBlock *> reached;
    for (BasicBlock *b : depth_first_ext(&f, reached)) (void)b;
    left.remove_if([&reached](BasicBlock *b) { return !reached.count(b); });
    EliminateUnreachableBlocks(f);
    drop_slots(f);
    fold(left);
  }
}
