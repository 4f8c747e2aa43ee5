"""The names of techniques, outcomes, grades and kinds of explanation."""

from __future__ import annotations

from xlnono.language import Language, Text
from xlnono.model.solution import Explained, Grade, Outcome
from xlnono.model.steps import Technique

_TECHNIQUES: dict[Technique, Text] = {
    Technique.OVERLAP: Text("overlap", "重なり"),
    Technique.FINISHED_LINE: Text("finished line", "残りの確定"),
    Technique.WALL_REACH: Text("reach from the wall", "端から届く範囲"),
    Technique.RUN_CLOSED: Text("closed run", "並びの完成"),
    Technique.JOINED_RUNS: Text("runs kept apart", "つなげない黒マス"),
    Technique.GAP_TOO_SMALL: Text("gap too small", "狭いすき間"),
    Technique.OUT_OF_REACH: Text("out of reach", "届かないマス"),
    Technique.BLOCK_ORDER: Text("order of the blocks", "数字の順番"),
    Technique.RUNS_MATCHED: Text("runs matched to blocks", "数字と黒マスの対応"),
    Technique.BLACK_ONE_OWNER: Text("one possible owner", "持ち主が1つの黒マス"),
    Technique.BLACK_MOVES_BOUNDS: Text("held block pushes neighbours", "黒マスの玉突き"),
    Technique.WHITE_ONE_REACH: Text("white cell in one block's way", "1つの数字の白マスよけ"),
    Technique.WHITE_MOVES_BOUNDS: Text("diverted block pushes neighbours", "白マスの玉突き"),
    Technique.WHITE_SEVERAL_REACHES: Text(
        "white cell in several blocks' way", "複数の数字の白マスよけ"
    ),
    Technique.SHORT_BLOCKS: Text("blocks too short", "短すぎる数字"),
    Technique.BLACK_SEVERAL_OWNERS: Text("same for every owner", "どの持ち主でも同じ"),
    Technique.COMPLETE_LINE: Text("all arrangements", "置き方の総当たり"),
    Technique.CONTRADICTION: Text("contradiction", "背理法"),
    Technique.NESTED_CONTRADICTION: Text("nested contradiction", "二重の背理法"),
    Technique.SEARCH: Text("search", "探索"),
}

_OUTCOMES: dict[Outcome, Text] = {
    Outcome.UNIQUE: Text("exactly one solution", "解は1つ"),
    Outcome.MULTIPLE: Text("more than one solution", "解が2つ以上"),
    Outcome.NONE: Text("no solution", "解なし"),
    Outcome.UNDECIDED: Text("not decided within the time limit", "時間内に決まらず"),
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
    Explained.LONG: Text("complete, not shortened", "最後まで(短縮は時間切れ)"),
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
