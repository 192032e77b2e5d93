/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of games, the sequential test and ratings, held against closed forms, slow separate methods and
 * simulated matches whose truth is known. */
#include "base/rng.h"
#include "cmocka_all.h"
#include "lab/pentanomial.h"
#include "lab/ratings.h"
#include "lab/sprt.h"

#include <math.h>
#include <stdbool.h>

static void assert_near(double found, double expected, double within)
{
    if (!(fabs(found - expected) <= within))
        fail_msg("found %.9g, expected %.9g", found, expected);
}

TEST(pairs_add_up)
{
    struct pentanomial pairs = {0};
    assert_near(pentanomial_score(&pairs), 0.5, 0);
    assert_near(pentanomial_interval(&pairs, STATS_95).high, 1, 0);
    pentanomial_add(&pairs, 4);
    pentanomial_add(&pairs, 1);
    pentanomial_add(&pairs, 2);
    pentanomial_add(&pairs, 2);
    assert_int_equal(pentanomial_pairs(&pairs), 4);
    assert_near(pentanomial_score(&pairs), 9.0 / 16, 1e-12);
    assert_near(pentanomial_variance(&pairs), (49 + 25 + 1 + 1) / 256.0 / 4, 1e-12);
}

/* Pairs whose two games are as independent as 200 games without draws have just their interval; pairs that
 * always share the points have a much narrower one, and never none. */
TEST(pairs_have_their_own_spread)
{
    struct pentanomial single = {{25, 0, 50, 0, 25}}, shared = {{0, 0, 100, 0, 0}}, won = {{0, 0, 0, 0, 9}};
    struct interval games = stats_wilson(100, 200, STATS_95);
    struct interval found = pentanomial_interval(&single, STATS_95);
    assert_near(found.low, games.low, 1e-12);
    assert_near(found.high, games.high, 1e-12);
    found = pentanomial_interval(&shared, STATS_95);
    assert_true(found.low > games.low && found.low < 0.5 && found.high > 0.5 && found.high < games.high);
    found = pentanomial_interval(&won, STATS_95);
    assert_near(found.low, stats_wilson(18, 18, STATS_95).low, 1e-12);
    assert_near(found.high, 1, 0);
}

TEST(terms_are_read)
{
    static const char *const wrong[] = {"", "5", "0,5,", "0,5,0.05", "5,0", "0,5,0.05,0.5", "0,5,0,0.1",
                                        "a,b", "0,5,0.1,0.1,1", "0 5", "0,nan", "0,5x", "-inf,0", "0,2000"};
    struct sprt_terms terms;
    assert_int_equal(sprt_parse("-2.5,5", &terms, NULL), STATUS_OK);
    assert_true(terms.elo0 == -2.5 && terms.elo1 == 5 && terms.alpha == 0.05 && terms.beta == 0.05);
    assert_int_equal(sprt_parse("0,10,0.1,0.2", &terms, NULL), STATUS_OK);
    assert_true(terms.elo1 == 10 && terms.alpha == 0.1 && terms.beta == 0.2);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (sprt_parse(wrong[i], &terms, NULL) != STATUS_BAD)
            fail_msg("'%s' was read", wrong[i]);
}

/* Where pairs give all or nothing, a mean leaves no freedom, and the ratio is the binomial one. */
TEST(ratio_of_two_scores)
{
    struct sprt_terms terms = {-10, 30, 0.05, 0.05};
    struct pentanomial pairs = {{4700, 0, 0, 0, 5300}}, none = {{0}};
    double s0 = 1 / (1 + pow(10, 10.0 / 400)), s1 = 1 / (1 + pow(10, -30.0 / 400));
    double expected = 5300 * log(s1 / s0) + 4700 * log((1 - s1) / (1 - s0));
    assert_near(sprt_ratio(&terms, &pairs), expected, 0.01);
    assert_near(sprt_ratio(&terms, &none), 0, 0);
}

