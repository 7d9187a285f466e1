"""What the sources of the interface connect to what: read from the text of `gpudesk/ui`, without running it.

A widget that goes takes apart the connections to its own methods, and those of its own signals. A connection from something that lives
longer to a lambda, a `partial` or a nested function stays, and calls into what has gone.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

LONG_LIVED = frozenset(
    {
        "session",
        "settings",
        "jobs",
        "job",
        "registry",
        "collector",
        "application",
        "clipboard",
        "styleHints",
        "hints",
        "notifier",
        "instance",
        "window",
        "parent",
        "parentWidget",
        "primaryScreen",
        "screen",
    }
)
"""Names of what lives longer than the page, dialog or panel that connects to it, with and without a leading underscore."""

LONG_LIVED_CLASSES = frozenset(
    {"Session", "Settings", "Jobs", "Job", "Desk", "MainWindow", "QApplication", "ActionRegistry", "SummaryKeeper"}
)
"""Classes whose objects live as long as the window or the program, whatever makes them."""

REGISTERING = frozenset({"connect_action", "connect_switch"})
"""Methods of the registry of actions, which lives as long as its window, that connect to what they are given."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Connection:
    """One call of `connect`.

    Attributes:
        where: file and line, as `gpudesk/ui/…:12`.
        sender: the signal, as written.
        receiver: what is called, as written.
        problem: why the connection may outlive what it calls; "" if it cannot.
    """

    where: str
    sender: str
    receiver: str
    problem: str

    def __str__(self) -> str:
        return f"{self.where}: {self.sender} → {self.receiver}: {self.problem}"


@dataclass
class _Class:
    """One class of the interface, with what its attributes are set to."""

    node: ast.ClassDef
    bases: tuple[str, ...]
    methods: dict[str, Function] = field(default_factory=dict)
    attributes: dict[str, list[tuple[ast.expr, Function]]] = field(default_factory=dict)


@dataclass
class _Scope:
    """Where an expression is written: its class and the functions around it, innermost last."""

    owner: _Class | None
    functions: tuple[Function, ...]


def _bare(name: str) -> str:
    return name.lstrip("_")


