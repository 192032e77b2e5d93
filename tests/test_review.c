/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: no-sanitizers */
/* Reviews: what a move gave away is what rollouts say of it then, with nothing in it that its side could not
 * know; how the game went, what luck did, and the graph of it. */
#include "analysis/review_parts.h"
#include "analysis/reviewer.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "agent/agent.h"
#include "play/game.h"
#include "play/view_at.h"
#include "report/review_words.h"
#include "rollout/study.h"
#include "twins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PLIES = 4000 };

static struct review_request request_for(const struct record *record, uint32_t worlds)
{
    return (struct review_request){.record = record, .worlds = worlds, .settings = &settings, .seed = 1,
                                   .library = library};
}

static void play_game(struct game *game, uint64_t seed)
{
    struct game_terms terms = {.player = {"probabilistic", "random"}, .rules = *rules_find("deepnash"),
                               .seed = seed, .settings = &settings, .library = library};
    assert_int_equal(game_start(game, &terms, NULL), STATUS_OK);
    assert_int_equal(game_run(game, NULL, NULL), STATUS_OK);
}

static bool is_spied(const struct board *board, size_t ply)
{
    struct event event = board_event(board, (uint32_t)ply);
    return event.battle == BATTLE_WON && event.attacker == SPY && event.defender == MARSHAL;
}

/* Fails unless the turning points of a seat are its largest swings, by a plain count, each named by its
 * largest step or the move by which a spy took the marshal. Returns their number. */
static int check_turns(const struct review *review, enum side side, const struct board *board)
{
    const double *chance = review->own_chance[side];
    struct review_turns turns;
    bool inside[MAX_PLIES] = {false};
    double smallest = INFINITY;
    int counted = 0;
    review_find_turns(review, side, &turns);
    for (int i = 0; i < turns.count; i++) {
        const struct review_turn *turn = &turns.turn[i];
        double change = fabs(turn->after - turn->before);
        assert_true(turn->before == chance[turn->ply] && turn->after == chance[turn->ply + 1]);
        assert_true(turn->first <= turn->ply && turn->ply <= turn->last && turn->last < review->plies);
        assert_true(i == 0 || turn->first > turn[-1].last);
        assert_true(i == 0 || turn->first > turn[-1].last + 4 || (turn->spied && turn[-1].spied));
        assert_int_equal(turn->spied, is_spied(board, turn->ply));
        assert_true(turn->spied || change >= REVIEW_MIN_TURN);
        for (size_t ply = turn->first; ply <= turn->last; ply++) {
            assert_true(turn->spied || fabs(chance[ply + 1] - chance[ply]) <= change);
            inside[ply] = true;
        }
        counted += !turn->spied;
        smallest = turn->spied ? smallest : fmin(smallest, change);
    }
    assert_int_equal(turns.count - counted, review->spied_count);
    assert_true(counted <= REVIEW_TURNS);
    for (size_t ply = 0; ply < review->plies; ply++) {
        double change = fabs(chance[ply + 1] - chance[ply]);
        assert_true(!is_spied(board, ply) || inside[ply]);
        bool dropped = counted == REVIEW_TURNS && change <= smallest;
        assert_true(inside[ply] || change < REVIEW_MIN_TURN || dropped);
    }
    return turns.count;
}

TEST(test_turns)
{
    int turns = 0, spied = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct game game;
        struct review review = {0};
        struct error error;
        struct game_terms terms = {.player = {"invincible", "attacker"}, .rules = *rules_find("deepnash"),
                                   .seed = seed, .settings = &settings, .library = library};
        assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
        assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
        const struct review_request request = request_for(&game.record, 0);
        assert_int_equal(review_make(&review, &request, NULL, &error), STATUS_OK);
        assert_true(review.plies < MAX_PLIES);
        for (size_t i = 0; i <= review.plies; i++)
            assert_true(fabs(review.truth[RED][i] + review.truth[BLUE][i] - 1) < 1e-12);
        for (enum side side = RED; side <= BLUE; side++)
            turns += check_turns(&review, side, &game.position.board);
        spied += review.spied_count;
        review_free(&review);
        game_end(&game);
    }
    assert_true(turns > 60 && spied > 0);
}

