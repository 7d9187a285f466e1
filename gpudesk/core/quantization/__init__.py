"""Weight storage of published checkpoints: the content of `quantization_config`, and the resulting bytes."""
