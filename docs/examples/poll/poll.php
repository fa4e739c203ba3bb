<?php
// The program of docs/examples/c/poll.c through `fetchsched poll`: 40 feeds of two servers, one of which refuses. It prints the same.
//
//     FETCHSCHED=.build/release/fetchsched php docs/examples/poll/poll.php
declare(strict_types=1);

$poller = proc_open([getenv('FETCHSCHED') ?: 'fetchsched', 'poll'], [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);

function ask(array $question): array
{
    global $pipes;
    fwrite($pipes[0], json_encode($question, JSON_THROW_ON_ERROR) . "\n");
    $answer = json_decode(fgets($pipes[1]), true, 512, JSON_THROW_ON_ERROR);
    if (isset($answer['error'])) {
        throw new RuntimeException($answer['error']);
    }
    return $answer;
}

const FEEDS = 40, MINUTE = 60000, HOUR = 60 * MINUTE, DAY = 24 * HOUR, START = 1704067200000;

// When a feed changed last, by day: every two hours to every ten days.
function changed(int $feed, int $now): int
{
    $last = $now - ($now - START) % (2 * HOUR + $feed * $feed * 9 * MINUTE);
    return ($last - START) % DAY < 7 * HOUR ? START - HOUR : $last;
}

ask(['hello' => 'fetchsched-poll/1', 'requestsPerDay' => 200, 'seed' => 1]);
ask(['group' => 'fast', 'spacing' => 1, 'atOnce' => 2]);
$sources = array_map(fn($n) => ['name' => "feed $n", 'group' => $n % 4 ? 'fast' : 'slow'], range(0, FEEDS - 1));
ask(['sources' => $sources, 'now' => START]);
[$seen, $freeAt, $now] = [array_fill(0, FEEDS, 0), START, START];
[$requests, $found, $refused, $firstDay] = [0, 0, 0, 0];
while ($now < START + 7 * DAY) {
    while (($answer = ask(['due' => 1, 'now' => $now]))['due']) {
        $name = $answer['due'][0];
        $feed = (int) substr($name, 5);
        $requests++;
        $result = ['asked' => $name, 'outcome' => 'nothing', 'now' => $now];
        if ($feed % 4 == 0 && $now < $freeAt) { // 429
            $result = ['outcome' => 'failed', 'retryAfter' => $refused++ % 2 ? ($freeAt - $now) / 1000 : 0] + $result;
            $firstDay += (int) ($now < START + DAY);
        } else {
            if ($feed % 4 == 0) {
                $freeAt = $now + 10 * MINUTE;
            }
            $date = changed($feed, $now);
            if ($date > $seen[$feed]) {
                $result = ['outcome' => 'new', 'changed' => [$date]] + $result;
                $found++;
            }
            $seen[$feed] = $date;
        }
        $next = ask($result)['next'];
        if ($now < START + HOUR) {
            $what = $result['outcome'] == 'failed' ? 'refused' : $result['outcome'];
            printf("%4d s  feed %2d  %-8snext after %3d min\n", intdiv($now - START, 1000), $feed, $what,
                intdiv($next - $now, MINUTE));
        }
    }
    $now = $answer['next'];
}
echo "$requests requests in a week, $found found something\n";
echo "$refused were refused, $firstDay of them on the first day\n";
