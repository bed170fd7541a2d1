"""Which families of robots wsusim can drive, by the beginning of their addresses."""

from __future__ import annotations

from wsusim.backends.serial_line.conversation import Language
from wsusim.backends.serial_line.epuck import EPUCK
from wsusim.backends.serial_line.epuck_wifi import EPUCK_WIFI
from wsusim.backends.serial_line.khepera import KHEPERA
from wsusim.backends.serial_line.schemes import added
from wsusim.backends.serial_line.thymio import THYMIO
from wsusim.errors import BadInput

LANGUAGES: dict[str, Language] = {
    language.scheme: language for language in (KHEPERA, EPUCK, EPUCK_WIFI, THYMIO)
}


def language_of(scheme: str) -> Language:
    """Return a family of robots, ours or another package's; the scheme must be one.

    Raises:
        BadInput: The other package can't be used.
    """
    if scheme in LANGUAGES:
        return LANGUAGES[scheme]
    try:
        language = added()[scheme].load()
    except Exception as error:  # noqa: BLE001 - whatever another package raises
        raise BadInput(
            f"{scheme}: the package that brings this robot can't be used "
            f"({type(error).__name__}: {error}). Update or remove it."
        ) from None
    if not isinstance(language, Language):
        raise BadInput(
            f"{scheme}: the package that brings this robot names {type(language).__name__}, not a "
            "Language of wsusim. Ask its author."
        )
    return language


def languages() -> list[Language]:
    """Return all families of robots, ours first; those that can't be loaded are left out."""
    found = list(LANGUAGES.values())
    for scheme in added():
        try:
            found.append(language_of(scheme))
        except BadInput:
            continue
    return found
