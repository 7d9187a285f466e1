"""File names of models. Sufficient to determine the kind of a file."""

from pathlib import Path

CONFIG, INDEX = "config.json", "model.safetensors.index.json"
WEIGHTS = ("*.safetensors", "*.gguf")


def holds_model(folder: Path) -> bool:
    """Whether a folder holds a model, going by the names in it."""
    return (folder / CONFIG).is_file() or any(next(folder.glob(pattern), None) for pattern in WEIGHTS)
