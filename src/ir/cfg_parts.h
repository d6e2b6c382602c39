/* The steps of omen_cfg_init, one file each. Not for use outside ir/. */
#ifndef OMEN_IR_CFG_PARTS_H
#define OMEN_IR_CFG_PARTS_H
#include "ir/cfg.h"
void omen_cfg_find_dominators(struct omen_cfg *g); /* dom.c */
void omen_cfg_find_loops(struct omen_cfg *g);      /* loops.c */
#endif
