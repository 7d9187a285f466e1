"""Catalog types as tables: one row per type, names first, then three columns per fact: value, source, confidence.

    type_rows(catalog, keys) -> dict          sheets by family for `tables.xlsx_bytes`; `one_table` joins them for a text file
    proposed_types(catalog, table) -> Proposal    effect of importing a table, every fault with its cell

The header of a value includes its unit: "weight_kg (kg)". An existing column is authoritative: an empty cell is an unknown fact.
Data without columns (ports, drawing, notes, contradictions) is unchanged in the catalog.
"""

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.entry import FactDefinition, FactKind
from gpudesk.catalog.type_exchange import Misfit, Proposal, proposed_bodies
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.formats.tables.tables import Cell, Sheet, TableFile
from gpudesk.formats.text.table_limits import MOST_COLUMNS

NAMES = ("key", "family", "vendor", "model", "mount", "description", "description_es", "part_numbers", "aliases")
_LISTS = frozenset(["part_numbers", "aliases"])
_BETWEEN = "; "
_PARTS = ("value", "source", "confidence")
_WORDS = {"true": True, "yes": True, "sí": True, "1": True, "false": False, "no": False, "0": False}
_CONTEXT = "tables"
Rows = list[list[Cell]]


def type_rows(catalog: Catalog, keys: Sequence[str]) -> dict[str, Rows]:
    """The tables of some types by family, heads first.

    Raises:
        UnknownType: the catalog has no such type.
    """
    by_family: dict[str, list[HardwareType]] = {}
    for key in keys:
        kind = catalog.get(key)
        by_family.setdefault(kind.family.value, []).append(kind)
    return {family: _rows(catalog, kinds, catalog.family(kinds[0].family).expected) for family, kinds in by_family.items()}


def one_table(catalog: Catalog, keys: Sequence[str]) -> Rows:
    """One table of some types of any families, heads first.

    Raises:
        Refused: it would have more columns than a table that is read may have.
        UnknownType: the catalog has no such type.
    """
    kinds = [catalog.get(key) for key in keys]
    expected = [name for family in dict.fromkeys(kind.family for kind in kinds) for name in catalog.family(family).expected]
    rows = _rows(catalog, kinds, expected)
    if len(rows[0]) > MOST_COLUMNS:
        text = QT_TRANSLATE_NOOP(
            "tables", "Types of this many families would require {count} columns; a text file can have at most {most}."
        )
        fix = QT_TRANSLATE_NOOP("tables", "Choose a workbook (.xlsx), which has a sheet per family, or fewer types.")
        raise Refused(Message(_CONTEXT, text, {"count": len(rows[0]), "most": MOST_COLUMNS}), Message(_CONTEXT, fix))
    return rows


def proposed_types(catalog: Catalog, table: TableFile) -> Proposal:
    """Return the effect of importing the types of a table; every fault of every sheet is reported with its cell."""
    reader = _Reader(catalog)
    for sheet in table.sheets:
        reader.read(sheet, sheet.name or table.file)
    if not reader.bodies and not reader.misfits:
        reader.fault(table.file, QT_TRANSLATE_NOOP("tables", "it contains no types: the first row requires a column named key"))
    proposal = proposed_bodies(catalog, reader.bodies, reader.cells, table.file)
    return Proposal(proposal.entries, (*reader.misfits, *proposal.misfits))


def _rows(catalog: Catalog, kinds: Sequence[HardwareType], expected: Sequence[str]) -> Rows:
    present = {name for kind in kinds for name in kind.facts} | set(expected)
    facts = [definition for name, definition in catalog.facts.items() if name in present]
    heads: list[Cell] = list(NAMES)
    for definition in facts:
        unit = f" ({definition.unit})" if definition.unit else ""
        heads += [f"{definition.name}{unit}", f"{definition.name} source", f"{definition.name} confidence"]
    return [heads, *(_row(kind, facts) for kind in kinds)]


def _row(kind: HardwareType, facts: Sequence[FactDefinition]) -> list[Cell]:
    cells: list[Cell] = []
    for name in NAMES:
        stated = kind.body.get(name, "")
        cells.append(_BETWEEN.join(str(part) for part in stated) if isinstance(stated, list | tuple) else str(stated))
    for definition in facts:
        fact = kind.facts.get(definition.name)
        if fact is None:
            cells += [None, None, None]
        else:
            value: Cell = str(fact.value).lower() if isinstance(fact.value, bool) else fact.value
            cells += [value, fact.source, fact.confidence.value]
    return cells


