"""Model architectures: their tensors and the state per sequence, derived from their configuration."""
