"""CONTRIBUTING.md names every file that a new thing touches, and one of each can be added as it says."""

import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from gpudesk import locate
from gpudesk.catalog.loader import load_shipped
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.cli import main
from gpudesk.core.messages.message import Message
from gpudesk.core.running.progress import Progress
from gpudesk.operations.exchange.exchange import FORMATS
from gpudesk.operations.exchange.format import Exported, Format
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.run.run import REGISTRY, operation, run, undo
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.action_table import ACTIONS
from gpudesk.ui.app import main_window
from gpudesk.ui.app.application import Desk
from gpudesk.ui.app.place_rail import PlaceRail
from gpudesk.ui.app.places import PLACES
from gpudesk.ui.shell.place import Place
from gpudesk.ui.shell.shell import Shell
from gpudesk.ui.toolkit import translate
from gpudesk.ui.toolkit.actions import ActionSpec
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^### (Add [A-Za-z ]+)\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL))
PATH = re.compile(r"`((?:gpudesk|resources|docs|tests|packaging)/[\w./-]+\.\w+)`")

# What a thing of each kind that exists leaves in the source: whatever file has it is one that such a thing touches. Only the folders that
# are named are looked through; a folder left out holds what is particular to that one thing (measurements of a GPU, its own dialogs).
TRACES = {
    "Add a check": (r"weight\.rack_rolling", ("gpudesk", "resources", "docs", "tests/checks")),
    "Add a format": (r'"graphml"|graphml_text\(', ("gpudesk",)),
    "Add an operation": (r"\badd_remark\b", ("gpudesk/operations/project/remarks.py", "gpudesk/ui")),
    "Add a GPU": (r"nvidia\.h100-pcie-80gb", ("gpudesk", "resources/catalog", "resources/sizing", "packaging")),
    "Add a place": (
        r'"(?:go\.)?onsite"(?!, (?:QT|\{|text|sentence))|OnSitePlace\b|places\.onsite\.place\b',
        ("gpudesk/ui", "gpudesk/core/running/renderable_panes.py"),
    ),
    "Add a language": (r'"en", "es"\](?!\))|LANGUAGES = \("en", "es"\)|\["en", "es"\]', ("gpudesk", "packaging")),
}


def test_every_kind_of_thing_has_its_section() -> None:
    assert set(SECTIONS) == set(TRACES)


def test_each_file_that_is_named_exists() -> None:
    assert [path for path in PATH.findall(PAGE) if not (ROOT / path).is_file()] == []


@pytest.mark.parametrize("kind", sorted(TRACES))
def test_no_file_that_such_a_thing_touches_is_left_out(kind: str) -> None:
    trace, folders = re.compile(TRACES[kind][0]), TRACES[kind][1]
    named = set(PATH.findall(SECTIONS[kind]))
    touched = set()
    for folder in folders:
        start = ROOT / folder
        for path in [start] if start.is_file() else start.rglob("*"):
            # The on-site place has a folder of its own.
            if path.parent.name == "onsite" and "ui" in path.parts:
                continue
            if path.suffix in {".py", ".yaml", ".md", ".spec", ".json"} and trace.search(path.read_text(encoding="utf-8")):
                touched.add(str(path.relative_to(ROOT)))
    assert touched - named == set()
    assert touched


@pytest.fixture
def document() -> Iterator[Document]:
    with Document.scratch() as scratch:
        hall = run(scratch, create_hall, "Hall", 9000, 9000).result
        row = run(scratch, create_row, hall, "A").result
        run(scratch, add_racks, "generic.rack-48u-600x1200", 2, row)
        yield scratch


def test_a_check_can_be_added(document: Document) -> None:
    @rule(
        "weight.of_a_newcomer",
        title="Racks are light",
        many="{count} racks are not light",
        severity=Severity.WARNING,
        scope=Scope.RACK,
        reads={"rack": ("name",)},
        source="This test",
    )
    def newcomer(view: View) -> Iterator[Violation]:
        for rack in view.racks.ids.tolist():
            yield Violation(
                (rack,),
                (("rack", rack),),
                view.rack_place(rack),
                rule_text("{rack} is heavy.", rack=view.name("rack", rack)),
                None,
                None,
            )

    try:
        found = list(check_all(document.snapshot).of_rule("weight.of_a_newcomer"))
    finally:
        del ALL_RULES["weight.of_a_newcomer"]
    assert [(each.severity, each.message.plain()) for each in found] == [
        (Severity.WARNING, "A01 is heavy."),
        (Severity.WARNING, "A02 is heavy."),
    ]


def test_a_format_can_be_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def write(snapshot: Snapshot, _uid: str, title: str, out: Path, _progress: Progress) -> Exported:
        out.write_text(f"{title}: {snapshot['rack'].rows} racks\n")
        return Exported((out,))

    new = Format("newcomer", "Newcomer", "How many racks there are", (".txt",), folder=False, write=write, read=None)
    monkeypatch.setitem(cast("dict[str, Format]", FORMATS), "newcomer", new)
    # A process of its own would read the list of formats now; this one may have read it before.
    monkeypatch.delitem(sys.modules, "gpudesk.cli.project.exchange_commands", raising=False)
    project, out = tmp_path / "site.gpudesk", tmp_path / "out.txt"
    Document.create(project).close()
    assert main(["export", str(project), "newcomer", str(out)]) == 0
    assert out.read_text() == "site: 0 racks\n"
    assert main(["formats"]) == 0
    assert "How many racks there are" in capsys.readouterr().out


