"""Architectures of models: the tensors they are made of and what they keep of a sequence, counted from their configuration."""
