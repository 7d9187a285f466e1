#!/bin/sh
# Starts a frozen GPU Desk as a stranger's machine would: no checkout, no Python settings, an empty home. The self-test runs
# without a screen and, where Xvfb is installed, once more in a real window.
#
#   sh packaging/self_test.sh dist/gpudesk/gpudesk
set -eu
BUDGET_MB=240
program=$(realpath "$1")
folder=$(dirname "$program")
home=$(mktemp -d)
server=""
cleanup() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$home"
}
trap cleanup EXIT
cd "$home"

started() { env -i PATH=/usr/bin:/bin HOME="$home" LANG=C.UTF-8 XDG_RUNTIME_DIR="$home" "$@"; }
# Qt goes on after an exception in a slot, so what was printed is looked at too.
self_test() {
    code=0
    started "$@" "$program" self-test >"$home/said" 2>&1 || code=$?
    cat "$home/said"
    [ "$code" -eq 0 ] && ! grep -q '^Traceback' "$home/said"
}
failed() {
    find "$home" -path '*reports*' -type f -exec cat {} + >&2
    echo "the self-test failed: $1" >&2
    exit 1
}

before_ms=$(date +%s%3N)
started "$program" --version
echo "start to version: $(($(date +%s%3N) - before_ms)) ms"

self_test QT_QPA_PLATFORM=offscreen || failed "without a screen"

if command -v Xvfb >/dev/null 2>&1; then
    Xvfb -displayfd 3 -screen 0 1920x1080x24 -nolisten tcp 3>"$home/display" 2>/dev/null &
    server=$!
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        [ -s "$home/display" ] && break
        sleep 0.5
    done
    [ -s "$home/display" ] || failed "Xvfb did not start"
    self_test QT_QPA_PLATFORM=xcb DISPLAY=":$(cat "$home/display")" || failed "in a real window"
fi

size_mb=$(du -sm "$folder" | cut -f1)
echo "frozen folder: $size_mb MB (budget $BUDGET_MB MB)"
[ "$size_mb" -lt "$BUDGET_MB" ] || failed "the folder is larger than its budget"
