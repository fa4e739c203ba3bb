// The program of docs/examples/c/poll.c through `fetchsched poll`: 40 feeds of two servers, one of which refuses. It prints the same.
//
//	FETCHSCHED=.build/release/fetchsched go run docs/examples/poll/poll.go
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
)

type object = map[string]any

type answer struct {
	Due   []string
	Next  *int64 // nil: not before something happens
	Error string
}

type poller struct {
	input  io.Writer
	output *bufio.Reader
}

func start(command string) *poller {
	process := exec.Command(command, "poll")
	process.Stderr = os.Stderr
	input, err := process.StdinPipe()
	check(err)
	output, err := process.StdoutPipe()
	check(err)
	check(process.Start())
	return &poller{input, bufio.NewReader(output)}
}

func (p *poller) ask(question object) (answer answer) {
	check(json.NewEncoder(p.input).Encode(question))
	line, err := p.output.ReadBytes('\n')
	check(err)
	check(json.Unmarshal(line, &answer))
	if answer.Error != "" {
		log.Fatal(answer.Error)
	}
	return answer
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

const (
	feeds  = 40
	minute = int64(60000)
	hour   = 60 * minute
	day    = 24 * hour
	begin  = int64(1704067200000)
)

// When a feed changed last, by day: every two hours to every ten days.
func changed(feed, now int64) int64 {
	last := now - (now-begin)%(2*hour+feed*feed*9*minute)
	if (last-begin)%day < 7*hour {
		return begin - hour
	}
	return last
}

func main() {
	command := os.Getenv("FETCHSCHED")
	if command == "" {
		command = "fetchsched"
	}
	poller := start(command)
	poller.ask(object{"hello": "fetchsched-poll/1", "requestsPerDay": 200, "seed": 1})
	poller.ask(object{"group": "fast", "spacing": 1, "atOnce": 2})
	sources := []object{}
	for n := 0; n < feeds; n++ {
		group := "fast"
		if n%4 == 0 {
			group = "slow"
		}
		sources = append(sources, object{"name": fmt.Sprintf("feed %d", n), "group": group})
	}
	poller.ask(object{"sources": sources, "now": begin})

	var seen [feeds]int64
	var requests, found, refused, firstDay int
	freeAt := begin
	for now := begin; now < begin+7*day; {
		reply := poller.ask(object{"due": 1, "now": now})
		if len(reply.Due) == 0 {
			now = *reply.Next
			continue
		}
		name := reply.Due[0]
		var feed int64
		_, err := fmt.Sscanf(name, "feed %d", &feed)
		check(err)
		requests++
		what := "nothing"
		result := object{"asked": name, "outcome": what, "now": now}
		if feed%4 == 0 && now < freeAt { // 429
			what = "refused"
			result["outcome"], result["retryAfter"] = "failed", 0
			if refused%2 == 1 {
				result["retryAfter"] = float64(freeAt-now) / 1000
			}
			refused++
			if now < begin+day {
				firstDay++
			}
		} else {
			if feed%4 == 0 {
				freeAt = now + 10*minute
			}
			date := changed(feed, now)
			if date > seen[feed] {
				what = "new"
				result["outcome"], result["changed"] = what, []int64{date}
				found++
			}
			seen[feed] = date
		}
		next := *poller.ask(result).Next
		if now < begin+hour {
			fmt.Printf("%4d s  feed %2d  %-8snext after %3d min\n", (now-begin)/1000, feed, what, (next-now)/minute)
		}
	}
	fmt.Printf("%d requests in a week, %d found something\n", requests, found)
	fmt.Printf("%d were refused, %d of them on the first day\n", refused, firstDay)
}
