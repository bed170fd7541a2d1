"""Invitations to print: a card for each person, with a code that a tablet's camera reads."""

from __future__ import annotations

import html
import io
from collections.abc import Iterable

from wsusim.errors import BadInput
from wsusim.lab.people import Invitation

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Invitations to the lab</title><style>
@page {{ size: A4; margin: 10mm; }}
body {{ font: 11pt/1.35 system-ui, sans-serif; margin: 0; color: #000; background: #fff; }}
.cards {{ display: grid; grid-template-columns: 1fr 1fr; }}
.card {{ border: 1px dashed #888; padding: 5mm; display: flex; gap: 5mm; break-inside: avoid; min-height: 44mm; }}
.card svg {{ width: 34mm; height: 34mm; flex: none; }}
h2 {{ font-size: 13pt; margin: 0 0 2mm; overflow-wrap: anywhere; }}
p {{ margin: 0 0 2mm; }}
code {{ font-size: 8.5pt; overflow-wrap: anywhere; }}
</style></head><body><div class="cards">
{cards}
</div></body></html>
"""  # noqa: E501 - a page's style

_CARD = """<div class="card">{code}<div><h2>{name}</h2><p>Scan the code, or open this address. It is
yours alone: don't show it to anybody.</p><code>{address}</code></div></div>"""


def address_for(lab: str, token: str) -> str:
    """Return the address that signs a person in.

    Args:
        lab: The lab's address.
        token: Of the invitation.
    """
    return f"{lab.rstrip('/')}/#token={token}"


def code_of(address: str) -> str:
    """Return a QR code of an address, as a piece of SVG.

    Raises:
        BadInput: segno is missing, or the address is too long for a code.
    """
    try:
        import segno
    except ImportError:
        raise BadInput(
            "Printing invitations needs segno: python -m pip install -r requirements-live.txt"
        ) from None
    try:
        code = segno.make(address, error="m", micro=False)
    except ValueError:
        raise BadInput(f"The lab's address is too long for a QR code: {address[:60]}...") from None
    drawn = io.BytesIO()
    code.save(drawn, kind="svg", xmldecl=False, omitsize=True, border=2, nl=False)
    return drawn.getvalue().decode()


def page_of(invitations: Iterable[Invitation], lab: str) -> str:
    """Return a page to print and cut along its lines: a card for each person.

    Args:
        invitations: Whose.
        lab: The lab's address.
    """
    cards = []
    for one in invitations:
        address = address_for(lab, one.token)
        cards.append(
            _CARD.format(
                code=code_of(address), name=html.escape(one.name), address=html.escape(address)
            )
        )
    return _PAGE.format(cards="\n".join(cards))
