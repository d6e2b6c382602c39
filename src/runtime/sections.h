/* Included before everything in the runtime: its variables and its code lie together, apart from those of the
 * program that it is linked into. So explorations can tell whose memory changed and whose frame is on a stack
 * (explore/snapshot.c). */
#ifndef OMRT_SECTIONS_H
#define OMRT_SECTIONS_H
#ifdef __clang__
#pragma clang section bss = "omen_bss" data = "omen_data" text = "omen_text"
#endif
#endif
