/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands on the archive of finished games: games where, import, rebuild, export. */
#include "commands/archive_command.h"

#include "base/disk.h"
#include "base/plural.h"
#include "base/utf8.h"
#include "file/gravon.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- games where --- */

struct where_args {
    struct word_list words;
    int order;               /* enum archive_order */
    uint64_t limit;          /* max number of games listed; 0: all */
    bool list;               /* with numbers, both players and a heading */
    bool count;              /* only how many */
    const char *whose;       /* of the query's pieces and armies, as archive_command_whose; NULL: both */
    struct query *query;     /* set by archive_command_query */
};

/* The context of list_row: the answers so far. */
struct where_listing {
    struct text *out;
    struct json *json;
    size_t count;            /* games listed */
    bool list, counts;       /* as where_args.list, .count */
};

/* Returns the result as the text shows it: "drawn", the person's result ("won", "lost"), or the winner if no
 * person played. */
static const char *result_of(const struct archive_row *row)
{
    return strcmp(row->winner, "draw") == 0 ? "drawn" : row->outcome[0] ? row->outcome : row->winner;
}

/* Returns the result as all JSON answers have it: "draw", not "drawn". */
static const char *result_word(const struct archive_row *row)
{
    return strcmp(row->winner, "draw") == 0 ? row->winner : result_of(row);
}

/* Adds a game of the archive as an object. */
static void add_row_json(const struct archive_row *row, struct json *json)
{
    json_printf(json, "{id: %" PRId64 ", file: %s, date: %s, red: %s, blue: %s, opponent: %s",
                row->id, row->path, row->date[0] ? row->date : NULL, row->red, row->blue, row->opponent);
    json_printf(json, "side: %s, result: %s, winner: %s, reason: %s, moves: %zu, variant: %s, rules: %s",
                row->person[0] ? row->person : NULL, result_word(row), row->winner,
                row->reason[0] ? row->reason : NULL, row->plies, row->variant, row->rules);
    json_printf(json, "seating: %s, practice: %i, source: %s, program: %s}",
                row->seating, row->practice, row->source, row->program[0] ? row->program : NULL);
}

/* Appends text in a column, cut to its width, and two blanks. */
static void add_column(const char *text, int columns, struct text *line)
{
    struct text plain = {0}, cut = {0};
    text_add_plain(&plain, text);
    text_append(&cut, text_string(&plain), utf8_fit(text_string(&plain), plain.size, columns));
    text_padded(line, text_string(&cut), columns + 2);
    text_free(&plain);
    text_free(&cut);
}

/* Appends a line of a list with --list: number, date, players, result, moves. */
static void add_numbered(const char *id, const char *date, const char *red, const char *blue,
                         const char *result, const char *moves, struct text *out)
{
    enum { ID = 7, DATE = 10, NAME = 20, RESULT = 5 };
    add_column(id, ID, out);
    add_column(date, DATE, out);
    add_column(red[0] ? red : "?", NAME, out);
    add_column(blue[0] ? blue : "?", NAME, out);
    add_column(result, RESULT, out);
    text_printf(out, "%5s\n", moves);
}

/* Appends the row of a game to a list with --list, before the first one a heading. */
static void list_numbered(struct where_listing *listing, const struct archive_row *row)
{
    char id[24], moves[24];
    snprintf(id, sizeof id, "@%" PRId64, row->id);
    snprintf(moves, sizeof moves, "%zu", row->plies);
    if (!listing->count)
        add_numbered("game", "date", "red", "blue", "won", "moves", listing->out);
    add_numbered(id, row->date, row->red, row->blue, row->winner, moves, listing->out);
}

/* Appends the line of a game to a list in the form of 'games'. */
static void list_opponent(struct where_listing *listing, const struct archive_row *row)
{
    struct text opponent = {0}, line = {0};
    text_printf(&opponent, "%s%s", row->opponent, row->practice ? ", practice" : "");
    text_printf(&line, "%-10s  ", row->date);
    text_padded(&line, text_string(&opponent), 20);
    bool standard = archive_command_is_standard(row->variant);
    text_printf(&line, "  %-4s  %-10s  %5zu  %s%s%s", row->person, result_of(row), row->plies, row->path,
                standard ? "" : "  ", standard ? "" : row->variant);
    text_add_plain(listing->out, text_string(&line));
    text_add(listing->out, "\n");
    text_free(&line);
    text_free(&opponent);
}

