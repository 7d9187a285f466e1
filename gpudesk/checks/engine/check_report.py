"""Findings as one JSON object: what `gpudesk check --json` prints, described by `resources/schemas/check.v2.json`.

English only, without times, so that the same project always gives the same text.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from gpudesk import __version__
from gpudesk.checks.engine.check_engine import judgement
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import SHOWN, Finding
from gpudesk.checks.findings.findings import Findings
from gpudesk.checks.findings.fix_outcome import NOT_TRIED, FixOutcome, FixStatus
from gpudesk.checks.rules.common.rule import Rule
from gpudesk.core.messages.message import Quantity, Value, plain_value
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

SCHEMA = "gpudesk.check.v2"


def report(
    findings: Findings,
    snapshot: Snapshot,
    *,
    uid: str = "",
    phase: int | None = None,
    outcomes: Mapping[str, FixOutcome] = MappingProxyType({}),
) -> dict[str, Any]:
    """The findings of a snapshot with all that it takes to read them without the project.

    Args:
        outcomes: of fixes that were tried, by the key of the finding; the others count as not tried.
        uid: the project's identity, "" for one that has none.
        phase: the build phase up to which was checked, None for the whole project.
    """
    counts = findings.counts()
    return {
        "schema": SCHEMA,
        "program": {"name": "gpudesk", "version": __version__},
        "project": {"uid": uid, "revision": snapshot.revision, "phase": phase},
        "counts": {**{str(severity): counts[severity] for severity in SHOWN}, "excluded": findings.excluded},
        "findings": [_finding(finding, snapshot, outcomes.get(finding.key, NOT_TRIED)) for finding in findings],
        "rules": {rule.key: _rule(rule, snapshot) for rule in sorted(ALL_RULES.values(), key=lambda rule: rule.key)},
        "limits": _limits(snapshot),
    }


def _finding(finding: Finding, snapshot: Snapshot, outcome: FixOutcome) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "severity": str(finding.severity),
        "key": finding.key,
        "message": finding.message.plain(),
        "location": {
            "table": finding.place.table,
            "id": finding.place.id,
            "label": finding.place.label,
            "hall": _hall(snapshot, finding.place.table, finding.place.id),
        },
        "objects": [{"table": table, "id": row_id, "name": _name(snapshot, table, row_id)} for table, row_id in finding.objects],
        "actual": _value(finding.found),
        "required": _value(finding.required),
        "fix": None
        if finding.fix is None
        else {
            "operation": finding.fix.operation,
            "arguments": dict(finding.fix.arguments),
            "title": finding.fix.title.plain(),
            "outcome": outcome_body(outcome),
        },
        "excluded": finding.excluded,
    }


def outcome_body(outcome: FixOutcome) -> dict[str, Any]:
    """What became of a fix when it was tried; no figures for one that was not."""
    tried = outcome.status not in (FixStatus.NOT_TRIED, FixStatus.CHANGED)
    return {
        "status": str(outcome.status),
        "applicable": outcome.offered,
        "errors_added": outcome.errors_added if tried else None,
        "errors_removed": outcome.errors_removed if tried else None,
        "reason": None if outcome.reason is None else outcome.reason.plain(),
    }


def _rule(rule: Rule, snapshot: Snapshot) -> dict[str, Any]:
    return {
        "title": rule.title,
        "severity": str(snapshot.cached(judgement).severity(rule)),
        "source": rule.source,
        "limits": list(rule.limits),
    }


def _limits(snapshot: Snapshot) -> dict[str, Any]:
    """The values of the site sheet that rules use."""
    sheet = snapshot.cached(site_sheet)
    used = sorted({key for rule in ALL_RULES.values() for key in rule.limits})
    return {
        key: {
            "value": sheet.value(key),
            "unit": sheet.definitions.values[key].unit,
            "source": sheet.source(key),
            "confidence": str(sheet.confidence(key)),
        }
        for key in used
    }


def _value(value: Value | None) -> Mapping[str, Any] | None:
    if value is None:
        return None
    if isinstance(value, Quantity):
        return {"value": value.value, "unit": value.unit}
    return {"value": value if isinstance(value, int | float | str) else plain_value(value), "unit": ""}


def _name(snapshot: Snapshot, table: str, row_id: int) -> str:
    row = snapshot[table].row(row_id)
    return str(next((row[column] for column in ("name", "key", "finding", "reason") if column in row), ""))


def _hall(snapshot: Snapshot, table: str, row_id: int) -> str | None:
    """The name of the hall that contains a row, None if there is none."""
    if table == "device":
        hall = int(snapshot.cached(whereabouts).hall[snapshot["device"].position(row_id)])
    elif table == "hall":
        hall = row_id
    elif "hall_id" in snapshot[table]:
        hall = int(snapshot[table]["hall_id"][snapshot[table].position(row_id)])
    else:
        return None
    return str(snapshot["hall"].row(hall)["name"]) if snapshot["hall"].has(hall) else None
