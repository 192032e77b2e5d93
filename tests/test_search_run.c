/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: no-sanitizers */
/* How a search runs and what it leaves behind: symmetry, what repetition does, multi-cut, quiescence, limits,
 * stopping, and the reported line. */
#include "base/clock.h"
#include "boards.h"
#include "cmocka_all.h"
#include "game/notation.h"
#include "report/variation_text.h"
#include "search/lanes.h"
#include "search/repetition.h"
#include "search/search.h"
#include "search/variation.h"
#include "search_oracle.h"
#include "search_scenes.h"
#include "shortcuts.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A debug build checks the whole board after each move made, so it gets fewer positions. Odd numbers: what
 * hangs on a position's number takes turns. */
#ifdef VEDETTE_DEBUG
enum { SPARSE = 5 };
#else
enum { SPARSE = 3 };
#endif

/* Searches with a searcher of its own. */
static void run(const struct search_options *options, const struct search_terms *terms,
                struct search_result *result)
{
    struct search search;
    search_init(&search, options);
    search_run(&search, terms, result);
    search_free(&search);
}

static double value_of(const struct search_options *options, const struct view *view,
                       const double (*belief)[RANKS], int depth)
{
    struct search_result *result = malloc(sizeof *result);
    run(options, &(struct search_terms){.view = view, .belief = belief, .depth = depth}, result);
    double value = result->value;
    free(result);
    return value;
}

/* --- symmetry --- */

/* Where a square lies on the board seen from the other side (`turned`), or in a mirror. */
static int image(int square, bool turned)
{
    int file = square_file(square), row = square_row(square);
    return turned ? square_at(file, ROWS - 1 - row) : square_at(FILES - 1 - file, row);
}

/* The same game with colours exchanged, or left and right. */
static void scene_image(struct scene_of_few *to, const struct scene_of_few *from, bool turned)
{
    const struct board *board = &from->position.board;
    struct placement start = from->position.start, *old = &start, now = start;
    for (int square = 0; square < SQUARES; square++) {
        struct cell cell = old->cell[square];
        if (turned && cell.side != SIDES)
            cell.side = (uint8_t)side_other((enum side)cell.side);
        now.cell[image(square, turned)] = cell;
    }
    if (turned) {
        now.to_move = side_other(old->to_move);
        memcpy(now.captured[RED], old->captured[BLUE], RANKS);
        memcpy(now.captured[BLUE], old->captured[RED], RANKS);
    }
    memset(to, 0, sizeof *to);
    assert_int_equal(position_init(&to->position, &now, &board->rules, NULL), STATUS_OK);
    for (uint32_t i = board->prior_plies; i < board->plies; i++) {
        struct move move = board->history[i].move;
        struct move_with_ranks entered = {
            {(uint8_t)image(move.from, turned), (uint8_t)image(move.to, turned)}, RANK_UNKNOWN, RANK_UNKNOWN};
        assert_int_equal(position_play(&to->position, entered, NULL, NULL), STATUS_OK);
    }
    view_init(&to->view, &to->position, to->position.board.to_move);
    for (int square = 0; square < SQUARES; square++) {
        int number = board->at[square], other = to->view.board.at[image(square, turned)];
        if (number < PIECES && piece_side(number) != from->view.side)
            memcpy(to->belief[other % PIECES_A_SIDE], from->belief[number % PIECES_A_SIDE],
                   sizeof to->belief[0]);
    }
}

TEST(test_symmetry)
{
    struct rng rng;
    int checked = 0;
    rng_seed(&rng, 31, 0);
    while (checked < 300) {
        struct scene_of_few scene, other;
        struct search_options options;
        if (scene_draw(&scene, 6, &rng)) {
            bool turned = checked % 2;
            int depth = 1 + checked % 5;
            const double(*belief)[RANKS] = (const double(*)[RANKS])scene.belief;
            scene_draw_options(&options, &rng);
            scene_image(&other, &scene, turned);
            double value = value_of(&options, &scene.view, belief, depth);
            double image_value =
                value_of(&options, &other.view, (const double(*)[RANKS])other.belief, depth);
            assert_true(fabs(value - image_value) <= 1e-9);
            scene_free(&other);
            checked++;
        }
        scene_free(&scene);
    }
}

/* --- what the way to a position decides --- */

