# Reads the table of rooms, then source files; writes one line a breach and exits with 1 if any.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: awk -f rooms.awk STYLE.md MAKEFILE.am FILE...    (FILE as src/room/name.c, tests/name.c)

# Characters, whatever the locale: bytes but for those that continue a UTF-8 sequence.
function columns_of(line) {
    gsub(/[\200-\277]/, "", line)
    return length(line)
}

function breach(text) {
    print FILENAME ":" FNR ": " text
    breaches++
}

# Keeps the code of one line: comments and the insides of strings and characters are blanked.
function code_of(line,    out, c, two, i, n) {
    if (in_comment ? !index(line, "*/") : line !~ /["'\/]/)
        return in_comment ? "" : line
    out = ""
    n = length(line)
    for (i = 1; i <= n; i++) {
        c = substr(line, i, 1)
        two = substr(line, i, 2)
        if (in_comment) {
            if (two == "*/") {
                in_comment = 0
                i++
            }
        } else if (quote != "") {
            if (c == "\\")
                i++
            else if (c == quote) {
                quote = ""
                out = out c
            }
        } else if (two == "/*") {
            in_comment = 1
            i++
        } else if (two == "//") {
            break
        } else {
            if (c == "\"" || c == "'")
                quote = c
            out = out c
        }
    }
    quote = ""
    return out
}

# The room of a file: "game" for src/game/x.c, "main.c" for src/main.c, "" outside src.
function room_of(file,    parts) {
    if (file !~ /^src\//)
        return ""
    split(file, parts, "/")
    return parts[2]
}

function end_of_file() {
    if (file == "")
        return
    if (lines > 800)
        print_breach(lines, "a file of " lines " lines; 800 at most")
    if (!licensed)
        print_breach(1, "no line SPDX-License-Identifier: GPL-3.0-or-later at the top")
    if (guard != "" && guard_lines < 2)
        print_breach(1, "no header guard " guard)
}

function print_breach(line, text) {
    print file ":" line ": " text
    breaches++
}

function start_of_file(    name) {
    end_of_file()
    file = FILENAME
    room = room_of(file)
    in_comment = licensed = guard_lines = includes = debug = 0
    guard = ""
    if (room != "" && !(room in floor))
        breach("a room that is not in the table of doc/STYLE.md: " room)
    if (file ~ /^src\/.*\.h$/) {
        guard = toupper(substr(file, 5))
        gsub(/[^A-Z0-9]/, "_", guard)
        guard = "VEDETTE_" guard
    }
    name = file
    sub(/\.c$/, ".h", name)
    own_header = file ~ /^src\/.*\.c$/ && (name in listed) ? substr(name, 5) : ""
    if (!(file in listed))
        breach("not listed in Makefile.am")
}

function check_include(line,    header, other) {
    header = line
    sub(/^[ \t]*#[ \t]*include[ \t]*["<]/, "", header)
    sub(/[">].*/, "", header)
    includes++
    if (includes == 1 && own_header != "" && header != own_header)
        breach("the first include is not " own_header)
    if (header ~ /curses\.h$|^panel\.h$/ && room != "tui")
        breach("curses outside src/tui")
    if (header ~ /^readline\// && FILENAME !~ /^src\/console\/(console|line_edit)\.c$/ && room != "tui")
        breach("readline outside src/console/console.c, line_edit.c and src/tui")
    if (header == "expat.h" && room != "file")
        breach("expat outside src/file")
    if (header == "sqlite3.h" && room != "archive")
        breach("SQLite outside src/archive")
    if (header ~ /^(ctype|wctype|strings)\.h$/ && room != "")
        breach("characters by the locale: base/ascii.h has them by bytes")
    if (header == "yaml.h" && room != "profile")
        breach("libyaml outside src/profile")
    if (line ~ /"/)
        included[file] = included[file] " src/" header
    if (line !~ /"/)
        return
    if (split(header, other, "/") != 2 || !(other[1] in floor))
        breach("an include that is not written \"room/file.h\": " header)
    else if (other[1] != room && floor[other[1]] >= floor[room])
        breach("room " room " on floor " floor[room] " includes " header \
               " from floor " floor[other[1]])
}

# A struct, union or enum is defined once in the program, so that its name means one thing everywhere.
function check_tag(code,    tag) {
    while (match(code, /(^|[^A-Za-z0-9_])(struct|union|enum) +[A-Za-z_][A-Za-z0-9_]* *\{/)) {
        tag = substr(code, RSTART, RLENGTH)
        code = substr(code, RSTART + RLENGTH)
        sub(/^[^A-Za-z0-9_]/, "", tag)
        sub(/ *\{$/, "", tag)
        gsub(/ +/, " ", tag)
        if (tag in defined)
            breach("a second '" tag "': the other is in " defined[tag])
        else
            defined[tag] = FILENAME ":" FNR
    }
}

# Whether a file sees the type of a position, on whatever way; the files it comes by are in `seen`.
function sees_truth(from, seen,    parts, n, i) {
    if (from in seen)
        return 0
    seen[from] = 1
    if (from == "src/game/position.h" || from == "src/game/record.h")
        return 1
    n = split(included[from], parts, " ")
    for (i = 1; i <= n; i++)
        if (sees_truth(parts[i], seen))
            return 1
    return 0
}

# No file of a blind room includes what shows it a position.
function check_blind(    name, parts, i, n, seen) {
    for (name in included) {
        if (!blind[room_of(name)])
            continue
        n = split(included[name], parts, " ")
        for (i = 1; i <= n; i++) {
            split("", seen)
            if (sees_truth(parts[i], seen)) {
                print name ": room " room_of(name) " may see a view only, not what " parts[i] " shows"
                breaches++
            }
        }
    }
}

# A part of struct belief belongs to the file that defines it; other files pass it to that file's functions.
function check_part(code,    part) {
    if (match(code, /belief(\[[^]]*\])?(->|\.)[a-z]+(->|\.)/)) {
        part = substr(code, RSTART, RLENGTH)
        sub(/(->|\.)$/, "", part)
        sub(/.*(->|\.)/, "", part)
    } else if (match(code, /struct [a-z_]+ \*/)) {
        part = substr(code, RSTART + 7, RLENGTH - 9)
        part = part in part_of ? part_of[part] : ""
    }
    if (part in owner && file !~ "^src/belief/" owner[part] "\\.[ch]$")
        breach("the belief's part '" part "' belongs to belief/" owner[part] ".c")
}

function check_code(code) {
    check_part(code)
    if (floor[room] < floor["console"]) {
        if (code ~ /(^|[^A-Za-z0-9_])(printf|vprintf|puts|putchar) *\(/ ||
            code ~ /(^|[^A-Za-z0-9_])(stdout|STDOUT_FILENO)([^A-Za-z0-9_]|$)/)
            breach("prints below src/console")
        if (code ~ /(^|[^A-Za-z0-9_])(perror|stderr|STDERR_FILENO)([^A-Za-z0-9_]|$)/ &&
            file != "src/base/memory.c" && !debug)
            breach("writes to stderr below src/console")
    }
    if (blind[room] && code ~ /struct position([^A-Za-z0-9_]|$)/)
        breach("room " room " may see a view only, not a position")
}

BEGIN {
    blind["agent"] = blind["plan"] = blind["search"] = blind["value"] = blind["belief"] = blind["worth"] = 1
    blind["rollout"] = blind["observer"] = 1
    blind["policy"] = 1
    # The parts of struct belief: the field, its file, its type.
    count = split("facts facts facts|evidence evidence evidence_recorder|deboer deboer deboer_evidence|" \
                  "moves move_evidence move_evidence|habits habits habits|players players players|" \
                  "setup setup_evidence setup_evidence|mixture mixture mixture|" \
                  "calibrated calibrate calibrated|normal belief belief_normal", rows, "|")
    for (i = 1; i <= count; i++) {
        split(rows[i], words, " ")
        owner[words[1]] = words[2]
        part_of[words[3]] = words[1]
    }
}

# doc/STYLE.md: | floor | `src/room/` | ...
FILENAME == ARGV[1] {
    if (match($0, /^\| [0-9]+ \| `src\/[a-z.]+\/?`/)) {
        row = $0
        split(row, cells, "|")
        gsub(/[ `]|src\/|\//, "", cells[3])
        floor[cells[3]] = cells[2] + 0
        rooms++
    }
    next
}

# Makefile.am: every word that names a file; lists, a file a line, are in alphabetic order.
FILENAME == ARGV[2] {
    if (/^\t(src|tests|doc|data|setups)\/[^ ]+ \\$/) {
        if (listed_last != "" && $1 < listed_last)
            breach($1 " is listed behind " listed_last)
        listed_last = $1
    } else
        listed_last = ""
    for (i = 1; i <= NF; i++) {
        listed[$i] = 1
        if ($i ~ /^tests\/[^.]*$/)
            listed[$i ".c"] = 1
    }
    next
}

FNR == 1 { start_of_file() }

{
    lines = FNR
    if (FNR <= 5 && /SPDX-License-Identifier: GPL-3\.0-or-later/)
        licensed = 1
    if (guard != "" && ($0 == "#ifndef " guard || $0 == "#define " guard))
        guard_lines++
    if (/\t/)
        breach("a tab")
    if (/[ \t\r]$/)
        breach("a blank at the end of the line")
    if (columns_of($0) > 110)
        breach("a line of more than 110 columns")
    if (/^#/)
        debug = /^#ifdef VEDETTE_DEBUG/
    code = code_of($0)
    check_tag(code)
    if (room != "") {
        if (/^[ \t]*#[ \t]*include/ && code ~ /#/)
            check_include($0)
        else
            check_code(code)
    }
}

END {
    end_of_file()
    check_blind()
    if (rooms < 10) {
        print ARGV[1] ": the table of rooms is not there"
        breaches++
    }
    exit breaches > 0
}
