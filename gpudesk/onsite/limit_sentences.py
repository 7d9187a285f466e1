"""The limits of items in plain sentences, with the titles that site sheet and baseline have for their values."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from gpudesk.catalog.checklist_files import read_words
from gpudesk.core.checklist.items import Item
from gpudesk.core.checklist.sentences import Judged, Named, Sentence, Words, sentences
from gpudesk.core.expressions.expression import ExpressionError
from gpudesk.core.values.quantity_text import NumberStyle
from gpudesk.project.site_sheet import SheetDefinition, ValueKind, baseline_definitions, site_definitions


@cache
def words() -> Words:
    """The templates of sentences about limits.

    Raises:
        InvalidData: their file cannot be read.
    """
    read = read_words()
    names = {f"d.{key}": _named(definition) for key, definition in baseline_definitions().values.items()}
    names |= {f"k.{key}": _named(definition) for key, definition in site_definitions().values.items()}
    return Words(read.phrases, {**names, **read.names}, frozenset(read.names) - names.keys())


def limit_title(name: str) -> str:
    """The English title of a value that a limit reads, such as "k.mover_kg"; the name itself if it has none."""
    named = words().names.get(name)
    return name if named is None else named.title["en"]


def _named(definition: SheetDefinition) -> Named:
    unit = definition.unit if definition.kind is ValueKind.NUMBER else ""
    return Named({"en": definition.titles.title, "es": definition.titles.title_es}, unit)


def limit_sentences(
    item: Item,
    basis: Mapping[str, Any],
    style: NumberStyle,
    measured: Mapping[str, Any] | None = None,
    today: str = "",
    expression: str | None = None,
) -> list[Sentence]:
    """The conditions of an item on a target, part by part.

    Args:
        basis: names of plan and site sheet → values, None if not specified.
        measured: field → value; fields without one are left out.
        expression: the expression that it was evaluated by, if the item has a different one now.
    """
    condition = item.expression if expression is None else expression
    try:
        return sentences(condition, Judged(item.by_key, basis, measured or {}, today), words(), style)
    except ExpressionError:
        # A condition from a newer version is shown as it was written.
        return [Sentence(condition, "", (), None, False)]
