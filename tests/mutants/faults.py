"""Faults that change a value: where a source has them, and the source with one of them planted."""

import ast
from dataclasses import dataclass

_ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "/",
    ast.Div: "*",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.Pow: "*",
    ast.LShift: ">>",
    ast.RShift: "<<",
}
_COMPARISONS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">"),
    ast.LtE: ("<", ">="),
    ast.Gt: (">=", "<"),
    ast.GtE: (">", "<="),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
}
_DROPPED = frozenset(
    "abs round int sorted reversed max min ceil floor maximum minimum sqrt unique sort cumsum nan_to_num clip where strip lower "
    "casefold upper rint negative log2 log exp".split()
)
"""Calls whose first argument can be used in their place; `int` only of a fraction, as it changes nothing but the type of a whole number."""
_CONTEXTS = frozenset(
    "self cls edit view snapshot document types tables page say wording catalog read config recording flow site np subject facts".split()
)
"""What is asked or written to: in the place of another argument it only raises."""
_NOT_VALUES = frozenset(
    ["strict", "axis", "kind", "indent", "ensure_ascii", "frozen", "slots", "order", "assume_unique", "keepdims", "copy"]
)
"""Arguments by name that change no value, or only raise."""
_TEXTS = frozenset(["QT_TRANSLATE_NOOP", "tr", "translate", "cast", "TypeVar", "namedtuple", "getLogger", "debug", "info", "warning"])


@dataclass(frozen=True, slots=True)
class Fault:
    """One change of a source.

    Attributes:
        line: from 1 on.
        function: the first line of the function it is in (that of its decorators where it has any), 0 outside all.
        start, end: what is replaced, in bytes of the source.
    """

    line: int
    function: int
    sort: str
    start: int
    end: int
    text: str

    def planted(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]

    def said(self, source: bytes) -> str:
        """The line before and after."""
        old = source.splitlines()[self.line - 1].decode().strip()
        new = self.planted(source).splitlines()[self.line - 1].decode().strip()
        return f"{self.sort}: {old}\n          -> {new}"


