// A System V semaphore as a lock.
// OMEN: none
// OMEN: tsan-false
#include "../corpus.h"
#include <sys/sem.h>
int count, sem;
static void change(int by) {
  struct sembuf op = {0, (short)by, 0};
  MUST(semop(sem, &op, 1) == 0);
}
void *worker(void *p) {
  change(-1);
  count++;
  change(1);
  return p;
}
int main(void) {
  MUST((sem = semget(IPC_PRIVATE, 1, 0600)) >= 0);
  change(1);
  both(worker, worker);
  MUST(semctl(sem, 0, IPC_RMID) == 0);
  return count == 0;
}
