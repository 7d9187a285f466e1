"""Findings of the checks, counted by rule."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import SHOWN, Finding, Severity
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.plan.plan_domains import DOMAIN_TITLES
from gpudesk.formats.text.shown_values import SHIPPED_NETWORKS
from gpudesk.reports.layout.inks import ERROR, INK, WARNING
from gpudesk.reports.layout.wording import Wording

INKS = {Severity.ERROR: ERROR, Severity.WARNING: WARNING, Severity.INFO: INK}
_WORDS = {
    Severity.ERROR: QT_TRANSLATE_NOOP("reports", "Error"),
    Severity.WARNING: QT_TRANSLATE_NOOP("reports", "Warning"),
    Severity.INFO: QT_TRANSLATE_NOOP("reports", "Note"),
}


@dataclass(frozen=True, slots=True)
class ProblemRow:
    """The findings of one rule that are not excluded: the first one represents all."""

    severity: Severity
    rule: str
    count: int
    first: Finding

    def severity_words(self, wording: Wording) -> str:
        """How much it weighs."""
        return wording.say("reports", _WORDS[self.severity])

    def place_label(self, wording: Wording) -> str:
        """Where the first one is: a name of the project, a part of the plan or a type."""
        place = self.first.place
        if place.label in DOMAIN_TITLES.values():
            return wording.say("domains", place.label)
        if place.table == "network" and place.label in SHIPPED_NETWORKS:
            return wording.say("Networks", place.label)
        return wording.type_name(place.label) if place.table == "catalog_item" else place.label

    def words(self, wording: Wording) -> str:
        """The fault and its number, or the single finding itself."""
        rule = ALL_RULES.get(self.rule)
        if self.count == 1 or rule is None or not rule.many:
            return wording.message(self.first.message)
        return wording.say("checks", rule.many, count=self.count)


def problem_rows(findings: Iterable[Finding]) -> list[ProblemRow]:
    """Findings by rule: errors first, then the most frequent."""
    counts: Counter[tuple[Severity, str]] = Counter()
    first: dict[tuple[Severity, str], Finding] = {}
    for finding in findings:
        if finding.excluded is None and finding.severity in SHOWN:
            key = finding.severity, finding.rule
            counts[key] += 1
            first.setdefault(key, finding)
    rows = [ProblemRow(severity, rule, count, first[severity, rule]) for (severity, rule), count in counts.items()]
    return sorted(rows, key=lambda row: (SHOWN.index(row.severity), -row.count, row.rule))


def severities(rows: Iterable[ProblemRow]) -> dict[Severity, int]:
    """How many findings of each severity there are."""
    counts = dict.fromkeys(SHOWN, 0)
    for row in rows:
        counts[row.severity] += row.count
    return counts
