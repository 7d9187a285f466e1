"""Printing what errors of GPUs a saved kernel log holds."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpudesk import __version__
from gpudesk.cli.terminal.output import counted, print_json, print_table

if TYPE_CHECKING:
    from gpudesk.formats.hosts.kernel_log import KernelLog, LoggedError
    from gpudesk.formats.hosts.kernel_times import Stamp

SCHEMA = "gpudesk.kernel-log.v2"
_SHOWN_UNREAD = 10


def show_kernel_log(path: Path, *, as_json: bool) -> None:
    """Print the errors in the order of the log, each with its meaning and what to do.

    Raises:
        InvalidData: the file cannot be read, is too large, is no kernel log, or holds no line of the driver.
    """
    from gpudesk.formats.hosts.kernel_log import read_kernel_log

    log = read_kernel_log(path)
    if as_json:
        print_json({"schema": SCHEMA, "program": {"name": "gpudesk", "version": __version__}, **body_of(log)})
    else:
        print_kernel_log(log)


def body_of(log: "KernelLog") -> dict[str, Any]:
    """The content of a log, as an object."""
    return {
        "driver_lines": log.driver_lines,
        "errors": [_error(error) for error in log.errors],
        "unrecognized_count": log.unread_count,
        "unrecognized": [{"line": unread_line.line, **_time(unread_line.stamp), "text": unread_line.text} for unread_line in log.unread],
    }


def _error(logged_error: "LoggedError") -> dict[str, Any]:
    from gpudesk.formats.hosts.kernel_errors import ErrorKind
    from gpudesk.monitor.health.logged_errors import meaning_of

    error, meaning = logged_error.error, meaning_of(logged_error.error)
    return {
        "line": logged_error.line,
        "kind": error.kind.value,
        "pci": error.pci or None,
        "xid": error.code if error.kind is ErrorKind.XID else None,
        "sxid": error.code if error.kind is ErrorKind.SXID else None,
        **_time(logged_error.stamp),
        "printed_severity": error.said or None,
        "link": error.link,
        "recovery": error.action or None,
        "pid": error.pid,
        "uuid": logged_error.uuid or None,
        "serial": logged_error.serial or None,
        "text": error.text,
        "mnemonic": meaning.name or None,
        "title": meaning.title,
        "severity": meaning.severity,
        "action": meaning.do,
    }


def _time(stamp: "Stamp") -> dict[str, Any]:
    return {
        "time": stamp.shown or None,
        "time_kind": stamp.kind.value,
        "boot_s": stamp.boot_s,
        "wall_s": stamp.wall_s,
        "host": stamp.host or None,
    }


def print_kernel_log(log: "KernelLog") -> None:
    """Print the errors as a table; the same error again and again is one row with its count."""
    from gpudesk.monitor.health.logged_errors import meaning_of

    if not log.errors:
        words = "is recognized as" if log.unread_count else "reports"
        click.echo(f"No errors: the log contains {counted(log.driver_lines, 'line')} of the NVIDIA driver, and none {words} an error.")
    else:
        rows = [("Time", "GPU or switch", "Error", "Logged", "Process", "Meaning", "What to do")]
        several = len({logged.stamp.host for logged in log.errors} - {""}) > 1
        for same, count in _merged(log.errors):
            meaning, error = meaning_of(same.error), same.error
            printed = ", ".join(word for word in (error.said, "" if error.link is None else f"link {error.link}") if word)
            label = f"{meaning.label} × {count}" if count > 1 else meaning.label
            pid = "–" if error.pid is None else str(error.pid)
            where = f"{same.stamp.host} {error.pci or '–'}".strip() if several else error.pci or "–"
            rows.append((when(same.stamp), where, label, printed or "–", pid, meaning.title, meaning.do))
        print_table(rows)
        for host, pci, uuid, serial in _named(log.errors):
            where = f"{host} {pci}" if several and host else pci
            click.echo(" ".join(word for word in (f"{where} is", uuid, f"serial number {serial}" if serial else "") if word))
    if log.unread_count:
        click.echo(f"Driver lines not recognized: {log.unread_count:,}.")
        for unread_line in log.unread[:_SHOWN_UNREAD]:
            click.echo(f"  line {unread_line.line}: {unread_line.text}")
        if log.unread_count > _SHOWN_UNREAD:
            click.echo(f"  and {log.unread_count - _SHOWN_UNREAD:,} more")


def when(stamp: "Stamp") -> str:
    """The time of a line for display, including its ambiguity."""
    from gpudesk.formats.hosts.kernel_times import TimeKind

    if stamp.wall_s is not None:
        return datetime.fromtimestamp(stamp.wall_s, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    if stamp.kind is TimeKind.NO_YEAR:
        return f"{stamp.shown} (no year)"
    if stamp.kind is TimeKind.LOCAL:
        return f"{stamp.shown} (local)"
    return f"+{stamp.boot_s:.3f} s" if stamp.boot_s is not None else "–"


def _merged(errors: "Sequence[LoggedError]") -> "Iterator[tuple[LoggedError, int]]":
    for _, same in groupby(errors, key=lambda logged: (logged.stamp.host, logged.error)):
        members = list(same)
        yield members[0], len(members)


def _named(errors: "Sequence[LoggedError]") -> list[tuple[str, str, str, str]]:
    return list(
        dict.fromkeys(
            (logged_error.stamp.host, logged_error.error.pci, logged_error.uuid, logged_error.serial)
            for logged_error in errors
            if logged_error.uuid or logged_error.serial
        )
    )
