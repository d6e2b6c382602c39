#!/bin/bash
# What the program closes while the client looks is closed: readers of pipes and sockets come to the end, a file's lock is free.
# rooms: field, quick
. "$(dirname "$0")/cc_common"
CLIENT=$(realpath "$(dirname "$OMEN")/../lib/omen/libomen-field.so")
cat >prog.c <<'END2'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <unistd.h>
static int one[2], two[2], file;
static volatile int shared;
static void *reader(void *unused) {
  char c;
  for (int i = 0; i < 100; i++) shared = i; // the site
  printf("pipe %zd\n", read(one[0], &c, 1));
  printf("socket %zd\n", read(two[0], &c, 1));
  return unused;
}
int main(void) {
  pthread_t t;
  if (pipe(one) || socketpair(AF_UNIX, SOCK_STREAM, 0, two)) return 1;
  file = open("lock", O_RDWR | O_CREAT, 0600);
  printf("lock %d\n", flock(file, LOCK_EX));
  pthread_create(&t, NULL, reader, NULL); // the client's thread is made here, and must keep nothing open
  close(one[1]);
  close(two[1]);
  close(file);
  pthread_join(t, NULL);
  printf("again %d\n", flock(open("lock", O_RDWR), LOCK_EX | LOCK_NB));
  return 0;
}
END2
ship_site -O1
same "output" "$(./out)" "$(OMEN_TASKS=out.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 10 ./out)"
grep -q '"hits":[1-9]' results || fail "no hits: $(cat results)"
mkdir -p folder
cp out.tasks folder/prog.tasks
"$OMEN" agent folder -q --for 20s 2>agent.log & AGENT=$!
for i in $(seq 100); do [ -S folder/agent ] && break; sleep 0.05; done
same "output, with an agent" "$(./out)" "$(OMEN_AGENT=folder/agent LD_PRELOAD=$CLIENT timeout 10 ./out)"
kill $AGENT || fail "the agent: $(cat agent.log)"
finish
