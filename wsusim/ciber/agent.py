"""Drive one robot of an arena with a ``CiberController``: the program of one agent.

The command ``ciber agent`` and the match runner start it. It works with any arena of the contest.
"""

from __future__ import annotations

import sys
from pathlib import Path

from wsusim.ciber.agent_client import Client
from wsusim.ciber.ciber_controller import CiberController
from wsusim.ciber.run_script import command_for
from wsusim.control.loader import run_module
from wsusim.control.report import report_failure
from wsusim.control.source_file import read_source, split_spec
from wsusim.errors import BadInput, ControllerLoadError, LinkLost
from wsusim.model.typed_names import in_quotes
from wsusim.start_up import end_loading

EXIT_FAILED, EXIT_BAD_INPUT = 1, 2


def drive(spec: str, address: str, number: int, name: str | None = None) -> int:
    """Drive a robot until the match is over; return an exit code, with messages on ``stderr``."""
    path = Path(split_spec(spec)[0])
    folder = path.resolve().parent
    end_loading()
    try:
        cls = load_agent(spec)
        client = Client(address, name or cls.__name__, number, cls.ir_angles_deg)
    except (BadInput, LinkLost) as error:
        print(error, file=sys.stderr)  # noqa: T201 - this is a program of its own
        return EXIT_BAD_INPUT
    try:
        controller = cls(client, name or cls.__name__, number)
        controller.setup()
        controller.run()
    except LinkLost as error:
        print(error, file=sys.stderr)  # noqa: T201
        return EXIT_FAILED
    except KeyboardInterrupt:
        return 0
    except Exception as failure:  # noqa: BLE001 - the student's program: shown to the student
        print(report_failure(failure, folder).text(), file=sys.stderr)  # noqa: T201
        return EXIT_FAILED
    finally:
        client.close()
    return 0


def load_agent(spec: str) -> type[CiberController]:
    """Return the agent's class in ``FILE`` or ``FILE:CLASS``; raises ``ControllerLoadError``."""
    name, wanted = split_spec(spec)
    path = Path(name)
    if not path.is_file():
        raise ControllerLoadError(f"There is no agent file {in_quotes(name)}. Check its path.")
    source = read_source(path)
    module = run_module(source)
    classes = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, CiberController)
        and value.__module__ == module.__name__
    ]
    if wanted is not None:
        classes = [cls for cls in classes if cls.__name__ == wanted]
    # Of a class and its own base only the last one is meant to drive.
    classes = [cls for cls in classes if not any(cls in other.__mro__[1:] for other in classes)]
    if len(classes) != 1:
        names = ", ".join(cls.__name__ for cls in classes) or "none"
        if classes:
            advice = ". Say which: FILE:CLASS."
        elif wanted:
            advice = f" called {wanted}."
        else:
            advice = f". An agent of the course is started by a command line: {command_for(path)}"
        raise ControllerLoadError(
            f"{path.name} must contain one subclass of CiberController to drive, but it contains "
            f"{names}{advice}"
        )
    return classes[0]
