/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analyses: the same whether a game was followed or is looked at for the first time, those of the agent that
 * played, given up on a stop, and without what the side could not know. */
#include "analysis/analysis.h"
#include "base/clock.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "play/game.h"
#include "twins.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A game of two agents. */
static void play_game(struct game *game, const char *red, const char *blue, uint64_t seed)
{
    struct game_terms terms = {.player = {red, blue}, .rules = *rules_find("deepnash"), .seed = seed,
                               .settings = &settings, .library = library};
    assert_int_equal(game_start(game, &terms, NULL), STATUS_OK);
    assert_int_equal(game_run(game, NULL, NULL), STATUS_OK);
}

static struct analysis_request request_for(const struct record *record, size_t plies, enum side side)
{
    return (struct analysis_request){.record = record, .plies = plies, .side = side,
                                     .parts = record_mover(record, plies) == side ? ANALYSIS_PLANS
                                                                                  : ANALYSIS_BELIEFS,
                                     .as_player = true, .settings = &settings, .library = library, .seed = 1};
}

/* Makes an analysis; free() and analysis_free give it back. */
static struct analysis *make_analysis(const struct analysis_request *request, struct analysis_cache *cache)
{
    struct error error = {0};
    struct analysis_cache own = {0};
    struct analysis *analysis = calloc(1, sizeof *analysis);
    assert_non_null(analysis);
    if (analysis_make(analysis, request, cache ? cache : &own, NULL, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    analysis_cache_free(&own);
    return analysis;
}

static void give_back(struct analysis *analysis)
{
    analysis_free(analysis);
    free(analysis);
}

/* The same to the last bit. */
static void assert_same(const struct analysis *a, const struct analysis *b)
{
    for (int side = RED; side < SIDES; side++) {
        assert_memory_equal(a->belief[side].p, b->belief[side].p, sizeof a->belief[side].p);
        assert_memory_equal(a->worth.value[side], b->worth.value[side], sizeof a->worth.value[side]);
        assert_int_equal(a->faults[side], b->faults[side]);
    }
    assert_int_equal(a->planned, b->planned);
    assert_int_equal(a->table.moves, b->table.moves);
    assert_int_equal(a->table.columns, b->table.columns);
    for (int i = 0; i < a->table.moves; i++)
        assert_true(a->table.total[i] == b->table.total[i]);
    if (a->planned)
        assert_int_equal(a->best, b->best);
}

/* Whatever was looked at before, moves ahead, moves back, another side, other notes or another game: an
 * analysis is the one that is made of nothing. */
TEST(test_cache_changes_nothing)
{
    struct game game[2];
    struct analysis_cache cache = {0};
    struct rng rng;
    size_t plies = 0;
    rng_seed(&rng, 21, 0);
    play_game(&game[0], "probabilistic", "invincible:plan_random.max=5", 3);
    play_game(&game[1], "invincible", "random", 4);
    for (int i = 0; i < 120; i++) {
        struct record *record = &game[rng_below(&rng, 8) == 0].record;
        size_t max = record->plies < 120 ? record->plies - 1 : 120;
        plies += rng_below(&rng, 3) > 0 ? 1 + rng_below(&rng, 2) : rng_below(&rng, 120);
        plies %= max;
        enum side side = rng_below(&rng, 4) > 0 ? record_mover(record, plies) : RED;
        int noted = (int)rng_below(&rng, 40), rank = (int)rng_below(&rng, 3 * RANKS);
        record->note[noted] = (uint16_t)(rank < RANKS ? 1 << rank : 0);
        struct analysis_request request = request_for(record, plies, side);
        struct analysis *one = make_analysis(&request, &cache), *two = make_analysis(&request, NULL);
        assert_same(one, two);
        give_back(one);
        give_back(two);
    }
    analysis_cache_free(&cache);
    game_end(&game[0]);
    game_end(&game[1]);
}

/* Two lines that come to the same pieces on the same squares are two games for a guesser. */
TEST(test_transposed_lines)
{
    static const char squares[][2][2] = {{{1, 3}, {1, 4}}, {{0, 6}, {0, 5}},
                                         {{4, 3}, {4, 4}}, {{1, 6}, {1, 5}}};
    static const int orders[2][4] = {{0, 1, 2, 3}, {2, 3, 0, 1}};
    struct analysis_cache cache = {0};
    struct record record[2] = {{.plies = 0}};
    struct rng rng;
    int differ = 0;
    for (uint64_t seed = 0; seed < 40 && differ < 3; seed++) {
        struct analysis *analysis[2];
        bool legal = true;
        rng_seed(&rng, seed, 9);
        for (int line = 0; line < 2; line++) {
            struct position position = {0};
            record_clear(&record[line]);
            record[line].rules = *rules_find("isf");
            if (line == 0)
                placement_random_game(&record[0].start, &rng);
            else
                record[1].start = record[0].start;
            for (int i = 0; i < 4; i++) {
                const char(*move)[2] = squares[orders[line][i]];
                record_append(&record[line], (struct move_with_ranks){
                    {(uint8_t)square_at(move[0][0], move[0][1]), (uint8_t)square_at(move[1][0], move[1][1])},
                    RANK_UNKNOWN, RANK_UNKNOWN});
            }
            legal &= record_replay(&record[line], SIZE_MAX, &position, NULL, NULL) == STATUS_OK;
            position_free(&position);
        }
        for (int line = 0; legal && line < 2; line++) {
            struct analysis_request request = request_for(&record[line], 4, RED);
            analysis[line] = make_analysis(&request, &cache);
            struct analysis *anew = make_analysis(&request, NULL);
            assert_same(analysis[line], anew);
            give_back(anew);
        }
        if (!legal)
            continue;
        differ += memcmp(analysis[0]->belief[BLUE].p, analysis[1]->belief[BLUE].p,
                         sizeof analysis[0]->belief[BLUE].p) != 0;
        give_back(analysis[0]);
        give_back(analysis[1]);
    }
    assert_int_equal(differ, 3);
    analysis_cache_free(&cache);
    record_clear(&record[0]);
    record_clear(&record[1]);
}

/* An agent's moves are its best moves by its own options and its own chance, whatever holds here: the game,
 * the table, and a second run of the agent agree. */
TEST(test_agrees_with_the_agent)
{
    struct game game;
    struct analysis_cache cache = {0};
    play_game(&game, "invincible:plan_random.max=30", "invincible:worth.bomb_value=0.9", 8);
    for (size_t plies = 0; plies < 60 && plies + 1 < game.record.plies; plies++) {
        struct analysis_request request = request_for(&game.record, plies, record_mover(&game.record, plies));
        struct analysis *analysis = make_analysis(&request, &cache);
        struct move best = analysis_best(analysis, SQUARE_NONE);
        assert_true(move_equal(best, game.record.moves[plies].move));
        assert_true(move_equal(best, analysis->context->moves[analysis->best].move));
        give_back(analysis);
    }
    analysis_cache_free(&cache);
    game_end(&game);
}

/* What the plans say in numbers and in words is the table's. */
TEST(test_breakdown_and_words)
{
    struct game game;
    struct analysis_cache cache = {0};
    play_game(&game, "probabilistic", "random", 5);
    for (size_t plies = 10; plies < 60; plies += 7) {
        struct analysis_request request = request_for(&game.record, plies, record_mover(&game.record, plies));
        struct analysis *analysis = make_analysis(&request, &cache);
        struct text words = {0}, again = {0};
        for (int i = 0; i < analysis->table.moves; i++) {
            struct move_breakdown breakdown;
            double sum = 0;
            int lines = 0;
            assert_true(analysis_breakdown(analysis, analysis->context->moves[i].move, &breakdown));
            for (int n = 0; n < breakdown.count; n++) {
                assert_true(n == 0 || fabs(breakdown.line[n - 1].value) >= fabs(breakdown.line[n].value));
                sum += breakdown.line[n].value;
            }
            assert_true(fabs(sum - analysis->table.total[i]) < 1e-6);
            bool is_best = analysis->table.total[i] == analysis->table.total[analysis->best];
            assert_int_equal(breakdown.place == 1, is_best);
            text_clear(&words);
            text_clear(&again);
            analysis_explain(analysis, &cache, i, &words);
            analysis_explain(analysis, &cache, i, &again);
            assert_string_equal(text_string(&words), text_string(&again));
            for (const char *at = text_string(&words); *at; at++)
                lines += *at == '\n';
            assert_int_equal(lines, breakdown.count);
        }
        struct move_breakdown none;
        assert_false(analysis_breakdown(analysis, MOVE_NONE, &none));
        text_free(&words);
        text_free(&again);
        give_back(analysis);
    }
    analysis_cache_free(&cache);
    game_end(&game);
}

/* Of more instances than a breakdown has lines the heaviest are kept, in whatever order they come. */
TEST(test_heaviest_lines)
{
    enum { COLUMNS = 150, MOVES = 3 };
    static double values[COLUMNS][MOVES];
    static struct plan_column columns[COLUMNS];
    static struct plan_context context;
    double total[MOVES] = {3, 5, 4};
    struct plan_table table = {.moves = MOVES, .columns = COLUMNS, .column = columns, .total = total};
    struct move_breakdown breakdown;
    struct rng rng;
    const struct plan_kind *kind = NULL;
    for (int i = 0; i < plan_kind_count && !kind; i++)
        kind = plan_kind_table[i]->subject == SUBJECT_GAME ? plan_kind_table[i] : NULL;
    rng_seed(&rng, 5, 0);
    for (int order = 0; order < 3; order++) {
        for (int i = 0; i < COLUMNS; i++) {
            /* falling, rising, mixed; every value occurs once, with either sign */
            int n = order == 0 ? COLUMNS - i : order == 1 ? i + 1 : (i * 67) % COLUMNS + 1;
            columns[i] = (struct plan_column){.kind = kind, .value = values[i]};
            values[i][1] = rng_below(&rng, 2) ? n : -n;
            values[i][2] = i < 70 ? 0 : values[i][1];
        }
        move_breakdown_make(&breakdown, &context, &table, 1);
        assert_int_equal(breakdown.count, BREAKDOWN_LINES);
        for (int i = 0; i < BREAKDOWN_LINES; i++)
            assert_true(fabs(breakdown.line[i].value) == COLUMNS - i);
        assert_int_equal(breakdown.place, 1);
        move_breakdown_make(&breakdown, &context, &table, 2);
        assert_int_equal(breakdown.place, 2);
        move_breakdown_make(&breakdown, &context, &table, 0);
        assert_int_equal(breakdown.count, 0);
    }
}

/* Step by step the same as at once: the last step of a trace is what is believed. */
struct trace {
    uint32_t next;
    double last[RANKS];
};

static void take_step(void *context, const struct belief_step *change)
{
    struct trace *trace = context;
    bool of_game = change->ply < STEP_NOTES;
    if (of_game)
        assert_int_equal(change->ply, trace->next++);
    if (change->ply != 0)
        assert_memory_equal(change->before, trace->last, sizeof trace->last);
    assert_int_equal(change->event != NULL, change->ply != 0 && of_game);
    memcpy(trace->last, change->after, sizeof trace->last);
}

TEST(test_trace)
{
    struct game game;
    play_game(&game, "probabilistic", "probabilistic", 6);
    game.record.note[square_at(4, 9)] = 1 << BOMB;
    struct analysis_request request = request_for(&game.record, 50, RED);
    struct analysis *analysis = make_analysis(&request, NULL);
    for (int number = 0; number < PIECES; number += 3) {
        struct trace trace = {0};
        analysis_trace(analysis, number, take_step, &trace);
        assert_int_equal(trace.next, 51);
        assert_memory_equal(trace.last, analysis->belief[piece_side(number)].p[number % PIECES_A_SIDE],
                            sizeof trace.last);
    }
    give_back(analysis);
    game_end(&game);
}

/* Asked to, it is given up between two moves of the game; what was done is not lost for the next. */
struct stopping {
    struct analysis_watch watch;
    atomic_bool stop;
    unsigned at;
};

static void *stop_it(void *argument)
{
    struct stopping *stopping = argument;
    while (atomic_load(&stopping->watch.done) < stopping->at)
        usleep(50);
    atomic_store(&stopping->stop, true);
    return NULL;
}

TEST(test_stop_and_progress)
{
    struct game game;
    struct analysis_cache cache = {0};
    play_game(&game, "random", "random", 12);
    assert_true(game.record.plies > 400);
    struct analysis_request request = request_for(&game.record, 400, RED);
    struct stopping stopping = {.at = 0};
    stopping.watch.stop = &stopping.stop;
    atomic_store(&stopping.stop, true);
    struct analysis *analysis = calloc(1, sizeof *analysis);
    assert_int_equal(analysis_make(analysis, &request, &cache, &stopping.watch, NULL), STATUS_NO);
    analysis_free(analysis);
    assert_int_equal(cache.planner.observer.seen, 0);
    atomic_store(&stopping.stop, false);
    stopping.at = 60;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, stop_it, &stopping), 0);
    enum status status = analysis_make(analysis, &request, &cache, &stopping.watch, NULL);
    analysis_free(analysis);
    free(analysis);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(atomic_load(&stopping.watch.total), 400);
    if (status == STATUS_NO) /* else it was done before the other thread could look */
        assert_in_range(cache.planner.observer.seen, 60, 399);
    struct analysis *one = make_analysis(&request, &cache), *two = make_analysis(&request, NULL);
    assert_same(one, two);
    give_back(one);
    give_back(two);
    analysis_cache_free(&cache);
    game_end(&game);
}

