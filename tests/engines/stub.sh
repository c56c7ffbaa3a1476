#!/bin/sh
# An engine that knows a few commands and fails in a known way: stub.sh MODE [N [WORD...]]
# The failure comes at command N, counted from 1 (the default); MODE `good` has none.
mode=${1:-good} at=${2:-1} file=$3 count=0

answer() {
    printf '= %s\n\n' "$1"
}

# Stays, and reads no more.
stay() {
    exec sleep 1000
}

misbehave() {
    case $mode in
    exit)
        printf 'first words\n\033[31mlast\twords\033[0m\n' >&2
        exit 3
        ;;
    exit-begun)
        printf '= beg'
        exit 0
        ;;
    answer-exit)
        answer bye
        exit 0
        ;;
    # A child goes on and holds all pipes open.
    exit-orphan)
        sleep 1000 &
        exit 4
        ;;
    kill) kill -KILL $$ ;;
    # Its third argument is a file that tells that it has come so far.
    hang)
        if [ -n "$file" ]; then : >"$file"; fi
        stay
        ;;
    begin)
        printf '= D4\n'
        stay
        ;;
    close)
        exec >&-
        stay
        ;;
    close-input)
        exec <&-
        answer deaf
        stay
        ;;
    late)
        sleep 1
        answer late
        ;;
    garbage) printf 'Loading the network\n= D4\n\n' ;;
    # Nothing that ends, neither with a line feed nor otherwise.
    endless) tr '\0' x </dev/zero ;;
    endless-blank) tr '\0' '\n' </dev/zero ;;
    endless-answer)
        printf '= '
        tr '\0' x </dev/zero
        ;;
    flood) yes '= D4
' ;;
    twice) printf '= D4\n\n= E5\n\n' ;;
    # The next answer then stands on the same line.
    ahead) printf '= D4\n\n= ' ;;
    chatty) printf '= D4\n\nI think\n' ;;
    odd) printf '\n \r\n\t\n  =7   D4 \a\r\n  E5\r\n\r\n\n\r\n \n' ;;
    # Must be read, or it never answers.
    loud)
        head -c 20000000 /dev/zero | tr '\0' '\n' >&2
        printf '%0400d\nlast\n' 0 >&2
        answer loud
        ;;
    esac
}

case $mode in
deaf) stay ;;
never-starts)
    echo 'no such option' >&2
    exit 1
    ;;
flood-stderr) yes >&2 & ;;
stubborn) trap '' HUP INT TERM ;;
esac

while read -r line; do
    count=$((count + 1))
    if [ "$mode" != good ] && [ "$count" -eq "$at" ]; then
        misbehave
        case $mode in
        stubborn | flood-stderr) ;;
        *) continue ;;
        esac
    fi
    case $line in
    quit)
        answer ''
        if [ "$mode" = stubborn ]; then
            while :; do sleep 1; done
        fi
        exit 0
        ;;
    pid) answer $$ ;;
    words)
        shift 2
        answer "$(printf '<%s>' "$@")"
        ;;
    variable) answer "$VARIABLE" ;;
    folder) answer "$(pwd)" ;;
    # A child in the group of this process.
    child)
        sleep 1000 >/dev/null 2>&1 &
        answer $!
        ;;
    # A child that makes a group of its own, with a child.
    "group "*)
        file=${line#group }
        timeout 1000 sh -c 'echo $$ >"$0"; exec sleep 1000' "$file" >/dev/null 2>&1 &
        child=$!
        while ! [ -s "$file" ]; do sleep 1; done
        answer "$child $(cat "$file")"
        ;;
    fail*) printf '? cannot %s\n\n' "$line" ;;
    *) answer "$line" ;;
    esac
done
