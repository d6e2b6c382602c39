/* The table of accesses that the plugin has clang put beside the machine code (plugin/watch.cpp), and `omen
 * ship` reads. Words of 32 bits, for each access: the addresses of its instructions, each relative to its own
 * word; a word with the mark, what kind of access it is and its size; line; column; a hash of the file's name
 * (FNV-1a of what debug information has). An access whose instruction was merged with another's has no entry:
 * it cannot be watched. An instruction can stand in the entry of a neighbour, so what an instruction does is
 * read from its bytes alone (src/field/). Whether it is atomic, or was moved ahead of the condition that
 * guards it in the source, is not in the bytes: each function with such accesses has an entry with its
 * address, its size in bytes, and how many there are in the place of the size of an access. */
#ifndef OMEN_BUILD_WATCH_TABLE_H
#define OMEN_BUILD_WATCH_TABLE_H
#define OMEN_WATCH_SECTION ".omen.sites"
/* No relative address has this: code is not two gigabytes from the table. */
#define OMEN_WATCH_MARK 0x7f000000u
#define OMEN_WATCH_IS_MARK(word) (((word) & 0xff000000u) == OMEN_WATCH_MARK)
#define OMEN_WATCH_READ 1u
#define OMEN_WATCH_WRITE 2u
#define OMEN_WATCH_ATOMIC 4u
#define OMEN_WATCH_FUNCTION 8u
#define OMEN_WATCH_SPIN 16u       /* a loop that only waits for this */
#define OMEN_WATCH_SPECULATED 32u /* a load that the program as written may not make: not watched */
#define OMEN_WATCH_KIND(word) ((word) >> 16 & 0xff)
#define OMEN_WATCH_SIZE(word) ((word) & 0xffff)
#endif
