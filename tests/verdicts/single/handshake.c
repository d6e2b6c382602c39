// Asked by one flag, answered by another.
// OMEN: verdict question PUT GET class single-ordering proof proved
// OMEN: verdict answer GET TAKE class single-ordering proof proved
// OMEN: verdict asked ASK HEAR class k-witness-harmless
// OMEN: verdict answered TELL LISTEN class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
volatile int asked, answered;
int question, answer;
void *client(void *p) {
  question = 20; // @PUT
  asked = 1;     // @ASK
  while (!answered) // @LISTEN
    sched_yield();
  printf("%d\n", answer); // @TAKE
  return p;
}
void *server(void *p) {
  while (!asked) // @HEAR
    sched_yield();
  answer = question + 1; // @GET
  answered = 1;          // @TELL
  return p;
}
int main(void) {
  both(client, server);
  return 0;
}
