"""Options whose spelling changed: the former one still works, but is not documented."""

from typing import Any

import click


class RenamedOption(click.Option):
    """An option with former spellings, which help and errors leave out.

    Args:
        former: spellings that are still accepted, such as "--optimiser".
    """

    def __init__(self, *args: Any, former: tuple[str, ...], **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self._shown = list(self.opts)
        self.former = former
        self.opts = [*self.opts, *former]

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The line of the help, without the former spellings."""
        every, self.opts = self.opts, self._shown
        try:
            return super().get_help_record(ctx)
        finally:
            self.opts = every

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """The name in errors, without the former spellings."""
        return " / ".join(f"'{spelling}'" for spelling in self._shown)
