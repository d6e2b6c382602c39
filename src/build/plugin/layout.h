// What debug information says of the structs that code has: LLVM's own types do not tell a member of bytes
// from padding.
#ifndef OMEN_BUILD_PLUGIN_LAYOUT_H
#define OMEN_BUILD_PLUGIN_LAYOUT_H
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

namespace omen {

class Layouts {
public:
  explicit Layouts(const llvm::Module &of) : m(of) {}
  // Has the struct a member behind this one?
  bool has_behind(const llvm::StructType &type, unsigned field);

private:
  void read();
  const llvm::Module &m;
  bool was_read = false;
  llvm::StringMap<const llvm::DICompositeType *> types; // by LLVM's name; nullptr: several of that name
};

} // namespace omen
#endif
