/* Threads on one LMDB environment: two write, each a transaction at a time, with puts and deletions; two read
 * all that there is, in snapshots that must not go back in time. usage: lmdb_threads ROUNDS FILE */
#include <lmdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define E(x)                                                                                                 \
  do {                                                                                                       \
    int r_ = (x);                                                                                            \
    if (r_) {                                                                                                \
      fprintf(stderr, "%s: %s\n", #x, mdb_strerror(r_));                                                     \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)
static MDB_env *env;
static MDB_dbi dbi;
static int rounds;
static void *writer(void *p) {
  long id = (long)p;
  for (int i = 0; i < rounds; i++) {
    MDB_txn *t;
    E(mdb_txn_begin(env, 0, 0, &t));
    MDB_val k = {5, "total"}, v;
    long sum = 0;
    if (!mdb_get(t, dbi, &k, &v)) memcpy(&sum, v.mv_data, sizeof sum);
    sum++;
    v = (MDB_val){sizeof sum, &sum};
    E(mdb_put(t, dbi, &k, &v, 0));
    char name[32];
    int n = snprintf(name, sizeof name, "k%ld-%d", id, i);
    MDB_val k2 = {(size_t)n, name}, v2 = {(size_t)n, name};
    E(mdb_put(t, dbi, &k2, &v2, 0));
    if (i % 4 == 3) {
      n = snprintf(name, sizeof name, "k%ld-%d", id, i - 2);
      k2.mv_size = (size_t)n;
      E(mdb_del(t, dbi, &k2, 0));
    }
    E(mdb_txn_commit(t));
  }
  return p;
}
static void *reader(void *p) {
  long last = 0, seen = 0;
  for (int i = 0; i < rounds; i++) {
    MDB_txn *t;
    E(mdb_txn_begin(env, 0, MDB_RDONLY, &t));
    MDB_cursor *c;
    MDB_val k, v;
    E(mdb_cursor_open(t, dbi, &c));
    long n = 0, sum = 0;
    while (!mdb_cursor_get(c, &k, &v, MDB_NEXT)) {
      if (k.mv_size == 5 && !memcmp(k.mv_data, "total", 5))
        memcpy(&sum, v.mv_data, sizeof sum);
      else
        n++;
    }
    if (sum < last) {
      fprintf(stderr, "back in time\n");
      exit(2);
    }
    last = sum;
    seen += n;
    mdb_cursor_close(c);
    mdb_txn_abort(t);
  }
  return (void *)seen;
}
int main(int argc, char **argv) {
  if (argc != 3) return 2;
  rounds = atoi(argv[1]);
  E(mdb_env_create(&env));
  E(mdb_env_set_mapsize(env, 4 << 20));
  E(mdb_env_set_maxreaders(env, 16));
  E(mdb_env_open(env, argv[2], MDB_NOSUBDIR, 0644));
  MDB_txn *t;
  E(mdb_txn_begin(env, 0, 0, &t));
  E(mdb_dbi_open(t, 0, 0, &dbi));
  E(mdb_drop(t, dbi, 0));
  E(mdb_txn_commit(t));
  pthread_t th[4];
  for (long i = 0; i < 4; i++) pthread_create(th + i, 0, i < 2 ? writer : reader, (void *)i);
  for (int i = 0; i < 4; i++) pthread_join(th[i], 0);
  E(mdb_txn_begin(env, 0, MDB_RDONLY, &t));
  MDB_val k = {5, "total"}, v;
  long sum;
  E(mdb_get(t, dbi, &k, &v));
  memcpy(&sum, v.mv_data, sizeof sum);
  MDB_stat st;
  E(mdb_stat(t, dbi, &st));
  mdb_txn_abort(t);
  mdb_env_close(env);
  printf("%ld %zu\n", sum, st.ms_entries);
  return 0;
}
