"""Runs the rules on a whole project, or only on the parts affected by an edit, with the same result.

An edit runs only the rules that read what it changed (`dispatch`). A rule is also skipped if it only displays a changed name and
has no findings, if the project has nothing for it to check, or if its subject is unchanged.

A rule that raises an error does not affect the others: the edit is already committed, and the other rules still run.
`plan.failed_check` reports it, and the rule is run on the whole project again after each edit.
"""

import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import PurePath
from typing import TypeVar
from weakref import ref

from gpudesk.checks.engine.dispatch import Concerned, Dispatch
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.engine.removals import only_removes_devices
from gpudesk.checks.engine.touched import Touched
from gpudesk.checks.findings.finding import Finding, ScopeId, Severity, Violation, finding_key
from gpudesk.checks.findings.findings import Findings, RuleFindings
from gpudesk.checks.rules.absent.absent_switches import carry_short_tiers
from gpudesk.checks.rules.common.conditions import summable
from gpudesk.checks.rules.common.power_rule_view import WIRED
from gpudesk.checks.rules.common.removal import Removal
from gpudesk.checks.rules.common.rule import NAME, Differing, Rule, Scope, When
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.common.worst_losses import carry_worst_losses, worst_losses
from gpudesk.checks.rules.cooling.cooling_reach import carry_units_without_cooling
from gpudesk.checks.rules.plan.host_spellings import carry_host_spellings
from gpudesk.checks.rules.plan.plan_rules import FAILED_CHECK
from gpudesk.checks.rules.power.power_sources import carry_sides_of_racks
from gpudesk.checks.rules.weight.weight_rules import carry_still_to_lift
from gpudesk.core.messages import log
from gpudesk.core.values.changes import Changes
from gpudesk.derived.cooling.cooling_carried import carry_cooling
from gpudesk.derived.fabric.network_joins import carry_network_joins, carry_to_be_joined
from gpudesk.derived.failures.cooling_power_loss import carry_cooling_power
from gpudesk.derived.pathways.pathway_loads import carry_pathway_loads
from gpudesk.derived.power.fed_devices import carry_fed_devices
from gpudesk.derived.power.power_circles import carry_circles
from gpudesk.derived.power.power_node_loads import carry_node_loads, keep_node_loads, node_loads
from gpudesk.derived.power.power_plan import carry_beside_racks, leaves_power
from gpudesk.derived.power.single_loss_sums import carry_load_sums
from gpudesk.derived.scope.device_locations import carry_device_lists, carry_whereabouts
from gpudesk.derived.scope.phase_snapshot import snapshot_up_to_phase
from gpudesk.derived.scope.role_codes import carry_role_codes
from gpudesk.derived.scope.type_counts import carry_uses
from gpudesk.derived.workloads.gpu_pools import carry_gpu_pools
from gpudesk.project.snapshot import Snapshot, kept_far_back, made_from

_LOG = log.category("checks")
Made = TypeVar("Made")

_WORDS = frozenset(Severity)
_WIRED: Mapping[str, frozenset[str]] = {table: frozenset(columns) - {NAME} for table, columns in WIRED.items()}
_NOTHING = RuleFindings()
_CARRIED_FIRST = (carry_whereabouts, carry_device_lists, carry_circles, carry_beside_racks)
"""What the other steps and the loads of power use."""
_CARRY_STEPS = (
    *(carry_pathway_loads, carry_gpu_pools, carry_network_joins),
    *(carry_role_codes, carry_to_be_joined, carry_host_spellings, carry_short_tiers, carry_load_sums),
    *(carry_uses, carry_fed_devices, carry_still_to_lift),
    *(carry_sides_of_racks, carry_cooling_power, carry_cooling, carry_units_without_cooling),
)
MANY = 20_000
"""The states that may be restored keep up to this number of findings that the state shown does not have: 300,000 use 240 MB."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A project's settings for the rules.

    Attributes:
        severities: rule key → the severity that replaces the rule's own.
        exclusions: finding key → the reason for which the project accepts it.
        off: the keys of the rules that are switched off.
    """

    severities: dict[str, Severity]
    exclusions: dict[str, str]
    off: frozenset[str]

    def severity(self, rule: Rule) -> Severity:
        """The severity of a rule in this project."""
        return self.severities.get(rule.key, rule.severity)

    def stamped(self, rule: Rule, violations: Iterable[Violation]) -> list[Finding]:
        """The violations of a rule, with severity, key and exclusion."""
        listed = list(violations)
        if not listed:
            return []
        severity, name, excluded = self.severity(rule), rule.key, self.exclusions.get
        return [
            Finding(
                name,
                severity,
                (key := finding_key(name, violation.objects, violation.about)),
                violation.objects,
                violation.place,
                violation.message,
                violation.found,
                violation.required,
                violation.fix,
                excluded(key),
                violation.scopes,
            )
            for violation in listed
        ]


