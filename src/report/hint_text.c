/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/hint_text.h"

#include "report/study_text.h"

#include <math.h>

enum { MOVES_NAMED = 3 };

static const double SHARE_MIN = 0.1; /* a smaller difference of shares of the worlds is not mentioned */

/* Appends " 57 +-2": the chance of a move in percent, with its standard error if there is one. */
static void add_chance(const struct rollout_account *account, struct text *out)
{
    text_printf(out, " %.0f", 100 * account->chance);
    if (account->counted > 1)
        text_printf(out, " +-%.0f", 100 * account->chance_error);
}

/* Appends the chances of the best moves: "Chance to win 57 +-2 %, b4-b5 55 +-3, c4-c5 52 +-3." */
static void add_chances(const struct rollout_study *study, const int *order, int count,
                        enum notation notation, struct text *out)
{
    char name[MOVE_TEXT];
    if (study->move[order[0]].chance < 0)
        return;
    text_add(out, " Chance to win");
    add_chance(&study->move[order[0]], out);
    text_add(out, " %");
    for (int i = 1; i < count && i < MOVES_NAMED; i++) {
        const struct rollout_account *account = &study->move[order[i]];
        if (!account->worlds || account->chance < 0)
            break;
        text_printf(out, ", %s", move_write(account->move, account->attack, notation, name));
        add_chance(account, out);
    }
    text_add(out, ".");
}

/* Finds the rank whose captures differ most, in value, between the best move and the next. `best`, `next`:
 * number of worlds by rank. Returns -1 if none differs by SHARE_MIN. */
static int find_captured(const uint32_t *best, double best_worlds, const uint32_t *next, double next_worlds,
                         const double *value, double sign)
{
    double max = 0;
    int found = -1;
    for (int rank = 0; rank < RANKS; rank++) {
        double difference = best[rank] / best_worlds - (next_worlds > 0 ? next[rank] / next_worlds : 0);
        if (sign * difference >= SHARE_MIN && sign * difference * value[rank] > max) {
            max = sign * difference * value[rank];
            found = rank;
        }
    }
    return found;
}

/* Appends what came of the best move in the worlds that sets it apart from the next: " It wins a major in 6
 * of 10 worlds.", or without figures " It wins a major more often than b4-b5." Nothing if they differ
 * little. */
static void add_worlds(const struct rollout_study *study, const int *order, int count, bool figures,
                       enum notation notation, struct text *out)
{
    char name[MOVE_TEXT];
    const struct rollout_account *best = &study->move[order[0]];
    const struct rollout_account *next = count > 1 ? &study->move[order[1]] : NULL;
    static const uint32_t none[RANKS];
    double worlds = best->counted, other = next ? next->counted : 0;
    if (worlds < 2)
        return;
    int gains = find_captured(best->gained, worlds, next ? next->gained : none, other,
                              study->value[side_other(study->me)], 1);
    int spares = find_captured(best->lost, worlds, next ? next->lost : none, other, study->value[study->me],
                               -1);
    int rank = gains >= 0 ? gains : spares;
    if (rank < 0 || (!figures && !next))
        return;
    text_printf(out, " It %s %s %s", gains >= 0 ? "wins" : "loses",
                rank_table[rank].count == 1 ? "the" : "a", rank_table[rank].name);
    if (figures)
        text_printf(out, " in %s%u of %u worlds.", gains >= 0 ? "" : "only ",
                    gains >= 0 ? best->gained[rank] : best->lost[rank], best->counted);
    else
        text_printf(out, " %s often than %s.", gains >= 0 ? "more" : "less",
                    move_write(next->move, next->attack, notation, name));
}

void hint_text(const struct rollout_study *study, const char *sentence, bool figures, enum notation notation,
               struct text *out)
{
    int order[HALVING_ARMS], count = study_order(study, order);
    const struct rollout_account *best = &study->move[order[0]];
    char name[MOVE_TEXT];
    if (sentence)
        text_add(out, sentence);
    else
        text_printf(out, "%s.", move_write(best->move, best->attack, notation, name));
    if (figures)
        add_chances(study, order, count, notation, out);
    if (figures || !sentence) /* one reason is enough for a beginner */
        add_worlds(study, order, count, figures, notation, out);
}
