#!/bin/sh
# Formats the file that was just written, with what the project has for that.
# PostToolUse gives the call as JSON on stdin.

path=$(sed -n 's/.*"file_path":"\([^"]*\)".*/\1/p')
[ -f "$path" ] || exit 0

bin=$CLAUDE_PROJECT_DIR/node_modules/.bin
case $path in
  *.js | *.jsx | *.ts | *.tsx | *.mjs | *.cjs | *.json | *.css | *.html | *.md)
    if [ -x "$bin/biome" ]; then
      "$bin/biome" format --write "$path"
    elif [ -x "$bin/prettier" ]; then
      "$bin/prettier" --write --log-level warn "$path"
    fi
    ;;
  *.py) command -v ruff > /dev/null && ruff format --quiet "$path" ;;
  *.go) command -v gofmt > /dev/null && gofmt -w "$path" ;;
  *.rs) command -v rustfmt > /dev/null && rustfmt --quiet "$path" ;;
esac
exit 0