@dataclass(slots=True)
class _Reader:
    catalog: Catalog
    bodies: list[dict[str, Any]] = field(default_factory=list)
    cells: dict[str, str] = field(default_factory=dict)
    misfits: list[Misfit] = field(default_factory=list)

    def fault(self, where: str, text: str, /, **values: Value) -> None:
        self.misfits.append(Misfit(where, Message(_CONTEXT, text, values)))

    def read(self, sheet: Sheet, name: str) -> None:
        head = next((number for number, row in enumerate(sheet.rows) if any(row)), None)
        if head is None:
            return
        heads = sheet.rows[head]
        columns: dict[tuple[str, str], int] = {}
        for place, text in enumerate(heads):
            if text.strip():
                self._head(columns, place, text.strip(), f"{name}!{sheet.address(head, place)}")
        if ("key", "value") not in columns:
            text = QT_TRANSLATE_NOOP("tables", "a column named key is required")
            self.fault(f"{name}!{sheet.address(head, 0)}", text)
            return
        for number in range(head + 1, len(sheet.rows)):
            if any(cell.strip() for cell in sheet.rows[number]):
                self._row(sheet, name, number, columns)

    def _head(self, columns: dict[tuple[str, str], int], place: int, text: str, where: str) -> None:
        name, _, rest = text.partition(" ")
        rest = rest.strip()
        definition = self.catalog.facts.get(name)
        part = rest if rest in _PARTS else "value"
        if name not in NAMES and definition is None:
            self.fault(where, QT_TRANSLATE_NOOP("tables", "{name} is not a name or fact of the catalog"), name=text)
        elif part == "value" and rest and (definition is None or rest != f"({definition.unit})"):
            unit = "" if definition is None else definition.unit
            self.fault(where, QT_TRANSLATE_NOOP("tables", "the header of {name} is “{head}”"), name=name, head=f"{name} ({unit})")
        elif (name, part) in columns:
            self.fault(where, QT_TRANSLATE_NOOP("tables", "the column {name} appears twice"), name=text)
        else:
            columns[name, part] = place

    def _row(self, sheet: Sheet, name: str, number: int, columns: Mapping[tuple[str, str], int]) -> None:
        row = sheet.rows[number]

        def cell(what: str, part: str = "value") -> str:
            place = columns.get((what, part))
            return row[place].strip() if place is not None and place < len(row) else ""

        def where(what: str, part: str = "value") -> str:
            place = columns.get((what, part), columns["key", "value"])
            return f"{name}!{sheet.address(number, place)}"

        key = cell("key")
        path = f"types[{len(self.bodies)}]"
        body: dict[str, Any] = json.loads(self.catalog.body(key)) if key in self.catalog else {"key": key, "mount": "part", "facts": {}}
        body = copy.deepcopy(body)
        self.cells[path] = self.cells[f"{path}.key"] = where("key")
        for what in NAMES:
            if (what, "value") in columns:
                self.cells[f"{path}.{what}"] = where(what)
                self._name(body, what, cell(what))
        facts = body.setdefault("facts", {})
        for fact in dict.fromkeys(fact for fact, _ in columns if fact in self.catalog.facts):
            self.cells[f"{path}.facts.{fact}"] = where(fact)
            self.cells[f"{path}.facts.{fact}.source"] = where(fact, "source")
            self.cells[f"{path}.facts.{fact}.confidence"] = where(fact, "confidence")
            fact_cells = {part: cell(fact, part) for part in _PARTS if (fact, part) in columns}
            self._fact(facts, self.catalog.facts[fact], fact_cells, where(fact))
        self.bodies.append(body)

    def _name(self, body: dict[str, Any], what: str, text: str) -> None:
        if what in _LISTS:
            words = [word.strip() for word in text.split(_BETWEEN.strip()) if word.strip()]
            if words or what in body:
                body[what] = words
        elif text or what in body:
            body[what] = text

    def _fact(self, facts: dict[str, Any], definition: FactDefinition, said: Mapping[str, str], where: str) -> None:
        before: dict[str, Any] = dict(facts.get(definition.name, {}))
        if "value" in said and not said["value"]:
            if said.get("source"):
                text = QT_TRANSLATE_NOOP("tables", "{name} has a source but no value")
                self.fault(where, text, name=definition.name)
            facts.pop(definition.name, None)
            return
        after = dict(before)
        if "value" in said:
            after["value"] = self._value(definition, said["value"], where)
        for part in ("source", "confidence"):
            if part in said:
                after[part] = said[part]
        if after.get("value") != before.get("value"):
            # What was noted of another value does not hold of this one.
            for left in ("note", "note_es", "date"):
                after.pop(left, None)
        if after:
            facts[definition.name] = after

    def _value(self, definition: FactDefinition, text: str, where: str) -> Any:
        if definition.kind is FactKind.NUMBER:
            plain = text.replace("\u00a0", "").replace("−", "-")
            plain = plain.replace(",", ".") if plain.count(",") == 1 and "." not in plain else plain
            try:
                number = float(plain)
            except ValueError:
                self.fault(where, QT_TRANSLATE_NOOP("tables", "{name} must be a number, not {value}"), name=definition.name, value=text)
                return 0 if definition.minimum is None else definition.minimum
            return int(number) if number.is_integer() else number
        if definition.kind is FactKind.FLAG and text.casefold() in _WORDS:
            return _WORDS[text.casefold()]
        return text
