"""Where the weights of a model lie in a format (`resources/launch/repositories.yaml`)."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from gpudesk.catalog.models import find_model
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.stored_files import STORED
from gpudesk.locate import resource
from gpudesk.sizing.models.published_formats import published_format

_OWN = frozenset({"bf16", "fp16", "fp32", "nf4", "nf4-dq", STORED})
"""What programs make of the 16-bit weights that a model's own repository holds, or what its own files hold."""


@cache
def _table() -> Mapping[str, Mapping[str, Any]]:
    import yaml

    with resource("launch", "repositories.yaml").open("rb") as file:
        return {row["model"]: row for row in yaml.load(file, Loader=yaml.CSafeLoader)}


def repository_of(model: str, form: str) -> str:
    """The name of the repository that holds a model in a format; "" if unknown.

    Args:
        model: its name in the catalog.
        form: the key of the format.
    """
    row = _table().get(model, {})
    if form in _OWN or form in row.get("own", ()):
        return model if _is_listed(model) else ""
    repository: str = row.get("formats", {}).get(form, "")
    return repository or (model if form == _published_key(model) else "")


@cache
def _is_listed(model: str) -> bool:
    """Whether that is the full name of a model of the catalog: files of one's own and a mere size have no repository."""
    try:
        return find_model(model).name == model
    except InvalidData:
        return False


@cache
def _published_key(model: str) -> str:
    """The key of the format that a model's own repository holds by its configuration; "" for 16 bits or no model of the catalog."""
    published = published_format(model) if _is_listed(model) else None
    return "" if published is None else published.key
