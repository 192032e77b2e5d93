/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/belief.h"

#include "belief/bayes.h"
#include "belief/deboer.h"
#include "belief/facts.h"
#include "belief/fast_math.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Floor: every rank that is possible keeps at least this part of its row, so that no rank is ever ruled out
 * by evidence alone and the scaling converges. */
static const double min_weight = 1e-9;

/* Gives each piece the counts of unknown ranks as weights. */
static void weigh_counts(struct belief *belief)
{
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS; rank++)
            belief->p[row][rank] = belief->public_state.unknown_count[belief->side][rank];
}

const struct belief_kind belief_kind_table[] = {
    {.name = "counts", .weigh = weigh_counts},
    {.name = "hard", .facts = true, .start = deboer_start, .weigh = deboer_weigh},
    {.name = "deboer", .facts = true,
     .start = deboer_start, .watch = deboer_watch, .learn = deboer_learn, .weigh = deboer_weigh},
    {.name = "bayes", .facts = true, .models = true,
     .start = bayes_start, .watch = bayes_watch, .learn = bayes_learn, .weigh = bayes_weigh},
};
const size_t belief_kind_count = sizeof belief_kind_table / sizeof *belief_kind_table;

const struct belief_kind *belief_kind_find(const char *name)
{
    for (size_t i = 0; i < belief_kind_count; i++)
        if (!strcmp(belief_kind_table[i].name, name))
            return &belief_kind_table[i];
    return NULL;
}

/* Copies a row's weights, scaled so that the largest weight allowed by `mask` is 1. Allowed weights become at
 * least min_weight, others 0. */
static void fill_row(double *cell, const double *weight, uint16_t mask)
{
    static const int64_t allowed[4][2] = {{0, 0}, {-1, 0}, {0, -1}, {-1, -1}}; /* by two bits of the mask */
    double2 max = {0, 0}; /* of the allowed weights, two ranks at once */
    for (int rank = 0; rank < RANKS; rank += 2) {
        double2 w = fast_keep2(allowed[mask >> rank & 3], fast_load2(weight + rank));
        max = fast_choose2(w > max, w, max);
    }
    double row_max = max[0] > max[1] ? max[0] : max[1], factor = row_max > 0 ? 1 / row_max : 1;
    /* Scale, apply the lower bound, and clear the forbidden ranks. */
    const double2 min = {min_weight, min_weight};
    for (int rank = 0; rank < RANKS; rank += 2) {
        double2 w = fast_load2(weight + rank) * factor;
        w = fast_keep2(allowed[mask >> rank & 3], fast_choose2(w > min, w, min));
        memcpy(cell + rank, &w, sizeof w);
    }
}

/* Brings the hidden rows of `p` into normal form (belief/normal.h): each row adds up to 1, each column to the
 * number of hidden pieces of its rank. For this it adds a row for each missing piece, with the counts of
 * unknown ranks as weights. A known piece gets 1 for its rank. */
