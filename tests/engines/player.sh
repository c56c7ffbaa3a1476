#!/bin/sh
# An engine for 5×5 that plays six moves and then passes, and does something wrong when it is asked for
# move N: player.sh MODE [N]. It forgets captures, so that it never plays a point twice.
mode=${1:-good} at=${2:-3} count=0 taken=' '
points='C3 B2 D4 B4 D2 C1 C5 A3 E3 C2 C4 B3 D3 A1 E5 A5 E1'

answer() {
    printf '= %s\n\n' "$1"
}

misbehave() {
    echo "about to $mode" >&2
    case $mode in
    crash) exit 3 ;;
    hang) exec sleep 1000 ;;
    close)
        exec >&-
        exec sleep 1000
        ;;
    garbage) printf 'what do you mean?\n\n' ;;
    no-move) answer Z9 ;;
    token) answer button ;;
    illegal) answer "${taken%% }" | sed 's/= .* /= /' ;;
    error) printf '? I give up\n\n' ;;
    late)
        sleep 1
        answer pass
        ;;
    resign) answer resign ;;
    esac
}

[ "$mode" != flood ] || yes >&2 &

while read -r name color vertex; do
    case $name in
    list_commands) printf '= boardsize\nclear_board\nkomi\nplay\ngenmove\n\n' ;;
    clear_board)
        count=0 taken=' '
        answer ''
        ;;
    play)
        if [ "$mode" = refuse ] && [ "$color" = W ]; then
            printf '? illegal move\n\n'
            continue
        fi
        taken="$taken$vertex "
        answer ''
        ;;
    genmove)
        count=$((count + 1))
        if [ "$count" -eq "$at" ] && [ "$mode" != good ] && [ "$mode" != flood ] && [ "$mode" != refuse ]; then
            misbehave
            continue
        fi
        move=pass
        if [ "$count" -le 6 ]; then
            for point in $points; do
                case $taken in
                *" $point "*) ;;
                *)
                    move=$point
                    taken="$taken$point "
                    break
                    ;;
                esac
            done
        fi
        answer "$move"
        ;;
    quit)
        answer ''
        exit 0
        ;;
    *) answer '' ;;
    esac
done