/* The largest likelihood, per pair, of a distribution over the five scores with the given mean, by a slow
 * climb that knows nothing of tilting: shares move between three scores so that sum and mean stay. */
static double slow_likelihood(const double share[PAIR_SCORES], double score)
{
    double p[PAIR_SCORES] = {0.2, 0.2, 0.2, 0.2, 0.2}, best = -INFINITY;
    /* Begin with the mean right: mix the even distribution with all at one end. */
    double mix = fabs(score - 0.5) / 0.5;
    for (int i = 0; i < PAIR_SCORES; i++)
        p[i] *= 1 - mix;
    p[score > 0.5 ? PAIR_SCORES - 1 : 0] += mix;
    for (double step = 0.05; step > 1e-9; step /= 2)
        for (bool better = true; better;) {
            better = false;
            for (int way = 0; way < 20; way++) {
                int a = way / 2 % 5, b = (a + 1) % 5, c = (a + 2 + way / 10) % 5;
                double q[PAIR_SCORES], sum = 0, sign = way % 2 ? -1 : 1;
                for (int i = 0; i < PAIR_SCORES; i++)
                    q[i] = p[i];
                q[a] += sign * step * (c - b);
                q[b] += sign * step * (a - c);
                q[c] += sign * step * (b - a);
                if (!(q[a] > 0 && q[b] > 0 && q[c] > 0))
                    continue;
                for (int i = 0; i < PAIR_SCORES; i++)
                    sum += share[i] * log(q[i]);
                if (sum > best + 1e-13) {
                    best = sum;
                    better = true;
                    for (int i = 0; i < PAIR_SCORES; i++)
                        p[i] = q[i];
                }
            }
        }
    return best;
}

TEST(ratio_as_a_slow_climb_finds_it)
{
    static const struct pentanomial cases[] = {{{10, 20, 40, 25, 12}}, {{3, 1, 90, 2, 7}},
                                               {{50, 9, 8, 7, 6}}};
    struct sprt_terms terms = {-20, 35, 0.05, 0.05};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        double share[PAIR_SCORES], pairs = (double)pentanomial_pairs(&cases[k]);
        for (int i = 0; i < PAIR_SCORES; i++)
            share[i] = (double)cases[k].count[i] / pairs;
        double expected = slow_likelihood(share, 1 / (1 + pow(10, -35.0 / 400))) -
                          slow_likelihood(share, 1 / (1 + pow(10, 20.0 / 400)));
        assert_near(sprt_ratio(&terms, &cases[k]), pairs * expected, 1e-4);
    }
}

static int draw_result(double win, double draw, struct rng *rng)
{
    double drawn = rng_unit(rng);
    return drawn < win ? 2 : drawn < win + draw ? 1 : 0;
}

/* What simulated matches came to. */
struct simulated {
    int matches, accepted;      /* in which elo1 is accepted */
    double mean_pairs;          /* their length */
    double mean_score[2];       /* of those in which elo0 is accepted, and elo1 */
};

/* Matches between players whose difference is `elo`, with a fifth of draws. */
static struct simulated simulate(const struct sprt_terms *terms, double elo, int matches)
{
    double score = 1 / (1 + pow(10, -elo / 400)), draw = 0.2, win = score - draw / 2;
    struct simulated all = {.matches = matches};
    for (int i = 0; i < matches; i++) {
        struct pentanomial pairs = {{0}};
        struct rng rng;
        enum sprt_result answer = SPRT_GO_ON;
        rng_seed(&rng, 2026, (uint64_t)i);
        while (answer == SPRT_GO_ON) {
            int half_points = draw_result(win, draw, &rng);
            pentanomial_add(&pairs, half_points + draw_result(win, draw, &rng));
            answer = sprt_decide(terms, &pairs);
        }
        all.accepted += answer == SPRT_ELO1;
        all.mean_pairs += (double)pentanomial_pairs(&pairs) / matches;
        all.mean_score[answer == SPRT_ELO1] += pentanomial_score(&pairs);
    }
    all.mean_score[0] /= matches - all.accepted;
    all.mean_score[1] /= all.accepted;
    return all;
}

