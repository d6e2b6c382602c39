/* System V semaphores, messages and shared memory within the world of an exploration: see world.h. What the
 * recorded run did to them is done here, so that at the race they are as it left them; objects that were
 * there before the run began are as far known as the run touched them. */
#include "runtime/world/answers.h"
#include "runtime/world/world.h"
#include "runtime/world/world_card.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <time.h>

enum kind { SEMAPHORES, MESSAGES, MEMORY };
enum { FIRST_ID = 0x40000000, MOST_BYTES = 16384, MOST_VALUE = 32767 };
struct message {
  struct message *next;
  int64_t type;
  uint64_t len;
  uint8_t data[];
};
struct object {
  struct object *next;
  enum kind kind;
  bool removed;
  int64_t key, id;
  uint64_t size;   /* semaphores in the set; bytes of memory */
  uint16_t *value; /* of the semaphores */
  struct message *first;
  uint64_t bytes, count; /* in the messages */
  uint8_t *contents;     /* of memory that nobody has attached */
};
static struct object *all;
static int64_t next_id = FIRST_ID;

static struct object *find(enum kind kind, int64_t id) {
  for (struct object *o = all; o; o = o->next)
    if (o->kind == kind && o->id == id && !o->removed) return o;
  return NULL;
}

static struct object *make(enum kind kind, int64_t key, int64_t id, uint64_t size) {
  struct object *o = omrt_alloc(sizeof *o);
  *o = (struct object){.next = all, .kind = kind, .key = key, .id = id, .size = size};
  if (kind == SEMAPHORES) o->value = omrt_alloc((size + 1) * sizeof *o->value);
  all = o;
  return o;
}

/* One that the recorded run used, wherever it had it from. */
static struct object *known(enum kind kind, int64_t id, uint64_t size) {
  struct object *o = find(kind, id);
  return o ? o : make(kind, IPC_PRIVATE, id, size);
}

static int64_t get(enum kind kind, int64_t key, uint64_t size, int flags) {
  for (struct object *o = key == IPC_PRIVATE ? NULL : all; o; o = o->next) {
    if (o->kind != kind || o->key != key || o->removed) continue;
    if ((flags & (IPC_CREAT | IPC_EXCL)) == (IPC_CREAT | IPC_EXCL)) return -EEXIST;
    return size > o->size && kind != MESSAGES ? -EINVAL : o->id;
  }
  if (key != IPC_PRIVATE && !(flags & IPC_CREAT)) return -ENOENT;
  if ((!size && kind != MESSAGES) || (kind == SEMAPHORES && size > 32000)) return -EINVAL;
  return make(kind, key, next_id++, size)->id;
}

static int64_t remove_object(struct object *o) {
  o->removed = true;
  omrt_world_changed();
  return 0;
}

/* ---- semaphores ---- */

struct semop {
  struct object *o;
  const struct sembuf *op;
  uint64_t n;
};

/* The operation that cannot be done; n: all can. */
static uint64_t in_the_way(const struct semop *s) {
  for (uint64_t i = 0; i < s->n; i++) {
    int64_t v = s->o->value[s->op[i].sem_num];
    for (uint64_t k = 0; k < i; k++)
      if (s->op[k].sem_num == s->op[i].sem_num) v += s->op[k].sem_op;
    if (s->op[i].sem_op ? v + s->op[i].sem_op < 0 : v != 0) return i;
  }
  return s->n;
}
static bool may_go(void *arg) {
  const struct semop *s = arg;
  uint64_t i = s->o->removed ? s->n : in_the_way(s);
  return i == s->n || (s->op[i].sem_flg & IPC_NOWAIT);
}

static void apply(const struct semop *s) {
  for (uint64_t i = 0; i < s->n; i++) {
    int64_t v = (int64_t)s->o->value[s->op[i].sem_num] + s->op[i].sem_op;
    s->o->value[s->op[i].sem_num] = (uint16_t)(v < 0 ? 0 : v > MOST_VALUE ? MOST_VALUE : v);
  }
  omrt_world_changed();
}

