/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/dossier_text.h"

#include "base/plural.h"
#include "file/file.h"
#include "game/notation.h"
#include "setup/kind.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    WHAT_COLUMNS = 27, RANGE_COLUMNS = 13,
    BOARDS = DOSSIER_SPY - DOSSIER_FLAG + 1,
    BOARD_FILES = FILES / 2,    /* files f to j are joined to e to a */
    BOARD_ROWS = 4,
};

/* Returns an end of a 95 % interval; NAN if there is none. */
static double low_of(const struct estimate *estimate)
{
    return estimate->units > 1 ? estimate->low : NAN;
}

static double high_of(const struct estimate *estimate)
{
    return estimate->units > 1 ? estimate->high : NAN;
}

/* Returns the share; NAN if there is none. */
static double mean_of(const struct estimate *estimate)
{
    return estimate->units ? estimate->mean : NAN;
}

/* Appends a share and its interval in percent, filled up with blanks to `columns`. */
static void write_estimate(const struct estimate *estimate, int columns, struct text *out)
{
    char range[32];
    if (estimate->units)
        text_printf(out, "%6.1f  ", 100 * estimate->mean);
    else
        text_add(out, "     -  ");
    snprintf(range, sizeof range, estimate->units > 1 ? "%.1f to %.1f" : "-", 100 * estimate->low,
             100 * estimate->high);
    text_padded(out, range, columns);
}

/* Returns '+' or '-' if the player's share is clearly above or below that of all: the intervals are
 * apart. */
static char mark_of(const struct dossier_line *line)
{
    if (line->own.units < 2 || line->all.units < 2)
        return ' ';
    return line->own.low > line->all.high ? '+' : line->own.high < line->all.low ? '-' : ' ';
}

/* Appends the heading of a table. */
static void write_heading(const char *title, struct text *out)
{
    text_add(out, "\n");
    text_padded(out, title, WHAT_COLUMNS);
    text_printf(out, "%6s %6s  %-13s   %6s  %s\n", "n", "%", "95 %", "all %", "95 %");
}

/* Appends a line of a table. `what`: its words. */
static void write_line(const struct dossier_line *line, const char *what, struct text *out)
{
    bool points = line->part == DOSSIER_SCORE && fmod(line->n, 1) != 0;
    text_padded(out, what, WHAT_COLUMNS);
    text_printf(out, "%6.*f ", points ? 1 : 0, line->n);
    write_estimate(&line->own, RANGE_COLUMNS, out);
    text_printf(out, " %c ", mark_of(line));
    write_estimate(&line->all, 0, out);
    text_add(out, "\n");
}

/* Appends the table of a part. */
static void write_part(const struct dossier *dossier, enum dossier_part part, const char *title,
                       struct text *out)
{
    bool begun = false;
    for (size_t i = 0; i < dossier->count; i++) {
        const struct dossier_line *line = &dossier->lines[i];
        char what[64], kind[SETUP_KIND] = "";
        struct setup setup;
        enum side side;
        if (line->part != part)
            continue;
        if (!begun)
            write_heading(title, out);
        begun = true;
        snprintf(what, sizeof what, "%s", line->what);
        if (part == DOSSIER_SCORE)
            snprintf(what, sizeof what, "%s, %zu game%s", line->what, line->of, plural(line->of));
        if (part != DOSSIER_SETUP) {
            write_line(line, what, out);
            continue;
        }
        /* The letters are too long for the column: the line below has them with the kind. */
        if (setup_read_letters(line->what, &setup, &side, NULL) == STATUS_OK)
            setup_write_kind(&setup, kind);
        snprintf(what, sizeof what, "family");
        write_line(line, what, out);
        text_printf(out, "  %s\n  %s\n", kind, line->what);
    }
}

