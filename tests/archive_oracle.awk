# Counts what happened in games, one a line in Gravon's table (tests/archive_events.sh), for the comparison with
# the archive's answers. It shares no code with the program: its own letters, fights and squares.
# Prints "QUERY<TAB>GAMES" for each question below, in their order; with -v stats=1 what games stats counts,
# "SUBJECT,WHAT,N,WINS,DRAWS,LOSSES" in any order; with -v intervals=1 the 95 % intervals of captures by games,
# "WHAT,LOW,HIGH"; with -v habits=1 the sums of what games player counts,
# "NAME<TAB>HABIT<TAB>COUNT", for each name and for "all". Columns 7 and 8 of a line may name Red and Blue.
# SPDX-License-Identifier: GPL-3.0-or-later
BEGIN {
    FS = "\t"
    split("bomb spy scout miner sergeant lieutenant captain major colonel general marshal flag", names, " ")
    for (i = 1; i <= 12; i++) {
        rank_of[substr("BCDEFGHIJKLM", i, 1)] = rank_of[substr("NOPQRSTUVWXY", i, 1)] = names[i]
        side_of[substr("BCDEFGHIJKLM", i, 1)] = "red"
        side_of[substr("NOPQRSTUVWXY", i, 1)] = "blue"
        strength[names[i]] = i
        letter_of[names[i]] = substr("BCDEFGHIJKLM", i, 1)
    }
    for (i = 1; i <= 10; i++)
        column[substr("ABCDEFGHIK", i, 1)] = i
    ask_fights()
    ask_armies()
}

# --- questions ---

# usage: fight("kind rank by before after at known moved owner") with - for what does not matter
function ask(query, kind, terms) { queries++; text[queries] = query; kinds[queries] = kind; term[queries] = terms }
function ask_fights() {
    ask("lost=marshal by=spy before=100", "fight", "lost marshal spy 100 - - - - -")
    ask("lost=marshal by=spy", "fight", "lost marshal spy - - - - - -")
    ask("lost=spy by=marshal after=50", "fight", "lost spy marshal - 50 - - - -")
    ask("took=miner by=captain", "fight", "took miner captain - - - - - -")
    ask("took=bomb by=miner known=yes", "fight", "took bomb miner - - - yes - -")
    ask("took=bomb by=miner and known=no", "fight", "took bomb miner - - - no - -")
    ask("lost=general by=marshal owner=won", "fight", "lost general marshal - - - - - won")
    ask("lost=any before=20", "fight", "lost any - 20 - - - - -")
    ask("took=flag by=miner", "fight", "took flag miner - - - - - -")
    ask("took=flag by=scout", "fight", "took flag scout - - - - - -")
    ask("lost=marshal by=marshal", "fight", "lost marshal marshal - - - - - -")
    ask("lost=captain by=bomb moved=yes", "fight", "lost captain bomb - - - - yes -")
    ask("took=any moved=no at=b7", "fight", "took any - - - b7 - no -")
    ask("lost=any at=e4 after=30 before=90", "fight", "lost any - 90 30 e4 - - -")
    ask("lost=general owner=lost known=yes", "fight", "lost general - - - - yes - lost")
    ask("lost=colonel by=general owner=red", "fight", "lost colonel general - - - - - red")
    ask("lost=captain by=major owner=blue moved=no", "fight", "lost captain major - - - - no blue")
    ask("lost=scout by=bomb before=60 owner=drawn", "fight", "lost scout bomb 60 - - - - drawn")
    ask("lost=general known=no moved=no", "fight", "lost general - - - - no no -")
    ask("took=spy by=scout owner=lost", "fight", "took spy scout - - - - - lost")
}
# An army's terms: "member operator value" three by three.
function ask_armies() {
    ask("flag=b1", "army", "flag = b1")
    ask("flag=j1 bombs=2", "army", "flag = a1 bombs = 2")
    ask("bombs=2 owner=won", "army", "bombs = 2 owner = won")
    ask("bombs=3 closed=yes owner=lost", "army", "bombs = 3 closed = yes owner = lost")
    ask("closed=yes", "army", "closed = yes")
    ask("closed=no bombs>=2", "army", "closed = no bombs > 1")
    ask("bombs=0", "army", "bombs = 0")
    ask("first-mover=scout", "army", "opener = scout")
    ask("first-mover=miner owner=won", "army", "opener = miner owner = won")
    ask("first-mover=major owner=blue", "army", "opener = major side = blue")
    ask("first-attack<10 owner=red", "army", "attack < 10 side = red")
    ask("marshal-moved<50", "army", "marshal-moved < 50")
    ask("scout-moved>20 owner=lost", "army", "scout-moved > 20 owner = lost")
    ask("spy-moved>0 flag=c1", "army", "spy-moved > 0 flag = c1")
    ask("general=e4", "army", "general = e4")
    ask("general=f4", "army", "general = e4")
    ask("marshal=d4 owner=drawn", "army", "marshal = d4 owner = drawn")
    ask("bluffs>=4 owner=won", "army", "bluffs > 3 owner = won")
    ask("attacks<20 owner=drawn", "army", "attacks < 20 owner = drawn")
    ask("chases>10", "army", "chases > 10")
    ask("spy=c3", "army", "spy = c3")
    ask("marshal=a4 general=c2", "army", "marshal = a4 general = c2")
    ask("miner-moved<30 owner=won", "army", "miner-moved < 30 owner = won")
}

