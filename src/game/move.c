/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/move.h"

#include <stdio.h>
#include <string.h>

/* The words for each reason why a game ends: its name in game files; a phrase about a lost game, with %s
 * for the loser's side; a phrase about a draw; and a noun that follows "won by". */
static const struct game_end {
    const char *name, *lost, *drawn, *noun;
} ends[REASONS] = {
    [REASON_NONE] = {"none", "", "", "a reason that is not known"},
    [REASON_FLAG] = {"flag", "%s's flag is taken", "a flag is taken", "flag taken"},
    [REASON_NO_MOVES] = {"no-moves", "%s cannot move", "neither side can move", "no move left"},
    [REASON_RESIGNED] = {"resigned", "%s resigned", "one side resigned", "resignation"},
    [REASON_AGREED] = {"agreed", "by agreement", "both agreed", "agreement"},
    [REASON_MOVE_LIMIT] = {"move-limit", "the limit of moves is reached", "the limit of moves is reached",
                           "limit of moves"},
    [REASON_NO_ATTACK_LIMIT] = {"no-attack-limit", "too many moves without an attack",
                                "too many moves without an attack", "limit of moves without an attack"},
    [REASON_TIME] = {"time", "%s's time ran out", "one side's time ran out", "time"},
    [REASON_GAME_TIME] = {"game-time", "the time of the game ran out", "the time of the game ran out",
                          "time of the game"},
    [REASON_TIME_MISSING] = {"time-missing", "%s was away and ran out of time",
                             "one side was away and ran out of time", "time of a player who was away"},
    [REASON_MISSING] = {"missing", "%s did not come back", "one side did not come back", "absence"},
    [REASON_BOTH_MISSING] = {"both-missing", "both players left", "both players left", "absence of both"},
    [REASON_ILLEGAL] = {"illegal", "%s made an illegal move", "one side made an illegal move",
                        "illegal move"},
    [REASON_FAILED] = {"failed", "%s's program failed", "both programs failed", "program that failed"},
    [REASON_NO_ANSWER] = {"no-answer", "%s's program gave no answer in time",
                          "one side's program gave no answer in time", "program without an answer in time"},
};

const char *result_name(enum result result)
{
    static const char *const names[] = {
        [RESULT_OPEN] = "open",
        [RESULT_RED] = "red",
        [RESULT_BLUE] = "blue",
        [RESULT_DRAW] = "draw",
    };
    return names[result];
}

const char *reason_name(enum reason reason)
{
    return ends[reason].name;
}

const char *reason_noun(enum reason reason)
{
    return ends[reason].noun;
}

char *outcome_write_reason(struct outcome outcome, char text[REASON_WORDS])
{
    bool drawn = outcome.result == RESULT_DRAW;
    const char *format = drawn ? ends[outcome.reason].drawn : ends[outcome.reason].lost;
    const char *loser = strstr(format, "%s");
    if (loser)
        snprintf(text, REASON_WORDS, "%.*s%s%s", (int)(loser - format), format,
                 side_name(outcome.result == RESULT_RED ? BLUE : RED), loser + 2);
    else
        snprintf(text, REASON_WORDS, "%s", format);
    return text;
}

char *outcome_write(struct outcome outcome, char text[OUTCOME_WORDS])
{
    char why[REASON_WORDS] = "";
    bool won = outcome.result == RESULT_RED || outcome.result == RESULT_BLUE;
    if (outcome.result != RESULT_OPEN)
        outcome_write_reason(outcome, why);
    if (won)
        snprintf(text, OUTCOME_WORDS, "%s won%s%s", result_name(outcome.result), why[0] ? ": " : "", why);
    else
        snprintf(text, OUTCOME_WORDS, why[0] ? "%s (%s)" : "%s", result_name(outcome.result), why);
    return text;
}
