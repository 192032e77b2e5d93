#!/usr/bin/env bash
# A monkey at the screen: keys, the mouse, resizes, pastes and console lines at random, in a real terminal. It
# fails where the program crashes, is told off by a sanitizer, does not answer any more, shows another screen
# than it thinks, or leaves the terminal other than it was. SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: tests/monkey.sh [STEPS [SEED]]      ($VEDETTE: the program, best one with the sanitizers; `make monkey`)
# The same seed presses the same keys. $MONKEY_SECONDS: goes on for so long, whatever STEPS says.
set -eu -o pipefail
steps=${1:-90} seed=${2:-1}
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}log_path=$tmp/asan:handle_segv=1
export UBSAN_OPTIONS=${UBSAN_OPTIONS:+$UBSAN_OPTIONS:}halt_on_error=1:print_stacktrace=1
# What readline keeps to undo the changes of a line of its history is lost where one goes to another line, and
# then lets it go: a list that it gives no way to free (rl_clear_history may free one twice after Ctrl-R). Of its
# frames only its xmalloc is seen, as it is built without frame pointers; nothing of ours calls that.
echo 'leak:xmalloc' >"$tmp/suppressions"
export LSAN_OPTIONS=${LSAN_OPTIONS:+$LSAN_OPTIONS:}suppressions=$tmp/suppressions:print_suppressions=0
unset PAGER VISUAL EDITOR
cd "$tmp"
RANDOM=$seed
done_steps=0

die() {
    echo "monkey: seed $seed, step $done_steps: $*"
    tail -n 12 "$tmp/done"
    capture || :
    head -n 40 "$tmp"/asan* 2>/dev/null || :
    exit 1
}

# any WORD...: one of them.
any() { shift $((RANDOM % $#)); printf '%s' "$1"; }

# The program in the pane, again and again; each run has to end well and to leave the terminal's modes alone.
cat >runner <<'END'
trap : INT
stty -g >before
runs=0
while [ ! -e enough ]; do
    runs=$((runs + 1))
    case $((runs % 5)) in
    0) set -- play random ;;
    1) set -- ;;
    4) set -- play --resume watch.game ;;
    2) set -- play invincible ;;
    3) set -- --notation arts ;;
    esac
    "$VEDETTE" --seed $runs "$@"
    status=$?
    stty -g >after
    cmp -s before after || echo "run $runs: the terminal's modes are others" >>wrong
    [ $status = 0 ] || [ $status = 130 ] || echo "run $runs: status $status" >>wrong
    [ ! -e wrong ] || break
    echo $runs >runs
done
echo ended
exec sleep 1000
END
echo 'Vedette, a monkey was here' >text
"$VEDETTE" --seed 1 match random random --games 1 --max-plies 60 --save games >out
"$VEDETTE" convert games/000000.game --at 20 --to game | sed 's/^rules:.*/&\nseating: watch/' >watch.game
start 80x24 VEDETTE="$VEDETTE" sh ./runner

# What follows an Esc at once is one key with it, as Alt is sent: so a pause behind each.
escape() {
    for ((k = 0; k < $1; k++)); do
        keys Escape
        sleep 0.15
    done
}

# --- what it does ---

plain=(Up Down Left Right Enter Enter Enter Tab Tab Escape Escape Space BSpace Home End PgUp PgDn F1 DC BTab C-l C-u C-w C-g
    C-a C-e C-n C-p C-r a b c d e f g h i j k l m n o p r s t u v w x y z A B C D E F G H I K L M N O P R S T U W X Y Z
    0 1 2 3 4 5 6 7 8 9 + - / : '[' ']' '{' '}' '<' '>' '?' '!' '.' '=' '#' '*' '(' ')' "'" '"' '\' '|' '~')
press_keys() {
    local list=()
    for ((i = RANDOM % 12; i >= 0; i--)); do
        list+=("${plain[RANDOM % ${#plain[@]}]}")
    done
    echo "keys ${list[*]}" >>done
    keys -- "${list[@]}"
}

# A move that may well be one.
play_move() {
    echo "a move" >>done
    escape 1
    keys Tab Enter Tab Enter
}

press_mouse() {
    local x=$((RANDOM % 90 + 1)) y=$((RANDOM % 30 + 1)) button
    button=$(any 0 0 0 0 1 2 32 64 65 3 35)
    echo "mouse $button $x $y" >>done
    keys -l "$(printf '\e[<%d;%d;%dM\e[<%d;%d;%dm' "$button" $x $y "$button" $x $y)"
}

resize_it() {
    local size
    size=$((RANDOM % 140 + 1))x$((RANDOM % 50 + 1))
    case $((RANDOM % 3)) in 0) size=$(any 80x24 60x20 132x43 40x12 33x12) ;; esac
    echo "resize $size" >>done
    resize "$size"
}

