# Draws a terminal's screen as SVG, from what `tmux capture-pane -p -e` prints. SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: awk -v cols=100 -v rows=30 -f picture.awk <captured >picture.svg

BEGIN {
    CELL = 8.4; LINE = 18; PAD = 10
    fore_plain = "#d0d0d0"; back_plain = "#16181c"
    split("#16181c #cd3131 #0dbc79 #e5e510 #2472c8 #bc3fbc #11a8cd #d0d0d0 #666666 #f14c4c #23d18b #f5f543 #3b8eea " \
        "#d670d6 #29b8db #ffffff", basic, " ")
    for (i = 1; i < 256; i++)
        code[sprintf("%c", i)] = i
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" font-family=\"DejaVu Sans Mono, Menlo, " \
        "Consolas, monospace\" font-size=\"14\">\n", cols * CELL + 2 * PAD, rows * LINE + 2 * PAD
    printf "<rect width=\"100%%\" height=\"100%%\" rx=\"6\" fill=\"%s\"/>\n", back_plain
    plain()
}

function plain() { fore = back = ""; bold = turned = 0 }

# The colour of a number of 256.
function colour(n,    level) {
    if (n < 16)
        return basic[n + 1]
    if (n > 231)
        return sprintf("#%02x%02x%02x", 8 + 10 * (n - 232), 8 + 10 * (n - 232), 8 + 10 * (n - 232))
    n -= 16
    split("0 95 135 175 215 255", level, " ")
    return sprintf("#%02x%02x%02x", level[int(n / 36) + 1], level[int(n / 6) % 6 + 1], level[n % 6 + 1])
}

# A sequence "1;38;5;12".
function sgr(text,    part, count, i, n) {
    count = split(text, part, ";")
    if (!count)
        plain()
    for (i = 1; i <= count; i++) {
        n = part[i] + 0
        if (n == 0) plain()
        else if (n == 1) bold = 1
        else if (n == 22) bold = 0
        else if (n == 7) turned = 1
        else if (n == 27) turned = 0
        else if (n == 39) fore = ""
        else if (n == 49) back = ""
        else if ((n == 38 || n == 48) && part[i + 1] == 5) {
            if (n == 38) fore = colour(part[i + 2]); else back = colour(part[i + 2])
            i += 2
        } else if (n >= 30 && n < 38) fore = colour(n - 30)
        else if (n >= 40 && n < 48) back = colour(n - 40)
        else if (n >= 90 && n < 98) fore = colour(n - 82)
        else if (n >= 100 && n < 108) back = colour(n - 92)
    }
}

# Puts down what was gathered in one colour.
function flush(    x, y, f, b) {
    if (length(gathered) == 0)
        return
    f = fore == "" ? fore_plain : fore
    b = back == "" ? back_plain : back
    if (turned) { x = f; f = b; b = x }
    x = PAD + start * CELL; y = PAD + (NR - 1) * LINE
    if (b != back_plain)
        printf "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"%s\"/>\n", x, y, cells * CELL + 0.2, LINE + 0.2, b
    if (gathered ~ /[^ ]/)
        printf "<text x=\"%g\" y=\"%g\" textLength=\"%g\" xml:space=\"preserve\" fill=\"%s\"%s>%s</text>\n", \
            x, y + 13.5, cells * CELL, f, bold ? " font-weight=\"bold\"" : "", gathered
    start += cells
    cells = 0
    gathered = ""
}

{
    line = $0
    start = cells = 0
    gathered = ""
    while (line != "") {
        if (match(line, /^\033\[[0-9;]*m/)) {
            flush()
            sgr(substr(line, 3, RLENGTH - 3))
            line = substr(line, RLENGTH + 1)
            continue
        }
        # A character of several bytes is one cell, whether awk knows of it or not.
        c = substr(line, 1, 1)
        size = 1
        if (c in code && code[c] >= 192)
            size = code[c] >= 240 ? 4 : code[c] >= 224 ? 3 : 2
        c = substr(line, 1, size)
        line = substr(line, size + 1)
        gathered = gathered (c == "&" ? "&amp;" : c == "<" ? "&lt;" : c == ">" ? "&gt;" : c)
        cells++
    }
    flush()
}

END { print "</svg>" }
