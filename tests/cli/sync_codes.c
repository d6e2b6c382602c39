/* Calls the synchronisation functions in thousands of short sequences and prints what each call returned.
 * Natively and under Omen the output must be the same: sync_codes.sh compares. No call here blocks natively,
 * and none depends on how threads are scheduled: a second thread acts only while the first one joins it. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static const struct timespec past = {1, 0}, bad = {1, 1000000000}, negative = {-1, 0}, bad_negative = {1, -1};

static const char *name(int e) {
  static char other[16];
  switch (e) {
  case 0: return "0";
  case -1: return "-1";
  case EBUSY: return "EBUSY";
  case EINVAL: return "EINVAL";
  case EPERM: return "EPERM";
  case EDEADLK: return "EDEADLK";
  case ETIMEDOUT: return "ETIMEDOUT";
  case EAGAIN: return "EAGAIN";
  case EOWNERDEAD: return "EOWNERDEAD";
  case ENOTRECOVERABLE: return "ENOTRECOVERABLE";
  case ENOTSUP: return "ENOTSUP";
  case EOVERFLOW: return "EOVERFLOW";
  case ESRCH: return "ESRCH";
  }
  snprintf(other, sizeof other, "%d", e);
  return other;
}
#define SHOW(call) printf("%s = %s\n", #call, name(call))
#define SHOW_ERRNO(call)                                                                                     \
  do {                                                                                                       \
    errno = 0;                                                                                               \
    int got = (call);                                                                                        \
    printf("%s = %d %s\n", #call, got, name(errno));                                                         \
  } while (0)

/* ---- a thread that does one thing ---- */

struct other {
  int (*act)(void *);
  void *obj;
  int got;
};
static void *other_thread(void *arg) {
  struct other *o = arg;
  o->got = o->act(o->obj);
  return NULL;
}
static int by_other(int (*act)(void *), void *obj) {
  struct other o = {act, obj, 0};
  pthread_t t;
  if (pthread_create(&t, NULL, other_thread, &o) || pthread_join(t, NULL)) abort();
  return o.got;
}

/* Runs f on every sequence over the alphabet up to a length. */
static void sequences(const char *alphabet, int length, void (*f)(const char *seq, const void *arg),
                      const void *arg) {
  int n = (int)strlen(alphabet);
  for (int len = 1; len <= length; len++) {
    long total = 1;
    for (int i = 0; i < len; i++) total *= n;
    for (long k = 0; k < total; k++) {
      char seq[16] = {0};
      long rest = k;
      for (int i = 0; i < len; i++, rest /= n) seq[i] = alphabet[rest % n];
      f(seq, arg);
    }
  }
}

/* ---- mutexes ---- */

struct kind {
  const char *name;
  int type, protocol, robust;
};
static int m_try(void *m) { return pthread_mutex_trylock(m); }
static int m_try_back(void *m) {
  int r = pthread_mutex_trylock(m);
  if (r == 0 || r == EOWNERDEAD) pthread_mutex_unlock(m);
  return r;
}
static int m_unlock(void *m) { return pthread_mutex_unlock(m); }

static void mutex_init(pthread_mutex_t *m, const struct kind *k) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, k->type);
  pthread_mutexattr_setprotocol(&a, k->protocol);
  pthread_mutexattr_setrobust(&a, k->robust ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED);
  int r = pthread_mutex_init(m, &a);
  if (r) printf("init %s\n", name(r));
  pthread_mutexattr_destroy(&a);
}

