"""What is installed, built and composed is whole."""

import ast
import gzip
import hashlib
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import time
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import fields
from importlib import resources
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from service import config
from service.api import openapi
from service.record.state.quarantine import program
from tests.fixtures import fresh, programs
from tests.long import cases
from worker import sweep

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
SERVICES: dict[str, Any] = COMPOSE["services"]
COMPOSED: dict[str, Any] = yaml.safe_load(
    re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", (ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
)["services"]
"""The services with the default of each variable."""


def test_every_dependency_has_a_lower_and_an_upper_bound_or_says_a_date() -> None:
    extra = PROJECT["project"]["optional-dependencies"]["test"]
    for line in (*PROJECT["project"]["dependencies"], *extra):
        assert ">=" in line
        assert "<" in line or re.match(r"tzdata", line), line


def imports(path: Path) -> Iterator[str]:
    """Names of the packages that a module imports when it is loaded; what a function imports is not among them."""
    left: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while left:
        node = left.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            left.extend(ast.iter_child_nodes(node))


def test_what_runs_imports_nothing_but_what_is_installed_to_run_it() -> None:
    declared = {canonicalize_name(Requirement(one).name) for one in PROJECT["project"]["dependencies"]}
    known = {*sys.stdlib_module_names, "service", "engines", "worker", "viewer"}
    found = packages_distributions()
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for package in ("service", "engines", "worker", "viewer")
        for path in (ROOT / package).rglob("*.py")
        for name in imports(path)
        if name not in known and not {canonicalize_name(each) for each in found.get(name, ())} & declared
    }
    assert not missing


def test_the_viewer_is_found_however_it_is_installed() -> None:
    folder = resources.files("viewer")
    assert folder.joinpath("index.html").is_file()
    assert folder.joinpath("boards").is_dir()


def test_the_version_is_written_in_pyproject_alone() -> None:
    version = PROJECT["project"]["version"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    said = subprocess.run(
        [Path(sys.executable).parent / "movebook", "--version"], capture_output=True, text=True, check=True
    )
    assert said.stdout == f"movebook {version}\n", "install it again: pip install -e ."
    assert openapi.document()["info"]["version"] == version
    assert program().startswith(f"{version}: ")
    assert "version" not in json.loads((ROOT / "package.json").read_text(encoding="utf-8"))


def test_the_licence_is_apache_and_the_same_wherever_it_is_named() -> None:
    text = (ROOT / "LICENSE").read_bytes()
    assert hashlib.sha256(text).hexdigest() == "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"
    assert PROJECT["project"]["license"] == "Apache-2.0"
    assert json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["license"] == "Apache-2.0"


def test_each_file_of_others_has_its_licence_and_is_listed() -> None:
    vendor = ROOT / "viewer" / "vendor"
    listed = set(re.findall(r"(?m)^viewer/vendor/\S+$", (ROOT / "NOTICE").read_text(encoding="utf-8")))
    assert listed == {f"viewer/vendor/{path.name}" for path in vendor.glob("*.js")}
    assert all((ROOT / path).with_suffix(".LICENSE").is_file() for path in listed)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    with zipfile.ZipFile(fresh.wheel(ROOT, tmp_path_factory)) as archive:
        return set(archive.namelist())


@pytest.mark.parametrize("package", ["engines", "service", "worker", "viewer"])
def test_the_wheel_has_every_file_of_each_package(wheel: set[str], package: str) -> None:
    there = {
        str(path.relative_to(ROOT))
        for path in (ROOT / package).rglob("*")
        if path.is_file() and not {"__pycache__", ".mypy_cache", ".ruff_cache"} & set(path.parts)
    }
    assert there <= wheel
    assert {f"service/rules/{path.name}" for path in (ROOT / "docs" / "rules").glob("*.md")} <= wheel


def test_the_wheel_brings_no_tests_and_the_one_command(wheel: set[str]) -> None:
    assert {name.split("/")[0] for name in wheel} - {"engines", "service", "worker", "viewer"} == {
        f"movebook-{PROJECT['project']['version']}.dist-info"
    }
    assert PROJECT["project"]["scripts"] == {"movebook": "service.cli:main"}


def test_the_wheel_has_the_licence_the_notice_and_the_licences_of_others(wheel: set[str]) -> None:
    licences = f"movebook-{PROJECT['project']['version']}.dist-info/licenses/"
    theirs = {str(path.relative_to(ROOT)) for path in (ROOT / "viewer" / "vendor").glob("*.LICENSE")}
    assert {name.removeprefix(licences) for name in wheel if name.startswith(licences)} == {
        "LICENSE",
        "NOTICE",
        *theirs,
    }


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no checkout here")
def test_the_source_archive_has_every_file_that_its_tests_read(tmp_path: Path) -> None:
    fresh.said([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)], ROOT)
    (built,) = tmp_path.iterdir()
    with tarfile.open(built) as archive:
        found = {member.name.partition("/")[2]: member for member in archive.getmembers()}
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    committed = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
    assert committed - set(found) == set()
    assert {name for name in committed if os.access(ROOT / name, os.X_OK) and not found[name].mode & 0o100} == set()


