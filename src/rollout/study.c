/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rollout/study.h"

#include "base/memory.h"
#include "rollout/condition.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double CONDITION_MIN = 0.05; /* min reported difference of values; near 0 it is a twentieth of
                                           * the strength */
static const double INFERENCE_MIN = 0.1; /* min reported gain of probability */
static const double SEEN = 0.999;          /* a rank is certain from this probability on */

/* Inserts an inference into the list if it gains more than the last one. */
static void insert_inference(struct rollout_study *study, struct rollout_inference found)
{
    struct rollout_inference *listed = study->inference;
    /* The free place at the end; in a full list the place after the end, so that the last one drops out. */
    int index = study->inferences < STUDY_RANKS ? study->inferences++ : STUDY_RANKS;
    for (; index > 0 && found.p - found.guessed > listed[index - 1].p - listed[index - 1].guessed; index--)
        if (index < STUDY_RANKS)
            listed[index] = listed[index - 1];
    if (index < STUDY_RANKS)
        listed[index] = found;
}

/* Finds for each enemy piece the rank that gains most, if the evidence of its own moves causes it. */
static void infer_ranks(struct rollout_study *study, const struct rollout_terms *terms)
{
    enum side enemy = side_other(terms->view->side);
    const struct belief *belief = &terms->observer->belief[enemy];
    double p[PIECES_A_SIDE][RANKS];
    struct seat_evidence moves = terms->observer->evidence;
    moves.weight[SEAT_EVIDENCE_APPROACH] = 0; /* only the evidence of the kinds of opponent */
    memcpy(p, belief->p, sizeof p);
    seat_evidence_apply(&moves, belief, p);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const double *before = belief->p[row], *after = p[row];
        int gained = 0;
        for (int rank = 1; rank < RANKS; rank++)
            if (after[rank] - before[rank] > after[gained] - before[gained])
                gained = rank;
        if (belief_is_hidden(belief, side_base(enemy) + row) &&
            moves.opponent.log_ratio[row][gained] > 0 && after[gained] - before[gained] >= INFERENCE_MIN)
            insert_inference(study, (struct rollout_inference){
                terms->view->board.piece[side_base(enemy) + row].square, (uint8_t)gained, before[gained],
                after[gained]});
    }
}

void study_begin(struct rollout_study *study, const struct rollout_terms *terms)
{
    const struct board *board = &terms->view->board;
    *study = (struct rollout_study){.me = terms->view->side, .plies = terms->plies, .count = terms->count,
                                    .learnt = terms->learnt, .won = rollout_won(terms),
                                    .mixed = terms->models != NULL,
                                    .possible = rollout_possible(terms->view, terms->observer)};
    memcpy(study->mixture, terms->mixture, sizeof study->mixture);
    for (int i = 0; i < terms->count; i++)
        study->move[i] = (struct rollout_account){
            .move = terms->moves[i], .attack = board->at[terms->moves[i].to] != NO_PIECE,
            .bonus = terms->bonus[i], .chance = -1, .condition.square = SQUARE_NONE,
            .rank = board->piece[board->at[terms->moves[i].from]].rank};
    struct worth worth;
    worth_compute(terms->worth_options, terms->view, &worth);
    memcpy(study->value, worth.value, sizeof study->value);
    for (int number = 0; number < PIECES; number++) {
        const struct piece *piece = &board->piece[number];
        study->piece[piece_side(number)][number % PIECES_A_SIDE].square = piece->square;
        study->piece[piece_side(number)][number % PIECES_A_SIDE].rank = piece->rank;
    }
    infer_ranks(study, terms);
}

bool study_better(const struct rollout_account *move, const struct rollout_account *other)
{
    return move->worlds != other->worlds ? move->worlds > other->worlds
                                         : move->mean + move->bonus > other->mean + other->bonus;
}

enum { CLEAR_WORLDS = 8 }; /* in fewer worlds a move is not clearly better or worse */
static const double CLEAR_ERRORS = 2;
static const double EQUAL_MAX = 0.1; /* max lead over an equal move: in a few worlds errors are large */

