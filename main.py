"""Start wsusim: ``python main.py --help``."""

from wsusim.cli import main

main()
