"""Making puzzles: from chance, from pictures, and from pictures that need a repair first."""
