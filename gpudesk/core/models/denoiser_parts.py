"""The building blocks of image and video denoisers, and their common parts.

Shapes as built by the classes of diffusers 0.42 (`models/transformers`, `models/embeddings.py`, `models/normalization.py`).
"""

from dataclasses import dataclass

from gpudesk.core.models.architecture import Architecture, Part, Role
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.layer_blocks import Layers, Parts

TIME_CHANNELS = 256
"""Number of sines and cosines that encode a time step."""


@dataclass
class DenoiserParts(Parts):
    """Tensors of a denoiser as they are added."""

    part: Part = Part.DENOISER

    def two(self, inputs: int, middle: int, out: int | None = None, *, bias: bool = True, layers: Layers | None = None) -> None:
        """Two matrices in a row, which bring a time, a text or a size to the width of the layers."""
        self.linear(Role.OTHER, inputs, middle, layers, bias=bias)
        self.linear(Role.OTHER, middle, middle if out is None else out, layers, bias=bias)

    def modulation(self, inputs: int, out: int, layers: Layers | None = None, *, bias: bool = True) -> None:
        """What shifts and scales a layer by the time and the text."""
        self.linear(Role.MODULATION, inputs, out, layers, bias=bias)

    def looks(self, hidden: int, width: int, layers: Layers, *, bias: bool, context: int | None = None) -> None:
        """Query, key and value; keys and values of `context` where another stream is looked at."""
        self.linear(Role.QUERY, hidden, width, layers, bias=bias)
        self.linear(Role.KEY, context or hidden, width, layers, bias=bias)
        self.linear(Role.VALUE, context or hidden, width, layers, bias=bias)

    def attends(self, hidden: int, width: int, layers: Layers, *, bias: bool, context: int | None = None, output_bias: bool = True) -> None:
        """Query, key, value and output."""
        self.looks(hidden, width, layers, bias=bias, context=context)
        self.linear(Role.OUTPUT, width, hidden, layers, bias=output_bias)

    def both_streams(self, hidden: int, each: int, layers: Layers) -> None:
        """A layer with an image stream and a text stream that attend to each other: all but their modulation."""
        for _ in range(2):
            self.attends(hidden, hidden, layers, bias=True)
            self.feed_forward(hidden, 4 * hidden, layers)
        self.norm(each, layers, copies=4)

    def one_stream(self, hidden: int, each: int, layers: Layers, ratio: float = 4.0) -> None:
        """A layer whose attention and feed-forward part are parallel and share their output: all but its modulation."""
        width = int(hidden * ratio)
        self.looks(hidden, hidden, layers, bias=True)
        self.norm(each, layers, copies=2)
        self.linear(Role.UP, hidden, width, layers, bias=True)
        self.linear(Role.DOWN, hidden + width, hidden, layers, bias=True)


def widths(config: Configuration) -> tuple[int, int, int]:
    """Width of the layers, heads, and width of a head."""
    heads, head_dim = config.count("num_attention_heads"), config.count("attention_head_dim")
    return heads * head_dim, heads, head_dim


def layers_from(first: int, count: int) -> Layers:
    """The numbers of `count` layers that follow `first` others."""
    return tuple(range(first, first + count))


def outputs(config: Configuration) -> int:
    """Output channels; equal to the input channels unless specified."""
    return config.count("out_channels", default=config.count("in_channels"))


def without(config: Configuration, *names: str) -> None:
    """Refuse values that would add tensors which are not counted here."""
    for name in names:
        if config.values.get(name) not in (None, False, [], ()):
            config.refuse(name, "only none is understood")


def denoiser(config: Configuration, parts: Parts, hidden: int, layers: int, heads: int, feed_forward: int) -> Architecture:
    """A model without vocabulary that keeps no state of a sequence."""
    return Architecture(
        name="",
        family=config.word("_class_name"),
        hidden=hidden,
        layers=layers,
        heads=heads,
        vocabulary=0,
        context=0,
        feed_forward=feed_forward,
        weights=tuple(parts.weights),
    )
