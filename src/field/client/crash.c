/* A crash: one line among the results, with registers, the stacks of all threads as far as frame pointers
 * lead, and what was being validated; then whatever the program has for it. No allocation, no lock that
 * anybody may hold. */
#include "field/client/client.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

enum { FRAMES = 24, THREADS = 64, WAIT_US = 500 };

struct stack {
  _Atomic int tid; /* 0: free; written last */
  uintptr_t frame[FRAMES];
  int n;
};
static struct stack stacks[THREADS];
static _Atomic int stacks_n;
static _Atomic bool reporting;

/* --- text --- */
static char line[16384];
static size_t length;
static void put(const char *s) {
  for (; *s && length < sizeof line - 2; s++) line[length++] = *s;
}
static void put_number(uint64_t n, unsigned base) {
  char digits[24];
  int k = 0;
  do digits[k++] = "0123456789abcdef"[n % base];
  while ((n /= base) && k < 22);
  char text[24];
  for (int i = 0; i < k; i++) text[i] = digits[k - 1 - i];
  text[k] = 0;
  put(text);
}
static void put_hex(uint64_t n) {
  put("\"0x");
  put_number(n, 16);
  put("\"");
}

/* --- stacks --- */

/* Memory that may not be there: the kernel says so, and nothing faults. */
static bool peek(uintptr_t at, void *to, size_t n) {
  struct iovec here = {to, n}, there = {(void *)at, n};
  return syscall(SYS_process_vm_readv, getpid(), &here, 1, &there, 1, 0) == (long)n;
}

static void walk(struct stack *s, const ucontext_t *u) {
  uintptr_t frame = (uintptr_t)u->uc_mcontext.gregs[REG_RBP], pair[2];
  s->frame[0] = (uintptr_t)u->uc_mcontext.gregs[REG_RIP];
  for (s->n = 1; s->n < FRAMES && peek(frame, pair, sizeof pair) && pair[0] > frame && pair[1]; s->n++) {
    s->frame[s->n] = pair[1];
    frame = pair[0];
  }
}

void omenf_crash_stack(const void *context) {
  int at = atomic_fetch_add(&stacks_n, 1);
  if (at >= THREADS) return;
  walk(&stacks[at], context);
  atomic_store(&stacks[at].tid, (int)syscall(SYS_gettid));
}

bool omenf_crash_asked(void) { return atomic_load(&reporting); }

/* Every other thread gets SIGTRAP, whose handler comes to omenf_crash_stack. */
static void ask_others(void) {
  _Alignas(8) char names[4096];
  int fd = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC), asked = 0;
  long n = fd < 0 ? 0 : syscall(SYS_getdents64, fd, names, sizeof names), self = syscall(SYS_gettid);
  for (long at = 0; at < n; at += *(unsigned short *)(names + at + 16)) {
    long tid = 0;
    for (const char *p = names + at + 19; *p >= '0' && *p <= '9'; p++) tid = tid * 10 + (*p - '0');
    if (tid && tid != self && asked < THREADS - 1) asked += !syscall(SYS_tgkill, getpid(), tid, SIGTRAP);
  }
  if (fd >= 0) close(fd);
  uint64_t end = omenf_now_us() + WAIT_US;
  while (atomic_load(&stacks_n) < asked && omenf_now_us() < end) syscall(SYS_sched_yield);
}

static void put_stacks(void) {
  put(",\"threads\":[");
  bool first = true;
  for (int i = 0; i < THREADS; i++) {
    if (!atomic_load(&stacks[i].tid)) continue;
    put(first ? "{\"thread\":" : ",{\"thread\":");
    first = false;
    put_number((uint64_t)atomic_load(&stacks[i].tid), 10);
    put(",\"stack\":[");
    for (int k = 0; k < stacks[i].n; k++) {
      if (k) put(",");
      put_hex(stacks[i].frame[k]);
    }
    put("]}");
  }
  put("]");
}

static void put_tasks(void) {
  put(",\"tasks\":[");
  for (unsigned i = 0; i < omenf_tasks_n; i++) {
    const struct omenf_task *t = &omenf_tasks[i];
    put(i ? ",{\"task\":\"" : "{\"task\":\"");
    for (int k = 0; k < OMEN_CANDIDATE_ID && t->candidate->id[k] > ' '; k++)
      put((char[]){t->candidate->id[k] == '"' || t->candidate->id[k] == '\\' ? '?' : t->candidate->id[k], 0});
    put(t->raced ? "\",\"raced\":true}" : "\",\"raced\":false}");
  }
  put("]");
}

static void put_registers(const ucontext_t *u) {
  static const char *const names[] = {"r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15", "rdi",
                                      "rsi", "rbp", "rbx", "rdx", "rax", "rcx", "rsp", "rip"};
  put(",\"registers\":{");
  for (int i = 0; i < 17; i++) { /* in the order of gregs */
    put(i ? ",\"" : "\"");
    put(names[i]);
    put("\":");
    put_hex((uint64_t)u->uc_mcontext.gregs[i]);
  }
  put("}");
}

static void put_build(void) {
  const struct omen_sites_module *m = omenf_sites.modules;
  put(",\"code\":");
  put_hex(m->text_hash);
  put(",\"build_id\":\"");
  for (uint32_t i = 0; i < m->build_id_size && i < sizeof m->build_id; i++)
    put((char[]){"0123456789abcdef"[m->build_id[i] >> 4], "0123456789abcdef"[m->build_id[i] & 15], 0});
  put("\"");
}

static void report(int sig, const siginfo_t *info, const ucontext_t *u) {
  bool no = false;
  if (!atomic_compare_exchange_strong(&reporting, &no, true) || !*omenf_results_path) return;
  ask_others();
  omenf_crash_stack(u);
  length = 0;
  put("{\"pid\":");
  put_number((uint64_t)getpid(), 10);
  put(",\"crash\":");
  put_number((uint64_t)sig, 10);
  put(",\"address\":");
  put_hex((uint64_t)(uintptr_t)info->si_addr);
  put_build();
  put_registers(u);
  put_tasks();
  put_stacks();
  put("}\n");
  int fd = open(omenf_results_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0600);
  if (fd < 0) return;
  if (write(fd, line, length) < 0) {
  } /* a full disk: nothing can be done */
  close(fd);
}

void omenf_on_fault(int sig, siginfo_t *info, void *context) {
  int saved = errno;
  omenf_leave_copy(context);
  if (atomic_load(&omenf_active) && !omenf_handled(sig)) report(sig, info, context);
  errno = saved;
  omenf_chain(sig, info, context);
}
