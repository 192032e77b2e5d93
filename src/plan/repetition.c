/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves that repeat an earlier placement of all own pieces lose points for the side that is ahead, and gain
 * some for the side that is behind. So chases and flights in a circle, and aimless moves, end before a rule
 * or a limit ends the game. The plan reads only the public history, so it is the same in rollouts. */
#include "base/plural.h"
#include "game/zobrist.h"
#include "plan/plan_common.h"
#include "plan/plans.h"

#include <math.h>
#include <string.h>

enum { WEIGHT, POINTS, QUIET, STATE, MIN, LEAD, KEEP, BEHIND, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(0),
    [POINTS] = {"points", OPTION_NUMBER, 0, 1000, 1, NULL, "points",
                "points taken off for each time that the own pieces have stood so since the last attack", ""},
    [QUIET] = {"quiet", OPTION_INT, 1, 10000, 50, NULL, "plies",
               "so many plies without an attack add these points once more", ""},
    [STATE] = {"state", OPTION_NUMBER, 0, 10, 0.9, NULL, "times",
               "with the state of the game from here up the side wants no repetition; below, it wants one",
               ""},
    [MIN] = {"min", OPTION_NUMBER, 0, 1000, 20, NULL, "points",
             "the max cost of a repetition for a side without a lead", "", "least"},
    [LEAD] = {"lead", OPTION_NUMBER, 0, 10, 0.8, NULL, "times",
              "its max cost for a side with a lead: this part of what may be lost until the state is `keep`",
              ""},
    [KEEP] = {"keep", OPTION_NUMBER, 0, 10, 1, NULL, "times",
              "the state of the game that a piece given up to end a repetition should leave", ""},
    [BEHIND] = {"behind", OPTION_NUMBER, 0, 10, 0.3, NULL, "times",
                "factor on the points for the side behind, as a gain", ""},
};

enum { PLACES = 1024 /* of the hash table: a power of two above MOVES_MAX */ };
/* A hash table of the quiet moves. The key of a move is what it changes: an own piece's number removed from
 * one square and put on another. */
struct changes {
    uint64_t key[PLACES];
    uint16_t move[PLACES]; /* index of the move plus 1; 0: the entry is free */
};

/* Returns the key of a move of piece `number`. */
static uint64_t change_of(int number, struct move move)
{
    return zobrist_number[number][move.from] ^ zobrist_number[number][move.to];
}

/* Returns the key's index in the hash table. If the key is not in it, returns the free index where it would
 * be inserted (linear probing). */
static unsigned place_of(const struct changes *changes, uint64_t key)
{
    unsigned place = (unsigned)key % PLACES;
    while (changes->move[place] && changes->key[place] != key)
        place = (place + 1) % PLACES;
    return place;
}

/* Counts for each quiet move how often the own pieces have stood as they would after it, since the last
 * attack. Returns false if they never have. Ignores enemy pieces: moving in circles around them makes no
 * progress either. */
static bool count_repeats(const struct plan_context *context, uint16_t repeats[MOVES_MAX])
{
    const struct board *board = &context->view->board;
    uint32_t back = context->quiet < board->plies ? context->quiet : board->plies;
    struct changes changes;
    uint64_t difference = 0;
    bool any = false;
    if (back < 2)
        return false;
    memset(changes.move, 0, sizeof changes.move);
    memset(repeats, 0, (size_t)context->count * sizeof *repeats);
    /* Inserts the quiet moves. */
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        if (m->victim != NO_PIECE)
            continue;
        uint64_t key = change_of(m->piece, m->move);
        unsigned place = place_of(&changes, key);
        changes.key[place] = key;
        changes.move[place] = (uint16_t)(i + 1);
    }
    /* Goes back to the last attack: `difference` is the difference between the placement then and now. A
     * quiet move with the same key would lead to that placement. */
    for (uint32_t i = board->plies; i-- > board->plies - back;) {
        const struct ply *ply = &board->history[i];
        if (board->piece[ply->mover].side != (uint8_t)context->me)
            continue;
        difference ^= change_of(ply->mover, ply->move);
        unsigned place = place_of(&changes, difference);
        if (changes.move[place]) {
            repeats[changes.move[place] - 1]++;
            any = true;
        }
    }
    return any;
}

/* Takes off points for moves that repeat a placement of the own pieces. Gives points for them instead if the
 * side is behind. */
static bool evaluate_repetition(const struct plan_context *context, const double *option, int subject,
                                double *value)
{
    uint16_t repeats[MOVES_MAX];
    (void)subject;
    if (!count_repeats(context, repeats))
        return false;
    bool wanted = plan_state(context) < option[STATE];
    const double *strength = context->worth->strength;
    double lead = strength[context->me] - option[KEEP] * strength[context->enemy];
    /* A side with a lead pays for an end of the repetition up to a part of that lead. */
    double max_points = fmax(option[MIN], option[LEAD] * lead * context->scale);
    double points_each = option[POINTS] * (1 + context->quiet / option[QUIET]);
    for (int i = 0; i < context->count; i++) {
        if (!repeats[i])
            continue;
        double points = fmin(max_points, repeats[i] * points_each);
        value[i] = wanted ? option[BEHIND] * points : -points;
        plan_explain(context, i, value[i],
                     "repeats an earlier placement of its pieces|, %d time%s in %u %s without an attack",
                     repeats[i], plural(repeats[i]), (unsigned)context->quiet,
                     plural_of(context->quiet, "ply", "plies"));
    }
    return true;
}

const struct plan_kind plan_repetition = {
    .name = "Repetition", .column = "Rept",
    .words = "no repetition",
    .help = "keeps the side ahead from going in circles",
    .tier = PLAN_GENERAL, .subject = SUBJECT_GAME,
    .options = {"plan_repetition", "the plan Repetition: the side ahead does not go in circles",
                rows, OPTIONS},
    .evaluate = evaluate_repetition,
};
