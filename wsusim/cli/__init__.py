"""The command line: ``python main.py COMMAND``. A command is imported when it is used."""

from __future__ import annotations

import importlib.util
import sys
import time
from pathlib import Path
from typing import NoReturn

import click

from wsusim import __version__
from wsusim.cli.command_table import GROUP, commands, grouped
from wsusim.cli.output import leave, prepare_output, tell
from wsusim.entry_points import failure_of
from wsusim.errors import BadInput, WsusimError
from wsusim.interrupts import EXIT_INTERRUPTED, INTERRUPTS
from wsusim.model.text import nearest
from wsusim.model.typed_names import as_argument, in_quotes
from wsusim.parts import missing_part
from wsusim.refusals import refusal_of
from wsusim.stack_room import call_with_room
from wsusim.start_up import begin_loading

STARTED_S = time.perf_counter()
"""When this program began, as near as Python can tell; ``startup_s`` counts from it."""

_TOLD = (WsusimError, OSError, click.ClickException, click.exceptions.Exit, click.Abort)
"""What a command raises to be told, or to end."""

EXIT_BAD_INPUT = 2
EXIT_OWN_FAULT = 70


class _LazyGroup(click.Group):
    """A group that imports a command only when it is called, so that ``--help`` is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        row = commands().get(cmd_name)
        return None if row is None else row.load()

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; exceptions of another package's command become one sentence."""
        try:
            return super().invoke(ctx)
        except _TOLD:
            raise
        except Exception as error:
            row = commands().get(ctx.invoked_subcommand or "")
            failure = None if row is None else failure_of(GROUP, row.added, error)
            if failure is None:
                raise
            raise failure from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name not in commands() and not name.startswith("-"):
            if Path(name).is_file() and not name.lower().endswith(".py"):
                return name, _open, args
            raise BadInput(_unknown_command(name))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, rows in grouped().items():
            if rows:
                with formatter.section(title):
                    formatter.write_dl([(row.name, row.help) for row in rows])


@click.command()
@click.argument("files", nargs=-1)
def _open(files: tuple[str, ...]) -> int:
    """Open the window on mazes and recordings: ``python main.py my_maze.json``."""
    from wsusim.cli.window import open_window

    parent = click.get_current_context().parent
    is_simple = parent is not None and bool(parent.params.get("simple"))
    return open_window(*(("--simple",) if is_simple else ()), *files)


def _unknown_command(name: str) -> str:
    """Return the message for a command that does not exist."""
    if Path(name).suffix and not name.lower().endswith(".py"):
        where = "(and no such command). Check the name and the folder."
        return f"There is no file {in_quotes(name)} {where}"
    if name.lower().endswith(".py"):
        return (
            f"There is no command {in_quotes(name)}. To drive a robot with that file: "
            f"python main.py run {as_argument(name)}"
        )
    near = nearest(name, commands())
    hint = f"Did you mean {near!r}?" if near else f"Choose one of: {', '.join(commands())}."
    return f"There is no command {name!r}. {hint}"


@click.group(
    cls=_LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
)
@click.version_option(__version__, prog_name="wsusim")
@click.option(
    "--simple", is_flag=True, help="Open the window without robot model, real robots and lab."
)
@click.pass_context
def cli(context: click.Context, simple: bool) -> int:
    """wsusim: a classroom simulator for the Khepera robot.

    Try it:  python main.py run wall_follower --maze rooms

    Without a command, or with a maze or recording (python main.py my_maze.json), the window opens.
    """
    if context.invoked_subcommand is not None:
        return 0
    from wsusim.cli.window import open_window

    return open_window(*(("--simple",) if simple else ()))


def main() -> NoReturn:
    """Run the command line and exit: 0 ran, 1 controller failed, 2 bad input, 3 unresponsive."""
    begin_loading()
    prepare_output()
    leave(call_with_room(_exit_code))


def _exit_code() -> int:
    """Run the command line; show messages, and return the exit code."""
    try:
        INTERRUPTS.listen()
        with INTERRUPTS.raising():
            result = cli.main(standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as exit_request:
        return exit_request.exit_code
    except (KeyboardInterrupt, click.Abort):
        tell("Stopped.")
        return EXIT_INTERRUPTED
    except click.UsageError as error:
        tell(f"{error.format_message()}\nTry {_help_of(error)!r}.")
        return EXIT_BAD_INPUT
    except click.ClickException as error:
        tell(error.format_message())
        return EXIT_BAD_INPUT
    except WsusimError as error:
        tell(str(error))
        return EXIT_BAD_INPUT
    except SystemExit as leaving:
        # Click leaves so when the reader of the output (head, less) has gone.
        return leaving.code if isinstance(leaving.code, int) else 0
    except Exception as error:  # noqa: BLE001 - the last resort: no traceback of ours reaches a student
        if INTERRUPTS.is_asked:  # what a library has made of the interruption
            tell("Stopped.")
            return EXIT_INTERRUPTED
        return _end_of(error)


def _end_of(error: Exception) -> int:
    """Report an unexpected error, and return the exit code."""
    if told := refusal_of(error):
        tell(told)
        return EXIT_BAD_INPUT
    if not isinstance(error, ImportError):
        return _own_fault()
    if part := missing_part(error):
        tell(f"The part {part} of wsusim is not installed here, and this needs it.")
        return EXIT_BAD_INPUT
    package = (error.name or "wsusim").partition(".")[0]
    if package == "wsusim" or importlib.util.find_spec(package) is not None:
        return _own_fault()
    tell(_missing(package))
    return EXIT_BAD_INPUT


def _own_fault() -> int:
    try:
        from wsusim.cli.crash import keep_crash_report

        told = keep_crash_report(sys.argv)
    except Exception:  # noqa: BLE001 - a controller may have replaced what the report needs
        told = (
            "Something went wrong in wsusim itself, and no report could be written. If your "
            "program replaces parts of Python or of a package, start it with --isolate."
        )
    tell(told)
    return EXIT_OWN_FAULT


def _missing(package: str) -> str:
    requirements = Path(__file__).parents[2] / "requirements.txt"
    return (
        f"The package {package} is missing. Install what wsusim needs:\n"
        f"  {sys.executable} -m pip install -r {requirements}"
    )


def _help_of(error: click.UsageError) -> str:
    """Return the command that shows the help for what was typed wrongly."""
    # What a parser refuses (an option without its value) comes without the command's context.
    path = (error.ctx.command_path.split(" ", 1)[1:] if error.ctx else []) or [
        word for word in sys.argv[1:2] if word in commands()
    ]
    return " ".join(["python main.py", *path, "--help"])
