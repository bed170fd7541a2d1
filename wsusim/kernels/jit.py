"""How kernels are compiled.

``entry`` and ``loop`` are called from Python and kept on disk. ``inner`` kernels are called only by
other kernels, and compiled into them. ``loop`` and ``inner`` make no arrays; in return they compile
in half the time and count no references to the arrays they get (numba does that with atomic
operations, which would cost more than the small kernels themselves).
"""

from __future__ import annotations

from numba import njit

entry = njit(cache=True, nogil=True, error_model="numpy")

loop = njit(cache=True, nogil=True, error_model="numpy", _nrt=False)

inner = njit(
    nogil=True,
    error_model="numpy",
    no_cpython_wrapper=True,
    no_cfunc_wrapper=True,
    _nrt=False,
)
