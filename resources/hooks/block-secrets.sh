#!/bin/sh
# Refuses to write what looks like a key, a token or a private key into a file.
# A placeholder that Vitrine puts in the place of a secret counts as one: recorded calls hold no more.
# PreToolUse gives the call as JSON on stdin; exit code 2 blocks it, and stderr is told to the agent.

input=$(cat)
formats='AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{22}|sk-[A-Za-z0-9_-]{32}|xox[abprs]-[A-Za-z0-9-]{20}|AIza[A-Za-z0-9_-]{35}|-----BEGIN [A-Z ]*PRIVATE KEY|\[\[secret:[a-z0-9-]+:[0-9a-f]{8}\]\]'

if printf '%s' "$input" | grep -Eq -- "$formats"; then
  echo 'This would write a secret into a file. Read it from the environment, or ask the person where it is kept.' >&2
  exit 2
fi
