/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/lessons.h"

#include "agent/screen_option.h"
#include "tui/screen.h"

#include <stdio.h>
#include <stdlib.h>

/* The lessons; their numbers are bits of the option screen.taught. */
enum lesson {
    LESSON_ATTACK, LESSON_BOTH, LESSON_SCOUT, LESSON_BOMB, LESSON_MINER, LESSON_SPY, LESSON_SPY_LOST,
    LESSON_MARSHAL, LESSON_MOVED, LESSON_TWO_SQUARES, LESSON_MORE_SQUARES, LESSONS
};

/* The name of the level from which on nothing is explained. */
static const char first_without[] = "Captain";

static const char *const sentences[LESSONS] = {
    [LESSON_ATTACK] = "In a fight the higher number wins, and both ranks are known from then on",
    [LESSON_BOTH] = "Equal ranks both fall",
    [LESSON_SCOUT] = "only a scout (2) goes more than one square, so all know that it is one",
    [LESSON_BOMB] = "A bomb stays where it is: only a miner (3) takes it",
    [LESSON_MINER] = "Only miners (3) take bombs: keep some for the end, when the flag is to be reached",
    [LESSON_SPY] = "The spy takes the marshal, but only by attacking",
    [LESSON_SPY_LOST] = "Any piece that attacks a spy takes it; a spy takes the marshal only by attacking",
    [LESSON_MARSHAL] = "Once the marshal is known, the enemy's spy looks for it: keep it guarded",
    [LESSON_MOVED] = "What has moved is neither bomb nor flag: the board marks it",
    [LESSON_TWO_SQUARES] = "No piece may go to and fro between two squares more than five moves in a row",
    [LESSON_MORE_SQUARES] = "A piece may not be hunted so that a position comes again",
};

/* Returns whether a player's spec is that of a level below the first one without lessons. */
static bool is_low_level(const struct tui *tui, uint8_t variant, const char *spec)
{
    const struct ladder *ladder = ladders_for_variant(tui->session->ladders, variant);
    int level, style;
    return ladder_recognise(ladder, spec, &level, &style) && level < ladder_level(ladder, first_without);
}

bool lessons_beginner(const struct tui *tui)
{
    const struct local_game *local = &tui->local;
    const struct record *record = &local->game.record;
    return local->has_game && local_game_seating(local) == SEATING_AGAINST &&
           is_low_level(tui, record->start.variant, record->player[side_other(local->shown.person)]);
}

bool lessons_beginner_next(const struct tui *tui)
{
    return !tui->seating_form.arranging &&
           is_low_level(tui, tui->next_game.variant, tui->next_game.opponent);
}

/* Appends a lesson if it was not given yet, after the words of what it is about ("" if it needs none).
 * Returns whether it did. */
static bool give_lesson_on(struct tui *tui, enum lesson lesson, const char *about)
{
    const struct settings *settings = &tui->session->settings;
    int taught = settings_int(settings, screen_group.name, "taught");
    char value[16];
    if (taught >> lesson & 1)
        return false;
    snprintf(value, sizeof value, "%d", taught | 1 << lesson);
    preferences_save(tui, "screen.taught", value);
    message_append(tui, "%s%s", about, sentences[lesson]);
    return true;
}

/* Appends a lesson if it was not given yet. Returns whether it did. */
static bool give_lesson(struct tui *tui, enum lesson lesson)
{
    return give_lesson_on(tui, lesson, "");
}

/* Appends the lesson on scouts, with the move that ran, which may not be the last one: "f5-f2: only a ..". */
static bool give_scout_lesson(struct tui *tui, struct move move)
{
    char name[MOVE_TEXT], about[MOVE_TEXT + 2];
    snprintf(about, sizeof about, "%s: ", move_write(move, false, session_notation(tui->session), name));
    return give_lesson_on(tui, LESSON_SCOUT, about);
}

/* Gives the lesson of a ply. The lesson of a rare fight comes before those of any fight. Returns whether one
 * was due. */
static bool give_for_ply(struct tui *tui, const struct board *board, uint32_t ply)
{
    struct event event = board_event(board, ply);
    int from = event.move.from, to = event.move.to;
    int steps = abs(square_row(from) - square_row(to)) + abs(square_file(from) - square_file(to));
    bool attacked = event.battle != BATTLE_NONE, own = board->history[ply].mover / PIECES_A_SIDE ==
                                                       tui->local.shown.person;
    if (attacked && event.defender == BOMB)
        return give_lesson(tui, event.battle == BATTLE_WON ? LESSON_MINER : LESSON_BOMB);
    if (attacked && event.attacker == SPY && event.defender == MARSHAL)
        return give_lesson(tui, LESSON_SPY);
    if (attacked && (event.attacker == SPY || event.defender == SPY) && event.battle != BATTLE_BOTH)
        return give_lesson(tui, LESSON_SPY_LOST);
    if (attacked && give_lesson(tui, LESSON_ATTACK))
        return true;
    if (attacked && event.battle == BATTLE_BOTH)
        return give_lesson(tui, LESSON_BOTH);
    if (attacked && event.attacker == MARSHAL && own)
        return give_lesson(tui, LESSON_MARSHAL);
    if (steps > 1)
        return give_scout_lesson(tui, event.move);
    return !attacked && !own && give_lesson(tui, LESSON_MOVED);
}

/* Returns whether lessons are given in this game. */
static bool are_given(const struct tui *tui)
{
    return settings_flag(&tui->session->settings, screen_group.name, "lessons") && lessons_beginner(tui);
}

void lessons_append(struct tui *tui)
{
    const struct board *board = local_game_board(&tui->local);
    if (!are_given(tui) || local_game_over(&tui->local))
        return;
    /* The person's own move first, then the answer: one lesson at a time. */
    for (uint32_t back = board->plies - board->prior_plies >= 2 ? 2 : 1; back >= 1; back--)
        if (board->plies >= board->prior_plies + back && give_for_ply(tui, board, board->plies - back))
            return;
}

void lessons_append_refused(struct tui *tui, enum illegal why)
{
    bool error = tui->message_is_error;
    if (!are_given(tui) || (why != MOVE_TWO_SQUARES && why != MOVE_MORE_SQUARES))
        return;
    give_lesson(tui, why == MOVE_TWO_SQUARES ? LESSON_TWO_SQUARES : LESSON_MORE_SQUARES);
    tui->message_is_error = error;
}
