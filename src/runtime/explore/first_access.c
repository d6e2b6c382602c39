/* Has the first access been made yet? See first_access.h. */
#include "runtime/explore/first_access.h"
#include "runtime/abi.h"

/* What a library function reads is told when it is called. Known by the frame of who was told, and where that
 * returns to: the stack has it until the next call. */
static struct {
  const uint64_t *frame;
  uint64_t back, addr;
  uint32_t how, site;
  bool write;
} doing;
static bool in_library;

void omrt_first_begin(uint64_t addr, bool write, uint32_t site, uint32_t how, const void *frame) {
  doing.how = frame ? how : 0;
  if (!doing.how) return;
  doing.frame = frame;
  doing.back = doing.frame[1];
  doing.addr = addr;
  doing.site = site;
  doing.write = write;
}

void omrt_first_library(void) { in_library = true; }
void omrt_first_over(void) { in_library = false; }

void omrt_first_told(uint64_t addr, bool write, uint32_t site, uint32_t how, const void *frame) {
  if (!in_library) return;
  in_library = false;
  omrt_first_begin(addr, write, site, how, frame);
}

/* What the call makes that comes next is made when something else is told than the rest of that call, for
 * which nobody is stopped. */
bool omrt_first_pending(void) {
  if (in_library) return true;
  if (!doing.how) return false;
  bool yet = doing.how == OMEN_SITE_INSIDE && doing.frame[1] == doing.back;
  if (!yet) doing.how = 0;
  return yet;
}

bool omrt_first_call(void) {
  if (!(doing.how & OMEN_SITE_AHEAD)) return false;
  doing.how = 0;
  return true;
}

void omrt_first_again(uint64_t addr, bool write, uint32_t site) {
  if (doing.site == site && doing.addr == addr && doing.write == write) doing.how = 0;
}
