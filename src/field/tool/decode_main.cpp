// lib/omen/decode: what machine instructions do, as a program of its own, since only this needs LLVM's
// library. Not for people: decode.c starts it, with a file. One line in, one line out:
//   in:  bytes of an instruction, and some behind it, in hexadecimal
//   out: length loads stores size base index scale displacement flags        (or "?")
// Registers by their number in the instruction set, 255: none, 254: the instruction pointer. Flags: 1 control
// flow, 2 a segment, 4 locked.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstPrinter.h>
#include <llvm/MC/MCInstrDesc.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <memory>
#include <string>
#include <vector>

using namespace llvm;

namespace {

constexpr unsigned none = 255, instruction_pointer = 254;

struct Machine {
  std::unique_ptr<MCRegisterInfo> registers;
  std::unique_ptr<MCAsmInfo> assembler;
  std::unique_ptr<MCInstrInfo> instructions;
  std::unique_ptr<MCSubtargetInfo> target;
  std::unique_ptr<MCContext> context;
  std::unique_ptr<MCDisassembler> disassembler;
  std::unique_ptr<MCInstPrinter> printer; // Intel's syntax says how large the memory is
};

bool open(Machine &m) {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86Disassembler();
  const char *triple = "x86_64-pc-linux-gnu";
  std::string why;
  const Target *t = TargetRegistry::lookupTarget(triple, why);
  if (!t) return false;
  m.registers.reset(t->createMCRegInfo(triple));
  m.assembler.reset(t->createMCAsmInfo(*m.registers, triple, MCTargetOptions()));
  m.instructions.reset(t->createMCInstrInfo());
  m.target.reset(t->createMCSubtargetInfo(triple, "", ""));
  m.context =
      std::make_unique<MCContext>(Triple(triple), m.assembler.get(), m.registers.get(), m.target.get());
  m.disassembler.reset(t->createMCDisassembler(*m.target, *m.context));
  m.printer.reset(t->createMCInstPrinter(Triple(triple), 1, *m.assembler, *m.instructions, *m.registers));
  return m.disassembler && m.printer;
}

unsigned register_number(const Machine &m, MCRegister r) {
  if (!r) return none;
  StringRef name = m.registers->getName(r);
  if (name == "RIP") return instruction_pointer;
  return name.starts_with("R") && !name.ends_with("IZ") ? m.registers->getEncodingValue(r) : none;
}

// Bytes of memory, by the words before "ptr"; 0: not known.
unsigned memory_size(const std::string &text) {
  static const struct {
    const char *word;
    unsigned size;
  } words[] = {{"xmmword ptr", 16}, {"ymmword ptr", 32}, {"zmmword ptr", 64}, {"qword ptr", 8},
               {"dword ptr", 4},    {"tbyte ptr", 10},   {"word ptr", 2},     {"byte ptr", 1}};
  for (auto &w : words)
    if (text.find(w.word) != std::string::npos) return w.size;
  return 0;
}

// Where the five operands of the memory begin; -1: there is none, or there are two.
int memory_operand(const MCInstrDesc &d) {
  int at = -1;
  for (unsigned i = 0; i + 4 < d.getNumOperands(); i++)
    if (d.operands()[i].OperandType == MCOI::OPERAND_MEMORY) {
      if (at >= 0) return -1;
      at = (int)i;
      i += 4;
    }
  return at;
}

std::string describe(Machine &m, const std::vector<uint8_t> &bytes) {
  MCInst inst;
  uint64_t length;
  if (m.disassembler->getInstruction(inst, length, bytes, 0, nulls()) != MCDisassembler::Success) return "?";
  const MCInstrDesc &d = m.instructions->get(inst.getOpcode());
  int at = memory_operand(d);
  if (at < 0 || !inst.getOperand(at).isReg() || !inst.getOperand(at + 3).isImm()) return "?";
  std::string text;
  raw_string_ostream out(text);
  m.printer->printInst(&inst, 0, "", *m.target, out);
  bool flow = d.isBranch() || d.isCall() || d.isReturn() || d.isTerminator();
  bool locked = text.find("lock") != std::string::npos || text.find("xchg") != std::string::npos;
  unsigned flags = (flow ? 1 : 0) | (inst.getOperand(at + 4).getReg() ? 2 : 0) | (locked ? 4 : 0);
  char line[128];
  snprintf(line, sizeof line, "%u %d %d %u %u %u %u %lld %u", (unsigned)length, d.mayLoad(), d.mayStore(),
           memory_size(text), register_number(m, inst.getOperand(at).getReg()),
           register_number(m, inst.getOperand(at + 2).getReg()), (unsigned)inst.getOperand(at + 1).getImm(),
           (long long)inst.getOperand(at + 3).getImm(), flags);
  return line;
}

} // namespace

int main(int argc, char **argv) {
  Machine m;
  if (argc != 2 || !open(m)) return 3;
  std::ifstream in(argv[1]);
  for (std::string line; std::getline(in, line);) {
    std::vector<uint8_t> bytes;
    for (size_t i = 0; i + 1 < line.size(); i += 2)
      bytes.push_back((uint8_t)std::stoi(line.substr(i, 2), nullptr, 16));
    std::cout << describe(m, bytes) << "\n";
  }
  return 0;
}
