/* shadow/notes.h: clocks by address, for order that comes from somewhere else than a lock or an atomic: what
 * the program says itself (annotate.c), and calls of code that is not seen (hidden.c). A note is forgotten
 * with the memory that it is about. */
#ifndef OMRT_SHADOW_NOTES_H
#define OMRT_SHADOW_NOTES_H
#include "runtime/shadow/hb.h"

enum omrt_note_kind { OMRT_NOTE_TOLD, OMRT_NOTE_HIDDEN };
struct omrt_note {
  struct omrt_note *next;
  uint64_t addr;
  enum omrt_note_kind kind;
  struct omrt_clk clock, other; /* what each is for, its owner says */
};
struct omrt_note *omrt_note_find(uint64_t addr, enum omrt_note_kind kind); /* NULL: there is none */
struct omrt_note *omrt_note_at(uint64_t addr, enum omrt_note_kind kind);   /* made if need be */
void omrt_notes_forget(uint64_t addr, uint64_t len);
#endif
