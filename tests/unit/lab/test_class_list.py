"""A class list is read in the forms that teachers have, without garbling names."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from wsusim.errors import BadInput
from wsusim.lab.class_list import decoded, names_in, twice_in


@pytest.mark.parametrize(
    "text",
    [
        "Ann\nBob\n",
        "name,class\nAnn,5b\nBob,5b\n",
        "class,Name\n5b,Ann\n5b,Bob\n",
        "\ufeffname\r\nAnn\r\n\r\nBob\r\nAnn\r\n",
        "Student;Number\nAnn;17\nBob;18\n;\n",
        "Ann\t17\n\n  Bob \t18\nAnn\t17",
        "Ann,17\nBob,18\n",
    ],
)
def test_a_class_list_is_read_in_every_usual_shape(text: str) -> None:
    """With a heading or without, typed or from a spreadsheet; doubles and empty lines go."""
    assert names_in(text) == ["Ann", "Bob"]


@pytest.mark.parametrize(
    "text",
    [
        "Ann Smith\nJörg Weiß\n",
        "First name,Last name\nAnn,Smith\nJörg,Weiß\n",
        "\ufeffName;Vorname;Matrikel\nSmith;Ann;1\nWeiß;Jörg;2\n",
        "Smith, Ann\nWeiß, Jörg\n",
        'Number,"Full Name"\n1,"Ann Smith"\n2,Jörg Weiß\n',
    ],
)
def test_first_and_last_names_stay_together(text: str) -> None:
    """In whatever order the list has them."""
    assert names_in(text) == ["Ann Smith", "Jörg Weiß"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_every_usual_encoding_is_read(encoding: str) -> None:
    """Spreadsheets save several."""
    assert names_in(decoded("Name;Nr\nJörg Weiß;1\n".encode(encoding))) == ["Jörg Weiß"]


@pytest.mark.parametrize("text", ["", "\n\n", "name\n", ";;\n", "Name;Vorname\n;\n"])
def test_an_empty_class_list_is_told(text: str) -> None:
    """It wants one name a line."""
    with pytest.raises(BadInput, match="no names"):
        names_in(text)


def test_a_class_list_that_is_no_table_is_told() -> None:
    """A cell as long as a book, say."""
    with pytest.raises(BadInput, match="can't be read as a table"):
        names_in("x" * 200_000)


def test_two_of_the_same_name_are_told() -> None:
    """They may be two people; each name is invited once."""
    text = "name\nAnn Smith\nBob Jones\nAnn Smith\n"

    assert (twice_in(text), names_in(text)) == (["Ann Smith"], ["Ann Smith", "Bob Jones"])
