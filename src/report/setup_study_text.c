/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/setup_study_text.h"

#include "base/decimal.h"
#include "base/plural.h"

#include <math.h>
#include <stdio.h>

enum {
    SQUARES_SHOWN = 6,  /* weak squares in the text */
    ATTACKS_SHOWN = 5,  /* a square with fewer attacks in all is not listed */
};

/* --- what is shown --- */

/* Returns half of the 95 % interval of a mean. */
static double half_width(const struct sample *sample)
{
    return STATS_95 * sample_error(sample);
}

/* Orders places by cost of an attack, highest first; places with few attacks come last. Returns the number of
 * the others. */
static int order_places(const struct setup_study *study, int order[PIECES_A_SIDE])
{
    int count = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        const struct place_costs *cost = &study->cost[place];
        if (cost->games < ATTACKS_SHOWN)
            continue;
        int at = count++;
        for (; at > 0 && study->cost[order[at - 1]].cost.mean < cost->cost.mean; at--)
            order[at] = order[at - 1];
        order[at] = place;
    }
    return count;
}

/* Writes a square of the setup's owner. */
static char *write_place(const struct setup_study_report *report, int place, char text[SQUARE_TEXT])
{
    return square_write(setup_square(report->side, place), report->notation, text);
}

/* --- text --- */

/* Appends the table of the leak. */
static void write_leak(const struct setup_study_report *report, struct text *out)
{
    const struct leak_curve *leak = &report->study->leak;
    size_t games[LEAK_PLIES] = {0};
    text_printf(out, "\nleak: the enemy guesser's probability of the truth, %%, in %zu quick games\n%-16s",
                SETUP_STUDY_PARTNERS * report->terms->partner_games, "after move");
    for (int at = 0; at < LEAK_PLIES; at++)
        text_printf(out, " %6u", leak_plies[at]);
    text_add(out, "  50 % after\n");
    for (int piece = 0; piece < LEAK_PIECES; piece++) {
        if (!leak->p[piece][0].count)
            continue; /* the army has no such piece */
        text_printf(out, "  %-14s", leak_piece_names[piece]);
        for (int at = 0; at < LEAK_PLIES; at++) {
            games[at] = leak->p[piece][at].count;
            if (games[at])
                text_printf(out, " %6.1f", 100 * leak->p[piece][at].mean);
            else
                text_printf(out, " %6s", "-");
        }
        if (isfinite(leak->half[piece]))
            text_printf(out, "  %10.0f\n", leak->half[piece]);
        else
            text_printf(out, "  %10s\n", "-");
    }
    text_printf(out, "  %-14s", "games so long");
    for (int at = 0; at < LEAK_PLIES; at++)
        text_printf(out, " %6zu", games[at]);
    text_add(out, "\n");
}

/* Appends a row of the chances: the score with its 95 % interval. */
static void write_chance(const char *name, size_t setups, const struct match_result *result,
                         struct text *out)
{
    struct interval range = match_interval(result, STATS_95);
    text_add(out, "  ");
    text_padded(out, name, 30);
    text_printf(out, " %7zu %7zu %7.1f   %.1f to %.1f\n", setups, result->games, 100 * match_score(result),
                100 * range.low, 100 * range.high);
}

/* Appends the table of the chances. */
static void write_chances(const struct setup_study_report *report, struct text *out)
{
    const struct setup_study_terms *terms = report->terms;
    text_printf(out, "\nchance to win, %%, both sides %s\n  %-30s %7s %7s %7s   95 %%\n", setup_study_player,
                "against", "setups", "games", "score");
    for (int pool = 0; pool < terms->pool_count; pool++)
        write_chance(terms->pools[pool].name, terms->pools[pool].count, &report->study->against[pool], out);
}

/* Appends the squares where attacks cost most. */
static void write_squares(const struct setup_study_report *report, struct text *out)
{
    int order[PIECES_A_SIDE], count = order_places(report->study, order);
    char square[SQUARE_TEXT];
    size_t games = report->study->against[0].games;
    text_add(out, "\nweak squares: what an attack on the unmoved piece costs, points of the chance\n"
                  "                      attacked in    an attack costs    in a game\n");
    for (int i = 0; i < count && i < SQUARES_SHOWN; i++) {
        const struct place_costs *cost = &report->study->cost[order[i]];
        text_printf(out, "  %-4s%-16s %9.0f %%    %+7.1f +-%-6.1f   %+9.2f\n",
                    write_place(report, order[i], square),
                    rank_table[report->terms->setup->rank[order[i]]].name,
                    100 * (double)cost->games / (double)games,
                    decimal_plain_zero(100 * cost->cost.mean, 1), 100 * half_width(&cost->cost),
                    decimal_plain_zero(100 * cost->cost_a_game, 2));
    }
    if (!count)
        text_add(out, "  no square was attacked often enough\n");
}

