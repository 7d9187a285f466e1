"""View settings of the terminal monitor: order, filter, tree, selection, and the effect of each key."""

from collections.abc import Sequence
from dataclasses import dataclass, field

ORDERS = {
    "n": ("gpu", "GPU"),
    "m": ("used", "GPU memory"),
    "b": ("busy", "GPU use"),
    "c": ("cpu", "CPU"),
    "h": ("host", "host memory"),
    "e": ("time", "running time"),
    "p": ("pid", "PID"),
}
"""The key that sorts processes, by what, and what that is called."""
HELP = (
    ("n m b c h e p", "sort processes by GPU, GPU memory, GPU use, CPU, host memory, running time, PID"),
    ("r", "reverse the sort order"),
    ("t", "tree: parents and children of each process"),
    ("Left Right", "in the tree: collapse or expand a process"),
    ("Space", "in the tree: collapse or expand"),
    ("u", "show the processes of the next user, then of all"),
    ("/", "filter processes by command, user or PID; Enter keeps the filter, Esc removes it"),
    ("Enter", "the full command of the selected process"),
    ("Up Down PgUp PgDn Home End", "move through the processes"),
    ("Tab", "switch between GPUs and processes"),
    ("q  Esc  Ctrl+C", "end"),
    ("?", "this help; any key closes it"),
)
"""The keys and their functions."""


@dataclass(slots=True)
class View:
    """Settings chosen with keys.

    Attributes:
        order: sort order of processes (`ORDERS`); "gpu" as received, those with most memory first.
        chosen: the selected process, by the key of its line.
        top, gpu_top: the first visible line of the processes, and of the GPUs.
        page: number of process lines visible last, `gpu_page` of GPUs.
        typed: the text being typed, None otherwise.
        folded: the processes whose tree is folded.
        only_gpus: no processes are reported at all, as for other hosts.
    """

    only_gpus: bool = False
    order: str = "gpu"
    turned: bool = False
    tree: bool = False
    user: str = ""
    words: str = ""
    typed: str | None = None
    chosen: object = None
    top: int = 0
    page: int = 1
    gpu_top: int = 0
    gpu_page: int = 1
    gpu_lines: int = 0
    in_gpus: bool = False
    detail: bool = False
    help: bool = False
    folded: set[int] = field(default_factory=set)

    def press(self, key: str, keys: Sequence[object], users: Sequence[str]) -> bool:
        """Apply a key; returns whether to continue.

        Args:
            key: a letter, or the name of a key.
            keys: the keys of the process lines as currently shown.
            users: the owners of the processes.
        """
        if key == "interrupt":
            return False
        if self.typed is not None:
            self._type(key)
        elif self.help:
            self.help = False
        elif key == "escape" and (self.words or self.user):
            # What hides processes goes first, so that no user is missed when all are read again.
            self.words, self.user, self.top = "", "", 0
        elif key in {"q", "escape"}:
            return False
        elif key in {"?", "f1"}:
            self.help = True
        elif key in {"up", "down", "pageup", "pagedown", "home", "end", "j", "k"}:
            self._go({"j": "down", "k": "up"}.get(key, key), keys)
        elif key in {"left", "right", " "}:
            self._fold(key)
        else:
            self._change(key, users)
        return True

    def _change(self, key: str, users: Sequence[str]) -> None:
        if key in ORDERS:
            self.order, self.turned = ORDERS[key][0], False
        elif key == "r":
            self.turned = not self.turned
        elif key == "t":
            self.tree, self.top = not self.tree, 0
        elif key == "u":
            at = users.index(self.user) + 1 if self.user in users else 0
            self.user, self.top = (users[at] if at < len(users) else ""), 0
        elif key == "/":
            self.typed = self.words
        elif key == "enter":
            self.detail = not self.detail
        elif key == "tab":
            self.in_gpus = not self.in_gpus

    def _type(self, key: str) -> None:
        typed = self.typed or ""
        if key == "enter":
            self.typed = None
        elif key == "escape":
            self.words, self.typed = "", None
        elif key == "backspace":
            self.words = self.typed = typed[:-1]
        elif len(key) == 1 and key.isprintable():
            self.words = self.typed = typed + key
        self.top = 0

    def _go(self, key: str, keys: Sequence[object]) -> None:
        if self.in_gpus or self.only_gpus:
            step = {"up": -1, "down": 1, "pageup": -self.gpu_page, "pagedown": self.gpu_page}.get(key)
            most = max(self.gpu_lines - self.gpu_page, 0)
            self.gpu_top = min(max(self.gpu_top + step, 0), most) if step is not None else 0 if key == "home" else most
            return
        if not keys:
            return
        page = max(self.page, 1)
        # With nothing chosen yet, the first step down chooses the first line.
        at = keys.index(self.chosen) if self.chosen in keys else -1 if key == "down" else 0
        to = {"up": at - 1, "down": at + 1, "pageup": at - page, "pagedown": at + page, "home": 0, "end": len(keys) - 1}[key]
        self.chosen = keys[min(max(to, 0), len(keys) - 1)]

    def _fold(self, key: str) -> None:
        if not self.tree or not isinstance(self.chosen, int):
            return
        if key == "left" or (key == " " and self.chosen not in self.folded):
            self.folded.add(self.chosen)
        else:
            self.folded.discard(self.chosen)

    def scroll(self, keys: Sequence[object], page: int) -> None:
        """Scroll so that the selected line is visible."""
        self.page = page
        at = keys.index(self.chosen) if self.chosen in keys else None
        if at is not None:
            self.top = min(max(self.top, at - page + 1), at)
        self.top = min(max(self.top, 0), max(len(keys) - page, 0))
