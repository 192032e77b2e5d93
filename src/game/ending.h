/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endings that neither side can win.
 *
 * A verdict uses only what the board shows: known ranks, and unknown ranks if the counts leave one choice.
 * If that is not enough, the ending is open. So the verdict on a side's board reveals no hidden rank to that
 * side. Limits on moves are ignored.
 *
 * Two proofs are tried, each for both sides:
 *
 * 1. The flag is out of reach, whatever both sides do. Only lakes, flags and bombs count as obstacles. A
 *    bomb stops being an obstacle if an enemy miner can come beside it; this is repeated until nothing
 *    changes. If then no square beside the flag can be reached by an enemy mover, no sequence of moves takes
 *    the flag: pieces are never added, and only miners remove bombs.
 *
 * 2. The side can play on for ever. The enemy has only one mover, the chaser. One mover of the side is the
 *    runner; its other pieces do not move. A state is the runner's square, the chaser's square, the runner's
 *    last direction, and whether that move went straight back. A state is lost if the chaser can take the
 *    runner, the flag or, as a miner, a bomb, or if each move of the runner leads to a lost state; this is
 *    repeated until nothing changes. From a state that is not lost the side never loses, because its moves
 *    are legal under both repetition rules. The runner never goes straight back twice in a row, so the
 *    two-squares rule never counts more than two moves. It ends beside the chaser only by going straight
 *    back, which the more-squares rule allows; after each of its other moves the chaser starts from a square
 *    that is not beside it, which empties the runner's list. The chaser gets more freedom than the rules
 *    give: no repetition rules, and it may pass through the side's other movers.
 *
 * An ending is dead if both proofs succeed for both sides: neither can win unless the enemy helps. It is held
 * if neither side can force a win, but a flag can be taken if its owner lets it happen; or if for one side
 * only this was found: its mover beats every enemy mover, loses to none, and is in an area without dead ends.
 * This last condition was tested but not proved, because it ignores the more-squares rule. */
#ifndef VEDETTE_GAME_ENDING_H
#define VEDETTE_GAME_ENDING_H

#include "game/board.h"

/* Either side may win; neither side can force a win; neither side can win. */
enum ending { ENDING_OPEN, ENDING_HELD, ENDING_DEAD };

/* Returns the verdict on a board, for either side to move. Takes one or two microseconds while both sides
 * have several movers, otherwise up to some milliseconds. Allocates no memory. ENDING_OPEN if the game is
 * over. */
enum ending ending_of(const struct board *board);

/* Returns whether `side` might take the enemy's flag by some moves of both sides. False only if it is
 * proved that it cannot; true also if the board does not show which pieces can move. */
bool ending_flag_in_reach(const struct board *board, enum side side);

/* Returns whether it is proved that `side` can play on for ever: the second proof, which needs an enemy
 * with one mover. */
bool ending_can_run(const struct board *board, enum side side);

/* Returns the verdict as a sentence without a full stop: "Nobody can win any more"; empty for ENDING_OPEN. */
const char *ending_text(enum ending ending);

/* Returns "open", "held" or "dead". */
const char *ending_name(enum ending ending);

#endif