/* Returns by how much the chosen move is better than another, by mean plus bonus. */
static double lead_over(const struct rollout_study *study, const struct rollout_account *account)
{
    return study->move[study->best].bonus - account->bonus - account->diff;
}

bool study_leads_clearly(const struct rollout_study *study, int move)
{
    const struct rollout_account *account = &study->move[move], *best = &study->move[study->best];
    double lead = lead_over(study, account);
    return account->worlds >= CLEAR_WORLDS && best->worlds >= CLEAR_WORLDS && lead > 0 &&
           lead >= CLEAR_ERRORS * account->diff_error;
}

bool study_equals_best(const struct rollout_study *study, int move)
{
    const struct rollout_account *account = &study->move[move], *best = &study->move[study->best];
    bool tried = account->worlds > 0 && (account->worlds >= CLEAR_WORLDS || account->worlds == best->worlds);
    double lead = lead_over(study, account);
    return tried && (lead <= 0 || (lead <= EQUAL_MAX && lead < CLEAR_ERRORS * account->diff_error));
}

void study_choose(struct rollout_study *study, int move)
{
    const struct rollout_account chosen = study->move[move];
    if (move == study->best)
        return;
    for (int i = 0; i < study->count; i++) {
        struct rollout_account *account = &study->move[i];
        if (!account->worlds)
            continue;
        account->diff -= chosen.diff;
        account->diff_error = hypot(account->diff_error, chosen.diff_error); /* 0: of the former one */
        account->chance_diff_error = hypot(account->chance_diff_error, chosen.chance_diff_error);
    }
    study->move[move].diff_error = study->move[move].chance_diff_error = 0;
    study->best = move;
}

/* Finds the highest result of the other moves in a world. False if no other was tried in it. */
static bool find_best_other(const struct halving *halving, int count, int arm, uint32_t world, double *value)
{
    bool any = false;
    for (int i = 0; i < count; i++) {
        const struct halving_arm *other = &halving->arm[i];
        if (i == arm || world >= other->worlds)
            continue;
        *value = any && *value >= other->value[world] ? *value : other->value[world];
        any = true;
    }
    return any;
}

/* --- captured pieces and results --- */

/* Counts a captured piece of `side`, with the value of its rank. `index`: its number among the side's
 * pieces. */
static void count_piece(struct rollout_account *account, const struct rollout_study *study, enum side side,
                        int index, int rank)
{
    account->taken[side][index]++;
    account->taken_value[side][index] += study->value[side][rank];
}

/* Adds the captured pieces (each rank once, however many pieces of it) and the result of one rollout to the
 * account of a move. */
static void count_taken(struct rollout_study *study, const struct rollout_table *table,
                        const struct board *board, int arm, uint32_t world)
{
    const enum side me = study->me, enemy_side = side_other(me);
    struct rollout_account *account = &study->move[arm];
    const struct rollout_trace *trace = rollout_trace_of(table, arm, world);
    const uint8_t *drawn = rollout_world(table, world);
    bool gained[RANKS] = {false}, lost[RANKS] = {false};
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct piece *own = &board->piece[side_base(me) + i];
        const struct piece *enemy = &board->piece[side_base(enemy_side) + i];
        int enemy_rank = enemy->rank == RANK_UNKNOWN ? drawn[i] : enemy->rank;
        if (trace->taken[me] >> i & 1) {
            lost[own->rank] = true;
            count_piece(account, study, me, i, own->rank);
        }
        if (trace->taken[enemy_side] >> i & 1) {
            gained[enemy_rank] = true;
            count_piece(account, study, enemy_side, i, enemy_rank);
        }
    }
    for (int rank = 0; rank < RANKS; rank++) {
        account->gained[rank] += gained[rank];
        account->lost[rank] += lost[rank];
    }
    account->result[trace->result]++;
}

/* Adds the chance to win of one rollout to the mean and its spread, by the updates of Welford (1962). If the
 * chance of one rollout is not known (below 0), the mean is not known either. */
