"""Runs the rules: over a whole project, or only over what an edit touched, with the same result.

A rule that raises an error takes nothing else with it: the edit that it should judge is committed already, and the other rules still
answer. `plan.failed_check` reports it, and it is run over the whole project again after each edit.
"""

import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath

from gpudesk.checks.finding import Finding, Found, ScopeId, Severity, finding_key
from gpudesk.checks.findings import Findings, RuleFindings
from gpudesk.checks.plan import FAILED_CHECK
from gpudesk.checks.power_lines import WIRED
from gpudesk.checks.rule import RULES, Rule, Scope, reading
from gpudesk.checks.touched import Touched
from gpudesk.checks.view import View
from gpudesk.core.changes import Changes
from gpudesk.derived.phases import snapshot_up_to_phase
from gpudesk.derived.power_node_loads import carry_node_loads
from gpudesk.project.snapshot import Snapshot

_WORDS = frozenset(Severity)
_WIRED = reading(WIRED)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a project says about the rules.

    Attributes:
        severities: rule key → the severity that replaces the rule's own.
        exclusions: finding key → why the project accepts it.
    """

    severities: dict[str, Severity]
    exclusions: dict[str, str]

    def severity(self, rule: Rule) -> Severity:
        """The severity of a rule in this project."""
        return self.severities.get(rule.key, rule.severity)

    def stamped(self, rule: Rule, found: Iterable[Found]) -> list[Finding]:
        """What a rule found, with severity, key and exclusion."""
        severity = self.severity(rule)
        return [self._stamp(rule, severity, each) for each in found]

    def _stamp(self, rule: Rule, severity: Severity, each: Found) -> Finding:
        key = finding_key(rule.key, each.objects, each.about)
        excluded = self.exclusions.get(key)
        return Finding(
            rule.key, severity, key, each.objects, each.place, each.message, each.found, each.required, each.mend, excluded, each.scopes
        )


def judgement(snapshot: Snapshot) -> Judgement:
    """The severities and exclusions of a project (ask `snapshot.cached(judgement)`)."""
    severity, exclusion = snapshot["severity"], snapshot["exclusion"]
    # A damaged file may hold other words; the check of its rows says so, and meanwhile the rule has its own severity.
    said = [(str(rule), word) for rule, word in zip(severity["rule"], severity["severity"], strict=True) if word in _WORDS]
    return Judgement(
        {rule: Severity(word) for rule, word in said},
        {str(key): str(reason) for key, reason in zip(exclusion["finding"], exclusion["reason"], strict=True)},
    )


def check_all(snapshot: Snapshot, phase: int | None = None) -> Findings:
    """Every finding of a project, or of what stands when build phase `phase` is done.

    Exclusions of findings that do not exist yet in that phase are not reported.
    """
    if phase is not None:
        snapshot = snapshot_up_to_phase(snapshot, phase)
    whole = {scope: View(snapshot, scope) for scope in Scope}
    failed: dict[str, str] = {}
    found = {rule.key: _judged(rule, whole[rule.scope], failed) for rule in RULES.values() if not rule.last}
    _judge_last(snapshot, found, failed, whole_project=phase is None)
    return Findings(found, failed)


def findings_of(snapshot: Snapshot) -> Findings:
    """Every finding of a project, made once for each snapshot."""
    return snapshot.cached(check_all)


def carry(before: Snapshot, after: Snapshot, changes: Changes) -> Findings:
    """The findings of `after`, made from those of `before` if they are known, and kept with it."""
    known = before.known(check_all)
    found = check_all(after) if known is None else advance(before, known, after, changes)
    after.remember(check_all, found)
    return found


def advance(before: Snapshot, findings: Findings, after: Snapshot, changes: Changes) -> Findings:
    """The findings of `after`: those of `before`, with what the edit touched judged anew.

    Always equal to `check_all(after)`.
    """
    if not changes:
        return findings
    touched = Touched(before, after, changes)
    limits = touched.texts("site_value", "key") if "site_value" in changes.tables else frozenset()
    severities = touched.texts("severity", "rule") if "severity" in changes.tables else frozenset()
    views: dict[tuple[Scope, frozenset[ScopeId] | None], View] = {}
    wired = touched.racks_of_power(_WIRED)
    power = views[Scope.POWER, wired] = View(after, Scope.POWER, wired)
    carry_node_loads(before, after, changes, power.ids, lambda: power.power)
    found: dict[str, RuleFindings] = {}
    failed: dict[str, str] = {}
    again = severities | findings.failed.keys()
    for rule in RULES.values():
        if rule.last:
            continue
        only: frozenset[ScopeId] | None = None
        if rule.key not in again and limits.isdisjoint(rule.limits):
            tables = touched.tables(rule)
            if not tables or not (only := touched.scopes(rule, tables)):
                found[rule.key] = findings.of_rule(rule.key)
                continue
        view = views.setdefault((rule.scope, only), View(after, rule.scope, only))
        fresh = _judged(rule, view, failed)
        if only is not None and failed.pop(rule.key, None) is not None:
            # The error itself shall be that of a whole run.
            only, fresh = None, _judged(rule, View(after, rule.scope), failed)
        found[rule.key] = fresh if only is None else findings.of_rule(rule.key).replaced(only, fresh)
    if "exclusion" in changes.tables:
        _exclude(touched.texts("exclusion", "finding"), after, found)
    _judge_last(after, found, failed)
    return Findings(found, failed)


def _judged(rule: Rule, view: View, failed: dict[str, str]) -> RuleFindings:
    """What a rule finds in a view; one that raises finds nothing and is noted in `failed`."""
    settings = view.snapshot.cached(judgement)
    if settings.severity(rule) is Severity.OFF:
        return RuleFindings()
    try:
        return RuleFindings(settings.stamped(rule, rule.judge(view)))
    except Exception as error:  # noqa: BLE001 - the border of a rule: docs/decisions/rule-that-fails.md
        failed[rule.key] = told(error)
        return RuleFindings()


def told(error: Exception) -> str:
    """The error of a rule in one line, with the place where it was raised. In tests it is raised again instead."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {str(error)[:200]} ({PurePath(where.filename).name}, line {where.lineno})"


def _exclude(keys: Iterable[str], after: Snapshot, found: dict[str, RuleFindings]) -> None:
    reasons = after.cached(judgement).exclusions
    for key in keys:
        rule = key.partition(":")[0]
        known = found[rule].get(key) if rule in found else None
        if known is not None:
            found[rule] = found[rule].with_exclusion(key, reasons.get(key))


def _judge_last(snapshot: Snapshot, found: dict[str, RuleFindings], failed: dict[str, str], *, whole_project: bool = True) -> None:
    """Run the rules that judge what the others found; of a part of the project only the one that reports failed rules."""
    accepted = frozenset[str]().union(*(findings.excluded for findings in found.values()))
    settings = snapshot.cached(judgement)
    silent = frozenset(rule.key for rule in RULES.values() if settings.severity(rule) is Severity.OFF) | failed.keys() | {FAILED_CHECK}
    # The one that reports failed rules comes after all that can fail.
    for rule in sorted((rule for rule in RULES.values() if rule.last), key=lambda rule: rule.key == FAILED_CHECK):
        if whole_project or rule.key == FAILED_CHECK:
            found[rule.key] = _judged(rule, View(snapshot, rule.scope, None, accepted, silent, failed), failed)
