/* SPDX-License-Identifier: GPL-3.0-or-later */
/* games stats: how often something happens in the archive's games, and how it went for whose it was. */
#include "commands/archive_command.h"

#include "archive/events.h"
#include "base/memory.h"
#include "base/plural.h"
#include "commands/setup_rows.h"
#include "game/notation.h"
#include "lab/stats.h"
#include "report/picture.h"
#include "setup/kind.h"

#include <stdlib.h>
#include <string.h>

enum {
    WHAT_COLUMNS = 29, SETUP_COLUMNS = PIECES_A_SIDE,
    BAR_COLUMNS = 20,   /* of the highest share of a section */
    USUAL_ROWS = 20,    /* of a list by count, without --limit */
};

struct stats_args {
    int of;              /* enum archive_tallied */
    struct word_list words;
    const char *whose;   /* as archive_command_whose */
    int by;              /* enum archive_tally_by */
    uint64_t limit, plies; /* max number of rows, 0: not given; moves of an opening */
    bool csv;
    const char *plot;    /* file of a picture; NULL: none */
    struct query *query; /* set by archive_command_query */
};

/* The rows of a tally; the row's texts are owned. */
struct stats_rows {
    struct archive_tally_count *rows;
    size_t count, capacity;
};

/* Adds a copy of a row. */
static void add_row(void *context, const struct archive_tally_count *count)
{
    struct stats_rows *rows = context;
    rows->rows = memory_grow(rows->rows, &rows->capacity, rows->count + 1, sizeof *rows->rows);
    struct archive_tally_count *row = &rows->rows[rows->count++];
    *row = *count;
    row->variant = memory_text(count->variant);
    row->period = memory_text(count->period);
    row->what = memory_text(count->what);
}

/* Frees the rows and their texts. */
static void free_rows(struct stats_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        free((char *)rows->rows[i].variant);
        free((char *)rows->rows[i].period);
        free((char *)rows->rows[i].what);
    }
    free(rows->rows);
}

/* --- what is counted, in words --- */

/* Returns whether the subject is a piece's square. */
static bool is_square(enum archive_tallied of)
{
    return of == TALLY_FLAG || of == TALLY_MARSHAL || of == TALLY_GENERAL || of == TALLY_SPY;
}

/* Returns whether the subject has many rows, listed by count. */
static bool is_list(enum archive_tallied of)
{
    return of == TALLY_PATTERNS || of == TALLY_OPENINGS || of == TALLY_SETUPS || of == TALLY_CAPTURES;
}

/* Returns a rank's name; "?" for a number that is none: the database may be damaged. */
static const char *rank_words(int64_t rank)
{
    return rank >= 0 && rank < RANKS ? rank_table[rank].name : "?";
}

/* Appends the squares of a set of bits, "a1 b2 j4". */
static void write_squares(uint64_t bits, struct text *out)
{
    char text[SQUARE_TEXT];
    for (int square = 0, written = 0; square < PIECES_A_SIDE; square++)
        if (bits >> square & 1)
            text_printf(out, "%s%s", written++ ? " " : "", square_write(square, NOTATION_DEBOER, text));
}

/* Appends in words what a row counts: a square, a rank, a range of moves, ... */
static void write_what(enum archive_tallied of, const struct archive_tally_count *row, struct text *out)
{
    char square[SQUARE_TEXT];
    long long key = row->key;
    if (is_square(of) && key >= 0 && key < PIECES_A_SIDE)
        text_add(out, square_write((int)key, NOTATION_DEBOER, square));
    else if (of == TALLY_BOMBS)
        text_printf(out, "%lld bomb%s, %s", key / 2, key / 2 == 1 ? "" : "s", key % 2 ? "closed" : "open");
    else if (of == TALLY_PATTERNS)
        write_squares((uint64_t)key, out);
    else if (of == TALLY_FIRST_MOVER)
        text_add(out, rank_words(key));
    else if (of == TALLY_FIRST_ATTACK)
        text_printf(out, "moves %lld to %lld", 10 * key + 1, 10 * key + 10);
    else if (of == TALLY_LENGTH && key < 0)
        text_add(out, "no moves");
    else if (of == TALLY_LENGTH)
        text_printf(out, "%lld to %lld moves", 50 * key + 1, 50 * key + 50);
    else if (of == TALLY_CAPTURES)
        text_printf(out, "%s by %s", rank_words(key / 16), rank_words(key % 16));
    else
        text_add(out, row->what);
}

/* --- numbers --- */

/* The numbers of a row, from 0 to 1. */
struct row_figures {
    double share, score;
    struct interval range;   /* of the score, 95 % */
};

