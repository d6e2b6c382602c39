// SCAN: race counter
// Assembly of the module calls a function of the program.
#include "scan.h"
int counter;
__attribute__((used)) void bump(void) { counter++; }
__asm__(".text\n.globl go\n.type go,@function\ngo:\n subq $8,%rsp\n call bump\n addq $8,%rsp\n ret\n");
void go(void);
static void *work(void *x) {
  go();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  counter = 5;
  pthread_join(t, 0);
  return 0;
}
