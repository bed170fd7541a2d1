"""The results of an evolution: a student's controller, and the picture of its fitness."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from textwrap import dedent, indent

from wsusim.batch.driving_network import Network
from wsusim.learning.evolution import Evolution, Plan

PROGRAM = '''
"""Evolved to drive fast, straight and clear of walls: {told}."""

from math import floor, tanh

from wsusim import Controller

TOP_SPEED = {top_speed:g}  # pulses per 10 ms

# Each layer is a list of units. A unit has a weight for each of its inputs, and a bias at the end.
LAYERS = [
{layers}
]


class Champion(Controller):
    period = {period_s:g}

    def step(self):
        values = [reading / 1023 for reading in self.sensors.proximities]
        for layer in LAYERS:
            values = [self.unit(weights, values) for weights in layer]
        left, right = [floor(value * TOP_SPEED + 0.5) for value in values]
        self.motors.set_speeds(left, right)

    def unit(self, weights, inputs):
        """Return tanh of the inputs, each times its weight, and the bias."""
        total = 0
        for weight, value in zip(weights, inputs):
            total += weight * value
        return tanh(total + weights[-1])
'''


def program_of(plan: Plan, evolution: Evolution) -> str:
    """Return a controller's source that drives as the champion does."""
    network = Network(evolution.champion, plan.shape)
    at, layers = 0, []
    for before, units in pairwise(network.sizes):
        lines = []
        for _ in range(units):
            weights = evolution.champion[at : at + before + 1].tolist()
            at += before + 1
            lines.append("    [" + ", ".join(repr(weight) for weight in weights) + "],")
        layers.append("[\n" + "\n".join(lines) + "\n],")
    return (
        dedent(PROGRAM)
        .lstrip()
        .format(
            told=f"{len(evolution.best)} generations in {plan.maze}, seed {plan.seed}",
            top_speed=plan.top_speed,
            period_s=plan.period_s,
            layers=indent("\n".join(layers), "    "),
        )
    )


def draw_fitness(evolution: Evolution, file: Path) -> None:
    """Draw the fitness over the generations into a PNG or SVG, by the file's suffix."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.0, 3.5), layout="constrained")
    axes = figure.subplots()
    generations = range(1, len(evolution.best) + 1)
    axes.plot(generations, evolution.best, color="#1b6ca8", label="best")
    axes.plot(generations, evolution.mean, color="#e08e0b", label="mean")
    axes.set_xlabel("generation")
    axes.set_ylabel("fitness  V (1 - √Δv) (1 - i)")
    axes.set_ylim(0.0, 1.0)
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right", frameon=False)
    figure.savefig(file, dpi=150)
