"""Which parts of a line are what."""

from __future__ import annotations

from wsusim.programs.colouring import FIRST_STATE, LONGEST_LINE, Colouring, Kind


def kinds(line: str, state: int = FIRST_STATE) -> list[tuple[str, Kind]]:
    """Return the pieces of a line as texts."""
    pieces, _ = Colouring().line(line, state)
    return [(line[column : column + length], kind) for column, length, kind in pieces]


def test_a_line_is_told_apart_into_its_kinds() -> None:
    """Keywords, names that are made, strings, numbers and comments."""
    assert kinds("def run(self): return 'a', 1  # go") == [
        ("def", Kind.KEYWORD),
        ("run", Kind.DEFINED),
        ("self", Kind.BUILT_IN),
        ("return", Kind.KEYWORD),
        ("'", Kind.STRING),
        ("a", Kind.STRING),
        ("'", Kind.STRING),
        ("1", Kind.NUMBER),
        ("# go", Kind.COMMENT),
    ]


def test_a_text_in_three_quotes_goes_on_in_the_next_line() -> None:
    """The state at the end of a line is where the next one begins."""
    colouring = Colouring()
    _, inside = colouring.line('x = """one', FIRST_STATE)
    pieces, still = colouring.line("def no_code():", inside)
    assert [kind for _, _, kind in pieces] == [Kind.STRING]
    assert still == inside
    assert colouring.line('end"""', inside)[1] == FIRST_STATE


def test_a_quote_that_is_never_closed_ends_with_its_line() -> None:
    """While a text is being typed the lines below stay as they are."""
    assert Colouring().line("x = 'unfinished", FIRST_STATE)[1] == FIRST_STATE


def test_a_line_without_code_is_left_alone() -> None:
    """A million characters in a line cost nothing."""
    assert Colouring().line("x" * (LONGEST_LINE + 1), FIRST_STATE) == ([], FIRST_STATE)


def test_a_state_of_another_program_is_no_trouble() -> None:
    """An unknown state is taken for the first one."""
    assert kinds("pass", 99) == [("pass", Kind.KEYWORD)]