/* The test errs as often as it may: over 1,000 matches the 99.9 % interval of the share of wrong answers
 * holds alpha, and beta; a little fewer are usual, as the last pair overshoots the bound. Its length is
 * Wald's. */
TEST(errs_as_often_as_it_may)
{
    static const struct sprt_terms terms[] = {{0, 40, 0.05, 0.05}, {-20, 30, 0.1, 0.02}};
    enum { MATCHES = 1000 };
    for (size_t k = 0; k < sizeof terms / sizeof terms[0]; k++)
        for (int lead = 0; lead < 2; lead++) {
            double elo = lead ? terms[k].elo1 : terms[k].elo0;
            const struct simulated all = simulate(&terms[k], elo, MATCHES);
            double error = (double)all.accepted / MATCHES;
            double min = lead ? terms[k].beta : terms[k].alpha;
            if (lead)
                error = 1 - error;
            struct interval seen = stats_wilson(error * MATCHES, MATCHES, 3.29);
            if (!(seen.low <= min && seen.high >= min))
                fail_msg("elo %g: %g wrong, %g expected", elo, error, min);
            double score = 1 / (1 + pow(10, -elo / 400));
            double expected = sprt_expected_pairs(&terms[k], elo, (score * (1 - score) - 0.05) / 2);
            if (!(fabs(all.mean_pairs / expected - 1) < 0.12))
                fail_msg("elo %g: %g pairs, %g expected", elo, all.mean_pairs, expected);
        }
}

/* The score of a test that has ended is too high where elo1 was accepted, and too low where elo0 was: what
 * the report says of it (report/match_report.c). Here the true lead is in the middle. */
TEST(ended_tests_lean)
{
    const struct sprt_terms terms = {0, 40, 0.05, 0.05};
    const struct simulated all = simulate(&terms, 20, 500);
    double truth = 1 / (1 + pow(10, -20.0 / 400));
    assert_true(all.accepted > 100 && all.accepted < 400);
    assert_true(all.mean_score[0] < truth - 0.02 && all.mean_score[1] > truth + 0.02);
}

/* Between the two hypotheses the mean length has its own formula; it joins the other without a step. */
TEST(expected_length_is_smooth)
{
    struct sprt_terms terms = {0, 10, 0.05, 0.05};
    double middle = 0;
    for (double elo = 4.9; elo < 5.1; elo += 0.001) {
        double pairs = sprt_expected_pairs(&terms, elo, 0.1);
        if (middle != 0)
            assert_near(pairs / middle, 1, 1e-3);
        middle = pairs;
    }
    assert_true(sprt_expected_pairs(&terms, 0, 0.1) < middle);
}

/* The points that a player is expected to make, less those that it has made. */
static double off_by(const struct score_count *scores, size_t players, const struct rating *ratings,
                     size_t player)
{
    double off = 0;
    for (size_t a = 0; a < players; a++)
        for (size_t b = a + 1; b < players; b++) {
            const struct score_count *score = &scores[a * players + b];
            double games = (double)(score->wins + score->draws + score->losses);
            double more = games / (1 + pow(10, (ratings[b].elo - ratings[a].elo) / 400)) -
                          ((double)score->wins + 0.5 * (double)score->draws);
            off += player == a ? more : player == b ? -more : 0;
        }
    return off;
}

static void assert_points_come_back(const struct score_count *scores, size_t players,
                                    const struct rating *ratings, double within)
{
    for (size_t i = 0; i < players; i++)
        assert_near(off_by(scores, players, ratings, i), 0, within);
}

