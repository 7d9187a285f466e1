"""Changes one item in the text of a template: only what differs is written again, so comments and the order of the lines stay."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gpudesk.catalog.checklist_template import read_template, template_text
from gpudesk.catalog.entry_text import dumped
from gpudesk.catalog.plain_yaml import composed
from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.messages.errors import InvalidData

_WIDTH = 4096
_STEP = 2
_FIELDS = "fields"


@dataclass(frozen=True, slots=True)
class NamedField:
    """An evidence field of the changed item.

    Attributes:
        before: its name in the text, None if it is new.
    """

    name: str
    body: Mapping[str, Any]
    before: str | None = None


@dataclass(frozen=True, slots=True)
class _Entry:
    """A key of a mapping as it is to be: `value` is plain data, or the entries of a mapping."""

    key: str
    value: Any
    before: str | None = None


def with_changes(text: str, own: OwnItems, body: Mapping[str, Any], fields: Sequence[NamedField], sources: Mapping[str, Any]) -> str:
    """The text of a template whose only item becomes another one; two fields of one name are both written.

    Args:
        own: the content of the text, which has no faults.
        body: the item, without its fields.
        fields: its fields, in order; new ones are last.
        sources: texts of sources that the template has.
    """
    (before,) = own.bodies
    fields_before = before.get(_FIELDS, {})
    listed = [_Entry(field.name, dict(field.body), field.before) for field in fields]
    entries = [_Entry(key, body[key], key if key in before else None) for key in body if key != _FIELDS]
    if _FIELDS in before:
        entries.append(_Entry(_FIELDS, listed or {}, _FIELDS))
    elif listed:
        entries.append(_Entry(_FIELDS, listed))
    root = composed("", text)
    tops = {key.value: value for key, value in root.value}
    edits: list[tuple[int, int, str]] = []
    _change_mapping(text, tops["items"].value[0], dict(before), entries, edits)
    if "sources" in tops:
        named = [_Entry(key, sources.get(key, value), key) for key, value in own.sources.items()]
        _change_mapping(text, tops["sources"], dict(own.sources), named, edits)
    written = text
    for start, end, new in sorted(edits, reverse=True):
        written = written[:start] + new + written[end:]
    wanted = {**{key: value for key, value in body.items() if key != _FIELDS}, _FIELDS: {field.name: dict(field.body) for field in fields}}
    has_doubles = len({field.name for field in fields}) < len(fields)
    if has_doubles or _reads_as(written, wanted, {**own.sources, **sources}):
        return written
    # A form of YAML that is not changed in its place.
    whole = dict(wanted) if fields or fields_before else {key: value for key, value in wanted.items() if key != _FIELDS}
    return template_text(OwnItems([whole], {**own.sources, **sources}, own.disabled))


def _reads_as(text: str, body: Mapping[str, Any], sources: Mapping[str, Any]) -> bool:
    try:
        template = read_template("", text.encode())
    except InvalidData:
        return False
    bodies, fields = template.own.bodies, body[_FIELDS]
    if template.faults or len(bodies) != 1 or dict(template.own.sources) != dict(sources):
        return False
    return {_FIELDS: {}, **bodies[0]} == body and list(bodies[0].get(_FIELDS, {})) == list(fields)


def _change_mapping(text: str, node: Any, before: Mapping[str, Any], entries: Sequence[_Entry], edits: list[tuple[int, int, str]]) -> None:
    """Note the edits that make a mapping of the text that of the entries."""
    pairs = {key.value: (key, value) for key, value in node.value}
    kept = {entry.before for entry in entries}
    removed = [name for name in pairs if name not in kept]
    added = [entry for entry in entries if entry.before is None]
    if node.flow_style and (removed or added):
        edits.append((node.start_mark.index, node.end_mark.index, _flow(list(entries))))
        return
    for entry in entries:
        if entry.before is not None:
            _change_pair(text, pairs[entry.before], before[entry.before], entry, edits, is_flow=bool(node.flow_style))
    left = [name for name in pairs if name in kept]
    first_left = pairs[left[0]][0].start_mark.index if left else 0
    if removed and node.start_mark.index < first_left:
        # The first key can be on the line of a list mark.
        edits.append((node.start_mark.index, first_left, ""))
    for key, value in (pairs[name] for name in removed):
        if key.start_mark.index > first_left:
            start, end = text.rfind("\n", 0, key.start_mark.index) + 1, _end_of_line(text, _end(text, value)) + 1
            edits.append((start, min(end, len(text)), ""))
    if added:
        first, last = node.value[0][0], node.value[-1][1]
        place = _end_of_line(text, _end(text, last))
        new = "".join("\n" + _block(entry.key, entry.value, first.start_mark.column, is_first=False) for entry in added)
        edits.append((place, place, new))


def _change_pair(text: str, pair: tuple[Any, Any], before: Any, entry: _Entry, edits: list[tuple[int, int, str]], *, is_flow: bool) -> None:
    key, value = pair
    if _plain(entry.value) == before and not _is_renamed(entry.value) and entry.key == entry.before:
        return
    entries = _entries_of(entry.value, before)
    if entries and value.id == "mapping" and value.value and any(one.before is not None for one in entries):
        if entry.key != entry.before:
            edits.append((key.start_mark.index, key.end_mark.index, _scalar(entry.key)))
        _change_mapping(text, value, before, entries, edits)
        return
    new = _flow_pair(entry) if is_flow else _block(entry.key, entry.value, key.start_mark.column, is_first=True)
    edits.append((key.start_mark.index, _end(text, value), new))


def _entries_of(value: Any, before: Any) -> list[_Entry]:
    if _is_entries(value):
        return list(value)
    if isinstance(value, Mapping) and isinstance(before, Mapping):
        return [_Entry(key, one, key if key in before else None) for key, one in value.items()]
    return []


def _is_entries(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, _Entry) for one in value)


def _is_renamed(value: Any) -> bool:
    """Whether names differ though the data may be equal: of two fields with one name, data holds the last one only."""
    return _is_entries(value) and any(one.key != one.before for one in value)


def _plain(value: Any) -> Any:
    return {one.key: one.value for one in value} if _is_entries(value) else value


def _end(text: str, node: Any) -> int:
    """Where a value ends, without the comments and blank lines behind it."""
    if node.id == "scalar" or node.flow_style:
        end: int = node.end_mark.index
        while node.id == "scalar" and end > node.start_mark.index and text[end - 1] in " \n":
            end -= 1
        return end
    last = node.value[-1]
    return _end(text, last[1] if node.id == "mapping" else last)


def _end_of_line(text: str, place: int) -> int:
    end = text.find("\n", place)
    return len(text) if end < 0 else end


def _block(key: str, value: Any, column: int, *, is_first: bool) -> str:
    """A key with its value on lines of their own; the first line is indented unless it is in its place already."""
    if _is_entries(value):
        inner = [_block(one.key, one.value, column + _STEP, is_first=False) for one in value]
        lines = [f"{_scalar(key)}:", *inner]
        return "\n".join([lines[0] if is_first else " " * column + lines[0], *lines[1:]])
    # A list next to it keeps a single value from being written in braces.
    lines = dumped({key: value, f"{key}_": [0]}, _WIDTH).rstrip("\n").split("\n")[:-1]
    rest = [" " * column + line if line else line for line in lines]
    return "\n".join([lines[0] if is_first else rest[0], *rest[1:]])


def _flow(value: Any) -> str:
    if _is_entries(value):
        return "{" + ", ".join(_flow_pair(one) for one in value) + "}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value)


def _flow_pair(entry: _Entry) -> str:
    return f"{_scalar(entry.key)}: {_flow(entry.value)}"


def _scalar(value: Any) -> str:
    """A single value, as it is written inside a list on one line."""
    line = dumped({"a": [value]}, _WIDTH).strip()
    return line.removeprefix("a: [").removesuffix("]")
