/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The archive of finished games: games where, import, export, openings, setups. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/plural.h"
#include "commands/shared_flags.h"
#include "console/json.h"
#include "play/archiver.h"
#include "setup/kind.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the archive at hand --- */

/* Tells how far it is, a few times a second. */
struct archive_teller {
    struct session *session;
    double last;
};

static void print_progress(void *context, size_t done, size_t count)
{
    struct archive_teller *teller = context;
    double now = clock_now();
    (void)count;
    if (now - teller->last < 0.2)
        return;
    teller->last = now;
    session_progress(teller->session, "%zu game%s", done, plural(done));
}

static void print_waiting(void *context)
{
    struct archive_teller *teller = context;
    session_progress(teller->session, "another program is writing to the archive: waiting for it");
}

/* What is done with the archive: it writes to `out`, and to the session's answer. */
typedef enum status archive_callback(struct session *session, struct archiver *archiver, const void *args,
                                     struct text *out, struct error *error);

static void hear(struct session *session, struct text *notices)
{
    if (notices->size)
        session_notice(session, "%s", text_string(notices));
    text_clear(notices);
}

/* Brings the archive up to date. Where it cannot be written, what is in it can be asked all the same, and
 * `lacking` gets the reason. */
static enum status follow(struct archiver *archiver, struct error *lacking, struct error *error)
{
    struct error why = {0};
    enum status status = archiver_follow(archiver, &why);
    *lacking = (struct error){0};
    if (status == STATUS_FAILED && !archive_is_damaged(archiver->archive)) {
        *lacking = why;
        return STATUS_OK;
    }
    return status ? error_set(error, status, "%s", why.text) : STATUS_OK;
}

static archive_callback import_games; /* which asks for nothing that may be lacking */

/* STATUS_FAILED, after what is there was printed, where the folder of finished games cannot be listed. */
static enum status try_callback(struct session *session, struct archiver *archiver,
                                archive_callback *callback, const void *args, struct text *out,
                                struct error *error)
{
    struct error lacking;
    text_clear(out);
    json_clear(session->answer);
    enum status status = follow(archiver, &lacking, error);
    if (!status)
        status = callback(session, archiver, args, out, error);
    if (status || !lacking.status) /* else the same is the reason why nothing could be done */
        return status;
    if (callback != import_games && archive_folder_is_closed(archiver->archive))
        return error_set(error, STATUS_FAILED, "the archive may lack the last games: %s", lacking.text);
    session_notice(session, "the archive may lack the last games: %s", lacking.text);
    return STATUS_OK;
}

/* Does it with the archive open and up to date; where damage is met under way, once more with the one that
 * took its place. */
static enum status with_archive(struct session *session, archive_callback *callback, const void *args,
                                struct error *error)
{
    struct archive_teller teller = {session, clock_now()};
    const struct archive_terms terms = {
        .stop = session->stop, .progress = session->progress ? print_progress : NULL,
        .waiting = session->progress ? print_waiting : NULL, .progress_context = &teller};
    struct archiver archiver;
    struct text notices = {0}, out = {0};
    enum status status = archiver_open(&archiver, &terms, &notices, error);
    hear(session, &notices);
    if (!status)
        status = try_callback(session, &archiver, callback, args, &out, error);
    if (status && archiver.archive && archive_is_damaged(archiver.archive)) {
        status = archive_repair(&archiver.archive, &notices, error);
        hear(session, &notices);
        if (!status)
            status = try_callback(session, &archiver, callback, args, &out, error);
    }
    session_progress(session, "%s", "");
    if (out.size)
        session_write(session, out.bytes, out.size);
    archiver_close(&archiver);
    text_free(&notices);
    text_free(&out);
    return status;
}

/* --- queries --- */

/* Compiles the words of a query, joined by blanks, into `query`, and calls `callback` with it. A "where"
 * before the words may be left out. `who` is the command. */
static enum status with_query(struct session *session, const char *command, const struct word_list *words,
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
        status = with_archive(session, callback, args, error);
    query_free(query);
    return status;
}

/* What completion offers for a word of a query. */
struct offering {
    name_taker *take;
    void *context;
};

static void offer_opponent(void *context, const char *name)
{
    const struct offering *offering = context;
    struct text text = {0};
    text_printf(&text, "opponent=%s", name);
    offering->take(offering->context, text_string(&text));
    text_free(&text);
}