@programs.needs("make")
def test_two_runs_at_once_install_once(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "pyproject.toml").touch()
    python = tmp_path / "python"
    python.write_text(
        "#!/bin/sh\n"
        'case "$1 $2" in\n'
        '"-m venv") mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; echo "echo up" > "$3/bin/movebook"\n'
        '           chmod +x "$3/bin/movebook";;\n'
        '"-m pip") echo installed >> log; sleep 0.5;;\n'
        f'*) exec {sys.executable} "$@";;\n'
        "esac\n"
    )
    python.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if name not in ("CI", "MAKEFLAGS", "MAKELEVEL")}
    command = ["make", "run", f"PYTHON={python}"]
    both = [subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE) for _ in range(2)]
    said = [each.communicate()[0].decode() for each in both]
    assert all(text.endswith("up\n") for text in said), said
    assert (tmp_path / "log").read_text() == "installed\n"


def test_every_program_that_a_test_skips_for_is_installed_where_it_may_be() -> None:
    listed = (ROOT / ".ci" / "test").read_text(encoding="utf-8").split('debian_packages="\\\n', 1)[1].split('"', 1)[0]
    installed = {line.split()[0] for line in listed.splitlines()}
    tests = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")]
    skipped_for = set(re.findall(r'programs\.needs\("([^"]+)"\)', "\n".join(tests)))
    # make runs the tests; Debian's node is older than the viewer's tools want, so that who has none is told so instead.
    assert {"redis-server", "docker-compose"} <= skipped_for <= installed | {"make", "node"}


LOCKS = ("build", "run", "test")


class Locked(NamedTuple):
    """A package in a lock."""

    requirement: Requirement
    hashes: int
    asked_by: str


def locked(name: str) -> dict[str, Locked]:
    """The packages of a lock by their canonical names."""
    text = (ROOT / "locks" / f"{name}.txt").read_text(encoding="utf-8")
    found = re.findall(
        r"(?m)^(\S+==[^\\\n]+?) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)((?:    # .*\n)*)", text
    )
    assert len(found) == len(re.findall(r"(?m)^\S", text)), "a line that is no package with its hashes"
    parsed = [(Requirement(line), hashes.count("--hash="), said) for line, hashes, said in found]
    return {canonicalize_name(about.name): Locked(about, count, said) for about, count, said in parsed}


def wanted(name: str) -> dict[str, Requirement]:
    """What pyproject.toml asks for itself, for a lock."""
    project = PROJECT["project"]
    run, test = project["dependencies"], project["optional-dependencies"]["test"]
    lines = {"build": PROJECT["dependency-groups"]["build"], "run": run, "test": [*run, *test]}[name]
    return {canonicalize_name(each.name): each for each in map(Requirement, lines)}


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_all_that_is_asked_for_within_its_bounds(name: str) -> None:
    lock = locked(name)
    for package, asked in wanted(name).items():
        assert package in lock, f"{package} is in no lock: run `make lock`"
        (pin,) = lock[package].requirement.specifier
        assert asked.specifier.contains(pin.version), f"{package} {pin.version} is out of bounds: run `make lock`"


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_nothing_that_nobody_asks_for(name: str) -> None:
    directly = {package for package, held in locked(name).items() if "movebook (pyproject.toml" in held.asked_by}
    assert directly == set(wanted(name)), "run `make lock`"


def test_what_runs_and_what_builds_has_the_versions_that_were_tested() -> None:
    tested = locked("test")
    for name in ("build", "run"):
        for package, held in locked(name).items():
            if package != "editables":  # the build system's own, for editable installs
                assert str(held.requirement.specifier) == str(tested[package].requirement.specifier)


def test_what_builds_is_what_the_build_system_asks_for() -> None:
    asked = {Requirement(line).name: Requirement(line).specifier for line in PROJECT["build-system"]["requires"]}
    assert {name: wanted("build")[name].specifier for name in asked} == asked


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_hashes_of_every_package_and_no_host(name: str) -> None:
    assert all(held.hashes for held in locked(name).values())
    assert not re.search(r"://|index|find-links|trusted-host", (ROOT / "locks" / f"{name}.txt").read_text("utf-8"))