/* A made-up chase: steps of one swing are one turning point, named by the largest, or by the spy's move. */
TEST(test_chase)
{
    double chance[] = {0.5, 0.56, 0.48, 0.49, 0.57, 0.57, 0.57, 0.57, 0.57, 0.63, 0.63, 0.63};
    struct review review = {.plies = 11, .own_chance = {chance}};
    struct review_turns turns;
    review_find_turns(&review, RED, &turns);
    assert_int_equal(turns.count, 2);
    assert_int_equal(turns.turn[0].first, 0);
    assert_int_equal(turns.turn[0].ply, 1);
    assert_int_equal(turns.turn[0].last, 3);
    assert_true(turns.turn[0].before == 0.56 && turns.turn[0].after == 0.48);
    assert_true(turns.turn[1].first == 8 && turns.turn[1].ply == 8 && turns.turn[1].last == 8);
    review.spied[0] = 2;
    review.spied[1] = 10;
    review.spied_count = 2;
    review_find_turns(&review, RED, &turns);
    assert_int_equal(turns.count, 2);
    assert_true(turns.turn[0].ply == 2 && turns.turn[0].spied && turns.turn[0].first == 0);
    assert_int_equal(turns.turn[0].last, 3);
    assert_true(turns.turn[1].ply == 10 && turns.turn[1].spied && turns.turn[1].first == 8);
    /* Of many, the smallest are dropped. */
    double steps[16 * 5 + 1] = {0};
    struct review many = {.plies = 16 * 5, .own_chance = {steps}};
    for (size_t i = 1; i <= many.plies; i++)
        steps[i] = i % 5 ? steps[i - 1] : steps[i] + (steps[i - 1] > 0.5 ? 0 : 0.6 + 0.01 * (double)i / 5);
    review_find_turns(&many, RED, &turns);
    assert_int_equal(turns.count, REVIEW_TURNS);
    assert_int_equal(turns.turn[REVIEW_TURNS - 1].ply, 16 * 5 - 1);
}

/* Fills `record` with the game to after move `ply`, where the enemy piece `victim` of the mover has `rank`:
 * it has exchanged its own with another piece that was hidden until then. False: no piece can exchange it. */
static bool make_exchanged(const struct record *game, const struct position *before, int victim, int rank,
                           size_t ply, struct record *record)
{
    const struct board *board = &before->board;
    enum side side = piece_side(victim);
    for (int number = side_base(side); number < side_base(side) + PIECES_A_SIDE; number++) {
        const struct piece *piece = &board->piece[number];
        bool stays = piece->moved && !rank_moves(board->piece[victim].rank);
        if (piece->square == SQUARE_NONE || piece->known || piece->rank != rank || stays)
            continue;
        record_copy(record, game);
        record_cut(record, ply + 1);
        int one = record_start_square(game, victim), two = record_start_square(game, number);
        struct cell held = record->start.cell[one];
        record->start.cell[one] = record->start.cell[two];
        record->start.cell[two] = held;
        for (size_t i = 0; i < record->plies; i++) /* ranks that a file may have stated */
            record->moves[i].attacker = record->moves[i].defender = RANK_UNKNOWN;
        return true;
    }
    return false;
}

/* What an attack on a hidden piece could be expected to give is the mean over games in which the piece has
 * exchanged its rank with another hidden one, by the probabilities of an analysis. */
