/* Lines of standard input, by stdio, handed to a thread through a queue. */
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *queue[1000];
static int put, got, ended;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static void *consume(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (got == put && !ended) pthread_cond_wait(&more, &lock);
    char *line = got < put ? queue[got++] : NULL;
    pthread_mutex_unlock(&lock);
    if (!line) return unused;
    for (char *p = line; *p; p++) *p = (char)toupper((unsigned char)*p);
    printf("%zu %s", strlen(line), line);
    free(line);
  }
}
int main(void) {
  pthread_t t;
  char *line = NULL;
  size_t room = 0;
  pthread_create(&t, NULL, consume, NULL);
  while (put < 1000 && getline(&line, &room, stdin) > 0) {
    pthread_mutex_lock(&lock);
    queue[put++] = strdup(line);
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
  }
  pthread_mutex_lock(&lock);
  ended = 1;
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  printf("%d lines, %s\n", put, feof(stdin) ? "the end" : "an error");
  free(line);
  return put > 3;
}
