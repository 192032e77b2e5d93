/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How probable it is that a side wins: what the value must not depend on, which way it goes, its file, and
 * how it is learnt. */
#include "shortcuts.h"
#include "value/value.h"

#include "base/embedded.h"
#include "belief/belief.h"
#include "beliefs.h"
#include "boards.h"
#include "cmocka_all.h"
#include "game/position.h"
#include "lab/bench_value.h"
#include "learn/value_learn.h"
#include "lifelike.h"
#include "shipped.h"
#include "twins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct belief_knowledge knowledge;
static struct value_model *model;

static int set_up_value(void **state)
{
    static struct setup_statistics statistics;
    const struct embedded *file = embedded_find("data/value/people-and-programs.yaml");
    struct belief_options options;
    struct error error;
    (void)state;
    shipped_statistics(&statistics);
    belief_options_default(&options);
    options.kind = (double)(belief_kind_find("deboer") - belief_kind_table);
    assert_int_equal(belief_knowledge_init(&knowledge, &options, &statistics, NULL, &error), STATUS_OK);
    model = value_model_parse(file->name, (const char *)file->bytes, file->size, &error);
    assert_non_null(model);
    return 0;
}

static int tear_down_value(void **state)
{
    (void)state;
    free(model);
    return 0;
}

static void terms_of(const struct view *view, struct value_terms *terms)
{
    static struct belief belief[SIDES];
    struct worth_options options;
    struct worth worth;
    worth_options_init(&options);
    worth_compute(&options, view, &worth);
    for (enum side side = RED; side <= BLUE; side++)
        belief_replay(&belief[side], &knowledge, view, side);
    value_terms_make(terms, view, &worth, (value_beliefs *)belief[side_other(view->side)].p,
                     (value_beliefs *)belief[view->side].p);
}

static double value_at(const struct view *view, enum player_kind kind)
{
    struct value_terms terms;
    terms_of(view, &terms);
    return value_probability(model, kind, &terms);
}

static double value_for(const struct position *position, enum side side)
{
    struct view view = {0};
    view_init(&view, position, side);
    double value = value_at(&view, PLAYER_PEOPLE);
    view_free(&view);
    return value;
}

static void random_position(struct position *position, int plies, struct rng *rng)
{
    struct placement start;
    placement_random_game(&start, rng);
    assert_int_equal(position_init(position, &start, rules_find("isf"), NULL), STATUS_OK);
    for (int ply = 0; ply < plies && position_outcome(position).result == RESULT_OPEN; ply++) {
        struct move_with_ranks entered = move_random(&position->board, rng);
        assert_int_equal(position_play(position, entered, NULL, NULL), STATUS_OK);
    }
}

/* The side for which two hidden enemy pieces are alike has one value for both games, to the last bit. */
TEST(test_hidden)
{
    struct rng rng;
    int made = 0;
    rng_seed(&rng, 21, 0);
    for (int game = 0; game < 60; game++) {
        struct twins twins;
        struct view one = {0}, two = {0};
        struct value_terms first, second;
        if (!twins_make(&twins, (int)rng_below(&rng, 250), rules_find("isf"), &rng))
            continue;
        view_init(&one, &twins.one, twins.watcher);
        view_init(&two, &twins.two, twins.watcher);
        terms_of(&one, &first);
        terms_of(&two, &second);
        assert_memory_equal(&first, &second, sizeof first);
        view_free(&one);
        view_free(&two);
        twins_free(&twins);
        made++;
    }
    assert_true(made > 20);
}

/* The board turned and the colours exchanged, or left and right: another name for the same. */
enum turning { TURN_NOT, TURN_COLOURS, TURN_FILES };

static int turned_square(int square, enum turning turning)
{
    return turning == TURN_COLOURS ? square_turned(square)
           : turning == TURN_FILES ? square_at(FILES - 1 - square_file(square), square_row(square)) : square;
}

static void turn(const struct placement *from, enum turning turning, struct placement *to)
{
    bool colours = turning == TURN_COLOURS;
    placement_clear(to);
    to->to_move = colours ? side_other(from->to_move) : from->to_move;
    to->free = from->free;
    to->played = from->played;
    to->quiet = from->quiet;
    for (int square = 0; square < SQUARES; square++) {
        struct cell *cell = &to->cell[turned_square(square, turning)];
        *cell = from->cell[square];
        if (colours && cell->side != SIDES)
            cell->side = (uint8_t)side_other((enum side)cell->side);
    }
    for (enum side side = RED; side <= BLUE; side++)
        memcpy(to->captured[side], from->captured[colours ? side_other(side) : side],
               sizeof to->captured[side]);
}

