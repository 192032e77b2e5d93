#!/usr/bin/env bash
# ci: no-sanitizers
# The source keeps the rules of doc/STYLE.md that a script can read: which room includes which, which
# print, which see hidden ranks, licence lines, sizes. First the script itself is held against a small
# tree in which each rule is broken once.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
srcdir=$(cd "${srcdir:-.}" && pwd)
awk=${AWK:-awk}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# Breaches of the tree in the working folder, one a line.
breaches() {
    # shellcheck disable=SC2046 # names in the tree have no blanks
    LC_ALL=C $awk -f "$srcdir/tests/rooms.awk" "$srcdir/doc/STYLE.md" Makefile.am \
        $(find src tests -name '*.[ch]' | sort)
}

# Tags of tests that .ci/run does not know, or that are not a test's second line.
bad_tags() {
    LC_ALL=C $awk '
        !/^(#|\/\*) ci:/ { next }
        FNR != 2 { print FILENAME ":" FNR ": tags that are not the second line" }
        {
            for (i = 3; i <= NF && $i != "*/"; i++)
                if ($i !~ /^(user|threads|no-sanitizers|archive)$/)
                    print FILENAME ":" FNR ": a tag that .ci/run does not know: " $i
        }' tests/*.sh tests/*.[ch] | grep .
}

failed=0

# expect FILE LINE TEXT: a file of one more line than the licence breaks just that one rule.
expect() {
    local file=$1 line=$2 text=$3 found
    rm -rf src tests
    mkdir -p "$(dirname "$file")" tests
    echo "$file" >Makefile.am
    printf '/* SPDX-License-Identifier: GPL-3.0-or-later */\n%s\n' "$line" >"$file"
    found=$(breaches || true)
    case $found in
        *$'\n'*) echo "rooms.sh: more than one breach for: $line: $found"; failed=1 ;;
        "$file:"*"$text"*) ;;
        "") [ -z "$text" ] || { echo "rooms.sh: not found: $text: $line"; failed=1; } ;;
        *) echo "rooms.sh: $file: $line: expected '$text', found '$found'"; failed=1 ;;
    esac
}

cd "$tmp"
expect src/main.c '#include "tui/screen.h"' ''
expect src/lab/match.c '#include "play/game.h"' ''
expect src/lab/match.c '#include "lab/elo.h"' ''
expect src/learn/x.c '#include "lab/match.h"' ''
expect src/lab/x.c '#include "learn/x.h"' 'room lab on floor 13 includes'
expect src/game/move.c '#include "file/file.h"' 'room game on floor 2 includes'
expect src/search/star.c '#include "plan/table.h"' 'room search on floor 6 includes'
expect src/play/game.c '#include "tui/screen.h"' 'room play on floor 10 includes'
expect src/play/x.c '#include "analysis/x.h"' 'room play on floor 10 includes'
expect src/analysis/x.c '#include "bot/x.h"' 'room analysis on floor 11 includes'
expect src/console/x.c '#include "commands/table.h"' 'room console on floor 15 includes'
expect src/tui/x.c '#include "commands/table.h"' 'room tui on floor 17 includes'
expect src/commands/x.c '#include "report/board_text.h"' ''
expect src/play/game.c '#include "game.h"' 'not written "room/file.h"'
expect src/play/game.c '#include "attic/x.h"' 'not written "room/file.h"'
expect src/attic/x.c '' 'a room that is not in the table'
expect src/console/x.c '#include <curses.h>' 'curses outside'
expect src/console/x.c '#include <ncursesw/curses.h>' 'curses outside'
expect src/tui/x.c '#include <curses.h>' ''
expect src/lab/x.c '#include <readline/readline.h>' 'readline outside'
expect src/console/x.c '#include <readline/history.h>' 'readline outside'
expect src/tui/x.c '#include <readline/history.h>' ''
expect src/profile/x.c '#include <expat.h>' 'expat outside'
expect src/play/x.c '#include <sqlite3.h>' 'SQLite outside'
expect src/archive/x.c '#include <sqlite3.h>' ''
expect src/file/x.c '#include <yaml.h>' 'libyaml outside'
expect src/file/x.c '#include <ctype.h>' 'characters by the locale'
expect src/tui/x.c '#include <strings.h>' 'characters by the locale'
expect src/plan/x.c '#include "game/position.h"' 'may see a view only'
expect src/rollout/x.c '#include "game/position.h"' 'may see a view only'
expect src/observer/x.c '#include "game/position.h"' 'may see a view only'
expect src/policy/x.c '#include "game/position.h"' 'may see a view only'
expect src/agent/x.c '#include "game/record.h"' 'may see a view only'
expect src/agent/x.c 'void f(const struct position *position);' 'may see a view only'
expect src/agent/x.c '/* never a struct position */' ''
expect src/file/x.c 'static void f(void) { printf("x"); }' 'prints below'
expect src/lab/x.c 'static void f(FILE *out) { out = stdout; }' 'prints below'
expect src/play/x.c 'static void f(void) { perror("x"); }' 'writes to stderr below'
expect src/base/memory.c 'static void f(void) { fputs("x", stderr); }' ''
expect src/game/x.c $'#ifdef VEDETTE_DEBUG\nstatic void f(void) { perror("x"); }\n#endif' ''
expect src/game/x.c $'#ifdef VEDETTE_DEBUG\n#endif\nstatic void f(void) { perror("x"); }' 'writes to stderr'
expect src/file/x.c 'static void f(char *s) { snprintf(s, 9, "printf(stdout)"); }' ''
expect src/file/x.c 'void f(const char *s) __attribute__((format(printf, 1, 2)));' ''
expect src/console/x.c 'static void f(void) { puts("x"); }' ''
expect src/base/x.h 'int f(void);' 'no header guard VEDETTE_BASE_X_H'
expect src/base/x.h $'#ifndef VEDETTE_BASE_X_H\n#define VEDETTE_BASE_X_H\n#endif' ''
expect src/base/x.c $'\treturn;' 'a tab'
expect src/base/x.c 'return; ' 'a blank at the end'
expect src/base/x.c "$(printf '/* %104s */' '')" ''
expect src/base/x.c "$(printf '/* %105s */' '')" 'a line of more than 110 columns'
expect src/base/x.c "$(printf 'int x;\n%.0s' {1..801})" 'a file of 802 lines'

