"""Requests to end the program are noted, and code that can end things in good order is told."""

from __future__ import annotations

import gc
import importlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, make_dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import llvmlite.binding as llvm
import pytest
from pydantic import TypeAdapter

from wsusim import interrupts as interrupts_module
from wsusim.interrupts import ENDING_SIGNALS, TERMINAL_SIGNALS, Interrupts

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0
LONG_ENOUGH_S = 0.1
"""For a thread to do what it must not do, or to fall asleep."""

KNOWN = [name for name in (*ENDING_SIGNALS, *TERMINAL_SIGNALS) if hasattr(signal, name)]
ENDING = [name for name in ENDING_SIGNALS if hasattr(signal, name)]


@pytest.fixture
def interrupts() -> Iterator[Interrupts]:
    """Return requests that are listened to, with the usual handlers beforehand and afterwards."""
    usual = {name: signal.getsignal(getattr(signal, name)) for name in KNOWN}
    for name in KNOWN:
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    interrupts = Interrupts()
    interrupts.listen()
    yield interrupts
    interrupts.unlisten()
    for name, handler in usual.items():
        signal.signal(getattr(signal, name), handler)


def send(name: str = "SIGINT") -> None:
    """Send this process a signal; its handler has run when this returns."""
    signal.raise_signal(getattr(signal, name))


@pytest.mark.parametrize("name", ENDING)
def test_where_nothing_can_be_lost_a_request_is_raised(interrupts: Interrupts, name: str) -> None:
    """As Python itself does for Ctrl-C, whichever signal it was."""
    with pytest.raises(KeyboardInterrupt), interrupts.raising():
        send(name)


def test_outside_of_all_blocks_a_request_is_noted(interrupts: Interrupts) -> None:
    """Nothing is broken off."""
    send()
    assert interrupts.is_asked


def test_a_request_that_was_noted_is_raised_where_nothing_can_be_lost(
    interrupts: Interrupts,
) -> None:
    """It is not forgotten."""
    send()
    with pytest.raises(KeyboardInterrupt), interrupts.raising():
        pytest.fail("the block begins all the same")


def test_a_step_at_which_nothing_can_be_lost_looks_for_requests(interrupts: Interrupts) -> None:
    """What is held back comes up there, once; without a request nothing happens."""
    interrupts.look()
    with interrupts.held_back():
        send()
        with pytest.raises(KeyboardInterrupt):
            interrupts.look()
        interrupts.look()


def test_tidying_up_is_not_broken_off(interrupts: Interrupts) -> None:
    """Only the first of several requests is raised."""
    tidied = []

    def work() -> None:
        try:
            send()
        finally:
            send("SIGTERM")
            send()
            tidied.append(True)

    with pytest.raises(KeyboardInterrupt), interrupts.raising():
        work()
    assert tidied == [True]


def test_the_request_after_an_answer_is_a_new_one(interrupts: Interrupts) -> None:
    """An evolution that was ended can be ended again while its result is drawn."""
    with pytest.raises(KeyboardInterrupt), interrupts.raising():
        send()
    interrupts.answer()
    assert not interrupts.is_asked
    with pytest.raises(KeyboardInterrupt), interrupts.raising():
        send()


def test_who_ends_a_block_may_take_locks_that_the_main_thread_holds(
    interrupts: Interrupts,
) -> None:
    """It is called in another thread, once for each request; the main thread goes on."""
    lock, called = threading.Lock(), threading.Semaphore(0)

    def act() -> None:
        with lock:
            called.release()

    with interrupts.calls(act):
        with lock:
            send()
            send("SIGTERM")
            assert not called.acquire(blocking=False)
        assert called.acquire(timeout=PATIENCE_S)
        assert called.acquire(timeout=PATIENCE_S)


def test_a_block_that_begins_after_a_request_is_told_at_once(interrupts: Interrupts) -> None:
    """A run whose maze was still being read ends before it has begun."""
    send()
    told = []
    with interrupts.calls(lambda: told.append(True)):
        assert told == [True]


def test_the_innermost_block_counts(interrupts: Interrupts) -> None:
    """Compiling, which can take a minute, may be broken off within a run; what follows may not."""
    with interrupts.calls(lambda: None):
        with pytest.raises(KeyboardInterrupt), interrupts.raising():
            send()
        send()
    assert interrupts.is_asked


