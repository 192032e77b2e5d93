/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games between many agents: tournament. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/plural.h"
#include "commands/contest.h"
#include "report/match_report.h"

#include <stdlib.h>
#include <string.h>

struct tournament_args {
    struct word_list agents;
    struct contest_args contest;
    bool gauntlet;
};

/* Prints the report on a tournament, with the speed if `seconds` (time used) is above 0. STATUS_NO if not
 * all games were played. */
static enum status print_tournament_report(struct session *session, const struct tournament *tournament,
                                           const struct match_terms *terms,
                                           const struct match_result *meetings, double seconds,
                                           struct error *error)
{
    const struct contest contest = tournament_contest(tournament, terms);
    struct text out = {0};
    size_t all_games = contest_games(&contest), games = report_tournament(tournament, terms, meetings, &out);
    if (seconds > 0)
        text_printf(&out, "\n%.2f s, %.1f games/s\n", seconds, (double)games / seconds);
    report_tournament_json(tournament, terms, meetings, seconds, session->answer);
    session_print_text(session, &out);
    if (games == all_games)
        return STATUS_OK;
    return error_set(error, STATUS_NO, "tournament: stopped: the figures are of %zu of %zu game%s", games,
                     all_games, plural(all_games));
}

/* Plays the games, showing the progress, and prints the report. */
static enum status play_tournament(struct session *session, const struct tournament_args *args,
                                   const struct tournament *tournament, struct match_terms *terms,
                                   struct error *error)
{
    const struct contest contest = tournament_contest(tournament, terms);
    struct match_result *meetings = memory_new(contest_meetings(&contest), sizeof *meetings);
    struct contest_progress progress;
    contest_progress_begin(&progress, session, terms, NULL);
    double start = clock_now();
    enum status status = tournament_run(tournament, terms, meetings, error);
    contest_progress_end(&progress);
    if (!status)
        status = print_tournament_report(session, tournament, terms, meetings,
                                         args->contest.speed ? clock_now() - start : 0, error);
    free(meetings);
    return status;
}

/* Runs `tournament`. */
static enum status run_tournament(struct session *session, const void *arguments, struct error *error)
{
    const struct tournament_args *args = arguments;
    const struct tournament tournament = {
        .kind = args->gauntlet ? TOURNAMENT_GAUNTLET : TOURNAMENT_ROUND_ROBIN,
        .player = (const char *const *)args->agents.word,
        .players = (size_t)args->agents.count,
    };
    struct match_terms terms;
    struct contest_holds holds;
    if (tournament.players < 2 || tournament.players > TOURNAMENT_MAX)
        return error_set(error, STATUS_BAD, "tournament: found %zu player%s, expected 2 to %d",
                         tournament.players, plural(tournament.players), TOURNAMENT_MAX);
    struct archive_sink *archive = NULL;
    enum status status = contest_terms(session, &args->contest, "tournament", &tournament, &terms, &holds,
                                       error);
    if (!status && memcmp(&terms.clock[MATCH_A], &terms.clock[MATCH_B], sizeof terms.clock[MATCH_A]) != 0)
        status = error_set(error, STATUS_BAD,
                           "tournament: --clock: found two times, expected one, of all players");
    if (!status)
        status = contest_archive(&archive, session, &args->contest, &terms, error);
    if (!status)
        status = play_tournament(session, args, &tournament, &terms, error);
    status = contest_archived(archive, session, "tournament", status, error);
    free(holds.pool);
    return status;
}

/* Returns whether --out is the log of a shard, which the command itself keeps writing. */
static bool keeps_log(const void *arguments)
{
    const struct tournament_args *args = arguments;
    return args->contest.shard != NULL;
}

const struct command command_tournament = {
    .name = "tournament", .group = GROUP_MEASURE,
    .keywords = "league round robin Elo rating ratings ranking standings",
    .words = ARGUMENTS(
        {.name = "AGENT", .kind = VALUE_AGENT, .list = true, .at = offsetof(struct tournament_args, agents)}),
    .flags = ARGUMENTS(
        CONTEST_FLAGS(struct tournament_args, contest, "how many games each two play",
                      "the time of each agent"),
        FLAG_SWITCH(struct tournament_args, gauntlet, "gauntlet",
                    "the first agent plays all others, and they do not play each other")),
    .json = true, .out = true, .keeps_out = keeps_log, .announces_stop = true,
    DEFAULTS(struct tournament_args, .contest.games = 100),
    .help = "lets agents play, each against each, and rates them",
    .details =
        "Games, setups, rules, --log and --shard are those of 'match'. The table has the strongest first:\n"
        "its rating over the mean of all with the half of its interval (95 %), points, games, and its\n"
        "score against each, in percent. Ratings are by Bradley and Terry's model, a draw as half a win:\n"
        "by them each is expected to make the points that it has made. A player that has won or lost all\n"
        "its games has no finite rating, and is named below the table.",
    .run = run_tournament,
};