expect src/rollout/x.c 'int x = belief->facts.missing;' "the belief's part 'facts' belongs to belief/facts.c"
expect src/belief/x.c 'int f(struct mixture *mixture);' "the belief's part 'mixture' belongs to"
expect src/rollout/x.c 'int x = facts_missing(&belief->facts);' ''
expect src/belief/facts.c 'int x = belief->facts.missing;' ''

expect src/base/x.c $'struct a {\n};\nstatic struct b {\n} x;' ''
expect src/base/x.c $'struct a {\n};\nstatic struct a {\n} x;' "a second 'struct a'"
expect src/base/x.c $'struct a {\n};\n/* struct a { */ struct a f(void);' ''
touch src/base/x.h && echo src/base/x.h >>Makefile.am
printf '/* SPDX-License-Identifier: GPL-3.0-or-later */\n#include <stdio.h>\n' >src/base/x.c
breaches | grep -q 'src/base/x.c:2: the first include is not base/x.h' ||
    { echo "rooms.sh: a file's own header may come second"; failed=1; }
: >Makefile.am
breaches | grep -q 'src/base/x.c:1: not listed in Makefile.am' ||
    { echo "rooms.sh: an unlisted file passes"; failed=1; }
mkdir -p src/game src/plan
printf '/* SPDX-License-Identifier: GPL-3.0-or-later */\n#include "game/view.h"\n' >src/plan/x.c
{
    printf '/* SPDX-License-Identifier: GPL-3.0-or-later */\n#ifndef VEDETTE_GAME_VIEW_H\n'
    printf '#define VEDETTE_GAME_VIEW_H\n#include "game/position.h"\n#endif\n'
} >src/game/view.h
printf 'src/base/x.c\nsrc/plan/x.c\nsrc/game/view.h\n' >Makefile.am
breaches | grep -q 'src/plan/x.c: room plan may see a view only, not what src/game/view.h shows' ||
    { echo "rooms.sh: a blind room may see a position through another header"; failed=1; }
rm -r src/game src/plan
printf '/* SPDX-License-Identifier: GPL-3.0-or-later */\nenum kind { ONE };\n' | tee src/base/x.c >tests/y.c
printf 'src/base/x.c\ntests/y.c\n' >Makefile.am
breaches | grep -q "tests/y.c:2: a second 'enum kind': the other is in src/base/x.c:2" ||
    { echo "rooms.sh: two enums of one name pass"; failed=1; }
rm tests/y.c
printf 'x = \\\n\tsrc/base/x.c \\\n\tsrc/base/b.c \\\n\t$(end)\ny = \\\n\tsrc/base/a.c \\\n\t$(end)\n' >Makefile.am
[ "$(breaches)" = 'Makefile.am:3: src/base/b.c is listed behind src/base/x.c' ] ||
    { echo "rooms.sh: a list out of order passes: $(breaches)"; failed=1; }
echo 'int x;' >src/base/x.c
breaches | grep -q 'src/base/x.c:1: no line SPDX' ||
    { echo "rooms.sh: a file without a licence line passes"; failed=1; }
rm -r tests && mkdir tests
printf '\n# ci: user threads\n' >tests/a.sh
printf '\n/* ci: archive slow */\n\n/* ci: user */\n' >tests/b.c
[ "$(bad_tags)" = "tests/b.c:2: a tag that .ci/run does not know: slow
tests/b.c:4: tags that are not the second line" ] || { echo "rooms.sh: tags pass: $(bad_tags)"; failed=1; }

cd "$srcdir"
breaches || failed=1
bad_tags && failed=1
exit "$failed"
