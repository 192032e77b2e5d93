#!/usr/bin/env bash
# ci: archive
# Completion in the shells that are here: what the program completes reaches the shell's line.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
srcdir=$(cd "$srcdir" && pwd)
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data HOME=$tmp
mkdir "$tmp/bin" "$tmp/typed"
ln -s "$VEDETTE" "$tmp/bin/vedette"
export PATH="$tmp/bin:$PATH"
cd "$tmp"
touch 'typed/a b.game' typed/ab.game

# The completions of the program, in each shell: LINE, a bar, and the words with bars between.
cat >lines <<'END'
vedette matc|match
vedette guess he|heat
vedette --see|--seed
vedette --seed 3 match rand|random|random:
vedette profile set rules.rules d|deepnash
vedette check typed/ab|typed/ab.game
vedette nosuch |
END

# bash; a blank that is typed with a backslash or in quotes is a part of the word.
# shellcheck source=src/completion/vedette
. "$srcdir/src/completion/vedette"
# usage: goes_on LINE POINT WORD   (what the line up to the point may go on with)
goes_on() {
    COMP_LINE=$1 COMP_POINT=$2 COMPREPLY=()
    _vedette vedette
    [ "${COMPREPLY[*]}" = "$3" ] || fail "bash: '$1' goes on with '${COMPREPLY[*]}'"
}
goes_on 'vedette check typed/a\ ' 23 "'typed/a b.game' "
goes_on "vedette check 'typed/a b" 24 "'typed/a b.game' "
goes_on 'vedette check typed/ab' 22 'typed/ab.game '
goes_on 'vedette matc more' 12 'match '
goes_on '  vedette --see' 15 '--seed '
goes_on 'vedette' 7 ''
while IFS= read -r entry; do
    line=${entry%%|*} COMPREPLY=() COMP_LINE=${entry%%|*} COMP_POINT=${#line}
    _vedette vedette
    [ "$(printf '%s\n' "${COMPREPLY[@]}" | sed 's/ $//' | paste -sd '|' -)" = "${entry#*|}" ] ||
        fail "bash: '$line' goes on with '${COMPREPLY[*]}'"
done <lines
complete -p vedette | grep -q -- '-F _vedette vedette$' || fail "bash: vedette is not completed"

if command -v fish >/dev/null; then
    while IFS= read -r entry; do
        found=$(fish -c "source '$srcdir/src/completion/vedette.fish'; complete -C '${entry%%|*}'" | paste -sd '|' -)
        [ "$found" = "${entry#*|}" ] || fail "fish: '${entry%%|*}' goes on with '$found'"
    done <lines
fi

# zsh completes at a terminal alone: its own pseudo-terminal is one.
if command -v zsh >/dev/null && zsh -fc 'zmodload zsh/zpty' 2>/dev/null; then
    cat >zsh.test <<'END'
zmodload zsh/zpty
zpty -b it zsh -f -i
zpty -w it "PS1=; fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; print rea''dy"
zpty -r it text '*ready*' || exit 1
zpty -n -w it $'vedette matc\t random random --games 1 --nosuch'$'\n'
zpty -r it text $'*unknown option --nosuch*' || exit 1
END
    timeout 30 zsh -f zsh.test "$srcdir/src/completion" || fail "zsh does not complete 'vedette matc'"
fi

# They are installed where the shells look for them.
for file in bash-completion/completions/vedette zsh/site-functions/_vedette fish/vendor_completions.d/vedette.fish; do
    grep -q "$(dirname "$file")" "$srcdir/Makefile.am" && [ -s "$srcdir/src/completion/$(basename "$file")" ] ||
        fail "$file is not installed"
done
