/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands on the archive of finished games: games where, import, export, openings, setups. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/plural.h"
#include "play/archiver.h"
#include "setup/kind.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- actions on the archive --- */

/* The context of print_games_read and print_waiting. */
struct archive_reporter {
    struct session *session;
    double last; /* clock_now() of the last report */
};

/* Shows how many games were read so far, at most five times a second. */
static void print_games_read(void *context, size_t done, size_t count)
{
    struct archive_reporter *reporter = context;
    double now = clock_now();
    (void)count;
    if (now - reporter->last < 0.2)
        return;
    reporter->last = now;
    session_progress(reporter->session, "%zu game%s", done, plural(done));
}

/* Shows that another program has the archive's lock. */
static void print_waiting(void *context)
{
    struct archive_reporter *reporter = context;
    session_progress(reporter->session, "another program is writing to the archive: waiting for it");
}

/* An action on the archive. It appends its text to `out` and its JSON to the session's answer. */
typedef enum status archive_callback(struct session *session, struct archiver *archiver, const void *args,
                                     struct text *out, struct error *error);

/* Prints the notices, if there are any, and clears them. */
static void print_notices(struct session *session, struct text *notices)
{
    if (notices->size)
        session_notice(session, "%s", text_string(notices));
    text_clear(notices);
}

/* Updates the archive from the folder of finished games. If it cannot be written but is not damaged,
 * returns STATUS_OK, so that queries can use the games that it has; *not_updated gets the reason, else it
 * is empty. */
static enum status update_archive(struct archiver *archiver, struct error *not_updated, struct error *error)
{
    struct error why = {0};
    enum status status = archiver_update(archiver, &why);
    *not_updated = (struct error){0};
    if (status == STATUS_FAILED && !archive_is_damaged(archiver->archive)) {
        *not_updated = why;
        return STATUS_OK;
    }
    return status ? error_set(error, status, "%s", why.text) : STATUS_OK;
}

static archive_callback import_games; /* needs no up-to-date archive */

/* Updates the archive and runs `callback` on it. If the update failed, the action still runs, and a notice
 * gives the reason; STATUS_FAILED if the folder of finished games could not be listed. */
static enum status try_callback(struct session *session, struct archiver *archiver,
                                archive_callback *callback, const void *args, struct text *out,
                                struct error *error)
{
    struct error not_updated;
    text_clear(out);
    json_clear(session->answer);
    enum status status = update_archive(archiver, &not_updated, error);
    if (!status)
        status = callback(session, archiver, args, out, error);
    if (status || !not_updated.status) /* if the callback failed, its own error is enough */
        return status;
    if (callback != import_games && archive_folder_is_closed(archiver->archive))
        return error_set(error, STATUS_FAILED, "the archive may lack the last games: %s", not_updated.text);
    session_notice(session, "the archive may lack the last games: %s", not_updated.text);
    return STATUS_OK;
}

/* Opens the archive, runs `callback` on it and prints its text. If the archive turns out to be damaged,
 * repairs it (with a new database) and runs `callback` once more. */
static enum status run_on_archive(struct session *session, archive_callback *callback, const void *args,
                                  struct error *error)
{
    struct archive_reporter reporter = {session, clock_now()};
    const struct archive_terms terms = {
        .stop = session->stop, .progress = session->progress ? print_games_read : NULL,
        .waiting = session->progress ? print_waiting : NULL, .progress_context = &reporter};
    struct archiver archiver;
    struct text notices = {0}, out = {0};
    enum status status = archiver_open(&archiver, &terms, &notices, error);
    print_notices(session, &notices);
    if (!status)
        status = try_callback(session, &archiver, callback, args, &out, error);
    if (status && archiver.archive && archive_is_damaged(archiver.archive)) {
        status = archive_repair(&archiver.archive, &notices, error);
        print_notices(session, &notices);
        if (!status)
            status = try_callback(session, &archiver, callback, args, &out, error);
    }
    session_progress(session, "%s", ""); /* clear the line */
    if (out.size)
        session_write(session, out.bytes, out.size);
    archiver_close(&archiver);
    text_free(&notices);
    text_free(&out);
    return status;
}

