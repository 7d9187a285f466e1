"""Items that are asked of a device that is one host, and of each tray of a rack-scale system: written once, with `trays`."""

from collections.abc import Iterable, Mapping
from typing import Any

from gpudesk.core.checklist.items import Scope

TRAYS = "trays"
_TITLES = {"title": "{} (tray)", "title_es": "{} (bandeja)"}
_NO_TRAYS = "not d.has_trays"


def with_trays(files: Iterable[Any]) -> list[Any]:
    """The files of a checklist with an item of scope tray after each item that says `trays`: true, or what that of trays needs in addition.

    Its key is that of the other with a "T" ("NODT-010" after "NOD-010"). It needs what the other needs, of the trays where there is such an
    item. What else needs one of the two, and is not of scope device, needs both. The first no longer applies to a system with trays.
    """
    bodies = list(files)
    known = {str(item.get("key", "")) for body in bodies for item in _items(body)}
    known |= {tray_key(str(item.get("key", ""))) for body in bodies for item in _items(body) if _has_trays(item)}
    return [_expanded(body, known) if isinstance(body, Mapping) and isinstance(body.get("items"), list) else body for body in bodies]


def tray_key(key: str) -> str:
    """The key of the item of trays that goes with an item."""
    return "T-".join(key.split("-", 1))


def _items(body: Any) -> list[Mapping[str, Any]]:
    given = body.get("items") if isinstance(body, Mapping) else None
    return [item for item in given if isinstance(item, Mapping)] if isinstance(given, list) else []


def _has_trays(item: Mapping[str, Any]) -> bool:
    return item.get(TRAYS) is True or isinstance(item.get(TRAYS), list)


def _expanded(body: Mapping[str, Any], known: set[str]) -> dict[str, Any]:
    found: list[Any] = []
    for item in body["items"]:
        if not isinstance(item, Mapping):
            found.append(item)
            continue
        needs = item.get("needs", [])
        needs = needs if isinstance(needs, list) else []
        # A device with trays has no items of hosts of its own, so that none of them waits for its trays.
        alone = item.get("scope") == Scope.DEVICE
        both = [key for need in map(str, needs) for key in (need, tray_key(need)) if key == need or (key in known and not alone)]
        of_trays = _has_trays(item)
        own = {name: value for name, value in item.items() if name != TRAYS or not of_trays}
        if not of_trays:
            found.append({**own, "needs": both} if len(both) > len(needs) else own)
            continue
        when = str(item.get("when", ""))
        found.append({**own, "when": f"({when}) and {_NO_TRAYS}" if when else _NO_TRAYS})
        titles = {name: pattern.format(item.get(name, "")) for name, pattern in _TITLES.items()}
        mine = [tray_key(need) if tray_key(need) in known else need for need in map(str, needs)]
        mine += item[TRAYS] if isinstance(item[TRAYS], list) else []
        found.append({**own, **titles, "key": tray_key(str(item.get("key", ""))), "scope": str(Scope.TRAY), "needs": mine})
    return {**body, "items": found}
