/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays moves of a game that is played elsewhere, as they are typed. */
#ifndef VEDETTE_COMMANDS_TYPED_MOVES_H
#define VEDETTE_COMMANDS_TYPED_MOVES_H

#include "console/argument.h"
#include "game/notation.h"
#include "play/game.h"

/* Plays one move, with ranks if they are needed: "e4xe5 9 5". The error begins with the move's number. */
enum status typed_move_play(struct game *game, const char *text, enum notation notation, struct error *error);

/* Plays the moves that the words are: a move is one word or two squares, then up to two ranks. Plays none if
 * one of them cannot be played. *count gets the number of moves. */
enum status typed_moves_play(struct game *game, const struct word_list *words, enum notation notation,
                             size_t *count, struct error *error);

#endif
