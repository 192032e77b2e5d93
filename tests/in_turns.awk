# Spreads the tests of screens, which mostly wait, evenly over the others, which mostly compute, so that all cores
# have work from the first test to the last. SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: echo TEST... | awk -f in_turns.awk
{
    for (i = 1; i <= NF; i++)
        if ($i ~ /screen[a-z_]*\.sh$/) screen[++screens] = $i
        else other[++others] = $i
}
END {
    for (i = 1; i <= others; i++) {
        while (placed * others < i * screens) printf "%s ", screen[++placed]
        printf "%s ", other[i]
    }
    while (placed < screens) printf "%s ", screen[++placed]
}
