/* syscall/card.h: what Omen knows of each system call. One call, one card: a row of table.def. Whoever wants
 * to know something of a call asks its card and never compares its number (tests/tools/check-calls holds
 * that).
 *
 * table.def says what the cells mean for somebody who adds a call. The enums here name the values of the
 * cells; the file that acts on a cell has a switch over them, and a value that it forgets is an error of the
 * compiler. The cells that only the world in memory reads (effect, world, otherwise, follow) are in
 * world/world_card.h, which is made from the same table. */
#ifndef OMRT_SYSCALL_CARD_H
#define OMRT_SYSCALL_CARD_H
#include <stdbool.h>
#include <stdint.h>
struct omrt_frame;

/* Who answers the call while the program is recorded. */
enum __attribute__((packed)) omrt_serve {
  OMRT_SERVE_PASSED,   /* nobody knows the call: the kernel, and the report names it */
  OMRT_SERVE_RECORDED, /* the kernel; result and memory go to the log */
  OMRT_SERVE_SERVED,   /* a function of its own: omrt_call_... */
};

/* What the call waits for, as scheduling. Of a recorded call the dispatcher does the waiting, so that it is
 * one of the first three; a call with a function of its own waits there. */
enum __attribute__((packed)) omrt_blocks {
  OMRT_BLOCKS_NOTHING,
  OMRT_BLOCKS_READABLE,  /* until there is something to read from descriptor a[0] */
  OMRT_BLOCKS_WRITABLE,  /* until descriptor a[0] has room */
  OMRT_BLOCKS_EITHER,    /* for both ends, one to read and one to write */
  OMRT_BLOCKS_READY,     /* for one of several descriptors */
  OMRT_BLOCKS_OTHER_END, /* until somebody opens the other end of a named pipe */
  OMRT_BLOCKS_LOCK,      /* for a lock on a file */
  OMRT_BLOCKS_IPC,       /* for a System V semaphore or message */
  OMRT_BLOCKS_CHILD,
  OMRT_BLOCKS_SIGNAL,
  OMRT_BLOCKS_TIME,
  OMRT_BLOCKS_FUTEX,
};

/* What the call does to descriptors. fds.h turns the value into answers. */
enum __attribute__((packed)) omrt_fds_effect {
  OMRT_FDS_NONE,
  OMRT_FDS_USES,       /* its success shows that descriptor a[0] was open; for some calls nobody needs that */
  OMRT_FDS_OPENS,      /* the result is a new one */
  OMRT_FDS_OPENS_FILE, /* the same, of whatever is at a path */
  OMRT_FDS_OPENS_UNTRACKED, /* the same; nobody here keeps anything of it, nor does the world make it */
  OMRT_FDS_OPENS_SOCKET,    /* the same; a[1] has O_NONBLOCK */
  OMRT_FDS_ACCEPTS,         /* the same, of listener a[0] */
  OMRT_FDS_ACCEPTS_FLAGS,   /* the same; a[3] has O_NONBLOCK */
  OMRT_FDS_TWO_AT_0,        /* two new ones are at a[0] */
  OMRT_FDS_TWO_AT_3,
  OMRT_FDS_DUPS,    /* the result leads where a[0] does */
  OMRT_FDS_DUPS_TO, /* the same; what a[1] was before is closed */
  OMRT_FDS_CLOSES,  /* a[0], also if something went wrong */
  OMRT_FDS_CLOSES_RANGE,
  OMRT_FDS_CONTROLS,    /* fcntl: copies, or sets flags */
  OMRT_FDS_SETS_FLAGS,  /* ioctl: two of its commands */
  OMRT_FDS_SETS_QUEUE,  /* flags of a message queue */
  OMRT_FDS_SETS_OPTION, /* of a socket: its timeouts */
  OMRT_FDS_BINDS,       /* a socket gets its address */
  OMRT_FDS_LISTENS,     /* and can be connected to */
  OMRT_FDS_SENDS,       /* a message, in which there may be descriptors */
  OMRT_FDS_SENDS_MANY,
  OMRT_FDS_SHARES, /* a child has them all */
  OMRT_FDS_CLONES, /* the same, unless it is a thread */
};

