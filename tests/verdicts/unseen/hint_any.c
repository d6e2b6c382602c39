// A hint where to begin a search: any value that anybody ever writes will do.
// OMEN: verdict hint BEGIN LEAVE class k-witness-harmless
// OMEN: verdict hint LEAVE LEAVE class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const int table[6] = {9, 4, 8, 1, 7, 3};
static volatile int hint;

static void *search(void *unused) {
  (void)unused;
  int at = hint; // @BEGIN
  if (at < 0 || at >= 6) abort();
  while (table[at] != 1) at = (at + 1) % 6;
  hint = (at + 5) % 6; // @LEAVE
  printf("found at %d\n", at);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, search, NULL);
  pthread_create(&b, NULL, search, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
