/* A forked process runs on: see forked.h. */
#include "runtime/explore/forked.h"
#include "runtime/rt.h"
#include "runtime/sched/preempt.h"
#include "runtime/syscall/mapped.h"
#include "runtime/syscall/syscall.h"
#include "runtime/world/answers.h"
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

enum { OURS = 180 };

int omrt_out_of_the_way(int fd) {
  long high = OMRT_SYS3(SYS_fcntl, fd, F_DUPFD_CLOEXEC, OURS);
  if (high < 0) return fd;
  OMRT_SYS1(SYS_close, fd);
  return (int)high;
}

void omrt_forked_files(int outcome, int outputs) {
  omrt_out_move(&omrt_outcome, omrt_out_of_the_way(outcome));
  omrt_world_outputs_to(omrt_out_of_the_way(outputs));
}

void omrt_forked_begin(void) {
  omrt_mapped_apart();
  OMRT_SYS2(SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV);
  omrt_dispatch_on();
  omrt_preempt_arm();
}
