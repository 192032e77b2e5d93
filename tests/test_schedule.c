/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schedule of matches and tournaments, and the collector that brings their games into order. */
#include "cmocka_all.h"
#include "base/parallel.h"
#include "lab/collector.h"
#include "lab/schedule.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

static const struct contest contests[] = {
    {.players = 2, .games = 7},
    {.players = 2, .games = 7, .a_is_red = true, .paired = true},
    {.players = 2, .games = 6, .paired = true},
    {.players = 2, .games = 7, .paired = true},
    {.players = 5, .games = 4, .paired = true},
    {.players = 4, .games = 5, .paired = true},
    {.players = 4, .games = 3, .gauntlet = true},
    {.players = 6, .games = 5, .gauntlet = true, .paired = true},
};

enum { CONTESTS = sizeof contests / sizeof contests[0] };

/* Each meeting has its games, numbered in their order, with the colours that they are to have. */
TEST(every_meeting_has_its_games)
{
    for (int i = 0; i < CONTESTS; i++) {
        const struct contest *contest = &contests[i];
        size_t meetings = contest_meetings(contest);
        size_t *seen = calloc(meetings, sizeof *seen);
        assert_int_equal(meetings, contest->gauntlet ? contest->players - 1
                                                     : contest->players * (contest->players - 1) / 2);
        assert_int_equal(contest_games(contest), meetings * contest->games);
        for (size_t at = 0; at < contest_games(contest); at++) {
            struct scheduled game = schedule_game(contest, at);
            assert_int_equal(game.index, at);
            assert_in_range(game.meeting, 0, meetings - 1);
            assert_int_equal(game.number, seen[game.meeting]++);
            assert_true(game.a < game.b && game.b < contest->players);
            assert_true(!contest->gauntlet || game.a == 0);
            bool red = contest->a_is_red || game.number % 2 == 0;
            assert_int_equal(game.side_of_a, red ? RED : BLUE);
        }
        for (size_t k = 0; k < meetings; k++)
            assert_int_equal(seen[k], contest->games);
        free(seen);
    }
}

/* The games of a pair stand together and have the same set-ups; others have their own. */
TEST(pairs_stand_together)
{
    for (int i = 0; i < CONTESTS; i++) {
        const struct contest *contest = &contests[i];
        size_t pairs = 0;
        for (size_t at = 0; at < contest_games(contest); at++) {
            struct scheduled game = schedule_game(contest, at);
            pairs += game.whole;
            if (!game.whole) {
                assert_int_equal(game.setups, at);
                continue;
            }
            struct scheduled first = schedule_game(contest, at - 1);
            assert_int_equal(game.setups, at - 1);
            assert_false(first.whole);
            assert_int_equal(first.meeting, game.meeting);
            assert_int_equal(first.number + 1, game.number);
            assert_int_equal(first.side_of_a, side_other(game.side_of_a));
        }
        bool has_pairs = contest->paired && !contest->a_is_red;
        assert_int_equal(pairs, has_pairs ? contest->games / 2 * contest_meetings(contest) : 0);
    }
}

/* The players of the meetings are all there are, each two once. */
TEST(each_meets_each_once)
{
    bool met[7][7] = {0};
    const struct contest contest = {.players = 7};
    for (size_t i = 0; i < 21; i++) {
        size_t a, b;
        contest_players(&contest, i, &a, &b);
        assert_true(a < b && b < 7 && !met[a][b]);
        met[a][b] = true;
    }
}

/* The shards have each game of the whole once, in rising order, with its partner. */
TEST(shards_cut_between_pairs)
{
    for (int i = 0; i < CONTESTS; i++)
        for (size_t shards = 1; shards <= 9; shards++) {
            struct contest contest = contests[i];
            size_t all = contest_games(&contest), total = 0;
            bool *seen = calloc(all, sizeof *seen);
            contest.shards = shards;
            for (contest.shard = 0; contest.shard < shards; contest.shard++) {
                size_t before = 0;
                total += contest_games(&contest);
                for (size_t at = 0; at < contest_games(&contest); at++) {
                    struct scheduled game = schedule_game(&contest, at);
                    struct scheduled whole = schedule_game(&contests[i], game.index);
                    assert_true(game.index == whole.index && game.setups == whole.setups);
                    assert_true(game.meeting == whole.meeting && game.number == whole.number);
                    assert_true(game.whole == whole.whole && game.side_of_a == whole.side_of_a);
                    assert_true(at == 0 || game.index > before);
                    assert_true(!game.whole || before == game.setups);
                    assert_false(seen[game.index]);
                    seen[game.index] = true;
                    before = game.index;
                }
            }
            assert_int_equal(total, all);
            assert_int_equal(contest_all_games(&contest), all);
            free(seen);
        }
}

