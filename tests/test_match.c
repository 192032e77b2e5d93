/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: threads */
/* Matches: colours, counting, threads, saving, stopping; and the leaves that perft counts. */
#include "cmocka_all.h"
#include "commands/contest.h"
#include "console/command.h"
#include "engine.h"
#include "file/file.h"
#include "lab/match.h"
#include "lab/perft.h"
#include "report/match_report.h"
#include "setup/random_setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct match_terms terms_of(void)
{
    return (struct match_terms){
        .agent = {"random", "random"},
        .games = 12,
        .rules = *rules_find("redeca"),
        .seed = 5,
        .jobs = 1,
        .settings = &settings,
    };
}

static size_t sum(const size_t by[REASONS])
{
    size_t total = 0;
    for (int i = 0; i < REASONS; i++)
        total += by[i];
    return total;
}

/* What is counted in several ways adds up. */
static void assert_adds_up(const struct match_result *result)
{
    const struct match_wins *a = &result->agent[MATCH_A], *b = &result->agent[MATCH_B];
    const struct match_wins *red = &result->side[RED], *blue = &result->side[BLUE];
    assert_int_equal(a->wins + b->wins + result->draws, result->games);
    assert_int_equal(red->wins + blue->wins, a->wins + b->wins);
    assert_int_equal(red->captures + blue->captures, a->captures + b->captures);
    assert_int_equal(result->capture_plies.count, a->captures + b->captures);
    assert_int_equal(sum(result->wins_by[MATCH_A]), a->wins);
    assert_int_equal(sum(result->wins_by[MATCH_B]), b->wins);
    assert_int_equal(sum(result->draws_by), result->draws);
    assert_int_equal(result->wins_by[MATCH_A][REASON_FLAG], a->captures);
    assert_int_equal(result->plies.count, result->games);
}

TEST(results_add_up)
{
    struct match_result result;
    struct error error;
    struct match_terms terms = terms_of();
    assert_int_equal(match_run(&terms, &result, &error), STATUS_OK);
    assert_int_equal(result.games, 12);
    assert_adds_up(&result);
    /* Games are drawn, too, where the rules end them early. */
    terms.rules.move_limit = 30;
    assert_int_equal(match_run(&terms, &result, &error), STATUS_OK);
    assert_adds_up(&result);
    assert_true(result.draws_by[REASON_MOVE_LIMIT] > 6 && result.draws == sum(result.draws_by));
    assert_true(result.plies.mean > 15 && result.plies.mean <= 30);
}

/* The report and the line of JSON of a match. */
static char *report(const struct match_terms *terms)
{
    struct match_result result;
    struct text out = {0};
    struct error error;
    assert_int_equal(match_run(terms, &result, &error), STATUS_OK);
    report_match(terms, &result, &out);
    struct json json = {out, 0};
    report_match_json(terms, &result, 0, &json);
    return json.text.bytes;
}

TEST(threads_change_nothing)
{
    struct match_terms terms = terms_of();
    terms.agent[MATCH_A] = "probabilistic";
    terms.games = 40;
    char *alone = report(&terms);
    for (terms.jobs = 2; terms.jobs <= 5; terms.jobs += 3) {
        char *together = report(&terms);
        assert_string_equal(together, alone);
        free(together);
    }
    terms.seed = 6;
    char *other = report(&terms);
    assert_string_not_equal(other, alone);
    free(other);
    free(alone);
}

/* A strong agent against a weak one: whoever wins as A loses as B, and the winner has both colours. */
TEST(sides_are_separated)
{
    struct match_result result, turned;
    struct error error;
    struct match_terms terms = terms_of();
    terms.agent[MATCH_A] = "probabilistic";
    terms.games = 60;
    assert_int_equal(match_run(&terms, &result, &error), STATUS_OK);
    assert_true(result.agent[MATCH_A].wins > 40);
    assert_true(result.side[RED].wins > 15 && result.side[BLUE].wins > 15);
    terms.a_is_red = true;
    assert_int_equal(match_run(&terms, &result, &error), STATUS_OK);
    assert_int_equal(result.side[RED].wins, result.agent[MATCH_A].wins);
    terms.agent[MATCH_A] = "random";
    terms.agent[MATCH_B] = "probabilistic";
    assert_int_equal(match_run(&terms, &turned, &error), STATUS_OK);
    assert_true(turned.agent[MATCH_B].wins > 40);
    assert_int_equal(turned.side[BLUE].wins, turned.agent[MATCH_B].wins);
}

