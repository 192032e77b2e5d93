# Holds each line of its input against the grammar of JSON (RFC 8259), and says which is none; and which has a
# list whose objects have not all the same names. With -v shape=1 it prints the names of each line's value:
# "a b" of an object, "[a b]" of a list of objects, "[]" of another. With -v paths=1 it prints, after that, of each
# value in each line, but of null, where it is and what it is: "moves[].plans<TAB>list", "moves[]<TAB>{move total}". Objects
# whose path the regular expression `maps` matches have names of their own: "p<TAB>{}", "p.*<TAB>number".
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
function note(what) { if (paths) reported = reported at "\t" what "\n" }
function value() {
    blank()
    if (s ~ /^[{]/) return members()
    if (s ~ /^\[/) { note("list"); return items() }
    if (s ~ /^"/) { note("text"); return string() }
    if (s ~ /^[-0-9]/) note("number")
    if (s ~ /^[tf]/) note("flag")
    if (match(s, /^(-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?|true|false|null)/)) {
        s = substr(s, RLENGTH + 1)
        return 1
    }
    return 0
}
function items(    first, any, here) {
    eat("[")
    if (eat("]")) { names = "[]"; return 1 }
    here = at
    do {
        names = ""
        at = here "[]"
        if (!value()) return 0
        at = here
        if (names ~ /^\[/) names = ""
        if (!any) first = names
        else if (names != first) uneven = "{" first "} and {" names "}"
        any = 1
    } while (eat(","))
    names = "[" first "]"
    return eat("]")
}
function members(    all, name, here, map) {
    eat("{")
    here = at
    map = maps != "" && at ~ maps
    if (eat("}")) { names = ""; note("{}"); return 1 }
    do {
        blank()
        name = s
        if (!string() || !eat(":")) return 0
        sub(/^"/, "", name)
        sub(/".*/, "", name)
        all = all (all == "" ? "" : " ") name
        at = here (here == "" ? "" : ".") (map ? "*" : name)
        if (!value()) return 0
        at = here
    } while (eat(","))
    names = all
    note(map ? "{}" : "{" all "}")
    return eat("}")
}
{
    s = $0
    names = uneven = at = reported = ""
    if (!value() || s ~ /[^ \t\r]/) {
        print "line " FNR " is no JSON at: " substr(s, 1, 60)
        failed = 1
    } else if (uneven != "") {
        print "line " FNR ": a list of objects with other names: " uneven
        failed = 1
    } else {
        if (shape) print names
        printf "%s", reported
    }
}
END { exit failed || !NR }
