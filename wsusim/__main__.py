"""Start wsusim: ``python -m wsusim --help``."""

from wsusim.cli import main

main()
