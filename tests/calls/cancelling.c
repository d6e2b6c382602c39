// Cancelled threads, thread-specific data, barriers.
#include "calls.h"
static int pp[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void un(void *p) {
  pthread_mutex_unlock(&m);
  P("cleanup %s\n", (char *)p);
}
static void *rd(void *p) {
  char c;
  pthread_mutex_lock(&m);
  pthread_cleanup_push(un, "read");
  if (read(pp[0], &c, 1) < 0) perror("r");
  pthread_cleanup_pop(1);
  return 0;
}
static void *spin(void *p) {
  int o;
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &o);
  volatile long x = 0;
  for (;;) x++;
  return 0;
}
static void *sl(void *p) {
  pthread_cleanup_push(un, "sleep");
  pthread_mutex_lock(&m);
  sleep(100);
  pthread_cleanup_pop(0);
  return 0;
}
static void *dis(void *p) {
  int o;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &o);
  usleep(20000);
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &o);
  pthread_testcancel();
  P("not reached\n");
  return 0;
}
static void *ac(void *p) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  bind(s, (void *)&a, sizeof(sa_family_t));
  listen(s, 1);
  accept(s, 0, 0);
  return 0;
}
static void one(void *(*f)(void *), char *n) {
  pthread_t t;
  void *r;
  pthread_create(&t, 0, f, 0);
  usleep(10000);
  int a = pthread_cancel(t);
  int b = pthread_join(t, &r);
  P("%s %d %d %d\n", n, a, b, r == PTHREAD_CANCELED);
}
static pthread_key_t k;
static void kd(void *p) { P("key %s\n", (char *)p); }
static void *tk(void *p) {
  pthread_setspecific(k, "v");
  pthread_exit((void *)5);
}
static pthread_once_t on = PTHREAD_ONCE_INIT;
static void oi(void) { P("once\n"); }
static void atf(void) { P("prepare\n"); }
static pthread_barrier_t ba;
static void *bw(void *p) {
  return (void *)(long)(pthread_barrier_wait(&ba) == PTHREAD_BARRIER_SERIAL_THREAD);
}
int main(void) {
  race();
  pipe(pp);
  one(rd, "read");
  one(spin, "spin");
  one(sl, "sleep");
  one(dis, "disabled");
  one(ac, "accept");
  pthread_key_create(&k, kd);
  pthread_t t;
  pthread_create(&t, 0, tk, 0);
  void *r;
  R(pthread_join(t, &r));
  P("%ld\n", (long)r);
  pthread_once(&on, oi);
  pthread_once(&on, oi);
  pthread_atfork(atf, 0, 0);
  if (!fork()) _exit(0);
  wait(0);
  pthread_barrier_init(&ba, 0, 3);
  pthread_t q[3];
  long s = 0;
  for (int i = 0; i < 3; i++) pthread_create(&q[i], 0, bw, 0);
  for (int i = 0; i < 3; i++) {
    pthread_join(q[i], &r);
    s += (long)r;
  }
  P("serial %ld\n", s);
  R(pthread_tryjoin_np(pthread_self(), &r));
  R(pthread_join(pthread_self(), &r));
  R(pthread_mutex_trylock(&m));
  R(pthread_mutex_trylock(&m));
  struct timespec ab;
  clock_gettime(CLOCK_REALTIME, &ab);
  ab.tv_nsec += 1000000;
  if (ab.tv_nsec > 999999999) ab.tv_sec++, ab.tv_nsec -= 1000000000;
  R(pthread_mutex_timedlock(&m, &ab));
  return 0;
}
