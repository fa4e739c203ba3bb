# The program of docs/examples/c/poll.c through `fetchsched poll`: 40 feeds of two servers, one of which refuses. It prints the same.
#
#     FETCHSCHED=.build/release/fetchsched ruby docs/examples/poll/poll.rb
require 'json'

POLLER = IO.popen([ENV.fetch('FETCHSCHED', 'fetchsched'), 'poll'], 'r+')

def ask(question)
  POLLER.puts question.to_json
  answer = JSON.parse(POLLER.gets)
  raise answer['error'] if answer['error']
  answer
end

FEEDS, MINUTE, HOUR, DAY, START = 40, 60_000, 3_600_000, 86_400_000, 1_704_067_200_000

# When a feed changed last, by day: every two hours to every ten days.
def changed(feed, now)
  last = now - (now - START) % (2 * HOUR + feed * feed * 9 * MINUTE)
  (last - START) % DAY < 7 * HOUR ? START - HOUR : last
end

ask(hello: 'fetchsched-poll/1', requestsPerDay: 200, seed: 1)
ask(group: 'fast', spacing: 1, atOnce: 2)
ask(sources: (0...FEEDS).map { |n| { name: "feed #{n}", group: n % 4 == 0 ? 'slow' : 'fast' } }, now: START)
seen, free_at, now = [0] * FEEDS, START, START
requests = found = refused = first_day = 0
while now < START + 7 * DAY
  until (answer = ask(due: 1, now: now))['due'].empty?
    name = answer['due'].first
    feed = name[5..].to_i
    requests += 1
    result = { asked: name, outcome: 'nothing', now: now }
    if feed % 4 == 0 && now < free_at # 429
      result.update(outcome: 'failed', retryAfter: refused.odd? ? (free_at - now) / 1000.0 : 0)
      refused += 1
      first_day += 1 if now < START + DAY
    else
      free_at = now + 10 * MINUTE if feed % 4 == 0
      date = changed(feed, now)
      if date > seen[feed]
        result.update(outcome: 'new', changed: [date])
        found += 1
      end
      seen[feed] = date
    end
    due = ask(result)['next']
    next unless now < START + HOUR
    what = result[:outcome] == 'failed' ? 'refused' : result[:outcome]
    printf("%4d s  feed %2d  %-8snext after %3d min\n", (now - START) / 1000, feed, what, (due - now) / MINUTE)
  end
  now = answer['next']
end
puts "#{requests} requests in a week, #{found} found something"
puts "#{refused} were refused, #{first_day} of them on the first day"
