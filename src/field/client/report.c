/* Reports: one line among the results. A crash, or Ctrl-C and the like without a handler of the program: with
 * registers, the stacks of all threads as far as frame pointers lead, what was being validated and what
 * happened last; then whatever the program has for it. Stacks alone, when the agent asks (a hang): threads
 * that stand in a system call are not disturbed. No allocation, no lock that anybody may hold. */
#include "field/client/client.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <ucontext.h>
#include <unistd.h>

enum {
  FRAMES = 24,
  THREADS = 64,
  WAIT_US = 500,
  WAIT_GENTLY_US = 50000,
  SCANNED = 256,
  LAST_EVENTS = 24,
  STACK_ROOM = 700
};

struct stack {
  _Atomic int tid; /* 0: free; written last */
  bool guessed;    /* words of the stack that point to code, not frames */
  uintptr_t frame[FRAMES];
  int n;
};
static struct stack stacks[THREADS];
static _Atomic int stacks_n;
static _Atomic uint32_t stacks_done;
static uint32_t stacks_missing; /* threads that no processor had time for */
static _Atomic bool reporting;

/* --- text --- */
static char line[16384];
static size_t length;
static uint64_t began_us; /* of the report */
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
  return syscall(SYS_process_vm_readv, getpid(), &here, 1UL, &there, 1UL, 0UL) == (long)n;
}

static void walk(struct stack *s, const ucontext_t *u) {
  uintptr_t frame = (uintptr_t)u->uc_mcontext.gregs[REG_RBP], pair[2];
  s->frame[0] = (uintptr_t)u->uc_mcontext.gregs[REG_RIP];
  for (s->n = 1; s->n < FRAMES && peek(frame, pair, sizeof pair) && pair[0] > frame && pair[1]; s->n++) {
    s->frame[s->n] = pair[1];
    frame = pair[0];
  }
}

/* Without frame pointers: what on the stack points to the program's own code. */
static bool is_code(uintptr_t at) {
  for (uint32_t i = 0; i < omenf_sites.header->sites; i++) {
    const struct omenf_site *s = &omenf_sites.live[i];
    const struct omen_sites_module *m = &omenf_sites.modules[s->s->module];
    if (s->address) return at - (s->address - s->s->address + m->text_address) < m->text_size;
  }
  return false;
}

static void scan(struct stack *s, uintptr_t pc, uintptr_t sp) {
  uintptr_t words[SCANNED / 8];
  s->guessed = true;
  s->frame[0] = pc;
  s->n = 1;
  for (int part = 0; part < 8 && peek(sp, words, sizeof words); part++, sp += sizeof words)
    for (size_t i = 0; i < SCANNED / 8 && s->n < FRAMES; i++)
      if (is_code(words[i])) s->frame[s->n++] = words[i];
}

void omenf_report_stack(const void *context) {
  int at = atomic_fetch_add(&stacks_n, 1);
  if (at >= THREADS) return;
  stacks[at].guessed = false;
  walk(&stacks[at], context);
  atomic_store(&stacks[at].tid, (int)syscall(SYS_gettid));
  atomic_fetch_add(&stacks_done, 1);
  omenf_futex(&stacks_done, FUTEX_WAKE_PRIVATE, 1, 0);
}

/* A SIGTRAP of ours, also one that comes late: it must never be taken for the program's own. */
bool omenf_report_asks(const siginfo_t *info) {
  return info->si_code == SI_QUEUE && info->si_pid == getpid() && info->si_value.sival_ptr == stacks;
}

static bool ask(long tid) {
  siginfo_t info = {.si_signo = SIGTRAP, .si_code = SI_QUEUE};
  info.si_pid = getpid();
  info.si_uid = getuid();
  info.si_value.sival_ptr = stacks;
  return !syscall(SYS_rt_tgsigqueueinfo, getpid(), tid, SIGTRAP, &info);
}

