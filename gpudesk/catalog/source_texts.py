"""Sources of figures in the person's language (`resources/translations/sources_es.yaml`)."""

from collections.abc import Iterator, Mapping
from functools import cache

from gpudesk.catalog.type_names import type_name_in
from gpudesk.locate import resource

_JOINED_BY = "; "
# Files whose sources have their translation next to them, and whose figures carry only the English one.
_WITH_BOTH = (
    ("cost", "assumptions.yaml"),
    ("cost", "carbon.yaml"),
    ("cost", "currencies.yaml"),
    ("cost", "systems.yaml"),
    ("cost", "tariffs.yaml"),
    ("rules", "site_sheet.yaml"),
)


@cache
def spanish_sources() -> Mapping[str, str]:
    """The Spanish text of every source that differs between the languages, by its English text."""
    import yaml

    known: dict[str, str] = {}
    for parts in _WITH_BOTH:
        with resource(*parts).open("rb") as file:
            known.update(_pairs(yaml.load(file, Loader=yaml.CSafeLoader)))
    with resource("translations", "sources_es.yaml").open("rb") as file:
        known.update((pair["en"], pair["es"]) for pair in yaml.load(file, Loader=yaml.CSafeLoader)["translated"])
    return known


def _pairs(value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        if isinstance(value.get("source"), str) and isinstance(value.get("source_es"), str):
            yield value["source"], value["source_es"]
        for part in value.values():
            yield from _pairs(part)
    elif isinstance(value, list):
        for part in value:
            yield from _pairs(part)


def source_in(source: str, language: str) -> str:
    """A source in a language; addresses, titles of documents and the user's own sources are unchanged.

    Args:
        source: the source as stored, with or without its subject, or several sources joined by "; ".
        language: "en" or "es".
    """
    if language != "es":
        return source
    known = spanish_sources()
    if source in known:
        return known[source]
    # What the source is about may come first: "NVIDIA DGX B300: Price list of …".
    subject, colon, rest = source.partition(": ")
    if rest in known:
        names = ", ".join(type_name_in(name, language) for name in subject.split(", "))
        return f"{names}{colon}{known[rest]}"
    # A source may contain a semicolon itself: the longest first part that is known counts.
    cut = source.rfind(_JOINED_BY)
    while cut > 0:
        first, rest = source[:cut], source[cut + len(_JOINED_BY) :]
        if first in known or first.partition(": ")[2] in known:
            return source_in(first, language) + _JOINED_BY + source_in(rest, language)
        if rest in known:
            return source_in(first, language) + _JOINED_BY + known[rest]
        cut = source.rfind(_JOINED_BY, 0, cut)
    return source
