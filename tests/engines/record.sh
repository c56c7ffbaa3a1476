#!/bin/sh
# In the place of a guard: keeps its words and what it is told in the folder that it is started from.
folder=$(dirname "$0")
echo "$@" >"$folder/words"
cat >"$folder/told.new"
mv "$folder/told.new" "$folder/told"