static void put_at(struct placement *placement, const char *square, enum side side, enum rank rank)
{
    const char *cursor = square;
    placement->cell[square_read(&cursor, NOTATION_DEBOER)] =
        (struct cell){.rank = (uint8_t)rank, .side = (uint8_t)side, .moved = rank > BOMB, .known = true};
}

/* A colonel between two walls and a marshal above it, all known. */
static void corridor(struct position *position, const char *colonel, const char *marshal)
{
    struct placement placement;
    struct rules rules = *rules_find("isf");
    rules.two_squares = 3;
    placement_clear(&placement);
    put_at(&placement, "a1", RED, FLAG);
    put_at(&placement, "c1", RED, MINER);
    put_at(&placement, "f5", RED, BOMB);
    put_at(&placement, "d4", RED, BOMB);
    put_at(&placement, "f4", RED, BOMB);
    put_at(&placement, "j10", BLUE, FLAG);
    put_at(&placement, colonel, RED, COLONEL);
    put_at(&placement, marshal, BLUE, MARSHAL);
    placement.cell[square_at(5, 4)].moved = placement.cell[square_at(5, 3)].moved = false;
    assert_int_equal(position_init(position, &placement, &rules, NULL), STATUS_OK);
}

static double best_value(const struct position *position, int depth)
{
    struct search_options options;
    struct view view = {0};
    search_options_default(&options);
    view_init(&view, position, position->board.to_move);
    double value = value_of(&options, &view, NULL, depth);
    assert_true(fabs(value - oracle_value(&options, NULL, &view, depth)) <= 1e-9);
    view_free(&view);
    return value;
}

/* The marshal attacks the colonel, which may go back, unless it has gone to and fro three times. */
TEST(test_two_squares)
{
    static const char *const way[] = {"e4-e5", "e7-e8", "e5-e4", "e8-e7", "e4-e5", "e7-e6"};
    struct position direct = {0}, shuttled = {0};
    struct search_options options;
    search_options_default(&options);
    corridor(&direct, "e5", "e6");
    corridor(&shuttled, "e4", "e7");
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        struct move_with_ranks entered;
        assert_int_equal(move_read(way[i], NOTATION_DEBOER, &entered, NULL, NULL), STATUS_OK);
        assert_int_equal(position_play(&shuttled, entered, NULL, NULL), STATUS_OK);
    }
    for (int square = 0; square < SQUARES; square++)
        assert_int_equal(bit_in(direct.board.occupied[RED], square), bit_in(shuttled.board.occupied[RED],
                                                                            square));
    assert_true(repetition_key(&direct.board, 2) == 0 && repetition_key(&shuttled.board, 2) != 0);
    for (int depth = 2; depth <= 4; depth++)
        assert_true(best_value(&shuttled, depth) <=
                    best_value(&direct, depth) - options.value[COLONEL] + 1e-9);
    position_free(&direct);
    position_free(&shuttled);
}

/* What repetition_key promises: of two boards that stand alike, one with a way behind it and one without,
 * those that it gives the same key have the same legal moves and the same ends in all lines of so many
 * plies. */
TEST(test_ways)
{
    struct rng rng;
    int apart[6] = {0}, alike[6] = {0};
    rng_seed(&rng, 33, 0);
    for (int i = 0; i < 3000 / SPARSE; i++) {
        struct scene_of_few scene;
        struct position fresh = {0};
        struct placement now;
        int depth = 1 + i % 5;
        if (scene_draw(&scene, 2, &rng)) {
            const struct board *board = &scene.position.board;
            position_to_placement(&scene.position, &now);
            now.played = now.quiet = 0;
            assert_int_equal(position_init(&fresh, &now, &board->rules, NULL), STATUS_OK);
            bool same_key = repetition_key(board, depth) == repetition_key(&fresh.board, depth);
            if (position_perft(&scene.position, depth) != position_perft(&fresh, depth)) {
                assert_false(same_key);
                apart[depth]++;
            }
            alike[depth] += same_key;
        }
        position_free(&fresh);
        scene_free(&scene);
    }
    for (int depth = 1; depth <= 5; depth++) {
        assert_true(apart[depth] >= 10 / SPARSE && alike[depth] >= 50 / SPARSE);
    }
}

