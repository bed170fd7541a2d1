"""All benchmarks, one after the other: ``python -m tests.bench [NAME]...`` (``tick``, ``runs``...).

Each is a program of its own, so that none warms the machine for another. They print medians and
ratios; nothing is asserted, because a figure depends on the machine.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def main(wanted: list[str]) -> int:
    """Run the wanted benchmarks; return 1 when one of them failed, 2 for an unknown name."""
    known = [
        file.stem.removeprefix("bench_") for file in sorted(Path(__file__).parent.glob("bench_*"))
    ]
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"There is no benchmark {unknown[0]!r}. Choose from: {', '.join(known)}.")
        return 2
    failed = 0
    for name in wanted or known:
        print(f"\n== {name}", flush=True)
        failed |= subprocess.run(
            [sys.executable, "-m", f"tests.bench.bench_{name}"], check=False
        ).returncode
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
