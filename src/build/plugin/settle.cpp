// Marks that provably hold go; those that a loop makes in every round, of a number that grows evenly, are
// made for its first and last round in front of it. See marks.h.
#include "marks.h"
#include "build/marks.h"
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

using namespace llvm;

namespace {

class Settler {
public:
  Settler(Function &of, FunctionAnalysisManager &with)
      : f(of), se(with.getResult<ScalarEvolutionAnalysis>(of)), loops(with.getResult<LoopAnalysis>(of)),
        dom(with.getResult<DominatorTreeAnalysis>(of)), lazy(with.getResult<LazyValueAnalysis>(of)) {}
  bool run();

private:
  using Marks = SmallVector<CallInst *, 16>;
  bool holds(CallInst *mark);
  bool repeats(const CallInst *mark, const Marks &kept);
  const Loop *hoistable(CallInst *mark, const SCEVAddRecExpr *&value);
  bool moves_out(CallInst *mark, Marks &more);
  bool only_goes_on(const Loop *loop);

  Function &f;
  ScalarEvolution &se;
  LoopInfo &loops;
  DominatorTree &dom;
  LazyValueInfo &lazy;
  DenseMap<const Loop *, bool> calm;
};

uint64_t limit_of(const CallInst *mark) { return cast<ConstantInt>(mark->getArgOperand(1))->getZExtValue(); }

bool Settler::holds(CallInst *mark) {
  Value *v = mark->getArgOperand(0);
  APInt limit(64, limit_of(mark));
  if (lazy.getConstantRange(v, mark, false).getUnsignedMax().ult(limit)) return true;
  if (!se.isSCEVable(v->getType())) return false;
  const SCEV *s = se.getSCEV(v), *end = se.getConstant(limit);
  if (se.isKnownPredicateAt(ICmpInst::ICMP_ULT, s, end, mark)) return true;
  const Loop *loop = loops.getLoopFor(mark->getParent());
  return loop && se.isKnownPredicate(ICmpInst::ICMP_ULT, se.applyLoopGuards(s, loop), end);
}

// The same number was compared on the way here with a limit that is no higher.
bool Settler::repeats(const CallInst *mark, const Marks &kept) {
  for (const CallInst *k : kept)
    if (k->getArgOperand(0) == mark->getArgOperand(0) && limit_of(k) <= limit_of(mark) &&
        dom.dominates(k, mark))
      return true;
  return false;
}

// Does every round that begins come to its end?
bool Settler::only_goes_on(const Loop *loop) {
  auto [at, fresh] = calm.try_emplace(loop, true);
  if (!fresh) return at->second;
  for (const BasicBlock *b : loop->blocks())
    for (const Instruction &i : *b)
      if (!isGuaranteedToTransferExecutionToSuccessor(&i)) return calm[loop] = false;
  return true;
}

const Loop *Settler::hoistable(CallInst *mark, const SCEVAddRecExpr *&value) {
  Loop *loop = loops.getLoopFor(mark->getParent());
  if (!loop || !loop->getLoopPreheader() || !loop->getLoopLatch()) return nullptr;
  BasicBlock *exiting = loop->getExitingBlock(); // the only one
  if (!exiting || !dom.dominates(mark->getParent(), exiting) || !only_goes_on(loop)) return nullptr;
  const SCEV *s = se.getSCEV(mark->getArgOperand(0));
  value = dyn_cast<SCEVAddRecExpr>(s);
  if (!value) return se.isLoopInvariant(s, loop) ? loop : nullptr;
  if (value->getLoop() != loop || !value->isAffine() || !value->hasNoSignedWrap()) return nullptr;
  // every round until the exit is left by it: the mark stands before that
  return isa<SCEVCouldNotCompute>(se.getBackedgeTakenCount(loop)) ? nullptr : loop;
}

bool Settler::moves_out(CallInst *mark, Marks &more) {
  const SCEVAddRecExpr *value = nullptr;
  const Loop *loop = hoistable(mark, value);
  if (!loop) return false;
  const SCEV *s = se.getSCEV(mark->getArgOperand(0)), *first = value ? value->getStart() : s, *last = nullptr;
  if (value) {
    const SCEV *rounds = se.getTruncateOrZeroExtend(se.getBackedgeTakenCount(loop), s->getType());
    last = value->evaluateAtIteration(rounds, se);
  }
  SCEVExpander expander(se, f.getDataLayout(), "omen");
  Instruction *at = loop->getLoopPreheader()->getTerminator();
  if (!expander.isSafeToExpandAt(first, at) || (last && !expander.isSafeToExpandAt(last, at))) return false;
  for (const SCEV *end : {first, last}) {
    if (!end) continue;
    auto *moved = cast<CallInst>(mark->clone());
    moved->insertBefore(at);
    moved->setArgOperand(
        0, expander.expandCodeFor(end, mark->getArgOperand(0)->getType(), moved->getIterator()));
    more.push_back(moved);
  }
  return true;
}

bool Settler::run() {
  Function *callee = f.getParent()->getFunction(OMEN_MARK_NAME);
  if (!callee) return false;
  Marks open, kept;
  for (Instruction &i : instructions(f))
    if (auto *c = dyn_cast<CallInst>(&i))
      if (c->getCalledFunction() == callee && isa<ConstantInt>(c->getArgOperand(1))) open.push_back(c);
  if (open.empty()) return false;
  for (size_t i = 0; i < open.size(); i++) { // what moved out of a loop may move out of the next
    CallInst *mark = open[i];
    if (holds(mark) || repeats(mark, kept) || moves_out(mark, open))
      mark->eraseFromParent();
    else
      kept.push_back(mark);
  }
  return true;
}

} // namespace

PreservedAnalyses omen::SettleMarks::run(Function &f, FunctionAnalysisManager &with) {
  if (!Settler(f, with).run()) return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}