static void count_chance(struct rollout_account *account, double chance)
{
    double from_old_mean = chance - account->chance;
    if (account->counted == 0)
        account->chance = chance;
    else if (chance < 0 || account->chance < 0)
        account->chance = -1;
    else
        account->chance += from_old_mean / (account->counted + 1);
    account->chance_squares += account->counted ? from_old_mean * (chance - account->chance) : 0;
    account->counted++;
    account->chance_error = account->counted > 1
        ? sqrt(account->chance_squares / (account->counted - 1.0) / account->counted) : 0;
}

void study_count(struct rollout_study *study, const struct rollout_table *table, const struct board *board)
{
    const struct halving *halving = rollout_so_far(table);
    study->trials = halving->trials;
    study->best = halving->best;
    study->equals = halving->equals;
    for (int i = 0; i < study->count; i++) {
        struct rollout_account *account = &study->move[i];
        account->worlds = halving->arm[i].worlds;
        account->mean = halving->arm[i].mean;
        account->error = halving->arm[i].error;
        account->diff = halving_compare(halving, i, study->best, &account->diff_error);
        while (account->counted < account->worlds) {
            count_taken(study, table, board, i, account->counted);
            count_chance(account, (double)rollout_trace_of(table, i, account->counted)->chance);
        }
    }
}

/* Returns the standard error of the difference between the chances of two moves over their common worlds. */
static double chance_diff_error(const struct rollout_table *table, int arm, int other)
{
    const struct halving_arm *arms = rollout_so_far(table)->arm;
    uint32_t worlds = arms[arm].worlds < arms[other].worlds ? arms[arm].worlds : arms[other].worlds;
    double mean = 0, squares = 0;
    for (uint32_t world = 0; world < worlds; world++) { /* the updates of Welford (1962) */
        double diff = (double)rollout_trace_of(table, arm, world)->chance -
                      (double)rollout_trace_of(table, other, world)->chance;
        double from_old_mean = diff - mean;
        mean += from_old_mean / (world + 1);
        squares += from_old_mean * (diff - mean);
    }
    return worlds > 1 ? sqrt(squares / (worlds - 1.0) / worlds) : 0;
}

/* Computes in how many worlds no other move had a higher result. */
static void count_best(const struct rollout_table *table, int moves, int arm, struct rollout_account *account)
{
    const struct halving *halving = rollout_so_far(table);
    double best_other_value = 0;
    for (uint32_t world = 0; world < account->worlds; world++) {
        bool any = find_best_other(halving, moves, arm, world, &best_other_value);
        account->best += !any || halving->arm[arm].value[world] >= best_other_value;
    }
}

/* --- the hidden rank on which the value depends --- */

/* The ranks of pieces of unknown rank, by world. */
struct hidden_ranks {
    uint8_t (*rank)[PIECES_A_SIDE];
};

/* Returns the ranks of a world. It is the callback of condition_find. */
static const uint8_t *ranks_in(const void *context, uint32_t world)
{
    return ((const struct hidden_ranks *)context)->rank[world];
}

/* Returns the index of the move with which a move is compared. Returns -1 if there is none. It is the same in
 * all worlds: the best of each world would be a move that cannot be chosen in advance. */
static int find_rival(const struct rollout_study *study, int move)
{
    int rival = -1;
    if (move != study->best)
        return study->best;
    for (int i = 0; i < study->count; i++)
        if (i != move && study->move[i].worlds &&
            (rival < 0 || study_better(&study->move[i], &study->move[rival])))
            rival = i;
    return rival;
}

/* Finds the hidden rank on which the lead over the rival depends. Pieces of known rank are excluded: their
 * ranks are the same in all worlds. */
