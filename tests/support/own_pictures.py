"""Pictures of our own, as people have them: an icon, a photograph, a drawing, letters, a logo."""

from __future__ import annotations

import math
import random

from PIL import Image, ImageDraw, ImageFilter, ImageFont

SIDE = 400


def icon() -> Image.Image:
    """A house in flat colours."""
    image = Image.new("RGB", (SIDE, SIDE), "#fff4d6")
    pen = ImageDraw.Draw(image)
    pen.rectangle((90, 190, 310, 360), "#7a2f1d")
    pen.polygon([(50, 200), (200, 60), (350, 200)], "#2c3e70")
    pen.rectangle((170, 260, 230, 360), "#ffe9a8")
    pen.rectangle((270, 70, 305, 150), "#2c3e70")
    return image


def photograph() -> Image.Image:
    """A dark ball on a table, lit from the left, with noise."""
    dice = random.Random(1)
    image = Image.new("L", (SIDE, 300))
    values = []
    for y in range(300):
        for x in range(SIDE):
            light = 215 - 0.3 * x - (55 if y > 200 else 0)
            away = math.hypot(x - 210, y - 150)
            if away < 95:
                light = 130 - 0.6 * math.hypot(x - 175, y - 110)
            elif y > 200 and math.hypot((x - 270) / 2.2, y - 240) < 40:
                light -= 60
            values.append(round(light + dice.gauss(0, 8)))
    image.putdata([min(255, max(0, value)) for value in values])
    return image.filter(ImageFilter.GaussianBlur(1))


def line_drawing() -> Image.Image:
    """The face of a cat in thin strokes."""
    image = Image.new("L", (SIDE, SIDE), 255)
    pen = ImageDraw.Draw(image)
    pen.ellipse((70, 110, 330, 350), outline=0, width=6)
    pen.line([(90, 170), (95, 50), (165, 118)], 0, 6)
    pen.line([(310, 170), (305, 50), (235, 118)], 0, 6)
    for x in (145, 255):
        pen.ellipse((x - 18, 190, x + 18, 226), outline=0, width=6)
    pen.polygon([(185, 255), (215, 255), (200, 275)], fill=0)
    pen.arc((155, 255, 200, 310), 10, 170, 0, 6)
    pen.arc((200, 255, 245, 310), 10, 170, 0, 6)
    for side in (-1, 1):
        for tilt in (-14, 8, 30):
            pen.line([(200 + side * 50, 270 + tilt // 3), (200 + side * 165, 270 + tilt)], 0, 5)
    return image


def letters() -> Image.Image:
    image = Image.new("L", (SIDE, 200), 250)
    pen = ImageDraw.Draw(image)
    pen.text((SIDE / 2, 100), "Cat 7", 20, ImageFont.load_default(150), anchor="mm")
    return image


def logo(colour: str = "#c02040") -> Image.Image:
    """A star in a ring on nothing."""
    image = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    pen.ellipse((20, 20, 380, 380), outline=colour, width=34)
    points = [
        (200 + far * math.sin(turn * math.pi / 5), 205 - far * math.cos(turn * math.pi / 5))
        for turn, far in zip(range(10), [130, 55] * 5, strict=True)
    ]
    pen.polygon(points, fill=colour)
    return image


ALL = {
    "icon": icon,
    "photograph": photograph,
    "line drawing": line_drawing,
    "letters": letters,
    "logo": logo,
}
