/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/paint.h"

#include "base/memory.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define NCURSES_NOMACROS 1 /* without it curses defines short names as macros */
#include <curses.h>
#include <term.h>

enum {
    REPEATS = 6,    /* max number of single steps or rewritten cells in place of a sequence */
    ERASED_MIN = 5, /* min number of cells for which an erasing sequence is shorter */
    ATTRIBUTES = 4,
    PALETTE = 256,       /* max number of palette colours; more means RGB */
};

static const struct text_style default_style = {OWN_COLOUR, OWN_COLOUR, 0};

/* --- capabilities --- */

const char *paint_capability(const char *name)
{
    const char *found = tigetstr((char *)(uintptr_t)name);
    return found == (const char *)-1 || !found || !*found ? NULL : found;
}

/* Returns a boolean capability. */
static bool terminfo_flag(const char *name)
{
    return tigetflag((char *)(uintptr_t)name) > 0;
}

/* Finds out whether colour numbers are RGB, and the bits of each part. The capability RGB gives them as a
 * flag (equal parts), a number, or a string as "8/8/8". More colours than a palette has also mean RGB. */
static void find_rgb(struct terminal_abilities *abilities)
{
    int colours = tigetnum((char *)(uintptr_t)"colors"), bits = tigetnum((char *)(uintptr_t)"RGB");
    int red = 0, green = 0, blue = 0, width = 0; /* bits of each part; of the largest colour number */
    const char *parts = paint_capability("RGB");
    while (width < 30 && 1 << width < colours)
        width++;
    if (!abilities->setaf || !abilities->setab)
        return;
    if (!parts || sscanf(parts, "%2d/%2d/%2d", &red, &green, &blue) != 3) {
        if (bits <= 0 && (parts || terminfo_flag("RGB") || colours > PALETTE))
            bits = (width + 2) / 3; /* a third, rounded up; blue gets the rest */
        red = green = bits;
        blue = width - 2 * bits;
    }
    if (red < 1 || green < 1 || blue < 1 || red > 10 || green > 10 || blue > 10)
        return;
    abilities->red_bits = red;
    abilities->green_bits = green;
    abilities->blue_bits = blue;
}

void paint_start(struct paint *paint)
{
    /* In the order of ATTRIBUTE_*, with their bits in the capability `ncv`. */
    static const char *const names[ATTRIBUTES] = {"bold", "dim", "smul", "rev"};
    static const int without[ATTRIBUTES] = {32, 16, 2, 4};
    struct terminal_abilities *abilities = &paint->abilities;
    *abilities = (struct terminal_abilities){
        .cup = paint_capability("cup"), .hpa = paint_capability("hpa"), .vpa = paint_capability("vpa"),
            .cuf = paint_capability("cuf"),
        .cub = paint_capability("cub"), .cuu = paint_capability("cuu"), .cud = paint_capability("cud"),
            .cub1 = paint_capability("cub1"),
        .cud1 = paint_capability("cud1"), .cr = paint_capability("cr"), .el = paint_capability("el"),
            .ech = paint_capability("ech"),
        .clear = paint_capability("clear"), .sgr0 = paint_capability("sgr0"), .op = paint_capability("op"),
            .setaf = paint_capability("setaf"),
        .setab = paint_capability("setab"), .civis = paint_capability("civis"),
            .cnorm = paint_capability("cnorm"),
        .resets_one_colour = terminfo_flag("AX"), .erases_in_colour = terminfo_flag("bce"),
            .moves_in_colour = terminfo_flag("msgr"),
        .last_cell = !terminfo_flag("am") || terminfo_flag("xenl"),
    };
    find_rgb(abilities);
    int clash = tigetnum((char *)(uintptr_t)"ncv");
    bool cookies = tigetnum((char *)(uintptr_t)"xmc") > 0; /* attributes that occupy a cell */
    for (int i = 0; i < ATTRIBUTES; i++) {
        abilities->attribute_on[i] = cookies || !abilities->sgr0 ? NULL : paint_capability(names[i]);
        if (clash < 0 || !(clash & without[i]))
            abilities->attributes_with_colour |= 1u << i;
    }
    /* Drops the switch to ASCII, because no other character set is ever selected. */
    if (abilities->sgr0 && strncmp(abilities->sgr0, "\033(B", 3) == 0 && abilities->sgr0[3])
        abilities->sgr0 += 3;
    paint_invalidate(paint);
}