static void offer_opponents(name_taker *take, void *context)
{
    enum { OPPONENTS_MAX = 100 };
    struct offering offering = {take, context};
    struct archiver archiver;
    char path[PATH_MAX];
    const struct archive_terms terms = {.patience = -1};
    /* Nobody who types is to find an archive made, or to wait for another program. */
    if (!disk_path(DISK_DATA, ARCHIVE_FILE, path, sizeof path) || access(path, F_OK) < 0 ||
        archiver_open(&archiver, &terms, NULL, NULL) != STATUS_OK)
        return;
    archive_opponents(archiver.archive, OPPONENTS_MAX, offer_opponent, &offering, NULL);
    archiver_close(&archiver);
}

/* Fields with an equals sign, those of a few words with each of them, and what stands between comparisons. */
static void offer_query(name_taker *take, void *context)
{
    static const char *const between[] = {"and", "or", "not"};
    for (size_t i = 0; i < sizeof between / sizeof *between; i++)
        take(context, between[i]);
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
    offer_opponents(take, context);
}

#define WORDS_QUERY(type, member) \
    {.name = "QUERY", .kind = VALUE_TEXT, .list = true, .optional = true, .names = offer_query, \
     .at = offsetof(type, member), .meaning = "as in: where opponent=Captain and not result=won", \
     .standard = "all finished games"}

#define QUERY_DETAILS \
    "FIELD OPERATOR VALUE, with and, or, not and brackets. Operators are = != < <= > >=, ~ for a part of\n" \
    "a text and !~, or, as a shell wants < and > in quotes: is, has, from, to, over, under.\n" \
    "doc/archive.md lists the fields; an unknown one is answered with their names. A mirror image is the\n" \
    "same here and in what is counted: first=j4-j5 finds a4-a5 too."

/* --- games where --- */

struct where_args {
    struct word_list words;
    int order;               /* enum archive_order */
    uint64_t limit;
    struct query *query;
};

/* What a search gathers. */
struct where_listing {
    struct text *out;
    struct json *json;
    size_t count;
};

static const char *result_of(const struct archive_row *row)
{
    return strcmp(row->winner, "draw") == 0 ? "drawn" : row->outcome[0] ? row->outcome : row->winner;
}

/* As all of the program's JSON has it. */
static const char *result_word(const struct archive_row *row)
{
    return strcmp(row->winner, "draw") == 0 ? row->winner : result_of(row);
}

static void add_row_json(const struct archive_row *row, struct json *json)
{
    json_open(json, NULL, '{');
    json_whole(json, "id", row->id);
    json_text(json, "file", row->path);
    json_text(json, "date", row->date[0] ? row->date : NULL);
    json_text(json, "red", row->red);
    json_text(json, "blue", row->blue);
    json_text(json, "opponent", row->opponent);
    json_text(json, "side", row->person[0] ? row->person : NULL);
    json_text(json, "result", result_word(row));
    json_text(json, "winner", row->winner);
    json_text(json, "reason", row->reason[0] ? row->reason : NULL);
    json_whole(json, "moves", (int64_t)row->plies);
    json_text(json, "variant", row->variant);
    json_text(json, "rules", row->rules);
    json_text(json, "seating", row->seating);
    json_flag(json, "practice", row->practice);
    json_text(json, "source", row->source);
    json_text(json, "program", row->program[0] ? row->program : NULL);
    json_close(json, '}');
}

/* Of the variant that most games are of nothing is said. */
static bool is_standard(const char *variant)
{
    return strcmp(variant, variant_at(VARIANT_STANDARD)->name) == 0;
}

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

static enum status run_where(struct session *session, const void *arguments, struct error *error)
{
    struct where_args args = *(const struct where_args *)arguments;
    struct query query = {0};
    args.query = &query;
    return with_query(session, "games where", &args.words, &query, list_games, &args, error);
}

static const char *const where_orders[ARCHIVE_ORDERS + 1] = {"date", "opponent", "result", "moves", NULL};

const struct command command_games_where = {
    .name = "games where",
    .group = GROUP_PLAY,
    .keywords = "search find filter query archive database SQL",
    .words = ARGUMENTS(WORDS_QUERY(struct where_args, words)),
    .flags = ARGUMENTS(
        {.name = "sort", .kind = VALUE_CHOICE, .at = offsetof(struct where_args, order),
         .words = where_orders, .meaning = "by this, equal ones by date"},
        FLAG_WHOLE(struct where_args, limit, "limit", 1, 1000000000, "at most so many", .standard = "all")),
    .out = true,
    .args_size = sizeof(struct where_args),
    .help = "lists the finished games of the archive of which a query is true",
    .details = "In the form of 'games'. The archive has your finished games, those of matches that went\n"
               "there, and imported ones.\n" QUERY_DETAILS,
    .run = run_where,
};

/* --- games import --- */

struct import_args {
    struct word_list paths;
    bool *unsound;
};

