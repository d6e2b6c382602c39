/* The file `outputs`, of contained runs and explorations: what the program wrote, which was not performed. */
#ifndef OMEN_RECORD_RAWOUT_H
#define OMEN_RECORD_RAWOUT_H
#include <stdint.h>

#define OMEN_EFFECTS_FD 0xffffffffu /* stands for what is done to files by name */
/* One record an output operation, then its bytes. */
struct omen_rawout {
  uint32_t call, fd; /* number of the system call, its descriptor */
  uint32_t thread, len;
  uint64_t pcs[4]; /* who made it */
};
#endif
