"""About the program: version, license, components, sources of its figures."""

import sys
from importlib import metadata

from PySide6.QtCore import QSize, qVersion
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from gpudesk import __version__
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN, DeskDialog
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("AboutDialog")

# What is shipped with our own code, its package, and its license.
_PARTS = (
    ("Qt", "", "LGPL-3.0"),
    ("PySide6", "PySide6-Essentials", "LGPL-3.0"),
    ("NumPy", "numpy", "BSD-3-Clause"),
    ("PyYAML", "PyYAML", "MIT"),
    ("openpyxl", "openpyxl", "MIT"),
    ("PDFium", "pypdfium2", "BSD-3-Clause, Apache-2.0"),
    ("segno", "segno", "BSD-3-Clause"),
    ("click", "click", "BSD-3-Clause"),
    ("platformdirs", "platformdirs", "MIT"),
    ("pyqtgraph", "pyqtgraph", "MIT"),
    ("sqlite-utils", "sqlite-utils", "Apache-2.0"),
    ("ZXing-C++", "zxing-cpp", "Apache-2.0"),
    ("nvidia-ml-py", "nvidia-ml-py", "BSD-3-Clause"),
    ("Source Sans Pro", "font-source-sans-pro", "OFL-1.1"),
    ("Python", "", "PSF-2.0"),
)


class AboutDialog(DeskDialog):
    """Version, license and sources; can be copied as text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_heading("GPU Desk", tr("Plan, size, build and monitor GPU clusters from one project file."))
        self.let_body_fill()
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 12)
        column.setSpacing(0)
        column.addLayout(_pair(_Logo(page), Label(tr("Version {version}").format(version=__version__), page, step="strong")))
        column.addWidget(_paragraph(tr("Free software under the Apache License 2.0. It comes without warranty."), page))
        column.addWidget(GroupHeader(tr("Built with"), str(len(_PARTS)), page, foldable=False))
        for name, package, licence in _PARTS:
            column.addLayout(_line(page, name, _version(name, package), licence))
        column.addSpacing(8)
        column.addWidget(GroupHeader(tr("Data sources"), "", page, foldable=False))
        text = tr(
            "Every fact in the catalog and every value in the site sheet states its source and confidence: read in "
            "the manufacturer's document, second-hand, derived by calculation, or unverified. Point "
            "to the mark next to a figure to see its source. Figures without any source are left out, never guessed."
        )
        column.addWidget(_paragraph(text, page))
        column.addWidget(_paragraph(tr("This program needs no network connection, and no data leaves this machine."), page))
        column.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(page)
        area.setAccessibleName(tr("Versions and licenses"))
        self.body.addWidget(area, 1)
        copy = QPushButton(icons.icon("copy"), tr("Copy versions"), self)
        copy.setAutoDefault(False)
        copy.setAccessibleName(copy.text())
        copy.clicked.connect(lambda _checked=False: QGuiApplication.clipboard().setText(versions_text()))
        self.add_left(copy)
        self.add_close(tr("Close"))
        self.resize(460, 560)


def versions_text() -> str:
    """Our version and those of what we are built with, a line each."""
    lines = [f"GPU Desk {__version__}"]
    lines += [f"{name} {version}" for name, package, _ in _PARTS if (version := _version(name, package))]
    return "\n".join(lines)


def _version(name: str, package: str) -> str:
    if name == "Qt":
        return qVersion() or ""
    if name == "Python":
        return sys.version.split()[0]
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        # A frozen program may carry a package without its metadata.
        return ""


def _pair(left: QWidget, right: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(MARGIN, 0, MARGIN, 4)
    row.setSpacing(10)
    row.addWidget(left)
    row.addWidget(right, 1)
    return row


def _line(parent: QWidget, name: str, version: str, licence: str) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(MARGIN, 3, MARGIN, 3)
    row.addWidget(Label(name, parent), 3)
    row.addWidget(Label(version, parent, ink="text.secondary", tabular=True), 2)
    row.addWidget(Label(licence, parent, step="caption", ink="text.tertiary"), 2)
    return row


def _paragraph(text: str, parent: QWidget) -> Label:
    label = Label(text, parent, ink="text.secondary", wrap=True)
    label.setContentsMargins(MARGIN, 6, MARGIN, 8)
    return label


class _Logo(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(QSize(24, 24))

    def paintEvent(self, event: QPaintEvent) -> None:
        icons.paint(QPainter(self), "logo", self.rect(), theme.current().accent)
