/* The world of an exploration, kept in Omen's own memory: files, folders, descriptors, pipes and sockets as
 * the kernel would have them, had the program run like this. It begins as the world at the start of the
 * recorded run: what the recording kept of every file before the program changed it (originals.c), and the
 * disk for all that the program never changed. While the recording is followed, every recorded call is
 * applied to it; after the race the program's calls are answered from it. The real world is only ever looked
 * at: opens for reading, pread, lstat, readlink, getdents.
 *
 *   originals.c    the recording's side: what is about to change is kept first
 *   node.c      a file's contents and properties
 *   tree.c      folders, names, paths
 *   descriptors.c      descriptors
 *   files.c     calls on files by descriptor
 *   library.c   libraries that are opened
 *   names.c     what is done to names
 *   properties.c     properties of files
 *   streams.c   pipes, socket pairs, eventfds: bytes that stay within the program
 *   timers.c    timerfd
 *   ipc.c       System V semaphores, messages, shared memory
 *   queues.c    POSIX message queues
 *   sockets.c   sockets: connections of the program with itself, and those to the outside
 *   ready.c, epoll.c   waiting; poll, select, epoll
 *   outside.c   descriptors whose other end nobody here has
 *   withhold.c, sent.c   when what comes from there may come
 *   file_locks.c     flock, F_OFD_SETLK
 *   effects.c   what is done to files by name, as output
 *   transfer.c  calls that move data, whatever the descriptor is
 *   opens.c     opening files
 *   copies.c    copying from descriptor to descriptor
 *   calls.c     the door: answers a call by its card (world_card.h), and what fits nowhere else
 *   follow.c    the same for what the recorded run did
 *   world.c     time, outputs
 *
 * All functions return what the kernel would: a result or -errno. */
#ifndef OMRT_WORLD_WORLD_H
#define OMRT_WORLD_WORLD_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/uio.h>

/* ---- node.c ---- */

struct omrt_dent { /* an entry of a folder; node NULL: deleted here, whatever the disk says */
  struct omrt_dent *next;
  struct omrt_node *node;
  int64_t cookie; /* readdir goes on behind it */
  char name[];
};

struct omrt_node {
  struct stat st;       /* as the program would see it; st_size is the length */
  char *base;           /* the real file (or folder) under it, or NULL: all is in memory */
  const uint8_t *image; /* contents under it instead, from the recording */
  uint64_t base_len;    /* as much of either as still counts */
  uint8_t **pages;      /* what was written or learnt, by page; NULL: as under it */
  uint64_t npages;
  struct omrt_dent *entries; /* a folder: what is known of it, by cookie */
  bool complete;             /* and that is all */
  bool unkept;               /* a contained run cannot keep its contents */
  bool kept;                 /* all that was in it is in what the recording kept: do not ask the disk */
  struct omrt_node *parent;  /* a folder's */
  char *target;              /* a symbolic link's */
  struct omrt_node *next;    /* all nodes */
  uint32_t source;           /* `image` is an input of the run: its number + 1 */
  int64_t library;           /* a variant of the recording's: its number in the lists, syscall/libraries.h */
};
struct omrt_node *omrt_node_new(uint32_t mode);
int64_t omrt_node_read(struct omrt_node *n, uint64_t at, void *to, uint64_t len);
int64_t omrt_node_write(struct omrt_node *n, uint64_t at, const void *from, uint64_t len);
int64_t omrt_node_truncate(struct omrt_node *n, uint64_t len);
/* The recording read these bytes there: if the model has others, the recording is right. */
void omrt_node_learn(struct omrt_node *n, uint64_t at, const void *data, uint64_t len);
void omrt_node_touch(struct omrt_node *n); /* changed now */
/* Bytes [at, at + len) of the file lie at `to` now: those of them that are an input have arrived. */
void omrt_node_arrived(struct omrt_node *n, uint64_t at, void *to, uint64_t len);
void omrt_node_measured(const struct omrt_node *n); /* the program learns how long it is; NULL: nothing */

/* ---- stored.c ---- */

void omrt_stored_report(void);

/* ---- tree.c ---- */

struct omrt_node *omrt_tree_root(void);
extern struct omrt_node *omrt_world_cwd;
/* Where a path leads: the folder, the last name in it, and what is there (NULL: nothing). */
struct omrt_place {
  struct omrt_node *dir, *node;
  const char *name; /* valid until the next call */
  bool must_be_dir; /* the path ended with a slash */
};
/* OMRT_FOLLOW: also a symbolic link that is the last part. OMRT_LAST: the last part as it is, slash or not.
 */
