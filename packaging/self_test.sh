#!/bin/sh
# Starts a frozen GPU Desk as a stranger's machine would: no checkout, no Python settings, an empty home, no screen.
#
#   sh packaging/self_test.sh dist/gpudesk/gpudesk
set -eu
program=$(realpath "$1")
folder=$(dirname "$program")
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT

cd "$home"
started_ms=$(date +%s%3N)
env -i PATH=/usr/bin:/bin HOME="$home" LANG=C.UTF-8 "$program" --version
echo "start to version: $(($(date +%s%3N) - started_ms)) ms"
env -i PATH=/usr/bin:/bin HOME="$home" LANG=C.UTF-8 QT_QPA_PLATFORM=offscreen "$program" self-test
echo "frozen folder: $(du -sm "$folder" | cut -f1) MB (budget 240 MB)"
[ "$(du -sm "$folder" | cut -f1)" -lt 240 ] || { echo "the frozen folder is larger than its budget" >&2; exit 1; }
