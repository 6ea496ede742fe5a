"""The workflows of continuous integration: what they run is there, and does what they say."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

TOP = Path(__file__).parent.parent
WORKFLOWS: dict[str, dict[str, Any]] = {
    path.stem: yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 - `on` stays a word
    for path in (TOP / ".github" / "workflows").glob("*.yml")
}


def commands(name: str) -> list[str]:
    """Return the commands that a workflow runs."""
    return [step["run"] for job in WORKFLOWS[name]["jobs"].values() for step in job["steps"] if "run" in step]


def test_one_workflow_runs_what_a_developer_runs_and_one_the_containers() -> None:
    assert set(WORKFLOWS) == {"ci", "containers"}
    assert commands("ci") == [".ci/run"]
    assert commands("containers")[0].startswith("docker compose up --build --wait")
    for path in re.findall(r"python3 (\S+)", "\n".join(commands("containers"))):
        assert (TOP / path).is_file()


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_may_only_read_ends_in_time_and_pins_its_actions(name: str) -> None:
    workflow = WORKFLOWS[name]
    assert {"push", "pull_request"} <= set(workflow["on"])
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert "permissions" not in job
        assert int(job["timeout-minutes"]) <= 90
        used = [step["uses"] for step in job["steps"] if "uses" in step]
        assert all(re.fullmatch(r"actions/[a-z-]+@v\d+", action) for action in used), used


def test_the_workflow_tests_the_oldest_python_and_the_one_of_the_image() -> None:
    project, dockerfile = ((TOP / name).read_text(encoding="utf-8") for name in ("pyproject.toml", "Dockerfile"))
    oldest = re.findall(r'requires-python = ">=(3\.\d+)"', project)
    image = set(re.findall(r"ARG PYTHON_IMAGE=python:(3\.\d+)\.\d+-slim", dockerfile))
    assert WORKFLOWS["ci"]["jobs"]["test"]["strategy"]["matrix"]["python"] == [*oldest, *image]
