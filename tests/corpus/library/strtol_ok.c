// strtol and atoi parse numbers under the lock of their writer.
// OMEN: none
#include "../corpus.h"
char digits[8] = "1234";
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
NOINLINE long parse(void) { return strtol(digits, NULL, 10); }
NOINLINE int parse_int(void) { return atoi(digits); }
NOINLINE void rewrite(const char *s) { memcpy(digits, s, 4); }
void *first(void *p) {
  pthread_mutex_lock(&m);
  long sum = parse() + parse_int();
  pthread_mutex_unlock(&m);
  return (void *)sum;
}
void *second(void *p) {
  pthread_mutex_lock(&m);
  rewrite(p ? "9999" : "5678");
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  both(first, second);
  return 0;
}
