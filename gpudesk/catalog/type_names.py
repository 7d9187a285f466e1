"""Names of types in the person's language (`resources/translations/type_names_es.json`)."""

import json
from collections.abc import Mapping
from functools import cache

from gpudesk.locate import resource

GENERIC = "Generic"
"""The vendor of types that no particular manufacturer makes."""
_GENERIC_ES = "Genérico"


@cache
def spanish_models() -> Mapping[str, str]:
    """The Spanish name of every model that differs between the languages, by its English name."""
    names: dict[str, str] = json.loads(resource("translations", "type_names_es.json").read_text(encoding="utf-8"))["translated"]
    return names


def type_name_in(name: str, language: str) -> str:
    """A vendor, a model, or a vendor with its model, in a language; names of products stay as they are.

    Args:
        name: as the catalog has it, such as "Generic", "Blanking panel 1U" or "Generic Blanking panel 1U".
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
        return f"{known.get(model, model)} ({_GENERIC_ES.lower()}){dot}{cards}"
    return f"{known[model]} {vendor}{dot}{cards}" if model in known else name
