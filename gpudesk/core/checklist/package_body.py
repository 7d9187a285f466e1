"""Work packages as JSON: written in one fixed form, and parsed strictly, because a package may come from any source."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.entries import ENTRY_FIELDS, ChainEnd, Entry
from gpudesk.core.checklist.items import PLANNED, Evidence, FieldKind, Item, Scope
from gpudesk.core.checklist.package import MOST_ENTRIES, MOST_ROWS, PACKAGE_FORMAT, Lookup, Package, PackageRow, Person, Place, Wait
from gpudesk.core.expressions.expression import ExpressionError, parse
from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

_CONTEXT = "onsite"
MOST_ITEMS = 5_000
MOST_LINES = 10_000
"""People, writers, needs of a row."""
MOST_VALUES = 100_000
"""Values of a list among the limits, such as the serial numbers of all other devices."""
_LONGEST_CHAIN = 100
"""Maximum length of a chain of dependent rows."""
LONGEST = 200_000
"""Characters of one text."""
WHOLE = 2**53
"""Whole numbers beyond it are not exact in a browser."""
MOMENT = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}(\.[0-9]{1,6})?Z\Z")
"""A time in UTC."""
OFFSET = re.compile(r"[+-](0[0-9]|1[0-4]):[0-5][0-9]\Z")
WRITER = re.compile(r"[0-9a-f]{16}\Z")
SHA256 = re.compile(r"[0-9a-f]{64}\Z")
PACKAGE_ID = re.compile(r"[0-9a-f]{32}\Z")
_UID = re.compile(r"[0-9a-fA-F-]{1,64}\Z")
_KEY = re.compile(r"[A-Z0-9]{2,12}-[0-9]{3,6}\Z")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,80}\Z")
_STATES = frozenset(state.word for state in State)
Made = TypeVar("Made")


def misfit(where: str) -> InvalidData:
    """The error for an invalid part."""
    text = QT_TRANSLATE_NOOP("onsite", "The work package cannot be read: {where} is not valid.")
    return InvalidData(Message(_CONTEXT, text, {"where": where}), Message(_CONTEXT, QT_TRANSLATE_NOOP("onsite", "Request the file again.")))


# parts


def mapping(body: Any, names: tuple[str, ...], where: str) -> Mapping[str, Any]:
    """An object with exactly these names.

    Raises:
        InvalidData: it is none.
    """
    if not isinstance(body, dict) or set(body) != set(names):
        raise misfit(where)
    return body


def listed(body: Any, most: int, where: str) -> list[Any]:
    """A list with at most the given number of parts.

    Raises:
        InvalidData: it is not such a list.
    """
    if not isinstance(body, list) or len(body) > most:
        raise misfit(where)
    return body


def text(body: Any, where: str, form: re.Pattern[str] | None = None, longest: int = LONGEST) -> str:
    """A text of that form.

    Raises:
        InvalidData: it is none, or holds half of a character.
    """
    if not isinstance(body, str) or len(body) > longest or (form is not None and not form.match(body)):
        raise misfit(where)
    if any("\ud800" <= letter <= "\udfff" for letter in body):
        raise misfit(where)
    return body


def whole(body: Any, where: str) -> int:
    """A whole number that is not negative.

    Raises:
        InvalidData: it is none.
    """
    if type(body) is not int or not 0 <= body < WHOLE:
        raise misfit(where)
    return body


def flag(body: Any, where: str) -> bool:
    """True or false.

    Raises:
        InvalidData: it is neither.
    """
    if not isinstance(body, bool):
        raise misfit(where)
    return body


def _word(words: Callable[[str], Made], body: Any, where: str) -> Made:
    try:
        return words(text(body, where))
    except ValueError as error:
        raise misfit(where) from error


def _limit(body: Any, where: str, depth: int = 3) -> Any:
    """A value of plan or site sheet: a single one, or a list of such values."""
    if body is None or isinstance(body, bool):
        return body
    if isinstance(body, int | float):
        if not abs(body) < 1e300:
            raise misfit(where)
        return body
    if isinstance(body, list) and depth:
        return [_limit(part, where, depth - 1) for part in listed(body, MOST_VALUES, where)]
    return text(body, where)


# items

_FIELD_NAMES = (
    *("key", "kind", "title", "title_es", "unit", "resolution", "options", "columns", "value_kind", "least"),
    *("instrument", "tool", "optional", "plan"),
)
_SPANISH = ("options_es", "columns_es")
"""Names of a field that packages of earlier versions do not have."""
_TEXT_NAMES = ("title", "title_es", "do", "do_es", "accept", "accept_es", "expression", "when", "every", "note", "note_es", "stage")
_ITEM_NAMES = ("key", "scope", *_TEXT_NAMES, "fields", "needs", "hold", "two_person", "own", "sources", "confidence")


def item_body(item: Item) -> dict[str, Any]:
    """An item with all that is known of it."""
    return {
        **{name: getattr(item, name) for name in ("key", *_TEXT_NAMES, "hold", "two_person", "own")},
        "scope": str(item.scope),
        "fields": [_field_body(field) for field in item.fields],
        "needs": list(item.needs),
        "sources": list(item.sources),
        "confidence": str(item.confidence),
    }


def _field_body(field: Evidence) -> dict[str, Any]:
    return {
        **{
            name: getattr(field, name)
            for name in ("key", "title", "title_es", "unit", "resolution", "least", "instrument", "tool", "optional", "plan")
        },
        "kind": str(field.kind),
        "options": list(field.options),
        "columns": {name: str(kind) for name, kind in field.columns.items()},
        "value_kind": None if field.value_kind is None else str(field.value_kind),
        **{name: dict(getattr(field, name)) for name in _SPANISH},
    }


def read_item(body: Any, where: str) -> Item:
    """An item as `item_body` writes it.

    Raises:
        InvalidData: it is none, or reads what no field gives.
    """
    body = mapping(body, _ITEM_NAMES, where)
    fields = tuple(_read_field(part, f"{where}.fields") for part in listed(body["fields"], 200, f"{where}.fields"))
    item = Item(
        key=text(body["key"], f"{where}.key", _KEY),
        scope=_word(Scope, body["scope"], f"{where}.scope"),
        **{name: text(body[name], f"{where}.{name}") for name in _TEXT_NAMES},  # type: ignore[arg-type]
        fields=fields,
        needs=tuple(text(part, f"{where}.needs", _KEY) for part in listed(body["needs"], MOST_LINES, f"{where}.needs")),
        hold=flag(body["hold"], f"{where}.hold"),
        two_person=flag(body["two_person"], f"{where}.two_person"),
        own=flag(body["own"], f"{where}.own"),
        sources=tuple(text(part, f"{where}.sources") for part in listed(body["sources"], MOST_LINES, f"{where}.sources")),
        confidence=_word(Confidence, body["confidence"], f"{where}.confidence"),
    )
    try:
        parse(item.expression)
    except ExpressionError as error:
        raise misfit(f"{where}.expression") from error
    if any(field.plan and item.scope not in PLANNED.get(field.plan, ()) for field in fields):
        raise misfit(f"{where}.fields")
    if len({field.key for field in fields}) != len(fields):
        raise misfit(f"{where}.fields")
    return item


def _read_field(body: Any, where: str) -> Evidence:
    spanish = {name: body.get(name, {}) for name in _SPANISH} if isinstance(body, dict) else {}
    body = mapping(body, (*_FIELD_NAMES, *(name for name in _SPANISH if isinstance(body, dict) and name in body)), where)
    if any(not isinstance(texts, dict) or len(texts) > 100 for texts in spanish.values()):
        raise misfit(where)
    resolution = body["resolution"]
    if isinstance(resolution, bool) or not isinstance(resolution, int | float) or not 0 < resolution < 1e15:
        raise misfit(where)
    columns = body["columns"]
    if not isinstance(columns, dict) or len(columns) > 100:
        raise misfit(where)
    return Evidence(
        key=text(body["key"], where, _NAME),
        kind=_word(FieldKind, body["kind"], where),
        title=text(body["title"], where),
        title_es=text(body["title_es"], where),
        unit=text(body["unit"], where),
        resolution=float(resolution),
        options=tuple(text(part, where) for part in listed(body["options"], MOST_LINES, where)),
        columns={text(name, where, _NAME): _word(FieldKind, kind, where) for name, kind in columns.items()},
        value_kind=None if body["value_kind"] is None else _word(FieldKind, body["value_kind"], where),
        least=whole(body["least"], where),
        instrument=flag(body["instrument"], where),
        tool=text(body["tool"], where),
        optional=flag(body["optional"], where),
        plan=text(body["plan"], where),
        **{name: {text(key, where): text(word, where) for key, word in texts.items()} for name, texts in spanish.items()},
    )


# entries


def entry_body(entry: Entry, digest: str) -> list[Any]:
    """An entry and its digest as one list, in the order of its fields."""
    return [*(getattr(entry, name) for name in ENTRY_FIELDS), digest]


def read_entry(body: Any, where: str) -> tuple[Entry, str]:
    """An entry with its digest, as `entry_body` writes it.

    Raises:
        InvalidData: it is none.
    """
    *values, digest = listed(body, len(ENTRY_FIELDS) + 1, where) if isinstance(body, list) and len(body) == len(ENTRY_FIELDS) + 1 else ((),)
    if not values:
        raise misfit(where)
    read = {
        name: whole(value, f"{where}.{name}") if name in ("number", "target", "revision") else text(value, f"{where}.{name}")
        for name, value in zip(ENTRY_FIELDS, values, strict=True)
    }
    entry = Entry(**read)  # type: ignore[arg-type]
    text(entry.writer, f"{where}.writer", WRITER)
    text(entry.at_utc, f"{where}.at_utc", MOMENT)
    text(entry.utc_offset, f"{where}.utc_offset", OFFSET)
    if entry.number < 1:
        raise misfit(f"{where}.number")
    return entry, text(digest, f"{where}.digest", SHA256)


# the package

_PACKAGE_NAMES = (
    *("format", "id", "uid", "project", "revision", "issued_utc", "title", "photos_allowed"),
    *("people", "ends", "items", "rows", "log"),
)
_LOOKUPS = "lookups"
_LOOKUP_NAME = re.compile(r"d\.[a-z][a-z0-9_]{0,80}\Z")
_ROW_NAMES = ("item", "target", "name", "where", "state", "basis", "waits")


def package_body(package: Package) -> dict[str, Any]:
    """A package as JSON writes it."""
    return {
        "format": PACKAGE_FORMAT,
        **{name: getattr(package, name) for name in ("id", "uid", "project", "revision", "issued_utc", "title", "photos_allowed")},
        "people": [[person.name, person.team] for person in package.people],
        "ends": [[writer, end.number, end.digest] for writer, end in package.ends.items()],
        "lookups": {name: [list(lookup.targets), list(lookup.values)] for name, lookup in package.lookups.items()},
        "items": [item_body(item) for item in package.items.values()],
        "rows": [_row_body(row) for row in package.rows],
        "log": [entry_body(entry, digest) for entry, digest in package.log],
    }


def _row_body(row: PackageRow) -> dict[str, Any]:
    return {
        **{name: getattr(row, name) for name in ("item", "target", "name", "where", "state")},
        "basis": dict(row.basis),
        "waits": [[wait.item, wait.hold, list(wait.targets), wait.elsewhere] for wait in row.waits],
    }


def read_package(body: Any) -> Package:
    """A package as `package_body` writes it.

    Raises:
        InvalidData: it is none; the first part that does not fit is named.
    """
    # Packages of earlier versions list the serial numbers of other devices in each row.
    has_lookups = isinstance(body, dict) and _LOOKUPS in body
    body = mapping(body, (*_PACKAGE_NAMES, *([_LOOKUPS] if has_lookups else [])), "package")
    if body["format"] != PACKAGE_FORMAT:
        raise misfit("format")
    items = [read_item(part, f"items[{place}]") for place, part in enumerate(listed(body["items"], MOST_ITEMS, "items"))]
    known = {item.key: item for item in items}
    lookups = _read_lookups(body.get(_LOOKUPS, {}))
    rows = tuple(_read_row(part, f"rows[{place}]", known, lookups) for place, part in enumerate(listed(body["rows"], MOST_ROWS, "rows")))
    if len(known) != len(items) or len({row.place for row in rows}) != len(rows):
        raise misfit("rows")
    _demand_order(rows)
    return Package(
        id=text(body["id"], "id", PACKAGE_ID),
        uid=text(body["uid"], "uid", _UID),
        project=text(body["project"], "project"),
        revision=whole(body["revision"], "revision"),
        issued_utc=text(body["issued_utc"], "issued_utc", MOMENT),
        title=text(body["title"], "title"),
        photos_allowed=flag(body["photos_allowed"], "photos_allowed"),
        people=tuple(_read_person(part) for part in listed(body["people"], MOST_LINES, "people")),
        ends=dict(_read_end(part) for part in listed(body["ends"], MOST_LINES, "ends")),
        items=known,
        rows=rows,
        lookups=lookups,
        log=tuple(read_entry(part, f"log[{place}]") for place, part in enumerate(listed(body["log"], MOST_ENTRIES, "log"))),
    )


def _read_person(body: Any) -> Person:
    name, team = listed(body, 2, "people") if isinstance(body, list) and len(body) == 2 else (None, None)
    return Person(text(name, "people"), text(team, "people"))


def _read_end(body: Any) -> tuple[str, ChainEnd]:
    writer, number, digest = body if isinstance(body, list) and len(body) == 3 else (None, None, None)
    return text(writer, "ends", WRITER), ChainEnd(whole(number, "ends"), text(digest, "ends", SHA256))


def _read_lookups(body: Any) -> dict[str, Lookup]:
    if not isinstance(body, dict) or len(body) > 20:
        raise misfit(_LOOKUPS)
    lookups = {}
    for name, lists in body.items():
        parts = [listed(part, MOST_VALUES, _LOOKUPS) for part in listed(lists, 2, _LOOKUPS)]
        if not _LOOKUP_NAME.match(name) or len(parts) != 2 or len(parts[0]) != len(parts[1]):
            raise misfit(_LOOKUPS)
        targets, values = parts
        lookups[name] = Lookup(tuple(whole(target, _LOOKUPS) for target in targets), tuple(text(value, _LOOKUPS) for value in values))
    return lookups


def _demand_order(rows: Sequence[PackageRow]) -> None:
    """Refuse rows whose dependencies form a cycle, or a longer chain than any checklist has.

    Raises:
        InvalidData: they do.
    """
    waiting: dict[Place, list[Place]] = {row.place: [] for row in rows}
    missing: dict[Place, int] = dict.fromkeys(waiting, 0)
    for row in rows:
        for needed in {(wait.item, target) for wait in row.waits for target in wait.targets} & waiting.keys():
            waiting[needed].append(row.place)
            missing[row.place] += 1
    free, ordered = [place for place, count in missing.items() if not count], 0
    for _ in range(_LONGEST_CHAIN):
        ordered += len(free)
        later = []
        for place in free:
            for other in waiting[place]:
                missing[other] -= 1
                if not missing[other]:
                    later.append(other)
        free = later
    if ordered != len(rows):
        raise misfit("rows.waits")


def _read_row(body: Any, where: str, items: Mapping[str, Item], lookups: Mapping[str, Lookup]) -> PackageRow:
    body = mapping(body, _ROW_NAMES, where)
    item = items.get(text(body["item"], where))
    if item is None or body["state"] not in _STATES:
        raise misfit(where)
    basis = mapping(body["basis"], tuple(name for name in item.reads if name not in lookups), f"{where}.basis")
    return PackageRow(
        item=item.key,
        target=whole(body["target"], where),
        name=text(body["name"], where),
        where=text(body["where"], where),
        state=body["state"],
        basis={name: _limit(value, f"{where}.basis") for name, value in basis.items()},
        waits=tuple(_read_wait(part, f"{where}.waits") for part in listed(body["waits"], MOST_LINES, f"{where}.waits")),
    )


def _read_wait(body: Any, where: str) -> Wait:
    item, hold, targets, elsewhere = body if isinstance(body, list) and len(body) == 4 else (None, None, None, None)
    ids = tuple(whole(part, where) for part in listed(targets, MOST_ROWS, where))
    return Wait(text(item, where, _KEY), flag(hold, where), ids, whole(elsewhere, where))
