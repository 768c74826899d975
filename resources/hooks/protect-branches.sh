#!/bin/sh
# Keeps commits and pushes away from the branches that others build on.
# PreToolUse gives the call as JSON on stdin; exit code 2 blocks it, and stderr is told to the agent.

protected='main|master|release.*|production'

command=$(sed -n 's/.*"command":"\(.*\)/\1/p')
branch=$(git symbolic-ref --short --quiet HEAD)
is_protected() { printf '%s' "$1" | grep -Eqx "$protected"; }

case $command in
  *'git push'*)
    if is_protected "$branch" || printf '%s' "$command" | grep -Eq "git push[^;&|]*[ :/]($protected)([ \"']|\$)"; then
      echo 'Nothing is pushed to a protected branch from here. Push a branch of its own.' >&2
      exit 2
    fi
    ;;
  *'git commit'* | *'git merge'* | *'git rebase'*)
    if is_protected "$branch"; then
      echo "$branch is protected. Make a branch first: git switch -c NAME" >&2
      exit 2
    fi
    ;;
esac
exit 0
