/* Has the first access been made yet? See first_access.h. */
#include "runtime/explore/first_access.h"
#include "runtime/abi.h"

/* What a library function reads is told when it is called. Known by the frame of who was told, and where that
 * returns to: the stack has it until the next call. */
static struct {
  const uint64_t *frame;
  uint64_t back, addr;
  uint32_t how, site, checks;
  bool write;
} doing;
static bool in_library;
#define CHECKS_AHEAD 3

void omrt_first_begin(uint64_t addr, bool write, uint32_t site, uint32_t how, const void *frame) {
  doing.how = frame ? how : 0;
  if (!doing.how) return;
  doing.frame = frame;
  doing.back = doing.frame[1];
  doing.addr = addr;
  doing.site = site;
  doing.write = write;
  doing.checks = 0;
}

void omrt_first_library(void) { in_library = true; }
void omrt_first_over(void) { in_library = false; }

void omrt_first_told(uint64_t addr, bool write, uint32_t site, uint32_t how, const void *frame) {
  if (!in_library) return;
  in_library = false;
  omrt_first_begin(addr, write, site, how, frame);
}

/* What a call that comes next makes is at most a few checks on, which stand a few instructions on. */
bool omrt_first_pending(void) {
  enum { NEXT_CHECK = 96 };
  if (in_library) return true;
  if (!doing.how) return false;
  uint64_t back = doing.frame[1];
  bool yet = doing.how & OMEN_SITE_INSIDE ? back == doing.back
                                          : back - doing.back < NEXT_CHECK && doing.checks++ < CHECKS_AHEAD;
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
