"""Objects omitted from an export because the instance has them, in its spelling, and missing ports of its types."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

from gpudesk.formats.netbox.netbox_lists import PORTS
from gpudesk.formats.netbox.netbox_skip import skip_key
from gpudesk.formats.netbox.netbox_stated import Kind
from gpudesk.formats.tables.tables import Cell
from gpudesk.project.netbox_known import MANUFACTURERS, NetboxKnown

Row = dict[str, Cell]
Document = Mapping[str, Any]


class There:
    """Data of the instance: learned by the project, and listed by the user."""

    def __init__(self, known: NetboxKnown, skip: Sequence[str]) -> None:
        self._known = known
        self._skip = {skip_key(name): name for name in skip}

    def name(self, table: str, wanted: str) -> str:
        """A manufacturer or a role as the instance spells it."""
        return self._known.name(table, wanted) or self._skip.get(skip_key(wanted)) or wanted

    def has(self, table: str, name: str) -> bool:
        """Whether the instance has a manufacturer or a role."""
        return self._known.name(table, name) is not None or skip_key(name) in self._skip

    def document(self, kind: Kind, document: Document) -> dict[str, Any]:
        """The document of a type with manufacturer and model as the instance spells them."""
        maker, model = str(document["manufacturer"]), str(document["model"])
        there = self._known.type(kind.folder, maker, model)
        maker, model = there or (self.name(MANUFACTURERS, maker), self._skip.get(skip_key(model), model))
        return {**document, "manufacturer": maker, "model": model}

    def has_type(self, kind: Kind, document: Document) -> bool:
        """Whether the instance has the type."""
        maker, model = str(document["manufacturer"]), str(document["model"])
        return self._known.type(kind.folder, maker, model) is not None or skip_key(model) in self._skip


def missing_ports(
    devices: Iterable[tuple[int, str, Hashable]],
    documents: Mapping[Hashable, tuple[Kind, Document]],
    known: NetboxKnown,
    remark: Callable[[str], None],
) -> dict[str, list[Row]]:
    """Interfaces, power ports and outlets that our types have and those of the same name in the instance lack, device by device.

    Args:
        devices: id of a device, its name there, and the key of its type in `documents`.
        documents: key of a type to its sort and document.
        remark: takes one line for each such type.
    """
    lacking: dict[Hashable, dict[str, list[Mapping[str, Any]]]] = {}
    of_title: dict[str, set[tuple[str, str]]] = {}
    for key, (kind, document) in documents.items():
        there = known.ports_of(str(document["manufacturer"]), str(document["model"])) if kind is Kind.DEVICE else None
        if there is None:
            continue
        lacks = {section: [item for item in document.get(section) or () if item["name"] not in there.get(section, ())] for section in PORTS}
        if any(lacks.values()):
            lacking[key] = lacks
            # A device may have the type of a tray.
            ports_of_title = of_title.setdefault(f"{document['manufacturer']} {document['model']}", set())
            ports_of_title.update((section, str(item["name"])) for section, items in lacks.items() for item in items)
    for title, names in of_title.items():
        remark(f"NetBox has the type {title!r} without {len(names)} of its ports: they go out as rows for each of its devices")
    ports: dict[str, list[Row]] = {section: [] for section in PORTS}
    for device_id, name, key in devices:
        for section, items in lacking.get(key, {}).items():
            ports[section].extend({"device": name, "device_id": device_id, **item} for item in items)
    return ports