/* Red's only piece that moves has two squares. Once it may not go back, Blue's quiet step wins. */
static void check_stuck(void)
{
    static const char *const way[] = {"e4-e5", "j8-j7", "e5-e4", "j7-j6", "e4-e5"};
    static const char *const walls[] = {"e6", "f5", "d4", "f4", "e3"};
    struct placement placement;
    struct position position = {0};
    struct rules rules = *rules_find("isf");
    struct search_options options;
    rules.two_squares = 3;
    placement_clear(&placement);
    put_at(&placement, "a1", RED, FLAG);
    put_at(&placement, "j10", BLUE, FLAG);
    put_at(&placement, "e4", RED, COLONEL);
    put_at(&placement, "j8", BLUE, MARSHAL);
    for (size_t i = 0; i < sizeof walls / sizeof *walls; i++)
        put_at(&placement, walls[i], RED, BOMB);
    assert_int_equal(position_init(&position, &placement, &rules, NULL), STATUS_OK);
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        struct move_with_ranks entered;
        assert_int_equal(move_read(way[i], NOTATION_DEBOER, &entered, NULL, NULL), STATUS_OK);
        assert_int_equal(position_play(&position, entered, NULL, NULL), STATUS_OK);
    }
    assert_false(board_stays_open(&position.board));
    search_options_default(&options);
    assert_true(best_value(&position, 1) >= options.value[FLAG]);
    position_free(&position);
}

/* Where board_stays_open says so, no quiet step ends the game. */
TEST(test_stays_open)
{
    struct rng rng;
    int open = 0, closed = 0;
    check_stuck();
    rng_seed(&rng, 34, 0);
    for (int i = 0; i < 6000 / SPARSE; i++) {
        struct scene_of_few scene;
        if (scene_draw(&scene, 2, &rng)) {
            struct move moves[MOVES_MAX];
            struct board *board = &scene.position.board;
            bool stays = board_stays_open(board);
            int count = board_moves(board, moves);
            for (int j = 0; j < count; j++) {
                if (board->at[moves[j].to] != NO_PIECE || square_distance(moves[j].from, moves[j].to) > 1)
                    continue;
                board_make(board, moves[j]);
                bool over = board_outcome(board).result != RESULT_OPEN;
                board_unmake(board);
                assert_false(stays && over);
                closed += over;
                open += stays;
            }
        }
        scene_free(&scene);
    }
    assert_true(open > 1000 / SPARSE && closed > 50 / SPARSE);
}

/* --- multi-cut --- */

/* With more cuts required than moves tried it cuts nothing; with few it saves work, on which nobody relies
 * where a search has but one move. */
TEST(test_multicut)
{
    struct search_options none, never, often;
    uint64_t nodes[2] = {0};
    struct search_result *result = malloc(sizeof *result);
    search_options_default(&none);
    never = often = none;
    never.multicut = often.multicut = 1;
    never.multicut_m = 2;
    never.multicut_c = 3;
    often.multicut_m = 8;
    often.multicut_c = 2;
    for (size_t i = 0; i < arts.count; i += 10 * SPARSE) {
        struct search_terms terms = arts_terms(i, 4);
        run(&none, &terms, result);
        double value = result->value;
        nodes[0] += result->nodes;
        run(&never, &terms, result);
        assert_true(fabs(result->value - value) <= 1e-9);
        run(&often, &terms, result);
        nodes[1] += result->nodes;
        assert_true(fabs(result->value) <= none.value[FLAG] && !move_is_none(result->best));
    }
    assert_true(nodes[1] < nodes[0]);
    free(result);
}

/* --- quiescence --- */

/* Red's major may take a captain that a marshal covers. One ply ahead that looks good; with the fight that
 * follows settled it does not. */
TEST(test_quiescence)
{
    struct placement placement;
    struct position position = {0};
    struct view view = {0};
    struct search_options options;
    struct search_result *result = malloc(sizeof *result);
    placement_clear(&placement);
    put_at(&placement, "a1", RED, FLAG);
    put_at(&placement, "b1", RED, BOMB);
    put_at(&placement, "e4", RED, MAJOR);
    put_at(&placement, "e5", BLUE, CAPTAIN);
    put_at(&placement, "e6", BLUE, MARSHAL);
    put_at(&placement, "j10", BLUE, FLAG);
    assert_int_equal(position_init(&position, &placement, rules_find("isf"), NULL), STATUS_OK);
    view_init(&view, &position, RED);
    search_options_default(&options);
    options.quiescence = 0;
    struct search_terms terms = {.view = &view, .depth = 1};
    struct move takes = {position.board.piece[position.board.at[square_at(4, 3)]].square,
                         (uint8_t)square_at(4, 4)};
    run(&options, &terms, result);
    assert_true(move_equal(result->best, takes));
    double greedy = result->value;
    options.quiescence = 1;
    run(&options, &terms, result);
    assert_false(move_equal(result->best, takes));
    assert_true(result->value < greedy);
    /* Two plies ahead nothing is left to settle: both see the answer. */
    options.quiescence = 0;
    terms.depth = 2;
    run(&options, &terms, result);
    assert_false(move_equal(result->best, takes));
    view_free(&view);
    position_free(&position);
    free(result);
}

