"""Start wsusim: ``python -m wsusim --help``."""

from wsusim.cli import main

if __name__ == "__main__":  # a Dask worker looks at this file, too
    main()
