"""One web page that solves and explains puzzles, from disk and without a network."""