TEST(wrong_agents_are_named)
{
    struct match_result result;
    struct error error = {0};
    struct match_terms terms = terms_of();
    terms.agent[MATCH_B] = "nobody";
    assert_int_equal(match_run(&terms, &result, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "nobody"));
    assert_int_equal(result.games, 0);
}

static void stop_after_five(void *context, size_t done, size_t games)
{
    (void)games;
    if (done == 5)
        atomic_store((atomic_bool *)context, true);
}

TEST(stopped_matches_count_what_is_done)
{
    struct match_result result;
    struct error error;
    atomic_bool stop = false;
    struct match_terms terms = terms_of();
    terms.stop = &stop;
    terms.progress = stop_after_five;
    terms.context = &stop;
    assert_int_equal(match_run(&terms, &result, &error), STATUS_OK);
    assert_int_equal(result.games, 5);
    assert_adds_up(&result);
}

/* Each game is a file of its own, sound, with the players in their colours. */
TEST(games_are_saved)
{
    char folder[] = "match-XXXXXX", path[64];
    struct match_result result;
    struct error error;
    size_t plies = 0;
    assert_non_null(mkdtemp(folder));
    struct match_terms terms = terms_of();
    terms.agent[MATCH_A] = "probabilistic";
    terms.games = 3;
    terms.save = folder;
    assert_int_equal(match_run(&terms, &result, &error), STATUS_OK);
    for (int i = 0; i < 3; i++) {
        struct file_content content = {0};
        snprintf(path, sizeof path, "%s/%06d.game", folder, i);
        assert_int_equal(file_read(path, &content, &error), STATUS_OK);
        assert_int_equal(record_check(&content.record, &error), STATUS_OK);
        assert_string_equal(content.record.player[i % 2], "probabilistic");
        assert_string_equal(content.record.player[1 - i % 2], "random");
        assert_string_equal(content.record.rules.name, "redeca");
        plies += content.record.plies;
        file_content_free(&content);
        unlink(path);
    }
    assert_true(result.plies.mean * 3 > (double)plies - 0.5 &&
                result.plies.mean * 3 < (double)plies + 0.5);
    rmdir(folder);
}

/* The set-ups of a saved game. */
static void read_setups(const char *folder, int number, struct setup setup[SIDES])
{
    char path[64];
    struct file_content content = {0};
    struct error error;
    snprintf(path, sizeof path, "%s/%06d.game", folder, number);
    assert_int_equal(file_read(path, &content, &error), STATUS_OK);
    assert_int_equal(record_check(&content.record, &error), STATUS_OK);
    assert_true(placement_to_setups(&content.record.start, setup));
    file_content_free(&content);
    unlink(path);
}

/* Plays five games in pairs; setups[i] are those of game i. A has the set-up `given` in all of them, if it is
 * not NULL. */
static void play_pairs(const char *a, const char *b, bool pool, const struct setup *given,
                       struct setup setups[5][SIDES])
{
    char folder[] = "match-XXXXXX";
    struct match_result result;
    struct setup drawn[40];
    struct rng rng;
    assert_non_null(mkdtemp(folder));
    struct match_terms terms = terms_of();
    terms.agent[MATCH_A] = a;
    terms.agent[MATCH_B] = b;
    terms.library = library;
    terms.games = 5;
    terms.paired = true;
    terms.rules.move_limit = 20;
    terms.save = folder;
    rng_seed(&rng, 1, 0);
    for (int i = 0; i < 40; i++)
        setup_random(variant_at(VARIANT_STANDARD)->count, &drawn[i], &rng);
    terms.pool = pool ? drawn : NULL;
    terms.pool_count = pool ? 40 : 0;
    terms.own_setup[MATCH_A] = given;
    assert_int_equal(match_run(&terms, &result, NULL), STATUS_OK);
    assert_int_equal(pentanomial_pairs(&result.pairs), 2);
    for (int i = 0; i < 5; i++)
        read_setups(folder, i, setups[i]);
    assert_int_equal(rmdir(folder), 0);
}

static bool same(const struct setup *a, const struct setup *b)
{
    return memcmp(a->rank, b->rank, sizeof a->rank) == 0;
}

/* Both games of a pair have the same two set-ups: those of the colours where no player brings one, else
 * those of the players. Each pair has others. */