def test_an_operation_can_be_added(document: Document) -> None:
    @operation
    def shorten_names(edit: Edit, length: int) -> int:
        racks = edit.columns("rack")
        for rack in racks.ids.tolist():
            edit.update("rack", rack, name=str(edit.row("rack", rack)["name"])[:length])
        edit.title = Message("tests", "Shorten names")
        return racks.rows

    try:
        outcome = run(document, shorten_names, 2)
        assert (outcome.result, outcome.after["rack"]["name"].tolist()) == (2, ["A0", "A0"])
        assert outcome.changes.of("rack").changed.tolist() == outcome.after["rack"].ids.tolist()
        undo(document)
    finally:
        del REGISTRY["shorten_names"]
    assert document.snapshot["rack"]["name"].tolist() == ["A01", "A02"]


GPU = """
sources: {sheet: Data sheet 1}
types:
  - key: nvidia.newcomer-96gb
    family: gpu
    vendor: NVIDIA
    model: Newcomer 96 GB
    mount: part
    description: A GPU of this test
    description_es: Una GPU de esta prueba
    facts:
      memory_mib: {value: 97887, source: sheet, confidence: read}
"""


def test_a_gpu_can_be_added() -> None:
    folder = ROOT / "resources" / "catalog"
    contents = {name: (folder / name).read_bytes() for name in ("_facts.yaml", "_values.yaml")}
    loaded = load_shipped({**contents, "gpu_newcomer.yaml": GPU.encode()})
    assert loaded.faults == []
    assert loaded.types["nvidia.newcomer-96gb"].facts["memory_mib"].value == 97887


class _Newcomer(Place[QLabel]):
    key, icon, title, hint = "newcomer", "check", "Newcomer", "Newcomer: of this test"
    tables = frozenset({"rack_row"})

    def make(self, shell: Shell) -> QLabel:
        return QLabel(shell)

    def restore(self, view: QLabel, settings: Settings) -> None:
        view.setText(settings.text("newcomer"))

    def save(self, view: QLabel, settings: Settings) -> None:
        settings.set_text("newcomer", view.text())

    def focus(self, view: QLabel) -> QWidget:
        return view

    def parts(self, view: QLabel) -> list[QWidget]:
        return [view]

    def go_to(self, view: QLabel, refs: Sequence[ObjectRef]) -> None:
        view.setText(", ".join(f"{ref.table} {ref.id}" for ref in refs))


def test_a_place_can_be_added(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert qapp is not None
    action = ActionSpec("go.newcomer", "Newcomer", menu="go", group="places")
    monkeypatch.setattr(main_window, "PLACES", (*PLACES, _Newcomer()))
    monkeypatch.setattr(main_window, "ACTIONS", (*ACTIONS, action))
    shown = []
    for _ in range(2):
        desk = Desk(Settings(path=tmp_path / "interface.ini"))
        try:
            window = desk.window
            window.registry.action("go.newcomer").trigger()
            shown.append((window.place, window.rail.button("newcomer").text(), [type(part) for part in window.parts()]))
            shown.append(window.view("newcomer").text())
            window.show_object(ObjectRef("rack_row", 7))
        finally:
            desk.close()
    assert shown == [("newcomer", "Newcomer", [PlaceRail, QLabel]), "", ("newcomer", "Newcomer", [PlaceRail, QLabel]), "rack_row 7"]


TEXTS = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="pt_PT"><context><name>Actions</name>
<message><source>Copy diagnostics</source><translation>Copiar o diagnóstico</translation></message>
</context></TS>
"""


def test_a_language_can_be_added(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert qapp is not None
    source = tmp_path / "gpudesk_pt.ts"
    source.write_text(TEXTS, encoding="utf-8")
    qt = importlib.util.find_spec("PySide6")
    assert qt is not None
    assert qt.origin is not None
    subprocess.run([str(Path(qt.origin).parent / "lrelease"), "-silent", str(source), "-qm", str(source.with_suffix(".qm"))], check=True)
    monkeypatch.setattr(locate, "translations_dir", lambda: tmp_path)
    monkeypatch.setattr(translate, "LANGUAGE_CHOICES", (*translate.LANGUAGE_CHOICES, "pt"))
    before = translate.language()
    try:
        assert translate.install_language("pt") == "pt"
        assert QCoreApplication.translate("Actions", "Copy diagnostics") == "Copiar o diagnóstico"
        # What is not translated yet stays English.
        assert QCoreApplication.translate("Actions", "About GPU Desk") == "About GPU Desk"
    finally:
        monkeypatch.undo()
        translate.install_language(before)