void paint_free(struct paint *paint)
{
    free(paint->cells);
    *paint = (struct paint){0};
}

void paint_invalidate(struct paint *paint)
{
    paint->screen_known = paint->cursor_known = paint->cursor_sent = false;
}

/* --- sequences --- */

void paint_add_sequence(struct text *out, const char *sequence)
{
    for (const char *s = sequence; s && *s; s++) {
        const char *end = s[0] == '$' && s[1] == '<' ? strchr(s, '>') : NULL;
        if (end)
            s = end;
        else
            text_append(out, s, 1);
    }
}

/* Appends a text and frees it. */
static void move_text(struct text *out, struct text *text)
{
    text_append(out, text_string(text), text->size);
    text_free(text);
}

/* How the cursor can be moved along a row or a column; NULL: it cannot. */
struct cursor_steps {
    const char *to;                         /* to an absolute place */
    const char *forward, *backward;         /* by a number of steps */
    const char *one_forward, *one_backward; /* by one step */
    const char *home;                       /* to place 0 */
};

/* Appends the shortest sequence that moves the cursor between two places of a row or column. Returns false
 * if there is none. */
static bool move_along(const struct cursor_steps *steps, int from, int to, struct text *out)
{
    enum { TO, MANY, ONE_BY_ONE, HOME, WAYS };
    bool ahead = to > from;
    int count = ahead ? to - from : from - to;
    const char *many = ahead ? steps->forward : steps->backward;
    const char *one = ahead ? steps->one_forward : steps->one_backward;
    struct text best = {0};
    for (int way = TO; way < WAYS && from != to; way++) {
        struct text candidate = {0};
        if (way == TO && steps->to)
            paint_add_sequence(&candidate, tiparm(steps->to, to));
        else if (way == MANY && many)
            paint_add_sequence(&candidate, tiparm(many, count));
        else if (way == HOME && to == 0)
            paint_add_sequence(&candidate, steps->home);
        for (int i = 0; way == ONE_BY_ONE && count <= REPEATS && i < count; i++)
            paint_add_sequence(&candidate, one);
        if (candidate.size && (!best.size || candidate.size < best.size)) {
            struct text longer = best;
            best = candidate;
            candidate = longer;
        }
        text_free(&candidate);
    }
    bool found = from == to || best.size;
    move_text(out, &best);
    return found;
}

static void set_pen(struct paint *paint, const struct text_style *wanted_style, struct text *out);

/* Moves the cursor to a cell, by an absolute address or by steps, whichever sequence is shorter. */
static void move_cursor(struct paint *paint, int row, int col, struct text *out)
{
    const struct terminal_abilities *abilities = &paint->abilities;
    /* "\n" keeps the column because of nonl(). */
    const struct cursor_steps along = {abilities->vpa, abilities->cud, abilities->cuu, abilities->cud1,
                                       NULL, NULL};
    const struct cursor_steps across = {abilities->hpa, abilities->cuf, abilities->cub, NULL,
                                        abilities->cub1, abilities->cr};
    struct text direct = {0}, steps = {0};
    if (paint->cursor_known && paint->row == row && paint->col == col)
        return;
    if (!abilities->moves_in_colour)
        set_pen(paint, &default_style, out);
    paint_add_sequence(&direct, tiparm(abilities->cup, row, col));
    bool steps_lead = paint->cursor_known && move_along(&along, paint->row, row, &steps) &&
                      move_along(&across, paint->col, col, &steps);
    if (!steps_lead || steps.size >= direct.size)
        text_clear(&steps);
    else
        text_clear(&direct);
    move_text(out, &direct);
    move_text(out, &steps);
    paint->row = row;
    paint->col = col;
    paint->cursor_known = true;
}

/* --- the pen --- */

/* Appends the sequences that switch attributes on. */
static void add_attributes(const struct paint *paint, unsigned attributes, struct text *out)
{
    for (int i = 0; i < ATTRIBUTES; i++)
        if (attributes >> i & 1)
            paint_add_sequence(out, paint->abilities.attribute_on[i]);
}

/* Returns the colour 0xRRGGBB that xterm shows for a number of its 256-colour palette: 16 named colours, a
 * cube of 6 x 6 x 6, 24 greys. */
