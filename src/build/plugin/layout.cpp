#include "layout.h"
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfo.h>

using namespace llvm;

namespace {

std::string full_name(const DIType &type) {
  std::string name = type.getName().str();
  for (const DIScope *s = type.getScope(); s && (isa<DINamespace>(s) || isa<DIType>(s)); s = s->getScope())
    if (!s->getName().empty()) name = s->getName().str() + "::" + name;
  return name;
}

bool member_from(const DICompositeType &type, uint64_t bit) {
  for (const DINode *e : type.getElements()) {
    auto *member = dyn_cast_or_null<DIDerivedType>(e);
    if (member && member->getTag() == dwarf::DW_TAG_member && !member->isStaticMember() &&
        member->getOffsetInBits() >= bit)
      return true;
  }
  return false;
}

bool is_bytes(const Type *t) {
  auto *array = dyn_cast<ArrayType>(t);
  return array && array->getElementType()->isIntegerTy(8);
}

} // namespace

void omen::Layouts::read() {
  was_read = true;
  DebugInfoFinder finder;
  finder.processModule(m);
  for (const DIType *t : finder.types()) {
    auto *c = dyn_cast<DICompositeType>(t);
    if (!c || c->isForwardDecl() || c->getName().empty()) continue;
    StringRef prefix = c->getTag() == dwarf::DW_TAG_class_type       ? "class."
                       : c->getTag() == dwarf::DW_TAG_structure_type ? "struct."
                                                                     : "";
    if (prefix.empty()) continue;
    auto [at, fresh] = types.try_emplace(prefix.str() + full_name(*c), c);
    if (!fresh && at->second != c) at->second = nullptr;
  }
}

bool omen::Layouts::has_behind(const StructType &type, unsigned field) {
  if (field + 1 >= type.getNumElements()) return false;
  for (unsigned i = field + 1; i < type.getNumElements(); i++)
    if (!is_bytes(type.getElementType(i))) return true;
  if (!was_read) read();
  auto *at = type.hasName() ? types.lookup(type.getName()) : nullptr;
  const StructLayout *layout = m.getDataLayout().getStructLayout(const_cast<StructType *>(&type));
  if (!at || at->getSizeInBits() != layout->getSizeInBits()) return false;
  return member_from(*at, layout->getElementOffsetInBits(field + 1));
}
