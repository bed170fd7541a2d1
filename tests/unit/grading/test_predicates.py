"""A teacher's own checks that hang, exit, or kill themselves."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import closing

import pytest

from wsusim.errors import BadInput
from wsusim.grading import predicates
from wsusim.grading.examiner import Examiner
from wsusim.grading.predicates import ask, check_predicate

WAIT = "import threading; threading.Event().wait()"


@pytest.fixture(autouse=True)
def _short_patience(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Set a short patience for checks that hang."""
    examiner = Examiner(patience_s=3.0)
    monkeypatch.setattr(predicates, "OF_THIS_PROCESS", examiner)
    yield
    examiner.close()


def sources(body: str, before: str = "") -> dict[str, str]:
    """Return a file with a check."""
    return {"c.py": f"{before}\ndef f(run):\n    {body}\n"}


def test_a_check_that_never_stops_loading_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy it is."""
    with closing(Examiner(patience_s=0.3)) as hurried:
        monkeypatch.setattr(predicates, "OF_THIS_PROCESS", hurried)
        with pytest.raises(BadInput, match=r"hadn't answered after 0\.3 s"):
            check_predicate("c.py:f", sources("return True", "while True: pass"))


def test_a_check_that_never_ends_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy it is."""
    with closing(Examiner(patience_s=0.3)) as hurried:
        monkeypatch.setattr(predicates, "OF_THIS_PROCESS", hurried)
        answer = ask("c.py:f", sources("while True: pass"), 1)  # type: ignore[arg-type]

    assert answer.is_fault
    assert "hadn't answered after 0.3 s" in answer.text


@pytest.mark.parametrize(
    ("before", "words"),
    [
        ("raise SystemExit", "ended itself"),
        ("import os; os._exit(0)", "ended its own process"),
    ],
)
def test_a_check_that_can_not_be_loaded_is_told(before: str, words: str) -> None:
    """In a sentence, whatever it does."""
    with pytest.raises(BadInput, match=words):
        check_predicate("c.py:f", sources("return True", before))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (WAIT, "hadn't answered after 3 s"),
        ("raise SystemExit(3)", "ended itself with sys.exit(3)"),
        ("import os; os._exit(0)", "ended its own process"),
        ("import os; os.abort()", "ended its own process"),
    ],
)
def test_a_check_that_gives_no_answer_is_the_teachers_fault(body: str, words: str) -> None:
    """It earns nothing, and the next question is answered."""
    answer = ask("c.py:f", sources(body), 1)  # type: ignore[arg-type]
    assert answer.is_fault
    assert words in answer.text
    assert ask("c.py:f", sources("return run == 1"), 1).share == 1.0  # type: ignore[arg-type]


def test_a_check_that_keeps_hanging_is_asked_no_more() -> None:
    """A class has hundreds of runs, and each would wait."""
    examiner = predicates.OF_THIS_PROCESS
    examiner._hangs["c.py:f"] = 2
    answer = ask("c.py:f", sources("return True"), 1)  # type: ignore[arg-type]
    assert answer.is_fault
    assert pickle.loads(pickle.dumps(answer)) == answer


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("10**400", "returned <int of 1329 bits>, but it must be"),
        ("Odd()", "failed: c.py"),
        ("(1.0, Odd())", "failed: c.py"),
    ],
)
def test_a_value_that_is_no_share_is_the_teachers_fault(value: str, words: str) -> None:
    """However it fails when it is asked for a number or a text."""
    odd = "class Odd:\n    def __float__(self): return 1 / 0\n    __str__ = __float__\n"

    answer = ask("c.py:f", sources(f"return {value}", odd), 1)  # type: ignore[arg-type]

    assert answer.is_fault
    assert words in answer.text


def test_a_text_of_a_check_is_short_and_plain() -> None:
    """A teacher's own kind of text, ten million letters long, becomes one that a report holds."""
    own = "class Text(str):\n    pass\n"

    text = ask("c.py:f", sources("return 1.0, Text('x' * 10**7)", own), 1).text  # type: ignore[arg-type]

    assert (type(text), len(text)) == (str, 2000)