/* Appends a game's line to the text and its object to the JSON answer. */
static enum status list_row(void *context, const struct archive_row *row, struct error *error)
{
    struct where_listing *listing = context;
    (void)error;
    if (!listing->counts && listing->list)
        list_numbered(listing, row);
    else if (!listing->counts)
        list_opponent(listing, row);
    if (!listing->counts)
        add_row_json(row, listing->json);
    listing->count++;
    return STATUS_OK;
}

/* Lists or counts the games that the query finds. */
static enum status list_games(struct session *session, struct archiver *archiver, const void *arguments,
                              struct text *out, struct error *error)
{
    const struct where_args *args = arguments;
    struct where_listing listing = {out, session->answer, 0, args->list, args->count};
    const struct archive_search search = {.query = args->query, .order = (enum archive_order)args->order,
                                          .limit = (size_t)args->limit};
    if (!args->count)
        json_printf(session->answer, "{games: [");
    enum status status = archive_find(archiver->archive, &search, list_row, &listing, error);
    if (!status && args->count) {
        text_printf(out, "%zu\n", listing.count);
        json_printf(session->answer, "{count: %zu}", listing.count);
    } else if (!status) {
        json_printf(session->answer, "]}");
    }
    if (!status && !args->count && !listing.count && !archive_folder_is_closed(archiver->archive))
        text_add(out, "no such games\n");
    return status;
}

/* Compiles the query and lists the games. */
static enum status run_where(struct session *session, const void *arguments, struct error *error)
{
    struct where_args args = *(const struct where_args *)arguments;
    struct query query = {0};
    static const char *const owners[WHOSES] = {
        [WHOSE_RED] = "red", [WHOSE_BLUE] = "blue", [WHOSE_YOURS] = "you", [WHOSE_OPPONENTS] = "opponent"};
    enum archive_whose whose;
    const char *name = archive_command_whose(args.whose, &whose);
    struct query_of of = {name ? "of" : owners[whose] ? "owner" : NULL, name ? name : owners[whose]};
    args.query = &query;
    return archive_command_query_of(session, "games where", &args.words, of, &query, list_games, &args,
                                    error);
}

static const char *const where_orders[ARCHIVE_ORDERS + 1] = {"date", "opponent", "result", "moves", NULL};

const struct command command_games_where = {
    .name = "games where", .group = GROUP_GAMES,
    .keywords = "database search find filter query archive SQL",
    .words = ARGUMENTS(WORDS_QUERY(struct where_args, words)),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct where_args, list, "list",
                    "a table of the games' numbers, dates, players and results"),
        FLAG_SWITCH(struct where_args, count, "count", "prints only how many games there are"),
        FLAG_WHOSE(struct where_args, whose),
        FLAG_CHOICE(struct where_args, order, "sort", where_orders, "by this, equal ones by date"),
        FLAG_WHOLE(struct where_args, limit, "limit", 1, 1000000000, "at most so many", .standard = "all")),
    .out = true, .args_size = sizeof(struct where_args),
    .help = "lists the finished games of the archive of which a query is true",
    .details = "In the form of 'games', or with --list as a table. The archive has your finished games,\n"
               "those of matches that went there, and imported ones. A number, as @12, names a game\n"
               "wherever a FILE is expected.\n" QUERY_DETAILS,
    .run = run_where,
};

/* --- games import --- */

struct import_args {
    struct word_list paths;
    const char *player[SIDES]; /* for players of games that name none; or NULL */
    bool *unsound;           /* gets whether a file or game was left out as unsound */
};

/* Adds the counts and the faults of an import. */
static void add_import_json(const struct archive_import *import, struct json *json)
{
    json_printf(json, "{files: %zu, added: %zu, there: %zu, unfinished: %zu, unsound: %zu",
                import->files, import->added, import->there, import->unfinished, import->unsound);
    json_add_faults(json, "faults", text_string(&import->faults), NULL);
    json_close(json, '}');
}

