/* Start-up: runs from .preinit_array, before every constructor of the program and its libraries. Reads the
 * configuration, makes the process deterministic, turns dispatch on. Without a configuration the variant is
 * not under control: it says so and ends. */
#include "runtime/abi.h"
#include "runtime/checkpoint/checkpoint.h"
#include "runtime/explore/checkpoint_server.h"
#include "runtime/explore/current_plan.h"
#include "runtime/explore/feed_server.h"
#include "runtime/explore/recur.h"
#include "runtime/fiber/fiber.h"
#include "runtime/invariant/invariant.h"
#include "runtime/layout.h"
#include "runtime/log.h"
#include "runtime/memory/heap.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/sched/preempt.h"
#include "runtime/shadow/hb.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/sync/sync.h"
#include "runtime/sync/without.h"
#include "runtime/syscall/library.h"
#include "runtime/syscall/syscall.h"
#include "runtime/world/answers.h"
#include "runtime/world/contained.h"
#include "runtime/world/world.h"
#include "runtime/weak/weak.h"
#include <elf.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/rseq.h>
#include <sys/syscall.h>

static void read_config(void) {
  static struct omen_config head; /* large */
  long n = OMRT_SYS4(SYS_pread64, OMEN_CONFIG_FD, &head, sizeof head, 0);
  if (n != sizeof head || head.magic != OMEN_CONFIG_MAGIC)
    omrt_fatal("this is a variant for analysis; start it with 'omen run' or 'omen replay'");
  uint64_t parts = sizeof head + 16ull * head.watches + head.plan_size;
  if (head.version != OMEN_CONFIG_VERSION || head.plan_size > head.size || head.size < parts ||
      head.size > parts + OMEN_EXTRAS_LIMIT)
    omrt_fatal("this variant was built by another version of Omen; run 'omen run' again");
  omrt_config = omrt_alloc(head.size);
  n = OMRT_SYS4(SYS_pread64, OMEN_CONFIG_FD, omrt_config, head.size, 0);
  if (n != head.size) omrt_fatal("the configuration is cut short");
  OMRT_SYS1(SYS_close, OMEN_CONFIG_FD);
}

/* The stack protector's and malloc's random bytes would be seen by a program that looks: the same every time.
 */
static void fix_auxv(char **envp, void **vdso, uint64_t *linker) {
  while (*envp) envp++;
  for (Elf64_auxv_t *a = (void *)(envp + 1); a->a_type; a++) {
    if (a->a_type == AT_SYSINFO_EHDR) *vdso = (void *)a->a_un.a_val;
    if (a->a_type == AT_BASE) *linker = a->a_un.a_val;
    if (a->a_type == AT_RANDOM) memset((void *)a->a_un.a_val, 0x5a, 16);
  }
}

/* The kernel writes the processor's number into the main thread's area behind everybody's back: no more. */
static void leave_rseq(void) {
  char *self;
  __asm__("mov %%fs:0, %0" : "=r"(self));
  struct rseq *area = (struct rseq *)(self + __rseq_offset);
  if (__rseq_size) {
    OMRT_SYS4(SYS_rseq, area, 32, 1 /* unregister */, RSEQ_SIG);
    area->cpu_id = (uint32_t)RSEQ_CPU_ID_REGISTRATION_FAILED;
    area->cpu_id_start = 0;
  }
}

/* glibc keeps the main thread's id in its descriptor, where lock owners are compared with it: a replay must
 * have the recorded one. The kernel knows the place (it clears it when the thread ends); else it is looked
 * for. */
static void fix_tid(int real, int wanted) {
  int *place = NULL;
  if (OMRT_SYS2(SYS_prctl, PR_GET_TID_ADDRESS, &place) || !place || *place != real) {
    place = NULL;
    char *self;
    __asm__("mov %%fs:0, %0" : "=r"(self));
    for (int off = 0x100; off < 0x500 && !place; off += 4)
      if (*(int *)(self + off) == real) place = (int *)(self + off);
  }
  if (!place) omrt_fatal("this libc keeps the thread's id where Omen cannot find it");
  *place = wanted;
}

static void stack_of_main(uintptr_t top) {
  struct rlimit rl = {0};
  OMRT_SYS2(SYS_getrlimit, RLIMIT_STACK, &rl);
  omrt_cur->stack_hi = top;
  omrt_cur->stack_lo = rl.rlim_cur < top ? top - rl.rlim_cur : 0;
}

static void start(int argc, char **argv, char **envp) {
  void *vdso = NULL;
  uint64_t linker = 0;
  read_config();
  omrt_plan_init();
  omrt_extras_init();
  omrt_without_init();
  leave_rseq();
  fix_auxv(envp, &vdso, &linker); /* before the environment is made shorter */
  omrt_layout_environment(envp);
  omrt_shadow_init();
  omrt_out_open(&omrt_outcome, omrt_config->mode == OMEN_MODE_REPLAY ? "outcome.replay" : "outcome");
  omrt_listening_open();
  omrt_strategy_init();
  omrt_mode_choose();
  omrt_log_init();
  omrt_layout_check(argv);
  omrt_recur_init();
  omrt_world_init();
  omrt_contained_strings(argc, argv, envp);
  omrt_cur = omrt_fiber_new(NULL);
  stack_of_main((uintptr_t)argv);
  void *self;
  __asm__("mov %%fs:0, %0" : "=r"(self));
  omrt_fiber_named(omrt_cur, self);
  int64_t pid = OMRT_SYS0(SYS_getpid);
  omrt_log_value(&pid);
  omrt_desc_begin();
  omrt_contained_begin(&pid);
  omrt_pid = (int)pid;
  fix_tid((int)OMRT_SYS0(SYS_getpid), omrt_pid);
  omrt_cur->tid = omrt_pid;
  omrt_sync_init();
  omrt_time_init(vdso);
  omrt_weak_init();
  omrt_hb_main(omrt_cur);
  omrt_library_init(linker, envp);
  omrt_syscall_init();
  omrt_signal_init();
  omrt_on = true;
  omrt_heap_begin();
  omrt_log_begin();
  omrt_sym_init(argc, argv, envp);
  __omen_hot.pointers = (omrt_config->flags & OMEN_FLAG_ORDER_LIBRARIES) != 0;
  __omen_hot.ticks = omrt_config->quantum ? (int64_t)omrt_config->quantum : 50000;
  omrt_checkpoint_load();
  omrt_checkpoint_start();
  omrt_dispatch_on();
  omrt_preempt_init();
  omrt_server_start();
  omrt_feed_start();
}

__attribute__((section(".preinit_array"), used)) static void (*const preinit)(int, char **, char **) = start;
