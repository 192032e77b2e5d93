/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The multi-ply agent of Redeca & Groza 2018 (III.B, algorithm 1). Every legal move is tried on the board, an
 * attacked unknown piece with a rank drawn as the probabilistic agent draws it. Then the enemy replies: the
 * board is reversed into what he would see, our ranks that he does not know hidden, his own drawn, and he
 * chooses by the same algorithm, with a ply less to look through. His reply is played in the actual context:
 * his piece has the rank drawn for it, ours its own. What the evaluation gives then is the move's worth.
 *
 * The paper calls `cnt`, its counter of recursions, the number of plies (III.B: cnt = 2), but the times of
 * its table II tell otherwise: 2-ply takes 20 times as long as probabilistic, and 3-ply 26 times as long as
 * 2-ply, which is a branching factor each. So N-ply looks at N moves, and cnt is N - 1. */
#include "agent/kinds.h"

#include "agent/redeca.h"
#include "agent/time_share.h"
#include "base/clock.h"
#include "base/memory.h"
#include "search/outcomes.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct multi_ply {
    struct redeca_worth worth;
    int plies;
    enum redeca_enemy enemy;
    struct board board;      /* to think on; a copy of the view's for each move */
    struct progress progress;
};

/* One move being thought about. */
struct pondering {
    const struct multi_ply *self;
    const struct think *think;
    struct board *board;
    uint64_t nodes;          /* moves tried */
    double deadline;         /* 0: none */
    bool stopped;            /* a limit was met: what is being looked at is worth nothing */
};

enum { NODES_A_LOOK = 256 }; /* the clock and the stop flag are looked at so often */
static const double report_seconds = 0.1; /* not more often than this, but for the last time */

const struct option_group multi_ply_group = {
    .name = "multi_ply",
    .meaning = "the agent multi-ply: how far it looks, and its evaluation",
    .options = redeca_rows,
    .count = REDECA_OPTIONS,
};

static enum status load(void *state, const struct settings *settings, struct library *library,
                        struct error *error)
{
    struct multi_ply *self = state;
    double value[REDECA_OPTIONS];
    (void)library, (void)error;
    settings_group(settings, multi_ply_group.name, value, REDECA_OPTIONS);
    redeca_worth_init(&self->worth, value);
    self->plies = (int)value[REDECA_PLIES];
    self->enemy = (enum redeca_enemy)value[REDECA_ENEMY];
    return STATUS_OK;
}

static void end(void *state)
{
    struct multi_ply *self = state;
    board_free(&self->board);
}

/* --- one position and its reverse --- */

/* Counts one more move tried; true where a limit says that it was one too many. */
static bool is_over(struct pondering *thought)
{
    const struct think *think = thought->think;
    if (think->nodes && thought->nodes >= think->nodes)
        thought->stopped = true;
    else if (thought->nodes++ % NODES_A_LOOK == 0)
        thought->stopped |= (think->stop && atomic_load_explicit(think->stop, memory_order_relaxed)) ||
                            (thought->deadline > 0 && clock_now() >= thought->deadline);
    return thought->stopped;
}

/* What a side's unknown pieces could be: how many there are, and what is left for them. */
struct unknown {
    int moved[PIECES_A_SIDE], unmoved[PIECES_A_SIDE]; /* their numbers among the side's forty */
    int moved_count, unmoved_count;
    uint8_t left[PIECES_A_SIDE]; /* ranks: those that do not move first */
    int left_count, fixed_count;
};

static void list_unknown(const struct board *board, enum side side, struct unknown *unknown)
{
    const struct piece *pieces = &board->piece[(int)side * PIECES_A_SIDE];
    const uint8_t *count = board->unknown_count[side];
    unknown->moved_count = unknown->unmoved_count = unknown->left_count = 0;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        if (pieces[i].rank != RANK_UNKNOWN || pieces[i].square == SQUARE_NONE)
            continue;
        if (pieces[i].moved)
            unknown->moved[unknown->moved_count++] = i;
        else
            unknown->unmoved[unknown->unmoved_count++] = i;
    }
    for (int rank = FLAG; rank < RANKS; rank++)
        for (int i = 0; i < count[rank] && unknown->left_count < PIECES_A_SIDE; i++)
            unknown->left[unknown->left_count++] = (uint8_t)rank;
    unknown->fixed_count = count[FLAG] + count[BOMB];
}

/* Takes a rank at random out of left[least ..]. */
static uint8_t draw(struct unknown *unknown, int min, struct rng *rng)
{
    assert(unknown->left_count > min);
    int at = min + (int)rng_below(rng, (uint32_t)(unknown->left_count - min));
    uint8_t rank = unknown->left[at];
    unknown->left[at] = unknown->left[--unknown->left_count];
    return rank;
}

/* A rank for each unknown piece of a side, of those left, all ways to share them out being equally likely in
 * which what has moved is one that moves. */
