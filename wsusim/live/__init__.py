"""A run seen by many: in browsers, in other windows, by programs of others, over one stream.

Nothing else of wsusim imports this package, except where a run is shared; what it
needs beyond wsusim is in ``requirements-live.txt``. ``manual/reference/live-stream.md`` describes
the stream.
"""
