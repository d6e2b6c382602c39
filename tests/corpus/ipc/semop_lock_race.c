// A System V semaphore as a lock; one access is made after it was given back.
// OMEN: race count A:rw B:rw sometimes
// OMEN: maybe count B:rw B:rw
// OMEN: twin semop_lock_ok.c
#include "../corpus.h"
#include <sys/sem.h>
int count, sem;
static void change(int by) {
  struct sembuf op = {0, (short)by, 0};
  MUST(semop(sem, &op, 1) == 0);
}
void *worker(void *p) {
  change(-1);
  count++; // @A
  change(1);
  count++; // @B
  return p;
}
int main(void) {
  MUST((sem = semget(IPC_PRIVATE, 1, 0600)) >= 0);
  change(1);
  both(worker, worker);
  MUST(semctl(sem, 0, IPC_RMID) == 0);
  return count == 0;
}
