"""The encoder of pictures of Gemma 3n: MobileNet V5 with 300 million parameters.

github:huggingface/pytorch-image-models, timm/models/mobilenetv5.py (`mobilenetv5_300m_enc`) and timm/models/_efficientnet_blocks.py. Its
sizes are not in the configuration of the model: the name stands for them.
"""

from gpudesk.core.models.architecture import Role
from gpudesk.core.models.layer_blocks import Parts

MOBILENET_OUT = 2048
"""Width of what it hands to the decoder."""
_STEM = 64
_FUSED = 640 + 1280
"""Channels of the two last stages, which are brought together at the end."""


def add_mobilenet_v5(parts: Parts) -> None:
    """Adds its convolutions, norms and attention."""
    _convolution(parts, 3, _STEM, 3)
    parts.add(Role.BIAS, _STEM)
    for inputs in (_STEM, 128, 128):
        _convolution(parts, inputs, 4 * inputs, 3)
        _convolution(parts, 4 * inputs, 128, 1)
    _inverted(parts, 128, 256, first=3, middle=5, expansion=6)
    for first in (5, 3, 5, 3):
        _inverted(parts, 256, 256, first=first, expansion=4)
    _inverted(parts, 256, 640, first=5, middle=5, expansion=6)
    for _ in range(7):
        _inverted(parts, 640, 640, first=5, expansion=4)
    _inverted(parts, 640, 640, expansion=1)
    for _ in range(14):
        _attention(parts, 640, heads=12, head_width=64, downsampled=True)
        _inverted(parts, 640, 640, expansion=2)
    _inverted(parts, 640, 1280, first=5, middle=5, expansion=6)
    for _ in range(19):
        _attention(parts, 1280, heads=16, head_width=96, downsampled=False)
        _inverted(parts, 1280, 1280, expansion=2)
    _convolution(parts, _FUSED, 2 * _FUSED, 1)
    _convolution(parts, 2 * _FUSED, MOBILENET_OUT, 1)
    parts.norm(MOBILENET_OUT)


def _convolution(parts: Parts, inputs: int, outputs: int, kernel: int) -> None:
    """One over all channels, with its norm."""
    parts.add(Role.CONVOLUTION, outputs, inputs * kernel * kernel)
    parts.norm(outputs)


def _depthwise(parts: Parts, channels: int, kernel: int) -> None:
    """One for each channel, with its norm; nothing for a kernel of 0."""
    if kernel:
        parts.add(Role.CONVOLUTION, channels, kernel * kernel)
        parts.norm(channels)


def _inverted(parts: Parts, inputs: int, outputs: int, *, expansion: int, first: int = 0, middle: int = 0) -> None:
    """An inverted residual block: convolutions for each channel around two over all channels, and a scale."""
    _depthwise(parts, inputs, first)
    _convolution(parts, inputs, expansion * inputs, 1)
    _depthwise(parts, expansion * inputs, middle)
    _convolution(parts, expansion * inputs, outputs, 1)
    parts.add(Role.OTHER, outputs)


def _attention(parts: Parts, channels: int, *, heads: int, head_width: int, downsampled: bool) -> None:
    """Multi-query attention with a norm and a scale; keys and values may come from half the resolution.

    Its matrices are convolutions of 1 × 1 (timm, `layers/attention2d.py`, MultiQueryAttention2d).
    """
    parts.norm(channels)
    parts.add(Role.CONVOLUTION, heads * head_width, channels)
    for _ in range(2):
        _depthwise(parts, channels, 3 if downsampled else 0)
        parts.add(Role.CONVOLUTION, head_width, channels)
    parts.add(Role.CONVOLUTION, channels, heads * head_width)
    parts.add(Role.OTHER, channels)
