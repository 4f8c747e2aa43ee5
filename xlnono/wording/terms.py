"""The names of techniques, outcomes, grades and kinds of explanation."""

from __future__ import annotations

from xlnono.language import Language, Text
from xlnono.model.solution import Explained, Grade, Outcome
from xlnono.model.steps import Technique

_TECHNIQUES: dict[Technique, Text] = {
    Technique.OVERLAP: Text("overlap", "重なり"),
    Technique.FINISHED_LINE: Text("finished line", "残りの確定"),
    Technique.WALL_REACH: Text("reach from the wall", "端からの届く範囲"),
    Technique.RUN_CLOSED: Text("run closed", "連続黒マスの確定"),
    Technique.JOINED_RUNS: Text("joined runs", "つながる黒マス"),
    Technique.GAP_TOO_SMALL: Text("gap too small", "狭いすき間"),
    Technique.OUT_OF_REACH: Text("out of reach", "届かないマス"),
    Technique.BLOCK_ORDER: Text("order of the blocks", "数字の順番"),
    Technique.RUNS_MATCHED: Text("runs matched to blocks", "数字と黒マスの対応"),
    Technique.BLACK_ONE_OWNER: Text("black cell, one owner", "黒マス追加(数字が1つ)"),
    Technique.BLACK_MOVES_BOUNDS: Text("black cell moves bounds", "黒マス追加(範囲の移動)"),
    Technique.WHITE_ONE_REACH: Text("white cell, one reach", "白マス追加(数字が1つ)"),
    Technique.WHITE_MOVES_BOUNDS: Text("white cell moves bounds", "白マス追加(範囲の移動)"),
    Technique.WHITE_SEVERAL_REACHES: Text("white cell, several reaches", "白マス追加(数字が複数)"),
    Technique.SHORT_BLOCKS: Text("blocks too short", "短すぎる数字"),
    Technique.BLACK_SEVERAL_OWNERS: Text("black cell, several owners", "黒マス追加(数字が複数)"),
    Technique.COMPLETE_LINE: Text("complete line", "全配置の共通部分"),
    Technique.CONTRADICTION: Text("contradiction", "背理法"),
    Technique.RECURSION: Text("recursion", "場合分け(再帰)"),
}

_OUTCOMES: dict[Outcome, Text] = {
    Outcome.UNIQUE: Text("exactly one solution", "解は1つ"),
    Outcome.MULTIPLE: Text("more than one solution", "解が2つ以上"),
    Outcome.NONE: Text("no solution", "解なし"),
    Outcome.UNDECIDED: Text("not decided in the time given", "時間内に決まらず"),
}

_GRADES: dict[Grade, Text] = {
    Grade.EASY: Text("easy", "やさしい"),
    Grade.MEDIUM: Text("medium", "ふつう"),
    Grade.HARD: Text("hard", "むずかしい"),
    Grade.VERY_HARD: Text("very hard", "とてもむずかしい"),
    Grade.EXTREME: Text("extreme", "超難問"),
}

_EXPLAINED: dict[Explained, Text] = {
    Explained.COMPLETE: Text("complete", "最後まで"),
    Explained.CUT: Text("cut short", "途中まで"),
}


def technique_name(technique: Technique, language: Language) -> str:
    return _TECHNIQUES[technique].of(language)


def outcome_name(outcome: Outcome, language: Language) -> str:
    return _OUTCOMES[outcome].of(language)


def grade_name(grade: Grade, language: Language) -> str:
    return _GRADES[grade].of(language)


def explained_name(explained: Explained, language: Language) -> str:
    return _EXPLAINED[explained].of(language)
