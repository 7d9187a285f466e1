#!/bin/sh
# Prints the python3 with which environments are made.
#
# A Python that was built from source without --enable-optimizations, as pyenv does unless it is asked, takes a third more processor time for
# the same tests than the one of Debian. So where the first python3 on the path is such a one, and the system's own is recent enough and can
# make environments, the system's own is taken. PYTHON3=/path/to/python3 chooses another one.
set -eu
SYSTEM=/usr/bin/python3
first=$(command -v python3) || { echo "python3 is missing" >&2; exit 1; }
if [ -n "${PYTHON3:-}" ]; then
    echo "$PYTHON3"
elif "$first" -c 'import sys, sysconfig
sys.exit("--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or ""))' && [ -x "$SYSTEM" ] &&
    "$SYSTEM" -c 'import sys, ensurepip, venv
sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "$SYSTEM"
else
    echo "$first"
fi