static void find_condition(const struct rollout_study *study, const struct rollout_table *table,
                           const struct rollout_terms *terms, int arm, struct rollout_account *account)
{
    enum side enemy = side_other(terms->view->side);
    int rival = find_rival(study, arm);
    const struct halving_arm *own = &rollout_so_far(table)->arm[arm];
    const struct halving_arm *other = rival < 0 ? NULL : &rollout_so_far(table)->arm[rival];
    uint32_t worlds = other && other->worlds < own->worlds ? other->worlds : own->worlds;
    worlds = worlds < CONDITION_WORLDS ? worlds : CONDITION_WORLDS;
    struct hidden_ranks hidden = {memory_new(worlds, sizeof *hidden.rank)};
    double *value = memory_new(worlds, sizeof *value);
    for (uint32_t world = 0; world < worlds; world++) {
        const uint8_t *drawn = rollout_world(table, world);
        for (int i = 0; i < PIECES_A_SIDE; i++) {
            const struct piece *piece = &terms->view->board.piece[side_base(enemy) + i];
            bool is_hidden = piece->square != SQUARE_NONE && piece->rank == RANK_UNKNOWN;
            hidden.rank[world][i] = is_hidden ? drawn[i] : RANK_UNKNOWN;
        }
        value[world] = own->value[world] - (other ? other->value[world] : 0);
    }
    struct condition found;
    struct condition_terms terms_of_condition = {.value = value, .ranks = ranks_in, .context = &hidden,
                                                 .worlds = worlds, .min = CONDITION_MIN,
                                                 .seed = terms->seed};
    if (condition_find(&found, &terms_of_condition))
        account->condition = (struct rollout_condition){
            .square = terms->view->board.piece[side_base(enemy) + found.row].square,
            .rank = (uint8_t)found.rank, .worlds = found.worlds, .of = found.of,
            .p = terms->observer->p[enemy][found.row][found.rank], .against = rival,
            .with = found.with, .without = found.without};
    free(hidden.rank);
    free(value);
}

/* --- a typical line --- */

/* Stores the first plies of the rollout whose result is nearest to the mean. */
static void find_line(struct rollout_table *table, const struct rollout_terms *terms, int arm,
                      struct rollout_account *account)
{
    const struct halving_arm *tried = &rollout_so_far(table)->arm[arm];
    uint32_t nearest = 0, from = terms->view->board.plies;
    for (uint32_t world = 1; world < tried->worlds; world++)
        if (fabs(tried->value[world] - tried->mean) < fabs(tried->value[nearest] - tried->mean))
            nearest = world;
    const struct board *end = rollout_replay(table, arm, nearest, STUDY_LINE);
    while (account->length < STUDY_LINE && from + (uint32_t)account->length < end->plies) {
        struct event event = board_event(end, from + (uint32_t)account->length);
        if (event.battle == BATTLE_NONE)
            event.attacker = RANK_UNKNOWN; /* only ranks in battles are reported */
        account->line[account->length++] = event;
    }
}

/* --- what the enemy may believe --- */

/* Stores what the enemy may believe about the moved piece before and after the move. */
static void store_beliefs(struct rollout_table *table, const struct rollout_terms *terms, int arm,
                          struct rollout_account *account)
{
    enum side me = terms->view->side;
    const double (*after)[RANKS] = rollout_believed(table, arm, me);
    int row = terms->view->board.at[account->move.from] - side_base(me);
    memcpy(account->believed[0], terms->observer->p[me][row], sizeof account->believed[0]);
    account->seen = account->attack || !after || after[row][account->rank] > SEEN;
    if (after)
        memcpy(account->believed[1], after[row], sizeof account->believed[1]);
}

void study_make(struct rollout_study *study, struct rollout_table *table, const struct rollout_terms *terms)
{
    study_count(study, table, &terms->view->board);
    for (int i = 0; i < study->count; i++) {
        struct rollout_account *account = &study->move[i];
        store_beliefs(table, terms, i, account);
        if (!account->worlds)
            continue;
        account->chance_diff_error = chance_diff_error(table, i, study->best);
        count_best(table, terms->count, i, account);
        find_condition(study, table, terms, i, account);
        find_line(table, terms, i, account);
    }
    /* The end of the time also stops the halving, but is no request to stop. */
    study->stopped = rollout_so_far(table)->stopped && terms->stop &&
                     atomic_load_explicit(terms->stop, memory_order_relaxed);
    study->made = true;
}
