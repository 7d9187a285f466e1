"""Which items the form can show: those whose values all have the shape of their editors. Others stay as they are in the text."""

from collections.abc import Mapping
from typing import Any

from gpudesk.catalog.checklist_template import Template
from gpudesk.core.checklist.items import FieldKind

_LINES = ("key", "stage", "scope", "title", "title_es", "accept", "accept_es", "expression", "when", "every")
_TEXTS = ("do", "do_es")
_LISTS = ("needs", "sources")
_FLAGS = ("hold", "two_person")
_FIELD_LINES = ("title", "title_es", "unit", "resolution")


def fits_form(template: Template) -> bool:
    """Whether the form can show a template: one item, without faults in the text, and nothing of another shape."""
    own = template.own
    return not template.faults and len(own.bodies) == 1 and all(map(_is_line, own.sources.values())) and _fits(own.bodies[0])


def _fits(body: Mapping[str, Any]) -> bool:
    fields = body.get("fields", {})
    return (
        all(_is_line(body.get(name)) for name in _LINES)
        and all(_is_text(body.get(name)) for name in _TEXTS)
        and all(_is_list(body.get(name, [])) for name in _LISTS)
        and all(isinstance(body.get(name, False), bool) for name in _FLAGS)
        and isinstance(fields, dict)
        and all(_is_field(field) for field in fields.values())
    )


def _is_field(body: Any) -> bool:
    if not isinstance(body, dict) or body.get("kind") not in list(FieldKind):
        return False
    return all(_is_line(body.get(name)) for name in _FIELD_LINES) and _is_list(body.get("options", []))


def _is_text(value: Any) -> bool:
    return value is None or (isinstance(value, str | int | float) and not isinstance(value, bool))


def _is_line(value: Any) -> bool:
    return _is_text(value) and "\n" not in str(value).strip()


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and all(one is not None and _is_line(one) for one in value)
