<?php
// Where the lines go in FreshRSS: an extension, on a double of its shape, not its code. The hooks are those of FreshRSS 1.24 and later;
// what is around the extension is made up. Cron starts the actualization every quarter of an hour, each time as a process of its own.
//
//     FETCHSCHED=.build/release/fetchsched php docs/examples/poll/readers/freshrss.php
declare(strict_types=1);

/** The extension, for extension.php. In FreshRSS set the default TTL to the shortest, so that it never says no first. */
final class AdaptiveExtension extends Minz_Extension
{
    private const HELLO = ['hello' => 'fetchsched-poll/1', 'requestsPerDay' => 200, 'seed' => 1, 'resume' => true];
    private $process;
    private array $pipes = [];
    /** URLs of this run that are due, and what came of them. */
    private array $results = [];

    public function init(): void
    {
        $this->registerHook('feed_before_actualize', [$this, 'feedBeforeActualize']);
        $this->registerHook('entry_before_insert', [$this, 'entryBeforeInsert']);
    }

    /** The first feed of a run starts the poller; feeds that are not due are left out. */
    public function feedBeforeActualize(FreshRSS_Feed $feed): ?FreshRSS_Feed
    {
        if ($this->process === null) {
            $this->start();
            register_shutdown_function([$this, 'finish']);
        }
        return isset($this->results[$feed->url()]) ? $feed : null;
    }

    public function entryBeforeInsert(FreshRSS_Entry $entry): FreshRSS_Entry
    {
        $this->results[$entry->feed()->url()]['outcome'] = 'new';
        $this->results[$entry->feed()->url()]['changed'][] = $entry->date(true) * 1000;
        return $entry;
    }

    private function start(): void
    {
        $command = [getenv('FETCHSCHED') ?: 'fetchsched', 'poll', '--state', $this->path() . '/poller.state'];
        $this->process = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], STDERR], $this->pipes);
        $this->ask(self::HELLO);
        $feeds = FreshRSS_Factory::createFeedDao()->listFeedsOrderUpdate(-1);
        $this->ask(['sources' => array_map(fn($feed) => $feed->url(), $feeds)]);
        foreach ($this->ask(['due' => 50])['due'] as $url) {
            $this->results[$url] = ['asked' => $url, 'outcome' => 'nothing'];
        }
        // Saved first: if a feed ends this process, the next run does not ask it again.
        $this->ask(['save' => true]);
    }

    /** After the last feed. A failed request left its mark on the feed. */
    public function finish(): void
    {
        foreach (FreshRSS_Factory::createFeedDao()->listFeedsOrderUpdate(-1) as $feed) {
            $result = $this->results[$feed->url()] ?? null;
            if ($result !== null) {
                $this->ask($feed->inError() ? ['outcome' => 'failed'] + $result : $result);
            }
        }
        fclose($this->pipes[0]);
        proc_close($this->process);
    }

    private function ask(array $question): array
    {
        $question['now'] = now(); // of this world; leave it out elsewhere
        fwrite($this->pipes[0], json_encode($question, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES) . "\n");
        $answer = json_decode((string) fgets($this->pipes[1]), true, 512, JSON_THROW_ON_ERROR);
        if (isset($answer['error'])) {
            throw new RuntimeException($answer['error']);
        }
        return $answer;
    }
}

// From here on it is a double: 40 feeds of four hosts, one of which is down for four hours on the second day.

const HOUR = 3600, DAY = 24 * HOUR, START = 1704067200;

function now(): int
{
    return (int) getenv('NOW') * 1000;
}

abstract class Minz_Extension
{
    public static array $hooks = [];

    protected function registerHook(string $name, callable $hook): void
    {
        self::$hooks[$name] = $hook;
    }

    protected function path(): string
    {
        return (string) getenv('FOLDER');
    }
}

final class FreshRSS_Feed
{
    public int $seen = 0;
    public bool $error = false;

    public function __construct(public int $id)
    {
    }

    public function url(): string
    {
        return 'https://host' . $this->id % 4 . '.example/feed/' . $this->id;
    }

    public function inError(): bool
    {
        return $this->error;
    }

    /** The date of the newest entry by day: every two hours to every ten days. */
    public function newest(int $now): int
    {
        $last = $now - ($now - START) % (2 * HOUR + $this->id * $this->id * 540);
        return ($last - START) % DAY < 7 * HOUR ? START - HOUR : $last;
    }
}

final class FreshRSS_Entry
{
    public function __construct(private FreshRSS_Feed $feed, private int $date)
    {
    }

    public function feed(): FreshRSS_Feed
    {
        return $this->feed;
    }

    public function date(bool $raw = false): int|string
    {
        return $raw ? $this->date : date('c', $this->date);
    }
}

/** The database: a file. */
final class FreshRSS_Factory
{
    public array $feeds = [];
    public array $requests = [];
    public int $found = 0;
    private static ?self $dao = null;

    public static function createFeedDao(): self
    {
        $file = getenv('FOLDER') . '/db';
        return self::$dao ??= is_file($file) ? unserialize(file_get_contents($file)) : new self();
    }

    public function __construct()
    {
        $this->feeds = array_map(fn($id) => new FreshRSS_Feed($id), range(0, 39));
    }

    public function listFeedsOrderUpdate(int $duration): array
    {
        return $this->feeds;
    }
}

/** The loop of FreshRSS_feed_Controller::actualizeFeeds. */
function actualize_feeds(): void
{
    $dao = FreshRSS_Factory::createFeedDao();
    $now = intdiv(now(), 1000);
    foreach ($dao->listFeedsOrderUpdate(-1) as $feed) {
        $feed = (Minz_Extension::$hooks['feed_before_actualize'])($feed);
        if (!$feed instanceof FreshRSS_Feed) {
            continue;
        }
        $dao->requests[intdiv($now - START, DAY)] = ($dao->requests[intdiv($now - START, DAY)] ?? 0) + 1;
        $feed->error = $feed->id % 4 === 3 && $now >= START + DAY + 8 * HOUR && $now < START + DAY + 12 * HOUR;
        if (!$feed->error && $feed->newest($now) > $feed->seen) {
            $feed->seen = $feed->newest($now);
            $dao->found++;
            (Minz_Extension::$hooks['entry_before_insert'])(new FreshRSS_Entry($feed, $feed->seen));
        }
    }
    file_put_contents(getenv('FOLDER') . '/db', serialize($dao));
}

if (getenv('NOW')) { // app/actualize_script.php
    (new AdaptiveExtension())->init();
    actualize_feeds();
    exit;
}
$folder = sys_get_temp_dir() . '/freshrss-' . getmypid();
mkdir($folder);
for ($time = START; $time < START + 2 * DAY; $time += 900) { // cron
    $run = proc_open([PHP_BINARY, __FILE__], [], $pipes, null, ['NOW' => (string) $time, 'FOLDER' => $folder] + getenv());
    if (proc_close($run) !== 0) {
        exit(1);
    }
}
putenv("FOLDER=$folder");
$dao = FreshRSS_Factory::createFeedDao();
array_map('unlink', glob("$folder/*"));
rmdir($folder);
echo 'Requests a day: ' . implode(', ', $dao->requests) . ". Found: $dao->found.\n";
if (max($dao->requests) > 220 + 40 || count($dao->requests) !== 2) {
    exit(1);
}
