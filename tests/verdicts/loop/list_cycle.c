// A node that is put in twice points to itself: whoever walks the list never ends.
// OMEN: verdict inside ASK SET class spec-violated consequence infinite-loop
// OMEN: maybe head * * class spec-violated consequence infinite-loop
// OMEN: maybe next * * class spec-violated consequence infinite-loop
// OMEN: maybe inside SET SET class k-witness-harmless
#include "../../corpus/corpus.h"
struct node {
  struct node *next;
} only;
struct node *head;
volatile int inside;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void put(void) {
  if (inside) // @ASK
    return;
  pthread_mutex_lock(&m);
  only.next = head;
  head = &only;
  pthread_mutex_unlock(&m);
  inside = 1; // @SET
}
void *one(void *p) {
  put();
  return p;
}
void *two(void *p) {
  put();
  return p;
}
int main(void) {
  both(one, two);
  long n = 0;
  for (struct node *volatile at = head; at; at = at->next) n++;
  return n != 1;
}
