// Both threads take the same mutex.
// OMEN: none
#include "../corpus.h"
int balance;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *deposit(void *p) {
  pthread_mutex_lock(&m);
  balance += 10;
  pthread_mutex_unlock(&m);
  return p;
}
void *withdraw(void *p) {
  pthread_mutex_lock(&m);
  balance -= 3;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  both(deposit, withdraw);
  printf("%d\n", balance);
  return 0;
}