class _Finder(ast.NodeVisitor):
    def __init__(self, source: bytes) -> None:
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.found: list[Fault] = []
        self.functions = [0]

    def at(self, node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.expr) -> str:
        start, end = self.at(node)
        return self.source[start:end].decode()

    def change(self, node: ast.expr, sort: str, text: str) -> None:
        start, end = self.at(node)
        if self.source[start:end].decode() != text:
            self.found.append(Fault(node.lineno, self.functions[-1], sort, start, end, text))

    # what is left out: type hints, docstrings, decorators, texts, what only raises

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        for default in [*node.args.defaults, *(each for each in node.args.kw_defaults if each is not None)]:
            self.visit(default)
        self.functions.append(first)
        for each in node.body:
            self.visit(each)
        self.functions.pop()

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for each in node.body:
            self.visit(each)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.functions.append(node.lineno)
        self.visit(node.body)
        self.functions.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        pass

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass

    def visit_TypeAlias(self, node: ast.AST) -> None:
        pass

    def visit_If(self, node: ast.If) -> None:
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.generic_visit(node)

    # faults

    def visit_BinOp(self, node: ast.BinOp) -> None:
        left, right = self.text(node.left), self.text(node.right)
        texts = any(isinstance(each, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp) for each in (node.left, node.right))
        texts |= any(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in (node.left, node.right))
        if type(node.op) in _ARITHMETIC and not texts:
            start, end = self.at(node.left)[1], self.at(node.right)[0]
            between = self.source[start:end].decode()
            mark = {ast.Pow: "**", ast.FloorDiv: "//", ast.LShift: "<<", ast.RShift: ">>"}.get(type(node.op)) or {
                ast.Add: "+",
                ast.Sub: "-",
                ast.Mult: "*",
                ast.Div: "/",
                ast.Mod: "%",
            }[type(node.op)]
            if mark in between:
                changed = between.replace(mark, _ARITHMETIC[type(node.op)], 1)
                self.found.append(Fault(node.lineno, self.functions[-1], "arithmetic", start, end, changed))
        elif isinstance(node.op, ast.BitAnd | ast.BitOr) and not texts:
            self.change(node, "dropped condition", left)
            self.change(node, "dropped condition", right)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        before: ast.expr = node.left
        for operator, after in zip(node.ops, node.comparators, strict=True):
            start, end = self.at(before)[1], self.at(after)[0]
            between = self.source[start:end].decode()
            # A bracket around an operand is outside its place.
            bare = between.strip(" ()\n")
            for text in _COMPARISONS[type(operator)]:
                if bare and between.count(bare) == 1:
                    self.found.append(Fault(node.lineno, self.functions[-1], "comparison", start, end, between.replace(bare, text)))
            before = after
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for dropped in node.values:
            kept = [f"({self.text(each)})" for each in node.values if each is not dropped]
            self.change(node, "dropped condition", f"({(' and ' if isinstance(node.op, ast.And) else ' or ').join(kept)})")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.Invert | ast.USub):
            sort = "arithmetic" if isinstance(node.op, ast.USub) else "dropped condition"
            self.change(node, sort, f"({self.text(node.operand)})" if sort != "arithmetic" else self.text(node.operand))
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.change(node, "dropped condition", f"({self.text(node.body)})")
        self.change(node, "dropped condition", f"({self.text(node.orelse)})")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for each in node.ifs:
            self.change(each, "dropped condition", "True")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.change(node, "constant", str(not node.value))
        elif isinstance(node.value, int):
            self.change(node, "constant", str(node.value + 1))
        elif isinstance(node.value, float):
            self.change(node, "constant", repr(node.value * 2 if node.value else 1.0))

    def visit_Subscript(self, node: ast.Subscript) -> None:
        place = node.slice
        if isinstance(place, ast.Constant) and type(place.value) is int:
            self.change(place, "index", str(place.value + 1))
            self.visit(node.value)
        elif isinstance(place, ast.UnaryOp) and isinstance(place.operand, ast.Constant):
            self.change(place, "index", "0")
            self.visit(node.value)
        else:
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(node.func, ast.Name) else ""
        if name in _TEXTS:
            return
        plain = [each for each in node.args if not isinstance(each, ast.Starred)]
        if (
            len(plain) == len(node.args) >= 2
            and self.text(plain[0]) != self.text(plain[1])
            and name not in {"isinstance", "zip", "max", "min"}
            and _interchangeable(plain[0], plain[1])
        ):
            start, end = self.at(plain[0])[0], self.at(plain[1])[1]
            between = self.source[self.at(plain[0])[1] : self.at(plain[1])[0]].decode()
            swapped = f"{self.text(plain[1])}{between}{self.text(plain[0])}"
            self.found.append(Fault(plain[0].lineno, self.functions[-1], "swapped arguments", start, end, swapped))
        whole = name == "int" and not any(isinstance(each, ast.BinOp) for each in ast.walk(node))
        if name in _DROPPED and plain and not isinstance(plain[0], ast.GeneratorExp) and not whole:
            self.change(node, "dropped call", f"({self.text(plain[0])})")
        self.visit(node.func)
        for each in node.args:
            self.visit(each)
        for keyword in node.keywords:
            if keyword.arg not in _NOT_VALUES:
                self.visit(keyword.value)


def _interchangeable(one: ast.expr, other: ast.expr) -> bool:
    """Whether two arguments in each other's place may give another value: swapped ones of different kinds only raise."""
    kinds = [_kind(each) for each in (one, other)]
    return "none" not in kinds and (kinds[0] == kinds[1] or "any" in kinds)


def _kind(node: ast.expr) -> str:
    """What a source shows of the kind of a value: "any" where it shows nothing, "none" where nothing else can be in its place."""
    if isinstance(node, ast.Constant):
        return "none" if isinstance(node.value, str | bytes) or node.value is None else type(node.value).__name__
    if isinstance(node, ast.Name | ast.Attribute):
        name = node.id if isinstance(node, ast.Name) else node.attr
        if name in _CONTEXTS or (isinstance(node, ast.Name) and name.strip("_").isupper() and len(name) > 1):
            return "none"
        if name[:1].isupper() or name in {"int64", "int32", "uint8", "float64", "bool_", "bool", "float", "int", "str"}:
            return "none"
        return "any"
    if isinstance(node, ast.JoinedStr | ast.Lambda | ast.Dict | ast.List | ast.Tuple | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp):
        return "none"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and (node.func.id in _TEXTS or node.func.id[:1].isupper()):
        return "none"
    return "any"


def faults(source: bytes) -> list[Fault]:
    """Every fault of a source; a few do not compile: see `compiles`."""
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    return finder.found


def compiles(fault: Fault, source: bytes) -> bool:
    """Whether a source with the fault is still Python."""
    try:
        ast.parse(fault.planted(source))
    except SyntaxError:
        return False
    return True