# --- a game ---

# The square of a column and a row, both from 1, as people write it.
function square(x, y) { return substr("abcdefghij", x, 1) y }
# The outcome of an attack: which of both goes.
function removed(attacker, defender) {
    if (defender == "flag") return "defender"
    if (defender == "bomb") return attacker == "miner" ? "defender" : "attacker"
    if (attacker == defender) return "both"
    if (attacker == "spy" && defender == "marshal") return "defender"
    return strength[attacker] > strength[defender] ? "defender" : "attacker"
}
# What an army is at the start, with its own rows from 1 and files joined to a to e.
function look_at(side,    x, y, own_x, own_y, where, flag_x, flag_y, r) {
    split("", bomb_at)
    for (x = 1; x <= 10; x++)
        for (y = 1; y <= 10; y++) {
            where = square(x, y)
            if (owner[where] != side) continue
            own_x = side == "red" ? x : 11 - x
            own_y = side == "red" ? y : 11 - y
            r = rank[where]
            army[side, r] = square(own_x > 5 ? 11 - own_x : own_x, own_y)
            if (r == "bomb") bomb_at[own_x, own_y] = bombs_of[side, own_x, own_y] = 1
            if (r == "flag") { flag_x = own_x; flag_y = own_y }
        }
    army[side, "bombs"] = ((flag_x - 1, flag_y) in bomb_at) + ((flag_x + 1, flag_y) in bomb_at) + \
                          ((flag_x, flag_y - 1) in bomb_at) + ((flag_x, flag_y + 1) in bomb_at)
    army[side, "closed"] = army[side, "bombs"] == 4 - (flag_x == 1) - (flag_x == 10) - (flag_y == 1) ? "yes" : "no"
}
# Whether one step leads from one square to the other.
function is_step(a, b,    x, y) {
    x = index("abcdefghij", substr(a, 1, 1)) - index("abcdefghij", substr(b, 1, 1))
    y = substr(a, 2) - substr(b, 2)
    return x * x + y * y == 1
}
# Counts what a side did in a fight, before it is played; in a move without one, after it.
function count_fight(side, other, to, gone) {
    habit[side, "attacks"]++
    if (moved[to] != "yes") habit[side, "unmoved"]++
    if (gone == "defender") { habit[side, "won"]++; habit[other, "lost"]++ }
    if (gone == "attacker") { habit[side, "lost"]++; habit[other, "won"]++ }
}
function count_step(side, from, to, ply,    s, near, near_known, stronger, knows) {
    if (ply > 2 && quiet[ply - 1] && quiet[ply - 2] && went_to[ply - 2] == from && \
        is_step(from, went_from[ply - 1]) && is_step(to, went_to[ply - 1]))
        habit[side, "chases"]++
    if (known[to] == "yes") return
    for (s in owner) {
        if (owner[s] == "" || owner[s] == side || !is_step(s, to) || rank[s] == "bomb" || rank[s] == "flag") continue
        near = 1
        if (known[s] == "yes") near_known = 1
        if (removed(rank[s], rank[to]) != "defender") continue
        stronger = 1
        if (known[s] == "yes") knows = 1
    }
    habit[side, "approaches"] += near; habit[side, "known approaches"] += near_known
    habit[side, "bluffs"] += stronger; habit[side, "known bluffs"] += knows
}
function play(move, ply,    from, to, side, distance, gone, a, b) {
    from = square(column[substr(move, 1, 1)], substr(move, 2, 1) == ":" ? 10 : substr(move, 2, 1))
    to = square(column[substr(move, 3, 1)], substr(move, 4, 1) == ":" ? 10 : substr(move, 4, 1))
    side = owner[from]; a = rank[from]; b = rank[to]
    if (!((side, "opener") in army)) army[side, "opener"] = a
    if (!((side, a "-moved") in army)) army[side, a "-moved"] = ply
    if (b != "") {
        if (!((side, "attack") in army)) army[side, "attack"] = ply
        fights++
        f_ply[fights] = ply; f_to[fights] = to; f_a[fights] = a; f_b[fights] = b; f_side[fights] = side
        f_gone[fights] = gone = removed(a, b)
        f_a_known[fights] = known[from]; f_b_known[fights] = known[to]
        f_a_moved[fights] = moved[from]; f_b_moved[fights] = moved[to]
        if (!stats) count_fight(side, owner[to], to, gone)
        known[from] = known[to] = "yes"
    }
    distance = substr(from, 1, 1) == substr(to, 1, 1) ? substr(from, 2) - substr(to, 2) \
               : index("abcdefghij", substr(from, 1, 1)) - index("abcdefghij", substr(to, 1, 1))
    if (distance > 1 || distance < -1) known[from] = "yes"
    if (b == "" || gone == "defender") {
        rank[to] = a; owner[to] = side; known[to] = known[from]; moved[to] = "yes"
    } else if (gone == "both") {
        rank[to] = owner[to] = known[to] = moved[to] = ""
    }
    rank[from] = owner[from] = known[from] = moved[from] = ""
    if (stats) return
    habit[side, "moves"]++
    went_from[ply] = from; went_to[ply] = to; quiet[ply] = b == ""
    if (b == "") count_step(side, from, to, ply)
}

