// The table of accesses, written by LLVM's printer of machine code: a handler of ours looks at each function
// before it is printed, has a label put before each access, and writes the table behind the function. Entries
// come in the order of the instructions: the same inputs give the same bytes.
#include "watch.h"
#include "build/watch_table.h"
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/CodeGen/AsmPrinter.h>
#include <llvm/CodeGen/AsmPrinterHandler.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineInstr.h>
#include <llvm/CodeGen/MachineMemOperand.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCSectionELF.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/Path.h>

using namespace llvm;

namespace {

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

// What the program has at one pointer of a function: all its reads, or all its writes.
struct Side {
  const DILocation *at = nullptr;
  bool one = true;    // all stand at one place of the source
  bool needed = true; // all reads are the program's own
  bool spins = false; // one is a loop's that only waits for it
  unsigned count = 0;
};
struct Pointer {
  Side side[2]; // reads, writes
};
using Pointers = DenseMap<const Value *, Pointer>;

void add(Side &s, const Instruction &i) {
  const DILocation *at = i.getDebugLoc();
  s.one &= !s.count++ || s.at == at;
  s.at = at;
  auto *load = dyn_cast<LoadInst>(&i);
  MDNode *note = load ? load->getMetadata(OMEN_WATCH_NEEDED) : nullptr;
  if (load && !note) s.needed = false;
  if (note) s.spins |= !mdconst::extract<ConstantInt>(note->getOperand(0))->isZero();
}

void add(Pointers &all, const Instruction &i) {
  if (auto *l = dyn_cast<LoadInst>(&i)) return add(all[l->getPointerOperand()].side[0], i);
  if (auto *s = dyn_cast<StoreInst>(&i)) return add(all[s->getPointerOperand()].side[1], i);
  if (auto *m = dyn_cast<AnyMemIntrinsic>(&i)) add(all[m->getRawDest()].side[1], i);
  if (auto *m = dyn_cast<AnyMemTransferInst>(&i)) add(all[m->getRawSource()].side[0], i);
  auto *rmw = dyn_cast<AtomicRMWInst>(&i);
  auto *exchange = dyn_cast<AtomicCmpXchgInst>(&i);
  if (!rmw && !exchange) return;
  Pointer &p = all[rmw ? rmw->getPointerOperand() : exchange->getPointerOperand()];
  for (Side &s : p.side) add(s, i);
}

struct Entry {
  MCSymbol *label;
  unsigned kind;
  uint64_t size;
  const DILocation *at;
};

// Without "." and "..", as reports and scans name it: clang finds headers of C++ by way of gcc's folder, and
// build systems name sources by way of their own.
uint32_t name_hash(const DILocation *at) {
  SmallString<128> name(at->getFilename());
  sys::path::remove_dots(name, true);
  StringRef rest = name;
  while (rest.consume_front("../")) {
  }
  uint32_t h = 2166136261u;
  for (char c : rest) h = (h ^ (uint8_t)c) * 16777619u;
  return h;
}

class Tables : public AsmPrinterHandler {
public:
  explicit Tables(AsmPrinter *p) : printer(p) {}
  void endModule() override {}
  void beginFunction(const MachineFunction *f) override {
    entries.clear();
    pointers.clear();
    for (const Instruction &i : instructions(f->getFunction())) add(pointers, i);
    auto *open = const_cast<MachineFunction *>(f); // labels are all that is added
    for (MachineBasicBlock &b : *open)
      for (MachineInstr &i : b) look(*open, i);
  }
  void endFunction(const MachineFunction *f) override {
    if (entries.empty()) return;
    MCStreamer &out = *printer->OutStreamer;
    out.pushSection();
    out.switchSection(table_of(out.getContext(), cast<MCSectionELF>(*f->getSection())));
    for (const Entry &e : entries) write(out, e);
    out.popSection();
  }

private:
  AsmPrinter *printer;
  Pointers pointers;
  SmallVector<Entry, 0> entries;

  // One access of an instruction. A read that cannot be found in the program any more may be one that the
  // optimiser made up.
  void look_at(const MachineMemOperand &m, unsigned side, MCSymbol *label, const DILocation *at) {
    const Value *pointer = m.getValue();
    unsigned kind = side ? OMEN_WATCH_WRITE : OMEN_WATCH_READ;
    if (m.isAtomic()) kind |= OMEN_WATCH_ATOMIC;
    const auto found = pointer ? pointers.find(pointer) : pointers.end();
    const Side *s = found == pointers.end() ? nullptr : &found->second.side[side];
    if (!side && !m.isAtomic() && (!s || !s->count || !s->needed)) kind |= OMEN_WATCH_SPECULATED;
    if (s && s->spins) kind |= OMEN_WATCH_SPIN;
    if (s && s->count && s->one && s->at) at = s->at;
    if (!at || !at->getLine()) return;
    LocationSize size = m.getSize();
    entries.push_back({label, kind, size.hasValue() ? size.getValue().getKnownMinValue() : 0, at});
  }

  void look(MachineFunction &f, MachineInstr &i) {
    if (!i.mayLoadOrStore() || i.isCall() || i.isInlineAsm() || i.isMetaInstruction()) return;
    MCSymbol *label = i.getPreInstrSymbol();
    size_t before = entries.size();
    for (const MachineMemOperand *m : i.memoperands()) {
      if (m->getPseudoValue() || (m->getValue() && !m->isAtomic() && is_private(m->getValue()))) continue;
      if (!label) label = printer->createTempSymbol("omen_site");
      if (m->isLoad()) look_at(*m, 0, label, i.getDebugLoc());
      if (m->isStore()) look_at(*m, 1, label, i.getDebugLoc());
    }
    if (entries.size() > before && !i.getPreInstrSymbol()) i.setPreInstrSymbol(f, label);
  }

  // It goes where the code goes: also away, when the linker leaves the code out. It is not loaded.
  static MCSection *table_of(MCContext &c, const MCSectionELF &code) {
    unsigned flags = ELF::SHF_LINK_ORDER;
    StringRef group;
    if (const MCSymbol *g = code.getGroup()) {
      group = g->getName();
      flags |= ELF::SHF_GROUP;
    }
    return c.getELFSection(OMEN_WATCH_SECTION, ELF::SHT_PROGBITS, flags, 0, group, code.isComdat(),
                           code.getUniqueID(),
                           cast<MCSymbolELF>(const_cast<MCSectionELF &>(code).getBeginSymbol()));
  }

  // struct omen_watch_entry. The address is absolute: what is not loaded is not relocated at run time.
  static void write(MCStreamer &out, const Entry &e) {
    out.emitSymbolValue(e.label, 8);
    out.emitInt16((uint16_t)std::min<uint64_t>(e.size, 0xffff));
    out.emitInt8(e.kind);
    out.emitInt8(OMEN_WATCH_MARK);
    out.emitInt32(e.at->getLine());
    out.emitInt32(e.at->getColumn());
    out.emitInt32(name_hash(e.at));
  }
};

Target *original; // as it was before ours

AsmPrinter *with_tables(TargetMachine &machine, std::unique_ptr<MCStreamer> &&out) {
  AsmPrinter *p = original->createAsmPrinter(machine, std::move(out));
  if (p) p->addAsmPrinterHandler(std::make_unique<Tables>(p));
  return p;
}

} // namespace

void omen::print_watch_tables() {
  std::string why;
  const Target *t = TargetRegistry::lookupTarget("x86_64-pc-linux-gnu", why);
  if (!t || original) return;
  original = new Target(*t); // for as long as the process
  TargetRegistry::RegisterAsmPrinter(const_cast<Target &>(*t), with_tables);
}
