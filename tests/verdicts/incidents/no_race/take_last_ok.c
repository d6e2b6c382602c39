// Taken, if there is one, in one critical section.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
struct node {
  int value;
  struct node *next;
};
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct node nodes[2] = {{1, &nodes[1]}, {2, NULL}}, *head = nodes;
NOINLINE int take(void) {
  int value = 0;
  pthread_mutex_lock(&lock);
  if (head) {
    value = head->value;
    head = head->next;
  }
  pthread_mutex_unlock(&lock);
  return value;
}
void *drain(void *arg) {
  int sum = 0;
  for (int n; (n = take());) sum += n;
  return sum < 0 ? arg : NULL;
}
int main(void) {
  both(drain, drain);
  return 0;
}
