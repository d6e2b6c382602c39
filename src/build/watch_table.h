/* The table of accesses that the plugin has clang put beside the machine code (plugin/watch_table.cpp), and
 * `omen ship` reads: a section that is in the file and not in memory, with an entry for each access of an
 * instruction. What an instruction does is read from its bytes (src/field/). What its bytes do not say is
 * here: where in the source it stands, whether it is atomic, and whether it was moved ahead of the condition
 * that guards it. */
#ifndef OMEN_BUILD_WATCH_TABLE_H
#define OMEN_BUILD_WATCH_TABLE_H
#include <stdint.h>
#define OMEN_WATCH_SECTION ".omen.sites"
struct omen_watch_entry {
  uint64_t address;   /* of the instruction, as linked */
  uint16_t size;      /* bytes of memory */
  uint8_t kind, mark; /* OMEN_WATCH_*; the mark is OMEN_WATCH_MARK */
  uint32_t line, column;
  uint32_t file_hash; /* FNV-1a of the file's name, as debug information has it */
};
enum {
  OMEN_WATCH_MARK = 0x7f,
  OMEN_WATCH_READ = 1,
  OMEN_WATCH_WRITE = 2,
  OMEN_WATCH_ATOMIC = 4,
  OMEN_WATCH_SPIN = 16,       /* a loop that only waits for this */
  OMEN_WATCH_SPECULATED = 32, /* a load that the program as written may not make: not watched */
};
#endif
