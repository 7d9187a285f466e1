"""Names of the files that models lie in. Whoever only wants to know what a file is needs no more than these."""

from pathlib import Path

CONFIG, INDEX = "config.json", "model.safetensors.index.json"
WEIGHTS = ("*.safetensors", "*.gguf")


def holds_model(folder: Path) -> bool:
    """Whether a folder holds a model, going by the names in it."""
    return (folder / CONFIG).is_file() or any(next(folder.glob(pattern), None) for pattern in WEIGHTS)
