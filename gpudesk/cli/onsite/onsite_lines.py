"""How items, fields and entries are printed on the command line and in JSON."""

import json
from collections.abc import Mapping
from typing import Any

from gpudesk.core.checklist.checklist_progress import counts
from gpudesk.core.checklist.entries import Entry
from gpudesk.core.checklist.items import Evidence, Item
from gpudesk.core.values.quantity_text import NumberStyle
from gpudesk.onsite.limit_sentences import limit_sentences
from gpudesk.onsite.record_log import body_of

state_counts = counts


def item_body(item: Item) -> dict[str, Any]:
    """An item in JSON; texts are English."""
    return {
        "key": item.key,
        "stage": item.stage,
        "scope": str(item.scope),
        "title": item.title,
        "instruction": item.do,
        "acceptance_criteria": item.accept,
        "expression": item.expression,
        "condition": item.when or None,
        "prerequisites": list(item.needs),
        "hold_point": item.hold,
        "two_person": item.two_person,
        "interval": item.every or None,
        "fields": [_field_body(field) for field in item.fields],
        "confidence": str(item.confidence),
        "sources": list(item.sources),
        "note": item.note or None,
    }


def _field_body(field: Evidence) -> dict[str, Any]:
    return {
        "key": field.key,
        "kind": str(field.kind),
        "title": field.title,
        "unit": field.unit,
        "resolution": field.resolution,
        "options": list(field.options),
        "columns": {name: str(kind) for name, kind in field.columns.items()},
        "tool": field.tool or None,
        "instrument": field.instrument,
        "optional": field.optional,
    }


def field_line(field: Evidence) -> str:
    """A field in one line: its key, its description, and its allowed values."""
    allowed = f" ({', '.join(field.options)})" if field.options else ""
    unit = f" in {field.unit}" if field.unit else ""
    return f"{field.key}: {field.title}{unit}, {str(field.kind).replace('_', ' ')}{allowed}{', optional' if field.optional else ''}"


def limit_lines(item: Item, target: Mapping[str, Any]) -> list[str]:
    """The limits of an item on a target, a sentence for each, with whether it is met.

    Args:
        target: as printed by `onsite show`.
    """
    basis = {limit["name"]: limit["value"] for limit in target["limits"]}
    entry_day = target["entries"][-1]["at_utc"][:10] if target["entries"] else ""
    sentences = limit_sentences(item, basis, NumberStyle(), target["values"], entry_day)
    marks = {True: "met", False: "NOT met", None: ""}
    return ["  ".join(filter(None, (sentence.text, marks[sentence.holds], sentence.working))) for sentence in sentences]


def entry_body(entry: Entry) -> dict[str, Any]:
    """An entry in JSON.

    Raises:
        InvalidData: it was altered so that it cannot be read.
    """
    value, evaluation = (body_of(text, entry.writer, entry.number) or None for text in (entry.value, entry.judged))
    files = body_of(f'{{"files":{entry.files}}}', entry.writer, entry.number)["files"] if entry.files else []
    shown = value.get("value", value) if value is not None else None
    return {
        "name": entry.name,
        "at_utc": entry.at_utc,
        "utc_offset": entry.utc_offset,
        "person": entry.person,
        "kind": entry.kind,
        "field": entry.field,
        "value": value,
        "value_text": "" if shown is None else shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False),
        "verdict": entry.verdict,
        "evaluation": evaluation,
        "files": files,
        "reason": entry.reason,
        "second_person": entry.second,
        "revision": entry.revision,
        "refers_to": entry.about or None,
        "digest": entry.digest(),
    }