static uint32_t palette_rgb(int number)
{
    static const uint32_t first[16] = {
        0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
        0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
    };
    static const uint32_t steps[6] = {0, 0x5f, 0x87, 0xaf, 0xd7, 0xff};
    if (number < 16)
        return first[number];
    if (number >= 232)
        return 0x010101u * (uint32_t)(8 + 10 * (number - 232));
    number -= 16;
    return steps[number / 36] << 16 | steps[number / 6 % 6] << 8 | steps[number % 6];
}

/* Returns whether an RGB terminal interprets this number as RGB. It uses the lowest numbers as palette
 * numbers. */
static bool is_sent_as_rgb(const struct terminal_abilities *abilities, int number)
{
    const char *sequence = tiparm(abilities->setaf, number);
    return strstr(sequence, ":2:") || strstr(sequence, ";2;");
}

/* Returns the terminal's number for a colour of the palette. */
static int colour_number(const struct terminal_abilities *abilities, int number)
{
    if (!abilities->red_bits || !is_sent_as_rgb(abilities, number))
        return number;
    uint32_t rgb = palette_rgb(number);
    uint32_t red = rgb >> 16, green = rgb >> 8 & 0xff, blue = rgb & 0xff;
    /* Scales each part from 8 bits to the terminal's: the byte is repeated, and its upper bits are taken. */
    uint32_t found = (red << 8 | red) >> (16 - abilities->red_bits);
    found = found << abilities->green_bits | (green << 8 | green) >> (16 - abilities->green_bits);
    found = found << abilities->blue_bits | (blue << 8 | blue) >> (16 - abilities->blue_bits);
    if (!is_sent_as_rgb(abilities, (int)found))
        found |= 1u << abilities->blue_bits; /* adds a little green; otherwise it would be a palette number */
    return (int)found;
}

/* Appends the sequences for the colours of `to` that differ from those of `from`. Default colours need
 * none. */
static void add_colours(const struct paint *paint, const struct text_style *from, const struct text_style *to,
                        struct text *out)
{
    const struct terminal_abilities *abilities = &paint->abilities;
    if (to->foreground >= 0 && to->foreground != from->foreground)
        paint_add_sequence(out, tiparm(abilities->setaf, colour_number(abilities, to->foreground)));
    if (to->background >= 0 && to->background != from->background)
        paint_add_sequence(out, tiparm(abilities->setab, colour_number(abilities, to->background)));
}

/* Returns the size of a sequence "ESC [ numbers m" at the start of a text, with at least one number. Returns
 * 0 if there is none. */
static size_t sgr_size(const char *text)
{
    size_t size = strncmp(text, "\033[", 2) == 0 ? strspn(text + 2, "0123456789;") : 0;
    return size && text[2 + size] == 'm' ? size + 3 : 0;
}

/* Appends sequences; consecutive colour sequences (sgr_size) are joined to one: "ESC [ 1 ; 30 m". */
static void add_joined(struct text *out, const struct text *sequences)
{
    const char *next = text_string(sequences);
    for (size_t size, more; *next; next += size) {
        size = sgr_size(next);
        more = size ? sgr_size(next + size) : 0;
        if (!size) {
            text_append(out, next, size = 1);
        } else {
            text_append(out, next, size - (more > 0));
            if (more)
                text_add(out, ";");
        }
        for (; more; more = sgr_size(next + size)) {
            bool last = !sgr_size(next + size + more);
            text_append(out, next + size + 2, more - 3);
            text_add(out, last ? "m" : ";");
            size += more;
        }
    }
}

/* Appends the change from the current pen to the wanted style without a full reset. Returns false if that
 * is impossible, because an attribute must be switched off. */
static bool extend_pen(const struct paint *paint, const struct text_style *wanted_style, struct text *out)
{
    struct text_style pen = paint->pen;
    bool resets_fore = pen.foreground >= 0 && wanted_style->foreground < 0;
    bool resets_back = pen.background >= 0 && wanted_style->background < 0;
    if (pen.attributes & ~wanted_style->attributes)
        return false;
    if (paint->abilities.resets_one_colour && resets_fore != resets_back) {
        paint_add_sequence(out, resets_fore ? "\033[39m" : "\033[49m"); /* SGR 39, 49: the default colour */
    } else if (resets_fore || resets_back) {
        if (!paint->abilities.op)
            return false;
        paint_add_sequence(out, paint->abilities.op);
        pen.foreground = pen.background = OWN_COLOUR;
    }
    add_attributes(paint, wanted_style->attributes & ~pen.attributes, out);
    add_colours(paint, &pen, wanted_style, out);
    return true;
}

