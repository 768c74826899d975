#!/bin/sh
# Runs the type checker of the project before a turn ends; what it finds goes back to the agent.
# Stop gives JSON on stdin; exit code 2 lets the agent go on, and stderr is told to it.

# Once is enough: a turn that goes on because of this hook may end.
grep -q '"stop_hook_active":true' && exit 0

cd "$CLAUDE_PROJECT_DIR" || exit 0
if [ -f tsconfig.json ] && [ -x node_modules/.bin/tsc ]; then
  found=$(node_modules/.bin/tsc --noEmit --pretty false 2>&1) && exit 0
elif [ -f pyproject.toml ] && command -v mypy > /dev/null; then
  found=$(mypy . 2>&1) && exit 0
elif [ -f go.mod ] && command -v go > /dev/null; then
  found=$(go vet ./... 2>&1) && exit 0
elif [ -f Cargo.toml ] && command -v cargo > /dev/null; then
  found=$(cargo check --quiet 2>&1) && exit 0
else
  exit 0
fi

echo 'The type check fails. Mend what this change has broken:' >&2
printf '%s\n' "$found" | head -n 40 >&2
exit 2
