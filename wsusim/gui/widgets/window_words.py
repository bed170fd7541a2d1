"""The core's messages in the words of the window: where to click instead of what to type.

The core's messages end with the next step, and some name a command or an option for it. In the
window the same step is a menu, a box or a button.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate

_STEPS = (
    (
        r"To list the ports: python\s+main\.py\s+ports",
        "The list of ports in the Controllers panel shows what is there now.",
    ),
    (
        r"`python main\.py ports --ask` tries all speeds\.",
        "Choose Any port in the Controllers panel: it tries all speeds.",
    ),
    (
        r"To start wsusim's emulator: python\s+main\.py\s+emulate --tcp 5331",
        "The manual (F1) explains how to start wsusim's emulator.",
    ),
    (r", or name the port: --robot \S+", ", or choose its port in the Controllers panel."),
    (
        r" and needs repair: python main\.py repair .*",
        " and needs repair: open it with File > Open, and choose Repair.",
    ),
    (
        r"or save the intact part with: python main\.py repair .*",
        "or open it with File > Open to save the intact part.",
    ),
    (
        r"You can keep what was written so far with: python main\.py repair .*",
        "Open the file with File > Open to keep what was written so far.",
    ),
    (r"Give a file made with: run --record FILE", "Give a recording that wsusim made."),
    (r", or add --overwrite to (?:replace|drop) (?:it|them)\.", "."),
    (r", or add --overwrite\.", "."),
    (r", for example --(?:publish|console) \d+, or 0 for any free one\.", "."),
    (r", for example --(?:publish|console) \d+, or 0 for any free port\.", "."),
    (
        r"Use a robot that has one, for example --robot khepera1\.",
        "Use a robot that has one: select the robot and choose another kind.",
    ),
    (
        r"\s*(?:With --isolate, only the controller would|In a process of its own \(--isolate\) it "
        r"could) have been stopped\.",
        "",
    ),
    (r" \(--decision measured\)", ""),
    (r": see replay \S+ --verify", ": verify the recording first."),
    (r"Run your edited program: run PROGRAM --from \S+", "Load your edited program, and resume."),
    (r" To see where it would have given other orders: replay \S+ --edited PROGRAM", ""),
    (
        r"With --profile it would be like your measured robot\.",
        "With its profile, chosen in the robot model, it would be like your measured robot.",
    ),
    (r", or allow it \(run --allow\)\.", "."),
    (
        r"Lessons can allow it; to try it out, add --allow \S+ to the run command\.",
        "Lessons can allow it.",
    ),
    (
        r"Leave --controller out, or record",
        "Compare it with its own controllers, or record",
    ),
    (
        r"--sensor-model is (\d+), but (.*) Leave out --sensor-model or the measured profile\.",
        r"The sensor model is \1, but \2 Choose the other one in the robot model, or leave out "
        r"the measured profile.",
    ),
    (r"`python main\.py calibrate` makes one\.", "The manual (F1) explains how to make one."),
    (
        r"`python main\.py robots --show epuck` prints an example\.",
        "Make one with Run > Robot model and editor > Robot editor.",
    ),
    (
        r"convert LAB\.xml MAZE\.json makes a maze of a lab, and ciber match --lab LAB\.xml plays "
        r"in it\.",
        "Run > CiberMouse match plays in a lab.",
    ),
    (r"`python main\.py ciber match` plays", "Run > CiberMouse match plays"),
    (r": python main\.py emulate[^(]* \(manual", ", wsusim's emulator (manual"),
    (r"a simulated robot: python main\.py emulate", "wsusim's emulator (its manual page: F1)"),
    (r"`python main\.py emulate`", "wsusim's emulator"),
    (r"give it with --maze\.", "open it with File > Open."),
    (
        r"give it with --robot; an assignment, with check\.",
        "open it in the robot editor; an assignment is chosen in Run > Check my solution.",
    ),
    (r"python main\.py replay shows it\.", "File > Open shows it."),
    (r"Choose another --scale\.", "The command convert can make it larger or smaller."),
    (r" Leave --wall-mm out\.", ""),
)


def in_window_words(text: str) -> str:
    """Return a message of the core with the steps of the window instead of commands."""
    if "--" not in text and "main.py" not in text:
        return text
    for pattern, step in _STEPS:
        text = re.sub(pattern, translate("WindowWords", step), text, flags=re.DOTALL)
    return text