/* Two games that only differ in what the side cannot know have the same analysis. */
TEST(test_no_peeking)
{
    struct rng rng;
    int compared = 0;
    rng_seed(&rng, 14, 0);
    for (int i = 0; i < 30; i++) {
        struct twins twins;
        struct record record[2] = {{.plies = 0}};
        struct analysis *analysis[2];
        if (!twins_make(&twins, (int)rng_below(&rng, 150), rules_find("isf"), &rng))
            continue;
        for (int n = 0; n < 2; n++) {
            const struct position *position = n ? &twins.two : &twins.one;
            record_clear(&record[n]);
            record[n].rules = *rules_find("isf");
            record[n].start = position->start;
            for (uint32_t ply = 0; ply < position->board.plies; ply++)
                record_append(&record[n], (struct move_with_ranks){position->board.history[ply].move,
                                                                   RANK_UNKNOWN, RANK_UNKNOWN});
            struct analysis_request request = request_for(&record[n], record[n].plies, twins.watcher);
            request.parts = position->board.to_move == twins.watcher ? ANALYSIS_PLANS : ANALYSIS_BELIEFS;
            analysis[n] = make_analysis(&request, NULL);
        }
        assert_same(analysis[0], analysis[1]);
        for (int n = 0; n < 2; n++) {
            give_back(analysis[n]);
            record_clear(&record[n]);
        }
        twins_free(&twins);
        compared++;
    }
    assert_true(compared > 15);
}

