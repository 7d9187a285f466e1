"""Errors in overrides of Qt methods reach PySide as complete exceptions.

Before Python 3.12 an error that C code raises (1 / 0, an invalid list index, a deleted Qt object) is passed on as a
type and a plain text until Python code catches it. PySide 6.11 treats that text as the exception itself and crashes with a
segmentation fault if the override runs inside a call from Python, such as showing a place or resizing a window.
Caught and raised again, the error is an exception that leaves that call and is reported like any other.
"""

import functools
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from shiboken6 import Shiboken


def _none(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(self: object) -> Any:
        try:
            return function(self)
        except BaseException:
            raise

    return call


def _one(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(self: object, first: Any) -> Any:
        try:
            return function(self, first)
        except BaseException:
            raise

    return call


def _two(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(self: object, first: Any, second: Any) -> Any:
        try:
            return function(self, first, second)
        except BaseException:
            raise

    return call


def _three(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(self: object, first: Any, second: Any, third: Any) -> Any:
        try:
            return function(self, first, second, third)
        except BaseException:
            raise

    return call


def _any_number(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any, **keywords: Any) -> Any:
        try:
            return function(*arguments, **keywords)
        except BaseException:
            raise

    return call


# PySide reads from a slot how many arguments of the signal it takes, so the number stays the same.
_BY_NUMBER = {1: _none, 2: _one, 3: _two, 4: _three}
_VARIABLE = 0x04 | 0x08
"""The flags of code that takes *arguments or **keywords."""


def finishing(function: FunctionType) -> Callable[..., Any]:
    """The same function, whose errors leave it as finished exceptions; arguments without a default are passed by place only."""
    code = function.__code__
    is_fixed = not function.__defaults__ and not code.co_kwonlyargcount and not code.co_flags & _VARIABLE
    make = _BY_NUMBER.get(code.co_argcount, _any_number) if is_fixed else _any_number
    return functools.wraps(function)(make(function))


def _finish(cls: type[Shiboken.Object], /, **keywords: Any) -> None:
    super(Shiboken.Object, cls).__init_subclass__(**keywords)
    bindings = [base for base in cls.__mro__ if base.__module__.startswith("PySide6.")]
    for name, method in list(vars(cls).items()):
        if isinstance(method, FunctionType) and not name.startswith("__") and any(name in vars(base) for base in bindings):
            setattr(cls, name, finishing(method))


def finish_errors() -> None:
    """From now on every class that overrides methods of Qt has them finish their errors. Nothing is to be done from Python 3.12 on."""
    if sys.version_info < (3, 12):
        Shiboken.Object.__init_subclass__ = classmethod(_finish)  # type: ignore[assignment]
