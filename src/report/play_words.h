/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happens in a game, in words. */
#ifndef VEDETTE_REPORT_PLAY_WORDS_H
#define VEDETTE_REPORT_PLAY_WORDS_H

#include "base/text.h"
#include "console/json.h"
#include "game/board.h"
#include "game/notation.h"
#include "play/ladder.h"

enum { FIGHT_TEXT = 80 };
/* Writes a fight without the players: "captain takes miner", "scout falls to bomb", "major and major both
 * fall". Returns `text`. */
const char *words_fight(const struct event *event, char text[FIGHT_TEXT]);

/* Describes the event of ply `index`: "b4xb5, your captain takes blue's sergeant". `viewer` is the side
 * called "you"; SIDES: none. */
void words_write_event(const struct board *board, uint32_t index, enum side viewer, enum notation notation,
                       char *text, size_t capacity);

enum { MOVE_NUMBER_TEXT = 16, MOMENT_TEXT = 40 };

/* Writes the number of a ply (board_move_number): "20." for red's move, "20..." for blue's. Returns
 * `text`. */
const char *words_move(const struct board *board, uint32_t ply, char text[MOVE_NUMBER_TEXT]);
/* Writes which moment of the game a board is: "at the start" or "after red's move 3". Returns `text`. */
const char *words_write_moment(const struct board *board, char text[MOMENT_TEXT]);

/* Appends a line: the players, the result and the number of moves. `board`: after the last move. */
void words_add_players(const struct ladder *ladder, const struct record *record, const struct board *board,
                       struct text *out);

/* Appends a comment of the user as a line of its own, "comment: ..", wrapped. Appends nothing for NULL and
 * "". */
void words_add_comment_text(const char *comment, struct text *out);

/* Appends the user's comment on the moment after `plies` moves of the record, with its move: "12... e6xe5:
 * ..". Appends nothing if there is none. `board` has the history of these moves. */
void words_add_comment(const struct record *record, const struct board *board, size_t plies,
                       enum notation notation, struct text *out);

/* Adds a comment of the record as an object: `ply`, `number`, `side` and `move` (null at the start), `text`.
 */
void words_comment_json(const struct record *record, const struct board *board, const struct comment *comment,
                        enum notation notation, struct json *json);

/* Describes the result: "You have won: blue's flag is taken"; with viewer SIDES "Red has won: ...". */
void words_write_outcome(struct outcome outcome, enum side viewer, char *text, size_t capacity);

/* Writes a legal move of the side to move as it can be typed: "b4 b5" if that is legal. If not, writes the
 * first move that does not attack; if all attack, the first move. Returns `text`. */
const char *words_write_example_move(const struct board *board, enum notation notation,
                                     char text[2 * SQUARE_TEXT]);

/* Appends ply `index` of the history as a sentence, for a screen reader or a log: "Blue's major on c7 takes
 * your sergeant on c6.", "Blue moves e7-e6.". The ranks are those that `board` knows. `viewer` is the side
 * called "you"; SIDES: none. */
void words_add_sentence(const struct board *board, uint32_t index, enum side viewer, enum notation notation,
                        struct text *out);

#endif