static void normalise(struct belief *belief)
{
    const struct belief_options *options = &belief->knowledge->options;
    const uint8_t *hidden = belief->public_state.unknown_count[belief->side];
    struct belief_normal *normal = &belief->normal;
    double cell[PIECES_A_SIDE][RANKS];
    uint8_t row_of[PIECES_A_SIDE];
    int rows = 0, base = side_base(belief->side);
    bool infeasible = facts_infeasible(&belief->facts);
    /* Rows of hidden pieces are copied to be scaled. Other rows are known: 1 for the rank, or all 0. */
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int rank = belief->public_state.piece[base + row].rank;
        if (!belief_is_hidden(belief, base + row)) {
            memset(belief->p[row], 0, sizeof belief->p[row]);
            if (rank != RANK_UNKNOWN)
                belief->p[row][rank] = 1;
            continue;
        }
        fill_row(cell[rows], belief->p[row], facts_ranks(&belief->facts, row));
        row_of[rows++] = (uint8_t)row;
    }
    /* The rows of missing pieces. */
    int missing = infeasible ? 0 : facts_missing(&belief->facts);
    double weight[RANKS];
    for (int rank = 0; rank < RANKS; rank++)
        weight[rank] = hidden[rank];
    for (int i = 0; i < missing; i++)
        fill_row(cell[rows + i], weight, facts_missing_ranks(&belief->facts));
    /* If the facts contradict each other, the column sums cannot be met: scale only the rows. */
    int sweeps = infeasible ? 1 : (int)options->sweeps;
    normal->result = normal_scale(cell, rows + missing, hidden, options->accuracy, sweeps,
                                  infeasible ? NULL : normal->scale);
    if (infeasible) {
        normal->result.converged = true;
        normal->result.error = 0;
    }
    normal->count++;
    for (int i = 0; i < rows; i++)
        memcpy(belief->p[row_of[i]], cell[i], sizeof cell[i]);
    if (missing)
        memcpy(normal->missing_p, cell[rows], sizeof cell[rows]);
}

/* Recomputes `p`: the weights by the kind of guesser, then their normal form. */
static void refresh(struct belief *belief)
{
    belief->knowledge->kind->weigh(belief);
    normalise(belief);
}

void belief_init_public(struct belief *belief, const struct belief_knowledge *knowledge,
                        const struct public_state *state, enum side side)
{
    memset(belief, 0, sizeof *belief);
    belief->side = side;
    belief->knowledge = knowledge;
    belief->public_state = *state;
    for (int rank = 0; rank < RANKS; rank++)
        belief->normal.scale[rank] = 1;
    facts_start(belief);
    if (knowledge->kind->start)
        knowledge->kind->start(belief);
    refresh(belief);
}

void belief_init(struct belief *belief, const struct belief_knowledge *knowledge,
                 const struct view *view, enum side side)
{
    struct public_state state;
    public_state_init(&state, view);
    belief_init_public(belief, knowledge, &state, side);
}

/* Recomputes the facts. Appends to the evidence list, if there is one, each piece whose mask changed. */
static void apply_facts(struct belief *belief)
{
    const uint16_t *mask = facts_all_ranks(&belief->facts);
    uint16_t before[PIECES_A_SIDE];
    memcpy(before, mask, sizeof before);
    facts_apply(belief);
    for (int row = 0; row < PIECES_A_SIDE && evidence_is_recorded(&belief->evidence); row++) {
        float log_factor[RANKS];
        if (before[row] == mask[row])
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            log_factor[rank] = mask[row] >> rank & 1 ? 0 : -INFINITY;
        evidence_add(belief, row, EVIDENCE_FACT, log_factor);
    }
}

void belief_observe(struct belief *belief, const struct event *event)
{
    const struct belief_kind *kind = belief->knowledge->kind;
    uint8_t reveals[3]; /* attacker and defender, if revealed, then NO_PIECE */
    bool facts_change = facts_touched(belief, event);
    belief->ply = belief->public_state.plies + 1;
    enum side mover = piece_side(belief->public_state.at[event->move.from]);
    bool is_own_move = mover == belief->side;
    belief->public_state.to_move = mover; /* the other side may have lost a turn */
    if (kind->watch)
        kind->watch(belief, event);
    public_state_apply(&belief->public_state, event, reveals);
    if (facts_change)
        apply_facts(belief);
    if (kind->learn)
        kind->learn(belief, event, reveals);
    /* Without new facts, an enemy's move is no evidence of the side's ranks. The side's own move is evidence
     * only for a kind of guesser that watches moves. */
    if (facts_change || (is_own_move && kind->watch))
        refresh(belief);
}

