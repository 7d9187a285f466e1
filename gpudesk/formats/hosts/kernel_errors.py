"""The error in one line of the NVIDIA driver or of the kernel's PCIe error reporting.

Wording: "NVRM: Xid (PCI:0000:1b:00): 79, ..." (drivers before 300 omit "PCI:"), "nvidia-nvswitch1: SXid (PCI:0000:84:00.0): 20034,
Fatal, Link 28 ..." (Fabric Manager user guide, appendix D), "GPU has fallen off the bus", "RmInitAdapter failed!" (open kernel
modules, github.com/NVIDIA/open-gpu-kernel-modules), and "PCIe Bus Error: severity=..." (drivers/pci/pcie/aer.c of Linux; severity
names changed with 5.x).
"""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from gpudesk.core.names.text_limits import one_line

_LONGEST_LINE = 4000
_TEXT = 240
_ADDRESS = r"([0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2})(?:\.[0-7])?"


class ErrorKind(StrEnum):
    """What reported an error."""

    XID = "xid"
    SXID = "sxid"
    FALLEN_OFF_BUS = "fallen_off_bus"
    INIT_FAILED = "init_failed"
    POWER_BRAKE = "power_brake"
    PCIE_CORRECTED = "pcie_corrected"
    PCIE_UNCORRECTED = "pcie_uncorrected"
    PCIE_FATAL = "pcie_fatal"


@dataclass(frozen=True, slots=True)
class DriverError:
    """One error as reported by a line.

    Attributes:
        pci: bus address, lowercase, domain of at least four digits; "" if not printed.
        code: Xid or SXid code.
        said: the severity as printed, "" if none.
        link: NVLink number as printed.
        action: for Xid 154 the text after "to", lowercase.
        pid: of the program, None if not printed.
        text: the driver's text after the number, or the whole line.
        goes_on: the line only continues an error of an earlier line.
    """

    kind: ErrorKind
    pci: str
    text: str
    code: int | None = None
    said: str = ""
    link: int | None = None
    action: str = ""
    pid: int | None = None
    goes_on: bool = False


