"""What stands ready for those who run Movebook: it names what there is."""

import configparser
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from service import config
from tests.fixtures import programs

TOP = Path(__file__).parent.parent
DEPLOY = TOP / "deploy"
PAGE = TOP / "docs" / "operations.md"
METRIC = re.compile(r"\bmovebook_[a-z_]+\b")


def metrics() -> set[str]:
    """Every metric of the service, by the names that its source gives them."""
    found = set()
    for name in ("metrics.py", "run/gauges.py"):
        found |= set(re.findall(r'"(movebook_[a-z_]+)"', (TOP / "service" / name).read_text(encoding="utf-8")))
    return found


def bare(name: str) -> str:
    """The metric that a series of a histogram belongs to."""
    return re.sub(r"_(bucket|count|sum)$", "", name)


def dashboard() -> dict[str, object]:
    found: dict[str, object] = json.loads((DEPLOY / "grafana-dashboard.json").read_text(encoding="utf-8"))
    return found


def test_the_dashboard_shows_every_metric_and_no_other() -> None:
    used = {bare(name) for name in METRIC.findall(json.dumps(dashboard()))}
    assert used == metrics()


def test_each_panel_of_the_dashboard_has_its_place_and_asks_something() -> None:
    panels = dashboard()["panels"]
    assert isinstance(panels, list)
    assert len({panel["id"] for panel in panels}) == len(panels)
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels]
    assert len(set(places)) == len(places)
    for panel in panels:
        assert panel["title"]
        assert panel["description"]
        assert all(METRIC.search(target["expr"]) for target in panel["targets"])


def test_the_alarms_and_the_page_name_metrics_that_there_are() -> None:
    rules = (DEPLOY / "prometheus-rules.yml").read_text(encoding="utf-8")
    assert {bare(name) for name in METRIC.findall(rules)} <= metrics()
    assert all(rule["alert"] and rule["expr"] for group in yaml.safe_load(rules)["groups"] for rule in group["rules"])
    assert {bare(name) for name in METRIC.findall(PAGE.read_text(encoding="utf-8"))} == metrics()


ALARMS = """
rule_files: [{rules}]
evaluation_interval: 15s
tests:
  - interval: 15s
    input_series:
      - {{series: 'movebook_sweep_age_seconds', values: '1x20 1+15x20'}}  # a sweep each second, then none
    alert_rule_test:
      - {{eval_time: 5m, alertname: MovebookWorkersAreDead, exp_alerts: []}}
      - eval_time: 6m15s
        alertname: MovebookWorkersAreDead
        exp_alerts: [{{}}]
"""


@programs.needs("promtool")
def test_prometheus_reads_the_alarms_and_dead_workers_raise_one_within_90_seconds(tmp_path: Path) -> None:
    path = tmp_path / "alarms.yml"
    path.write_text(ALARMS.format(rules=DEPLOY / "prometheus-rules.yml"), encoding="utf-8")
    for words in (["check", "rules", str(DEPLOY / "prometheus-rules.yml")], ["test", "rules", str(path)]):
        done = subprocess.run(["promtool", *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


CONNECTING = """
import socket
with socket.create_server(("127.0.0.1", 443), backlog=1000):
    held = []
    for _ in range(300):
        try:
            held.append(socket.create_connection(("127.0.0.1", 443), 5))
        except ConnectionRefusedError:
            pass
    print(len(held))
"""


@programs.needs("nft")
def test_the_firewall_takes_so_many_connections_of_a_network() -> None:
    alone = ["unshare", "--map-root-user", "--net", "sh", "-ec"]
    if subprocess.run([*alone, "true"], capture_output=True, check=False).returncode:
        pytest.skip("no network namespace can be made here")
    script = f"ip link set lo up; nft -f {DEPLOY / 'nftables.conf'}; {sys.executable} -c '{CONNECTING}'"
    done = subprocess.run([*alone, script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "256\n"), done.stderr


@pytest.mark.parametrize("name", ["movebook.service", "movebook-backup.service", "movebook-backup.timer"])
def test_a_unit_can_be_read_and_sets_what_is_a_setting(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    unit = configparser.RawConfigParser(strict=False, delimiters=("=",))
    unit.read_string(text)
    assert unit.has_option("Unit", "Description")
    assert set(re.findall(r"\bMOVEBOOK_[A-Z_]+", text)) <= set(config.variables())


@programs.needs("systemd-analyze")
@pytest.mark.parametrize("name", ["movebook.service", "movebook-backup.service"])
def test_systemd_accepts_a_unit_and_finds_it_well_confined(name: str, tmp_path: Path) -> None:
    unit = tmp_path / name
    text = (DEPLOY / name).read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/movebook/bin/movebook", "/bin/true"))  # verify wants the program to be there
    for words in (["verify"], ["security", "--offline=true", "--threshold=20"]):
        done = subprocess.run(["systemd-analyze", *words, unit], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert words != ["verify"] or not done.stderr, done.stderr


@pytest.mark.parametrize("page", ["docs/operations.md", "docker-compose.yml", "deploy/nginx.conf", "deploy/Caddyfile"])
def test_every_setting_that_is_named_is_one(page: str) -> None:
    known = {*config.variables(), *config.OTHERS}
    assert set(re.findall(r"\bMOVEBOOK_[A-Z_]+", (TOP / page).read_text(encoding="utf-8"))) <= known


def test_every_file_for_those_who_run_it_is_told_of() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [file.name for file in DEPLOY.iterdir() if file.name not in page] == []