@made_from({"severity": (), "exclusion": ()})
def judgement(snapshot: Snapshot) -> Judgement:
    """The severities and exclusions of a project (call `snapshot.cached(judgement)`)."""
    severity, exclusion = snapshot["severity"], snapshot["exclusion"]
    # A damaged file may hold other words; the check of its rows says so, and meanwhile the rule has its own severity.
    rule_words = [(str(rule), word) for rule, word in zip(severity["rule"], severity["severity"], strict=True) if word in _WORDS]
    severities = {rule: Severity(word) for rule, word in rule_words}
    return Judgement(
        severities,
        {str(key): str(reason) for key, reason in zip(exclusion["finding"], exclusion["reason"], strict=True)},
        frozenset(rule.key for rule in ALL_RULES.values() if severities.get(rule.key, rule.severity) is Severity.OFF),
    )


@kept_far_back
def check_all(snapshot: Snapshot, phase: int | None = None) -> Findings:
    """All findings of a project, or of its state at completion of build phase `phase`.

    Exclusions of findings that do not exist yet in that phase are not reported.
    """
    if phase is not None:
        snapshot = snapshot_up_to_phase(snapshot, phase)
    whole = {scope: View(snapshot, scope) for scope in Scope}
    failed: dict[str, str] = {}
    begun = time.perf_counter()
    by_rule = {rule.key: _judged(rule, whole[rule.scope], failed) for rule in ALL_RULES.values() if not rule.last}
    _judge_last(snapshot, by_rule, failed, whole_project=phase is None)
    findings = Findings(by_rule, failed)
    _LOG.info("all rules checked", findings=len(findings), failed=len(failed), ms=1000 * (time.perf_counter() - begun))
    return findings


def findings_of(snapshot: Snapshot) -> Findings:
    """Every finding of a project, made once for each snapshot."""
    known = snapshot.known(check_all)
    if known is not None:
        return known
    carried = _carried_back(snapshot)
    if carried is None:
        return snapshot.cached(check_all)
    snapshot.remember(check_all, carried)
    return carried


def carry(before: Snapshot, after: Snapshot, changes: Changes) -> Findings:
    """The findings of `after`, made from those of `before` if they are known, and kept with it."""
    there, known = after.known(check_all), before.known(check_all)
    if there is not None:
        # A step was taken back or done again, and the state to which it leads is known; its other results may have been released, or
        # calculated only meanwhile.
        _Step(before, there, after, changes).carry_results()
        return there
    findings = check_all(after) if known is None else advance(before, known, after, changes)
    after.remember(check_all, findings)
    return findings


def release_left(shown: Snapshot, left: Snapshot, changes: Changes, states: Iterable[Snapshot]) -> None:
    """Release findings of states that are no longer shown; `findings_of` and `carry` carry them back from a neighboring state.

    All of `states` together keep `MANY` findings other than those of `shown`. What lists and drawings derive from findings stays only
    in `shown`, and in `left`, which the window shows until it gets the new state.

    Args:
        left: the state before the step that led to `shown`.
        changes: the changes of that step.
        states: the states that may be restored or are still held, the nearest first.
    """
    findings = findings_of(shown)
    way: _Way | None = _Way(ref(shown), changes.reversed())
    left.remember(_way_on, way)
    room, nearest = MANY, findings
    for state in states:
        known = state.known(check_all)
        if known is None or known is findings or known is nearest:
            continue
        own = _unshared(state, known, nearest)
        if own and nearest is not findings:
            own = min(own, known.unshared(findings))
        if own > room:
            state.forget(check_all)
            continue
        room, nearest = room - own, known
        if state is not left and len(known) > MANY:
            known.release_lists(findings)


def _unshared(state: Snapshot, known: Findings, nearest: Findings) -> int:
    """At most how many findings of a state are not those of `nearest`, counted once: every edit asks it of each of many states."""
    counted = state.known(_own_findings)
    if counted is None or counted.known() is not known or counted.nearest() is not nearest:
        counted = _Counted(ref(known), ref(nearest), known.unshared(nearest))
        remembered: _Counted | None = counted
        state.remember(_own_findings, remembered)
    return counted.own


