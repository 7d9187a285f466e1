"""A library of device, module and rack types of our own making, with every oddity that real ones have, and what an import must say of each.

Each document is clean before one or two oddities are put into it, and each oddity is told in exactly one line.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

Document = dict[str, Any]

VENDORS = ("Cisco", "Rohde & Schwarz", "Palo Alto", "Dell EMC", "Juniper", "A10", "3Com", "HPE")
INTERFACE_TYPES = (
    "1000base-t", "10gbase-x-sfpp", "25gbase-x-sfp28", "100gbase-x-qsfp28", "400gbase-x-osfp", "800gbase-x-osfp", "infiniband-ndr",
    "infiniband-xdr", "1000base-tx", "100gbase-lr4", "10gbase-sr", "1000base-x-gbic", "32gfc-sfp28", "cisco-stackwise", "xdsl", "other",
    "400gbase-x-qsfpdd", "1.6tbase-x-osfp1600", "100base-tx", "sonet-oc48",
)  # fmt: skip
OUTLETS = ("iec-60320-c13", "iec-60320-c19", "nema-5-15r", "CS8264C", "hdot-cx")
INLETS = ("iec-60320-c14", "iec-60320-c20", "iec-60309-3p-n-e-6h", "dc-terminal", "nema-l6-30p")
HEIGHTS = (0.5, 1, 1.0, 1.5, 2, 2.0, 3, 4, 10, 48, 50)
AIRFLOWS = ("front-to-rear", "rear-to-front", "left-to-right", "right-to-left", "passive")


PROFILES: tuple[tuple[str, Document], ...] = (
    ("CPU", {"architecture": "x86_64", "speed": 2.4, "cores": 56}),
    ("CPU", {"architecture": None, "speed": 2, "cores": 8}),
    ("Expansion card", {"connector_type": "PCIe x16", "bandwidth": 400}),
    ("Expansion card", {"bandwidth": 12}),
    ("Fan", {"rpm": 12000}),
    ("Fan", {}),
    ("GPU", {"interface": "PCIe 5.0 x16", "gpu": "GH100", "memory": 80}),
    ("GPU", {"interface": "PCIe 4.0", "memory": 24}),
    ("Hard disk", {"type": "NVME", "size": 3840}),
    ("Hard disk", {"type": "HD", "size": 7, "speed": 7200}),
    ("Memory", {"class": "DDR5", "size": 64, "data_rate": 4800, "ecc": True}),
    ("Power supply", {"input_current": "AC", "input_voltage": 240, "wattage": 3300, "hot_swappable": True}),
    ("Transceiver", {"form_factor": "OSFP", "media": "single-mode fiber", "phy": "400GBASE-DR4", "data_rate": "400G", "reach": 500}),
    ("Transceiver", {"data_rate": "1.6T", "connector_type": "MPO-12"}),
)  # fmt: skip


@dataclass
class Made:
    """One file: its text, the documents in it, and the codes of the remarks that it must draw."""

    file: str
    documents: list[Document]
    codes: list[str] = field(default_factory=list)
    text: bytes = b""


@dataclass(frozen=True)
class Oddity:
    """Something unusual: what an import calls it, which documents can have it, and how it is put in."""

    code: str
    fits: Callable[[Document], bool]
    put: Callable[[Document, random.Random], object]
    touches: frozenset[str]


def _items(document: Document, name: str) -> list[Document]:
    found: list[Document] = document.get(name, [])
    return found


def _set(name: str, value: Any) -> Callable[[Document, random.Random], object]:
    def put(document: Document, rnd: random.Random) -> None:
        document[name] = value

    return put


def _drop(*names: str) -> Callable[[Document, random.Random], object]:
    def put(document: Document, rnd: random.Random) -> None:
        for name in names:
            document.pop(name, None)

    return put


def _on_all(name: str, key: str, value: Any) -> Callable[[Document, random.Random], object]:
    def put(document: Document, rnd: random.Random) -> None:
        for item in _items(document, name):
            item[key] = value

    return put


def _on_one(name: str, key: str, value: Any) -> Callable[[Document, random.Random], object]:
    def put(document: Document, rnd: random.Random) -> None:
        rnd.choice(_items(document, name))[key] = value

    return put


def _has(*names: str) -> Callable[[Document], bool]:
    return lambda document: all(document.get(name) for name in names)


def is_device(document: Document) -> bool:
    return "slug" in document and "form_factor" not in document


def is_placed(document: Document) -> bool:
    """A device that is no child: its height is its own."""
    return is_device(document) and document.get("subdevice_role") != "child"


def is_rack(document: Document) -> bool:
    return "form_factor" in document


def is_plain(document: Document) -> bool:
    """A device with interfaces and without draws, outlets and bays."""
    return (
        is_device(document) and bool(document.get("interfaces")) and not {"power-outlets", "module-bays", "device-bays"} & document.keys()
    )


def _several_draws(document: Document, rnd: random.Random) -> None:
    document["power-ports"] = [{"name": f"PSU{n}", "type": "iec-60320-c14", "maximum_draw": 3000} for n in range(rnd.randint(2, 8))]


def _name_twice(document: Document, rnd: random.Random) -> None:
    document["module-bays"] = [{"name": "SXM5", "position": str(n)} for n in range(8)]


def _misspelt_weight(document: Document, rnd: random.Random) -> None:
    document["power-ports"] = [{"name": "PSU", "type": "iec-60320-c14", "maxiumum draw": "75 W"}]


def _broken_way(document: Document, rnd: random.Random) -> None:
    if "port-mappings" in document:
        document["port-mappings"].append({"front_port": "nowhere", "rear_port": document["rear-ports"][0]["name"]})
    else:
        document["front-ports"].append({"name": "extra", "type": "lc", "rear_port": "nowhere"})


def _says(profile: str | None, attributes: Document) -> Callable[[Document, random.Random], object]:
    """A module with this profile and these attributes in place of its own."""

    def put(document: Document, rnd: random.Random) -> None:
        for name in ("profile", "attribute_data", "attributes"):
            document.pop(name, None)
        document.update({"profile": profile} if profile else {})
        document.update(attributes)

    return put


def is_module(document: Document) -> bool:
    return "slug" not in document and "form_factor" not in document and str(document.get("model", "")).startswith("Module")


def _odd(code: str, fits: Callable[[Document], bool], put: Callable[[Document, random.Random], object], *touches: str) -> Oddity:
    return Oddity(code, fits, put, frozenset(touches))


ODDITIES = (
    _odd("profile-unknown", is_module, _says("Coffee machine", {}), "profile"),
    _odd("attributes-without-profile", is_module, _says(None, {"attribute_data": {"cups": 3}}), "profile"),
    _odd("attributes-odd", is_module, _says("GPU", {"attribute_data": {"memory": "80 GB"}}), "profile"),
    _odd("attributes-odd", is_module, _says("CPU", {"attributes": ["8 cores"]}), "profile"),
    _odd("attributes-odd", is_module, _says("Fan", {"attributes": {"blades": 7}}), "profile"),
    _odd("attributes-odd", is_module, _says("Power supply", {"attribute_data": {"input_current": "DC", "input_voltage": -48}}), "profile"),
    _odd("height-missing", is_placed, _drop("u_height"), "u_height"),
    _odd("height-as-text", is_placed, _set("u_height", "2"), "u_height"),
    _odd("height-rounded", is_placed, _set("u_height", 1.33), "u_height"),
    _odd("height-of-child", is_plain, lambda d, r: d.update(u_height=1, subdevice_role="child"), "u_height", "subdevice_role"),
    _odd("weight-zero", is_device, lambda d, r: d.update(weight=0, weight_unit="kg"), "weight"),
    _odd("weight-without-unit", is_device, lambda d, r: (d.update(weight=12.5), d.pop("weight_unit", None)), "weight"),
    _odd("weight-unit-unknown", is_device, lambda d, r: d.update(weight=1.5, weight_unit="stone"), "weight"),
    _odd("weight-not-number", is_device, lambda d, r: d.update(weight="12 kg", weight_unit="kg"), "weight"),
    _odd("unit-without-weight", is_device, lambda d, r: (d.pop("weight", None), d.update(weight_unit="lb")), "weight"),
    _odd("airflow-without-word", is_device, _set("airflow", "mixed"), "airflow"),
    _odd("airflow-without-word", is_device, _set("airflow", "side-to-rear"), "airflow"),
    _odd("airflow-unknown", is_device, _set("airflow", "front_to_back"), "airflow"),
    _odd("full-depth-missing", is_device, _drop("is_full_depth"), "is_full_depth"),
    _odd("value-not-flag", is_device, _set("is_full_depth", "Yes please"), "is_full_depth"),
    _odd("value-not-flag", _has("interfaces"), _on_one("interfaces", "mgmt_only", "maybe"), "interfaces"),
    _odd("key-misspelt", _has("power-ports"), _on_all("power-ports", "maximum-draw", 500), "power-ports"),
    _odd("key-misspelt", _has("power-ports"), _on_all("power-ports", "maxium_draw", 500), "power-ports"),
    _odd("key-misspelt", is_plain, _misspelt_weight, "power-ports"),
    _odd("key-misspelt", _has("interfaces"), _on_all("interfaces", "poe-mode", "pse"), "interfaces"),
    _odd("key-misspelt", _has("interfaces"), _on_all("interfaces", "poe-type", "type2-ieee802.3at"), "interfaces"),
    _odd("key-misspelt", _has("interfaces"), _on_one("interfaces", "management-only", True), "interfaces"),
    _odd("key-misspelt", _has("rear-ports"), _on_all("rear-ports", "position", 1), "rear-ports"),
    _odd("key-misspelt", _has("interfaces"), _on_one("interfaces", "lable", "Port 1"), "interfaces"),
    _odd("key-misspelt", is_device, _set("comment", "one"), "comment"),
    _odd("key-unknown", _has("interfaces"), _on_one("interfaces", "comments", "here"), "interfaces"),
    _odd("key-unknown", _has("module-bays"), _on_all("module-bays", "maximum_draw", 2200), "module-bays"),
    _odd("key-unknown", _has("module-bays"), _on_one("module-bays", "installed_module", "PSU"), "module-bays"),
    _odd("key-unknown", is_device, _set("lifecycle", {"until": 2030, "by": ["a", None, 1.5]}), "lifecycle"),
    _odd("name-twice", is_plain, _name_twice, "module-bays"),
    _odd("name-as-number", _has("interfaces"), _on_one("interfaces", "name", 17), "interfaces"),
    _odd("name-cut", _has("interfaces"), _on_one("interfaces", "name", "x" * 120), "interfaces"),
    _odd(
        "item-not-mapping", _has("interfaces"), lambda d, r: d["interfaces"].insert(r.randint(0, 3), {"type": "1000base-t"}), "interfaces"
    ),
    _odd("item-not-mapping", _has("interfaces"), lambda d, r: d["interfaces"].append("swp99"), "interfaces"),
    _odd(
        "without-socket",
        _has("interfaces"),
        lambda d, r: d["interfaces"].insert(r.randint(0, 2), {"name": "vlan1", "type": "virtual"}),
        "interfaces",
    ),
    _odd("type-missing", _has("interfaces"), lambda d, r: d["interfaces"].append({"name": "bare"}), "interfaces"),
    _odd("type-unknown", _has("interfaces"), _on_one("interfaces", "type", "900gbase-x-hyper"), "interfaces"),
    _odd("mapping-broken", _has("front-ports", "rear-ports"), _broken_way, "front-ports"),
    _odd(
        "positions-odd",
        _has("rear-ports"),
        lambda d, r: d["rear-ports"].append({"name": "odd", "type": "mpo", "positions": 0}),
        "rear-ports",
    ),
    _odd("parent-without-bays", is_plain, _set("subdevice_role", "parent"), "subdevice_role"),
    _odd("bays-without-role", _has("device-bays"), _drop("subdevice_role"), "subdevice_role"),
    _odd("role-unknown", is_plain, _set("subdevice_role", "sibling"), "subdevice_role"),
    _odd(
        "no-components",
        is_plain,
        lambda d, r: [d.pop(n, None) for n in ("interfaces", "console-ports", "power-ports")],
        "interfaces",
        "power-ports",
        "subdevice_role",
        "module-bays",
    ),
    _odd("slug-long", is_device, lambda d, r: d.update(slug=f"{d['slug']}-{'x' * 60}"[:100]), "slug"),
    _odd("slug-missing", is_device, _drop("slug"), "slug", "u_height", "is_full_depth", "form"),
    _odd("slug-odd", is_device, lambda d, r: d.update(slug=f"Slug {d['slug']}!"), "slug"),
    _odd("not-ascii", is_device, lambda d, r: d.update(description="“curly” ® 25 µm"), "description"),
    _odd("number-as-text", is_device, _set("part_number", 1234), "part_number"),
    _odd("number-as-text", is_device, _set("description", 7050), "description"),
    _odd("draw-of-several", is_plain, _several_draws, "power-ports"),
    _odd("draw-of-inlet", _has("power-outlets", "power-ports"), _on_all("power-ports", "maximum_draw", 12500), "power-ports"),
    _odd(
        "draw-not-number",
        is_plain,
        lambda d, r: d.update({"power-ports": [{"name": "PSU", "type": "iec-60320-c14", "maximum_draw": "750 W"}]}),
        "power-ports",
    ),
    _odd(
        "draw-beside-bays",
        is_plain,
        lambda d, r: d.update(
            {
                "power-ports": [{"name": "DC", "type": "dc-terminal", "maximum_draw": 900}],
                "module-bays": [{"name": "PSU 1", "position": "1"}],
            }
        ),
        "power-ports",
        "module-bays",
    ),
    _odd("outlet-without-inlet", _has("power-outlets"), _on_all("power-outlets", "power_port", "Inlet 9"), "power-outlets"),
    _odd("list-not-list", is_plain, _set("console-server-ports", {"name": "s0", "type": "rj-45"}), "console-server-ports"),
    _odd("module-token", _has("interfaces"), _on_one("interfaces", "name", "Gi0/{module}/{module}/0"), "interfaces"),
    _odd("mounting-depth", is_rack, _set("mounting_depth", 191), "mounting_depth"),
    _odd("rack-size-assumed", is_rack, _drop("outer_depth"), "outer"),
    _odd("date-as-text", is_device, _set("comments", "@2024-01-01"), "comments"),
)


def _ports(rnd: random.Random, most: int) -> list[Document]:
    found: list[Document] = []
    for block in range(rnd.randint(1, 4)):
        word = rnd.choice(INTERFACE_TYPES)
        extra = rnd.choice(({}, {}, {"mgmt_only": True}, {"enabled": False}, {"poe_mode": "pse", "poe_type": "type1-ieee802.3af"}))
        found += [{"name": f"Ethernet{block}/{n}", "type": word, **extra} for n in range(1, rnd.randint(2, most))]
    for item in found:
        if rnd.random() < 0.05:
            item |= {"label": f"P{rnd.randint(1, 99)}", "description": "up, or down"}
    return found


def device(rnd: random.Random, number: int) -> Document:
    """A clean device of one of several sorts."""
    vendor, sort = rnd.choice(VENDORS), rnd.choice(("switch", "server", "pdu", "panel", "chassis", "child"))
    model = f"{sort.upper()} {number}" + (
        " with a very long name of a model, as some makers like it"[: rnd.randint(0, 60)] if number % 9 == 0 else ""
    )
    made: Document = {
        "manufacturer": vendor,
        "model": model,
        "slug": f"{sort}-{number}",
        "u_height": rnd.choice(HEIGHTS),
        "is_full_depth": True,
    }
    if rnd.random() < 0.5:
        made |= {"weight": round(rnd.uniform(0.6, 410), rnd.randint(0, 2)), "weight_unit": rnd.choice(("kg", "lb", "g", "oz"))}
        made["weight"] = made["weight"] if made["weight_unit"] in ("kg", "lb") else made["weight"] * 30 // 1 + 1
    if rnd.random() < 0.5:
        made["airflow"] = rnd.choice(AIRFLOWS)
    if rnd.random() < 0.5:
        made["part_number"] = f"PN-{number}-{rnd.randint(1, 99)}"
    for name in ("front_image", "rear_image"):
        if rnd.random() < 0.3:
            made[name] = True
    if rnd.random() < 0.3:
        made["comments"] = "[sheet](https://example.org/a_b?c=d&e=*)\n\n* one\n* two: 'three'\n"
    if rnd.random() < 0.2:
        made["description"] = f"{sort} of {vendor}"
    _components(made, sort, rnd)
    return made


def _components(made: Document, sort: str, rnd: random.Random) -> None:
    if sort in ("switch", "server", "child"):
        made["interfaces"] = _ports(rnd, 40 if sort == "switch" else 4)
        made["console-ports"] = [{"name": "con 0", "type": rnd.choice(("rj-45", "usb-c", "de-9"))}]
        made["power-ports"] = [{"name": "PSU0", "type": rnd.choice(INLETS)}, {"name": "PSU1", "type": "iec-60320-c14"}]
    if sort == "server" and rnd.random() < 0.5:
        made["power-ports"] = [{"name": "PSU", "type": "iec-60320-c14", "maximum_draw": 750, "allocated_draw": 400}]
    if sort == "child":
        made |= {"u_height": 0, "subdevice_role": "child"}
        del made["power-ports"]
    if sort == "pdu":
        made |= {"u_height": 0, "is_full_depth": False}
        made["power-ports"] = [{"name": "Inlet 1", "type": rnd.choice(INLETS)}]
        made["power-outlets"] = [
            {"name": f"Outlet {n}", "type": rnd.choice(OUTLETS), "power_port": "Inlet 1", "feed_leg": rnd.choice("ABC")}
            for n in range(1, rnd.randint(3, 48))
        ]
    if sort == "panel":
        count = rnd.choice((1, 2, 4, 8))
        made |= {"is_powered": False, "is_full_depth": False}
        made["rear-ports"] = [{"name": f"R{n}", "type": "mpo", "positions": 6} for n in range(1, count + 1)]
        made["front-ports"] = [{"name": f"F{n}", "type": "lc", "color": "aa1409"} for n in range(1, 6 * count + 1)]
        ways = [(f"F{n + 1}", f"R{n // 6 + 1}", n % 6 + 1) for n in range(6 * count)]
        style = rnd.choice(("ports", "list", "both"))
        if style != "list":
            for item, (_, rear, position) in zip(made["front-ports"], ways, strict=True):
                item |= {"rear_port": rear} | ({} if position == 1 and rnd.random() < 0.5 else {"rear_port_position": position})
        if style != "ports":
            made["port-mappings"] = [
                {"front_port": front, "front_port_position": 1, "rear_port": rear, "rear_port_position": position}
                for front, rear, position in ways
            ]
    if sort == "chassis":
        made["module-bays"] = [{"name": f"Slot {n}", "position": str(n), "label": f"S{n}"} for n in range(1, rnd.randint(2, 50))]
        if rnd.random() < 0.5:
            made["device-bays"] = [{"name": f"Node {n}"} for n in range(1, 5)]
            made["subdevice_role"] = "parent"
        made["inventory-items"] = [{"name": "Fan", "manufacturer": made["manufacturer"], "part_id": "F1"}]


def module(rnd: random.Random, number: int) -> Document:
    """A clean module."""
    made: Document = {"manufacturer": rnd.choice(VENDORS), "model": f"Module {number}", "part_number": f"M-{number}"}
    if rnd.random() < 0.5:
        made |= {"weight": round(rnd.uniform(0.1, 9), 2), "weight_unit": "lb"}
    made["interfaces"] = [{"name": f"GigabitEthernet{{module}}/{n}", "type": "1000base-x-sfp"} for n in range(rnd.randint(1, 9))]
    if rnd.random() < 0.6:
        profile, attributes = rnd.choice(PROFILES)
        made["profile"] = profile
        told = {name: value for name, value in attributes.items() if value is not None or rnd.random() < 0.5}
        if told or rnd.random() < 0.5:
            made[rnd.choice(("attribute_data", "attribute_data", "attributes"))] = told
        if rnd.random() < 0.3:
            made["airflow"] = rnd.choice(AIRFLOWS)
    return made


def rack(rnd: random.Random, number: int) -> Document:
    """A clean rack."""
    units = rnd.choice((12, 24, 42, 48))
    return {
        "manufacturer": rnd.choice(VENDORS), "model": f"Rack {number}", "slug": f"rack-{number}",
        "form_factor": rnd.choice(("4-post-cabinet", "2-post-frame", "wall-cabinet")), "width": rnd.choice((10, 19, 23)),
        "u_height": units, "starting_unit": rnd.choice((1, 1, 3)), "outer_width": rnd.choice((24, 23.5)),
        "outer_height": units * 2, "outer_depth": 42, "outer_unit": "in", "weight": 120.5, "max_weight": 1500,
        "weight_unit": rnd.choice(("kg", "lb")), "desc_units": False,
    }  # fmt: skip


def generated(count: int, seed: int = 20) -> list[Made]:
    """A library of `count` types, one a file, with every oddity in it as often as in any other."""
    rnd = random.Random(seed)
    found = []
    for number in range(count):
        make, kind = rnd.choices((device, module, rack), (17, 2, 1))[0], ""
        document = make(rnd, number)
        kind = {device: "device-types", module: "module-types", rack: "rack-types"}[make]
        codes: list[str] = []
        touched: set[str] = set()
        fitting = [odd for odd in ODDITIES if odd.fits(document)]
        for odd in rnd.sample(fitting, min(len(fitting), rnd.choice((0, 1, 1, 2)))):
            if odd.touches & touched or not odd.fits(document):
                continue
            odd.put(document, rnd)
            touched |= odd.touches
            codes.append(odd.code)
        file = f"{kind}/{document['manufacturer']}/{document['model']}{rnd.choice(('.yaml', '.yaml', '.yml'))}"
        found.append(Made(file, [document], codes))
    _whole_files(found, rnd)
    for made in found:
        made.text = made.text or b"".join(text_of(document) for document in made.documents)
    return found


def _whole_files(found: list[Made], rnd: random.Random) -> None:
    """Oddities of files rather than of what is in them."""
    plain = [made for made in found if not made.codes and is_placed(made.documents[0])]
    twin, moved, odd_name, twice, with_mark = plain[:5]
    found.append(Made(f"{twin.file}-again.yaml", [dict(twin.documents[0])], ["key-taken"]))
    moved.file, moved.codes = "device-types/Testing/Test-1000.yaml", ["file-folder"]
    odd_name.file = f"device-types/{odd_name.documents[0]['manufacturer']}/RBSXTR&R11e.yaml"
    twice.text = text_of(twice.documents[0]) + b"u_height: 3\n"
    twice.documents[0]["u_height"], twice.codes = 3, ["key-twice"]
    with_mark.text = b"\xef\xbb\xbf" + text_of(with_mark.documents[0])
    several = [device(random.Random(rnd.random()), 1_000_000 + n) for n in range(3)]
    for document in several:
        document["manufacturer"] = "HPE"
    found.append(Made("device-types/HPE/several.yaml", several))


def text_of(document: Mapping[str, Any]) -> bytes:
    """A document as somebody might have typed it; a text that begins with @ is a date without quotes."""
    text: str = yaml.dump(dict(document), Dumper=yaml.CSafeDumper, sort_keys=False, explicit_start=True, allow_unicode=True, width=200)
    return text.replace("'@2024-01-01'", "2024-01-01").encode()