const char *belief_conflict_text(const struct normal_conflict *conflict, enum notation notation,
                                 char text[CONFLICT_TEXT])
{
    const char *pieces = conflict->pieces == 1 ? "piece" : "pieces";
    if (!conflict->places) {
        snprintf(text, CONFLICT_TEXT, "no rank is left for %d %s", conflict->pieces, pieces);
        return text;
    }
    int used = snprintf(text, CONFLICT_TEXT, "%d %s would have to share %d %s of", conflict->pieces, pieces,
                        conflict->places, conflict->places == 1 ? "place" : "places");
    for (int rank = 0; rank < RANKS; rank++)
        if (conflict->ranks >> rank & 1)
            used += snprintf(text + used, (size_t)(CONFLICT_TEXT - used), " %c", rank_write(rank, notation));
    return text;
}

enum status belief_note(struct belief *belief, int number, uint16_t ranks, struct error *error)
{
    int row = number % PIECES_A_SIDE;
    float log_factor[RANKS];
    if (!facts_note(belief, row, ranks)) {
        char text[CONFLICT_TEXT];
        return error_set(error, STATUS_NO, "the note contradicts what is known: %s",
                         belief_conflict_text(facts_note_conflict(&belief->facts), NOTATION_DEBOER, text));
    }
    for (int rank = 0; rank < RANKS; rank++)
        log_factor[rank] = ranks >> rank & 1 ? 0 : -INFINITY;
    evidence_add(belief, row, EVIDENCE_NOTE, log_factor);
    refresh(belief);
    return STATUS_OK;
}

int belief_best(const struct belief *belief, int number)
{
    const double *p = belief->p[number % PIECES_A_SIDE];
    int best = 0;
    for (int rank = 1; rank < RANKS; rank++)
        if (p[rank] > p[best])
            best = rank;
    return best;
}

bool belief_is_flat(const struct belief *belief)
{
    return belief->knowledge->statistics->count == 0 &&
           !(belief->knowledge->kind->models && belief->knowledge->network);
}

bool belief_novelty(const struct belief *belief, double share[SETUP_NOVELTIES])
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    /* Programs do not reuse people's setups. */
    double people = (double)players_posterior(&belief->players, PLAYER_PEOPLE);
    if (!knowledge->kind->models || !knowledge->families || belief_is_flat(belief))
        return false;
    share[SETUP_KNOWN] = people * (double)mixture_novelty(&belief->mixture, SETUP_KNOWN);
    share[SETUP_NEAR] = people * (double)mixture_novelty(&belief->mixture, SETUP_NEAR);
    share[SETUP_NEW] = fmax(1 - share[SETUP_KNOWN] - share[SETUP_NEAR], 0);
    return true;
}

bool belief_players(const struct belief *belief, double share[PLAYER_COUNT])
{
    if (!belief->knowledge->kind->models)
        return false;
    for (int player = 0; player < PLAYER_COUNT; player++)
        share[player] = (double)players_posterior(&belief->players, player);
    return true;
}

void belief_heat(const struct belief *belief, int rank, double heat[SQUARES])
{
    for (int square = 0; square < SQUARES; square++) {
        int number = belief->public_state.at[square];
        bool is_of_side = number < PIECES && piece_side(number) == belief->side;
        heat[square] = is_of_side ? belief_get(belief, number, rank) : -1;
    }
}

int belief_squares(const struct belief *belief, int rank, struct belief_square *out, int max)
{
    int count = 0;
    for (int square = 0; square < SQUARES; square++) {
        int number = belief->public_state.at[square];
        if (number >= PIECES || piece_side(number) != belief->side)
            continue;
        double p = belief_get(belief, number, rank);
        int i = count < max ? count : max;
        /* Insert the square in its order; if the list is full, the last one drops out. */
        while (i > 0 && out[i - 1].probability < p) {
            if (i < max)
                out[i] = out[i - 1];
            i--;
        }
        if (i < max)
            out[i] = (struct belief_square){(uint8_t)square, (uint8_t)number, p};
        count += count < max;
    }
    return count;
}
