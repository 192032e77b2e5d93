/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that count in the archive of finished games: games openings, games setups. */
#include "commands/archive_command.h"

#include "setup/kind.h"

struct census_args {
    struct word_list words;
    uint64_t plies, limit;   /* moves of an opening; max number of rows */
    bool front;              /* count front rows instead of whole setups */
    const char *whose;       /* as archive_command_whose */
    struct archive_census *census;
};

/* The context of add_count_row. */
struct counting {
    struct text *out;
    struct json *json;
    enum archive_counted of; /* what is counted */
};

/* Returns the score, 0 .. 1: a draw is half a win; 0 for no games. */
static double score_of(const struct archive_count *count)
{
    return count->games ? ((double)count->won + 0.5 * (double)count->drawn) / (double)count->games : 0;
}

/* Writes the kind of a setup given as 40 letters; "" if the letters are not a setup. Returns `kind`. */
static const char *write_kind_of_letters(const char *letters, char kind[SETUP_KIND])
{
    struct setup setup;
    enum side side;
    kind[0] = '\0';
    if (setup_read_letters(letters, &setup, &side, NULL) == STATUS_OK)
        setup_write_kind(&setup, kind);
    return kind;
}

/* Appends the counts of one opening, front row or setup to the text and to the JSON answer. */
static void add_count_row(void *context, const struct archive_count *count)
{
    struct counting *counting = context;
    struct text what = {0};
    bool variant_below = counting->of == COUNT_SETUPS; /* the letters of a setup fill the column */
    text_printf(&what, "%s%s", count->what, count->ended ? " (ends there)" : "");
    if (!archive_command_is_standard(count->variant) && !variant_below)
        text_printf(&what, ", %s", count->variant);
    text_padded(counting->out, text_string(&what), 40);
    text_free(&what);
    text_printf(counting->out, " %6zu %6zu %6zu %6zu  %5.1f %%\n", count->games, count->won,
                count->drawn, count->lost, 100 * score_of(count));
    if (!archive_command_is_standard(count->variant) && variant_below)
        text_printf(counting->out, "    %s\n", count->variant);
    char kind[SETUP_KIND];
    json_printf(counting->json, "{what: %s, kind: %s", count->what,
                counting->of == COUNT_SETUPS ? write_kind_of_letters(count->what, kind) : NULL);
    if (counting->of == COUNT_OPENINGS)
        json_add_flag(counting->json, "ended", count->ended);
    json_printf(counting->json, "games: %zu, wins: %zu, draws: %zu, losses: %zu, score: %g, variant: %s}",
                count->games, count->won, count->drawn, count->lost, score_of(count), count->variant);
}

/* Counts the openings, front rows or setups of the games that the query finds. */
static enum status count_games(struct session *session, struct archiver *archiver, const void *arguments,
                               struct text *out, struct error *error)
{
    const struct archive_census *census = arguments;
    struct counting counting = {out, session->answer, census->counted};
    const char *heading = census->counted == COUNT_OPENINGS ? "first moves"
                          : census->counted == COUNT_FRONTS ? "front row"
                                                       : "setup";
    size_t all, kinds;
    text_printf(out, "%-40s %6s %6s %6s %6s  %7s\n", heading, "games", "won", "drawn", "lost", "score");
    json_printf(session->answer, "{%s: [", census->counted == COUNT_OPENINGS ? "openings" : "setups");
    enum status status = archive_run_census(archiver->archive, census, add_count_row, &counting, &all, &kinds,
                                            error);
    if (!status) {
        json_printf(session->answer, "]}");
        text_printf(out, "%zu in all, %zu that differ; a mirror image is the same\n", all, kinds);
    }
    return status;
}

/* Compiles the query and counts. `of`: what is counted. */
static enum status run_census(struct session *session, const char *command, const struct census_args *args,
                              enum archive_counted of, struct error *error)
{
    struct query query = {0};
    struct archive_census census = {.query = &query, .counted = of, .plies = (int)args->plies,
                                    .limit = (size_t)args->limit};
    census.name = archive_command_whose(args->whose, &census.whose);
    return archive_command_query(session, command, &args->words, &query, count_games, &census, error);
}

/* Counts the first moves of games. */
static enum status run_openings(struct session *session, const void *arguments, struct error *error)
{
    const struct census_args *args = arguments;
    return run_census(session, "games openings", args, COUNT_OPENINGS, error);
}

/* Counts the setups of games, or their front rows. */
static enum status run_setups(struct session *session, const void *arguments, struct error *error)
{
    const struct census_args *args = arguments;
    return run_census(session, "games setups", args, args->front ? COUNT_FRONTS : COUNT_SETUPS, error);
}

static const struct argument census_words[] = {WORDS_QUERY(struct census_args, words)};

#define FLAG_CENSUS_LIMIT \
    FLAG_WHOLE(struct census_args, limit, "limit", 1, 1000000000, "the most frequent ones, at most so many")

const struct command command_games_openings = {
    .name = "games openings", .group = GROUP_GAMES,
    .keywords = "opening book explorer first moves statistics archive database",
    .words = ROWS(census_words),
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct census_args, plies, "plies", 1, FIRST_MOVES, "by so many moves"),
        FLAG_CENSUS_LIMIT),
    .out = true,
    DEFAULTS(struct census_args, .plies = 1, .limit = 20),
    .help = "counts how the archive's games begin, and how that went for Red",
    .details = "Games that begin with two setups. Of a4-a5 and its mirror image j4-j5 the first stands for\n"
               "both. Games of fewer moves than --plies have rows of their own, 'a4-a5 (ends there)';\n"
               "first=a4-a5 finds all that begin so.\n" QUERY_DETAILS,
    .run = run_openings,
};

const struct command command_games_setups = {
    .name = "games setups", .group = GROUP_GAMES,
    .keywords = "openings statistics popular archive database win rate",
    .words = ROWS(census_words),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct census_args, front, "front", "counts front rows, not whole setups"),
        FLAG_WHOSE(struct census_args, whose),
        FLAG_CENSUS_LIMIT),
    .out = true,
    DEFAULTS(struct census_args, .plies = 1, .limit = 20),
    .help = "counts the setups of the archive's games, and how they went",
    .details = "As 40 letters, or with --front as the 10 symbols of the front row; a mirror image counts as\n"
               "the same. The score is that of the side that had it.\n" QUERY_DETAILS,
    .run = run_setups,
};
