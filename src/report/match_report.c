/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/match_report.h"

#include "base/decimal.h"
#include "base/plural.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Returns a share in percent; NAN if the whole is 0. */
static double percent(size_t part, size_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : NAN;
}

/* Writes the time controls of A and B. False if the match has none. */
static bool write_clocks(const struct match_terms *terms, char text[TIME_TERMS_TEXT])
{
    const struct time_terms time = {{terms->clock[MATCH_A], terms->clock[MATCH_B]}, terms->clock_counted};
    time_terms_write(&time, text);
    return time_terms_are_set(&time);
}

/* Appends the state of the sequential test: its terms, its decision and the expected number of games. */
static void report_sprt(const struct sprt_terms *sprt, const struct match_result *result, struct text *out)
{
    struct text text = {0};
    struct interval bounds = sprt_bounds(sprt);
    text_printf(&text, "test of Elo %g against %g, alpha %g, beta %g: ", sprt->elo0, sprt->elo1, sprt->alpha,
                sprt->beta);
    if (result->sprt == SPRT_GO_ON)
        text_add(&text, "open");
    else
        text_printf(&text, "Elo %g is accepted", result->sprt == SPRT_ELO1 ? sprt->elo1 : sprt->elo0);
    text_printf(&text, " (log likelihood ratio %.2f, %.2f to %.2f)\n",
                decimal_plain_zero(sprt_ratio(sprt, &result->pairs), 2), decimal_plain_zero(bounds.low, 2),
                decimal_plain_zero(bounds.high, 2));
    double variance = pentanomial_variance(&result->pairs);
    if (variance > 0) /* a pair is two games */
        text_printf(&text,
                    "at this spread it takes about %.0f games where A leads by Elo %g, %.0f by Elo %g\n",
                    2 * sprt_expected_pairs(sprt, sprt->elo0, variance), sprt->elo0,
                    2 * sprt_expected_pairs(sprt, sprt->elo1, variance), sprt->elo1);
    text_wrapped(out, text_string(&text), 0, 4);
    text_free(&text);
}

void report_conditions(const struct match_terms *terms, struct text *out)
{
    char clock[TIME_TERMS_TEXT], army[ARMY_TEXT];
    const struct rules *named_rules = rules_find(terms->rules.name);
    if (terms->variant != VARIANT_STANDARD)
        text_printf(out, "%s%s%s, ", variant_at(terms->variant)->name, terms->army ? " of " : "",
                    terms->army ? army_write(terms->army, army) : "");
    text_printf(out, "rules %s, seed %llu, ", terms->rules.name, (unsigned long long)terms->seed);
    if (terms->pool_count)
        text_printf(out, "%zu setup%s, ", terms->pool_count, plural(terms->pool_count));
    else
        text_add(out, "random setups, ");
    text_add(out, terms->a_is_red ? "A is red\n" : terms->paired ? "pairs of games\n"
                                                                 : "colours alternate\n");
    for (int agent = MATCH_A; agent < MATCH_AGENTS; agent++)
        if (terms->own_setup[agent])
            text_printf(out, "%c has one setup in all games\n", agent == MATCH_A ? 'A' : 'B');
    /* The limit is named only if it is not that of the rules of this name. */
    if (terms->rules.move_limit && (!named_rules || named_rules->move_limit != terms->rules.move_limit))
        text_printf(out, "a game is drawn after %d move%s\n", terms->rules.move_limit,
                    plural((uint64_t)terms->rules.move_limit));
    if (terms->ends_dead)
        text_add(out, "a game that neither side can win is drawn at once\n");
    if (write_clocks(terms, clock))
        text_printf(out, "clock %s%s\n", clock, terms->clock_counted ? ", only counted" : "");
    if (terms->shards)
        text_printf(out, "shard %zu of %zu\n", terms->shard + 1, terms->shards);
}

/* Returns whether the match ended early for another reason than the decision of the sequential test. */
static bool is_partial(const struct match_terms *terms, const struct match_result *result)
{
    return result->games < match_games(terms) && result->sprt == SPRT_GO_ON;
}

/* Appends the head of the report: agents, number of games and conditions. */
static void report_terms(const struct match_terms *terms, const struct match_result *result, struct text *out)
{
    size_t games = match_games(terms);
    struct text line = {0};
    text_printf(&line, "A: %s\nB: %s\n", terms->agent[MATCH_A], terms->agent[MATCH_B]);
    text_printf(&line, "%zu game%s, ", result->games, plural(result->games));
    report_conditions(terms, &line);
    text_wrapped_names(out, text_string(&line), 0, 3);
    text_free(&line);
    if (terms->sprt)
        report_sprt(terms->sprt, result, out);
    if (is_partial(terms, result))
        text_printf(out, "stopped after %zu of %zu game%s: the figures are partial\n", result->games, games,
                    plural(games));
}