def test_what_was_held_back_comes_after_the_block(interrupts: Interrupts) -> None:
    """What takes two steps is done whole."""
    steps = []

    def work() -> None:
        with interrupts.held_back():
            send()
            steps.append(1)
        steps.append(2)

    with pytest.raises(KeyboardInterrupt), interrupts.raising():
        work()
    assert steps == [1]


def test_what_was_broken_off_half_made_goes_in_silence(
    interrupts: Interrupts, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its ``__del__`` finds nothing of what its ``__init__`` would have made (libraries do so)."""

    class Handle:
        def __init__(self) -> None:
            send()
            self.number = 7

        def __del__(self) -> None:
            print(self.number)  # noqa: T201 - it fails before that

    with pytest.raises(KeyboardInterrupt), interrupts.raising():
        Handle()
    gc.collect()

    assert capfd.readouterr() == ("", "")


def test_a_request_is_raised_again_where_python_dropped_it(interrupts: Interrupts) -> None:
    """What comes up in a ``__del__`` is dropped by Python, and the program would go on for ever."""

    class Last:
        def __del__(self) -> None:
            send()

    def work() -> None:
        Last()
        gc.collect()
        threading.Event().wait(PATIENCE_S)

    with pytest.raises(KeyboardInterrupt), interrupts.raising():
        work()


def test_a_module_that_is_being_loaded_is_loaded_first(
    interrupts: Interrupts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Libraries in C make nonsense of what is raised while they are loaded."""
    (tmp_path / "loaded_whole.py").write_text(
        "import signal\nsignal.raise_signal(signal.SIGINT)\nis_whole = True\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))

    def work() -> None:
        importlib.import_module("loaded_whole")
        threading.Event().wait(PATIENCE_S)

    with pytest.raises(KeyboardInterrupt), interrupts.raising():
        work()
    assert sys.modules.pop("loaded_whole").is_whole


def test_a_validator_that_is_being_made_is_made_first(interrupts: Interrupts) -> None:
    """Pydantic drops without a word what comes up in the ``__hash__`` of a default."""

    @dataclass(frozen=True)
    class Start:
        x_mm: float = 0.0

        def __hash__(self) -> int:
            send()
            return 0

    whole = make_dataclass("whole", [("start", Start, field(default=Start()))], frozen=True)

    def work() -> None:
        TypeAdapter(whole)
        threading.Event().wait(PATIENCE_S)

    with pytest.raises(KeyboardInterrupt), interrupts.raising():
        work()


def test_a_kernel_that_is_being_loaded_is_loaded_first(interrupts: Interrupts) -> None:
    """LLVM drops what comes up where it asks for machine code, and a kernel without crashes."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    engine = llvm.create_mcjit_compiler(
        llvm.parse_assembly("define i32 @one() { ret i32 1 }"),
        llvm.Target.from_default_triple().create_target_machine(),
    )
    answered: list[bool] = []

    def look_for_code(_module: object) -> None:
        send()
        answered.append(True)

    engine.set_object_cache(None, look_for_code)

    def work() -> None:
        engine.finalize_object()
        threading.Event().wait(PATIENCE_S)

    with pytest.raises(KeyboardInterrupt), interrupts.raising():
        work()
    assert answered == [True]


STEPS = range(120)
"""More than there are in a block's beginning and end."""


@contextmanager
def sent_at_step(number: int) -> Iterator[None]:
    """Send this process a signal at a step of Python's in the module that is tested."""
    left = iter(range(number, -1, -1))

    def follow(frame: FrameType, event: str, _what: object) -> Any:
        if frame.f_code.co_filename != interrupts_module.__file__:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode" and next(left, None) == 0:
            send()
        return follow

    before = sys.gettrace()
    sys.settrace(follow)
    try:
        yield
    finally:
        sys.settrace(before)


@pytest.mark.parametrize("step", STEPS)
def test_a_request_counts_at_every_step_into_a_block(interrupts: Interrupts, step: int) -> None:
    """Also between the look for earlier requests and the first that is raised."""
    went_through = []

    def work() -> None:
        with interrupts.raising():
            went_through.append(interrupts.is_asked)

    with suppress(KeyboardInterrupt), sent_at_step(step):
        work()
    assert went_through in ([], [False])


@pytest.mark.parametrize("step", STEPS)
def test_a_request_counts_at_every_step_through_a_block(interrupts: Interrupts, step: int) -> None:
    """What was held back is raised, whenever it came."""
    went_through = []

    def work() -> None:
        with interrupts.raising():
            with interrupts.held_back():
                pass
            went_through.append(interrupts.is_asked)

    with suppress(KeyboardInterrupt), sent_at_step(step):
        work()
    assert went_through in ([], [False])


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no signals for threads here")
def test_a_request_that_wakes_no_thread_counts(interrupts: Interrupts) -> None:
    """Another thread gets it while the main thread sleeps, or that falls asleep just then."""
    counted, let_go = [], threading.Event()

    def work() -> None:
        pause = threading.Event()
        pause.wait(LONG_ENOUGH_S)  # the main thread falls asleep
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
        looks = (pause.wait(LONG_ENOUGH_S) or interrupts.is_asked for _ in range(100))
        counted.append(any(looks))
        let_go.set()

    thread = threading.Thread(target=work)
    thread.start()
    let_go.wait(PATIENCE_S)
    thread.join()
    assert counted == [True]


def test_loading_something_later_breaks_off_no_tidying_up(
    interrupts: Interrupts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits for the end of an import is not raised beside one that came after it."""
    (tmp_path / "loaded_early.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    tidied = []

    def work() -> None:
        try:
            importlib.import_module("loaded_early")
            send("SIGTERM")
        finally:
            threading.Event().wait(LONG_ENOUGH_S)
            tidied.append(True)

    with pytest.raises(KeyboardInterrupt), interrupts.raising():
        work()
    assert tidied == [True]


@pytest.mark.skipif(not hasattr(signal, "SIGTSTP"), reason="Windows has no such signals")
@pytest.mark.parametrize("name", TERMINAL_SIGNALS)
def test_who_drives_a_real_robot_ends_at_ctrl_z_too(interrupts: Interrupts, name: str) -> None:
    """The program would stand still and its robot drive on; afterwards it means what it meant."""
    before = signal.getsignal(getattr(signal, name))
    with (
        pytest.raises(KeyboardInterrupt),
        interrupts.raising(),
        interrupts.also(*TERMINAL_SIGNALS),
    ):
        send(name)
    assert signal.getsignal(getattr(signal, name)) == before


def test_who_ignores_a_signal_goes_on_ignoring_it(interrupts: Interrupts) -> None:
    """Below ``nohup`` the end of a terminal ends nothing."""
    interrupts.unlisten()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    interrupts.listen()
    send("SIGTERM")
    assert not interrupts.is_asked


def test_a_program_of_ones_own_gets_its_handlers_back() -> None:
    """A run in a researcher's program listens while it lasts, and no longer."""
    before = signal.getsignal(signal.SIGINT)
    ended = signal.getsignal(signal.SIGTERM)
    told = threading.Event()
    with Interrupts().calls(told.set):
        assert signal.getsignal(signal.SIGTERM) is ended  # a loop of runs ends with its program
        send()
        assert told.wait(PATIENCE_S)
    assert signal.getsignal(signal.SIGINT) is before


def test_in_other_threads_the_blocks_do_nothing(interrupts: Interrupts) -> None:
    """A lab's runs, for example, are ended only by the lab."""
    asked = []

    def work() -> None:
        with interrupts.raising(), interrupts.held_back(), interrupts.calls(lambda: None):
            asked.append(interrupts.is_asked)

    thread = threading.Thread(target=work)
    send()
    thread.start()
    thread.join()
    assert asked == [True]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")
def test_a_forked_child_ends_as_any_other_program() -> None:
    """A controller's multiprocessing.Pool ends its workers by SIGTERM."""
    program = (
        "import os, signal, time\n"
        "from wsusim.interrupts import INTERRUPTS\n"
        "INTERRUPTS.listen()\n"
        "child = os.fork()\n"
        "if not child:\n"
        "    time.sleep(60)\n"
        "os.kill(child, signal.SIGTERM)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), INTERRUPTS.is_asked)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [str(-signal.SIGTERM), "False"]


@pytest.mark.skipif(os.name != "posix", reason="signals are sent")
def test_a_program_that_does_not_end_is_ended_by_force() -> None:
    """When it is asked again after five seconds; the message says what may be incomplete."""
    program = (
        "import os, signal, threading\n"
        "from wsusim import interrupts\n"
        "interrupts.FORCE_S = 0.0\n"
        "interrupts.INTERRUPTS.listen()\n"
        "with interrupts.INTERRUPTS.calls(lambda: None):\n"
        "    for _ in range(2):\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "    threading.Event().wait()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 130
    assert "it was killed" in done.stderr
