/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: threads */
/* The search shared among lanes and threads: the values of one lane; by depth and by nodes the same to the
 * last bit on any number of threads; reports one at a time; an end in all lanes when the stop flag is set. */
#include "boards.h"
#include "cmocka_all.h"
#include "search/search.h"
#include "search_scenes.h"
#include "shortcuts.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* Builds that check what they do get fewer positions. */
#if defined(VEDETTE_DEBUG) || defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { SPARSE = 10, STEP = 2 };
#else
enum { SPARSE = 1, STEP = 1 };
#endif

/* From one position to the next, where each `usual`-th is looked at as a rule; at least four are, so that
 * what is done in every other one is done in two. */
static size_t stride(size_t usual)
{
    size_t wanted = (size_t)test_size("SEARCH_LANES", arts.count / usual / SPARSE);
    wanted = wanted < 4 ? 4 : wanted < arts.count ? wanted : arts.count;
    return arts.count / wanted;
}

/* Searches with a searcher of its own. */
static void run(int lanes, const struct search_terms *terms, struct search_result *result)
{
    struct search_options options;
    struct search search;
    search_options_default(&options);
    options.lanes = lanes;
    options.table_size = 4;
    search_init(&search, &options);
    search_run(&search, terms, result);
    search_free(&search);
}

static const struct search_root *find_root(const struct search_result *result, struct move move)
{
    for (int i = 0; i < result->roots; i++)
        if (move_equal(result->root[i].move, move))
            return &result->root[i];
    return NULL;
}

/* Whether `found` says what `known` does, all of whose root moves have exact values. */
static void check_values(const struct search_result *found, const struct search_result *known, int lines)
{
    assert_true(found->depth == known->depth && found->roots == known->roots);
    assert_true(fabs(found->value - known->value) <= 1e-9 && found->value == found->root[0].value);
    assert_true(move_equal(found->best, found->root[0].move));
    for (int i = 0; i < found->roots; i++) {
        const struct search_root *root = &found->root[i], *other = find_root(known, root->move);
        assert_non_null(other);
        if (i < lines && other->bound == BOUND_EXACT)
            assert_int_equal(root->bound, BOUND_EXACT);
        if (root->bound == BOUND_EXACT)
            assert_true(fabs(root->value - other->value) <= 1e-9);
        else
            assert_true(root->value >= other->value - 1e-9);
    }
    for (int i = 0; i < lines && i < known->roots; i++)
        assert_true(fabs(found->root[i].value - known->root[i].value) <= 1e-9);
}

TEST(test_values)
{
    struct search_result *one = malloc(sizeof *one), *more = malloc(sizeof *more);
    for (size_t i = 0; i < arts.count; i += stride(2)) {
        struct search_terms terms = arts_terms(i, i % 12 ? 3 : 4);
        terms.lines = MOVES_MAX;
        run(1, &terms, one);
        for (int lanes = 1; lanes <= 5; lanes += STEP) {
            terms.lines = i % 4 ? 1 : 3;
            run(lanes, &terms, more);
            check_values(more, one, terms.lines);
            assert_true(lanes == 1 ? more->path == more->nodes : more->path <= more->nodes);
        }
    }
    free(one);
    free(more);
}

/* All but the time it took. */
static void check_same(const struct search_result *a, const struct search_result *b)
{
    assert_true(move_equal(a->best, b->best) && a->value == b->value && a->depth == b->depth);
    assert_true(a->nodes == b->nodes && a->path == b->path && a->seldepth == b->seldepth);
    assert_true(a->roots == b->roots && a->length == b->length);
    for (int i = 0; i < a->roots; i++)
        assert_true(move_equal(a->root[i].move, b->root[i].move) && a->root[i].value == b->root[i].value &&
                    a->root[i].bound == b->root[i].bound && a->root[i].nodes == b->root[i].nodes);
    for (int i = 0; i < a->length; i++)
        assert_true(move_equal(a->line[i], b->line[i]) && a->fight[i].square == b->fight[i].square);
}

TEST(test_threads)
{
    struct search_result *one = malloc(sizeof *one), *more = malloc(sizeof *more);
    uint64_t max = 0;
    bool by_nodes = false;
    for (size_t i = 0; i < arts.count; i += stride(15), by_nodes = !by_nodes)
        for (int lanes = 2; lanes <= 4; lanes += STEP) {
            struct search_terms terms = arts_terms(i, by_nodes ? 0 : 5);
            terms.nodes = by_nodes ? 30000 + i : 0;
            terms.lines = 1 + (int)(i % 3);
            run(lanes, &terms, one);
            max = one->nodes > max ? one->nodes : max;
            assert_true(!by_nodes || one->nodes <= terms.nodes + (uint64_t)lanes);
            for (terms.threads = 2; terms.threads <= 4; terms.threads += STEP) {
                run(lanes, &terms, more);
                check_same(one, more);
            }
        }
    assert_true(max >= 30000); /* enough for more than one thread */
    free(one);
    free(more);
}

