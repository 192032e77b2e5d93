/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games between two agents: match; and match merge, which combines the logs of its shards. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/plural.h"
#include "commands/contest.h"
#include "commands/setups.h"
#include "lab/match_log.h"
#include "report/match_report.h"

#include <stdlib.h>

struct match_args {
    const char *agent[MATCH_AGENTS];
    struct contest_args contest;
    const char *setup[MATCH_AGENTS]; /* of each agent in all games: a file or a stored name; NULL: as usual */
    bool a_is_red;           /* A is red in every game */
    const char *sprt;        /* terms of the sequential test (sprt_parse); NULL: no test */
};

/* Prints the report on a match, with the speed if `seconds` (time used) is above 0. */
static void print_match_report(struct session *session, const struct match_terms *terms,
                               const struct match_result *result, double seconds)
{
    struct text out = {0};
    report_match(terms, result, &out);
    if (seconds > 0) {
        double plies = result->plies.mean * (double)result->plies.count;
        text_printf(&out, "\n%.2f s, %.0f plies/s\n", seconds, plies / seconds);
    }
    report_match_json(terms, result, seconds, session->answer);
    session_print_text(session, &out);
}

/* Plays the match, showing its progress, and prints the report. STATUS_NO if it was stopped before its end.
 * The end of the sequential test is a normal end. */
static enum status play_match(struct session *session, const struct match_args *args,
                              struct match_terms *terms, struct error *error)
{
    struct contest_progress progress;
    struct match_result result = {0};
    contest_progress_begin(&progress, session, terms, &result);
    double start = clock_now();
    enum status status = match_run(terms, &result, error);
    contest_progress_end(&progress);
    if (status)
        return status;
    print_match_report(session, terms, &result, args->contest.speed ? clock_now() - start : 0);
    size_t games = match_games(terms);
    if (result.games < games && result.sprt == SPRT_GO_ON)
        return error_set(error, STATUS_NO, "match: stopped: the figures are of %zu of %zu game%s",
                         result.games, games, plural(games));
    return STATUS_OK;
}

/* Reads the terms of --sprt into `sprt`, to which `terms` then points. The test needs pairs of games and all
 * of them: STATUS_BAD with --unpaired, --fixed or --shard. */
static enum status read_sprt(const struct match_args *args, struct sprt_terms *sprt,
                             struct match_terms *terms, struct error *error)
{
    struct error why = {0};
    if (!args->sprt)
        return STATUS_OK;
    if (!terms->paired || terms->shards)
        return error_set(error, STATUS_BAD,
                         "match: --sprt is a test of pairs of games, all of them: not with %s",
                         terms->shards ? "--shard" : terms->a_is_red ? "--fixed" : "--unpaired");
    if (sprt_parse(args->sprt, sprt, &why))
        return error_set(error, why.status, "match: --sprt: %s", why.text);
    terms->sprt = sprt;
    return STATUS_OK;
}

/* Loads the setups of --setup-a and --setup-b into `setups`, to which `terms` then points. */
static enum status load_own_setups(const struct session *session, const struct match_args *args,
                                   struct setup setups[MATCH_AGENTS], struct match_terms *terms,
                                   struct error *error)
{
    enum status status = STATUS_OK;
    for (int i = MATCH_A; i < MATCH_AGENTS && !status; i++) {
        struct error why = {0};
        if (!args->setup[i])
            continue;
        status = setups_load(args->setup[i], session_notation(session), &setups[i], NULL, NULL, &why);
        if (!status)
            status = setup_check(&setups[i], variant_at(terms->variant), &why);
        if (status)
            return error_set(error, status, "match: --setup-%c: %s", "ab"[i], why.text);
        terms->own_setup[i] = &setups[i];
    }
    return status;
}

/* Runs `match`. */
static enum status run_match(struct session *session, const void *arguments, struct error *error)
{
    const struct match_args *args = arguments;
    struct match_terms terms;
    struct sprt_terms sprt;
    struct setup setups[MATCH_AGENTS];
    struct contest_holds holds;
    const struct tournament both = {.player = args->agent, .players = MATCH_AGENTS};
    struct archive_sink *archive = NULL;
    enum status status = contest_terms(session, &args->contest, "match", &both, &terms, &holds, error);
    for (int i = MATCH_A; i < MATCH_AGENTS; i++)
        terms.agent[i] = args->agent[i];
    terms.a_is_red = args->a_is_red;
    terms.paired = terms.paired && !terms.a_is_red;
    if (!status)
        status = load_own_setups(session, args, setups, &terms, error);
    if (!status)
        status = read_sprt(args, &sprt, &terms, error);
    if (!status)
        status = contest_archive(&archive, session, &args->contest, &terms, error);
    if (!status)
        status = play_match(session, args, &terms, error);
    status = contest_archived(archive, session, "match", status, error);
    free(holds.pool);
    return status;
}

