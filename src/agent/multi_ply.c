/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The multi-ply agent of Redeca & Groza 2018 (III.B, algorithm 1). It tries every legal move on the board;
 * an attacked unknown piece gets a rank drawn as in the probabilistic agent. Then the enemy replies: the
 * board is changed to the enemy's view (our unknown ranks are hidden, the enemy's ranks are drawn), and
 * the reply is chosen by the same algorithm with one ply less. The reply is then evaluated on our own
 * board: the enemy's piece has the rank drawn for it, ours its real rank. The evaluation after it is the
 * value of the move.
 *
 * The paper calls `cnt`, its counter of recursions, the number of plies (III.B: cnt = 2). But in its table
 * II 2-ply takes 20 times as long as probabilistic, and 3-ply 26 times as long as 2-ply: each is one
 * branching factor. So N-ply looks at N moves, and cnt is N - 1. */
#include "agent/kinds.h"

#include "agent/redeca.h"
#include "agent/time_share.h"
#include "base/clock.h"
#include "search/outcomes.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* The state of the agent. */
struct multi_ply {
    struct redeca_worth worth;
    int plies;
    enum redeca_enemy enemy;
    struct board board;      /* the search makes and unmakes its moves on it; copied from the view for each
                              * move */
    struct progress progress;
};

/* The search for one move. */
struct ply_search {
    const struct multi_ply *self;
    const struct think *think;
    struct board *board;
    uint64_t nodes;          /* moves tried so far */
    double deadline;         /* on clock_now; 0: none */
    bool stopped;            /* a limit was reached: the value of the current move is not usable */
};

enum { NODES_PER_CHECK = 256 }; /* nodes between two checks of the clock and the stop flag */
static const double report_seconds = 0.1; /* min seconds between two reports; the last one always comes */

const struct option_group multi_ply_group = {
    .name = "multi_ply",
    .meaning = "the agent multi-ply: how far it looks, and its evaluation",
    .options = redeca_rows, .count = REDECA_OPTIONS,
};

/* Loads the settings; it cannot fail. */
static enum status multi_ply_load(void *state, const struct settings *settings, struct library *library,
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

/* The `end` callback: frees the board. */
static void multi_ply_end(void *state)
{
    struct multi_ply *self = state;
    board_free(&self->board);
}

/* --- own view and enemy's view --- */

/* Counts a node. True if a limit is reached: the search must then stop. */
static bool count_node(struct ply_search *search)
{
    const struct think *think = search->think;
    if (think->nodes && search->nodes >= think->nodes)
        search->stopped = true;
    else if (search->nodes++ % NODES_PER_CHECK == 0)
        search->stopped |= (think->stop && atomic_load_explicit(think->stop, memory_order_relaxed)) ||
                            (search->deadline > 0 && clock_now() >= search->deadline);
    return search->stopped;
}

/* The unknown pieces of a side, and the ranks that remain for them. */
struct unknown {
    int moved[PIECES_A_SIDE], unmoved[PIECES_A_SIDE]; /* numbers of the pieces among the side's forty */
    int moved_count, unmoved_count;
    uint8_t remaining[PIECES_A_SIDE];                 /* ranks; those that cannot move come first */
    int remaining_count, fixed_count;                 /* length of `remaining`, and how many of the ranks
                                                       * cannot move */
};

/* Lists the unknown pieces of a side and the ranks that they may have. */
static void list_unknown(const struct board *board, enum side side, struct unknown *unknown)
{
    const struct piece *pieces = &board->piece[(int)side * PIECES_A_SIDE];
    const uint8_t *count = board->unknown_count[side];
    unknown->moved_count = unknown->unmoved_count = unknown->remaining_count = 0;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        if (pieces[i].rank != RANK_UNKNOWN || pieces[i].square == SQUARE_NONE)
            continue;
        if (pieces[i].moved)
            unknown->moved[unknown->moved_count++] = i;
        else
            unknown->unmoved[unknown->unmoved_count++] = i;
    }
    for (int rank = FLAG; rank < RANKS; rank++)
        for (int i = 0; i < count[rank] && unknown->remaining_count < PIECES_A_SIDE; i++)
            unknown->remaining[unknown->remaining_count++] = (uint8_t)rank;
    unknown->fixed_count = count[FLAG] + count[BOMB];
}

/* Draws one of the ranks unknown->remaining[first ..] at random and removes it. For a piece that has moved,
 * `first` is unknown->fixed_count: the ranks before it cannot move. */
static uint8_t draw_remaining_rank(struct unknown *unknown, int first, struct rng *rng)
{
    assert(unknown->remaining_count > first);
    int index = first + (int)rng_below(rng, (uint32_t)(unknown->remaining_count - first));
    uint8_t rank = unknown->remaining[index];
    unknown->remaining[index] = unknown->remaining[--unknown->remaining_count];
    return rank;
}

/* Draws a rank for each unknown piece of a side from the remaining ranks. All assignments in which moved
 * pieces get movable ranks are equally likely. `rank`: by the piece's number among the side's forty. */
