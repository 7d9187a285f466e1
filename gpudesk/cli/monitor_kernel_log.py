"""Telling what errors of GPUs a saved kernel log holds."""

from datetime import UTC, datetime
from pathlib import Path

import click

from gpudesk import __version__
from gpudesk.cli.output import print_json, print_table

SCHEMA = "gpudesk.kernel-log.v1"


def show_kernel_log(path: Path, *, as_json: bool) -> None:
    """Print the errors in the order of the log, each with its meaning and what to do.

    Raises:
        InvalidData: the file cannot be read, is too large, or is no kernel log.
    """
    from gpudesk.formats.kernel_log import read_kernel_log
    from gpudesk.monitor.xid import xid_of

    found = read_kernel_log(path)
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "program": {"name": "gpudesk", "version": __version__},
                "errors": [
                    {
                        "line": each.line,
                        "pci": each.pci,
                        "xid": each.code,
                        "boot_s": each.boot_s,
                        "wall_s": each.wall_s,
                        "pid": each.pid,
                        "text": each.text,
                        "mnemonic": xid_of(each.code).mnemonic or None,
                        "title": xid_of(each.code).title,
                        "severity": xid_of(each.code).severity,
                        "do": xid_of(each.code).do,
                    }
                    for each in found
                ],
            }
        )
        return
    if not found:
        click.echo("The log holds no error (Xid) of the driver.")
        return
    rows = [("Time", "GPU", "XID", "Process", "What it is", "What to do")]
    for each in found:
        meaning = xid_of(each.code)
        at = datetime.fromtimestamp(each.wall_s, UTC).strftime("%Y-%m-%d %H:%M:%S UTC") if each.wall_s is not None else ""
        at = at or (f"+{each.boot_s:.3f} s" if each.boot_s is not None else "–")
        rows.append((at, each.pci, str(each.code), "–" if each.pid is None else str(each.pid), meaning.title, meaning.do))
    print_table(rows)
