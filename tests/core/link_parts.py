"""Made-up parts of links: modules, cords, trunks, panels and ports, as plain catalog entries."""

from collections.abc import Mapping
from typing import Any

from gpudesk.core.cabling.link_parts import Joint, LinkEnd
from gpudesk.core.hardware.hardware import Area, Confidence, Face, HardwareType, PortGroup
from gpudesk.core.hardware.hardware_reader import parse_type


def part(family: str, facts: Mapping[str, Any], ends: list[dict[str, Any]], key: str = "part") -> HardwareType:
    """A part inside others, every fact with the source "test"."""
    plain = {name: value if isinstance(value, dict) else {"value": value} for name, value in facts.items()}
    return parse_type(
        {
            "key": key,
            "family": family,
            "vendor": "Acme",
            "model": key,
            "mount": "part",
            "facts": {name: {"source": "test", "confidence": "read", **value} for name, value in plain.items()},
            "ends": ends,
        }
    )


def sr4(top: str = "finned", ports: int = 2, **facts: Any) -> HardwareType:
    """A module of 400GBASE-SR4, twin-port unless said."""
    own = {
        "optical_standard": "2 × 400GBASE-SR4" if ports == 2 else "400GBASE-SR4",
        "fibre_mode": "multi-mode",
        "wavelength_nm": "850",
        "optical_lanes": 4 * ports,
        "lane_coding": "100G PAM4",
        "reach_om3_m": 30,
        "reach_om4_m": 50,
        "loss_budget_db": {"value": 1.7, "note": "on OM4", "others": [_other(1.6, "on OM3")]},
    }
    return part("transceiver", {**own, **facts}, _module_ends("osfp", top, ports, 400, "mpo12", "apc", 8), f"sr4-{top}-{ports}")


def dr4(top: str = "finned", ports: int = 2, reach_m: float = 500, rate_gbps: int = 400) -> HardwareType:
    """A module of 400GBASE-DR4, or of 800GBASE-DR4 at 800 Gb/s."""
    facts = {
        "optical_standard": f"{rate_gbps}GBASE-DR4",
        "fibre_mode": "single-mode",
        "wavelength_nm": "1310",
        "optical_lanes": 4 * ports,
        "lane_coding": f"{rate_gbps // 4}G PAM4",
        "reach_os2_m": reach_m,
        "loss_budget_db": 3,
    }
    return part("transceiver", facts, _module_ends("osfp", top, ports, rate_gbps, "mpo12", "apc", 8), f"dr4-{rate_gbps}-{top}-{ports}")


def fr4(top: str = "finned") -> HardwareType:
    """A module of 400GBASE-FR4, which cannot be split."""
    facts = {
        "optical_standard": "400GBASE-FR4",
        "fibre_mode": "single-mode",
        "lane_coding": "100G PAM4",
        "reach_os2_m": 2000,
        "loss_budget_db": 4,
        "breakout": "none: the wavelengths share one fibre",
    }
    return part("transceiver", facts, _module_ends("osfp", top, 1, 400, "lc2", "upc", 2), "fr4")


def cord(
    grade: str = "OM4", polarity: str = "B", kind: str = "jumper", gender: str = "female", polish: str = "apc", **facts: Any
) -> HardwareType:
    """A cord of MPO-12 connectors."""
    single = grade == "OS2"
    own = {
        "cable_kind": kind,
        "fibre_type": grade,
        "fibre_mode": "single-mode" if single else "multi-mode",
        "polarity": polarity,
        "attenuation_db_per_km": 0.4 if single else 3,
        "insertion_loss_db": 0.35,
        "length_max_m": 1000,
    }
    ends = [{"end": end, "connector": "mpo12", "count": 1, "gender": gender, "polish": polish, "fibres": 12} for end in "ab"]
    return part("cable", {**own, **facts}, ends, f"cord-{grade}-{polarity}-{kind}-{gender}-{polish}")


def duplex(polarity: str) -> HardwareType:
    """A single-mode cord of LC duplex connectors."""
    facts = {"cable_kind": "jumper", "fibre_type": "OS2", "fibre_mode": "single-mode", "polarity": polarity, "attenuation_db_per_km": 0.4}
    ends = [{"end": end, "connector": "lc2", "count": 1, "polish": "upc", "fibres": 2} for end in "ab"]
    return part("cable", facts, ends, f"duplex-{polarity}")