/* Sets the style of the pen: by a reset and all attributes, or by the changes only, whichever sequence is
 * shorter. */
static void set_pen(struct paint *paint, const struct text_style *wanted_style, struct text *out)
{
    struct text fresh = {0}, changed = {0}, joined[2] = {{0}, {0}};
    if (memcmp(&paint->pen, wanted_style, sizeof *wanted_style) == 0)
        return;
    paint_add_sequence(&fresh, paint->abilities.sgr0);
    if (!paint->abilities.sgr0)
        paint_add_sequence(&fresh, paint->abilities.op);
    add_attributes(paint, wanted_style->attributes, &fresh);
    add_colours(paint, &default_style, wanted_style, &fresh);
    bool can_extend = extend_pen(paint, wanted_style, &changed);
    add_joined(&joined[0], &fresh);
    add_joined(&joined[1], &changed);
    const struct text *shorter = &joined[can_extend && joined[1].size <= joined[0].size];
    text_append(out, text_string(shorter), shorter->size);
    text_free(&fresh);
    text_free(&changed);
    text_free(&joined[0]);
    text_free(&joined[1]);
    paint->pen = *wanted_style;
}

/* --- cells --- */

enum { SEEN_ON_BLANKS = ATTRIBUTE_UNDERLINE | ATTRIBUTE_REVERSE };

/* Returns whether a cell is a space whose text colour is invisible. */
static bool is_plain_blank(const struct shown_cell *cell)
{
    return cell->code == ' ' && !(cell->style.attributes & SEEN_ON_BLANKS);
}

/* Returns whether two cells look the same. */
static bool cells_match(const struct shown_cell *a, const struct shown_cell *b)
{
    if (is_plain_blank(a) && is_plain_blank(b))
        return a->style.background == b->style.background;
    return a->code == b->code && memcmp(&a->style, &b->style, sizeof a->style) == 0;
}

/* Returns the style to write a cell with. For a plain blank only the background matters, so the rest is
 * that of the pen. */
static struct text_style cell_style(const struct paint *paint, const struct shown_cell *cell)
{
    struct text_style style = cell->style;
    if (is_plain_blank(cell)) {
        style.foreground = paint->pen.foreground;
        style.attributes = paint->pen.attributes & ~(unsigned)SEEN_ON_BLANKS;
    }
    return style;
}

/* Appends a character in the locale's encoding. */
static void add_code(struct text *out, uint32_t code)
{
    char bytes[MB_LEN_MAX];
    mbstate_t state = {0};
    size_t size = wcrtomb(bytes, (wchar_t)code, &state);
    text_append(out, size == (size_t)-1 ? "?" : bytes, size == (size_t)-1 ? 1 : size);
}

/* Returns the style to write a cell with, before the cells that follow it in its row. A blank with a new
 * background takes the style of the text that follows on it, so that one sequence serves both. */
static struct text_style cell_style_in_row(const struct paint *paint, int row, int col,
                                           const struct shown_cell *wanted)
{
    const struct shown_cell *cells = &paint->cells[row * paint->cols];
    short background = wanted[col].style.background;
    if (!is_plain_blank(&wanted[col]) || background == paint->pen.background)
        return cell_style(paint, &wanted[col]);
    int next = col;
    while (next < paint->cols && is_plain_blank(&wanted[next]) && wanted[next].style.background == background)
        next++;
    bool follows = next < paint->cols && next - col <= REPEATS &&
                   wanted[next].style.background == background && !cells_match(&cells[next], &wanted[next]);
    if (!follows || wanted[next].style.attributes & SEEN_ON_BLANKS)
        return cell_style(paint, &wanted[col]);
    return wanted[next].style;
}

