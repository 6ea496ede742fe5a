"""One file per resource: it declares, parses, calls and answers."""
