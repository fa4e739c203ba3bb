"""urlwatch runs the jobs that are due, with so many requests a day. Copy this into hooks.py (urlwatch --edit-hooks), and let
cron run urlwatch every five minutes. A job that is named on the command line runs whether it is due or not.
"""

from urllib.parse import urlsplit

from fetchsched.poll import Poller, Result
from urlwatch.main import Urlwatch

REQUESTS_PER_DAY = 500
run_all = Urlwatch.run_jobs


def run_due(self):
    # The state is next to the snapshots.
    poller = Poller.load(self.urlwatch_config.cache + ".poller", REQUESTS_PER_DAY)
    poller.sources = {
        job.get_guid(): {"group": urlsplit(job.get_location()).hostname} for job in self.jobs if job.is_enabled()}
    named = self.urlwatch_config.joblist
    due, started, should_run = () if named else set(poller.due(most=4096)), [], self.should_run

    def is_chosen(index, job):
        if not should_run(index, job) or not (named or job.get_guid() in due):
            return False
        started.append(job.get_guid())
        return True

    self.should_run = is_chosen
    run_all(self)
    states = {state.job.get_guid(): state for state in self.report.job_states}
    for name in started:
        if name in poller:
            poller.asked(name, result(states.get(name)))
    poller.save()


def result(state):
    if state is not None and state.verb in ("changed", "new"):
        return Result.new()
    if state is not None and state.verb == "unchanged":
        return Result.nothing()
    # Errors that will be tried again, or that the job ignores, have no state here.
    answer = getattr(getattr(state, "exception", None), "response", None)
    if answer is None:
        return Result.failed()
    return Result.failed(retry_after=answer.headers.get("Retry-After", 0 if answer.status_code == 429 else None))


Urlwatch.run_jobs = run_due
