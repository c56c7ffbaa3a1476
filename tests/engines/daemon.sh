#!/bin/sh
# An engine that starts a process with a session of its own, whose parent ends at once, and resigns each
# game: daemon.sh FILE [MODE]. FILE tells the number of that process. In mode `clean` the process has an
# empty environment, in mode `hang` the engine does not answer `genmove`.
file=$1 mode=$2
daemon='echo $$ >"$0.new" && mv "$0.new" "$0" && exec sleep 1000'
case $mode in
clean) (env -i PATH="$PATH" setsid sh -c "$daemon" "$file" </dev/null >/dev/null 2>&1 &) ;;
*) (setsid sh -c "$daemon" "$file" </dev/null >/dev/null 2>&1 &) ;;
esac

while read -r name _; do
    case $name in
    list_commands) printf '= boardsize\nclear_board\nkomi\nplay\ngenmove\n\n' ;;
    genmove)
        while [ ! -e "$file" ]; do sleep 0.01; done
        if [ "$mode" = hang ]; then exec sleep 1000; fi
        printf '= resign\n\n'
        ;;
    quit)
        printf '= \n\n'
        exit 0
        ;;
    *) printf '= \n\n' ;;
    esac
done
