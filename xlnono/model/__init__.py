"""Plain data: puzzles, boards, steps and solutions."""