TEST(test_expectation)
{
    int fights = 0;
    for (uint64_t seed = 3; seed <= 5; seed++) {
        struct game game;
        struct review review = {0};
        struct game_terms terms = {.player = {"invincible", "attacker"}, .rules = *rules_find("deepnash"),
                                   .seed = seed, .settings = &settings, .library = library};
        assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
        assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
        const struct review_request request = request_for(&game.record, 0);
        assert_int_equal(review_make(&review, &request, NULL, NULL), STATUS_OK);
        for (size_t ply = 0; ply < review.plies && fights < 8; ply += 1) {
            const struct move_account *account = &review.account[ply];
            struct position position = {0};
            struct analysis *analysis = calloc(1, sizeof *analysis);
            struct analysis_cache cache = {0};
            double mean = 0, sum = 0, left = 1;
            if (account->risked) {
                enum side side = review_mover(&review, ply);
                const struct analysis_request moment = {
                    .record = &game.record, .plies = ply, .side = side, .parts = ANALYSIS_BELIEFS,
                    .settings = &settings, .seed = 1, .library = library};
                assert_int_equal(analysis_make(analysis, &moment, &cache, NULL, NULL), STATUS_OK);
                assert_int_equal(record_replay(&game.record, ply, &position, NULL, NULL), STATUS_OK);
                int victim = position.board.at[game.record.moves[ply].move.to];
                const double *p = analysis->belief[piece_side(victim)].p[victim % PIECES_A_SIDE];
                assert_true(fabs(account->before - review.own_chance[side][ply]) < 1e-12);
                assert_true(fabs(account->met - p[position.board.piece[victim].rank]) < 1e-9);
                for (int rank = 0; rank < RANKS; rank++) {
                    struct record record = {0};
                    struct review other = {0};
                    if (p[rank] < 1e-6 ||
                        !make_exchanged(&game.record, &position, victim, rank, ply, &record))
                        continue;
                    const struct review_request again = request_for(&record, 0);
                    assert_int_equal(review_make(&other, &again, NULL, NULL), STATUS_OK);
                    double weight = rank == FLAG ? MOVE_ACCOUNT_FLAG * p[rank] : p[rank];
                    mean += weight * other.own_chance[side][ply + 1];
                    sum += weight;
                    left -= p[rank];
                    review_free(&other);
                    record_clear(&record);
                }
                if (sum > 0 && left < 0.001) { /* else a rank could not be exchanged */
                    assert_true(fabs(mean / sum - account->expected) < 0.003);
                    fights++;
                }
            }
            position_free(&position);
            analysis_free(analysis);
            free(analysis);
            analysis_cache_free(&cache);
        }
        review_free(&review);
        game_end(&game);
    }
    assert_int_equal(fights, 8);
}

/* The sum of a seat is its curve: without grades, each part is what a plain addition gives but for threats
 * that were answered at once, which change no sum of both sides' moves. */
TEST(test_sum)
{
    struct game game;
    struct review review = {0};
    play_game(&game, 5);
    const struct review_request request = request_for(&game.record, 0);
    assert_int_equal(review_make(&review, &request, NULL, NULL), STATUS_OK);
    assert_int_equal(game.record.outcome.result, review.outcome.result);
    for (enum side side = RED; side <= BLUE; side++) {
        struct review_sum sum;
        double luck = 0, moves = 0;
        review_sum_make(&review, side, &sum);
        for (size_t i = 0; i < review.plies; i++) {
            const struct move_account *account = &review.account[i];
            double gained = account->after - account->expected;
            double sign = review_mover(&review, i) == side ? 1 : -1;
            luck += sign * gained;
            moves += sign > 0 ? account->expected - account->before
                              : review.own_chance[side][i + 1] - review.own_chance[side][i] + gained;
        }
        assert_true(sum.start == review.own_chance[side][0]);
        assert_true(sum.end == (review.outcome.result == result_win(side)));
        assert_true(fabs(sum.luck - luck) < 1e-9);
        assert_true(fabs(sum.skill + sum.opponent - moves) < 1e-9);
        assert_true(fabs(sum.start + sum.skill + sum.opponent + sum.luck + sum.rest - sum.end) < 1e-12);
    }
    review_free(&review);
    game_end(&game);
}

/* A made-up game of six plies: a mistake of 0.2 that the curve shows later is the fault of the move that made
 * it; no more is moved than the curve shows; a threat that is answered is nobody's skill. */