@dataclass(frozen=True, slots=True)
class _Counted:
    """The number of findings of `known` that `nearest`, the findings of another state, do not have."""

    known: "ref[Findings]"
    nearest: "ref[Findings]"
    own: int


@kept_far_back
def _own_findings(snapshot: Snapshot) -> _Counted | None:
    """How many findings of a state are not those of the nearest one (`release_left` stores it)."""
    return None


@dataclass(frozen=True, slots=True)
class _Way:
    """The way from a later state back to an earlier one; a weak reference, so that an old state does not retain all later ones."""

    following: "ref[Snapshot]"
    changes: Changes


@kept_far_back
def _way_on(snapshot: Snapshot) -> _Way | None:
    """Where the findings of a state that was left can be carried back from (`release_left` stores it)."""
    return None


def _carried_back(snapshot: Snapshot) -> Findings | None:
    """The findings of a state that was left, made from those of the nearest later state that has them; None if there is none."""
    passed: list[tuple[Snapshot, Snapshot, Changes]] = []
    state = snapshot
    while (known := state.known(check_all)) is None:
        way = state.known(_way_on)
        following = None if way is None else way.following()
        if way is None or following is None or any(following is later for _, later, _ in passed):
            return None
        passed.append((state, following, way.changes))
        state = following
    for earlier, later, changes in reversed(passed):
        known = advance(later, known, earlier, changes)
    return known


def advance(before: Snapshot, findings: Findings, after: Snapshot, changes: Changes) -> Findings:
    """The findings of `after`: those of `before`, with everything affected by the edit checked again.

    Always equal to `check_all(after)`.
    """
    if not changes:
        return findings
    return _Step(before, findings, after, changes).carried()