static int64_t operate(const uint64_t a[6], const struct timespec *ts) {
  struct semop s = {find(SEMAPHORES, (int64_t)a[0]), (void *)a[1], a[2]};
  if (!s.n) return -EINVAL;
  if (s.n > 500) return -E2BIG;
  if (!omrt_readable(s.op, s.n * sizeof *s.op) || (ts && !omrt_readable(ts, sizeof *ts))) return -EFAULT;
  if (!s.o) return -EINVAL;
  for (uint64_t i = 0; i < s.n; i++)
    if (s.op[i].sem_num >= s.o->size) return -EFBIG;
  int64_t ns = ts ? omrt_timespec_ns(ts) : 0;
  int64_t deadline =
      ts ? omrt_world_time(CLOCK_MONOTONIC) + (ns > OMRT_NEVER / 4 ? OMRT_NEVER / 4 : ns) : OMRT_NEVER;
  int64_t bad = omrt_world_wait(may_go, &s, s.o, deadline, OMRT_WORLD_POLLS | OMRT_WORLD_SHARED);
  if (bad) return bad == -ETIMEDOUT ? -EAGAIN : bad;
  if (s.o->removed) return -EIDRM;
  if (in_the_way(&s) < s.n) return -EAGAIN;
  apply(&s);
  return 0;
}

static int64_t all_values(struct object *o, uint16_t *values, bool set) {
  if (!omrt_readable(values, o->size * 2)) return -EFAULT;
  memcpy(set ? o->value : values, set ? values : o->value, o->size * 2);
  return 0;
}

static int64_t control_semaphores(const uint64_t a[6]) {
  struct object *o = find(SEMAPHORES, (int64_t)a[0]);
  struct semid_ds *about = (void *)a[3];
  int64_t bad;
  if (!o) return -EINVAL;
  switch (a[2] & 0xff) {
  case GETVAL:
  case SETVAL:
  case GETPID:
  case GETNCNT:
  case GETZCNT:
    if (a[1] >= o->size) return -EINVAL;
  }
  switch (a[2] & 0xff) {
  case GETVAL: return o->value[a[1]];
  case GETPID: return omrt_pid;
  case GETNCNT:
  case GETZCNT: return 0;
  case SETVAL:
    if ((int)a[3] < 0 || (int)a[3] > MOST_VALUE) return -ERANGE;
    o->value[a[1]] = (uint16_t)a[3];
    omrt_world_changed();
    return 0;
  case GETALL: return all_values(o, (void *)a[3], false);
  case SETALL:
    bad = all_values(o, (void *)a[3], true);
    omrt_world_changed();
    return bad;
  case IPC_STAT:
    if (!omrt_readable(about, sizeof *about)) return -EFAULT;
    *about = (struct semid_ds){.sem_perm.__key = (int)o->key, .sem_perm.mode = 0600, .sem_nsems = o->size};
    return 0;
  case IPC_RMID: return remove_object(o);
  }
  return 0;
}

static void saw_control(const uint64_t a[6], int64_t ret) {
  struct object *o = known(SEMAPHORES, (int64_t)a[0], a[1] + 1);
  int cmd = (int)a[2] & 0xff;
  if (cmd == GETVAL && a[1] < o->size) o->value[a[1]] = (uint16_t)ret;
  if (cmd == GETALL) all_values(o, (void *)a[3], true);
  if (cmd == SETVAL || cmd == SETALL || cmd == IPC_RMID) control_semaphores(a);
}

static void saw_operate(const uint64_t a[6]) {
  struct semop s = {NULL, (void *)a[1], a[2]};
  uint64_t size = 1;
  for (uint64_t i = 0; i < s.n; i++)
    if (s.op[i].sem_num >= size) size = s.op[i].sem_num + 1u;
  s.o = known(SEMAPHORES, (int64_t)a[0], size);
  if (size <= s.o->size) apply(&s);
}

