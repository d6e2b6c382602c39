/* The page that an agent and one process share: a sealed memfd, which the agent makes and sends by its
 * socket. The agent writes the list of tasks, in the form of a task file; the process reads it whenever the
 * number of the list changes, so that tasks come and go without a restart. The process writes what it spends.
 * Neither believes the other: a list is text that any bytes may stand in, and numbers are only shown. */
#ifndef OMEN_FIELD_PAGE_H
#define OMEN_FIELD_PAGE_H
#include <stdatomic.h>
#include <stdint.h>

#define OMEN_PAGE_MAGIC "OMENPAGE"
enum { OMEN_PAGE_VERSION = 1, OMEN_PAGE_SIZE = 4096, OMEN_PAGE_TEXT = 3840 };

struct omen_field_page {
  char magic[8];
  uint32_t version;
  uint32_t unused;
  /* agent */
  _Atomic uint32_t list; /* odd while it is written */
  uint32_t size;
  char text[OMEN_PAGE_TEXT];
  /* process */
  _Atomic uint64_t cpu_us, spent_us, hits, patches, waited_us;
  _Atomic uint32_t tasks, armed;
  uint8_t rest[OMEN_PAGE_SIZE - 24 - OMEN_PAGE_TEXT - 48];
};
_Static_assert(sizeof(struct omen_field_page) == OMEN_PAGE_SIZE, "layout");
#endif
