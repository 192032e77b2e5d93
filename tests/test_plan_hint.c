/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hints by the planner: the best move without chance, a reason that is the largest difference to the second
 * move and that the rest does not outweigh, and odds that are the belief's. A slow form adds up the table
 * anew. */
#include "analysis/plan_hint.h"

#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "plan/plans.h"
#include "play/game.h"
#include "twins.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was checked, over all games. */
static int hints, with_reason, against, attacks, attacks_with_odds, rash, paying, all_worse, forced;

/* Returns the points of all plans but Random. */
static double total_of(const struct analysis *analysis, int move)
{
    double sum = 0;
    for (int i = analysis->table.columns - 1; i >= 0; i--)
        if (strcmp(analysis->table.column[i].kind->name, "Random") != 0)
            sum += analysis->table.column[i].value[move];
    return sum;
}

static void check_moves(const struct analysis *analysis, const struct plan_hint *hint)
{
    double best = total_of(analysis, hint->best);
    for (int i = 0; i < analysis->table.moves; i++) {
        assert_true(total_of(analysis, i) <= best + 1e-9);
        if (hint->second >= 0 && i != hint->best)
            assert_true(total_of(analysis, i) <= total_of(analysis, hint->second) + 1e-9);
    }
    assert_int_equal(hint->second < 0, analysis->table.moves == 1);
}

/* Returns what the best move has more than the second in column `i`. */
static double lead_in(const struct analysis *analysis, const struct plan_hint *hint, int i)
{
    const double *value = analysis->table.column[i].value;
    return value[hint->best] - (hint->second < 0 ? 0 : value[hint->second]);
}

static void check_reason(const struct analysis *analysis, const struct plan_hint *hint)
{
    double rest = 0;
    if (hint->column < 0)
        return;
    assert_string_not_equal(analysis->table.column[hint->column].kind->name, "Random");
    double largest = lead_in(analysis, hint, hint->column);
    for (int i = 0; i < analysis->table.columns; i++) {
        if (i == hint->column || !strcmp(analysis->table.column[i].kind->name, "Random"))
            continue;
        assert_true(lead_in(analysis, hint, i) <= largest);
        rest += lead_in(analysis, hint, i);
    }
    assert_true(largest > 0 && fabs(rest) <= largest + 1e-9);
    with_reason++;
    against += hint->against;
}

/* An attack is never hinted by its name alone. */
static void check_attack(const struct analysis *analysis, const struct plan_hint *hint)
{
    if (!plan_attacks(analysis->context, hint->best))
        return;
    const char *text = text_string(&hint->text), *stop = strchr(text, '.');
    attacks++;
    assert_non_null(stop);
    assert_true(strcspn(text, " ") < (size_t)(stop - text)); /* the first sentence is about the attack */
}

/* The plain text is one sentence without a figure but those of squares. */
static void check_plain(const struct plan_hint *hint)
{
    const char *text = text_string(&hint->plain), *stop = strchr(text, '.');
    assert_non_null(stop);
    assert_string_equal(stop, ".");
    assert_null(strchr(text, '%'));
    assert_null(strchr(text, '('));
    assert_null(strstr(text, " points"));
    /* What is said against the second move does not read as said of the best. */
    assert_int_equal(strstr(text, ", because ") != NULL, hint->against);
    assert_int_equal(strchr(text, ' ') == NULL, strchr(text_string(&hint->text), ' ') == NULL);
}

/* Returns whether stated odds are those of a move by the belief about the attacked piece. */
static bool has_odds(const struct analysis *analysis, int index, const int stated[3])
{
    const struct plan_move *move = &analysis->context->moves[index];
    double share[BATTLE_BOTH + 1] = {0};
    if (!plan_attacks(analysis->context, index))
        return false;
    int own = analysis->view.board.piece[move->piece].rank;
    const double *p = analysis->belief[side_other(analysis->view.side)].p[move->victim % PIECES_A_SIDE];
    for (int rank = 0; rank < RANKS; rank++)
        share[battle_result(own, rank)] += p[rank];
    return fabs(stated[0] - 100 * share[BATTLE_WON]) <= 0.51 &&
           fabs(stated[1] - 100 * share[BATTLE_LOST]) <= 0.51 &&
           fabs(stated[2] - 100 * share[BATTLE_BOTH]) <= 0.51;
}

/* "attacks the piece on e5: wins 62 %, loses 33 %, both fall 5 %": by the belief about the piece, first of
 * the best move, then of the second. */
static void check_odds(const struct analysis *analysis, const struct plan_hint *hint)
{
    const char *at = strstr(text_string(&hint->text), ": wins ");
    int stated[3], last = hint->against ? hint->second : hint->best;
    for (; at; at = strstr(at + 1, ": wins ")) {
        assert_int_equal(sscanf(at, ": wins %d %%, loses %d %%, both fall %d %%", &stated[0], &stated[1],
                                &stated[2]), 3);
        bool is_last = strstr(at + 1, ": wins ") == NULL;
        assert_true((is_last && has_odds(analysis, last, stated)) || has_odds(analysis, hint->best, stated));
        attacks_with_odds++;
    }
}

