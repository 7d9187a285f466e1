"""Reads the errors of GPUs out of a saved kernel log: what `dmesg`, `dmesg -T` or `journalctl -k` printed.

The lines are those of the driver: "NVRM: Xid (PCI:0000:1b:00): 79, ..."; drivers before 300 leave "PCI:" out.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from gpudesk.core.errors import InvalidData
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message

MOST_BYTES = 64 << 20
MOST_FOUND = 10_000
_LONGEST_LINE = 4000
_CONTEXT = "monitor"
_XID = re.compile(r"NVRM: Xid \((?:PCI:)?([0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2})(?:\.[0-7])?\)[^:]{0,80}: (\d{1,5})\b[,:]?\s?(.*)")
_BOOT = re.compile(r"^\s*(?:<\d+>)?\[\s*(\d{1,10}\.\d{1,9})\]")
_ISO = re.compile(r"^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)")
_PID = re.compile(r"\bpid='?(\d{1,10})")
_TEXT = 240
_KERNEL_LINE = re.compile(
    r"""^(?:
        (?:<\d{1,4}>|[a-z]{2,8}\s{0,4}:[a-z]{2,8}\s{0,4}:)?\s{0,4}  # the level, as dmesg -r and dmesg -x write it
        \[(?:
            \s{0,12}\+?\d{1,10}\.\d{1,9}                          # seconds since the start, or since the line before
            |[^\]\n]{0,30}\d\d:\d\d(?::\d\d)?(?:\s\d{4})?            # dmesg -T and -H, with the names of any language
            |\s{0,12}[TC]\d{1,10}
        )\]
        |(?:[a-z]{2,8}\s{0,4}:[a-z]{2,8}\s{0,4}:\s{0,4})?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d,\d{6}[+-]\d\d:?\d\d\s  # dmesg --time-format iso
        |[^\n]{0,120}\bkernel:\s                                   # syslog and journalctl
        |[^\n]{0,200}\bNVRM:\s
        |--\s(?:No\sentries|Logs\sbegin|Journal\sbegins)\b
    )""",
    re.MULTILINE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class LoggedXid:
    """One error of the log.

    Attributes:
        line: its number in the file, from 1.
        pci: address on the bus, small letters, domain of four digits at least.
        boot_s: seconds since the kernel was started, None where the line has another time.
        wall_s: seconds since 1970, None where the line does not tell its zone.
        pid: of the program, None where none is told.
        text: what the driver wrote behind the number.
    """

    line: int
    pci: str
    code: int
    boot_s: float | None
    wall_s: float | None
    pid: int | None
    text: str


def read_kernel_log(path: Path) -> list[LoggedXid]:
    """The errors of a saved log, at most `MOST_FOUND`, the last ones.

    Raises:
        InvalidData: the file cannot be read, is too large, or is no kernel log.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        text = QT_TRANSLATE_NOOP("monitor", "{name} cannot be read: {reason}.")
        raise InvalidData(Message(_CONTEXT, text, {"name": path.name, "reason": error.strerror or str(error)})) from error
    if len(content) > MOST_BYTES:
        words = QT_TRANSLATE_NOOP("monitor", "The kernel log is too large: {most} MiB at most are read.")
        mend = QT_TRANSLATE_NOOP("monitor", "Save less: journalctl -k --since yesterday --grep NVRM.")
        raise InvalidData(Message(_CONTEXT, words, {"most": MOST_BYTES >> 20}), Message(_CONTEXT, mend))
    text = content.decode("utf-8", "replace")
    if not is_kernel_log(text):
        words = QT_TRANSLATE_NOOP("monitor", "Not a kernel log: {name} holds no line that the kernel writes.")
        mend = QT_TRANSLATE_NOOP("monitor", "Save one with: journalctl -k > FILE, or dmesg > FILE.")
        raise InvalidData(Message(_CONTEXT, words, {"name": path.name}), Message(_CONTEXT, mend))
    return xids_in(text)


def is_kernel_log(text: str) -> bool:
    """Whether a text has a line with the time or the name of the kernel before it, a line of the driver, or a note of an empty journal.

    Without one it says nothing about the GPUs: that it holds no error is then no good news.
    """
    return _KERNEL_LINE.search(text) is not None


def xids_in(text: str) -> list[LoggedXid]:
    """The errors in the text of a log, in its order, at most `MOST_FOUND`, the last ones."""
    found: list[LoggedXid] = []
    for number, line in enumerate(text.splitlines(), 1):
        if "NVRM: Xid" not in line:
            continue
        match = _XID.search(line[:_LONGEST_LINE])
        if match is None:
            continue
        pci, code, rest = match.groups()
        boot = _BOOT.search(line)
        pid = _PID.search(rest)
        shown = "".join(each if each.isprintable() else " " for each in rest.strip())[:_TEXT]
        boot_s = float(boot[1]) if boot else None
        found.append(LoggedXid(number, pci.lower(), int(code), boot_s, _wall_s(line), int(pid[1]) if pid else None, shown))
    return found[-MOST_FOUND:]


def _wall_s(line: str) -> float | None:
    match = _ISO.search(line)
    if match is None:
        return None
    try:
        at = datetime.fromisoformat(match[1].replace(",", "."))
    except ValueError:
        return None
    return None if at.tzinfo is None else at.astimezone(UTC).timestamp()
