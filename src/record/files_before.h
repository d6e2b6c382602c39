/* The file `before`: what files were before the recorded program changed them. The runtime writes it
 * (runtime/world/originals.c); a magic number and then records: struct omen_file_before, the path (absolute,
 * without symbolic links), the contents or the link's target. */
#ifndef OMEN_RECORD_FILES_BEFORE_H
#define OMEN_RECORD_FILES_BEFORE_H
#include <stdint.h>
#include <sys/stat.h>

#define OMEN_BEFORE_MAGIC 0x314645424e454d4full /* "OMENBEF1" */
struct omen_file_before {
  uint32_t path_len, whole; /* whole: all the contents are here; a folder: have records of their own */
  uint64_t len;
  struct stat st; /* st_mode 0: nothing was there */
};
_Static_assert(sizeof(struct omen_file_before) == 160, "on disk");
#endif