# --- answers ---

function result_of(side) { return winner == "draw" ? "drawn" : winner == side ? "won" : "lost" }
function fits(wanted, value) { return wanted == "-" || wanted == value }
# Whether fight f is one of the question, if the piece that it names is the defender (which = 1) or attacker.
function is_fight(f, t, which,    mine, other, owner_side) {
    if (which == 1 ? f_gone[f] == "attacker" : f_gone[f] == "defender") return 0
    if (t[1] == "took" && (which == 2 || f_gone[f] != "defender")) return 0
    mine = which == 1 ? f_b[f] : f_a[f]; other = which == 1 ? f_a[f] : f_b[f]
    owner_side = (which == 1) == (f_side[f] == "red") ? "blue" : "red"
    return (t[2] == "any" || t[2] == mine) && fits(t[3], other) && (t[4] == "-" || f_ply[f] < t[4] + 0) && \
        (t[5] == "-" || f_ply[f] > t[5] + 0) && fits(t[6], f_to[f]) && \
        fits(t[7], (which == 1 ? f_b_known[f] : f_a_known[f]) == "yes" ? "yes" : "no") && \
        fits(t[8], (which == 1 ? f_b_moved[f] : f_a_moved[f]) == "yes" ? "yes" : "no") && \
        (fits(t[9], owner_side) || fits(t[9], result_of(owner_side)))
}
function is_army(side, t, n,    i, value) {
    for (i = 1; i < n; i += 3) {
        value = t[i] == "owner" ? result_of(side) : t[i] == "side" ? side : army[side, t[i]]
        if (value == "") return 0
        if (t[i + 1] == "=" ? value != t[i + 2] : t[i + 1] == "<" ? value + 0 >= t[i + 2] : value + 0 <= t[i + 2])
            return 0
    }
    return 1
}
function answer(q,    t, n, f) {
    n = split(term[q], t, " ")
    if (kinds[q] == "army") return is_army("red", t, n) || is_army("blue", t, n)
    for (f = 1; f <= fights; f++)
        if (is_fight(f, t, 1) || is_fight(f, t, 2)) return 1
    return 0
}

# --- statistics ---