/* ---- messages ---- */

struct receive {
  struct object *o;
  int64_t type;
  int flags;
};

static struct message **choose(const struct receive *r) {
  struct message **best = NULL;
  for (struct message **m = &r->o->first; *m; m = &(*m)->next) {
    int64_t t = (*m)->type;
    bool fits = !r->type      ? true
                : r->type > 0 ? (t == r->type) != ((r->flags & 020000 /* MSG_EXCEPT */) != 0)
                              : t <= -r->type && (!best || t < (*best)->type);
    if (!fits) continue;
    best = m;
    if (r->type >= 0) break;
  }
  return best;
}
static bool has_message(void *arg) { return ((struct receive *)arg)->o->removed || choose(arg); }

static void take_out(struct object *o, struct message **m) {
  struct message *gone = *m;
  *m = gone->next;
  o->bytes -= gone->len;
  o->count--;
  omrt_free(gone, sizeof *gone + gone->len);
  omrt_world_changed();
}

static int64_t receive(const uint64_t a[6]) {
  struct receive r = {find(MESSAGES, (int64_t)a[0]), (int64_t)a[3], (int)a[4]};
  if (!r.o || (int64_t)a[2] < 0) return -EINVAL;
  if (!omrt_writable((void *)a[1], 8 + (a[2] < MOST_BYTES ? a[2] : 0))) return -EFAULT;
  if (!has_message(&r)) {
    if (r.flags & IPC_NOWAIT) return -ENOMSG;
    int64_t bad = omrt_world_wait(has_message, &r, r.o, OMRT_NEVER, OMRT_WORLD_POLLS | OMRT_WORLD_SHARED);
    if (bad) return bad;
  }
  if (r.o->removed) return -EIDRM;
  struct message **m = choose(&r);
  uint64_t len = (*m)->len;
  if (len > a[2] && !(r.flags & MSG_NOERROR)) return -E2BIG;
  if (len > a[2]) len = a[2];
  memcpy((void *)a[1], &(*m)->type, 8);
  omrt_world_move((uint8_t *)a[1] + 8, (*m)->data, len);
  take_out(r.o, m);
  return (int64_t)len;
}

static void put(struct object *o, const uint8_t *from, uint64_t len) {
  struct message *m = omrt_alloc(sizeof *m + len), **at = &o->first;
  memcpy(&m->type, from, 8);
  m->len = len;
  omrt_world_move(m->data, from + 8, len);
  while (*at) at = &(*at)->next;
  *at = m;
  o->bytes += len;
  o->count++;
  omrt_world_changed();
}

struct sending {
  struct object *o;
  uint64_t len;
};
static bool has_room(void *arg) {
  const struct sending *s = arg;
  return s->o->removed || (s->o->bytes + s->len <= MOST_BYTES && s->o->count < MOST_BYTES);
}

static int64_t send(const uint64_t a[6]) {
  struct sending s = {find(MESSAGES, (int64_t)a[0]), a[2]};
  int64_t type;
  if (!s.o || a[2] > 8192) return -EINVAL;
  if (!omrt_readable((void *)a[1], 8 + a[2])) return -EFAULT;
  memcpy(&type, (void *)a[1], 8);
  if (type < 1) return -EINVAL;
  if (!has_room(&s)) {
    if (a[3] & IPC_NOWAIT) return -EAGAIN;
    int64_t bad = omrt_world_wait(has_room, &s, s.o, OMRT_NEVER, OMRT_WORLD_POLLS | OMRT_WORLD_SHARED);
    if (bad) return bad;
  }
  if (s.o->removed) return -EIDRM;
  put(s.o, (void *)a[1], a[2]);
  return 0;
}

/* The first of that type went. */
static void saw_receive(const uint64_t a[6]) {
  struct receive r = {known(MESSAGES, (int64_t)a[0], 0), 0, 0};
  memcpy(&r.type, (void *)a[1], 8);
  struct message **m = choose(&r);
  if (m) take_out(r.o, m);
}