/* Settled leaves change what is searched for, and no technique changes that. */
TEST(test_settled_values)
{
    struct search_options full, plain;
    search_options_default(&full);
    full.quiescence = 1;
    full.table_size = 1;
    plain = full;
    plain.deepening = plain.history = plain.table = plain.star1 = plain.probe = plain.etc = 0;
    int changed = 0;
    for (size_t i = 0; i < arts.count; i += 4 * SPARSE) {
        const struct arts_position *position = &arts.items[i];
        const double(*belief)[RANKS] = (const double(*)[RANKS])position->belief;
        double value = value_of(&plain, &position->view, belief, 3);
        assert_true(fabs(value_of(&full, &position->view, belief, 3) - value) <= 1e-9);
        full.quiescence = 0;
        changed += fabs(value_of(&full, &position->view, belief, 3) - value) > 1;
        full.quiescence = 1;
    }
    assert_true(changed > 20 / SPARSE);
}

/* --- limits --- */

static bool same_result(const struct search_result *a, const struct search_result *b)
{
    bool same = move_equal(a->best, b->best) && a->value == b->value && a->depth == b->depth &&
                a->nodes == b->nodes && a->roots == b->roots && a->length == b->length;
    for (int i = 0; same && i < a->roots; i++)
        same = move_equal(a->root[i].move, b->root[i].move) && a->root[i].value == b->root[i].value;
    for (int i = 0; same && i < a->length; i++)
        same = move_equal(a->line[i], b->line[i]);
    return same;
}

/* Limited by depth or by nodes: the same from a searcher that was used before, and from a new one. */
TEST(test_same_again)
{
    struct search_options options;
    struct search used;
    struct search_result *first = malloc(sizeof *first), *again = malloc(sizeof *again);
    search_options_default(&options);
    search_init(&used, &options);
    for (size_t i = 0; i < arts.count; i += 25 * SPARSE) {
        struct search_terms terms = arts_terms(i, i % 2 ? 4 : 0);
        terms.nodes = i % 2 ? 0 : 3000 + i;
        search_run(&used, &terms, first);
        run(&options, &terms, again);
        assert_true(same_result(first, again));
        /* The last node may be the first of a chance node's outcome: it is left at once. */
        assert_true(!terms.nodes || first->nodes <= terms.nodes + 1);
    }
    search_free(&used);
    free(first);
    free(again);
}

struct stopper {
    atomic_bool stop;
    double at;          /* clock_now when it was set */
    uint64_t nodes;     /* reported then */
};

static void stop_by_report(void *context, const struct search_result *so_far)
{
    struct stopper *stopper = context;
    if (so_far->depth >= 3 && !atomic_exchange(&stopper->stop, true))
        stopper->nodes = so_far->nodes;
}

static void *stop_by_clock(void *context)
{
    struct stopper *stopper = context;
    nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
    stopper->at = clock_now();
    atomic_store(&stopper->stop, true);
    return NULL;
}

/* A search ends soon after a stop: within a few thousand nodes, and (the best of some tries, for a test's
 * machine may be busy) within 10 ms. It answers with a move of the last depth. */
TEST(test_search_run_stop)
{
    struct search_options options;
    struct search search;
    struct search_result *result = malloc(sizeof *result);
    double fastest = INFINITY;
    search_options_default(&options);
    search_init(&search, &options);
    for (size_t i = 0; i < 10; i++) {
        struct stopper stopper = {0};
        struct search_terms terms = arts_terms(i * 29, 0);
        terms.stop = &stopper.stop;
        terms.report = stop_by_report;
        terms.context = &stopper;
        search_run(&search, &terms, result);
        assert_true(result->nodes - stopper.nodes <= 2048 && result->depth >= 3);
        assert_false(move_is_none(result->best));
    }
    for (int i = 0; i < 50 && fastest > 0.01; i++) {
        struct stopper stopper = {0};
        struct search_terms terms = arts_terms(0, 0);
        pthread_t thread;
        terms.stop = &stopper.stop;
        assert_int_equal(pthread_create(&thread, NULL, stop_by_clock, &stopper), 0);
        search_run(&search, &terms, result);
        double now = clock_now();
        pthread_join(thread, NULL);
        fastest = fmin(fastest, now - stopper.at);
        assert_false(move_is_none(result->best));
    }
    assert_true(fastest <= 0.01);
    search_free(&search);
    free(result);
}

