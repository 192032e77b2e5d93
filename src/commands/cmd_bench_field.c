/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures an agent against partners of several kinds and counts its weaknesses: bench field. */
#include "commands/table.h"

#include "base/memory.h"
#include "base/plural.h"
#include "base/utf8.h"
#include "commands/contest.h"
#include "lab/bench_field.h"
#include "report/match_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct field_args {
    int variant;             /* index of a row of variant_table */
    struct word_list players; /* the agent, then its partners; none: the defaults */
    uint64_t games;          /* with each partner */
};

/* Columns: the width of a name in the table of results and in that of weaknesses; where meanings start. */
enum { NAME_WIDTH_RESULTS = 20, NAME_WIDTH_WEAKNESSES = 15, MEANING_COLUMN = 9 };

/* Returns the average of `count` per game. Returns 0 if there are no games. */
static double per_game(size_t count, const struct field_result *result)
{
    return result->match.games ? (double)count / (double)result->match.games : 0;
}

/* Appends a name, padded to `width` columns. A longer name gets a line of its own before it. */
static void add_name(const char *name, int width, struct text *out)
{
    bool fits = utf8_columns(name, strlen(name)) <= width;
    if (!fits)
        text_printf(out, "%s\n", name);
    text_padded(out, fits ? name : "", width);
}

/* Appends a row of the results: games won, drawn and lost, the score with its 95 % interval. */
static void add_score_row(const char *name, const struct field_result *result, struct text *out)
{
    const struct match_result *match = &result->match;
    struct interval range = match_interval(match, STATS_95);
    add_name(name, NAME_WIDTH_RESULTS, out);
    text_printf(out, " %5zu %5zu %5zu  %6.2f %%  %6.2f to %6.2f\n", match->agent[MATCH_A].wins, match->draws,
                match->agent[MATCH_B].wins, 100 * match_score(match), 100 * range.low, 100 * range.high);
}

/* Appends a row: the name, then how often each weakness occurred per game. */
static void add_weakness_row(const char *name, const struct field_result *result, struct text *out)
{
    add_name(name, NAME_WIDTH_WEAKNESSES, out);
    for (int i = 0; i < WEAKNESSES; i++)
        text_printf(out, " %7.2f", per_game(result->weaknesses.count[i], result));
    text_add(out, "\n");
}

/* Appends a line with the number of draws by reason. Appends nothing if there are no draws. */
static void add_draw_reasons(const struct weaknesses *weaknesses, struct text *out)
{
    bool has_draws = false;
    for (int i = 0; i < REASONS; i++)
        if (weaknesses->drawn_by[i]) {
            text_printf(out, "%s%s %zu", has_draws ? ", " : "drawn by ", reason_noun((enum reason)i),
                        weaknesses->drawn_by[i]);
            has_draws = true;
        }
    if (has_draws)
        text_add(out, "\n");
}

/* Writes the whole report. players[0] is the agent, results[i] belongs to players[i + 1], and the last of
 * the `count` results is that of all partners together. */
static void write_report(const struct match_terms *terms, const char *const *players, size_t count,
                         const struct field_result *results, struct text *out)
{
    const size_t all = count - 1;
    text_printf(out, "%s against %zu partner%s, %zu game%s with each\n", players[0], all, plural(all),
                terms->games, plural(terms->games));
    report_conditions(terms, out);
    text_printf(out, "\n%-*s %5s %5s %5s  %8s  %s\n", NAME_WIDTH_RESULTS, "partner", "won", "drawn", "lost",
                "score", "95 %");
    for (size_t i = 0; i < count; i++)
        add_score_row(i < all ? players[i + 1] : "all", &results[i], out);
    text_printf(out, "\n%-*s", NAME_WIDTH_WEAKNESSES, "a game");
    for (int i = 0; i < WEAKNESSES; i++)
        text_printf(out, " %7s", weakness_table[i].heading);
    text_add(out, "\n");
    for (size_t i = 0; i < count; i++)
        add_weakness_row(i < all ? players[i + 1] : "all", &results[i], out);
    text_printf(out, "%-*s", NAME_WIDTH_WEAKNESSES, "all, in number"); /* for rare ones */
    for (int i = 0; i < WEAKNESSES; i++)
        text_printf(out, " %7zu", results[all].weaknesses.count[i]);
    text_add(out, "\n\n");
    for (int i = 0; i < WEAKNESSES; i++) {
        text_printf(out, "%-8s ", weakness_table[i].heading);
        text_wrapped(out, weakness_table[i].meaning, MEANING_COLUMN, MEANING_COLUMN);
    }
    add_draw_reasons(&results[all].weaknesses, out);
}

/* Adds the result with one partner, or with all if `partner` is NULL, as an object. Its counts are totals,
 * not averages. */
