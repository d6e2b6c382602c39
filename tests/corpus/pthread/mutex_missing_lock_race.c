// One thread takes the mutex, the other forgets to.
// OMEN: race balance A:rw B:rw
// OMEN: twin mutex_ok.c
#include "../corpus.h"
int balance;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *deposit(void *p) {
  pthread_mutex_lock(&m);
  balance += 10; // @A
  pthread_mutex_unlock(&m);
  return p;
}
void *withdraw(void *p) {
  balance -= 3; // @B
  return p;
}
int main(void) {
  both(deposit, withdraw);
  printf("%d\n", balance);
  return 0;
}
