// Is the list empty, says one critical section; the next takes the first of it.
// OMEN: incident crash TAKE cause atomicity ASKING TAKING
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
struct node {
  int value;
  struct node *next;
};
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct node nodes[2] = {{1, &nodes[1]}, {2, NULL}}, *head = nodes;
NOINLINE int some(void) {
  pthread_mutex_lock(&lock); // @ASKING
  int yes = head != NULL;
  pthread_mutex_unlock(&lock); // @ASKING
  return yes;
}
NOINLINE int take(void) {
  pthread_mutex_lock(&lock); // @TAKING
  int value = head->value;   // @TAKE
  head = head->next;
  pthread_mutex_unlock(&lock); // @TAKING
  return value;
}
void *drain(void *arg) {
  int sum = 0;
  while (some()) sum += take();
  return sum < 0 ? arg : NULL;
}
int main(void) {
  both(drain, drain);
  return 0;
}
