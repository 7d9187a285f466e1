"""Values from exporters of DCGM, nvitop and nvidia-smi, as the same facts and values as for a local GPU."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gpudesk.formats.hosts.prometheus_text import Sample
from gpudesk.monitor.exporters.exporters import Exporters, exporters
from gpudesk.monitor.readings.reading import GpuFacts, Lack, without_impossible

_INT64_BLANK = 0x7FFFFFFFFFFFFFF0
_INT32_BLANK = 0x7FFFFFF0
_FP64_BLANK = 140737488355328.0
"""DCGM placeholders for values (dcgm_structs.h): none, followed by not found, not supported, not permitted."""
_CODES = (Lack.UNSAID, Lack.UNSAID, Lack.UNSUPPORTED, Lack.NO_PERMISSION)
_BLANKS = {base + code: lack for base in (float(_INT32_BLANK), _FP64_BLANK) for code, lack in enumerate(_CODES)}
_BLANKS_64 = {str(_INT64_BLANK + code): lack for code, lack in enumerate(_CODES)}
_BARE_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_FLAGS = frozenset({"ecc", "mig", "persistence"})
_WHOLE = frozenset({"pcie_generation", "pcie_width"})
_TEXTS = ("name", "pci", "serial", "vbios")
_UNTOLD = ("capability", "chassis_serial", "slot", "tray", "module", "numa_node", "part_number", "sm_clock_mhz")
_MEMORY = ("memory_used_bytes", "memory_free_bytes", "memory_reserved_bytes")
_NOT_IN_PARTS = ("busy_percent", "memory_busy_percent", "encoder_percent", "decoder_percent")
"""Metrics that the driver does not provide for a GPU in MIG mode."""
_MOST_GPUS = 4096
"""Maximum per exporter; further GPUs are omitted."""


@dataclass(frozen=True, slots=True)
class GpuReading:
    """One GPU, or MIG instance, as reported by an exporter.

    Attributes:
        lacks: reason for a missing value, if the exporter reports it.
        xid: the last error reported by the driver, 0 for none, None if not reported.
        time_s: time in seconds since 1970, if reported.
    """

    facts: GpuFacts
    values: Mapping[str, float]
    lacks: Mapping[str, Lack]
    xid: int | None
    time_s: float | None


@dataclass(frozen=True, slots=True)
class HostReading:
    """One host, its GPUs in the order of their numbers, the parts of a GPU behind it."""

    name: str
    driver: str
    cuda: str
    gpus: tuple[GpuReading, ...]


def lack_of(value: float, text: str) -> Lack | None:
    """Return why a number is not a value, None if it is one."""
    if value != value:  # noqa: PLR0124 - NaN differs from itself
        return Lack.UNSAID
    blank_lack = _BLANKS.get(value)
    if blank_lack is not None:
        return blank_lack
    if value >= float(_INT64_BLANK):
        return _BLANKS_64.get(text, Lack.UNSAID) if value != float("inf") else Lack.FAILED
    return Lack.FAILED if value == float("-inf") else None


@dataclass(frozen=True, slots=True)
class _Who:
    """Whose value it is."""

    host: str
    uuid: str
    parent: str
    index: int | None
    instance: int | None
    profile: str
    texts: Mapping[str, str]


@dataclass(slots=True)
class _Gathered:
    """Data collected for one GPU so far."""

    who: _Who
    values: dict[str, float] = field(default_factory=dict)
    ranks: dict[str, int] = field(default_factory=dict)
    lacks: dict[str, Lack] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    xid: int | None = None
    time_s: float | None = None


_Hosts = dict[str, dict[str, _Gathered]]
_Versions = dict[str, dict[str, str]]


def hosts_of(samples: Iterable[Sample], fallback: str = "") -> list[HostReading]:
    """Return the hosts in the samples, in order of appearance. Unknown samples are skipped.

    Args:
        fallback: name of an unnamed host.
    """
    words = exporters()
    gathered: _Hosts = {}
    versions: _Versions = {}
    # Samples of one GPU share their labels as one object (see read_prometheus_text): each is looked at once.
    seen: dict[int, tuple[Mapping[str, str], _Gathered | None]] = {}
    for sample in samples:
        known = seen.get(id(sample.labels))
        if known is None:
            known = (sample.labels, _gathered(sample.labels, words, fallback, gathered, versions))
            seen[id(sample.labels)] = known
        if known[1] is not None:
            _take(known[1], sample, words)
    # What only an unknown value names is no GPU that is watched.
    watched = {
        host: [one for one in gpus.values() if one.values or one.lacks or one.facts or one.xid is not None]
        for host, gpus in gathered.items()
    }
    return [
        HostReading(host, versions[host].get("driver", ""), versions[host].get("cuda", ""), _in_order(gpus))
        for host, gpus in watched.items()
        if gpus
    ]


def uuid_of(labels: Mapping[str, str]) -> str:
    """Return the UUID of the GPU that labels belong to, "" if none."""
    words = exporters()
    small = {name.lower(): label_text for name, label_text in labels.items()}
    return "" if words.not_a_gpu & small.keys() else _who(small, words, "").uuid


def _gathered(labels: Mapping[str, str], words: Exporters, fallback: str, gathered: _Hosts, versions: _Versions) -> _Gathered | None:
    small = {name.lower(): label_text for name, label_text in labels.items()}
    who = _who(small, words, fallback)
    for what in ("driver", "cuda"):
        text = _first(small, words.labels[what])
        if text:
            versions.setdefault(who.host, {})[what] = text
    if not who.uuid or words.not_a_gpu & small.keys():
        return None
    versions.setdefault(who.host, {})
    gpus = gathered.setdefault(who.host, {})
    if who.uuid not in gpus and len(gpus) >= _MOST_GPUS:
        return None
    gathered_gpu = gpus.setdefault(who.uuid, _Gathered(who))
    for name, text in who.texts.items():
        gathered_gpu.texts.setdefault(name, text)
    if gathered_gpu.who.index is None and who.index is not None:
        gathered_gpu.who = who
    return gathered_gpu


def _first(small: Mapping[str, str], names: Iterable[str]) -> str:
    first_text = next((small[name] for name in names if small.get(name)), "")
    return "" if first_text.startswith(("<<<", "[N/A")) else first_text


def _who(small: Mapping[str, str], words: Exporters, fallback: str) -> _Who:
    host = _first(small, words.labels["host"]) or _without_port(_first(small, words.labels["address"])) or fallback
    uuid, index = _first(small, words.labels["uuid"]), _first(small, words.labels["index"])
    if _BARE_UUID.fullmatch(uuid):
        uuid = f"GPU-{uuid}"
    if not uuid and index:
        uuid = f"{host}/gpu-{index}"
    number = int(index) if index.isascii() and index.isdecimal() and len(index) < 6 else None
    instance = _first(small, words.labels["instance"])
    part = int(instance) if instance.isascii() and instance.isdecimal() and len(instance) < 6 else None
    texts = {name: text for name in _TEXTS if (text := _first(small, words.labels[name]))}
    parent = uuid if instance else ""
    return _Who(
        host, f"{uuid}/{instance}" if instance else uuid, parent, number, part, _first(small, words.labels["profile"]) or instance, texts
    )


def _without_port(place: str) -> str:
    return re.sub(r":\d+$", "", place)


def _take(one: _Gathered, sample: Sample, words: Exporters) -> None:
    if sample.time_s is not None and (one.time_s is None or sample.time_s > one.time_s):
        one.time_s = sample.time_s
    meaning = words.values.get(sample.name)
    if meaning is not None:
        before = one.ranks.get(meaning.key)
        if before is not None and before < meaning.rank:
            return
        lack = lack_of(sample.value, sample.text)
        if lack is None:
            one.values[meaning.key] = sample.value * meaning.scale
            one.ranks[meaning.key] = meaning.rank
            one.lacks.pop(meaning.key, None)
        elif meaning.key not in one.values:
            one.lacks[meaning.key] = lack
    elif sample.name in words.xid:
        if lack_of(sample.value, sample.text) is None and 0 <= sample.value < 2**31:
            one.xid = int(sample.value)
    elif sample.name in words.facts and lack_of(sample.value, sample.text) is None:
        fact = words.facts[sample.name]
        one.facts[fact] = bool(sample.value) if fact in _FLAGS else int(sample.value) if fact in _WHOLE else sample.value


def _in_order(found: list[_Gathered]) -> tuple[GpuReading, ...]:
    """Return GPUs by number, each followed by its MIG instances; a GPU with only instances reported is included without values."""
    wholes = {one.who.uuid: one for one in found if not one.who.parent}
    for one in found:
        if one.who.parent and one.who.parent not in wholes:
            who = _Who(one.who.host, one.who.parent, "", one.who.index, None, "", one.who.texts)
            wholes[who.uuid] = _Gathered(who, texts=dict(one.texts), facts={"mig": True})
    parts: dict[str, list[_Gathered]] = {}
    for one in found:
        if one.who.parent:
            parts.setdefault(one.who.parent, []).append(one)
    ordered: list[GpuReading] = []
    numbered = sorted(enumerate(wholes.values()), key=lambda at: (at[1].who.index is None, at[1].who.index or 0, at[0]))
    for at, (_, whole) in enumerate(numbered):
        own = sorted(parts.get(whole.who.uuid, ()), key=lambda one: one.who.instance or 0)
        if own:
            whole.facts.setdefault("mig", True)
        ordered.append(_reading(whole, whole.who.index if whole.who.index is not None else at))
        ordered += [_reading(part, number) for number, part in enumerate(own)]
    return tuple(ordered)


def _reading(one: _Gathered, index: int) -> GpuReading:
    who = one.who
    if "memory_total_bytes" not in one.values and all(key in one.values for key in _MEMORY):
        one.values["memory_total_bytes"] = sum(one.values[key] for key in _MEMORY)
        one.lacks.pop("memory_total_bytes", None)
    without_impossible(one.values, one.lacks)
    facts: dict[str, Any] = {**one.texts, **one.facts}
    if who.parent or facts.get("mig"):
        for key in _NOT_IN_PARTS:
            if key not in one.values:
                one.lacks[key] = Lack.MIG
    if who.parent:
        facts["name"] = f"MIG {who.profile}"
    fact_names = {*_TEXTS, *_UNTOLD, *exporters().facts.values()}
    missing = dict.fromkeys(sorted(fact_names - facts.keys()), Lack.UNSAID)
    gpu_facts = GpuFacts(uuid=who.uuid, index=index, parent=who.parent, gpu_instance=who.instance, lacks=missing, **facts)
    return GpuReading(gpu_facts, one.values, one.lacks, one.xid, one.time_s)