def test_the_image_installs_locked_versions_and_its_own_wheel_alone() -> None:
    installs = re.findall(r"pip (?:install|wheel) ([^\n\\&]*)", DOCKERFILE)
    assert installs
    for options in installs:
        assert options.startswith(("--require-hashes -r locks/", "--no-deps "))


def test_the_image_is_slim_and_runs_as_nobody_special() -> None:
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert bases == ["${PYTHON_IMAGE}"] * 2
    (default,) = re.findall(r"(?m)^ARG PYTHON_IMAGE=(.*)$", DOCKERFILE)
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-[a-z]+", default)
    assert COMPOSED["api"]["build"]["args"] == {"PYTHON_IMAGE": default}
    last = DOCKERFILE.rsplit("FROM ", 1)[1]
    assert re.search(r"^USER movebook$", last, re.MULTILINE)
    assert last.index("USER movebook") < last.index("CMD [")


def test_the_image_copies_what_the_wheel_is_made_of() -> None:
    included = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    for folder in (*included["packages"], *included["force-include"], "locks"):
        assert f"COPY {folder} {folder}\n" in DOCKERFILE
        assert f"\n!{folder}\n" in (ROOT / ".dockerignore").read_text(encoding="utf-8")
    (copied,) = re.findall(r"(?m)^COPY (.*) \./$", DOCKERFILE)
    described = {
        PROJECT["project"]["readme"],
        *(name for name in PROJECT["project"]["license-files"] if "/" not in name),
    }
    assert {"pyproject.toml", *described} == set(copied.split())
    for file in copied.split():
        assert f"\n!{file}\n" in (ROOT / ".dockerignore").read_text(encoding="utf-8")


def test_the_images_health_check_asks_the_api() -> None:
    command = json.loads(re.search(r"HEALTHCHECK[^\[]*CMD (\[.*\])\n", DOCKERFILE)[1])  # type: ignore[index]
    asked: list[str] = []

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200 if len(asked) == 1 else 503)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        environment = {**os.environ, "MOVEBOOK_PORT": str(server.server_port)}
        command[0] = sys.executable
        codes = [subprocess.run(command, env=environment, capture_output=True, check=False).returncode for _ in "12"]
        server.shutdown()
    assert asked == ["/healthz", "/healthz"]
    assert codes == [0, 1]


def test_the_compose_file_has_its_services_and_volumes() -> None:
    assert set(SERVICES) == {"api", "worker", "log", "queue"}
    assert SERVICES["worker"]["command"] == ["python", "-m", "worker", "--beat", "/tmp/beat"]
    for store in ("log", "queue"):
        assert re.fullmatch(r"redis:\d+\.\d+\.\d+", COMPOSED[store]["image"])
        assert SERVICES[store]["volumes"] == [f"{store}:/data"]
        assert store in COMPOSE["volumes"]
        assert SERVICES[store]["healthcheck"]["test"] == ["CMD", "redis-cli", "ping"]
        for ours in ("api", "worker"):
            assert SERVICES[ours]["depends_on"][store] == {"condition": "service_healthy"}


def test_the_composed_log_keeps_what_it_acknowledges_and_forgets_nothing() -> None:
    command = SERVICES["log"]["command"]
    options = dict(zip(command[1::2], command[2::2], strict=True))
    assert options == {
        "--appendonly": "yes", "--appendfsync": "always", "--maxmemory": "${LOG_MAXMEMORY:-1gb}",
        "--maxmemory-policy": "noeviction", "--save": "",
    }  # fmt: skip


def test_every_setting_reaches_the_api_and_the_worker() -> None:
    template = (ROOT / "deploy" / "movebook.env").read_text(encoding="utf-8")
    assert not re.search(r"(?m)^[^#\n]", template), "as shipped it sets nothing"
    lines = dict(re.findall(r"(?m)^#([A-Z_]+)=(.*)$", template))
    known = {each.metadata["variable"]: each for each in fields(config.Settings)}
    assert set(known) <= set(lines)
    for name, each in known.items():
        assert lines[name] == ("" if each.default is None or each.name == "data" else str(each.default))
    variables = set(re.findall(r"\$\{(\w+):-", (ROOT / "docker-compose.yml").read_text(encoding="utf-8")))
    assert set(lines) - set(known) == variables - set(known)
    for ours in ("api", "worker"):
        assert SERVICES[ours]["env_file"] == "${ENV_FILE:-deploy/movebook.env}"
        # Addresses inside the containers; all else is from the file.
        environment = SERVICES[ours]["environment"]
        assert {name.removeprefix("MOVEBOOK_") for name in environment} == {
            *("LOG_URL", "QUEUE_URL", "DATA", "HOST", "PORT", "METRICS")
        }
        assert config.Settings.load(environment).port == 8080


