"""Reading a model from what a person has: a `config.json`, safetensors or GGUF files, one or several, or the folder they lie in."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpudesk.core.errors import InvalidData
from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.registry import read_architecture
from gpudesk.core.models.stored_files import FileTensor, ModelFile, OwnModel, own_model
from gpudesk.core.quantization.published import plain_form, plain_key, published_form, published_quantization
from gpudesk.core.weight_formats import WeightFormat
from gpudesk.formats.gguf_config import gguf_config
from gpudesk.formats.gguf_header import MAGIC, ArrayOf, GgufHeader, read_gguf_header
from gpudesk.formats.model_config import read_config
from gpudesk.formats.model_faults import fault
from gpudesk.formats.model_names import CONFIG, INDEX, WEIGHTS
from gpudesk.formats.quantization_files import quantization_sources
from gpudesk.formats.safetensors_header import MOST_HEADER, json_object, read_safetensors_header

_SPLIT = re.compile(r"(.+)-(\d{5})-of-(\d{5})\.gguf")
_MOST_FILES = 1_000


def read_model(path: Path) -> OwnModel:
    """The model of a file or folder; its architecture alone where no weights lie there.

    Raises:
        InvalidData: nothing there is a model, or it is damaged, incomplete or of an unknown kind.
    """
    try:
        return _read(path)
    except OSError as error:
        text = QT_TRANSLATE_NOOP("models", "{name} cannot be read: {what}.")
        raise fault(path.name, text, name=path.name, what=error.strerror or "") from error


def _read(path: Path) -> OwnModel:
    if path.is_dir():
        path = _of_folder(path)
    with path.open("rb") as file:
        head = file.read(4)
    if head == MAGIC or path.suffix == ".gguf":
        return own_model(path.stem, _gguf(path))
    if path.suffix == ".safetensors" or path.name.endswith(".safetensors.index.json"):
        return own_model(path.parent.name or path.stem, _safetensors(path))
    config = read_config(path)
    return OwnModel(*published_model(path, config, read_architecture(path.parent.name or path.stem, config)))


def published_model(path: Path, config: Mapping[str, Any], model: Architecture) -> tuple[Architecture, WeightFormat | None]:
    """A model in the format that its configuration, or a file beside it, says; what they leave open becomes notes.

    Without a word of it the weights have 16 bits: FP16 where the configuration says so, else none is given.

    Raises:
        InvalidData: what they say is not understood.
        OSError: a file beside it cannot be read.
    """
    found, notes = published_quantization(config, quantization_sources(path, config))
    if notes:
        model = replace(model, notes=(*model.notes, *notes))
    if found is None:
        half = plain_key(config) == "fp16" and model.generates_words
        return model, plain_form("fp16", model) if half else None
    return model, published_form(model, found)


def _of_folder(folder: Path) -> Path:
    """The file of a folder that leads to the others."""
    if (folder / INDEX).is_file():
        return folder / INDEX
    for pattern in WEIGHTS:
        found = sorted(folder.glob(pattern))[: _MOST_FILES + 1]
        first = [path for path in found if (split := _SPLIT.fullmatch(path.name)) is None or int(split[2]) == 1] or found[:1]
        if len(first) > 1:
            text = QT_TRANSLATE_NOOP("models", "{file} holds several files of models: {names}.")
            mend = QT_TRANSLATE_NOOP("models", "Name one of them.")
            raise fault(folder.name, text, mend, names=tuple(path.name for path in first[:8]))
        if first:
            return first[0]
    return folder / CONFIG


def _gguf(path: Path) -> ModelFile:
    split = _SPLIT.fullmatch(path.name)
    headers = [read_gguf_header(each) for each in (_siblings(path, split) if split else [path])]
    tensors = tuple(tensor for header in headers for tensor in header.tensors)
    _refuse_parts(path, headers, tensors)
    if not tensors:
        raise fault(path.name, QT_TRANSLATE_NOOP("models", "{file} holds no tensors."))
    return ModelFile("gguf", gguf_config(path.name, headers[0].keys, tensors), tensors)


def _siblings(path: Path, split: re.Match[str]) -> list[Path]:
    count = int(split[3])
    if not 1 <= int(split[2]) <= count <= _MOST_FILES:
        raise fault(path.name, QT_TRANSLATE_NOOP("models", "{file} is no part of {count} files."), count=count)
    found = [path.with_name(f"{split[1]}-{number:05d}-of-{count:05d}.gguf") for number in range(1, count + 1)]
    missing = [each.name for each in found if not each.is_file()]
    if missing:
        text = QT_TRANSLATE_NOOP("models", "{file} is one of {count} files, of which these are missing: {names}.")
        raise fault(path.name, text, count=count, names=tuple(missing[:8]))
    return found


def _refuse_parts(path: Path, headers: list[GgufHeader], tensors: tuple[FileTensor, ...]) -> None:
    parts, whole = headers[0].keys.get("split.count", 1), headers[0].keys.get("split.tensors.count", len(tensors))
    if isinstance(parts, ArrayOf) or parts not in (0, len(headers)):
        text = QT_TRANSLATE_NOOP("models", "{file} says that it is one of {said} files; {count} were found.")
        raise fault(path.name, text, said=str(parts)[:40], count=len(headers))
    if isinstance(whole, ArrayOf) or whole != len(tensors) or len({tensor.name for tensor in tensors}) != len(tensors):
        text = QT_TRANSLATE_NOOP("models", "{file} and its parts hold {count} tensors, not {said} different ones.")
        raise fault(path.name, text, said=str(whole)[:40], count=len(tensors))


def _safetensors(path: Path) -> ModelFile:
    tensors = read_safetensors_header(path) if path.suffix == ".safetensors" else _indexed(path)
    config = path.parent / CONFIG
    if not tensors:
        raise fault(path.name, QT_TRANSLATE_NOOP("models", "{file} holds no tensors."))
    if not config.is_file():
        size = sum(tensor.size_bytes for tensor in tensors)
        text = QT_TRANSLATE_NOOP("models", "{file} holds {count} elements in {bytes} bytes, but does not say what model they are.")
        mend = QT_TRANSLATE_NOOP("models", "Lay its config.json beside it.")
        raise fault(path.name, text, mend, count=sum(tensor.elements for tensor in tensors), bytes=size)
    return ModelFile("safetensors", read_config(config), tensors)


def _indexed(path: Path) -> tuple[FileTensor, ...]:
    with path.open("rb") as file:
        data = file.read(MOST_HEADER + 1)
    if len(data) > MOST_HEADER:
        raise _no_index(path)
    named = json_object(data, path.name).get("weight_map")
    if not isinstance(named, dict) or not all(isinstance(each, str) and _is_plain(each) for each in named.values()):
        raise _no_index(path)
    files = sorted(set(named.values()))
    missing = [each for each in files if not (path.parent / each).is_file()]
    if missing or len(files) > _MOST_FILES:
        text = QT_TRANSLATE_NOOP("models", "{file} is one of {count} files, of which these are missing: {names}.")
        raise fault(path.name, text, count=len(files) + 1, names=tuple(each[:80] for each in missing[:8]))
    tensors: list[FileTensor] = []
    for each in files:
        held = read_safetensors_header(path.parent / each)
        lost = {name for name, file in named.items() if file == each} - {tensor.name for tensor in held}
        if lost:
            text = QT_TRANSLATE_NOOP("models", "{file} does not hold the tensor {name} that {index} looks for in it.")
            raise fault(each, text, name=min(lost)[:80], index=path.name)
        tensors += [tensor for tensor in held if named.get(tensor.name) == each]
    return tuple(tensors)


def _is_plain(name: str) -> bool:
    """Whether it names a file beside the index, not one elsewhere."""
    return 0 < len(name) < 256 and name.endswith(".safetensors") and not set(name) & set("/\\\0") and not name.startswith(".")


def _no_index(path: Path) -> InvalidData:
    return fault(path.name, QT_TRANSLATE_NOOP("models", "{file} does not say in which file beside it each tensor lies."))
