"""Converts catalog files to rows of the built catalog; all faults in all files are found in one pass.

A file contains `sources`, short names for the documents its facts come from, and `types`. A fact refers to its source by the short
name; the entry that is stored and copied into projects contains the full document reference.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from gpudesk.catalog.definitions import (
    DEFINITIONS_FILE,
    VALUES_FILE,
    check_definitions,
    check_values,
    fact_definitions,
    fact_problem,
    value_definitions,
)
from gpudesk.catalog.entry import FactDefinition, Fault, catalog_message
from gpudesk.catalog.plain_yaml import MAXIMUM_BYTES, Document, read_document
from gpudesk.core.hardware.hardware import Fact, HardwareType, Mount
from gpudesk.core.hardware.hardware_face import face_frame, is_inside, overlap
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.store.catalog_db import FORMAT, CatalogRows, FactRow, FaultRow, ItemRow

_TOP_NAMES = frozenset(["sources", "types"])
_NO_VALUES = b"values: []\nwords: []\n"
_DEFINITION_KINDS = {"fact": "facts", "family": "families", "group": "groups"}
_KEY = re.compile(r"[a-z0-9]+([.-][a-z0-9]+)*\Z")
_COLOUR = re.compile(r"#[0-9a-f]{6}\Z")
_SHORT_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
ELEMENT_KINDS = frozenset("bezel fan psu drive vent handle display plate tray card".split())


@dataclass(slots=True)
class Loaded:
    """Content of a set of files.

    Attributes:
        types: key to the type, with its file and line.
        definitions: kind to name to body, as stored by `store.catalog_db`.
    """

    types: dict[str, HardwareType] = field(default_factory=dict)
    places: dict[str, tuple[Document, int]] = field(default_factory=dict)
    definitions: dict[str, dict[str, Any]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def catalog_files(folder: Path) -> list[Path]:
    """The catalog files of a folder by name; none if it does not exist."""
    return sorted(path for path in folder.glob("*.yaml") if path.is_file()) if folder.is_dir() else []


def read_contents(folder: Path) -> dict[str, bytes]:
    """File name to content, no more of a file than is needed to see that it is too large.

    Raises:
        OSError: a file cannot be read.
    """
    contents = {}
    for path in catalog_files(folder):
        with path.open("rb") as opened:
            contents[path.name] = opened.read(MAXIMUM_BYTES + 1)
    return contents


def contents_version(contents: Mapping[str, bytes], *also: str) -> str:
    """A hash of files, of the format of the built catalog and of whatever else the result depends on; 16 hexadecimal digits."""
    total = hashlib.sha256(f"{FORMAT}".encode())
    for part in also:
        total.update(b"\0" + part.encode())
    for name, content in sorted(contents.items()):
        total.update(b"\0" + name.encode() + b"\0" + hashlib.sha256(content).digest())
    return total.hexdigest()[:16]


def load_shipped(contents: Mapping[str, bytes]) -> Loaded:
    """The program's own files, with their definitions; a source must be one of the file's short names."""
    loaded = Loaded()
    document = read_document(DEFINITIONS_FILE, contents.get(DEFINITIONS_FILE, b""))
    check_definitions(document)
    loaded.faults.extend(document.faults)
    if document.faults:
        return loaded
    loaded.definitions = {kind: document.data[name] for kind, name in _DEFINITION_KINDS.items()}
    values = read_document(VALUES_FILE, contents.get(VALUES_FILE, _NO_VALUES))
    check_values(values)
    loaded.faults.extend(values.faults)
    if values.faults:
        return loaded
    loaded.definitions |= value_definitions(values.data)
    definitions = fact_definitions(loaded.definitions["fact"])
    others = {name: content for name, content in contents.items() if name not in (DEFINITIONS_FILE, VALUES_FILE)}
    _load_types(loaded, others, definitions, free_sources=False)
    _check_contained(loaded, ())
    return loaded


def load_user(contents: Mapping[str, bytes], definitions: Mapping[str, FactDefinition], known_keys: Iterable[str]) -> Loaded:
    """The person's own files; a source may be any text, and parts may be those of the program's catalog."""
    loaded = Loaded()
    _load_types(loaded, contents, definitions, free_sources=True)
    _check_contained(loaded, known_keys)
    return loaded


def load_documents(documents: Iterable[Document], definitions: Mapping[str, FactDefinition], known_keys: Iterable[str]) -> Loaded:
    """Entries that somebody has read already, from a text or from a sheet; a source may be any text, as in the person's own files.

    Args:
        documents: `data` has the list `types`; the place of a fault is what `line_of` gives for the path of the value.
    """
    loaded = Loaded()
    for document in documents:
        _load_document(loaded, document, definitions, free_sources=True)
    _check_contained(loaded, known_keys)
    return loaded


def catalog_rows(loaded: Loaded, version: str) -> CatalogRows:
    """What `store.catalog_db` writes."""
    items, facts = [], []
    for key, hardware in loaded.types.items():
        body = canonical_body(hardware.body)
        items.append(
            ItemRow(
                key=key,
                family=hardware.family.value,
                vendor=hardware.vendor,
                model=hardware.model,
                version=body_version(body),
                mount=hardware.mount.name.lower(),
                aliases=hardware.aliases,
                part_numbers=hardware.part_numbers,
                description=hardware.description,
                description_es=hardware.description_es,
                height_u=hardware.number("height_u"),
                power_max_w=hardware.number("power_max_w"),
                weight_kg=hardware.number("weight_kg"),
                body=body,
            )
        )
        for name, fact in hardware.facts.items():
            facts.append(FactRow(key, name, fact.value, fact.source, fact.confidence.value))
    faults = tuple(FaultRow(fault.file, fault.line, fault.message.to_json()) for fault in loaded.faults)
    return CatalogRows(version, tuple(items), tuple(facts), loaded.definitions, faults)


def canonical_body(body: Mapping[str, Any]) -> str:
    """An entry as one line of JSON that is the same for equal entries (names keep their order: facts are shown in it)."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def body_version(body: str) -> str:
    """The version of an entry: 12 hexadecimal digits of the hash of its canonical JSON."""
    return hashlib.sha256(body.encode()).hexdigest()[:12]


