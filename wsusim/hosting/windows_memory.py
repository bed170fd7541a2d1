"""How much memory Windows has set aside for this process."""

from __future__ import annotations

import ctypes


class _Counters(ctypes.Structure):
    """PROCESS_MEMORY_COUNTERS (psapi.h)."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("page_faults", ctypes.c_uint32),
        *((f"_{k}", ctypes.c_size_t) for k in range(6)),
        ("page_file_bytes", ctypes.c_size_t),
        ("most_page_file_bytes", ctypes.c_size_t),
    )


def committed_bytes() -> int:
    """Return what is set aside (tried under Wine only); 0 where Windows doesn't say."""
    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined]
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    counters = _Counters(ctypes.sizeof(_Counters))
    process = ctypes.c_void_p(kernel.GetCurrentProcess())
    kernel.K32GetProcessMemoryInfo(process, ctypes.byref(counters), counters.size)
    return int(counters.page_file_bytes)
