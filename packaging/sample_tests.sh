#!/bin/sh
# Prints the tests that `make fresh` runs in a bare tree, on one line: those of packaging and structure, the end-to-end tests,
# and the first test file of every other folder, by name.
set -eu
cd "$(dirname "$0")/.."
find tests -name 'test_*.py' | LC_ALL=C sort | awk '
    { folder = $0; sub(/\/[^\/]*$/, "", folder) }
    folder == "tests/test_house" || folder == "tests/end_to_end" { whole[folder] = 1; next }
    !seen[folder]++ { files = files " " $0 }
    END { for (folder in whole) printf "%s ", folder; print substr(files, 2) }'