static int64_t control_messages(const uint64_t a[6]) {
  struct object *o = find(MESSAGES, (int64_t)a[0]);
  struct msqid_ds *about = (void *)a[2];
  if (!o) return -EINVAL;
  if ((a[1] & 0xff) == IPC_RMID) return remove_object(o);
  if ((a[1] & 0xff) != IPC_STAT) return 0;
  if (!omrt_readable(about, sizeof *about)) return -EFAULT;
  *about = (struct msqid_ds){.msg_perm.__key = (int)o->key,
                             .msg_perm.mode = 0600,
                             .__msg_cbytes = o->bytes,
                             .msg_qnum = o->count,
                             .msg_qbytes = MOST_BYTES};
  return 0;
}

/* ---- memory: a copy for each that attaches it ---- */

int64_t omrt_ipc_attach(const uint64_t a[6], int64_t *len) {
  struct object *o = find(MEMORY, (int64_t)a[0]);
  if (!o) return -EINVAL;
  *len = (int64_t)((o->size + 4095) & ~4095ull);
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | (a[1] ? MAP_FIXED_NOREPLACE : 0);
  long got = OMRT_SYS6(SYS_mmap, a[1], *len, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (got < 0) return -EINVAL;
  if (o->contents) memcpy((void *)got, o->contents, o->size);
  if (a[2] & SHM_RDONLY) OMRT_SYS3(SYS_mprotect, got, *len, PROT_READ);
  return got;
}

void omrt_ipc_detach(int64_t id, const void *from) {
  struct object *o = find(MEMORY, id);
  if (!o) return;
  if (!o->contents) o->contents = omrt_alloc(o->size);
  memcpy(o->contents, from, o->size);
}

static int64_t control_memory(const uint64_t a[6]) {
  struct object *o = find(MEMORY, (int64_t)a[0]);
  struct shmid_ds *about = (void *)a[2];
  if (!o) return -EINVAL;
  if ((a[1] & 0xff) == IPC_RMID) return remove_object(o);
  if ((a[1] & 0xff) != IPC_STAT) return 0;
  if (!omrt_readable(about, sizeof *about)) return -EFAULT;
  *about = (struct shmid_ds){.shm_perm.__key = (int)o->key, .shm_perm.mode = 0600, .shm_segsz = o->size};
  return 0;
}

/* ---- calls ---- */

OMRT_ANSWER(semget) { return get(SEMAPHORES, (int)a[0], a[1], (int)a[2]); }
OMRT_ANSWER(semop) { return operate(a, NULL); }
OMRT_ANSWER(semtimedop) { return operate(a, (void *)a[3]); }
OMRT_ANSWER(semctl) { return control_semaphores(a); }
OMRT_ANSWER(msgget) { return get(MESSAGES, (int)a[0], 0, (int)a[1]); }
OMRT_ANSWER(msgsnd) { return send(a); }
OMRT_ANSWER(msgrcv) { return receive(a); }
OMRT_ANSWER(msgctl) { return control_messages(a); }
OMRT_ANSWER(shmget) { return get(MEMORY, (int)a[0], a[1], (int)a[2]); }
OMRT_ANSWER(shmctl) { return control_memory(a); }

OMRT_SAW(semget) { known(SEMAPHORES, ret, a[1])->key = (int)a[0]; }
OMRT_SAW(msgget) { known(MESSAGES, ret, 0)->key = (int)a[0]; }
OMRT_SAW(shmget) { known(MEMORY, ret, a[1])->key = (int)a[0]; }
OMRT_SAW(semop) { saw_operate(a); }
OMRT_SAW(semctl) { saw_control(a, ret); }
OMRT_SAW(msgsnd) { put(known(MESSAGES, (int64_t)a[0], 0), (void *)a[1], a[2]); }
OMRT_SAW(msgrcv) { saw_receive(a); }
OMRT_SAW(shmctl) {
  if ((a[1] & 0xff) == IPC_RMID) control_memory(a);
}