/* Computes the numbers of a row. `all`: the sum of its section. */
static struct row_figures figures_of(const struct archive_tally_count *row, size_t all)
{
    const struct archive_by_game *by_game = &row->by_game;
    struct row_figures figures = {.share = all ? (double)row->count / (double)all : 0,
                                  .score = stats_score(row->won, row->drawn, row->lost)};
    if (!by_game->games) {
        figures.range = stats_score_interval(row->won, row->drawn, row->lost, STATS_95);
        return figures;
    }
    /* Games are independent, lost pieces of one game are not. */
    const struct ratio ratio = {by_game->games, figures.score * (double)row->count, (double)row->count,
                                by_game->points2, by_game->both, by_game->count2};
    struct estimate estimate = share_estimate(&ratio);
    figures.range = (struct interval){0, 1};
    if (by_game->games > 1)
        figures.range = (struct interval){estimate.low, estimate.high};
    return figures;
}

/* Returns the end of the section that begins at `first`: rows of the same variant and period. *all gets the
 * sum of its counts. */
static size_t section_end(const struct stats_rows *rows, size_t first, size_t *all)
{
    size_t end = first;
    *all = 0;
    for (; end < rows->count; end++) {
        const struct archive_tally_count *row = &rows->rows[end];
        if (strcmp(row->variant, rows->rows[first].variant) != 0 ||
            strcmp(row->period, rows->rows[first].period) != 0)
            break;
        *all += row->count;
    }
    return end;
}

/* --- text --- */

/* Appends a board of the owner's four rows: in each square the share and the score in percent. Files f to j
 * are joined to e to a. */
static void write_board(const struct archive_tally_count *rows, size_t count, size_t all, struct text *out)
{
    const struct archive_tally_count *at[PIECES_A_SIDE] = {NULL};
    for (size_t i = 0; i < count; i++)
        if (rows[i].key >= 0 && rows[i].key < PIECES_A_SIDE)
            at[rows[i].key] = &rows[i];
    text_add(out, "   ");
    for (int file = 0; file < FILES / 2; file++)
        text_printf(out, "%s     %c, %c", file ? "  " : "", 'a' + file, 'j' - file);
    text_add(out, "\n");
    for (int row = 3; row >= 0; row--) {
        text_printf(out, " %d ", row + 1);
        for (int file = 0; file < FILES / 2; file++) {
            const struct archive_tally_count *square = at[square_at(file, row)];
            struct row_figures figures = square ? figures_of(square, all) : (struct row_figures){0};
            if (square)
                text_printf(out, "   %4.1f:%3.0f", 100 * figures.share, 100 * figures.score);
            else
                text_add(out, "       -   ");
        }
        text_add(out, "\n");
    }
    text_add(out, "\nshare of armies : score, in percent; a square and its mirror image are one\n\n");
}

/* Appends the heading of a table of counts. */
static void write_heading(enum archive_tallied of, struct text *out)
{
    text_padded(out, archive_tally_name(of), of == TALLY_SETUPS ? SETUP_COLUMNS : WHAT_COLUMNS);
    text_printf(out, "%8s %6s %6s  95 %%\n", "n", "share", "score");
}

/* Appends below a family's row the kind of its most used setup, and how many setups it has. */
static void write_family(const struct archive_tally_count *row, struct text *out)
{
    struct setup setup;
    enum side side;
    char kind[SETUP_KIND] = "";
    if (setup_read_letters(row->what, &setup, &side, NULL) == STATUS_OK)
        setup_write_kind(&setup, kind);
    text_printf(out, "    %s; %lld setup%s\n", kind, (long long)row->key, plural((size_t)row->key));
}

/* Appends a row of the table; subjects with few rows have a bar of the share. `most`: the highest count. */
static void write_row(enum archive_tallied of, const struct archive_tally_count *row, size_t all, size_t most,
                      struct text *out)
{
    struct row_figures figures = figures_of(row, all);
    struct text what = {0};
    write_what(of, row, &what);
    text_padded(out, text_string(&what), of == TALLY_SETUPS ? SETUP_COLUMNS : WHAT_COLUMNS);
    text_printf(out, "%8zu %6.1f %6.1f  %4.1f to %5.1f", row->count, 100 * figures.share, 100 * figures.score,
                100 * figures.range.low, 100 * figures.range.high);
    if (!is_list(of) && !is_square(of)) {
        size_t bar = (row->count * BAR_COLUMNS + most / 2) / most;
        text_printf(out, "%s%.*s", bar ? "  " : "", (int)bar, "####################");
    }
    text_add(out, "\n");
    if (of == TALLY_SETUPS)
        write_family(row, out);
    text_free(&what);
}

