/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/leak.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

const char *const leak_piece_names[LEAK_PIECES] = {"flag", "marshal", "spy", "bombs"};
const uint32_t leak_plies[LEAK_PLIES] = {0, 20, 50, 100, 150, 200};

static const uint8_t piece_rank[LEAK_PIECES] = {FLAG, MARSHAL, SPY, BOMB};

/* Returns the mean probability of the truth over the side's pieces of a rank; NAN without such pieces. */
static float mean_truth(const struct observer *observer, const struct view *view,
                        const struct training_game *game, enum side side, int rank)
{
    int base = side_base(side), pieces = 0;
    double sum = 0;
    for (int number = base; number < base + PIECES_A_SIDE; number++) {
        const struct piece *piece = &view->board.piece[number];
        if (game->truth[number] != rank)
            continue;
        pieces++;
        sum += piece->square == SQUARE_NONE || piece->rank != RANK_UNKNOWN
                   ? 1 : observer->p[side][number - base][rank];
    }
    return pieces ? (float)(sum / pieces) : NAN;
}

/* Reads the beliefs after `ply` plies into the leak. `next`: index of the next of leak_plies. */
static void read_beliefs(const struct observer *observer, const struct view *view,
                         const struct training_game *game, enum side side, uint32_t ply, int *next,
                         struct leak *leak)
{
    bool noted = *next < LEAK_PLIES && ply == leak_plies[*next];
    for (int piece = 0; piece < LEAK_PIECES; piece++) {
        if (!noted && leak->half[piece] != LEAK_NEVER)
            continue;
        float p = mean_truth(observer, view, game, side, piece_rank[piece]);
        if (noted)
            leak->p[piece][*next] = p;
        if (leak->half[piece] == LEAK_NEVER && p >= 0.5f)
            leak->half[piece] = ply;
    }
    *next += noted;
}

bool leak_follow(const struct belief_knowledge *knowledge, const struct settings *settings,
                 const struct training_game *game, enum side side, struct leak *leak)
{
    struct observer *observer = memory_new(1, sizeof *observer);
    struct view view = {0};
    int next = 0;
    bool sound = training_game_view(game, side_other(side), &view);
    *leak = (struct leak){0};
    for (int piece = 0; piece < LEAK_PIECES; piece++)
        leak->half[piece] = LEAK_NEVER;
    observer_init_by(observer, knowledge, settings);
    for (uint32_t ply = 0; sound; ply++) {
        observer_follow(observer, &view, NULL);
        read_beliefs(observer, &view, game, side, ply, &next, leak);
        leak->plies = ply;
        if (ply == game->count || ply == leak_plies[LEAK_PLIES - 1] || game->events[ply].defender == FLAG)
            break;
        view_apply(&view, &game->events[ply]);
    }
    view_free(&view);
    observer_free(observer);
    free(observer);
    return sound;
}

/* Compares two plies for qsort. */
static int compare_plies(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, two = *(const uint32_t *)b;
    return (one > two) - (one < two);
}

/* Returns the median; the upper one of an even number. */
static double median_ply(uint32_t *plies, size_t count)
{
    qsort(plies, count, sizeof *plies, compare_plies);
    return plies[count / 2] == LEAK_NEVER ? (double)INFINITY : (double)plies[count / 2];
}

void leak_curve_make(const struct leak *leaks, size_t count, struct leak_curve *curve)
{
    uint32_t *half = memory_new(count, sizeof *half);
    *curve = (struct leak_curve){0};
    for (int piece = 0; piece < LEAK_PIECES; piece++) {
        for (size_t i = 0; i < count; i++) {
            half[i] = leaks[i].half[piece];
            for (int at = 0; at < LEAK_PLIES && leak_plies[at] <= leaks[i].plies; at++)
                if (!isnan(leaks[i].p[piece][at]))
                    sample_add(&curve->p[piece][at], (double)leaks[i].p[piece][at]);
        }
        curve->half[piece] = median_ply(half, count);
    }
    free(half);
}
