/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures reviews of many games: what they leave unexplained, whether luck has mean 0, and whether their
 * grades are right by rollouts of their own: bench review. */
#include "commands/table.h"

#include "agent/agent.h"
#include "analysis/review.h"
#include "base/clock.h"
#include "commands/shared_flags.h"
#include "console/load.h"
#include "lab/stats.h"
#include "play/view_at.h"
#include "rollout/study.h"

#include <math.h>

struct bench_review_args {
    struct word_list paths;
    uint64_t worlds;   /* of a review */
    uint64_t check;    /* worlds in which grades are checked; 0: they are not */
    uint64_t blunders; /* max number of checked blunders, */
    uint64_t others;   /* and of checked moves without a grade */
};

/* Sums for the correlation of two numbers. */
struct pair_sums {
    double n, x, y, xx, yy, xy;
};

/* What is counted over all reviews. */
struct review_tally {
    struct sample rest, seconds, plies;     /* |rest| of each seat, in points; of each review */
    double max_error;                       /* of the sums, in points */
    struct ratio luck;                      /* points of luck in attacks on hidden pieces, below: attacks */
    struct pair_sums skill, own_skill, material, luck_result; /* with the result */
    size_t spied, spied_listed;             /* marshals taken by a spy; those at a turning point or a grade */
    size_t grades[REVIEW_GRADES];
    size_t blunders, confirmed;             /* checked ones; those that cost something by the check */
    size_t others, missed;                  /* likewise; those that cost 20 points or more */
};

/* Adds a pair of numbers to the sums. */
static void add_pair(struct pair_sums *sums, double x, double y)
{
    *sums = (struct pair_sums){sums->n + 1, sums->x + x, sums->y + y, sums->xx + x * x, sums->yy + y * y,
                               sums->xy + x * y};
}

/* Returns the correlation, -1 .. 1; NAN if one of the numbers is constant. */
static double correlation(const struct pair_sums *sums)
{
    double n = sums->n, xx = sums->xx - sums->x * sums->x / n, yy = sums->yy - sums->y * sums->y / n;
    return (sums->xy - sums->x * sums->y / n) / sqrt(xx * yy);
}

/* Adds to the tally, for one side of a review: the parts of its sum (review_sum_make), its luck in fights,
 * and how they go with the result. */
static void tally_seat(struct review_tally *tally, const struct review *review, enum side side)
{
    struct review_sum sum;
    double luck = 0, fights = 0;
    review_sum_make(review, side, &sum);
    double error = sum.start + sum.skill + sum.opponent + sum.luck + sum.rest - sum.end;
    tally->max_error = fmax(tally->max_error, 100 * fabs(error));
    /* To resign is a decision of one side. */
    double resigned = review_is_resigned(review) ? sum.rest : 0;
    bool resigned_itself = review->outcome.result != result_win(side);
    sample_add(&tally->rest, 100 * fabs(sum.rest - resigned));
    for (size_t i = 0; i < review->plies; i++)
        if (review_mover(review, i) == side && review->account[i].risked) {
            luck += 100 * (review->account[i].after - review->account[i].expected);
            fights++;
        }
    ratio_add(&tally->luck, luck, fights);
    if (review->outcome.result == RESULT_OPEN)
        return;
    double lead = review->material[side][review->plies] - review->material[side_other(side)][review->plies];
    add_pair(&tally->skill, sum.skill + sum.opponent + resigned, sum.end);
    add_pair(&tally->own_skill, sum.skill + (resigned_itself ? resigned : 0), sum.end);
    add_pair(&tally->luck_result, sum.luck, sum.end);
    add_pair(&tally->material, lead, sum.end);
}

/* Returns whether a move is a turning point of a seat. */
static bool is_turning_point(const struct review *review, enum side side, size_t ply)
{
    struct review_turns turns;
    bool found = false;
    review_find_turns(review, side, &turns);
    for (int i = 0; i < turns.count; i++)
        found |= turns.turn[i].ply == ply;
    return found;
}

