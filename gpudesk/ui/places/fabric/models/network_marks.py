"""Marks in the drawing of one network: faults of other networks are not marked on shared devices."""

from collections.abc import Iterable, Iterator, Mapping

from gpudesk.checks.findings.finding import SHOWN, Finding, Severity
from gpudesk.checks.findings.findings import Findings
from gpudesk.project.snapshot import Snapshot


def network_marks(findings: Findings, snapshot: Snapshot, network_id: int) -> dict[str, Mapping[int, Severity]]:
    """The weightiest severity at each device and each cable, as far as it concerns a network."""
    marks: dict[int, Severity] = {}
    for rule, rule_findings in findings.by_rule().items():
        if rule.startswith("link."):
            continue
        named = _of_network(rule_findings, network_id) if rule.startswith("fabric.") else _devices(rule_findings.by_object().items())
        for device, severity in named:
            _mark(marks, device, severity)
    at_cables, cables = findings.marks("cable"), snapshot["cable"]
    for cable_id, severity in at_cables.items():
        if not cables.has(cable_id):
            continue
        place = cables.position(cable_id)
        if cables["network_id"][place] == network_id:
            for side in ("a_device_id", "b_device_id"):
                _mark(marks, int(cables[side][place]), severity)
    return {"device": marks, "cable": at_cables}


def _devices(named: Iterable[tuple[tuple[str, int], tuple[Finding, ...]]]) -> Iterator[tuple[int, Severity]]:
    for (table, row_id), findings in named:
        if table == "device":
            yield from ((row_id, finding.severity) for finding in findings if finding.excluded is None)


def _of_network(findings: Iterable[Finding], network_id: int) -> Iterator[tuple[int, Severity]]:
    """The devices of findings that name this network or none."""
    for finding in findings:
        networks = {row_id for table, row_id in finding.objects if table == "network"}
        if finding.excluded is None and (not networks or network_id in networks):
            yield from ((row_id, finding.severity) for table, row_id in finding.objects if table == "device")


def _mark(marks: dict[int, Severity], device: int, severity: Severity) -> None:
    known = marks.get(device)
    if known is None or SHOWN.index(severity) < SHOWN.index(known):
        marks[device] = severity
