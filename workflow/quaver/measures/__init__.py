"""One measure per file, each an entry of the registry."""