/* A searcher takes as many lanes as each search wants, and one where depth or nodes limit it. */
TEST(test_lanes_wanted)
{
    struct search_options options;
    struct search search;
    struct search_result *one = malloc(sizeof *one), *more = malloc(sizeof *more);
    search_options_default(&options);
    options.table_size = 4;
    search_init(&search, &options);
    for (int i = 0; i < 4; i++) {
        struct search_terms terms = arts_terms((size_t)i * 70, 4);
        run(1, &terms, one);
        terms.threads = 3;
        search_run(&search, &terms, more);
        assert_int_equal(search.lanes, 1);
        check_same(one, more);
        terms.depth = 0;
        terms.hard_seconds = 0.05;
        search_run(&search, &terms, more);
        assert_int_equal(search.lanes, 3);
        assert_true(more->depth >= 1 && !move_is_none(more->best));
    }
    search_free(&search);
    free(one);
    free(more);
}

struct watcher {
    atomic_bool stop;
    atomic_int inside;      /* reports at this moment */
    bool wrong;
    int reports, depth;
    uint64_t nodes;
    bool stops;             /* at depth 4 */
};

static void watch(void *context, const struct search_result *so_far)
{
    struct watcher *watcher = context;
    if (atomic_fetch_add(&watcher->inside, 1) || so_far->depth < watcher->depth ||
        so_far->nodes < watcher->nodes || !so_far->roots)
        watcher->wrong = true;
    watcher->depth = so_far->depth;
    if (!atomic_load(&watcher->stop))
        watcher->nodes = so_far->nodes;
    watcher->reports++;
    if (watcher->stops && so_far->depth >= 4)
        atomic_store(&watcher->stop, true);
    atomic_fetch_sub(&watcher->inside, 1);
}

/* After the stop flag is set each thread searches at most 2048 more nodes, whether its lanes have begun or
 * not. The best of some tries: the other threads go on where the one that reports loses its core. */
TEST(test_search_lanes_stop)
{
    struct search_result *result = malloc(sizeof *result);
    for (int lanes = 2; lanes <= 16; lanes *= 2)
        for (int threads = 1; threads <= 4; threads *= 2) {
            const uint64_t max = 2048 * (uint64_t)threads + (uint64_t)lanes;
            uint64_t fewest = UINT64_MAX;
            for (int i = 0; i < 10 && fewest > max; i++) {
                struct watcher watcher = {.stops = true};
                struct search_terms terms = arts_terms((size_t)(lanes * 16 + threads), 0);
                terms.threads = threads;
                terms.stop = &watcher.stop;
                terms.report = watch;
                terms.context = &watcher;
                run(lanes, &terms, result);
                assert_true(result->depth >= 4 && watcher.reports >= 4 && !watcher.wrong);
                assert_false(move_is_none(result->best));
                if (result->nodes - watcher.nodes < fewest)
                    fewest = result->nodes - watcher.nodes;
            }
            assert_true(fewest <= max);
        }
    free(result);
}

/* Processor time of all threads, in seconds: other programs do not use it up. */
static double processor_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

struct alarm_clock {
    atomic_bool stop;
    double at;              /* processor_time when it was set */
};

static void *ring(void *context)
{
    struct alarm_clock *clock = context;
    nanosleep(&(struct timespec){.tv_nsec = 60000000}, NULL);
    clock->at = processor_time();
    atomic_store(&clock->stop, true);
    return NULL;
}

/* In the middle of a depth too, within 10 ms of each thread's time. */
TEST(test_stop_by_clock)
{
    struct search_result *result = malloc(sizeof *result);
    double fastest = INFINITY;
    for (int i = 0; i < 20 && fastest > 0.02; i++) {
        struct alarm_clock clock = {0};
        struct watcher watcher = {0};
        struct search_terms terms = arts_terms((size_t)i, 0);
        pthread_t thread;
        terms.threads = 2;
        terms.stop = &clock.stop;
        terms.report = watch;
        terms.context = &watcher;
        assert_int_equal(pthread_create(&thread, NULL, ring, &clock), 0);
        run(0, &terms, result);
        double now = processor_time();
        pthread_join(thread, NULL);
        fastest = fmin(fastest, now - clock.at);
        assert_false(watcher.wrong || move_is_none(result->best));
    }
    assert_true(fastest <= 0.02);
    free(result);
}

TESTS_MAIN(arts_set_up, arts_tear_down)
