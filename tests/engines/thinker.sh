#!/bin/sh
# An engine for 9×9 that takes so many seconds for each of its moves, and then passes: thinker.sh [SECONDS...]
# Black has rows 2 and 4, White rows 8 and 6, so that no stone meets another.

answer() {
    printf '= %s\n\n' "$1"
}

count=0
while read -r name color _; do
    case $name in
    list_commands) printf '= boardsize\nclear_board\nkomi\nplay\ngenmove\n\n' ;;
    clear_board)
        count=0
        answer ''
        ;;
    genmove)
        count=$((count + 1))
        if [ "$count" -gt $# ]; then
            answer pass
            continue
        fi
        eval "sleep \"\${$count}\""
        case $color$((count / 10)) in
        [Bb]0) row=2 ;;
        [Bb]*) row=4 ;;
        [Ww]0) row=8 ;;
        *) row=6 ;;
        esac
        letter=$(printf ABCDEFGHJ | cut -c $(((count - 1) % 9 + 1)))
        answer "$letter$row"
        ;;
    quit)
        answer ''
        exit 0
        ;;
    *) answer '' ;;
    esac
done