TEST(pairs_have_the_same_setups)
{
    struct setup setups[5][SIDES];
    for (int pool = 0; pool < 2; pool++) {
        play_pairs("random", "random", pool, NULL, setups);
        for (int first = 0; first < 4; first += 2)
            for (enum side side = RED; side <= BLUE; side++) {
                assert_true(same(&setups[first][side], &setups[first + 1][side]));
                assert_false(same(&setups[first][side], &setups[first + 2][side]));
            }
        assert_false(same(&setups[0][RED], &setups[0][BLUE]));
        play_pairs("random", "invincible:setup.best_of=1", pool, NULL, setups);
        for (int first = 0; first < 4; first += 2)
            for (enum side side = RED; side <= BLUE; side++) {
                assert_true(same(&setups[first][side], &setups[first + 1][side_other(side)]));
                assert_false(same(&setups[first][side], &setups[first + 2][side]));
            }
    }
}

/* A given set-up is that of the agent in all games, whatever brings the other; the other's stays with its
 * player too. */
TEST(given_setups_stay_with_their_agent)
{
    static const char *const enemies[] = {"random", "invincible:setup.best_of=1"};
    struct setup setups[5][SIDES], given;
    struct rng rng;
    rng_seed(&rng, 77, 0);
    setup_random(variant_at(VARIANT_STANDARD)->count, &given, &rng);
    for (int pool = 0; pool < 2; pool++)
        for (int enemy = 0; enemy < 2; enemy++) {
            play_pairs("invincible:setup.best_of=1", enemies[enemy], pool, &given, setups);
            for (int game = 0; game < 5; game++)
                assert_true(same(&setups[game][game % 2 ? BLUE : RED], &given));
            for (int first = 0; first < 4; first += 2) {
                assert_true(same(&setups[first][BLUE], &setups[first + 1][RED]));
                assert_false(same(&setups[first][BLUE], &setups[first + 2][BLUE]));
            }
        }
}

/* An agent against itself from the same set-ups: the two games of a pair are none the less two games. */
TEST(games_of_a_pair_differ)
{
    struct match_result result;
    struct match_terms terms = terms_of();
    terms.games = 101;
    terms.paired = true;
    assert_int_equal(match_run(&terms, &result, NULL), STATUS_OK);
    assert_adds_up(&result);
    assert_int_equal(pentanomial_pairs(&result.pairs), 50);
    assert_true(result.pairs.count[0] > 2 && result.pairs.count[4] > 2);
}

/* A round robin: each meeting is counted for itself, and the first player of one is its A. */
TEST(tournaments_have_meetings)
{
    static const char *const players[] = {"random", "probabilistic", "random:wait=0"};
    struct match_result meetings[3];
    struct error error;
    struct match_terms terms = terms_of();
    struct tournament tournament = {TOURNAMENT_ROUND_ROBIN, players, 3};
    terms.games = 20;
    terms.paired = true;
    terms.jobs = 3;
    assert_int_equal(tournament_run(&tournament, &terms, meetings, &error), STATUS_OK);
    for (int i = 0; i < 3; i++) {
        assert_adds_up(&meetings[i]);
        assert_int_equal(meetings[i].games, 20);
        assert_int_equal(pentanomial_pairs(&meetings[i].pairs), 10);
    }
    assert_true(meetings[0].agent[MATCH_B].wins > 12); /* random - probabilistic */
    assert_true(meetings[1].agent[MATCH_A].wins < 17 && meetings[1].agent[MATCH_B].wins < 17);
    assert_true(meetings[2].agent[MATCH_A].wins > 12); /* probabilistic - random */
    tournament.kind = TOURNAMENT_GAUNTLET;
    assert_int_equal(tournament_run(&tournament, &terms, meetings, &error), STATUS_OK);
    assert_true(meetings[0].agent[MATCH_B].wins > 12);
}

TEST(saving_may_fail)
{
    struct match_result result;
    struct error error = {0};
    struct match_terms terms = terms_of();
    terms.save = "/dev/null/games";
    assert_int_equal(match_run(&terms, &result, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "/dev/null"));
}

