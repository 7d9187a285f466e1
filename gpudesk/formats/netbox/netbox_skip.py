"""Names of manufacturers, roles and type models that a person lists because NetBox has them: which of them an export contains."""

from collections.abc import Sequence

from gpudesk.core.names.text_limits import slug_of
from gpudesk.formats.netbox.netbox import NotInNetBox, document_of_type
from gpudesk.formats.netbox.netbox_names import role_of
from gpudesk.formats.netbox.netbox_trays import tray_types
from gpudesk.project.snapshot import Snapshot


def skip_key(name: str) -> str:
    """How a listed name is compared: its slug, or the name in lowercase if it has no Latin letter or digit."""
    return slug_of(name) or " ".join(name.casefold().split())


def names_to_skip(text: str) -> tuple[str, ...]:
    """The names of a text with one name per line; empty lines are ignored."""
    return tuple(dict.fromkeys(name for line in text.splitlines() if (name := " ".join(line.split()))))


def exported_names(snapshot: Snapshot) -> frozenset[str]:
    """The keys of all manufacturers, roles and type models that an export of a project contains or refers to."""
    devices, names, trays = snapshot["device"], set[str](), snapshot.types.cached(tray_types)
    used = {*snapshot["rack"]["type_id"].tolist(), *devices["type_id"].tolist()}
    for type_id in used:
        kind = snapshot.types[type_id]
        try:
            documents = [document_of_type(kind), *(tray.document for tray in trays.get(type_id, ()))]
        except NotInNetBox:
            continue
        names |= {str(document[key]) for document in documents for key in ("manufacturer", "model")}
    pairs = dict.fromkeys(zip(devices["role"].tolist(), devices["type_id"].tolist(), strict=True))
    for role, type_id in pairs:
        kind = snapshot.types[type_id]
        device = {"role": role, "type_id": type_id}
        names |= {tray.tray.role or role_of(device, kind) for tray in trays.get(type_id, ())} or {role_of(device, kind)}
    return frozenset(map(skip_key, names))


def unmatched_names(snapshot: Snapshot, skip: Sequence[str]) -> tuple[str, ...]:
    """Listed names that leave nothing out, such as misspelled ones."""
    if not skip:
        return ()
    names = snapshot.cached(exported_names)
    return tuple(name for name in skip if skip_key(name) not in names)
