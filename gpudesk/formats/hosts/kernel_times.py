"""Time, host and program prefixes of kernel log lines, in the formats of dmesg, syslog and journalctl.

Formats: util-linux dmesg(1), `--time-format` and `-x`; RFC 3164, 4.1.2; RFC 5424, 6; systemd journalctl(1), `--output`.
"""

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache


class TimeKind(StrEnum):
    """Meaning of the time on a line."""

    ZONED = "zoned"
    """A moment: the zone is named."""
    LOCAL = "local"
    """A date and time without a zone: that of the machine."""
    NO_YEAR = "no_year"
    BOOT = "boot"
    """Seconds since the kernel was started; no date can be made of it."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Stamp:
    """When a line was written.

    Attributes:
        shown: the time as printed, "" if there is none.
        boot_s: seconds since the kernel was started.
        wall_s: seconds since 1970, None if the zone or the year is missing.
        host: as named in syslog and journal, "" otherwise.
    """

    kind: TimeKind = TimeKind.NONE
    shown: str = ""
    boot_s: float | None = None
    wall_s: float | None = None
    host: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its prefix.

    Attributes:
        number: in the file, from 1.
        of_kernel: False if another program is named, which is then `program`.
    """

    number: int
    stamp: Stamp
    message: str
    of_kernel: bool = True
    program: str = ""


_QUOTED = re.compile(r"^(?:>\s?){1,8}")
_LEVEL = re.compile(r"\s{0,8}(?:<\d{1,4}>(?:\d\s)?|[a-z]{2,8}\s{0,4}:[a-z]{2,8}\s{0,4}:\s{0,4})")
_SINCE = r"(?:\s{0,2}<\s{0,12}\d{1,10}\.\d{1,9}\s?>)?"
"""How long after the line before, as `dmesg -d` and `journalctl -o short-delta` add it."""
_BOOT = re.compile(rf"\s{{0,8}}\[\s{{0,12}}(\d{{1,10}}\.\d{{1,9}}){_SINCE}\s?\](?:\s{{0,2}}\[\s{{0,8}}[TC]\d{{1,10}}\])?\s?")
_SINCE_LAST = re.compile(r"\s{0,8}\[\s{0,12}\+\d{1,10}\.\d{1,9}\]\s?")
_CTIME = re.compile(rf"\s{{0,8}}\[([^\]\[\n]{{0,40}}?\d{{1,2}}:\d\d:\d\d \d{{4}}){_SINCE}\]\s?")
_HUMAN = re.compile(r"\s{0,8}\[([^\]\[\n]{3,20} \d{1,2}:\d\d)\]\s?")
_ISO = re.compile(
    r"\s{0,8}(?:[A-Z][a-z]{2} )?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:([.,])\d{1,9})?) ?(Z\b|UTC\b|[+-]\d\d:?\d\d(?!\d)|[A-Z]{3,5}(?= ))?\s?"
)
_SYSLOG = re.compile(r"\s{0,8}([A-Z][a-z]{2} [ \d]?\d \d\d:\d\d:\d\d(?:\.\d{1,9})?)\s")
_SECONDS = re.compile(r"\s{0,8}(\d{9,10}\.\d{6}) (?=\S{1,255} [\w.\-]{1,48}(?:\[\d{1,10}\])?: )")
_BY = re.compile(r"([\w.\-]{1,255}) ([\w.\-/()@]{1,64})(?:\[\d{1,10}\])?: ?(?:- )*")
_BY_5424 = re.compile(r"([\w.\-]{1,255}) ([\w.\-/]{1,48}) (?:-|\d{1,10}) (?:-|\S{1,32}) (?:-|\[[^\]\n]{0,200}\]) ")
_BY_KERNEL = re.compile(r"(?:([\w.\-]{1,255}) )?kernel(?:\[\d{1,10}\])?: ?")
_FILE = re.compile(r"(?:[\w./~+\-]{1,200}[:\-])?(?:\d{1,9}[:\-])?(?=[\[<\dA-Z])")
"""File and line number, as grep prints them before a match."""
_ON_HOST = re.compile(r"(?!kernel:)([A-Za-z][\w.\-]{0,63}):[ \t]{1,4}(?=[\[<\dA-Z])")
"""As pdsh, clush and parallel-ssh print it before each line of many hosts."""
_ENGLISH = ("%a %b %d %H:%M:%S %Y", "%b %d %H:%M:%S %Y")
"""English names as `dmesg -T` prints them; names in another language remain unchanged."""


def line_of(number: int, text: str) -> Line:
    """Parse a log line by its prefix; a line without a prefix is entirely message."""
    rest = _QUOTED.sub("", text, count=1)
    level = _LEVEL.match(rest)
    if level:
        rest = rest[level.end() :]
    is_syslog = level is not None and level[0].strip().endswith(">1")
    line = _stamped(number, rest, syslog=is_syslog)
    if line is not None:
        return line
    for before in (_ON_HOST, _FILE):
        match = before.match(rest)
        line = _stamped(number, rest[match.end() :], syslog=False) if match and match.end() else None
        if match and line:
            host = line.stamp.host or (match[1] if before is _ON_HOST else "")
            return replace(line, stamp=replace(line.stamp, host=host))
    return _by(number, Stamp(), rest, named=False, syslog=False)