static void draw_ranks(const struct board *board, enum side side, struct rng *rng,
                       uint8_t rank[PIECES_A_SIDE])
{
    struct unknown unknown;
    list_unknown(board, side, &unknown);
    for (int i = 0; i < unknown.moved_count; i++)
        rank[unknown.moved[i]] = draw_remaining_rank(&unknown, unknown.fixed_count, rng);
    for (int i = 0; i < unknown.unmoved_count; i++)
        rank[unknown.unmoved[i]] = draw_remaining_rank(&unknown, 0, rng);
}

/* Draws a rank for an attacked unknown piece by equations 1 and 2 of Redeca & Groza 2018. These ignore the
 * other pieces: if all remaining movable ranks are needed for pieces that have moved, an unmoved piece gets
 * flag or bomb instead. */
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

/* What switch_to_enemy_view changed on the board, for restore_own_view. */
struct view_switch {
    enum side mover;                  /* the side that has just moved */
    uint64_t hidden;                  /* its pieces that the enemy does not know; bit n: piece n of its
                                       * forty */
    uint8_t mover_rank[PIECES_A_SIDE]; /* the ranks of these pieces */
    uint64_t revealed;                /* the enemy's pieces that the mover does not know, likewise */
    uint8_t enemy_rank[PIECES_A_SIDE]; /* the ranks drawn for them */
};

/* Changes the board from the view of the side that has just moved into a possible view of the side to
 * move. */
static void switch_to_enemy_view(struct board *board, struct rng *rng, struct view_switch *view_switch)
{
    enum side enemy = board->to_move, mover = side_other(enemy);
    view_switch->mover = mover;
    view_switch->hidden = 0;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct piece *piece = &board->piece[(int)mover * PIECES_A_SIDE + i];
        if (piece->square == SQUARE_NONE || piece->known || piece->rank == RANK_UNKNOWN)
            continue;
        view_switch->hidden |= UINT64_C(1) << i;
        view_switch->mover_rank[i] = piece->rank;
    }
    draw_ranks(board, enemy, rng, view_switch->enemy_rank);
    view_switch->revealed = board_reveal_all(board, enemy, view_switch->enemy_rank);
    board_hide_all(board, mover, view_switch->hidden);
}

/* Changes the board back to the view before switch_to_enemy_view, which filled `view_switch`. */
static void restore_own_view(struct board *board, const struct view_switch *view_switch)
{
    board_reveal_all(board, view_switch->mover, view_switch->mover_rank);
    board_hide_all(board, side_other(view_switch->mover), view_switch->revealed);
}

/* --- algorithm 1 --- */

static struct move choose_move_in_plies(struct ply_search *search, int plies);

/* Returns an empty choice for the side to move. */
static struct redeca_choice new_choice(const struct ply_search *search)
{
    struct redeca_choice choice;
    redeca_choice_init(&choice, &search->self->worth, search->board->to_move, search->think->rng);
    return choice;
}

/* Returns how much the enemy's best reply (searched `plies` deep) adds to the enemy's evaluation. Returns 0
 * if there is no reply. Leaves the board unchanged. */
static double reply_gain(struct ply_search *search, int plies)
{
    struct board *board = search->board;
    struct view_switch view_switch;
    switch_to_enemy_view(board, search->think->rng, &view_switch);
    struct move reply = choose_move_in_plies(search, plies);
    int mover_rank = move_is_none(reply) ? RANK_UNKNOWN : board->piece[board->at[reply.from]].rank;
    restore_own_view(board, &view_switch);
    if (move_is_none(reply))
        return 0;
    int victim = board->at[reply.to];
    return redeca_gain(&search->self->worth, board, reply, mover_rank,
                       victim == NO_PIECE ? RANK_UNKNOWN : board->piece[victim].rank);
}

/* Returns how much a move adds to the mover's evaluation, searched `plies` deep, this move included.
 * Unknown victims get a drawn rank. */
static double value_of_move(struct ply_search *search, struct move move, int plies)
{
    struct board *board = search->board;
    const struct piece *mover = &board->piece[board->at[move.from]];
    int victim = board->at[move.to], victim_rank = RANK_UNKNOWN;
    if (victim != NO_PIECE) {
        victim_rank = board->piece[victim].rank;
        if (victim_rank == RANK_UNKNOWN) /* before a reply, the other pieces must still get ranks too */
            victim_rank = plies > 1 ? draw_victim(board, &board->piece[victim], search->think->rng)
                                    : redeca_draw_rank(board, &board->piece[victim], search->think->rng);
    }
    double gain = redeca_gain(&search->self->worth, board, move, mover->rank, victim_rank);
    if (plies == 1 || victim_rank == FLAG) /* capturing the flag ends the game: no reply */
        return gain;
    int next = search->self->enemy == REDECA_ENEMY_PROBABILISTIC ? 1 : plies - 1;
    board_make_as(board, move, RANK_UNKNOWN, victim_rank);
    gain -= reply_gain(search, next);
    board_unmake(board);
    return gain;
}

