"""What an item that is being written would do in a project: its targets, and its limits as sentences."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.checklist.items import Item, Scope
from gpudesk.core.values.columns import Ids
from gpudesk.core.values.quantity_text import NumberStyle
from gpudesk.derived.checklist.fact_registry import produced_names
from gpudesk.derived.checklist.targets import layout, target_name
from gpudesk.onsite.checklist import applicable, basis_of
from gpudesk.onsite.limit_sentences import limit_sentences, limit_title, words
from gpudesk.project.site_sheet import site_definitions
from gpudesk.project.snapshot import Snapshot

_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class ItemPreview:
    """The rows that an item produces.

    Attributes:
        count: its targets.
        of: all targets of its scope.
        names: of the first ones; "" for the site and the cluster.
        limits: its limits on the first target.
    """

    count: int
    of: int
    names: tuple[str, ...]
    limits: tuple[str, ...]


def item_preview(snapshot: Snapshot, item: Item, style: NumberStyle) -> ItemPreview:
    """The rows of an item in a project, whether or not the project has it."""
    ids: Ids = snapshot.cached(layout).ids[item.scope]
    mine = ids[applicable(snapshot, item)]
    first = mine[:_MOST_NAMED]
    names = tuple(filter(None, (target_name(snapshot, item.scope, int(target)) for target in first.tolist())))
    basis = basis_of(snapshot, item.scope, item.reads, first[:1])
    said = limit_sentences(item, basis[0] if basis else dict.fromkeys(item.reads), style)
    return ItemPreview(int(np.size(mine)), int(np.size(ids)), names, tuple(sentence.text for sentence in said))


def usable_names(scope: Scope, language: str) -> list[tuple[str, str]]:
    """The names that an expression of a scope can read from plan and site sheet, each with its title and unit."""
    names = [*(f"d.{name}" for name in sorted(produced_names()[scope])), *(f"k.{name}" for name in sorted(site_definitions().values))]
    return [(name, _titled(name, language)) for name in names]


def _titled(name: str, language: str) -> str:
    named = words().names.get(name)
    if named is None:
        return ""
    title = named.title.get(language, limit_title(name))
    return f"{title} ({named.unit})" if named.unit else title
