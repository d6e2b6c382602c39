// Whoever lowers it to zero deletes.
// OMEN: no-incident
// OMEN: verdict seen * * class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <atomic>
struct shared { std::atomic<int> refs{2}; int data = 7; };
shared *object;
int sum[2];
volatile int seen;
void *user(void *arg) {
  sum[arg != nullptr] += object->data;
  seen = 1;
  if (object->refs.fetch_sub(1) == 1) delete object;
  return arg;
}
int main() {
  object = new shared;
  pthread_t a = start(user, nullptr), b = start(user, &object);
  finish(a), finish(b);
  return sum[0] != 7;
}