/* Counts the marshals that a spy took, and which of them are in the list or at a turning point. */
static void tally_spies(struct review_tally *tally, const struct review *review, const struct board *board)
{
    for (size_t ply = 0; ply < review->plies; ply++) {
        struct event event = board_event(board, board->prior_plies + (uint32_t)ply);
        bool listed = false;
        if (!review_is_spied(&event))
            continue;
        for (enum side side = RED; side <= BLUE; side++)
            listed |= review->own_chance[side] && is_turning_point(review, side, ply);
        /* Graded is the attack itself, or the move before it, which allowed it. */
        for (size_t i = 0; i < review->graded_count; i++)
            listed |= review->moves[review->graded[i]].ply == ply ||
                      review->moves[review->graded[i]].ply + 1 == ply;
        tally->spied++;
        tally->spied_listed += listed;
    }
}

/* Returns the chance that a move gives away against the best one, 0 .. 1, by rollouts in `worlds` worlds of
 * their own. It is below 0 if the move is better, and NAN if there are no rollouts. `better` is the best
 * move; if it is none, the best is that of a choice in a few worlds. */
static double check_cost(const struct session *session, const struct record *record,
                         const struct review_move *move, uint64_t worlds)
{
    struct view view = {0};
    struct outcome outcome;
    struct agent agent = {0};
    struct rng rng;
    struct move root[] = {move->better, move->played};
    enum { FEW_WORLDS = 16 }; /* in which a move to compare with is chosen */
    struct think think = {.rng = &rng, .threads = session->jobs, .samples = FEW_WORLDS,
                          .stop = session->stop};
    double cost = NAN;
    struct library *library = library_for_variant(session->library, variant_at(record->start.variant));
    rng_seed(&rng, session->seed + 1, move->ply); /* other worlds than those of the review */
    if (!view_init_at(record, move->ply, move->side, &view, &outcome, NULL) &&
        !agent_start(&agent, "vedette:time=0", &session->settings, library, NULL)) {
        if (move->grade == REVIEW_GOOD)
            root[0] = agent_move(&agent, &view, &think);
        /* Roll out both moves equally often; the study may have them in either order. */
        think.root = root;
        think.root_count = 2;
        think.samples = worlds;
        think.all_roots = think.study = true;
        if (move_equal(root[0], root[1])) {
            cost = 0;
        } else if (!move_is_none(root[0])) {
            agent_move(&agent, &view, &think);
            const struct rollout_study *study = agent_study(&agent);
            int best = study && move_equal(study->move[0].move, root[0]) ? 0 : 1;
            if (study && study->made)
                cost = study->move[best].chance - study->move[1 - best].chance;
        }
        agent_end(&agent);
    }
    view_free(&view);
    return cost;
}

/* Checks the blunders of a game, and of its moves without a grade some that are drawn at random. */
static void check_grades(struct review_tally *tally, const struct session *session,
                         const struct bench_review_args *args, const struct record *record,
                         const struct review *review, struct rng *rng)
{
    double share = 8.0 / (double)(review->count + 1); /* some eight moves a game */
    for (size_t i = 0; i < review->count && !session_stopped(session); i++) {
        const struct review_move *move = &review->moves[i];
        bool blunder = move->grade == REVIEW_BLUNDER, other = move->grade == REVIEW_GOOD;
        bool drawn = other && rng_unit(rng) < share;
        if (!(blunder && tally->blunders < args->blunders) && !(drawn && tally->others < args->others))
            continue;
        double cost = check_cost(session, record, move, args->check);
        if (isnan(cost))
            continue;
        *(blunder ? &tally->blunders : &tally->others) += 1;
        if (blunder)
            tally->confirmed += cost > 0;
        else
            tally->missed += cost >= review_grade_cost[REVIEW_BLUNDER];
    }
}

/* Reviews a game and adds it to the tally. */
static enum status tally_game(struct review_tally *tally, struct session *session,
                              const struct bench_review_args *args, const char *path, struct rng *rng,
                              struct error *error)
{
    struct record record = {0};
    struct position position = {0};
    struct review review = {0};
    struct analysis_watch watch = {.stop = session->stop};
    enum status status = load_record(session, &command_bench_review, path, &record, &position, error);
    if (!status) {
        const struct review_request request = {
            .record = &record, .worlds = (uint32_t)args->worlds, .settings = &session->settings,
            .seed = session->seed, .threads = session->jobs, .library = session->library};
        double start = clock_now();
        status = review_make(&review, &request, &watch, error);
        if (!status && review.plies) {
            sample_add(&tally->seconds, clock_now() - start);
            sample_add(&tally->plies, (double)review.plies);
        }
    }
    for (enum side side = RED; side <= BLUE && !status; side++) {
        if (review.own_chance[side] && review.plies)
            tally_seat(tally, &review, side);
        for (int grade = 0; grade < REVIEW_GRADES; grade++)
            tally->grades[grade] += review.grades[side][grade];
    }
    if (!status) {
        tally_spies(tally, &review, &position.board);
        if (args->check)
            check_grades(tally, session, args, &record, &review, rng);
    }
    review_free(&review);
    position_free(&position);
    record_clear(&record);
    return status;
}