static void add_result_json(const char *key, const char *partner, const struct field_result *result,
                            struct json *json)
{
    const struct match_result *match = &result->match;
    struct interval range = match_interval(match, STATS_95);
    json_open(json, key, '{');
    json_add_text(json, "partner", partner);
    json_printf(json, "games: %zu, wins: %zu, draws: %zu, losses: %zu", match->games,
                match->agent[MATCH_A].wins, match->draws, match->agent[MATCH_B].wins);
    json_printf(json, "score: %g, score_95: [%g, %g], weaknesses: {", match_score(match), range.low,
                range.high);
    for (int i = 0; i < WEAKNESSES; i++)
        json_add_whole(json, weakness_table[i].name, (int64_t)result->weaknesses.count[i]);
    json_printf(json, "}, draws_by: {");
    for (int i = 0; i < REASONS; i++)
        if (result->weaknesses.drawn_by[i])
            json_add_whole(json, reason_name((enum reason)i), (int64_t)result->weaknesses.drawn_by[i]);
    json_printf(json, "}}");
}

/* Adds the report to the JSON answer; `results` as in write_report. */
static void add_report_json(const struct match_terms *terms, const char *const *players, size_t count,
                            const struct field_result *results, struct json *json)
{
    json_printf(json, "{agent: %s, rules: %s, seed: %" PRIu64 ", partners: [",
                players[0], terms->rules.name, terms->seed);
    for (size_t i = 0; i + 1 < count; i++)
        add_result_json(NULL, players[i + 1], &results[i], json);
    json_close(json, ']');
    add_result_json("all", NULL, &results[count - 1], json);
    json_close(json, '}');
}

/* Plays the agent against all partners and prints the report. STATUS_NO if it was stopped. */
static enum status play_field(struct session *session, struct match_terms *terms, const char *const *players,
                              size_t count, struct error *error)
{
    struct contest_progress progress;
    struct text out = {0};
    struct field_result *results = memory_new(count, sizeof *results);
    contest_progress_begin(&progress, session, terms, NULL);
    enum status status = bench_field_run(terms, players, count, results, error);
    contest_progress_end(&progress);
    if (!status && results[count - 1].match.games < (count - 1) * terms->games)
        status = error_set(error, STATUS_NO, "bench field: stopped");
    if (!status) {
        write_report(terms, players, count, results, &out);
        add_report_json(terms, players, count, results, session->answer);
        session_write(session, out.bytes, out.size);
    }
    text_free(&out);
    free(results);
    return status;
}

/* Runs the command. An agent without partners plays the standard ones (field_partners). */
static enum status run_bench_field(struct session *session, const void *arguments, struct error *error)
{
    const struct field_args *args = arguments;
    const char *players[TOURNAMENT_MAX] = {"invincible"};
    size_t count = 1, named = (size_t)args->players.count;
    struct setup *pool = NULL;
    if (named > TOURNAMENT_MAX)
        return error_set(error, STATUS_BAD, "bench field: at most %d players", TOURNAMENT_MAX);
    for (size_t i = 0; i < named; i++)
        players[i] = args->players.word[i];
    /* An agent alone, named or not, meets the standard partners. */
    for (count = named > 1 ? named : 1; named < 2 && count <= FIELD_PARTNERS; count++)
        players[count] = field_partners[count - 1];
    struct match_terms terms = {.games = (size_t)args->games, .paired = true, .seed = session->seed,
                                .jobs = session->jobs, .settings = &session->settings,
                                .library = session->library, .stop = session->stop};
    contest_rules(session, players, count, 0, &terms.rules);
    terms.variant = (uint8_t)args->variant;
    enum status status = contest_pool(session, NULL, &terms, &pool, error);
    if (!status)
        status = play_field(session, &terms, players, count, error);
    free(pool);
    return status;
}

const struct command command_bench_field = {
    .name = "bench field", .group = GROUP_MEASURE,
    .keywords = "strength opponents weaknesses blunders Elo",
    .words = ARGUMENTS(
        WORD_AGENT(struct field_args, players, "AGENT", "it, and its partners if others are wanted",
                   .list = true, .optional = true,
                   .standard = "invincible, against attacker, runner, people, gambler and star:depth=2")),
    .flags = ARGUMENTS(
        FLAG_GAMES(struct field_args, games, 1, "how many it plays with each partner"),
        FLAG_VARIANT(struct field_args, variant)),
    .json = true, .out = true,
    DEFAULTS(struct field_args, .games = 100),
    .help = "plays an agent against partners of all kinds, and counts what it does wrong",
    .details =
        "Games are those of 'tournament AGENT PARTNER... --gauntlet': pairs, rules 'deepnash' by\n"
        "default. Below the scores stand, for each partner, how often a game shows a weakness of the\n"
        "agent; the report says what each is. --json has counts of all games. The same --seed gives the\n"
        "same report with any --jobs.",
    .run = run_bench_field,
};
