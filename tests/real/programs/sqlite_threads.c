/* Threads on one SQLite database:  sqlite_threads FILE wal|delete  THREADS ROUNDS
 * Writers with a connection each move money between accounts in transactions, a reader with a connection of its own
 * looks at sums that must not change, and two threads share a connection. Ends with 0 when no money was lost. */
#include "sqlite3.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACCOUNTS = 10, EACH = 100 };
static const char *file, *mode;
static int rounds;
static sqlite3 *shared;

static void must(sqlite3 *db, int rc, const char *what) {
  if (rc == SQLITE_OK || rc == SQLITE_DONE || rc == SQLITE_ROW) return;
  fprintf(stderr, "sqlite_threads: %s: %s\n", what, sqlite3_errmsg(db));
  exit(1);
}
static void run(sqlite3 *db, const char *sql) { must(db, sqlite3_exec(db, sql, NULL, NULL, NULL), sql); }
static long ask(sqlite3 *db, const char *sql) {
  sqlite3_stmt *s;
  must(db, sqlite3_prepare_v2(db, sql, -1, &s, NULL), sql);
  must(db, sqlite3_step(s), sql);
  long n = (long)sqlite3_column_int64(s, 0);
  sqlite3_finalize(s);
  return n;
}
static sqlite3 *join(void) {
  sqlite3 *db;
  must(NULL, sqlite3_open(file, &db), "open");
  sqlite3_busy_timeout(db, 60000);
  char sql[64];
  snprintf(sql, sizeof sql, "PRAGMA journal_mode=%s", mode);
  run(db, sql);
  run(db, "PRAGMA synchronous=OFF");
  return db;
}

static void *writer(void *arg) {
  int me = (int)(long)arg;
  sqlite3 *db = join();
  for (int i = 0; i < rounds; i++) {
    char sql[160];
    run(db, "BEGIN IMMEDIATE");
    snprintf(sql, sizeof sql, "UPDATE account SET money = money - 1 WHERE id = %d", (me + i) % ACCOUNTS);
    run(db, sql);
    snprintf(sql, sizeof sql, "UPDATE account SET money = money + 1 WHERE id = %d", (me * 3 + i + 1) % ACCOUNTS);
    run(db, sql);
    run(db, i % 4 == 3 ? "ROLLBACK" : "COMMIT");
  }
  sqlite3_close(db);
  return NULL;
}
static void *reader(void *arg) {
  sqlite3 *db = join();
  long *wrong = arg;
  for (int i = 0; i < rounds; i++) *wrong += ask(db, "SELECT sum(money) FROM account") != ACCOUNTS * EACH;
  sqlite3_close(db);
  return NULL;
}
static void *sharer(void *arg) {
  for (int i = 0; i < rounds; i++) run(shared, "INSERT INTO note(text) VALUES (hex(randomblob(8)))");
  return arg;
}

int main(int argc, char **argv) {
  if (argc != 5) return fprintf(stderr, "usage: sqlite_threads FILE wal|delete THREADS ROUNDS\n"), 2;
  file = argv[1], mode = argv[2], rounds = atoi(argv[4]);
  int writers = atoi(argv[3]), n = 0;
  pthread_t thread[64];
  if (writers < 1 || writers > 60) return 2;
  long wrong = 0;
  shared = join();
  run(shared, "DROP TABLE IF EXISTS account; DROP TABLE IF EXISTS note");
  run(shared, "CREATE TABLE account(id INTEGER PRIMARY KEY, money INTEGER); CREATE TABLE note(text)");
  for (int i = 0; i < ACCOUNTS; i++) {
    char sql[64];
    snprintf(sql, sizeof sql, "INSERT INTO account VALUES (%d, %d)", i, EACH);
    run(shared, sql);
  }
  for (long i = 0; i < writers; i++) pthread_create(&thread[n++], NULL, writer, (void *)i);
  pthread_create(&thread[n++], NULL, reader, &wrong);
  for (int i = 0; i < 2; i++) pthread_create(&thread[n++], NULL, sharer, NULL);
  while (n > 0) pthread_join(thread[--n], NULL);
  wrong += ask(shared, "SELECT sum(money) FROM account") != ACCOUNTS * EACH;
  wrong += ask(shared, "SELECT count(*) FROM note") != 2 * rounds;
  sqlite3_close(shared);
  printf("%s: %s\n", mode, wrong ? "money was lost" : "all money is there");
  return wrong != 0;
}
