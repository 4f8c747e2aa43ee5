"""Pictures of any kind, reduced to black and white cells.

A picture of two tones, such as a drawing or a logo, is separated at Otsu's threshold (N. Otsu, A
Threshold Selection Method from Gray-Level Histograms, 1979), and a cell is black if enough of it is
dark; enough is less where strokes are thinner than cells. Anything else, such as a photograph, is
first made even: each pixel is compared with its surroundings. Then Otsu's threshold separates the
cells.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import cast

from PIL import Image, ImageChops, ImageFilter, ImageOps, UnidentifiedImageError

from xlnono.errors import XlnonoError
from xlnono.files.workbook_file import FileUnreadable, Reason
from xlnono.language import Text
from xlnono.model.board import Grid
from xlnono.records import NamedTuple

LONGEST_SIDE = 30
"""The cells of the longer side if no size is given."""
MOST_PIXELS = 64_000_000

_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "PPM")
_WORKING_SIDE = 1000
"""Larger pictures are reduced to this before anything else."""
_TWO_TONES = 0.8
"""The part of the variance of the greys that lies between the two tones of a drawing."""
_FLAT = 40
"""A picture whose greys differ by less shows nothing."""
_COVERAGES = (0.5, 0.4, 0.3, 0.2, 0.12)
"""The part of a cell that has to be dark, for ever thinner strokes."""
_KEPT, _KEPT_OF_STROKES = 0.8, 1.5
"""The black cells for each cell's worth of dark area at least; strokes that are thinner than cells
need more to stay in one piece."""
_THIN = 0.25
"""The part of the dark area that is left of thin strokes without a rim of half a cell."""
_SURROUNDINGS = 6
"""The surroundings of a pixel reach over this part of the picture's longer side."""
_EVEN = 0.5
"""How much of the difference between the surroundings of a pixel and the mean is taken away."""
_WHITE, _ALL_DARK = 255, 20


class NotAPicture(XlnonoError):
    code = "not-a-picture"
    template = Text(
        "not a picture that xlnono can read: save it as PNG or JPEG.",
        "xlnono で読める画像ではありません。PNG か JPEG で保存してください。",
    )


class PictureDamaged(XlnonoError):
    code = "damaged-picture"
    template = Text(
        "the picture is damaged ({reason}): save it again with the program it comes from.",
        "画像が壊れています({reason})。元のプログラムで保存し直してください。",
    )


class PictureTooLarge(XlnonoError):
    code = "picture-too-large"
    template = Text(
        "the picture has {width:,} × {height:,} pixels, but xlnono reads at most {most:,}: save it "
        "smaller.",
        "画像が {width:,} × {height:,} ピクセルあります。読めるのは {most:,} ピクセルまでです。"
        "小さくして保存してください。",
    )


class PictureFarTooLarge(PictureTooLarge):
    """Pillow does not even say its size."""

    template = Text(
        "the picture has more than the {most:,} pixels that xlnono reads: save it smaller.",
        "画像が大きすぎます。読めるのは {most:,} ピクセルまでです。小さくして保存してください。",
    )


class PictureAnimated(XlnonoError):
    code = "animated-picture"
    template = Text(
        "the picture is animated ({frames} frames): save a single frame.",
        "動く画像です({frames} コマ)。1枚の絵として保存してください。",
    )


class PictureForPrint(XlnonoError):
    code = "cmyk-picture"
    template = Text(
        "the picture has the colours of a printer (CMYK): save it with RGB colours.",
        "印刷用の色(CMYK)の画像です。RGB で保存してください。",
    )


class PictureBlank(XlnonoError):
    code = "blank-picture"
    template = Text(
        "the picture comes out in a single colour: choose another --threshold, or a picture with "
        "more contrast.",
        "絵が1色になってしまいます。--threshold を変えるか、はっきりした画像を使ってください。",
    )


