// Puts marks (marks.h) where an element of an array of known length is accessed, and where a shift's amount
// is not certainly below the width. An index counts where the element is accessed, or given to somebody as a
// reference; &a[n] alone is fine in C.
//
// The last array of a struct may be longer than its type says, unless the struct is a variable or itself an
// element of an array: then only its beginning counts.
#include "marks.h"
#include "layout.h"
#include "build/marks.h"
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace {

class Marker {
public:
  explicit Marker(Module &of) : m(of), layouts(of), builder(of.getContext()) {}
  void function(Function &f);

private:
  void instruction(Instruction &i);
  void call(CallBase &c);
  void address(Instruction &at, Value *p, bool write);
  void subscript(Instruction &at, GEPOperator &gep, ArrayType &array, bool write);
  void shift(BinaryOperator &s);
  void mark(Instruction &at, Value *value, uint64_t limit, unsigned what);
  bool is_open(Value *array, Type *type);

  Module &m;
  omen::Layouts layouts;
  IRBuilder<> builder;
  FunctionCallee callee = nullptr;
  bool unoptimised = false;
};

// Nothing of the program's is read or written, so loads and stores move past it as ever; but it stays, and
// stays apart from others.
FunctionCallee declare(Module &m) {
  LLVMContext &c = m.getContext();
  Type *i64 = Type::getInt64Ty(c);
  FunctionCallee callee =
      m.getOrInsertFunction(OMEN_MARK_NAME, Type::getVoidTy(c), i64, i64, Type::getInt32Ty(c));
  auto *f = cast<Function>(callee.getCallee());
  f->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  for (Attribute::AttrKind kind : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync,
                                   Attribute::NoFree, Attribute::NoCallback, Attribute::NoMerge})
    f->addFnAttr(kind);
  return callee;
}

void Marker::mark(Instruction &at, Value *value, uint64_t limit, unsigned what) {
  if (auto *known = dyn_cast<ConstantInt>(value))
    if (known->getValue().getActiveBits() <= 64 && known->getZExtValue() < limit) return;
  if (!callee) callee = declare(m);
  builder.SetInsertPoint(&at);
  value = what == OMEN_MARK_SHIFT ? builder.CreateZExtOrTrunc(value, builder.getInt64Ty())
                                  : builder.CreateSExtOrTrunc(value, builder.getInt64Ty());
  builder.CreateCall(callee, {value, builder.getInt64(limit), builder.getInt32(what)});
}

bool is_std_array(const StructType &type) {
  StringRef name = type.hasName() ? type.getName() : "";
  return name.consume_front("struct.std::") && (name.starts_with("array") || name.starts_with("__1::array"));
}

// In code without optimisation arguments lie in variables.
Argument *argument_of(Value *v) {
  if (auto *argument = dyn_cast<Argument>(v)) return argument;
  auto *load = dyn_cast<LoadInst>(v);
  auto *slot = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
  if (!slot) return nullptr;
  Argument *found = nullptr;
  for (User *u : slot->users())
    if (auto *store = dyn_cast<StoreInst>(u)) {
      if (found || store->getPointerOperand() != slot) return nullptr;
      found = dyn_cast<Argument>(store->getValueOperand());
      if (!found) return nullptr;
    }
  return found;
}

// Does nothing say where the array ends?
bool Marker::is_open(Value *array, Type *type) {
  if (isa<AllocaInst>(array) || isa<GlobalVariable>(array)) return false;
  // a reference to an array of this length
  if (auto *argument = argument_of(array))
    if (isa<ArrayType>(type) &&
        argument->getDereferenceableBytes() == m.getDataLayout().getTypeAllocSize(type))
      return false;
  auto *gep = dyn_cast<GEPOperator>(array);
  if (!gep) return true;
  if (isa<ArrayType>(gep->getSourceElementType())) return false; // a row
  auto *whole = dyn_cast<StructType>(gep->getSourceElementType());
  if (!whole || gep->getNumIndices() != 2) return true;
  auto *field = dyn_cast<ConstantInt>(gep->getOperand(2));
  if (!field || layouts.has_behind(*whole, (unsigned)field->getZExtValue()) || is_std_array(*whole))
    return false;
  if (auto *element = dyn_cast<GEPOperator>(gep->getPointerOperand()))
    if (auto *of = dyn_cast<ArrayType>(element->getSourceElementType())) return of->getNumElements() < 2;
  return is_open(gep->getPointerOperand(), whole);
}

