#!/usr/bin/env bash
# Code without frame pointers may have anything in their register when it calls back (tinyproxy: regexec had -8): stacks
# are walked no further there, whatever it is.
# rooms: runtime/shadow, quick
here=$(cd "$(dirname "$0")" && pwd)
. "$here/run_common"
cat >back.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static long racy;
void *call_with(unsigned long frame, void *(*f)(void *));
__asm__(".text\n.globl call_with\ncall_with:\n  push %rbp\n  mov %rdi, %rbp\n  call *%rsi\n  pop %rbp\n  ret\n");
static void *touch(void *p) {
  racy++;
  char *volatile block = malloc(10); /* each has its stack taken */
  free(block);
  return p;
}
static unsigned long frames[] = {-1ul, -8ul, -16ul, -24ul, 0, 8, 4096, 0x7ffffffffff8, 0x800000000000, 1ul << 63};
static void *all(void *p) {
  for (unsigned i = 0; i < sizeof frames / sizeof *frames; i++) call_with(frames[i], touch);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, all, 0);
  all(0);
  pthread_join(t, 0);
  return 0;
}
C
compile back -O1
expect 0 "$omen" run --json report.json -o rec ./back
says "race on \`racy\`"
says_not "lost"
expect 0 "$omen" replay -q rec
done_testing