static void mutex_sequence(const char *seq, const void *arg) {
  const struct kind *k = arg;
  pthread_mutex_t m;
  mutex_init(&m, k);
  printf("%s %s:", k->name, seq);
  for (const char *s = seq; *s; s++) {
    int r = 0;
    switch (*s) {
    case 'T': r = pthread_mutex_trylock(&m); break;
    case 'U': r = pthread_mutex_unlock(&m); break;
    case 'P': r = pthread_mutex_timedlock(&m, &past); break;
    case 'B': r = pthread_mutex_timedlock(&m, &bad); break;
    case 'C': r = pthread_mutex_clocklock(&m, CLOCK_PROCESS_CPUTIME_ID, &past); break;
    case 'M': r = pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &past); break;
    case 'D': r = pthread_mutex_destroy(&m); break;
    case 'K': r = pthread_mutex_consistent(&m); break;
    case 'O': r = by_other(m_try_back, &m); break;
    case 'L': r = by_other(m_try, &m); break; /* ends while it holds it */
    case 'X': r = by_other(m_unlock, &m); break;
    }
    printf(" %s", name(r));
  }
  printf("\n");
}

static void mutexes(void) {
  static const struct kind kinds[] = {
      {"normal", PTHREAD_MUTEX_NORMAL, 0, 0},
      {"default", PTHREAD_MUTEX_DEFAULT, 0, 0},
      {"recursive", PTHREAD_MUTEX_RECURSIVE, 0, 0},
      {"errorcheck", PTHREAD_MUTEX_ERRORCHECK, 0, 0},
      {"adaptive", PTHREAD_MUTEX_ADAPTIVE_NP, 0, 0},
      {"robust-normal", PTHREAD_MUTEX_NORMAL, 0, 1},
      {"robust-recursive", PTHREAD_MUTEX_RECURSIVE, 0, 1},
      {"robust-errorcheck", PTHREAD_MUTEX_ERRORCHECK, 0, 1},
      {"robust-adaptive", PTHREAD_MUTEX_ADAPTIVE_NP, 0, 1},
  };
  static const struct kind inherit[] = {
      {"inherit-normal", PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT, 0},
      {"inherit-recursive", PTHREAD_MUTEX_RECURSIVE, PTHREAD_PRIO_INHERIT, 0},
      {"inherit-errorcheck", PTHREAD_MUTEX_ERRORCHECK, PTHREAD_PRIO_INHERIT, 0},
      {"robust-inherit-normal", PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT, 1},
      {"robust-inherit-recursive", PTHREAD_MUTEX_RECURSIVE, PTHREAD_PRIO_INHERIT, 1},
      {"robust-inherit-errorcheck", PTHREAD_MUTEX_ERRORCHECK, PTHREAD_PRIO_INHERIT, 1},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    sequences("TUPBCMDK", 3, mutex_sequence, &kinds[i]);
    sequences("TUPKOLX", 3, mutex_sequence, &kinds[i]);
  }
  for (size_t i = 0; i < sizeof inherit / sizeof *inherit; i++)
    sequences(inherit[i].robust ? "TUPKDOLX" : "TUPKDOX", 3, mutex_sequence, &inherit[i]);
}

