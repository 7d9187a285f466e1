"""The punch list: what failed, who repairs it until when, and whether a retest passed since."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.entries import Entry, EntryKind
from gpudesk.core.checklist.items import Item
from gpudesk.onsite.record_log import body_of, records
from gpudesk.onsite.results import Result, histories, results
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class PunchPoint:
    """A point of the list.

    Attributes:
        state: current state of its item; the point is closed if that passed, even if overdue since, and only then.
        failed_at_utc, failed_by: of the first failure, "" if it never failed.
        failures: number of failures.
        owner, priority, due, text: the last values entered; "" if none.
    """

    item: Item
    target: int
    target_name: str
    state: State
    failed_at_utc: str
    failed_by: str
    failures: int
    owner: str
    priority: str
    due: str
    text: str

    @property
    def closed(self) -> bool:
        """Whether a retest passed."""
        return self.state in (State.PASSED, State.OVERDUE)


def punch_list(snapshot: Snapshot, today: date, known: Iterable[Result] | None = None) -> list[PunchPoint]:
    """The points, open ones first, then by priority and due date.

    Args:
        known: `results` of the snapshot, if already available.
    """
    if records(snapshot) is None:
        return []
    history_of = histories(snapshot)
    points = (
        _point(result, history_of[result.item.key, result.target]) for result in (results(snapshot, today) if known is None else known)
    )
    return sorted((point for point in points if point is not None), key=_urgency)


def _urgency(point: PunchPoint) -> tuple[bool, int, str]:
    order = {"high": 0, "normal": 1, "": 1, "low": 2}
    return point.closed, order.get(point.priority, 1), point.due or "9999"


def _point(result: Result, history: Sequence[Entry]) -> PunchPoint | None:
    failed = [attempt for attempt in result.attempts if attempt.verdict == "failed"]
    noted = [entry for entry in history if entry.kind == EntryKind.PUNCH]
    if not failed and not noted:
        return None
    last = body_of(noted[-1].value, noted[-1].writer, noted[-1].number) if noted else {}
    return PunchPoint(
        result.item,
        result.target,
        result.target_name,
        result.state,
        failed[0].at_utc if failed else "",
        failed[0].person if failed else "",
        len(failed),
        str(last.get("owner", "")),
        str(last.get("priority", "")),
        str(last.get("due", "")),
        noted[-1].reason if noted else "",
    )
