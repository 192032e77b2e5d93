/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/dossier.h"

#include "base/memory.h"
#include "file/file.h"
#include "game/notation.h"
#include "setup/group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OWN, ALL, WHOSE_COUNTS }; /* the player's sides; all sides */
enum { DOSSIER_VARIANTS_MAX = 16 };

/* A habit as a share: the sums of habits. */
struct dossier_habit {
    const char *name;
    enum army_count above, below;
    int below_too;               /* a habit that is added to `below`; ARMY_COUNTS: none */
};

static const struct dossier_habit habit_rows[] = {
    {"approaches of moves", ARMY_APPROACHES, ARMY_MOVES, ARMY_COUNTS},
    {"bluffs of approaches", ARMY_BLUFFS, ARMY_APPROACHES, ARMY_COUNTS},
    {"known bluffs of approaches", ARMY_KNOWN_BLUFFS, ARMY_KNOWN_APPROACHES, ARMY_COUNTS},
    {"chases of moves", ARMY_CHASES, ARMY_MOVES, ARMY_COUNTS},
    {"attacks of moves", ARMY_ATTACKS, ARMY_MOVES, ARMY_COUNTS},
    {"attacks on unmoved pieces", ARMY_UNMOVED_ATTACKS, ARMY_ATTACKS, ARMY_COUNTS},
    {"fights won", ARMY_FIGHTS_WON, ARMY_FIGHTS_WON, ARMY_FIGHTS_LOST},
};
enum { HABIT_ROWS = sizeof habit_rows / sizeof *habit_rows };

/* The pieces whose squares are counted, in the order of their parts. */
static const uint8_t placed[] = {FLAG, MARSHAL, GENERAL, SPY};
enum { PLACED = sizeof placed };

/* A setup or first move that a side had. */
struct had {
    char text[DOSSIER_WHAT];
    bool is_named;
};

/* How often a setup or first move was had; `n`: by the player, by all. */
struct had_count {
    char text[DOSSIER_WHAT];
    size_t n[WHOSE_COUNTS];
};

/* A list of what sides had. */
struct had_list {
    struct had *items;
    size_t count, capacity;
};

/* What is counted in one variant. */
struct dossier_counts {
    char variant[24];
    size_t result[WHOSE_COUNTS][SIDES][ARMY_WON + 1];
    struct ratio habit[WHOSE_COUNTS][HABIT_ROWS];
    struct { double above, below; } game_habit[WHOSE_COUNTS][HABIT_ROWS]; /* of the game being read */
    size_t square[WHOSE_COUNTS][PLACED][PIECES_A_SIDE];
    size_t opener[WHOSE_COUNTS][RANKS];
    struct had_list setups, openings;
};

/* The counts of all variants, while the archive is read. */
struct dossier_counting {
    struct dossier_counts variant[DOSSIER_VARIANTS_MAX];
    size_t count;
    struct dossier_counts *last; /* the variant of the game being read; NULL: none */
    int64_t game;                /* its number */
};

/* --- counting --- */

/* Appends a text that a side had; nothing if it is empty. */
static void add_had(const char *text, bool is_named, struct had_list *list)
{
    if (!text[0])
        return;
    list->items = memory_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
    struct had *had = &list->items[list->count++];
    snprintf(had->text, sizeof had->text, "%s", text);
    had->is_named = is_named;
}

/* Returns the counts of a variant, the standard one first; NULL if there are too many variants, which only a
 * damaged database has. */
static struct dossier_counts *counts_of(struct dossier_counting *counting, const char *variant)
{
    for (size_t i = 0; i < counting->count; i++)
        if (strcmp(counting->variant[i].variant, variant) == 0)
            return &counting->variant[i];
    if (counting->count == DOSSIER_VARIANTS_MAX)
        return NULL;
    struct dossier_counts *counts = &counting->variant[counting->count++];
    snprintf(counts->variant, sizeof counts->variant, "%s", variant);
    return counts;
}

