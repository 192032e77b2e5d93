#!/usr/bin/env bash
# A monkey at the screen: keys, the mouse, resizes, pastes and console lines at random, in a real terminal, in
# games of its own and of two agents. It fails where the program crashes, gets a report of a sanitizer, does not
# answer any more, keeps a signal out, shows another screen than it thinks, or leaves the terminal other than it
# was. SPDX-License-Identifier: GPL-3.0-or-later
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
done_steps=0 compared=0 watched=0
began=${EPOCHREALTIME/[.,]/}

vedette_runs() { pgrep -P "$(program)" -o; } # its process

# did WORD...: keeps what it did, with the seconds since it began.
did() {
    local since=$((${EPOCHREALTIME/[.,]/} - began))
    printf '%d.%03d %s\n' $((since / 1000000)) $((since / 1000 % 1000)) "$*" >>"$tmp/done"
}

# What it did lately, and what there is to see of the program.
die() {
    echo "monkey: seed $seed, step $done_steps: $*"
    did 'now it looks like this:'
    tail -n 41 "$tmp/done"
    capture || :
    head -n 40 "$tmp"/asan* 2>/dev/null || :
    # Where it hangs.
    if command -v gdb >/dev/null && pid=$(vedette_runs); then
        timeout 60 gdb -p "$pid" -batch -ex 'thread apply all bt 25' 2>/dev/null | grep '^Thread\|^#' || :
    fi
    exit 1
}

# any WORD...: takes one of them as $any. (In a copy of the shell RANDOM would not go by the seed.)
any() {
    shift $((RANDOM % $#))
    any=$1
}

# The program in the pane, again and again; each run has to end well and to leave the terminal's modes alone.
cat >runner <<'END'
trap : INT
stty -g >before
runs=0
while [ ! -e enough ]; do
    runs=$((runs + 1))
    rm -f watches
    case $((runs % 8)) in
    1 | 3 | 5 | 7)
        set -- play --resume watch.game
        : >watches
        ;;
    2) set -- ;;
    4) set -- play invincible ;;
    6) set -- --notation arts ;;
    0) set -- play random ;;
    esac
    "$VEDETTE" --seed $runs "$@"
    status=$?
    # Until the screen has begun, curses catches the signal and ends with 1.
    [ ! -e killed ] || case $status in 143 | 1) status=0 ;; esac
    rm -f killed
    stty -g >after
    cmp -s before after || echo "run $runs: the terminal's modes are others" >>wrong
    [ $status = 0 ] || [ $status = 130 ] || echo "run $runs: status $status" >>wrong
    [ ! -e wrong ] || break
    echo $runs >runs
done
: >ended
exec sleep 1000
END
echo 'Vedette, a monkey was here' >text
mkfifo pipe
"$VEDETTE" --seed 1 match invincible random --games 1 --max-plies 40 --save games >out
"$VEDETTE" convert games/000000.game --at 10 --to game |
    sed '/^rules:/ { s/move_limit: [0-9]*/move_limit: 2000/; s/$/\nseating: watch/; }' >watch.game
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
    did "keys ${list[*]}"
    keys -- "${list[@]}"
}

# A move that may well be one; where two agents play, they are made to stop, or to play one.
play_move() {
    local what=('a move' Tab Enter Tab Enter)
    if [ -e watches ]; then
        any Z Z . V X
        what=(watch "$any")
    fi
    did "${what[*]}"
    escape 1
    keys "${what[@]:1}"
}

# Commands that take a file's name, and names of which some would be waited for for ever.
give_path() {
    local key name
    any o o s s a
    key=$any
    any pipe - ./- . /dev/stdin nosuch/file kept.game watch.game
    name=$any
    did "path $key $name"
    escape 1
    keys "$key" C-u
    keys -l -- "$name"
    keys Enter
}

press_mouse() {
    local x=$((RANDOM % 90 + 1)) y=$((RANDOM % 30 + 1)) button
    any 0 0 0 0 1 2 32 64 65 3 35
    button=$any
    did "mouse $button $x $y"
    keys -l "$(printf '\e[<%d;%d;%dM\e[<%d;%d;%dm' "$button" $x $y "$button" $x $y)"
}

resize_it() {
    local size
    size=$((RANDOM % 140 + 1))x$((RANDOM % 50 + 1))
    any 80x24 60x20 132x43 40x12 33x12
    [ $((RANDOM % 3)) != 0 ] || size=$any
    did "resize $size"
    resize "$size"
}

paste_it() {
    local what
    any 'e4 e5' 'a4a5' $'line one\nline two\nguess\n' 'ÄÖÜ ☃ 漢字 é' $'\t\t\t' "$(printf 'x%.0s' {1..600})" '; > < "' \
        $'\e[200~pasted\e[201~' $'\e]11;rgb:ffff/ffff/ffff\a' $'\e[31;5;7M' $'\xff\xfe\x80' '-' './games/000000.game'
    what=$any
    did "paste $(printf %q "${what:0:40}")"
    T set-buffer -- "$what"
    T paste-buffer -p
}

