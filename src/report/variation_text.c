/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/variation_text.h"

#include "base/decimal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Rounds a value to two decimals; avoids "-0.00". */
static double round_points(double value)
{
    return decimal_plain_zero(value, 2);
}

/* Appends a probability in percent, indented by its level: " 34% " or " <1% ". */
static void add_percent(int level, double p, struct text *out)
{
    if (p < 0.005)
        text_printf(out, "%*s <1%% ", 2 * level, "");
    else
        text_printf(out, "%*s%3.0f%% ", 2 * level, "", 100 * p);
}

/* Appends an outcome of an attack: " 34% e5 is a scout, 55.00:". */
static void add_outcome(const struct variation_item *item, enum notation notation, struct text *out)
{
    const char *name = rank_table[item->rank].name;
    char square[SQUARE_TEXT];
    square_write(item->square, notation, square);
    add_percent(item->level, item->p, out);
    text_printf(out, "%s is %s %s, %.2f:", square, strchr("aeiou", name[0]) ? "an" : "a", name,
                round_points(item->value));
}

/* Appends the items from *index on that belong to a level (number of fights before them). They are a row of
 * moves and, below it, the outcomes of its last move, each with what follows. *index becomes that of the next
 * item. */
static void add_level(const struct variation *line, size_t *index, int level, enum notation notation,
                      struct text *out)
{
    char name[MOVE_TEXT];
    const struct variation_item *last = NULL;
    double remaining = 1;
    bool branches = false;
    for (; *index < line->count && line->items[*index].level == level &&
         !line->items[*index].outcome; ++*index) {
        const struct variation_item *item = last = &line->items[*index];
        text_printf(out, " %s", move_write(item->move, item->attack, notation, name));
    }
    text_add(out, "\n");
    while (*index < line->count && line->items[*index].level == level + 1 && line->items[*index].outcome) {
        const struct variation_item *item = &line->items[(*index)++];
        branches = true;
        remaining -= item->p;
        add_outcome(item, notation, out);
        add_level(line, index, level + 1, notation, out);
    }
    /* The outcomes without a row: less probable ones, or (cut) those that the search had no time for. */
    if ((branches || (last && last->cut)) && remaining >= 0.005) {
        add_percent(last->level + 1, remaining, out);
        text_add(out, last->cut ? "not looked at\n" : "others\n");
    }
}

void variation_add_text(const struct variation *line, enum notation notation, struct text *out)
{
    size_t index = 0;
    if (!line->count)
        return;
    text_printf(out, "%.2f:", round_points(line->items[0].value));
    add_level(line, &index, 0, notation, out);
}

void roots_add_text(const struct search_result *result, const struct board *board, enum notation notation,
                    struct text *out)
{
    char name[MOVE_TEXT];
    text_add(out, "move          value         nodes\n");
    for (int i = 0; i < result->roots; i++) {
        const struct search_root *root = &result->root[i];
        move_write(root->move, board->at[root->move.to] != NO_PIECE, notation, name);
        if (root->bound == BOUND_NONE)
            text_printf(out, "%-8s %11s  %12s", name, "-", "-");
        else
            text_printf(out, "%-8s %s%9.2f  %12llu", name, root->bound == BOUND_UPPER ? "<=" : "  ",
                        round_points(root->value), (unsigned long long)root->nodes);
        if (root->bound != BOUND_NONE && root->depth < result->depth) /* the last depth did not reach it */
            text_printf(out, "  at depth %d", root->depth);
        text_add(out, "\n");
    }
}

/* --- JSON --- */

static void add_json_level(const struct variation *line, size_t *index, int level, enum notation notation,
                           struct json *out);

/* Adds "outcomes": those of the attack before *index, each with its own line. *index becomes that of the next
 * item. */
static void add_json_outcomes(const struct variation *line, size_t *index, int level, enum notation notation,
                              struct json *out)
{
    json_open(out, "outcomes", '[');
    while (*index < line->count && line->items[*index].level == level + 1 && line->items[*index].outcome) {
        const struct variation_item *item = &line->items[(*index)++];
        char square[SQUARE_TEXT];
        json_printf(out, "{square: %s, rank: %s, p: %g, value: %g",
                    square_write(item->square, notation, square), rank_table[item->rank].name, item->p,
                    item->value);
        add_json_level(line, index, level + 1, notation, out);
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* Adds "line": the moves of a level from *index on. What follows an outcome is inside it. *index becomes that
 * of the next item. */
static void add_json_level(const struct variation *line, size_t *index, int level, enum notation notation,
                           struct json *out)
{
    char name[MOVE_TEXT];
    json_open(out, "line", '[');
    while (*index < line->count && line->items[*index].level == level && !line->items[*index].outcome) {
        const struct variation_item *item = &line->items[(*index)++];
        json_printf(out, "{move: %s, value: %g",
                    move_write(item->move, item->attack, notation, name), item->value);
        add_json_outcomes(line, index, level, notation, out);
        json_close(out, '}');
    }
    json_close(out, ']');
}

void search_add_json(const struct search_result *result, const struct variation *line,
                     const struct board *board, bool stopped, enum notation notation, struct json *out)
{
    char name[MOVE_TEXT];
    size_t index = 0;
    json_printf(out, "{best: %s, depth: %d, seldepth: %d, nodes: %" PRIu64 ", value: %g, stopped: %i",
                move_write(result->best, board->at[result->best.to] != NO_PIECE, notation, name),
                result->depth, result->seldepth, result->nodes, result->depth > 0 ? result->value : NAN,
                stopped);
    add_json_level(line, &index, 0, notation, out);
    json_open(out, "moves", '[');
    for (int i = 0; i < result->roots; i++) {
        const struct search_root *root = &result->root[i];
        json_printf(out, "{move: %s, value: %g, exact: %i, depth: %d, nodes: %" PRIu64 "}",
                    move_write(root->move, board->at[root->move.to] != NO_PIECE, notation, name),
                    root->bound != BOUND_NONE ? root->value : NAN, root->bound == BOUND_EXACT, root->depth,
                    root->nodes);
    }
    json_printf(out, "]}");
}