/* Longer lives of single mutexes. */
static void mutex_stories(void) {
  static const struct kind robust = {"r", PTHREAD_MUTEX_NORMAL, 0, 1},
                           recursive = {"r", PTHREAD_MUTEX_RECURSIVE, 0, 0},
                           robust_recursive = {"r", PTHREAD_MUTEX_RECURSIVE, 0, 1},
                           errorcheck = {"e", PTHREAD_MUTEX_ERRORCHECK, 0, 0};
  pthread_mutex_t m;
  for (int repaired = 0; repaired < 2; repaired++) {
    mutex_init(&m, &robust);
    SHOW(by_other(m_try, &m));
    SHOW(pthread_mutex_lock(&m));
    if (repaired) SHOW(pthread_mutex_consistent(&m));
    SHOW(pthread_mutex_unlock(&m));
    SHOW(pthread_mutex_lock(&m));
    SHOW(pthread_mutex_timedlock(&m, &past));
    SHOW(by_other(m_try_back, &m));
    SHOW(pthread_mutex_unlock(&m));
    SHOW(pthread_mutex_consistent(&m));
    SHOW(pthread_mutex_destroy(&m));
  }
  mutex_init(&m, &robust); /* dies again before anybody repaired it */
  SHOW(by_other(m_try, &m));
  SHOW(by_other(m_try, &m));
  SHOW(pthread_mutex_trylock(&m));
  SHOW(pthread_mutex_consistent(&m));
  SHOW(pthread_mutex_unlock(&m));
  SHOW(by_other(m_try_back, &m));
  mutex_init(&m, &robust_recursive);
  SHOW(by_other(m_try, &m));
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_unlock(&m));
  SHOW(pthread_mutex_unlock(&m));
  SHOW(pthread_mutex_unlock(&m));
  SHOW(pthread_mutex_lock(&m));
  mutex_init(&m, &recursive);
  for (int i = 0; i < 5; i++) SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_destroy(&m));
  for (int i = 0; i < 6; i++) SHOW(pthread_mutex_unlock(&m));
  SHOW(pthread_mutex_destroy(&m));
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_unlock(&m));
  mutex_init(&m, &errorcheck);
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_lock(&m));
  SHOW(by_other(m_unlock, &m));
  m = (pthread_mutex_t)PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP; /* anew, while held */
  SHOW(pthread_mutex_unlock(&m));
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_unlock(&m));
  m = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_trylock(&m));
  memset(&m, 0, sizeof m);
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_trylock(&m));
  SHOW(pthread_mutex_unlock(&m));
  SHOW(pthread_mutex_timedlock(&m, &negative));
  SHOW(pthread_mutex_timedlock(&m, &negative));
  SHOW(pthread_mutex_timedlock(&m, &bad_negative));
  m.__data.__kind = 9;
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_mutex_trylock(&m));
  SHOW(pthread_mutex_timedlock(&m, &past));
  SHOW(pthread_mutex_unlock(&m));
  SHOW(pthread_mutex_consistent(&m));
  int ceiling = 7;
  SHOW(pthread_mutex_getprioceiling(&m, &ceiling));
  SHOW(pthread_mutex_setprioceiling(&m, 5, &ceiling));
}

static void ceilings(void) {
  pthread_mutexattr_t a;
  pthread_mutex_t m;
  int c = -1;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT);
  SHOW(pthread_mutex_init(&m, &a));
  SHOW(pthread_mutex_getprioceiling(&m, &c));
  printf("ceiling %d\n", c);
  pthread_mutexattr_setprioceiling(&a, 20);
  SHOW(pthread_mutex_init(&m, &a));
  SHOW(pthread_mutex_getprioceiling(&m, &c));
  printf("ceiling %d\n", c);
  SHOW(pthread_mutex_setprioceiling(&m, 0, &c));
  SHOW(pthread_mutex_setprioceiling(&m, 100, &c));
  SHOW(pthread_mutex_destroy(&m));
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  SHOW(pthread_mutex_init(&m, &a));
}

/* ---- conditions ---- */

static void conditions(void) {
  pthread_cond_t c = PTHREAD_COND_INITIALIZER, mono;
  pthread_condattr_t a;
  pthread_condattr_init(&a);
  pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
  SHOW(pthread_cond_init(&mono, &a));
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  SHOW(pthread_mutex_lock(&m));
  SHOW(pthread_cond_timedwait(&c, &m, &past));
  SHOW(pthread_cond_timedwait(&mono, &m, &past));
  SHOW(pthread_cond_timedwait(&c, &m, &negative));
  SHOW(pthread_cond_timedwait(&c, &m, &bad));
  SHOW(pthread_cond_timedwait(&c, &m, &bad_negative));
  SHOW(pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &past));
  SHOW(pthread_cond_clockwait(&c, &m, CLOCK_REALTIME, &past));
  SHOW(pthread_cond_clockwait(&c, &m, CLOCK_PROCESS_CPUTIME_ID, &past));
  SHOW(pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &bad));
  SHOW(pthread_mutex_trylock(&m));
  SHOW(pthread_mutex_unlock(&m));
  SHOW(pthread_mutex_destroy(&m));
  SHOW(pthread_cond_timedwait(&c, &e, &past));
  SHOW(pthread_mutex_lock(&e));
  SHOW(pthread_cond_timedwait(&c, &e, &past));
  SHOW(pthread_mutex_unlock(&e));
  SHOW(pthread_cond_signal(&c));
  SHOW(pthread_cond_broadcast(&c));
  SHOW(pthread_cond_destroy(&c));
  SHOW(pthread_cond_destroy(&mono));
  pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  SHOW(pthread_mutex_lock(&r));
  SHOW(pthread_mutex_lock(&r));
  SHOW(pthread_cond_timedwait(&c, &r, &past));
  SHOW(pthread_mutex_unlock(&r));
  SHOW(pthread_mutex_unlock(&r));
  SHOW(pthread_mutex_unlock(&r));
}

