"""The commands of ``movebook``: each module has ``arguments`` and ``run`` and is loaded late."""