/* Threads and splitting at the root count what position_perft counts. */
TEST(leaves_are_counted)
{
    struct setup setup;
    struct rng rng;
    struct placement start;
    struct position position = {0};
    struct error error;
    uint64_t leaves;
    atomic_bool stop = false;
    rng_seed(&rng, 3, 0);
    setup_random(variant_at(VARIANT_STANDARD)->count, &setup, &rng);
    placement_from_setups(&start, variant_at(VARIANT_STANDARD), &setup, &setup);
    assert_int_equal(position_init(&position, &start, rules_find("isf"), &error), STATUS_OK);
    for (int depth = 0; depth <= 4; depth++) {
        uint64_t expected = position_perft(&position, depth);
        assert_true(expected > 0);
        for (int jobs = 1; jobs <= 3; jobs++) {
            assert_true(perft_count(&position, depth, jobs, &stop, &leaves));
            assert_true(leaves == expected);
        }
    }
    atomic_store(&stop, true);
    assert_false(perft_count(&position, 5, 2, &stop, &leaves));
    position_free(&position);
}

/* Whoever waits for ever loses each game on time, with either colour and on all threads. */
TEST(waiting_loses_on_time)
{
    struct match_result result;
    for (int agent = MATCH_A; agent < MATCH_AGENTS; agent++) {
        struct match_terms terms = terms_of();
        terms.games = 6;
        terms.jobs = 3;
        terms.agent[agent] = "random:wait=forever";
        terms.clock[agent] = (struct time_control){.total = 60};
        terms.clock[1 - agent] = (struct time_control){.total = 60000};
        assert_int_equal(match_run(&terms, &result, NULL), STATUS_OK);
        assert_adds_up(&result);
        assert_int_equal(result.games, 6);
        assert_int_equal(result.wins_by[1 - agent][REASON_TIME], 6);
    }
}

/* --- what is said of a result --- */

static struct match_result result_of(size_t wins, size_t losses, size_t draws)
{
    struct match_result result = {.games = wins + losses + draws, .draws = draws};
    result.agent[MATCH_A].wins = result.side[RED].wins = wins;
    result.agent[MATCH_B].wins = result.side[BLUE].wins = losses;
    return result;
}

static char progress_line[256];

static void keep_progress(struct session *session, const char *lines)
{
    (void)session;
    snprintf(progress_line, sizeof progress_line, "%s", lines);
}

/* The line of a running match has the Elo and the interval that the report has at the end. */
TEST(progress_has_the_interval_of_the_report)
{
    struct session session = {.progress = keep_progress};
    struct match_result result = result_of(30, 2, 3);
    struct match_terms terms = terms_of();
    struct contest_progress progress;
    struct text report = {0};
    char wanted[64];
    int elo, low, high;
    terms.games = 36;
    report_match(&terms, &result, &report);
    const char *line = strstr(text_string(&report), "Elo of A");
    assert_non_null(line);
    assert_int_equal(sscanf(line, "Elo of A %d (95 %%: %d to %d)", &elo, &low, &high), 3);
    assert_true(high - elo != elo - low);
    snprintf(wanted, sizeof wanted, ", Elo %+d (%+d to %+d)  ", elo, low, high);
    contest_progress_begin(&progress, &session, &terms, &result);
    terms.progress(terms.context, 0, 35);
    progress.start = progress.last = progress.start - 10;
    terms.progress(terms.context, 35, 35);
    if (!strstr(progress_line, wanted))
        fail_msg("'%s' in '%s'", wanted, progress_line);
    text_free(&report);
}

/* No figure of a report is a minus before nothing. */
TEST(nothing_has_no_minus)
{
    struct match_terms terms = terms_of();
    struct match_result result = result_of(4999, 5000, 0);
    struct text report = {0};
    report_match(&terms, &result, &report);
    assert_non_null(strstr(text_string(&report), "Elo of A         +0    (95 %: -7 to +7)"));
    text_free(&report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_add_up),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(sides_are_separated),
        cmocka_unit_test(wrong_agents_are_named),
        cmocka_unit_test(stopped_matches_count_what_is_done),
        cmocka_unit_test(waiting_loses_on_time),
        cmocka_unit_test(games_are_saved),
        cmocka_unit_test(saving_may_fail),
        cmocka_unit_test(pairs_have_the_same_setups),
        cmocka_unit_test(games_of_a_pair_differ),
        cmocka_unit_test(tournaments_have_meetings),
        cmocka_unit_test(leaves_are_counted),
        cmocka_unit_test(progress_has_the_interval_of_the_report),
        cmocka_unit_test(nothing_has_no_minus),
    };
    return cmocka_run_group_tests(tests, engine_set_up, engine_tear_down);
}
