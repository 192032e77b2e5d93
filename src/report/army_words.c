/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/army_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The totals from which an army is good and fair: random armies have -3 on average, those of strong players
 * -12 to 8 (doc/setups.md). */
enum { GOOD_FROM = 3, FAIR_FROM = -4 };

/* The smallest difference of points that counts as one. */
static const double min_difference = 1e-6;

/* A row of the judge's table: what it finds, and the weakness of an army that loses points by it, which is
 * for a flag bombed in that it is not; NULL: none. */
struct row_words {
    const char *what, *weakness;
};

static const struct row_words words[JUDGE_ROWS] = {
    [JUDGE_TRAPPED] = {"pieces that never move", "Bombs shut pieces in: they can never move."},
    [JUDGE_CONFINED] = {"a very long way out", "Some pieces stand far from any way out."},
    [JUDGE_FLAG_BOMBED] = {"bombs all round the flag", "The flag has sides that no bomb guards."},
    [JUDGE_FLAG_MARSHAL] = {"the marshal guards the flag", NULL},
    [JUDGE_FLAG_GENERAL] = {"the general guards the flag", NULL},
    [JUDGE_FLAG_MAJOR] = {"a 7 or 8 guards the flag", NULL},
    [JUDGE_FLAG_SCOUTS] = {"many scouts before the flag", "The scouts before the flag cannot guard it."},
    [JUDGE_FLAG_WEAK] = {"weak pieces before the flag", "The pieces before the flag are too weak."},
    [JUDGE_SPY_BLOCKS] = {"the spy is in the way", "The spy is in the way of a strong piece."},
    [JUDGE_LOWER_BLOCKS] = {"weak pieces in the way", "Weaker pieces are in the way of stronger ones."},
    [JUDGE_FRONT_MINER] = {"miners in front", "Miners in front are lost early: you need them later."},
    [JUDGE_BOMB_GUARDED] = {"a bomb with a 4 or 5 around it", NULL},
    [JUDGE_BOMB_SCOUT] = {"a scout or spy by a bomb",
                          "A scout or spy beside a bomb falls to the miner that takes the bomb."},
    [JUDGE_FLAG_BOMB_BARE] = {"a bomb beside the flag with no 4 or 5 around it",
                              "Each bomb beside the flag needs a 4 or 5 around it, against miners."},
    [JUDGE_OPENING_BOMBS] = {"many bombs in front", "Many bombs in front are in your own way."},
    [JUDGE_OPENING_MINERS] = {"many miners in front", "Miners in front are lost early: you need them later."},
    [JUDGE_OPENING_COLONELS] = {"both colonels in front", "Both colonels are in front: keep one back."},
    [JUDGE_OPENING_FLAG] = {"the flag in front", "The flag stands in front, where it is found first."},
    [JUDGE_OPENING_MAJORS] = {"many majors in front", "Many majors are in front: keep one back."},
    [JUDGE_OPENING_SAME] = {"many of one rank in front", "Many of one rank are in front: mix them."},
    [JUDGE_OPENING_SCOUTS] = {"many scouts in front", "Many scouts are in front: keep some for later."},
    [JUDGE_SHORT_WAYS] = {"open sides of the flag", "The flag has open sides: bombs or an edge close them."},
    [JUDGE_SHORT_HALF] = {"the strongest near the flag", NULL},
    [JUDGE_SHORT_PAIR] = {"the strongest two together", "The two strongest stand together: part them."},
    [JUDGE_SHORT_SPY] = {"the spy by the strongest", NULL},
    [JUDGE_SHORT_EXITS] = {"free pieces in front", NULL},
    [JUDGE_SHORT_LAKES] = {"pieces behind a lake", "Pieces behind a lake cannot move at once."},
    [JUDGE_SHORT_DECOY] = {"a bomb far from the flag", NULL},
};

/* What changed between two setups. */
struct army_change {
    double total[2];                     /* before, after */
    double heuristic[JUDGE_HEURISTICS + 1]; /* [heuristic]: the difference of its points */
    double row[JUDGE_ROWS];              /* [row]: the difference of its points */
    int times[JUDGE_ROWS];               /* [row]: the difference of the times that it applied */
};

/* Computes the points of both setups and the differences, after minus before, by row and by heuristic. */
static void find_change(const struct judge *judge, const struct setup *before, const struct setup *after,
                        struct army_change *change)
{
    struct judge_finding old[JUDGE_ROWS], new[JUDGE_ROWS];
    *change = (struct army_change){0};
    change->total[0] = judge_explain(judge, before, old);
    change->total[1] = judge_explain(judge, after, new);
    for (int row = 0; row < JUDGE_ROWS; row++) {
        change->times[row] = new[row].times - old[row].times;
        change->row[row] = change->times[row] * judge->points[row];
        change->heuristic[judge_table[row].heuristic] += change->row[row];
    }
}

