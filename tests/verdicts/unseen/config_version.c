// A new configuration is filled, then published. Whoever prints may print the old one or the new one.
// OMEN: verdict current PUBLISH GET class output-differs consequence output
// OMEN: verdict * FILL TELL class single-ordering
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct config {
  volatile int version;
};
static struct config built_in = {1};
static struct config *volatile current = &built_in;

static void *reload(void *unused) {
  (void)unused;
  struct config *c = malloc(sizeof *c);
  c->version = 2; // @FILL
  current = c;    // @PUBLISH
  return NULL;
}

static void *tell(void *unused) {
  (void)unused;
  struct config *c = current; // @GET
  int version = c->version;   // @TELL
  printf("version %d\n", version);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reload, NULL);
  pthread_create(&b, NULL, tell, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
