# Holds each line of its input against the grammar of JSON (RFC 8259), and says which is none.
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
function items() {
    eat("[")
    if (eat("]")) return 1
    do { if (!value()) return 0 } while (eat(","))
    return eat("]")
}
function members() {
    eat("{")
    if (eat("}")) return 1
    do { if (!string() || !eat(":") || !value()) return 0 } while (eat(","))
    return eat("}")
}
{
    s = $0
    if (!value() || s ~ /[^ \t\r]/) {
        print "line " FNR " is no JSON at: " substr(s, 1, 60)
        failed = 1
    }
}
END { exit failed || !NR }
