/* A small bank with three mistakes of different nature. `make demo` shows what Omen makes of them.
 *
 *   1. tellers add to a balance without the lock that guards it elsewhere: updates can be lost
 *   2. the journal is allocated by whoever comes first, tested without a lock: two can come first
 *   3. the opening flag is a plain variable: it happens to hold the rate back until it is set, but nothing in the
 *      language says so. The race is on the flag; the rate behind it is ordered by the flag, and so is only counted */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct account {
  int number;
  long balance;
};
static struct account accounts[3] = {{1, 100}, {2, 100}, {3, 100}};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long *journal, entries;
static int rate;
static volatile int open_for_business;

static void note(long amount) {
  if (!journal) journal = calloc(16, sizeof *journal); /* mistake 2 */
  pthread_mutex_lock(&lock);
  journal[entries++ % 16] = amount;
  pthread_mutex_unlock(&lock);
}

static void deposit(struct account *a, long amount) {
  a->balance += amount; /* mistake 1 */
  note(amount);
}

static void *teller(void *arg) {
  struct account *a = arg;
  while (!open_for_business) /* mistake 3 */
    ;
  deposit(&accounts[2], rate);
  deposit(a, 10 * rate);
  return NULL;
}

static void *manager(void *arg) {
  rate = 2;
  open_for_business = 1;
  pthread_mutex_lock(&lock);
  accounts[2].balance += 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, teller, &accounts[0]);
  pthread_create(&threads[1], NULL, teller, &accounts[1]);
  pthread_create(&threads[2], NULL, manager, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < 3; i++) printf("account %d: %ld\n", accounts[i].number, accounts[i].balance);
  free(journal);
  return 0;
}
