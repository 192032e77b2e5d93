/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/lessons.h"

#include "base/memory.h"
#include "setup/place.h"

#include <stdlib.h>
#include <string.h>

enum status lesson_take(struct lesson *lesson, const struct record *record, const char *place,
                        struct error *error)
{
    struct position position = {0};
    struct view view = {0};
    struct error why = {0};
    size_t at = 0;
    if (record_replay(record, SIZE_MAX, &position, &at, &why)) {
        position_free(&position);
        return error_set(error, STATUS_BAD, "%s: move %zu: %s", place, at + 1, why.text);
    }
    const struct board *board = &position.board;
    view_init(&view, &position, RED);
    scene_init(&lesson->start, &view);
    lesson->count = board->plies - board->recalled;
    struct event *events = memory_new(lesson->count + 1, sizeof *events);
    for (uint32_t i = 0; i < lesson->count; i++)
        events[i] = board_event(board, board->recalled + i);
    lesson->events = events;
    for (int number = 0; number < PIECES; number++)
        lesson->truth[number] = board->piece[number].rank;
    view_free(&view);
    position_free(&position);
    return STATUS_OK;
}

static enum status add_game(void *context, const struct record *record, const char *place,
                            struct error *error)
{
    struct lessons *lessons = context;
    struct lesson lesson;
    enum status status = lesson_take(&lesson, record, place, error);
    if (!status)
        lessons_add(lessons, &lesson);
    return status;
}

void lessons_add(struct lessons *lessons, const struct lesson *lesson)
{
    lessons->items = memory_grow(lessons->items, &lessons->room, lessons->count + 1,
                                 sizeof *lessons->items);
    lessons->items[lessons->count++] = *lesson;
}

enum status lessons_read(struct lessons *lessons, const char *path, struct error *error)
{
    return games_read(path, add_game, lessons, error);
}

void lessons_free(struct lessons *lessons)
{
    for (size_t i = 0; i < lessons->count; i++)
        free((void *)lessons->items[i].events);
    free(lessons->items);
    *lessons = (struct lessons){0};
}

bool lesson_setups(const struct lesson *lesson, struct setup setups[SIDES])
{
    memset(setups, RANK_UNKNOWN, SIDES * sizeof *setups);
    for (int number = 0; number < PIECES; number++) {
        int place = lesson->start.piece[number].place;
        if (place == PLACE_NONE || lesson->truth[number] >= RANKS)
            return false;
        setups[piece_side(number)].rank[place] = lesson->truth[number];
    }
    return true;
}

static int compare_pairs(const void *a, const void *b)
{
    return memcmp(a, b, SIDES * sizeof(struct setup));
}

struct setup *lessons_other_setups(const struct lessons *lessons, const struct setup *setups, size_t count,
                                   size_t *kept)
{
    struct setup(*pairs)[SIDES] = memory_new(lessons->count + 1, sizeof *pairs);
    struct setup *others = memory_new(count + 1, sizeof *others);
    size_t known = 0;
    for (size_t i = 0; i < lessons->count; i++)
        known += lesson_setups(&lessons->items[i], pairs[known]);
    qsort(pairs, known, sizeof *pairs, compare_pairs);
    *kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (i + 1 < count && bsearch(&setups[i], pairs, known, sizeof *pairs, compare_pairs)) {
            i++;
            continue;
        }
        others[(*kept)++] = setups[i];
    }
    free(pairs);
    return others;
}

static int compare_setups(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct setup));
}

/* Whether a setup or its mirror image stands among sorted ones. */
static bool is_among(const struct setup *setup, const struct setup *sorted, size_t count)
{
    struct setup mirrored;
    setup_mirror(setup, &mirrored);
    return bsearch(setup, sorted, count, sizeof *sorted, compare_setups) ||
           bsearch(&mirrored, sorted, count, sizeof *sorted, compare_setups);
}

/* Takes the games out for which `out` is set; returns how many. */
static size_t take_out(struct lessons *lessons, const bool *out)
{
    size_t kept = 0, count = lessons->count;
    for (size_t i = 0; i < count; i++)
        if (out[i])
            free((void *)lessons->items[i].events);
        else
            lessons->items[kept++] = lessons->items[i];
    lessons->count = kept;
    return count - kept;
}

size_t lessons_keep_new(struct lessons *lessons, const struct setup *setups, size_t count)
{
    struct setup pair[SIDES], *sorted = memory_new(count + 1, sizeof *sorted);
    bool *out = memory_new(lessons->count + 1, sizeof *out);
    for (size_t i = 0; i < count; i++)
        sorted[i] = setups[i];
    qsort(sorted, count, sizeof *sorted, compare_setups);
    for (size_t i = 0; i < lessons->count; i++)
        out[i] = !lesson_setups(&lessons->items[i], pair) || is_among(&pair[RED], sorted, count) ||
                 is_among(&pair[BLUE], sorted, count);
    size_t taken = take_out(lessons, out);
    free(out);
    free(sorted);
    return taken;
}

