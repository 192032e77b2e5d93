/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of tournaments, as tables and as JSON. */
#include "report/match_report.h"

#include "base/decimal.h"
#include "base/memory.h"
#include "base/plural.h"
#include "base/utf8.h"
#include "lab/ratings.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIGURES = 40,                      /* columns of a row without the name */
    CELL = 7,                          /* columns of a score against one player */
    NAME_SHOWN = TEXT_WIDTH - FIGURES, /* longer names are cut and listed in full below the table */
    RANK = 3,                          /* columns of a player's place */
    BLOCK = (TEXT_WIDTH - RANK) / CELL, /* scores per line in the separate cross table */
};

/* A player with its rating and its total score. */
struct placed_player {
    size_t player;
    struct rating rating;
    size_t games;
    double points;
};

/* The results of a tournament. */
struct standings {
    const struct tournament *tournament;
    struct score_count *scores;   /* scores[a * players + b]: what a scored against b */
    struct placed_player *row;    /* [players], the highest rating first */
};

/* Fills in scores[] from the results of the meetings, for both players of each. */
static void count_meetings(struct standings *standings, const struct contest *contest,
                           const struct match_result *meetings)
{
    size_t players = contest->players;
    for (size_t i = 0; i < contest_meetings(contest); i++) {
        const struct match_result *meeting = &meetings[i];
        size_t a, b, wins = meeting->agent[MATCH_A].wins, losses = meeting->agent[MATCH_B].wins;
        contest_players(contest, i, &a, &b);
        /* Only this element has the pairs: ratings_fit reads scores of a < b, and contest_players gives
         * these. */
        standings->scores[a * players + b] =
            (struct score_count){wins, meeting->draws, losses, meeting->pairs};
        standings->scores[b * players + a] = (struct score_count){losses, meeting->draws, wins, {{0}}};
    }
}

/* Compares two players for qsort: by rating, then by number. */
static int compare_ratings(const void *a, const void *b)
{
    const struct placed_player *x = a, *y = b;
    if (x->rating.elo != y->rating.elo)
        return x->rating.elo < y->rating.elo ? 1 : -1;
    return (x->player > y->player) - (x->player < y->player);
}

/* Fills in the standings: scores, ratings and the sorted rows. free_standings frees them. */
static void make_standings(struct standings *standings, const struct tournament *tournament,
                           const struct match_terms *terms, const struct match_result *meetings)
{
    const struct contest contest = tournament_contest(tournament, terms);
    size_t players = tournament->players;
    struct rating *ratings = memory_new(players, sizeof *ratings);
    standings->tournament = tournament;
    standings->scores = memory_new(players * players, sizeof *standings->scores);
    standings->row = memory_new(players, sizeof *standings->row);
    count_meetings(standings, &contest, meetings);
    ratings_fit(standings->scores, players, ratings);
    for (size_t a = 0; a < players; a++) {
        struct placed_player *row = &standings->row[a];
        *row = (struct placed_player){.player = a, .rating = ratings[a]};
        for (size_t b = 0; b < players; b++) {
            const struct score_count *score = &standings->scores[a * players + b];
            row->games += score->wins + score->draws + score->losses;
            row->points += (double)score->wins + 0.5 * (double)score->draws;
        }
    }
    qsort(standings->row, players, sizeof *standings->row, compare_ratings);
    free(ratings);
}

/* Frees the arrays of the standings. */
static void free_standings(struct standings *standings)
{
    free(standings->scores);
    free(standings->row);
}

/* Appends the score of player a against b in percent. Appends blanks if they did not meet. */
static void report_cell(const struct standings *standings, size_t a, size_t b, struct text *out)
{
    const struct score_count *score = &standings->scores[a * standings->tournament->players + b];
    if (a == b)
        text_printf(out, " %6s", "-");
    else if (score->wins + score->draws + score->losses == 0)
        text_printf(out, " %6s", "");
    else
        text_printf(out, " %6.1f", 100 * stats_score(score->wins, score->draws, score->losses));
}

/* Appends the scores of the player at place `rank` (from 0) against places `from` .. `end` - 1. */
static void report_cells(const struct standings *standings, size_t rank, size_t from, size_t end,
                         struct text *out)
{
    for (size_t i = from; i < end; i++)
        report_cell(standings, standings->row[rank].player, standings->row[i].player, out);
    text_add(out, "\n");
}

/* Appends the heads of the score columns: places `from` + 1 .. `end`. */
static void report_heads(size_t from, size_t end, struct text *out)
{
    for (size_t i = from; i < end; i++)
        text_printf(out, " %6zu", i + 1);
    text_add(out, "\n");
}

/* Appends a player's row without the scores: place, name in `width` columns, Elo, its 95 % interval,
 * points, games and percentage. */