/* --- queries --- */

/* Compiles the words of a query, joined by spaces, into `query`, then runs `callback` on the archive. The
 * first word "where" is optional. `command`: its name, for errors. */
static enum status run_query(struct session *session, const char *command, const struct word_list *words,
                             struct query *query, archive_callback *callback, const void *args,
                             struct error *error)
{
    struct text text = {0};
    struct error why = {0};
    int first = words->count && strcmp(words->word[0], "where") == 0;
    for (int i = first; i < words->count; i++)
        text_printf(&text, "%s%s", i > first ? " " : "", words->word[i]);
    enum status status = query_compile(text_string(&text), query, &why);
    text_free(&text);
    if (status)
        error_set(error, status, "%s: %s", command, why.text);
    else
        status = run_on_archive(session, callback, args, error);
    query_free(query);
    return status;
}

/* Where the completions of a query go. */
struct word_completion {
    name_taker *take;
    void *context;
};

/* Completes "opponent=" with one name. */
static void complete_opponent(void *context, const char *name)
{
    const struct word_completion *completion = context;
    struct text text = {0};
    text_printf(&text, "opponent=%s", name);
    completion->take(completion->context, text_string(&text));
    text_free(&text);
}

/* Completes "opponent=" with the opponents of the archive, the first OPPONENTS_MAX by name. Does nothing if
 * there is no archive or another program has its lock: completion neither creates an archive nor waits. */
static void complete_opponents(name_taker *take, void *context)
{
    enum { OPPONENTS_MAX = 100 };
    struct word_completion completion = {take, context};
    struct archiver archiver;
    char path[PATH_MAX];
    const struct archive_terms terms = {.patience = -1};
    if (!disk_path(DISK_DATA, ARCHIVE_FILE, path, sizeof path) || access(path, F_OK) < 0 ||
        archiver_open(&archiver, &terms, NULL, NULL) != STATUS_OK)
        return;
    archive_opponents(archiver.archive, OPPONENTS_MAX, complete_opponent, &completion, NULL);
    archiver_close(&archiver);
}

/* Completes a word of a query: the words between comparisons, "FIELD=" for each field, "FIELD=WORD" for the
 * fields with a few fixed words, and opponents. */
static void complete_query(name_taker *take, void *context)
{
    static const char *const connectives[] = {"and", "or", "not"};
    for (size_t i = 0; i < sizeof connectives / sizeof *connectives; i++)
        take(context, connectives[i]);
    for (size_t i = 0; i < query_field_count; i++) {
        const struct query_field *field = &query_fields[i];
        char text[64];
        snprintf(text, sizeof text, "%s=", field->name);
        take(context, text);
        for (size_t j = 0; field->word && field->word(j); j++) {
            snprintf(text, sizeof text, "%s=%s", field->name, field->word(j));
            take(context, text);
        }
    }
    complete_opponents(take, context);
}

#define WORDS_QUERY(type, member) \
    WORD_TEXT(type, member, "QUERY", "as in: where opponent=Captain and not result=won", .list = true, \
              .optional = true, .names = complete_query, .standard = "all finished games")

#define QUERY_DETAILS \
    "FIELD OPERATOR VALUE, with and, or, not and brackets. Operators are = != < <= > >=, ~ for a part of\n" \
    "a text and !~, or, as a shell wants < and > in quotes: is, has, from, to, over, under.\n" \
    "doc/archive.md lists the fields; an unknown one is answered with their names. A mirror image is the\n" \
    "same here and in what is counted: first=j4-j5 finds a4-a5 too."

/* --- games where --- */

