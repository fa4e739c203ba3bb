"""A trigger for APScheduler 3: each job runs when a request for its source has the most value.

    poller = follow(scheduler, "poller.state", requests_per_day=1200)       # before the scheduler starts
    scheduler.add_job(fetch, FetchTrigger("poller.state", url), id=url, args=[url], misfire_grace_time=None)

A job's id is the name of its source. The job returns a Result of fetchsched.poll, or whether there was something new; an
exception is a failure. APScheduler asks for the next time when a run starts; it is set again from the result when it ends.
"""

from datetime import datetime, timedelta, timezone

from apscheduler.events import EVENT_JOB_ERROR, EVENT_JOB_EXECUTED, EVENT_JOB_REMOVED, EVENT_SCHEDULER_SHUTDOWN
from apscheduler.jobstores.base import JobLookupError
from apscheduler.triggers.base import BaseTrigger
from fetchsched.poll import Poller, Result

POLLERS = {}
# After this, a job runs again whose run has never ended, or that nothing else makes due.
AT_LAST = timedelta(days=1)


class FetchTrigger(BaseTrigger):
    """A trigger with two names alone, so that every job store can pickle it."""

    def __init__(self, state, name):
        self.state, self.name = state, name

    def get_next_fire_time(self, previous, now):
        poller = POLLERS[self.state]
        if self.name not in poller:
            poller.add(self.name, now=now)
        due = poller.next(self.name, now)
        # Running: there is no other time before its end.
        return now + AT_LAST if due is None or previous and due <= now else due


def follow(scheduler, state, requests_per_day, **options):
    """Loads the poller, lets it learn from the scheduler's jobs, and saves it when the scheduler ends and once a minute."""
    poller = POLLERS[state] = Poller.load(state, requests_per_day, **options)
    saved = [datetime.now(timezone.utc)]

    def learn(event):
        now = datetime.now(timezone.utc)
        if event.code == EVENT_SCHEDULER_SHUTDOWN or now >= saved[0] + timedelta(minutes=1):
            poller.save()
            saved[0] = now
        if getattr(event, "job_id", None) not in poller:
            return
        if event.code == EVENT_JOB_REMOVED:
            return poller.remove(event.job_id)
        found = Result.failed() if event.exception else event.retval
        due = poller.asked(event.job_id, found if isinstance(found, Result) else Result.new() if found else Result.nothing())
        try:
            scheduler.modify_job(event.job_id, next_run_time=due or now + AT_LAST)
        except JobLookupError:
            pass  # it was removed while it ran

    scheduler.add_listener(learn, EVENT_JOB_EXECUTED | EVENT_JOB_ERROR | EVENT_JOB_REMOVED | EVENT_SCHEDULER_SHUTDOWN)
    return poller
