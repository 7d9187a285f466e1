"""The entries of `journalctl -o json`, `json-pretty` and `json-sse`: one object an entry, its text in `MESSAGE`; those of `-o verbose` and
`-o export`: one field a line; and those of `dmesg --json`.

Fields: systemd.journal-fields(7); a text that is not valid UTF-8 or holds control characters is an array of bytes (systemd's JSON User and
Journal export documentation), one that is too long is null.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from gpudesk.formats.hosts.kernel_times import Line, Stamp, TimeKind, line_of, of_seconds
from gpudesk.formats.text.pasted_text import masked

_MOST_FAILED = 1000
"""Entries that cannot be read; a file with more of them is damaged, and reading on would take long."""


_DMESG = re.compile(r"\{\s{0,20}\"dmesg\"\s{0,4}:\s{0,4}\[")
_FIELD = re.compile(r"^[ \t]{0,8}([A-Z_][A-Z0-9_]{1,63})=(.*)$")
_FIELDS = re.compile(r"^[ \t]{0,8}MESSAGE=", re.MULTILINE)
_OTHER_FIELDS = re.compile(r"^[ \t]{0,8}(?:__REALTIME_TIMESTAMP|_TRANSPORT|_BOOT_ID|SYSLOG_IDENTIFIER)=", re.MULTILINE)
_BEGIN = re.compile(r"^[ \t\[\x1e]{0,8}(?:data:\ )?\{", re.MULTILINE)
_MOST_NOISE = 40
"""Lines that a terminal, or a person, writes before the first entry."""


def journal_begins_at(text: str) -> int | None:
    """Return where the first journal entry begins, after any terminal output; None if it is not a journal."""
    head = text[:20_000]
    begin = _BEGIN.search(head)
    if begin is None or head.count("\n", 0, begin.start()) > _MOST_NOISE:
        return None
    dmesg = _DMESG.match(head, begin.start())
    if dmesg:
        return dmesg.end()
    return begin.start() if '"MESSAGE"' in head[begin.start() :] or '"__REALTIME_TIMESTAMP"' in head[begin.start() :] else None


def has_journal_fields(text: str) -> bool:
    """Whether a text is what `journalctl -o verbose` or `-o export` prints."""
    return _FIELDS.search(text) is not None and _OTHER_FIELDS.search(text) is not None


def field_lines(text: str) -> Iterator[Line]:
    """Return the entries of `-o verbose` and `-o export`; in the former the time is in the line above its fields."""
    entry: dict[str, Any] = {}
    number, above = 0, Stamp()
    for at, line in enumerate(text.split("\n"), 1):
        field = _FIELD.match(line)
        if field:
            number = at if field[1] == "MESSAGE" else number
            entry.setdefault(field[1], field[2])
            continue
        if not line.strip() or not line.startswith((" ", "\t")):
            if number:
                yield _with_time(_line(number, entry), above)
            entry, number, above = {}, 0, line_of(at, line).stamp
    if number:
        yield _with_time(_line(number, entry), above)


def _with_time(line: Line, above: Stamp) -> Line:
    if line.stamp.wall_s is not None or not above.shown:
        return line
    return replace(line, stamp=replace(above, boot_s=line.stamp.boot_s, host=line.stamp.host or above.host))


def journal_lines(text: str, begin: int) -> Iterator[Line]:
    """Return the entries in order; other lines are skipped. Each entry has the number of its first line."""
    decoder = json.JSONDecoder()
    at, number, counted, failed = text.find("{", begin), 1, 0, 0
    while at >= 0:
        number += text.count("\n", counted, at)
        counted = at
        end = at + 1
        try:
            entry, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            entry = None
            failed += 1
            if failed > _MOST_FAILED:
                return
            line_end = text.find("\n", at)
            end = len(text) if line_end < 0 else line_end
        if isinstance(entry, dict) and isinstance(entry.get("msg"), str) and "MESSAGE" not in entry:
            seconds = entry.get("time")
            known = isinstance(seconds, int | float) and 0 <= seconds < 1e10
            stamp = Stamp(TimeKind.BOOT, f"{seconds:.6f}", boot_s=float(seconds or 0)) if known else Stamp()
            yield Line(number, stamp, masked(entry["msg"].strip()))
        elif isinstance(entry, dict) and ("MESSAGE" in entry or "__REALTIME_TIMESTAMP" in entry):
            yield _line(number, entry)
        at = text.find("{", end)


def _line(number: int, entry: dict[str, Any]) -> Line:
    moment_us = _whole(entry.get("__REALTIME_TIMESTAMP")) or _whole(entry.get("_SOURCE_REALTIME_TIMESTAMP"))
    boot_us = _whole(entry.get("_SOURCE_MONOTONIC_TIMESTAMP"))
    host = entry.get("_HOSTNAME")
    host = host if isinstance(host, str) else ""
    boot_s = None if boot_us is None else boot_us / 1e6
    stamp = Stamp(boot_s=boot_s, host=host) if moment_us is None else of_seconds(moment_us / 1e6, host, boot_s)
    named = [entry.get(key) for key in ("_TRANSPORT", "SYSLOG_IDENTIFIER")]
    # In JSON a key may be written in bytes, or between quotes that are escaped.
    program = named[1] if isinstance(named[1], str) else ""
    return Line(number, stamp, masked(_text(entry.get("MESSAGE"))), "kernel" in named or not any(named), program)


def _text(message: object) -> str:
    if isinstance(message, str):
        return message.strip()
    if isinstance(message, list):
        if message and all(isinstance(one, int) and 0 <= one < 256 for one in message):
            return bytes(message).decode("utf-8", "replace").strip()
        return " ".join(one for one in message if isinstance(one, str)).strip()
    return ""


def _whole(number: object) -> int | None:
    if isinstance(number, str) and number.isascii() and number.isdecimal() and len(number) < 20:
        return int(number)
    return number if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 10**19 else None