/* Appends how often A scored 0, 0.5, … 2 points in a pair of games. */
static void report_pairs(const struct pentanomial *pairs, struct text *out)
{
    static const char *const points[PAIR_SCORES] = {"0", "0.5", "1", "1.5", "2"};
    if (!pentanomial_pairs(pairs))
        return;
    text_printf(out, "pairs        ");
    for (int i = 0; i < PAIR_SCORES; i++)
        text_printf(out, "%s%s: %zu", i ? ", " : "", points[i], pairs->count[i]);
    text_add(out, "\n             points of A in a pair: how often\n");
}

/* Appends the score of A with its 95 % interval, Elo, and red's share of the decided games. */
static void report_score(const struct match_result *result, struct text *out)
{
    size_t wins = result->agent[MATCH_A].wins, losses = result->agent[MATCH_B].wins;
    double score = match_score(result);
    struct interval range = match_interval(result, STATS_95);
    text_printf(out, "\nA wins %zu, loses %zu, draws %zu\n", wins, losses, result->draws);
    if (!result->games)
        return;
    text_printf(out, "score of A   %6.2f %%  (95 %%: %.2f to %.2f)\n", 100 * score,
                decimal_plain_zero(100 * range.low, 2), 100 * range.high);
    if (score > 0 && score < 1) /* otherwise Elo is infinite */
        text_printf(out, "Elo of A     %+6.0f    (95 %%: %+.0f to %+.0f)\n",
                    decimal_plain_zero(stats_elo(score), 0), decimal_plain_zero(stats_elo(range.low), 0),
                    decimal_plain_zero(stats_elo(range.high), 0));
    if (result->sprt == SPRT_ELO1)
        text_add(out, "score and Elo lean upwards: the test ended the match while A's score was high\n");
    if (result->sprt == SPRT_ELO0)
        text_add(out, "score and Elo lean downwards: the test ended the match while A's score was low\n");
    report_pairs(&result->pairs, out);
    size_t red = result->side[RED].wins, decided = red + result->side[BLUE].wins;
    range = stats_wilson((double)red, (double)decided, STATS_95);
    if (decided)
        text_printf(out, "red's share  %6.2f %%  (95 %%: %.2f to %.2f) of the decided games\n",
                    percent(red, decided), 100 * range.low, 100 * range.high);
}

/* Returns half the 95 % interval of a mean. NAN for fewer than two values, which give no variance. */
static double half_interval(const struct sample *sample)
{
    return sample->count > 1 ? STATS_95 * sample_error(sample) : NAN;
}

/* Appends a number in a column of `width`; "-" for NAN. */
static void report_cell(double value, int width, int decimals, struct text *out)
{
    if (isnan(value))
        text_printf(out, " %*s", width, "-");
    else
        text_printf(out, " %*.*f", width, decimals, value);
}

/* Appends a row of the table: wins of all games, captures of the flag of all wins, and the mean length of
 * games won by capture. */
static void report_wins(const char *name, const struct match_wins *wins, size_t games, struct text *out)
{
    text_printf(out, "%-5s %9zu", name, wins->wins);
    report_cell(percent(wins->wins, games), 8, 2, out);
    text_printf(out, " %9zu", wins->captures);
    report_cell(percent(wins->captures, wins->wins), 9, 2, out);
    report_cell(wins->captures ? wins->capture_plies.mean : NAN, 10, 1, out);
    report_cell(half_interval(&wins->capture_plies), 8, 1, out);
    text_add(out, "\n");
}

/* Appends how often each reason ended a game: count[reason]. Appends nothing if all are 0. */
static void report_reasons(const char *subject, const size_t *count, struct text *out)
{
    bool any = false;
    for (int reason = 0; reason < REASONS; reason++) {
        if (!count[reason])
            continue;
        text_printf(out, "%s%s %zu", any ? ", " : subject, reason_noun((enum reason)reason), count[reason]);
        any = true;
    }
    if (any)
        text_add(out, "\n");
}

void report_match(const struct match_terms *terms, const struct match_result *result, struct text *out)
{
    report_terms(terms, result, out);
    report_score(result, out);
    if (result->games)
        text_printf(out, "mean length  %.1f plies", result->plies.mean);
    if (result->games > 1)
        text_printf(out, "  (95 %%: +- %.1f)", half_interval(&result->plies));
    if (result->games)
        text_add(out, "\n");
    text_printf(out, "\n%24s  by capture of the flag\n", "");
    text_printf(out, "%-5s %9s %8s %9s %9s %10s %8s\n", "", "wins", "%", "games", "% of wins", "mean plies",
                "+- 95 %");
    report_wins("A", &result->agent[MATCH_A], result->games, out);
    report_wins("B", &result->agent[MATCH_B], result->games, out);
    report_wins("red", &result->side[RED], result->games, out);
    report_wins("blue", &result->side[BLUE], result->games, out);
    struct match_wins both = {.wins = result->side[RED].wins + result->side[BLUE].wins,
                              .captures = result->capture_plies.count,
                              .capture_plies = result->capture_plies};
    report_wins("both", &both, result->games, out);
    text_add(out, "\n");
    report_reasons("A wins by: ", result->wins_by[MATCH_A], out);
    report_reasons("B wins by: ", result->wins_by[MATCH_B], out);
    report_reasons("drawn by:  ", result->draws_by, out);
}

