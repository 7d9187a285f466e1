"""Log output of an inference engine at startup and during operation."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Seen:
    """A line from which something was read.

    Attributes:
        what: a key: "weights", "cache", "activations", "other", "graphs", "tokens", "rate", "used", "total" and so on.
        line: at most so much of it as is shown.
    """

    what: str
    number: int
    line: str


@dataclass(slots=True)
class RunLog:
    """Amounts of the fullest GPU, in GiB; None if the log does not contain them.

    Attributes:
        program: key of the engine; "nvidia-smi" for a table of GPUs.
        rest_gib: total of activations and memory outside PyTorch, if they are not separated.
        cache_tokens: capacity of the cache.
        total_gib: GPU memory found by the engine.
        share: share of it that it may fill.
        used_gib: of each GPU as reported by the driver.
        tokens_per_s, running: maximum rate of all responses together, and maximum number of running requests.
        token_s: for one token of a single sequence.
        starts: number of engine starts; the last one counts.
        model: loaded model: a name, a path or a file; "" if the log does not contain it.
        gpus: that share the model; 0 if the log does not contain it.
        release: of the engine; "" if the log does not contain it.
        arguments: start arguments of the engine, by name, without keys and passwords.
    """

    program: str
    weights_gib: float | None = None
    cache_gib: float | None = None
    activations_gib: float | None = None
    other_gib: float | None = None
    graphs_gib: float | None = None
    rest_gib: float | None = None
    cache_tokens: int | None = None
    total_gib: float | None = None
    share: float | None = None
    used_gib: list[float] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    tokens_per_s: float | None = None
    running: int | None = None
    token_s: float | None = None
    starts: int = 1
    model: str = ""
    gpus: int = 0
    release: str = ""
    arguments: dict[str, str] = field(default_factory=dict)
    seen: list[Seen] = field(default_factory=list)

    @property
    def says_something(self) -> bool:
        """Whether anything was read at all."""
        return bool(self.seen)

    @property
    def cache_gib_per_token(self) -> float | None:
        """GiB per token in the cache of one GPU."""
        if not self.cache_gib or not self.cache_tokens:
            return None
        return self.cache_gib / self.cache_tokens