/* Appends one exchange: "a1 flag, b3 miner   +12.0 +-4.5". */
static void write_exchange(const struct setup_study_report *report, const struct exchange *exchange,
                           struct text *out)
{
    struct text both = {0};
    char square[SQUARE_TEXT];
    for (int i = 0; i < 2; i++)
        text_printf(&both, "%s%s %s", i ? ", " : "", write_place(report, exchange->place[i], square),
                    rank_table[report->terms->setup->rank[exchange->place[i]]].name);
    text_printf(out, "  %-30s %+7.1f +-%.1f\n", text_string(&both),
                decimal_plain_zero(100 * exchange->gain.mean, 1), 100 * half_width(&exchange->gain));
    text_free(&both);
}

/* Appends the exchanges that raise the score, and how many were tried. */
static void write_exchanges(const struct setup_study_report *report, struct text *out)
{
    const struct setup_study *study = report->study;
    size_t sure = 0;
    for (size_t i = 0; i < study->played; i++)
        sure += study->exchange[i].sure;
    text_printf(out, "\nexchanges: the %zu likeliest in short games, of these the best %zu in %zu games\n",
                study->screened, study->played, study->against[0].games);
    for (size_t i = 0; i < study->played; i++)
        if (study->exchange[i].sure)
            write_exchange(report, &study->exchange[i], out);
    if (!sure && study->played) {
        text_add(out, "  none is significant; the best is\n");
        size_t best = 0;
        for (size_t i = 1; i < study->played; i++)
            if (study->exchange[i].gain.mean > study->exchange[best].gain.mean)
                best = i;
        write_exchange(report, &study->exchange[best], out);
    }
}

void setup_study_write(const struct setup_study_report *report, struct text *out)
{
    write_leak(report, out);
    write_chances(report, out);
    write_squares(report, out);
    write_exchanges(report, out);
}

/* --- JSON --- */

/* Adds the leak: for each piece its probabilities by move. */
static void add_leak(const struct setup_study_report *report, struct json *json)
{
    const struct leak_curve *leak = &report->study->leak;
    json_printf(json, "leak: {games: %zu, pieces: [", SETUP_STUDY_PARTNERS * report->terms->partner_games);
    for (int piece = 0; piece < LEAK_PIECES; piece++) {
        json_printf(json, "{piece: %s, half_after: %g, curve: [", leak_piece_names[piece], leak->half[piece]);
        for (int at = 0; at < LEAK_PLIES; at++) {
            const struct sample *p = &leak->p[piece][at];
            json_printf(json, "{ply: %u, games: %zu, p: %g, p_error: %g}", leak_plies[at], p->count,
                        p->count ? p->mean : NAN, p->count > 1 ? half_width(p) : NAN);
        }
        json_printf(json, "]}");
    }
    json_printf(json, "]}");
}

/* Adds the score against the enemies of a name. */
static void add_chance(const char *name, size_t setups, const struct match_result *result, struct json *json)
{
    struct interval range = match_interval(result, STATS_95);
    json_printf(json, "{against: %s, setups: %zu, games: %zu, wins: %zu, draws: %zu, losses: %zu, score: %g, "
                      "score_95: [%g, %g]}", name, setups, result->games, result->agent[MATCH_A].wins,
                result->draws, result->agent[MATCH_B].wins, match_score(result), range.low, range.high);
}

/* Adds the squares with their costs, and the exchanges that were tried in whole games. */
static void add_squares_and_exchanges(const struct setup_study_report *report, struct json *json)
{
    const struct setup_study *study = report->study;
    char square[SQUARE_TEXT], other[SQUARE_TEXT];
    int order[PIECES_A_SIDE], count = order_places(study, order);
    json_open(json, "squares", '[');
    for (int i = 0; i < count; i++) {
        const struct place_costs *cost = &study->cost[order[i]];
        json_printf(json, "{square: %s, rank: %s, attacked: %g, cost: %g, cost_error: %g, cost_a_game: %g}",
                    write_place(report, order[i], square),
                    rank_table[report->terms->setup->rank[order[i]]].name,
                    (double)cost->games / (double)study->against[0].games, cost->cost.mean,
                    half_width(&cost->cost), cost->cost_a_game);
    }
    json_printf(json, "], exchanges: {screened: %zu, played: [", study->screened);
    for (size_t i = 0; i < study->played; i++) {
        const struct exchange *exchange = &study->exchange[i];
        json_printf(json, "{squares: [%s, %s], gain: %g, gain_error: %g, sure: %i}",
                    write_place(report, exchange->place[0], square),
                    write_place(report, exchange->place[1], other), exchange->gain.mean,
                    half_width(&exchange->gain), exchange->sure);
    }
    json_printf(json, "]}");
}

void setup_study_json(const struct setup_study_report *report, struct json *json)
{
    const struct setup_study_terms *terms = report->terms;
    add_leak(report, json);
    json_printf(json, "player: %s, chances: [", setup_study_player);
    for (int pool = 0; pool < terms->pool_count; pool++)
        add_chance(terms->pools[pool].name, terms->pools[pool].count, &report->study->against[pool], json);
    json_close(json, ']');
    add_squares_and_exchanges(report, json);
}