/* ---- reader-writer locks ---- */

static int rw_tryrd(void *l) {
  int r = pthread_rwlock_tryrdlock(l);
  if (!r) pthread_rwlock_unlock(l);
  return r;
}
static int rw_trywr(void *l) {
  int r = pthread_rwlock_trywrlock(l);
  if (!r) pthread_rwlock_unlock(l);
  return r;
}
static int rw_rd_past(void *l) {
  int r = pthread_rwlock_timedrdlock(l, &past);
  if (!r) pthread_rwlock_unlock(l);
  return r;
}

static void rwlock_sequence(const char *seq, const void *arg) {
  pthread_rwlockattr_t a;
  pthread_rwlockattr_init(&a);
  pthread_rwlockattr_setkind_np(&a, *(const int *)arg);
  pthread_rwlock_t l;
  pthread_rwlock_init(&l, &a);
  int held = 0;
  bool writes = false;
  printf("rwlock %d %s:", *(const int *)arg, seq);
  for (const char *s = seq; *s; s++) {
    int r = 0;
    switch (*s) {
    case 'r': r = pthread_rwlock_tryrdlock(&l); break;
    case 'w': r = pthread_rwlock_trywrlock(&l); break;
    case 'R': r = pthread_rwlock_timedrdlock(&l, &past); break;
    case 'W': r = pthread_rwlock_timedwrlock(&l, &past); break;
    case 'C': r = pthread_rwlock_clockwrlock(&l, CLOCK_MONOTONIC, &past); break;
    case 'E': r = writes ? pthread_rwlock_rdlock(&l) : -1; break;
    case 'F': r = writes ? pthread_rwlock_wrlock(&l) : -1; break;
    case 'o': r = by_other(rw_tryrd, &l); break;
    case 'p': r = by_other(rw_trywr, &l); break;
    case 'U': r = held ? pthread_rwlock_unlock(&l) : -1; break;
    }
    printf(" %s", name(r));
    if (*s == 'U' && held)
      held--, writes = false;
    else if (strchr("rwRWC", *s) && r == 0)
      held++, writes = !strchr("rR", *s);
  }
  printf("\n");
  pthread_rwlock_destroy(&l);
}

static void rwlocks(void) {
  for (int kind = 0; kind < 3; kind++) {
    sequences("rwRWCEFU", 4, rwlock_sequence, &kind);
    sequences("rwUop", 4, rwlock_sequence, &kind);
  }
  pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
  SHOW(pthread_rwlock_timedrdlock(&l, &bad));
  SHOW(pthread_rwlock_timedwrlock(&l, &bad));
  SHOW(pthread_rwlock_clockrdlock(&l, CLOCK_PROCESS_CPUTIME_ID, &past));
  SHOW(pthread_rwlock_clockwrlock(&l, 999, &past));
  SHOW(pthread_rwlock_wrlock(&l));
  SHOW(pthread_rwlock_timedwrlock(&l, &bad));
  SHOW(pthread_rwlock_wrlock(&l));
  SHOW(pthread_rwlock_rdlock(&l));
  SHOW(by_other(rw_rd_past, &l));
  SHOW(pthread_rwlock_unlock(&l));
  SHOW(pthread_rwlock_destroy(&l));
}

/* ---- the small ones ---- */

