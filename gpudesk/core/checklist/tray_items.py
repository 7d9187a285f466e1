"""Items for a device that is one host, and for each tray of a rack-scale system: written once, with `trays`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gpudesk.core.checklist.items import Item, Scope

TRAYS = "trays"
_TITLES = {"title": "{} (tray)", "title_es": "{} (bandeja)"}
_NO_TRAYS = "not d.has_trays"


def with_trays(files: Iterable[Any]) -> list[Any]:
    """The files of a checklist with a tray item after each item with `trays`: true, or the additional needs of the tray item.

    Its key is that of the other with a "T" ("NODT-010" after "NOD-010"). It needs the same items, of the trays if there is such an
    item. Other items that need one of the two, and are not of scope device, need both. The first no longer applies to a system with
    trays.
    """
    bodies = list(files)
    known = {str(item.get("key", "")) for body in bodies for item in _items(body)}
    known |= {tray_key(str(item.get("key", ""))) for body in bodies for item in _items(body) if _has_trays(item)}
    return [
        {**body, "items": [expanded for item in body["items"] for expanded in _expanded(item, known)]}
        if isinstance(body, Mapping) and isinstance(body.get("items"), list)
        else body
        for body in bodies
    ]


def tray_key(key: str) -> str:
    """The key of the tray item for an item."""
    return "T-".join(key.split("-", 1))


def _items(body: Any) -> list[Mapping[str, Any]]:
    items = body.get("items") if isinstance(body, Mapping) else None
    return [item for item in items if isinstance(item, Mapping)] if isinstance(items, list) else []


def _has_trays(item: Mapping[str, Any]) -> bool:
    return item.get(TRAYS) is True or isinstance(item.get(TRAYS), list)


def _expanded(item: Any, known: set[str]) -> list[Any]:
    """An item, and its tray item if it has one."""
    if not isinstance(item, Mapping):
        return [item]
    needs = item.get("needs", [])
    needs = [str(need) for need in needs] if isinstance(needs, list) else []
    # A device with trays has no items of hosts of its own, so that none of them waits for its trays.
    both = needs if item.get("scope") == Scope.DEVICE else with_needs_of_trays(needs, known)
    if not _has_trays(item):
        return [{**item, "needs": both} if len(both) > len(needs) else dict(item)]
    own = {name: value for name, value in item.items() if name != TRAYS}
    when = str(item.get("when", ""))
    titles = {name: pattern.format(item.get(name, "")) for name, pattern in _TITLES.items()}
    tray_needs = [tray_key(need) if tray_key(need) in known else need for need in needs]
    tray_needs += item[TRAYS] if isinstance(item[TRAYS], list) else []
    return [
        {**own, "when": f"({when}) and {_NO_TRAYS}" if when else _NO_TRAYS},
        {**own, **titles, "key": tray_key(str(item.get("key", ""))), "scope": str(Scope.TRAY), "needs": tray_needs},
    ]


def with_needs_of_trays(needs: Sequence[str], known: Iterable[str]) -> list[str]:
    """Needs with those of trays after the ones that have such an item; `known` are the keys of all items."""
    return list(dict.fromkeys(key for need in needs for key in (need, tray_key(need)) if key == need or key in known))


class OwnTrays:
    """The tray items derived from the own items of a project, together with those of the program.

    An own item that replaces one with a tray item also has one, and may specify `trays` itself.

    Args:
        bodies: the own items as written.
        items: the shipped items.

    Attributes:
        known: the keys of all items.
        of_trays: item → the tray item derived from it; one that the project defines itself is derived from none.
    """

    def __init__(self, bodies: Iterable[Any], items: Mapping[str, Item]) -> None:
        self._more = {key: _needs_of_trays(items, key) for key, item in items.items() if _is_of_host(items, item)}
        mappings = [body for body in bodies if isinstance(body, Mapping)]
        written = {str(body.get("key", "")) for body in mappings}
        keys_with_trays = {str(body.get("key", "")) for body in mappings if _has_trays(body)} | set(self._more)
        self.known = {*items, *written, *map(tray_key, keys_with_trays)}
        self.of_trays = {key: tray_key(key) for key in keys_with_trays if tray_key(key) not in written}

    def follows_program(self, body: Mapping[str, Any]) -> bool:
        """Whether an own item has a tray item only because the one it replaces has one."""
        return TRAYS not in body and body.get("scope") == Scope.DEVICE and str(body.get("key", "")) in self._more

    def expanded(self, body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """An own item, and the tray item if one is derived from it."""
        if self.follows_program(body):
            body = {**body, TRAYS: self._more[str(body["key"])] or True}
        if _has_trays(body):
            body = {**body, "when": _without_condition(str(body.get("when", "")))}
        item_bodies: list[Mapping[str, Any]] = _expanded(body, self.known)
        return item_bodies if str(body.get("key", "")) in self.of_trays else item_bodies[:1]


def _is_of_host(items: Mapping[str, Item], item: Item) -> bool:
    """Whether `with_trays` derived a tray item from it; others have such a key independently (RCKT-100)."""
    other = items.get(tray_key(item.key))
    return other is not None and other.scope is Scope.TRAY and item.when != other.when == _without_condition(item.when)


def _needs_of_trays(items: Mapping[str, Item], key: str) -> list[str]:
    """The additional needs of the tray item compared with the other one."""
    needs = items[key].needs
    return [need for need in items[tray_key(key)].needs if need not in needs and need not in map(tray_key, needs)]


def _without_condition(when: str) -> str:
    """A condition without what `with_trays` adds to it: an exported item has that already."""
    if when == _NO_TRAYS:
        return ""
    end = f") and {_NO_TRAYS}"
    return when[1 : -len(end)] if when.startswith("(") and when.endswith(end) else when