/* Counts one side among the player's or among all. */
static void count_side(const struct archive_side *side, int whose, struct dossier_counts *counts)
{
    if (side->result >= 0)
        counts->result[whose][side->side][side->result]++;
    for (int i = 0; i < HABIT_ROWS; i++) {
        const struct dossier_habit *row = &habit_rows[i];
        int64_t too = row->below_too < ARMY_COUNTS ? side->counts[row->below_too] : 0;
        counts->game_habit[whose][i].above += (double)side->counts[row->above];
        counts->game_habit[whose][i].below += (double)(side->counts[row->below] + too);
    }
    for (int i = 0; i < PLACED; i++)
        if (side->square[placed[i]] >= 0)
            counts->square[whose][i][side->square[placed[i]]]++;
    if (side->opener >= 0)
        counts->opener[whose][side->opener]++;
}

/* Adds the habits of the game that was read: games are independent, the two sides of one are not. */
static void end_game(struct dossier_counting *counting)
{
    struct dossier_counts *counts = counting->last;
    for (int whose = OWN; whose <= ALL && counts; whose++)
        for (int i = 0; i < HABIT_ROWS; i++) {
            ratio_add(&counts->habit[whose][i], counts->game_habit[whose][i].above,
                      counts->game_habit[whose][i].below);
            counts->game_habit[whose][i].above = counts->game_habit[whose][i].below = 0;
        }
    counting->last = NULL;
}

/* Counts a side of the archive (callback of archive_find_sides). */
static void take_side(void *context, const struct archive_side *side)
{
    struct dossier_counting *counting = context;
    struct dossier_counts *counts = counts_of(counting, side->variant);
    if (!counting->last || counting->game != side->game)
        end_game(counting);
    counting->last = counts;
    counting->game = side->game;
    if (!counts)
        return;
    count_side(side, ALL, counts);
    if (side->is_named)
        count_side(side, OWN, counts);
    add_had(side->setup, side->is_named, &counts->setups);
    add_had(side->opening, side->is_named, &counts->openings);
}

/* --- lines --- */

/* Returns the share of hits among independent games, with Wilson's interval. */
static struct estimate estimate_of(double hits, size_t games)
{
    struct interval range = stats_wilson(hits, (double)games, STATS_95);
    return (struct estimate){games, games ? hits / (double)games : 0, range.low, range.high};
}

/* Appends a line without its numbers. */
static struct dossier_line *add_line(enum dossier_part part, const char *what, struct dossier *dossier)
{
    dossier->lines = memory_grow(dossier->lines, &dossier->capacity, dossier->count + 1,
                                 sizeof *dossier->lines);
    struct dossier_line *line = &dossier->lines[dossier->count++];
    *line = (struct dossier_line){.part = part};
    snprintf(line->what, sizeof line->what, "%s", what);
    return line;
}

/* Appends the line of a count of games. `of`: the games that could have had it, of the player and of all. */
static void add_share(enum dossier_part part, const char *what, size_t own, size_t all,
                      const size_t of[WHOSE_COUNTS], struct dossier *dossier)
{
    struct dossier_line *line = add_line(part, what, dossier);
    line->n = (double)own;
    line->of = of[OWN];
    line->own = estimate_of((double)own, of[OWN]);
    line->all = estimate_of((double)all, of[ALL]);
}

/* Returns the score of results with its interval. *points and *games get what it was made from. */
static struct estimate score_of(const size_t result[ARMY_WON + 1], double *points, size_t *games)
{
    size_t won = result[ARMY_WON], drawn = result[ARMY_DREW], lost = result[ARMY_LOST];
    struct interval range = stats_score_interval(won, drawn, lost, STATS_95);
    *games = won + drawn + lost;
    *points = (double)won + (double)drawn / 2;
    return (struct estimate){*games, stats_score(won, drawn, lost), range.low, range.high};
}

/* Appends the scores as red, as blue and together. */
static void add_scores(const struct dossier_counts *counts, struct dossier *dossier)
{
    static const char *const words[SIDES + 1] = {"red", "blue", "together"};
    for (int side = RED; side <= SIDES; side++) {
        struct dossier_line *line = add_line(DOSSIER_SCORE, words[side], dossier);
        size_t result[WHOSE_COUNTS][ARMY_WON + 1], games;
        double points;
        for (int whose = OWN; whose <= ALL; whose++)
            for (int i = 0; i <= ARMY_WON; i++)
                result[whose][i] = (side != BLUE ? counts->result[whose][RED][i] : 0) +
                                   (side != RED ? counts->result[whose][BLUE][i] : 0);
        line->own = score_of(result[OWN], &line->n, &line->of);
        line->all = score_of(result[ALL], &points, &games);
        if (side == SIDES) /* both sides of a game share one point */
            line->all.low = line->all.high = line->all.mean;
    }
    dossier->games = dossier->lines[dossier->count - 1].of;
}