static void semaphores(void) {
  sem_t s;
  int v;
  SHOW_ERRNO(sem_init(&s, 0, (unsigned)INT_MAX + 1));
  for (unsigned start = 0; start < 3; start++) {
    SHOW_ERRNO(sem_init(&s, 0, start));
    for (int i = 0; i < 4; i++) {
      SHOW_ERRNO(sem_trywait(&s));
      SHOW_ERRNO(sem_timedwait(&s, &past));
      sem_getvalue(&s, &v);
      printf("value %d\n", v);
    }
    SHOW_ERRNO(sem_timedwait(&s, &bad));
    SHOW_ERRNO(sem_timedwait(&s, &negative));
    SHOW_ERRNO(sem_clockwait(&s, CLOCK_MONOTONIC, &past));
    SHOW_ERRNO(sem_clockwait(&s, CLOCK_PROCESS_CPUTIME_ID, &past));
    SHOW_ERRNO(sem_post(&s));
    SHOW_ERRNO(sem_clockwait(&s, CLOCK_MONOTONIC, &bad));
    SHOW_ERRNO(sem_wait(&s));
    SHOW_ERRNO(sem_destroy(&s));
  }
  SHOW_ERRNO(sem_init(&s, 1, INT_MAX));
  SHOW_ERRNO(sem_post(&s));
  SHOW_ERRNO(sem_wait(&s));
  SHOW_ERRNO(sem_post(&s));
  SHOW_ERRNO(sem_post(&s));
}

static int once_runs;
static void once_routine(void) { once_runs++; }

static void barriers_spins_onces(void) {
  pthread_barrier_t b;
  SHOW(pthread_barrier_init(&b, NULL, 0));
  SHOW(pthread_barrier_init(&b, NULL, UINT_MAX));
  SHOW(pthread_barrier_init(&b, NULL, 1));
  for (int i = 0; i < 3; i++) SHOW(pthread_barrier_wait(&b));
  SHOW(pthread_barrier_destroy(&b));
  pthread_spinlock_t s;
  SHOW(pthread_spin_init(&s, 0));
  SHOW(pthread_spin_trylock(&s));
  SHOW(pthread_spin_trylock(&s));
  SHOW(pthread_spin_unlock(&s));
  SHOW(pthread_spin_lock(&s));
  SHOW(pthread_spin_trylock(&s));
  SHOW(pthread_spin_unlock(&s));
  SHOW(pthread_spin_unlock(&s));
  SHOW(pthread_spin_lock(&s));
  s = 0; /* zero is a held one on this machine */
  SHOW(pthread_spin_trylock(&s));
  SHOW(pthread_spin_destroy(&s));
  pthread_once_t once = PTHREAD_ONCE_INIT;
  once_flag flag = ONCE_FLAG_INIT;
  for (int i = 0; i < 3; i++) {
    SHOW(pthread_once(&once, once_routine));
    call_once(&flag, once_routine);
  }
  once = PTHREAD_ONCE_INIT;
  SHOW(pthread_once(&once, once_routine));
  printf("runs %d\n", once_runs);
  flockfile(stdout);
  SHOW(ftrylockfile(stdout));
  funlockfile(stdout);
  funlockfile(stdout);
}

static int mtx_try_back(void *m) {
  int r = mtx_trylock(m);
  if (r == thrd_success) mtx_unlock(m);
  return r;
}
static void c11_sequence(const char *seq, const void *arg) {
  mtx_t m;
  int type = *(const int *)arg;
  printf("mtx %d %s: %d", type, seq, mtx_init(&m, type));
  for (const char *s = seq; *s; s++) {
    int r = 0;
    switch (*s) {
    case 'T': r = mtx_trylock(&m); break;
    case 'P': r = mtx_timedlock(&m, &past); break;
    case 'B': r = mtx_timedlock(&m, &bad); break;
    case 'U': r = mtx_unlock(&m); break;
    case 'O': r = by_other(mtx_try_back, &m); break;
    }
    printf(" %d", r);
  }
  printf("\n");
  mtx_destroy(&m);
}

