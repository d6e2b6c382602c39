/* One process that an agent serves: which code it is, its page (page.h) and the tasks that it has. */
#ifndef OMEN_FIELD_AGENT_CLIENT_H
#define OMEN_FIELD_AGENT_CLIENT_H
#include "field/agent.h"
#include "field/page.h"

enum { OMEN_AGENT_TASKS = 8 };
struct omen_agent_client {
  bool greeted;
  struct omen_field_process process;
  struct omen_field_page *page; /* NULL: none was to be had, and its tasks stay as they are */
  int task[OMEN_AGENT_TASKS];   /* in the book */
  bool done[OMEN_AGENT_TASKS];  /* this process has nothing more to say of it */
  size_t n;
  int *ever; /* all that it ever had: none comes twice */
  size_t never, cever;
  uint32_t stacks;      /* how often they were asked for */
  struct omen_buf list; /* that it has */
};

/* After its first packet: "hello PID CODE NAME". It gets its tasks and its page. */
void omen_agent_client_greet(struct omen_agent_client *c, int fd, const char *packet,
                             struct omen_field_book *book, const struct omen_buf *settings);
/* Tasks that are settled, or done here, make room for others; a new wait or phase is passed on. True: it got
 * another list. */
bool omen_agent_client_assign(struct omen_agent_client *c, struct omen_field_book *book,
                              const struct omen_buf *settings);
/* A result of this process, after the book took it. */
void omen_agent_client_heard(struct omen_agent_client *c, const struct omen_field_book *book,
                             const char *line, size_t n);
struct omen_field_process omen_agent_client_process(const struct omen_agent_client *c); /* as it is now */
void omen_agent_client_release(struct omen_agent_client *c);
#endif
