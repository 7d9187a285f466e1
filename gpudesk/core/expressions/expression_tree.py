"""Acceptance conditions as trees of plain lists, for evaluators other than Python (the page of a work package).

A node is a list whose first element is its kind: `["const", value]`, `["name", "m.t"]`, `["and" | "or", [node, …]]`,
`["not" | "neg" | "pos", node]`, `["+" | "-" | "*" | "/", node, node]`, `["compare", [operator, …], [node, …]]`,
`["list", [node, …]]`, `["call", function, [node, …]]`, and, as an argument of a call, `["for", name, list, element]`.
"""

import ast
from collections.abc import Mapping
from typing import Any

from gpudesk.core.expressions.expression import Expression, dotted

Node = list[Any]
_WORDS: Mapping[str, bool | None] = {"true": True, "false": False, "none": None}
_ARITHMETIC: Mapping[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_UNARY: Mapping[type[ast.unaryop], str] = {ast.Not: "not", ast.USub: "neg", ast.UAdd: "pos"}
_COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}


def expression_tree(expression: Expression) -> Node:
    """The tree of a condition; its grammar was checked when it was read."""
    return _node(expression.tree, frozenset())


def _node(node: ast.expr, bound: frozenset[str]) -> Node:
    name = dotted(node)
    if name is not None:
        return ["const", _WORDS[name]] if name in _WORDS and name not in bound else ["name", name]
    match node:
        case ast.Constant():
            return ["const", node.value]
        case ast.BoolOp():
            return ["or" if isinstance(node.op, ast.Or) else "and", [_node(value, bound) for value in node.values]]
        case ast.UnaryOp():
            return [_UNARY[type(node.op)], _node(node.operand, bound)]
        case ast.BinOp():
            return [_ARITHMETIC[type(node.op)], _node(node.left, bound), _node(node.right, bound)]
        case ast.Compare():
            operands = [_node(operand, bound) for operand in (node.left, *node.comparators)]
            return ["compare", [_COMPARISONS[type(operator)] for operator in node.ops], operands]
        case ast.List():
            return ["list", [_node(element, bound) for element in node.elts]]
        case ast.Call(func=ast.Name(id=function)):
            return ["call", function, [_argument(argument, bound) for argument in node.args]]
        case _:
            raise AssertionError("the grammar was checked when the expression was read")


def _argument(node: ast.expr, bound: frozenset[str]) -> Node:
    if not isinstance(node, ast.GeneratorExp):
        return _node(node, bound)
    (generator,) = node.generators
    if not isinstance(generator.target, ast.Name):
        raise AssertionError("the grammar was checked when the expression was read")
    name = generator.target.id
    return ["for", name, _node(generator.iter, bound), _node(node.elt, bound | {name})]