# Counts one thing of a side.
function count_one(subject, what, side,    key) {
    key = subject ",\"" what "\""
    n[key]++
    if (result_of(side) == "won") wins[key]++
    else if (result_of(side) == "lost") losses[key]++
}
# The squares with bombs of a side: of two mirror images the one whose number, bit by bit from a1, is lower.
function bomb_squares(side,    x, y, number, mirrored, text, other) {
    for (y = 1; y <= 4; y++)
        for (x = 1; x <= 10; x++) {
            if ((side, x, y) in bombs_of) { number += 2 ^ (10 * (y - 1) + x - 1); text = text " " square(x, y) }
            if ((side, 11 - x, y) in bombs_of) { mirrored += 2 ^ (10 * (y - 1) + x - 1); other = other " " square(x, y) }
        }
    return substr(mirrored < number ? other : text, 2)
}
# A first move, or its mirror image if that is first in byte order.
function opening(move,    from, to, text, mirrored) {
    from = substr(move, 1, 1); to = substr(move, 3, 1)
    text = square(column[from], substr(move, 2, 1)) "-" square(column[to], substr(move, 4, 1))
    mirrored = square(11 - column[from], substr(move, 2, 1)) "-" square(11 - column[to], substr(move, 4, 1))
    return mirrored < text ? mirrored : text
}
# A side's setup as 40 letters, front row first, as the owner sees it; and its mirror image.
function letters(side,    x, y, where, text) {
    for (y = 4; y >= 1; y--)
        for (x = 1; x <= 10; x++) {
            where = side == "red" ? square(x, y) : square(11 - x, 11 - y)
            text = text (rank[where] == "" ? "A" : letter_of[rank[where]])
        }
    return text
}
function mirror(setup,    i, text) {
    for (i = 0; i < 40; i++)
        text = text substr(setup, i - i % 10 + 10 - i % 10, 1)
    return text
}
function count_setup(side,    setup, mirrored) {
    setup = letters(side)
    mirrored = mirror(setup)
    if (mirrored < setup) setup = mirrored
    setup_n[setup]++
    setup_wins[setup] += result_of(side) == "won"
    setup_losses[setup] += result_of(side) == "lost"
}
# On how many places two setups differ; more than ten are not counted.
function apart(a, b,    i, n) {
    for (i = 1; i <= 40 && n <= 10; i++)
        n += substr(a, i, 1) != substr(b, i, 1)
    return n
}
# Families: the setup with most games, of several the one with the lowest ranks, and all with the same flag near it.
function join_families(    s, best, key) {
    for (s in setup_n) {
        image[s] = (index(s, "M") - 1) % 10 < 5 ? s : mirror(s)
        order[s] = image[s]
        sub(/M/, "A", order[s])
    }
    for (;;) {
        best = ""
        for (s in setup_n)
            if (!(s in joined) && (best == "" || setup_n[s] > setup_n[best] || \
                                   (setup_n[s] == setup_n[best] && order[s] < order[best])))
                best = s
        if (best == "") return
        key = "setups,\"" best "\""
        for (s in setup_n)
            if (!(s in joined) && index(image[s], "M") == index(image[best], "M") && apart(image[s], image[best]) <= 10) {
                joined[s] = 1
                n[key] += setup_n[s]; wins[key] += setup_wins[s]; losses[key] += setup_losses[s]
            }
    }
}
# Sums a game's captures, and after all games prints the intervals: of a ratio whose units are games, by Wilson.
function sum_captures(    f, key, c, p) {
    for (f = 1; f <= fights; f++) {
        if (f_gone[f] != "attacker") c[f_b[f] " by " f_a[f]] += 1
        if (f_gone[f] != "attacker") p[f_b[f] " by " f_a[f]] += points_of(f_side[f] == "red" ? "blue" : "red")
        if (f_gone[f] != "defender") c[f_a[f] " by " f_b[f]] += 1
        if (f_gone[f] != "defender") p[f_a[f] " by " f_b[f]] += points_of(f_side[f])
    }
    for (key in c) {
        games[key]++; sum_c[key] += c[key]; sum_p[key] += p[key]
        sum_cc[key] += c[key] ^ 2; sum_pc[key] += p[key] * c[key]; sum_pp[key] += p[key] ^ 2
    }
}
function points_of(side) { return result_of(side) == "won" ? 1 : result_of(side) == "drawn" ? 0.5 : 0 }
function print_intervals(    key, g, share, spread, min, trials, z2, centre, half) {
    for (key in games) {
        g = games[key]
        share = sum_p[key] / sum_c[key]
        trials = g
        if (g > 1 && share > 0 && share < 1) {
            spread = (sum_pp[key] - 2 * share * sum_pc[key] + share ^ 2 * sum_cc[key]) * g / (g - 1) / sum_c[key] ^ 2
            min = share * (1 - share) / sum_c[key] / g
            trials = share * (1 - share) / (spread > min ? spread : min)
        }
        z2 = 1.959963984540054 ^ 2 / trials
        centre = (share + z2 / 2) / (1 + z2)
        half = sqrt(z2 * share * (1 - share) + z2 ^ 2 / 4) / (1 + z2)
        if (g < 2) { centre = 0.5; half = 0.5 }
        printf("captures,\"%s\",%.4f,%.4f\n", key, (share > 0 || g < 2) ? centre - half : 0, \
               (share < 1 || g < 2) ? centre + half : 1)
    }
}
function take_stats(moves, count,    i, side, f, b) {
    for (i = 1; i <= 2; i++) {
        side = i == 1 ? "red" : "blue"
        count_one("flag", army[side, "flag"], side); count_one("marshal", army[side, "marshal"], side)
        count_one("general", army[side, "general"], side); count_one("spy", army[side, "spy"], side)
        b = army[side, "bombs"]
        count_one("bombs", b (b == 1 ? " bomb, " : " bombs, ") (army[side, "closed"] == "yes" ? "closed" : "open"), side)
        count_one("bomb-patterns", bomb_squares(side), side)
        if ((side, "opener") in army) count_one("first-mover", army[side, "opener"], side)
        if ((side, "attack") in army) {
            b = int((army[side, "attack"] - 1) / 10) * 10
            count_one("first-attack", "moves " b + 1 " to " b + 10, side)
        }
    }
    for (f = 1; f <= fights; f++) {
        if (f_gone[f] != "attacker") count_one("captures", f_b[f] " by " f_a[f], f_side[f] == "red" ? "blue" : "red")
        if (f_gone[f] != "defender") count_one("captures", f_a[f] " by " f_b[f], f_side[f])
    }
    b = int((count - 1) / 50) * 50
    count_one("length", count ? b + 1 " to " b + 50 " moves" : "no moves", "red")
    if (count) count_one("openings", opening(moves[1]), "red")
}

