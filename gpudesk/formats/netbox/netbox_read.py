"""One document of a NetBox library of types to an entry of our catalog."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from gpudesk.core.hardware.hardware import Family, HardwareType, Mount
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import Value
from gpudesk.core.names.text_limits import slug_of
from gpudesk.formats.netbox.netbox_kept import difference
from gpudesk.formats.netbox.netbox_profiles import ATTRIBUTES, PROFILE, profile_of, read_profile
from gpudesk.formats.netbox.netbox_quality import quality_of_type
from gpudesk.formats.netbox.netbox_read_facts import MOST_RACK_UNITS, FactReader, ImpossibleHeight, family_of_device
from gpudesk.formats.netbox.netbox_read_ports import Components, group_bodies, read_components, tell_key
from gpudesk.formats.netbox.netbox_remarks import Remarks, remark, shown
from gpudesk.formats.netbox.netbox_report import Quality, Remark
from gpudesk.formats.netbox.netbox_stated import DEFAULT_DESCRIPTIONS, Kind, Mappings, stated
from gpudesk.formats.netbox.netbox_text import BAY_LISTS, DEVICE_BAYS, FRONT, INTERFACES, INVENTORY, MAPPINGS, PORT_LISTS, REAR

SOURCE = "NetBox device-type library, "
LONGEST_KEY_PART = 80
_AS_READ: Mapping[str, str] = {}
_OLD_SLUG = 50
_SLUG_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")
_COMMON = frozenset(["manufacturer", "model", "part_number", "weight", "weight_unit", "description", "comments", MAPPINGS, *PORT_LISTS])
KEYS: Mapping[Kind, frozenset[str]] = {
    Kind.DEVICE: _COMMON
    | {"slug", "u_height", "is_full_depth", "airflow", "front_image", "rear_image", "subdevice_role", "is_powered"}
    | {"exclude_from_utilization", "default_platform", INVENTORY, *BAY_LISTS},
    Kind.MODULE: _COMMON | {"airflow", PROFILE, *ATTRIBUTES, "module-bays", INVENTORY},
    Kind.RACK: frozenset(
        "manufacturer model slug description form_factor width u_height outer_width outer_height outer_depth outer_unit weight max_weight"
        " weight_unit mounting_depth starting_unit desc_units comments".split()
    ),
}
"""The names that a document of each kind may have, in a library (its schema) or in NetBox 4.6."""


@dataclass(frozen=True, slots=True)
class ReadType:
    """An entry created from a document; its key may still have to be changed."""

    body: dict[str, Any]
    quality: Quality


class Refusal(Exception):
    """A document from which no entry can be made."""

    def __init__(self, code: str, document: int = 1, /, **values: Value) -> None:
        self.remark: Remark = remark(code, document, **values)
        super().__init__(code)


def kind_of_document(file: str, data: Mapping[str, Any]) -> Kind:
    """Return the kind of a document: from its folder, otherwise from its content."""
    folders = PurePosixPath(file).parts[:-1]
    for kind in Kind:
        if kind.folder in folders:
            return kind
    if "form_factor" in data or ("width" in data and "starting_unit" in data):
        return Kind.RACK
    return Kind.DEVICE if "slug" in data or "u_height" in data or "is_full_depth" in data else Kind.MODULE


def read_type(data: Any, file: str, remarks: Remarks, written: Mapping[str, str] = _AS_READ) -> ReadType:
    """Return the entry of one document.

    Args:
        data: content of the document.
        file: the path of its file inside the library.
        remarks: receives unusual data.
        written: original text of top-level numbers and flags in the file; used for names and part numbers.

    Raises:
        Refusal: no entry can be created from it.
    """
    number = remarks.document
    if not isinstance(data, Mapping):
        raise Refusal("not-a-type", number)
    vendor, model = (_name(data, key, remarks, written) for key in ("manufacturer", "model"))
    kind = kind_of_document(file, data)
    source = f"{SOURCE}{file}" if number == 1 else f"{SOURCE}{file} ({number})"
    _check(data, kind, file, vendor, remarks, written)
    try:
        body, components = _rack(data, source, remarks) if kind is Kind.RACK else _device(data, kind, source, remarks)
    except ImpossibleHeight as error:
        raise Refusal("height-impossible", number, value=shown(error.args[0])) from error
    english, spanish = DEFAULT_DESCRIPTIONS
    description = data.get("description")
    stated_text = description if isinstance(description, str) and description else ""
    entry: dict[str, Any] = {"key": _key(vendor, model), "family": body["family"], "vendor": vendor, "model": model, "mount": body["mount"]}
    part = data.get("part_number")
    if part is not None and part != "":
        entry["part_numbers"] = [written.get("part_number", str(part))]
    entry |= {"description": stated_text or english, "description_es": stated_text or spanish}
    entry |= {name: body[name] for name in ("facts", "ports", "bays", "passages") if body.get(name)}
    hardware = _parsed(entry, number)
    entry["netbox"] = _netbox(data, hardware, kind, components)
    return ReadType(entry, quality_of_type(hardware))


def _parsed(entry: Mapping[str, Any], number: int) -> HardwareType:
    try:
        return parse_type(entry)
    except InvalidData as error:
        raise Refusal("not-well-formed", number, reason=error.problems[0] if error.problems else error.message) from error


def _netbox(data: Mapping[str, Any], hardware: HardwareType, kind: Kind, components: Components) -> dict[str, Any]:
    stated_document = stated(hardware, kind, components.mappings or Mappings.LIST)
    stored: dict[str, Any] = {"kind": kind.value}
    if components.mappings is not None:
        stored["mappings"] = components.mappings.value
    return stored | difference(data, stated_document, components.strays)


def _name(data: Mapping[str, Any], key: str, remarks: Remarks, written: Mapping[str, str]) -> str:
    value = data.get(key)
    if value is None or value == "":
        raise Refusal("no-name" if len(data) > 0 else "not-a-type", remarks.document, **({"key": key} if data else {}))
    text = written.get(key, str(value))
    if isinstance(value, list | dict | bool):
        raise Refusal("name-not-text", remarks.document, key=key, value=shown(text))
    if not isinstance(value, str):
        remarks.add("number-as-text", key=key, value=shown(text))
    return text


def _key(vendor: str, model: str) -> str:
    return ".".join(slug_of(part)[:LONGEST_KEY_PART].strip("-") or f"x{zlib.crc32(part.encode()):08x}" for part in (vendor, model))


def _check(data: Mapping[str, Any], kind: Kind, file: str, vendor: str, remarks: Remarks, written: Mapping[str, str]) -> None:
    """Note unusual data of the whole document."""
    for key in data:
        if key not in KEYS[kind]:
            tell_key(key, f"the {kind}", KEYS[kind], 1, remarks)
    for key in ("manufacturer", "model", "part_number", "description"):
        value = data.get(key)
        if isinstance(value, str) and not value.isascii():
            remarks.add("not-ascii", value=shown(value))
        elif value is not None and not isinstance(value, str) and key in ("part_number", "description"):
            remarks.add("number-as-text", key=key, value=shown(written.get(key, value)))
    if kind is not Kind.MODULE:
        _check_slug(data.get("slug"), remarks)
    folders = PurePosixPath(file).parts
    if len(folders) >= 3 and folders[-3] == kind.folder and slug_of(folders[-2]) != slug_of(vendor):
        remarks.add("file-folder", folder=shown(folders[-2]), vendor=shown(vendor))


def _check_slug(slug: Any, remarks: Remarks) -> None:
    if slug is None:
        remarks.add("slug-missing")
    elif not isinstance(slug, str) or not slug or set(slug) - _SLUG_LETTERS:
        remarks.add("slug-odd", value=shown(slug))
    elif len(slug) > _OLD_SLUG:
        remarks.add("slug-long", count=len(slug))


def _device(data: Mapping[str, Any], kind: Kind, source: str, remarks: Remarks) -> tuple[dict[str, Any], Components]:
    facts = FactReader(data, source, remarks)
    components = read_components(data, remarks)
    if kind is Kind.MODULE:
        height_u: float = 0
        mount = Mount.CHILD
        facts.facts |= read_profile(data, source, remarks)
        family = _family_of_module(data, components)
    else:
        height_u = facts.height_u()
        family = family_of_device(data, components.counts, components.traffic_ports)
        mount = _mount(data, height_u, components, remarks)
        if "is_full_depth" not in data:
            remarks.add("full-depth-missing")
    facts.device(mount, height_u)
    facts.power()
    if not components.ports and not components.bays and not components.strays:
        remarks.add("no-components")
    bays = [{"group": name, "face": "front", "cages": names} for name, names in components.bays.items()]
    groups = group_bodies(components, family, mount, round(2 * height_u), source)
    body = {"family": family.value, "mount": mount.name.lower(), "facts": facts.facts, "ports": groups, "bays": bays}
    return body | {"passages": components.passages}, components


def _family_of_module(data: Mapping[str, Any], components: Components) -> Family:
    """The family of a module: by its profile, else by whether it has ports for data."""
    profile = profile_of(data)
    if profile is not None:
        return profile.family
    return Family.ADAPTER if components.counts[INTERFACES] or components.counts[FRONT] or components.counts[REAR] else Family.ACCESSORY


def _mount(data: Mapping[str, Any], height_u: float, components: Components, remarks: Remarks) -> Mount:
    role = data.get("subdevice_role")
    if role == "child":
        if height_u:
            remarks.add("height-of-child", value=height_u)
        return Mount.CHILD
    if role == "parent" and DEVICE_BAYS not in components.bays:
        remarks.add("parent-without-bays")
    elif role is None and DEVICE_BAYS in components.bays:
        remarks.add("bays-without-role")
    elif role not in (None, "parent"):
        remarks.add("role-unknown", value=shown(role))
    return Mount.UNITS if height_u else Mount.ZERO_U


def _rack(data: Mapping[str, Any], source: str, remarks: Remarks) -> tuple[dict[str, Any], Components]:
    facts = FactReader(data, source, remarks)
    units_u = facts.height_u(MOST_RACK_UNITS)
    if units_u < 1:
        raise ImpossibleHeight(data.get("u_height"))
    facts.rack({"units_u": units_u})
    return {"family": Family.RACK.value, "mount": Mount.FLOOR.name.lower(), "facts": facts.facts}, Components()
