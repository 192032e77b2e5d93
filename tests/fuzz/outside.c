/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes what programs outside write when they play: the bot's side of our protocol, and that of the UCC 2012
 * competition, as the first byte says. The input stands for a program: each of its lines is the next one that
 * is read. What is played is legal, and what is wrong is said in one line of printable ASCII. */
#include "agent/kinds.h"
#include "base/child.h"
#include "base/memory.h"
#include "bot/bot_seat.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>

enum { TURNS = 6 };

/* --- a child without a process, in place of base/child.c --- */

static const uint8_t *child_at, *child_end_of;
static char child_text[CHILD_LINE_MAX + 1];

enum status child_check(const char *path, struct error *error)
{
    (void)path;
    (void)error;
    return STATUS_OK;
}

enum status child_start(struct child_process *child, const struct child_terms *terms, struct error *error)
{
    (void)terms;
    (void)error;
    *child = (struct child_process){.keeper = 1};
    return STATUS_OK;
}

enum child_answer child_send(struct child_process *child, const char *bytes, size_t size, double deadline,
                             const atomic_bool *stop)
{
    (void)child;
    (void)deadline;
    (void)stop;
    fuzz_demand(size > 0 && bytes[size - 1] == '\n', "whole lines are sent");
    return CHILD_DONE;
}

enum child_answer child_read_line(struct child_process *child, const char **line, double deadline,
                                  const atomic_bool *stop)
{
    (void)child;
    (void)deadline;
    (void)stop;
    if (child_at == child_end_of)
        return CHILD_ENDED;
    size_t left = (size_t)(child_end_of - child_at);
    const uint8_t *end = memchr(child_at, '\n', left);
    size_t size = end ? (size_t)(end - child_at) : left;
    if (size > CHILD_LINE_MAX)
        return CHILD_TOO_MUCH_OUTPUT;
    memcpy(child_text, child_at, size);
    child_text[size] = '\0';
    child_at += size + (end != NULL);
    *line = child_text;
    return CHILD_DONE;
}

enum child_answer child_take_in(struct child_process *child)
{
    (void)child;
    return CHILD_DONE;
}

char *child_describe_end(const struct child_process *child, char text[CHILD_TEXT])
{
    (void)child;
    snprintf(text, CHILD_TEXT, "it ended");
    return text;
}

void child_end(struct child_process *child, double grace)
{
    (void)grace;
    *child = (struct child_process){0};
}

/* --- a game with it --- */

static bool is_sound(const struct agent_kind *kind, void *state)
{
    const char *why = NULL;
    if (kind->failure(state, &why) == AGENT_NO_FAILURE)
        return true;
    fuzz_demand(why && *why, "a failure has a sentence");
    for (; *why; why++)
        fuzz_demand(*why >= ' ' && *why <= '~', "of printable ASCII");
    return false;
}

/* Plays a move that is no attack; false where it is one, of which nothing is known here. */
static bool play_quiet(struct position *position, struct view *view, struct move move)
{
    struct event event;
    const struct move_with_ranks entered = {move, RANK_UNKNOWN, RANK_UNKNOWN};
    if (view->board.at[move.to] != NO_PIECE)
        return false;
    fuzz_demand(position_play(position, entered, &event, NULL) == STATUS_OK, "the move can be played");
    view_apply(view, &event);
    return true;
}

/* The other side moves a piece that is known to be able to: any. */
static bool answer(struct position *position, struct view *view)
{
    struct move moves[MOVES_MAX];
    int count = board_moves(&view->board, moves);
    for (int i = 0; i < count; i++)
        if (play_quiet(position, view, moves[i]))
            return true;
    return false;
}

static void play_outside_game(const struct agent_kind *kind, void *state, struct think *think)
{
    const struct variant *variant = variant_at(VARIANT_STANDARD);
    struct bot_enemy enemy;
    struct setup setup = {0};
    struct position position = {0};
    struct view view = {0};
    bot_enemy_full(variant, &enemy);
    kind->setup(state, RED, variant->count, think, &setup);
    if (!is_sound(kind, state))
        return;
    fuzz_demand(setup_check(&setup, variant, NULL) == STATUS_OK, "a set-up is the forty pieces");
    if (bot_start_game(&position, &view, variant, RED, &setup, &enemy, rules_find("isf"), NULL) != STATUS_OK)
        return;
    for (int turn = 0; turn < TURNS && board_can_move(&view.board); turn++) {
        struct move move = kind->move(state, &view, think);
        if (!is_sound(kind, state) || move_is_none(move))
            break;
        fuzz_demand(board_check(&view.board, move) == MOVE_LEGAL, "the move is legal");
        if (!play_quiet(&position, &view, move) || !answer(&position, &view))
            break;
    }
    kind->game_over(state, &view, (struct outcome){.result = RESULT_DRAW, .reason = REASON_AGREED});
    position_free(&position);
    view_free(&view);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct settings settings[2];
    struct rng rng;
    struct think think = {.rng = &rng};
    if (!settings[0].count) {
        unsetenv("HOME"); /* no logs */
        unsetenv("XDG_STATE_HOME");
        for (int i = 0; i < 2; i++)
            settings_init(&settings[i], option_groups);
        settings_set(&settings[1], "bot.illegal", "ask", "fuzz", NULL);
    }
    if (size < 1)
        return 0;
    const struct agent_kind *kind = data[0] & 1 ? &agent_progcomp : &agent_bot;
    void *state = memory_new(1, kind->size);
    child_at = data + 1;
    child_end_of = data + size;
    rng_seed(&rng, 1, 1);
    fuzz_demand(kind->launch(state, "x", variant_at(VARIANT_STANDARD), &settings[data[0] >> 1 & 1], NULL) ==
                STATUS_OK, "it starts");
    play_outside_game(kind, state, &think);
    kind->end(state);
    free(state);
    return 0;
}