/* Writes a cell at the cursor. Column 0 of `wanted` is column 0 of the row. */
static void write_cell(struct paint *paint, int row, int col, const struct shown_cell *wanted,
                       struct text *out)
{
    struct shown_cell *cell = &paint->cells[row * paint->cols + col];
    *cell = wanted[col];
    if (cell->code == 0) /* the right half of the previous cell */
        return;
    struct text_style style = cell_style_in_row(paint, row, col, wanted);
    set_pen(paint, &style, out);
    add_code(out, cell->code);
    paint->col++;
    if (col + 1 < paint->cols && wanted[col + 1].code == 0)
        paint->cursor_known = false; /* terminals differ in the width of some characters */
    if (paint->col >= paint->cols)
        paint->cursor_known = false; /* terminals differ in the cursor's place after the last column */
}

/* Moves the cursor to a cell. Rewrites the cells before it if that is shorter than moving over them. */
static void reach_cell(struct paint *paint, int row, int col, const struct shown_cell *wanted,
                       struct text *out)
{
    struct text path = {0}, again = {0};
    struct paint candidate = *paint;
    bool can_write = paint->cursor_known && paint->row == row && paint->col < col &&
                     col - paint->col <= REPEATS && wanted[paint->col].code != 0;
    for (int c = paint->col; can_write && c < col; c++) {
        struct text_style style = cell_style(paint, &wanted[c]);
        can_write = memcmp(&style, &paint->pen, sizeof style) == 0 && wanted[c].code != 0;
        add_code(&again, wanted[c].code);
    }
    move_cursor(&candidate, row, col, &path);
    if (can_write && again.size <= path.size) {
        text_clear(&path);
        paint->col = col;
    } else {
        text_clear(&again);
        *paint = candidate;
    }
    move_text(out, &again);
    move_text(out, &path);
}

/* Returns the first column that changes if the rest of the row is blank on one background and can be erased.
 * Returns the row's width if erasing is not worth it. */
static int erase_start(const struct paint *paint, int row, const struct shown_cell *wanted)
{
    const struct shown_cell *cells = &paint->cells[row * paint->cols], *last = &wanted[paint->cols - 1];
    int first = paint->cols;
    if (!is_plain_blank(last) || !paint->abilities.el ||
        (last->style.background >= 0 && !paint->abilities.erases_in_colour))
        return first;
    while (first > 0 && is_plain_blank(&wanted[first - 1]) &&
           wanted[first - 1].style.background == last->style.background)
        first--;
    while (first < paint->cols && cells_match(&cells[first], &wanted[first]))
        first++;
    return paint->cols - first < ERASED_MIN ? paint->cols : first;
}

/* Erases plain blanks from `col` on, up to the last one that changes. Returns false if there are too few of
 * them. */
static bool erase_run(struct paint *paint, int row, int col, const struct shown_cell *wanted,
                      struct text *out)
{
    struct shown_cell *cells = &paint->cells[row * paint->cols];
    int end = col, last = col;
    short background = wanted[col].style.background;
    if (!paint->abilities.ech || (background >= 0 && !paint->abilities.erases_in_colour))
        return false;
    for (; end < paint->cols && is_plain_blank(&wanted[end]) &&
         wanted[end].style.background == background; end++)
        if (!cells_match(&cells[end], &wanted[end]))
            last = end;
    /* Erasing does not move the cursor, so it costs another sequence. */
    if (last + 1 - col < 3 * ERASED_MIN)
        return false;
    reach_cell(paint, row, col, wanted, out);
    struct text_style style = cell_style(paint, &wanted[col]);
    set_pen(paint, &style, out);
    paint_add_sequence(out, tiparm(paint->abilities.ech, last + 1 - col));
    for (; col <= last; col++)
        cells[col] = wanted[col];
    return true;
}

/* Paints the columns from `from` to before `to` of a row. */
static void paint_row(struct paint *paint, int row, int from, int to, const struct shown_cell *wanted,
                      struct text *out)
{
    struct shown_cell *cells = &paint->cells[row * paint->cols];
    int end = erase_start(paint, row, wanted), cols = end < to ? end : to;
    if (cols == paint->cols && !paint->abilities.last_cell && row == paint->rows - 1)
        cols--; /* the last cell of the screen would scroll it */
    for (int col = from; col < cols; col++) {
        /* Half of a double-width character cannot be written alone. */
        bool half = col + 1 < cols && (wanted[col + 1].code == 0) != (cells[col + 1].code == 0);
        if (cells_match(&cells[col], &wanted[col]) && !half)
            continue;
        if (wanted[col].code == 0 ||
            (is_plain_blank(&wanted[col]) && erase_run(paint, row, col, wanted, out))) {
            cells[col] = wanted[col];
            continue;
        }
        reach_cell(paint, row, col, wanted, out);
        write_cell(paint, row, col, wanted, out);
    }
    if (end < from || end >= to)
        return;
    reach_cell(paint, row, end, wanted, out);
    struct text_style style = cell_style(paint, &wanted[end]);
    set_pen(paint, &style, out);
    paint_add_sequence(out, paint->abilities.el);
    memcpy(&cells[end], &wanted[end], (size_t)(paint->cols - end) * sizeof *wanted);
}