enum { OMRT_FOLLOW = 1, OMRT_LAST = 2, OMRT_MAX_PATH = 4096 };
int64_t omrt_tree_find(int dirfd, const char *path, int flags, struct omrt_place *out);
struct omrt_node *omrt_tree_child(struct omrt_node *dir, const char *name);
void omrt_tree_put(struct omrt_node *dir, const char *name, struct omrt_node *node); /* NULL: deletes */
bool omrt_tree_empty(struct omrt_node *dir);
void omrt_tree_load(struct omrt_node *dir); /* dir->entries is complete then */
/* The path of a folder, from its names; -ENOENT when it was deleted. Length with the closing zero. */
int64_t omrt_tree_path(struct omrt_node *dir, char *out, uint64_t size);
char *omrt_world_copy(const char *s); /* in Omen's memory */

/* ---- originals.c ---- */

/* omrt_before_call: answers.h */
void omrt_before_load(void); /* at the start of what will be an exploration */
/* In an exploration: what was at this real path at the start of the recorded run. False: never changed by it,
 * so the disk tells. True with *out NULL: nothing was there. */
bool omrt_before_find(const char *path, struct omrt_node **out);
/* Calls each(dir, name) for everything in that folder that the recording kept something of. */
void omrt_before_names(const char *path, struct omrt_node *dir,
                       void (*each)(struct omrt_node *, const char *));

/* ---- descriptors.c ---- */

enum omrt_desc_kind {
  OMRT_D_FILE,
  OMRT_D_DIR,
  OMRT_D_STREAM,
  OMRT_D_EVENT,
  OMRT_D_TIMER,
  OMRT_D_EPOLL,
  OMRT_D_SOCKET,
  OMRT_D_OUTSIDE,
  OMRT_D_DEVICE,
  OMRT_D_QUEUE
};
struct omrt_stream;
struct omrt_sock;
struct omrt_epoll;
struct omrt_timer;
struct omrt_queue;
struct omrt_peer;
struct omrt_desc { /* an open file description: shared by dup */
  enum omrt_desc_kind kind;
  int refs, flags; /* as of open: access mode, O_APPEND, O_NONBLOCK */
  uint64_t offset;
  struct omrt_node *node;       /* FILE, DIR */
  struct omrt_stream *in, *out; /* STREAM, and a SOCKET that is connected within the program */
  struct omrt_sock *sock;       /* SOCKET */
  struct omrt_epoll *epoll;     /* EPOLL */
  struct omrt_timer *timer;     /* TIMER */
  struct omrt_queue *queue;     /* QUEUE */
  uint64_t count;               /* EVENT: its counter. DEVICE: its number */
  uint64_t added;               /* EVENT: how often something was added */
  bool semaphore;               /* EVENT */
  bool signals;                 /* EVENT: stands for a signalfd; the outside may send one */
  bool socket;                  /* STREAM: an end of a socket pair or connection */
  int64_t timeout[2];           /* of a socket: how long a receiver and a sender wait, in ns; 0: for ever */
  int recorded;                 /* OUTSIDE: its number in the recording ... */
  uint64_t copied;              /* ... the number of its last copy, plus one ... */
  const uint8_t *recorded_at;   /* ... and how far that was used */
  uint8_t *rest;                /* recorded input that nobody took yet */
  uint64_t rest_len, rest_at, rest_cap;
  uint64_t part_end;      /* of a connection that is an input: what one read takes ends here */
  bool ended;             /* no more input ... */
  bool invented;          /* ... as far as the recording knows, which has no end of it */
  struct omrt_peer *peer; /* OUTSIDE, SOCKET: who is there, and what went there: sent.h */
  bool one_way;           /* OUTSIDE: a pipe, or one of the standard descriptors */
  bool unanswered;        /* OUTSIDE: standard input that is a file or nothing, which waits for no output */
  uint32_t source; /* a STREAM or OUTSIDE that is an input of the run (record/inputs.h): its number + 1 */
};
enum { OMRT_MAX_FDS = 65536 };
struct omrt_desc *omrt_desc_new(enum omrt_desc_kind kind, int flags);
struct omrt_desc *omrt_desc_at(uint64_t fd);             /* NULL: not open */
struct omrt_desc *omrt_desc_known(int fd);               /* the same, of those that were used so far */
int64_t omrt_desc_open(struct omrt_desc *d, int lowest); /* gives it a number; -EMFILE */
extern int omrt_desc_next; /* while the recording is followed: the number that it gets; else -1 */
void omrt_desc_place(int fd, struct omrt_desc *d); /* gives it this number */
int64_t omrt_desc_close(uint64_t fd);
int64_t omen_desc_dup_to(uint64_t from, uint64_t to, bool cloexec);
/* Somebody else has all of them, too; what comes from there is in the recording from `at` on (NULL: from
 * where it was left). */
