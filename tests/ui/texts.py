"""The texts of the interface as the sources ask for them and as the translators' files hold them."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "resources" / "translations"
FIELD = re.compile(r"\{[^{}]*\}")

Key = tuple[str, str]
"""Context and English text."""


@dataclass(frozen=True, slots=True)
class Text:
    """One entry of a translators' file: a plural text has two forms, any other text one."""

    plural: bool
    finished: bool
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A call in a source that marks a text or asks for its translation.

    Attributes:
        kind: "tr" for what `text_context` gave, "translate" or "QT_TRANSLATE_NOOP".
        context: the key of the `tr`, else the first argument; None where that is no literal.
        text: None where it is no literal.
        given: the context as the source has it, where it is no literal.
        count: whether a number for plural forms is given.
    """

    place: str
    kind: str
    context: str | None
    text: str | None
    given: str
    count: bool


@cache
def entries(language: str) -> dict[Key, Text]:
    """What the committed file of a language holds."""
    return read_entries(FOLDER / f"gpudesk_{language}.ts")


def read_entries(path: Path) -> dict[Key, Text]:
    """What a translators' file holds."""
    found = {}
    for context in ET.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            said = message.find("translation")
            assert said is not None
            plural = message.get("numerus") == "yes"
            forms = [form.text or "" for form in said.iter("numerusform")] if plural else [said.text or ""]
            key = (context.findtext("name", ""), message.findtext("source", ""))
            found[key] = Text(plural, said.get("type") is None, tuple(forms))
    return found


def sources(*parts: str) -> Iterator[tuple[str, ast.Module]]:
    """Every module of the program whose text holds one of some parts, read.

    None is kept: all of them are three million objects, over which each later collection of garbage in this process would walk.
    """
    for path in sorted((ROOT / "gpudesk").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if any(part in text for part in parts):
            yield str(path.relative_to(ROOT)), ast.parse(text)


@cache
def _read() -> tuple[tuple[Asked, ...], tuple[tuple[str, str], ...]]:
    """What the modules ask for, and the messages that they make."""
    asked_for: list[Asked] = []
    made: list[tuple[str, str]] = []
    for name, module in sources("text_context", "translate", "QT_TRANSLATE_NOOP", "Message("):
        asked_for += calls(name, module)
        made += _messages(name, module)
    return tuple(asked_for), tuple(made)


def asked() -> tuple[Asked, ...]:
    """Every call that marks a text or asks for one, of all modules."""
    return _read()[0]


def calls(name: str, module: ast.Module) -> Iterator[Asked]:
    """Every call of one module that marks a text or asks for one."""
    keys = {
        target.id: _literal(node.value, 0)
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "text_context"
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(module):
        if isinstance(call, ast.Call):
            found = _asked(name, call, keys)
            if found is not None:
                yield found


def messages() -> tuple[tuple[str, str], ...]:
    """Where a message is made, and in which context, as far as that is a literal or a constant of the module."""
    return _read()[1]


def _messages(name: str, module: ast.Module) -> Iterator[tuple[str, str]]:
    constants = {
        node.targets[0].id: node.value.value
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Constant)
    }
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Message" and call.args:
            first = call.args[0]
            context = constants.get(first.id) if isinstance(first, ast.Name) else _literal(call, 0)
            if isinstance(context, str):
                yield f"{name}:{call.lineno}", context


def _asked(name: str, call: ast.Call, keys: dict[str, str | None]) -> Asked | None:
    function = call.func
    kind = function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    if kind not in keys and kind not in ("QT_TRANSLATE_NOOP", "translate"):
        return None
    on = ast.unparse(function.value) if isinstance(function, ast.Attribute) else ""
    place = f"{name}:{call.lineno}"
    if kind in keys and not on:
        return Asked(place, "tr", keys[kind], _literal(call, 0), "", len(call.args) + len(call.keywords) > 2)
    if kind == "QT_TRANSLATE_NOOP" or (kind == "translate" and on.endswith("Application")):
        context = _literal(call, 0)
        given = "" if context is not None or not call.args else ast.unparse(call.args[0])
        return Asked(place, kind, context, _literal(call, 1), given, len(call.args) + len(call.keywords) > 3)
    return None


def _literal(call: ast.Call, place: int) -> str | None:
    value = call.args[place] if place < len(call.args) else None
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None
