"""The instrument's own tables and figures, named by what they hold."""