/* Writes how many games were added and the faults of those that were left out. */
static void write_import(const struct archive_import *import, struct text *out)
{
    text_printf(out, "%zu game%s added, %zu there already", import->added, plural(import->added),
                import->there);
    if (import->unfinished)
        text_printf(out, ", %zu unfinished left out", import->unfinished);
    text_printf(out, ", from %zu file%s\n", import->files, plural(import->files));
    if (!import->unsound)
        return;
    text_printf(out, "%zu left out as unsound:\n%s", import->unsound, text_string(&import->faults));
    if (import->unsound > IMPORT_FAULTS)
        text_printf(out, "and %zu more\n", import->unsound - IMPORT_FAULTS);
}

/* Imports all paths. A path that cannot be read (STATUS_BAD) does not stop the import of the others; any
 * other error does. */
static enum status import_games(struct session *session, struct archiver *archiver, const void *arguments,
                                struct text *out, struct error *error)
{
    const struct import_args *args = arguments;
    struct archive_import import = {0};
    char player[SIDES][PLAYER_NAME_MAX];
    struct error why = {0};
    enum status status = STATUS_OK;
    for (enum side side = RED; side <= BLUE; side++) {
        const char *name = args->player[side];
        if (name && player_name_read(player[side], name, strlen(name), &why))
            return error_set(error, STATUS_BAD, "games import: --%s: %s", side_name(side), why.text);
        import.player[side] = name ? player[side] : NULL;
    }
    for (int i = 0; i < args->paths.count && (!status || status == STATUS_BAD); i++) {
        enum status path_status = archive_import(archiver->archive, args->paths.word[i], &import, &why);
        /* The first error is that of the command, unless another one ends the import. */
        if (path_status && (!status || path_status != STATUS_BAD))
            status = error_set(error, path_status, "%s", why.text);
    }
    if (status == STATUS_NO)
        error_set(error, status, "games import: stopped; the %zu game%s added until then %s in the archive",
                  import.added, plural(import.added), import.added == 1 ? "is" : "are");
    add_import_json(&import, session->answer);
    if (!status || import.files || import.unsound > 1) /* a single unsound game is the error message itself */
        write_import(&import, out);
    *args->unsound = import.unsound > 0;
    text_free(&import.faults);
    return status;
}

/* Imports the paths. STATUS_NO if something was left out as unsound. */
static enum status run_import(struct session *session, const void *arguments, struct error *error)
{
    struct import_args args = *(const struct import_args *)arguments;
    bool unsound = false;
    args.unsound = &unsound;
    enum status status = archive_command_run(session, import_games, &args, NEEDS_NO_FOLDER, error);
    if (!status && unsound)
        return error_set(error, STATUS_NO, "games import: not all of it was sound");
    return status;
}

const struct command command_games_import = {
    .name = "games import", .group = GROUP_GAMES,
    .keywords = "load add collection archive database Gravon PGN",
    .words = ARGUMENTS(
        WORD_FILES(struct import_args, paths, "PATH",
                   "files of games in any form, '-' for stdin, or folders of them")),
    .flags = ARGUMENTS(
        FLAG_TEXT(struct import_args, player[RED], "red", "Red's name in games that have none",
                  .value = "NAME"),
        FLAG_TEXT(struct import_args, player[BLUE], "blue", "Blue's name in games that have none",
                  .value = "NAME")),
    .json = true, .args_size = sizeof(struct import_args),
    .help = "takes finished games into the archive: a folder of Gravon's, or files",
    .details = "Of a folder, and those in it, the files that end in .game, .yaml, .xml, .gsn, .tsv or\n"
               ".msgpack. A game that is in the archive is passed over, an unfinished one too; files and\n"
               "lines of tables that cannot be read, and games with illegal moves or a wrong result, are\n"
               "left out and named at the end, and the exit status is 1.",
    .run = run_import,
};

/* --- games rebuild --- */

/* Makes the events of all games anew, and prints how many. */
static enum status rebuild_events(struct session *session, struct archiver *archiver, const void *arguments,
                                  struct text *out, struct error *error)
{
    struct archive_rebuild rebuild = {0};
    (void)arguments;
    enum status status = archive_rebuild_events(archiver->archive, &rebuild, error);
    if (status == STATUS_NO)
        error_set(error, status, "games rebuild: stopped after %zu game%s", rebuild.games,
                  plural(rebuild.games));
    if (status)
        return status;
    text_printf(out, "%zu game%s read again", rebuild.games, plural(rebuild.games));
    if (rebuild.unsound)
        text_printf(out, ", %zu cannot be read", rebuild.unsound);
    text_add(out, "\n");
    json_printf(session->answer, "{games: %zu, unsound: %zu}", rebuild.games, rebuild.unsound);
    return STATUS_OK;
}

