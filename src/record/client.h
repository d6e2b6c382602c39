/* A server's client: a shell command that begins when the recorded server listens, and whose end stops it.
 *
 * The runtime sees the server listen (runtime/syscall/listening.c) and writes the address into the file
 * `listening` of the recording, which is empty until then, at once. The
 * client runs in a process group of its own, with a process of ours as its leader: when this process dies,
 * however it does, the leader ends the group. Nothing that the command started is left. */
#ifndef OMEN_RECORD_CLIENT_H
#define OMEN_RECORD_CLIENT_H
#include <stdbool.h>
#include <sys/types.h>

struct omen_client {
  const char *command; /* for sh -c; NULL: there is no client */
  int stop_signal;     /* what the server gets at the client's end */
  double grace;        /* seconds that it has to end then */
};

struct omen_client_run { /* {.notify = -1, .fd = -1}: not begun */
  const struct omen_client *client;
  char *told; /* the file */
  int notify; /* inotify: something was written into the file; -1: nobody tells, so one has to look */
  pid_t pid;  /* the leader of its group, while it runs */
  int fd;     /* of that process */
  bool begun, ended, waits; /* waits: that it does was said */
  int status;               /* as a shell has it, once it has ended */
};

/* Begins to wait for the server to listen; `dir` is the folder of the recording. */
void omen_client_open(struct omen_client_run *c, const struct omen_client *client, const char *dir);
/* Starts it if the server listens by now, and it was not started yet. */
void omen_client_begin(struct omen_client_run *c, pid_t server);
/* True: it has ended by itself just now. */
bool omen_client_ended(struct omen_client_run *c);
/* Says once, after a while, that the server does not listen. */
void omen_client_wait_told(struct omen_client_run *c, double seconds);
/* It has so long to end; then it is ended. What there is to say of it is said. False: it never began, because
 * the server never listened. */
bool omen_client_close(struct omen_client_run *c, double seconds);
#endif
