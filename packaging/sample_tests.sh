#!/bin/sh
# Prints the tests that `make fresh` runs in a bare tree, on one line: those of packaging and structure, the end-to-end tests,
# and the smallest test file above 3 kB of every other folder: each area shows that it loads and works there; the suite proves what it does.
# A smaller one may need a single function. Files that are small but walk through every operation, template or book are passed over: they
# prove what the suite proves once more, and took a third of this sample's time.
#
#   sh packaging/sample_tests.sh           the sample
#   sh packaging/sample_tests.sh complete  of its files, those that run there to the last test. .ci/run leaves them to `make fresh`, which runs
#                                          the same files of the same checkout. A file in which a test may be skipped, because the bare tree has
#                                          no Slurm, Chromium or subnet manager, is not among them.
set -eu
cd "$(dirname "$0")/.."
# The modules of the tests that skip, as imports name them, and what a test file says that skips by itself.
skipping() {
    grep -lE 'pytest\.(skip|importorskip)|mark\.skip' -r tests --include='*.py' --exclude-dir=plugins --exclude='test_*.py' |
        sed -E 's/\.py$//; s|/|.|g' | sed -E 's/\.([^.]*)$/(\\.| import .*\\b)\1\\b/'
    printf '%s\n' 'pytest\.(skip|importorskip)' 'mark\.skip'
}
sample=$(find tests -name 'test_*.py' -size +3000c -printf '%s %p\n' | LC_ALL=C sort -k 1,1n -k 2 | awk '
    { folder = $2; sub(/\/[^\/]*$/, "", folder) }
    /\/test_(every_operation|omissions|handed_over)\.py$/ { next }
    folder == "tests/test_house" || folder == "tests/end_to_end" { whole[folder] = 1; next }
    !seen[folder]++ { files = files " " $2 }
    END { for (folder in whole) printf "%s ", folder; print substr(files, 2) }')
if [ "${1:-}" = complete ]; then
    patterns=$(mktemp)
    trap 'rm -f "$patterns"' EXIT
    skipping >"$patterns"
    # shellcheck disable=SC2086  # a list of files and folders
    sample=$(find $sample -name 'test_*.py' -exec grep -LE -f "$patterns" {} + | LC_ALL=C sort | tr '\n' ' ')
fi
echo "$sample"