_XID = re.compile(rf"NVRM:\s{{1,4}}Xid \((?:PCI:)?{_ADDRESS}[^)\n]{{0,40}}\)[^:\n]{{0,80}}: (\d{{1,5}})\b[,:]?\s?(.*)")
_SXID = re.compile(rf"SXid \((?:PCI:)?{_ADDRESS}[^)\n]{{0,40}}\)[^:\n]{{0,80}}: (\d{{1,6}})\b[,:]?\s?(.*)")
_PID = re.compile(r"\bpid='?(\d{1,10})")
_SAID = re.compile(r"\b(Fatal|Non-?fatal)\b", re.IGNORECASE)
_LINK = re.compile(r"\blink\s{0,2}(\d{1,4})\b", re.IGNORECASE)
_GOES_ON = re.compile(r"(?:Data \{|Severity \d)")
_ACTION = re.compile(
    r"recovery action changed\b[^(\n]{0,60}?(?:\([^()\n]{0,60}\)[^(\n]{0,20}?)?\bto\s+(?:0x[0-9a-f]{1,8}\b\s*)?"
    r"(?:\(([^()\n]{1,60})\)|((?:[a-z][\w/\-]{0,20}(?![\w=])\s?){1,6}))",
    re.IGNORECASE,
)
"""The previous action, with or without brackets, and the current action; other text may follow."""
_AT = re.compile(rf"(?:PCI:)?\b{_ADDRESS}\b")
_FALLEN = re.compile(r"fallen off the bus")
_INIT = re.compile(
    r"RmInitAdapter failed|rm_init_adapter(?:\(\d{1,4}\))? failed|probe of \S{1,40} failed with error|probe with driver nvidia failed"
)
_BRAKE = re.compile(r"power.?brake", re.IGNORECASE)
_AER = re.compile(
    rf"(?:^|\s)(\S{{1,40}}) {_ADDRESS}: (?:AER: )?(?:PCIe Bus Error: severity="
    r"|(?:Multiple )?(?=(?:Un)?[Cc]orrect(?:ed|able)\b.{0,20}error (?:message )?received))"
    r"((?:Un)?[Cc]orrect(?:ed|able))(?:,? ?\(?(Non-?Fatal|Fatal)\)?)?(.*)",
    re.IGNORECASE,
)
_FROM = re.compile(rf"received(?: from|:)? {_ADDRESS}")
_FROM_ID = re.compile(r"received(?: from|:)? id=([0-9a-f]{4})\b")
"""As kernels before 5.0 name the device: bus, slot and function in 16 bits."""
_ANNOUNCED = re.compile(r"error (?:message )?received")
_STATUS = re.compile(rf"(?:^|\s)(?:nvidia|pcieport) {_ADDRESS}: (?:AER: )?aer_status: 0x([0-9a-f]{{1,8}})\b", re.IGNORECASE)
_WEIGHT = re.compile(rf"(?:^|\s)(?:nvidia|pcieport) {_ADDRESS}: (?:AER: )?aer_uncor_severity: 0x([0-9a-f]{{1,8}})\b", re.IGNORECASE)
"""Where firmware handles the errors first, the kernel prints registers instead of a severity (cper_print_aer of aer.c)."""
LINE_BEGIN = r"(?:^|[\]:|>=\-]\s{0,4}|[:,]\s{0,4}\")"
"""Prefix of a driver line; a sentence that mentions "NVRM:" is not one."""
_DRIVER = re.compile(
    LINE_BEGIN + r"(?:NVRM: |nvidia(?:-nvswitch\d{0,3}|-nvlink|-modeset|-uvm|-drm|-peermem|-fs|-vgpu)?: |nvidia [0-9a-f]{4}:"
    r"|\[drm\] ?.{0,12}\[nvidia-drm\])"
)
_BY_KERNEL = re.compile(
    r"^pcieport \S{1,20} DPC: (?:containment|unmasked|ERR_|RP PIO)|^INFO: task \S{0,20}nv\S{0,20} blocked for more than"
    r"|^RIP: .{0,200}\[nvidia\w{0,20}\]"
)
"""Kernel messages about a lost GPU, a driver call that does not return, and a fault in the driver."""
_BENIGN = re.compile(
    r"GPU at PCI|[Ss]erial [Nn]umber|\bloading\b|Loading|taint|module verification|default power|enabling device|licen[cs]e"
    r"|device \[[0-9a-f]{4}:[0-9a-f]{4}\] error status/mask|Error of this Agent is reported first"
)
_TROUBLE = re.compile(
    r"fail|error|fatal|invalid|mismatch|time(?:d )?-?out|assert|\blost\b|unable|cannot|can't|denied|exception|fault|\bhang|hung|corrupt"
    r"|unexpected|violation|\bSXid\b|\bXid\b|fallen|\bno(?:ne)?\b.{1,40}\b(?:probed|initialized|found)|conflict|unsupported|inaccessible"
    r"|\bnot\b.{0,20}\b(?:responding|supported|called|found|initialized|available|enough|allowed)|already bound|\bis 0M\b",
    re.IGNORECASE,
)


def is_driver_line(message: str) -> bool:
    """Whether the driver of NVIDIA wrote a line, or the kernel of a device that it drives."""
    return _DRIVER.search(message[:400]) is not None


def speaks_of_trouble(message: str) -> bool:
    """Return whether a line without a known pattern contains a term for an error."""
    return _TROUBLE.search(message[:_LONGEST_LINE]) is not None and _BENIGN.search(message[:_LONGEST_LINE]) is None


def kernel_speaks_of_gpu(message: str) -> bool:
    """Return whether the kernel, not the driver, reports that a GPU was disconnected, or that the driver hangs or crashed."""
    return _BY_KERNEL.match(message[:400]) is not None


