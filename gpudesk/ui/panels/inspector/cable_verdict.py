"""The verdict on a link as a popover: its arithmetic, its lines, and what would fix it, for this cable or for all like it."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gpudesk.checks.findings.finding import Finding
from gpudesk.derived.cabling.link_pieces import LinkPath
from gpudesk.operations.project.finding_operations import fix_findings
from gpudesk.operations.run.run import all_operations
from gpudesk.ui.panels.words.link_labels import verdict_content, verdict_title
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.style.button_styles import PRIMARY
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.popover import Popover
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton
from gpudesk.ui.toolkit.widgets.why import WhyView

tr = text_context("CableVerdict")


class CableVerdict(QWidget):
    """Content of the popover: the calculation, and the fixes at the bottom."""

    def __init__(self, session: Session, path: LinkPath, fixed: list[Finding], popover: Popover) -> None:
        super().__init__()
        self._session = session
        self._popover = popover
        self.working = WhyView(verdict_content(path), self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.working)
        self.buttons: list[VerbButton] = []
        if fixed and session.writable:
            column.addLayout(self._fixes(fixed))

    def _fixes(self, fixed: list[Finding]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        first = fixed[0]
        assert first.fix is not None  # noqa: S101 - narrows the type
        self._add(row, tr_message(first.fix.title), [first], primary=True)
        like = self._alike(first)
        if len(like) > 1:
            self._add(row, tr("Apply to {count} similar").format(count=format_number(len(like))), like)
        row.addStretch(1)
        return row

    def _add(self, row: QHBoxLayout, text: str, findings: list[Finding], *, primary: bool = False) -> None:
        button = VerbButton(text, self)
        button.setProperty(PRIMARY, primary)
        button.setAccessibleName(text)
        button.clicked.connect(lambda _checked=False: self._fix(findings))
        row.addWidget(button)
        self.buttons.append(button)

    def _alike(self, finding: Finding) -> list[Finding]:
        """All findings of the same rule with the same fix."""
        findings = self._session.findings
        if findings is None or finding.fix is None:
            return []
        title = finding.fix.title.text
        listed = (other for other in findings.of_rule(finding.rule) if other.excluded is None)
        return [
            other for other in listed if other.fix is not None and other.fix.title.text == title and other.fix.operation in all_operations()
        ]

    def _fix(self, findings: list[Finding]) -> None:
        self._popover.dismiss()
        fixes = [(finding.fix.operation, dict(finding.fix.arguments)) for finding in findings if finding.fix is not None]
        if len(fixes) == 1:
            self._session.do(all_operations()[fixes[0][0]], **fixes[0][1])
        else:
            self._session.do(fix_findings, fixes)


def show_verdict(session: Session, cable_id: int, path: LinkPath, beside: QWidget) -> Popover:
    """Show the verdict on the link of a cable next to the widget that reports it."""
    title, severity = verdict_title(path.rows)
    popover = Popover(beside.window(), title, severity=severity)
    findings = session.findings
    cable_findings = [] if findings is None else findings.of("cable", cable_id)
    fixed = [
        finding
        for finding in cable_findings
        if finding.fix is not None and finding.excluded is None and finding.fix.operation in all_operations()
    ]
    popover.set_content(CableVerdict(session, path, fixed, popover))
    popover.set_copy_text(verdict_content(path).as_text)
    popover.closed.connect(popover.deleteLater)
    popover.show_for(beside)
    return popover
