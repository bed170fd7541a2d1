"""XML as the contest writes it: numbers like C's ``%g``, elements without a declaration.

Everything read here may come from a stranger: entities and document types are refused, and a
number that is no number is 0, as it is for the contest's own server.
"""

from __future__ import annotations

import math
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from wsusim.errors import BadInput


class NotXml(BadInput):
    """A text is no well-formed XML document, or one that declares entities."""


def parse(text: str | bytes, source: str = "This") -> Element:
    """Return the root element of a document; raises ``NotXml``, which names the source."""
    try:
        root: Element = fromstring(text, forbid_dtd=True)
    except ParseError as error:
        raise NotXml(f"{source} is not well-formed XML: {error}.") from None
    except DefusedXmlException:
        raise NotXml(
            f"{source} declares an XML document type or entities, which is not allowed."
        ) from None
    except (ValueError, LookupError) as error:
        raise NotXml(f"{source} can't be decoded as XML: {error}.") from None
    return root


def child(element: Element, tag: str) -> Element:
    """Return the first element of a kind within another one; an empty one where there is none."""
    found = element.find(tag)
    return Element(tag) if found is None else found


def number(text: str | None, otherwise: float = 0.0) -> float:
    """Return the number at the beginning of ``text``, as C's ``strtod`` does; always finite."""
    if text is None:
        return otherwise
    words = text.replace(",", ".").split()
    try:
        value = float(words[0]) if words else otherwise
    except ValueError:
        return otherwise
    return value if math.isfinite(value) else otherwise


def numbers(element: Element, *names: str) -> tuple[Any, ...]:
    """Return the numbers of some attributes."""
    return tuple(number(element.get(name)) for name in names)


def whole(text: str | None, otherwise: int = 0) -> int:
    """Return the whole number in ``text``; what is none is ``otherwise``."""
    value = number(text, math.nan if text is None else float(otherwise))
    return otherwise if math.isnan(value) else int(max(-(2**31), min(2**31 - 1, value)))


def g(value: float) -> str:
    """Return a number as C's ``%g`` prints it; never ``-0``."""
    text = f"{value:g}"
    return "0" if text == "-0" else text


def is_on(text: str | None) -> bool:
    """Return whether an attribute says ``On``."""
    return text == "On"


def on(value: bool) -> str:
    """Return ``On`` or ``Off``."""
    return "On" if value else "Off"


def quoted(text: str) -> str:
    """Return a text as it stands in an attribute between double quotes.

    Agents read datagrams as Latin-1 or UTF-8 without being told which: what is not ASCII goes out
    as a character reference, which both read.
    """
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return "".join(
        c if " " <= c < "\x7f" else f"&#{ord(c)};" if _may_stand(c) else "?" for c in escaped
    )


def cdata(text: str) -> str:
    """Return a text as it stands in a message: a CDATA section that cannot end early."""
    kept = "".join(c if " " <= c < "\x7f" or c in "\t\n" else "?" for c in text)
    return f"<![CDATA[{kept.replace(']]>', ']] >')}]]>"


def _may_stand(character: str) -> bool:
    """Return whether XML 1.0 allows the character."""
    code = ord(character)
    return code in (9, 10, 13) or 32 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or code > 0xFFFF
