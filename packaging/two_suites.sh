#!/bin/sh
# Runs the command that is given (all other tests) and, in the background, the core's tests without Qt. Their output follows at the end.
#
#   sh packaging/two_suites.sh python -m pytest --ignore=tests/core ...
#
# One process that starts after a parallel run has ended would leave every core but one idle.
#
# The tests make thousands of small projects (1.4 GB), and each edit waits until the disk has it: four workers wait for one disk up to a
# third of their time. Their files lie in memory where it has room, unless TMPDIR says where. What a failed run leaves is moved to the disk.
set -eu
MEMORY=/dev/shm
ROOM_KB=4000000
AVAILABLE_KB=12000000
output=$(mktemp)
core=""
files=""
cleanup() {
    [ -z "$core" ] || kill "$core" 2>/dev/null || true
    rm -f "$output"
    [ -z "$files" ] || rm -rf "$files"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Tests start programs that they have written, so the folder must allow that.
has_room() {
    [ -z "${TMPDIR:-}" ] && [ -w "$MEMORY" ] || return 1
    [ "$(df -Pk "$MEMORY" | awk 'NR == 2 { print $4 }')" -ge "$ROOM_KB" ] || return 1
    [ "$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo)" -ge "$AVAILABLE_KB" ] || return 1
    files=$(mktemp -d "$MEMORY/gpudesk-tests.XXXXXX")
    printf '#!/bin/sh\n' >"$files/program"
    chmod +x "$files/program"
    "$files/program" 2>/dev/null || { rm -rf "$files"; files=""; return 1; }
    rm "$files/program"
}
if has_room; then export TMPDIR="$files"; fi

.venv-core/bin/python -m pytest -c tests/core_without_qt.ini tests/core </dev/null >"$output" 2>&1 &
core=$!
whole=0
"$@" || whole=$?
alone=0
wait "$core" || alone=$?
core=""
cat "$output"
[ "$whole" -eq 0 ] || alone=$whole
if [ "$alone" -ne 0 ] && [ -n "$files" ]; then
    unset TMPDIR
    left=$(mktemp -d)
    cp -a "$files/." "$left"
    echo "the files of the tests are in $left"
fi
exit "$alone"
