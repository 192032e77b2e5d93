/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plans_at.h"

#include "cmocka_all.h"
#include "file/file.h"
#include "plan/plans.h"
#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUP_OF_PLAN(name) &plan_##name.options,
static const struct option_group *const groups[] = {
    &worth_group, &planner_group, PLANS(GROUP_OF_PLAN) NULL,
};

bool plans_listed(const char *words, const char *word)
{
    size_t size = strlen(word);
    for (const char *found = strstr(words, word); found; found = strstr(found + 1, word))
        if ((found == words || found[-1] == ' ') && (found[size] == ' ' || !found[size]))
            return true;
    return false;
}

static bool is_on(const char *plans, const struct plan_kind *kind)
{
    return strcmp(plans, EVERY_PLAN) == 0 ? kind != &plan_random && kind->options.options[0].standard > 0
                                          : plans_listed(plans, kind->name);
}

static void read_position(struct plans_at *at, const char *name, const char *rules)
{
    struct placement start;
    struct position read = {0};
    source_position(&read, "%s.yaml", name);
    position_to_placement(&read, &start);
    assert_int_equal(position_init(&at->position, &start, rules_find(rules), NULL), STATUS_OK);
    position_free(&read);
}

struct plans_at *plans_start(const char *name, const char *rules, const char *plans)
{
    struct plans_at *at = calloc(1, sizeof *at);
    char key[64];
    assert_non_null(at);
    rng_seed(&at->rng, 61, 0);
    read_position(at, name, rules);
    settings_init(&at->settings, groups);
    for (int i = 0; i < plan_kind_count; i++) {
        const struct plan_kind *kind = plan_kind_table[i];
        snprintf(key, sizeof key, "%s.weight", kind->options.name);
        settings_set(&at->settings, key, is_on(plans, kind) ? "1" : "0", "set", NULL);
    }
    planner_init(&at->planner, &at->settings);
    return at;
}

void plans_end(struct plans_at *at)
{
    planner_free(&at->planner);
    settings_free(&at->settings);
    view_free(&at->view);
    position_free(&at->position);
    free(at);
}

void plans_count_beliefs(const struct position *position, double beliefs[SIDES][PIECES_A_SIDE][RANKS])
{
    for (int side = 0; side < SIDES; side++) {
        int left[RANKS] = {0};
        const struct piece *pieces = &position->board.piece[side * PIECES_A_SIDE];
        for (int i = 0; i < PIECES_A_SIDE; i++)
            if (pieces[i].square != SQUARE_NONE && !pieces[i].known)
                left[pieces[i].rank]++;
        for (int i = 0; i < PIECES_A_SIDE; i++) {
            double sum = 0, *p = beliefs[side][i];
            for (int rank = 0; rank < RANKS; rank++) {
                p[rank] = pieces[i].moved && !rank_moves(rank) ? 0 : left[rank];
                sum += p[rank];
            }
            for (int rank = 0; sum > 0 && rank < RANKS; rank++)
                p[rank] /= sum;
        }
    }
}

static void look(struct plans_at *at)
{
    struct worth_options options;
    enum side side = at->position.board.to_move;
    worth_options_init(&options);
    view_free(&at->view);
    memset(&at->view, 0, sizeof at->view);
    view_init(&at->view, &at->position, side);
    worth_compute(&options, &at->view, &at->worth);
    plans_count_beliefs(&at->position, at->p);
    memset(&at->context, 0, sizeof at->context);
    planner_context(&at->planner, &at->view, &at->worth, (const double (*)[RANKS])at->p[side_other(side)],
                    (const double (*)[RANKS])at->p[side], &at->rng, &at->context);
}

struct move plans_choose(struct plans_at *at)
{
    look(at);
    int best = planner_choose(&at->planner, &at->context, at->total);
    assert_true(best >= 0);
    return at->context.moves[best].move;
}

void plans_play(struct plans_at *at, struct move move)
{
    struct error error = {0};
    struct move_with_ranks entered = {.move = move, .attacker = RANK_UNKNOWN, .defender = RANK_UNKNOWN};
    if (position_play(&at->position, entered, NULL, &error))
        fail_msg("%s", error.text);
}

static int square_named(const char *text)
{
    return square_at(text[0] - 'a', atoi(text + 1) - 1);
}

void plans_play_text(struct plans_at *at, const char *text)
{
    plans_play(at, (struct move){(uint8_t)square_named(text),
                                 (uint8_t)square_named(strpbrk(text, "-x") + 1)});
}

int plans_piece(const struct plans_at *at, const char *square)
{
    int piece = at->position.board.at[square_named(square)];
    assert_true(piece < PIECES);
    return piece;
}

bool plans_has(const struct plans_at *at, int piece)
{
    return at->position.board.piece[piece].square != SQUARE_NONE;
}

int plans_play_on(struct plans_at *at, int piece, int plies)
{
    for (int ply = 0; ply < plies; ply++) {
        if (!plans_has(at, piece))
            return ply;
        if (position_outcome(&at->position).result != RESULT_OPEN)
            fail_msg("the game ends after %d of %d plies, and says nothing of the piece", ply, plies);
        plans_play(at, plans_choose(at));
    }
    return plans_has(at, piece) ? plies : plies - 1;
}
