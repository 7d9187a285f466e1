"""What a text of the field can be, by its content: every kind that fits, so that whoever pasted two things is asked which is meant."""

from enum import StrEnum

from gpudesk.formats.dcgm_results import is_dcgm_report
from gpudesk.formats.kernel_log import is_kernel_log
from gpudesk.formats.nvidia_smi_links import is_topology
from gpudesk.formats.prometheus_text import is_prometheus_text
from gpudesk.monitor.gpu_listing import form_of
from gpudesk.monitor.smi_failures import failures_in


class TextKind(StrEnum):
    """What is read of a text."""

    KERNEL_LOG = "kernel log"
    LISTING = "listing of GPUs"
    TOPOLOGY = "GPU topology"
    DCGM_REPORT = "DCGM report"
    FAILURE = "failure message"


UNDERSTOOD = (
    "kernel logs (dmesg, journalctl, syslog); nvidia-smi: table, -q, -q -x, --query-gpu, -L, dmon, pmon, nvlink, topo -m; its failure"
    " messages; dcgmi: dmon, diag, health; pages of exporters; device and cable lists (CSV, Excel); NetBox files; ibnetdiscover; model"
    " configurations; projects and recordings"
)


def kinds_of(text: str) -> list[TextKind]:
    """Every kind that a text could be; a failure message counts where nothing else does, as they are printed around listings."""
    found = []
    if is_kernel_log(text):
        found.append(TextKind.KERNEL_LOG)
    if is_dcgm_report(text):
        found.append(TextKind.DCGM_REPORT)
    if is_topology(text):
        found.append(TextKind.TOPOLOGY)
    if is_prometheus_text(text.encode()) or (form_of(text) is not None and text.lstrip()[:1] != "<") or "<nvidia_smi_log" in text:
        found.append(TextKind.LISTING)
    return found or ([TextKind.FAILURE] if failures_in(text) else [])


def resembles(text: str) -> str:
    """What a text that is none of the kinds looks like, as a noun of a sentence."""
    head = text.lstrip()[:2000]
    if not head:
        return "an empty text"
    lines = [line for line in text.split("\n")[:40] if line.strip()]
    if head[0] in "{[":
        return "JSON"
    if head[0] == "<":
        return "XML or HTML"
    for separator in (",", ";", "\t"):
        counts = {line.count(separator) for line in lines}
        if len(counts) == 1 and len(lines) > 1 and counts != {0}:
            return "a table"
    dated = sum(line[:40].count(":") > 1 and any(letter.isdigit() for letter in line[:24]) for line in lines)
    return "a log of another program" if dated * 2 > len(lines) else "plain text"
