"""Start wsusim: ``python main.py --help``. Old Pythons can read this file too."""

import os
import sys

if sys.version_info < (3, 11):
    sys.exit(
        "wsusim needs Python 3.11 or newer, and this is Python %d.%d (%s).\n"
        "Install a newer one from https://www.python.org/downloads/ and start wsusim with it."
        % (sys.version_info[0], sys.version_info[1], sys.executable)
    )

# This folder comes last: a student's random.py may lie in it, and must not stand in for Python's.
_HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:] = [folder for folder in sys.path if folder != _HERE] + [_HERE]

try:
    from wsusim.cli import main
except ModuleNotFoundError as error:
    sys.exit(
        "The package %s is missing. Install what wsusim needs:\n"
        "  %s -m pip install -r requirements.txt" % (error.name, sys.executable)
    )

main()
