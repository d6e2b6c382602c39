#!/bin/bash
# Where the kernel refuses what the client needs (seccomp), it says so, patches nothing, and the program goes on.
# rooms: field, quick
. "$(dirname "$0")/cc_common"
CLIENT=$(dirname "$OMEN")/../lib/omen/libomen-field.so
cat >refuse.c <<'END'
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>
int main(int argc, char **argv) {
  struct sock_filter code[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                               BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)atoi(argv[1]), 0, 1),
                               BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
                               BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog filter = {sizeof code / sizeof *code, code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) return 9;
  execvp(argv[2], argv + 2);
  return 10;
}
END
cat >prog.c <<'END'
#include <pthread.h>
#include <stdio.h>
static int shared;
static void *work(void *unused) {
  for (int i = 0; i < 1000; i++) shared = i; // the site
  return unused;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%d\n", shared);
  return 0;
}
END
ship_site -O0
check "refuse" clang-19 refuse.c -o refuse
run() { # WHAT EXPECTED-NOTE SYSTEM-CALL
  rm -f results
  same "$1: output" 999 "$(timeout 20 ./refuse "$3" env OMEN_TASKS=out.tasks OMEN_RESULTS=results LD_PRELOAD="$CLIENT" ./out)"
  grep -q "$2" results || fail "$1: $(cat results)"
}
run "nothing is refused" '"task":"c".*"hits":[1-9]' 999
run "membarrier" '"note":"cannot patch","why":"membarrier' 324
grep -q '"hits":[1-9]' results && fail "membarrier: sites were reached"
run "close_range" '"note":"cannot patch","why":"descriptors' 436
run "pwrite64" '"note":"cannot patch","why":"code cannot be written' 18
finish
