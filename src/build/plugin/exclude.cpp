// A pattern is compared with the function's name, with its C++ name without arguments, and with the path of
// its source file as the compiler was given it.
#include "exclude.h"
#include "../marks.h"
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Support/GlobPattern.h>
#include <cstdlib>

using namespace llvm;

namespace {

std::vector<GlobPattern> patterns() {
  std::vector<GlobPattern> all;
  const char *text = std::getenv(OMEN_ENV_EXCLUDE);
  SmallVector<StringRef, 8> lines;
  StringRef(text ? text : "").split(lines, '\n', -1, false);
  for (StringRef line : lines) {
    Expected<GlobPattern> one = GlobPattern::create(line, 1024);
    if (!one) report_fatal_error(Twine("--omen-exclude: ") + line + ": " + toString(one.takeError()));
    all.push_back(*one);
  }
  return all;
}

// ns::f<int>(char) is known as ns::f.
std::string plain_name(StringRef linkage) {
  ItaniumPartialDemangler d;
  std::string name = linkage.str();
  if (d.partialDemangle(name.c_str()) || !d.isFunction()) return name;
  char *text = d.getFunctionName(nullptr, nullptr);
  char *context = d.getFunctionDeclContextName(nullptr, nullptr);
  std::string base = text ? text : name, in = context ? context : "";
  std::free(text);
  std::free(context);
  base = base.substr(0, base.find('<'));
  return in.empty() ? base : in + "::" + base;
}

bool matches(const std::vector<GlobPattern> &all, const Function &f) {
  const DISubprogram *at = f.getSubprogram();
  std::string name = plain_name(f.getName());
  StringRef file = at ? at->getFilename() : StringRef(f.getParent()->getSourceFileName());
  for (const GlobPattern &p : all)
    if (p.match(f.getName()) || p.match(name) || p.match(file)) return true;
  return false;
}

// It is meant to be put into its callers, or another module has it: it may exist nowhere else.
bool has_no_place(const Function &f) {
  return f.hasFnAttribute(Attribute::AlwaysInline) || f.hasAvailableExternallyLinkage();
}

// What it calls back is not left out with it.
void keep_callbacks(Function &f) {
  for (Instruction &i : instructions(f))
    if (auto *call = dyn_cast<CallBase>(&i))
      if (call->isIndirectCall()) call->addFnAttr(Attribute::NoInline);
}

} // namespace

void omen::exclude(Module &m) {
  std::vector<GlobPattern> all = patterns();
  if (all.empty()) return;
  for (Function &f : m) {
    if (f.isDeclaration() || f.getName() == "main" || has_no_place(f) || !matches(all, f)) continue;
    f.addFnAttr(Attribute::NoInline);
    f.addFnAttr(OMEN_ATTR_EXCLUDED);
    keep_callbacks(f);
  }
}
