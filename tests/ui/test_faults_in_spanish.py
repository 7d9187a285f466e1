"""Faults of templates, catalog entries and own items in Spanish: the reason inside a fault is translated as the fault itself is."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gpudesk.catalog.checklist_template import read_template as read_items
from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.messages.message import Message
from gpudesk.core.plan.plan_reader import plan_from_plain
from gpudesk.core.plan.template_reader import read_template
from gpudesk.onsite.known_items import demand_usable, faults_message, judged_items
from gpudesk.project.document import Document
from gpudesk.ui.toolkit import translate
from gpudesk.ui.toolkit.translate import tr_message
from tests.core import test_template
from tests.core.checklist import test_item_reader
from tests.core.faulty_types import FAULTY
from tests.operations import test_build

PLACES = {"{where}: {what}", "{key}, {where}: {what}", "{what}"}
"""Texts that are the same in every language."""
GPUDESK = Path(translate.__file__).parents[2]


@pytest.fixture(autouse=True)
def _spanish() -> Iterator[None]:
    translate.install_language("es")
    yield
    translate.install_language("en")


def cases(test: Callable[..., Any]) -> list[Any]:
    """The first value of each case of a test of a reader."""
    return [case[0] for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize" for case in mark.args[1]]


def parts(message: Message) -> Iterator[Message]:
    """A message and the messages inside it."""
    yield message
    for value in message.values.values():
        if isinstance(value, Message):
            yield from parts(value)


def demand_spanish(message: Message) -> None:
    """Refuse a message of which a part stays English."""
    for part in parts(message):
        assert not isinstance(part.values.get("what"), str), f"a reason that cannot be translated: {part.plain()}"
        if part.text not in PLACES:
            shown = tr_message(Message(part.context, part.text))
            assert shown != part.text, f"no Spanish for {part.context}: {part.text}"
            assert shown in tr_message(Message(part.context, "{whole}", {"whole": Message(part.context, part.text)}))


@pytest.mark.parametrize(
    ("read", "bodies"),
    [
        (plan_from_plain, cases(test_build.test_every_fault_of_a_plan_is_named)),
        (read_template, [test_template.BODY | change for change in cases(test_template.test_what_is_wrong_with_a_file_is_named)]),
    ],
    ids=["plan", "template"],
)
def test_faults_of_templates_are_spanish(read: Callable[[Any], object], bodies: list[Any]) -> None:
    assert len(bodies) > 20
    for body in bodies:
        with pytest.raises(InvalidData) as refused:
            read(body)
        for problem in (refused.value.message, *refused.value.problems):
            demand_spanish(problem)


def reasons_in_code() -> set[str]:
    """The reasons that the readers of catalog entries give."""
    return {
        call.args[1].value
        for path in (GPUDESK / "core" / "hardware").glob("*_reader.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "QT_TRANSLATE_NOOP"
        if isinstance(call.args[1], ast.Constant) and isinstance(call.args[1].value, str)
    }


def test_every_fault_of_a_catalog_entry_is_spanish() -> None:
    """Each reason that the code holds is reached, so that a new one needs a case and a translation."""
    reached: set[str] = set()
    for body, _ in FAULTY:
        with pytest.raises(InvalidData) as refused:
            parse_type(body)
        for problem in (refused.value.message, *refused.value.problems):
            demand_spanish(problem)
            reached |= {part.text for part in parts(problem)}
    assert reasons_in_code() - reached == set()


def test_faults_of_items_are_spanish() -> None:
    changes = cases(test_item_reader.test_what_is_not_understood_is_refused)
    assert len(changes) > 20
    for change in changes:
        faults = judged_items(OwnItems([test_item_reader.item(**change) | {"stage": "ready"}])).faults
        assert faults, change
        for fault in (*faults, faults_message(faults)):
            demand_spanish(fault)


@pytest.mark.parametrize(
    ("text", "spanish"),
    [
        ("items: [\n", "x.yaml, línea 2: el YAML no es válido: "),
        ("items:\n  - stage: ready\n    key: ABC-1\n", "'ABC-1' no es una clave válida, como RDY-010"),
        ("disabled: [NON-000]\n", "no hay ningún punto NON-000"),
        ("sources: {a: ''}\n", "se requiere un texto"),
    ],
)
def test_a_template_of_items_is_refused_in_spanish(text: str, spanish: str) -> None:
    with Document.scratch() as document, pytest.raises(DeskError) as refused:
        demand_usable(document.snapshot, read_items("x.yaml", text.encode()))
    demand_spanish(refused.value.message)
    assert spanish in tr_message(refused.value.message)


def test_no_message_holds_the_english_of_another() -> None:
    """A reason is a message of its own; `plain()` is for the command line, logs and JSON."""
    english = []
    for path in sorted(GPUDESK.rglob("*.py")):
        if path.parts[len(GPUDESK.parts)] == "cli":
            continue
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Message":
                inner = [
                    node for part in call.args[1:] for node in ast.walk(part) if isinstance(node, ast.Attribute) and node.attr == "plain"
                ]
                english += [f"{path.relative_to(GPUDESK)}:{node.lineno}" for node in inner]
    assert english == []
