#!/bin/bash
# Fifty processes of three programs under one agent: every candidate comes to the state that it must, though the agent is killed once;
# and a few seconds of what the program must survive. `make soak` does both for longer.
# rooms: field cli, slow
FIELD=$(realpath "$(dirname "$0")/../field")
. "$(dirname "$0")/cc_common"
check "fleet" "$FIELD/fleet" "$OMEN" --processes 50 --seconds 120
check "fuzz" "$FIELD/fuzz" "$OMEN" --seconds 5
finish