/* How the call moves data between descriptor a[0] and memory: a direction, a shape, and more. 0: not at all,
 * or in a way of its own. */
enum {
  OMRT_DATA_IN = 1,           /* into memory */
  OMRT_DATA_OUT = 2,          /* out of it */
  OMRT_DATA_BUFFER = 4,       /* a[2] bytes at a[1] */
  OMRT_DATA_VECTOR = 8,       /* a[2] parts, listed at a[1] */
  OMRT_DATA_MESSAGE = 16,     /* struct msghdr at a[1]; flags in a[2] */
  OMRT_DATA_MESSAGES = 32,    /* a[2] struct mmsghdr at a[1]; flags in a[3] */
  OMRT_DATA_SOCKET = 64,      /* of sockets only; flags in a[3], if it is no MESSAGE */
  OMRT_DATA_AT = 128,         /* at place a[3] of the file, which is not negative */
  OMRT_DATA_AT_OR_NEXT = 256, /* the same, or with -1 at the descriptor's own place */
  OMRT_DATA_SHOWN = 512       /* replays show what goes to standard output and error */
};

/* What the call orders: who comes after whom (order.c). */
enum __attribute__((packed)) omrt_order {
  OMRT_ORDER_NONE,
  OMRT_ORDER_WRITES,     /* into descriptor a[0] */
  OMRT_ORDER_READS,      /* from it: after who wrote that */
  OMRT_ORDER_SPLICES,    /* one of the two, by which end it is */
  OMRT_ORDER_POLLS,      /* looks which of those listed at a[0], of a[1], can be read: ready_order.c */
  OMRT_ORDER_SELECTS,    /* likewise of the set at a[1], below a[0] */
  OMRT_ORDER_EPOLLS,     /* likewise of the epoll set a[0]: events at a[1] */
  OMRT_ORDER_CONTROLS,   /* puts descriptor a[2] into the epoll set a[0], or takes it out */
  OMRT_ORDER_RELEASES,   /* whoever acquires a[0] later comes after this */
  OMRT_ORDER_SHUTS,      /* the same, and its stream ends */
  OMRT_ORDER_OTHERS,     /* takes from streams, or puts into them, uncounted: they are blurred */
  OMRT_ORDER_FORKS,      /* the same, unless it makes a thread */
  OMRT_ORDER_SEMAPHORES, /* System V: operations listed at a[1] */
  OMRT_ORDER_SEMAPHORE,  /* number a[1] of a[0] is set */
  OMRT_ORDER_SENDS,      /* a System V message */
  OMRT_ORDER_RECEIVES,
  OMRT_ORDER_SOCKET,     /* makes a descriptor that orders as all sockets do whose peers are not known */
  OMRT_ORDER_ACCEPTS,    /* a connection; if it may come from this program, after who connected */
  OMRT_ORDER_CONNECTS,   /* a[0] becomes one */
  OMRT_ORDER_TELLS_NAME, /* of socket a[0]: nothing, but the program's own listeners are known by them */
  OMRT_ORDER_PIPE,       /* two at a[0] */
  OMRT_ORDER_PIPE_FLAGS,
  OMRT_ORDER_PAIR,        /* two at a[3] */
  OMRT_ORDER_COUNTER,     /* an eventfd */
  OMRT_ORDER_CLOCK,       /* another with a clock of its own */
  OMRT_ORDER_NAMED_QUEUE, /* that of the queue of this name */
  OMRT_ORDER_FLOCK,       /* a lock on a file: a[1] says what is done to it */
  OMRT_ORDER_FILE_LOCKS   /* the same, if a[1] is about locks of open files: described at a[2] */
};