# A line for the console pane: of these, or any command with any arguments. Some never end by themselves.
lines=(
    agents 'game back' 'game enter a4a5' 'game follow games/000000.game' 'game follow pipe' games 'games --score' levels
    'match random random --games 2' rules 'rules isf' 'bot random'
    'apply games/000000.game a4a5' 'check games/000000.game' 'check -' 'check pipe' 'convert games/000000.game --to arts'
    'explain value d9' 'game report' legal 'load games/000000.game' 'load pipe' outcome 'perft 1 text' 'perft 20' 'position edit'
    'save kept.game' 'save -' 'save pipe --replace' show 'show values' 'show --json' 'show pipe' 'show > kept'
    guess 'guess explain d9' 'guess heat flag' 'guess set d9 X' 'guess -' 'guess learn pipe'
    'review --worlds 0' 'review --worlds 0 games/000000.game' hint 'move star:depth=2' 'move invincible' plans 'plans --json' why
    'search --depth 2' 'search --depth 30' 'search tree a4a5 --depth 2'
    'setup create' 'setup list' 'setup score pipe' 'setup load nosuch' 'setup save mine games/000000.game' 'setup delete mine'
    'setup novelty' 'setup compare pipe -'
    'notation arts' 'notation deboer' 'profile check careful' 'profile diff' 'profile edit' 'profile explain plan_bluff.weight'
    'profile list' 'profile reload' 'profile save kept' 'profile set plan_bluff.weight 3' 'profile set screen.theme light'
    'profile show' 'profile use' 'profile use careful' 'profile use pipe'
    'bench rules --seconds 0' 'bench setups' 'positions show' 'tactics show' 'tactics check'
    'complete gu' help 'help plans' 'agents; version > kept' 'repeat 3 version' 'source text' 'source -' 'source pipe'
    'time guess' version nosuch quit
)
mapfile -t commands < <("$VEDETTE" help | sed -n 's/^  \([a-z]*\( [a-z]*\)*\)  .*/\1/p')
[ "${#commands[@]}" -gt 60 ] || die "only ${#commands[@]} commands in the help"
type_line() {
    local line=${lines[RANDOM % ${#lines[@]}]} command=${commands[RANDOM % ${#commands[@]}]}
    any '' '' pipe - games/000000.game watch.game d9 text --json '--seed 3' 'random random' nosuch
    [ $((RANDOM % 2)) = 0 ] || line="$command $any"
    did "line $line"
    escape 2
    keys :
    keys -l "$line"
    keys Enter
    case $((RANDOM % 6)) in 0 | 1 | 2) keys C-c ;; 3 | 4) keys Escape ;; esac
}

# Ctrl-C leaves the program where nobody thinks, and a signal anywhere: not often.
gone() { ! kill -0 "$1" 2>/dev/null; }
end_it() {
    local how pid
    any C-c q TERM
    how=$any
    any y n y
    did "end $how"
    if [ "$how" != TERM ]; then
        keys "$how" "$any"
    elif pid=$(vedette_runs); then
        : >killed
        kill -TERM "$pid"
        within 30 gone "$pid" || die "it does not end at SIGTERM"
    fi
}

step() {
    case $((RANDOM % 40)) in
    [0-9] | 1[0-9]) press_keys ;;
    2[0-4]) play_move ;;
    2[5-8]) press_mouse ;;
    29 | 3[01]) resize_it ;;
    3[23]) paste_it ;;
    3[4-6]) type_line ;;
    37) end_it ;;
    38) give_path ;;
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

# quiet: the program waits for keys alone, and for ever: nobody thinks, and no clock runs. Where the system does not
# tell (ppoll's third argument is how long), it is quiet where it takes no processor time.
quiet() {
    local pid call
    pid=$(vedette_runs) || return 1
    if read -r -a call 2>/dev/null <"/proc/$pid/syscall"; then
        [ "${call[2]:-}" = 0x2 ] && [ "${call[3]:-}" = 0x0 ] && work="${call[*]}"
    else
        work=$(sed 's/.*) //' "/proc/$pid/stat" 2>/dev/null | cut -d' ' -f1,12,13)
        [ "${work%% *}" = S ]
    fi
}
settled() {
    local work before
    quiet || return 1
    before=$work
    now=$(seen)
    sleep 0.7 # so long nothing changes, after a resize too
    quiet && [ "$work" = "$before" ] && [ "$(seen)" = "$now" ]
}

# What the program believes to be on the screen is there: painted anew it is the same.
same_anew() {
    local before patience=20
    [ ! -e watches ] || patience=4
    within $patience settled || return 0 # somebody thinks, or two agents play on
    before=$now
    did "painted anew"
    keys C-l
    within 20 settled || return 0
    compared=$((compared + 1))
    [ "$now" = "$before" ] || die "painted anew the screen is another than this:"$'\n'"$before"
}

echo "monkey: seed $seed"
: >"$tmp/done"
within 20 shows '? help' || die "no screen"
until [ "$done_steps" -ge "$steps" ] && [ "$SECONDS" -ge "${MONKEY_SECONDS:-0}" ]; do
    [ ! -e watches ] || watched=$((watched + 1))
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
    keys q
    sleep 0.3 # a question takes no answer that was typed ahead
    keys y
    [ -e ended ]
}
within 30 over || die "it does not end"
sound
[ "$(T display-message -p '#{alternate_on}#{cursor_flag}#{mouse_any_flag}#{bracket_paste_flag}' | cut -c1-3)" = 010 ] ||
    die "the terminal is left otherwise than it was"
[ "$watched" -gt 0 ] || die "no two agents have played"
echo "monkey: seed $seed: $done_steps steps in ${SECONDS} s, $(cat runs) runs, $watched steps while two agents played," \
    "$compared pictures compared"
