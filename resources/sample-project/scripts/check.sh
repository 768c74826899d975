#!/bin/sh
# Checks the menu: every line needs four fields, and the price two digits after a decimal point.
menu="$(dirname "$0")/../menu/teas.csv"
number=0
bad=0
while IFS= read -r line; do
  number=$((number + 1))
  [ "$number" -eq 1 ] && continue
  fields=$(printf '%s\n' "$line" | awk -F, '{ print NF }')
  if [ "$fields" -ne 4 ]; then
    echo "menu/teas.csv:$number: $fields fields instead of 4 (a price with a comma?): $line"
    bad=$((bad + 1))
    continue
  fi
  price=$(printf '%s\n' "$line" | cut -d, -f3)
  case "$price" in
    *[!0-9.]* | *.*.* | '') echo "menu/teas.csv:$number: '$price' is not a price"; bad=$((bad + 1)) ;;
    *.[0-9][0-9]) ;;
    *) echo "menu/teas.csv:$number: '$price' needs two digits after the point"; bad=$((bad + 1)) ;;
  esac
done < "$menu"
if [ "$bad" -gt 0 ]; then
  echo "$bad problem(s) found"
  exit 1
fi
echo "menu is well formed"