static int c11_thread(void *arg) { return *(int *)arg; }
static void c11(void) {
  static const int types[] = {mtx_plain, mtx_timed, mtx_plain | mtx_recursive, mtx_timed | mtx_recursive};
  for (int i = 0; i < 4; i++) sequences("TPBUO", 3, c11_sequence, &types[i]);
  mtx_t m;
  cnd_t c;
  for (int type = 4; type < 40; type++)
    printf("mtx %d: %d %d %d\n", type, mtx_init(&m, type), mtx_trylock(&m), mtx_trylock(&m));
  mtx_init(&m, mtx_plain);
  SHOW(cnd_init(&c));
  SHOW(mtx_lock(&m));
  SHOW(cnd_timedwait(&c, &m, &past));
  SHOW(cnd_timedwait(&c, &m, &bad));
  SHOW(cnd_signal(&c));
  SHOW(cnd_broadcast(&c));
  SHOW(mtx_unlock(&m));
  cnd_destroy(&c);
  thrd_t t;
  int value = 41, res = 0;
  SHOW(thrd_create(&t, c11_thread, &value));
  SHOW(thrd_join(t, &res));
  printf("result %d\n", res);
  SHOW(thrd_create(&t, c11_thread, &value));
  SHOW(thrd_join(t, NULL));
}

/* ---- threads ---- */

static sem_t gate, told;
static void *at_gate(void *arg) {
  sem_post(&told);
  while (sem_wait(&gate)) {
  }
  sem_post(&told);
  return arg;
}
/* Lets it through, and waits until it is. */
static void open_gate(void) {
  sem_post(&gate);
  while (sem_wait(&told)) {
  }
}
static void *joins_main(void *arg) {
  int r = pthread_join((pthread_t)arg, NULL);
  return (void *)(long)r;
}
static void *joins_itself(void *arg) { return (void *)(long)pthread_join(pthread_self(), NULL); }

static void threads(void) {
  pthread_t t, u;
  void *got = NULL;
  sem_init(&gate, 0, 0);
  sem_init(&told, 0, 0);
  SHOW(pthread_create(&t, NULL, at_gate, (void *)7));
  sem_wait(&told);
  SHOW(pthread_tryjoin_np(t, &got));
  SHOW(pthread_timedjoin_np(t, &got, &past));
  SHOW(pthread_clockjoin_np(t, &got, CLOCK_MONOTONIC, &past));
  SHOW(pthread_clockjoin_np(t, &got, CLOCK_PROCESS_CPUTIME_ID, &past));
  open_gate();
  SHOW(pthread_join(t, &got));
  printf("got %ld\n", (long)got);
  SHOW(pthread_create(&t, NULL, at_gate, (void *)8));
  sem_wait(&told);
  SHOW(pthread_detach(t));
  SHOW(pthread_detach(t));
  SHOW(pthread_join(t, &got));
  SHOW(pthread_timedjoin_np(t, &got, &past));
  SHOW(pthread_tryjoin_np(t, &got));
  open_gate();
  SHOW(pthread_create(&t, NULL, joins_itself, NULL));
  SHOW(pthread_join(t, &got));
  printf("joining itself: %s\n", name((int)(long)got));
  /* It waits for main until the end. */
  SHOW(pthread_create(&u, NULL, joins_main, (void *)pthread_self()));
  SHOW(pthread_join(pthread_self(), NULL));
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
  SHOW(pthread_create(&t, &a, at_gate, NULL));
  sem_wait(&told);
  SHOW(pthread_join(t, NULL));
  open_gate();
}

/* ---- cancellation ---- */

