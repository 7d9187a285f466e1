#!/bin/sh
# Prints the tests that `make fresh` runs in a bare tree, on one line: those of packaging and structure, the end-to-end tests,
# and the smallest test file above 3 kB of every other folder: each area shows that it loads and works there; the suite proves what it does.
# A smaller one may need a single function. Files that are small but walk through every operation, template or book are passed over: they
# prove what the suite proves once more, and took a third of this sample's time.
set -eu
cd "$(dirname "$0")/.."
find tests -name 'test_*.py' -size +3000c -printf '%s %p\n' | LC_ALL=C sort -k 1,1n -k 2 | awk '
    { folder = $2; sub(/\/[^\/]*$/, "", folder) }
    /\/test_(every_operation|omissions|handed_over)\.py$/ { next }
    folder == "tests/test_house" || folder == "tests/end_to_end" { whole[folder] = 1; next }
    !seen[folder]++ { files = files " " $2 }
    END { for (folder in whole) printf "%s ", folder; print substr(files, 2) }'
