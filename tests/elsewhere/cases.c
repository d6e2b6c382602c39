/* Races that only another path has: with the tested input no thread touches what they race on. A case is a condition on the
 * input, CASE(name, kind of input, tested input, input that has the race, what the race does, condition). With CASE_LOCKED a
 * mutex orders the accesses: the twin, which is silent. tests/elsewhere/run has the rest. */
#include <ctype.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int argc;
static char **argv;
static const char *arg(int i) { return i < argc ? argv[i] : ""; }
static const char *input(void) { /* standard input, or the file `in` */
  static char text[256];
  ssize_t n = read(getenv("CASE_FILE") ? open("in", O_RDONLY) : 0, text, sizeof text - 1);
  text[n > 0 ? n : 0] = 0;
  return text;
}
static const char *variable(void) { return getenv("CASE_IN") ? getenv("CASE_IN") : ""; }
static int option(int letter) {
  int c, found = 0;
  while ((c = getopt(argc, argv, "ab:x")) != -1) found |= c == letter;
  return found;
}
static int sum(const char *s) {
  int n = 0;
  while (*s) n += (unsigned char)*s++;
  return n;
}

#define CASE(name, kind, tested, racy, harm, condition) \
  static int name(void) { return condition; }
#include "cases.def"
#undef CASE

static const struct {
  const char *name, *harm;
  int (*condition)(void);
} cases[] = {
#define CASE(name, kind, tested, racy, harm, condition) {#name, harm, name},
#include "cases.def"
};

static int on, locked, value, count, *pointer = &value;
static const char *harm = "";
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) {
  if (locked) pthread_mutex_lock(&mutex);
}
static void unlock(void) {
  if (locked) pthread_mutex_unlock(&mutex);
}
static void *writer(void *p) {
  if (!on) return p;
  lock();
  if (!strcmp(harm, "crash")) pointer = locked ? &count : NULL;
  if (!strcmp(harm, "output")) value = 1;
  if (!strcmp(harm, "abort")) count++;
  unlock();
  return p;
}
static void *reader(void *p) {
  if (!on) return p;
  lock();
  if (!strcmp(harm, "crash")) *pointer = 1;
  if (!strcmp(harm, "output") && !locked) printf("%d\n", value);
  if (!strcmp(harm, "abort")) count++;
  unlock();
  return p;
}
int main(int c, char **v) {
  pthread_t t[2];
  const char *name = getenv("CASE");
  argc = c, argv = v;
  locked = getenv("CASE_LOCKED") != NULL;
  for (size_t i = 0; name && i < sizeof cases / sizeof *cases; i++)
    if (!strcmp(cases[i].name, name)) harm = cases[i].harm, on = cases[i].condition();
  pthread_create(&t[0], NULL, writer, NULL);
  pthread_create(&t[1], NULL, reader, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  if (!strcmp(harm, "abort") && on && count != 2) abort();
  return 0;
}
