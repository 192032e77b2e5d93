/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Squares that the own pieces have stood on before, all of them at once, lose value for who is ahead, and
 * gain some for who is behind: chases and flights in a circle, and shuffling, end before a rule or a limit
 * ends the game. It looks at the public history alone, so rollouts see the same. */
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
    [MIN] = {"least", OPTION_NUMBER, 0, 1000, 20, NULL, "points",
               "the most that a repetition costs a side without a lead", ""},
    [LEAD] = {"lead", OPTION_NUMBER, 0, 10, 0.8, NULL, "times",
              "the most that it costs a side with a lead: this part of what may be lost until the state is "
              "`keep`",
              ""},
    [KEEP] = {"keep", OPTION_NUMBER, 0, 10, 1, NULL, "times",
              "the state of the game that a piece given up to end a repetition should leave", ""},
    [BEHIND] = {"behind", OPTION_NUMBER, 0, 10, 0.3, NULL, "times",
                "factor on the points for who is behind, as a gain", ""},
};

/* Moves by what they change: an own piece's number taken off one square and put on another. */
enum { PLACES = 1024 /* a power of two above MOVES_MAX */ };
struct changes {
    uint64_t key[PLACES];
    uint16_t move[PLACES]; /* its index, plus 1; 0: the place is free */
};

static uint64_t change_of(int number, struct move move)
{
    return zobrist_number[number][move.from] ^ zobrist_number[number][move.to];
}

/* Where the key is, or would go. */
static unsigned place_of(const struct changes *changes, uint64_t key)
{
    unsigned place = (unsigned)key % PLACES;
    while (changes->move[place] && changes->key[place] != key)
        place = (place + 1) % PLACES;
    return place;
}

/* How often since the last attack the own pieces have stood as they would after each quiet move. What the
 * enemy did meanwhile does not count: going round him in circles brings him no nearer. False where it was
 * never so. */
static bool count_repeats(const struct plan_context *context, uint16_t repeats[MOVES_MAX])
{
    const struct board *board = &context->view->board;
    uint32_t back = context->quiet < board->plies ? context->quiet : board->plies;
    struct changes changes;
    uint64_t undone = 0;
    bool any = false;
    if (back < 2)
        return false;
    memset(changes.move, 0, sizeof changes.move);
    memset(repeats, 0, (size_t)context->count * sizeof *repeats);
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        if (m->victim != NO_PIECE)
            continue;
        uint64_t key = change_of(m->piece, m->move);
        unsigned place = place_of(&changes, key);
        changes.key[place] = key;
        changes.move[place] = (uint16_t)(i + 1);
    }
    for (uint32_t i = board->plies; i-- > board->plies - back;) {
        const struct ply *ply = &board->history[i];
        if (board->piece[ply->mover].side != (uint8_t)context->me)
            continue;
        undone ^= change_of(ply->mover, ply->move);
        unsigned place = place_of(&changes, undone);
        if (changes.move[place]) {
            repeats[changes.move[place] - 1]++;
            any = true;
        }
    }
    return any;
}

static bool evaluate(const struct plan_context *context, const double *option, int subject, double *value)
{
    uint16_t repeats[MOVES_MAX];
    (void)subject;
    if (!count_repeats(context, repeats))
        return false;
    bool wanted = plan_state(context) < option[STATE];
    const double *strength = context->worth->strength;
    double lead = strength[context->me] - option[KEEP] * strength[context->enemy];
    double most = fmax(option[MIN], option[LEAD] * lead * context->scale);
    double each = option[POINTS] * (1 + context->quiet / option[QUIET]);
    for (int i = 0; i < context->count; i++) {
        if (!repeats[i])
            continue;
        double points = fmin(most, repeats[i] * each);
        value[i] = wanted ? option[BEHIND] * points : -points;
        plan_explain(context, i, value[i],
                     "the own pieces have stood so %d time%s in %u %s without an attack", repeats[i],
                     plural(repeats[i]), (unsigned)context->quiet, plural_of(context->quiet, "ply", "plies"));
    }
    return true;
}

const struct plan_kind plan_repetition = {
    .name = "Repetition",
    .column = "Rept",
    .words = "no repetition",
    .help = "keeps who is ahead from going in circles",
    .tier = PLAN_GENERAL,
    .subject = SUBJECT_GAME,
    .options = {"plan_repetition", "the plan Repetition: who is ahead does not go in circles", rows, OPTIONS},
    .evaluate = evaluate,
};
