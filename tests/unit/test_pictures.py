"""Puzzles of pictures: recognizable, upright, and one sentence for each kind of bad file."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

import xlnono
from tests.support import own_pictures
from tests.support.command_line import Run, english_command_line
from xlnono import Grid
from xlnono.errors import XlnonoError
from xlnono.formats.registry import read
from xlnono.making.picture_file import Reduction, read_picture


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return english_command_line(capsys, monkeypatch)


def _saved(image: Image.Image, path: Path) -> Path:
    image.save(path)
    return path


def _cells(image: Image.Image, path: Path, **reduction: object) -> Grid:
    return read_picture(_saved(image, path), Reduction(**reduction))  # type: ignore[arg-type]


def _square(colour: str = "black", ground: str = "white", mode: str = "RGB") -> Image.Image:
    """A square in the upper left quarter."""
    image = Image.new(mode, (80, 80), ground)
    image.paste(Image.new(mode, (40, 40), colour), (0, 0))
    return image


QUARTER = Grid.from_text("##.. ##.. .... ....")


@pytest.mark.parametrize("name", own_pictures.ALL)
@pytest.mark.parametrize("size", [(20, 20), (40, 40)])
def test_our_own_pictures_keep_their_shape(
    name: str, size: tuple[int, int], tmp_path: Path
) -> None:
    image = own_pictures.ALL[name]()
    grid = _cells(image, tmp_path / "a.png", size=size)
    assert (grid.height, grid.width) == size
    # Where the picture is darkest, most cells are black.
    flat = Image.new("L", image.size, 255)
    flat.paste(image.convert("L"), mask=image.convert("RGBA").getchannel("A"))
    scale = min(size[0] / image.height, size[1] / image.width)
    small = flat.resize((round(image.width * scale), round(image.height * scale)), 4)
    left, top = (size[1] - small.width) // 2, (size[0] - small.height) // 2
    order = sorted(
        (small.getpixel((x, y)), y + top, x + left)
        for y in range(small.height)
        for x in range(small.width)
    )
    darkest = order[: grid.black // 3]
    assert sum(grid.rows[y] >> x & 1 for _, y, x in darkest) > 0.7 * len(darkest)


def test_dark_becomes_black_and_invert_exchanges_the_colours(tmp_path: Path) -> None:
    assert _cells(_square(), tmp_path / "a.png", size=(4, 4)) == QUARTER
    for light in (_square("white", "black"), _square()):
        inverted = _cells(light, tmp_path / "b.png", size=(4, 4), invert=True)
        assert (inverted == QUARTER) is (light.getpixel((0, 0)) == (255, 255, 255))


@pytest.mark.parametrize("colour", ["black", "white", "red", "yellow"])
def test_nothing_is_white_and_a_shape_on_nothing_is_black(colour: str, tmp_path: Path) -> None:
    image = _square(colour, "#0000", "RGBA")
    assert _cells(image, tmp_path / "a.png", size=(4, 4)) == QUARTER


def test_a_photograph_is_turned_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by 90 degrees
    _square().save(tmp_path / "a.jpg", exif=exif)
    turned = read_picture(tmp_path / "a.jpg", Reduction((4, 4)))
    assert turned == QUARTER.mirrored()


def test_an_uneven_light_does_not_blacken_one_side(tmp_path: Path) -> None:
    grid = _cells(own_pictures.photograph(), tmp_path / "a.png", size=(30, 40))
    ball, wall = (15, 19), (6, 3)
    assert grid.rows[ball[0]] >> ball[1] & 1
    assert not grid.rows[wall[0]] >> wall[1] & 1
    assert 0.1 < grid.black / (30 * 40) < 0.6


def test_the_whole_picture_is_shown_or_the_whole_size_is_filled(tmp_path: Path) -> None:
    image = Image.new("L", (100, 50), 0)
    image.paste(255, (40, 0, 60, 50))
    path = _saved(image, tmp_path / "a.png")
    whole = read_picture(path, Reduction((10, 10)))
    assert [row.bit_count() for row in whole.rows] == [0] * 2 + [8] * 5 + [0] * 3
    filled = read_picture(path, Reduction((10, 10), crop=True))
    assert filled.rows == (0b1110000111,) * 10
    assert (read_picture(path, Reduction()).height, read_picture(path, Reduction()).width) == (
        15,
        30,
    )


def test_a_threshold_and_dithering(tmp_path: Path) -> None:
    image = Image.linear_gradient("L")  # from black at the top to white at the bottom
    path = _saved(image, tmp_path / "a.png")
    for threshold in (40, 200):
        grid = read_picture(path, Reduction((16, 16), threshold=threshold))
        assert sum(map(bool, grid.rows)) == round(threshold / 16)
    dithered = read_picture(path, Reduction((16, 16), dither=True))
    blacks = [row.bit_count() for row in dithered.rows]
    assert sum(blacks[:4]) > sum(blacks[6:10]) > sum(blacks[12:]) < sum(blacks) / 4


def test_sixteen_bits_of_grey(tmp_path: Path) -> None:
    image = Image.new("I;16", (80, 80), 60_000)
    image.paste(20_000, (0, 0, 40, 40))
    assert _cells(image, tmp_path / "a.png", size=(4, 4)) == QUARTER


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    tmp_path = tmp_path_factory.mktemp("bad")
    frames = [Image.new("L", (9, 9), grey) for grey in (0, 128, 255)]
    frames[0].save(tmp_path / "moving.gif", save_all=True, append_images=frames[1:])
    _square().convert("CMYK").save(tmp_path / "print.jpg")
    _square().save(tmp_path / "whole.png")
    content = (tmp_path / "whole.png").read_bytes()
    (tmp_path / "cut.png").write_bytes(content[: len(content) // 2])
    (tmp_path / "text.png").write_text("only letters")
    (tmp_path / "empty.png").write_bytes(b"")
    Image.new("1", (10_000, 10_000)).save(tmp_path / "huge.png")
    Image.new("1", (14_000, 14_000)).save(tmp_path / "poster.png")
    Image.new("L", (9, 9), 255).save(tmp_path / "blank.png")
    return {path.stem: path for path in tmp_path.iterdir()}


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("moving", "animated-picture"),
        ("print", "cmyk-picture"),
        ("cut", "damaged-picture"),
        ("text", "not-a-picture"),
        ("empty", "not-a-picture"),
        ("huge", "picture-too-large"),
        ("poster", "picture-too-large"),
        ("blank", "blank-picture"),
    ],
)
def test_a_bad_picture_gets_one_sentence(name: str, code: str, bad: dict[str, Path]) -> None:
    with pytest.raises(XlnonoError) as caught:
        read_picture(bad[name], Reduction())
    assert caught.value.code == code
    assert caught.value.message().count(". ") == 0
    assert str(bad[name]) in caught.value.text()


def test_a_damaged_picture_never_ends_in_a_traceback(tmp_path: Path) -> None:
    for ending in ("png", "jpg", "gif", "bmp", "tiff", "webp"):
        path = _saved(own_pictures.icon().resize((40, 40)), tmp_path / f"a.{ending}")
        content = path.read_bytes()
        for place in range(0, len(content), len(content) // 25 + 1):
            path.write_bytes(content[:place] + b"\xff\x00\x7f" + content[place + 3 :])
            try:
                read_picture(path, Reduction((10, 10)))
            except XlnonoError:
                continue


def test_the_puzzle_of_a_picture_is_written_and_shown(run: Run, tmp_path: Path) -> None:
    picture = _saved(own_pictures.letters(), tmp_path / "star.png")
    said = run("make", "--picture", picture, "--size", "20x20", tmp_path / "star.non", "--repair")
    assert said.code == 0
    assert "██████" in said.out
    assert "20×20, one solution" in said.out
    (found,) = read((tmp_path / "star.non").read_bytes())
    assert found.about.title == "star"
    assert xlnono.solve(found.puzzle).grid == found.goal


def test_a_picture_that_leaves_several_solutions_is_shown_but_not_written(
    run: Run, tmp_path: Path
) -> None:
    image = Image.new("1", (6, 6), 1)
    for cell in ((1, 1), (3, 4)):
        image.putpixel(cell, 0)
    words = "make", "--picture", _saved(image, tmp_path / "a.png"), "--size", "6x6"
    said = run(*words, tmp_path / "a.xlsx")
    assert said.code == 1
    assert "add --repair" in said.error
    assert "██" in said.out
    assert not (tmp_path / "a.xlsx").exists()
    said = run(*words, "--repair", tmp_path / "a.xlsx")
    assert said.code == 0
    assert "Before:" in said.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--threshold", "300"), "from 0 to 255"),
        (("--size", "30"), "expected ROWSxCOLUMNS"),
        (("--black", "0.5"), "--black only works with --random"),
    ],
)
def test_options_that_make_no_sense(
    words: tuple[str, ...], said: str, run: Run, tmp_path: Path
) -> None:
    answer = run("make", "--picture", "a.png", *words, tmp_path / "a.xlsx")
    assert answer.code == 2
    assert said in answer.error
