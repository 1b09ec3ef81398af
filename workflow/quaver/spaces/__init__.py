"""Pure functions on arrays: spaces, shared vocabularies, alignment, averages."""
