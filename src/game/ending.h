/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endings that neither side can win.
 *
 * A verdict goes by what the holder of a board knows: known ranks, and unknown ones where the counts leave
 * no choice. Where more than that would be needed the ending is open. So a side's board tells that side
 * nothing that it could not work out by itself. Limits on moves are not looked at.
 *
 * Two things are shown, each for both sides:
 *
 * 1. The flag is out of reach, whatever both sides do. All squares are taken as passable but lakes, flags
 *    and bombs; a bomb stops being an obstacle where an enemy miner could come beside it; all that is
 *    repeated until nothing changes. If then no square that an enemy mover could come to is beside the flag,
 *    no sequence of moves takes it: pieces only ever disappear, and none but a miner removes a bomb.
 *
 * 2. The side can go on for ever. Let the enemy have one mover, the chaser. One mover of the side is the
 *    runner; its other pieces stay where they are. All states (square of the runner, square of the chaser,
 *    the runner's last direction, and whether that was a turn straight back) are gone through: a state is
 *    lost where the chaser can take the runner, the flag or, as a miner, a bomb, or where each move of the
 *    runner leads to a lost state; this is repeated until nothing changes. From a state that is left the
 *    side never loses, as the moves that it needs are legal under both repetition rules: the runner never
 *    turns straight back twice in a row, so that the two-squares rule never counts more than two moves; and
 *    it ends beside the chaser only by going straight back, which is free under the more-squares rule, while
 *    after each other move the chaser starts from a square that is not beside it, which empties the runner's
 *    list. The chaser is given more than the rules give it: no repetition rule, and ways through the side's
 *    other movers.
 *
 * An ending is dead where both hold for both sides: neither can win but by a gift. It is held where neither
 * side can win by force, but a flag could be taken if its owner let it happen; or where one side's only
 * proof is that its mover beats every enemy mover, loses to none, and stands in an area without dead ends.
 * That last rule was tested, not proved: the more-squares rule is not followed through it. */
#ifndef VEDETTE_GAME_ENDING_H
#define VEDETTE_GAME_ENDING_H

#include "game/board.h"

enum ending { ENDING_OPEN, ENDING_HELD, ENDING_DEAD };

/* The verdict on a board, whoever is to move. One or two microseconds while both sides have several movers;
 * else some milliseconds at most. Asks for no memory. The board of a game that is over is open. */
enum ending ending_of(const struct board *board);

/* Whether `side` could take the enemy's flag by some moves of both sides: false only where it is proved that
 * it cannot. True where the board does not tell which pieces may move. */
bool ending_flag_in_reach(const struct board *board, enum side side);

/* Whether it is proved that `side` can go on for ever: the second proof, which needs an enemy with one
 * mover. */
bool ending_can_run(const struct board *board, enum side side);

/* The verdict as a sentence without a full stop: "Nobody can win any more"; empty for ENDING_OPEN. */
const char *ending_text(enum ending ending);

/* "open", "held", "dead". */
const char *ending_name(enum ending ending);

#endif
