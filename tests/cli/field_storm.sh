#!/bin/bash
# Sites go on and off, by jumps and by traps, under eight running threads: flags, registers, red zone and results are the
# program's own. tests/field/storm takes more time than this when asked to.
# rooms: field, quick
STORM=$(realpath "$(dirname "$0")/../field/storm")
. "$(dirname "$0")/cc_common"
check "storm" "$STORM" "$OMEN" "$PWD" 700 20
finish