/* Hunter 2004: the steps of an MM algorithm, slow and sure. */
static void slow_ratings(const struct score_count *scores, size_t players, double *elo)
{
    double worth[8], next[8];
    for (size_t i = 0; i < players; i++)
        worth[i] = 1;
    for (int step = 0; step < 20000; step++) {
        for (size_t i = 0; i < players; i++) {
            double points = 0, sum = 0;
            for (size_t k = 0; k < players; k++) {
                if (i == k)
                    continue;
                const struct score_count *score = &scores[i < k ? i * players + k : k * players + i];
                double games = (double)(score->wins + score->draws + score->losses);
                points += (double)(i < k ? score->wins : score->losses) + 0.5 * (double)score->draws;
                sum += games / (worth[i] + worth[k]);
            }
            next[i] = points / sum;
        }
        for (size_t i = 0; i < players; i++)
            worth[i] = next[i];
    }
    double mean = 0;
    for (size_t i = 0; i < players; i++)
        mean += 400 * log10(worth[i]) / (double)players;
    for (size_t i = 0; i < players; i++)
        elo[i] = 400 * log10(worth[i]) - mean;
}

TEST(ratings_of_two)
{
    struct score_count scores[4] = {[1] = {.wins = 15000, .losses = 5000}};
    struct rating ratings[2];
    ratings_fit(scores, 2, ratings);
    assert_near(ratings[0].elo - ratings[1].elo, stats_elo(0.75), 1e-6);
    assert_near(ratings[0].elo + ratings[1].elo, 0, 1e-9);
    /* Half the error of the difference, 1 / sqrt(n p (1 - p)) in natural units. */
    assert_near(ratings[0].error, 173.7178 / sqrt(20000 * 0.1875) / 2, 0.01);
    assert_near(ratings[0].error, ratings[1].error, 1e-9);
    /* Draws that share the points say more: half of them halve the variance. */
    scores[1] = (struct score_count){.wins = 5000, .draws = 10000, .losses = 5000};
    ratings_fit(scores, 2, ratings);
    assert_near(ratings[0].error, 173.7178 / sqrt(2 * 20000 * 0.25) / 2, 0.01);
}