static void add_import_json(const struct archive_import *import, struct json *json)
{
    json_open(json, NULL, '{');
    json_whole(json, "files", (int64_t)import->files);
    json_whole(json, "added", (int64_t)import->added);
    json_whole(json, "there", (int64_t)import->there);
    json_whole(json, "unfinished", (int64_t)import->unfinished);
    json_whole(json, "unsound", (int64_t)import->unsound);
    json_faults(json, "faults", text_string(&import->faults), NULL);
    json_close(json, '}');
}

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

static enum status import_games(struct session *session, struct archiver *archiver, const void *arguments,
                                struct text *out, struct error *error)
{
    const struct import_args *args = arguments;
    struct archive_import import = {0};
    struct error why = {0};
    enum status status = STATUS_OK;
    /* A path that cannot be read does not keep the others out. */
    for (int i = 0; i < args->paths.count && (!status || status == STATUS_BAD); i++) {
        enum status one = archive_import(archiver->archive, args->paths.word[i], &import, &why);
        if (one && (!status || one != STATUS_BAD))
            status = error_set(error, one, "%s", why.text);
    }
    if (status == STATUS_NO)
        error_set(error, status, "games import: stopped; the %zu game%s added until then %s in the archive",
                  import.added, plural(import.added), import.added == 1 ? "is" : "are");
    add_import_json(&import, session->answer);
    if (!status || import.files || import.unsound > 1) /* one alone is the error itself */
        write_import(&import, out);
    *args->unsound = import.unsound > 0;
    text_free(&import.faults);
    return status;
}

static enum status run_import(struct session *session, const void *arguments, struct error *error)
{
    struct import_args args = *(const struct import_args *)arguments;
    bool unsound = false;
    args.unsound = &unsound;
    enum status status = with_archive(session, import_games, &args, error);
    if (!status && unsound)
        return error_set(error, STATUS_NO, "games import: not all of it was sound");
    return status;
}

