"""Reads the errors of GPUs, NVSwitches and their PCIe links out of a saved kernel log, in the forms of dmesg, syslog and journalctl."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.hosts.kernel_errors import (
    DriverError,
    ErrorKind,
    address_in,
    bus_address,
    error_in,
    gives_severity,
    is_driver_line,
    kernel_speaks_of_gpu,
    shown,
    speaks_of_trouble,
    weighed,
)
from gpudesk.formats.hosts.kernel_identities import Identities
from gpudesk.formats.hosts.kernel_journal import field_lines, has_journal_fields, journal_begins_at, journal_lines
from gpudesk.formats.hosts.kernel_times import Line, Stamp, line_of, seconds_between
from gpudesk.formats.text.pasted_text import MOST_BYTES, decoded

MOST_FOUND = 10_000
MOST_UNREAD = 100
"""Lines in unknown wording that are kept; all are counted."""
_NEAR = 50
"""Maximum distance in lines between two driver messages about the same lost GPU."""
_CONTEXT = "monitor"
_MOST_BETWEEN_S = 60.0
_OF_DRIVER = re.compile(r"NVRM:|nvidia|SXid|AER:|PCIe Bus Error|nv-fabricmanager|nv-hostengine|nvlsm|DPC: |blocked for more", re.IGNORECASE)
_COMPANIONS = frozenset({"nv-fabricmanager", "nvidia-fabricmanager", "nv-hostengine", "nvidia-persistenced", "nvidia-imex", "nvlsm"})
"""Programs of NVIDIA that report errors of GPUs and switches; their lines are counted and shown, and are none of the driver."""
_BEFORE = (
    r"(?:[A-Z][a-z]{2}\x20[\x20\d]?\d\x20\d\d:\d\d:\d\d\S{0,10}"
    r"|(?:[A-Z][a-z]{2}\x20)?\d{4}-\d\d-\d\d[T\x20]\d\d:\d\d:\d\d\S{0,20}(?:\x20[A-Z]{3,5})?|\d{9,10}\.\d{6})"
)
"""The times of syslog and journalctl, for a pattern in which spaces count for nothing."""
_KERNEL_LINE = re.compile(
    rf"""^(?:>\s?){{0,8}}(?:
        (?:<\d{{1,4}}>|[a-z]{{2,8}}\s{{0,4}}:[a-z]{{2,8}}\s{{0,4}}:)?\s{{0,4}}  # the level, as dmesg -r and dmesg -x write it
        \[(?:
            \s{{0,12}}\+?\d{{1,10}}\.\d{{1,9}}                            # seconds since the start, or since the line before
            |[^\]\[\n]{{3,30}}\s\d\d:\d\d:\d\d\s\d{{4}}                      # dmesg -T, with the names of any language
            |[^\W\d][^\]\[\n]{{0,12}}\d{{1,2}}\s\d\d:\d\d                # dmesg -H
            |\s{{0,12}}[TC]\d{{1,10}}
        )\]
        |(?:[a-z]{{2,8}}\s{{0,4}}:[a-z]{{2,8}}\s{{0,4}}:\s{{0,4}})?
            \d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d,\d{{1,9}}[+-]\d\d:?\d\d\s          # dmesg --time-format iso
        |(?:<\d{{1,3}}>(?:1\s)?)?{_BEFORE}\s{{1,4}}(?:[\w.\-]{{1,255}}\s)?kernel(?:\[\d{{1,10}}\])?(?::|\s-)\s  # syslog and journalctl
        |(?:[^\n]{{0,200}}(?:[\]:|>=\-]\s{{0,4}}|[:,]\s{{0,4}}"))?NVRM:\s
        |[^\n]{{0,200}}\bNVRM:\s{{1,4}}Xid\s\(
        |(?:[^\n]{{0,120}}[\s="])?nvidia-nvswitch\d{{1,3}}:\sSXid\s
        |--\s(?:No\sentries|Logs\sbegin|Journal\sbegins)\b
    )""",
    re.MULTILINE | re.VERBOSE,
)
_GPU_UUID = re.compile(r"GPU at (?:PCI:)?([0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2})(?:\.[0-7])?:? (GPU-[0-9a-fA-F\-]{8,40})")
_SERIAL = re.compile(r"GPU (?:Board )?[Ss]erial [Nn]umber(?: is|:)\s{0,4}([0-9A-Za-z]{5,32})\b")
_NAMED = re.compile(r"The NVIDIA GPU ([0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2})")
_AS_IT_IS = re.compile(r"installed in this system has$|fallen off the bus and is not responding|PCI ID: 10de")


@dataclass(frozen=True, slots=True)
class LoggedError:
    """One error of the log.

    Attributes:
        line: its number in the file, from 1.
        uuid, serial: of the GPU, where the log names them; "" elsewhere.
    """

    line: int
    stamp: Stamp
    error: DriverError
    uuid: str = ""
    serial: str = ""


@dataclass(frozen=True, slots=True)
class UnreadLine:
    """A driver line that reports an error in unknown wording."""

    line: int
    stamp: Stamp
    text: str


@dataclass(frozen=True, slots=True)
class KernelLog:
    """GPU information in a log.

    Attributes:
        errors: in log order, which is chronological even without a year; at most `MOST_FOUND`, the last ones.
        driver_lines: number of lines from the NVIDIA driver.
        unread: at most `MOST_UNREAD`, the first ones; `unread_count` counts all.
    """

    errors: tuple[LoggedError, ...]
    driver_lines: int
    unread: tuple[UnreadLine, ...] = ()
    unread_count: int = 0


def read_kernel_log(path: Path) -> KernelLog:
    """The errors of a saved log.

    Raises:
        InvalidData: the file cannot be read, is too large, is no kernel log, or holds no line of the driver of NVIDIA.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        text = QT_TRANSLATE_NOOP("monitor", "{name} cannot be read: {reason}.")
        raise InvalidData(Message(_CONTEXT, text, {"name": path.name, "reason": error.strerror or str(error)})) from error
    if len(content) > MOST_BYTES:
        words = QT_TRANSLATE_NOOP("monitor", "The kernel log is too large: the limit is {most} MiB.")
        fix = QT_TRANSLATE_NOOP("monitor", "Save a shorter log: journalctl -k --since yesterday --grep NVRM.")
        raise InvalidData(Message(_CONTEXT, words, {"most": MOST_BYTES >> 20}), Message(_CONTEXT, fix))
    return kernel_log_of(decoded(content), path.name)


def kernel_log_of(text: str, name: str) -> KernelLog:
    """Return the errors in the text of a log.

    Args:
        name: name of the text in messages.

    Raises:
        InvalidData: it is not a kernel log, or contains no line from the NVIDIA driver.
    """
    if not is_kernel_log(text):
        words = QT_TRANSLATE_NOOP("monitor", "Not a kernel log: {name} contains no kernel message.")
        fix = QT_TRANSLATE_NOOP("monitor", "Save one with: journalctl -k > FILE, or dmesg > FILE.")
        raise InvalidData(Message(_CONTEXT, words, {"name": name}), Message(_CONTEXT, fix))
    log = _Reader().read(text)
    if not log.driver_lines:
        words = QT_TRANSLATE_NOOP("monitor", "No NVIDIA driver messages in this log; errors cannot be evaluated.")
        fix = QT_TRANSLATE_NOOP("monitor", "Save the whole log since the driver was loaded: journalctl -k -b > FILE.")
        raise InvalidData(Message(_CONTEXT, words), Message(_CONTEXT, fix))
    return log


def is_kernel_log(text: str) -> bool:
    """Return whether a text has a line with a kernel time or name prefix, a driver line, or a note of an empty journal.

    Otherwise it gives no information about the GPUs: the absence of errors is then not a positive result.
    """
    return journal_begins_at(text) is not None or _KERNEL_LINE.search(text) is not None or has_journal_fields(text)


class _Reader:
    """Reads a log and keeps GPU data from previous lines."""

    def __init__(self) -> None:
        self.errors: list[LoggedError] = []
        self.unread: list[UnreadLine] = []
        self.unread_count = self.driver_lines = 0
        self._identities = Identities()
        self._last_pci: dict[str, str] = {}
        self._seen_sxids: dict[tuple[str, str, int | None], Line] = {}

    def read(self, text: str) -> KernelLog:
        for line in _lines(text):
            if line.of_kernel or "NVRM:" in line.message:
                self._take(line)
            elif line.program in _COMPANIONS and speaks_of_trouble(line.message):
                self._keep(line, f"{line.program}: {line.message}")
        errors = tuple(self._identified(error) for error in self.errors[-MOST_FOUND:])
        return KernelLog(errors, self.driver_lines, tuple(self.unread), self.unread_count)

    def _take(self, line: Line) -> None:
        of_driver = is_driver_line(line.message)
        self._identify(line)
        error = error_in(line.message)
        self.driver_lines += of_driver or (error is not None and error.kind in (ErrorKind.XID, ErrorKind.SXID))
        if error is None:
            spoken = of_driver and speaks_of_trouble(line.message) and not _AS_IT_IS.search(line.message)
            if not self._weigh(line) and (spoken or kernel_speaks_of_gpu(line.message)):
                self._keep(line, line.message)
            return
        if not error.pci and error.kind is ErrorKind.FALLEN_OFF_BUS:
            error = replace(error, pci=self._last_pci.get(line.stamp.host, ""))
        if self._is_known(line, error):
            return
        self.errors.append(LoggedError(line.number, line.stamp, error))
        if len(self.errors) > 2 * MOST_FOUND:
            del self.errors[:MOST_FOUND]

    def _keep(self, line: Line, text: str) -> None:
        self.unread_count += 1
        if len(self.unread) < MOST_UNREAD:
            self.unread.append(UnreadLine(line.number, line.stamp, shown(text)))

    def _weigh(self, line: Line) -> bool:
        """Set the severity of a previous error if this line states it; return whether it does."""
        if not gives_severity(line.message):
            return False
        for at in range(len(self.errors) - 1, max(len(self.errors) - 9, -1), -1):
            before = self.errors[at]
            error = weighed(before.error, line.message) if _is_near(before.line, before.stamp, line) else None
            if error is not None:
                self.errors[at] = replace(before, error=error)
                return True
        return False

    def _identify(self, line: Line) -> None:
        message, host = line.message, line.stamp.host
        named = _GPU_UUID.search(message) or _NAMED.search(message)
        if named is not None:
            pci = self._last_pci[host] = named[1].lower()
            if named.re is _GPU_UUID:
                self._identities.take_uuid(host, bus_address(pci), line.number, named[2])
        serial = _SERIAL.search(message)
        if serial is not None:
            pci = bus_address(address_in(message) or self._last_pci.get(host, ""))
            self._identities.take_serial(host, pci, line.number, serial[1])

    def _is_known(self, line: Line, error: DriverError) -> bool:
        """Whether a line before named this error already: a switch writes registers behind it, and the loss of a GPU is worded twice."""
        if error.kind is ErrorKind.SXID:
            key = line.stamp.host, error.pci, error.code
            seen = self._seen_sxids.get(key)
            self._seen_sxids[key] = line
            return error.goes_on and seen is not None and _is_near(seen.number, seen.stamp, line)
        for at in range(len(self.errors) - 1, max(len(self.errors) - 9, -1), -1):
            before = self.errors[at]
            if line.number - before.line > _NEAR:
                return False
            lost = before.error.kind is ErrorKind.FALLEN_OFF_BUS or (before.error.kind is ErrorKind.XID and before.error.code == 79)
            is_lost = error.kind is ErrorKind.FALLEN_OFF_BUS and lost
            if not is_lost and (before.error.kind is not error.kind or line.number - before.line > 3):
                continue
            same = not error.pci or bus_address(before.error.pci) == bus_address(error.pci)
            if not same or not _is_near(before.line, before.stamp, line):
                continue
            if is_lost or error.kind is ErrorKind.INIT_FAILED:
                return True
            if before.error.goes_on and not error.goes_on:
                # The device describes what its port announced: the description is the better one of the two.
                del self.errors[at]
                return False
        return False

    def _identified(self, logged_error: LoggedError) -> LoggedError:
        uuid, serial = self._identities.of(logged_error.stamp.host, bus_address(logged_error.error.pci), logged_error.line)
        return replace(logged_error, uuid=uuid, serial=serial)


def _is_near(number: int, stamp: Stamp, line: Line) -> bool:
    """Whether a line is of the same host as one before, and may go with it: few lines and seconds later, without a restart between."""
    if stamp.host != line.stamp.host or line.number - number > _NEAR:
        return False
    apart_s = seconds_between(stamp, line.stamp)
    return apart_s is None or -1 <= apart_s <= _MOST_BETWEEN_S


def _lines(text: str) -> Iterator[Line]:
    begin = journal_begins_at(text)
    if begin is not None and _KERNEL_LINE.search(text[:begin]) is None:
        yield from journal_lines(text, begin)
        return
    if has_journal_fields(text):
        yield from field_lines(text)
        return
    for number, line in enumerate(text.split("\n"), 1):
        if _OF_DRIVER.search(line):
            yield line_of(number, line)