# Adds the game's counts to those of the names and of all.
function sum_habits(    key, part) {
    for (key in habit) {
        split(key, part, SUBSEP)
        sums[part[1] == "red" ? $7 : $8, part[2]] += habit[key]
        sums["all", part[2]] += habit[key]
    }
}

/^#/ { next }
{
    fights = 0
    split("", army); split("", bombs_of); split("", rank); split("", owner); split("", known); split("", moved)
    for (i = 1; i <= 100; i++) {
        letter = substr($2, i, 1)
        if (letter in rank_of) {
            rank[square((i - 1) % 10 + 1, int((i - 1) / 10) + 1)] = rank_of[letter]
            owner[square((i - 1) % 10 + 1, int((i - 1) / 10) + 1)] = side_of[letter]
        }
    }
    look_at("red"); look_at("blue")
    winner = $4 == 1 ? "red" : $4 == 2 ? "blue" : "draw"
    if (stats) { count_setup("red"); count_setup("blue") }
    count = split($6, moves, " ")
    for (m = 1; m <= count; m++)
        play(moves[m], m)
    if (stats) take_stats(moves, count)
    for (i = 1; i <= 2; i++) {
        side = i == 1 ? "red" : "blue"
        army[side, "bluffs"] = habit[side, "bluffs"] + 0; army[side, "chases"] = habit[side, "chases"] + 0
        army[side, "attacks"] = habit[side, "attacks"] + 0
    }
    if (habits) sum_habits()
    split("", habit)
    if (intervals) sum_captures()
    for (q = 1; q <= queries && !stats && !habits && !intervals; q++)
        total[q] += answer(q)
}
END {
    if (stats) join_families()
    if (intervals) print_intervals()
    for (key in n)
        printf "%s,%d,%d,%d,%d\n", key, n[key], wins[key], n[key] - wins[key] - losses[key], losses[key]
    for (key in sums) {
        split(key, part, SUBSEP)
        print part[1] "\t" part[2] "\t" sums[key]
    }
    for (q = 1; q <= queries && !stats && !habits && !intervals; q++)
        print text[q] "\t" total[q] + 0
}
