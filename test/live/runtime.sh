#!/usr/bin/env bash
# runtime.sh FOLDER: the steps of `run` whose programs notice bugs in ghc/live/runtime.hpp, for mutants/run.
set -euo pipefail
run=$(dirname "${BASH_SOURCE[0]}")/run
for way in vanilla dynamic profiled; do "$run" "$1" compile $way || exit 125; done
for step in vanilla threaded dynamic profiled profiled-threaded mixed mixed-back; do "$run" "$1" "$step"; done