/* By beliefs of no sense, another for each square of the board before it was turned, so that it is the terms
 * that are tried. */
static double value_turned(const struct placement *placement, enum side side, enum turning turning)
{
    struct position position = {0};
    struct view view = {0};
    struct worth_options options;
    struct worth worth;
    double p[SIDES][PIECES_A_SIDE][RANKS] = {{{0}}};
    assert_int_equal(position_init(&position, placement, rules_find("isf"), NULL), STATUS_OK);
    view_init(&view, &position, side);
    worth_options_init(&options);
    worth_compute(&options, &view, &worth);
    for (int number = 0; number < PIECES; number++) {
        const struct piece *piece = &position.board.piece[number];
        int square = piece->square == SQUARE_NONE ? 0 : turned_square(piece->square, turning);
        for (int rank = piece->moved ? SPY : FLAG; rank < RANKS; rank++)
            p[piece->side][number % PIECES_A_SIDE][rank] =
                piece->known ? rank == piece->rank : (1 + square / 200.0) / (2 * RANKS);
    }
    double value = value_of(model, PLAYER_PEOPLE, &view, &worth, (value_beliefs *)p[side_other(side)],
                            (value_beliefs *)p[side]);
    view_free(&view);
    position_free(&position);
    return value;
}

static double plain_value(const struct placement *placement, enum side side)
{
    return value_turned(placement, side, TURN_NOT);
}

TEST(test_mirror)
{
    struct rng rng;
    rng_seed(&rng, 22, 0);
    for (int game = 0; game < 60; game++) {
        struct position position = {0};
        struct placement now, turned;
        random_position(&position, (int)rng_below(&rng, 300), &rng);
        position_to_placement(&position, &now);
        bool open = position_outcome(&position).result == RESULT_OPEN;
        for (enum side side = RED; side <= BLUE && open; side++) {
            double value = plain_value(&now, side);
            turn(&now, TURN_COLOURS, &turned);
            double other = value_turned(&turned, side_other(side), TURN_COLOURS);
            assert_memory_equal(&other, &value, sizeof value);
            turn(&now, TURN_FILES, &turned);
            other = value_turned(&turned, side, TURN_FILES);
            assert_memory_equal(&other, &value, sizeof value);
        }
        position_free(&position);
    }
}

/* Where all ranks are known, what one side wins the other loses. */
TEST(test_open)
{
    struct rng rng;
    rng_seed(&rng, 23, 0);
    for (int game = 0; game < 60; game++) {
        struct position position = {0};
        struct placement now;
        random_position(&position, (int)rng_below(&rng, 300), &rng);
        position_to_placement(&position, &now);
        for (int square = 0; square < SQUARES; square++)
            now.cell[square].known = now.cell[square].side != SIDES;
        if (position_outcome(&position).result == RESULT_OPEN)
            assert_true(fabs(plain_value(&now, RED) + plain_value(&now, BLUE) - 1) < 1e-9);
        position_free(&position);
    }
}

/* With hidden ranks both may be too hopeful, but not by much, and who is far ahead knows it. */
TEST(test_both_sides)
{
    struct rng rng;
    rng_seed(&rng, 24, 0);
    for (int game = 0; game < 40; game++) {
        struct position position = {0};
        random_position(&position, 20 + (int)rng_below(&rng, 250), &rng);
        if (position_outcome(&position).result == RESULT_OPEN) {
            double red = value_for(&position, RED), blue = value_for(&position, BLUE);
            assert_true(red > 0 && red < 1 && blue > 0 && blue < 1);
            assert_true(fabs(red + blue - 1) < 0.35);
        }
        position_free(&position);
    }
}

/* Whose piece is taken off the board stands worse, whichever piece that moves it is. */
TEST(test_less_is_worse)
{
    struct rng rng;
    rng_seed(&rng, 25, 0);
    int worse = 0, tried = 0;
    for (int game = 0; game < 20; game++) {
        struct placement start;
        placement_random_game(&start, &rng);
        double value = plain_value(&start, RED);
        for (int rank = SCOUT; rank <= MARSHAL; rank++) {
            struct placement less = start;
            int square = 0;
            while (less.cell[square].side != RED || less.cell[square].rank != rank)
                square++;
            less.cell[square] = (struct cell){.side = SIDES};
            less.captured[RED][rank]++;
            double after = plain_value(&less, RED);
            tried++;
            worse += after < value;
            if (rank >= COLONEL)
                assert_true(after < value - 0.02);
        }
    }
    assert_true(worse > tried * 9 / 10);
}

