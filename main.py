"""Start wsusim: ``python main.py --help``. Old Pythons can read this file too."""

import os
import sys

if sys.version_info < (3, 11):
    sys.exit(
        "wsusim needs Python 3.11 or newer, and this is Python %d.%d (%s).\n"
        "Install a newer one from https://www.python.org/downloads/ and start wsusim with it."
        % (sys.version_info[0], sys.version_info[1], sys.executable)
    )

_HERE = os.path.dirname(os.path.realpath(__file__))


def _may_hide(folder):  # noqa: ANN001, ANN202 - Python 2 can't read annotations
    """Tell whether a student's random.py may lie there, and stand in for Python's own."""
    try:
        if os.path.realpath(folder) in (_HERE, os.path.realpath("")):
            return True
        return any(name.endswith(".py") and name[:-3] in sys.stdlib_module_names
                   for name in os.listdir(folder))  # fmt: skip
    except OSError:
        return False


# Such folders come last, for the programs that wsusim starts too.
_named = [folder for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if folder]
_last = {os.path.realpath(folder) for folder in _named if _may_hide(folder)} | {_HERE}
sys.path.sort(key=lambda folder: os.path.realpath(folder) in _last)
os.environ["PYTHONPATH"] = os.pathsep.join(
    folder for folder in _named if os.path.realpath(folder) not in _last
)

import signal  # noqa: E402 - only now: a student's signal.py may lie beside this file

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # Until wsusim listens there is nothing to tidy up, and no traceback to be shown.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

try:
    from wsusim.cli import main
except ModuleNotFoundError as error:
    sys.exit(
        "The package %s is missing. Install what wsusim needs:\n"
        "  %s -m pip install -r requirements.txt" % (error.name, sys.executable)
    )

if __name__ == "__main__":  # a Dask worker looks at this file, too
    main()
