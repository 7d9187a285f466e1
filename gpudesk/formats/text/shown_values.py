"""Values of messages in the language of the window or of a report: tables, fields, severities, types, program texts, keys of the sheets.

Messages contain codes and English names as they are stored, so that a history can be read in any language later.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from gpudesk.catalog.type_names import type_name_in
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.plan.plan_domains import DOMAIN_TITLES, SHIPPED_REASONS

if TYPE_CHECKING:
    from gpudesk.project.site_sheet import SheetDefinition, Titles

Translate = Callable[[str, str], str]
"""`translate(context, text)`."""

_CODES = {
    "hall": QT_TRANSLATE_NOOP("Codes", "hall"),
    "rack_row": QT_TRANSLATE_NOOP("Codes", "row"),
    "rack": QT_TRANSLATE_NOOP("Codes", "rack"),
    "device": QT_TRANSLATE_NOOP("Codes", "device"),
    "reservation": QT_TRANSLATE_NOOP("Codes", "reservation"),
    "floor_item": QT_TRANSLATE_NOOP("Codes", "floor item"),
    "underlay": QT_TRANSLATE_NOOP("Codes", "underlay"),
    "pathway": QT_TRANSLATE_NOOP("Codes", "pathway"),
    "carries": QT_TRANSLATE_NOOP("Codes", "contents"),
    "fill_percent": QT_TRANSLATE_NOOP("Codes", "planned fill"),
    "load_kg_per_m": QT_TRANSLATE_NOOP("Codes", "load per meter"),
    "bend_radius_mm": QT_TRANSLATE_NOOP("Codes", "bend radius"),
    "name": QT_TRANSLATE_NOOP("Codes", "name"),
    "status": QT_TRANSLATE_NOOP("Codes", "status"),
    "serial": QT_TRANSLATE_NOOP("Codes", "serial number"),
    "asset": QT_TRANSLATE_NOOP("Codes", "asset number"),
    "notes": QT_TRANSLATE_NOOP("Codes", "notes"),
    "phase": QT_TRANSLATE_NOOP("Codes", "build phase"),
    "role": QT_TRANSLATE_NOOP("Codes", "role"),
    "reason": QT_TRANSLATE_NOOP("Codes", "reason"),
    "width_mm": QT_TRANSLATE_NOOP("Codes", "width"),
    "depth_mm": QT_TRANSLATE_NOOP("Codes", "depth"),
    "height_mm": QT_TRANSLATE_NOOP("Codes", "height"),
    "rail_depth_mm": QT_TRANSLATE_NOOP("Codes", "mounting depth"),
    "x_mm": QT_TRANSLATE_NOOP("Codes", "position along the hall"),
    "y_mm": QT_TRANSLATE_NOOP("Codes", "position across the hall"),
    "angle_ddeg": QT_TRANSLATE_NOOP("Codes", "direction"),
    "clear_width_mm": QT_TRANSLATE_NOOP("Codes", "clear width"),
    "clear_height_mm": QT_TRANSLATE_NOOP("Codes", "clear height"),
    "raised_floor": QT_TRANSLATE_NOOP("Codes", "raised floor"),
    "tile_mm": QT_TRANSLATE_NOOP("Codes", "floor tile"),
    "uniform_limit_kg_per_m2": QT_TRANSLATE_NOOP("Codes", "uniform floor load"),
    "point_limit_kg": QT_TRANSLATE_NOOP("Codes", "point floor load"),
    "rolling_limit_kg": QT_TRANSLATE_NOOP("Codes", "rolling floor load"),
    "rack_names": QT_TRANSLATE_NOOP("Codes", "rack name pattern"),
    "error": QT_TRANSLATE_NOOP("Codes", "error"),
    "warning": QT_TRANSLATE_NOOP("Codes", "warning"),
    "info": QT_TRANSLATE_NOOP("Codes", "note"),
    "off": QT_TRANSLATE_NOOP("Codes", "off"),
}
_CODED = frozenset(["table", "field", "fields", "severity", "severities"])
"""The values of messages that are codes."""
_TYPES = frozenset(["model", "models", "module", "cable", "part", "card", "type", "types", "vendor", "board", "gpu"])
"""The values of messages that are names of types; others may be names that a person gave."""
SHIPPED_NETWORKS = frozenset(["Compute", "Storage", "In-band", "Out-of-band"])
"""The names that templates and proposals give to networks."""
_BUILT = "Build {name}"
_TEXTS = {
    "reason": ("outside", frozenset(SHIPPED_REASONS)),
    "domain": ("domains", frozenset(DOMAIN_TITLES.values())),
    "network": ("Networks", SHIPPED_NETWORKS),
}
"""Values that may be program texts → their context, and those texts; user texts are unchanged."""
_FLAGS = {"True": QT_TRANSLATE_NOOP("SiteSheet", "yes"), "False": QT_TRANSLATE_NOOP("SiteSheet", "no")}


def shown_values(message: Message, translate: Translate, language: str) -> dict[str, Value]:
    """Values of a message with names in place of codes, and with types and program texts in `language`."""
    values = message.values
    shown = {name: _each(value, lambda code: _code_name(code, translate)) if name in _CODED else value for name, value in values.items()}
    if language != "en":
        shown = {
            name: _each(value, lambda type_: type_name_in(type_, language)) if name in _TYPES else value for name, value in shown.items()
        }
        # A project that is built from a template is called as the template.
        if message.text == _BUILT:
            shown["name"] = _template_titles().get(str(values["name"]), shown["name"])
    for name, (context, known) in _TEXTS.items():
        text = shown.get(name)
        if isinstance(text, str) and text in known:
            shown[name] = translate(context, text)
    definition = _definition(values.get("key"))
    if definition is not None:
        shown["key"] = _title(definition.titles, language)
        if isinstance(values.get("value"), str):
            shown["value"] = _sheet_value(definition, str(values["value"]), translate, language)
    return shown


@cache
def _template_titles() -> Mapping[str, str]:
    """The titles of templates in Spanish, by the English ones."""
    from gpudesk.catalog.templates import templates

    return {info.title: info.title_es for info in templates()}


def _code_name(code: str, translate: Translate) -> str:
    """Name of a code; one without a name is unchanged."""
    name = _CODES.get(code)
    return code if name is None else translate("Codes", name)


def _each(value: Value, change: Callable[[str], str]) -> Value:
    """`value` with its texts changed: a text, or those of a list."""
    if isinstance(value, tuple):
        return tuple(change(part) if isinstance(part, str) else part for part in value)
    return change(value) if isinstance(value, str) else value


def _definition(key: Value | None) -> "SheetDefinition | None":
    if not isinstance(key, str):
        return None
    from gpudesk.project.site_sheet import baseline_definitions, site_definitions

    return site_definitions().values.get(key) or baseline_definitions().values.get(key)


def _sheet_value(definition: "SheetDefinition", value: str, translate: Translate, language: str) -> str:
    from gpudesk.project.site_sheet import ValueKind

    if definition.kind is ValueKind.FLAG and value in _FLAGS:
        return translate("SiteSheet", _FLAGS[value])
    if definition.kind is ValueKind.CHOICE and value in definition.choices:
        return _title(definition.choices[value], language)
    return value


def _title(titles: "Titles", language: str) -> str:
    return titles.title_es if language == "es" else titles.title
