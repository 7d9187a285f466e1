"""Fixes that fix: each is tried on a copy in memory, and offered only if its finding is gone then and no rule has an error more.

A setting of the site is no such fix: it reveals errors that are there. It is offered with their number, and done only by name.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from gpudesk.checks.engine.check_engine import carry, check_all, findings_of
from gpudesk.checks.findings.finding import Finding, Fix, Severity
from gpudesk.checks.findings.findings import Findings
from gpudesk.checks.findings.fix_outcome import NOT_TRIED, FixOutcome, FixStatus
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.running.progress import Progress
from gpudesk.operations.project.finding_operations import Fixed, fix_findings
from gpudesk.operations.run.run import operation
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.versions import undoable_without_files

SETTINGS = frozenset({"set_site_value"})
"""Operations that change the requirements of the site, not the plan."""
MOST_TRIED = 200
"""Maximum number of different fixes tried without a request."""
MOST_ROWS = 100_000
"""Maximum number of rows of a project copied to try fixes without a request: about half a second on two cores."""
Step = tuple[str, Mapping[str, Any]]
"""The name of an operation, and its arguments."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The fixes applied in one run, and the remaining findings.

    Attributes:
        groups: the fixes to apply, in order; those of one group are applied together.
        fixed: the findings that they remove.
        left: findings whose fix is not applied, each with the outcome of the trial.
        after: the findings once all of `groups` are applied.
    """

    groups: tuple[tuple[Step, ...], ...]
    fixed: tuple[Finding, ...]
    left: tuple[tuple[Finding, FixOutcome], ...]
    after: Findings


class FixTrials:
    """A copy of a project in memory, on which fixes are tried. The project itself is never touched."""

    def __init__(self, snapshot: Snapshot, progress: Progress | None = None) -> None:
        self._progress = progress or Progress()
        self._copy = Document.scratch()
        tables = undoable_without_files(self._copy.schema)
        self._apply(lambda edit: _copy_rows(edit, snapshot, tables))
        self.findings = findings_of(snapshot)
        self._copy.snapshot.remember(check_all, self.findings)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._copy.close()

    def outcome(self, findings: Sequence[Finding], *, keep: bool = False) -> FixOutcome:
        """Try the fixes of some findings together.

        Args:
            keep: successful fixes stay applied in the copy, for the next trials; all others are reverted.
        """
        known = self.findings
        steps = [(finding.fix.operation, finding.fix.arguments) for finding in findings if finding.fix is not None]
        before = self._copy.snapshot
        try:
            fixed, applied = self._apply(lambda edit: fix_findings(edit, steps))
        except Refused as error:
            return FixOutcome(FixStatus.REFUSED, reason=error.message)
        after = carry(before, applied.snapshot, applied.changes)
        outcome = _judged(known, after, findings, fixed)
        if keep and outcome.status is FixStatus.FIXES:
            self.findings = after
        elif applied.changes:
            self._copy.undo()
            self._copy.snapshot.remember(check_all, known)
            # Nobody does it again, and a step may make 300,000 findings.
            applied.snapshot.forget(check_all)
        return outcome

    def _apply(self, write: Any) -> Any:
        def body(edit: Edit) -> tuple[Any, Message]:
            result = write(edit)
            return result, Message("operations", "", {})

        return self._copy.apply(body, self._progress)


def fix_outcomes(
    snapshot: Snapshot, findings: Iterable[Finding], *, most: int = MOST_TRIED, rows: int = MOST_ROWS
) -> dict[str, FixOutcome]:
    """Individual outcome of each fix, by the key of its finding; findings with the same fix are tried once.

    Args:
        most: maximum number of different fixes tried, those of the first findings; the others are not.
        rows: a project with more rows is not copied, and nothing is tried.
    """
    alike: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.fix is not None and finding.excluded is None:
            alike.setdefault(_text_of(finding.fix), []).append(finding)
    if not alike:
        return {}
    if sum(snapshot[table].rows for table in snapshot.tables) > rows:
        return {finding.key: NOT_TRIED for group in alike.values() for finding in group}
    outcomes: dict[str, FixOutcome] = {}
    with FixTrials(snapshot) as trials:
        for number, group in enumerate(alike.values()):
            outcome = trials.outcome(group) if number < most else NOT_TRIED
            outcomes |= dict.fromkeys((finding.key for finding in group), outcome)
    return outcomes


def proposed_settings(findings: Findings) -> list[Finding]:
    """The findings that propose a setting of the site."""
    proposals = []
    for of_rule in findings.by_rule().values():
        keys = [key for key in of_rule.keys if key not in of_rule.excluded]
        first = findings.get(keys[0]) if keys else None
        if first is not None and _sets(first):
            proposals += [finding for key in keys if (finding := findings.get(key)) is not None]
    return proposals


def choose_fixes(snapshot: Snapshot, rule: str | None = None, progress: Progress | None = None) -> Chosen:
    """Which fixes to do so that every one removes its finding and none adds an error; later ones are tried on what earlier ones made.

    Args:
        rule: only the fixes of this rule; settings of the site are chosen only so.
    """
    findings = [
        candidate
        for candidate in findings_of(snapshot)
        if candidate.fix is not None and candidate.excluded is None and rule in (None, candidate.rule)
    ]
    groups: list[tuple[Step, ...]] = []
    fixed: list[Finding] = []
    left: list[tuple[Finding, FixOutcome]] = []
    with FixTrials(snapshot, progress) as trials:
        waiting = _by_rule(findings)
        while waiting:
            group = waiting.pop(0)
            present = [(finding, trials.findings.get(finding.key)) for finding in group]
            # What an earlier fix removed needs none, and one whose fix is another one now was judged by what is no longer there.
            left += [
                (finding, FixOutcome(FixStatus.CHANGED)) for finding, now in present if now is not None and not _same_fix(now, finding)
            ]
            fixed += [finding for finding, now in present if now is None]
            group = [finding for finding, now in present if now is not None and _same_fix(now, finding)]
            if not group:
                continue
            if _sets(group[0]) and rule is None:
                left += [(finding, _as_setting(trials.outcome([finding]))) for finding in group]
                continue
            outcome = trials.outcome(group, keep=True)
            if outcome.status is FixStatus.FIXES or (_sets(group[0]) and outcome.status is not FixStatus.REFUSED):
                groups.append(tuple((member.fix.operation, member.fix.arguments) for member in group if member.fix is not None))
                fixed += group
            elif len(group) > 1:
                middle = len(group) // 2
                waiting[:0] = [group[:middle], group[middle:]]
            else:
                left.append((group[0], outcome))
        return Chosen(tuple(groups), tuple(fixed), tuple(left), trials.findings)


@operation
def apply_fixes(edit: Edit, groups: Sequence[Sequence[tuple[str, Mapping[str, Any]]]]) -> int:
    """Do chosen fixes as one step, group after group; returns how many there were.

    Args:
        groups: names of operations with their arguments, as `choose_fixes` gives them.

    Raises:
        Refused: there is none, or one cannot be done any more.
    """
    if not groups:
        raise Refused(Message("operations", QT_TRANSLATE_NOOP("operations", "Nothing to fix.")))
    for group in groups:
        fixed = fix_findings(edit, group)
        if fixed.refused:
            raise Refused(fixed.refused[0])
    count = sum(len(group) for group in groups)
    edit.title = Message("operations", QT_TRANSLATE_NOOP("operations", "Fix {count} {count|problem|problems}"), {"count": count})
    return count


def _judged(before: Findings, after: Findings, findings: Sequence[Finding], fixed: Fixed) -> FixOutcome:
    earlier, later = _errors(before), _errors(after)
    added, removed = len(later - earlier), len(earlier - later)
    if _sets(findings[0]):
        return FixOutcome(FixStatus.SETTING, added, removed)
    if fixed.refused:
        return FixOutcome(FixStatus.REFUSED, added, removed, fixed.refused[0])
    if added:
        return FixOutcome(FixStatus.ADDS_ERRORS, added, removed)
    stays = any(after.get(finding.key) is not None for finding in findings)
    return FixOutcome(FixStatus.KEEPS if stays else FixStatus.FIXES, added, removed)


def _errors(findings: Findings) -> set[str]:
    """The keys of the errors that the project does not accept."""
    return {
        key
        for of_rule in findings.by_rule().values()
        if of_rule.severity is Severity.ERROR
        for key in of_rule.keys
        if key not in of_rule.excluded
    }


def _sets(finding: Finding) -> bool:
    return finding.fix is not None and finding.fix.operation in SETTINGS


def _as_setting(outcome: FixOutcome) -> FixOutcome:
    return FixOutcome(FixStatus.SETTING, outcome.errors_added, outcome.errors_removed, outcome.reason)


def _same_fix(now: Finding, before: Finding) -> bool:
    """Whether a finding still has its fix; the title may give another number of objects after other fixes."""
    if now.fix is None or before.fix is None:
        return now.fix is before.fix
    return now.fix._replace(title=before.fix.title) == before.fix


def _by_rule(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Findings of one rule and operation together, in the order of their first."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        if finding.fix is not None:
            groups.setdefault((finding.rule, finding.fix.operation), []).append(finding)
    return list(groups.values())


def _text_of(fix: Fix) -> str:
    return f"{fix.operation} {sorted(fix.arguments.items())!r}"


def _copy_rows(edit: Edit, snapshot: Snapshot, tables: Sequence[str]) -> None:
    for table in tables:
        edit.delete_many(table, edit.columns(table).ids)
        edit.restore(table, snapshot[table])
