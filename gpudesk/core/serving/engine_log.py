"""What a program that serves a model said of itself when it started and while it ran."""

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
    """Amounts of the fullest GPU, in GiB; None where the log does not say.

    Attributes:
        program: key of the program; "nvidia-smi" for a table of GPUs.
        rest_gib: activations and what lies outside PyTorch together, where they are not told apart.
        cache_tokens: for which the cache has room.
        total_gib: what the program finds of a GPU.
        share: of it that it may fill.
        used_gib: of each GPU as the driver says.
        tokens_per_s, running: of all answers together, and how many ran at once; the most that was seen.
        token_s: of one token of one sequence alone.
        starts: how often the program started; the last start counts.
        model: what was loaded: a name, a path or a file; "" where the log does not say.
        gpus: that share the model; 0 where the log does not say.
        release: of the program; "" where the log does not say.
        arguments: what the program was started with, by name, without keys and passwords.
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
        """GiB that a token takes in the cache of one GPU."""
        if not self.cache_gib or not self.cache_tokens:
            return None
        return self.cache_gib / self.cache_tokens