/* The thread stands in a system call, and would be disturbed: the kernel says where. */
static bool stands(long tid) {
  char path[64] = "/proc/self/task/", text[256], *to = path + sizeof "/proc/self/task/" - 1;
  char digits[24];
  int k = 0;
  for (long left = tid; left && k < 20; left /= 10) digits[k++] = (char)('0' + left % 10);
  while (k) *to++ = digits[--k];
  strcpy(to, "/syscall");
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  if (n <= 0 || *text < '-' || *text > '9') return false; /* "running" */
  text[n] = 0;
  char *pc = strrchr(text, ' ');
  int at = pc ? atomic_fetch_add(&stacks_n, 1) : THREADS;
  if (at >= THREADS) return pc != NULL;
  *pc = 0;
  char *sp = strrchr(text, ' ');
  scan(&stacks[at], (uintptr_t)strtoull(pc + 1, NULL, 16), sp ? (uintptr_t)strtoull(sp + 1, NULL, 16) : 0);
  atomic_store(&stacks[at].tid, (int)tid);
  atomic_fetch_add(&stacks_done, 1);
  return true;
}

/* Every other thread gets SIGTRAP, whose handler comes to omenf_report_stack; if it may not be disturbed,
 * only where it runs code of its own. */
static void ask_others(bool gently) {
  _Alignas(8) char names[4096];
  int fd = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  uint32_t asked = 0;
  long n = fd < 0 ? 0 : syscall(SYS_getdents64, fd, names, sizeof names), self = syscall(SYS_gettid);
  for (long at = 0; at < n; at += *(unsigned short *)(names + at + 16)) {
    long tid = 0;
    for (const char *p = names + at + 19; *p >= '0' && *p <= '9'; p++) tid = tid * 10 + (*p - '0');
    if (!tid || tid == self || asked >= THREADS - 1) continue;
    asked += (gently && stands(tid)) || ask(tid);
  }
  if (fd >= 0) close(fd);
  /* Sleeping, and not by yielding: where many threads run, a turn of each of them may take a second. */
  uint64_t end = omenf_now_us() + (gently ? WAIT_GENTLY_US : WAIT_US), now;
  for (uint32_t done; (done = atomic_load(&stacks_done)) < asked && (now = omenf_now_us()) < end;)
    omenf_futex(&stacks_done, FUTEX_WAIT_PRIVATE, done, end - now);
  uint32_t done = atomic_load(&stacks_done);
  stacks_missing = asked > done ? asked - done : 0;
}