/* What is seen of a side's setup in a scene. */
static void take_cover(const struct scene *scene, enum side side, struct network_cover *cover)
{
    int base = side_base(side);
    memset(cover->state, NETWORK_NOTHING, sizeof cover->state);
    for (int number = base; number < base + PIECES_A_SIDE; number++) {
        const struct scene_piece *piece = &scene->piece[number];
        if (piece->rank != RANK_UNKNOWN)
            cover->state[piece->place] = piece->rank;
        else if (piece->moved)
            cover->state[piece->place] = NETWORK_MOVED;
    }
}

struct network_cover *lessons_covers(const struct lessons *lessons, size_t *count)
{
    enum { EVERY = 16 }; /* plies: few enough that neighbouring covers differ */
    struct network_cover *covers = NULL;
    size_t room = 0;
    *count = 0;
    for (size_t i = 0; i < lessons->count; i++) {
        const struct lesson *lesson = &lessons->items[i];
        struct setup setups[SIDES];
        if (!lesson_setups(lesson, setups))
            continue;
        struct scene scene = lesson->start;
        for (uint32_t ply = 1; ply <= lesson->count; ply++) {
            scene_event(&scene, &lesson->events[ply - 1], NULL);
            if (ply % EVERY)
                continue;
            covers = memory_grow(covers, &room, *count + SIDES, sizeof *covers);
            take_cover(&scene, RED, &covers[(*count)++]);
            take_cover(&scene, BLUE, &covers[(*count)++]);
        }
    }
    return covers;
}

/* --- marks --- */

/* FNV-1a (Fowler, Noll, Vo 1991), 32 bits. */
static uint32_t stir(uint32_t hash, const void *bytes, size_t size)
{
    for (const uint8_t *at = bytes; size--; at++)
        hash = (hash ^ *at) * 16777619u;
    return hash;
}

/* The start, the ranks as far as known, and the moves. */
static uint32_t mark_of(const struct lesson *lesson)
{
    uint32_t hash = stir(2166136261u, lesson->truth, sizeof lesson->truth);
    for (int number = 0; number < PIECES; number++)
        hash = stir(hash, &lesson->start.piece[number].square, 1);
    for (uint32_t i = 0; i < lesson->count; i++) {
        const uint8_t squares[] = {lesson->events[i].move.from, lesson->events[i].move.to};
        hash = stir(hash, squares, sizeof squares);
    }
    return hash;
}

static int compare_marks(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, two = *(const uint32_t *)b;
    return (one > two) - (one < two);
}

static bool is_same(const struct lesson *a, const struct lesson *b)
{
    if (a->count != b->count || memcmp(a->truth, b->truth, sizeof a->truth) != 0)
        return false;
    for (int number = 0; number < PIECES; number++)
        if (a->start.piece[number].square != b->start.piece[number].square)
            return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->events[i].move.from != b->events[i].move.from || a->events[i].move.to != b->events[i].move.to)
            return false;
    return true;
}

/* A game's mark and its index: sorted by both, equal games are near each other, the first one first. */
struct marked {
    uint32_t mark;
    size_t index;
};

static int compare_marked(const void *a, const void *b)
{
    const struct marked *one = a, *two = b;
    int order = compare_marks(&one->mark, &two->mark);
    return order ? order : (one->index > two->index) - (one->index < two->index);
}

size_t lessons_drop_repeats(struct lessons *lessons)
{
    size_t count = lessons->count;
    struct marked *marked = memory_new(count + 1, sizeof *marked);
    bool *out = memory_new(count + 1, sizeof *out);
    for (size_t i = 0; i < count; i++)
        marked[i] = (struct marked){mark_of(&lessons->items[i]), i};
    qsort(marked, count, sizeof *marked, compare_marked);
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count && marked[k].mark == marked[i].mark && !out[marked[i].index]; k++)
            if (is_same(&lessons->items[marked[i].index], &lessons->items[marked[k].index]))
                out[marked[k].index] = true;
    size_t taken = take_out(lessons, out);
    free(out);
    free(marked);
    return taken;
}

void lessons_mark(const struct lessons *lessons, struct game_marks *marks)
{
    marks->count = lessons->count <= MARKS_MOST ? lessons->count : 0;
    for (size_t i = 0; i < marks->count; i++)
        marks->mark[i] = mark_of(&lessons->items[i]);
    qsort(marks->mark, marks->count, sizeof *marks->mark, compare_marks);
}

size_t lessons_marked(const struct lessons *lessons, const struct game_marks *marks)
{
    size_t found = 0;
    for (size_t i = 0; i < lessons->count; i++) {
        uint32_t mark = mark_of(&lessons->items[i]);
        found += bsearch(&mark, marks->mark, marks->count, sizeof mark, compare_marks) != NULL;
    }
    return found;
}
