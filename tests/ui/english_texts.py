"""Texts that a Spanish window must not show: what the window has as text, and how to know English."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import yaml
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLineEdit, QPlainTextEdit, QTabBar, QTextEdit, QWidget

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.source_texts import spanish_sources
from gpudesk.core.plan.shipped_roles import SHIPPED_ROLES
from gpudesk.ui.panels.words.network_labels import WELL_KNOWN
from tests.ui.texts import FIELD, ROOT, entries

ROWS_READ = 40
ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
FUNCTION_WORDS = re.compile(
    r"(?<![\w./@-])(the|of|and|is|are|was|not|from|with|for|by|this|that|which|each|its|their|only|other|all|than|then|into|when|where"
    r"|without|more|less|per|at least|known|unknown|no longer)(?![\w./@-])"
)
"""Words that are in almost every English sentence and in no Spanish one."""
STORED_NAMES = frozenset(WELL_KNOWN) | {"Source", "OK", "Memory"}
"""What a project or a file may contain in English: names of networks and power nodes, a question of a test, a test of DCGM."""
EDITED_IN_TABLES = frozenset({"TypeEntryDialog"})
"""The windows whose tables show what is edited."""
OF_FILES = re.compile(r"the link is narrower than it can be|IBM Power Systems, Floor construction and floor loading")
"""What is quoted from files and titles of documents in texts of the program."""


def english_in(window: QWidget, *, hidden_tables: bool = True) -> set[str]:
    """The texts of a window that are in English.

    Args:
        hidden_tables: read the tables and lists that are not shown as well; most texts of a window are in them.
    """
    return english_among(texts_of(window, hidden_tables=hidden_tables))


def english_among(texts: Iterable[str]) -> set[str]:
    """Those of some texts that are in English."""
    english = known_english()
    return {text for text in set(texts) if english.knows(text)}


@cache
def known_english() -> "English":
    """The one of this run: it reads all texts of the program."""
    return English()


class English:
    """English texts whose Spanish differs; those with fields are known by what is between the fields."""

    def __init__(self) -> None:
        differing = [source for (_, source), text in entries("es").items() if source not in text.forms]
        spanish = {form for text in entries("es").values() for form in text.forms}
        pairs = [
            pair for path in sorted((ROOT / "resources").rglob("*.yaml")) for pair in _pairs(yaml.load(path.read_bytes(), yaml.CSafeLoader))
        ]
        differing += [one for one, other in pairs if one != other]
        spanish |= {other for _, other in pairs}
        # Two letters are a unit or a code, and a figure with its unit is in both languages.
        plain = {
            source.replace("&", "") for source in differing if not _fields(source) and len(source.strip()) > 2 and not source[0].isdigit()
        }
        # A word can be Spanish for something else: "no" and "total" are.
        self._plain = plain - spanish
        patterned = [source for source in differing if _fields(source) and len(re.findall(r"[a-z]{2,}", _without_fields(source))) >= 2]
        self._patterned: dict[str, list[tuple[str, str]]] = {}
        for source in patterned:
            part = _longest_part(source)
            # A word between two others of the part is a whole word of each text.
            word = max(re.findall(r"(?<=\W)\w+(?=\W)", part), key=len, default="")
            self._patterned.setdefault(word, []).append((part, source))
        types = [entry.type for entry in open_catalog().all()]
        # Roles are stored, and what a network connects is chosen by them: where they are entered, they are the same in every language.
        self._keys = SHIPPED_ROLES | {group.name.replace("_", " ") for kind in types for group in kind.port_groups}
        self._known: dict[str, bool] = {}
        sources = yaml.load((ROOT / "resources/translations/sources_es.yaml").read_bytes(), yaml.CSafeLoader)
        titles = {*sources["unchanged"], *spanish_sources().values()}
        self._quoted = sorted((title for title in titles if FUNCTION_WORDS.search(title)), key=len, reverse=True)

    def knows(self, text: str) -> bool:
        """Whether a text that is shown is one of these."""
        # Most texts are read again in every window.
        if text not in self._known:
            lines = [text, *re.split("[\n\t]", text)]
            self._known[text] = text not in STORED_NAMES and (any(self._is_source(line) for line in lines) or self._reads_english(text))
        return self._known[text]

    def _reads_english(self, text: str) -> bool:
        """Whether there is an English word next to quoted titles."""
        if FUNCTION_WORDS.search(text) is None:
            return False
        rest = OF_FILES.sub("", text)
        for quoted in self._quoted:
            if quoted in rest:
                rest = rest.replace(quoted, "")
        return FUNCTION_WORDS.search(rest) is not None

    def _is_source(self, line: str) -> bool:
        return line not in self._keys and (line.replace("&", "").strip() in self._plain or self._fits(line))

    def _fits(self, line: str) -> bool:
        # Thousands of patterns: to look for a word and the longest part of each takes less than to try them.
        words = {"", *re.findall(r"\w+", line)}
        return any(part in line and _pattern(source).fullmatch(line) for word in words for part, source in self._patterned.get(word, ()))


def _fields(source: str) -> bool:
    return FIELD.search(source) is not None or "%n" in source


def _without_fields(source: str) -> str:
    return FIELD.sub("", source).replace("%n", "").replace("(s)", "")


def _longest_part(source: str) -> str:
    """What every text of a pattern holds."""
    return max(re.split(r"\{[^{}]*\}|%n|\(s\)", source), key=len)


@cache
def _pattern(source: str) -> re.Pattern[str]:
    parts = re.split(r"\{[^{}]*\}|%n", source)
    return re.compile(".+?".join(re.escape(part).replace(re.escape("(s)"), "s?") for part in parts), re.DOTALL)


def _pairs(value: Any) -> Iterator[tuple[str, str]]:
    """Every text of a data file that has its Spanish next to it, with that."""
    if isinstance(value, dict):
        for key, text in value.items():
            other = value.get("es" if key == "en" else f"{key}_es")
            if isinstance(text, str) and isinstance(other, str):
                yield text.strip(), other.strip()
            yield from _pairs(text)
    elif isinstance(value, list):
        for part in value:
            yield from _pairs(part)


def texts_of(top: QWidget, *, hidden_tables: bool = True) -> Iterator[str]:
    """Every text of a window that a person can see, point at or have read out.

    Args:
        hidden_tables: read the tables and lists that are not shown as well.
    """
    models_read: set[QAbstractItemModel] = set()
    widgets = [top, *top.findChildren(QWidget)]
    for widget in widgets:
        names: tuple[str, ...] = ("title", "windowTitle", "placeholderText", "specialValueText", "prefix", "suffix")
        # What is edited is what a project or a file contains.
        names = names if isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit) else ("text", *names)
        texts = [str(getattr(widget, name)()) for name in names if callable(getattr(widget, name, None))]
        yield from (*texts, widget.toolTip(), widget.statusTip(), widget.accessibleName(), widget.accessibleDescription())
        if isinstance(widget, QComboBox):
            yield from (widget.itemText(row) for row in range(widget.count()))
        elif isinstance(widget, QTabBar):
            yield from (widget.tabText(tab) for tab in range(widget.count()))
        elif isinstance(widget, QAbstractItemView) and (hidden_tables or widget.isVisible()) and type(top).__name__ not in EDITED_IN_TABLES:
            model: QAbstractItemModel | None = widget.model()
            if model is not None and model not in models_read:
                models_read.add(model)
                yield from _texts_of_model(model)
    for action in (*top.actions(), *top.findChildren(QAction)):
        yield from (action.text(), action.toolTip(), action.statusTip())


def _texts_of_model(model: QAbstractItemModel) -> Iterator[str]:
    parent = QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for column in range(columns):
        yield str(model.headerData(column, Qt.Orientation.Horizontal) or "")
    for row in range(min(model.rowCount(parent), ROWS_READ)):
        for column in range(columns):
            index = model.index(row, column, parent)
            yield from (str(model.data(index, role) or "") for role in ROLES)