/* As many as fit: the agent takes no longer line. */
static void put_stacks(void) {
  put(",\"threads\":[");
  bool first = true;
  unsigned left_out = stacks_missing;
  for (int i = 0; i < THREADS; i++) {
    if (!atomic_load(&stacks[i].tid)) continue;
    if (length > sizeof line - STACK_ROOM && ++left_out) continue;
    put(first ? "{\"thread\":" : ",{\"thread\":");
    first = false;
    put_number((uint64_t)atomic_load(&stacks[i].tid), 10);
    put(stacks[i].guessed ? ",\"scanned\":[" : ",\"stack\":[");
    for (int k = 0; k < stacks[i].n; k++) {
      if (k) put(",");
      put_hex(stacks[i].frame[k]);
    }
    put("]}");
  }
  put("],\"left_out\":");
  put_number(left_out, 10);
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

/* The ring may be written to meanwhile: an event that is half another one does no harm. */
static void put_events(void) {
  static const char *const words[] = {
#define X(name, word) word,
      OMENF_HAPPENED(X)
#undef X
  };
  uint32_t n = omenf_events_n, from = n > LAST_EVENTS ? n - LAST_EVENTS : 0;
  uint64_t now = omenf_now_us();
  put(",\"events\":[");
  for (uint32_t i = from; i < n; i++) {
    struct omenf_event e = omenf_events[i % OMENF_EVENTS];
    put(i > from ? ",{\"us_ago\":" : "{\"us_ago\":");
    put_number(now > e.us ? now - e.us : 0, 10);
    put(",\"thread\":");
    put_number(e.thread, 10);
    put(",\"task\":");
    put_number(e.task, 10);
    put(",\"what\":\"");
    put(e.what < sizeof words / sizeof *words ? words[e.what] : "?");
    put("\"}");
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

/* --- the line --- */

static void begin(const char *what, uint64_t number) {
  length = 0;
  put("{\"pid\":");
  put_number((uint64_t)getpid(), 10);
  put(",\"");
  put(what);
  put("\":");
  put_number(number, 10);
  put_build();
}

static void end(void) {
  put_tasks();
  put_events();
  put_stacks();
  put(",\"took_us\":");
  put_number(omenf_now_us() - began_us, 10);
  if (length > sizeof line - 4) length = sizeof line - 4; /* cut, and told so by not being JSON */
  put("}\n");
}

static void to_file(void) {
  if (!*omenf_results_path) return;
  /* A pipe that nobody reads must not hold up the end of the program. */
  int fd = open(omenf_results_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0600);
  if (fd < 0) return;
  if (write(fd, line, length) < 0) {
  } /* a full disk: nothing can be done */
  close(fd);
}

/* A connection of its own: the helper's descriptors are not this thread's. Nothing is waited for. */
static void to_agent(void) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  if (!*omenf_agent_path) return;
  strcpy(a.sun_path, omenf_agent_path);
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return;
  if (!connect(fd, (const void *)&a, sizeof a)) send(fd, line, length, MSG_NOSIGNAL | MSG_DONTWAIT);
  close(fd);
}

static bool first_to_report(void) {
  bool no = false;
  bool first =
      (*omenf_results_path || *omenf_agent_path) && atomic_compare_exchange_strong(&reporting, &no, true);
  if (first) began_us = omenf_now_us();
  return first;
}

static void report(int sig, const siginfo_t *info, const ucontext_t *u) {
  if (!first_to_report()) return;
  ask_others(false);
  omenf_report_stack(u);
  begin("crash", (uint64_t)sig);
  put(",\"address\":");
  put_hex((uint64_t)(uintptr_t)info->si_addr);
  put_registers(u);
  end();
  to_file();
  to_agent();
}

void omenf_on_fault(int sig, siginfo_t *info, void *context) {
  int saved = errno;
  omenf_leave_copy(context);
  if (atomic_load(&omenf_here.active) && !omenf_handled(sig)) report(sig, info, context);
  errno = saved;
  omenf_chain(sig, info, context);
}

/* --- Ctrl-C --- */

/* As RaceMob does: whoever ends the program by hand may say that it did not do what it should. */
static const char *answer(void) {
  static const char question[] = "\nomen: did the program do what it should until now? [Y/n] ";
  char said = 0, skip;
  int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return NULL;
  bool asked = write(fd, question, sizeof question - 1) > 0 && read(fd, &said, 1) == 1;
  for (skip = said; asked && skip != '\n' && read(fd, &skip, 1) == 1;) {
  }
  close(fd);
  if (!asked) return NULL;
  return said == 'n' || said == 'N' ? "false" : "true";
}

void omenf_on_stop(int sig, siginfo_t *info, void *context) {
  if (atomic_load(&omenf_here.active) && first_to_report()) {
    ask_others(true);
    omenf_report_stack(context);
    const char *expected = omenf_ask && sig == SIGINT ? answer() : NULL;
    begin("stopped", (uint64_t)sig);
    if (expected) put(",\"expected\":");
    if (expected) put(expected);
    put_registers(context);
    end();
    to_file();
    to_agent();
  }
  omenf_chain(sig, info, context);
}

/* --- on request --- */

void omenf_report_all(uint32_t number) {
  if (!first_to_report()) return;
  ask_others(true);
  begin("stacks", number);
  end();
  to_file();
  omenf_agent_send(line, length);
  for (int i = 0; i < THREADS; i++) atomic_store(&stacks[i].tid, 0);
  atomic_store(&stacks_n, 0);
  atomic_store(&stacks_done, 0);
  atomic_store(&reporting, false);
}