def seconds_between(first: Stamp, second: Stamp) -> float | None:
    """Return seconds from one log time to another, negative if the kernel restarted between; None if not comparable."""
    if first.wall_s is not None and second.wall_s is not None:
        return second.wall_s - first.wall_s
    if first.boot_s is not None and second.boot_s is not None:
        return second.boot_s - first.boot_s
    days = [_day(stamp) for stamp in (first, second)]
    if first.kind is not second.kind or days[0] is None or days[1] is None:
        return 0.0 if first.shown and first.shown == second.shown else None
    return days[1] - days[0]


@lru_cache(maxsize=1024)
def _day(stamp: Stamp) -> float | None:
    """Seconds that are good for a difference alone: in a leap year where the line names none."""
    if stamp.kind not in (TimeKind.NO_YEAR, TimeKind.LOCAL):
        return None
    shown, form = (f"2000 {stamp.shown}", "%Y %b %d %H:%M:%S") if stamp.kind is TimeKind.NO_YEAR else (stamp.shown, "%Y-%m-%d %H:%M:%S")
    try:
        return datetime.strptime(shown.partition(".")[0], form).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None


def _stamped(number: int, rest: str, *, syslog: bool) -> Line | None:
    """Return a line that begins with a time; None if it does not."""
    for pattern, take in _FORMS:
        match = pattern.match(rest)
        if match:
            stamp, named = take(match)
            return _by(number, stamp, rest[match.end() :], named=named, syslog=syslog)
    return None


def _by(number: int, stamp: Stamp, rest: str, *, named: bool, syslog: bool) -> Line:
    """The host and the program; `named`: whether this form names a host, which may be another program's line."""
    match = _BY_5424.match(rest) if syslog else _BY.match(rest) if named else _BY_KERNEL.match(rest)
    if match is None:
        return Line(number, stamp, rest.strip())
    host, program = (match[1] or "", "kernel") if not (named or syslog) else (match[1], match[2])
    rest = rest[match.end() :]
    boot_s = stamp.boot_s
    if program == "kernel" and boot_s is None:
        boot = _BOOT.match(rest)
        if boot:
            boot_s, rest = float(boot[1]), rest[boot.end() :]
    return Line(number, Stamp(stamp.kind, stamp.shown, boot_s, stamp.wall_s, host), rest.strip(), program == "kernel", program)


def _boot(match: re.Match[str]) -> tuple[Stamp, bool]:
    return Stamp(TimeKind.BOOT, match[1], boot_s=float(match[1])), False


def _nothing(_: re.Match[str]) -> tuple[Stamp, bool]:
    return Stamp(), False


def _ctime(match: re.Match[str]) -> tuple[Stamp, bool]:
    shown = " ".join(match[1].split())
    for form in _ENGLISH:
        try:
            # A local time: the log names no zone, and none is made up.
            shown = datetime.strptime(shown, form).strftime("%Y-%m-%d %H:%M:%S")  # noqa: DTZ007
            break
        except ValueError:
            continue
    return Stamp(TimeKind.LOCAL, shown), False


def _human(match: re.Match[str]) -> tuple[Stamp, bool]:
    return Stamp(TimeKind.NO_YEAR, " ".join(match[1].split())), False


def _iso(match: re.Match[str]) -> tuple[Stamp, bool]:
    shown, zone = match[1].replace(",", ".").replace("T", " "), match[3] or ""
    named = match[2] != ","
    if not zone or (zone.isalpha() and zone not in ("Z", "UTC")):
        return Stamp(TimeKind.LOCAL, f"{shown} {zone}".strip()), named
    moment = _moment(shown, "+00:00" if zone.isalpha() else zone)
    return Stamp(TimeKind.ZONED if moment is not None else TimeKind.LOCAL, f"{shown} {zone}", wall_s=moment), named


def _moment(shown: str, zone: str) -> float | None:
    whole, _, part = shown.partition(".")
    try:
        at = datetime.fromisoformat(f"{whole}.{part[:6]:0<6}{zone}")
        return at.astimezone(UTC).timestamp()
    except (ValueError, OverflowError):
        return None


def _syslog(match: re.Match[str]) -> tuple[Stamp, bool]:
    return Stamp(TimeKind.NO_YEAR, " ".join(match[1].split())), True


def _seconds(match: re.Match[str]) -> tuple[Stamp, bool]:
    return of_seconds(float(match[1])), True


def of_seconds(wall_s: float, host: str = "", boot_s: float | None = None) -> Stamp:
    """The stamp of a moment that is written as a number, seconds since 1970."""
    try:
        shown = datetime.fromtimestamp(wall_s, UTC).strftime("%Y-%m-%d %H:%M:%S Z")
    except (ValueError, OverflowError, OSError):
        return Stamp(host=host, boot_s=boot_s)
    return Stamp(TimeKind.ZONED, shown, boot_s, wall_s, host)


_FORMS = (
    (_BOOT, _boot),
    (_SINCE_LAST, _nothing),
    (_CTIME, _ctime),
    (_HUMAN, _human),
    (_ISO, _iso),
    (_SYSLOG, _syslog),
    (_SECONDS, _seconds),
)