def _nodes(function: Function) -> Iterator[ast.AST]:
    """What a function says itself, without the functions nested in it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            waiting.extend(ast.iter_child_nodes(node))


@cache
def _assigned(function: Function) -> list[tuple[ast.expr, ast.expr]]:
    """Targets and values of the assignments of a function; of a loop, the target and each item that is written out."""
    return list(_each_assigned(function))


def _each_assigned(function: Function) -> Iterator[tuple[ast.expr, ast.expr]]:
    for node in _nodes(function):
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield from _paired(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield target, value
            case ast.NamedExpr(target=target, value=value):
                yield target, value
            case ast.For(target=target, iter=over):
                yield from _looped(target, over)


def _paired(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        for part, item in zip(target.elts, value.elts, strict=True):
            yield from _paired(part, item)
    elif isinstance(target, ast.Tuple):
        whole = value.elt if isinstance(value, ast.GeneratorExp | ast.ListComp) else value
        for part in target.elts:
            yield part, whole
    else:
        yield target, value


def _looped(target: ast.expr, over: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    match over:
        case ast.Tuple(elts=items) | ast.List(elts=items):
            for item in items:
                yield from _paired(target, item.value if isinstance(item, ast.Starred) else item)
        case ast.Call(func=ast.Name(id="zip"), args=args) if isinstance(target, ast.Tuple):
            for part, items in zip(target.elts, args, strict=False):
                yield from _looped(part, items)
        case ast.Call(func=ast.Name(id="enumerate"), args=[items, *_]) if isinstance(target, ast.Tuple):
            yield from _looped(target.elts[-1], items)
        case ast.Call(func=ast.Attribute(value=made, attr="values")):
            yield target, made
        case ast.Call(func=ast.Attribute(value=made, attr="items")) if isinstance(target, ast.Tuple):
            yield target.elts[-1], made
        case _:
            yield target, over


class Sources:
    """The sources of the interface, read once.

    Args:
        texts: the text of each file by the path that messages show.
    """

    def __init__(self, texts: dict[str, str]) -> None:
        self._trees = {path: ast.parse(text) for path, text in texts.items()}
        self._classes: dict[str, _Class] = {}
        self._functions: dict[str, Function] = {}
        for tree in self._trees.values():
            self._collect(tree)

    @classmethod
    def of_folder(cls, folder: Path) -> "Sources":
        """All Python files under a folder, named from the folder's grandparent on."""
        root = folder.parent.parent
        return cls({str(path.relative_to(root)): path.read_text("utf-8") for path in sorted(folder.rglob("*.py"))})

    @cached_property
    def connections(self) -> list[Connection]:
        """Every call of `connect`, by file and line."""
        made = [each for path, tree in self._trees.items() for each in self._walk(path, tree, _Scope(None, ()))]
        return sorted(made, key=lambda each: (each.where.rpartition(":")[0], int(each.where.rpartition(":")[2])))

    def _collect(self, tree: ast.Module) -> None:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases = tuple(_last(base) for base in node.bases)
                known = self._classes[node.name] = _Class(node, bases)
                for method in node.body:
                    if isinstance(method, Function):
                        known.methods[method.name] = method
                        for target, value in _assigned(method):
                            kept = target.value if isinstance(target, ast.Subscript) else target
                            if isinstance(kept, ast.Attribute) and isinstance(kept.value, ast.Name) and kept.value.id == "self":
                                known.attributes.setdefault(kept.attr, []).append((value, method))
        for node in tree.body:
            if isinstance(node, Function):
                self._functions[node.name] = node

    def _walk(self, path: str, node: ast.AST, scope: _Scope) -> Iterator[Connection]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                yield from self._walk(path, child, _Scope(self._classes[child.name], ()))
            elif isinstance(child, Function):
                yield from self._walk(path, child, _Scope(scope.owner, (*scope.functions, child)))
            else:
                if isinstance(child, ast.Call) and isinstance(child.func, ast.Attribute) and child.func.attr == "connect" and child.args:
                    yield self._connection(path, child, child.func.value, scope)
                yield from self._walk(path, child, scope)

    def _connection(self, path: str, call: ast.Call, signal: ast.expr, scope: _Scope) -> Connection:
        receiver = call.args[0]
        problem = ""
        if not all(self._is_own(sender, scope, ()) for sender in self._senders(signal, scope)):
            problem = self._why_unsafe(receiver, scope)
        return Connection(f"{path}:{call.lineno}", ast.unparse(signal), ast.unparse(receiver), problem)

    def _senders(self, signal: ast.expr, scope: _Scope) -> list[ast.expr]:
        """The objects whose signal this is; of a loop over signals, that of each."""
        if isinstance(signal, ast.Attribute):
            return [signal.value]
        if isinstance(signal, ast.Name):
            return [value.value for value in self._values(signal.id, scope) if isinstance(value, ast.Attribute)] or [signal]
        return [signal]

    def _values(self, name: str, scope: _Scope) -> list[ast.expr]:
        for function in reversed(scope.functions):
            values = [value for target, value in _assigned(function) if isinstance(target, ast.Name) and target.id == name]
            if values:
                return values
            arguments = function.args
            if name in {each.arg for each in (*arguments.args, *arguments.kwonlyargs, *arguments.posonlyargs)}:
                return []
        return []

    # what a receiver is

    def _why_unsafe(self, receiver: ast.expr, scope: _Scope) -> str:
        """Why a receiver must not be connected to what lives longer; "" if Qt takes the connection apart."""
        match receiver:
            case ast.Lambda():
                return "a lambda"
            case ast.Call(func=called) if _last(called) == "partial":
                return "a partial"
            case ast.Name(id=name) if any(name in _nested(function) for function in scope.functions):
                return "a nested function"
            case ast.Name(id=name) if name in self._functions:
                return ""
            case ast.Attribute(attr="emit"):
                return "emit of a signal: connect the signal itself"
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if (
                scope.owner is not None and self._method(scope.owner, name) is not None
            ):
                return "" if self._is_qt(scope.owner.node.name) else f"a method of {scope.owner.node.name}, which is no QObject"
            case ast.Attribute():
                return ""
            case _:
                return "not a method"

    def _is_qt(self, name: str) -> bool:
        known = self._classes.get(name)
        if known is None:
            return len(name) > 1 and name[0] == "Q" and name[1].isupper()
        return any(self._is_qt(base) for base in known.bases)

    # who made a sender

    def _is_own(self, sender: ast.expr, scope: _Scope, seen: tuple[tuple[str, str], ...]) -> bool:
        """Whether a sender is the object itself, made by it, or a part of what it made."""
        match sender:
            case ast.Name(id="self" | "super"):
                return scope.owner is not None
            case ast.Name(id=name):
                values = self._values(name, scope)
                return bool(values) and all(self._is_own(value, scope, seen) for value in values if not _refers_to(value, name))
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if scope.owner is not None:
                return _bare(name) not in LONG_LIVED and self._is_own_attribute(scope.owner, name, seen)
            case ast.Attribute(value=whole, attr=name) | ast.Subscript(value=ast.Attribute(value=whole, attr=name)):
                return _bare(name) not in LONG_LIVED and self._is_own(whole, scope, seen)
            case ast.Subscript(value=whole):
                return self._is_own(whole, scope, seen)
            case ast.Call(func=called):
                return self._makes(called, scope, seen)
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                return all(self._is_own(item.value if isinstance(item, ast.Starred) else item, scope, seen) for item in items)
            case ast.Dict(values=items):
                return all(self._is_own(item, scope, seen) for item in items)
            case ast.ListComp(elt=item) | ast.DictComp(value=item) | ast.GeneratorExp(elt=item):
                return self._is_own(item, scope, seen)
            case ast.IfExp(body=first, orelse=second) | ast.BinOp(left=first, op=ast.Add(), right=second):
                return self._is_own(first, scope, seen) and self._is_own(second, scope, seen)
            case ast.Constant(value=None):
                return True
            case _:
                return False

    def _is_own_attribute(self, owner: _Class, name: str, seen: tuple[tuple[str, str], ...]) -> bool:
        key = (owner.node.name, name)
        if key in seen:
            return True
        values = owner.attributes.get(name)
        if values:
            return all(self._is_own(value, _Scope(owner, (method,)), (*seen, key)) for value, method in values)
        method = owner.methods.get(name)
        if method is not None:
            return self._returns_own(method, _Scope(owner, (method,)), (*seen, key))
        bases = [self._classes[base] for base in owner.bases if base in self._classes]
        return any(self._is_own_attribute(base, name, (*seen, key)) for base in bases)

    def _makes(self, called: ast.expr, scope: _Scope, seen: tuple[tuple[str, str], ...]) -> bool:
        """Whether a call makes something, or hands out a part of what was made."""
        match called:
            case ast.Name(id=name) if name in LONG_LIVED_CLASSES or _bare(name) in LONG_LIVED:
                return False
            case ast.Name(id=name) if name in self._classes or self._is_qt(name):
                return True
            case ast.Name(id=name) if name in self._functions:
                made = self._functions[name]
                return (name, "()") in seen or self._returns_own(made, _Scope(None, (made,)), (*seen, (name, "()")))
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if scope.owner is not None and self._method(scope.owner, name):
                return _bare(name) not in LONG_LIVED and self._is_own_attribute(scope.owner, name, seen)
            case ast.Attribute(value=whole, attr=name):
                return _bare(name) not in LONG_LIVED and self._is_own(whole, scope, seen)
            case _:
                return False

    def _returns_own(self, function: Function, scope: _Scope, seen: tuple[tuple[str, str], ...]) -> bool:
        values = [node.value for node in _nodes(function) if isinstance(node, ast.Return) and node.value is not None]
        return bool(values) and all(self._is_own(value, scope, seen) for value in values)

    def _method(self, owner: _Class, name: str) -> Function | None:
        if name in owner.methods:
            return owner.methods[name]
        for base in owner.bases:
            if base in self._classes and (inherited := self._method(self._classes[base], name)) is not None:
                return inherited
        return None


