// A tagged union is changed while it is read: a number is taken for a pointer.
// OMEN: verdict kind RETAG TAG class spec-violated consequence crash
// OMEN: verdict * REVALUE VALUE class spec-violated consequence crash
#include <pthread.h>
#include <stdio.h>
#include <string.h>
enum { NUMBER, TEXT };
static struct {
  volatile int kind;
  union {
    volatile long number;
    const char *volatile text;
  } u;
} cell;
static size_t size;
static void *change(void *p) {
  cell.kind = NUMBER; // @RETAG
  cell.u.number = 5;  // @REVALUE
  return p;
}
static void *show(void *p) {
  if (cell.kind == TEXT)       // @TAG
    size = strlen(cell.u.text); // @VALUE
  return p;
}
int main(void) {
  pthread_t a, b;
  cell.u.text = "hello";
  cell.kind = TEXT;
  pthread_create(&a, NULL, show, NULL);
  pthread_create(&b, NULL, change, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return size > 5;
}
