"""Pictures of any format as grey values, and the grey PNG files in mazes."""

from __future__ import annotations

import base64
import binascii
import io
import re
import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from wsusim.errors import MazeError
from wsusim.model.limits import Limit

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

Grey = NDArray[np.uint8]
"""[row, column] grey values, 0 black to 255 white; row 0 is at the top."""

PIXELS_MAX = 4_000_000
"""Of a picture: a floor of 2 x 2 m at a pixel a millimetre."""

FORMATS = ("PNG", "BMP", "GIF", "TIFF", "JPEG", "WEBP", "PPM")
"""As Pillow calls them; PPM stands for PGM, PBM and PPM."""

FORMATS_IN_WORDS = "PNG, BMP, GIF, TIFF, JPEG, WebP or PGM"
SUFFIXES = (
    ".png", ".bmp", ".gif", ".tif", ".tiff", ".jpg", ".jpeg", ".webp", ".pgm", ".pbm", ".ppm",
    ".pnm",
)  # fmt: skip

_PICTURE = re.compile(
    rb"\x89PNG|BM|GIF8|II\*\0|MM\0\*|\xff\xd8\xff|RIFF.{4}WEBP|P[1-6](\s|#)", re.DOTALL
)
_OTHER = {
    "a HEIC or AVIF photo": rb".{4}ftyp(heic|heix|hevc|mif1|msf1|avif)",
    "an SVG drawing": rb"\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg\b",
    "a PDF": rb"%PDF-",
    "a Photoshop file": rb"8BPS",
    "a JPEG XL or JPEG 2000": rb"\xff\x0a|\x00\x00\x00\x0c(JXL|jP) ",
}
"""Pictures that are not read, and how they begin."""
_SIXTEEN_BITS = 257.0
"""From 16-bit values to 8-bit ones."""


def is_picture(content: bytes) -> bool:
    """Return whether a file's content begins like a picture that can be read."""
    return _PICTURE.match(content) is not None


def other_picture(content: bytes) -> str:
    """Return the kind of a picture that can't be read; empty: it is no such picture."""
    head = content[:4096]
    kinds = (kind for kind, start in _OTHER.items() if re.match(start, head, re.DOTALL))
    return next(kinds, "")


@contextmanager
def opened(content: bytes, formats: tuple[str, ...]) -> Iterator[Picture]:
    """Open a picture, without Pillow's warnings, which are either our errors or irrelevant."""
    from PIL import Image  # here: most mazes have no picture

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(io.BytesIO(content), formats=formats) as image:
            yield image


def read_grey(content: bytes, name: str) -> Grey:
    """Return a picture's grey values, the right way up.

    Of a film the first image counts; what is transparent is white.

    Args:
        content: Of a file in one of ``FORMATS``.
        name: Of the file, for errors.

    Raises:
        MazeError: It is no such picture, it is broken, or it has more than ``PIXELS_MAX`` pixels.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with opened(content, FORMATS) as image:
            width, height = image.size
            if width * height > PIXELS_MAX:
                raise MazeError(
                    f"{name} has {width} x {height} pixels, but at most "
                    f"{PIXELS_MAX // 1_000_000} million are possible. Make the picture smaller."
                )
            return _grey(image)
    except UnidentifiedImageError:
        other = other_picture(content)
        what = (
            f"{other}, which wsusim can't read" if other else "not a picture that wsusim can read"
        )
        raise MazeError(f"{name} is {what}. Give a {FORMATS_IN_WORDS}.") from None
    except (OSError, ValueError, SyntaxError, EOFError, struct.error, zlib.error) as error:
        raise MazeError(
            f"{name} is a broken picture ({error}). Save it again with a drawing program."
        ) from None
    except Image.DecompressionBombError:
        raise MazeError(f"{name} has far too many pixels. Make the picture smaller.") from None


def _grey(image: Picture) -> Grey:
    from PIL import Image, ImageOps

    image = ImageOps.exif_transpose(image)  # as a camera was held
    if image.mode.startswith(("I", "F")):
        values = np.asarray(image, np.float64)
        if image.mode.startswith("I"):
            values = values / _SIXTEEN_BITS
        return np.clip(np.rint(values), 0, 255).astype(np.uint8)
    if "A" in image.getbands() or "transparency" in image.info:
        clear = image.convert("RGBA")
        paper = Image.new("RGBA", clear.size, "white")
        image = Image.alpha_composite(paper, clear)
    return np.asarray(image.convert("L"))


def grey_png(grey: Grey) -> str:
    """Return grey values as the PNG file that a maze holds: well compressed, in base64."""
    from PIL import Image

    file = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(grey, np.uint8)).save(file, "PNG", optimize=True)
    return base64.b64encode(file.getvalue()).decode("ascii")


def _is_grey_png(text: object) -> bool:
    """Return whether this is a whole grey PNG file in base64, and not too large."""
    if not isinstance(text, str):
        return False
    from PIL import Image

    try:
        png = base64.b64decode(text, validate=True)
        with opened(png, ("PNG",)) as image:
            is_good = image.mode == "L" and image.width * image.height <= PIXELS_MAX
            if is_good:
                image.load()
    except (binascii.Error, OSError, ValueError, SyntaxError, EOFError, zlib.error):
        return False
    except Image.DecompressionBombError:
        return False
    return is_good


EMBEDDED_PNG = Limit(
    "a grey PNG picture with 8 bits per pixel and at most "
    f"{PIXELS_MAX // 1_000_000} million pixels, as base64 text",
    _is_grey_png,
)
"""The limit to a grey PNG file that stands in a maze file as base64 text."""
