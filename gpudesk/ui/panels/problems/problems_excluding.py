"""Why problems are excluded: the question under the list of problems."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from gpudesk.checks.findings.finding import Finding
from gpudesk.operations.project.finding_operations import exclude_finding, exclude_findings, include_finding, include_findings
from gpudesk.ui.toolkit.parts.inline_prompt import InlinePrompt
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("Excluding")


class Excluding(InlinePrompt):
    """Asks for a reason, and excludes the problems."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._asked: tuple[str, ...] = ()
        self.answered.connect(self._exclude)

    def ask_about(self, findings: Sequence[Finding]) -> None:
        """Ask for the reason to exclude problems; if all of them are already excluded, they are evaluated again."""
        if not findings or not self._session.writable:
            return
        counted = [finding.key for finding in findings if finding.excluded is None]
        if not counted:
            keys = [finding.key for finding in findings]
            verb = (include_finding, keys[0]) if len(keys) == 1 else (include_findings, keys)
            self._session.do(*verb)
            return
        self._asked = tuple(counted)
        question = tr("Why is this excluded?")
        if len(counted) > 1:
            question = tr("Why are these %n problems excluded?", "", len(counted))
        self.ask(question, tr("Exclude"), placeholder=tr("Reason, saved in the project"))

    def _exclude(self, reason: str) -> None:
        if len(self._asked) == 1:
            self._session.do(exclude_finding, self._asked[0], reason)
        elif self._asked:
            self._session.do(exclude_findings, list(self._asked), reason)
        self._asked = ()