class Reduction(NamedTuple):
    """How a picture becomes cells.

    `size` is (height, width); without one, the longer side gets LONGEST_SIDE cells. `threshold` is
    the darkest white, 0 to 255, or None to find one. With `crop`, what sticks out of the size is
    cut off; otherwise there are white margins.
    """

    size: tuple[int, int] | None = None
    threshold: int | None = None
    invert: bool = False
    dither: bool = False
    crop: bool = False


def read_picture(path: Path, reduction: Reduction) -> Grid:
    """The cells of a picture.

    Raises FileUnreadable, or one of the errors above, with the name of the file.
    """
    try:
        grid = _cells(_grey(path), reduction)
        if grid.black in (0, grid.height * grid.width):
            raise PictureBlank
    except XlnonoError as error:
        raise error.at(file=str(path)) from None
    return grid


def _grey(path: Path) -> Image.Image:
    """The greys of a picture, upright, on white, and not too large."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with path.open("rb") as stream, Image.open(stream, formats=_FORMATS) as image:
                width, height = image.size
                if width * height > MOST_PIXELS:
                    raise PictureTooLarge(width=width, height=height, most=MOST_PIXELS)
                if (frames := getattr(image, "n_frames", 1)) > 1:
                    raise PictureAnimated(frames=frames)
                if image.mode == "CMYK":
                    raise PictureForPrint
                image.draft("RGB", (_WORKING_SIDE, _WORKING_SIDE))
                image.load()
                image.thumbnail((_WORKING_SIDE, _WORKING_SIDE), Image.Resampling.BOX)
                return _on_white(ImageOps.exif_transpose(image))
    except Image.DecompressionBombError:
        raise PictureFarTooLarge(most=MOST_PIXELS) from None
    except UnidentifiedImageError:
        raise NotAPicture from None
    except XlnonoError:
        raise
    except OSError as error:
        if error.errno is not None:
            raise FileUnreadable(reason=Reason(error)) from None
        raise PictureDamaged(reason=type(error).__name__) from None
    except Exception as error:
        # On damaged files, Pillow raises errors of any kind.
        raise PictureDamaged(reason=type(error).__name__) from None


def _on_white(image: Image.Image) -> Image.Image:
    if image.mode.startswith(("I", "F")):
        # More than 256 greys, of which convert would cut off the lighter ones.
        deep = image.convert("F")
        low, high = cast(tuple[float, float], deep.getextrema())
        scale = _WHITE / max(high - low, 1)
        return deep.point(lambda value: value * scale + -low * scale).convert("L")
    colours = image.convert("RGBA")
    shape = colours.getchannel("A")
    grey = Image.new("L", image.size, _WHITE)
    grey.paste(colours.convert("L"), mask=shape)
    if _contrast(grey) < _FLAT <= _contrast(shape):
        # White on nothing: the shape is the picture.
        return ImageOps.invert(shape)
    return grey


def _contrast(grey: Image.Image) -> int:
    low, high = cast(tuple[int, int], grey.getextrema())
    return high - low


def _otsu(image: Image.Image) -> tuple[int, float]:
    """The threshold that separates the greys best: the darkest white, and the part of the variance
    that lies between the two sides."""
    counts = image.histogram()
    total, weighted = sum(counts), sum(grey * count for grey, count in enumerate(counts))
    mean = weighted / total
    variance = sum(count * (grey - mean) ** 2 for grey, count in enumerate(counts)) / total
    best, threshold = 0.0, 128
    dark = dark_weighted = 0
    middle: list[int] = []
    for grey, count in enumerate(counts[:-1]):
        dark += count
        dark_weighted += grey * count
        if not dark or dark == total:
            continue
        apart = dark_weighted / dark - (weighted - dark_weighted) / (total - dark)
        between = dark * (total - dark) / total**2 * apart**2
        if between > best * (1 + 1e-9):
            best, middle = between, [grey + 1]
        elif between >= best * (1 - 1e-9):
            middle.append(grey + 1)
    if middle:
        # Greys that do not occur are all as good.
        threshold = middle[len(middle) // 2]
    return threshold, best / variance if variance else 0.0


def _cells(grey: Image.Image, reduction: Reduction) -> Grid:
    height, width = reduction.size or _size_of(grey)
    if reduction.invert:
        grey = ImageOps.invert(grey)
    if reduction.crop:
        grey = _cropped(grey, height, width)
    rows, columns = _fitting(grey, height, width)
    if reduction.dither:
        dark = ImageOps.autocontrast(_resized(grey, rows, columns), cutoff=5).convert("1")
    elif reduction.threshold is not None:
        dark = _darker(_resized(grey, rows, columns), reduction.threshold)
    else:
        dark = _separated(grey, rows, columns)
    placed = Image.new("1", (width, height), 1)
    placed.paste(dark, ((width - columns) // 2, (height - rows) // 2))
    cells = [not value for value in placed.convert("L").tobytes()]
    return Grid.from_cells([cells[row * width : (row + 1) * width] for row in range(height)])


def _size_of(grey: Image.Image) -> tuple[int, int]:
    scale = LONGEST_SIDE / max(grey.size)
    return max(1, round(grey.height * scale)), max(1, round(grey.width * scale))


def _fitting(grey: Image.Image, height: int, width: int) -> tuple[int, int]:
    """The rows and columns that the whole picture takes without being distorted."""
    scale = min(height / grey.height, width / grey.width)
    return (
        max(1, min(height, round(grey.height * scale))),
        max(1, min(width, round(grey.width * scale))),
    )


def _cropped(grey: Image.Image, height: int, width: int) -> Image.Image:
    """The middle of a picture with the proportions of the cells."""
    scale = min(grey.height / height, grey.width / width)
    across, down = max(1, round(width * scale)), max(1, round(height * scale))
    left, top = (grey.width - across) // 2, (grey.height - down) // 2
    return grey.crop((left, top, left + across, top + down))


def _resized(grey: Image.Image, rows: int, columns: int) -> Image.Image:
    return grey.resize((columns, rows), Image.Resampling.BOX)


def _darker(grey: Image.Image, threshold: int) -> Image.Image:
    """Black where a picture is darker than a threshold."""
    return grey.point([0] * threshold + [_WHITE] * (256 - threshold), "1")


def _separated(grey: Image.Image, rows: int, columns: int) -> Image.Image:
    threshold, between = _otsu(grey)
    if between >= _TWO_TONES:
        return _covered(_darker(grey, threshold).convert("L"), rows, columns)
    even = _resized(_even(grey), rows, columns)
    return _darker(even, _otsu(even)[0])


def _covered(tones: Image.Image, rows: int, columns: int) -> Image.Image:
    """Black cells of a picture that is all black or white, as much as there is black in it."""
    covered = _resized(tones, rows, columns)
    dark = sum(_WHITE - grey for grey in covered.tobytes()) / _WHITE
    # Without a rim of half a cell.
    core = _darker(tones.filter(ImageFilter.BoxBlur(tones.width / columns / 2)), _ALL_DARK)
    thin = core.histogram()[0] < _THIN * tones.histogram()[0]
    enough = (_KEPT_OF_STROKES if thin else _KEPT) * dark
    for coverage in _COVERAGES:
        cells = _darker(covered, round(_WHITE * (1 - coverage)) + 1)
        if cells.histogram()[0] >= enough:
            break
    return cells


def _even(grey: Image.Image) -> Image.Image:
    """A picture without the slow changes of light across it, and with its edges sharpened."""
    around = grey.filter(ImageFilter.GaussianBlur(max(grey.size) / _SURROUNDINGS))
    mean = Image.new("L", grey.size, round(sum(around.tobytes()) / (grey.width * grey.height)))
    lit = Image.blend(around, mean, 1 - _EVEN)
    even = ImageChops.subtract(grey, lit, 1, 128)
    sharp = even.filter(ImageFilter.UnsharpMask(max(grey.size) / 60, 150, 0))
    return ImageOps.autocontrast(sharp, cutoff=1)
