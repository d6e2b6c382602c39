/* Two tokens, two threads that take one each and give it back; how many were inside at most?
 * outcome: 0 - 1/
 * outcome: 0 - 2/
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
static sem_t tokens;
static atomic_int inside, most;
static void *enter(void *p) {
  sem_wait(&tokens);
  int n = atomic_fetch_add(&inside, 1) + 1;
  if (n == 2) atomic_store(&most, 2);
  atomic_fetch_sub(&inside, 1);
  sem_post(&tokens);
  return p;
}
int main(void) {
  pthread_t t[2];
  sem_init(&tokens, 0, 2);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, enter, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  printf("%d\n", most ? 2 : 1);
  return 0;
}
