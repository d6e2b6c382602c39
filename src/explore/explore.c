/* Running a plan: see explore.h. */
#include "explore/explore.h"
#include "record/watch.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { CPU_SECONDS = 20 };

void omen_result_release(struct omen_result *r) {
  omen_outcome_release(&r->outcome);
  omen_buf_release(&r->bytes);
  free(r->outputs);
  *r = (struct omen_result){0};
}

static int read_outputs(const char *dir, struct omen_result *r, struct omen_err *err) {
  char *path = omen_format("%s/outputs", dir);
  int result = omen_file_read(path, &r->bytes, err);
  free(path);
  struct omen_rawout head;
  for (size_t at = 0; !result && at < r->bytes.len; at += sizeof head + head.len) {
    if (r->bytes.len - at < sizeof head) return omen_fail(err, "the outputs of an exploration are cut short");
    memcpy(&head, r->bytes.data + at, sizeof head);
    if (head.len > r->bytes.len - at - sizeof head)
      return omen_fail(err, "the outputs of an exploration are cut short");
    OMEN_GROW(r->outputs, r->noutputs, r->coutputs);
    struct omen_output *o = &r->outputs[r->noutputs++];
    *o = (struct omen_output){head.call, head.fd, head.thread, {0}, r->bytes.data + at + sizeof head,
                              head.len};
    memcpy(o->pcs, head.pcs, sizeof o->pcs);
  }
  return result;
}

void omen_result_text(const struct omen_result *r, uint32_t fd, struct omen_buf *out) {
  for (size_t i = 0; i < r->noutputs; i++)
    if (r->outputs[i].fd == fd) omen_buf_add(out, r->outputs[i].data, r->outputs[i].len);
}

/* Two runs are alike when each descriptor got the same bytes and they ended the same way: how descriptors
 * take turns is the schedule's doing, not the program's output. */
static uint64_t hash_of(const struct omen_result *r) {
  uint64_t h = (uint64_t)r->outcome.end * 1000003 + (uint64_t)r->outcome.status;
  uint64_t seen[16] = {0};
  for (size_t i = 0; i < r->noutputs; i++) {
    uint32_t slot = r->outputs[i].fd % 16;
    for (size_t k = 0; k < r->outputs[i].len; k++)
      seen[slot] = (seen[slot] ^ (uint8_t)r->outputs[i].data[k]) * 0x100000001b3ull;
  }
  return XXH3_64bits_withSeed(seen, sizeof seen, h);
}

int omen_explorer_open(struct omen_explorer *x, const struct omen_recording *r, struct omen_err *err) {
  char *path = omen_format("%s/outcome", r->dir);
  struct omen_outcome o;
  *x = (struct omen_explorer){.recording = r};
  int result = omen_outcome_read(&o, path, err);
  free(path);
  if (result) return -1;
  x->watch = omen_watch_ranges(&o, &x->watches);
  omen_outcome_release(&o);
  return 0;
}

void omen_explorer_close(struct omen_explorer *x) {
  free(x->watch);
  *x = (struct omen_explorer){0};
}

static int explore_one(const struct omen_explorer *x, const struct omen_plan *plan, bool show,
                       struct omen_result *out, struct omen_err *err) {
  *out = (struct omen_result){0};
  char *scratch = omen_scratch_new(x->recording, false, err);
  if (!scratch) return -1;
  struct omen_launch l = {.recording = x->recording,
                          .mode = OMEN_MODE_REPLAY,
                          .flags = OMEN_FLAG_WATCH | (show ? 0 : OMEN_FLAG_NO_OUTPUT),
                          .dir = scratch,
                          .watch = x->watch,
                          .watches = x->watches,
                          .plan = plan,
                          .cpu_seconds = CPU_SECONDS,
                          .silent = !show};
  int status, result = omen_launch(&l, &status, err);
  char *path = omen_format("%s/outcome.replay", scratch);
  if (!result && omen_outcome_read(&out->outcome, path, NULL))
    result = omen_fail(err, "an exploration died without saying how");
  if (!result) result = read_outputs(scratch, out, err);
  if (!result) out->hash = hash_of(out);
  free(path);
  omen_scratch_free(scratch);
  if (result) omen_result_release(out);
  return result;
}

int omen_explore(struct omen_explorer *x, const struct omen_plan *plans, size_t n, struct omen_result *out,
                 struct omen_err *err) {
  for (size_t i = 0; i < n; i++) {
    if (explore_one(x, &plans[i], false, &out[i], err) == 0) continue;
    while (i--) omen_result_release(&out[i]);
    return -1;
  }
  return 0;
}

int omen_explore_shown(struct omen_explorer *x, const struct omen_plan *plan, struct omen_result *out,
                       struct omen_err *err) {
  return explore_one(x, plan, true, out, err);
}
