// Data is written after the System V message that hands it over.
// OMEN: race data SET:w GET:r
// OMEN: twin messages_ok.c
#include "../corpus.h"
#include <sys/msg.h>
int data, queue;
struct message {
  long type;
  int n;
};
void *sender(void *p) {
  struct message m = {1, 7};
  MUST(msgsnd(queue, &m, sizeof m.n, 0) == 0);
  data = 1; // @SET
  return p;
}
void *receiver(void *p) {
  struct message m;
  MUST(msgrcv(queue, &m, sizeof m.n, 1, 0) == sizeof m.n);
  MUST(data >= 0); // @GET
  return p;
}
int main(void) {
  MUST((queue = msgget(IPC_PRIVATE, 0600)) >= 0);
  both(receiver, sender);
  MUST(msgctl(queue, IPC_RMID, NULL) == 0);
  return 0;
}