/* Appends the habits. */
static void add_habits(const struct dossier_counts *counts, struct dossier *dossier)
{
    for (int i = 0; i < HABIT_ROWS; i++) {
        struct dossier_line *line = add_line(DOSSIER_HABIT, habit_rows[i].name, dossier);
        line->n = counts->habit[OWN][i].above;
        line->of = (size_t)counts->habit[OWN][i].below;
        line->own = share_estimate(&counts->habit[OWN][i]);
        line->all = share_estimate(&counts->habit[ALL][i]);
    }
}

/* Appends a line for each square on which a piece stood. */
static void add_squares(const struct dossier_counts *counts, struct dossier *dossier)
{
    char name[SQUARE_TEXT];
    for (int i = 0; i < PLACED; i++) {
        size_t of[WHOSE_COUNTS] = {0};
        for (int square = 0; square < PIECES_A_SIDE; square++)
            for (int whose = OWN; whose <= ALL; whose++)
                of[whose] += counts->square[whose][i][square];
        for (int square = 0; square < PIECES_A_SIDE; square++)
            if (counts->square[ALL][i][square])
                add_share(DOSSIER_FLAG + (enum dossier_part)i, square_write(square, NOTATION_DEBOER, name),
                          counts->square[OWN][i][square], counts->square[ALL][i][square], of, dossier);
    }
}

/* Appends a line for each rank that moved first. */
static void add_openers(const struct dossier_counts *counts, struct dossier *dossier)
{
    size_t of[WHOSE_COUNTS] = {0};
    for (int rank = 0; rank < RANKS; rank++)
        for (int whose = OWN; whose <= ALL; whose++)
            of[whose] += counts->opener[whose][rank];
    for (int rank = RANKS - 1; rank >= 0; rank--)
        if (counts->opener[ALL][rank])
            add_share(DOSSIER_FIRST_MOVER, rank_table[rank].name, counts->opener[OWN][rank],
                      counts->opener[ALL][rank], of, dossier);
}

/* --- setups and first moves --- */

/* Orders by text. For qsort. */
static int compare_had(const void *a, const void *b)
{
    return strcmp(((const struct had *)a)->text, ((const struct had *)b)->text);
}

/* Orders the player's most frequent ones first, then those of all, then by text. For qsort. */
static int compare_had_counts(const void *a, const void *b)
{
    const struct had_count *one = a, *two = b;
    for (int whose = OWN; whose <= ALL; whose++)
        if (one->n[whose] != two->n[whose])
            return one->n[whose] > two->n[whose] ? -1 : 1;
    return strcmp(one->text, two->text);
}

/* Returns how often each text is in the list, which gets sorted. New memory. *of gets the sums. */
static struct had_count *count_had(struct had_list *list, size_t *count, size_t of[WHOSE_COUNTS])
{
    struct had_count *counts = memory_new(list->count + 1, sizeof *counts);
    *count = 0;
    if (list->count)
        qsort(list->items, list->count, sizeof *list->items, compare_had);
    for (size_t i = 0; i < list->count; i++) {
        const struct had *had = &list->items[i];
        if (!*count || strcmp(counts[*count - 1].text, had->text) != 0)
            memcpy(counts[(*count)++].text, had->text, sizeof had->text);
        counts[*count - 1].n[OWN] += had->is_named;
        counts[*count - 1].n[ALL]++;
        of[OWN] += had->is_named;
        of[ALL]++;
    }
    return counts;
}

