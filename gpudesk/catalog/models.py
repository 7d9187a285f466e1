"""The shipped model architectures, stored as data (`resources/models/*.yaml`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.model_families import read_architecture
from gpudesk.locate import resource

_CONTEXT = "models"
KEPT_NAMES = 4096
"""Number of cached normalized names: all model names, plus user input."""


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """A published model: its configuration, and the published counts used to verify how it is read.

    Attributes:
        name: the publisher's name, vendor first.
        family: the series to which it belongs.
        parameters: total, each counted once, as counted by the program named in `counted`.
        active: parameters used per token; None if the same or unknown.
        config: the values that determine the counts, as in its `config.json`.
        releases: key of a weight format → the `quantization_config` with which the publisher releases the model in that format.
    """

    name: str
    family: str
    parameters: int
    active: int | None
    config: Mapping[str, Any]
    source: str
    confidence: Confidence
    counted: str
    note: str
    releases: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def architecture(self) -> Architecture:
        """Raises:
        InvalidData: no reader supports this kind of model.
        """
        return _architecture(self.name) if model_entries().get(self.name) is self else read_architecture(self.name, self.config)


@cache
def _architecture(name: str) -> Architecture:
    """Architecture of a published model, cached, because a list of all models requires each one."""
    entry = model_entries()[name]
    return read_architecture(entry.name, entry.config)


@cache
def model_entries() -> Mapping[str, ModelEntry]:
    """Every model by its name, families together."""
    import yaml

    entries: dict[str, ModelEntry] = {}
    for path in sorted(resource("models").glob("*.yaml")):
        with path.open("rb") as file:
            rows = yaml.load(file, Loader=yaml.CSafeLoader)
        for row in rows:
            entries[row["name"]] = ModelEntry(
                name=row["name"],
                family=row["family"],
                parameters=row["parameters"],
                active=row.get("active"),
                config=row["config"],
                source=row["source"],
                confidence=Confidence(row["confidence"]),
                counted=row["counted"],
                note=row.get("note", ""),
                releases=row.get("releases", {}),
            )
    return entries


@lru_cache(maxsize=KEPT_NAMES)
def _plain(text: str) -> str:
    """Letters and digits of a name alone, so that "llama-3.1-70b" finds "meta-llama/Meta-Llama-3.1-70B"."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


def find_models(words: str) -> list[ModelEntry]:
    """Models whose names contain all words of the text; exact matches first, then the shortest names.

    The publisher name before the slash is optional, as are punctuation characters between letters and digits.
    """
    entries = model_entries().values()
    search_words = [_plain(word) for word in words.split()]
    if not any(search_words):
        return list(entries)
    whole = _plain(words)

    def rank(entry: ModelEntry) -> tuple[int, int, str]:
        short = _plain(entry.name.rsplit("/", 1)[-1])
        distance = 0 if whole == _plain(entry.name) else 1 if whole == short else 2 if short.endswith(whole) else 3
        return distance, len(entry.name), entry.name

    hits = [entry for entry in entries if all(word in _plain(f"{entry.name} {entry.family}") for word in search_words)]
    return sorted(hits, key=rank)


def find_model(name: str) -> ModelEntry:
    """The model that a name identifies: an exact match, or the only name that ends with it, or the only name that contains it.

    Raises:
        InvalidData: none, or several; the message lists the closest matches.
    """
    called_so = [entry for entry in model_entries().values() if entry.name.casefold() == name.strip().casefold()]
    if len(called_so) == 1:
        return called_so[0]
    hits = find_models(name)
    whole = _plain(name)
    for same in (
        [entry for entry in hits if whole == _plain(entry.name)],
        [entry for entry in hits if whole == _plain(entry.name.rsplit("/", 1)[-1])],
        [entry for entry in hits if _plain(entry.name).endswith(whole)],
        hits,
    ):
        if len(same) == 1:
            return same[0]
    if hits:
        text = QT_TRANSLATE_NOOP("models", "{name} matches several models: {names}.")
        raise InvalidData(Message(_CONTEXT, text, {"name": name, "names": tuple(entry.name for entry in hits[:8])}))
    text = QT_TRANSLATE_NOOP("models", "There is no model named {name}.")
    fix = QT_TRANSLATE_NOOP("models", "Enter the path of its config.json, or part of its name.")
    raise InvalidData(Message(_CONTEXT, text, {"name": name}), Message(_CONTEXT, fix))
