// Handlers of faults, in three threads at once: a stack that overflows (on an alternate stack, left by siglongjmp),
// a page that the handler makes writable before it returns. Each makes system calls, at which others run.
// OMEN: none
#include "../corpus.h"
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>
static _Thread_local sigjmp_buf out;
static _Thread_local char *page;
static void handler(int sig, siginfo_t *info, void *context) {
  MUST(write(STDERR_FILENO, "", 0) == 0);
  if ((char *)info->si_addr < page || (char *)info->si_addr >= page + 4096) siglongjmp(out, 1);
  MUST(mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0);
}
NOINLINE static int deep(int n) {
  volatile char room[4096];
  room[n & 4095] = 1;
  return deep(n + 1) + room[0];
}
static void *work(void *mine) {
  stack_t alternate = {.ss_sp = malloc(16384), .ss_size = 16384};
  MUST(sigaltstack(&alternate, NULL) == 0);
  volatile int caught = 0;
  page = mine;
  for (int i = 0; i < 2; i++)
    if (!sigsetjmp(out, 1))
      deep(0);
    else
      caught++;
  page[7] = 3;
  alternate.ss_flags = SS_DISABLE;
  MUST(sigaltstack(&alternate, NULL) == 0);
  free(alternate.ss_sp);
  return (void *)(long)(caught * 10 + page[7]);
}
int main(void) {
  struct sigaction sa = {.sa_sigaction = handler, .sa_flags = SA_ONSTACK | SA_SIGINFO};
  MUST(sigaction(SIGSEGV, &sa, NULL) == 0);
  char *pages = mmap(NULL, 3 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t a = start(work, pages), b = start(work, pages + 4096);
  long sum = (long)work(pages + 8192);
  printf("%ld\n", sum + (long)finish(a) + (long)finish(b));
  return 0;
}
