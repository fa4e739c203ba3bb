#!/bin/sh
# A poller that cron starts every five minutes, in a folder of its own with urls.txt, one address a line. Needs curl 7.83.
#
#     */5 * * * * cd /srv/reader && sh cron.sh
set -eu
: "${FETCHSCHED:=fetchsched}"
"$FETCHSCHED" poll --state poller.state --requests 1200 sources < urls.txt
"$FETCHSCHED" poll --state poller.state due 50 | while read -r url; do
    file=$(printf %s "$url" | cksum | tr ' ' -)
    curl -sf -m 60 -o "$file.new" --etag-compare "$file.etag" --etag-save "$file.etag" \
        -w '{"asked":"%{url}","status":"%{http_code}","headers":%{header_json}}' "$url" | tr -d '\r\n'
    echo
    # Nothing is there after a 304 or a failure.
    [ ! -s "$file.new" ] || mv "$file.new" "$file.feed"
done | "$FETCHSCHED" poll --state poller.state asked