/* What is written is read again; what is no such file is refused. */
TEST(test_file)
{
    struct text out = {0};
    struct error error = {0};
    value_model_write(model, &out);
    struct value_model *again = value_model_parse("again", text_string(&out), out.size, &error);
    assert_non_null(again);
    assert_memory_equal(again->weight, model->weight, sizeof again->weight);
    free(again);
    /* A file written before there were terms of what is hidden. */
    struct text older = {0};
    for (const char *line = text_string(&out), *end; *line; line = end) {
        end = strchr(line, '\n') + 1;
        if (strncmp(line, "  hidden_", 9) != 0)
            text_printf(&older, "%.*s", (int)(end - line), line);
    }
    assert_true(older.size < out.size);
    again = value_model_parse("older", text_string(&older), older.size, &error);
    assert_non_null(again);
    for (int i = 0; i < VALUE_TERMS; i++)
        assert_true(again->weight[PLAYER_PEOPLE][i] ==
                    (strncmp(value_term_table[i].name, "hidden_", 7) ? model->weight[PLAYER_PEOPLE][i] : 0));
    free(again);
    text_free(&older);
    static const struct {
        const char *text, *error;
    } bad[] = {
        {"", "bad:1:1: "},
        {"format: vedette-belief/3\n", "bad:1:9: format: vedette-value/1 expected"},
        {"format: vedette-value/1\nsource: a\n", "bad:1:1: "},
        {"format: vedette-value/1\nsource: a\ndate: b\npeople: 1\nprograms: 2\n", "bad:4:9: people: "},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(value_model_parse("bad", bad[i].text, strlen(bad[i].text), &error));
        assert_int_equal(error.status, STATUS_BAD);
        assert_int_equal(strncmp(error.text, bad[i].error, strlen(bad[i].error)), 0);
    }
    char *at = strstr(out.bytes, "  state: ");
    memcpy(at, "  state: 1e9 #", strlen("  state: 1e9 #"));
    assert_null(value_model_parse("bad", out.bytes, out.size, &error));
    assert_non_null(strstr(error.text, "people.state: "));
    text_free(&out);
}

/* Results drawn by known weights: they are found again, the same by any number of jobs; and the bench sees
 * that what is said comes true. */
TEST(test_learn)
{
    enum { GAMES = 4000, EACH = 4 };
    struct value_samples samples = {0};
    struct rng rng;
    double truth[VALUE_TERMS] = {[VALUE_STATE] = 2, [VALUE_MINERS] = -0.5, [VALUE_TURN] = 0.3};
    rng_seed(&rng, 26, 0);
    samples.items = calloc(GAMES * EACH, sizeof *samples.items);
    samples.count = GAMES * EACH;
    samples.games = GAMES;
    for (uint32_t i = 0; i < GAMES * EACH; i++) {
        double sum = 0;
        samples.items[i].game = i / EACH;
        for (int k = 0; k < VALUE_TERMS; k++) {
            samples.items[i].x[k] = (float)(2 * rng_unit(&rng) - 1);
            sum += truth[k] * (double)samples.items[i].x[k];
        }
        samples.items[i].result = rng_unit(&rng) < value_from_log_odds(sum) ? 1 : 0;
    }
    struct value_fit_terms terms = {.samples = &samples, .folds = 4, .without = -1, .jobs = 1};
    struct value_fold fold[4];
    double again[VALUE_TERMS];
    value_fit(&terms, fold[0].value);
    for (int k = 0; k < VALUE_TERMS; k++)
        assert_true(fabs(fold[0].value[k] - truth[k]) < 0.2);
    terms.jobs = 3;
    value_fit(&terms, again);
    assert_memory_equal(again, fold[0].value, sizeof again);
    for (terms.without = 0; terms.without < 4; terms.without++) {
        value_fit(&terms, fold[terms.without].value);
        value_fit_state(&terms, fold[terms.without].state);
        const double *state_alone = fold[terms.without].state;
        assert_true(state_alone[VALUE_MINERS] == 0 && state_alone[VALUE_STATE] > 1);
    }
    assert_true(memcmp(fold[0].value, fold[1].value, sizeof fold[0].value) != 0);
    struct value_result result;
    value_bench(&samples, fold, 4, &result);
    assert_int_equal(result.games, GAMES);
    assert_true(ratio_estimate(&result.all.gain).low > 0);
    assert_true(result.calibration < 0.05);
    /* All moments are of the first phase, and either seat's chances have the mean 1/2. */
    assert_true(result.phase_calibration == result.calibration);
    assert_true(fabs(ratio_estimate(&result.seats[0]).mean - 1) < 0.03);
    assert_true(result.seats[1].below == 0);
    free(samples.items);
}