void Marker::subscript(Instruction &at, GEPOperator &gep, ArrayType &array, bool write) {
  if (array.getNumElements() < 2) return;
  uint64_t limit = is_open(gep.getPointerOperand(), &array) ? (uint64_t)INT64_MAX : array.getNumElements();
  mark(at, gep.getOperand(2), limit, write ? OMEN_MARK_WRITE : OMEN_MARK_READ);
}

void Marker::address(Instruction &at, Value *p, bool write) {
  while (auto *gep = dyn_cast<GEPOperator>(p)) {
    if (gep->getNumIndices() != 2 || gep->getType()->isVectorTy()) return;
    auto *first = dyn_cast<ConstantInt>(gep->getOperand(1));
    if (!first || !first->isZero()) return;
    if (auto *array = dyn_cast<ArrayType>(gep->getSourceElementType())) {
      if (!gep->isInBounds()) return;
      subscript(at, *gep, *array, write);
    }
    p = gep->getPointerOperand();
  }
}

// C++ says of a reference that there is something behind it.
void Marker::call(CallBase &c) {
  if (auto *memory = dyn_cast<AnyMemIntrinsic>(&c)) {
    auto *len = dyn_cast<ConstantInt>(memory->getLength());
    if (!len || len->isZero()) return;
    address(c, memory->getDest(), true);
    if (auto *copy = dyn_cast<AnyMemTransferInst>(memory)) address(c, copy->getSource(), false);
    return;
  }
  if (isa<IntrinsicInst>(c)) return;
  for (unsigned i = 0; i < c.arg_size(); i++)
    if (c.getArgOperand(i)->getType()->isPointerTy() && c.getParamDereferenceableBytes(i))
      address(c, c.getArgOperand(i), false);
}

void Marker::shift(BinaryOperator &s) {
  auto *type = dyn_cast<IntegerType>(s.getType());
  if (!type || type->getBitWidth() > 64) return;
  KnownBits bits = computeKnownBits(s.getOperand(1), m.getDataLayout());
  if (bits.getMaxValue().ult(type->getBitWidth())) return;
  mark(s, s.getOperand(1), type->getBitWidth(), OMEN_MARK_SHIFT);
}

void Marker::instruction(Instruction &i) {
  if (auto *load = dyn_cast<LoadInst>(&i))
    address(i, load->getPointerOperand(), false);
  else if (auto *store = dyn_cast<StoreInst>(&i))
    address(i, store->getPointerOperand(), true);
  else if (auto *rmw = dyn_cast<AtomicRMWInst>(&i))
    address(i, rmw->getPointerOperand(), true);
  else if (auto *cas = dyn_cast<AtomicCmpXchgInst>(&i))
    address(i, cas->getPointerOperand(), true);
  else if (auto *c = dyn_cast<CallBase>(&i))
    call(*c);
  else if (auto *ret = dyn_cast<ReturnInst>(&i)) {
    if (ret->getReturnValue() && ret->getReturnValue()->getType()->isPointerTy() &&
        i.getFunction()->getAttributes().getRetDereferenceableBytes())
      address(i, ret->getReturnValue(), false);
  } else if (i.isShift() && !unoptimised)
    shift(cast<BinaryOperator>(i));
}

void Marker::function(Function &f) {
  SmallVector<Instruction *, 64> all;
  for (Instruction &i : instructions(f)) all.push_back(&i);
  unoptimised = f.hasOptNone(); // shifts stay where they are
  for (Instruction *i : all) instruction(*i);
  if (!unoptimised) f.addFnAttr(OMEN_MARKED);
}

} // namespace

PreservedAnalyses omen::Mark::run(Module &m, ModuleAnalysisManager &) {
  Marker marker(m);
  for (Function &f : m)
    if (!f.isDeclaration() && !f.hasFnAttribute(Attribute::Naked)) marker.function(f);
  return PreservedAnalyses::none();
}