/* Returns the mean gain of an attack less its price, in points: captured pieces and what becomes known, added
 * up by the odds of each rank. */
static double gain_of_attack(const struct analysis *analysis, const struct plan_move *move)
{
    const struct board *board = &analysis->view.board;
    enum side me = analysis->view.side, enemy = side_other(me);
    int own = board->piece[move->piece].rank;
    const double *p = analysis->belief[enemy].p[move->victim % PIECES_A_SIDE];
    const struct plan_piece *piece = &analysis->context->piece[move->piece];
    double sum = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        enum battle battle = battle_result(own, rank);
        sum += p[rank] * (battle == BATTLE_LOST ? -piece->value : analysis->scale *
                                                                     analysis->worth.value[enemy][rank]);
        sum -= p[rank] * (battle == BATTLE_LOST ? 0 : piece->secret);
        if (battle != BATTLE_WON)
            sum += p[rank] * analysis->scale * analysis->worth.secret[enemy][rank];
        if (battle == BATTLE_BOTH)
            sum -= p[rank] * piece->value;
    }
    return sum;
}

/* An attack that more probably loses has a second sentence, which is true. */
static void check_rash(const struct analysis *analysis, const struct plan_hint *hint)
{
    const struct plan_move *move = &analysis->context->moves[hint->best];
    const char *text = text_string(&hint->text), *odds = strstr(text, ": wins ");
    const char *worse = strstr(text, " by ");
    int wins, loses;
    if (hint->against || !odds || sscanf(odds, ": wins %d %%, loses %d", &wins, &loses) != 2 || loses <= wins)
        return;
    rash++;
    assert_non_null(strstr(odds, ". "));
    if (strstr(text, "it gains more than a ")) {
        paying++;
        assert_true(gain_of_attack(analysis, move) > 0);
    } else if (strstr(text, "All other moves are worse")) {
        all_worse++;
        assert_non_null(worse);
        double lead = total_of(analysis, hint->best) - total_of(analysis, hint->second);
        assert_true(fabs(atof(worse + 4) - lead) <= 0.051);
    }
}

/* Also an attack that does not pay has a second sentence, if it is called the best. */
static void check_forced(struct analysis *analysis, const struct analysis_cache *cache, int best)
{
    struct plan_hint hint = {.second = best};
    for (int i = 0; i < analysis->table.moves; i++)
        if (i != best && plan_attacks(analysis->context, i) &&
            gain_of_attack(analysis, &analysis->context->moves[i]) < 0) {
            hint.best = i;
            plan_hint_compare(&hint, analysis, cache);
            check_attack(analysis, &hint);
            check_plain(&hint);
            check_rash(analysis, &hint);
            forced++;
            assert_null(strstr(text_string(&hint.text), "it gains more than a "));
        }
    plan_hint_free(&hint);
}

static void hint_at(const struct record *record, size_t plies, enum side side, uint64_t seed,
                    struct text *text)
{
    struct analysis_request request = {.record = record, .plies = plies, .side = side, .seed = seed,
                                       .parts = ANALYSIS_PLANS, .settings = &settings, .library = library};
    struct analysis_cache cache = {0};
    struct plan_hint hint = {0};
    struct error error = {0};
    struct analysis *analysis = calloc(1, sizeof *analysis);
    assert_non_null(analysis);
    if (analysis_make(analysis, &request, &cache, NULL, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    plan_hint_make(&hint, analysis, &cache);
    check_moves(analysis, &hint);
    check_reason(analysis, &hint);
    check_attack(analysis, &hint);
    check_plain(&hint);
    check_odds(analysis, &hint);
    check_rash(analysis, &hint);
    check_forced(analysis, &cache, hint.best);
    text_clear(text);
    text_add(text, text_string(&hint.text));
    hints++;
    plan_hint_free(&hint);
    analysis_free(analysis);
    free(analysis);
    analysis_cache_free(&cache);
}

/* Positions of games between unlike players. Another seed changes the plan Random alone, and so no hint. */
TEST(test_hints_of_games)
{
    static const char *const players[][2] = {{"invincible", "probabilistic"}, {"attacker", "people"},
                                             {"runner", "invincible"}, {"random", "gambler"}};
    struct text one = {0}, two = {0};
    for (size_t n = 0; n < sizeof players / sizeof *players; n++) {
        struct game game;
        struct game_terms terms = engine_game_terms(players[n][0], players[n][1], 50 + n);
        assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
        assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
        for (size_t ply = n; ply + 1 < game.record.plies && ply < 250; ply += 5) {
            enum side side = record_mover(&game.record, ply);
            hint_at(&game.record, ply, side, 1, &one);
            if (ply % 10)
                continue;
            hint_at(&game.record, ply, side, 2, &two);
            assert_string_equal(text_string(&one), text_string(&two));
        }
        game_end(&game);
    }
    text_free(&one);
    text_free(&two);
    assert_true(hints > 150);
    assert_true(with_reason > hints / 2);
    assert_true(against > 10);
    assert_true(attacks > 20 && attacks_with_odds > 5);
    assert_true(rash > 5 && paying > 5 && forced > 20 && all_worse > 0);
}

TESTS_MAIN(engine_set_up, engine_tear_down)
