"""Optuna as the searcher over `fetchsched bench --config`: any number of processes share a study.

    pip install optuna
    python search.py --storage sqlite:///o.db --study s --evaluations 600 --output tuned.txt train-*.csv &
    python search.py --storage sqlite:///o.db --study s --evaluations 600 --output tuned.txt train-*.csv & wait

Each trace has one device. An evaluation is a candidate on a device; a candidate that is not promising after a third or a
ninth of them is pruned. The score is that of `fetchsched tune`: the mean share of the clairvoyant bound.
"""
import argparse
import json
import os
import re
import subprocess
import tempfile

parser = argparse.ArgumentParser()
parser.add_argument("traces", nargs="+")
parser.add_argument("--fetchsched", default="fetchsched")
parser.add_argument("--storage", required=True)
parser.add_argument("--study", required=True)
parser.add_argument("--evaluations", type=int, default=600, help="of all processes together")
parser.add_argument("--params", help="comma-separated; all by default")
parser.add_argument("--config", help="what the search begins with; the engine's defaults by default")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--output", required=True)
options = parser.parse_args()

# Name, default, unit, and range of each parameter, as `fetchsched list policies adaptive` lists them.
listing = subprocess.run([options.fetchsched, "list", "policies", "adaptive"], capture_output=True, text=True, check=True).stdout
row = re.compile(r"^([a-z][\w.]*) +(\S+) .*?(\S+) to (\S+)$", re.M)
space = {name: (float(low), float(high)) for name, _, low, high in row.findall(listing)}
base = {name: float(default) for name, default, _, _ in row.findall(listing)}
if options.config:
    base |= {name: float(value) for name, value in re.findall(r"^([\w.]+) *= *(\S+)", open(options.config).read(), re.M)}
names = options.params.split(",") if options.params else list(space)
if unknown := [name for name in names if name not in space]:
    raise SystemExit(f"search.py: error: not in the list of `{options.fetchsched} policies adaptive`: {', '.join(unknown)}")

import optuna  # Not before: what is wrong with the arguments is said without it.


def text(parameters):
    return "".join(f"{name} = {value:.15g}\n" for name, value in (base | parameters).items())


def shares(parameters, traces):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(text(parameters))
        file.flush()
        command = [options.fetchsched, "bench", *traces, "--policy", "adaptive,clairvoyant", "--config", file.name]
        done = subprocess.run(command + ["--format", "json", "--jobs", "1", "--quiet"], capture_output=True, text=True, check=True)
    reports = json.loads(done.stdout)
    reports = reports if isinstance(reports, list) else [reports]
    return [report["policies"][0]["shareOfClairvoyant"] or 0 for report in reports]


def objective(trial):
    spent = sum(other.user_attrs.get("evaluations", 0) for other in trial.study.get_trials(deepcopy=False))
    if spent >= options.evaluations:
        trial.study.stop()
        raise optuna.TrialPruned()
    parameters = {}
    for name in names:
        low, high = space[name]
        parameters[name] = trial.suggest_float(name, low, high, log=low > 0 and high / low >= 50)
    found, count = [], len(options.traces)
    for step in sorted({max(1, -(-count // 9)), max(1, -(-count // 3)), count}):
        found += shares(parameters, options.traces[len(found):step])
        trial.set_user_attr("evaluations", 0 if trial.number == 0 else len(found))
        trial.report(sum(found) / len(found), step)
        if step < count and trial.should_prune():
            raise optuna.TrialPruned()
    return sum(found) / count


optuna.logging.set_verbosity(optuna.logging.WARNING)
study = optuna.create_study(
    storage=options.storage, study_name=options.study, load_if_exists=True, direction="maximize",
    sampler=optuna.samplers.TPESampler(seed=options.seed + os.getpid() % 1000 * (options.seed == 0)),
    pruner=optuna.pruners.PercentilePruner(33, n_startup_trials=9))
if not study.get_trials(deepcopy=False):
    study.enqueue_trial({name: base[name] for name in names})  # The base is measured, and not counted.
study.optimize(objective)
with open(options.output, "w") as file:
    file.write(text(study.best_params))
print(f"{study.best_value:.4f} of the bound, {len(study.get_trials(deepcopy=False))} candidates; {study.best_params}")