/* Appends the player's most frequent ones of the counts, at most `limit`; sorts the counts. */
static void add_most(enum dossier_part part, struct had_count *counts, size_t count,
                     const size_t of[WHOSE_COUNTS], size_t limit, struct dossier *dossier)
{
    qsort(counts, count, sizeof *counts, compare_had_counts);
    for (size_t i = 0; i < count && i < limit && counts[i].n[OWN]; i++)
        add_share(part, counts[i].text, counts[i].n[OWN], counts[i].n[ALL], of, dossier);
}

/* Appends the first moves. */
static void add_openings(struct dossier_counts *counts, size_t limit, struct dossier *dossier)
{
    size_t of[WHOSE_COUNTS] = {0}, count;
    struct had_count *openings = count_had(&counts->openings, &count, of);
    add_most(DOSSIER_FIRST_MOVE, openings, count, of, limit, dossier);
    free(openings);
}

/* Appends the player's families of setups; others' setups near theirs belong to them. */
static void add_families(struct dossier_counts *counts, size_t limit, struct dossier *dossier)
{
    size_t of[WHOSE_COUNTS] = {0}, count, known = 0;
    struct had_count *setups = count_had(&counts->setups, &count, of);
    struct grouped_setup *grouped = memory_new(count + 1, sizeof *grouped);
    /* Letters that are no setup, of a damaged database, are dropped. */
    for (size_t i = 0; i < count; i++) {
        enum side side;
        if (setup_read_letters(setups[i].text, &grouped[known].setup, &side, NULL) != STATUS_OK)
            continue;
        grouped[known].games = setups[i].n[OWN];
        setups[known++] = setups[i];
    }
    setup_group(grouped, known);
    for (size_t i = 0; i < known; i++) {
        size_t centre = grouped[i].centre;
        dossier->setups += setups[i].n[OWN] > 0;
        dossier->families += centre == i;
        if (centre == i || centre == SETUP_ALONE)
            continue;
        for (int whose = OWN; whose <= ALL; whose++)
            setups[centre].n[whose] += setups[i].n[whose];
    }
    for (size_t i = 0; i < known; i++)
        if (grouped[i].centre != i)
            setups[i].n[OWN] = 0;
    add_most(DOSSIER_SETUP, setups, known, of, limit, dossier);
    free(grouped);
    free(setups);
}

/* --- dossiers --- */

/* Makes the dossier of one variant. */
static void make_dossier(struct dossier_counts *counts, size_t limit, struct dossier *dossier)
{
    snprintf(dossier->variant, sizeof dossier->variant, "%s", counts->variant);
    add_scores(counts, dossier);
    add_habits(counts, dossier);
    add_squares(counts, dossier);
    add_openers(counts, dossier);
    add_openings(counts, limit, dossier);
    add_families(counts, limit, dossier);
}

/* Frees a dossier's lines. */
static void free_dossier(struct dossier *dossier)
{
    free(dossier->lines);
    *dossier = (struct dossier){0};
}

enum status dossiers_make(struct archive *archive, const struct query *query, const char *name, size_t limit,
                          struct dossiers *dossiers, struct error *error)
{
    struct dossier_counting *counting = memory_new(1, sizeof *counting);
    counts_of(counting, variant_at(VARIANT_STANDARD)->name); /* the first */
    enum status status = archive_find_sides(archive, query, name, take_side, counting, error);
    end_game(counting);
    dossiers->items = memory_new(counting->count, sizeof *dossiers->items);
    for (size_t i = 0; i < counting->count; i++) {
        struct dossier *dossier = &dossiers->items[dossiers->count];
        if (!status)
            make_dossier(&counting->variant[i], limit, dossier);
        if (dossier->games)
            dossiers->count++;
        else
            free_dossier(dossier);
        free(counting->variant[i].setups.items);
        free(counting->variant[i].openings.items);
    }
    free(counting);
    return status;
}

void dossiers_free(struct dossiers *dossiers)
{
    for (size_t i = 0; i < dossiers->count; i++)
        free_dossier(&dossiers->items[i]);
    free(dossiers->items);
    *dossiers = (struct dossiers){0};
}

const char *dossier_part_name(enum dossier_part part)
{
    static const char *const names[DOSSIER_PARTS] = {"score", "habit", "flag", "marshal", "general", "spy",
                                                     "first-mover", "first-move", "setup"};
    return names[part];
}