/* Returns the mean of a sample; NAN if it is empty. */
static double mean_of(const struct sample *sample)
{
    return sample->count ? sample->mean : NAN;
}

/* Adds an object with how often each reason ended a game. */
static void add_reasons(struct json *out, const char *key, const size_t *count)
{
    json_open(out, key, '{');
    for (int reason = 0; reason < REASONS; reason++)
        if (count[reason])
            json_add_whole(out, reason_name((enum reason)reason), (int64_t)count[reason]);
    json_close(out, '}');
}

void report_score_json(const struct match_result *result, struct json *out)
{
    /* The bias of the score if the sequential test ended the match; null: none. */
    static const char *const leans[] = {[SPRT_GO_ON] = NULL, [SPRT_ELO0] = "down", [SPRT_ELO1] = "up"};
    const struct match_wins *a = &result->agent[MATCH_A], *b = &result->agent[MATCH_B];
    const struct match_wins *red = &result->side[RED], *blue = &result->side[BLUE];
    json_printf(out, "games: %zu, wins: %zu, losses: %zu, draws: %zu",
                result->games, a->wins, b->wins, result->draws);
    double score = result->games ? match_score(result) : NAN;
    struct interval range = match_interval(result, STATS_95);
    json_printf(out, "score: %g, score_95: [%g, %g], elo: %g, elo_95: [%g, %g], score_leans: %s, pairs: [",
                score, range.low, range.high, stats_elo(score), stats_elo(range.low), stats_elo(range.high),
                leans[result->sprt]);
    for (int i = 0; i < PAIR_SCORES; i++)
        json_add_whole(out, NULL, (int64_t)result->pairs.count[i]);
    json_close(out, ']');
    json_printf(out, "mean_plies: %g, mean_plies_error: %g", mean_of(&result->plies),
                half_interval(&result->plies));
    json_printf(out, "mean_plies_capture: %g, mean_plies_capture_error: %g",
                mean_of(&result->capture_plies), half_interval(&result->capture_plies));
    json_printf(out, "captures: %zu, captures_a: %zu, captures_b: %zu",
                result->capture_plies.count, a->captures, b->captures);
    json_printf(out, "red_wins: %zu, red_captures: %zu, red_mean_plies_capture: %g",
                red->wins, red->captures, mean_of(&red->capture_plies));
    json_printf(out, "blue_wins: %zu, blue_captures: %zu, blue_mean_plies_capture: %g",
                blue->wins, blue->captures, mean_of(&blue->capture_plies));
    add_reasons(out, "wins_by", result->wins_by[MATCH_A]);
    add_reasons(out, "losses_by", result->wins_by[MATCH_B]);
    add_reasons(out, "draws_by", result->draws_by);
}

/* Adds the terms and the state of the sequential test. */
static void add_sprt(struct json *out, const struct sprt_terms *sprt, const struct match_result *result)
{
    static const char *const results[] = {[SPRT_GO_ON] = "open", [SPRT_ELO0] = "elo0", [SPRT_ELO1] = "elo1"};
    json_printf(out, "sprt: {elo0: %g, elo1: %g, alpha: %g, beta: %g, ratio: %g, accepted: %s}",
                sprt->elo0, sprt->elo1, sprt->alpha, sprt->beta, sprt_ratio(sprt, &result->pairs),
                results[result->sprt]);
}

void report_conditions_json(const struct match_terms *terms, double seconds, struct json *out)
{
    char clock[TIME_TERMS_TEXT], army[ARMY_TEXT];
    json_printf(out, "variant: %s, army: %s, rules: %s, max_plies: %d",
                variant_at(terms->variant)->name, terms->army ? army_write(terms->army, army) : NULL,
                terms->rules.name, terms->rules.move_limit);
    bool timed = write_clocks(terms, clock);
    json_printf(out, "end_dead: %i, setups: %zu, clock: %s, clock_enforced: %i, seconds: %g",
                terms->ends_dead, terms->pool_count, timed ? clock : NULL, timed && !terms->clock_counted,
                seconds > 0 ? seconds : NAN);
    json_printf(out, "seed: %" PRIu64 ", fixed: %i, paired: %i", terms->seed, terms->a_is_red,
                terms->paired);
}

void report_match_json(const struct match_terms *terms, const struct match_result *result, double seconds,
                       struct json *out)
{
    json_printf(out, "{a: %s, b: %s", terms->agent[MATCH_A], terms->agent[MATCH_B]);
    report_score_json(result, out);
    double plies = result->plies.mean * (double)result->plies.count;
    json_add_number(out, "plies_per_second", seconds > 0 ? plies / seconds : NAN);
    if (terms->sprt)
        add_sprt(out, terms->sprt, result);
    else
        json_add_null(out, "sprt");
    json_add_flag(out, "stopped", is_partial(terms, result));
    report_conditions_json(terms, seconds, out);
    json_close(out, '}');
}
