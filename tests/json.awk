# Holds each line of its input against the grammar of JSON (RFC 8259), and says which is none; and which has a
# list whose objects have not all the same names. With -v shape=1 it prints the names of each line's value:
# "a b" of an object, "[a b]" of a list of objects, "[]" of another.
# SPDX-License-Identifier: GPL-3.0-or-later
function blank() { sub(/^[ \t\r]+/, "", s) }
function eat(c) { blank(); if (substr(s, 1, 1) != c) return 0; s = substr(s, 2); return 1 }
function string() {
    blank()
    if (!match(s, /^"([^"\\]|\\(["\\\/bfnrt]|u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]))*"/)) return 0
    if (substr(s, 1, RLENGTH) ~ /[\001-\037]/) return 0
    s = substr(s, RLENGTH + 1)
    return 1
}
function value() {
    blank()
    if (s ~ /^[{]/) return members()
    if (s ~ /^\[/) return items()
    if (s ~ /^"/) return string()
    if (match(s, /^(-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?|true|false|null)/)) {
        s = substr(s, RLENGTH + 1)
        return 1
    }
    return 0
}
function items(    first, any) {
    eat("[")
    if (eat("]")) { names = "[]"; return 1 }
    do {
        names = ""
        if (!value()) return 0
        if (names ~ /^\[/) names = ""
        if (!any) first = names
        else if (names != first) uneven = "{" first "} and {" names "}"
        any = 1
    } while (eat(","))
    names = "[" first "]"
    return eat("]")
}
function members(    all, name) {
    eat("{")
    if (eat("}")) { names = ""; return 1 }
    do {
        blank()
        name = s
        if (!string() || !eat(":")) return 0
        sub(/^"/, "", name)
        sub(/".*/, "", name)
        all = all (all == "" ? "" : " ") name
        if (!value()) return 0
    } while (eat(","))
    names = all
    return eat("}")
}
{
    s = $0
    names = uneven = ""
    if (!value() || s ~ /[^ \t\r]/) {
        print "line " FNR " is no JSON at: " substr(s, 1, 60)
        failed = 1
    } else if (uneven != "") {
        print "line " FNR ": a list of objects with other names: " uneven
        failed = 1
    } else if (shape) {
        print names
    }
}
END { exit failed || !NR }
