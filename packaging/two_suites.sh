#!/bin/sh
# Runs the command that is given (all other tests) and, in the background, the core's tests without Qt. Their output follows at the end.
#
#   sh packaging/two_suites.sh python -m pytest --ignore=tests/core ...
#
# One process that starts after a parallel run has ended would leave every core but one idle.
set -eu
output=$(mktemp)
core=""
cleanup() {
    [ -z "$core" ] || kill "$core" 2>/dev/null || true
    rm -f "$output"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

.venv-core/bin/python -m pytest -c tests/core_without_qt.ini tests/core </dev/null >"$output" 2>&1 &
core=$!
whole=0
"$@" || whole=$?
alone=0
wait "$core" || alone=$?
core=""
cat "$output"
[ "$whole" -eq 0 ] || exit "$whole"
exit "$alone"
