"""The types of tensors in GGUF files (`resources/sizing/gguf_types.yaml`)."""

from collections.abc import Mapping
from functools import cache

from gpudesk.core.quantization.gguf_mixture import BlockType
from gpudesk.locate import resource


@cache
def gguf_types() -> Mapping[str, BlockType]:
    """Every type by its name."""
    import yaml

    with resource("sizing", "gguf_types.yaml").open("rb") as file:
        rows = yaml.load(file, Loader=yaml.CSafeLoader)
    return {row["name"]: BlockType(row["name"], row["number"], row["elements"], row["bytes"]) for row in rows}
