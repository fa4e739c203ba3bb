"""A few random weeks of the poller; `random_weeks.py` plays a thousand."""

import unittest

import random_weeks


class Weeks(unittest.TestCase):
    def test_weeks(self):
        for seed in range(1, 13):
            with self.subTest(seed=seed):
                # Smaller ones, so that they take some seconds.
                judge, week = random_weeks.play(seed, size=0.6)
                self.assertEqual(judge.broken[:5], [], str(week))
                self.assertGreater(judge.checks, 10)

    def test_a_broken_promise_is_seen(self):
        """The judge is no mirror of the engine: requests that the program makes too soon are seen."""
        week = random_weeks.Week(3, size=0.5)
        judge = random_weeks.Promises(week, random_weeks.BEGIN, random_weeks.END)
        source = week.source()
        judge.added(source, random_weeks.BEGIN)
        judge.clock(random_weeks.BEGIN)
        for now in (random_weeks.BEGIN, random_weeks.BEGIN + 1000):
            judge.clock(now)
            judge.started(source.name, now)
            judge.answered(source.name, random_weeks.Result.failed(retry_after=60), now)
        self.assertEqual({text.split(":")[0] for text in judge.broken}, {"least", "server"})


if __name__ == "__main__":
    unittest.main()
