"""The format that a model of the catalog is published in, by its release."""

from functools import lru_cache

from gpudesk.catalog.models import find_model
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.stored_files import STORED, FileFormat
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.quantization.published_quantization import plain_key, published_form, published_quantization, sources_in
from gpudesk.sizing.gpus.sizing_tables import weight_format
from gpudesk.sizing.models.named_model import parameters_in


@lru_cache(maxsize=256)
def published_format(name: str) -> FileFormat | None:
    """The format of a release that is quantized; None of one in 16 bits, and of a model that only has a size.

    Raises:
        InvalidData: no such model.
    """
    if parameters_in(name) is not None:
        return None
    entry = find_model(name)
    quantization, _ = published_quantization(entry.config, sources_in(entry.config, entry.name))
    return None if quantization is None else published_form(entry.architecture, quantization)


@lru_cache(maxsize=256)
def format_named(name: str, key: str) -> WeightFormat:
    """The format with a key for a model of the catalog: as its publisher offers it if released, else the plain one.

    Raises:
        InvalidData: the model does not exist, or no format has that key.
    """
    if parameters_in(name) is None:
        entry = find_model(name)
        if key in entry.releases:
            quantization, _ = published_quantization(entry.config, sources_in({"quantization_config": entry.releases[key]}, entry.name))
            if quantization is not None:
                return published_form(entry.architecture, quantization)
    return weight_format(key)


def is_quantized(name: str) -> bool:
    """Whether a model of the catalog is published in fewer than 16 bits; False if it is not a model."""
    try:
        return published_format(name) is not None
    except InvalidData:
        return False


def key_of(form: WeightFormat) -> str:
    """The key that selects a format: its own key, or `STORED` for one that only files or a release have."""
    return STORED if isinstance(form, FileFormat) else form.key


def default_format(name: str) -> WeightFormat:
    """The default serving format of a model of the catalog: the format in which it is published.

    Raises:
        InvalidData: the model does not exist.
    """
    file_format = published_format(name)
    if file_format is not None:
        return file_format
    return weight_format("bf16" if parameters_in(name) is not None else plain_key(find_model(name).config))


def is_conversion(published: WeightFormat | None, form: WeightFormat) -> bool:
    """Whether weights in a format have to be made from those that are published; a `FileFormat` is one that somebody published."""
    if isinstance(form, FileFormat):
        return False
    key = published.key if published is not None else "bf16"
    sixteen = {"bf16": "fp16", "fp16": "bf16"}
    return form.key not in (key, sixteen.get(key, key))