def error_in(message: str) -> DriverError | None:
    """Return the error in a line, None if there is none."""
    message = message[:_LONGEST_LINE]
    numbered = _XID.search(message) or _SXID.search(message)
    if numbered is not None:
        return _numbered(ErrorKind.XID if numbered.re is _XID else ErrorKind.SXID, numbered)
    aer = _AER.search(message)
    if aer is not None:
        return _of_pcie(aer, message)
    status = _STATUS.search(message)
    if status is not None:
        return DriverError(ErrorKind.PCIE_CORRECTED, status[1].lower(), shown(message))
    if not is_driver_line(message):
        return None
    for kind, pattern in ((ErrorKind.FALLEN_OFF_BUS, _FALLEN), (ErrorKind.INIT_FAILED, _INIT), (ErrorKind.POWER_BRAKE, _BRAKE)):
        if pattern.search(message):
            return DriverError(kind, address_in(message), shown(message))
    return None


def gives_severity(message: str) -> bool:
    """Whether a line gives the severity of an error of a line before."""
    return _WEIGHT.search(message[:_LONGEST_LINE]) is not None


def weighed(error: DriverError, message: str) -> DriverError | None:
    """An error that registers describe, with the severity that a later line gives; None where the line gives none of this error."""
    weight, status = _WEIGHT.search(message[:_LONGEST_LINE]), _STATUS.search(error.text)
    if weight is None or status is None or bus_address(weight[1]) != bus_address(error.pci):
        return None
    is_fatal = int(status[2], 16) & int(weight[2], 16) != 0
    return replace(error, kind=ErrorKind.PCIE_FATAL if is_fatal else ErrorKind.PCIE_UNCORRECTED)


def bus_address(text: str) -> str:
    """An address on the bus for a comparison: small letters, and four digits of its domain where the others are zeros."""
    return text.lower().removeprefix("0000") if len(text.partition(":")[0]) == 8 and text.startswith("0000") else text.lower()


def address_in(message: str) -> str:
    """Return the first bus address in a line, "" if there is none."""
    match = _AT.search(message)
    return "" if match is None else match[1].lower()


def shown(text: str) -> str:
    """A text of a log as it can be shown: one line, at most 240 characters."""
    return one_line(text.strip()[:_TEXT])


def _numbered(kind: ErrorKind, match: re.Match[str]) -> DriverError:
    pci, code, rest = match.groups()
    pid, quoted, link = _PID.search(rest), _SAID.search(rest), _LINK.search(rest)
    action = _ACTION.search(rest) if kind is ErrorKind.XID and code == "154" else None
    return DriverError(
        kind,
        pci.lower(),
        shown(rest),
        int(code),
        quoted[1] if quoted else "",
        int(link[1]) if link else None,
        " ".join((action[1] or action[2]).lower().split()) if action else "",
        int(pid[1]) if pid else None,
        kind is ErrorKind.SXID and _GOES_ON.match(rest) is not None,
    )


def _of_pcie(match: re.Match[str], message: str) -> DriverError | None:
    program, pci, corrected, grave, rest = match.groups()
    if not program.startswith(("nvidia", "pcieport")):
        return None
    kind = ErrorKind.PCIE_CORRECTED
    if corrected.lower().startswith("un"):
        kind = ErrorKind.PCIE_FATAL if (grave or "").lower() == "fatal" else ErrorKind.PCIE_UNCORRECTED
    source, by_id = _FROM.search(rest), _FROM_ID.search(rest)
    severity = f"{corrected} ({grave})" if grave else corrected
    if source:
        pci = source[1]
    elif by_id:
        number = int(by_id[1], 16)
        pci = f"{pci.partition(':')[0]}:{number >> 8:02x}:{number >> 3 & 31:02x}"
    # The port announces what the device below it then describes.
    return DriverError(kind, pci.lower(), shown(message), said=severity, goes_on=_ANNOUNCED.search(rest) is not None)
