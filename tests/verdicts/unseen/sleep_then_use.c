// A thread sleeps for a while and takes for granted that the settings are there by then.
// OMEN: verdict settings USE SETUP class spec-violated consequence crash
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int limit = 3;
static volatile int *volatile settings;

static void *use(void *unused) {
  (void)unused;
  usleep(50000);
  return (void *)(long)*settings; // @USE
}

static void *setup(void *unused) {
  (void)unused;
  settings = &limit; // @SETUP
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, setup, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