static pthread_mutex_t cm = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t cc = PTHREAD_COND_INITIALIZER;
static pthread_t gate_thread;
static int cleaned;
static void unlock_cm(void *arg) {
  cleaned++;
  printf("clean-up: unlock = %s\n", name(pthread_mutex_unlock(&cm)));
}
static void just_clean(void *arg) { cleaned++; }
static void *waits_cond(void *arg) {
  pthread_mutex_lock(&cm);
  pthread_cleanup_push(unlock_cm, NULL);
  sem_post(&told);
  for (;;) pthread_cond_wait(&cc, &cm);
  pthread_cleanup_pop(0);
  return NULL;
}
static void *waits_sem(void *arg) {
  pthread_cleanup_push(just_clean, NULL);
  sem_post(&told);
  sem_wait(&gate);
  pthread_cleanup_pop(0);
  return NULL;
}
static void *waits_join(void *arg) {
  pthread_cleanup_push(just_clean, NULL);
  sem_post(&told);
  pthread_join(gate_thread, NULL);
  pthread_cleanup_pop(0);
  return NULL;
}
static void *cannot_be_cancelled(void *arg) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  sem_post(&told);
  int r = sem_wait(&gate);
  return (void *)(long)(r ? 2 : 3);
}
static void *cancels_itself(void *arg) {
  pthread_cancel(pthread_self());
  int bad_codes =
      pthread_mutex_lock(&cm) || pthread_mutex_unlock(&cm); /* no cancellation points; printf is one */
  sem_trywait(&gate);
  if (bad_codes) return NULL;
  pthread_cleanup_push(just_clean, NULL);
  pthread_testcancel();
  pthread_cleanup_pop(0);
  return NULL;
}
static void once_cancelled(void) {
  once_runs++;
  pthread_cancel(pthread_self());
  pthread_testcancel();
}
static pthread_once_t torn = PTHREAD_ONCE_INIT;
static void *tears_once(void *arg) {
  pthread_once(&torn, once_cancelled);
  return NULL;
}

static void cancel_one(const char *what, void *(*f)(void *), bool let_settle) {
  pthread_t t;
  void *got = NULL;
  cleaned = 0;
  pthread_create(&t, NULL, f, NULL);
  if (let_settle) sem_wait(&told);
  int r = let_settle ? pthread_cancel(t) : 0;
  if (f == cannot_be_cancelled) sem_post(&gate);
  pthread_join(t, &got);
  printf("%s: cancel %s, %s %ld, cleaned %d\n", what, name(r),
         got == PTHREAD_CANCELED ? "cancelled" : "returned", got == PTHREAD_CANCELED ? 0 : (long)got,
         cleaned);
}

static void cancellation(void) {
  cancel_one("condition wait", waits_cond, true);
  cancel_one("semaphore wait", waits_sem, true);
  pthread_create(&gate_thread, NULL, at_gate, NULL);
  sem_wait(&told);
  cancel_one("join", waits_join, true);
  open_gate();
  SHOW(pthread_join(gate_thread, NULL));
  cancel_one("disabled", cannot_be_cancelled, true);
  cancel_one("itself", cancels_itself, false);
  once_runs = 0;
  cancel_one("once", tears_once, false);
  SHOW(pthread_once(&torn, once_routine));
  SHOW(pthread_once(&torn, once_routine));
  printf("runs %d\n", once_runs);
  SHOW(pthread_mutex_trylock(&cm));
}

/* ---- a child by fork goes on with libc alone ---- */

static void *counts(void *arg) {
  for (int i = 0; i < 1000; i++) {
    pthread_mutex_lock(&cm);
    ++*(int *)arg;
    pthread_mutex_unlock(&cm);
  }
  return NULL;
}
static void forked(void) {
  pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_unlock(&cm);
  pthread_rwlock_rdlock(&l);
  pthread_mutex_lock(&m);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(20);
    int n = 0;
    pthread_t t[4];
    for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, counts, &n);
    for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
    printf("child: counted %d, unlock %s, rwlock %s %s, once %s\n", n, name(pthread_mutex_unlock(&m)),
           name(pthread_rwlock_trywrlock(&l)), name(pthread_rwlock_unlock(&l)),
           name(pthread_once(&torn, once_routine)));
    fflush(stdout);
    _exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  printf("child ended %d\n", status);
}

int main(void) {
  mutexes();
  mutex_stories();
  ceilings();
  conditions();
  rwlocks();
  semaphores();
  barriers_spins_onces();
  c11();
  threads();
  cancellation();
  forked();
  return 0;
}