static void report_row(const struct standings *standings, size_t rank, size_t width, struct text *out)
{
    const struct placed_player *row = &standings->row[rank];
    const char *name = standings->tournament->player[row->player];
    struct text shown = {0};
    text_append(&shown, name, utf8_fit(name, strlen(name), (int)width));
    text_printf(out, "%3zu ", rank + 1);
    text_padded(out, text_string(&shown), (int)width);
    text_free(&shown);
    text_printf(out, " %+6.0f", decimal_plain_zero(row->rating.elo, 0));
    if (row->rating.end == RATING_FITTED)
        text_printf(out, " %5.0f", STATS_95 * row->rating.error);
    else
        text_printf(out, " %5s", "-");
    text_printf(out, " %8.1f %6zu", row->points, row->games);
    if (row->games)
        text_printf(out, " %6.1f", 100 * row->points / (double)row->games);
    else
        text_printf(out, " %6s", "-");
}

/* Returns whether the player of `row` met a player with a finite rating. */
static bool has_met_rated(const struct standings *standings, const struct placed_player *row)
{
    size_t players = standings->tournament->players;
    for (size_t i = 0; i < players; i++) {
        const struct placed_player *other = &standings->row[i];
        const struct score_count *score = &standings->scores[row->player * players + other->player];
        if (other->rating.end == RATING_FITTED && score->wins + score->draws + score->losses > 0)
            return true;
    }
    return false;
}

/* Returns why a player has no finite rating. `rated`: number of players that have one. */
static const char *why_unrated(const struct standings *standings, const struct placed_player *row,
                               size_t rated)
{
    static const char *const alone[] = {
        [RATING_ABOVE] = "won every game",
        [RATING_BELOW] = "lost every game",
        [RATING_BETWEEN] = "won every game with some players and lost every game with the others",
        [RATING_APART] = "played no game",
    };
    static const char *const direct[] = {
        [RATING_ABOVE] = "won every game with the players that have one",
        [RATING_BELOW] = "lost every game with the players that have one",
        [RATING_BETWEEN] = "won every game with some players and lost every game with the others",
        [RATING_APART] = "no game links it with the players that have one",
    };
    static const char *const indirect[] = {
        [RATING_ABOVE] = "met none of the players that have one; by its other games it is above them",
        [RATING_BELOW] = "met none of the players that have one; by its other games it is below them",
        [RATING_BETWEEN] = "met none of the players that have one",
        [RATING_APART] = "no game links it with the players that have one",
    };
    return (!rated ? alone : has_met_rated(standings, row) ? direct : indirect)[row->rating.end];
}

/* Appends the players without a finite rating, each with the reason. */
static void report_unrated(const struct standings *standings, struct text *out)
{
    size_t players = standings->tournament->players, rated = 0;
    for (size_t i = 0; i < players; i++)
        rated += standings->row[i].rating.end == RATING_FITTED;
    if (rated == players)
        return;
    text_add(out, rated ? "\nNo finite rating; the one shown only gives the place:\n"
                        : "\nNo player has a finite rating; those shown only give the places:\n");
    for (size_t i = 0; i < players; i++) {
        const struct placed_player *row = &standings->row[i];
        struct text line = {0};
        if (row->rating.end == RATING_FITTED)
            continue;
        text_printf(&line, "%s: %s\n", standings->tournament->player[row->player],
                    why_unrated(standings, row, rated));
        text_wrapped_names(out, text_string(&line), 0, 2);
        text_free(&line);
    }
}

/* Appends the cross table in blocks, if it does not fit into the rows of the table. */
static void report_cross_table(const struct standings *standings, struct text *out)
{
    size_t players = standings->tournament->players;
    text_add(out, "\nscore against each, by number, %:\n");
    for (size_t from = 0; from < players; from += BLOCK) {
        size_t end = from + BLOCK < players ? from + BLOCK : players;
        text_printf(out, "%s%*s", from ? "\n" : "", RANK, "");
        report_heads(from, end, out);
        for (size_t i = 0; i < players; i++) {
            text_printf(out, "%*zu", RANK, i + 1);
            report_cells(standings, i, from, end, out);
        }
    }
}

/* Appends the full names if the table cuts names. */
static void report_names(const struct standings *standings, struct text *out)
{
    struct text line = {0};
    text_add(out, "\n");
    for (size_t i = 0; i < standings->tournament->players; i++) {
        text_printf(&line, "%*zu %s", RANK, i + 1, standings->tournament->player[standings->row[i].player]);
        text_wrapped_names(out, text_string(&line), 0, RANK + 1);
        text_clear(&line);
    }
    text_free(&line);
}