class _Step:
    """One edit, carried over by asking the rules that it concerns."""

    def __init__(self, before: Snapshot, findings: Findings, after: Snapshot, changes: Changes) -> None:
        self._before, self._findings, self._after, self._changes = before, findings, after, changes
        self._touched = Touched(before, after, changes)
        self._views: dict[tuple[Scope, frozenset[ScopeId] | None], View] = {}
        self._found = findings.by_rule()
        self._failed: dict[str, str] = {}
        self._same: dict[Callable[[Snapshot], object], bool] = {}
        self._removal = Removal(before, changes)
        self._applying: dict[When, tuple[bool | None, bool | None]] = {}
        self._apart: dict[Differing, frozenset[ScopeId] | None] = {}

    def carried(self) -> Findings:
        """The findings after the edit."""
        touched, tables, after = self._touched, self._changes.tables, self._after
        self.carry_results()
        rules = _dispatch()
        whole = set(self._findings.failed)
        limited = rules.of_limits(touched.texts("site_value", "key")) if "site_value" in tables else frozenset[str]()
        # What differs between two states says of these rules also what a limit changes.
        whole |= {key for key in limited if ALL_RULES[key].differing is None}
        if "severity" in tables:
            whole |= touched.texts("severity", "rule")
        for key in whole & ALL_RULES.keys():
            if not ALL_RULES[key].last:
                self._ask(ALL_RULES[key], None)
        for key in limited - whole:
            rule = ALL_RULES[key]
            applies = True if rule.when is None else self._applies(rule.when)[1]
            if rule.differing is not None and applies is not False:
                # A condition that raises is reported by a check of everything, even if nothing differs.
                self._ask(rule, None if applies is None else self._differing(rule.differing))
        for concerned in rules.concerned(touched.edited):
            self._ask_some(concerned, whole)
        if "exclusion" in tables:
            _exclude(touched.texts("exclusion", "finding"), after, self._found)
        _judge_last(after, self._found, self._failed)
        return Findings(self._found, self._failed)

    def carry_results(self) -> None:
        """Store in the state after the edit what is known for the state before and needed by rules, corrected where the edit touched it."""
        for carry_step in _CARRIED_FIRST:
            _keep(partial(carry_step, self._before, self._after, self._changes))
        if self._after.known(node_loads) is None:
            _keep(self._carry_node_loads)
        if self._after.known(worst_losses) is None:
            _keep(self._carry_worst_losses)
        for carry_step in _CARRY_STEPS:
            _keep(partial(carry_step, self._before, self._after, self._changes))

    def _carry_node_loads(self) -> None:
        known = self._before.known(node_loads)
        if known is not None and self._leaves_power:
            keep_node_loads(self._before, self._after)
        elif known is not None and summable(self._after):
            power = self._power_touched()
            carry_node_loads(self._before, self._after, self._changes, power.ids, lambda: power.power)

    def _carry_worst_losses(self) -> None:
        known = self._before.known(worst_losses)
        if known is not None and self._leaves_power:
            self._after.remember(worst_losses, known)
        elif known is not None and self._only_removes:
            # What supplies the others is unchanged, and only the number of supplies counts.
            self._after.remember(worst_losses, known.without(self._changes.of("device").removed))
        elif known is not None and summable(self._after):
            power = self._power_touched()
            carry_worst_losses(self._before, self._after, self._changes, power.ids, lambda: power)

    def _power_touched(self) -> View:
        """The racks whose power the edit touched."""
        return self._view(Scope.POWER, self._touched.racks_of_power(_WIRED))

    def _ask_some(self, concerned: Concerned, asked: set[str]) -> None:
        # Of all rules alike what they judge is found once, and only where one of them is asked.
        scopes: list[frozenset[ScopeId] | None] = []
        for rule in concerned.rules:
            if rule.key in asked:
                continue
            applied, applies = (True, True) if rule.when is None else self._applies(rule.when)
            if applies is False:
                self._found[rule.key] = _NOTHING
            elif applies is None or not applied or self._on_other_ground(rule):
                self._ask(rule, None)
            elif rule.differing is not None:
                self._ask(rule, self._differing(rule.differing))
            elif rule.key in self._found or not self._same_subject(rule):
                is_spared = (rule.of_cords and self._leaves_power) or self._is_spared(rule)
                if is_spared and not self._found.get(rule.key):
                    continue
                if not scopes:
                    scopes.append(self._touched.scopes(concerned))
                if not (is_spared and self._is_clean(rule, scopes[0])):
                    self._ask(rule, scopes[0])
        for rule in concerned.telling:
            known = self._found.get(rule.key)
            if known is None or rule.key in asked:
                continue
            touched_ids = self._touched.scopes(concerned) if rule.differing is None else self._differing(rule.differing)
            if touched_ids is None or known.any_of(touched_ids):
                self._ask(rule, touched_ids)

    def _applies(self, when: When) -> tuple[bool | None, bool | None]:
        """Whether the project could have findings before the edit, and can after it; None if an error leaves it open."""
        if when not in self._applying:
            outcomes = [_or_error(partial(state.cached, when)) for state in (self._before, self._after)]
            before, after = (None if isinstance(outcome, Exception) else outcome for outcome in outcomes)
            self._applying[when] = before, after
        return self._applying[when]

    @cached_property
    def _leaves_power(self) -> bool:
        """Whether the edit touched nothing that takes power over cords or gives it."""
        return leaves_power(self._before, self._after, self._changes)

    def _is_spared(self, rule: Rule) -> bool:
        """Whether the edit cannot cause a finding of a rule in a scope without any."""
        if not rule.spared_by_removal or not self._only_removes:
            return False
        # Those before the edit count: a finding that the edit removed may have hidden one that appears now. A rule that is off has none.
        off = self._before.cached(judgement).off
        if any(key in off or len(self._findings.of_rule(key)) for key in rule.spared_without):
            return False
        return all(_or_error(partial(self._removal.cached, condition)) is True for condition in rule.spared_if)

    @cached_property
    def _only_removes(self) -> bool:
        """Whether the edit only removed devices, with all their cords and cables."""
        return only_removes_devices(self._before, self._changes)

    def _is_clean(self, rule: Rule, only: frozenset[ScopeId] | None) -> bool:
        """Whether a rule has no findings in some scopes, all with None; a fix that a finding proposes may depend on more than cords."""
        known = self._found.get(rule.key)
        return known is None or not (len(known) if only is None else known.any_of(only))

    def _differing(self, of: Differing) -> frozenset[ScopeId] | None:
        """The ids that rules sharing `of` check again, determined once."""
        if of not in self._apart:
            outcome = _or_error(lambda: of(self._before, self._after))
            self._apart[of] = None if isinstance(outcome, Exception) else outcome
        return self._apart[of]

    def _same_subject(self, rule: Rule) -> bool:
        """Whether everything that determines a rule's findings is unchanged."""
        # An entry that came or went matters where the subject names it; one that changed may matter to all.
        if rule.subject is None or len(self._changes.of("catalog_item").changed):
            return False
        return self._stays(rule.subject)

    def _on_other_ground(self, rule: Rule) -> bool:
        """Whether project-wide data changed that determines a rule's findings everywhere."""
        return rule.ground is not None and not self._stays(rule.ground)

    def _stays(self, of: Callable[[Snapshot], object]) -> bool:
        """Whether the result of `of` for the project is unchanged; evaluated once for all rules that share it."""
        if of not in self._same:
            # After an error the rule is asked for all: if it raises too, it is reported as failed.
            self._same[of] = _or_error(lambda: self._before.cached(of) == self._after.cached(of)) is True
        return self._same[of]

    def _ask(self, rule: Rule, only: frozenset[ScopeId] | None) -> None:
        """Check some scope ids again, or all with None."""
        if only is not None and not only:
            return
        if only is not None:
            known, fresh = self._findings.of_rule(rule.key), _stamped(rule, self._view(rule.scope, only), self._failed)
            if self._failed.pop(rule.key, None) is None:
                if fresh or len(known):
                    self._found[rule.key] = known.replaced(only, fresh)
                return
            # The error itself shall be that of a whole run.
        self._found[rule.key] = _judged(rule, self._view(rule.scope, None), self._failed)

    def _view(self, scope: Scope, only: frozenset[ScopeId] | None) -> View:
        view = self._views.get((scope, only))
        if view is None:
            view = self._views[scope, only] = View(self._after, scope, only)
        return view