/* Clears the terminal and resets what is known of it. */
static void clear_terminal(struct paint *paint, const struct canvas *canvas, struct text *out)
{
    size_t count = (size_t)canvas->rows * (size_t)canvas->cols;
    paint->cells = memory_grow(paint->cells, &paint->capacity, count, sizeof *paint->cells);
    paint->rows = canvas->rows;
    paint->cols = canvas->cols;
    for (size_t i = 0; i < count; i++)
        paint->cells[i] = (struct shown_cell){' ', default_style};
    /* A style that differs from all others, so that set_pen resets the terminal's. */
    paint->pen = (struct text_style){OWN_COLOUR, OWN_COLOUR, UINT_MAX};
    set_pen(paint, &default_style, out);
    paint_add_sequence(out, paint->abilities.clear);
    paint->row = paint->col = 0;
    paint->screen_known = paint->cursor_known = true;
}

void paint_frame(struct paint *paint, const struct canvas *canvas, const struct theme *theme, int colours,
                 struct text *out)
{
    struct text_style styles[ROLES][GROUNDS];
    if (canvas->rows < 1 || canvas->cols < 1)
        return;
    unsigned possible = 0; /* attributes that the terminal has */
    for (int i = 0; i < ATTRIBUTES; i++)
        possible |= paint->abilities.attribute_on[i] ? 1u << i : 0;
    /* Computes the style of each role on each ground once. */
    for (int role = 0; role < ROLES; role++)
        for (int ground = 0; ground < GROUNDS; ground++) {
            struct text_style *style = &styles[role][ground];
            *style = colours_style(theme, colours, (enum role)role, (enum ground)ground);
            bool coloured = style->foreground >= 0 || style->background >= 0;
            style->attributes &= coloured ? possible & paint->abilities.attributes_with_colour : possible;
        }
    if (!paint->screen_known || paint->rows != canvas->rows || paint->cols != canvas->cols)
        clear_terminal(paint, canvas, out);
    const struct board_right *right = &canvas->right;
    /* Sends the board first and what is right of it second: they use different colours, so fewer colour
     * changes are sent. Rows without anything to the right are sent whole, with the board. */
    bool apart = right->rows > 0 && right->col > 0 && right->col < canvas->cols;
    struct shown_cell *wanted = memory_new((size_t)canvas->cols, sizeof *wanted);
    enum { BOARD_PART, RIGHT_PART };
    for (int part = BOARD_PART; part <= (apart ? RIGHT_PART : BOARD_PART); part++)
        for (int row = 0; row < canvas->rows; row++) {
            bool cut = apart && row >= right->row && row < right->row + right->rows;
            if (part == RIGHT_PART && !cut)
                continue;
            int from = part == RIGHT_PART ? right->col : 0;
            int to = part == BOARD_PART && cut ? right->col : canvas->cols;
            for (int col = 0; col < canvas->cols; col++) {
                const struct spot *spot = &canvas->spots[row * canvas->cols + col];
                wanted[col] = (struct shown_cell){spot->code, styles[spot->role][spot->ground]};
            }
            paint_row(paint, row, from, to, wanted, out);
        }
    free(wanted);
    move_cursor(paint, canvas->cursor_row, canvas->cursor_col, out);
    if (!paint->cursor_sent || paint->cursor_on != canvas->cursor_shown)
        paint_add_sequence(out, canvas->cursor_shown ? paint->abilities.cnorm : paint->abilities.civis);
    paint->cursor_on = canvas->cursor_shown;
    paint->cursor_sent = true;
}

void paint_end(struct paint *paint, struct text *out)
{
    paint_add_sequence(out, paint->abilities.sgr0);
    paint_add_sequence(out, paint->abilities.op);
    paint_add_sequence(out, paint->abilities.cnorm);
    paint_invalidate(paint);
}
