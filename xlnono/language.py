"""Text in several languages.

English and Japanese stand side by side in the code. Any other language is one catalogue, which
translates the English texts; see CONTRIBUTING.md.
"""

from __future__ import annotations

import locale
import os
from collections.abc import Mapping

from xlnono.records import NamedTuple
from xlnono.safe_text import fill

Language = str
"""The code of a language in `LANGUAGES`, such as "en"."""


class Catalogue(NamedTuple):
    """A language: its own name, the letters only it has, and its texts by the English ones."""

    name: str
    letters: str = ""
    """A regular expression for text that can only be in this language, empty if there is none."""
    texts: Mapping[str, str] = {}


LANGUAGES: dict[Language, Catalogue] = {
    "en": Catalogue("English"),
    "ja": Catalogue("日本語", "[ぁ-ゖァ-ヺｦ-ﾟ々〆㐀-䶿一-鿿豈-\ufaff\U00020000-\U0003ffff]"),
}
"""Every language of xlnono."""


class Text(NamedTuple):
    """A text, or a template for one, in English and Japanese."""

    en: str
    ja: str

    def of(self, language: Language, **facts: object) -> str:
        """The text in a language, its {fields} filled with facts that are made safe to show.

        Without facts nothing is filled in. Facts that are texts or have a method `named`, such as
        lines, are translated too. A text that a catalogue lacks stays English. Raises KeyError for
        an unknown language or a missing fact.
        """
        if language == "en":
            template = self.en
        elif language == "ja":
            template = self.ja
        else:
            template = LANGUAGES[language].texts.get(self.en, self.en)
        if not facts:
            return template
        for name, fact in facts.items():
            if not isinstance(fact, _PLAIN):
                facts[name] = in_language(fact, language)
        return fill(template, facts)


class Phrase(NamedTuple):
    """A text together with the facts it is filled with."""

    text: Text
    facts: Mapping[str, object]

    def named(self, language: Language) -> str:
        return self.text.of(language, **self.facts)


_PLAIN = (str, int, float)

COMMA = Text(", ", "、")
"""Stands between the parts of a list."""


class Listed(NamedTuple):
    """Parts that a text lists."""

    parts: tuple[str, ...]

    def named(self, language: Language) -> str:
        return COMMA.of(language).join(self.parts)


class OneOf(NamedTuple):
    """Parts of which a text names one to choose."""

    parts: tuple[str, ...]

    def named(self, language: Language) -> str:
        *others, last = self.parts
        if not others:
            return last
        return _ONE_OF.of(language, others=COMMA.of(language).join(others), last=last)


_ONE_OF = Text("{others} or {last}", "{others}、{last}")


def in_language(fact: object, language: Language) -> object:
    """A fact, in the language if it is a text or has a method `named`, otherwise unchanged."""
    if isinstance(fact, _PLAIN):
        return fact
    if isinstance(fact, Text):
        return fact.of(language)
    # `isinstance(fact, Named)` is slow.
    named = getattr(fact, "named", None)
    return fact if named is None else named(language)


def all_of(texts: Mapping[str, Text], language: Language) -> dict[str, str]:
    """Several texts in a language, by their keys."""
    return {key: text.of(language) for key, text in texts.items()}


def system_language() -> Language:
    """The language of the user's environment, English if xlnono does not support it."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    setting = next(filter(None, map(os.environ.get, names)), locale.getlocale()[0] or "")
    code = setting.lower()[:2]
    return code if code in LANGUAGES else "en"
