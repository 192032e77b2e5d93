/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ladder of opponents: levels, bench levels. */
#include "commands/table.h"

#include "commands/contest.h"
#include "commands/level_names.h"
#include "lab/match.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_COLUMNS = 12, AGENT_COLUMNS = 30 }; /* widths in the tables */

/* Appends a level: name, agent, score against the level below and against random in %, and its
 * description. An agent too long for its column gets a line of its own. */
static void add_level(const struct ladder *ladder, size_t index, struct text *out)
{
    const struct level *level = &ladder->levels[index];
    bool fits = strlen(level->agent) < AGENT_COLUMNS;
    text_printf(out, "%-*s%-*s", NAME_COLUMNS, level->name, AGENT_COLUMNS, fits ? level->agent : "");
    if (index > 0)
        text_printf(out, "%7.1f %%", 100 * level->below);
    else
        text_printf(out, "%9s", "-");
    text_printf(out, "%7.1f %%\n%*s%s\n", 100 * level->random, NAME_COLUMNS, "", level->about);
    if (!fits)
        text_printf(out, "%*s%s\n", NAME_COLUMNS, "", level->agent);
}

/* Appends the styles with their descriptions, headed by the names of the levels that have styles. */
static void add_styles(const struct ladder *ladder, struct text *out)
{
    struct text names = {0};
    size_t count = 0, named = 0;
    for (size_t i = 0; i < ladder->count; i++)
        count += ladder->levels[i].styles;
    if (!count || !ladder->style_count)
        return;
    text_add(&names, "Styles, of ");
    for (size_t i = 0; i < ladder->count; i++)
        if (ladder->levels[i].styles) {
            named++;
            text_printf(&names, "%s%s", ladder->levels[i].name,
                        named == count ? ":" : named + 1 == count ? " and " : ", ");
        }
    text_add(out, "\n");
    text_wrapped(out, text_string(&names), 0, 2);
    text_free(&names);
    for (size_t i = 0; i < ladder->style_count; i++)
        text_printf(out, "%-*s%s\n", NAME_COLUMNS, ladder->styles[i].name, ladder->styles[i].about);
}

/* Adds the ladder, its levels and its styles to the JSON. */
static void add_levels_json(const struct ladder *ladder, struct json *json)
{
    json_printf(json, "{variant: %s, games: %zu, seed: %" PRIu64 ", levels: [",
                variant_at(ladder->variant)->name, ladder->games, ladder->seed);
    for (size_t i = 0; i < ladder->count; i++) {
        const struct level *level = &ladder->levels[i];
        json_printf(json, "{name: %s, about: %s, agent: %s, styles: %i, random: %g, below: %g}",
                    level->name, level->about, level->agent, level->styles, level->random,
                    i ? level->below : NAN);
    }
    json_printf(json, "], styles: [");
    for (size_t i = 0; i < ladder->style_count; i++)
        json_printf(json, "{name: %s, about: %s, profile: %s}",
                    ladder->styles[i].name, ladder->styles[i].about, ladder->styles[i].profile);
    json_printf(json, "]}");
}

struct levels_args {
    int variant;
};

/* Runs `levels`: lines with tabs for scripts, then a table for people. */
static enum status run_levels(struct session *session, const void *arguments, struct error *error)
{
    const struct levels_args *args = arguments;
    const struct ladder *ladder = ladders_for_variant(session->ladders, (uint8_t)args->variant);
    bool is_standard = args->variant == VARIANT_STANDARD; /* whose name is left out */
    struct text out = {0};
    (void)error;
    add_levels_json(ladder, session->answer);
    if (ladder->variant != (uint8_t)args->variant)
        text_printf(&out, "# %s has no ladder of its own: this one is measured in %s\n",
                    variant_at((uint8_t)args->variant)->name, variant_at(ladder->variant)->name);
    for (size_t i = 0; i < ladder->count; i++) /* first, so that scripts find them easily */
        text_printf(&out, "%s\t%s\n", ladder->levels[i].name, ladder->levels[i].agent);
    text_printf(&out, "\n%-*s%-*s%9s%9s\n", NAME_COLUMNS, "level", AGENT_COLUMNS, "agent", "below", "random");
    for (size_t i = 0; i < ladder->count; i++)
        add_level(ladder, i, &out);
    add_styles(ladder, &out);
    text_printf(&out, "\nbelow, random: the score against the level below, and against the agent random,\n"
                "in %zu games each%s%s, seed %llu.\n", ladder->games, is_standard ? "" : " of ",
                is_standard ? "" : variant_at(ladder->variant)->name, (unsigned long long)ladder->seed);
    session_print_text(session, &out);
    return STATUS_OK;
}

const struct command command_levels = {
    .name = "levels", .group = GROUP_PLAY,
    .keywords = "opponents ladder difficulty strength easy hard beginner Elo rating ranks skill",
    .flags = ARGUMENTS(FLAG_VARIANT(struct levels_args, variant)),
    .json = true, .out = true, .args_size = sizeof(struct levels_args),
    .help = "lists the levels that one may play against, and how strong each is",
    .details = "First a line for each with its agent behind a tab, for scripts; then the same with how\n"
               "strong they are. 'play --level NAME' starts a game; the form of a new game has them too.\n"
               "In a match a level is the agent that stands beside its name. A variant without a ladder of\n"
               "its own has the levels of classic games.",
    .run = run_levels,
};

