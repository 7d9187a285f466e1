"""Build the catalog that travels with the program: `python -m gpudesk.catalog.build OUT.sqlite [--check]`.

With `--check` nothing is written: the exit code is 5 if OUT is missing or older than the files, 3 if a file has a fault.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from gpudesk import locate
from gpudesk.catalog.catalog import shipped_rows
from gpudesk.catalog.entry import CatalogFaults
from gpudesk.store.catalog_db import read_version, write_catalog

EXIT_DONE, EXIT_INVALID, EXIT_DIFFERENT = 0, 3, 5


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m gpudesk.catalog.build", description="Build the shipped catalog.")
    parser.add_argument("out", type=Path, help="the SQLite file to write")
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    parser.add_argument("--resources", type=Path, default=locate.resource("catalog"), help="the folder of YAML files")
    options = parser.parse_args(arguments)
    try:
        rows = shipped_rows(options.resources)
    except CatalogFaults as error:
        for fault in error.faults:
            sys.stderr.write(f"{fault.plain()}\n")
        return EXIT_INVALID
    if options.check:
        return EXIT_DONE if read_version(options.out) == rows.version else EXIT_DIFFERENT
    write_catalog(options.out, rows, locate.migrations_dir("catalog"))
    sys.stdout.write(f"{options.out}: {len(rows.items)} types, {len(rows.facts)} facts, version {rows.version}\n")
    return EXIT_DONE


if __name__ == "__main__":
    sys.exit(main())
