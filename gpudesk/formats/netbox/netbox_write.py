"""Entries of the catalog as NetBox documents and files of a library."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.formats.netbox.netbox_kept import restored
from gpudesk.formats.netbox.netbox_placeholders import with_placeholders
from gpudesk.formats.netbox.netbox_stated import Kind, Mappings, kind_of, stated
from gpudesk.formats.netbox.netbox_yaml import write_yaml

_NOT_FILE = re.compile(r"[^0-9A-Za-z._&+() -]+")


def document_of(body: Mapping[str, Any], mappings: Mappings = Mappings.BOTH) -> dict[str, Any]:
    """Return the NetBox document of an entry: data from facts and ports, and additional data stored by an import.

    Args:
        body: the entry in the form of the catalog's files.
        mappings: format of the panel port mappings; both by default, because each NetBox release reads one of them.

    Raises:
        NotInNetBox: NetBox has no type for this kind of object.
        InvalidData: the entry is malformed.
    """
    return document_of_type(parse_type(body), mappings)


def document_of_type(hardware: HardwareType, mappings: Mappings = Mappings.BOTH) -> dict[str, Any]:
    """Return the NetBox document of a type.

    Raises:
        NotInNetBox: NetBox has no type for this kind of object.
    """
    stored = hardware.body.get("netbox")
    netbox_data: Mapping[str, Any] = stored if isinstance(stored, Mapping) else {}
    if mappings is Mappings.AS_READ:
        read_as = netbox_data.get("mappings")
        mappings = Mappings(read_as) if read_as in tuple(Mappings) else Mappings.BOTH
    kind = kind_of(hardware)
    document = restored(stated(hardware, kind, mappings), netbox_data)
    if kind is Kind.MODULE and not netbox_data:
        document = with_placeholders(hardware, document)
    # Nothing in the document is shared with the entry.
    copied: dict[str, Any] = json.loads(json.dumps(document))
    return copied


def file_name_of(body: Mapping[str, Any]) -> str:
    """Return the library path: folder of its kind, manufacturer, part number or model; "device-types/NVIDIA/MQM9700-NS2F.yaml".

    Raises:
        NotInNetBox: NetBox has no type for this kind of object.
        InvalidData: the entry is malformed.
    """
    hardware = parse_type(body)
    name = hardware.part_numbers[0] if hardware.part_numbers else hardware.model
    return f"{kind_of(hardware).folder}/{_fit(hardware.vendor)}/{_fit(name)}.yaml"


def _fit(text: str) -> str:
    """A text that every system takes for the name of a file."""
    return _NOT_FILE.sub("-", text).strip(" .-")[:100] or "unnamed"


def written(bodies: Iterable[Mapping[str, Any]], mappings: Mappings = Mappings.BOTH) -> bytes:
    """All documents in one YAML text, each begun by three hyphens.

    Raises:
        NotInNetBox: NetBox has no type for one of them.
        InvalidData: an entry is not well formed.
    """
    return write_yaml([document_of(body, mappings) for body in bodies])