/* Prints the "figure" lines of the tally. */
static void print_tally(struct session *session, const struct bench_review_args *args,
                        const struct review_tally *tally)
{
    struct estimate luck = ratio_estimate(&tally->luck);
    session_printf(session, "%zu games, mean length %.0f plies; luck of %.0f fights: %.2f points, 95 %% "
                   "%.2f to %.2f\n", tally->plies.count, tally->plies.mean, tally->luck.below, luck.mean,
                   luck.low, luck.high);
    session_printf(session, "figure rest %.2f points\nfigure sum-error %.6f points\n"
                   "figure luck %.3f points\n", tally->rest.mean, tally->max_error, luck.mean);
    session_printf(session, "figure skill-result %.3f -\nfigure own-skill-result %.3f -\n"
                   "figure luck-result %.3f -\nfigure material-result %.3f -\n", correlation(&tally->skill),
                   correlation(&tally->own_skill), correlation(&tally->luck_result),
                   correlation(&tally->material));
    session_printf(session, "figure marshals-spied %zu -\nfigure marshals-listed %zu -\n", tally->spied,
                   tally->spied_listed);
    session_printf(session, "figure seconds-a-ply %.4f s\n",
                   tally->plies.mean > 0 ? tally->seconds.mean / tally->plies.mean : 0);
    for (int grade = REVIEW_INACCURACY; grade < REVIEW_GRADES && args->worlds; grade++)
        session_printf(session, "figure %s %zu -\n", review_grade_name[grade], tally->grades[grade]);
    if (args->check)
        session_printf(session, "figure blunders-checked %zu -\nfigure blunders-confirmed %zu -\n"
                       "figure others-checked %zu -\nfigure others-missed %zu -\n", tally->blunders,
                       tally->confirmed, tally->others, tally->missed);
}

/* Runs the bench. */
static enum status run_bench_review(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_review_args *args = arguments;
    struct review_tally tally = {0};
    struct rng rng;
    enum status status = STATUS_OK;
    rng_seed(&rng, session->seed, 0);
    for (int i = 0; i < args->paths.count && !status; i++) {
        session_progress(session, "game %d of %d", i + 1, args->paths.count);
        status = tally_game(&tally, session, args, args->paths.word[i], &rng, error);
    }
    session_progress(session, "%s", ""); /* clear the line */
    if (!status)
        print_tally(session, args, &tally);
    return status;
}

const struct command command_bench_review = {
    .name = "bench review", .group = GROUP_MEASURE,
    .keywords = "luck skill grades blunders accuracy",
    .analyses = true,
    .words = ARGUMENTS(WORD_FILES(struct bench_review_args, paths, "GAMES", "finished games")),
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct bench_review_args, worlds, "worlds", 0, 65536,
                   "so many worlds to compare a move with a better one; 0: moves are not judged"),
        FLAG_WHOLE(struct bench_review_args, check, "check", 0, 65536,
                   "checks grades in so many worlds; 0: does not"),
        FLAG_WHOLE(struct bench_review_args, blunders, "blunders", 0, 100000,
                   "checks at most so many blunders"),
        FLAG_WHOLE(struct bench_review_args, others, "others", 0, 100000,
                   "checks at most so many moves without a grade, drawn at random")),
    .out = true,
    DEFAULTS(struct bench_review_args, .worlds = REVIEW_WORLDS, .blunders = 500, .others = 500),
    .help = "measures what reviews leave unexplained, their luck and their grades",
    .details =
        "rest: the mean of what a seat's sum leaves unexplained, without its sign; luck: the mean luck of a\n"
        "fight, by its attacker; X-result: the correlation of X with the result, over both seats of all\n"
        "games (skill: of both sides' moves; material at the end). marshals-listed: of the marshals that a\n"
        "spy took, those at a turning point or beside a graded move. With --check: of the blunders those\n"
        "that cost something in other worlds, and of moves without a grade those that cost 20 points or\n"
        "more against the best of a choice in a few worlds.",
    .run = run_bench_review,
};