TEST(test_costs_in_sum)
{
    double red[] = {0.5, 0.5, 0.6, 0.5, 0.62, 0.62, 0.62}, blue[] = {0.5, 0.5, 0.4, 0.5, 0.38, 0.38, 0.38};
    struct move_account account[6];
    struct review_move moves[] = {{.ply = 1, .side = BLUE, .cost = 0.1, .grade = REVIEW_MISTAKE},
                                  {.ply = 4, .side = RED, .cost = 0.3, .grade = REVIEW_BRILLIANT}};
    struct review review = {.plies = 6, .first = RED, .own_chance = {red, blue}, .account = account,
                            .moves = moves, .count = 0, .outcome = {RESULT_OPEN, REASON_NONE}};
    struct review_sum sum;
    for (int i = 0; i < 6; i++) {
        const double *own = i % 2 ? blue : red;
        account[i] = (struct move_account){own[i], own[i + 1], own[i + 1], false, 0};
    }
    /* Blue +0.1, red -0.1, blue +0.12 for red: the first two are a threat and its answer. */
    review_sum_make(&review, RED, &sum);
    assert_true(fabs(sum.skill) < 1e-12 && fabs(sum.opponent - 0.12) < 1e-12 && fabs(sum.rest) < 1e-12);
    /* Now blue's move 4 is a known mistake, and the curve shows it when red's move uses it. */
    red[2] = red[3] = red[4] = 0.5, red[5] = red[6] = 0.62;
    for (int i = 0; i < 7; i++)
        blue[i] = 1 - red[i];
    for (int i = 0; i < 6; i++) {
        const double *own = i % 2 ? blue : red;
        account[i] = (struct move_account){own[i], own[i + 1], own[i + 1], false, 0};
    }
    review.count = 2;
    review_sum_make(&review, RED, &sum);
    assert_true(fabs(sum.opponent - 0.1) < 1e-12 && fabs(sum.skill - 0.02) < 1e-12);
    review_sum_make(&review, BLUE, &sum);
    assert_true(fabs(sum.skill + 0.1) < 1e-12 && fabs(sum.opponent + 0.02) < 1e-12);
    /* The mistake is named as the list has it, and counted; a brilliant move is one of the others. */
    assert_true(fabs(sum.graded + 0.1) < 1e-12 && sum.graded_moves == 1 && sum.other_moves == 2);
    review_sum_make(&review, RED, &sum);
    assert_true(sum.graded == 0 && sum.graded_moves == 0 && sum.other_moves == 3);
    moves[0].cost = 0.2; /* more than the curve ever shows */
    review_sum_make(&review, RED, &sum);
    assert_true(fabs(sum.opponent - 0.12) < 1e-12 && fabs(sum.skill) < 1e-12);
    /* Resigning is no move: both sides have it in the rest. */
    review.outcome = (struct outcome){RESULT_RED, REASON_RESIGNED};
    review_sum_make(&review, RED, &sum);
    assert_true(fabs(sum.opponent - 0.12) < 1e-12 && fabs(sum.rest - 0.38) < 1e-12 && sum.end == 1);
    review_sum_make(&review, BLUE, &sum);
    assert_true(fabs(sum.skill + 0.12) < 1e-12 && fabs(sum.rest + 0.38) < 1e-12 && sum.end == 0);
}

/* A graded move at which the curve rises has words for it: luck, a later fall, or an opponent that let it
 * pass. One at which it falls has none. */
TEST(test_rise_words)
{
    double red[] = {0.45, 0.52, 0.52, 0.60, 0.60}, blue[] = {0.5, 0.5, 0.5, 0.5, 0.5};
    struct move_account account[4] = {{0.45, 0.43, 0.52, true, 0.3}};
    struct review_move move = {.ply = 0, .side = RED, .cost = 0.2, .grade = REVIEW_BLUNDER};
    const struct review review = {.plies = 4, .first = RED, .own_chance = {red, blue}, .account = account};
    char text[REVIEW_RISE_TEXT];
    assert_string_equal(review_rise_words(&review, &move, text),
                        " The chance rose all the same, from 45 to 52 %: the fight went well, +9 by luck.");
    account[0].risked = false;
    assert_string_equal(review_rise_words(&review, &move, text),
                        " The chance rose all the same, from 45 to 52 %: the opponent let it pass.");
    red[3] = 0.30;
    assert_string_equal(review_rise_words(&review, &move, text),
                        " The chance rose at first, from 45 to 52 %, and fell later, to 30 %.");
    move.grade = REVIEW_BRILLIANT;
    assert_string_equal(review_rise_words(&review, &move, text), "");
    move.grade = REVIEW_BLUNDER;
    red[1] = 0.40;
    assert_string_equal(review_rise_words(&review, &move, text), "");
}