def _load_types(loaded: Loaded, contents: Mapping[str, bytes], definitions: Mapping[str, FactDefinition], *, free_sources: bool) -> None:
    for name in sorted(contents):
        _load_document(loaded, read_document(name, contents[name]), definitions, free_sources=free_sources)


def _load_document(loaded: Loaded, document: Document, definitions: Mapping[str, FactDefinition], *, free_sources: bool) -> None:
    for number, body in enumerate(_raw_types(document)):
        _load_type(loaded, document, f"types[{number}]", body, definitions, free_sources=free_sources)
    loaded.faults.extend(document.faults)


def _raw_types(document: Document) -> list[Any]:
    data = document.data
    if data is None and document.faults:
        return []
    if not isinstance(data, dict) or not isinstance(data.get("types"), list):
        document.fault(1, catalog_message(QT_TRANSLATE_NOOP("catalog", "a list named types is missing")))
        return []
    for name in data:
        if name not in _TOP_NAMES:
            text = QT_TRANSLATE_NOOP("catalog", "unknown name {name}; valid names: {names}")
            document.fault_at(name, catalog_message(text, name=name, names=", ".join(sorted(_TOP_NAMES))))
    sources = data.get("sources", {})
    if not isinstance(sources, dict) or not all(isinstance(source, str) and source for source in sources.values()):
        text = QT_TRANSLATE_NOOP("catalog", "sources must be a mapping of short names to documents")
        document.fault_at("sources", catalog_message(text))
        data["sources"] = {}
    types: list[Any] = data["types"]
    return types


def _load_type(
    loaded: Loaded,
    document: Document,
    path: str,
    body: Any,
    definitions: Mapping[str, FactDefinition],
    *,
    free_sources: bool,
) -> None:
    line = document.line_of(path)
    if not isinstance(body, dict):
        document.fault_at(path, catalog_message(QT_TRANSLATE_NOOP("catalog", "an entry must be a mapping")))
        return
    before = len(document.faults)
    _write_sources_out(document, path, body, document.data.get("sources", {}), free_sources=free_sources)
    try:
        hardware = parse_type(body)
    except InvalidData as error:
        for problem in error.problems:
            where = str(problem.values.get("where", ""))
            document.fault_at(f"{path}.{where}", problem)
        _check_raw_facts(document, path, body.get("facts"), definitions)
        _check_names(document, path, body, in_both_languages=not free_sources)
        return
    _check_type(document, path, hardware, definitions, in_both_languages=not free_sources)
    if hardware.key in loaded.types:
        other, other_line = loaded.places[hardware.key]
        text = QT_TRANSLATE_NOOP("catalog", "the key {key} appears twice: also in {file}, line {line}")
        document.fault_at(f"{path}.key", catalog_message(text, key=hardware.key, file=other.file, line=other_line))
    if len(document.faults) == before:
        loaded.types[hardware.key] = hardware
        loaded.places[hardware.key] = (document, line)


def _write_sources_out(document: Document, path: str, value: Any, sources: Mapping[str, str], *, free_sources: bool) -> None:
    """Replace the short name of every source inside `value` by its document."""
    if isinstance(value, list):
        for number, item in enumerate(value):
            _write_sources_out(document, f"{path}[{number}]", item, sources, free_sources=free_sources)
    if not isinstance(value, dict):
        return
    for name, item in value.items():
        if name != "source":
            _write_sources_out(document, f"{path}.{name}", item, sources, free_sources=free_sources)
        elif isinstance(item, str) and item in sources:
            value[name] = sources[item]
        elif isinstance(item, str) and (not free_sources or (_SHORT_NAME.match(item) and sources)):
            text = QT_TRANSLATE_NOOP("catalog", "the source {name} is not among the sources of this file")
            document.fault_at(f"{path}.source", catalog_message(text, name=item))


