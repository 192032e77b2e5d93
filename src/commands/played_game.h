/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game that a person plays at the console against an agent, without the screen. It is the session's
 * current game (session->played), is journalled and finished as a game of the screen is, and what happens in
 * it is printed in sentences. */
#ifndef VEDETTE_COMMANDS_PLAYED_GAME_H
#define VEDETTE_COMMANDS_PLAYED_GAME_H

#include "console/command.h"

/* Begins a game with the requested terms, and prints it. If no opponent is given, it is the weakest level. If
 * no setup is given, one is created as people make them. Errors as local_game_begin. */
enum status played_game_begin(struct session *session, const struct play_request *request,
                              struct error *error);

/* Goes on with the unfinished game in the file at `path`; NULL: the newest one that was interrupted.
 * STATUS_NO if there is none or it is over; STATUS_BAD if it is not a game of a person against an agent. */
enum status played_game_resume(struct session *session, const char *path, struct error *error);

/* Play a typed move, take the person's last move back, play it again, resign, offer a draw or accept one;
 * then wait for the opponent. Ctrl-C makes the opponent move at once. STATUS_NO: not possible; STATUS_BAD: no
 * game is played at the console, or the text is not a move. */
enum status played_game_move(struct session *session, const char *text, struct error *error);
enum status played_game_undo(struct session *session, struct error *error);
enum status played_game_redo(struct session *session, struct error *error);
enum status played_game_resign(struct session *session, struct error *error);
enum status played_game_draw(struct session *session, struct error *error);

/* Returns STATUS_BAD if a game is being played, on the screen or here, so that `command` cannot take another
 * one. played_game_make_way also leaves a game that is over here. */
enum status played_game_refuse(struct session *session, const char *command, struct error *error);
enum status played_game_make_way(struct session *session, const char *command, struct error *error);

/* Leaves the game, if there is one. An unfinished game stays in its journal. */
void played_game_leave(struct session *session);

#endif