/* Runs the command on the archive. */
static enum status run_rebuild(struct session *session, const void *arguments, struct error *error)
{
    return archive_command_run(session, rebuild_events, arguments, NEEDS_NO_FOLDER, error);
}

const struct command command_games_rebuild = {
    .name = "games rebuild", .group = GROUP_GAMES,
    .keywords = "repair index events fights archive database",
    .json = true,
    .help = "reads the archive's games again, for what happens in them",
    .details = "The archive keeps each game's fights, and where its pieces stood and when they first moved,\n"
               "in tables; this makes the tables anew from the stored files. It is not needed after a new\n"
               "version: an older archive is rebuilt when it is opened.",
    .run = run_rebuild,
};

/* --- games export --- */

struct export_args {
    struct word_list words;
    const char *folder;
    struct query *query;
};

/* The context of export_row. */
struct exporting {
    const char *folder;
    size_t written, there;   /* files written; files that existed with the same bytes */
};

/* Writes the original bytes of a game to FOLDER/DATE-ID.ENDING. A file of that name with the same bytes is
 * left as it is; with other bytes it is STATUS_NO. */
static enum status export_row(void *context, const struct archive_row *row, struct error *error)
{
    struct exporting *exporting = context;
    struct text old = {0};
    char path[PATH_MAX], date[11];
    /* Accept only ten digits and dashes, whatever the database has: the date becomes a part of a path. */
    snprintf(date, sizeof date, "%s", row->date);
    if (strlen(date) != 10 || strspn(date, "0123456789-") != 10)
        snprintf(date, sizeof date, "undated");
    if (snprintf(path, sizeof path, "%s/%s-%06lld%s", exporting->folder, date, (long long)row->id,
                 row->ending) >= (int)sizeof path)
        return error_set(error, STATUS_BAD, "%s: the name is too long", exporting->folder);
    if (access(path, F_OK) < 0) {
        exporting->written++;
        return disk_write(path, row->bytes, row->size, error);
    }
    enum status status = disk_read_regular(path, FILE_LIMIT, &old, error);
    if (!status && (old.size != row->size || memcmp(text_string(&old), row->bytes, old.size) != 0))
        status = error_set(error, STATUS_NO, "%s: is there already, and another game", path);
    exporting->there++;
    text_free(&old);
    return status;
}

/* Writes all games that the query finds to the folder, and prints how many were written. */
static enum status export_games(struct session *session, struct archiver *archiver, const void *arguments,
                                struct text *out, struct error *error)
{
    const struct export_args *args = arguments;
    struct exporting exporting = {args->folder, 0, 0};
    const struct archive_search search = {.query = args->query, .bytes = true};
    enum status status = disk_folder(args->folder, error);
    if (!status)
        status = archive_find(archiver->archive, &search, export_row, &exporting, error);
    if (status)
        return status;
    text_printf(out, "%zu game%s written, %zu there already\n", exporting.written, plural(exporting.written),
                exporting.there);
    json_printf(session->answer, "{written: %zu, there: %zu}", exporting.written, exporting.there);
    return STATUS_OK;
}

/* Compiles the query and writes the games to the folder. */
static enum status run_export(struct session *session, const void *arguments, struct error *error)
{
    struct export_args args = *(const struct export_args *)arguments;
    struct query query = {0};
    args.query = &query;
    return archive_command_query(session, "games export", &args.words, &query, export_games, &args, error);
}

const struct command command_games_export = {
    .name = "games export", .group = GROUP_GAMES,
    .keywords = "save backup archive database download files",
    .words = ARGUMENTS(WORDS_QUERY(struct export_args, words)),
    .flags = ARGUMENTS(
        {.name = "save", .alias = "to", .kind = VALUE_FOLDER, .at = offsetof(struct export_args, folder),
         .required = true, .value = "DIR", .meaning = "the folder, which is made if it is not there"}),
    .json = true, .args_size = sizeof(struct export_args),
    .help = "writes games of the archive as the files that they came from",
    .details = "Byte for byte, as DATE-NUMBER.game (or .xml, .gsn, .txt, .log, as they came). No file is\n"
               "written over.\n"
               QUERY_DETAILS,
    .run = run_export,
};