/* An agent that played with options is analysed by them, from the move on from which it had them, whatever
 * the defaults are now; what somebody gives counts more, and what the agent's name says most. */
TEST(test_options_of_the_record)
{
    struct game game;
    struct settings plain = {0}, given = {0};
    struct analysis *analysis[5];
    settings_copy(&plain, &settings);
    settings_copy(&given, &settings);
    assert_int_equal(settings_set(&settings, "worth.bomb_value", "0.8", "careful", NULL), STATUS_OK);
    play_game(&game, "invincible:plan_random.max=5", "random", 31);
    settings_free(&settings);
    settings = plain;
    assert_int_equal(settings_set(&given, "worth.bomb_value", "0.2", "set", NULL), STATUS_OK);
    assert_int_equal(settings_set(&given, "plan_random.max", "9", "set", NULL), STATUS_OK);
    struct analysis_request request = request_for(&game.record, 20, RED);
    analysis[0] = make_analysis(&request, NULL);
    assert_true(fabs(analysis[0]->worth_options.bomb_value - 0.8) < 1e-9);
    assert_true(move_equal(analysis[0]->context->moves[analysis[0]->best].move, game.record.moves[20].move));
    request.settings = &given;
    analysis[1] = make_analysis(&request, NULL);
    assert_true(fabs(analysis[1]->worth_options.bomb_value - 0.2) < 1e-9);
    /* The same by values alone, and for a person or before the options were there. */
    request.parts = ANALYSIS_VALUES;
    analysis[2] = make_analysis(&request, NULL);
    assert_memory_equal(&analysis[2]->worth, &analysis[1]->worth, sizeof analysis[2]->worth);
    request.settings = &settings;
    game.record.agent[RED].since = 21;
    analysis[3] = make_analysis(&request, NULL);
    assert_true(fabs(analysis[3]->worth_options.bomb_value - 0.5) < 1e-9);
    game.record.agent[RED].since = 20;
    snprintf(game.record.player[RED], sizeof game.record.player[RED], "invincible:profile=gone");
    analysis[4] = make_analysis(&request, NULL);
    assert_true(fabs(analysis[4]->worth_options.bomb_value - 0.8) < 1e-9);
    assert_int_equal(analysis[4]->notice.status, STATUS_OK);
    for (int i = 0; i < 5; i++)
        give_back(analysis[i]);
    settings_free(&given);
    game_end(&game);
}

TESTS_MAIN(engine_set_up, engine_tear_down)
