"""The names of techniques, outcomes, grades and kinds of explanation."""

from __future__ import annotations

from xlnono.errors import Language, in_language
from xlnono.model.solution import Explained, Grade, Outcome
from xlnono.model.steps import Technique

_TECHNIQUES: dict[Technique, tuple[str, str]] = {
    Technique.OVERLAP: ("overlap", "重なり"),
    Technique.FINISHED_LINE: ("finished line", "残りの確定"),
    Technique.WALL_REACH: ("reach from the wall", "端からの届く範囲"),
    Technique.RUN_CLOSED: ("run closed", "連続黒マスの確定"),
    Technique.JOINED_RUNS: ("joined runs", "つながる黒マス"),
    Technique.GAP_TOO_SMALL: ("gap too small", "狭いすき間"),
    Technique.OUT_OF_REACH: ("out of reach", "届かないマス"),
    Technique.BLOCK_ORDER: ("order of the blocks", "数字の順番"),
    Technique.RUNS_MATCHED: ("runs matched to blocks", "数字と黒マスの対応"),
    Technique.BLACK_ONE_OWNER: ("black cell, one owner", "黒マス追加(数字が1つ)"),
    Technique.BLACK_MOVES_BOUNDS: ("black cell moves bounds", "黒マス追加(範囲の移動)"),
    Technique.WHITE_ONE_REACH: ("white cell, one reach", "白マス追加(数字が1つ)"),
    Technique.WHITE_MOVES_BOUNDS: ("white cell moves bounds", "白マス追加(範囲の移動)"),
    Technique.WHITE_SEVERAL_REACHES: ("white cell, several reaches", "白マス追加(数字が複数)"),
    Technique.SHORT_BLOCKS: ("blocks too short", "短すぎる数字"),
    Technique.BLACK_SEVERAL_OWNERS: ("black cell, several owners", "黒マス追加(数字が複数)"),
    Technique.COMPLETE_LINE: ("complete line", "全配置の共通部分"),
    Technique.CONTRADICTION: ("contradiction", "背理法"),
    Technique.RECURSION: ("recursion", "場合分け(再帰)"),
}

_OUTCOMES: dict[Outcome, tuple[str, str]] = {
    Outcome.UNIQUE: ("exactly one solution", "解は1つ"),
    Outcome.MULTIPLE: ("more than one solution", "解が2つ以上"),
    Outcome.NONE: ("no solution", "解なし"),
    Outcome.UNDECIDED: ("not decided in the time given", "時間内に決まらず"),
}

_GRADES: dict[Grade, tuple[str, str]] = {
    Grade.EASY: ("easy", "やさしい"),
    Grade.MEDIUM: ("medium", "ふつう"),
    Grade.HARD: ("hard", "むずかしい"),
    Grade.VERY_HARD: ("very hard", "とてもむずかしい"),
    Grade.EXTREME: ("extreme", "超難問"),
}

_EXPLAINED: dict[Explained, tuple[str, str]] = {
    Explained.COMPLETE: ("complete", "最後まで"),
    Explained.CUT: ("cut short", "途中まで"),
}


def technique_name(technique: Technique, language: Language) -> str:
    return in_language(_TECHNIQUES[technique], language)


def outcome_name(outcome: Outcome, language: Language) -> str:
    return in_language(_OUTCOMES[outcome], language)


def grade_name(grade: Grade, language: Language) -> str:
    return in_language(_GRADES[grade], language)


def explained_name(explained: Explained, language: Language) -> str:
    return in_language(_EXPLAINED[explained], language)