paste_it() {
    local what
    what=$(any 'e4 e5' 'a4a5' $'line one\nline two\nguess\n' 'ÄÖÜ ☃ 漢字 é' $'\t\t\t' "$(printf 'x%.0s' {1..600})" '; > < "' \
        $'\e[200~pasted\e[201~' $'\e]11;rgb:ffff/ffff/ffff\a' $'\e[31;5;7M' $'\xff\xfe\x80' '-' './games/000000.game')
    echo "paste ${what:0:40}" >>done
    T set-buffer -- "$what"
    T paste-buffer -p
}

# A line for the console pane.
lines=('guess' 'guess heat flag' 'plans' 'hint' 'why' 'show' 'show values' 'legal' 'search --depth 2' 'move star:depth=2'
    'profile show' 'profile set plan_bluff.weight 3' 'profile reload' 'profile list' 'setup create' 'setup list' 'help'
    'help plans' 'notation arts' 'notation deboer' 'rules' 'guess explain d9' 'guess set d9 X' 'position edit' 'outcome'
    'match random random --games 2' 'repeat 3 version' 'time guess' 'save kept.game' 'load games/000000.game' 'perft 1 text'
    'search --depth 30' 'nosuch' 'complete gu' 'agents; version > told' 'profile use careful' 'profile use' 'profile edit'
    'show --json' 'source text' 'check -' 'guess -' 'bench rules --seconds 0')
type_line() {
    local line=${lines[RANDOM % ${#lines[@]}]}
    echo "line $line" >>done
    escape 2
    keys :
    keys -l "$line"
    keys Enter
    case $((RANDOM % 6)) in 0) keys C-c ;; 1 | 2) keys Escape ;; esac
}

# Ctrl-C leaves the program where nobody thinks: not often.
end_it() {
    echo "end" >>done
    keys "$(any C-c q)" "$(any y n y)"
}

step() {
    case $((RANDOM % 40)) in
    [0-9] | 1[0-9]) press_keys ;;
    2[0-4]) play_move ;;
    2[5-8]) press_mouse ;;
    29 | 3[01]) resize_it ;;
    3[2-4]) paste_it ;;
    3[5-7]) type_line ;;
    38) end_it ;;
    39) # the terminal forgets what it showed: Ctrl-L brings it back
        T send-keys -R
        keys C-l
        ;;
    esac
}

# --- what has to hold ---

sound() {
    [ ! -e wrong ] || die "$(cat wrong)"
    ! ls "$tmp"/asan* >/dev/null 2>&1 || die "a sanitizer complains"
}

# Answers: from wherever it is, help changes what is shown.
changed() { [ "$(capture)" != "$1" ]; }
answers() {
    local before
    escape 3
    keys n C-u BSpace
    escape 1
    before=$(capture)
    keys '?'
    within 20 changed "$before" || { keys F1; within 20 changed "$before"; } || die "it does not answer"
    escape 3
}

# What is on the screen when nothing changes any more, and the program sleeps; digits count time.
seen() { capture | tr 0-9 0; }
work() { # what its processor time is, where it sleeps
    local stat
    stat=$(cat "/proc/$(pgrep -P "$(program)" -o)/stat" 2>/dev/null) || return 0
    # shellcheck disable=SC2086 # its fields
    set -- ${stat##*) }
    [ "$1" != S ] || echo "${12} ${13}"
}
settled() {
    local before
    before=$(work)
    now=$(seen)
    sleep 0.7 # so long nothing changes, after a resize too
    [ -n "$before" ] && [ "$(work)" = "$before" ] && [ "$(seen)" = "$now" ]
}

# What the program believes to be on the screen is there: painted anew it is the same.
same_anew() {
    local before
    within 20 settled || return 0 # somebody thinks
    before=$now
    keys C-l
    within 20 settled || return 0
    [ "$now" != "$before" ] || return 0
    sleep 4 # where two agents are watched it changes by itself
    [ "$(seen)" != "$now" ] || die "painted anew the screen is another than this:"$'\n'"$before"
}

echo "monkey: seed $seed"
: >done
within 20 shows Vedette || die "no screen"
until [ "$done_steps" -ge "$steps" ] && [ "$SECONDS" -ge "${MONKEY_SECONDS:-0}" ]; do
    step
    done_steps=$((done_steps + 1))
    sound
    [ $((done_steps % 15)) = 0 ] || continue
    # On a busy machine a screen may be late: what depends on how fast it is has no place in `make check`.
    [ -z "${MONKEY_SECONDS:-}" ] || same_anew
    [ $((done_steps % 30)) = 0 ] || continue
    resize 80x24
    answers
    sound
done

# The end: the program goes, and the terminal is as it was.
touch enough
over() {
    escape 3
    keys n C-u
    escape 1
    keys q y
    capture | grep -q '^ended'
}
within 30 over || die "it does not end"
sound
[ "$(T display-message -p '#{alternate_on}#{cursor_flag}#{mouse_any_flag}#{bracket_paste_flag}' | cut -c1-3)" = 010 ] ||
    die "the terminal is left otherwise than it was"
echo "monkey: seed $seed: $done_steps steps, $(cat runs 2>/dev/null || echo 0) runs"
