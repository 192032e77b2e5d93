/* SPDX-License-Identifier: GPL-3.0-or-later */
/* games player: the dossier of a player in the archive. */
#include "commands/archive_command.h"

#include "lab/dossier.h"
#include "report/dossier_text.h"

struct player_args {
    const char *name;
    struct word_list words;
    uint64_t limit;      /* max number of families, and of first moves */
    bool csv;
    struct query *query; /* set by archive_command_query */
};

/* Makes the dossiers and prints them. */
static enum status write_dossiers(struct session *session, struct archiver *archiver, const void *arguments,
                                  struct text *out, struct error *error)
{
    const struct player_args *args = arguments;
    struct dossiers dossiers = {0};
    enum status status = dossiers_make(archiver->archive, args->query, args->name, (size_t)args->limit,
                                       &dossiers, error);
    json_printf(session->answer, "{dossiers: [");
    if (!status && args->csv)
        text_add(out, dossier_csv_heading);
    for (size_t i = 0; i < dossiers.count && !status; i++) {
        if (args->csv)
            dossier_write_csv(&dossiers.items[i], out);
        if (!args->csv)
            text_add(out, i ? "\n" : "");
        if (!args->csv)
            dossier_write(&dossiers.items[i], args->name, out);
        dossier_add_json(&dossiers.items[i], session->answer);
    }
    if (!status)
        json_printf(session->answer, "]}");
    if (!status && !dossiers.count && !args->csv)
        text_add(out, "no such games\n");
    dossiers_free(&dossiers);
    return status;
}

/* Runs `games player`: compiles the query and makes the dossier from the games that it finds. */
static enum status run_player(struct session *session, const void *arguments, struct error *error)
{
    struct player_args args = *(const struct player_args *)arguments;
    struct query query = {0};
    args.query = &query;
    return archive_command_query(session, "games player", &args.words, &query, write_dossiers, &args, error);
}

const struct command command_games_player = {
    .name = "games player", .group = GROUP_GAMES,
    .keywords = "dossier opponent habits style bluff chase statistics archive database",
    .words = ARGUMENTS(
        WORD_TEXT(struct player_args, name, "NAME", "the player, by the name in lists or that of the agent"),
        WORDS_QUERY(struct player_args, words)),
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct player_args, limit, "limit", 1, 1000000,
                   "at most so many families and first moves"),
        FLAG_SWITCH(struct player_args, csv, "csv", "a line of comma-separated values for each number")),
    .out = true,
    DEFAULTS(struct player_args, .limit = 5),
    .help = "sums up how a player sets up, opens and plays",
    .details = "Beside each share is that of all players in the games of the query, both with 95 %\n"
               "intervals; + or - where the intervals are apart. An approach is a move, no attack, of a\n"
               "piece that the enemy does not know to a square beside an enemy piece that can move; it is a\n"
               "bluff if this would win by attacking it. Known: the owner knows the enemy piece. A chase\n"
               "follows a piece that goes away, the second time or more in a row. A family is an often used\n"
               "setup with all near ones.\n"
               QUERY_DETAILS,
    .run = run_player,
};
