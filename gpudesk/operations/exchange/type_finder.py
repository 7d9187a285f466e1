"""Which type a list means: by key, whole model name, part number or alias, in the project first and then in the catalog."""

from collections.abc import Iterator, Mapping
from typing import Any

from gpudesk.catalog.catalog import Catalog, open_catalog
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.tables.device_list import Wanted
from gpudesk.project.types import Types

_CONTEXT = "import"
_LOOKED_AT = 25
"""Hits of the search among which a whole name is looked for."""


class TypeFinder:
    """Finds each requested type once.

    Args:
        types: those of the project; they take precedence over those of the catalog.
        brought: key to the entry of types in the list itself; looked up on demand.
    """

    def __init__(self, types: Types, brought: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        self._project: dict[str, list[HardwareType]] = {}
        self._brought = brought or {}
        for kind in types.values():
            for name in _names(kind):
                self._project.setdefault(name, []).append(kind)
        self._found: dict[tuple[Wanted, bool], HardwareType | tuple[Message, Message | None]] = {}
        self._catalog: Catalog | None = None

    def find(self, wanted: Wanted, *, rack: bool) -> HardwareType | tuple[Message, Message | None]:
        """The type, or the fault and its fix.

        Args:
            rack: whether a rack is requested, or a device.
        """
        cache_key = (wanted, rack)
        if cache_key not in self._found:
            self._found[cache_key] = self._sought(wanted, rack=rack)
        return self._found[cache_key]

    def _sought(self, wanted: Wanted, *, rack: bool) -> HardwareType | tuple[Message, Message | None]:
        if wanted.units is None:
            return self._look(wanted, rack=rack)
        # A height alone is that of a rack.
        return self._rack_of(wanted) if rack else self._unknown(Wanted(f"{wanted.units}U"), rack=False)

    def _look(self, wanted: Wanted, *, rack: bool) -> HardwareType | tuple[Message, Message | None]:
        name = wanted.text.casefold()
        if wanted.text in self._brought:
            kind = parse_type(self._brought[wanted.text])
            return kind if (kind.family is Family.RACK) is rack else self._unknown(wanted, rack=rack)
        known = _of(self._project.get(name, ()), wanted, rack=rack)
        if not known:
            catalog = self._opened()
            if wanted.text in catalog:
                known = _of([catalog.get(wanted.text)], wanted, rack=rack)
            else:
                hits = catalog.search(wanted.text, None, _LOOKED_AT)
                known = _of((kind for hit in hits if name in _names(kind := catalog.get(hit.key))), wanted, rack=rack)
        # A key says more than a model, a model more than a part number, and an alias least.
        best = min((_worth(kind, name) for kind in known), default=0)
        exact = [kind for kind in known if _worth(kind, name) == best]
        if len({kind.key for kind in exact}) == 1:
            return exact[0]
        if known:
            text = QT_TRANSLATE_NOOP("import", "{name} matches several types.")
            fix = QT_TRANSLATE_NOOP("import", "Enter the key of one of them: {keys}.")
            keys = tuple(sorted({kind.key for kind in exact})[:5])
            return Message(_CONTEXT, text, {"name": wanted.text[:60]}), Message(_CONTEXT, fix, {"keys": keys})
        return self._unknown(wanted, rack=rack)

    def _unknown(self, wanted: Wanted, *, rack: bool) -> tuple[Message, Message | None]:
        text = QT_TRANSLATE_NOOP("import", "neither the project nor the catalog contains a device {name}.")
        if rack:
            text = QT_TRANSLATE_NOOP("import", "neither the project nor the catalog contains a rack {name}.")
        near = [hit.key for hit in self._opened().search(wanted.text, Family.RACK if rack else None, 3)]
        fix = QT_TRANSLATE_NOOP("import", "Did you mean {keys}? Otherwise add the type to the catalog first.")
        if not near:
            fix = QT_TRANSLATE_NOOP("import", "Enter a key, model or part number from the catalog, or add the type to it first.")
        return Message(_CONTEXT, text, {"name": wanted.text[:60]}), Message(_CONTEXT, fix, {"keys": tuple(near)})

    def _rack_of(self, wanted: Wanted) -> HardwareType | tuple[Message, Message | None]:
        """A rack of no special maker with that many units."""
        catalog = self._opened()
        for hit in catalog.search("", Family.RACK, 1000):
            kind = catalog.get(hit.key)
            if kind.key.startswith("generic.") and (kind.number("units_u"), kind.number("rail_width_inch")) == (
                wanted.units,
                wanted.rail_width_inch,
            ):
                return kind
        text = QT_TRANSLATE_NOOP("import", "the catalog has no generic {units}U rack for {width} inches.")
        fix = QT_TRANSLATE_NOOP("import", "Set the type of the rack, or add one to the catalog.")
        values = {"units": wanted.units or 0, "width": wanted.rail_width_inch}
        return Message(_CONTEXT, text, values), Message(_CONTEXT, fix)

    def _opened(self) -> Catalog:
        if self._catalog is None:
            self._catalog = open_catalog()
        return self._catalog


def _names(kind: HardwareType) -> set[str]:
    return {name.casefold() for name in (kind.key, kind.model, kind.title, *kind.part_numbers, *kind.aliases)}


def _worth(kind: HardwareType, name: str) -> int:
    """How sure it is that `name` means `kind`; the least is the surest."""
    ranks = ((kind.key,), (kind.model, kind.title), kind.part_numbers, kind.aliases)
    return next(rank for rank, texts in enumerate(ranks) if name in {text.casefold() for text in texts})


def _of(kinds: Iterator[HardwareType] | list[HardwareType] | tuple[()], wanted: Wanted, *, rack: bool) -> list[HardwareType]:
    """Those that are racks, or are none, and of the wanted maker where several are left."""
    fitting = [kind for kind in kinds if (kind.family is Family.RACK) is rack]
    if wanted.vendor and len(fitting) > 1:
        return [kind for kind in fitting if kind.vendor.casefold() == wanted.vendor.casefold()] or fitting
    return fitting
