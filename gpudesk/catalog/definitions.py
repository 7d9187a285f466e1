"""The names of facts and families: read from `_facts.yaml`, kept in the built catalog as JSON."""

import difflib
from collections.abc import Mapping
from typing import Any

from gpudesk.catalog.entry import Choice, FactDefinition, FactKind, FamilyDefinition, catalog_message
from gpudesk.catalog.plain_yaml import Document
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

DEFINITIONS_FILE = "_facts.yaml"
VALUES_FILE = "_values.yaml"
"""Spanish versions of text facts, and search synonyms."""

_FACT_NAMES = frozenset("kind unit group title title_es minimum maximum choices plain_decimals".split())
_CHOICE_NAMES = frozenset(["title", "title_es"])
_FAMILY_TEXTS = ("title", "title_es", "singular", "singular_es")
_FAMILY_NAMES = frozenset([*_FAMILY_TEXTS, "expected"])
_TOP_NAMES = frozenset(["facts", "families", "groups"])
_VALUE_NAMES = frozenset(["values", "words", "idle"])


def check_definitions(document: Document) -> None:
    """Note in `document` whatever keeps `fact_definitions` and `family_definitions` from reading its data."""
    data = document.data
    if not isinstance(data, dict):
        if not document.faults:
            document.fault(1, catalog_message(QT_TRANSLATE_NOOP("catalog", "facts and families are missing")))
        return
    _known(document, data, _TOP_NAMES, "")
    for name, body in _entries(document, data, "facts"):
        path = f"facts.{name}"
        _known(document, body, _FACT_NAMES, path)
        _texts(document, body, ("title", "title_es", "group"), path)
        kind = body.get("kind")
        if kind not in tuple(FactKind):
            text = QT_TRANSLATE_NOOP("catalog", "{path}.kind must be one of {words}")
            _note(document, f"{path}.kind", text, path=path, words=", ".join(FactKind))
        if (kind == FactKind.CHOICE) is not ("choices" in body):
            _note(document, path, QT_TRANSLATE_NOOP("catalog", "{path}: choices require the kind choice"), path=path)
        for word, titles in _entries(document, body, "choices", path):
            _known(document, titles, _CHOICE_NAMES, f"{path}.choices.{word}")
            _texts(document, titles, ("title", "title_es"), f"{path}.choices.{word}")
        decimals = body.get("plain_decimals")
        if decimals is not None and (type(decimals) is not int or decimals not in range(4)):
            text = QT_TRANSLATE_NOOP("catalog", "{path}: plain_decimals must be 0, 1, 2 or 3")
            _note(document, f"{path}.plain_decimals", text, path=path)
        for limit in ("minimum", "maximum"):
            if not isinstance(body.get(limit), int | float | None):
                _note(document, f"{path}.{limit}", QT_TRANSLATE_NOOP("catalog", "{path}: a limit must be a number"), path=path)
    groups = dict(_entries(document, data, "groups"))
    for name, body in groups.items():
        _known(document, body, _CHOICE_NAMES, f"groups.{name}")
        _texts(document, body, ("title", "title_es"), f"groups.{name}")
    for name, body in _entries(document, data, "facts"):
        if body.get("group") not in groups:
            text = QT_TRANSLATE_NOOP("catalog", "{path}: there is no group {group}")
            _note(document, f"facts.{name}.group", text, path=f"facts.{name}", group=str(body.get("group")))
    named = dict(_entries(document, data, "families"))
    facts = data.get("facts")
    for name, body in named.items():
        _known(document, body, _FAMILY_NAMES, f"families.{name}")
        _texts(document, body, _FAMILY_TEXTS, f"families.{name}")
        for expected in str(body.get("expected", "")).split():
            if isinstance(facts, dict) and expected not in facts:
                text = QT_TRANSLATE_NOOP("catalog", "{path}: there is no fact named {name}")
                _note(document, f"families.{name}", text, path=f"families.{name}.expected", name=expected)
    for name in sorted(set(Family) ^ set(named)):
        _note(
            document,
            "families",
            QT_TRANSLATE_NOOP("catalog", "the family {name} is unknown or has no title"),
            name=name,
        )


def check_values(document: Document) -> None:
    """Record in `document` all errors that prevent its texts and synonyms from being used."""
    data = document.data
    if not isinstance(data, dict):
        document.fault(1, catalog_message(QT_TRANSLATE_NOOP("catalog", "values and words are missing")))
        return
    _known(document, data, _VALUE_NAMES, "")
    values = data.get("values")
    for number, titles in enumerate(values if isinstance(values, list) else [None]):
        path = f"values[{number}]"
        if isinstance(titles, dict):
            _known(document, titles, _CHOICE_NAMES, path)
            _texts(document, titles, ("title", "title_es"), path)
        else:
            _note(document, path, QT_TRANSLATE_NOOP("catalog", "{path}: a mapping is required"), path=path)
    groups = data.get("words")
    for number, group in enumerate(groups if isinstance(groups, list) else [None]):
        if not isinstance(group, list) or not all(isinstance(word, str) for word in group):
            _note(
                document, f"words[{number}]", QT_TRANSLATE_NOOP("catalog", "{path}: a list of words is required"), path=f"words[{number}]"
            )