/* --- bench --- */

struct bench_levels_args {
    uint64_t games;   /* of each match; 0: as many as for the scores in the ladder */
    int variant;      /* index in variant_table */
    struct word_list levels;
};

/* Prints the result of a level's match against the level below (`below`) or against the agent random, and the
 * score as a "figure" line. */
static void print_match(struct session *session, const struct level *level, bool below,
                        const struct match_result *result)
{
    size_t wins = result->agent[MATCH_A].wins, losses = result->agent[MATCH_B].wins;
    double score = stats_score(wins, result->draws, losses);
    struct interval range = stats_score_interval(wins, result->draws, losses, STATS_95);
    session_printf(session, "%-*s%-*s%5zu %5zu %5zu  %6.2f %%  %6.2f to %6.2f\n", NAME_COLUMNS, level->name,
                   NAME_COLUMNS, below ? level[-1].name : "random", wins, losses, result->draws, 100 * score,
                   100 * range.low, 100 * range.high);
    session_printf(session, "figure %s-%s %.2f %%\n", level->name, below ? "below" : "random", 100 * score);
}

/* Marks the levels to measure: those in `names`. If `names` is empty, marks all. STATUS_BAD for an unknown
 * name. */
static enum status choose_levels(const struct ladder *ladder, const struct word_list *names,
                                 bool chosen[LEVELS_MAX], struct error *error)
{
    for (size_t at = 0; at < ladder->count; at++)
        chosen[at] = !names->count;
    for (int i = 0; i < names->count; i++) {
        int level = ladder_level(ladder, names->word[i]);
        if (level < 0)
            return level_unknown("bench levels", ladder, names->word[i], error);
        chosen[level] = true;
    }
    return STATUS_OK;
}

/* Plays the match of one level against the one below it (`below`) or against random, and prints the result.
 * Uses the rules `deepnash` and new setups for each game, as for the scores in the ladder. It is the same as
 * `match LEVEL ENEMY --unpaired`. */
static enum status play_level(struct session *session, const struct match_terms *terms,
                              const struct level *level, bool below, struct error *error)
{
    struct match_terms match = *terms;
    struct match_result result;
    match.agent[MATCH_A] = level->agent;
    match.agent[MATCH_B] = below ? level[-1].agent : "random";
    session_progress(session, "%s", level->name);
    enum status status = match_run(&match, &result, error);
    session_progress(session, "%s", "");
    if (!status && result.games < terms->games)
        status = error_set(error, STATUS_NO, "bench levels: stopped");
    if (!status)
        print_match(session, level, below, &result);
    return status;
}

/* Runs `bench levels`. Without --games and --seed it uses those of the ladder, so that it repeats its
 * measurement. */
static enum status run_bench_levels(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_levels_args *args = arguments;
    const struct ladder *ladder = ladders_for_variant(session->ladders, (uint8_t)args->variant);
    struct setup *pool = NULL;
    struct match_terms terms = {.variant = (uint8_t)args->variant, .rules = *rules_find("deepnash"),
                                .settings = &session->settings, .library = session->library,
                                .games = args->games ? (size_t)args->games : ladder->games,
                                .seed = session->has_seed ? session->seed : ladder->seed,
                                .jobs = session->jobs, .stop = session->stop};
    bool chosen[LEVELS_MAX];
    enum status status = choose_levels(ladder, &args->levels, chosen, error);
    if (!status) /* setups for random, which has none of its own */
        status = contest_pool(session, NULL, &terms, &pool, error);
    for (size_t at = 0; at < ladder->count && !status; at++) {
        if (chosen[at] && at) /* the lowest level has none below it */
            status = play_level(session, &terms, &ladder->levels[at], true, error);
        if (chosen[at] && !status)
            status = play_level(session, &terms, &ladder->levels[at], false, error);
    }
    free(pool);
    return status;
}

const struct command command_bench_levels = {
    .name = "bench levels", .group = GROUP_MEASURE,
    .keywords = "ladder strength Elo rating difficulty",
    .words = ARGUMENTS(
        WORD_TEXT(struct bench_levels_args, levels, "LEVEL", "names that 'levels' lists; without any, all",
                  .names = level_names, .list = true, .optional = true)),
    .flags = ARGUMENTS(
        FLAG_VARIANT(struct bench_levels_args, variant),
        FLAG_WHOLE(struct bench_levels_args, games, "games", 1, 10000000, "of each match",
                   .standard = "as the ladder's scores have")),
    .out = true, .args_size = sizeof(struct bench_levels_args),
    .help = "measures levels against the one below and against random",
    .details = "Wins, losses, draws, score and its range (95 %), as 'match' with the same seed. Without\n"
               "--seed and --games it plays the matches whose scores 'levels' prints.",
    .run = run_bench_levels,
};