_DISPATCH = [Dispatch(())]


def _dispatch() -> Dispatch:
    """The current state of the rule register."""
    if not _DISPATCH[0].is_of(ALL_RULES):
        _DISPATCH[0] = Dispatch(ALL_RULES.values())
    return _DISPATCH[0]


def _judged(rule: Rule, view: View, failed: dict[str, str]) -> RuleFindings:
    """The findings of a rule in a view; one that raises has none and is recorded in `failed`."""
    stamped = _stamped(rule, view, failed)
    return RuleFindings(stamped) if stamped else _NOTHING


def _stamped(rule: Rule, view: View, failed: dict[str, str]) -> list[Finding]:
    """As `_judged`, as a list."""
    settings = view.snapshot.cached(judgement)
    if rule.key in settings.off:
        return []
    outcome = _or_error(lambda: settings.stamped(rule, _violations(rule, view)))
    if isinstance(outcome, Exception):
        failed[rule.key] = told(outcome)
        _LOG.error("a rule failed", outcome, rule=log.code(rule.key, ALL_RULES))
        return []
    return outcome


def _violations(rule: Rule, view: View) -> Iterable[Violation]:
    return rule.judge(view) if rule.when is None or view.snapshot.cached(rule.when) else ()


def _keep(carry: Callable[[], None]) -> None:
    """Carry over data that rules use. On an error nothing is kept: the rules recalculate it, and a failing rule is reported."""
    error = _or_error(carry)
    if error is not None:
        _LOG.error("what rules ask for was not carried over", error)


def _or_error(work: Callable[[], Made]) -> Made | Exception:
    """What some work makes, or the error that it raises. In tests the error is raised."""
    try:
        return work()
    except Exception as error:  # noqa: BLE001 - the border of a rule: docs/decisions/rule-that-fails.md
        return error


def told(error: Exception) -> str:
    """The error of a rule in one line, with the location where it was raised."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {str(error)[:200]} ({PurePath(where.filename).name}, line {where.lineno})"


def _exclude(keys: Iterable[str], after: Snapshot, by_rule: dict[str, RuleFindings]) -> None:
    reasons = after.cached(judgement).exclusions
    for key in keys:
        rule = key.partition(":")[0]
        known = by_rule[rule].get(key) if rule in by_rule else None
        if known is not None:
            by_rule[rule] = by_rule[rule].with_exclusion(key, reasons.get(key))


def _judge_last(snapshot: Snapshot, by_rule: dict[str, RuleFindings], failed: dict[str, str], *, whole_project: bool = True) -> None:
    """Run the rules that evaluate other findings; for a partial check, only the rule that reports failed rules."""
    accepted = frozenset[str]().union(*(findings.excluded for findings in by_rule.values()))
    silent = snapshot.cached(judgement).off | failed.keys() | {FAILED_CHECK}
    for rule in _dispatch().last:
        # The one that reports failed rules comes after all that can fail.
        if rule.key != FAILED_CHECK and whole_project:
            by_rule[rule.key] = _judged(rule, View(snapshot, rule.scope, None, accepted, silent, failed), failed)
    by_rule[FAILED_CHECK] = _judged(ALL_RULES[FAILED_CHECK], View(snapshot, Scope.PROJECT, None, accepted, silent, failed), failed)