def value_definitions(data: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Content of the values file: kind to name to body, as stored by `store.catalog_db`."""
    return {
        "value": {titles["title"]: {"title_es": titles["title_es"]} for titles in data["values"]},
        "word": {str(number): {"alike": group} for number, group in enumerate(data["words"])} | {"idle": {"alike": data.get("idle", [])}},
    }


def fact_definitions(bodies: Mapping[str, Any], values: Mapping[str, Any] | None = None) -> dict[str, FactDefinition]:
    """The definitions from their checked bodies, in the same order.

    Args:
        values: checked texts of facts with their Spanish versions, for display.
    """
    spoken = {text: str(body["title_es"]) for text, body in (values or {}).items()}
    return {name: _fact_definition(name, body, spoken) for name, body in bodies.items()}


def group_definitions(bodies: Mapping[str, Any]) -> dict[str, Choice]:
    """Titles of the groups of facts from their checked bodies, in the order in which groups are shown."""
    return {name: Choice(body["title"], body["title_es"]) for name, body in bodies.items()}


def family_definitions(bodies: Mapping[str, Any]) -> dict[str, FamilyDefinition]:
    """Titles of the families from their checked bodies, in the order in which families are shown."""
    return {
        name: FamilyDefinition(
            name=name,
            title=body["title"],
            title_es=body["title_es"],
            singular=body["singular"],
            singular_es=body["singular_es"],
            expected=tuple(body.get("expected", "").split()),
        )
        for name, body in bodies.items()
    }


def _fact_definition(name: str, body: Mapping[str, Any], spoken: Mapping[str, str]) -> FactDefinition:
    choices = {str(word): Choice(titles["title"], titles["title_es"]) for word, titles in body.get("choices", {}).items()}
    return FactDefinition(
        name=name,
        kind=FactKind(body["kind"]),
        unit=str(body.get("unit", "")),
        group=body["group"],
        title=body["title"],
        title_es=body["title_es"],
        minimum=body.get("minimum"),
        maximum=body.get("maximum"),
        choices=choices or None,
        plain_decimals=body.get("plain_decimals"),
        values_es=spoken if body["kind"] == FactKind.TEXT else {},
    )


def fact_problem(definitions: Mapping[str, FactDefinition], name: str, value: Any) -> Message | None:
    """The error in the fact `name` with the value `value`; None if there is none."""
    definition = definitions.get(name)
    if definition is None:
        near = difflib.get_close_matches(name, definitions, n=1)
        if near:
            text = QT_TRANSLATE_NOOP("catalog", "there is no fact named {name}; did you mean {near}?")
            return catalog_message(text, name=name, near=near[0])
        return catalog_message(QT_TRANSLATE_NOOP("catalog", "there is no fact named {name}"), name=name)
    if definition.kind is FactKind.NUMBER:
        return _number_problem(definition, value)
    if definition.kind is FactKind.FLAG and not isinstance(value, bool):
        return catalog_message(QT_TRANSLATE_NOOP("catalog", "{name} must be true or false, not {value}"), name=name, value=str(value))
    if definition.kind is FactKind.TEXT and not isinstance(value, str):
        text = QT_TRANSLATE_NOOP("catalog", "{name} must be text, not {value}: put it in quotes")
        return catalog_message(text, name=name, value=str(value))
    if definition.choices is not None and value not in definition.choices:
        text = QT_TRANSLATE_NOOP("catalog", "{name} must be one of {words}, not {value}")
        return catalog_message(text, name=name, words=", ".join(definition.choices), value=str(value))
    return None


def _number_problem(definition: FactDefinition, value: Any) -> Message | None:
    name = definition.name
    if isinstance(value, bool) or not isinstance(value, int | float):
        return catalog_message(QT_TRANSLATE_NOOP("catalog", "{name} must be a number, not {value}"), name=name, value=str(value))
    low, high = definition.minimum, definition.maximum
    if (low is not None and value < low) or (high is not None and value > high):
        text = QT_TRANSLATE_NOOP("catalog", "{name} is {value}, but must be between {low} and {high}")
        limits = {"low": "-∞" if low is None else low, "high": "∞" if high is None else high}
        return catalog_message(text, name=name, value=value, **limits)
    return None


def _note(document: Document, at: str, text: str, /, **values: str) -> None:
    document.fault(document.line_of(at), catalog_message(text, **values))


def _known(document: Document, body: Mapping[str, Any], names: frozenset[str], path: str) -> None:
    for name in body:
        if name not in names:
            text = QT_TRANSLATE_NOOP("catalog", "unknown name {name}; valid names: {names}")
            _note(document, f"{path}.{name}" if path else name, text, name=name, names=", ".join(sorted(names)))


def _texts(document: Document, body: Mapping[str, Any], names: tuple[str, ...], path: str) -> None:
    for name in names:
        if not isinstance(body.get(name), str) or not body[name]:
            _note(document, path, QT_TRANSLATE_NOOP("catalog", "{path}.{name} is missing"), path=path, name=name)


def _entries(document: Document, body: Mapping[str, Any], name: str, path: str = "") -> list[tuple[str, dict[str, Any]]]:
    entries = body.get(name, {})
    inside = f"{path}.{name}" if path else name
    if not isinstance(entries, dict):
        _note(document, inside, QT_TRANSLATE_NOOP("catalog", "{path}: a mapping is required"), path=inside)
        return []
    pairs = []
    for key, entry in entries.items():
        if isinstance(entry, dict):
            pairs.append((str(key), entry))
        else:
            _note(
                document,
                f"{inside}.{key}",
                QT_TRANSLATE_NOOP("catalog", "{path}: a mapping is required"),
                path=f"{inside}.{key}",
            )
    return pairs