/* Chooses the best move of the side to move (the paper's GetMultiplyMove). MOVE_NONE: there is no move.
 * After a limit is reached the result has no meaning. */
static struct move choose_move_in_plies(struct ply_search *search, int plies)
{
    struct redeca_choice choice = new_choice(search);
    struct move moves[MOVES_MAX];
    int count = board_moves(search->board, moves);
    for (int i = 0; i < count && !count_node(search); i++)
        redeca_offer(&choice, moves[i], value_of_move(search, moves[i], plies));
    return choice.best;
}

/* --- the agent --- */

/* Sets search->deadline from the limits of the request and the clock. Returns how many plies to search. */
static int set_ply_limits(struct ply_search *search, const struct view *view)
{
    const struct think *think = search->think;
    int plies = search->self->plies;
    double seconds = think->hard_seconds;
    if (think->depth > 0 && think->depth < plies)
        plies = think->depth;
    if (think->soft_seconds > 0 && (seconds <= 0 || think->soft_seconds < seconds))
        seconds = think->soft_seconds;
    if (think->has_clock && !think->depth && !think->nodes) {
        struct time_share share = time_share(think->clock, think->increment, board_played(&view->board) / 2);
        if (share.hard <= 0) /* no time to spare */
            plies = 1;
        else if (seconds <= 0 || share.hard < seconds)
            seconds = share.hard;
    }
    search->deadline = seconds > 0 ? clock_now() + seconds : 0;
    return plies;
}

/* Fills *fight with the possible outcomes of an attack on an unknown piece, by the counts of the remaining
 * ranks. */
static void set_line_fight(const struct board *board, struct move move, struct line_fight *fight)
{
    struct outcome_odds odds;
    const struct search_options by_counts = {.probabilities = BY_COUNTS};
    int victim = board->at[move.to];
    *fight = (struct line_fight){.square = move.to};
    if (victim == NO_PIECE || board->piece[victim].rank != RANK_UNKNOWN)
        return;
    outcome_odds_init(&odds, &by_counts, board, side_other(board->to_move), NULL);
    outcomes_fill(&odds, board, victim, false, &fight->outcomes);
}

/* Reports the best move so far and the values of all moves tried. `seconds`: since the start. */
static void report_best_so_far(const struct ply_search *search, struct progress *progress, double seconds,
                               const struct redeca_choice *choice)
{
    progress->nodes = search->nodes;
    progress->seconds = seconds;
    progress->value = choice->value;
    progress->best = progress->line[0] = choice->best;
    progress->length = 1;
    set_line_fight(search->board, choice->best, &progress->fight[0]);
    search->think->report(search->think->context, progress);
}

/* Searches each of `moves` `plies` deep, until a limit is reached. Returns the best; MOVE_NONE if no move
 * was finished. */
static struct move search_moves(struct ply_search *search, struct progress *progress,
                                const struct move *moves, int count, int plies)
{
    struct redeca_choice choice = new_choice(search);
    const bool reports = search->think->report != NULL;
    double begun = reports ? clock_now() : 0, reported = begun, now = begun;
    progress->depth = progress->seldepth = plies;
    for (int i = 0; i < count && !count_node(search); i++) {
        uint64_t before = search->nodes - 1; /* count_node has already counted this move */
        double value = value_of_move(search, moves[i], plies);
        if (search->stopped)
            break;
        redeca_offer(&choice, moves[i], value);
        progress->root[progress->roots++] = (struct root_move){moves[i], value, false,
                                                               search->nodes - before};
        if (reports && (now = clock_now()) - reported >= report_seconds) {
            report_best_so_far(search, progress, now - begun, &choice);
            reported = now;
        }
    }
    if (reports && progress->roots)
        report_best_so_far(search, progress, now - begun, &choice);
    return choice.best;
}

/* The `move` callback: searches as deep as the options, the request and the clock allow. */
static struct move multi_ply_move(void *state, const struct view *view, const struct think *think)
{
    struct multi_ply *self = state;
    struct ply_search search = {.self = self, .think = think, .board = &self->board};
    struct move moves[MOVES_MAX];
    int plies = set_ply_limits(&search, view);
    board_copy(&self->board, &view->board);
    board_reserve(&self->board, (uint32_t)plies);
    int count = redeca_moves(think, &self->board, moves);
    memset(&self->progress, 0, offsetof(struct progress, root)); /* without the long array of root moves */
    struct move best = search_moves(&search, &self->progress, moves, count, plies);
    if (!move_is_none(best) || !count)
        return best;
    /* No move was finished in time: search one ply, which takes hardly any time. */
    const struct think at_once = {.rng = think->rng};
    search = (struct ply_search){.self = self, .think = &at_once, .board = &self->board};
    return search_moves(&search, &self->progress, moves, count, 1);
}

const struct agent_kind agent_multi_ply = {
    .name = "multi-ply",
    .help = "looks some plies ahead with ranks that are drawn (Redeca & Groza 2018)",
    .options = "multi_ply", .size = sizeof(struct multi_ply), .load = multi_ply_load, .end = multi_ply_end,
    .move = multi_ply_move, .own_options_only = true,
};
