// Data is written after the message in the POSIX queue that hands it over.
// OMEN: build -lrt
// OMEN: race data SET:w GET:r
// OMEN: twin posix_queue_ok.c
#include "../corpus.h"
#include <fcntl.h>
#include <mqueue.h>
#include <unistd.h>
int data;
mqd_t queue;
void *sender(void *p) {
  MUST(mq_send(queue, "x", 2, 0) == 0);
  data = 1; // @SET
  return p;
}
void *receiver(void *p) {
  char text[8];
  MUST(mq_receive(queue, text, sizeof text, NULL) == 2);
  MUST(data >= 0); // @GET
  return p;
}
int main(void) {
  char name[32];
  struct mq_attr attr = {.mq_maxmsg = 1, .mq_msgsize = 8};
  snprintf(name, sizeof name, "/corpus-%d", (int)getpid());
  MUST((queue = mq_open(name, O_RDWR | O_CREAT | O_EXCL, 0600, &attr)) != -1);
  MUST(mq_unlink(name) == 0);
  both(receiver, sender);
  return 0;
}