/* Returns the row of a heuristic (0: of any) that changed most, in the direction of `sign`. JUDGE_ROWS if
 * there is none. */
static int largest_row(const struct army_change *change, int heuristic, double sign)
{
    int found = JUDGE_ROWS;
    for (int row = 0; row < JUDGE_ROWS; row++) {
        double size = sign < 0 ? -change->row[row] : change->row[row];
        bool fits = !heuristic || judge_table[row].heuristic == heuristic;
        if (fits && size > (found < JUDGE_ROWS ? fabs(change->row[found]) : min_difference))
            found = row;
    }
    return found;
}

/* Returns the heuristic whose points changed most; 0 if there is none. */
static int largest_heuristic(const struct army_change *change)
{
    int found = 0;
    for (int h = 1; h <= JUDGE_HEURISTICS; h++)
        if (fabs(change->heuristic[h]) > (found ? fabs(change->heuristic[found]) : min_difference))
            found = h;
    return found;
}

const char *army_change_grade(double before, double after)
{
    return fabs(after - before) < min_difference ? "the same" : after > before ? "better" : "worse";
}

/* Writes the totals before and after, and the two heuristics whose points changed most. Sets the changes of
 * these heuristics to 0. */
static void write_figures(struct army_change *change, char text[ARMY_WORDS])
{
    size_t used = (size_t)snprintf(text, ARMY_WORDS, "Total %.5g to %.5g: ", change->total[0] + 0.0,
                                   change->total[1] + 0.0);
    double others = change->total[1] - change->total[0];
    int heuristic = 0;
    for (int n = 0; n < 2 && (heuristic = largest_heuristic(change)) != 0; n++) {
        double points = change->heuristic[heuristic];
        int row = largest_row(change, heuristic, points);
        used += (size_t)snprintf(text + used, ARMY_WORDS - used, "%s%s %+.5g", n ? ", " : "",
                                 judge_heuristic_name(heuristic), points);
        if (n == 0 && row < JUDGE_ROWS) /* the reason of the largest change */
            used += (size_t)snprintf(text + used, ARMY_WORDS - used, " (%s%s)",
                                     change->times[row] < 0 ? "gone: " : "", words[row].what);
        others -= points;
        change->heuristic[heuristic] = 0;
    }
    if (largest_heuristic(change))
        snprintf(text + used, ARMY_WORDS - used, ", others %+.5g", others + 0.0);
}

char *army_change_words(const struct judge *judge, const struct setup *before, const struct setup *after,
                        bool figures, char text[ARMY_WORDS])
{
    struct army_change change;
    find_change(judge, before, after, &change);
    double difference = change.total[1] - change.total[0];
    if (!largest_heuristic(&change)) {
        snprintf(text, ARMY_WORDS, "As good as before");
    } else if (figures) {
        write_figures(&change, text);
    } else if (fabs(difference) < min_difference) {
        snprintf(text, ARMY_WORDS, "As good as before: better in one way, worse in another");
    } else {
        int row = largest_row(&change, 0, difference);
        snprintf(text, ARMY_WORDS, "%s than before. %s: %s", difference > 0 ? "Better" : "Worse",
                 change.times[row] > 0 ? "Now" : "Gone", words[row].what);
    }
    return text;
}

const char *army_grade(double total)
{
    return total >= GOOD_FROM ? "good" : total >= FAIR_FROM ? "fair" : "weak";
}

const char *army_weakness(const struct judge *judge, const struct setup *setup, placeset *places)
{
    struct judge_finding findings[JUDGE_ROWS];
    const char *weakness = "Nothing speaks against it.";
    *places = 0;
    double worst = min_difference;
    judge_explain(judge, setup, findings);
    for (int row = 0; row < JUDGE_ROWS; row++) {
        double cost = row == JUDGE_FLAG_BOMBED ? (findings[row].times ? 0 : judge->points[row])
                                               : -findings[row].times * judge->points[row];
        if (!words[row].weakness || !judge_row_applies(row, setup) || cost <= worst)
            continue;
        worst = cost;
        weakness = words[row].weakness;
        *places = row == JUDGE_FLAG_BOMB_BARE ? findings[row].places : 0;
    }
    return weakness;
}
