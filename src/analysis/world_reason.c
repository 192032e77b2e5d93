/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/world_reason.h"

/* Smaller differences of shares of the worlds are not mentioned, nor those of one world or less. */
static const double SHARE_MIN = 0.1, WORLDS_MIN = 1.5;

/* Finds the rank whose captures differ most, in value, between the best move and the next. `best`, `next`:
 * number of worlds by rank. `sign`: 1 for ranks captured more often after the best move, -1 for those less
 * often. Returns -1 if none differs clearly. */
static int find_captured(const uint32_t *best, double best_worlds, const uint32_t *next, double next_worlds,
                         const double *value, double sign)
{
    double max = 0;
    int found = -1;
    for (int rank = 0; rank < RANKS; rank++) {
        double difference = best[rank] / best_worlds - (next_worlds > 0 ? next[rank] / next_worlds : 0);
        bool clear = sign * difference >= SHARE_MIN && sign * difference * best_worlds >= WORLDS_MIN;
        if (clear && sign * difference * value[rank] > max) {
            max = sign * difference * value[rank];
            found = rank;
        }
    }
    return found;
}

void world_reason_add(const struct rollout_study *study, int move, int other, bool figures, bool named,
                      enum notation notation, struct text *out)
{
    char name[MOVE_TEXT];
    const struct rollout_account *best = &study->move[move];
    const struct rollout_account *next = other >= 0 ? &study->move[other] : NULL;
    static const uint32_t none[RANKS];
    double worlds = best->counted, next_worlds = next ? next->counted : 0;
    if (worlds < 2)
        return;
    int gains = find_captured(best->gained, worlds, next ? next->gained : none, next_worlds,
                              study->value[side_other(study->me)], 1);
    int spares = find_captured(best->lost, worlds, next ? next->lost : none, next_worlds,
                               study->value[study->me], -1);
    int rank = gains >= 0 ? gains : spares;
    if (rank < 0 || (!figures && !next)) /* without figures the text compares with the other move */
        return;
    text_printf(out, " %s %s %s %s", named ? move_write(best->move, best->attack, notation, name) : "It",
                gains >= 0 ? "wins" : "loses", rank_table[rank].count == 1 ? "the" : "a",
                rank_table[rank].name);
    uint32_t count = gains >= 0 ? best->gained[rank] : best->lost[rank];
    if (figures && !count)
        text_printf(out, " in none of %u worlds.", best->counted);
    else if (figures)
        text_printf(out, " in %s%u of %u worlds.", gains >= 0 ? "" : "only ", count, best->counted);
    else
        text_printf(out, " %s often than %s.", gains >= 0 ? "more" : "less",
                    move_write(next->move, next->attack, notation, name));
}
