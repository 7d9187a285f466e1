"""The samples of Home: templates that open at once, as a project of the person's own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from gpudesk.ui.places.home import thumbnails
from gpudesk.ui.places.home.thumbnails import Thumbnail
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import filled_text, language

tr = text_context("SampleCard")


@dataclass(frozen=True, slots=True)
class Sample:
    """A template with its choices."""

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)


SAMPLES = (Sample("small-pod"), Sample("dgx-h100-superpod", {"su": 4}), Sample("gb200-nvl72-superpod", {"su": 4}), Sample("site-100k"))


@dataclass(frozen=True, slots=True)
class Shown:
    """Card text of a sample."""

    title: str
    title_es: str
    systems: int
    gpus: int
    racks: int
    picture: Thumbnail | None


@cache
def shown_samples() -> Mapping[str, Shown]:
    """The figures and floors of the samples; for a reading thread.

    The samples ship with the program, so they are built once per process: 100,000 GPUs take 0.14 s on every new Home page otherwise.
    """
    from gpudesk.catalog.plan_types import types_of
    from gpudesk.catalog.templates import load_template, template_info
    from gpudesk.derived.totals.plan_totals import plan_totals

    samples = {}
    for sample in SAMPLES:
        info, plan = template_info(sample.template), load_template(sample.template, sample.values)
        sums = plan_totals(plan, types_of(plan))
        samples[sample.template] = Shown(info.title, info.title_es, sums.systems, sums.gpus, sums.racks, thumbnails.of_plan(plan))
    return samples


class SampleRow(QWidget):
    """Signals:
    chosen(str): the sample of this template shall open.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        self.cards = {sample.template: SampleCard(sample.template, self) for sample in SAMPLES}
        for name, card in self.cards.items():
            card.clicked.connect(lambda _checked=False, name=name: self.chosen.emit(name))
            row.addWidget(card)

    def show_samples(self, shown: Mapping[str, Shown]) -> None:
        """Show the content of the samples."""
        for name, card in self.cards.items():
            card.show_sample(shown[name])


class SampleCard(QAbstractButton):
    """A floor with its description below; opens by click and by Enter."""

    def __init__(self, template: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._shown: Shown | None = None
        self._title = template
        self.setAccessibleName(tr("Open sample {name}").format(name=template))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.notifier().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(200, 156)

    def minimumSizeHint(self) -> QSize:
        return QSize(150, 156)

    @property
    def title(self) -> str:
        """The sample's title in the user's language."""
        return self._title

    def show_sample(self, shown: Shown) -> None:
        """Show the content of the sample."""
        self._shown = shown
        self._title = shown.title_es if language() == "es" else shown.title
        self.setAccessibleName(tr("Open sample {name}").format(name=self._title))
        self.setAccessibleDescription(self._facts())
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def _facts(self) -> str:
        shown = self._shown
        if shown is None:
            return ""
        text = tr("{systems} {systems|system|systems} · {gpus} {gpus|GPU|GPUs} · {racks} {racks|rack|racks}")
        counts = {name: format_number(getattr(shown, name)) for name in ("systems", "gpus", "racks")}
        return filled_text(text, **counts)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        lit = self.hasFocus() or self.underMouse()
        painting.frame(painter, self.rect(), colours.surface.panel, colours.accent if lit else colours.border.default, theme.radius("card"))
        picture = QRectF(1, 1, self.width() - 2, 100)
        if self._shown is not None and self._shown.picture is not None:
            thumbnails.paint(painter, picture, self._shown.picture, margin=8)
        else:
            painter.fillRect(picture, colours.surface.sunken)
        wide = self.width() - 24
        painting.text(painter, QRectF(12, 108, wide, 20), self._title, fonts.font("strong"), colours.text.primary)
        painting.text(painter, QRectF(12, 128, wide, 17), self._facts(), fonts.font("caption", tabular=True), colours.text.tertiary)
