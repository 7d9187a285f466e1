"""Alarms: raised if a value remains above a limit, cleared after it has remained well below it. Time is from the readings.

The rules are in `resources/monitor/alarms.yaml`; limits are from the GPU itself if it reports them. The user can change the value,
duration and activation of a rule, silence a GPU temporarily, and acknowledge alarms.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any

from gpudesk.locate import resource
from gpudesk.monitor.health.xid import xid_of
from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts

MOST_LOGGED = 1000


@dataclass(frozen=True, slots=True)
class Limit:
    """From where on a value is too high: `factor` times what `of` names, or that minus `less`; without `of` the number itself.

    Attributes:
        of: a fact of the board or a metric, "" for none.
    """

    number: float = 0.0
    of: str = ""
    factor: float = 1.0
    less: float | None = None

    def of_board(self, facts: GpuFacts, values: Mapping[str, float]) -> float | None:
        """Return the limit of one GPU in the unit of the metric, None if the GPU does not report its basis."""
        if not self.of:
            return self.number
        base = values.get(self.of, getattr(facts, self.of, None))
        return None if base is None else self.factor * base - (self.less or 0.0)


@dataclass(frozen=True, slots=True)
class Rule:
    """An alarm rule.

    Attributes:
        hysteresis: margin below the limit required to clear, in the unit of the metric.
        hold_s: time above the limit to raise, and below to clear.
        low, high: bounds of the user setting.
    """

    key: str
    metric: str
    limit: Limit
    low: float
    high: float
    hysteresis: float
    hold_s: float
    severity: str
    title: str
    title_es: str
    source: str
    confidence: str
    on: bool = True

    @property
    def number(self) -> float:
        """Return the limit value that the user can set: the offset, the factor, or the limit itself."""
        if not self.limit.of:
            return self.limit.number
        return self.limit.factor if self.limit.less is None else self.limit.less

    def with_number(self, number: float) -> "Rule":
        """The same rule with another number.

        Raises:
            ValueError: it is out of bounds.
        """
        if not self.low <= number <= self.high:
            raise ValueError(number)
        if not self.limit.of:
            return replace(self, limit=replace(self.limit, number=number))
        changed = replace(self.limit, factor=number) if self.limit.less is None else replace(self.limit, less=number)
        return replace(self, limit=changed)


@cache
def usual_rules() -> tuple[Rule, ...]:
    """The rules of the table."""
    import yaml

    with resource("monitor", "alarms.yaml").open("rb") as file:
        rows = yaml.load(file, Loader=yaml.CSafeLoader)
    rules = []
    for row in rows:
        limit_row = row.pop("limit")
        row.update({name: float(row[name]) for name in ("low", "high", "hysteresis", "hold_s")})
        rules.append(Rule(limit=_limit(limit_row) if isinstance(limit_row, dict) else Limit(float(limit_row)), **row))
    return tuple(rules)


def _limit(told: Mapping[str, Any]) -> Limit:
    less = told.get("less")
    return Limit(of=told["of"], factor=float(told.get("factor", 1.0)), less=None if less is None else float(less))


class Change(StrEnum):
    """What happened to an alarm."""

    RAISED = "raised"
    CLEARED = "cleared"


@dataclass(frozen=True, slots=True)
class Logged:
    """One log line.

    Attributes:
        number: sequence number, for acknowledgment.
        rule: the key of the rule, "xid" for an error by number.
        value, limit: at that time in the unit of the metric; for a numbered error the number, and None.
        silenced: no notification.
    """

    number: int
    wall_s: float
    uuid: str
    rule: str
    change: Change
    severity: str
    value: float
    limit: float | None
    silenced: bool = False
    acknowledged: bool = False


@dataclass(slots=True)
class _Watch:
    raised: bool = False
    crossed_s: float | None = None
    """Since when it has been on the other side."""


class Alarms:
    """Tracks the readings of all GPUs. A missing value neither raises nor clears an alarm, and waiting restarts."""

    def __init__(self, rules: Sequence[Rule] | None = None) -> None:
        self._rules: dict[str, Rule] = {rule.key: rule for rule in (usual_rules() if rules is None else rules)}
        self._watches: dict[tuple[str, str], _Watch] = {}
        self._values: dict[str, dict[str, float]] = {}
        self._silenced: dict[str, float] = {}
        self._log: deque[Logged] = deque(maxlen=MOST_LOGGED)
        self._count = 0

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules in force."""
        return tuple(self._rules.values())

    def change_rule(self, rule: Rule) -> None:
        """Replace a rule with the same key; its alarms are cleared, and raised again if the condition still holds."""
        self._rules[rule.key] = rule
        for key in [watch for watch in self._watches if watch[1] == rule.key]:
            del self._watches[key]

    def silence(self, uuid: str, until_s: float) -> None:
        """Suppress notifications for this GPU until this time, seconds since 1970; logging continues."""
        self._silenced[uuid] = until_s

    def tell_again(self) -> None:
        """Silence no GPU any more."""
        self._silenced.clear()

    def silenced(self, now_s: float) -> Mapping[str, float]:
        """Return the end of suppressed notifications per GPU."""
        return {uuid: until_s for uuid, until_s in self._silenced.items() if until_s > now_s}

    def acknowledge(self, number: int) -> None:
        """Somebody has seen a line of the log."""
        for at, logged in enumerate(self._log):
            if logged.number == number:
                self._log[at] = replace(logged, acknowledged=True)
                return

    @property
    def log(self) -> tuple[Logged, ...]:
        """What happened, the oldest first."""
        return tuple(self._log)

    def raised(self) -> tuple[tuple[str, str], ...]:
        """Return the active alarms: UUID and rule key."""
        return tuple(key for key, watch in self._watches.items() if watch.raised)

    def take(self, facts: Mapping[str, GpuFacts], frames: Iterable[Frame], events: Iterable[Event] = ()) -> list[Logged]:
        """Process readings, in order per GPU; return the changes."""
        changes: list[Logged] = []
        for frame in frames:
            board = facts.get(frame.uuid)
            if board is not None:
                changes += self._follow(board, frame)
        for event in events:
            if event.xid is not None:
                changes.append(self._note(event.wall_s, event.uuid, "xid", Change.RAISED, xid_of(event.xid).severity, event.xid, None))
        return changes

    def _follow(self, board: GpuFacts, frame: Frame) -> list[Logged]:
        known = self._values.setdefault(frame.uuid, {})
        known.update(frame.values)
        changes = []
        for rule in self._rules.values():
            key = (frame.uuid, rule.key)
            if not rule.on:
                continue
            if rule.metric in frame.lacks and key in self._watches:
                self._watches[key].crossed_s = None
            value = frame.values.get(rule.metric)
            limit = rule.limit.of_board(board, known)
            if value is None or limit is None:
                continue
            watch = self._watches.setdefault(key, _Watch())
            crossed = value <= limit - rule.hysteresis if watch.raised else value > limit
            if not crossed:
                watch.crossed_s = None
                continue
            if watch.crossed_s is None:
                watch.crossed_s = frame.mono_s
            if frame.mono_s - watch.crossed_s < rule.hold_s:
                continue
            watch.raised, watch.crossed_s = not watch.raised, None
            change = Change.RAISED if watch.raised else Change.CLEARED
            changes.append(self._note(frame.wall_s, frame.uuid, rule.key, change, rule.severity, value, limit))
        return changes

    def _note(self, wall_s: float, uuid: str, rule: str, change: Change, severity: str, value: float, limit: float | None) -> Logged:
        self._count += 1
        line = Logged(self._count, wall_s, uuid, rule, change, severity, value, limit, wall_s < self._silenced.get(uuid, 0.0))
        self._log.append(line)
        return line