/* --- the line --- */

/* Behind each fight of the line the values of all outcomes, by their probabilities, make up the fight's. */
static void check_line(const struct variation *line, double value)
{
    assert_true(line->count > 0 && fabs(line->items[0].value - value) <= 1e-9);
    for (size_t i = 0; i < line->count; i++) {
        const struct variation_item *item = &line->items[i];
        double sum = 0, p = 0;
        for (size_t j = i + 1; j < line->count && !item->outcome; j++) {
            if (line->items[j].level <= item->level)
                break;
            if (line->items[j].level == item->level + 1 && line->items[j].outcome) {
                sum += line->items[j].p * line->items[j].value;
                p += line->items[j].p;
            }
        }
        assert_true(p == 0 || (fabs(p - 1) <= 1e-9 && fabs(sum - item->value) <= 1e-6));
    }
}

TEST(test_line)
{
    struct search_options options;
    struct search_result *result = malloc(sizeof *result);
    struct variation line = {0};
    size_t outcomes = 0;
    search_options_default(&options);
    options.value[FLAG] = 10000; /* so dear that fights for it are sought, */
    options.quiescence = 0;      /* and not avoided for what follows them */
    options.table_size = 1; /* much is lost from it */
    for (size_t i = 0; i < arts.count; i += 6 * SPARSE) {
        struct search search;
        struct search_terms terms = arts_terms(i, 1 + (int)(i / 6) % 4);
        terms.lines = 2;
        options.table = i % 4 != 0;
        options.lanes = 1 + (int)(i % 9) / 3;
        search_init(&search, &options);
        search_run(&search, &terms, result);
        for (int root = 0; root < result->roots && root < 2; root++) {
            search_variation(&search, result, &result->root[root],
                             &(struct variation_terms){.branches = RANKS}, &line);
            assert_true(move_equal(line.items[0].move, result->root[root].move));
            check_line(&line, result->root[root].value);
            for (size_t j = 0; j < line.count; j++)
                outcomes += line.items[j].outcome;
        }
        search_free(&search);
    }
    assert_true(outcomes > 500 / SPARSE);
    variation_free(&line);
    free(result);
}

/* Stopped, a line does not pass what was not looked at off as other outcomes. */
TEST(test_stopped_line)
{
    struct search_options options;
    struct search_result *result = malloc(sizeof *result);
    struct variation line = {0};
    struct text text = {0};
    atomic_bool stop;
    int cut = 0;
    search_options_default(&options);
    options.table = 0; /* all of the line is searched again */
    for (size_t i = 0; i < arts.count && cut < 3; i++) {
        struct search search;
        struct search_terms terms = arts_terms(i, 3);
        bool attacks;
        atomic_store(&stop, false);
        terms.stop = &stop;
        search_init(&search, &options);
        search_run(&search, &terms, result);
        for (int root = 0; root < result->roots; root++) {
            if (tree_unknown(&search.lane[0].tree, result->root[root].move, &attacks) == NO_PIECE)
                continue;
            for (int stopped = 0; stopped < 2; stopped++) {
                atomic_store(&stop, stopped != 0);
                search_variation(&search, result, &result->root[root],
                                 &(struct variation_terms){.branches = 1}, &line);
                assert_true(stopped || !line.items[0].cut);
                text_clear(&text);
                variation_add_text(&line, NOTATION_DEBOER, &text);
                assert_true((strstr(text_string(&text), "% not looked at\n") != NULL) == line.items[0].cut);
                assert_true(!line.items[0].cut || !strstr(text_string(&text), "others"));
                cut += line.items[0].cut;
            }
        }
        search_free(&search);
    }
    assert_true(cut > 0);
    variation_free(&line);
    text_free(&text);
    free(result);
}

TESTS_MAIN(arts_set_up, arts_tear_down)