/* Appends a section: rows of one variant and period, of which `listed` are in the table. */
static void write_section(const struct stats_args *args, const struct archive_tally_count *rows, size_t count,
                          size_t all, size_t listed, struct text *out)
{
    enum archive_tallied of = (enum archive_tallied)args->of;
    size_t most = 1;
    bool standard = archive_command_is_standard(rows->variant);
    for (size_t i = 0; i < count; i++)
        most = rows[i].count > most ? rows[i].count : most;
    if (args->by || !standard)
        text_printf(out, "%s%s%s\n", args->by ? rows->period[0] ? rows->period : "no date" : "",
                    args->by && !standard ? ", " : "", standard ? "" : rows->variant);
    if (is_square(of))
        write_board(rows, count, all, out);
    write_heading(of, out);
    for (size_t i = 0; i < listed; i++)
        write_row(of, &rows[i], all, most, out);
    text_printf(out, "%zu in all\n", all);
}

/* --- CSV and JSON --- */

/* Appends a row as CSV; no text in it has a comma. */
static void write_csv(enum archive_tallied of, const struct archive_tally_count *row, size_t all,
                      struct text *out)
{
    struct row_figures figures = figures_of(row, all);
    struct text what = {0};
    write_what(of, row, &what);
    text_printf(out, "%s,%s,\"%s\",%zu,%zu,%zu,%zu,%.4f,%.4f,%.4f,%.4f\n", row->variant, row->period,
                text_string(&what), row->count, row->won, row->drawn, row->lost, figures.share,
                figures.score, figures.range.low, figures.range.high);
    text_free(&what);
}

/* Adds a row as an object. */
static void add_json(enum archive_tallied of, const struct archive_tally_count *row, size_t all,
                     struct json *json)
{
    struct row_figures figures = figures_of(row, all);
    struct text what = {0};
    write_what(of, row, &what);
    json_printf(json, "{what: %s, n: %zu, wins: %zu, draws: %zu, losses: %zu, share: %g, score: %g",
                text_string(&what), row->count, row->won, row->drawn, row->lost, figures.share,
                figures.score);
    json_printf(json, "score_95: [%g, %g], variant: %s, period: %s}", figures.range.low, figures.range.high,
                row->variant, row->period[0] ? row->period : NULL);
    text_free(&what);
}

/* --- a picture --- */

/* Draws the rows of the first variant to the file of --plot. `max`: number of rows in a list. */
static enum status save_picture(const struct stats_args *args, const struct stats_rows *rows, size_t max,
                                struct error *error)
{
    enum archive_tallied of = (enum archive_tallied)args->of;
    struct picture_row *drawn = memory_new(rows->count, sizeof *drawn);
    struct text *labels = memory_new(rows->count, sizeof *labels), title = {0};
    size_t count = 0, all;
    const char *variant = rows->rows[0].variant;
    for (size_t first = 0, end; first < rows->count; first = end) {
        end = section_end(rows, first, &all);
        for (size_t i = first; i < end && i - first < max && !strcmp(rows->rows[i].variant, variant); i++) {
            const struct archive_tally_count *row = &rows->rows[i];
            struct row_figures figures = figures_of(row, all);
            if (of == TALLY_SETUPS && !args->by) /* 40 letters are too long for a bar */
                text_printf(&labels[count], "no. %zu", i - first + 1);
            else
                write_what(of, row, &labels[count]);
            bool on_board = is_square(of) && row->key >= 0 && row->key < PIECES_A_SIDE;
            drawn[count] = (struct picture_row){
                text_string(&labels[count]), row->period, on_board ? (int)row->key : -1, row->count,
                figures.share, figures.score, figures.range.low, figures.range.high};
            count++;
        }
    }
    text_printf(&title, "%s%s%s", archive_tally_name(of), archive_command_is_standard(variant) ? "" : ", ",
                archive_command_is_standard(variant) ? "" : variant);
    const struct stats_picture picture = {
        .form = args->by ? PICTURE_TRENDS : is_square(of) ? PICTURE_BOARD : PICTURE_BARS,
        .title = text_string(&title), .rows = drawn, .count = count};
    enum status status = picture_save(&picture, args->plot, error);
    for (size_t i = 0; i < rows->count; i++)
        text_free(&labels[i]);
    text_free(&title);
    free(labels);
    free(drawn);
    return status;
}

/* --- the command --- */

/* Runs the tally that the arguments ask for. */
static enum status run_tally(struct archiver *archiver, const struct stats_args *args,
                             struct stats_rows *rows, struct error *error)
{
    struct archive_tally tally = {.query = args->query, .of = (enum archive_tallied)args->of,
                                  .by = (enum archive_tally_by)args->by, .plies = (int)args->plies};
    tally.name = archive_command_whose(args->whose, &tally.whose);
    return archive_run_tally(archiver->archive, &tally, add_row, rows, error);
}

