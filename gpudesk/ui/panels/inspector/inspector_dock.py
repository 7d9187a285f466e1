"""The inspector: the selection, its settings, all facts with their source, and its figures with their calculation."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from gpudesk.checks.findings.findings import Findings
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.panels.inspector.form_choice import form_for
from gpudesk.ui.panels.inspector.inspector_forms import Form
from gpudesk.ui.panels.inspector.inspector_underlay import UnderlayForm
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.parts.scrolled_page import replace_page
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.field_rows import FieldList
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.tag import Tag

tr = text_context("InspectorDock")


class InspectorDock(QWidget):
    """Shows and edits the selection; without one, the project as a whole.

    Signals:
        go_requested(ObjectRef): the user followed a link to another object.
        pin_requested(WhyContent): keep the calculation of a figure as a dock.
        underlay_previewed(int, int): temporarily show an underlay at this percentage.
    """

    go_requested = Signal(object)
    pin_requested = Signal(object)
    underlay_previewed = Signal(int, int)

    def __init__(
        self,
        session: Session,
        registry: ActionRegistry,
        parent: QWidget | None = None,
        *,
        unselected: Callable[[], ObjectRef | None] | None = None,
    ) -> None:
        """`unselected` provides the content while nothing is selected; without it, or if it is empty, the project is shown."""
        super().__init__(parent)
        self._session = session
        self._unselected = unselected
        self._registry = registry
        self._form: Form | None = None
        self._shape: object = None
        self.setObjectName("inspector")
        self.setAccessibleName(tr("Inspector"))
        self.header = DockHeader(tr("Inspector"))
        self._title = Label("", step="title", wrap=False)
        self._title.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self._subtitle = Label("", step="body", ink="text.secondary", wrap=True)
        self._tags = QHBoxLayout()
        self._tags.setContentsMargins(0, 4, 0, 0)
        self._tags.setSpacing(6)
        head = QVBoxLayout()
        head.setContentsMargins(10, 10, 10, 8)
        head.setSpacing(0)
        head.addWidget(self._title)
        head.addWidget(self._subtitle)
        head.addLayout(self._tags)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._scroll, 1)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._refresh_if_new)
        session.closed.connect(self.refresh)
        session.opened.connect(self._fill)
        # After a refusal an editor shows again what holds.
        for signal in (session.changed, session.refreshed, session.selection_changed, session.failed):
            signal.connect(self._refresh_if_seen)
        self._refreshed: tuple[object, ...] | None = None
        # What is not seen is filled after it is shown.
        self._clear()

    @property
    def form(self) -> "Form | None":
        """The form that is shown."""
        return self._form

    def refresh(self) -> None:
        """Show the current selection; editors stay in place while they still apply."""

        if not self._session.is_open:
            self._clear()
            return
        selection = self._shown()
        shape = Form.shape(self._session.snapshot, selection)
        if shape != self._shape or self._form is None:
            self._shape = shape
            self._drop_form()
            self._form = form_for(self._session, selection)
            self._form.setParent(self)
            self._form.go_requested.connect(self.go_requested)
            self._form.pin_requested.connect(self.pin_requested)
            self._form.action_wanted.connect(self._do_action)
            if isinstance(self._form, UnderlayForm):
                self._form.previewed.connect(self.underlay_previewed)
            rows = FieldList()
            self._form.fill(rows)
            self._show_rows(rows)
        self._form.refresh(selection)
        shown = self._scroll.widget()
        if isinstance(shown, FieldList):
            shown.fit_badges()
        self._show_head(selection)
        self._refreshed = self._state()

    def _shown(self) -> tuple[ObjectRef, ...]:
        """The selection, or its substitute while nothing is selected."""
        if self._session.selection or self._unselected is None:
            return self._session.selection
        instead = self._unselected()
        return () if instead is None else (instead,)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fill()

    def _fill(self) -> None:
        """Show what is selected. A form that has to be made first follows the drawing, which takes a turn of its own."""
        if self._form is not None:
            self._refresh_if_new()
        elif self._session.is_open:
            self._title.setText("")
            self._later.start()

    def _refresh_if_new(self) -> None:
        if not self.isVisible():
            return
        if self._state() != self._refreshed:
            self.refresh()
        elif self._form is not None:
            # The rows fit themselves into another width.
            self._show_title(self._form)

    def _state(self) -> tuple[object, ...]:
        """The state that determines the display of one project; another one is opened only after this one is closed."""
        if not self._session.is_open:
            return ()
        return self._session.snapshot.revision, self._session.findings is None, self._shown()

    def _refresh_if_seen(self) -> None:
        """Refresh only if visible: each place has an inspector, and hidden ones would only slow down each edit."""
        if self.isVisible():
            self.refresh()

    def edit_name(self) -> None:
        """Put the keyboard into the name of the selected object."""
        self._refresh_if_new()
        editor = None if self._form is None else self._form.name_editor
        if editor is not None:
            editor.setFocus(Qt.FocusReason.ShortcutFocusReason)
            if isinstance(editor, QLineEdit):
                editor.selectAll()

    def _do_action(self, action: str) -> None:
        self._registry.action(action).trigger()

    def _drop_form(self) -> None:
        if self._form is not None:
            self._form.deleteLater()
            self._form = None

    def _clear(self) -> None:
        self._refreshed = None
        self._drop_form()
        self._shape = None
        self._title.setText(tr("No project open"))
        self._subtitle.setText("")
        self._show_rows(QWidget())
        self._show_tags(())

    def _show_rows(self, rows: QWidget) -> None:
        """Show other rows. The previous ones may still handle an edit or have a list open."""
        replace_page(self._scroll, rows)

    def _show_head(self, selection: Sequence[ObjectRef]) -> None:
        if self._form is None:
            return
        self._show_title(self._form)
        subtitle = self._form.subtitle()
        self._subtitle.setText(subtitle)
        self._subtitle.setVisible(bool(subtitle))
        self._show_tags(selection)

    def _show_title(self, form: Form) -> None:
        title = form.title()
        metrics = self._title.fontMetrics()
        self._title.setText(metrics.elidedText(title, Qt.TextElideMode.ElideMiddle, max(120, self.width() - 24)))
        self._title.setToolTip(title)

    def _show_tags(self, selection: Sequence[ObjectRef]) -> None:
        while self._tags.count():
            item = self._tags.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if self._form is None:
            return
        # While the first run of the checks is under way nothing is found yet; its end refreshes what is shown.
        findings = Findings({}) if self._session.findings is None else self._session.findings
        for text, severity in self._form.tags(findings):
            self._tags.addWidget(Tag(text, severity))
        self._tags.addStretch(1)
