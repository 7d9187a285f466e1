"""Writing to the log from the window: every entry has a person, who is requested if unknown."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from gpudesk.core.checklist.entries import EvidenceFile
from gpudesk.core.checklist.values import Instrument
from gpudesk.core.messages.errors import DeskError
from gpudesk.onsite.log_writer import recorder
from gpudesk.operations.onsite.record_site_work import add_person, record_value
from gpudesk.ui.places.onsite.duty import Duty
from gpudesk.ui.places.onsite.task_list import Task
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.session import Session


class Recording(QObject):
    """Entries wait until a person is set.

    Signals:
        person_wanted(): the person must be identified; the entry is written afterward.
        not_recorded(Task, str): the field with this key was not recorded; `Session.failed` follows with the reason.
    """

    person_wanted = Signal()
    not_recorded = Signal(object, str)

    def __init__(self, session: Session, duty: Duty, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._duty = session, duty
        self._waiting: list[Callable[[str], None]] = []

    def people(self) -> list[str]:
        """The names of the project."""
        return [str(name) for name in self._session.snapshot["person"]["name"].tolist()] if self._session.is_open else []

    def go_on(self) -> None:
        """Write what waited for a person."""
        waiting, self._waiting = self._waiting, []
        for write in waiting if self._duty.person else ():
            write(self._duty.person)

    def forget(self) -> None:
        """What waited for a person is not written."""
        self._waiting = []

    def add_person(self, name: str, done: Callable[[Any], None], failed: Callable[[], None] | None = None) -> None:
        """Put a name on the list of the project.

        Args:
            failed: called if that was not done.
        """
        _follow(self._session.do(add_person, name, done=done), failed)

    def value(
        self,
        task: Task,
        field: str,
        value: Any,
        instrument: Instrument | None = None,
        files: Sequence[EvidenceFile] = (),
        done: Callable[[Any], None] | None = None,
    ) -> None:
        """Record the value of a field by the person who works here."""
        self._by(lambda person: self.value_by(person, task, field, value, instrument, files, done))

    def value_by(
        self,
        person: str,
        task: Task,
        field: str,
        value: Any,
        instrument: Instrument | None = None,
        files: Sequence[EvidenceFile] = (),
        done: Callable[[Any], None] | None = None,
    ) -> None:
        """Record the value of a field for a person requested only for it, such as the second signer."""
        failed = partial(self.report_unrecorded, task, field)
        self._write(person, record_value, task.item.key, task.target, field, value, instrument, tuple(files), done=done, failed=failed)

    def report_unrecorded(self, task: Task, field: str) -> None:
        """Name the field that the failure to come is about."""
        self.not_recorded.emit(task, field)

    def of_field(
        self, task: Task, field: str, verb: Callable[..., Any], *arguments: Any, done: Callable[[Any], None] | None = None
    ) -> None:
        """Run an operation of the log that records a field; item, target and field follow the recorder."""
        failed = partial(self.report_unrecorded, task, field)
        self.run(verb, task.item.key, task.target, field, *arguments, done=done, failed=failed)

    def run(
        self,
        verb: Callable[..., Any],
        *arguments: Any,
        done: Callable[[Any], None] | None = None,
        failed: Callable[[], None] | None = None,
    ) -> None:
        """Run an operation of the log by the person who works here; `arguments` follow the recorder.

        Args:
            failed: called if this operation was refused or stopped; `Session.failed` also reports other ones.
        """
        self._by(lambda person: self._write(person, verb, *arguments, done=done, failed=failed))

    def run_by(
        self,
        person: str,
        verb: Callable[..., Any],
        *arguments: Any,
        done: Callable[[Any], None] | None = None,
        failed: Callable[[], None] | None = None,
    ) -> None:
        """Run an operation of the log for a person requested only for it; `failed` as of `run`."""
        self._write(person, verb, *arguments, done=done, failed=failed)

    def _by(self, write: Callable[[str], None]) -> None:
        person = self._duty.person
        if person:
            self._duty.touch()
            write(person)
        else:
            # A step may have several entries, such as the port of a cable and how it was proved.
            self._waiting.append(write)
            self.person_wanted.emit()

    def _write(
        self,
        person: str,
        verb: Callable[..., Any],
        *arguments: Any,
        done: Callable[[Any], None] | None = None,
        failed: Callable[[], None] | None = None,
    ) -> None:
        try:
            by = recorder(person)
        except DeskError as error:
            if failed is not None:
                failed()
            self._session.failed.emit(error)
            return
        _follow(self._session.do(verb, by, *arguments, done=done), failed)


def _follow(job: Job | None, failed: Callable[[], None] | None) -> None:
    """Call `failed` unless the job completes, or if there is none."""
    if failed is None:
        return
    if job is None:
        failed()
    else:
        job.otherwise(failed)