/* Which games count, and what is taken of them. */
TEST(test_samples)
{
    struct belief_model *belief_model = shipped_belief_model();
    struct setup_statistics statistics;
    struct event events[150];
    struct training_game game = {.events = events};
    struct rng rng;
    struct lifelike lifelike;
    shipped_statistics(&statistics);
    rng_seed(&rng, 27, 0);
    lifelike_start(&lifelike, belief_model, &statistics, &rng);
    game.start = lifelike.public_state;
    while (game.count < 150 && lifelike_play(&lifelike, PLAYER_PEOPLE, &rng, &events[game.count]))
        game.count++;
    for (int number = 0; number < PIECES; number++)
        game.truth[number] = lifelike.position.board.piece[number].rank;
    game.outcome = (struct outcome){RESULT_BLUE, REASON_RESIGNED};
    struct training_game games[3] = {game, game, game};
    games[1].outcome.reason = REASON_TIME;
    games[2].outcome = (struct outcome){RESULT_DRAW, REASON_AGREED};
    struct dataset dataset = {.items = games, .count = 3};
    struct value_samples_terms terms = {.games = &dataset, .knowledge = &knowledge, .knowledge_count = 1,
                                        .every = 10, .jobs = 1};
    struct value_samples samples = {0}, again = {0};
    value_samples_add(&samples, &terms);
    terms.jobs = 2;
    value_samples_add(&again, &terms);
    assert_int_equal(samples.games, 2);
    assert_true(samples.count >= 2 * 2 * (game.count / 10 - 1));
    assert_int_equal(samples.count, again.count);
    assert_memory_equal(samples.items, again.items, samples.count * sizeof *samples.items);
    for (size_t i = 0; i < samples.count; i++) {
        const struct value_sample *sample = &samples.items[i];
        assert_true(sample->game != 1 && sample->ply + sample->left == game.count);
        assert_true(sample->result == (sample->game == 2 ? 0.5f : sample->side == BLUE ? 1 : 0));
        assert_true(sample->x[VALUE_TURN] == ((sample->ply + sample->side) % 2 ? -1 : 1));
    }
    value_samples_free(&samples);
    value_samples_free(&again);
    lifelike_end(&lifelike);
    belief_model_free(belief_model);
}

/* Two players who change colours from game to game: neither may be the one to move at most of the moments, or
 * who is to move would stand for who plays better. */
TEST(test_samples_of_both_players)
{
    enum { GAMES = 40, PLIES = 160 };
    static struct event events[PLIES];
    static struct training_game games[GAMES];
    struct belief_model *belief_model = shipped_belief_model();
    struct setup_statistics statistics;
    struct rng rng;
    struct lifelike lifelike;
    struct training_game game = {.events = events, .outcome = {RESULT_RED, REASON_FLAG}};
    shipped_statistics(&statistics);
    rng_seed(&rng, 28, 0);
    lifelike_start(&lifelike, belief_model, &statistics, &rng);
    game.start = lifelike.public_state;
    while (game.count < PLIES && lifelike_play(&lifelike, PLAYER_PROGRAMS, &rng, &events[game.count]))
        game.count++;
    assert_true(game.count > PLIES / 2);
    for (int number = 0; number < PIECES; number++)
        game.truth[number] = lifelike.position.board.piece[number].rank;
    for (int i = 0; i < GAMES; i++)
        games[i] = game;
    struct dataset dataset = {.items = games, .count = GAMES};
    for (uint32_t every = 7; every <= 16; every++) {
        struct value_samples_terms terms = {.games = &dataset, .knowledge = &knowledge, .knowledge_count = 1,
                                            .every = every, .jobs = 2};
        struct value_samples samples = {0};
        size_t to_move[SIDES][2] = {{0}};  /* of each colour, in games of even and of odd numbers */
        value_samples_add(&samples, &terms);
        for (size_t i = 0; i < samples.count; i++)
            if (samples.items[i].x[VALUE_TURN] > 0)
                to_move[samples.items[i].side][samples.items[i].game % 2]++;
        for (int odd = 0; odd < 2; odd++) {
            double all = (double)(to_move[RED][odd] + to_move[BLUE][odd]);
            assert_true(all > 100);
            assert_true(fabs((double)to_move[RED][odd] / all - 0.5) < 0.15);
        }
        value_samples_free(&samples);
    }
    lifelike_end(&lifelike);
    belief_model_free(belief_model);
}

TESTS_MAIN(set_up_value, tear_down_value)
