"""Which curves are shown and how; kept between sessions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal

from wsusim.analysis.curve_channels import COLUMN
from wsusim.analysis.curves import Curve, curve_named

FILE_NAME = "curves.ini"
SPANS_S = (5.0, 10.0, 30.0, 60.0)
USUAL_SPAN_S = 10.0
USUAL_KEYS = ("front_left_proximity", "front_right_proximity", "left_speed", "right_speed")


USUAL = frozenset(Curve(0, COLUMN[key]) for key in USUAL_KEYS)


class ChosenCurves(QObject):
    """The chosen curves, the span of time, and whether the ranges are fixed."""

    changed = Signal()
    """Other curves are chosen."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = QSettings(str(folder / FILE_NAME), QSettings.Format.IniFormat)
        self._curves = self._read_curves()
        self.span_s = self._read_span()
        """Seconds that are in view; ``None``: all."""
        self.is_fixed = self._file.value("ranges") == "fixed"
        """Whether plots show the usual range of their values, or just what there is."""

    @property
    def curves(self) -> frozenset[Curve]:
        """The chosen curves, including those of missing robots."""
        return self._curves

    def choose(self, curves: Iterable[Curve]) -> None:
        """Show these curves and no others."""
        wanted = frozenset(curves)
        if wanted != self._curves:
            self._curves = wanted
            names = sorted(wanted)
            self._file.setValue("curves", ";".join(curve.name for curve in names))
            self.changed.emit()

    def set_span(self, span_s: float | None) -> None:
        """Keep another span of time."""
        self.span_s = span_s
        self._file.setValue("span", "all" if span_s is None else f"{span_s:g}")

    def set_fixed(self, is_fixed: bool) -> None:
        """Keep another way to choose the ranges."""
        self.is_fixed = is_fixed
        self._file.setValue("ranges", "fixed" if is_fixed else "fitting")

    def _read_curves(self) -> frozenset[Curve]:
        kept = self._file.value("curves")
        if not isinstance(kept, str):
            return USUAL
        return frozenset(curve for name in kept.split(";") if (curve := curve_named(name)))

    def _read_span(self) -> float | None:
        kept = str(self._file.value("span"))
        if kept == "all":
            return None
        return next((span for span in SPANS_S if f"{span:g}" == kept), USUAL_SPAN_S)
