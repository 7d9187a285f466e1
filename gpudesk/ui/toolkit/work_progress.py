"""Progress of the work on site, for the drawings of floor and racks: calculated on a reader thread while needed."""

from datetime import date

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from gpudesk.onsite.work_shares import WorkShares, work_shares_on
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.session import Session


class WorkProgress(QObject):
    """Updated with every edit and every record while needed; otherwise nothing is calculated.

    Signals:
        changed(): the shares changed, or are no longer shown.
    """

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._made: tuple[Snapshot, WorkShares] | None = None
        self._under_way: tuple[Snapshot, date] | None = None
        self.wanted = False
        for signal in (session.opened, session.closed, session.changed, session.refreshed):
            signal.connect(self._follow)

    @classmethod
    def of(cls, session: Session) -> "WorkProgress":
        """The one of a session."""
        known = next((child for child in session.children() if isinstance(child, cls)), None)
        return known or cls(session)

    def want(self, wanted: bool) -> None:
        """Show it from now on, or no more."""
        self.wanted = wanted
        if not wanted:
            self._made = self._under_way = None
        self.changed.emit()
        self._follow()

    def shares(self, snapshot: Snapshot | None) -> WorkShares | None:
        """Those of a snapshot; those of an earlier one with the very same racks and devices until they are there, None without any."""
        if not self.wanted or snapshot is None or self._made is None:
            return None
        of, work_shares = self._made
        alike = all(of[name] is snapshot[name] or of[name].shares(snapshot[name], ("id",)) for name in ("rack", "device"))
        return work_shares if alike else None

    def _follow(self, *_: object) -> None:
        document = self._session.document
        if not self.wanted or document is None or not self._session.is_open:
            # The snapshot of a closed project is not kept.
            self._made = self._under_way = None
            return
        snapshot, today = self._session.snapshot, document.today
        if self._under_way is not None and self._under_way[0] is snapshot and self._under_way[1] == today:
            return
        self._under_way = snapshot, today
        self._session.jobs.read(lambda _: snapshot.cached(work_shares_on(today)), lambda work_shares: self._take(snapshot, work_shares))

    def _take(self, snapshot: Snapshot, made: WorkShares) -> None:
        if isValid(self) and self.wanted and self._session.is_open and self._session.snapshot is snapshot:
            self._made = snapshot, made
            self.changed.emit()
