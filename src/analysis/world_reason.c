/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/world_reason.h"

#include "game/square.h"

#include <math.h>

/* Smaller differences of shares of the worlds are not mentioned, nor those of one world or less, nor those
 * below SURE_ERRORS standard errors. */
static const double SHARE_MIN = 0.1, WORLDS_MIN = 1.5, SURE_ERRORS = 2;

/* Returns the variance of a share of `count` in `worlds`, as if each result had been seen once more; so it
 * is above 0 also for none and for all. */
static double variance(double count, double worlds)
{
    double share = (count + 1) / (worlds + 2);
    return share * (1 - share) / worlds;
}

/* Whether a piece is captured in clearly more worlds (`sign` 1) or fewer (-1) after move `best` than after
 * `next`, which may be NULL: then it is never captured. */
static bool differs(const struct rollout_account *best, const struct rollout_account *next, enum side side,
                    int piece, double sign)
{
    double count = best->taken[side][piece], next_count = next ? next->taken[side][piece] : 0;
    double share = count / best->counted, next_share = next ? next_count / next->counted : 0;
    double error = sqrt(variance(count, best->counted) + (next ? variance(next_count, next->counted) : 0));
    double difference = sign * (share - next_share);
    return difference >= fmax(SHARE_MIN, SURE_ERRORS * error) && difference * best->counted >= WORLDS_MIN;
}

/* Returns the piece of a side, by its index, whose captures differ clearly between both moves and most in
 * value; -1: none. `sign`: see differs. */
static int find_captured(const struct rollout_account *best, const struct rollout_account *next,
                         enum side side, double sign)
{
    double max = 0;
    int found = -1;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        double next_value = next ? next->taken_value[side][i] / next->counted : 0;
        double value = sign * (best->taken_value[side][i] / best->counted - next_value);
        if (value > max && differs(best, next, side, i, sign)) {
            max = value;
            found = i;
        }
    }
    return found;
}

bool world_reason_add(const struct rollout_study *study, int move, int other, bool figures, bool named,
                  enum notation notation, struct text *out)
{
    char name[MOVE_TEXT], square[SQUARE_TEXT];
    const struct rollout_account *best = &study->move[move];
    const struct rollout_account *next = other >= 0 ? &study->move[other] : NULL;
    enum side enemy = side_other(study->me);
    next = next && next->counted ? next : NULL;
    if (best->counted < 2 || (!figures && !next)) /* without figures the text compares with the other move */
        return false;
    int gains = find_captured(best, next, enemy, 1);
    int spares = gains < 0 ? find_captured(best, next, study->me, -1) : -1;
    if (gains < 0 && spares < 0)
        return false;
    enum side side = gains >= 0 ? enemy : study->me;
    int piece = gains >= 0 ? gains : spares, rank = study->piece[side][piece].rank;
    uint32_t count = best->taken[side][piece];
    move_write(best->move, best->attack, notation, name);
    text_printf(out, " %s %s the %s on %s", named ? name : "It",
                gains >= 0 ? "wins" : "loses", rank < RANKS ? rank_table[rank].name : "piece",
                square_write(study->piece[side][piece].square, notation, square));
    if (figures && !count)
        text_printf(out, " in none of %u worlds.", best->counted);
    else if (figures)
        text_printf(out, " in %s%u of %u worlds.", gains >= 0 ? "" : "only ", count, best->counted);
    else
        text_printf(out, " %s often than %s.", gains >= 0 ? "more" : "less",
                    move_write(next->move, next->attack, notation, name));
    return true;
}
