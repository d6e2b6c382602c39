/* Results: a line of JSON each, appended in one write. The helper writes them, into a file of its own. */
#include "field/client/client.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

char omenf_results_path[4096];
static int out = -1;

void omenf_results_open(void) {
  if (*omenf_results_path)
    out = open(omenf_results_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0600);
}

/* A full disk, a closed pipe: the result is lost, and the program goes on. */
static void put(const char *line, int n) {
  if (n <= 0) return;
  omenf_agent_send(line, (size_t)n);
  if (out < 0) return;
  while (write(out, line, (size_t)n) < 0 && errno == EINTR) {
  }
}

void omenf_results_note(const char *what, const char *why) {
  char line[256];
  int n = snprintf(line, sizeof line, "{\"pid\":%d,\"note\":\"%s\",\"why\":\"%s\"}\n", (int)getpid(), what,
                   why ? why : "");
  put(line, n < (int)sizeof line ? n : 0);
}

void omenf_results_retired(const char *why) {
  omenf_results_open();
  omenf_results_note("retired", why);
  if (out >= 0) close(out);
  out = -1;
}

enum {
  TOLD_RACE = 1,
  TOLD_NORACE = 2,
  TOLD_TIMEOUT = 4,
  TOLD_CONTEXT = 8,
  TOLD_FIRST = 16,
  TOLD_SECOND = 32,
  TOLD_OFF = 64 /* and that it was the last word */
};

static unsigned known(const struct omenf_task *t) {
  return (t->raced ? TOLD_RACE : 0u) | (t->noraces ? TOLD_NORACE : 0u) | (t->timeouts ? TOLD_TIMEOUT : 0u) |
         (t->context ? TOLD_CONTEXT : 0u) | (t->orders[0] ? TOLD_FIRST : 0u) |
         (t->orders[1] ? TOLD_SECOND : 0u);
}

static const char *result(const struct omenf_task *t) {
  if (t->raced) return "Race";
  if (t->noraces) return "NoRace";
  if (t->timeouts && t->context) return "Timeout";
  return "NotSeen";
}

/* Why it was not seen: RaceMob's "context" and "not aliasing". */
static const char *why(const struct omenf_task *t) {
  if (!t->candidate->count[0] || !t->candidate->count[1]) return "cannot be watched";
  if (t->context) return "";
  if (!t->seen[0].size || !t->seen[1].size) return "an access was not reached";
  return t->same_memory ? "one thread only" : "not the same memory";
}

static const char *word(bool b) { return b ? "true" : "false"; }

/* Strings of the sites file go into JSON: what could end one early is left out. */
static const char *clean(const char *s, char *to, size_t n) {
  size_t k = 0;
  for (; *s && k + 1 < n; s++)
    if ((unsigned char)*s >= ' ' && *s != '"' && *s != '\\') to[k++] = *s;
  to[k] = 0;
  return to;
}

static void tell(const struct omenf_task *t, bool end) {
  char line[2048], id[OMEN_CANDIDATE_ID + 1] = "", place[2][512];
  memcpy(id, t->candidate->id, OMEN_CANDIDATE_ID);
  clean(id, id, sizeof id);
  for (int i = 0; i < 2; i++) clean(omenf_string(t->candidate->place[i]), place[i], sizeof place[i]);
  int n =
      snprintf(line, sizeof line,
               "{\"pid\":%d,\"task\":\"%s\",\"result\":\"%s\",\"why\":\"%s\",\"end\":%s,\"places\":[\"%s\","
               "\"%s\"],\"context\":%s,"
               "\"orders\":{\"first\":%s,\"second\":%s},\"unordered\":%s,\"order_lost\":%s,\"noraces\":%u,"
               "\"timeouts\":%u,\"tau_ms\":%u,\"hits\":%llu,\"spent_us\":%llu,\"waited_ms\":%llu}\n",
               (int)getpid(), id, result(t), why(t), word(end), place[0], place[1], word(t->context),
               word(t->orders[0]), word(t->orders[1]), word(t->unordered), word(t->order_lost), t->noraces,
               t->timeouts, t->tau_us / 1000, (unsigned long long)t->hits,
               (unsigned long long)(t->spent_ns / 1000), (unsigned long long)(t->waited_us / 1000));
  put(line, n < (int)sizeof line ? n : 0);
}

void omenf_results_end(int status, uint64_t cpu_us, uint64_t spent_us) {
  char line[256];
  int n = snprintf(
      line, sizeof line,
      "{\"pid\":%d,\"exit\":%d,\"cpu_ms\":%llu,\"spent_us\":%llu,\"waited_ms\":%llu,\"patches\":%llu}\n",
      (int)getpid(), status, (unsigned long long)cpu_us / 1000, (unsigned long long)spent_us,
      (unsigned long long)omenf_waited_us / 1000, (unsigned long long)omenf_patches);
  put(line, n < (int)sizeof line ? n : 0);
}

void omenf_results_write(bool end) {
  for (unsigned i = 0; i < omenf_tasks_n; i++) {
    omenf_lock();
    struct omenf_task t = omenf_tasks[i];
    omenf_unlock();
    unsigned now = known(&t) | (t.off ? TOLD_OFF : 0);
    if ((!end || (t.told & TOLD_OFF)) && now == t.told) continue;
    tell(&t, end || t.off);
    omenf_tasks[i].told = now; /* nobody else looks at it */
  }
}
