"""Parts of a `quantization_config` that several tools write alike: lists of modules, the format of the cache."""

from collections.abc import Iterable, Mapping
from typing import Any

from gpudesk.core.models.configuration import Configuration
from gpudesk.core.quantization.patterns import Patterns, patterns
from gpudesk.core.quantization.quantization import Rule

_CACHES = {"FP8": "fp8", "NVFP4": "nvfp4", "INT8": "int8", "FP8_E4M3": "fp8", "NONE": ""}


def inner(config: Configuration, name: str, values: Any) -> Configuration:
    """A mapping somewhere inside, whose faults are collected with the others."""
    found = Configuration(values if isinstance(values, Mapping) else {}, f"{config.where}.{name[:80]}")
    found.problems = config.problems
    if not isinstance(values, Mapping):
        config.refuse(name[:80], "a mapping is required")
    return found


def by_names(names: Iterable[str]) -> Patterns:
    """Modules by plain names, wildcards, or expressions that begin with `re:`.

    Raises:
        BadPatternError: one is not understood.
    """
    said = list(names)
    plain = [text for text in said if not text.startswith("re:") and not set(text) & set("*?")]
    wild = [text for text in said if not text.startswith("re:") and set(text) & set("*?")]
    return patterns(plain, wild, [text[3:] for text in said if text.startswith("re:")])


def skipped(config: Configuration, *names: str) -> tuple[Rule, ...]:
    """Modules that lists leave as they are.

    Raises:
        BadPatternError: one is not understood.
    """
    found = by_names(text for name in names for text in config.words(name))
    return (Rule(found, None),) if found else ()


def kv_named(config: Configuration, name: str) -> str:
    """KV cache format given by a name."""
    said = config.word(name, "NONE").upper()
    if said not in _CACHES:
        config.refuse(name, f"{said[:40]!r} is not known; known are {', '.join(_CACHES)}")
    return _CACHES.get(said, "")


def kv_format(config: Configuration, name: str = "kv_cache_scheme") -> str:
    """KV cache format given by a scheme, or by a name in its place."""
    if not config.has(name):
        return ""
    if isinstance(config.values[name], str):
        return kv_named(config, name)
    said = config.part(name)
    bits, kind = said.count("num_bits", default=8), said.word("type", "float")
    found = {(8, "float"): "fp8", (8, "int"): "int8", (4, "float"): "nvfp4"}.get((bits, kind), "")
    if not found:
        config.refuse(name, f"a cache of {bits} bits of the type {kind[:20]} is not known")
    return found
