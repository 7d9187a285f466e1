"""NetBox data without a catalog term, stored in the entry's `netbox` so that the document can be written back unchanged.

    netbox:
      kind: device                       # or module, rack
      mappings: ports                    # format of the panel port mappings; absent if there are none
      more: {slug: …, comments: …}       # names without a catalog term; terms added later take precedence
      instead:                           # same data in other terms: as long as the terms give `said`, `kept` is written
        - {said: {weight: 15.2, weight_unit: kg}, kept: {weight: 33.5, weight_unit: lb}}
      items:                             # the same for the items of a list; without `names` for all of them
        interfaces:
          - {names: [eth0], more: {enabled: false}}
      attributes: {as: attributes, more: {gpu: GH100}}    # the same for the attributes of a module's profile
      strays:                            # items that are not ports here, with their positions in the list
        interfaces: [{at: 3, item: {name: vlan1, type: virtual}}]

Derived from the difference between the document and `netbox_stated` of the entry, so no data is lost, whatever the readers do.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from gpudesk.formats.netbox.netbox_profiles import ATTRIBUTES
from gpudesk.formats.netbox.netbox_text import BAY_LISTS, PORT_LISTS

LISTS = (*PORT_LISTS, *BAY_LISTS)
_TIED = (
    frozenset({"weight", "max_weight", "weight_unit"}),
    frozenset({"outer_width", "outer_height", "outer_depth", "outer_unit"}),
    frozenset({"maximum_draw", "allocated_draw"}),
    frozenset({"rear_port", "rear_port_position"}),
    frozenset({"poe_mode", "poe_type"}),
)
"""Names that mean something only together."""
_TIES = {name: names for names in _TIED for name in names}

Strays = Mapping[str, Mapping[int, Any]]


def same(first: Any, second: Any) -> bool:
    """Equal, and of one type all through: 1, 1.0 and true are three values."""
    kind = type(first)
    if kind is not type(second):
        return False
    if kind is str:
        return bool(first == second)
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(value, second[name]) for name, value in first.items())
    if isinstance(first, list):
        return len(first) == len(second) and all(map(same, first, second))
    return bool(first == second)


def difference(original: Mapping[str, Any], said: Mapping[str, Any], strays: Strays) -> dict[str, Any]:
    """Return the data to store so that `restored(said, …)` gives `original`.

    Args:
        said: the document from catalog terms; its lists have one item per original item that is not a stray, in order.
        strays: list → positions → original items without a counterpart.
    """
    plain = {name: value for name, value in original.items() if not _itemised(name, value, said, strays)}
    stated_attributes, said = said.get(ATTRIBUTES[0]), {name: value for name, value in said.items() if name != ATTRIBUTES[0]}
    called = next((name for name in ATTRIBUTES if isinstance(original.get(name), dict)), "")
    original_attributes = plain.pop(called) if called else None
    stored = _patch(plain, {name: value for name, value in said.items() if name not in LISTS})
    if original_attributes is not None or stated_attributes is not None:
        # A document without the mapping differs from one where it is empty.
        stored["attributes"] = {"as": called} | _patch(original_attributes or {}, stated_attributes or {})
    items = {}
    for name in LISTS:
        value = original.get(name)
        if isinstance(value, list) and name not in plain:
            left = [item for at, item in enumerate(value) if at not in strays.get(name, {})]
            if patches := _items(left, said.get(name, [])):
                items[name] = patches
    if items:
        stored["items"] = items
    lost = {name: [{"at": at, "item": item} for at, item in sorted(places.items())] for name, places in strays.items() if places}
    if lost:
        stored["strays"] = lost
    return stored


def _itemised(name: str, value: Any, said: Mapping[str, Any], strays: Strays) -> bool:
    """Return whether the list is written item by item; an empty list or a non-list is stored whole."""
    return name in LISTS and isinstance(value, list) and bool(said.get(name) or strays.get(name))


def _items(originals: list[Any], said: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The patches of the items of one list, equal ones together."""
    by_patch: dict[str, tuple[dict[str, Any], list[str]]] = {}
    known: dict[tuple[str, str], dict[str, Any]] = {}
    for original, stated in zip(originals, said, strict=True):
        # Most items of a list differ in their names only, and need one patch. Texts tell 1, 1.0 and true apart, as `same` does.
        original_rest = {name: value for name, value in original.items() if name != "name"}
        stated_rest = {name: value for name, value in stated.items() if name != "name"}
        renamed = not same(original.get("name"), stated["name"])
        shape = (repr(original), repr(stated)) if renamed else (repr(original_rest), repr(stated_rest))
        patch = known.get(shape)
        if patch is None:
            patch = known[shape] = _patch(original, stated) if renamed else _patch(original_rest, stated_rest)
        if patch:
            by_patch.setdefault(repr(patch), (patch, []))[1].append(stated["name"])
    return [patch if len(names) == len(said) else {"names": names, **patch} for patch, names in by_patch.values()]


def _patch(original: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    more: dict[str, Any] = {}
    instead: list[dict[str, Any]] = []
    done: set[str] = set()
    for name in [*said, *original]:
        if name in done:
            continue
        names = _TIES.get(name) or frozenset({name})
        done |= names
        stated_part = {field: said[field] for field in said if field in names}
        original_part = {field: original[field] for field in original if field in names}
        if same(stated_part, original_part):
            continue
        if stated_part:
            instead.append({"said": stated_part, "kept": original_part})
        else:
            more |= original_part
    return {name: value for name, value in (("more", more), ("instead", instead)) if value}


def restored(said: Mapping[str, Any], kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document: data from catalog terms, combined with the stored data."""
    attributes = said.get(ATTRIBUTES[0])
    document = _patched({name: value for name, value in said.items() if name not in LISTS and name != ATTRIBUTES[0]}, kept)
    patch = _mapping(kept.get("attributes"))
    patched_attributes = _patched(attributes or {}, patch)
    called = str(patch.get("as", ATTRIBUTES[0]))
    if patched_attributes or (patch and called):
        document[called or ATTRIBUTES[0]] = patched_attributes
    patches, strays = _mapping(kept.get("items")), _mapping(kept.get("strays"))
    for name in LISTS:
        if name not in said and name not in strays:
            continue
        stated = list(said.get(name, []))
        listed = list(stated)
        for patch in _list(patches.get(name)):
            names = patch.get("names")
            chosen = None if names is None else frozenset(names)
            for at, item in enumerate(stated):
                if chosen is None or item["name"] in chosen:
                    listed[at] = _patched(item, patch)
        for stray in _list(strays.get(name)):
            listed.insert(stray["at"], stray["item"])
        document[name] = listed
    return document


def _patched(said: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    document = dict(said)
    for other in _list(patch.get("instead")):
        stated: Mapping[str, Any] = other["said"]
        tied = frozenset(stated) | next((names for names in _TIED if names & stated.keys()), frozenset())
        now = {name: document[name] for name in document if name in tied}
        if same(now, dict(stated)):
            document = {name: value for name, value in document.items() if name not in tied} | dict(other["kept"])
    more = _mapping(patch.get("more"))
    said_ties: set[str] = set().union(*(names for names in _TIED if names & document.keys()))
    return document | {name: value for name, value in more.items() if name not in document and name not in said_ties}


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _list(value: Any) -> Iterable[Any]:
    return value if isinstance(value, list) else ()