/* A printed sum adds up, with whole numbers and with decimals, and so do the graded moves and the others. */
TEST(test_sum_round)
{
    static const struct review_sum sums[] = {
        {.start = 0.543, .skill = 0.0145, .opponent = 0.6235, .luck = -0.181, .end = 1, .graded = -0.0149},
        {.start = 0.5249, .skill = -0.3951, .opponent = -0.1149, .luck = -0.0349, .rest = 0.52, .end = 0.5},
        {.start = 0.5, .skill = -0.125, .opponent = -0.125, .luck = -0.125, .rest = -0.125, .end = 0},
        {.start = 0.496, .skill = 0.0019, .opponent = 0.0019, .luck = 0.0019, .rest = 0.0023, .end = 0.504},
        {.start = 0.5, .end = 0.5},
    };
    struct review_sum sum = sums[0];
    char text[REVIEW_MOVES_TEXT];
    review_sum_round(&sum, 0);
    assert_true(lround(100 * sum.start) == 54 && lround(100 * sum.skill) == 2);
    assert_true(lround(100 * sum.opponent) == 62 && lround(100 * sum.luck) == -18 &&
                lround(100 * sum.rest) == 0);
    assert_string_equal(review_moves_text(&sums[0], text), "moves +2: 0 graded -1, 0 others +3 (+0.0 each)");
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        for (int digits = 0; digits <= 3; digits++) {
            const double scale = 100 * pow(10, digits);
            sum = sums[i];
            review_sum_round(&sum, digits);
            const double shown[] = {sum.start, sum.skill, sum.opponent, sum.luck, sum.rest};
            const double exact[] = {sums[i].start, sums[i].skill, sums[i].opponent, sums[i].luck,
                                    sums[i].rest};
            long total = 0;
            for (size_t part = 0; part < sizeof shown / sizeof *shown; part++) {
                assert_true(fabs(scale * (shown[part] - exact[part])) < 1);
                total += lround(scale * shown[part]);
            }
            assert_int_equal(total, lround(scale * sum.end));
        }
}

/* The first sixty plies of a game that has more: short enough to be judged in a test. */
static void play_short_game(struct game *game, uint64_t seed)
{
    for (;; seed += 100) {
        struct game_terms terms = {.player = {"attacker", "random"}, .rules = *rules_find("deepnash"),
                                   .seed = seed, .settings = &settings, .library = library};
        assert_int_equal(game_start(game, &terms, NULL), STATUS_OK);
        assert_int_equal(game_run(game, NULL, NULL), STATUS_OK);
        if (game->record.plies > 60)
            break;
        game_end(game);
    }
    record_cut(&game->record, 60);
}

/* Returns what `better` has beyond `played` by rollouts of its own, of so many plies, in shares of the chance
 * to win. */
static double cost_by_rollouts(const struct record *record, const struct review_move *move, int plies)
{
    struct view view = {0};
    struct outcome outcome;
    struct agent agent = {0};
    struct rng rng;
    const struct move root[] = {move->better, move->played};
    const struct think think = {.rng = &rng, .study = true, .root = root, .root_count = 2,
                                .all_roots = true, .samples = 4000 / (unsigned)plies,
                                .depth = plies};
    rng_seed(&rng, 77, move->ply);
    assert_int_equal(view_init_at(record, move->ply, move->side, &view, &outcome, NULL), STATUS_OK);
    assert_int_equal(agent_start(&agent, "vedette", &settings, library, NULL), STATUS_OK);
    agent_move(&agent, &view, &think);
    const struct rollout_study *study = agent_study(&agent);
    assert_true(study && study->count == 2);
    bool first = move_equal(study->move[0].move, move->better);
    double cost = study->move[!first].chance - study->move[first].chance;
    agent_end(&agent);
    view_free(&view);
    return cost;
}

/* Grades have their min cost, mistakes are worse by other rollouts, too, and all graded moves by longer ones:
 * what can wait is no mistake. The list has each better move of a side once, where missing it cost most. */
