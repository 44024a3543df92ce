"""The command line: the only room that prints or exits. Everything heavy is imported when a command
runs."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any, NoReturn

import click

from cardgen.base.findings import CardgenError, Finding
from cardgen.base.scratch import clear_scratch
from cardgen.base.version import __version__
from cardgen.cli.commands import CommandFolder
from cardgen.cli.output import tell, tell_problems

_INTERRUPTED = 130
"""What shells take an exit by Ctrl-C for."""


class _Commands(click.Group):
    """Commands in the order they are found, and errors told once, here."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Each with all of its first sentence, which click would cut off at the end of the line."""
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, command.get_short_help_str(1000))
                    for name, command in self.commands.items()
                ]
            )

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it; of an option that is given twice the last value counts, which is
        told."""
        name, command, rest = super().resolve_command(ctx, args)
        given = Counter(word.partition("=")[0] for word in rest)
        for option in command.params if command and not ctx.resilient_parsing else ():
            if (
                isinstance(option, click.Option)
                and not option.is_flag
                and not option.multiple
                and given[option.opts[0]] > 1
            ):
                tell(
                    f"note: {option.opts[0]} is given {given[option.opts[0]]} times; the last counts",
                    aside=True,
                )
        return name, command, rest

    def invoke(self, ctx: click.Context) -> Any:
        try:
            _here()
            return super().invoke(ctx)
        except CardgenError as error:
            tell_problems(error.findings)
        except BrokenPipeError:  # the reader has gone, as `cardgen list | head` does
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        except OSError as error:
            tell_problems(
                [
                    Finding(
                        "call-refused",
                        f"{error.filename or 'the system'}: {error.strerror or error}",
                        "see that it can be read and written",
                    )
                ]
            )
        except (KeyboardInterrupt, RuntimeError) as error:
            if not isinstance(error, KeyboardInterrupt) and not isinstance(
                error.__cause__, KeyboardInterrupt
            ):
                raise  # but Ctrl-C while a class is made comes wrapped
            tell("stopped; what was written is whole", aside=True)
            sys.exit(_INTERRUPTED)
        sys.exit(2)


def _here() -> None:
    """Libraries ask for the current folder when they are loaded. Raises CardgenError where it is
    gone."""
    try:
        Path.cwd()
    except OSError:
        raise CardgenError(
            Finding(
                "file-missing", "the current folder no longer exists", "change to another folder"
            )
        ) from None


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="cardgen %(version)s")
def cli() -> None:
    """Print-and-play cards from YAML and SVG templates.

    Exit codes: 0 done; 1 a check found errors; 2 the input or the call is wrong.
    """


cli.commands = CommandFolder()  # type: ignore[assignment]  # click changes it only where it is told to


def main() -> NoReturn:
    """The entry point."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # a title may have letters that the terminal has not
            stream.reconfigure(errors="backslashreplace")
    clear_scratch()
    try:
        cli(prog_name="cardgen")
    finally:
        gc.freeze()  # Python would look for cycles once more before it ends
    sys.exit(0)