/* Runs the tally and writes its rows, as tables or CSV, and as JSON. */
static enum status count_subject(struct session *session, struct archiver *archiver, const void *arguments,
                                 struct text *out, struct error *error)
{
    const struct stats_args *args = arguments;
    enum archive_tallied of = (enum archive_tallied)args->of;
    struct stats_rows read = {0};
    enum status status = run_tally(archiver, args, &read, error);
    struct stats_rows rows = read;
    if (of == TALLY_SETUPS && read.count) {
        rows.rows = memory_new(read.count, sizeof *rows.rows);
        memcpy(rows.rows, read.rows, read.count * sizeof *rows.rows);
        rows.count = setup_rows_join(rows.rows, read.count);
    }
    size_t max = args->limit ? (size_t)args->limit : is_list(of) ? USUAL_ROWS : SIZE_MAX, all;
    json_printf(session->answer, "{statistics: [");
    if (!status && args->csv)
        text_add(out, "variant,period,what,n,wins,draws,losses,share,score,low,high\n");
    for (size_t first = 0, end; first < rows.count && !status; first = end) {
        end = section_end(&rows, first, &all);
        size_t listed = end - first < max ? end - first : max;
        if (!args->csv)
            text_add(out, first ? "\n" : "");
        if (!args->csv)
            write_section(args, &rows.rows[first], end - first, all, listed, out);
        for (size_t i = first; i < first + listed; i++) {
            if (args->csv)
                write_csv(of, &rows.rows[i], all, out);
            add_json(of, &rows.rows[i], all, session->answer);
        }
    }
    if (!status)
        json_printf(session->answer, "]}");
    if (!status && !rows.count && !args->csv)
        text_add(out, "no such games\n");
    if (!status && rows.count && args->plot)
        status = save_picture(args, &rows, max, error);
    if (rows.rows != read.rows)
        free(rows.rows);
    free_rows(&read);
    return status;
}

/* Runs `games stats`: compiles the query and counts in the games that it finds. */
static enum status run_stats(struct session *session, const void *arguments, struct error *error)
{
    struct stats_args args = *(const struct stats_args *)arguments;
    struct query query = {0};
    args.query = &query;
    if (args.plot && picture_check(args.plot, error) != STATUS_OK)
        return STATUS_BAD;
    return archive_command_query(session, "games stats", &args.words, &query, count_subject, &args, error);
}

static const char *const subjects[TALLIES + 1] = {
    "flag", "bombs", "bomb-patterns", "marshal", "general", "spy", "first-mover", "first-attack", "length",
    "openings", "setups", "captures", NULL};
static const char *const periods[TALLY_BYS + 1] = {"nothing", "year", "month", NULL};

const struct command command_games_stats = {
    .name = "games stats", .group = GROUP_GAMES,
    .keywords = "statistics rates trends habits setups CSV win heatmap archive database",
    .words = ARGUMENTS(
        {.name = "WHAT", .kind = VALUE_CHOICE, .at = offsetof(struct stats_args, of), .words = subjects,
         .meaning = "what is counted"},
        WORDS_QUERY(struct stats_args, words)),
    .flags = ARGUMENTS(
        FLAG_WHOSE(struct stats_args, whose),
        FLAG_CHOICE(struct stats_args, by, "by", periods, "each year or month by itself"),
        FLAG_WHOLE(struct stats_args, plies, "plies", 1, FIRST_MOVES, "openings of so many moves"),
        FLAG_WHOLE(struct stats_args, limit, "limit", 1, 1000000000, "at most so many rows",
                   .standard = "20 of bomb-patterns, openings, setups and captures, else all"),
        FLAG_SWITCH(struct stats_args, csv, "csv", "a line of comma-separated values for each row"),
        FLAG_FILE(struct stats_args, plot, "plot", "a picture by gnuplot: a name that ends in .svg or .png")),
    .out = true,
    DEFAULTS(struct stats_args, .plies = 1),
    .help = "counts what happens in the archive's games, and how it went",
    .details = "Each row has how often (n), its share, the score of the side whose it was (a draw is half\n"
               "a win), and the score's 95 % interval. flag, marshal, general and spy: by square at the\n"
               "start, as the owner sees it, also as a board; bombs: how many stand beside the flag, and\n"
               "whether they close all its open sides; bomb-patterns: the squares of all bombs;\n"
               "first-mover: the piece that a side moved first; first-attack: its move; captures: which\n"
               "piece was lost to which, with the score of the one that lost it; length and openings count\n"
               "games, with the score of Red or of --whose; setups: families, each a setup with all\n"
               "near ones. The same moves in another order are one opening. Mirror images are one; each\n"
               "variant is counted by itself.\n"
               QUERY_DETAILS,
    .run = run_stats,
};
