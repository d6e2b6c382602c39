/* One process of an agent. See agent_client.h. */
#include "field/agent_client.h"
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

/* The descriptor, to be sent; -1: none. */
static int make_page(struct omen_agent_client *c) {
  int fd = memfd_create("omen-tasks", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return -1;
  void *p = MAP_FAILED;
  if (!ftruncate(fd, OMEN_PAGE_SIZE) && !fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
    p = mmap(NULL, OMEN_PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (p == MAP_FAILED) {
    close(fd);
    return -1;
  }
  c->page = p;
  memcpy(c->page->magic, OMEN_PAGE_MAGIC, 8);
  c->page->version = OMEN_PAGE_VERSION;
  return fd;
}

static void put_list(struct omen_agent_client *c) {
  if (!c->page || c->list.len > OMEN_PAGE_TEXT) return;
  uint32_t number = atomic_load(&c->page->list) & ~1u; /* the process may have written anything there */
  atomic_store(&c->page->list, number + 1);
  atomic_thread_fence(memory_order_seq_cst);
  memcpy(c->page->text, c->list.data, c->list.len);
  c->page->size = (uint32_t)c->list.len;
  atomic_store(&c->page->list, number + 2);
}

/* --- tasks --- */

static void remove_done(struct omen_agent_client *c, const struct omen_field_book *book) {
  size_t kept = 0;
  for (size_t i = 0; i < c->n; i++) {
    if (c->done[i] || omen_field_settled(&book->v[c->task[i]])) continue;
    c->task[kept] = c->task[i];
    c->done[kept++] = false;
  }
  c->n = kept;
}

static void fill(struct omen_agent_client *c, struct omen_field_book *book) {
  for (int next; c->n < OMEN_AGENT_TASKS; c->done[c->n] = false, c->task[c->n++] = next) {
    next = omen_field_book_next(book, c->process.code, c->ever, c->never);
    if (next < 0) return;
    OMEN_GROW(c->ever, c->never, c->cever);
    c->ever[c->never++] = next;
    book->v[next].given++;
  }
}

static void write_list(const struct omen_agent_client *c, const struct omen_field_book *book,
                       const struct omen_buf *settings, struct omen_buf *out) {
  omen_buf_addf(out, "code %s\n", c->process.code);
  if (settings->len) omen_buf_add(out, settings->data, settings->len);
  if (c->stacks) omen_buf_addf(out, "stacks %u\n", c->stacks);
  for (size_t i = 0; i < c->n; i++) omen_field_task_line(&book->v[c->task[i]], out);
}

bool omen_agent_client_assign(struct omen_agent_client *c, struct omen_field_book *book,
                              const struct omen_buf *settings) {
  if (!c->greeted || (c->list.len && !c->page)) return false;
  struct omen_buf list = {0};
  remove_done(c, book);
  fill(c, book);
  write_list(c, book, settings, &list);
  bool same = list.len == c->list.len && !memcmp(list.data, c->list.data, list.len);
  if (same) {
    omen_buf_release(&list);
    return false;
  }
  omen_buf_release(&c->list);
  c->list = list;
  put_list(c);
  return true;
}

void omen_agent_client_heard(struct omen_agent_client *c, const struct omen_field_book *book,
                             const char *line, size_t n) {
  json_t *j = json_loadb(line, n, JSON_DISABLE_EOF_CHECK, NULL);
  const char *id = json_string_value(json_object_get(j, "task")),
             *result = json_string_value(json_object_get(j, "result"));
  bool ordered = result && !strcmp(result, "NoRace");
  for (size_t i = 0; id && i < c->n; i++)
    if (!strcmp(book->v[c->task[i]].id, id)) c->done[i] |= ordered;
  json_decref(j);
}

/* --- beginning and end --- */

static void send_list(const struct omen_agent_client *c, int fd, int page) {
  _Alignas(struct cmsghdr) char room[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec part = {c->list.data, c->list.len};
  struct msghdr m = {.msg_iov = &part, .msg_iovlen = 1};
  if (page >= 0) {
    m.msg_control = room;
    m.msg_controllen = sizeof room;
    struct cmsghdr *h = CMSG_FIRSTHDR(&m);
    *h = (struct cmsghdr){
        .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof(int))};
    memcpy(CMSG_DATA(h), &page, sizeof page);
  }
  sendmsg(fd, &m, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static bool is_code(const char *hex) { return strlen(hex) == 16 && strspn(hex, "0123456789abcdef") == 16; }

/* Names of programs may have any bytes: what is not plain is left out. */
static void clean(char *s) {
  char *to = s;
  for (; *s; s++)
    if (*s > ' ' && *s < 127) *to++ = *s;
  *to = 0;
}

void omen_agent_client_greet(struct omen_agent_client *c, int fd, const char *packet,
                             struct omen_field_book *book, const struct omen_buf *settings) {
  struct omen_field_process *p = &c->process;
  if (sscanf(packet, "hello %d %16s %63s", &p->pid, p->code, p->name) < 2 || !is_code(p->code)) {
    *p = (struct omen_field_process){0};
    return;
  }
  clean(p->name);
  c->greeted = true;
  int page = make_page(c);
  omen_agent_client_assign(c, book, settings);
  send_list(c, fd, page);
  if (page >= 0) close(page);
}

struct omen_field_process omen_agent_client_process(const struct omen_agent_client *c) {
  struct omen_field_process p = c->process;
  if (!c->page) return p;
  p.cpu_us = atomic_load(&c->page->cpu_us) & INT64_MAX;
  p.spent_us = atomic_load(&c->page->spent_us) & INT64_MAX;
  p.waited_us = atomic_load(&c->page->waited_us) & INT64_MAX;
  p.hits = atomic_load(&c->page->hits) & INT64_MAX;
  p.patches = atomic_load(&c->page->patches) & INT64_MAX;
  p.tasks = atomic_load(&c->page->tasks) & 0xffff;
  p.armed = atomic_load(&c->page->armed) != 0;
  return p;
}

void omen_agent_client_release(struct omen_agent_client *c) {
  if (c->page) munmap(c->page, OMEN_PAGE_SIZE);
  omen_buf_release(&c->list);
  free(c->ever);
  *c = (struct omen_agent_client){0};
}
