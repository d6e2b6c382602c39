/* A plain race, and threads that print: stopped before accesses and before output, too.
 * outcome: 0 - 1/2 0/
 * outcome: 0 - 1/2 1/
 * outcome: 0 - 2 0/1/
 * outcome: 0 - 2 1/1/
 */
#include <pthread.h>
#include <stdio.h>
static volatile int a;
static void *one(void *p) {
  a = 1;
  printf("1\n");
  return p;
}
static void *two(void *p) {
  int r = a;
  printf("2 %d\n", r);
  return p;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, one, 0);
  pthread_create(&t[1], 0, two, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