def splitter(grade: str = "OM4") -> HardwareType:
    """A splitter of one MPO-12 to two with two lanes each."""
    single = grade == "OS2"
    facts = {
        "cable_kind": "splitter",
        "fibre_type": grade,
        "fibre_mode": "single-mode" if single else "multi-mode",
        "polarity": "B",
        "attenuation_db_per_km": 0.4 if single else 3,
        "length_max_m": 100,
    }
    ends = [
        {"end": end, "connector": "mpo12", "count": count, "gender": "female", "polish": "apc", "fibres": 8 // count}
        for end, count in (("a", 1), ("b", 2))
    ]
    return part("cable", facts, ends, f"splitter-{grade}")


def copper(
    plug: str = "osfp", tops: tuple[str, str] = ("finned", "finned"), rate_gbps: int = 800, kind: str = "dac", **facts: Any
) -> HardwareType:
    """A cable with its own plugs."""
    own = {"cable_kind": kind, "fibre_mode": "multi-mode" if kind == "aoc" else "copper", "length_max_m": 3, **facts}
    ends = [
        {"end": end, "connector": plug, "count": 1, "rate_gbps": rate_gbps, **({"heat_sink": top} if top else {})}
        for end, top in zip("ab", tops, strict=True)
    ]
    return part("cable", own, ends, f"{kind}-{plug}-{'-'.join(tops)}-{rate_gbps}")


def panel(kind: str = "A", loss_db: float | None = 0.35, connector: str = "mpo12") -> Joint:
    """A panel of adapters between two cords."""
    facts = {} if loss_db is None else {"insertion_loss_db": loss_db}
    positions = 2 if connector == "lc2" else 12
    strands = {at: at if kind == "A" else positions + 1 - at for at in range(1, positions + 1)}
    port = ports(connector, None, role="panel", lanes=1)
    return Joint(part("panel", facts, [], f"panel-{kind}-{loss_db}"), port, port, strands)


def cassette(strands: Mapping[int, int], loss_db: float = 0.6, inwards: bool = True) -> Joint:
    """A cassette from LC duplex to MPO-12, or back."""
    front, rear = ports("lc2", None, role="panel", lanes=1), ports("mpo12", None, role="panel", lanes=1)
    kind = part("cassette", {"insertion_loss_db": loss_db}, [], "cassette")
    if inwards:
        return Joint(kind, front, rear, strands)
    return Joint(kind, rear, front, {far: near for near, far in strands.items()})


def ports(
    kind: str = "osfp",
    rate_gbps: float | None = 400,
    heat_sink: str = "",
    lanes: int = 4,
    role: str = "network",
    ports_per_cage: int = 1,
    network: str = "",
) -> PortGroup:
    """Ports of a device."""
    return PortGroup(
        "data",
        kind,
        role,
        Face.REAR,
        Area(0, 0, 40, 40),
        1,
        False,
        ("1",),
        ports_per_cage,
        lanes,
        rate_gbps,
        network,
        heat_sink,
        (),
        "test",
        Confidence.READ,
    )


def node(module: HardwareType | None = None, lanes: int = 0, lane: int = 0, **values: Any) -> LinkEnd:
    """The cage of a DGX or adapter: twin OSFP for flat tops."""
    return LinkEnd(ports(**{"heat_sink": "flat", "ports_per_cage": 2, **values}), module, lanes, lane)


def switch(module: HardwareType | None = None, lanes: int = 0, lane: int = 0, **values: Any) -> LinkEnd:
    """The cage of an air-cooled switch: twin OSFP for finned tops."""
    return LinkEnd(ports(**{"heat_sink": "finned", "ports_per_cage": 2, **values}), module, lanes, lane)


def _module_ends(cage: str, top: str, count: int, rate_gbps: int, connector: str, polish: str, fibres: int) -> list[dict[str, Any]]:
    face: dict[str, Any] = {"end": "b", "connector": connector, "count": count, "polish": polish, "rate_gbps": rate_gbps, "fibres": fibres}
    if connector.startswith("mpo"):
        face["gender"] = "male"
    return [{"end": "cage", "connector": cage, "count": 1, "heat_sink": top, "rate_gbps": rate_gbps * count}, face]


def _other(value: float, note: str) -> dict[str, Any]:
    return {"value": value, "source": "test", "confidence": "read", "note": note}