def test_every_container_has_no_more_rights_than_it_needs() -> None:
    for name, service in SERVICES.items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["tmpfs"] == ["/tmp"]
        assert service["pids_limit"] > 0
        assert service["mem_limit"]
    assert {SERVICES[store]["user"] for store in ("log", "queue")} == {"redis:redis"}


@programs.needs("docker-compose")
def test_docker_compose_accepts_the_file_and_hands_settings_on(tmp_path: Path) -> None:
    settings = tmp_path / "settings"
    settings.write_text("MOVEBOOK_RATE=7\nMOVEBOOK_PORT=9000\nMOVEBOOK_MOVES=\n")
    digest = f"redis:8.4.2@sha256:{'0' * 64}"
    environment = {**os.environ, "ENV_FILE": str(settings), "REDIS_IMAGE": digest, "LOG_MAXMEMORY": "3gb"}
    command = ["docker-compose", "config"]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    services = yaml.safe_load(done.stdout)["services"]
    assert set(services) == set(SERVICES)
    for ours in ("api", "worker"):
        given = services[ours]["environment"]
        assert (given["MOVEBOOK_RATE"], given["MOVEBOOK_PORT"], given["MOVEBOOK_MOVES"]) == ("7", "8080", "")
    assert {services[store]["image"] for store in ("log", "queue")} == {digest}
    assert "3gb" in services["log"]["command"]


def test_the_workers_health_check_sees_its_last_sweep(tmp_path: Path) -> None:
    kind, command = SERVICES["worker"]["healthcheck"]["test"]
    assert kind == "CMD-SHELL"
    beat = tmp_path / "beat"
    command = command.replace("$$", "$").replace(SERVICES["worker"]["command"][-1], str(beat))

    def healthy() -> bool:
        return subprocess.run(["sh", "-c", command], capture_output=True, check=False).returncode == 0

    assert not healthy()

    class OneSweep:
        def once(self) -> None:
            stop.set()

    stop = threading.Event()
    sweep.run(OneSweep(), 1, stop, beat)  # type: ignore[arg-type]
    assert healthy()
    overdue = time.time() - 1
    os.utime(beat, (overdue, overdue))
    assert not healthy()


@pytest.fixture
def backup(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the backup of the containers; `docker` runs the command here, on an embedded store."""
    (tmp_path / "kept").mkdir()
    (tmp_path / "docker").write_text(
        '#!/bin/sh\nwhile [ "$1" != movebook ]; do shift; done\nshift\n'
        f'[ "$1" != export ] || exec sh -c "$EXPORT" sh "$@"\nexec {Path(sys.executable).parent}/movebook "$@"\n'
    )
    (tmp_path / "docker").chmod(0o755)

    def run(export: str, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = fresh.environment(
            PATH=f"{tmp_path}:{os.environ['PATH']}",
            MOVEBOOK_DATA=str(tmp_path / "data"),
            EXPORT=export.replace("movebook", f"{Path(sys.executable).parent}/movebook"),
            **variables,
        )
        command = [ROOT / "deploy" / "compose-backup.sh", tmp_path / "kept"]
        return subprocess.run(command, env=environment, check=False, capture_output=True, text=True)

    return run


def test_a_backup_of_the_containers_is_kept_when_it_is_whole(backup: Any, tmp_path: Path) -> None:
    done = backup('exec movebook "$@"')
    assert done.returncode == 0, done.stderr
    (kept,) = (tmp_path / "kept").iterdir()
    assert re.fullmatch(r"movebook-\d{4}-\d\d-\d\d\.jsonl\.gz", kept.name)
    assert kept.stat().st_mode & 0o777 == 0o600
    assert gzip.decompress(kept.read_bytes()).startswith(b'{"format":"movebook-store"')


def test_a_backup_of_the_containers_that_reports_damage_is_kept_and_fails(backup: Any, tmp_path: Path) -> None:
    done = backup('movebook "$@"; exit 1')
    assert done.returncode == 1
    assert len(list((tmp_path / "kept").iterdir())) == 1


@pytest.mark.parametrize("export", ['movebook "$@" | head -c 60', "exit 137"][: cases(1, 2)])
def test_a_backup_of_the_containers_that_is_not_whole_fails_and_leaves_no_file(
    backup: Any, tmp_path: Path, export: str
) -> None:
    earlier = tmp_path / "kept" / "movebook-2026-01-01.jsonl.gz"
    earlier.write_bytes(b"earlier")
    os.utime(earlier, (0, 0))
    assert backup(export).returncode != 0
    assert list((tmp_path / "kept").iterdir()) == [earlier]
