"""Start wsusim: ``python main.py --help``."""

import sys

try:
    from wsusim.cli import main
except ModuleNotFoundError as error:
    sys.exit(
        f"The package {error.name} is missing. Install what wsusim needs:\n"
        f"  {sys.executable} -m pip install -r requirements.txt"
    )

main()