/* Appends one row of the small boards: for each piece the share of games in percent on the squares. */
static void write_board_row(const struct dossier *dossier, int row, bool own, struct text *out)
{
    const struct dossier_line *at[BOARDS][PIECES_A_SIDE] = {{NULL}};
    for (size_t i = 0; i < dossier->count; i++) {
        const struct dossier_line *line = &dossier->lines[i];
        const char *name = line->what;
        if (line->part < DOSSIER_FLAG || line->part > DOSSIER_SPY)
            continue;
        int square = square_read(&name, NOTATION_DEBOER);
        if (square >= 0 && square < PIECES_A_SIDE)
            at[line->part - DOSSIER_FLAG][square] = line;
    }
    text_printf(out, "%3d", row + 1);
    for (int board = 0; board < BOARDS; board++) {
        text_add(out, board ? "   " : "");
        for (int file = 0; file < BOARD_FILES; file++) {
            const struct dossier_line *line = at[board][square_at(file, row)];
            double share = line ? own ? mean_of(&line->own) : line->all.mean : 0;
            if (share > 0)
                text_printf(out, "%3.0f", 100 * share);
            else
                text_add(out, "  .");
        }
    }
    text_add(out, "\n");
}

/* Appends four small boards: where flag, marshal, general and spy stood. */
static void write_boards(const struct dossier *dossier, bool own, const char *title, struct text *out)
{
    text_printf(out, "\n%s\n", title);
    for (int row = BOARD_ROWS - 1; row >= 0; row--)
        write_board_row(dossier, row, own, out);
    for (int board = 0; board < BOARDS; board++)
        text_add(out, "     a  b  c  d  e");
    text_add(out, "\n");
    for (int board = 0; board < BOARDS; board++) {
        static const char *const words[BOARDS] = {"flag", "marshal", "general", "spy"};
        text_add(out, board ? "   " : "     ");
        text_padded(out, words[board], board < BOARDS - 1 ? 3 * BOARD_FILES : (int)strlen(words[board]));
    }
    text_add(out, "\n");
}

void dossier_write(const struct dossier *dossier, const char *name, struct text *out)
{
    struct text title = {0};
    text_add_plain(out, name);
    text_printf(out, ", %s, %zu game%s\n", dossier->variant, dossier->games, plural(dossier->games));
    write_part(dossier, DOSSIER_SCORE, "score", out);
    write_part(dossier, DOSSIER_HABIT, "habits", out);
    write_part(dossier, DOSSIER_FIRST_MOVER, "moved first", out);
    write_part(dossier, DOSSIER_FIRST_MOVE, "first move", out);
    text_printf(&title, "%zu setup%s, %zu famil%s", dossier->setups, plural(dossier->setups),
                dossier->families, dossier->families == 1 ? "y" : "ies");
    write_part(dossier, DOSSIER_SETUP, text_string(&title), out);
    if (dossier->setups) {
        write_boards(dossier, true, "at the start, % of games; files f to j are joined to e to a", out);
        write_boards(dossier, false, "the same of all players", out);
    }
    text_free(&title);
}

const char dossier_csv_heading[] = "variant,part,what,n,of,share,low,high,all,all_low,all_high\n";

/* Appends a number of the CSV, empty if it is NAN. */
static void write_number(double number, struct text *out)
{
    if (isnan(number))
        text_add(out, ",");
    else
        text_printf(out, ",%.4f", number);
}

void dossier_write_csv(const struct dossier *dossier, struct text *out)
{
    for (size_t i = 0; i < dossier->count; i++) {
        const struct dossier_line *line = &dossier->lines[i];
        text_printf(out, "%s,%s,%s,%.*f,%zu", dossier->variant, dossier_part_name(line->part), line->what,
                    fmod(line->n, 1) != 0, line->n, line->of);
        const struct estimate *const estimates[] = {&line->own, &line->all};
        for (int whose = 0; whose < 2; whose++) {
            write_number(mean_of(estimates[whose]), out);
            write_number(low_of(estimates[whose]), out);
            write_number(high_of(estimates[whose]), out);
        }
        text_add(out, "\n");
    }
}

void dossier_add_json(const struct dossier *dossier, struct json *json)
{
    for (size_t i = 0; i < dossier->count; i++) {
        const struct dossier_line *line = &dossier->lines[i];
        json_printf(json, "{variant: %s, part: %s, what: %s, n: %g, of: %zu, share: %g, share_95: [%g, %g]",
                    dossier->variant, dossier_part_name(line->part), line->what, line->n, line->of,
                    mean_of(&line->own), low_of(&line->own), high_of(&line->own));
        json_printf(json, "all: %g, all_95: [%g, %g]}", mean_of(&line->all), low_of(&line->all),
                    high_of(&line->all));
    }
}
