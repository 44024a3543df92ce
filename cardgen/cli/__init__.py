"""The command line: the only room that prints or exits.

Everything heavy is imported when a command runs.
"""

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
from cardgen.cli.findings import tell_problems
from cardgen.cli.output import tell

_INTERRUPTED = 130
"""The exit code by which shells know Ctrl-C."""


class _Commands(click.Group):
    """The commands in the order they are found; errors are printed once, here."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List each command with its whole first sentence.

        click would cut it off at the end of the line."""
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
        """Find the command as click does, and tell of options given twice.

        The last counts."""
        name, command, rest = super().resolve_command(ctx, args)
        if command and not ctx.resilient_parsing:
            _tell_repeated_options(command, rest)
        return name, command, rest

    def invoke(self, ctx: click.Context) -> Any:
        try:
            _check_current_folder()
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
                        "system-refused",
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


def _tell_repeated_options(command: click.Command, words: list[str]) -> None:
    counts = Counter(word.partition("=")[0] for word in words)
    for option in command.params:
        name = option.opts[0]
        takes_one = isinstance(option, click.Option) and not option.is_flag and not option.multiple
        if takes_one and counts[name] > 1:
            tell(f"note: {name} is given {counts[name]} times; the last counts", aside=True)


def _check_current_folder() -> None:
    """Raise CardgenError if the current folder is gone."""
    # libraries ask for it when they are loaded
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


# click changes it only where it is told to
cli.commands = CommandFolder()  # type: ignore[assignment]


def main() -> NoReturn:
    """Run the command line and exit."""
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
