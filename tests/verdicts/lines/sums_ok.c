// The looker says only that it looked.
// OMEN: verdict room FREE LOOK class k-witness-harmless
#include "lines.h"
struct worker {
  pthread_mutex_t lock;
  int room;
} workers[TALKERS];
static void change(struct worker *w, int by) {
  pthread_mutex_lock(&w->lock);
  w->room += by; // @FREE
  pthread_mutex_unlock(&w->lock);
}
void *look(void *p) {
  int sum = 0;
  for (int i = 0; i < TALKERS; i++) sum += workers[i].room; // @LOOK
  int free = 0;
  for (int i = 0; i < LINES; i++) free = next_number();
  sum += free;
  pthread_mutex_lock(&number_lock);
  printf("STAT free %d\n", sum < 100);
  pthread_mutex_unlock(&number_lock);
  return p;
}
void *nothing(void *p) { return p; }
void *work(void *p) {
  struct worker *w = &workers[(intptr_t)p];
  for (int i = 0; i < LINES; i++) {
    change(w, (int)(1 + (intptr_t)p));
    next_number();
    change(w, -(int)(1 + (intptr_t)p));
  }
  return p;
}
int main(void) {
  for (int i = 0; i < TALKERS; i++) MUST(!pthread_mutex_init(&workers[i].lock, NULL));
  all(look, nothing, work);
  return 0;
}
