/* The table of answers.h. */
#include "runtime/world/answers.h"
#include "runtime/mode.h"
#include "runtime/world/contained.h"
#include "runtime/world/withhold.h"
#include "runtime/world/world.h"

static struct omrt_node *file_at(uint64_t fd) {
  const struct omrt_desc *d = omrt_desc_at(fd);
  return d && d->kind == OMRT_D_FILE ? d->node : NULL;
}

static uint64_t size_of(const struct omrt_node *n) { return (uint64_t)n->st.st_size; }

const struct omrt_world omrt_world = {
    .call = omrt_world_call,
    .poll = omrt_world_poll,
    .select = omrt_world_select,
    .epoll = omrt_world_epoll,
    .map = omrt_world_map,
    .effect = omrt_world_effect,
    .flags = omrt_world_flags,
    .attach = omrt_ipc_attach,
    .detach = omrt_ipc_detach,
    .library = omrt_world_library,
    .abandon = omrt_world_abandon,
    .signalfd = omrt_world_signalfd,
    .raise = omrt_world_raise,
    .time = omrt_world_time,
    .look = omrt_world_look,
    .skip = omrt_world_skip,
    .alarms_first = omrt_alarms_first,
    .alarms_look = omrt_alarms_look,
    .saw = omrt_world_saw,
    .saw_time = omrt_world_saw_time,
    .file = file_at,
    .size = size_of,
    .show = omrt_node_read,
    .fetch = omrt_node_learn,
    .before = omrt_before_call,
    .signal_due = omrt_withhold_signal_due,
    .release = omrt_withhold_release,
    .released_signal = omrt_withhold_released_signal,
    .awaits_input = omrt_world_awaits_input,
    .withheld = omrt_withhold_since,
};
