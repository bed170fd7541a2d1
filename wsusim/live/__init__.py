"""A run that many watch: in browsers, other windows and other programs, over one stream.

Nothing else in wsusim imports this package, except where a run is shared; its extra requirements
are in ``requirements-live.txt``. ``manual/reference/live-stream.md`` describes the stream.
"""
