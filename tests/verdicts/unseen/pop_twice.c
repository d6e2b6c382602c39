// Two threads take from a list: both may take the same. Once one
// has read, the other's write can come first only if it took the same.
// OMEN: verdict first READ WRITE class output-differs consequence output
// OMEN: verdict first WRITE WRITE class output-differs consequence output
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct node {
  int value;
  struct node *next;
};
static struct node two = {2, NULL}, one = {1, &two};
static struct node *volatile first = &one;

static void *pop(void *unused) {
  (void)unused;
  struct node *mine = first; // @READ
  first = mine->next;        // @WRITE
  printf("%d\n", mine->value);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, pop, NULL);
  pthread_create(&b, NULL, pop, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
