/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/words.h"

#include <stdio.h>
#include <string.h>

/* With %s where the loser's name belongs. */
static const char *reason_words(enum reason reason, bool drawn)
{
    switch (reason) {
    case REASON_FLAG: return "%s's flag is taken";
    case REASON_NO_MOVES: return drawn ? "neither side can move" : "%s cannot move";
    case REASON_RESIGNED: return "%s resigned";
    case REASON_AGREED: return "by agreement";
    case REASON_MOVE_LIMIT: return "the limit of moves is reached";
    case REASON_NO_ATTACK_LIMIT: return "too many moves without an attack";
    case REASON_TIME: return "%s's time ran out";
    case REASON_GAME_TIME: return "the time of the game ran out";
    case REASON_TIME_MISSING: return "%s was away and ran out of time";
    case REASON_MISSING: return "%s did not come back";
    case REASON_BOTH_MISSING: return "both players left";
    case REASON_ILLEGAL: return "%s made an illegal move";
    case REASON_FAILED: return drawn ? "both programs failed" : "%s's program failed";
    case REASON_NO_ANSWER: return "%s's program gave no answer in time";
    default: return "the game is over";
    }
}

/* What came of a battle. */
static void battle_words(const struct event *event, const char *mover, const char *other, char *text,
                         size_t room)
{
    const char *attacker = rank_table[event->attacker].name;
    const char *defender = rank_table[event->defender].name;
    switch (event->battle) {
    case BATTLE_WON:
        snprintf(text, room, "%s %s takes %s %s", mover, attacker, other, defender);
        break;
    case BATTLE_LOST:
        snprintf(text, room, "%s %s falls to %s %s", mover, attacker, other, defender);
        break;
    default:
        snprintf(text, room, "%s %s and %s %s both fall", mover, attacker, other, defender);
        break;
    }
}

void words_event(const struct board *board, uint32_t index, enum side viewer, enum notation notation,
                 char *text, size_t room)
{
    struct event event = board_event(board, index);
    enum side mover = board->history[index].mover < PIECES_A_SIDE ? RED : BLUE;
    char move[MOVE_TEXT], battle[160];
    move_write(event.move, event.battle != BATTLE_NONE, notation, move);
    if (event.battle == BATTLE_NONE) {
        snprintf(text, room, "%s", move);
        return;
    }
    const char *sides[SIDES + 1] = {"red's", "blue's"};
    sides[viewer] = "your";
    battle_words(&event, sides[mover], sides[side_other(mover)], battle, sizeof battle);
    snprintf(text, room, "%s, %s", move, battle);
}

void words_outcome(struct outcome outcome, enum side viewer, char *text, size_t room)
{
    bool drawn = outcome.result == RESULT_DRAW, red = outcome.result == result_win(RED);
    bool won = viewer != SIDES && outcome.result == result_win(viewer);
    enum side loser = red ? BLUE : RED;
    const char *who = won ? "You have won" : "You have lost";
    if (viewer == SIDES)
        who = red ? "Red has won" : "Blue has won";
    char why[128];
    const char *format = reason_words(outcome.reason, drawn), *name = strstr(format, "%s");
    snprintf(why, sizeof why, "%.*s%s%s", (int)(name ? name - format : 0), format,
             name ? side_name(loser) : "", name ? name + 2 : format);
    snprintf(text, room, "%s: %s", drawn ? "Drawn" : who, why);
}
