"""Reading checklists from plain mappings: all faults at once, and nothing that is not understood."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gpudesk.core.checklist.items import PLANNED, SIGNATURES, Checklist, Evidence, FieldKind, Item, Scope, Stage
from gpudesk.core.checklist.own_faults import ARROW
from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.checklist.tray_items import OwnTrays, with_needs_of_trays
from gpudesk.core.expressions.expression import Expression, ExpressionError, parse
from gpudesk.core.hardware.entry_reader import EntryReader
from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.messages.read_faults import A_FLAG, A_TEXT, none_of

PARTS = ("install", "validate", "optimize")
"""Hardware and drivers are installed, then the installation is validated, then it is optimized."""
TODAY = "today"
"""The date on which a value is entered, "2026-03-01"."""
_KEY = re.compile(r"[A-Z0-9]{2,6}-[0-9]{3}\Z")
_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
_EVERY = re.compile(r"(P[1-9][0-9]?[DWMY]|on-event)?\Z")
_TEXTS = ("title", "title_es", "do", "do_es", "accept", "accept_es")
_ITEM = frozenset(
    [
        *_TEXTS,
        *("key", "scope", "expression", "fields", "needs", "hold", "two_person", "when", "every", "sources", "confidence"),
        "note",
        "note_es",
    ]
)
_FIELD = frozenset(
    [
        *("kind", "title", "title_es", "unit", "resolution", "options", "options_es", "columns", "columns_es", "values", "least"),
        *("instrument", "tool", "optional", "plan"),
    ]
)
_FILE = frozenset(["stage", "items"])
_SIGNED = "m.first != m.second"
_SIGNATURE_TITLES = {
    "first": ("Name of the first person", "Nombre de la primera persona"),
    "second": ("Name of the second person", "Nombre de la segunda persona"),
}


class ChecklistReader:
    """Collects stages and items; `faults` contains their errors.

    Args:
        produced: the names without "d." that are calculated from the plan, by the scope of the target.
        site_keys: the keys of the site sheet.
    """

    def __init__(self, produced: Mapping[Scope, frozenset[str]], site_keys: frozenset[str]) -> None:
        self._produced, self._site_keys = produced, site_keys
        self._stages: dict[str, Stage] = {}
        self._items: dict[str, Item] = {}
        self._sources: dict[str, str] = {}
        self.faults: list[Message] = []

    def stages(self, body: Any) -> None:
        """Take the stages in their order and the sources."""
        reader = EntryReader("stages")
        body = reader.mapping(body, "entry")
        reader.known(body, frozenset(["stages", "sources"]), "entry")
        for place, stage_body in enumerate(reader.items(body.get("stages"), "stages")):
            where = f"stages[{place}]"
            stage = reader.mapping(stage_body, where)
            reader.known(stage, frozenset(["key", "part", "title", "title_es"]), where)
            texts = {name: _text(reader, stage, name, where) for name in ("key", "part", "title", "title_es")}
            if texts["part"] not in PARTS:
                reader.fault(f"{where}.part", none_of(texts["part"], PARTS))
            if texts["key"] in self._stages:
                reader.fault(where, _reason(QT_TRANSLATE_NOOP("items", "the stage {key} comes twice"), key=texts["key"]))
            self._stages[texts["key"]] = Stage(**texts)
        sources = reader.mapping(body.get("sources", {}), "sources")
        self._sources.update({str(name): _text(reader, sources, name, "sources") for name in sources})
        self.faults += reader.problems

    def stage_file(self, name: str, body: Any) -> None:
        """Take the items of a stage."""
        reader = EntryReader(name)
        body = reader.mapping(body, "entry")
        reader.known(body, _FILE, "entry")
        stage = _text(reader, body, "stage", "entry")
        if stage not in self._stages:
            reader.fault("stage", _reason(QT_TRANSLATE_NOOP("items", "there is no stage {stage}"), stage=repr(stage)))
        for place, item_body in enumerate(reader.items(body.get("items", []), "items")):
            item = self._item(reader, item_body, f"items[{place}]", stage)
            if item is not None and item.key in self._items:
                reader.fault(f"items[{place}]", _reason(QT_TRANSLATE_NOOP("items", "the item {key} comes twice"), key=item.key))
            elif item is not None:
                self._items[item.key] = item
        self.faults += reader.problems

    def start_from(self, known: Checklist) -> None:
        """Start from previously read items; own items are added to them or replace them."""
        self._stages.update(known.stages)
        self._items.update(known.items)
        self._sources.update(known.sources)

    def own_items(self, own: OwnItems) -> None:
        """Take the items of a project."""
        reader = EntryReader("own items")
        for name, text in own.sources.items():
            if not isinstance(text, str) or not text.strip():
                reader.fault(f"sources.{name}", A_TEXT)
            self._sources[str(name)] = str(text)
        trays = OwnTrays(own.bodies, self._items)
        for place, item_body in enumerate(own.bodies):
            where = f"items[{place}]"
            body = reader.mapping(item_body, where)
            stage = _text(reader, body, "stage", where)
            if stage not in self._stages:
                reader.fault(where, _reason(QT_TRANSLATE_NOOP("items", "there is no stage {stage}"), stage=repr(stage)))
            bare = {name: value for name, value in body.items() if name != "stage"}
            for number, expanded_body in enumerate(trays.expanded(bare)):
                # An own item may read what the plan says of devices alone: then trays are asked as the program does.
                aside = number > 0 and trays.follows_program(bare)
                item = self._item(EntryReader("own items") if aside else reader, expanded_body, where, stage)
                if item is not None:
                    self._items[item.key] = replace(item, own=True)
        for item in list(self._items.values()):
            needs = with_needs_of_trays(item.needs, trays.of_trays.values()) if item.scope is not Scope.DEVICE else []
            if len(needs) > len(item.needs):
                self._items[item.key] = replace(item, needs=tuple(needs))
        for key in own.disabled:
            if key not in self._items:
                reader.fault("disabled", _reason(QT_TRANSLATE_NOOP("items", "there is no item {key}"), key=str(key)))
            for known in {key, trays.of_trays.get(key, key)} & set(self._items):
                self._items[known] = replace(self._items[known], disabled=True)
        self.faults += reader.problems

    def checklist(self) -> Checklist:
        """The checklist read; needs are known items, and no item needs itself."""
        reader = EntryReader("checklist")
        for item in self._items.values():
            for need in item.needs:
                if need not in self._items:
                    reader.fault(item.key, _reason(QT_TRANSLATE_NOOP("items", "it needs {need}, which is no item"), need=need))
            for source in item.sources:
                if source not in self._sources:
                    reader.fault(item.key, _reason(QT_TRANSLATE_NOOP("items", "there is no source {source}"), source=repr(source)))
        if not reader.problems and (circle := _circle(self._items)):
            reader.fault(
                circle[0], _reason(QT_TRANSLATE_NOOP("items", "items need each other in a circle: {circle}"), circle=ARROW.join(circle))
            )
        self.faults += reader.problems
        order = {key: place for place, key in enumerate(self._stages)}
        ordered = sorted(self._items.values(), key=lambda item: order.get(item.stage, len(order)))
        return Checklist(dict(self._stages), {item.key: item for item in ordered}, dict(self._sources))

    def _item(self, reader: EntryReader, body: Any, where: str, stage: str) -> Item | None:
        before = len(reader.problems)
        body = reader.mapping(body, where)
        key = str(body.get("key", ""))
        where = key or where
        reader.known(body, _ITEM, where)
        if not _KEY.match(key):
            reader.fault(where, _reason(QT_TRANSLATE_NOOP("items", "{key} is not a valid key, such as RDY-010"), key=repr(key)))
        texts = {name: _text(reader, body, name, where) for name in _TEXTS}
        notes = {name: str(body.get(name, "")) for name in ("note", "note_es")}
        if bool(notes["note"]) != bool(notes["note_es"]):
            reader.fault(where, _reason(QT_TRANSLATE_NOOP("items", "a note is written in both languages")))
        scope = reader.word(Scope, body.get("scope"), f"{where}.scope", Scope.SITE)
        two = body.get("two_person", False) is True
        fields = [
            self._field(reader, name, field_body, where, scope)
            for name, field_body in reader.mapping(body.get("fields", {}), where).items()
        ]
        if two:
            known = {field.key for field in fields}
            fields += [Evidence(name, FieldKind.SIGNATURE, *_SIGNATURE_TITLES[name]) for name in SIGNATURES if name not in known]
        expression = " and ".join(filter(None, [_bracketed(str(body.get("expression") or ""), two), _SIGNED if two else ""]))
        when, every = str(body.get("when", "")), str(body.get("every", ""))
        if not _EVERY.match(every):
            reader.fault(
                f"{where}.every",
                _reason(QT_TRANSLATE_NOOP("items", "{every} is no period such as P3M and not on-event"), every=repr(every)),
            )
        self._expression(reader, expression, f"{where}.expression", scope, frozenset(field.key for field in fields))
        if when:
            self._expression(reader, when, f"{where}.when", scope, None)
        for name in ("hold", "two_person"):
            if not isinstance(body.get(name, False), bool):
                reader.fault(f"{where}.{name}", A_FLAG)
        lists = {name: tuple(map(str, reader.items(body.get(name, []), f"{where}.{name}"))) for name in ("needs", "sources")}
        if not lists["sources"]:
            reader.fault(where, _reason(QT_TRANSLATE_NOOP("items", "a source is required")))
        confidence = reader.word(Confidence, body.get("confidence"), f"{where}.confidence", Confidence.MEMORY)
        if len(reader.problems) > before:
            return None
        return Item(
            key=key,
            stage=stage,
            scope=scope,
            title=texts["title"],
            title_es=texts["title_es"],
            do=texts["do"],
            do_es=texts["do_es"],
            accept=texts["accept"],
            accept_es=texts["accept_es"],
            expression=expression,
            fields=tuple(fields),
            needs=lists["needs"],
            hold=body.get("hold", False) is True,
            two_person=two,
            when=when,
            every=every,
            sources=lists["sources"],
            confidence=confidence,
            note=notes["note"],
            note_es=notes["note_es"],
        )

    def _field(self, reader: EntryReader, name: str, body: Any, item: str, scope: Scope) -> Evidence:
        where = f"{item}.{name}"
        body = reader.mapping(body, where)
        reader.known(body, _FIELD, where)
        if not _NAME.match(str(name)):
            reader.fault(where, _reason(QT_TRANSLATE_NOOP("items", "{name} is no name of a field"), name=repr(name)))
        kind = reader.word(FieldKind, body.get("kind"), f"{where}.kind", FieldKind.TEXT)
        options = tuple(map(str, reader.items(body.get("options", []), f"{where}.options")))
        columns = {
            str(column): reader.word(FieldKind, word, f"{where}.columns.{column}", FieldKind.TEXT)
            for column, word in reader.mapping(body.get("columns", {}), f"{where}.columns").items()
        }
        spanish = {}
        for spanish_name, named in (("options_es", options), ("columns_es", columns)):
            spanish[spanish_name] = {
                str(key): str(text) for key, text in reader.mapping(body.get(spanish_name, {}), f"{where}.{spanish_name}").items()
            }
            for key in spanish[spanish_name]:
                if key not in named:
                    reader.fault(
                        f"{where}.{spanish_name}",
                        _reason(QT_TRANSLATE_NOOP("items", "{key} does not exist in the English texts"), key=repr(key)),
                    )
        value_kind = reader.word(FieldKind, body["values"], f"{where}.values", FieldKind.TEXT) if "values" in body else None
        if (kind is FieldKind.CHOICE) != bool(options):
            reader.fault(where, _reason(QT_TRANSLATE_NOOP("items", "options belong to a choice, and a choice has some")))
        if (kind is FieldKind.LIST) != (bool(columns) != (value_kind is not None)):
            reader.fault(
                where, _reason(QT_TRANSLATE_NOOP("items", "a list has either columns or a kind of single values, and nothing else has"))
            )
        plan = str(body.get("plan", ""))
        if plan and (kind is not FieldKind.SCAN or scope not in PLANNED.get(plan, ())):
            reader.fault(
                where,
                _reason(
                    QT_TRANSLATE_NOOP("items", "{plan} is no column of the plan that a scan of a {scope} enters"),
                    plan=repr(plan),
                    scope=str(scope),
                ),
            )
        resolution = reader.number(body, "resolution", where, 1.0)
        if resolution <= 0:
            reader.fault(f"{where}.resolution", _reason(QT_TRANSLATE_NOOP("items", "a step is greater than 0")))
        return Evidence(
            key=str(name),
            kind=kind,
            title=_text(reader, body, "title", where),
            title_es=_text(reader, body, "title_es", where),
            unit=str(body.get("unit", "")),
            resolution=resolution,
            options=options,
            columns=columns,
            value_kind=value_kind,
            least=reader.whole(body, "least", where, 1, 1, 1000),
            instrument=body.get("instrument", False) is True,
            tool=str(body.get("tool", "")),
            optional=body.get("optional", False) is True,
            plan=plan,
            options_es=spanish["options_es"],
            columns_es=spanish["columns_es"],
        )

    def _expression(self, reader: EntryReader, text: str, where: str, scope: Scope, fields: frozenset[str] | None) -> None:
        try:
            parsed = parse(text)
        except ExpressionError as error:
            reader.fault(where, error.message)
            return
        for name in parsed.names:
            if (wrong := self._unknown(name, scope, fields, parsed)) is not None:
                reader.fault(where, wrong)

    def _unknown(self, name: str, scope: Scope, fields: frozenset[str] | None, parsed: Expression) -> Message | None:
        del parsed
        first, _, rest = name.partition(".")
        base = rest.partition(".")[0]
        if first == "m" and fields is not None:
            return None if base in fields else _reason(QT_TRANSLATE_NOOP("items", "no field gives {name}"), name=name)
        if first == "d":
            return (
                None
                if base in self._produced.get(scope, frozenset())
                else _reason(QT_TRANSLATE_NOOP("items", "nothing makes {name} for the scope {scope}"), name=name, scope=str(scope))
            )
        if first == "k":
            return None if rest in self._site_keys else _reason(QT_TRANSLATE_NOOP("items", "the site sheet has no {name}"), name=rest)
        return (
            None
            if name == TODAY and fields is not None
            else _reason(QT_TRANSLATE_NOOP("items", "{name} stands for nothing here"), name=name)
        )


def _text(reader: EntryReader, body: Mapping[str, Any], name: str, where: str) -> str:
    value = body.get(name)
    if not isinstance(value, str) or not value.strip():
        reader.fault(f"{where}.{name}", A_TEXT)
        return ""
    return value


def _reason(text: str, /, **values: Value) -> Message:
    """The error; `text` was marked with QT_TRANSLATE_NOOP("items", …)."""
    return Message("items", text, values)


def _bracketed(expression: str, two: bool) -> str:
    return f"({expression})" if two and expression and " or " in expression else expression


def _circle(items: Mapping[str, Item]) -> Sequence[str]:
    """A cycle of needs, with its first item repeated at the end; empty if there is none."""
    done: set[str] = set()
    for start in items:
        trail: list[str] = []
        waiting: list[tuple[str, int]] = [(start, 0)]
        while waiting:
            key, place = waiting.pop()
            if place == 0:
                if key in done:
                    continue
                trail.append(key)
            needs = items[key].needs
            if place < len(needs):
                waiting.append((key, place + 1))
                if needs[place] in trail:
                    return [*trail[trail.index(needs[place]) :], needs[place]]
                waiting.append((needs[place], 0))
            else:
                done.add(trail.pop())
    return []
