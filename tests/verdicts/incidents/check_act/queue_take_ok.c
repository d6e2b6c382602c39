// Under a lock. How far a thread got is noted by both in the same word, which only the debugger looks at.
// OMEN: no-incident
// OMEN: maybe seen SEEN SEEN class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
struct node {
  int value;
  struct node *next;
};
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct node nodes[3] = {{1, &nodes[1]}, {2, &nodes[2]}, {3, NULL}};
struct node *head = nodes;
volatile int seen;
void *take(void *arg) {
  for (int value = 1; value;) {
    pthread_mutex_lock(&lock);
    value = head ? head->value : 0;
    if (head) head = head->next;
    pthread_mutex_unlock(&lock);
    seen = value; // @SEEN
  }
  return arg;
}
int main(void) {
  both(take, take);
  return 0;
}