/* Beside two players' match: the rating's interval is that of the Elo difference, by pairs and by games. */
TEST(ratings_err_as_a_match_does)
{
    static const struct score_count cases[] = {
        {500, 200, 300, {{40, 60, 180, 140, 80}}},  /* pairs that hang together little, */
        {480, 40, 480, {{10, 10, 460, 10, 10}}},    /* and much */
        {500, 200, 300, {{0}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct score_count scores[4] = {[1] = cases[i]};
        struct rating ratings[2];
        struct interval match = cases[i].pairs.count[2]
                                    ? pentanomial_interval(&cases[i].pairs, STATS_95)
                                    : stats_score_interval(500, 200, 300, STATS_95);
        ratings_fit(scores, 2, ratings);
        double half = STATS_95 * (ratings[0].error + ratings[1].error);
        assert_near(2 * half / (stats_elo(match.high) - stats_elo(match.low)), 1, 0.02);
    }
}

/* With many draws in some meetings and none in others: random, greedy, probabilistic and runner, 20 games of
 * each two with seed 1. Who has more points is rated higher, as each has met each as often. */
TEST(draws_weigh_half_a_win)
{
    static const struct score_count scores[16] = {
        [1] = {.wins = 1, .draws = 4, .losses = 15}, [2] = {.wins = 2, .draws = 5, .losses = 13},
        [3] = {.wins = 1, .draws = 18, .losses = 1}, [6] = {.wins = 8, .draws = 6, .losses = 6},
        [7] = {.wins = 1, .draws = 19},              [11] = {.wins = 2, .draws = 18},
    };
    struct rating ratings[4];
    double expected[4];
    ratings_fit(scores, 4, ratings);
    assert_points_come_back(scores, 4, ratings, 1e-6);
    assert_true(ratings[1].elo > ratings[2].elo && ratings[2].elo > ratings[3].elo);
    slow_ratings(scores, 4, expected);
    for (int i = 0; i < 4; i++)
        assert_near(ratings[i].elo, expected[i], 0.001);
}

TEST(ratings_as_a_slow_method_finds_them)
{
    static const struct score_count scores[16] = {
        [1] = {.wins = 70, .losses = 30}, [2] = {.wins = 200},             [6] = {.wins = 20, .losses = 5},
        [7] = {.wins = 9, .losses = 11},  [11] = {.wins = 1, .losses = 9},
    };
    struct rating ratings[4];
    double expected[4];
    ratings_fit(scores, 4, ratings);
    assert_points_come_back(scores, 4, ratings, 1e-6);
    slow_ratings(scores, 4, expected);
    for (int i = 0; i < 4; i++) {
        assert_near(ratings[i].elo, expected[i], 0.001);
        assert_int_equal(ratings[i].end, RATING_FITTED);
    }
}

/* One who has won all, one who has lost all, and one without games change nothing in the ratings of the
 * others; they have a place, but no error. */
TEST(ratings_without_an_end)
{
    static const struct score_count scores[25] = {
        /* 0 wins all, 3 loses all, 4 has met nobody */
        [1] = {.wins = 20}, [2] = {.wins = 20}, [3] = {.wins = 20},
        [7] = {.wins = 13, .draws = 2, .losses = 5}, [8] = {.wins = 20}, [13] = {.wins = 20},
    };
    static const struct score_count two[4] = {[1] = {.wins = 13, .draws = 2, .losses = 5}};
    struct rating ratings[5], of_two[2];
    ratings_fit(scores, 5, ratings);
    ratings_fit(two, 2, of_two);
    assert_points_come_back(scores, 5, ratings, 0.01);
    assert_near(ratings[1].elo, of_two[0].elo, 0.5);
    assert_near(ratings[1].error, of_two[0].error, 0.5);
    assert_near(ratings[1].elo + ratings[2].elo, 0, 1e-6);
    assert_true(ratings[0].elo > ratings[1].elo + 400 && ratings[3].elo < ratings[2].elo - 400);
    assert_true(isfinite(ratings[0].elo) && isfinite(ratings[3].elo));
    assert_near(ratings[4].elo, 0, 1e-6);
    assert_true(isnan(ratings[0].error) && isnan(ratings[3].error) && isnan(ratings[4].error));
    assert_int_equal(ratings[0].end, RATING_ABOVE);
    assert_int_equal(ratings[1].end, RATING_FITTED);
    assert_int_equal(ratings[3].end, RATING_BELOW);
    assert_int_equal(ratings[4].end, RATING_APART);
}

/* Two tournaments that share no player, the second the larger; a line of players who each win all; one. */
TEST(ratings_in_pieces)
{
    static const struct score_count apart[25] = {
        [1] = {.wins = 12, .losses = 8}, [13] = {.wins = 15, .losses = 5}, [14] = {.wins = 14, .losses = 6},
        [19] = {.wins = 9, .losses = 11},
    };
    static const struct score_count line[9] = {[1] = {.wins = 20}, [2] = {.wins = 20}, [5] = {.wins = 20}};
    static const struct score_count one[1] = {{.wins = 0}};
    struct rating ratings[5];
    ratings_fit(apart, 5, ratings);
    assert_points_come_back(apart, 5, ratings, 0.01);
    assert_near(ratings[0].elo - ratings[1].elo, stats_elo(0.6), 0.5);
    assert_near(ratings[2].elo + ratings[3].elo + ratings[4].elo, 0, 1e-6);
    assert_true(ratings[0].end == RATING_APART && isnan(ratings[1].error) && ratings[2].error > 0);
    ratings_fit(line, 3, ratings);
    assert_points_come_back(line, 3, ratings, 0.01);
    assert_near(ratings[1].elo, 0, 1e-6);
    assert_true(ratings[0].end == RATING_ABOVE && ratings[1].end == RATING_BETWEEN &&
                ratings[2].end == RATING_BELOW);
    ratings_fit(one, 1, ratings);
    assert_near(ratings[0].elo, 0, 0);
    assert_near(ratings[0].error, 0, 0);
}

/* Whatever was played, by however few and whoever won: the points come back, each rating is a number, and has
 * an error where it is fitted, and only there. */
TEST(ratings_of_any_tournament)
{
    enum { MAX = 7 };
    struct rng rng;
    rng_seed(&rng, 11, 0);
    for (int round = 0; round < 3000; round++) {
        struct score_count scores[MAX * MAX] = {0};
        struct rating ratings[MAX];
        size_t players = 1 + rng_below(&rng, MAX), games = 1 + rng_below(&rng, 30);
        for (size_t a = 0; a < players; a++)
            for (size_t b = a + 1; b < players; b++)
                for (size_t i = 0; i < games && rng_below(&rng, 3); i++) {
                    struct score_count *count = &scores[a * players + b];
                    size_t made = round % 3 ? rng_below(&rng, 3) : a % 2 ? 2 : rng_below(&rng, 2);
                    count->wins += made == 2;
                    count->draws += made == 1;
                    count->losses += made == 0;
                }
        ratings_fit(scores, players, ratings);
        assert_points_come_back(scores, players, ratings, 0.01);
        for (size_t i = 0; i < players; i++) {
            assert_true(isfinite(ratings[i].elo));
            assert_true(isfinite(ratings[i].error) == (ratings[i].end == RATING_FITTED));
        }
    }
}

/* A simulated pair of games: how much of `luck` the two share, 0 .. 1, is the pair's and not each game's. A
 * side's luck in one is the other's in the second, as where both begin from the same set-ups. */
static int play_pair(double score, double luck, struct rng *rng, struct score_count *count)
{
    double draw = 0.2, off = luck * (rng_unit(rng) - 0.5);
    int half_points = 0;
    for (int game = 0; game < 2; game++) {
        double own = score + (game ? -off : off);
        int points = draw_result(own - draw / 2, draw, rng);
        count->wins += points == 2;
        count->draws += points == 1;
        count->losses += points == 0;
        half_points += points;
    }
    return half_points;
}

/* Simulated round robins of pairs, independent games and such that hang together: in about 95 of 100 the
 * truth lies within two errors. */
TEST(ratings_err_as_stated)
{
    static const double truth[4] = {100, 30, -30, -100}, lucks[] = {0, 0.5};
    enum { ROUNDS = 400, PAIRS = 50 };
    for (size_t k = 0; k < sizeof lucks / sizeof lucks[0]; k++) {
        int inside = 0;
        for (int round = 0; round < ROUNDS; round++) {
            struct score_count scores[16] = {0};
            struct rating ratings[4];
            struct rng rng;
            rng_seed(&rng, 7, (uint64_t)round);
            for (int a = 0; a < 4; a++)
                for (int b = a + 1; b < 4; b++)
                    for (int i = 0; i < PAIRS; i++) {
                        double score = 1 / (1 + pow(10, -(truth[a] - truth[b]) / 400));
                        struct score_count *count = &scores[a * 4 + b];
                        double luck = lucks[k] * 2 * fmin(score, 1 - score);
                        pentanomial_add(&count->pairs, play_pair(score, luck, &rng, count));
                    }
            ratings_fit(scores, 4, ratings);
            for (int i = 0; i < 4; i++)
                inside += fabs(ratings[i].elo - truth[i]) <= STATS_95 * ratings[i].error;
        }
        struct interval seen = stats_wilson(inside, 4 * ROUNDS, 3.29);
        if (!(seen.low < 0.95 && seen.high > 0.94))
            fail_msg("luck %g: %d of %d inside", lucks[k], inside, 4 * ROUNDS);
    }
}

TESTS_MAIN(NULL, NULL)