const struct command command_games_import = {
    .name = "games import",
    .group = GROUP_PLAY,
    .keywords = "load add archive database collection Gravon PGN",
    .words = ARGUMENTS(
        {.name = "PATH", .kind = VALUE_FILE, .list = true, .at = offsetof(struct import_args, paths),
         .meaning = "files of games in any form, '-' for stdin, or folders of them"}),
    .json = true,
    .args_size = sizeof(struct import_args),
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

struct exporting {
    const char *folder;
    size_t written, there;
};

/* Writes the file of a game as it came. One that is there with the same bytes is left as it is. */
static enum status export_row(void *context, const struct archive_row *row, struct error *error)
{
    struct exporting *exporting = context;
    struct text old = {0};
    char path[PATH_MAX], date[11];
    /* A date is ten digits and dashes, whatever the database says. */
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
    json_open(session->answer, NULL, '{');
    json_whole(session->answer, "written", (int64_t)exporting.written);
    json_whole(session->answer, "there", (int64_t)exporting.there);
    json_close(session->answer, '}');
    return STATUS_OK;
}

static enum status run_export(struct session *session, const void *arguments, struct error *error)
{
    struct export_args args = *(const struct export_args *)arguments;
    struct query query = {0};
    args.query = &query;
    return with_query(session, "games export", &args.words, &query, export_games, &args, error);
}

const struct command command_games_export = {
    .name = "games export",
    .group = GROUP_PLAY,
    .keywords = "save backup archive database download files",
    .words = ARGUMENTS(WORDS_QUERY(struct export_args, words)),
    .flags = ARGUMENTS(
        {.name = "save", .alias = "to", .kind = VALUE_FOLDER, .at = offsetof(struct export_args, folder),
         .required = true, .value = "DIR", .meaning = "the folder, which is made if it is not there"}),
    .json = true,
    .args_size = sizeof(struct export_args),
    .help = "writes games of the archive as the files that they came from",
    .details = "Byte for byte, as DATE-NUMBER.game (or .xml, .gsn, .txt, .log, as they came). No file is\n"
               "written over.\n"
               QUERY_DETAILS,
    .run = run_export,
};

/* --- games openings, games setups --- */

struct census_args {
    struct word_list words;
    uint64_t plies, limit;
    bool front;
    int whose;               /* enum archive_whose */
    struct archive_census *census;
};

struct counting {
    struct text *out;
    struct json *json;
    enum archive_counted of;
};

static double score_of(const struct archive_count *count)
{
    return count->games ? ((double)count->won + 0.5 * (double)count->drawn) / (double)count->games : 0;
}

/* What kind of setup its letters are; empty where they are none. */
static const char *kind_of_letters(const char *letters, char kind[SETUP_KIND])
{
    struct setup setup;
    enum side side;
    kind[0] = '\0';
    if (setup_read_letters(letters, &setup, &side, NULL) == STATUS_OK)
        setup_kind(&setup, kind);
    return kind;
}

static void take_count(void *context, const struct archive_count *count)
{
    struct counting *counting = context;
    struct text what = {0};
    bool below = counting->of == COUNT_SETUPS; /* the letters of a setup fill the column */
    text_printf(&what, "%s%s", count->what, count->ended ? " (ends there)" : "");
    if (!is_standard(count->variant) && !below)
        text_printf(&what, ", %s", count->variant);
    text_padded(counting->out, text_string(&what), 40);
    text_free(&what);
    text_printf(counting->out, " %6zu %6zu %6zu %6zu  %5.1f %%\n", count->games, count->won,
                count->drawn, count->lost, 100 * score_of(count));
    if (!is_standard(count->variant) && below)
        text_printf(counting->out, "    %s\n", count->variant);
    char kind[SETUP_KIND];
    json_open(counting->json, NULL, '{');
    json_text(counting->json, "what", count->what);
    bool setup = counting->of == COUNT_SETUPS;
    json_text(counting->json, "kind", setup ? kind_of_letters(count->what, kind) : NULL);
    if (counting->of == COUNT_OPENINGS)
        json_flag(counting->json, "ended", count->ended);
    json_whole(counting->json, "games", (int64_t)count->games);
    json_whole(counting->json, "wins", (int64_t)count->won);
    json_whole(counting->json, "draws", (int64_t)count->drawn);
    json_whole(counting->json, "losses", (int64_t)count->lost);
    json_number(counting->json, "score", score_of(count));
    json_text(counting->json, "variant", count->variant);
    json_close(counting->json, '}');
}

static enum status count_games(struct session *session, struct archiver *archiver, const void *arguments,
                               struct text *out, struct error *error)
{
    const struct archive_census *census = arguments;
    struct counting counting = {out, session->answer, census->counted};
    const char *heading = census->counted == COUNT_OPENINGS ? "first moves"
                          : census->counted == COUNT_FRONTS ? "front row"
                                                       : "setup";
    size_t all, kinds;
    text_printf(out, "%-40s %6s %6s %6s %6s  %7s\n", heading, "games", "won", "drawn", "lost",
                "score");
    json_open(session->answer, NULL, '[');
    enum status status = archive_run_census(archiver->archive, census, take_count, &counting, &all, &kinds,
                                             error);
    if (!status) {
        json_close(session->answer, ']');
        text_printf(out, "%zu in all, %zu that differ; a mirror image is the same\n", all, kinds);
    }
    return status;
}

static enum status run_census(struct session *session, const char *command, const struct census_args *args,
                              enum archive_counted of, struct error *error)
{
    struct query query = {0};
    struct archive_census census = {.query = &query, .counted = of, .plies = (int)args->plies,
                                    .whose = (enum archive_whose)args->whose, .limit = (size_t)args->limit};
    return with_query(session, command, &args->words, &query, count_games, &census, error);
}

static enum status run_openings(struct session *session, const void *arguments, struct error *error)
{
    const struct census_args *args = arguments;
    return run_census(session, "games openings", args, COUNT_OPENINGS, error);
}

static enum status run_setups(struct session *session, const void *arguments, struct error *error)
{
    const struct census_args *args = arguments;
    return run_census(session, "games setups", args, args->front ? COUNT_FRONTS : COUNT_SETUPS, error);
}

static const char *const whose_words[WHOSES + 1] = {"both", "red", "blue", "yours", "opponents", NULL};

static const struct argument census_words[] = {WORDS_QUERY(struct census_args, words)};

#define FLAG_CENSUS_LIMIT \
    {.name = "limit", .kind = VALUE_WHOLE, .at = offsetof(struct census_args, limit), .min = 1, \
     .most = 1000000000, .meaning = "the most frequent ones, at most so many"}

const struct command command_games_openings = {
    .name = "games openings",
    .group = GROUP_PLAY,
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
    .name = "games setups",
    .group = GROUP_PLAY,
    .keywords = "openings statistics popular archive database win rate",
    .words = ROWS(census_words),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct census_args, front, "front", "counts front rows, not whole setups"),
        {.name = "whose", .kind = VALUE_CHOICE, .at = offsetof(struct census_args, whose),
         .words = whose_words, .meaning = "whose setups"},
        FLAG_CENSUS_LIMIT),
    .out = true,
    DEFAULTS(struct census_args, .plies = 1, .limit = 20),
    .help = "counts the setups of the archive's games, and how they went",
    .details = "As 40 letters, or with --front as the 10 symbols of the front row; a mirror image counts as\n"
               "the same. The score is that of the side that had it.\n" QUERY_DETAILS,
    .run = run_setups,
};
