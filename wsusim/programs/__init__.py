"""Students' programs, without Qt: begun, opened in an editor, coloured, checked and completed."""
