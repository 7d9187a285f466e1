"""How published checkpoints store their weights: what a `quantization_config` says, and the bytes that follow from it."""
