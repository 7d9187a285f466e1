"""The failure shown in a window: the parts that fail together, the effects, and the next failure."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from gpudesk.derived.failures.power_failure_impact import Aftermath, power_after
from gpudesk.derived.power.branches import Key
from gpudesk.derived.power.power_chain import power_chain
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.session import Session


class Drilling(QObject):
    """Simulates failures of power and cooling nodes on a reading thread, and follows every edit.

    The project is not changed.

    Signals:
        changed(): another failure is shown, or none.
        refused(): the part to fail does not exist, or power sources form a loop.
    """

    changed = Signal()
    refused = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._asked = 0
        self._series: tuple[Key, ...] = ()
        self.keys: tuple[Key, ...] = ()
        self.after: Aftermath | None = None
        for signal in (session.changed, session.refreshed):
            signal.connect(self._again)
        for signal in (session.opened, session.closed):
            signal.connect(self.done)

    @classmethod
    def of(cls, session: Session) -> "Drilling":
        """The one drill of a session."""
        existing = next((child for child in session.children() if isinstance(child, cls)), None)
        return existing or cls(session)

    @property
    def active(self) -> bool:
        """Whether a failure is shown."""
        return self.after is not None

    def fail(self, keys: Sequence[Key], series: Sequence[Key] | None = None) -> None:
        """Simulate a joint failure of parts.

        Args:
            series: the failures for `step`; by default the previous ones.
        """
        if not self._session.is_open or not keys:
            return
        if series is not None:
            self._series = tuple(series)
        failing_keys, snapshot = tuple(dict.fromkeys(keys)), self._session.snapshot
        self._asked += 1
        request_number = self._asked

        def ended(after: Aftermath | None) -> None:
            if request_number != self._asked or not self._session.is_open:
                return
            if after is None:
                self.done()
                self.refused.emit()
                return
            self.keys, self.after = failing_keys, after
            self.changed.emit()
            # Steps that were made meanwhile count too.
            self._again()

        self._session.jobs.read(lambda _: _outcome(snapshot, failing_keys), ended, self._session.failed.emit)

    def add(self, keys: Sequence[Key]) -> None:
        """Add parts to the failure, or remove those that already fail."""
        remaining = [key for key in self.keys if key not in keys]
        failing_keys = [*remaining, *(key for key in keys if key not in self.keys)]
        if failing_keys:
            self.fail(failing_keys)
        else:
            self.done()

    @property
    def series(self) -> tuple[Key, ...]:
        """The failures through which one can go."""
        return self._series

    @property
    def number(self) -> int | None:
        """Index of the shown failure in the series, None if it is not in it."""
        return self._series.index(self.keys[0]) if len(self.keys) == 1 and self.keys[0] in self._series else None

    def step(self, by: int) -> bool:
        """Show the next failure of the series, or an earlier one; false if there is none."""
        if not self._series or not self.active:
            return False
        here = self.number
        place = (0 if by > 0 else len(self._series) - 1) if here is None else (here + by) % len(self._series)
        self.fail((self._series[place],))
        return True

    def done(self) -> None:
        """Show no failure."""
        self._asked += 1
        if self.after is not None:
            self.keys, self.after = (), None
            self.changed.emit()

    def _again(self, _event: object = None) -> None:
        if self.after is not None and self._session.is_open and self.after.chain.snapshot is not self._session.snapshot:
            self.fail(self.keys)


def _outcome(snapshot: Snapshot, keys: Sequence[Key]) -> Aftermath | None:
    try:
        chain = snapshot.cached(power_chain)
    except ValueError:
        return None
    here = [key for key in keys if snapshot[key[0]].has(key[1])]
    after = power_after(chain, here)
    if after is not None:
        # What is painted is calculated here and not in the window.
        _ = after.rack_state, after.next_breaker(), after.kept(), chain.names, after.state
    return after
