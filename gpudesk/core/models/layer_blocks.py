"""The parts from which layers are put together; each adds its tensors to a list.

The shapes are those of the classes that published checkpoints are loaded with; `tests/core/models` counts every architecture of the catalog
against them.
"""

from dataclasses import dataclass, field

from gpudesk.core.models.architecture import Part, Role, Weight

Layers = tuple[int, ...]

PICKING_WEIGHTS = "self_attn.indexer.weights_proj"
"""Name in files of the matrix that weights the heads of an indexer: it stays in 16 bits where the other matrices of a layer have FP8
(github:sgl-project/sglang pull request 12094, of DeepSeek-V3.2)."""
DECAYS = "A_log"
"""Name in files of the decays of a state in Mamba and Mamba 2, which vLLM holds in 32 bits (`engine_layouts.yaml`, wide)."""
KEY_NORM = "self_attn.k_norm"
"""Name in files of the norm of keys, given where an engine may build a layer without it (`built_weights`)."""


@dataclass
class Parts:
    """Tensors of a model as they are added."""

    part: Part = Part.DECODER
    weights: list[Weight] = field(default_factory=list)

    def add(
        self, role: Role, *shape: int, layers: Layers | None = None, copies: int = 1, active: int | None = None, module: str = ""
    ) -> None:
        """A tensor of each of `layers`; `None` for one outside the layers. Nothing is added for no layers or no copies."""
        if layers == () or copies == 0:
            return
        self.weights.append(Weight(role, shape, layers or (), copies, copies if active is None else active, self.part, module))

    def linear(
        self,
        role: Role,
        inputs: int,
        outputs: int,
        layers: Layers | None = None,
        *,
        bias: bool = False,
        copies: int = 1,
        module: str = "",
    ) -> None:
        self.add(role, outputs, inputs, layers=layers, copies=copies, module=module)
        if bias:
            self.add(Role.BIAS, outputs, layers=layers, copies=copies)

    def norm(self, width: int, layers: Layers | None = None, *, bias: bool = False, copies: int = 1) -> None:
        self.add(Role.NORM, width, layers=layers, copies=copies)
        if bias:
            self.add(Role.BIAS, width, layers=layers, copies=copies)

    def attention(
        self,
        hidden: int,
        heads: int,
        kv_heads: int,
        head_width: int,
        layers: Layers,
        *,
        value_width: int | None = None,
        bias: bool = False,
        output_bias: bool | None = None,
        gated: bool = False,
    ) -> None:
        """Query, key, value and output of grouped-query attention; `gated`: the query also brings a gate for the output."""
        wide = value_width if value_width is not None else head_width
        self.linear(Role.QUERY, hidden, heads * head_width * (2 if gated else 1), layers, bias=bias)
        self.linear(Role.KEY, hidden, kv_heads * head_width, layers, bias=bias)
        self.linear(Role.VALUE, hidden, kv_heads * wide, layers, bias=bias)
        self.linear(Role.OUTPUT, heads * wide, hidden, layers, bias=bias if output_bias is None else output_bias)

    def gated_feed_forward(self, hidden: int, width: int, layers: Layers, *, bias: bool = False) -> None:
        self.linear(Role.GATE, hidden, width, layers, bias=bias)
        self.linear(Role.UP, hidden, width, layers, bias=bias)
        self.linear(Role.DOWN, width, hidden, layers, bias=bias)

    def feed_forward(self, hidden: int, width: int, layers: Layers, *, bias: bool = True) -> None:
        self.linear(Role.UP, hidden, width, layers, bias=bias)
        self.linear(Role.DOWN, width, hidden, layers, bias=bias)

    def experts(self, hidden: int, width: int, count: int, used: int, layers: Layers, *, gated: bool = True) -> None:
        """Routed experts without their router."""
        if gated:
            self.add(Role.EXPERT_GATE, width, hidden, layers=layers, copies=count, active=used)
        self.add(Role.EXPERT_UP, width, hidden, layers=layers, copies=count, active=used)
        self.add(Role.EXPERT_DOWN, hidden, width, layers=layers, copies=count, active=used)

    def shared_expert(self, hidden: int, width: int, layers: Layers, *, gated: bool = True, bias: bool = False) -> None:
        if width == 0:
            return
        if gated:
            self.linear(Role.SHARED_GATE, hidden, width, layers, bias=bias)
        self.linear(Role.SHARED_UP, hidden, width, layers, bias=bias)
        self.linear(Role.SHARED_DOWN, width, hidden, layers, bias=bias)

    def words(self, vocabulary: int, hidden: int, *, tied: bool, head_bias: bool = False) -> None:
        """The embedding table and, unless it is the same tensor, the head."""
        self.add(Role.EMBEDDING, vocabulary, hidden)
        if not tied:
            self.add(Role.HEAD, vocabulary, hidden)
        if head_bias:
            self.add(Role.BIAS, vocabulary)

    def classic_block(self, hidden: int, width: int, layers: Layers, *, norms: int = 2) -> None:
        """A layer of the older kind: biases everywhere, norms with a bias, two matrices in the feed-forward part."""
        self.attention(hidden, 1, 1, hidden, layers, bias=True)
        self.feed_forward(hidden, width, layers)
        self.norm(hidden, layers, bias=True, copies=norms)


def all_layers(count: int) -> Layers:
    """The numbers of `count` layers."""
    return tuple(range(count))