def _check_type(
    document: Document, path: str, hardware: HardwareType, definitions: Mapping[str, FactDefinition], *, in_both_languages: bool = True
) -> None:
    """Record errors that the type's own reader does not detect: names and limits of facts, languages, areas.

    Args:
        in_both_languages: shipped entries are described in both languages; a user entry in either one.
    """

    def note(where: str, message: Message) -> None:
        document.fault_at(f"{path}.{where}", message)

    _check_names(document, path, hardware.body, in_both_languages=in_both_languages)
    for name, fact in hardware.facts.items():
        for variant in (fact, *fact.others):
            problem = fact_problem(definitions, name, variant.value)
            if problem is not None:
                note(f"facts.{name}", problem)
        if in_both_languages:
            _check_note(note, name, fact)
    for number, element in enumerate(hardware.elements):
        if element.kind not in ELEMENT_KINDS:
            text = QT_TRANSLATE_NOOP("catalog", "{kind} is not an element kind; valid kinds: {kinds}")
            note(
                f"elements[{number}].kind",
                catalog_message(text, kind=element.kind, kinds=", ".join(sorted(ELEMENT_KINDS))),
            )
    if hardware.colour and not _COLOUR.match(hardware.colour):
        text = QT_TRANSLATE_NOOP("catalog", "a color must have the form #rrggbb, not {colour}")
        note("colour", catalog_message(text, colour=hardware.colour))
    _check_areas(note, hardware)


def _check_names(document: Document, path: str, body: Mapping[str, Any], *, in_both_languages: bool) -> None:
    """The form of the key, and the description in both languages or in one."""
    key = body.get("key")
    if isinstance(key, str) and key and not _KEY.match(key):
        text = QT_TRANSLATE_NOOP("catalog", "the key {key} must have the form vendor.model: lowercase letters, digits, dots and hyphens")
        document.fault_at(f"{path}.key", catalog_message(text, key=key))
    missing = [name for name in ("description", "description_es") if not body.get(name)]
    if in_both_languages:
        for name in missing:
            document.fault_at(f"{path}.{name}", catalog_message(QT_TRANSLATE_NOOP("catalog", "{name} is missing"), name=name))
    elif len(missing) > 1:
        text = QT_TRANSLATE_NOOP("catalog", "a description is missing; one language is enough")
        document.fault_at(f"{path}.description", catalog_message(text))


def _check_raw_facts(document: Document, path: str, facts: Any, definitions: Mapping[str, FactDefinition]) -> None:
    """Errors in the fact values of an entry that has other faults, so that all are reported together."""
    for name, raw in facts.items() if isinstance(facts, dict) else ():
        value = raw.get("value") if isinstance(raw, dict) else None
        problem = fact_problem(definitions, name, value) if isinstance(value, int | float | str) else None
        if problem is not None:
            document.fault_at(f"{path}.facts.{name}", problem)


def _check_note(note: Any, name: str, fact: Fact) -> None:
    for variant in (fact, *fact.others):
        if bool(variant.note) is not bool(variant.note_es):
            text = QT_TRANSLATE_NOOP("catalog", "the note for {name} is in one language only")
            note(f"facts.{name}", catalog_message(text, name=name))


def _check_areas(note: Any, hardware: HardwareType) -> None:
    frame = face_frame(hardware)
    drawn = [(f"ports[{n}].area", group.face, group.area) for n, group in enumerate(hardware.port_groups)]
    elements = [(f"elements[{n}].area", element.face, element.area) for n, element in enumerate(hardware.elements)]
    elements += [("bays", bay.face, bay.area) for bay in hardware.bays if bay.area is not None]
    sized = hardware.mount is Mount.UNITS or {"width_mm", "height_mm"} <= hardware.facts.keys() or "netbox" in hardware.body
    if frame is None or not sized:
        if drawn or elements:
            text = QT_TRANSLATE_NOOP("catalog", "ports and elements require width_mm and height_mm")
            note("facts", catalog_message(text))
        return
    for where, _face, area in drawn + elements:
        if not is_inside(area, frame):
            text = QT_TRANSLATE_NOOP("catalog", "the area is empty or outside the face of {width} mm × {height} mm")
            note(where, catalog_message(text, width=frame.width_mm, height=frame.height_mm))
    for (_where, face, area), (where, other_face, other) in combinations(drawn, 2):
        if face is other_face and overlap(area, other):
            note(where, catalog_message(QT_TRANSLATE_NOOP("catalog", "the area overlaps that of another group of ports")))


def _check_contained(loaded: Loaded, known_keys: Iterable[str]) -> None:
    known = {*loaded.types, *known_keys}
    for key in list(loaded.types):
        missing = [part.key for part in loaded.types[key].contains if part.key not in known]
        if missing:
            document, line = loaded.places[key]
            text = QT_TRANSLATE_NOOP("catalog", "{key} contains {parts}, not found in the catalog")
            message = catalog_message(text, key=key, parts=", ".join(missing))
            loaded.faults.append(Fault(document.file, line, message, "contains"))
            del loaded.types[key], loaded.places[key]
