// A count of references that is lowered and then looked at again: two may see zero and delete twice, or one looks when the
// object is gone.
// OMEN: incident use-after-free DROP cause race this DROP DROP
// OMEN: or cause races this DROP DROP + this DROP DROP
// OMEN: or cause atomicity DROP DROP
// OMEN: maybe-incident double-free DROP cause atomicity DROP DROP
// OMEN: or cause race this DROP DROP
// OMEN: verdict this DROP DROP class spec-violated consequence use-after-free
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <atomic>
struct shared { std::atomic<int> refs{2}; int data = 7; };
shared *object;
int sum[2];
void *user(void *arg) {
  sum[arg != nullptr] += object->data;
  object->refs.fetch_sub(1);                         // @DROP
  if (object->refs.load() == 0) delete object;        // @DROP
  return arg;
}
int main() {
  object = new shared;
  pthread_t a = start(user, nullptr), b = start(user, &object);
  finish(a), finish(b);
  return sum[0] != 7;
}