static void draw_ranks(const struct board *board, enum side side, struct rng *rng,
                       uint8_t rank[PIECES_A_SIDE])
{
    struct unknown unknown;
    list_unknown(board, side, &unknown);
    for (int i = 0; i < unknown.moved_count; i++)
        rank[unknown.moved[i]] = draw(&unknown, unknown.fixed_count, rng);
    for (int i = 0; i < unknown.unmoved_count; i++)
        rank[unknown.unmoved[i]] = draw(&unknown, 0, rng);
}

/* A rank for an attacked unknown piece, by equations 1 and 2. They look at it alone: where all movers that
 * are left are needed for pieces that have moved, it is another. */
static int draw_victim(const struct board *board, const struct piece *victim, struct rng *rng)
{
    const uint8_t *count = board->unknown_count[victim->side];
    int movers = 0, rank = redeca_draw_rank(board, victim, rng);
    if (victim->moved || !rank_moves(rank))
        return rank;
    for (int r = SPY; r < RANKS; r++)
        movers += count[r];
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct piece *piece = &board->piece[(int)victim->side * PIECES_A_SIDE + i];
        movers -= piece->rank == RANK_UNKNOWN && piece->moved && piece->square != SQUARE_NONE;
    }
    int fixed = count[FLAG] + count[BOMB];
    if (movers > 0 || fixed == 0)
        return rank;
    return (int)rng_below(rng, (uint32_t)fixed) < count[FLAG] ? FLAG : BOMB;
}

/* What reverse changed on the board. */
struct reversal {
    enum side mover;                  /* who has just moved */
    uint64_t hidden;                  /* his pieces that the other does not know, bit n for piece n */
    uint8_t own[PIECES_A_SIDE];       /* their ranks */
    uint64_t revealed;                    /* the other's pieces that he does not know */
    uint8_t drawn[PIECES_A_SIDE];     /* the ranks they were given */
};

/* Turns the board, as it is known to the side that has just moved, into one that the side to move may see. */
static void reverse(struct board *board, struct rng *rng, struct reversal *reversal)
{
    enum side enemy = board->to_move, mover = side_other(enemy);
    reversal->mover = mover;
    reversal->hidden = 0;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct piece *piece = &board->piece[(int)mover * PIECES_A_SIDE + i];
        if (piece->square == SQUARE_NONE || piece->known || piece->rank == RANK_UNKNOWN)
            continue;
        reversal->hidden |= UINT64_C(1) << i;
        reversal->own[i] = piece->rank;
    }
    draw_ranks(board, enemy, rng, reversal->drawn);
    reversal->revealed = board_reveal_all(board, enemy, reversal->drawn);
    board_hide_all(board, mover, reversal->hidden);
}

static void reverse_back(struct board *board, const struct reversal *reversal)
{
    board_reveal_all(board, reversal->mover, reversal->own);
    board_hide_all(board, side_other(reversal->mover), reversal->revealed);
}

/* --- algorithm 1 --- */

static struct move choose(struct pondering *thought, int plies);

/* Nothing chosen yet for the side to move. */
static struct redeca_choice choice_of(const struct pondering *thought)
{
    struct redeca_choice choice;
    redeca_choice_init(&choice, &thought->self->worth, thought->board->to_move, thought->think->rng);
    return choice;
}

/* What the enemy's reply, chosen with so many plies, takes from the evaluation; 0 where he has none. The
 * board is as it was again behind it. */
static double lost_by_reply(struct pondering *thought, int plies)
{
    struct board *board = thought->board;
    struct reversal reversal;
    reverse(board, thought->think->rng, &reversal);
    struct move reply = choose(thought, plies);
    int mover_rank = move_is_none(reply) ? RANK_UNKNOWN : board->piece[board->at[reply.from]].rank;
    reverse_back(board, &reversal);
    if (move_is_none(reply))
        return 0;
    int victim = board->at[reply.to];
    return redeca_gain(&thought->self->worth, board, reply, mover_rank,
                       victim == NO_PIECE ? RANK_UNKNOWN : board->piece[victim].rank);
}

/* What a move of the side to move is worth to it, looking through `plies` plies, this one being the first. */
static double try_move(struct pondering *thought, struct move move, int plies)
{
    struct board *board = thought->board;
    const struct piece *mover = &board->piece[board->at[move.from]];
    int victim = board->at[move.to], victim_rank = RANK_UNKNOWN;
    if (victim != NO_PIECE) {
        victim_rank = board->piece[victim].rank;
        if (victim_rank == RANK_UNKNOWN)
            victim_rank = plies > 1 ? draw_victim(board, &board->piece[victim], thought->think->rng)
                                    : redeca_draw_rank(board, &board->piece[victim], thought->think->rng);
    }
    double gain = redeca_gain(&thought->self->worth, board, move, mover->rank, victim_rank);
    if (plies == 1 || victim_rank == FLAG) /* without a flag he replies no more */
        return gain;
    int next = thought->self->enemy == REDECA_ENEMY_PROBABILISTIC ? 1 : plies - 1;
    board_make_as(board, move, RANK_UNKNOWN, victim_rank);
    gain -= lost_by_reply(thought, next);
    board_unmake(board);
    return gain;
}

