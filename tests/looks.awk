# SPDX-License-Identifier: GPL-3.0-or-later
# Turns what a terminal shows, with its colours as sequences (tmux capture-pane -p -e), into text alone, then a
# map of the same size with a letter for each look, then what the letters are: "a 75 on 233 bold". Of a blank
# only what can be seen counts. To be run with LC_ALL=C: bytes of UTF-8 that go on a letter are recognised by value.
# With -v cols=N -v rows=M only so much of it: the board.
function look_now(blank,    words) {
    words = (blank && !on[7] && !on[4] ? "" : fore (on[1] ? " bold" : "") (on[2] ? " dim" : "")) \
            (on[4] ? " underline" : "") (on[7] ? " reverse" : "") " on " back
    if (words == " on own" || words == "own on own")
        return "."
    if (!(words in letter)) {
        letter[words] = substr(letters, ++count, 1)
        legend[count] = words
    }
    return letter[words]
}
function take(parameters,    n, i, part) {
    n = split(parameters, part, ";")
    if (n == 0)
        part[n = 1] = 0
    for (i = 1; i <= n; i++) {
        if (part[i] == 0) {
            fore = back = "own"
            on[1] = on[2] = on[4] = on[7] = 0
        } else if (part[i] < 10)
            on[part[i] + 0] = 1
        else if (part[i] == 38) { fore = part[i + 2]; i += 2 }
        else if (part[i] == 48) { back = part[i + 2]; i += 2 }
        else if (part[i] == 39) fore = "own"
        else if (part[i] == 49) back = "own"
        else if (part[i] < 40) fore = part[i] - 30
        else if (part[i] < 50) back = part[i] - 40
        else if (part[i] < 100) fore = part[i] - 82
        else back = part[i] - 92
    }
}
BEGIN {
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    take("0")
}
{
    text = map = ""
    at = 0
    while (length($0) > 0) {
        if (substr($0, 1, 1) == "\033") {
            if (match($0, /^\033\[[0-9;]*m/))
                take(substr($0, 3, RLENGTH - 3))
            else
                match($0, /^\033[()]?./) # another character set: not ours
            $0 = substr($0, RLENGTH + 1)
            continue
        }
        if (match($0, /^[\300-\377][\200-\277]*/) == 0)
            RLENGTH = 1
        if (!cols || ++at <= cols) {
            text = text substr($0, 1, RLENGTH)
            map = map look_now(substr($0, 1, RLENGTH) == " ")
        }
        $0 = substr($0, RLENGTH + 1)
    }
    sub(/ +$/, "", text)
    sub(/\.+$/, "", map)
    if (text ~ /^\? help /) { # the keys are another test's (tests/screen.sh)
        text = "? help ..."
        map = ""
    }
    texts[NR] = text
    maps[NR] = map
}
END {
    last = rows && rows < NR ? rows : NR
    for (i = 1; i <= last; i++)
        print texts[i]
    print "---"
    for (i = 1; i <= last; i++)
        print maps[i]
    print "---"
    for (i = 1; i <= count; i++)
        print substr(letters, i, 1) " " legend[i]
}
