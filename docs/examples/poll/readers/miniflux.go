// Where the lines go in miniflux: a double of its shape, not its code. Names are those of miniflux 2.2 where the lines touch it; what is
// around them is made up. The feeds are those of docs/examples/c/poll.c, and it prints the same.
//
//	FETCHSCHED=.build/release/fetchsched go run docs/examples/poll/readers/miniflux.go
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"time"
)

// Poller is all that is new: a process of fetchsched poll, which workers share.
type Poller struct {
	mutex  sync.Mutex
	input  io.Writer
	output *bufio.Reader
}

type object = map[string]any

type answer struct {
	Due   []string
	Next  *int64 // nil: not before something happens
	Error string
}

func NewPoller(words ...string) (*Poller, error) {
	command := os.Getenv("FETCHSCHED")
	if command == "" {
		command = "fetchsched"
	}
	process := exec.Command(command, append([]string{"poll"}, words...)...)
	process.Stderr = os.Stderr
	input, err := process.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &Poller{input: input, output: bufio.NewReader(output)}, process.Start()
}

func (p *Poller) Ask(question object) (reply answer, err error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	question["now"] = clock.UnixMilli() // of this world; leave it out elsewhere
	if err = json.NewEncoder(p.input).Encode(question); err != nil {
		return
	}
	line, err := p.output.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &reply)
	}
	if err == nil && reply.Error != "" {
		err = fmt.Errorf("poller: %s", reply.Error)
	}
	return
}

// internal/cli/scheduler.go: the batch is what the poller says, instead of the feeds whose next_check_at has come. Disabled feeds and
// those with too many errors are taken off the list by "remove"; the limit for each host is the group's "atOnce". It says how long to
// sleep, instead of POLLING_FREQUENCY.
func feedScheduler(store *Storage, poller *Poller, batchSize int) (jobs []Job, wait time.Duration, err error) {
	reply, err := poller.Ask(object{"due": batchSize})
	for _, url := range reply.Due {
		jobs = append(jobs, Job{FeedURL: url, FeedID: store.byURL[url]})
	}
	if reply.Next != nil {
		wait = time.UnixMilli(*reply.Next).Sub(clock)
	}
	return
}

// internal/reader/handler/handler.go, at the end of RefreshFeed: one call instead of the three of ScheduleNextCheck. It also replaces
// IsRateLimited, ParseRetryDelay, CacheControlMaxAge and Expires; a feed's ttl goes into "maxAge".
func (f *Feed) ScheduleNextCheck(poller *Poller, response *http.Response, isNew bool, dates []int64) error {
	question := object{"asked": f.FeedURL, "changed": dates}
	if response == nil {
		question["outcome"] = "failed"
	} else {
		question["status"], question["headers"] = response.StatusCode, response.Header
		if response.StatusCode == http.StatusOK {
			question["new"] = isNew
		}
	}
	reply, err := poller.Ask(question)
	if err == nil && reply.Next != nil {
		f.NextCheckAt = time.UnixMilli(*reply.Next) // for the page of feeds alone
	}
	return err
}

// From here on it is a double.

type Job struct {
	FeedID  int
	FeedURL string
}

type Feed struct {
	FeedURL     string
	NextCheckAt time.Time
	seen        time.Time
}

type Storage struct {
	feeds []*Feed
	byURL map[string]int
}

const day = 24 * time.Hour

var (
	begin           = time.UnixMilli(1704067200000)
	clock, freeAt   = begin, begin
	requests, found int
	refused, early  int
)

// The server's answer, and the date of the newest entry.
func get(feed int) (*http.Response, time.Time) {
	requests++
	if feed%4 == 0 && clock.Before(freeAt) {
		seconds := 0.0
		if refused%2 == 1 {
			seconds = freeAt.Sub(clock).Seconds()
		}
		refused++
		if clock.Before(begin.Add(day)) {
			early++
		}
		header := http.Header{"Retry-After": {fmt.Sprint(int(seconds))}}
		return &http.Response{StatusCode: http.StatusTooManyRequests, Header: header}, time.Time{}
	}
	if feed%4 == 0 {
		freeAt = clock.Add(10 * time.Minute)
	}
	last := clock.Add(-(clock.Sub(begin) % (2*time.Hour + time.Duration(feed*feed*9)*time.Minute)))
	if last.Sub(begin)%day < 7*time.Hour {
		last = begin.Add(-time.Hour)
	}
	return &http.Response{StatusCode: http.StatusOK}, last
}

func refreshFeed(store *Storage, poller *Poller, job Job) error {
	feed := store.feeds[job.FeedID]
	response, date := get(job.FeedID)
	isNew := date.After(feed.seen)
	what, dates := "nothing", []int64{}
	if response.StatusCode != http.StatusOK {
		what = "refused"
	} else if isNew {
		what, dates = "new", []int64{date.UnixMilli()}
		found++
	}
	if what != "refused" {
		feed.seen = date
	}
	err := feed.ScheduleNextCheck(poller, response, isNew, dates)
	if clock.Before(begin.Add(time.Hour)) {
		fmt.Printf("%4d s  feed %2d  %-8snext after %3d min\n", clock.Sub(begin)/time.Second, job.FeedID, what,
			feed.NextCheckAt.Sub(clock)/time.Minute)
	}
	return err
}

func main() {
	poller, err := NewPoller() // "--state", "poller.state"
	check(err)
	_, err = poller.Ask(object{"hello": "fetchsched-poll/1", "requestsPerDay": 200, "seed": 1})
	check(err)
	_, err = poller.Ask(object{"group": "fast", "spacing": 1, "atOnce": 2})
	check(err)
	store, sources := &Storage{byURL: map[string]int{}}, []object{}
	for n := 0; n < 40; n++ {
		url, group := fmt.Sprintf("feed %d", n), "fast"
		if n%4 == 0 {
			group = "slow"
		}
		store.feeds, store.byURL[url] = append(store.feeds, &Feed{FeedURL: url}), n
		sources = append(sources, object{"name": url, "group": group})
	}
	_, err = poller.Ask(object{"sources": sources})
	check(err)
	for clock.Before(begin.Add(7 * day)) {
		jobs, wait, err := feedScheduler(store, poller, 1)
		check(err)
		for _, job := range jobs {
			check(refreshFeed(store, poller, job))
		}
		if len(jobs) == 0 {
			clock = clock.Add(wait)
		}
	}
	fmt.Printf("%d requests in a week, %d found something\n", requests, found)
	fmt.Printf("%d were refused, %d of them on the first day\n", refused, early)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
