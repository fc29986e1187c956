#!/bin/sh
# usage: parallel.sh LOG OPTION...
#
# Converts a log with GNU parallel, over cores, or over machines with --sshlogin: blocks of whole lines, the order of rows
# kept. On one machine `chatwire -j` does the same by itself.
#   parallel.sh log.ndjson --from openai-messages --to anthropic-messages > converted.ndjson
log=$1
shift
exec parallel --pipepart --arg-file "$log" --block 16M --keep-order "${CHATWIRE:-chatwire}" - -j 1 --on-error keep "$@"
