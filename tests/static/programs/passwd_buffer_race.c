// SCAN: race buf
// getpwuid_r leaves pointers into the caller's buffer.
#include "scan.h"
#include <pwd.h>
static struct passwd pw;
static void *work(void *x) {
  if (pw.pw_name) pw.pw_name[0] = 'x';
  return 0;
}
int main(void) {
  pthread_t t;
  struct passwd *r;
  char *buf = calloc(1, 1024);
  getpwuid_r(0, &pw, buf, 1024, &r);
  pthread_create(&t, 0, work, 0);
  for (int i = 0; i < 1024; i++) buf[i]++;
  pthread_join(t, 0);
  return 0;
}
