/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/lessons.h"

#include "base/memory.h"

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