/* GetMultiplyMove: the move of the side to move. MOVE_NONE where there is none; once a limit is met, any. */
static struct move choose(struct pondering *thought, int plies)
{
    struct redeca_choice choice = choice_of(thought);
    struct move moves[MOVES_MAX];
    int count = board_moves(thought->board, moves);
    for (int i = 0; i < count && !is_over(thought); i++)
        redeca_offer(&choice, moves[i], try_move(thought, moves[i], plies));
    return choice.best;
}

/* --- the agent --- */

/* How far it may look and how long, by the question and by the clock. */
static int set_limits(struct pondering *thought, const struct view *view)
{
    const struct think *think = thought->think;
    int plies = thought->self->plies;
    double seconds = think->hard_seconds;
    if (think->depth > 0 && think->depth < plies)
        plies = think->depth;
    if (think->soft_seconds > 0 && (seconds <= 0 || think->soft_seconds < seconds))
        seconds = think->soft_seconds;
    if (think->has_clock && !think->depth && !think->nodes) {
        struct time_share share = time_share(think->clock, think->increment, board_played(&view->board) / 2);
        if (share.hard <= 0)
            plies = 1;
        else if (seconds <= 0 || share.hard < seconds)
            seconds = share.hard;
    }
    thought->deadline = seconds > 0 ? clock_now() + seconds : 0;
    return plies;
}

/* What a move's fight may show, by equations 1 and 2. */
static void add_fight(const struct board *board, struct move move, struct line_fight *fight)
{
    struct outcome_odds odds;
    const struct search_options by_counts = {.probabilities = BY_COUNTS};
    int victim = board->at[move.to];
    *fight = (struct line_fight){.square = move.to};
    if (victim == NO_PIECE || board->piece[victim].rank != RANK_UNKNOWN)
        return;
    outcome_odds_init(&odds, &by_counts, board, side_other(board->to_move), NULL);
    outcomes_of(&odds, board, victim, false, &fight->outcomes);
}

/* Tells the best move so far, and what each one that was tried is worth. */
static void report(const struct pondering *thought, struct progress *progress, double seconds,
                   const struct redeca_choice *choice)
{
    progress->nodes = thought->nodes;
    progress->seconds = seconds;
    progress->value = choice->value;
    progress->best = progress->line[0] = choice->best;
    progress->length = 1;
    add_fight(thought->board, choice->best, &progress->fight[0]);
    thought->think->report(thought->think->context, progress);
}

/* Looks at all of `moves` with `plies` plies, as far as the limits let it. */
static struct move look(struct pondering *thought, struct progress *progress, const struct move *moves,
                        int count, int plies)
{
    struct redeca_choice choice = choice_of(thought);
    const bool reveals = thought->think->report != NULL;
    double begun = reveals ? clock_now() : 0, revealed = begun, now = begun;
    progress->depth = progress->seldepth = plies;
    for (int i = 0; i < count && !is_over(thought); i++) {
        uint64_t before = thought->nodes - 1; /* this move counts too */
        double value = try_move(thought, moves[i], plies);
        if (thought->stopped)
            break;
        redeca_offer(&choice, moves[i], value);
        progress->root[progress->roots++] = (struct root_move){moves[i], value, false,
                                                               thought->nodes - before};
        if (reveals && (now = clock_now()) - revealed >= report_seconds) {
            report(thought, progress, now - begun, &choice);
            revealed = now;
        }
    }
    if (reveals && progress->roots)
        report(thought, progress, now - begun, &choice);
    return choice.best;
}

static struct move best_move(void *state, const struct view *view, const struct think *think)
{
    struct multi_ply *self = state;
    struct pondering thought = {.self = self, .think = think, .board = &self->board};
    struct move moves[MOVES_MAX];
    int plies = set_limits(&thought, view);
    board_copy(&self->board, &view->board);
    board_reserve(&self->board, (uint32_t)plies);
    int count = redeca_moves(think, &self->board, moves);
    memset(&self->progress, 0, offsetof(struct progress, root));
    struct move best = look(&thought, &self->progress, moves, count, plies);
    if (!move_is_none(best) || !count)
        return best;
    /* Not one move could be looked at to the end: one ply each takes no time to speak of. */
    const struct think at_once = {.rng = think->rng};
    thought = (struct pondering){.self = self, .think = &at_once, .board = &self->board};
    return look(&thought, &self->progress, moves, count, 1);
}

const struct agent_kind agent_multi_ply = {
    .name = "multi-ply",
    .help = "looks some plies ahead in drawn ranks, the enemy replying likewise (Redeca & Groza 2018)",
    .options = "multi_ply",
    .size = sizeof(struct multi_ply),
    .load = load,
    .end = end,
    .move = best_move,
    .only_own = true,
};