/* Appends the table of players, with the cross table beside it or below it. */
static void report_table(const struct standings *standings, struct text *out)
{
    size_t players = standings->tournament->players, width = sizeof "player" - 1;
    for (size_t i = 0; i < players; i++) {
        const char *name = standings->tournament->player[i];
        size_t columns = (size_t)utf8_columns(name, strlen(name));
        width = columns > width ? columns : width;
    }
    bool cut = width > NAME_SHOWN, is_beside = FIGURES + width + CELL * players <= TEXT_WIDTH;
    width = cut ? NAME_SHOWN : width;
    text_printf(out, "\n    %-*s %6s %5s %8s %6s %6s", (int)width, "player", "Elo", "95 %", "points", "games",
                "%");
    report_heads(0, is_beside ? players : 0, out);
    for (size_t i = 0; i < players; i++) {
        report_row(standings, i, width, out);
        report_cells(standings, i, 0, is_beside ? players : 0, out);
    }
    if (!is_beside)
        report_cross_table(standings, out);
    if (cut)
        report_names(standings, out);
    report_unrated(standings, out);
}

/* Appends how many games each player lost on time or by a fault of its program, and not by the rules of
 * play. */
static void report_faults(const struct tournament *tournament, const struct contest *contest,
                          const struct match_result *meetings, struct text *out)
{
    static const enum reason faults[] = {REASON_TIME, REASON_ILLEGAL, REASON_FAILED, REASON_NO_ANSWER};
    bool any = false;
    for (size_t player = 0; player < tournament->players; player++)
        for (size_t k = 0; k < sizeof faults / sizeof faults[0]; k++) {
            size_t lost = 0;
            for (size_t i = 0; i < contest_meetings(contest); i++) {
                size_t a, b;
                contest_players(contest, i, &a, &b);
                if (player == a || player == b) /* its losses are the other's wins */
                    lost += meetings[i].wins_by[player == a ? MATCH_B : MATCH_A][faults[k]];
            }
            if (!lost)
                continue;
            struct text line = {0};
            text_printf(&line, "%s%s: %zu game%s lost by %s\n", any ? "" : "\n",
                        tournament->player[player], lost, plural(lost), reason_noun(faults[k]));
            text_wrapped_names(out, text_string(&line), 0, 2);
            text_free(&line);
            any = true;
        }
}

/* Returns the number of games played in all meetings. */
static size_t count_games(const struct contest *contest, const struct match_result *meetings)
{
    size_t games = 0;
    for (size_t i = 0; i < contest_meetings(contest); i++)
        games += meetings[i].games;
    return games;
}

size_t report_tournament(const struct tournament *tournament, const struct match_terms *terms,
                         const struct match_result *meetings, struct text *out)
{
    const struct contest contest = tournament_contest(tournament, terms);
    struct standings standings = {0};
    size_t games = count_games(&contest, meetings), planned_games = contest_games(&contest);
    text_printf(out, "%s of %zu players, %zu game%s of each two\n",
                tournament->kind == TOURNAMENT_GAUNTLET ? "gauntlet" : "round robin", tournament->players,
                terms->games, plural(terms->games));
    report_conditions(terms, out);
    if (games < planned_games)
        text_printf(out, "stopped after %zu of %zu game%s: the figures are partial\n", games, planned_games,
                    plural(planned_games));
    make_standings(&standings, tournament, terms, meetings);
    report_table(&standings, out);
    free_standings(&standings);
    report_faults(tournament, &contest, meetings, out);
    return games;
}

/* Adds the players, the highest rating first. */
static void add_players(struct json *out, const struct standings *standings)
{
    static const char *const ends[] = {[RATING_ABOVE] = "above", [RATING_BELOW] = "below",
                                       [RATING_BETWEEN] = "between", [RATING_APART] = "apart"};
    json_open(out, "players", '[');
    for (size_t i = 0; i < standings->tournament->players; i++) {
        const struct placed_player *row = &standings->row[i];
        double half = STATS_95 * row->rating.error;
        json_printf(out, "{name: %s, elo: %g, elo_error: %g, elo_95: [%g, %g], unrated: %s, points: %g, "
                         "games: %zu}",
                    standings->tournament->player[row->player], row->rating.elo, half, row->rating.elo - half,
                    row->rating.elo + half, row->rating.end == RATING_FITTED ? NULL : ends[row->rating.end],
                    row->points, row->games);
    }
    json_close(out, ']');
}

void report_tournament_json(const struct tournament *tournament, const struct match_terms *terms,
                            const struct match_result *meetings, double seconds, struct json *out)
{
    const struct contest contest = tournament_contest(tournament, terms);
    struct standings standings = {0};
    make_standings(&standings, tournament, terms, meetings);
    json_printf(out, "{kind: %s", tournament->kind == TOURNAMENT_GAUNTLET ? "gauntlet" : "round robin");
    add_players(out, &standings);
    json_open(out, "meetings", '[');
    for (size_t i = 0; i < contest_meetings(&contest); i++) {
        size_t a, b;
        contest_players(&contest, i, &a, &b);
        json_printf(out, "{a: %s, b: %s", tournament->player[a], tournament->player[b]);
        report_score_json(&meetings[i], out);
        json_close(out, '}');
    }
    json_printf(out, "], stopped: %i", count_games(&contest, meetings) < contest_games(&contest));
    report_conditions_json(terms, seconds, out);
    json_close(out, '}');
    free_standings(&standings);
}
