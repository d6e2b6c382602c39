/* One operand of a node. In C++ because LLVM-C only has all of them at once, each as a value of its own: in a
 * struct of some hundred members that was most of the time of naming an access. */
#include "ir/metadata.h"
#include <llvm/IR/Metadata.h>

using namespace llvm;

unsigned omen_md_count(LLVMMetadataRef node) {
  auto *n = dyn_cast_or_null<MDNode>(unwrap(node));
  return n ? n->getNumOperands() : 0;
}

LLVMMetadataRef omen_md_operand(LLVMMetadataRef node, unsigned i) {
  return i < omen_md_count(node) ? wrap(cast<MDNode>(unwrap(node))->getOperand(i).get()) : nullptr;
}
