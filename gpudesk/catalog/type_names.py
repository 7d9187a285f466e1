"""Names of types in the person's language (`resources/translations/type_names_es.json`)."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from gpudesk.locate import resource

GENERIC = "Generic"
"""The vendor of types that no particular manufacturer makes."""
_GENERIC_ES = "Genérico"
_GENERIC_MODEL_ES = "modelo genérico"
"""Agrees with names of either gender and number."""


@cache
def spanish_models() -> Mapping[str, str]:
    """The Spanish name of every model that differs between the languages, by its English name."""
    names: dict[str, str] = _table()["translated"]
    return names


@cache
def _models() -> frozenset[str]:
    """Every model of the table, those too that are called the same in both languages."""
    return frozenset([*spanish_models(), *_table()["unchanged"]])


@cache
def _table() -> Mapping[str, Any]:
    table: Mapping[str, Any] = json.loads(resource("translations", "type_names_es.json").read_text(encoding="utf-8"))
    return table


def type_name_in(name: str, language: str) -> str:
    """A vendor, a model, or a vendor with its model, in a language; product names are unchanged.

    Args:
        name: as in the catalog, such as "Generic", "Blanking panel 1U" or "Generic Blanking panel 1U".
        language: "en" or "es".
    """
    if language != "es":
        return name
    if name == GENERIC:
        return _GENERIC_ES
    known = spanish_models()
    # A system may have other cards than it is sold with: "Server 4U with eight L40S · 8 × RTX 5090".
    sold, dot, cards = name.partition(" · ")
    if sold in known:
        return f"{known[sold]}{dot}{cards}"
    vendor, _, model = sold.partition(" ")
    if vendor == GENERIC:
        if model not in _models():
            return name
        return f"{known.get(model, model)} ({_GENERIC_MODEL_ES}){dot}{cards}"
    return f"{known[model]} {vendor}{dot}{cards}" if model in known else name
