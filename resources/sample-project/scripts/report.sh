#!/bin/sh
# Prints a year of made-up sales: 365 days, ten teas.
menu="$(dirname "$0")/../menu/teas.csv"
awk -F, 'NR > 1 { name[++teas] = $1 }
END {
  for (day = 1; day <= 365; day++)
    for (tea = 1; tea <= teas; tea++)
      printf "day %03d  %-18s %3d cups\n", day, name[tea], (day * 7 + tea * 13) % 41
}' "$menu"