TEST(test_grades)
{
    size_t graded = 0, wrong = 0, confirmed = 0, worse = 0, lasting = 0;
    const uint64_t games = test_size("REVIEW_GAMES", 3);
    for (uint64_t seed = 3; seed < 3 + games; seed++) {
        struct game game;
        struct review review = {0};
        play_short_game(&game, seed);
        const struct review_request request = request_for(&game.record, 16);
        assert_int_equal(review_make(&review, &request, NULL, NULL), STATUS_OK);
        size_t counted[SIDES][REVIEW_GRADES] = {{0}};
        for (size_t i = 0; i < review.count; i++) {
            const struct review_move *move = &review.moves[i];
            counted[move->side][move->grade]++;
            assert_true(i == 0 || move->ply > review.moves[i - 1].ply);
            assert_int_equal(move->side, record_mover(&game.record, move->ply));
            assert_true(move_equal(move->played, game.record.moves[move->ply].move));
            assert_true(move->cost >= review_grade_cost[move->grade]);
            assert_true(move->grade == REVIEW_BRILLIANT ||
                        move->cost <= review.own_chance[move->side][move->ply]);
            assert_int_equal(move->grade == REVIEW_GOOD, move_equal(move->played, move->better));
            assert_int_equal(move->grade == REVIEW_GOOD, move->why[0] == '\0');
            if (move->grade == REVIEW_MISTAKE || move->grade == REVIEW_BLUNDER) {
                wrong++;
                confirmed += cost_by_rollouts(&game.record, move, 20) > 0;
            }
            if (move->cost > 0 && move->grade != REVIEW_BRILLIANT) {
                worse++;
                lasting += cost_by_rollouts(&game.record, move, 60) > 0.02;
            }
        }
        for (enum side side = RED; side <= BLUE; side++)
            assert_memory_equal(counted[side], review.grades[side], sizeof counted[side]);
        const struct review_filter all = {SIDES, REVIEW_GOOD, REVIEW_KINDS};
        const struct review_move *move;
        for (size_t i = 0; (move = review_listed(&review, &all, i)); i++) {
            size_t times = 0;
            assert_true(i == 0 || review_listed(&review, &all, i - 1)->cost >= move->cost);
            for (size_t k = 0; k < review.count; k++) {
                const struct review_move *other = &review.moves[k];
                bool same = other->side == move->side && other->grade != REVIEW_GOOD &&
                            move_equal(other->better, move->better) &&
                            (other->grade == REVIEW_BRILLIANT) == (move->grade == REVIEW_BRILLIANT);
                times += same;
                assert_true(!same || other->cost <= move->cost);
            }
            assert_int_equal(move->times, times);
            graded += times;
        }
        for (size_t i = 0; i < review.count; i++)
            graded -= review.moves[i].grade != REVIEW_GOOD;
        assert_int_equal(graded, 0);
        review_free(&review);
        game_end(&game);
    }
    assert_true(wrong > 0 && confirmed == wrong);
    assert_true(worse > 1 && lasting * 10 >= worse * 9);
}

/* A best move is brilliant where another choice costs 10 points beyond the error; an attack that lost its
 * piece only if the chance to win clearly rose by it. */