void omrt_desc_forked(const uint8_t *at);
void omrt_desc_unref(struct omrt_desc *d);
int64_t omrt_desc_until(const struct omrt_desc *d, bool sending); /* the end of a wait that begins now */
/* This thread uses it while it waits, also if somebody closes it meanwhile. A thread that does not come back
 * from its call, because it was cancelled or a handler jumped away, abandons all that it held. */
void omrt_desc_hold(struct omrt_desc *d);
void omrt_desc_let_go(struct omrt_desc *d);
/* What was open when the program began, besides 0 to 2: noted in the log at start, told by it in replays. */
void omrt_desc_begin(void);

/* ---- files.c ---- */

int64_t omrt_file_open(int dirfd, const char *path, int flags, uint32_t mode, struct omrt_desc **out);
int64_t omrt_file_rw(struct omrt_desc *d, bool write, const struct iovec *iov, int n, int64_t at);
int64_t omrt_file_seek(struct omrt_desc *d, int64_t offset, int whence);
int64_t omrt_file_entries(struct omrt_desc *d, uint8_t *to, uint64_t size, bool old);
int64_t omrt_file_map(const uint64_t a[6]);              /* mmap */
bool omrt_file_may(const struct omrt_node *n, int want); /* R_OK, W_OK, X_OK */
uint32_t omrt_file_umask(void);
int64_t omrt_file_set_umask(uint32_t to);
void omrt_file_random(const struct iovec *iov, int n);

/* ---- library.c ---- */

/* The dynamic linker opened this. If it is a library with a variant (-1: that is to be found out), the file
 * behind the descriptor is that. */
void omrt_world_library(int64_t fd, int64_t library);

/* ---- names.c, properties.c ---- */

/* Where (dirfd, path) leads; also an empty path with AT_EMPTY_PATH, and /proc/self/fd/N. */
struct omrt_desc *
omrt_names_own(const char *path); /* "/proc/self/fd/0", "/dev/stdin": that descriptor; or NULL */
int64_t omrt_names_find(int dirfd, uint64_t path, int follow, int empty, struct omrt_place *out);
bool omen_props_tells(int nr); /* a call that tells the properties of descriptor a[0] */

/* ---- streams.c ---- */

struct omrt_stream { /* bytes on their way, in one direction */
  uint8_t *data;
  uint64_t at, len, cap; /* data[at..len) are there */
  uint64_t room;         /* as many may be there before a writer waits */
  uint64_t pushed, taken;
  uint64_t gone;        /* bytes that were read */
  int readers, writers; /* descriptions */
  bool messages;        /* each write is one read: a length stands before each */
  bool datagrams;       /* nobody is told of the other end */
  bool reset;           /* the other end was closed with something unread: the next read says so */
};
bool omrt_stream_has(const struct omrt_stream *s);
uint64_t omrt_stream_room(const struct omrt_stream *s);
uint64_t omrt_stream_unread(const struct omrt_stream *s); /* as FIONREAD tells */
void omrt_stream_closes(struct omrt_desc *d);
int64_t omrt_stream_pipe(uint64_t fds, int flags, const int *numbers);
int64_t omrt_stream_pair(int type, uint64_t fds, const int *numbers);
/* Two connected ends. */
void omrt_stream_connect(struct omrt_desc *a, struct omrt_desc *b, int type);
int64_t omrt_stream_read(struct omrt_desc *d, const struct iovec *iov, int n, int flags);  /* MSG_... */
int64_t omrt_stream_write(struct omrt_desc *d, const struct iovec *iov, int n, int flags); /* MSG_... */
int64_t omrt_stream_shutdown(struct omrt_desc *d, int how);
/* The recorded run did so. */
void omrt_stream_saw_write(struct omrt_desc *d, const struct iovec *iov, int n, uint64_t len);
void omrt_stream_saw_read(struct omrt_desc *d, uint64_t len, int flags);
int64_t omrt_event_new(uint64_t start, int flags);
int64_t omrt_event_read(struct omrt_desc *d, const struct iovec *iov, int n);
int64_t omrt_event_write(struct omrt_desc *d, const struct iovec *iov, int n);

/* ---- timers.c ---- */

int64_t omrt_timer_read(struct omrt_desc *d, const struct iovec *iov, int n);
void omrt_timer_saw_read(struct omrt_desc *d, const struct iovec *iov, int n);
uint64_t omrt_timer_expired(const struct omrt_timer *t); /* as many as a read would tell */
uint64_t omrt_timer_total(const struct omrt_timer *t);   /* ever */
void omrt_timer_gone(struct omrt_desc *d);
/* When time alone makes ready(arg) true; OMRT_NEVER if it does not. */
int64_t omrt_timers_until(bool (*ready)(void *), void *arg);