struct where_args {
    struct word_list words;
    int order;               /* enum archive_order */
    uint64_t limit;          /* max number of games listed; 0: all */
    struct query *query;     /* set by run_query */
};

/* The context of list_row: the answers so far. */
struct where_listing {
    struct text *out;
    struct json *json;
    size_t count;            /* games listed */
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

/* Returns whether `variant` is the standard one, which lists leave out. */
static bool is_standard(const char *variant)
{
    return strcmp(variant, variant_at(VARIANT_STANDARD)->name) == 0;
}

/* Appends a game's line to the text and its object to the JSON answer. */
static enum status list_row(void *context, const struct archive_row *row, struct error *error)
{
    struct where_listing *listing = context;
    struct text opponent = {0}, line = {0};
    (void)error;
    text_printf(&opponent, "%s%s", row->opponent, row->practice ? ", practice" : "");
    text_printf(&line, "%-10s  ", row->date);
    text_padded(&line, text_string(&opponent), 20);
    text_printf(&line, "  %-4s  %-10s  %5zu  %s%s%s", row->person, result_of(row), row->plies, row->path,
                is_standard(row->variant) ? "" : "  ", is_standard(row->variant) ? "" : row->variant);
    text_add_plain(listing->out, text_string(&line));
    text_add(listing->out, "\n");
    text_free(&line);
    text_free(&opponent);
    listing->count++;
    add_row_json(row, listing->json);
    return STATUS_OK;
}

/* Lists the games that the query finds. */
static enum status list_games(struct session *session, struct archiver *archiver, const void *arguments,
                              struct text *out, struct error *error)
{
    const struct where_args *args = arguments;
    struct where_listing listing = {out, session->answer, 0};
    const struct archive_search search = {.query = args->query, .order = (enum archive_order)args->order,
                                          .limit = (size_t)args->limit};
    json_open(session->answer, NULL, '[');
    enum status status = archive_find(archiver->archive, &search, list_row, &listing, error);
    if (!status)
        json_close(session->answer, ']');
    if (!status && !listing.count && !archive_folder_is_closed(archiver->archive))
        text_add(out, "no such games\n");
    return status;
}

/* Compiles the query and lists the games. */
static enum status run_where(struct session *session, const void *arguments, struct error *error)
{
    struct where_args args = *(const struct where_args *)arguments;
    struct query query = {0};
    args.query = &query;
    return run_query(session, "games where", &args.words, &query, list_games, &args, error);
}

static const char *const where_orders[ARCHIVE_ORDERS + 1] = {"date", "opponent", "result", "moves", NULL};

const struct command command_games_where = {
    .name = "games where", .group = GROUP_GAMES,
    .keywords = "search find filter query archive database SQL",
    .words = ARGUMENTS(WORDS_QUERY(struct where_args, words)),
    .flags = ARGUMENTS(
        FLAG_CHOICE(struct where_args, order, "sort", where_orders, "by this, equal ones by date"),
        FLAG_WHOLE(struct where_args, limit, "limit", 1, 1000000000, "at most so many", .standard = "all")),
    .out = true, .args_size = sizeof(struct where_args),
    .help = "lists the finished games of the archive of which a query is true",
    .details = "In the form of 'games'. The archive has your finished games, those of matches that went\n"
               "there, and imported ones.\n" QUERY_DETAILS,
    .run = run_where,
};

/* --- games import --- */

struct import_args {
    struct word_list paths;
    bool *unsound;           /* gets whether a file or game was left out as unsound */
};

/* Adds the counts and the faults of an import. */
static void add_import_json(const struct archive_import *import, struct json *json)
{
    json_printf(json, "{files: %zu, added: %zu, there: %zu, unfinished: %zu, unsound: %zu",
                import->files, import->added, import->there, import->unfinished, import->unsound);
    json_faults(json, "faults", text_string(&import->faults), NULL);
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
    struct error why = {0};
    enum status status = STATUS_OK;
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
    enum status status = run_on_archive(session, import_games, &args, error);
    if (!status && unsound)
        return error_set(error, STATUS_NO, "games import: not all of it was sound");
    return status;
}

const struct command command_games_import = {
    .name = "games import", .group = GROUP_GAMES,
    .keywords = "load add archive database collection Gravon PGN",
    .words = ARGUMENTS(
        WORD_FILES(struct import_args, paths, "PATH",
                   "files of games in any form, '-' for stdin, or folders of them")),
    .json = true, .args_size = sizeof(struct import_args),
    .help = "takes finished games into the archive: a folder of Gravon's, or files",
    .details = "Of a folder, and those in it, the files that end in .game, .yaml, .xml, .gsn, .tsv or\n"
               ".msgpack. A game that is in the archive is passed over, an unfinished one too; files and\n"
               "lines of tables that cannot be read, and games with illegal moves or a wrong result, are\n"
               "left out and named at the end, and the exit status is 1.",
    .run = run_import,
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
    return run_query(session, "games export", &args.words, &query, export_games, &args, error);
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

/* --- games openings, games setups --- */

struct census_args {
    struct word_list words;
    uint64_t plies, limit;   /* moves of an opening; max number of rows */
    bool front;              /* count front rows instead of whole setups */
    int whose;               /* enum archive_whose */
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
static const char *setup_kind_of_letters(const char *letters, char kind[SETUP_KIND])
{
    struct setup setup;
    enum side side;
    kind[0] = '\0';
    if (setup_read_letters(letters, &setup, &side, NULL) == STATUS_OK)
        setup_kind(&setup, kind);
    return kind;
}

/* Appends the counts of one opening, front row or setup to the text and to the JSON answer. */
static void add_count_row(void *context, const struct archive_count *count)
{
    struct counting *counting = context;
    struct text what = {0};
    bool variant_below = counting->of == COUNT_SETUPS; /* the letters of a setup fill the column */
    text_printf(&what, "%s%s", count->what, count->ended ? " (ends there)" : "");
    if (!is_standard(count->variant) && !variant_below)
        text_printf(&what, ", %s", count->variant);
    text_padded(counting->out, text_string(&what), 40);
    text_free(&what);
    text_printf(counting->out, " %6zu %6zu %6zu %6zu  %5.1f %%\n", count->games, count->won,
                count->drawn, count->lost, 100 * score_of(count));
    if (!is_standard(count->variant) && variant_below)
        text_printf(counting->out, "    %s\n", count->variant);
    char kind[SETUP_KIND];
    json_printf(counting->json, "{what: %s, kind: %s", count->what,
                counting->of == COUNT_SETUPS ? setup_kind_of_letters(count->what, kind) : NULL);
    if (counting->of == COUNT_OPENINGS)
        json_flag(counting->json, "ended", count->ended);
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
    json_open(session->answer, NULL, '[');
    enum status status = archive_run_census(archiver->archive, census, add_count_row, &counting, &all, &kinds,
                                            error);
    if (!status) {
        json_close(session->answer, ']');
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
                                    .whose = (enum archive_whose)args->whose, .limit = (size_t)args->limit};
    return run_query(session, command, &args->words, &query, count_games, &census, error);
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

static const char *const whose_words[WHOSES + 1] = {"both", "red", "blue", "yours", "opponents", NULL};

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
        FLAG_CHOICE(struct census_args, whose, "whose", whose_words, "whose setups"),
        FLAG_CENSUS_LIMIT),
    .out = true,
    DEFAULTS(struct census_args, .plies = 1, .limit = 20),
    .help = "counts the setups of the archive's games, and how they went",
    .details = "As 40 letters, or with --front as the 10 symbols of the front row; a mirror image counts as\n"
               "the same. The score is that of the side that had it.\n" QUERY_DETAILS,
    .run = run_setups,
};