/* What a sink saw of the games. */
struct heard {
    size_t next;         /* the number that must come now */
    size_t enough_at, fail_at;
    atomic_int inside;   /* threads in the sink */
    struct collector *collector;
    atomic_size_t put;
    size_t cut_at;
};

static enum status hear(void *context, const struct played *played, bool *enough, struct error *error)
{
    struct heard *heard = context;
    assert_int_equal(atomic_fetch_add(&heard->inside, 1), 0);
    assert_int_equal(played->game.index, heard->next);
    assert_int_equal(played->record->plies, played->game.index);
    heard->next++;
    *enough = played->game.index == heard->enough_at;
    atomic_fetch_sub(&heard->inside, 1);
    if (played->game.index == heard->fail_at)
        return error_set(error, STATUS_FAILED, "no room");
    return STATUS_OK;
}

/* "Plays" a game: now and then one takes long, so that others are done before it. */
static void play_recorded(void *context, size_t at)
{
    struct heard *heard = context;
    struct record record = {.plies = at};
    struct played played = {.game.index = at, .record = &record};
    if (!collector_wants(heard->collector, at))
        return;
    if (at % 100 == 7)
        for (volatile int i = 0; i < 300000; i++)
            ;
    if (at != heard->cut_at)
        played.outcome.result = RESULT_DRAW;
    record.moves = malloc(16); /* which somebody must give back */
    collector_put(heard->collector, at, &played, STATUS_OK, NULL);
    assert_null(record.moves);
    atomic_fetch_add(&heard->put, 1);
}

static enum status collect(struct heard *heard, int jobs, struct error *error)
{
    const struct sink sink = {hear, heard};
    heard->collector = collector_new(&sink, 1, 0, NULL);
    parallel_run(jobs, 5000, play_recorded, heard);
    enum status status = collector_status(heard->collector, error);
    collector_free(heard->collector);
    return status;
}

TEST(games_come_in_order)
{
    struct error error;
    for (int jobs = 1; jobs <= 8; jobs += 3) {
        struct heard all = {.enough_at = SIZE_MAX, .fail_at = SIZE_MAX, .cut_at = SIZE_MAX};
        assert_int_equal(collect(&all, jobs, &error), STATUS_OK);
        assert_int_equal(all.next, 5000);
        struct heard some = {.enough_at = 1234, .fail_at = SIZE_MAX, .cut_at = SIZE_MAX};
        assert_int_equal(collect(&some, jobs, &error), STATUS_OK);
        assert_int_equal(some.next, 1235);
        assert_true(some.put < 1235 + 1024 + 8);
        struct heard failing = {.enough_at = SIZE_MAX, .fail_at = 777, .cut_at = SIZE_MAX};
        assert_int_equal(collect(&failing, jobs, &error), STATUS_FAILED);
        assert_string_equal(error.text, "game 777: no room");
        assert_int_equal(failing.next, 778);
        struct heard cut = {.enough_at = SIZE_MAX, .fail_at = SIZE_MAX, .cut_at = 55};
        assert_int_equal(collect(&cut, jobs, &error), STATUS_OK);
        assert_int_equal(cut.next, 55);
    }
}

/* While the first game is not over, others run ahead of it only so far; its end lets all go on. */
struct held {
    struct collector *collector;
    atomic_size_t done;
    atomic_bool let_go;
    size_t taken;
};

static enum status count(void *context, const struct played *played, bool *enough, struct error *error)
{
    struct held *held = context;
    (void)played;
    (void)enough;
    (void)error;
    held->taken++;
    return STATUS_OK;
}