/* ---- ipc.c, queues.c ---- */

int64_t omrt_ipc_attach(const uint64_t a[6], int64_t *len);
void omrt_ipc_detach(int64_t id, const void *from); /* keeps what is in it */
bool omrt_queue_ready(struct omrt_desc *d, bool write);
uint64_t omrt_queue_sent(const struct omrt_queue *q); /* messages so far */

/* ---- sockets.c ---- */

struct omrt_sock;
uint64_t omrt_socket_arrived(struct omrt_desc *d); /* a listener: connections so far */
bool omrt_socket_pending(struct omrt_desc *d);     /* a listener: is there somebody to accept? */
bool omrt_socket_listens(const struct omrt_desc *d);
bool omrt_socket_shut(const struct omrt_desc *d); /* it did, until it was shut down */
void omrt_socket_gone(struct omrt_desc *d);

/* ---- outside.c ---- */

/* The recording's descriptor of that number, from where the recording was left on. */
struct omrt_desc *omrt_outside_new(int fd);
/* A contained run opened something. If it is a pipe or terminal, what comes from there is what the recorded
 * run got there. */
void omrt_outside_opened(struct omrt_desc *d, int fd);
/* A socket was made: one for messages has those of the recorded run's socket that got the same number. */
void omrt_outside_socket(struct omrt_desc *d, int fd, bool messages);
/* A connection is made: if it is an input of the run, what it receives is known. */
void omrt_outside_connected(struct omrt_desc *d);
/* Input from the outside: what the recording has next for this descriptor; 0: the end. */
int64_t omrt_outside_read(struct omrt_desc *d, const struct iovec *iov, int n, int flags);
/* Somebody was told of an end of input that the recording does not have: natively more may have come. */
bool omrt_outside_invented(void);
bool omrt_outside_has(struct omrt_desc *d); /* it may come now, or the end */
/* What the recorded run was told about it, if it ever asked. */
void omrt_outside_stat(const struct omrt_desc *d, struct stat *st);
/* The recorded answer to the next such call, on such a descriptor; or none. */
bool omrt_outside_answer(int nr, const uint64_t a[6], const char *pieces, bool same, int64_t *ret);

/* ---- ready.c ---- */

/* Waits until ready(arg), as scheduling. 0, -EINTR, or -ETIMEDOUT. OUTSIDE: the outside could help. POLLS: no
 * handler restarts it. */
/* SHARED: so could another process, by a lock on a file or an object that the system has. */
enum { OMRT_WORLD_OUTSIDE = 1, OMRT_WORLD_POLLS = 2, OMRT_WORLD_SHARED = 4 };
int64_t omrt_world_wait(bool (*ready)(void *), void *arg, const void *obj, int64_t deadline, int how);
bool omrt_world_waits_shared(void);                        /* somebody waits so */
void omrt_world_changed(void);                             /* somebody who waits may go on */
short omrt_world_ready(struct omrt_desc *d, short events); /* as poll's revents */

/* ---- epoll.c ---- */

int64_t omrt_epoll_new(int flags);
int64_t omrt_epoll_ctl(const uint64_t a[6]);
bool omrt_epoll_any(struct omrt_desc *d);
void omrt_epoll_closed(struct omrt_desc *d);

/* ---- file_locks.c ---- */

int64_t omrt_lock(struct omrt_desc *d, int op); /* flock */
struct flock;
int64_t omrt_lock_range(struct omrt_desc *d, const struct flock *of, bool wait); /* F_OFD_SETLK */
void omrt_lock_closed(struct omrt_desc *d);

/* ---- world.c, effects.c ---- */

/* Output: kept, and not performed. */
void omrt_capture(int nr, uint64_t fd, const void *data, size_t len);
void omrt_capture_effect(int nr, const uint64_t a[6]);

/* ---- transfer.c ---- */

int64_t omrt_transfer(int nr, const uint64_t a[6]);
/* Bytes and what is known of them: values that depend on inputs keep their expressions on their way through
 * pipes and files (runtime/symbolic/). The two may overlap. */
void omrt_world_move(void *to, const void *from, uint64_t n);
/* The bytes that `iov` holds together; copying to and from them, beginning `at` bytes in. */
uint64_t omrt_iov_len(const struct iovec *iov, int n);
void omrt_iov_put(const struct iovec *iov, int n, uint64_t at, const void *data, uint64_t len);
void omrt_iov_get(const struct iovec *iov, int n, uint64_t at, void *data, uint64_t len);
#endif