TEST(test_brilliant)
{
    static const struct {
        double before, after, cost, error;
        bool lost, expected;
    } cases[] = {
        {0.5, 0.4, 0.12, 0.02, false, true},   {0.5, 0.5, 0.12, 0.07, false, false},
        {0.5, 0.5, 0.09, 0.01, false, false},  {0.5, 0.4, 0.12, 0.02, true, false},
        {0.5, 0.53, 0.12, 0.02, true, false},  {0.5, 0.55, 0.12, 0.02, true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct move_account account = {.before = cases[i].before, .expected = 0.9,
                                             .after = cases[i].after};
        assert_int_equal(review_is_brilliant(&account, cases[i].lost, cases[i].cost, cases[i].error),
                         cases[i].expected);
    }
}

/* A better move that was missed at several moves is named once, where it cost most among the moves that pass
 * the filter, so that no filter hides it. */
TEST(test_omissions)
{
    const struct move better = {10, 20}, other = {11, 21};
    struct review_move moves[] = {
        {.side = RED, .better = better, .cost = 0.12, .grade = REVIEW_MISTAKE},
        {.ply = 2, .side = RED, .better = better, .cost = 0.3, .grade = REVIEW_BLUNDER},
        {.ply = 3, .side = BLUE, .better = better, .cost = 0.15, .grade = REVIEW_MISTAKE},
        {.ply = 4, .side = RED, .better = other, .cost = 0.2, .grade = REVIEW_BLUNDER,
         .played_attacks = true},
    };
    size_t graded[] = {1, 3, 2, 0};
    struct review review = {.moves = moves, .count = 4, .graded = graded, .graded_count = 4};
    const struct { struct review_filter filter; size_t count, ply[4]; } tries[] = {
        {{SIDES, REVIEW_GOOD, REVIEW_KINDS}, 3, {2, 4, 3}},
        {{RED, REVIEW_GOOD, REVIEW_KINDS}, 2, {2, 4}},
        {{RED, REVIEW_MISTAKE, REVIEW_KINDS}, 1, {0}},
        {{BLUE, REVIEW_BLUNDER, REVIEW_KINDS}, 0, {0}},
        {{SIDES, REVIEW_GOOD, REVIEW_RASH}, 1, {4}},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        for (size_t k = 0; k < tries[i].count; k++)
            assert_int_equal(review_listed(&review, &tries[i].filter, k)->ply, tries[i].ply[k]);
        assert_null(review_listed(&review, &tries[i].filter, tries[i].count));
    }
}

/* Without worlds no move is judged; a review is given up where somebody says stop. */
TEST(test_request)
{
    struct game game;
    struct review review = {0};
    struct error error;
    atomic_bool stop = true;
    struct analysis_watch watch = {.stop = &stop};
    play_game(&game, 6);
    const struct review_request request = request_for(&game.record, 0);
    assert_int_equal(review_make(&review, &request, NULL, &error), STATUS_OK);
    assert_false(review.judged);
    assert_int_equal(review.count + review.graded_count, 0);
    review_free(&review);
    assert_int_equal(review_make(&review, &request, &watch, &error), STATUS_NO);
    review_free(&review);
    game_end(&game);
}

/* A move is judged the same whatever the pieces are that its side could not know. */
TEST(test_no_leak)
{
    struct rng rng;
    int made = 0;
    rng_seed(&rng, 21, 0);
    for (int n = 0; n < 3; n++) {
        struct twins twins;
        struct review reviews[2] = {{0}, {0}};
        if (!twins_make(&twins, 14 + 3 * n, rules_find("isf"), &rng))
            continue;
        made++;
        const struct position *positions[] = {&twins.one, &twins.two};
        for (int i = 0; i < 2; i++) {
            struct record record = {0};
            record_clear(&record);
            record.start = positions[i]->start;
            record.rules = positions[i]->board.rules;
            for (uint32_t ply = 0; ply < positions[i]->board.plies; ply++)
                record_append(&record, (struct move_with_ranks){positions[i]->board.history[ply].move,
                                                                RANK_UNKNOWN, RANK_UNKNOWN});
            const struct review_request request = request_for(&record, 4);
            assert_int_equal(review_make(&reviews[i], &request, NULL, NULL), STATUS_OK);
            record_clear(&record);
        }
        enum side side = twins.watcher;
        assert_int_equal(reviews[0].count, reviews[1].count);
        for (size_t i = 0; i < reviews[0].count; i++) {
            const struct review_move *one = &reviews[0].moves[i], *two = &reviews[1].moves[i];
            if (one->side != side)
                continue;
            assert_int_equal(one->ply, two->ply);
            assert_true(move_equal(one->better, two->better));
            assert_true(one->cost == two->cost && one->error == two->error && one->grade == two->grade);
            assert_string_equal(one->why, two->why);
        }
        for (size_t moment = 0; moment <= reviews[0].plies; moment++)
            assert_true(reviews[0].own_chance[side][moment] == reviews[1].own_chance[side][moment]);
        for (size_t ply = 0; ply < reviews[0].plies; ply++)
            if (review_mover(&reviews[0], ply) == side)
                assert_true(reviews[0].account[ply].expected == reviews[1].account[ply].expected);
        /* Limited to this side, nothing of both reviews differs. */
        struct review_sum sums[2] = {{0}};
        for (int i = 0; i < 2; i++) {
            review_limit(&reviews[i], side);
            assert_true(!reviews[i].own_chance[side_other(side)] && !reviews[i].truth[RED]);
            review_sum_make(&reviews[i], side, &sums[i]);
            for (size_t k = 0; k < reviews[i].count; k++)
                assert_int_equal(reviews[i].moves[k].side, side);
        }
        assert_int_equal(reviews[0].count, reviews[1].count);
        assert_int_equal(reviews[0].graded_count, reviews[1].graded_count);
        assert_memory_equal(reviews[0].grades, reviews[1].grades, sizeof reviews[0].grades);
        assert_memory_equal(&sums[0], &sums[1], sizeof sums[0]);
        review_free(&reviews[0]);
        review_free(&reviews[1]);
        twins_free(&twins);
    }
    assert_true(made > 1);
}

/* The graph of a made-up game: red ahead by half in the middle, blue by a quarter at the end. */
TEST(test_graph)
{
    double chance[] = {0.5, 0.5, 0.75, 0.375};
    struct review review = {.plies = 3};
    assert_true(fabs(review_lead(chance, 2) - 0.5) < 1e-12);
    assert_true(fabs(review_lead(chance, 3) + 0.25) < 1e-12);
    double max = review_max_lead(&review, chance);
    assert_true(fabs(max - 0.5) < 1e-12);
    assert_true(fabs(review_percent(max) - 75) < 1e-12);
    char drawn[5][5] = {{0}};
    for (int row = 0; row < 5; row++)
        for (int col = 0; col < 4; col++)
            drawn[row][col] = " -#"[review_cell(&review, chance, max, 5, 4, row, col)];
    assert_string_equal(drawn[0], "  # ");
    assert_string_equal(drawn[1], "  # ");
    assert_string_equal(drawn[2], "----");
    assert_string_equal(drawn[3], "   #");
    assert_string_equal(drawn[4], "    ");
    assert_int_equal(review_moment(&review, 4, 0), 0);
    assert_int_equal(review_moment(&review, 4, 3), 3);
    assert_int_equal(review_moment(&review, 400, 399), 3);
    assert_int_equal(review_moment(&review, 1, 0), 3);
    /* Where nobody was ever ahead, the graph goes to a tenth. */
    struct review level = {.plies = 0};
    assert_true(review_max_lead(&level, (double[]){0.5}) == REVIEW_MIN_LEAD);
}

/* The screen's reviewer gives the first step of the last request, then the whole review, and makes it
 * once. */
TEST(test_reviewer)
{
    struct wake bell;
    struct reviewer reviewer;
    struct game one, two;
    struct error error = {0};
    play_short_game(&one, 7);
    play_short_game(&two, 8);
    assert_int_equal(wake_init(&bell, NULL), STATUS_OK);
    reviewer_init(&reviewer, &bell);
    assert_null(reviewer_result(&reviewer, &error));
    record_cut(&two.record, 20);
    const struct review_request first = request_for(&one.record, 2);
    const struct review_request second = request_for(&two.record, 2);
    reviewer_request(&reviewer, &first);
    reviewer_request(&reviewer, &second);
    while (!reviewer_poll(&reviewer))
        wake_wait(&bell, 1000);
    const struct review *review = reviewer_result(&reviewer, &error);
    assert_true(review && review->plies == two.record.plies && !review->judged);
    assert_true(reviewer_is_busy(&reviewer));
    while (!reviewer_poll(&reviewer))
        wake_wait(&bell, 1000);
    review = reviewer_result(&reviewer, &error);
    assert_true(review && review->plies == two.record.plies && review->judged && review->count > 0);
    reviewer_request(&reviewer, &second);
    assert_false(reviewer_is_busy(&reviewer));
    assert_ptr_equal(reviewer_result(&reviewer, NULL), review);
    /* What was given up is no review, and can be requested again. */
    reviewer_request(&reviewer, &first);
    reviewer_stop(&reviewer);
    assert_false(reviewer_is_busy(&reviewer));
    worker_wait(&reviewer.jobs.worker);
    assert_false(reviewer_poll(&reviewer));
    assert_null(reviewer.jobs.worker.done);
    reviewer_request(&reviewer, &first); /* given up after the first step */
    while (!reviewer_poll(&reviewer))
        wake_wait(&bell, 1000);
    reviewer_stop(&reviewer);
    assert_null(reviewer_result(&reviewer, NULL));
    reviewer_request(&reviewer, &first); /* under way when it ends */
    assert_true(reviewer_is_busy(&reviewer));
    reviewer_free(&reviewer);
    wake_free(&bell);
    game_end(&one);
    game_end(&two);
}

TESTS_MAIN(engine_set_up, engine_tear_down)