def _last(expression: ast.expr) -> str:
    """The last name of a dotted expression: `QObject` of `QtCore.QObject`; of a generic class, the class."""
    match expression:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=whole):
            return _last(whole)
        case _:
            return ""


@cache
def _nested(function: Function) -> set[str]:
    return {node.name for node in ast.walk(function) if isinstance(node, Function) and node is not function}


def _refers_to(value: ast.expr, name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(value))


def wrong_registrations(path: str, source: str) -> list[str]:
    """Places that connect to actions of the registry without living as long as it.

    A callback that is given to the registry may be a lambda or a `partial`: it is taken only from an object that is a child of the window.
    """
    tree = ast.parse(source)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    inside = {id(node) for owner in classes if _is_child_of_window(owner) for node in ast.walk(owner)}
    made = {id(node) for owner in classes if {each.name for each in owner.body if isinstance(each, Function)} >= REGISTERING
            for node in ast.walk(owner)}  # fmt: skip
    used = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr in REGISTERING]
    return [f"{path}:{node.lineno}: {ast.unparse(node)}" for node in used if id(node) not in inside | made]


def _is_child_of_window(owner: ast.ClassDef) -> bool:
    """Whether a class is a QObject that gives the window to its base as parent."""
    begins = [node for node in owner.body if isinstance(node, Function) and node.name == "__init__"]
    calls = [ast.unparse(node) for begin in begins for node in ast.walk(begin) if isinstance(node, ast.Call)]
    return [_last(base) for base in owner.bases] == ["QObject"] and "super().__init__(window)" in calls


def forget_trees() -> None:
    """Let go of what was read: every later collection of garbage in this process would walk over it."""
    _assigned.cache_clear()
    _nested.cache_clear()
