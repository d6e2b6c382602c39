// What `omen cc` adds to clang (-fpass-plugin): before anything is optimised the module is copied. The copy
// gets marks where the program could leave an array or shift too far (mark.cpp), is optimised at the user's
// own level, and goes as bitcode into the object, section .llvm.lto. The module itself goes on as if nothing
// had happened: its machine code is clang's own.
//
// C++, because that is what LLVM offers its passes in; it is loaded by clang 19 and by nothing else.
#include "clean.h"
#include "exclude.h"
#include "marks.h"
#include "scopes.h"
#include "unannotate.h"
#include "watch.h"
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriterPass.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

using namespace llvm;

namespace {

// Vector code and costs are chosen for a target; processor and features are attributes of each function.
std::unique_ptr<TargetMachine> machine(const Module &m) {
  std::string why;
  const Target *t = TargetRegistry::lookupTarget(m.getTargetTriple(), why);
  if (!t) return nullptr;
  return std::unique_ptr<TargetMachine>(
      t->createTargetMachine(m.getTargetTriple(), "x86-64", "", TargetOptions(), std::nullopt));
}

// As a build with ThreadSanitizer has it: no load is moved ahead of the condition that guards it. A load that
// the program as written never makes would be reported as a race that it does not have.
void guard_loads(Module &m) {
  for (Function &f : m)
    if (!f.isDeclaration()) f.addFnAttr(Attribute::SanitizeThread);
}

PipelineTuningOptions tuning(OptimizationLevel level) {
  PipelineTuningOptions o;
  bool fast = level.getSpeedupLevel() > 1;
  o.LoopVectorization = o.SLPVectorization = fast;
  o.LoopUnrolling = o.LoopInterleaving = fast;
  return o;
}

struct Managers {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager graph;
  ModuleAnalysisManager modules;
  explicit Managers(PassBuilder &b) {
    b.registerModuleAnalyses(modules);
    b.registerCGSCCAnalyses(graph);
    b.registerFunctionAnalyses(functions);
    b.registerLoopAnalyses(loops);
    b.crossRegisterProxies(loops, functions, graph, modules);
  }
};

// Writes the optimised copy's bitcode.
void compile(Module &copy, OptimizationLevel level, raw_ostream &out) {
  std::unique_ptr<TargetMachine> target = machine(copy);
  PassBuilder builder(target.get(), tuning(level));
  ModulePassManager all;
  if (level != OptimizationLevel::O0) {
    builder.registerVectorizerStartEPCallback(
        [](FunctionPassManager &functions, OptimizationLevel) { functions.addPass(omen::SettleMarks()); });
    all.addPass(createModuleToFunctionPassAdaptor(PromotePass()));
  }
  all.addPass(createModuleToFunctionPassAdaptor(omen::Clean()));
  all.addPass(omen::Mark());
  all.addPass(builder.buildLTOPreLinkDefaultPipeline(level));
  all.addPass(BitcodeWriterPass(out));
  Managers managers(builder);
  all.run(copy, managers.modules);
}

// As bitcode and back, in a context of its own. CloneModule would do, but loses the blocks whose addresses
// are in tables (computed goto): it copies the tables before the functions.
std::unique_ptr<Module> copy_of(Module &m, ModuleAnalysisManager &analyses, LLVMContext &to) {
  SmallVector<char, 0> bytes;
  raw_svector_ostream out(bytes);
  BitcodeWriterPass(out).run(m, analyses);
  Expected<std::unique_ptr<Module>> copy =
      parseBitcodeFile(MemoryBufferRef(StringRef(bytes.data(), bytes.size()), m.getModuleIdentifier()), to);
  if (!copy) report_fatal_error(copy.takeError());
  return std::move(*copy);
}

// The user gave no -g. What is known of variables changes some of clang's code, lines do not: those are left,
// for the table of accesses.
void forget_variables(Module &m) {
  auto &all = cl::getRegisteredOptions();
  auto silent = all.find("disable-debug-info-print");
  if (silent != all.end() && silent->second->getNumOccurrences() > 0) stripNonLineTableDebugInfo(m);
}

class Keep : public PassInfoMixin<Keep> {
public:
  explicit Keep(OptimizationLevel given) : level(given) {}
  static bool isRequired() { return true; }
  PreservedAnalyses run(Module &m, ModuleAnalysisManager &analyses) {
    LLVMContext context;
    std::unique_ptr<Module> copy = copy_of(m, analyses, context);
    SmallVector<char, 0> bytes;
    raw_svector_ostream out(bytes);
    guard_loads(*copy);
    omen::exclude(*copy);
    compile(*copy, level, out);
    if (level == OptimizationLevel::O0) omen::forget_scopes(m);
    omen::forget_annotations(m);
    forget_variables(m);
    embedBufferInModule(m, MemoryBufferRef(StringRef(bytes.data(), bytes.size()), "module"), ".llvm.lto");
    return PreservedAnalyses::none();
  }

private:
  OptimizationLevel level;
};

void enlist(PassBuilder &b) {
  b.registerPipelineStartEPCallback(
      [](ModulePassManager &modules, OptimizationLevel level) { modules.addPass(Keep(level)); });
  omen::print_watch_tables();
  b.registerOptimizerLastEPCallback([](ModulePassManager &modules, OptimizationLevel level) {
    modules.addPass(omen::Watch(level != OptimizationLevel::O0));
  });
}

} // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "omen", "1", enlist};
}
