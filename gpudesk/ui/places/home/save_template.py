"""Save part of the project as a template: its content, its name and the numbers that can be chosen on the next build."""

from dataclasses import dataclass

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from gpudesk.catalog.own_templates import save_template
from gpudesk.catalog.template_files import HALLS, RACKS
from gpudesk.core.plan.plan import Plan
from gpudesk.core.plan.template_derive import Derived, derived
from gpudesk.core.plan.template_parameter import Parameter
from gpudesk.derived.templates.template_plan import Scope, Taken, scope_of, template_plan, whole_project
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.places.home.template_choice import Preview, TemplateChoice
from gpudesk.ui.places.home.template_list import TemplateTexts
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN, DeskDialog
from gpudesk.ui.toolkit.parts.form import RING, Form
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language

tr = text_context("SaveTemplateDialog")

_PAUSE_MS = 120


@dataclass(frozen=True, slots=True)
class _Seen:
    """What would be saved."""

    plan: Plan
    regular: Derived | None
    preview: Preview


class SaveTemplateDialog(DeskDialog):
    """Signals:
    saved(str): the name of the new template.
    """

    saved = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self._seen: _Seen | None = None
        self.set_heading(
            tr("Save as template"),
            tr("Saved in your folder; preserved across updates. Serial and asset numbers, status and notes are not copied."),
        )
        self.texts = TemplateTexts(self)
        self.scope = QComboBox(self)
        snapshot = session.snapshot
        for name, scope in self._scopes(session):
            self.scope.addItem(name, scope)
        form: Form = self.texts
        form.add(tr("Contents"), self.scope)
        self.parts: dict[str, QCheckBox] = {}
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._look)
        boxes = QWidget(form)
        column = QVBoxLayout(boxes)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        words = {
            "devices": tr("Devices, with their contents"),
            "roles": tr("Device roles"),
            "phases": tr("Build phases"),
            "reservations": tr("Reserved units"),
            "floor_items": tr("Columns, doors and other floor items"),
            "power": tr("Feeds and power cords"),
        }
        for name, text in words.items():
            box = self.parts[name] = QCheckBox(text, boxes)
            box.setChecked(True)
            box.toggled.connect(lambda _: self._pause.start())
            column.addWidget(box)
        form.add(tr("With"), boxes)
        self.numbers = QCheckBox(tr("Choose quantities when the template is built"), form)
        self.numbers.setChecked(True)
        self.told = form.add(tr("Repetition"), self.numbers, " ")
        self.choice = TemplateChoice(self)
        left = QVBoxLayout()
        left.setContentsMargins(MARGIN - RING, 0, 4, 8)
        left.addWidget(self.texts)
        left.addStretch(1)
        split = QHBoxLayout()
        split.setContentsMargins(0, 0, 0, 0)
        split.setSpacing(0)
        split.addLayout(left, 6)
        split.addWidget(self.choice, 5)
        self.let_body_fill()
        self.body.addLayout(split, 1)
        self.add_buttons(tr("Save the template"), self.save)
        self._snapshot = snapshot
        self.scope.currentIndexChanged.connect(lambda _: self._look())
        self.numbers.toggled.connect(lambda _: self._show())
        self.texts.title.textChanged.connect(lambda _: self._show())
        self.resize(1000, 620)
        self.choice.show_template(None, tr("Result when built:"))
        self.choice.show_plan(None)
        self._look()
        self.texts.title.setFocus()

    def _scopes(self, session: Session) -> list[tuple[str, Scope]]:
        """Scopes that can be saved: the selection if it is not empty, each hall, and the whole project."""
        snapshot = session.snapshot
        scopes = []
        chosen = scope_of(snapshot, [(ref.table, ref.id) for ref in session.selection])
        if chosen and not len(chosen.halls):
            racks, others = len(chosen.racks), len(chosen.devices)
            text = tr("The selection: %n rack(s)", "", racks) if racks else tr("The selection: %n device(s)", "", others)
            scopes.append((text, chosen))
        halls = snapshot["hall"]
        for hall_id, name in zip(halls.ids.tolist(), halls["name"].tolist(), strict=True):
            scopes.append((tr("{hall}, the whole hall").format(hall=name), scope_of(snapshot, [("hall", hall_id)])))
        scopes.append((tr("The whole project, with its site sheet"), whole_project(snapshot)))
        return scopes

    def taken(self) -> Taken:
        """Parts included in the template."""
        return Taken(**{name: box.isChecked() for name, box in self.parts.items()})

    def save(self) -> None:
        """Write the template on a reading thread."""
        seen = self._seen
        if seen is None:
            return
        scope: Scope = self.scope.currentData()
        texts = self.texts.values()
        regular = seen.regular if self.numbers.isChecked() else None
        plan, repeat = (seen.plan, None) if regular is None else (regular.plan, regular.repeat)
        kind = HALLS if len(scope.halls) or scope.whole else RACKS
        title = texts.pop("title")

        def done(name: str) -> None:
            self.saved.emit(name)
            self.accept()

        self.set_verb(tr("Save the template"), enabled=False)
        self.read(self._project, lambda: save_template(title, plan, repeat, kind=kind, **texts), done)
        self.complaint.hide()

    def _look(self) -> None:
        """Make the plan on a reading thread."""
        snapshot, scope, taken = self._snapshot, self.scope.currentData(), self.taken()
        self._seen = None
        self._show()

        def done(seen: _Seen) -> None:
            if scope is self.scope.currentData() and taken == self.taken():
                self._seen = seen
                self.choice.show_plan(seen.preview)
                self._show()

        self.read(self._project, lambda: _seen(snapshot, scope, taken), done)

    def _show(self) -> None:
        seen = self._seen
        regular = None if seen is None else seen.regular
        self.numbers.setEnabled(regular is not None)
        self.set_verb(tr("Save the template"), enabled=seen is not None and bool(self.texts.title.text().strip()))
        if seen is None:
            self.told.setText(" ")
        elif regular is None:
            self.told.setText(tr("No identical racks or rows were found; the template is built as is."))
        else:
            numbers = ", ".join(_number(parameter) for parameter in regular.repeat.parameters.values())
            first = seen.plan.racks[0].name
            pattern = regular.repeat.rack_names
            names = tr("Racks are named {pattern}, starting with {first}.").format(pattern=pattern, first=first)
            alike = tr("Found: {numbers}.").format(numbers=numbers)
            self.told.setText(f"{alike} {names}")


def _number(parameter: Parameter) -> str:
    title = parameter.title_es if language() == "es" else parameter.title
    return f"{title.lower()} {format_number(parameter.value)}"


def _seen(snapshot: Snapshot, scope: Scope, taken: Taken) -> _Seen:
    plan = template_plan(snapshot, scope, taken)
    return _Seen(plan, derived(plan), Preview.of(plan))
