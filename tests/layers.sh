#!/usr/bin/env bash
# ci: no-sanitizers
# No library calls upward, the engine has no mutable globals, and none of our functions can take the
# place of one with the same name in a shared library: read from the symbols of what was built. A small
# pair of libraries first proves that all three would be seen.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
nm=${NM:-nm} cc=${CC:-cc}
build=$PWD
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# upward LOWER UPPER: the symbols that LOWER uses and only UPPER defines.
upward() {
    comm -12 <($nm -P -u "$1" 2>/dev/null | awk 'NF > 1 { print $1 }' | sort -u) \
        <(comm -23 <(defined "$2") <(defined "$1"))
}
defined() { $nm -P -g --defined-only "$1" 2>/dev/null | awk 'NF > 2 { print $1 }' | sort -u; }

# mutable LIBRARY: its variables that are not const. (.data.rel.ro is const after relocation.)
mutable() {
    $nm --format=sysv "$1" 2>/dev/null |
        awk -F'|' 'NF > 6 && $7 ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && $7 !~ /^\.data\.rel\.ro/ {
            gsub(/ /, "", $1); print $1 }'
}

# exported PROGRAM LIBRARY: the symbols of the library that shared libraries could be bound to.
exported() {
    comm -12 <($nm -P -D --defined-only "$1" | awk 'NF > 2 { print $1 }' | sort -u) <(defined "$2")
}

cat >"$tmp/low.c" <<'END'
int up(void);
int low(void);
static const char *const words[] = {"a", "b"};
int low(void)
{
    static int calls;
    calls++;
    return up() + calls + words[calls & 1][0];
}
END
echo 'int up(void); int up(void) { return 1; }' >"$tmp/up.c"
for name in low up; do
    (cd "$tmp" && $cc -fPIE -c $name.c && ar cr $name.a $name.o)
done
[ "$(upward "$tmp/low.a" "$tmp/up.a")" = up ] || { echo "layers.sh: an upward call passes"; exit 1; }
[ -z "$(upward "$tmp/up.a" "$tmp/low.a")" ] || { echo "layers.sh: a downward call fails"; exit 1; }
case $(mutable "$tmp/low.a") in
    *calls*) ;;
    *) echo "layers.sh: a mutable static passes"; exit 1 ;;
esac
echo 'int main(void); int low(void); int main(void) { return low(); }' >"$tmp/main.c"
$cc -rdynamic -o "$tmp/main" "$tmp/main.c" "$tmp/low.a" "$tmp/up.a"
[ "$(exported "$tmp/main" "$tmp/up.a")" = up ] || { echo "layers.sh: an exported function passes"; exit 1; }
[ -z "$(mutable "$tmp/up.a")" ] || { echo "layers.sh: no global, but one is found"; exit 1; }

cd "$build"
failed=0
# None calls one behind it; the last two do not know each other.
libraries=(libengine.a liblab.a libconsole.a libcommand.a libtui.a)
for ((lower = 0; lower < ${#libraries[@]}; lower++)); do
    for upper in "${libraries[@]:lower+1}"; do
        found=$(upward "${libraries[lower]}" "$upper")
        [ -z "$found" ] || { echo "${libraries[lower]} calls upward into $upper: $found"; failed=1; }
    done
done
found=$(upward libtui.a libcommand.a)
[ -z "$found" ] || { echo "libtui.a calls libcommand.a: $found"; failed=1; }
for library in "${libraries[@]}"; do
    found=$(exported vedette "$library")
    [ -z "$found" ] || { echo "vedette exports from $library: $found"; failed=1; }
done
# The sanitizers add variables of their own.
if [ "${SANITIZERS:-no}" = no ]; then
    found=$(mutable libengine.a)
    [ -z "$found" ] || { echo "mutable globals in libengine.a: $found"; failed=1; }
fi
exit "$failed"