/* Returns whether --out is the log of a shard, which the command itself keeps writing. */
static bool keeps_log(const void *arguments)
{
    const struct match_args *args = arguments;
    return args->contest.shard != NULL;
}

const struct command command_match = {
    .name = "match", .group = GROUP_MEASURE,
    .keywords = "versus engines agents games Elo rating SPRT compare statistics strength",
    .words = ARGUMENTS(
        {.name = "A", .kind = VALUE_AGENT, .at = offsetof(struct match_args, agent[MATCH_A])},
        {.name = "B", .kind = VALUE_AGENT, .at = offsetof(struct match_args, agent[MATCH_B])}),
    .flags = ARGUMENTS(
        CONTEST_FLAGS(struct match_args, contest, "how many games they play",
                      "the time of each agent, or A's and B's"),
        {.name = "setup-a", .kind = VALUE_SETUP_FILE, .at = offsetof(struct match_args, setup[MATCH_A]),
         .meaning = "A has this setup in all games"},
        {.name = "setup-b", .kind = VALUE_SETUP_FILE, .at = offsetof(struct match_args, setup[MATCH_B]),
         .meaning = "and B this one"},
        FLAG_SWITCH(struct match_args, a_is_red, "fixed", "A is red in every game, and there are no pairs"),
        FLAG_TEXT(struct match_args, sprt, "sprt",
                  "ends as soon as it is known whether A is stronger by ELO1, or by ELO0 only",
                  .value = "ELO0,ELO1[,ALPHA,BETA]")),
    .json = true, .out = true, .keeps_out = keeps_log, .announces_stop = true,
    DEFAULTS(struct match_args, .contest.games = 100),
    .help = "lets two agents play and counts wins, and how they came",
    .details =
        "Every two games are a pair: the same two setups, and the players change sides; A is red first.\n"
        "An agent uses its own setups, or if it has none, draws from those that came with the program.\n"
        "Where neither has its own, they stay with the colours, else with the players. The rules are\n"
        "'deepnash', or 'free' with a progcomp:PATH, by default. An agent whose time runs out has lost,\n"
        "unless clock.enforced is no. The same --seed gives the same output with any --jobs, if no agent\n"
        "goes by its clock. Ctrl-C ends the match, reports the games done, and gives exit status 1: the\n"
        "figures are partial. With --log the same command goes on where it was ended, or killed.",
    .run = run_match,
};

struct merge_args {
    struct word_list files;
};

/* Runs `match merge`: combines the logs and prints the report on the whole match or tournament. */
static enum status run_merge(struct session *session, const void *arguments, struct error *error)
{
    const struct merge_args *args = arguments;
    struct merged merged;
    struct error why = {0};
    struct text out = {0};
    enum status status = match_merge(args->files.word, (size_t)args->files.count, &merged, &why);
    if (status) {
        error_set(error, status, "match merge: %s", why.text);
    } else if (merged.tournament.kind == TOURNAMENT_MATCH) {
        print_match_report(session, &merged.terms, &merged.meetings[0], 0);
    } else {
        report_tournament(&merged.tournament, &merged.terms, merged.meetings, &out);
        report_tournament_json(&merged.tournament, &merged.terms, merged.meetings, 0, session->answer);
        session_print_text(session, &out);
    }
    merged_free(&merged);
    return status;
}

const struct command command_match_merge = {
    .name = "match merge", .group = GROUP_MEASURE,
    .keywords = "combine shards logs parallel machines",
    .words = ARGUMENTS(
        {.name = "FILE", .kind = VALUE_FILE, .list = true, .at = offsetof(struct merge_args, files)}),
    .json = true, .out = true, .args_size = sizeof(struct merge_args),
    .help = "puts the logs of a match's or tournament's shards together and reports on the whole",
    .details = "The report is that of the match, had it been played as one. Games that are missing, or\n"
               "listed twice, are named, and the exit status is 2.",
    .run = run_merge,
};
