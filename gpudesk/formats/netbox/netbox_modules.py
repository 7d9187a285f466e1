"""Module ports in NetBox: ports of the device in which the module is installed, named after the bay.

A module type names its ports with `{module}`, which NetBox replaces by the bay position (dcim/utils.py, resolve_module_placeholder
of 4.6.8). Without it, a device accepts no second module of the type because port names would be duplicated.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from gpudesk.core.cabling.port_parts import named_part
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.values.columns import ABSENT, Columns
from gpudesk.formats.netbox.netbox_lists import bay_positions
from gpudesk.formats.netbox.netbox_names import kinds_of
from gpudesk.formats.netbox.netbox_placeholders import JOINT, port_template, with_positions
from gpudesk.formats.netbox.netbox_read_ports import MODULE_TOKEN
from gpudesk.formats.netbox.netbox_stated import Kind, list_of
from gpudesk.formats.netbox.netbox_write import document_of_type
from gpudesk.formats.tables.netbox_origin import plain_names
from gpudesk.project.netbox_known import NetboxKnown, type_slug
from gpudesk.project.port_part_rules import part_names
from gpudesk.project.types import Types


@dataclass(slots=True)
class _Installed:
    """A module in its bay: the device that holds it, and own names of ports to those that NetBox makes of them."""

    holder_id: int
    kind: HardwareType
    position: str
    ports: dict[str, str] = field(default_factory=dict)


class ModulePorts:
    """The modules that NetBox can install, and their port names there.

    Args:
        devices: the table of the project.
        known: data of the instance: types of the same name may have other positions, or ports without placeholders.
        remark: receives one line per module that NetBox would reject.
    """

    def __init__(self, devices: Columns, types: Types, known: NetboxKnown, remark: Callable[[str], None] | None = None) -> None:
        self._types, self._known = types, known
        self._kinds = kinds_of(types)
        self._positions: dict[int, dict[str, str]] = {}
        self._taken: dict[int, set[tuple[str, str]]] = {}
        self._modules: dict[int, _Installed] = {}
        self._at: dict[int, dict[str, tuple[int, str]]] = {}
        self._in: dict[int, list[int]] = {}
        names = dict(zip(devices.ids.tolist(), devices["name"].tolist(), strict=True))
        type_ids = dict(zip(devices.ids.tolist(), devices["type_id"].tolist(), strict=True))
        for module_id, holder_id, slot in zip(devices.ids.tolist(), devices["parent_id"].tolist(), devices["slot"].tolist(), strict=True):
            if holder_id == ABSENT or self._kinds.get(type_ids[module_id]) is not Kind.MODULE:
                continue
            if self._kinds.get(type_ids[holder_id]) is Kind.DEVICE:
                refused = self._install(module_id, type_ids[module_id], holder_id, type_ids[holder_id], slot)
                if refused and remark is not None:
                    remark(f"the module {names[module_id]!r} is left out: {refused}")

    def holder(self, module_id: int) -> int | None:
        """Return the device that contains a module, None if it is not a module, or NetBox would reject it."""
        module = self._modules.get(module_id)
        return None if module is None else module.holder_id

    def names(self, module_id: int) -> Iterable[str]:
        """The names of the ports that NetBox makes of those of a module."""
        return self._modules[module_id].ports.values()

    def name(self, module_id: int, whole: str, part: str) -> str | None:
        """What NetBox calls a port of a module, None where its type there has no such port.

        Args:
            whole: name of the port in our type.
            part: name of the part of it that is meant, the same for a whole one.
        """
        module = self._modules[module_id]
        if whole not in module.ports or whole == part:
            return module.ports.get(whole)
        template = self._template(module.kind, whole)
        port_name = port_template(module.kind, part) if MODULE_TOKEN in template else part
        return port_name.replace(MODULE_TOKEN, module.position)

    def own(self, holder_id: int, shown: str) -> tuple[int, str] | None:
        """The module and its own name of a port, or of a part of one, that a device has in NetBox; None for ports of the device itself."""
        for word in plain_names(shown.strip()):
            module_port = self._at.get(holder_id, {}).get(word.casefold())
            if module_port is not None:
                return module_port
        for module_id in self._in.get(holder_id, ()):
            for word in plain_names(shown.strip()):
                part = self._part(self._modules[module_id], word)
                if part:
                    return module_id, part
        return None

    def _part(self, module: _Installed, word: str) -> str:
        """Return the name of a part within its module port, "" if it is not such a part."""
        for own in module.ports:
            template = self._template(module.kind, own)
            head, token, _ = template.partition(MODULE_TOKEN)
            start = f"{head}{module.position}" + (JOINT if template != own else "")
            if token and word.startswith(start):
                name = word[len(start) :] if template != own else f"{head}{MODULE_TOKEN}{word[len(start) :]}"
                part_match = named_part(name, part_names())
                if part_match is not None and part_match.port == own.casefold():
                    return name
        return ""

    def _install(self, module_id: int, type_id: int, holder_id: int, holder_type_id: int, slot: str) -> str:
        """Add a module; return why NetBox would reject it, "" if accepted."""
        kind = self._types[type_id]
        self._look_at(holder_id, holder_type_id)
        position = self._positions[holder_type_id].get(slot)
        if position is None:
            holder = self._types[holder_type_id]
            seen = type_slug(holder.vendor, holder.model) in self._known.bays
            # Where the project's own type lacks the bay, the set says so for all that is in none.
            return f"the type of its device has no bay {slot!r} in NetBox" if seen else ""
        there = self._known.modules.get(type_slug(kind.vendor, kind.model))
        module = _Installed(holder_id, kind, position)
        taken: set[tuple[str, str]] = set()
        for group in kind.port_groups:
            for port in group.ports:
                template = self._template(kind, port.name)
                if there is not None and template not in there:
                    continue
                if MODULE_TOKEN in template and not position:
                    return f"its bay {slot!r} has no position in NetBox, after which its ports would be named"
                if template.count(MODULE_TOKEN) > 1:
                    return f"the name {template!r} of a port requires nested modules"
                module.ports[port.name] = template.replace(MODULE_TOKEN, position)
                taken.add((list_of(group), module.ports[port.name]))
        twice = sorted(name for _, name in taken & self._taken[holder_id])
        if twice:
            return f"its device has a port {twice[0]!r} already: the ports of its type in NetBox need {MODULE_TOKEN} in their names"
        self._taken[holder_id] |= taken
        self._modules[module_id] = module
        self._in.setdefault(holder_id, []).append(module_id)
        self._at.setdefault(holder_id, {}).update({name.casefold(): (module_id, own) for own, name in module.ports.items()})
        return ""

    def _template(self, kind: HardwareType, name: str) -> str:
        """The name of a port in the type that NetBox has, or will have from us."""
        there = self._known.modules.get(type_slug(kind.vendor, kind.model))
        template = port_template(kind, name)
        return name if there is not None and template not in there and name in there else template

    def _look_at(self, holder_id: int, type_id: int) -> None:
        if type_id not in self._positions:
            kind = self._types[type_id]
            known = self._known.bays.get(type_slug(kind.vendor, kind.model))
            self._positions[type_id] = bay_positions(with_positions(document_of_type(kind))) if known is None else dict(known)
        if holder_id not in self._taken:
            groups = self._types[type_id].port_groups
            self._taken[holder_id] = {(list_of(group), port.name) for group in groups for port in group.ports}