static void *hold(void *context)
{
    struct held *held = context;
    for (size_t at = 1; at < 3000 && collector_wants(held->collector, at); at++) {
        struct record record = {0};
        struct played played = {.game.index = at, .outcome.result = RESULT_RED, .record = &record};
        collector_put(held->collector, at, &played, STATUS_OK, NULL);
        atomic_fetch_add(&held->done, 1);
    }
    return NULL;
}

TEST(nobody_runs_far_ahead)
{
    struct held held = {0};
    const struct sink sink = {count, &held};
    struct record record = {0};
    struct played first = {.outcome.result = RESULT_BLUE, .record = &record};
    pthread_t thread;
    held.collector = collector_new(&sink, 1, 0, NULL);
    assert_true(collector_wants(held.collector, 0));
    assert_int_equal(pthread_create(&thread, NULL, hold, &held), 0);
    while (atomic_load(&held.done) < 1023)
        sched_yield();
    for (int i = 0; i < 1000; i++)
        sched_yield();
    assert_int_equal(atomic_load(&held.done), 1023);
    assert_int_equal(held.taken, 0);
    collector_put(held.collector, 0, &first, STATUS_OK, NULL);
    pthread_join(thread, NULL);
    assert_int_equal(held.taken, 3000);
    collector_free(held.collector);
}

/* Games that take long to keep are not all kept where an end is wanted, and none is half kept. */
static enum status keep_slowly(void *context, const struct played *played, bool *enough, struct error *error)
{
    nanosleep(&(const struct timespec){.tv_nsec = 10000000}, NULL);
    return count(context, played, enough, error);
}

TEST(stopped_collectors_end_soon)
{
    struct held held = {0};
    atomic_bool stop = false;
    const struct sink sink = {keep_slowly, &held};
    struct error error;
    held.collector = collector_new(&sink, 1, 0, &stop);
    for (size_t at = 1000; at-- > 0;) {
        struct record record = {0};
        struct played played = {.game.index = at, .outcome.result = RESULT_RED, .record = &record};
        atomic_store(&stop, at == 0);
        collector_put(held.collector, at, &played, STATUS_OK, NULL);
    }
    assert_in_range(held.taken, 1, 100); /* ten seconds for all of them */
    assert_false(collector_wants(held.collector, 1000));
    assert_int_equal(collector_status(held.collector, &error), STATUS_OK);
    collector_free(held.collector);
}

/* What workers did, and with what. */
enum { WORKERS = 4, ITEMS = 1000 };

struct workshop {
    atomic_int begun, ended, by[WORKERS];
    atomic_size_t made;
};

struct bench_of_worker {
    struct workshop *workshop;
    size_t made;
};

static void begin_bench(void *scratch, void *context)
{
    struct bench_of_worker *bench = scratch;
    assert_int_equal(bench->made, 0);
    bench->workshop = context;
    atomic_fetch_add(&bench->workshop->begun, 1);
}

static void end_bench(void *scratch)
{
    struct bench_of_worker *bench = scratch;
    atomic_fetch_add(&bench->workshop->made, bench->made);
    atomic_fetch_add(&bench->workshop->ended, 1);
}

static void use_bench(void *context, size_t index, const struct parallel_worker *worker)
{
    struct workshop *workshop = context;
    struct bench_of_worker *bench = worker->scratch;
    (void)index;
    assert_ptr_equal(bench->workshop, workshop);
    assert_in_range(worker->number, 0, WORKERS - 1);
    atomic_fetch_add(&workshop->by[worker->number], 1);
    bench->made++;
}

/* Each worker has a number and room of its own for all its items. */
TEST(workers_have_space)
{
    for (int jobs = 1; jobs <= WORKERS; jobs++) {
        struct workshop workshop = {0};
        const struct parallel_scratch scratch = {sizeof(struct bench_of_worker), begin_bench, end_bench};
        int made = 0;
        parallel_run_workers(jobs, ITEMS, &scratch, use_bench, &workshop);
        assert_int_equal(workshop.begun, jobs);
        assert_int_equal(workshop.ended, jobs);
        assert_int_equal(workshop.made, ITEMS);
        for (int i = 0; i < WORKERS; i++)
            made += workshop.by[i];
        assert_int_equal(made, ITEMS);
        for (int i = jobs; i < WORKERS; i++)
            assert_int_equal(workshop.by[i], 0);
    }
}

TESTS_MAIN(NULL, NULL)
