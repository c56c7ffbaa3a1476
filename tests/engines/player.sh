#!/bin/sh
# An engine for 5×5 that plays six moves and then passes, and does something wrong when it is asked for
# move N: player.sh MODE [N [DEAD]]. It forgets captures, so that it never plays a point twice. In the
# modes that begin with `judge` it lists the stones DEAD as dead, or fails at that.
mode=${1:-good} at=${2:-3} dead=${3:-} count=0 taken=' '
points='C3 B2 D4 B4 D2 C1 C5 A3 E3 C2 C4 B3 D3 A1 E5 A5 E1'

commands='list_commands
boardsize
clear_board
komi
play
genmove
quit'
case $mode in
judge*) commands="$commands
final_status_list" ;;
timed*) commands="$commands
time_settings" ;;
esac

answer() {
    printf '= %s\n\n' "$1"
}

misbehave() {
    echo "about to $mode" >&2
    case $mode in
    crash) exit 3 ;;
    hang | timed-hang) exec sleep 1000 ;;
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
    list_commands) answer "$commands" ;;
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
        if [ "$mode" = last-crash ] && [ "$vertex" = pass ] && [ "$count" -gt 6 ]; then
            exit 3
        fi
        answer ''
        ;;
    genmove)
        count=$((count + 1))
        case $mode in
        good | flood | refuse | timed | judge* | last-crash | *-quit) ;;
        *)
            if [ "$count" -eq "$at" ]; then
                misbehave
                continue
            fi
            ;;
        esac
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
    time_settings)
        case $mode in
        timed-refuse) printf '? not three integers\n\n' ;;
        timed*) answer '' ;;
        *) printf '? unknown command\n\n' ;;
        esac
        ;;
    final_status_list)
        case $mode in
        judge) answer "$dead" ;;
        judge-hang) exec sleep 1000 ;;
        judge-crash) exit 3 ;;
        judge-refuse) printf '? not now\n\n' ;;
        *) printf '? unknown command\n\n' ;;
        esac
        ;;
    quit)
        if [ "$mode" = hang-quit ]; then exec sleep 1000; fi
        answer ''
        exit 0
        ;;
    *)
        case $commands in
        *"$name"*) answer '' ;;
        *) printf '? unknown command\n\n' ;;
        esac
        ;;
    esac
done
