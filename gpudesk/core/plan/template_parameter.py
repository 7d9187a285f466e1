"""Template parameters: numbers, flags and choices, and how they are read from a file and from user input."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value

_CONTEXT = "template"
MOST_OBJECTS = 400_000
"""Racks and devices that one template may make."""
LONGEST_PATTERN = 300
"""The most characters of a pattern of names: it may be filled in for every object."""
KINDS = ("number", "flag", "choice")
Scalar = float | int | bool | str
Fault = Callable[[str, Message], None]
_MOST_PARAMETERS = 40
_MOST_CHOICES = 100
_LONGEST = 300
_LARGEST = 10**9


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter that the user can set.

    Attributes:
        value: the default.
        minimum, maximum: of a number.
        choices: of a choice; titles, titles_es: their display titles, one for each or none.
    """

    title: str
    title_es: str
    kind: str
    value: Any
    minimum: float = 0
    maximum: float = 1_000_000
    choices: tuple[Any, ...] = ()
    titles: tuple[str, ...] = ()
    titles_es: tuple[str, ...] = ()
    note: str = ""
    note_es: str = ""

    def to_plain(self) -> dict[str, Any]:
        """The mapping of a file, without values that are defaults."""
        defaults = {field.name: field.default for field in fields(self)}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items() if value != defaults[name]}


def read_parameters(raw: Any, fault: Fault) -> dict[str, Parameter]:
    """The parameters of a file; each error is reported to `fault(where, what)`, and the parameter is skipped."""
    if not isinstance(raw, Mapping) or len(raw) > _MOST_PARAMETERS:
        fault("parameters", _reason(QT_TRANSLATE_NOOP("template", "a mapping of at most {most} is required"), most=_MOST_PARAMETERS))
        return {}
    parameters = {}
    for name, body in raw.items():
        where = f"parameters.{name}"
        known = {field.name: field for field in fields(Parameter)}
        if not isinstance(body, Mapping) or set(body) - set(known) or {"title", "title_es", "kind", "value"} - set(body):
            fault(where, _reason(QT_TRANSLATE_NOOP("template", "a mapping with title, title_es, kind and value is required")))
            continue
        field_values: dict[str, Any] = {str(key): tuple(value) if isinstance(value, list) else value for key, value in body.items()}
        parameter = Parameter(**field_values)
        wrong = (
            _wrong(parameter)
            if str(name).isidentifier()
            else _reason(QT_TRANSLATE_NOOP("template", "a name is made of letters, digits and _"))
        )
        if wrong is not None:
            fault(where, wrong)
        else:
            parameters[str(name)] = parameter
    return parameters


def _reason(text: str, /, **values: Value) -> Message:
    """Reason of an error; `text` was marked with QT_TRANSLATE_NOOP("template", …)."""
    return Message("template", text, values)


def _wrong(parameter: Parameter) -> Message | None:
    """Errors of a parameter."""
    texts: tuple[Any, ...] = (parameter.title, parameter.title_es, parameter.note, parameter.note_es)
    if not all(isinstance(text, str) and len(text) <= _LONGEST for text in texts):
        return _reason(QT_TRANSLATE_NOOP("template", "title and note are texts of at most {most} characters"), most=_LONGEST)
    if parameter.kind not in KINDS:
        return _reason(QT_TRANSLATE_NOOP("template", "the kind is not one of {known}"), known=tuple(KINDS))
    if parameter.kind == "flag":
        return None if isinstance(parameter.value, bool) else _reason(QT_TRANSLATE_NOOP("template", "the value of a flag is true or false"))
    if parameter.kind == "choice":
        choices: Any = parameter.choices
        good = isinstance(choices, tuple) and 0 < len(choices) <= _MOST_CHOICES
        names: Any = (parameter.titles, parameter.titles_es)
        good = good and all(name == () or (isinstance(name, tuple) and len(name) == len(choices)) for name in names)
        good = good and all(isinstance(title, str) and len(title) <= _LONGEST for name in names for title in name)
        good = good and all(isinstance(choice, Scalar) and len(str(choice)) <= _LONGEST for choice in choices)
        return (
            None
            if good and parameter.value in parameter.choices
            else _reason(QT_TRANSLATE_NOOP("template", "the value is one of its choices, and these are numbers or texts"))
        )
    numbers: tuple[Any, ...] = (parameter.minimum, parameter.value, parameter.maximum)
    if not all(isinstance(number, int | float) and not isinstance(number, bool) and abs(number) <= _LARGEST for number in numbers):
        return _reason(QT_TRANSLATE_NOOP("template", "value, minimum and maximum are numbers"))
    return (
        None
        if numbers[0] <= numbers[1] <= numbers[2]
        else _reason(QT_TRANSLATE_NOOP("template", "the value lies between minimum and maximum"))
    )


def chosen_parameters(parameters: Mapping[str, Parameter], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters with the user's choices.

    Raises:
        Refused: there is no such parameter, or the value is not allowed.
    """
    values: dict[str, Any] = {name: parameter.value for name, parameter in parameters.items()}
    for name, value in chosen.items():
        parameter = parameters.get(name)
        if parameter is None:
            known = tuple(parameters)
            text = QT_TRANSLATE_NOOP("template", "The template has no parameter {name}; it has {known}.")
            if not known:
                text = QT_TRANSLATE_NOOP("template", "The template has no parameters; {name} cannot be set.")
            raise Refused(Message(_CONTEXT, text, {"name": name, "known": known}))
        values[name] = checked(name, parameter, value)
    return values


def checked(name: str, parameter: Parameter, value: Any) -> Scalar:
    """The value of a parameter, with a text converted to the parameter type.

    Raises:
        Refused: the value is not allowed; the message lists the allowed values.
    """
    read = _read(value) if isinstance(value, str) else value
    if parameter.kind == "flag":
        if isinstance(read, bool):
            return read
        text = QT_TRANSLATE_NOOP("template", "{name} cannot be {value}: it must be true or false.")
        raise Refused(Message(_CONTEXT, text, {"name": name, "value": str(value)}))
    if parameter.kind == "choice":
        for choice in parameter.choices:
            if str(choice) == str(value) or (read == choice and isinstance(read, bool) == isinstance(choice, bool)):
                result: Scalar = choice
                return result
        text = QT_TRANSLATE_NOOP("template", "{name} cannot be {value}: it must be one of {wanted}.")
        choice_text = ", ".join(str(choice) for choice in parameter.choices)
        raise Refused(Message(_CONTEXT, text, {"name": name, "value": str(value), "wanted": choice_text}))
    low, high = parameter.minimum, parameter.maximum
    if isinstance(read, int | float) and not isinstance(read, bool) and low <= read <= high and read == int(read):
        return int(read)
    text = QT_TRANSLATE_NOOP("template", "{name} cannot be {value}: it must be a whole number from {low} to {high}.")
    raise Refused(Message(_CONTEXT, text, {"name": name, "value": str(value), "low": low, "high": high}))


def _read(text: str) -> Scalar:
    words = {"true": True, "yes": True, "false": False, "no": False}
    if text.lower() in words:
        return words[text.lower()]
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text
