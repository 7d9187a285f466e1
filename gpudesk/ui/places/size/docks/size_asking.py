"""Runs sizing for a form, off the user interface thread: answers to outdated requests are discarded."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.running.progress import Progress
from gpudesk.sizing.generic.generic import GenericAnswer, generic_answer
from gpudesk.sizing.serving.serving_request import Answer, answer
from gpudesk.sizing.single_pass.pass_request import PassAnswer, pass_answer
from gpudesk.sizing.training.training_request import TrainingAnswer, training_answer
from gpudesk.ui.places.size.docks.workload_form import OTHER, SERVE, WorkloadForm
from gpudesk.ui.toolkit.jobs import Job, Jobs

AnyAnswer = Answer | TrainingAnswer | PassAnswer
"""Of a model. Work that no model describes has a `GenericAnswer`."""


def question(form: WorkloadForm) -> Callable[[Progress], AnyAnswer | GenericAnswer]:
    """The work that answers the current request of a form."""
    held = form.where.on_hand.held
    if form.task == OTHER:
        other = form.generic_asked()
        return lambda progress: generic_answer(other, progress, held)
    if form.in_passes:
        passes = form.pass_asked()
        return lambda progress: pass_answer(passes, progress, held)
    if form.task == SERVE:
        serving = form.asked()
        return lambda progress: answer(serving, progress, held)
    training = form.training_asked()
    return lambda progress: training_answer(training, progress, held)


class SizeAsking(QObject):
    """One request at a time; changes made in the meantime are requested when it ends.

    Signals:
        answered(object): an answer to the current request of the form, or a recent one during a drag.
        refused(DeskError): reason for a missing answer.
    """

    answered = Signal(object)
    refused = Signal(object)

    def __init__(self, jobs: Jobs, form: WorkloadForm, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._form = jobs, form
        self._job: Job | None = None
        self._stale, self._along = False, False

    @property
    def is_waiting(self) -> bool:
        """Whether an answer is pending."""
        return self._job is not None

    def ask(self) -> None:
        """Request an answer for the current form."""
        if self._jobs.closed:
            return
        if self._job is not None:
            self._stale, self._along = True, False
            self._job.cancel()
            return
        self._stale = False
        job = self._job = self._jobs.read(
            question(self._form),
            lambda new_answer: self._end(lambda: self.answered.emit(new_answer)) if self._job is job else None,
            lambda error: self._fail(error) if self._job is job else None,
        )

    def ask_along(self) -> None:
        """Request an answer while the form keeps changing: the current request finishes first and is shown too."""
        if self._job is None:
            self.ask()
        elif not self._stale:
            self._stale, self._along = True, True

    def stop(self) -> None:
        """Discard the current request."""
        if self._job is not None:
            self._job.cancel()
        self._job, self._stale = None, False

    def _fail(self, error: DeskError) -> None:
        self._end(lambda: self.refused.emit(error))

    def _end(self, tell: Callable[[], None]) -> None:
        self._job = None
        if not self._stale or self._along:
            tell()
        if self._stale:
            self._along = False
            self.ask()
