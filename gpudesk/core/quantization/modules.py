"""Parts of a `quantization_config` that several tools write alike: lists of modules, the format of the cache."""

from collections.abc import Iterable, Mapping
from typing import Any

from gpudesk.core.models.configuration import Configuration
from gpudesk.core.quantization.patterns import Patterns, patterns
from gpudesk.core.quantization.quantization import Rule

_CACHES = {"FP8": "fp8", "NVFP4": "nvfp4", "INT8": "int8", "FP8_E4M3": "fp8", "NONE": ""}


def inner(config: Configuration, name: str, values: Any) -> Configuration:
    """A mapping somewhere inside, whose faults are collected with the others."""
    section = Configuration(values if isinstance(values, Mapping) else {}, f"{config.where}.{name[:80]}")
    section.problems = config.problems
    if not isinstance(values, Mapping):
        config.refuse(name[:80], "a mapping is required")
    return section


def by_names(names: Iterable[str]) -> Patterns:
    """Modules by plain names, wildcards, or expressions that begin with `re:`.

    Raises:
        BadPatternError: one is not understood.
    """
    texts = list(names)
    plain = [text for text in texts if not text.startswith("re:") and not set(text) & set("*?")]
    wild = [text for text in texts if not text.startswith("re:") and set(text) & set("*?")]
    return patterns(plain, wild, [text[3:] for text in texts if text.startswith("re:")])


def skipped(config: Configuration, *names: str) -> tuple[Rule, ...]:
    """Modules that lists leave as they are.

    Raises:
        BadPatternError: one is not understood.
    """
    skipped_modules = by_names(text for name in names for text in config.words(name))
    return (Rule(skipped_modules, None),) if skipped_modules else ()


def kv_named(config: Configuration, name: str) -> str:
    """KV cache format given by a name."""
    format_name = config.word(name, "NONE").upper()
    if format_name not in _CACHES:
        config.refuse(name, f"{format_name[:40]!r} is not known; known are {', '.join(_CACHES)}")
    return _CACHES.get(format_name, "")


def kv_format(config: Configuration, name: str = "kv_cache_scheme") -> str:
    """KV cache format given by a scheme, or by a name in its place."""
    if not config.has(name):
        return ""
    if isinstance(config.values[name], str):
        return kv_named(config, name)
    scheme = config.part(name)
    bits, kind = scheme.count("num_bits", default=8), scheme.word("type", "float")
    cache_format = {(8, "float"): "fp8", (8, "int"): "int8", (4, "float"): "nvfp4"}.get((bits, kind), "")
    if not cache_format:
        config.refuse(name, f"a cache of {bits} bits of the type {kind[:20]} is not known")
    return cache_format