/* What the call changes in a file that the program may have mapped (mapped.c). */
enum __attribute__((packed)) omrt_changes {
  OMRT_CHANGES_NONE,
  OMRT_CHANGES_BEHIND, /* as much as the result says, up to where descriptor a[0] is then */
  OMRT_CHANGES_PLACE,  /* as much, from a[3] on */
  OMRT_CHANGES_PLACE_APPEND,
  OMRT_CHANGES_SPLICE,
  OMRT_CHANGES_COPY,
  OMRT_CHANGES_ALLOCATE,
  OMRT_CHANGES_LENGTH,
  OMRT_CHANGES_LENGTH_OF_PATH,
};

/* What the call may change at a name, so that the recording keeps it first (before.c). AT: a[0] is the folder
 * and a[1] the name, else a[0] is the name. TARGET: symbolic links are followed. TREE: with all that is in
 * it. */
enum __attribute__((packed)) omrt_keeps {
  OMRT_KEEPS_NONE,
  OMRT_KEEPS_OPEN, /* if a[1] says that it is opened to write */
  OMRT_KEEPS_OPENAT,
  OMRT_KEEPS_OPENAT2,
  OMRT_KEEPS_PATH,
  OMRT_KEEPS_PATH_TARGET,
  OMRT_KEEPS_AT,
  OMRT_KEEPS_AT_TARGET,
  OMRT_KEEPS_TREE,
  OMRT_KEEPS_UNLINKAT,
  OMRT_KEEPS_SECOND_PATH, /* a[1] */
  OMRT_KEEPS_SECOND_AT,   /* a[1], a[2] */
  OMRT_KEEPS_RENAME,
  OMRT_KEEPS_RENAMEAT,
  OMRT_KEEPS_LINK,
  OMRT_KEEPS_LINKAT,
  OMRT_KEEPS_SOCKET_NAME, /* in the address at a[1] */
  OMRT_KEEPS_LOCKS,       /* nothing: but a lock on a file is no longer safe from the recording's own looks */
};

/* What the call means for a program that goes round in a loop (recur.c), and who can see it (search_ops.c).
 */
enum __attribute__((packed)) omrt_loop {
  OMRT_LOOP_FOREIGN, /* it may do something outside: no proof that the loop goes on for ever */
  OMRT_LOOP_OWN,     /* the same; but no other thread sees what it does, or only where memory lies */
  OMRT_LOOP_PARTS,   /* the same: a thread begins or ends */
  OMRT_LOOP_ACTS,    /* what it does is in the program's own state */
  OMRT_LOOP_LOOKS,   /* it changes nothing */
  OMRT_LOOP_RESTS,   /* nor does it get on: time passes */
};

typedef int64_t omrt_call_fn(int nr, const uint64_t a[6], struct omrt_frame *frame);

/* One cache line, so that serving a call touches one. */
struct __attribute__((aligned(64))) omrt_card {
  const char *pieces;  /* what it writes into memory; NULL: its function knows */
  omrt_call_fn *serve; /* SERVED */
  uint16_t data;
  uint8_t arity; /* as many arguments are in the digest of events */
  enum omrt_serve how;
  enum omrt_blocks blocks;
  enum omrt_fds_effect fds;
  enum omrt_order order;
  enum omrt_changes changes;
  enum omrt_keeps keeps;
  enum omrt_loop loop;
  const char *name; /* NULL: newer than Omen */
};

enum { OMRT_CALLS = 512 }; /* more than the kernel has */
extern const struct omrt_card omrt_cards[OMRT_CALLS + 1];

/* Of any number: one that is not in the table has a card without a name. */
static inline const struct omrt_card *omrt_card(int nr) {
  return &omrt_cards[(unsigned)nr < OMRT_CALLS ? (unsigned)nr : OMRT_CALLS];
}

/* Is it what `data` says, and nothing else? SHOWN apart. */
static inline bool omrt_card_moves(const struct omrt_card *c, unsigned data) {
  return (c->data & ~(unsigned)OMRT_DATA_SHOWN) == data;
}

/* MSG_...; 0: the call has none. */
static inline uint64_t omrt_card_flags(const struct omrt_card *c, const uint64_t a[6]) {
  return !(c->data & OMRT_DATA_SOCKET) ? 0 : a[c->data & OMRT_DATA_MESSAGE ? 2 : 3];
}
#endif
