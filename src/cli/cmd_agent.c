/* omen agent: serves the shipped programs of this machine. */
#include "cli/cli.h"
#include "cli/options.h"
#include "field/agent.h"
#include <stdlib.h>

static const char about[] = "Serves the programs on this machine that were shipped with 'omen ship' and run "
                            "with the client library and "
                            "OMEN_AGENT=SOCKET.\nTasks come from the *.tasks files in FOLDER; each process "
                            "gets those that were given out least. "
                            "What was found stands\nin FOLDER/state.json: 'omen field FOLDER' shows it. Ends "
                            "with SIGTERM or SIGINT. Exits 0, or 3 "
                            "when Omen failed.";

int omen_cmd_agent(int argc, char **argv) {
  struct omen_options o;
  struct omen_err err = {0};
  int n = omen_options_take(OMEN_OPTIONS_AGENT, "omen agent [options] FOLDER", about, argc, argv, &o);
  if (n != 1) omen_die(OMEN_EXIT_USAGE, "agent: which folder of tasks? omen agent FOLDER");
  char *socket = o.socket ? omen_xstrdup(o.socket) : omen_format("%s/agent", argv[0]);
  if (!o.quiet) omen_say("serving at %s", socket);
  struct omen_agent_options a = {.socket = socket, .folder = argv[0], .seconds = o.serve_for, .ask = o.ask};
  if (omen_agent_serve(&a, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  free(socket);
  return OMEN_EXIT_OK;
}
