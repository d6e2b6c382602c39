// An annotation is a use of its function, which would be kept though all of its calls are inlined, and its
// words would stay among the program's strings.
#include "unannotate.h"
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>

using namespace llvm;

namespace {

using Globals = SmallSetVector<GlobalVariable *, 8>;

// What, the annotation's name, file, line, arguments.
bool is_ours(const Constant &one) {
  auto *name = one.getNumOperands() < 5 ? nullptr : dyn_cast<GlobalVariable>(one.getOperand(1));
  auto *text = name && name->hasInitializer() ? dyn_cast<ConstantDataArray>(name->getInitializer()) : nullptr;
  return text && text->isCString() && text->getAsCString() == "omen.no_sanitize";
}

// An array before its words, since it uses them.
void collect(const Constant &c, Globals &all) {
  for (const Use &u : c.operands())
    if (auto *g = dyn_cast<GlobalVariable>(u);
        g && g->hasLocalLinkage() && g->isConstant() && all.insert(g) && g->hasInitializer())
      collect(*g->getInitializer(), all);
}

GlobalVariable *list_of(Module &m, ArrayRef<Constant *> elements, const GlobalVariable &old) {
  ArrayType *type = ArrayType::get(elements[0]->getType(), elements.size());
  auto *g =
      new GlobalVariable(m, type, old.isConstant(), old.getLinkage(), ConstantArray::get(type, elements));
  g->setSection(old.getSection());
  return g;
}

} // namespace

void omen::forget_annotations(Module &m) {
  GlobalVariable *old = m.getNamedGlobal("llvm.global.annotations");
  auto *list = old && old->hasInitializer() ? dyn_cast<ConstantArray>(old->getInitializer()) : nullptr;
  SmallVector<Constant *, 8> kept;
  SmallSetVector<GlobalValue *, 8> annotated;
  Globals words;
  for (unsigned i = 0; list && i < list->getNumOperands(); i++) {
    Constant *one = list->getOperand(i);
    if (!is_ours(*one)) {
      kept.push_back(one);
      continue;
    }
    if (auto *what = dyn_cast<GlobalValue>(one->getOperand(0)->stripPointerCasts())) annotated.insert(what);
    for (unsigned k : {1, 2, 4})
      if (auto *g = dyn_cast<GlobalVariable>(one->getOperand(k));
          g && g->hasLocalLinkage() && words.insert(g) && g->hasInitializer())
        collect(*g->getInitializer(), words);
  }
  if (annotated.empty()) return;
  GlobalVariable *fresh = kept.empty() ? nullptr : list_of(m, kept, *old);
  if (fresh) fresh->takeName(old);
  old->eraseFromParent();
  for (GlobalValue *what : annotated) what->removeDeadConstantUsers();
  for (GlobalVariable *g : words) {
    g->removeDeadConstantUsers();
    if (g->use_empty()) g->eraseFromParent();
  }
}
